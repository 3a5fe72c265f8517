package hand

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// A cycle of the loop allocates nothing while the hand holds, with what it hands to the node, whether the node takes it or not.
func TestLinkAlloc(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	r := held(t, soft())
	r.face.link.skip = 1
	n := testing.AllocsPerRun(6000, func() { // longer than the buffers: what finds no room is dropped
		r.now += time.Millisecond
		r.loop.Step(r.now - r.began)
	})
	if n != 0 {
		t.Errorf("%v allocations a cycle", n)
	}
	if d := r.face.link.samples.Dropped() + r.face.link.events.Dropped(); d == 0 {
		t.Error("nothing was dropped although nobody listened")
	}
	r.step(10)
	if m := r.status().Mode; m != hand.SlipServo {
		t.Errorf("the hand is in mode %v", m)
	}
}

// A node that has stood still does not leave goals open: the buffers hold what ended.
func TestGoalsAfterAStandstill(t *testing.T) {
	r := newRig(t, setup{})
	g := r.find().send(findGoal(0, false))
	for range 8000 { // it closes on nothing, and nobody looks
		r.now += time.Millisecond
		r.loop.Step(r.now - r.began)
	}
	r.step(10)
	if r.goals() != 0 {
		t.Fatal("the goal is open")
	}
	if st, _, text := g.end(); st.String() != "ABORTED" {
		t.Errorf("%v %q", st, text)
	}
}

// What is in the file of a hand's memory may be anything: it is read whole and right, or refused.
func FuzzMemory(f *testing.F) {
	layout := touch.Matrix4x4()
	n := len(layout.Cells)
	m := memory{Version: memoryVersion, Layout: layout.Name, Holding: true, Target: 3, Gap: 0.05}
	for i := range m.Zeros {
		m.Zeros[i] = make([]float64, n)
	}
	file := filepath.Join(f.TempDir(), "hand.json")
	if err := m.save(file); err != nil {
		f.Fatal(err)
	}
	good, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add([]byte(`{"version":1,"zeros":[[1e999],[]]}`))
	f.Add(bytes.Repeat([]byte("["), 10000))
	f.Fuzz(func(t *testing.T, b []byte) {
		file := filepath.Join(t.TempDir(), "hand.json")
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := load(file, &layout)
		if (m == nil) != (err != nil) {
			t.Fatalf("%v, %v", m, err)
		}
		if m != nil && (len(m.Zeros[0]) != n || len(m.Zeros[1]) != n || m.Layout != layout.Name) {
			t.Fatalf("%+v", m)
		}
	})
}
