package flight

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// Table records the attempts of a simulated robot that clears a table, each pickup with the place that follows it: a clear.Witness and a
// hand.Observer. Its Step belongs into Robot.Each.
type Table struct {
	dir, name string
	robot     *robot.Robot
	wrist     geom.Pose // the arm's palm in the planner's
	tries     map[string]int

	w      *writer
	object int // in the world, -1 for none
	x_WF   geom.Pose
	frame  uint64
	fresh  bool
	truth  truth
	cloud  thinned
	buf    []byte
}

// ClearTable makes a recorder, which writes files into a folder whose names begin with a name. wrist is the arm's palm in the planner's.
func ClearTable(dir, name string, r *robot.Robot, wrist geom.Pose) *Table {
	t := &Table{dir: dir, name: clean(name), robot: r, wrist: wrist, tries: map[string]int{}}
	r.Hand.Observe(t)
	return t
}

// Begin implements clear.Witness.
func (t *Table) Begin(r *clear.Row) error {
	t.object = -1
	for i := range t.robot.World.Model.Objects {
		if t.robot.World.Model.Objects[i].Name == r.Key {
			t.object = i
		}
	}
	t.tries[r.Key]++
	h := Head{Source: "demo", Object: r.Name, Name: fmt.Sprintf("%s-%s-try-%d", t.name, clean(r.Key), t.tries[r.Key])}
	if t.object >= 0 {
		o := &t.robot.World.Model.Objects[t.object]
		h.Properties = &Properties{o.Mass, o.Stiffness, o.Friction, o.CrushForce}
	}
	s := Scene{Seg: r.View.Seg, Plan: r.Plan, Chosen: -1, X_FG: r.View.X_WF.Inv(), thinned: &t.cloud}
	s.fill(&h)
	tp := tape.Begin(t.robot.Hand)
	w, err := create(filepath.Join(t.dir, h.Name+".mcap"), Epoch, h, &tp)
	if err != nil {
		return err
	}
	w.buf = t.buf
	t.w, t.fresh, t.truth, t.x_WF = w, true, truth{}, r.View.X_WF
	s.write(w, geom.Pose{R: geom.IdentityRot})
	return w.err
}

// Phase implements clear.Witness.
func (t *Table) Phase(e pick.Event) {
	if t.w == nil {
		return
	}
	t.w.phase(int32(e.Phase), e.Phase.String())
	if e.Text != "" {
		t.w.log(rosgraph_msgs.LogInfo, e.Text)
	}
}

// Commanding implements hand.Observer.
func (t *Table) Commanding(c *hand.Controller, cmd hand.Command) {
	if t.w != nil {
		t.w.command(c.Status().Ticks, &cmd)
	}
}

// Changing implements hand.Observer.
func (t *Table) Changing(c *hand.Controller, p hand.Params) {
	if t.w != nil {
		t.w.settings(c.Status().Ticks, &p)
	}
}

// Stepped implements hand.Observer.
func (t *Table) Stepped(c *hand.Controller, r *hand.Reading) {
	if t.w == nil {
		return
	}
	st := c.Status()
	t.w.step(&st, r, t.fresh || r.Frame != t.frame)
	t.fresh, t.frame = false, r.Frame
}

// Step looks at the world after a tick.
func (t *Table) Step() {
	if t.w == nil || t.object < 0 || !t.w.began {
		return
	}
	ticks := t.robot.Hand.Status().Ticks
	t.truth.step(t.robot.World, t.object)
	t.w.truth(ticks, &t.truth.Truth)
	if ticks%tfEvery == 0 {
		t.w.poses(t.robot.World.State.X_WG, t.robot.World.State.Bodies[t.object].X_WO)
	}
}

// End implements clear.Witness.
func (t *Table) End(r *clear.Row, a *clear.Attempt) error {
	w := t.w
	t.w = nil
	if w == nil {
		return nil
	}
	t.buf = w.buf
	if a.Pickup.Grasp < 0 { // nothing was touched: no attempt
		t.tries[r.Key]--
		err := w.close()
		if e := os.Remove(w.path); err == nil && e != nil {
			err = fault.New("record attempt", w.path, fault.Permission, "%w", e)
		}
		return err
	}
	x := t.x_WF.Inv().Mul(a.X_WG).Mul(t.wrist.Inv())
	o := Outcome{
		Outcome: "missed", Cause: r.Reason, Believed: a.Pickup.Held, ForceN: a.Pickup.GripForce, PeakForceN: a.Pickup.PeakForce, SlipM: t.truth.Slide,
		Hardness: t.robot.Hand.Status().Hardness, DurationS: float64(w.now-w.start) * 1e-9,
		Grasp: &Choice{Kind: r.Grasp, Quality: a.Predicted, Palm: [7]float64{x.P.X, x.P.Y, x.P.Z, x.R.X, x.R.Y, x.R.Z, x.R.W}},
	}
	switch {
	case t.truth.Crushed:
		o.Outcome = "crushed"
	case r.Placed:
		o.Outcome = "placed"
	case a.Pickup.Held:
		o.Outcome = "left"
	}
	if t.object >= 0 {
		b := &t.robot.World.State.Bodies[t.object]
		o.PeakForceN = math.Max(b.PeakForce[0], b.PeakForce[1])
	}
	text := o.Outcome
	if o.Cause != "" {
		text += ": " + o.Cause
	}
	w.log(rosgraph_msgs.LogInfo, text)
	return w.end(&o)
}
