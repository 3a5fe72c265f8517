package sim

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
	"github.com/holdfast-robotics/holdfast/hand/hardware/replay"
)

// script does the same to a loop whatever bus it has: grasp, halt, reset, grasp again.
func script(t *testing.T, l *hardware.Loop, law *hand.Controller) func(now time.Duration) {
	t.Helper()
	if err := l.Manager.Load(hardware.Spec{Name: "touch", Controller: hardware.ByTouch(law)}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Manager.Request([]string{"touch"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	return func(now time.Duration) {
		switch now {
		case 100 * time.Millisecond, 32 * time.Second:
			graspWith(t, law)
		case 15 * time.Second:
			l.Halt()
		case 16 * time.Second:
			l.Reset()
		case 17 * time.Second:
			if err := law.Do(hand.Command{Verb: hand.Move, Gap: 0.08}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func states(t *testing.T, l *hardware.Loop) (out []byte) {
	t.Helper()
	l.Snapshot(func(s *hardware.Snapshot) {
		var err error
		if out, err = json.Marshal(s); err != nil {
			t.Fatal(err)
		}
	})
	return out
}

func TestHW45_RecordAndReplay(t *testing.T) {
	seconds := 60
	if testing.Short() || raceEnabled {
		seconds = 20
	}
	var file bytes.Buffer
	r := newRig(t, 0.04, BusModel{Calibrated: true, CurrentNoise: 1e-4}, nil)
	faulty := &hardwaretest.Faulty{Bus: r.bus}
	faulty.Lose = func(n uint64) bool { return n%997 == 5 }
	faulty.Repeat = func(n uint64) bool { return n%1009 == 7 }
	faulty.Edit = func(n uint64, in []byte) {
		if n == 40_000 {
			in[3] ^= 0x10
		}
	}
	rec, err := replay.NewRecorder(faulty, &file, 256)
	if err != nil {
		t.Fatal(err)
	}
	cfg := hardware.Config{Joints: []hardware.JointConfig{r.bus.Joint()}}
	newLoop := func(b hardware.Bus) (*hardware.Loop, func(time.Duration)) {
		l, err := hardware.New(b, cfg)
		if err != nil {
			t.Fatal(err)
		}
		law, err := hand.New(hand.DefaultParams(), pads(), 1e-3)
		if err != nil {
			t.Fatal(err)
		}
		return l, script(t, l, law)
	}
	l, do := newLoop(rec)
	var trace [][]byte
	for i := range seconds * 1000 {
		now := time.Duration(i) * time.Millisecond
		do(now)
		l.Step(now)
		if err := rec.Drain(); err != nil {
			t.Fatal(err)
		}
		if i%1000 == 999 {
			trace = append(trace, states(t, l))
		}
	}
	last := l.HaltState()
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	for run := range 2 {
		b, err := replay.Open(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		l, do := newLoop(b)
		for i := 0; ; i++ {
			now, ok := b.Next()
			if !ok {
				break
			}
			do(now)
			l.Step(now)
			if i%1000 == 999 && !bytes.Equal(states(t, l), trace[i/1000]) {
				t.Fatalf("replay %d: after %d s\n%s\nwas\n%s", run, i/1000+1, states(t, l), trace[i/1000])
			}
		}
		if b.Err() != nil || b.Diverged() != nil || l.HaltState() != last {
			t.Errorf("replay %d: %v, %v, halt %v, was %v", run, b.Err(), b.Diverged(), l.HaltState(), last)
		}
	}
	t.Logf("%d s in %d bytes; at the end: %v", seconds, file.Len(), last)
}

func TestHW46_Conformance(t *testing.T) {
	subject := func() hardwaretest.Subject {
		r := newRig(t, 0.04, BusModel{Calibrated: true}, nil)
		j := r.bus.Joint()
		return hardwaretest.Subject{Bus: r.bus, Joint: &j}
	}
	t.Run("simulated", func(t *testing.T) { hardwaretest.Conform(t, subject()) })
	t.Run("replayed", func(t *testing.T) {
		var file bytes.Buffer
		s := subject()
		rec, err := replay.NewRecorder(s.Bus, &file, 64)
		if err != nil {
			t.Fatal(err)
		}
		s.Bus, s.Wait = rec, func() {
			if err := rec.Drain(); err != nil {
				t.Fatal(err)
			}
		}
		hardwaretest.Conform(t, s)
		b, err := replay.Open(&file)
		if err != nil {
			t.Fatal(err)
		}
		s.Bus, s.Wait = b, nil
		hardwaretest.Conform(t, s)
		if d := b.Diverged(); d != nil {
			t.Errorf("the recording was played otherwise: %v", d)
		}
	})
}
