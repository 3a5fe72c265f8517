package flight

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/sim/scenario"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// trials records grips by touch of some objects.
func trials(t testing.TB, objects []string, n int) (dir string, rows []scenario.Row) {
	t.Helper()
	dir = t.TempDir()
	s := scenario.Scenario{Name: "records", Objects: objects, Grasps: []string{"natural"}, Trials: n, Seed: 1, Sensors: "real", Witness: Trials(dir)}
	s.Noise.Friction, s.Noise.Mass, s.Noise.Place = 0.15, 0.15, 0.004
	s.Defaults()
	rows, err := s.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return dir, rows
}

// 100 recorded grasps decide the same again, bit for bit: efforts, set-points, forces and transitions of every tick.
func TestReplayIdentity(t *testing.T) {
	objects, n := []string{"egg", "soup-can", "apple", "wine-glass", "banana", "mug", "tennis-ball", "soda-can-empty", "strawberry", "water-bottle-full"}, 10
	if testing.Short() || raceEnabled {
		objects, n = objects[:2], 2
	}
	dir, rows := trials(t, objects, n)
	files, err := Find([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(rows) || len(rows) != len(objects)*n {
		t.Fatalf("%d records of %d trials", len(files), len(rows))
	}
	count := map[string]int{}
	ticks, otherwise := 0, 0
	for _, f := range files {
		r, err := Open(f)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Damage) > 0 || r.Outcome == nil || len(r.Tape.Truth) != len(r.Tape.Ticks) {
			t.Fatalf("%s: %v, %d ticks, %d truths", f, r.Damage, len(r.Tape.Ticks), len(r.Tape.Truth))
		}
		count[r.Outcome.Outcome]++
		ticks += len(r.Tape.Ticks)
		again, err := r.Tape.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := tape.Compare(r.Tape.Decisions(), again, r.Tape.Dt); d.Verdict != tape.Identical {
			t.Errorf("%s: %+v", f, d)
		}
		// One threshold that is changed shows its differences.
		again, err = r.Tape.Run(func(p *hand.Params) error { p.HPForceTrigger *= 3; return nil })
		if err != nil {
			t.Fatal(err)
		}
		if d := tape.Compare(r.Tape.Decisions(), again, r.Tape.Dt); d.Verdict != tape.Identical {
			otherwise++
		}
	}
	t.Logf("%d records, %d ticks, %v; an hp_force_trigger of three times as much changes %d", len(files), ticks, count, otherwise)
	if otherwise < len(files)/2 {
		t.Errorf("an hp_force_trigger of three times as much changes %d of %d grasps", otherwise, len(files))
	}
	for _, r := range rows {
		if count[r.Outcome] == 0 {
			t.Errorf("no record of an outcome %q", r.Outcome)
		}
		count[r.Outcome+" in rows"]++
	}
	for _, o := range []string{"held", "slipped", "crushed", "missed"} {
		if count[o] != count[o+" in rows"] {
			t.Errorf("%d records say %s, %d trials", count[o], o, count[o+" in rows"])
		}
	}
}

// A record that was cut off is read as far as it goes, and decides the same up to there.
func TestCutOff(t *testing.T) {
	dir, _ := trials(t, []string{"egg"}, 1)
	path := filepath.Join(dir, "egg-natural-001.mcap")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	n := len(r.Tape.Ticks)
	cut := filepath.Join(dir, "cut.mcap")
	read := 0
	for _, part := range []float64{0.02, 0.3, 0.6, 0.9, 0.99} {
		if err := os.WriteFile(cut, whole[:int(part*float64(len(whole)))], 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := Open(cut)
		if err != nil {
			if fault.KindOf(err) == fault.Internal {
				t.Fatal(err)
			}
			continue
		}
		read++
		if len(r.Damage) == 0 || len(r.Tape.Ticks) > n {
			t.Errorf("%g of it: %v, %d of %d ticks", part, r.Damage, len(r.Tape.Ticks), n)
		}
		again, err := r.Tape.Run(nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := tape.Compare(r.Tape.Decisions(), again, r.Tape.Dt); d.Verdict != tape.Identical {
			t.Errorf("%g of it: %+v", part, d)
		}
	}
	if read < 3 {
		t.Errorf("%d of 5 cut records can be read", read)
	}
}
