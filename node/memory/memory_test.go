package memory

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
)

func open(t *testing.T, at string) *Memory {
	t.Helper()
	db, err := graspdb.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return &Memory{DB: db, Robot: "lab", Hand: "parallel-86", Scene: "table", Since: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
}

func attempt(g clear.Remembered, v pick.Value, f pick.Failure) *clear.Attempt {
	a := &clear.Attempt{Name: "soup-can", Grasp: g, Start: 10, End: 30, Predicted: g.Quality, X_WG: geom.Pose{R: geom.IdentityRot}}
	a.Pickup.Value, a.Pickup.Verdict.Failure, a.Pickup.GripForce, a.Pickup.PeakForce = v, f, 4, 5
	if v != pick.Success {
		a.Pickup.Reason = "why"
	} else {
		a.Place = &pick.PlaceResult{Value: pick.Success}
	}
	a.Events = []pick.Event{{Time: 10, Phase: pick.Closing}, {Time: 12, Phase: pick.Lifting}}
	return a
}

// Attempts and their grasps are there again, with the counts, in another process.
func TestRecordAndRecall(t *testing.T) {
	at := filepath.Join(t.TempDir(), "g.db")
	m := open(t, at)
	if g, err := m.Grasps(t.Context(), "soup-can"); err != nil || len(g) > 0 {
		t.Fatal(g, err)
	}
	fresh := clear.Remembered{X_OG: geom.Pose{R: geom.IdentityRot, P: geom.V(0.1, 0, 0)}, Quality: 0.9}
	if err := m.Record(t.Context(), attempt(fresh, pick.FailedValue, pick.Gone)); err != nil {
		t.Fatal(err)
	}
	m = open(t, at)
	g, err := m.Grasps(t.Context(), "Soup-Can")
	if err != nil || len(g) != 1 || g[0].Attempts != 1 || g[0].Successes != 0 || g[0].Quality != 0.9 || g[0].X_OG.P.X != 0.1 {
		t.Fatalf("%+v, %v", g, err)
	}
	if err := m.Record(t.Context(), attempt(g[0], pick.Success, pick.NoFailure)); err != nil {
		t.Fatal(err)
	}
	if g, err = m.Grasps(t.Context(), "soup-can"); err != nil || len(g) != 1 || g[0].Attempts != 2 || g[0].Successes != 1 {
		t.Errorf("%+v, %v", g, err)
	}
	var outcomes []graspdb.Outcome
	for a, err := range m.DB.Attempts(t.Context(), "soup-can") {
		if err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, a.Outcome)
		if len(a.Phases) != 2 || a.Phases[0].End != 2 || a.Phases[1].End != 20 || a.Duration != 20*time.Second || !a.Started.Equal(m.Since.Add(10*time.Second)) {
			t.Errorf("%+v", a)
		}
	}
	if len(outcomes) != 2 || outcomes[0] != graspdb.Slipped || outcomes[1] != graspdb.Placed {
		t.Error(outcomes)
	}
	other := *m
	other.Hand, other.models = "robotiq", nil
	if g, err := other.Grasps(t.Context(), "soup-can"); err != nil || len(g) > 0 {
		t.Errorf("grasps of another hand: %v, %v", g, err)
	}
}

func TestOutcome(t *testing.T) {
	dropped := attempt(clear.Remembered{}, pick.Success, pick.NoFailure)
	dropped.Place = &pick.PlaceResult{Value: pick.FailedValue}
	kept := attempt(clear.Remembered{}, pick.Success, pick.NoFailure)
	kept.Place = &pick.PlaceResult{Value: pick.FailedValue, Held: true}
	stopped := attempt(clear.Remembered{}, pick.Success, pick.NoFailure)
	stopped.Pickup.Preempted = true
	for want, a := range map[graspdb.Outcome]*clear.Attempt{
		graspdb.Missed: attempt(clear.Remembered{}, pick.FailedValue, pick.RanInto), graspdb.Dropped: dropped, graspdb.Held: kept, graspdb.Stopped: stopped,
		graspdb.Placed: attempt(clear.Remembered{}, pick.Success, pick.NoFailure),
	} {
		if got, _ := Outcome(a); got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if got, _ := Outcome(attempt(clear.Remembered{}, pick.ErrorValue, pick.HandFailure)); got != graspdb.Stopped || got.Counts() {
		t.Errorf("a broken hand counts against the grasp: %v", got)
	}
}

// A database that is closed answers with an error, at once.
func TestDatabaseGone(t *testing.T) {
	m := open(t, graspdb.Memory)
	m.DB.Close()
	if _, err := m.Grasps(t.Context(), "soup-can"); err == nil {
		t.Error("a closed database has grasps")
	}
	if err := m.Record(t.Context(), attempt(clear.Remembered{}, pick.Success, pick.NoFailure)); err == nil || fault.KindOf(err) == fault.Internal {
		t.Errorf("%v", err)
	}
}
