package faults

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/tabletop"
)

// tableCases are faults of what a task is planned with: they are seen only where a table is cleared.
func tableCases() []Case {
	return []Case{
		{Name: "the camera is silent", Clear: func(j *clear.Job) {
			j.Look = func(context.Context) (*clear.View, error) {
				return nil, fault.New("wait for cloud", "", fault.Timeout, "the camera is silent")
			}
		}},
		{Name: "the database is gone", Clear: func(j *clear.Job) { j.Memory = gone{} }},
	}
}

// gone is a memory whose database does not answer.
type gone struct{}

func (gone) Grasps(context.Context, string) ([]clear.Remembered, error) { return nil, noDatabase() }
func (gone) Broke(context.Context, string) (float64, error)             { return 0, noDatabase() }
func (gone) Record(context.Context, *clear.Attempt) error               { return noDatabase() }

func noDatabase() error {
	return fault.New("ask the memory", "", fault.Unavailable, "the database is gone")
}

// runTable clears a table of one object with a fault.
func runTable(ctx context.Context, c Case) (Row, error) {
	row := Row{Fault: c.Name, Task: "clear", Code: "-", Value: pick.ErrorValue}
	const seed = 2
	cfg := robot.DefaultConfig(seed)
	h := grasp.DefaultHand()
	rc := rehearse.DefaultConfig()
	rc.Fit(&h)
	cfg.Gripper, cfg.Hand = rc.Gripper, rc.Hand
	p := scene.DefaultParams()
	p.Seed = seed
	t, err := tabletop.New(seed, 1, cfg, p, rehearse.Properties{})
	if err != nil {
		return row, err
	}
	j := t.Job()
	j.Hand, j.Grasp, j.Wrist = h, grasp.DefaultParams(), rehearse.Wrist(&h, &cfg.Gripper)
	j.Trouble = func(err error) { row.Reason = err.Error() }
	j.Report = func(e clear.Progress) { row.enter(e.Event.Phase) }
	c.Clear(j)
	rows, err := j.RunAll(ctx)
	if ctx.Err() != nil {
		return row, fault.New("inject faults", c.Name, fault.Preempted, "%w", ctx.Err())
	}
	if err != nil {
		row.Reason = err.Error()
	} else if len(rows) == 1 && rows[0].Placed {
		row.Value = pick.Success
	}
	t.Settle(1)
	f := t.Fates()[0]
	row.Stands, row.Dropped, row.Crushed = f.Stands, f.Dropped, f.Damaged
	row.Still = r3.Norm(t.World.State.V_WG) == 0
	return row, nil
}

// enter notes a phase.
func (r *Row) enter(p pick.Phase) {
	if n := len(r.Phases); n == 0 || r.Phases[n-1] != p {
		r.Phases = append(r.Phases, p)
	}
}
