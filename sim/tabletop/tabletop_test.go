package tabletop

import (
	"context"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick"
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
	j.Hand, j.Grasp, j.Wrist = hand, grasp.DefaultParams(), rehearse.Wrist(&hand, &cfg.Gripper)
	return table, j
}

// gone is a memory whose database has gone away.
type gone struct{ asked *int }

func (g gone) Grasps(context.Context, string) ([]clear.Remembered, error) {
	*g.asked++
	return nil, fault.New("read grasps", "lab", fault.Unavailable, "the database is gone")
}
func (g gone) Broke(context.Context, string) (float64, error) {
	*g.asked++
	return 0, fault.New("read attempts", "lab", fault.Unavailable, "the database is gone")
}
func (g gone) Record(context.Context, *clear.Attempt) error {
	*g.asked++
	return fault.New("record attempt", "lab", fault.Unavailable, "the database is gone")
}

// The table is cleared, and everything stands in its tray undamaged; a database that is gone is told of and costs nothing else.
func TestClearWithoutDatabase(t *testing.T) {
	table, j := lay(t, 2, 4)
	asked, told := 0, 0
	j.Memory, j.Trouble = gone{&asked}, func(error) { told++ }
	phases := map[pick.Phase]bool{}
	j.Report = func(p clear.Progress) { phases[p.Event.Phase] = true }
	rows, err := j.RunAll(t.Context())
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows {
		if !r.Placed || r.Reason != "" || r.Attempts < 1 {
			t.Errorf("%+v", r)
		}
	}
	for _, f := range table.Fates() {
		if f.Dropped || f.Damaged || !f.Stands {
			t.Errorf("%+v", f)
		}
	}
	if asked == 0 || told != asked {
		t.Errorf("the memory failed %d times, told %d times", asked, told)
	}
	if !phases[pick.Shaking] || !phases[pick.Placing] || !phases[pick.Retreating] {
		t.Errorf("phases told: %v", phases)
	}
}

// A camera that is silent ends the work before anything moves; so does one that falls silent later, with what was done told.
func TestCameraSilent(t *testing.T) {
	table, j := lay(t, 2, 2)
	look, n := j.Look, 0
	silent := fault.New("wait for cloud", "/camera", fault.Timeout, "no cloud within 3 s")
	for _, after := range []int{0, 1} {
		n = 0
		j.Look = func(ctx context.Context) (*clear.View, error) {
			if n++; n > after {
				return nil, silent
			}
			return look(ctx)
		}
		home := table.Arm.Palm()
		rows, err := j.RunAll(t.Context())
		if after == 0 && (fault.KindOf(err) != fault.Timeout || len(rows) > 0 || table.Arm.Palm() != home) {
			t.Errorf("silent from the start: %v, %v", rows, err)
		}
		if after == 1 && (err != nil || len(rows) != 2) { // two objects that are taken at once need no second look
			t.Errorf("silent later: %v, %v", rows, err)
		}
	}
}

// An interrupted job leaves the arm still and says so.
func TestInterrupted(t *testing.T) {
	table, j := lay(t, 2, 2)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j.Report = func(p clear.Progress) {
		if p.Event.Phase == pick.MovingToPlace {
			cancel()
		}
	}
	rows, err := j.RunAll(ctx)
	if fault.KindOf(err) != fault.Preempted || len(rows) == 0 {
		t.Errorf("%v, %v", rows, err)
	}
	table.Settle(0.5)
	if table.Arm.Moving() {
		t.Error("the arm moves")
	}
	if is, why := table.Robot.Robot.Grasping(); !is {
		t.Errorf("the object is not in the hand any more: %s", why)
	}
}

func TestSplit(t *testing.T) {
	for n, tables := range map[int]int{0: 0, 1: 1, 12: 1, 13: 2, 40: 4} {
		sum := 0
		for _, k := range Split(n) {
			sum += k
		}
		if got := Split(n); len(got) != tables || sum != n {
			t.Errorf("%d: %v", n, got)
		}
	}
}
