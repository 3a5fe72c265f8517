package pick

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// Plan is one attempt to carry out.
type Plan struct {
	X_WG     geom.Pose // the palm when the hand closes
	Up       geom.Vec  // unit direction to lift in, in W
	Approach float64   // distance before X_WG, along the approach direction, at which the pick starts, m
	Along    geom.Vec  // unit direction of the approach, in W; zero for the palm's x
	// ApproachForce is the force on the hand at which the approach has run into something, N.
	ApproachForce float64

	ApproachSpeed float64 // m/s
	LiftHeight    float64 // m
	LiftMin       float64 // m of lift that are enough where the arm stops short of LiftHeight
	LiftSpeed     float64 // m/s
	TestSpeed     float64 // m/s at the start of the lift, while the hand takes over the weight
	TestHeight    float64 // m to rise at that speed without feeling slip before the lift proper
	Reserve       float64 // factor on the grip force once the weight is carried, if it slipped before
	// HeavyReserve is a factor on the grip force of a load of 6 N and more, less from 3 N on, once it is carried; 1 or less for none.
	HeavyReserve float64
	// Probe is a factor on the grip force by which an arm that feels the load on the hand tells a load that hangs from one that slides
	// unfelt: the pull of a sliding one grows with the grip. 1 or less for no probing.
	Probe       float64
	ShakeHeight float64 // m, 0 for no shaking
	ShakeAccel  float64 // m/s^2
	HoldTime    float64 // s of standing still at the end
	Centre      float64 // m that the palm may move aside after the finger that touches first
	Firmer      float64 // factor on the grip force right after loading, for a second try after a slip; 1 or less for none
}

// DefaultPlan is a pick at a pose with moderate speeds; up is the lifting direction. The hand finds the least force that
// carries the object; the reserve over it is what people keep (Westling and Johansson 1984: 10 to 40 %); more breaks what is fragile and stiff.
func DefaultPlan(X_WG geom.Pose, up geom.Vec) Plan {
	return Plan{
		X_WG: X_WG, Up: up, Approach: 0.05, ApproachForce: 4, ApproachSpeed: 0.05, LiftHeight: 0.1, LiftSpeed: 0.1, TestSpeed: 0.01, TestHeight: 0.005,
		Reserve: 1.15, HeavyReserve: 1.4, Probe: 1.15, ShakeHeight: 0.02, ShakeAccel: 2, HoldTime: 0.3, Centre: 0.03,
	}
}

// Failure is the class of what went wrong in an attempt.
type Failure uint8

const (
	NoFailure   Failure = iota
	RanInto             // the hand ran into something on the approach
	NotFound            // the hand closed and does not hold anything
	Gone                // it held something and lost it
	NotLifted           // it holds something that was not lifted far enough
	ArmFailure          // the arm does not obey
	HandFailure         // the hand does not, or has fallen silent
	Uncertain           // the pads have fallen silent, and the arm feels too little to tell whether something still hangs
)

// Verdict is what the executive concludes from touch alone.
type Verdict struct {
	Done     bool
	Grasping bool    // the hand ended with something between the pads that it did not lose
	At       Phase   // the phase in which it ended or failed
	Failure  Failure // what went wrong
	Reason   string  // why it failed; empty otherwise
	Risen    float64 // m that the palm has been lifted
	Slips    uint64  // frames in which slip was felt
	// Slid is how far the palm rose before the object came along, m: by so much it hangs lower in the hand. It is told by the load, on an
	// arm that feels none by the last slip.
	Slid float64
}

// Executive carries out a plan: it is the inside of one attempt.
type Executive struct {
	arm   Arm
	hand  Hand
	plan  Plan
	phase Phase
	since float64 // start of the phase, s
	start geom.Pose
	begun bool
	v     Verdict

	shakes  int
	centred float64
	slipped float64 // height at which slip was last felt, m
	moved   bool    // a lift line has been commanded
	height  float64 // m, of the lift as far as it went
	probe   probe
	weight  weight
	life    lifeSign
	hangs   hanging
}

// probe is one squeeze during the slow part of the lift, and what was felt before it.
type probe struct {
	state      probeState
	since      float64 // s
	load, grip float64 // N: pull on the hand, force of a finger
	slid       bool    // the pull grew with the grip in the last step
}

type probeState uint8

const (
	unprobed probeState = iota
	probing
	probed
)

// New makes an executive for a plan. The palm is expected at the start of the approach, the hand open.
func New(arm Arm, h Hand, plan Plan) (*Executive, error) {
	if !plan.X_WG.IsFinite() || !geom.IsFinite(plan.Up) {
		return nil, fault.New("plan pick", "", fault.Invalid, "the grasp pose or the lifting direction is not finite")
	}
	for _, f := range []float64{plan.ApproachSpeed, plan.LiftSpeed, plan.TestSpeed, plan.LiftHeight} {
		if !(f > 0 && f < 10) {
			return nil, fault.New("plan pick", "", fault.Invalid, "a speed or height of %g; they must be positive", f)
		}
	}
	return &Executive{arm: arm, hand: h, plan: plan, phase: MovingToGrasp}, nil
}

// along is the direction of the approach, in W.
func (p *Plan) along() geom.Vec {
	if p.Along != (geom.Vec{}) {
		return p.Along
	}
	return p.X_WG.R.Apply(geom.UnitX)
}

// Start is the palm's pose at the start of the approach.
func (p Plan) Start() geom.Pose {
	return geom.Pose{R: p.X_WG.R, P: r3.Sub(p.X_WG.P, r3.Scale(p.Approach, p.along()))}
}

// Phase is the present phase.
func (e *Executive) Phase() Phase { return e.phase }

// Verdict is the conclusion so far.
func (e *Executive) Verdict() Verdict { return e.v }

func (e *Executive) enter(p Phase, t float64) { e.phase, e.since = p, t }

func (e *Executive) fail(t float64, class Failure, format string, args ...any) {
	e.v.Done, e.v.At, e.v.Failure, e.v.Reason = true, e.phase, class, fmt.Sprintf(format, args...)
	e.arm.Stop()
	e.enter(Failed, t)
}

// risen is how far the palm has been lifted, m.
func (e *Executive) risen() float64 { return r3.Dot(e.plan.Up, r3.Sub(e.arm.Palm().P, e.start.P)) }

// Step looks at the hand at time t (seconds) and commands arm and hand. It returns the phase that then holds; Succeeded and
// Failed are final.
func (e *Executive) Step(t float64) Phase {
	if e.v.Done {
		return e.phase
	}
	st := e.hand.Status()
	e.v.Slips = st.Slips
	if e.phase == Lifting || e.phase == Shaking || e.phase == HoldingObject {
		e.v.Risen = e.risen()
	}
	if why := e.life.check(t, &st); why != "" {
		e.fail(t, HandFailure, "%s", why)
		return e.phase
	}
	switch e.phase {
	case MovingToGrasp:
		e.approach(t, &st)
	case Closing:
		e.close(t, &st)
	case AdjustingGrasp:
		if st.Mode == hand.SlipServo {
			if e.plan.Firmer > 1 {
				if err := e.hand.Do(hand.Command{Verb: hand.Tighten, Factor: e.plan.Firmer}); err != nil {
					e.fail(t, HandFailure, "%v", err)
					break
				}
			}
			e.start = e.arm.Palm()
			e.enter(Lifting, t)
			break
		}
		e.checkGrip(t, &st)
	case Lifting:
		e.lift(t, &st)
	case Shaking:
		e.shake(t, &st)
	case HoldingObject:
		if t-e.since >= e.plan.HoldTime && e.life.fresh(t) {
			e.succeed(t)
			break
		}
		e.checkGrip(t, &st)
	}
	return e.phase
}

func (e *Executive) succeed(t float64) {
	e.v.Done, e.v.Grasping, e.v.At = true, true, e.phase
	e.enter(Succeeded, t)
}

func (e *Executive) approach(t float64, st *hand.Status) {
	if !e.begun {
		e.begun, e.since = true, t
		if err := e.arm.MoveTo(e.plan.X_WG, e.plan.ApproachSpeed, 1); err != nil {
			e.fail(t, ArmFailure, "%v", err)
		}
		return
	}
	if e.late(t, e.plan.Approach, e.plan.ApproachSpeed) {
		return
	}
	if f := e.plan.ApproachForce; st.Force[0] > f || st.Force[1] > f || r3.Norm(e.arm.Force()) > f {
		e.fail(t, RanInto, "the fingers ran into something before the hand closed")
		return
	}
	if !e.arm.Moving() {
		if err := e.arm.Fault(); err != nil {
			e.fail(t, ArmFailure, "%v", err)
			return
		}
		if err := e.hand.Do(hand.Command{Verb: hand.Grasp}); err != nil {
			e.fail(t, HandFailure, "%v", err)
			return
		}
		e.enter(Closing, t)
	}
}

// close waits for both pads. While one pad alone touches, the palm gives way to that side as fast as the finger comes, so
// that the object stays where it is and the other finger comes to it.
func (e *Executive) close(t float64, st *hand.Status) {
	if st.Touched {
		e.arm.Stop()
		e.enter(AdjustingGrasp, t)
		return
	}
	if st.Motor.State == hand.Aborted {
		e.fail(t, handFailure(st.Motor.Reason), "%v", st.Motor.Reason)
		return
	}
	side := 0.0
	const pushed = 0.3 // N
	switch l, r := st.Force[0] > pushed, st.Force[1] > pushed; {
	case l && !r:
		side = 1
	case r && !l:
		side = -1
	}
	p := e.hand.Params()
	v := side * st.Closing / 2
	if e.centred*side >= e.plan.Centre {
		v = 0
	}
	if v != 0 {
		e.arm.Drift(e.plan.X_WG.R.Apply(geom.V(0, v, 0)))
	} else {
		e.arm.Stop()
	}
	e.centred = r3.Dot(e.plan.X_WG.R.Apply(geom.UnitY), r3.Sub(e.arm.Palm().P, e.plan.X_WG.P))
	if timeout := 2 + 2*p.PositionOpen/p.ClosingSpeed(); t-e.since > timeout {
		e.fail(t, NotFound, "the hand did not find contact within %.0f s", timeout)
	}
}

// checkGrip fails a pick whose hand has lost the object.
func (e *Executive) checkGrip(t float64, st *hand.Status) bool {
	switch {
	case st.Mode == hand.Position && st.Fault != hand.NoReason:
		e.fail(t, handFailure(st.Fault), "%v", st.Fault)
	case st.Empty:
		e.fail(t, Gone, "the hand is empty")
	case e.phase != AdjustingGrasp && e.hangs.see(t, -r3.Dot(e.plan.Up, e.arm.Force()), st) == unloaded:
		e.fail(t, Gone, "the pads fell silent, and nothing hangs from the hand any more")
	case e.phase != AdjustingGrasp && e.hangs.state == unknown:
		e.fail(t, Uncertain, "the pads fell silent, and the arm feels too little to tell whether something still hangs from the hand")
	case e.phase == AdjustingGrasp && t-e.since > 2+e.hand.Params().LoadTimeout:
		e.fail(t, NotFound, "the hand did not reach its grip force")
	default:
		return true
	}
	return false
}

const (
	testLimit  = 0.02 // m, bounds the slow part of the lift while the hand feels slip
	probeLimit = 0.03 // and while the load is probed
	probeRatio = 0.25 // of pull to grip of both fingers, under which a load surely hangs: all but the slipperiest things have more friction
	probeLoad  = 0.3  // N, pull that is too small to tell anything
	probeTime  = 0.3  // s for the grip to grow
	probeStep  = 1.3  // factor on the grip of a load that was found sliding
)

// sliding probes the load while the palm rises slowly. It reports that it has not come to an end.
func (e *Executive) sliding(t, risen float64, st *hand.Status) bool {
	load, grip := -r3.Dot(e.plan.Up, e.arm.Force()), (st.Force[0]+st.Force[1])/2
	p := &e.probe
	factor := e.plan.Probe
	switch p.state {
	case probed:
		return false
	case unprobed:
		if !(factor > 1) || load < probeLoad || load < probeRatio*2*grip {
			p.state = probed
			return false
		}
	case probing:
		if t-p.since < probeTime {
			return true
		}
		asked, gained := grip/p.grip-1, load/p.load-1
		p.slid = gained > asked/4 // it was caught on the way: what of the last step is left over is not known
		if asked < 0.02 || gained < asked/2 || risen >= probeLimit {
			p.state = probed
			return false
		}
		factor = probeStep
	}
	if err := e.hand.Do(hand.Command{Verb: hand.Tighten, Factor: factor}); err != nil {
		e.fail(t, HandFailure, "%v", err)
		return true
	}
	*p = probe{state: probing, since: t, load: load, grip: grip}
	return true
}

// lift takes over the weight slowly, until the hand has risen some way without feeling slip, then lifts.
func (e *Executive) lift(t float64, st *hand.Status) {
	if !e.checkGrip(t, st) {
		return
	}
	risen := e.risen()
	if st.Slip {
		e.slipped = risen
	}
	if !e.moved {
		e.weight.see(t, risen, -r3.Dot(e.plan.Up, e.arm.Force()))
	}
	if e.late(t, e.plan.LiftHeight, e.plan.TestSpeed) {
		return
	}
	if err := e.arm.Fault(); err != nil && !e.arm.Moving() {
		e.stoppedShort(t, risen, err)
		return
	}
	switch {
	case e.moved:
		if !e.arm.Moving() {
			e.lifted(t, risen)
		}
	case risen < e.slipped+e.plan.TestHeight && risen < math.Min(testLimit, e.plan.LiftHeight):
		e.arm.Drift(r3.Scale(e.plan.TestSpeed, e.plan.Up))
	case e.sliding(t, risen, st):
	default:
		if e.arm.Stop(); e.arm.Moving() {
			return
		}
		e.moved = true
		e.v.Slid = e.slipped
		if e.weight.load > hangLoad {
			e.v.Slid = e.weight.at
		}
		factor := e.reserve(st)
		e.bound(st, factor)
		if factor > 1 {
			if err := e.hand.Do(hand.Command{Verb: hand.Tighten, Factor: factor}); err != nil {
				e.fail(t, HandFailure, "%v", err)
				return
			}
		}
		goal := geom.Pose{R: e.start.R, P: r3.Add(e.start.P, r3.Scale(e.plan.LiftHeight, e.plan.Up))}
		if err := e.arm.MoveTo(goal, e.plan.LiftSpeed, 1); err != nil {
			e.stoppedShort(t, risen, err)
		}
	}
}

// A grip that just carries the weight of a thing whose middle is some millimetres off the pads does not carry its torque: it turns. Light
// things have what that takes, since the hand never grips them with less than grip_least. Heavy ones need it on top.
const (
	heavyFrom = 3.0 // N of load, from which on
	heavyFull = 6.0 // N, up to which it grows
)

// reserve is the factor on the grip for the lift proper. A grip that did not slip has shown that it carries the weight, and so has a
// probe whose last step the pull did not grow with.
func (e *Executive) reserve(st *hand.Status) float64 {
	heavy := math.Max(0, math.Min(1, (e.weight.load-heavyFrom)/(heavyFull-heavyFrom)))
	factor := 1 + heavy*math.Max(0, e.plan.HeavyReserve-1)
	if st.Slips > 0 && e.probe.since == 0 || e.probe.slid {
		factor *= e.plan.Reserve
	}
	return factor
}

const (
	smoothest   = 0.1 // friction of the smoothest things on rubber
	loadError   = 0.3 // N that an arm may be wrong by about a load
	loadReserve = 1.3 // of the load, for accelerations
	proven      = 2.0 // of a grip that has carried the load, beyond which a slip is felt that is none
)

// bound keeps the grip from growing beyond what carries the load even if it were as smooth as things are, once the load is known and the grip
// has carried it, nor beyond twice what has carried it. Tremors of the arm that are taken for slip would else crush what is weak. The
// hand's own answer to accelerations, the reserve and the limits of the task are within it.
func (e *Executive) bound(st *hand.Status, reserve float64) {
	if e.arm.Force() == (geom.Vec{}) { // it feels nothing
		return
	}
	grip := math.Max(st.Target, (st.Force[0]+st.Force[1])/2)
	most := math.Max(reserve*e.plan.Reserve*grip, math.Min(proven*grip, loadReserve*(e.weight.load+loadError)/(2*smoothest)))
	if p := e.hand.Params(); p.ForceLimit < 0 || most < p.ForceLimit {
		p.ForceLimit = most
		e.hand.SetParams(p)
	}
}

// late fails an attempt whose arm takes much longer for a way than it should.
func (e *Executive) late(t, way, speed float64) bool {
	limit := 20 + 4*way/speed
	if t-e.since <= limit {
		return false
	}
	e.fail(t, ArmFailure, "the arm did not arrive within %.0f s", limit)
	return true
}

// lifted sees how far the arm has come at the end of the lift.
func (e *Executive) lifted(t, risen float64) {
	const arrived = 1e-3 // m
	e.height = risen
	if err := e.arm.Fault(); err != nil || risen < e.plan.LiftHeight-arrived {
		e.stoppedShort(t, risen, err)
		return
	}
	e.height = e.plan.LiftHeight
	e.enter(Shaking, t)
}

// stoppedShort judges a lift that did not come to its end. The object is held all the same; an arm that has stopped does not shake it.
func (e *Executive) stoppedShort(t, risen float64, err error) {
	why := "it stopped"
	if err != nil {
		why = err.Error()
	}
	switch {
	case risen < e.plan.LiftMin-tolerance || e.plan.LiftMin <= 0 && risen < e.plan.LiftHeight/2:
		e.fail(t, NotLifted, "lifted by %.0f of %.0f mm: %s", 1e3*risen, 1e3*e.plan.LiftHeight, why)
		e.v.Grasping = true
	case err != nil:
		e.succeed(t)
	default:
		e.enter(Shaking, t)
	}
}

// shake moves down and up, twice, with the plan's acceleration.
func (e *Executive) shake(t float64, st *hand.Status) {
	if !e.checkGrip(t, st) || e.arm.Moving() {
		return
	}
	if e.plan.ShakeHeight <= 0 || e.shakes == 4 {
		e.enter(HoldingObject, t)
		return
	}
	if err := e.arm.Fault(); err != nil { // it was lifted; the rest of the test is the arm's fault, not the grip's
		e.succeed(t)
		return
	}
	h := e.height
	if e.shakes%2 == 0 {
		h -= e.plan.ShakeHeight
	}
	e.shakes++
	goal := geom.Pose{R: e.start.R, P: r3.Add(e.start.P, r3.Scale(h, e.plan.Up))}
	if err := e.arm.MoveTo(goal, 10*e.plan.LiftSpeed, e.plan.ShakeAccel); err != nil {
		e.fail(t, ArmFailure, "%v", err)
	}
}

// handFailure tells a hand that is broken from one that found nothing.
func handFailure(r hand.Reason) Failure {
	switch r {
	case hand.NoContact, hand.TimedOut, hand.OneSided, hand.Stalled, hand.Deformation:
		return NotFound
	case hand.Lost:
		return Gone
	}
	return HandFailure
}

// tolerance on distances, m: that of the original executive.
const tolerance = 1e-6
