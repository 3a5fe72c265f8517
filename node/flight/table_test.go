package flight

import (
	"context"
	"testing"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/tabletop"
)

// Each attempt of a robot that clears a table is a record of its own, from the approach until the object stands in its tray, and decides the same
// again, although the controller has been at work before.
func TestClearTable(t *testing.T) {
	cfg := robot.DefaultConfig(2)
	table, err := tabletop.New(2, 2, cfg, scene.DefaultParams(), rehearse.Properties{})
	if err != nil {
		t.Fatal(err)
	}
	job := table.Job()
	job.Hand, job.Grasp = grasp.DefaultHand(), grasp.DefaultParams()
	job.Wrist = rehearse.Wrist(&job.Hand, &cfg.Gripper)
	dir := t.TempDir()
	rec := ClearTable(dir, "table", table.Robot, job.Wrist)
	watch := table.Each
	table.Each = func(r *robot.Robot) { watch(r); rec.Step() }
	job.Witness = rec
	rows, err := job.RunAll(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	attempts := 0
	for _, r := range rows {
		attempts += r.Attempts
	}
	list := files(t, dir)
	if attempts == 0 || len(list) != attempts {
		t.Fatalf("%d records of %d attempts", len(list), attempts)
	}
	for _, f := range list {
		r := same(t, f)
		if r.Outcome == nil || r.Outcome.Outcome != "placed" || r.Outcome.Grasp == nil || r.Head.Source != "demo" || len(r.Tape.Truth) != len(r.Tape.Ticks) {
			t.Errorf("%s: %+v", f, r.Outcome)
		}
		if len(r.Phases) < 6 || len(r.Head.RunnersUp) == 0 || len(r.Head.State) == 0 {
			t.Errorf("%s: %d phases, %d grasps, a state of %d bytes", f, len(r.Phases), len(r.Head.RunnersUp), len(r.Head.State))
		}
	}
}
