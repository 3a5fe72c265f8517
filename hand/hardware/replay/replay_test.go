package replay

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// recorded is a recording of a fake bus with a number of cycles.
func recorded(t testing.TB, cycles int) []byte {
	t.Helper()
	var file bytes.Buffer
	r, err := NewRecorder(hardwaretest.NewFake("r_gripper_motor"), &file, 64)
	if err != nil {
		t.Fatal(err)
	}
	l, err := hardware.New(r, hardware.Config{SkipMotorModel: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range cycles {
		l.Step(time.Duration(i) * time.Millisecond)
		if err := r.Drain(); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Shutdown(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// play runs a loop over a recording to its end.
func play(t testing.TB, file []byte, change func(*hardware.Loop, int)) (*Bus, *hardware.Loop) {
	t.Helper()
	b, err := Open(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	l, err := hardware.New(b, hardware.Config{SkipMotorModel: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		now, ok := b.Next()
		if !ok {
			return b, l
		}
		if change != nil {
			change(l, i)
		}
		l.Step(now)
	}
}

func TestReplayFindsTheFirstDivergence(t *testing.T) {
	file := recorded(t, 100)
	b, _ := play(t, file, nil)
	// The last exchange of the recording is that of the shutdown, which a loop that merely steps does not repeat.
	if d := b.Diverged(); b.Err() != nil || d == nil || d.Exchange != 100 {
		t.Errorf("%v, %v", b.Err(), d)
	}
	b, _ = play(t, file, func(l *hardware.Loop, i int) {
		if i == 50 {
			l.Halt()
		}
	})
	if d := b.Diverged(); d == nil || d.Exchange != 51 || d.Device != "r_gripper_motor" || d.Got.Mode != 0 || d.Want.Mode != 3 {
		t.Errorf("%v", d)
	}
}

func TestDamagedRecordings(t *testing.T) {
	file := recorded(t, 20)
	for cut := 0; cut < len(file); cut += 7 {
		b, err := Open(bytes.NewReader(file[:cut]))
		if err != nil {
			if k := fault.KindOf(err); k != fault.Truncated {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			continue
		}
		out, in := make([]byte, 8), make([]byte, 155)
		n := 0
		for now, ok := b.Next(); ok; now, ok = b.Next() {
			if err := b.Exchange(now, out, in); err != nil {
				t.Fatal(err)
			}
			n++
		}
		whole := (cut - (len(file) - 21*176)) / 176
		if n != whole || (b.Err() != nil) != ((len(file)-cut)%176 != 0) {
			t.Fatalf("cut at %d: %d of %d exchanges, %v", cut, n, whole, b.Err())
		}
	}
	for name, c := range map[string]struct {
		change func([]byte)
		kind   fault.Kind
	}{
		"another file":   {func(b []byte) { b[0] = 'X' }, fault.Invalid},
		"version 9":      {func(b []byte) { b[4] = 9 }, fault.Unsupported},
		"huge header":    {func(b []byte) { b[11] = 0xff }, fault.TooLarge},
		"header no JSON": {func(b []byte) { b[12] = 'x' }, fault.Invalid},
	} {
		damaged := bytes.Clone(file)
		c.change(damaged)
		if _, err := Open(bytes.NewReader(damaged)); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRecorderThatIsNotDrained(t *testing.T) {
	var file bytes.Buffer
	r, err := NewRecorder(hardwaretest.NewFake("m"), &file, 4)
	if err != nil {
		t.Fatal(err)
	}
	cmd := make([]byte, 8)
	(&hardware.Command{}).Encode(cmd)
	in := make([]byte, 155)
	for i := range 10 {
		if i == 8 {
			if err := r.Drain(); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Exchange(time.Duration(i), cmd, in); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err == nil || !strings.Contains(err.Error(), "4 exchanges were dropped") {
		t.Errorf("%v", err)
	}
	b, err := Open(&file)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for now, ok := b.Next(); ok; now, ok = b.Next() {
		if err := b.Exchange(now, cmd, in); err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 4 || !strings.Contains(fmt.Sprint(b.Err()), "4 exchanges are missing before exchange 4") {
		t.Errorf("%d exchanges, then %v", n, b.Err())
	}
}

type brokenWriter struct{ after int }

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.after -= len(p); w.after < 0 {
		return 0, errors.New("no space")
	}
	return len(p), nil
}

func TestRecordingToAFullDisk(t *testing.T) {
	r, err := NewRecorder(hardwaretest.NewFake("m"), &brokenWriter{after: 100}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(recorded(f, 3))
	f.Fuzz(func(t *testing.T, file []byte) {
		b, err := Open(bytes.NewReader(file))
		if err != nil {
			return
		}
		l, err := hardware.New(b, hardware.Config{})
		if err != nil {
			return
		}
		for range 100 {
			now, ok := b.Next()
			if !ok {
				break
			}
			l.Step(now)
		}
	})
}
