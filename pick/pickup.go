package pick

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// Candidate is one grasp to try.
type Candidate struct {
	ID              string
	X_WG            geom.Pose   // the palm when the hand closes
	Opening         float64     // m between the pads on the approach; 0 for position_open
	Approach        Translation // towards X_WG
	MaxContactForce float64     // N a finger; 0 or less for none
	AllowedTouch    []string    // names of things that may be touched or pushed
}

func (c *Candidate) opening(r *Robot) float64 {
	if c.Opening > 0 {
		return c.Opening
	}
	return r.Hand.Params().PositionOpen
}

// PickupRequest is what to pick up and how.
type PickupRequest struct {
	Grasps          []Candidate // in the order in which to try them
	Lift            Translation
	Target          string // the object's name to the Checker; "" where it has none
	Support         string // likewise, what it stands on
	AllowSupport    bool   // the hand may touch the support
	MaxContactForce float64
	OnlyFeasibility bool // check all grasps and move nothing
	// IgnoreCollisions checks reach alone.
	IgnoreCollisions bool
}

// Tried is how one candidate fared.
type Tried struct {
	Candidate int // index in the request
	Code      Code
	// Continue: the world was not touched, another candidate may be tried without looking again.
	Continue bool
	Reason   string // in words; empty for success
}

// PickupResult is how a pickup ended, or stands.
type PickupResult struct {
	Value     Value
	Preempted bool
	Grasp     int // index of the grasp that was carried out last, -1 for none
	Tried     []Tried
	Reason    string // in words; empty for success
	Held      bool   // the object is in the hand, as far as touch tells
	LookAgain bool   // the object may have moved: segment the scene anew before the next try
	Verdict   Verdict
	Regrasps  int
	Slips     uint64  // frames in which slip was felt, in all tries
	GripForce float64 // N, mean of both fingers at the end
	PeakForce float64 // N, largest that a pad has felt
}

// Pickup carries out a PickupRequest. See the package's introduction for how to run it.
type Pickup struct {
	task
	req PickupRequest
	res PickupResult

	state    pickupState
	next     int // candidate to check next
	back     way
	lift     way
	start    geom.Pose
	exec     *Executive
	seen     Phase // of exec
	regrasps int
	zeroes   int
	failed   Tried // what is reported after the retreat
	goal     geom.Pose
	firmer   float64
}

type pickupState uint8

const (
	checking  pickupState = iota
	preparing             // the hand opens while the arm moves to the pregrasp
	zeroing               // the fingertips are zeroed in the open hand, for they drift
	attempting
	letGo     // the hand is empty and opens
	backing   // and goes back
	reopening // for a second try
	lowering  // to the grasp once more
	returning // to the grasp, with what may be in the hand
)

// NewPickup checks a request and makes the task.
func NewPickup(r *Robot, req PickupRequest, p Params) (*Pickup, error) {
	const op = "pick up"
	if len(req.Grasps) == 0 {
		return nil, fault.New(op, "", fault.Invalid, "no grasp is given; plan some first")
	}
	if err := req.Lift.check("lift", geom.IdentityRot); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	for i := range req.Grasps {
		c := &req.Grasps[i]
		name := fmt.Sprintf("grasp %d", i)
		if !c.X_WG.IsFinite() || !(c.Opening >= 0 && c.Opening < 1) {
			return nil, fault.New(op, name, fault.Invalid, "its pose is not finite, or its opening of %g m is not between 0 and 1", c.Opening)
		}
		if err := c.Approach.check("approach", c.X_WG.R); err != nil {
			return nil, fault.Wrap(op, name, err)
		}
	}
	if !(p.TravelSpeed > 0 && p.ApproachSpeed > 0 && p.Step > 0) {
		return nil, fault.New(op, "", fault.Invalid, "settings are unset; start from DefaultParams")
	}
	k := &Pickup{task: newTask(op, r, p), req: req}
	k.res.Grasp = -1
	return k, nil
}

// Result is how the pickup stands.
func (k *Pickup) Result() PickupResult { return k.res }

// Current is the candidate under way, -1 before the first, and how many there are.
func (k *Pickup) Current() (i, of int) { return k.index, len(k.req.Grasps) }

// Step looks at arm and hand at time t and commands them.
func (k *Pickup) Step(t float64) {
	if k.final {
		return
	}
	k.now = t
	st := k.robot.Hand.Status()
	k.res.PeakForce = math.Max(k.res.PeakForce, math.Max(st.Force[0], st.Force[1]))
	if k.giveUp() {
		if k.final {
			k.res.Preempted, k.res.Held, k.res.Reason = true, k.robot.holding(), k.events[len(k.events)-1].Text
			k.res.LookAgain = k.state != checking && k.state != preparing && k.state != zeroing
		}
		return
	}
	if why := k.life.check(t, &st); why != "" && k.state != checking {
		k.disturbed(GraspFailed, ErrorValue, why)
		k.res.Held = k.robot.holding()
		return
	}
	switch k.state {
	case checking:
		k.check()
	case preparing:
		k.prepare()
	case zeroing:
		k.zeroed(&st)
	case attempting:
		k.attempt(t)
	case letGo:
		k.letGo()
	case backing:
		k.backOff()
	case reopening, lowering:
		k.again()
	case returning:
		if how, err := k.moved(k.goal); how == arrived {
			k.enter(Opening, "%s", k.failed.Reason)
			k.begin(letGo, k.open(k.req.Grasps[k.index].opening(k.robot)), k.failed.Reason)
		} else if how != underWay {
			k.disturbed(GraspFailed, ErrorValue, k.failed.Reason+"; then "+err.Error())
		}
	}
}

// check looks for the next candidate that is feasible, one a step.
func (k *Pickup) check() {
	if k.next == 0 && !k.req.OnlyFeasibility && k.robot.holding() {
		k.res.Held = true
		k.finish(Unfeasible, "the hand holds something already: put that down first")
		return
	}
	if k.next == len(k.req.Grasps) {
		k.exhausted()
		return
	}
	i := k.next
	k.next++
	k.index = i
	k.enter(CheckingFeasibility, "grasp %d of %d", i+1, len(k.req.Grasps))
	c := &k.req.Grasps[i]
	back, lift, v := k.robot.feasibleGrasp(&k.req, c, &k.p)
	switch {
	case v.err != nil:
		k.tried(Tried{i, GraspUnfeasible, true, v.err.Error()})
		k.finish(ErrorValue, v.err.Error())
	case v.why != "":
		k.tried(Tried{i, v.code, true, v.why})
	case k.req.OnlyFeasibility:
		k.tried(Tried{i, GraspSuccess, true, ""})
	default:
		k.back, k.lift, k.start = back, lift, back.from(c.X_WG)
		k.regrasps, k.firmer = 0, 1
		k.approach(i, c)
	}
}

// approach starts towards the pregrasp, and opens the hand on the way.
func (k *Pickup) approach(i int, c *Candidate) {
	k.enter(MovingToPregrasp, "")
	k.robot.slid, k.robot.early = 0, 0
	if err := k.open(c.opening(k.robot)); err != nil {
		k.tried(Tried{i, GraspFailed, true, err.Error()})
		k.finish(ErrorValue, err.Error())
		return
	}
	if err := k.robot.Arm.Transit(k.start, k.p.TravelSpeed, k.p.Accel); err != nil {
		k.cannotMove(err)
		return
	}
	k.state = preparing
}

// cannotMove goes on to the next candidate after a motion that failed without touching anything.
func (k *Pickup) cannotMove(err error) {
	k.tried(Tried{k.index, GraspMoveArmFailed, true, err.Error()})
	k.state = checking
	if fault.KindOf(err) == fault.Conflict {
		k.finish(ArmMovementPrevented, err.Error())
	}
}

func (k *Pickup) prepare() {
	how, err := k.moved(k.start)
	switch how {
	case broken, late:
		k.cannotMove(err)
		return
	case underWay:
		return
	}
	open, err := k.opened()
	if err != nil {
		k.tried(Tried{k.index, GraspFailed, true, err.Error()})
		k.finish(ErrorValue, err.Error())
		return
	}
	if open {
		k.zeroes = 0
		k.zero()
	}
}

// zero starts to zero the fingertips. A hand without pads has nothing to zero; pads that cannot be zeroed have to be good as they are.
func (k *Pickup) zero() {
	k.zeroes++
	k.state, k.since = zeroing, k.now
	if err := k.robot.Hand.Do(hand.Command{Verb: hand.Zero}); err != nil {
		k.try()
	}
}

// zeroed waits for the fingertips.
func (k *Pickup) zeroed(st *hand.Status) {
	const patience, news, tries = 2.0, 0.05, 3 // s, s until the hand's status tells of it
	switch busy := st.Zero == touch.ZeroBusy; {
	case k.waited() < news, busy && k.waited() < patience:
	case st.Zero == touch.ZeroNoisy && k.zeroes < tries:
		k.zero()
	default:
		k.try()
	}
}

// try starts the inside of the attempt from the start of the approach.
func (k *Pickup) try() {
	c := &k.req.Grasps[k.index]
	k.robot.Limit(k.req.MaxContactForce, c.MaxContactForce)
	plan := DefaultPlan(c.X_WG, k.lift.dir)
	plan.Along, plan.Approach = r3.Scale(-1, k.back.dir), k.back.distance
	plan.ApproachForce, plan.ApproachSpeed = k.p.ApproachForce, k.p.ApproachSpeed
	plan.LiftHeight, plan.LiftMin, plan.LiftSpeed = k.lift.distance, math.Abs(k.req.Lift.Min), k.p.LiftSpeed
	plan.ShakeHeight, plan.ShakeAccel = math.Min(k.p.Shake, k.lift.distance/2), k.p.ShakeAccel
	plan.HoldTime, plan.Firmer = k.p.HoldTime, k.firmer
	if k.firmer > 1 {
		plan.ApproachSpeed = math.Min(plan.ApproachSpeed, k.p.CarefulSpeed)
	}
	exec, err := New(k.robot.Arm, k.robot.Hand, plan)
	if err != nil {
		k.tried(Tried{k.index, GraspUnfeasible, true, err.Error()})
		k.state = checking
		return
	}
	k.exec, k.seen, k.state = exec, -1, attempting
	k.res.Grasp = k.index
}

func (k *Pickup) attempt(t float64) {
	p := k.exec.Step(t)
	if p != k.seen && !p.Final() {
		k.seen = p
		k.enter(p, "")
	}
	v := k.exec.Verdict()
	if !v.Done {
		return
	}
	st := k.robot.Hand.Status()
	k.res.Verdict, k.res.GripForce = v, (st.Force[0]+st.Force[1])/2
	k.res.Slips += v.Slips
	reason := fmt.Sprintf("while %v: %s", v.At, v.Reason)
	switch v.Failure {
	case NoFailure:
		k.res.Held = true
		k.robot.slid = v.Slid
		k.tried(Tried{k.index, GraspSuccess, false, ""})
		k.finish(Success, "")
	case NotLifted:
		k.res.Held = true
		k.robot.slid = v.Slid
		k.disturbed(LiftFailed, LiftFailedValue, reason)
	case ArmFailure:
		k.res.Held = k.robot.holding()
		if k.res.Held {
			k.disturbed(LiftFailed, LiftFailedValue, reason)
			return
		}
		k.disturbed(GraspFailed, ErrorValue, reason)
	case Uncertain:
		if v.Risen <= k.p.RegraspHeight {
			k.failed = Tried{k.index, GraspFailed, false, reason}
			k.enter(Placing, "%s: down again, where it stands if it is still there", reason)
			k.goal = k.req.Grasps[k.index].X_WG
			k.begin(returning, k.robot.Arm.MoveTo(k.goal, k.p.PlaceSpeed, k.p.Accel), reason)
			return
		}
		k.res.Held = k.robot.holding()
		k.disturbed(GraspFailed, ErrorValue, reason+": look, and open it by hand")
	case HandFailure:
		k.res.Held = k.robot.holding()
		k.disturbed(GraspFailed, ErrorValue, reason)
	case Gone:
		if k.regrasps < k.p.Regrasps && v.Risen <= k.p.RegraspHeight {
			k.regrasps++
			k.res.Regrasps++
			k.enter(Opening, "it slipped off %.0f mm over the table: once more, firmer", 1e3*v.Risen)
			k.begin(reopening, k.open(k.req.Grasps[k.index].opening(k.robot)), reason)
			return
		}
		fallthrough
	default: // ran into something, found nothing, or lost it
		k.failed = Tried{k.index, GraspFailed, false, reason}
		k.enter(Opening, "%s", reason)
		k.begin(letGo, k.open(k.req.Grasps[k.index].opening(k.robot)), reason)
	}
}

// begin goes over into a state unless the command for it was refused.
func (k *Pickup) begin(s pickupState, err error, reason string) {
	if err != nil {
		k.disturbed(GraspFailed, ErrorValue, reason+"; then "+err.Error())
		return
	}
	k.state = s
}

// letGo waits for the empty hand to open, and sends it back along the approach by the least distance.
func (k *Pickup) letGo() {
	if open, err := k.opened(); err == nil && !open {
		return
	}
	d := math.Min(math.Abs(k.req.Grasps[k.index].Approach.Min), k.back.distance)
	if d == 0 {
		d = k.back.distance
	}
	w := way{k.back.dir, d}
	k.goal = w.from(k.robot.Arm.Palm())
	k.enter(Retreating, "")
	if err := k.robot.Arm.MoveTo(k.goal, k.p.CarefulSpeed, k.p.Accel); err != nil {
		k.disturbed(k.failed.Code, FailedValue, k.failed.Reason) // the retreat is best effort
		return
	}
	k.state = backing
}

func (k *Pickup) backOff() {
	if how, _ := k.moved(k.goal); how != underWay {
		k.disturbed(k.failed.Code, FailedValue, k.failed.Reason)
	}
}

// again opens the hand about the object, goes down to the grasp and closes once more.
func (k *Pickup) again() {
	c := &k.req.Grasps[k.index]
	reason := k.res.Verdict.Reason
	if k.state == reopening {
		open, err := k.opened()
		if err != nil {
			k.disturbed(GraspFailed, FailedValue, reason+"; "+err.Error())
		} else if open {
			k.enter(MovingToGrasp, "")
			k.begin(lowering, k.robot.Arm.MoveTo(c.X_WG, k.p.CarefulSpeed, k.p.Accel), reason)
		}
		return
	}
	st := k.robot.Hand.Status()
	if math.Max(st.Force[0], st.Force[1]) > k.p.ApproachForce {
		k.robot.Arm.Stop()
		k.disturbed(GraspFailed, FailedValue, reason+"; then the fingers ran into something")
		return
	}
	switch how, err := k.moved(c.X_WG); how {
	case broken, late:
		k.disturbed(GraspFailed, FailedValue, reason+"; then "+err.Error())
	case arrived:
		k.back.distance, k.firmer = 0, k.p.RegraspForce
		k.try()
	}
}

// tried notes how the present candidate fared.
func (k *Pickup) tried(t Tried) { k.res.Tried = append(k.res.Tried, t) }

// disturbed ends the pickup after the hand may have disturbed something.
func (k *Pickup) disturbed(c Code, v Value, why string) {
	k.robot.Arm.Stop()
	k.tried(Tried{k.index, c, false, why})
	k.res.LookAgain = !k.res.Held
	k.finish(v, why)
}

// exhausted ends the pickup when every candidate has been looked at.
func (k *Pickup) exhausted() {
	if k.req.OnlyFeasibility {
		for _, t := range k.res.Tried {
			if t.Code == GraspSuccess {
				k.res.Grasp = t.Candidate
				k.finish(Success, "")
				return
			}
		}
	}
	first := k.res.Tried[0]
	k.finish(Unfeasible, fmt.Sprintf("none of %d grasps is possible; the first: %s, %s", len(k.res.Tried), first.Code.GraspName(), first.Reason))
}

func (k *Pickup) finish(v Value, why string) {
	k.res.Value, k.res.Reason = v, why
	k.end(valueKind(v), why)
}

// valueKind is the class of error of a result.
func valueKind(v Value) fault.Kind {
	switch v {
	case Unfeasible:
		return fault.NoGrasp
	case ErrorValue, ArmMovementPrevented:
		return fault.Unavailable
	case CancelledValue:
		return fault.Preempted
	}
	return fault.Other
}
