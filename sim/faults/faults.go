// Package faults breaks a simulated pickup and place in every way that is known to happen in a lab, and tells what came of it: the result
// code, the phases, and what became of the object.
package faults

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/clear"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// Row is one fault and what came of it.
type Row struct {
	Fault   string
	Task    string // pickup, place, clear
	Value   pick.Value
	Code    string // of the last candidate that was tried, "-" for none
	Phases  []pick.Phase
	Reason  string
	Held    bool // the object is between the fingers at the end: in the world, not by what the hand says
	Stands  bool // on the table
	Dropped bool // it has fallen by more than a centimetre
	Crushed bool
	Still   bool // the arm stands
}

// Case is a fault to inject. The zero Case is none.
type Case struct {
	Name  string
	Place bool // in the place after a whole pickup; else in the pickup
	// Change alters the request or the robot before the task.
	Change func(*Rig)
	// At, when set, is called in every tick with the task's phase and the time since it began, s.
	At func(r *Rig, p pick.Phase, since float64)
	// Clear, when set, alters a job that clears a table of one object, instead of a pickup or a place.
	Clear func(*clear.Job)
	// Preempt gives the task up this long after the phase When began, s.
	Preempt float64
	When    pick.Phase
	cancel  bool
}

// Rig is a robot before a cube, with what to do.
type Rig struct {
	*robot.Robot
	Pickup pick.PickupRequest
	Place  pick.PlaceRequest
	home   geom.Vec // of the cube
	fell   bool
	rest   float64
}

const (
	cube    = "rubiks-cube"
	unseen  = "unseen-block"
	fallen  = 0.45 // m/s
	afterAt = 0.05 // s into a phase at which most faults come
)

// newRig is a robot before an object of the catalogue.
func newRig(object string, change func(*robot.Config)) (*Rig, error) {
	cfg := robot.DefaultConfig(5)
	if change != nil {
		change(&cfg)
	}
	put := func(name, as string, x, y float64) error {
		o, err := catalogue.Find(name)
		if err != nil {
			return err
		}
		known := rehearse.Known(&o).Object
		known.Name = as
		cfg.Objects = append(cfg.Objects, known)
		cfg.X_WO = append(cfg.X_WO, geom.Pose{R: o.Rest, P: geom.V(x, y, o.RestHalf().Z)})
		return nil
	}
	if err := put(object, object, 0, 0); err != nil {
		return nil, err
	}
	if err := put("toy-block", unseen, 0, 0.35); err != nil {
		return nil, err
	}
	rb, err := robot.New(cfg)
	if err != nil {
		return nil, err
	}
	r := &Rig{Robot: rb, home: cfg.X_WO[0].P}
	r.rest = r.home.Z
	over := geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: r3.Add(r.home, geom.V(0, 0, rb.World.Model.Gripper.PadCenter().X))}
	r.Pickup = pick.PickupRequest{
		Grasps: []pick.Candidate{{X_WG: over, Approach: pick.Translation{Direction: geom.UnitX, Frame: pick.InHand, Desired: 0.08, Min: 0.04}}},
		Lift:   pick.Translation{Direction: geom.UnitZ, Desired: 0.10, Min: 0.05}, Target: object, Support: sim.TableName,
	}
	there := over
	there.P.Y -= 0.3
	r.Place = pick.PlaceRequest{
		Locations: []pick.Location{{
			X_WG: there, Approach: pick.Translation{Direction: geom.V(0, 0, -1), Desired: 0.08, Min: 0.04},
			Retreat: pick.Translation{Direction: geom.V(-1, 0, 0), Frame: pick.InHand, Desired: 0.08, Min: 0.04},
		}},
		Target: object, Support: sim.TableName,
	}
	return r, nil
}

// body is the one that matters.
func (r *Rig) body() *sim.Body { return &r.World.State.Bodies[0] }

// miss grasps beside the cube.
func miss(r *Rig) { r.Pickup.Grasps[0].X_WG.P.X += 0.2 }

// shallow moves the grasp up, so that the pads reach little of the cube.
func shallow(r *Rig) { r.Pickup.Grasps[0].X_WG.P.Z += 0.036 }

// pulled holds the cube down in the first lifts.
func pulled(lifts int) func(*Rig, pick.Phase, float64) {
	n, last := 0, pick.Phase(-1)
	return func(r *Rig, p pick.Phase, _ float64) {
		if p == pick.Lifting && last != p {
			n++
		}
		last = p
		r.body().Push = geom.Vec{}
		if p == pick.Lifting && n <= lifts {
			r.body().Push = geom.V(0, 0, -60)
		}
	}
}

// hidden makes the checker blind for the block, and puts the block where one finger comes down.
func hidden(r *Rig) {
	g := r.Pickup.Grasps[0]
	r.Pickup.Grasps[0].AllowedTouch = []string{unseen}
	b := &r.World.State.Bodies[1]
	b.X_WO.P.X, b.X_WO.P.Y = g.X_WG.P.X, r.World.Model.Gripper.Stroke/2+0.03
}

// halt is an emergency stop in a phase.
func halt(in pick.Phase) func(*Rig, pick.Phase, float64) {
	return func(r *Rig, p pick.Phase, since float64) {
		if p == in && since > afterAt && r.Arm.Fault() == nil {
			r.Arm.Halt(fault.New("move arm", "", fault.Unavailable, "the emergency stop is pressed"))
		}
	}
}

// kill ends the hand's process in a phase.
func kill(in pick.Phase) func(*Rig, pick.Phase, float64) {
	return func(r *Rig, p pick.Phase, since float64) {
		if p == in && since > afterAt {
			r.Killed = true
		}
	}
}

// Cases are all faults.
func Cases() []Case {
	cases := []Case{
		{Name: "none"},
		{Name: "none", Place: true},
		{Name: "miss: the object is not where it was seen", Change: miss},
		{Name: "slip in the lift, once", Change: shallow, At: pulled(1)},
		{Name: "slip in the lift, always", Change: shallow, At: pulled(10)},
		{Name: "a pull of 2 N while it is held", At: func(r *Rig, p pick.Phase, _ float64) {
			if p == pick.HoldingObject {
				r.body().Push = geom.V(0, 0, -2)
			}
		}},
		{Name: "approach blocked by what is known", Change: func(r *Rig) { hidden(r); r.Pickup.Grasps[0].AllowedTouch = nil }},
		{Name: "approach blocked by what nobody saw", Change: hidden},
		{Name: "out of reach", Change: func(r *Rig) { r.Arm.Limits.Reach = 0.1 }},
		{Name: "out of reach", Place: true, Change: func(r *Rig) { r.Place.Locations[0].X_WG.P.Y = -3; r.Arm.Limits.Reach = 2 }},
		{Name: "place is occupied", Place: true, Change: func(r *Rig) { r.Place.Locations[0].X_WG.P.Y = 0.35 }},
		{Name: "nothing to stand on", Place: true, Change: func(r *Rig) { r.Place.Locations[0].X_WG.P.Z += 0.05 }},
		{Name: "place is occupied by what nobody saw", Place: true, Change: func(r *Rig) {
			l := &r.Place.Locations[0]
			l.AllowedTouch = []string{unseen}
			b := &r.World.State.Bodies[1]
			b.X_WO.P.X, b.X_WO.P.Y = l.X_WG.P.X, l.X_WG.P.Y
		}},
		{Name: "the arm's planner does not answer", Change: func(r *Rig) { r.Robot.Robot.Check = silentChecker{} }},
	}
	for _, p := range []pick.Phase{pick.MovingToPregrasp, pick.MovingToGrasp, pick.Closing, pick.Lifting, pick.Shaking} {
		cases = append(cases, Case{Name: "arm stopped while " + p.String(), At: halt(p)})
	}
	for _, p := range []pick.Phase{pick.MovingToPlace, pick.Placing, pick.Retreating} {
		cases = append(cases, Case{Name: "arm stopped while " + p.String(), Place: true, At: halt(p)})
	}
	for _, p := range []pick.Phase{pick.MovingToGrasp, pick.Closing, pick.Lifting, pick.HoldingObject} {
		cases = append(cases, Case{Name: "hand killed while " + p.String(), At: kill(p)})
	}
	for _, p := range []pick.Phase{pick.MovingToPlace, pick.Placing} {
		cases = append(cases, Case{Name: "hand killed while " + p.String(), Place: true, At: kill(p)})
	}
	for _, p := range []pick.Phase{
		pick.CheckingFeasibility, pick.MovingToPregrasp, pick.MovingToGrasp, pick.Closing, pick.AdjustingGrasp, pick.Lifting, pick.Shaking, pick.HoldingObject,
	} {
		cases = append(cases, Case{Name: "cancelled while " + p.String(), When: p, cancel: true})
	}
	for _, p := range []pick.Phase{pick.Opening, pick.Retreating} {
		cases = append(cases, Case{Name: "cancelled while " + p.String() + " after a miss", Change: miss, When: p, cancel: true, Preempt: afterAt})
	}
	cases = append(cases, Case{Name: "cancelled while " + pick.CheckingFeasibility.String(), Place: true, When: pick.CheckingFeasibility, cancel: true})
	for _, p := range []pick.Phase{pick.MovingToPlace, pick.Placing, pick.Opening, pick.Retreating} {
		cases = append(cases, Case{Name: "cancelled while " + p.String(), Place: true, When: p, cancel: true, Preempt: afterAt})
	}
	return append(cases, tableCases()...)
}

// silentChecker is a planner that does not answer.
type silentChecker struct{}

func (silentChecker) Hand(*pick.Query) error  { return noAnswer() }
func (silentChecker) Reach(*pick.Query) error { return noAnswer() }
func (silentChecker) Line(*pick.Query, geom.Pose, int) (int, error) {
	return 0, noAnswer()
}

func noAnswer() error {
	return fault.New("check motion", "", fault.Timeout, "the arm's planner does not answer")
}

// Run injects a fault.
func Run(ctx context.Context, c Case) (Row, error) {
	if c.Clear != nil {
		return runTable(ctx, c)
	}
	r, err := newRig(cube, nil)
	if err != nil {
		return Row{}, err
	}
	r.Each = func(*robot.Robot) {
		if b := r.body(); b.V.Z < -fallen && b.PadForce == [2]float64{} {
			r.fell = true
		}
	}
	params := pick.DefaultParams()
	row := Row{Fault: c.Name, Task: "pickup"}
	if c.Place {
		row.Task = "place"
		up, err := pick.NewPickup(r.Robot.Robot, r.Pickup, params)
		if err != nil {
			return row, err
		}
		if err := r.Run(ctx, up); err != nil {
			return row, fault.Wrap("prepare "+c.Name, "", err)
		}
	}
	if c.Change != nil {
		c.Change(r)
	}
	var task pick.Task
	var up *pick.Pickup
	var down *pick.Place
	if c.Place {
		down, err = pick.NewPlace(r.Robot.Robot, r.Place, params)
		task = down
	} else {
		up, err = pick.NewPickup(r.Robot.Robot, r.Pickup, params)
		task = up
	}
	if err != nil {
		return row, err
	}
	since, phase := r.Time(), task.Phase()
	for !task.Done() {
		if ctx.Err() != nil {
			return row, fault.New("inject faults", c.Name, fault.Preempted, "%w", ctx.Err())
		}
		r.Step()
		if p := task.Phase(); p != phase {
			since, phase = r.Time(), p
		}
		if c.At != nil {
			c.At(r, phase, r.Time()-since)
		}
		when := phase == c.When || c.When == pick.CheckingFeasibility && phase < 0
		if c.cancel && when && r.Time()-since >= c.Preempt {
			task.Preempt()
		}
		task.Step(r.Time())
	}
	r.body().Push = geom.Vec{}
	r.Settle(1)
	var tried []pick.Tried
	name := pick.Code.GraspName
	if c.Place {
		res := down.Result()
		row.Value, row.Reason, tried, name = res.Value, res.Reason, res.Tried, pick.Code.PlaceName
	} else {
		res := up.Result()
		row.Value, row.Reason, tried = res.Value, res.Reason, res.Tried
	}
	row.Code = "-"
	if n := len(tried); n > 0 {
		row.Code = fmt.Sprintf("%d %s", tried[n-1].Code, name(tried[n-1].Code))
	}
	for _, e := range task.Events() {
		row.enter(e.Phase)
	}
	b := r.body()
	row.Held = b.PadForce[0] > 0 && b.PadForce[1] > 0 && !b.Supported
	row.Stands = b.Supported
	row.Dropped, row.Crushed = r.fell, b.Crushed
	row.Still = r3.Norm(r.World.State.V_WG) == 0
	return row, nil
}

// State is the final state in words.
func (r *Row) State() string {
	s := "in the air"
	switch {
	case r.Held:
		s = "held"
	case r.Stands:
		s = "on the table"
	}
	if r.Dropped {
		s += ", dropped"
	}
	if r.Crushed {
		s += ", crushed"
	}
	if !r.Still {
		s += ", the arm moves"
	}
	return s
}
