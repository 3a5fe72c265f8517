package simrecord

import (
	"encoding/json"
	"io"
	"path/filepath"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/tf2_msgs"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/scenario"
)

// Two trials: every step is there, on one time axis, and says what the world said.
func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "egg.mcap")
	w, err := bag.Create(path, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec := New(w)
	s := &scenario.Scenario{Objects: []string{"egg"}, Controllers: []string{"touch", "15"}, Seed: 1}
	s.Defaults()
	var gaps []float64
	rows, err := s.Observe(t.Context(), func(trial int, w *sim.World, st *hand.Status, p pick.Phase, n int) error {
		if n%10 != 0 {
			return nil
		}
		gaps = append(gaps, w.State.Gap)
		return rec.Step(trial, w, st, p)
	}, func(_ int, r *scenario.Row) error { return rec.End(r) })
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := bag.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if len(r.Damage()) > 0 {
		t.Fatal(r.Damage())
	}
	n, trials := 0, 0
	phases := map[string]bool{}
	for m, err := range r.Messages(bag.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		switch m.Conn.Topic {
		case "/joint_states":
			var j sensor_msgs.JointState
			if err := j.DecodeROS(m.Data); err != nil || j.Position[0] != gaps[n] || j.Header.Stamp.Nanos() != m.Time {
				t.Fatalf("step %d: %+v, %v", n, j, err)
			}
			n++
		case "/tf":
			var tf tf2_msgs.TFMessage
			if err := tf.DecodeROS(m.Data); err != nil || len(tf.Transforms) != 2 || tf.Transforms[0].ChildFrameID != "palm" {
				t.Fatal(tf, err)
			}
		case "/phase":
			var p std_msgs.String
			if err := p.DecodeROS(m.Data); err != nil {
				t.Fatal(err)
			}
			phases[p.Data] = true
		case "/outcome":
			var o std_msgs.String
			var row scenario.Row
			if err := o.DecodeROS(m.Data); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(o.Data), &row); err != nil || row.Outcome != rows[trials].Outcome {
				t.Fatalf("%s: %v", o.Data, err)
			}
			trials++
		}
	}
	if n != len(gaps) || n < 100 || trials != 2 || !phases["lifting"] {
		t.Errorf("%d of %d steps, %d trials, phases %v", n, len(gaps), trials, phases)
	}
}

func TestStepAllocFree(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	w, err := sim.CreepScene(10)
	if err != nil {
		t.Fatal(err)
	}
	out, err := bag.NewWriter(io.Discard, bag.Options{ChunkSize: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	rec, st := New(out), &hand.Status{}
	step := func() {
		w.State.Time += 1e-3
		w.State.X_WG.P = geom.V(0, 0, w.State.Time)
		if err := rec.Step(1, w, st, pick.Phase(0)); err != nil {
			t.Fatal(err)
		}
	}
	for range 3000 {
		step()
	}
	if n := testing.AllocsPerRun(2000, step); n > 0 {
		t.Errorf("%g allocations a step", n)
	}
}
