package tabletop

import (
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// lay lays a table and makes the job of clearing it.
func lay(t *testing.T, seed uint64, n int) (*Table, *clear.Job) {
	t.Helper()
	cfg := robot.DefaultConfig(seed)
	hand := grasp.DefaultHand()
	rc := rehearse.DefaultConfig()
	rc.Fit(&hand)
	cfg.Gripper, cfg.Hand = rc.Gripper, rc.Hand
	p := scene.DefaultParams()
	p.Seed = seed
	table, err := New(seed, n, cfg, p, rehearse.Properties{})
	if err != nil {
		t.Fatal(err)
	}
	j := table.Job()
	j.Hand, j.Grasp = hand, grasp.DefaultParams()
	j.Wrist = rehearse.Wrist(&hand, &cfg.Gripper)
	return table, j
}

func TestClear(t *testing.T) {
	table, j := lay(t, 2, 8)
	rows, err := j.RunAll(t.Context())
	for _, r := range rows {
		t.Logf("%-20s attempts %d regrasps %d placed %v %.1f N %s %s", r.Key, r.Attempts, r.Regrasps, r.Placed, r.Force, r.Grasp, r.Reason)
	}
	for _, f := range table.Fates() {
		t.Logf("%+v", f)
	}
	t.Logf("took %.1f s", table.Time())
	if err != nil {
		t.Fatal(err)
	}
	_ = slices.Index[[]int]
}
