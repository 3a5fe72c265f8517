// Package pick carries out one pick: move in, close by touch, load, lift, shake, verify.
//
// An Executive is a state machine without a clock: one Step a tick, with the time as argument. It knows the world only by what
// an arm and a hand say, so that the same code runs a rehearsal and a robot.
package pick

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// Arm moves the palm G in the world W.
type Arm interface {
	// Palm is X_WG now.
	Palm() geom.Pose
	// MoveTo starts a straight line with at most a peak speed (m/s) and acceleration (m/s^2), in place of any motion under way.
	MoveTo(X_WG geom.Pose, speed, accel float64) error
	// Drift moves at a steady velocity, in W, until the next command.
	Drift(v_W geom.Vec)
	// Stop brakes.
	Stop()
	// Force is the force on the hand as far as the arm feels it, in W, N; zero where it does not.
	Force() geom.Vec
	// Moving reports whether the last command is still being carried out.
	Moving() bool
}

// Hand is a gripper that grasps by touch; *hand.Controller is one.
type Hand interface {
	Do(cmd hand.Command) error
	Status() hand.Status
	Params() hand.Params
}

// Outcome of a grasp.
type Outcome uint8

const (
	Unknown Outcome = iota
	Held            // lifted, and moves with the palm
	Slipped         // was gripped, and slid or fell
	Crushed         // a finger pressed harder than the object stands
	Missed          // was never gripped from both sides
)

func (o Outcome) String() string {
	switch o {
	case Held:
		return "held"
	case Slipped:
		return "slipped"
	case Crushed:
		return "crushed"
	case Missed:
		return "missed"
	}
	return "unknown"
}

// MarshalText writes the name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Phase of a pick. The numbers are those of manipulation_msgs/ManipulationPhase.
type Phase int32

const (
	MovingToGrasp  Phase = 2
	Closing        Phase = 3
	AdjustingGrasp Phase = 4 // loading to the grip force
	Lifting        Phase = 5
	Shaking        Phase = 12
	Succeeded      Phase = 13
	Failed         Phase = 14
	HoldingObject  Phase = 16
)

func (p Phase) String() string {
	switch p {
	case MovingToGrasp:
		return "moving to the grasp"
	case Closing:
		return "closing"
	case AdjustingGrasp:
		return "loading"
	case Lifting:
		return "lifting"
	case Shaking:
		return "shaking"
	case Succeeded:
		return "succeeded"
	case Failed:
		return "failed"
	case HoldingObject:
		return "holding"
	}
	return fmt.Sprintf("phase %d", int32(p))
}

// Plan is one pick to carry out.
type Plan struct {
	X_WG     geom.Pose // the palm when the hand closes
	Up       geom.Vec  // unit direction to lift in, in W
	Approach float64   // distance before X_WG, along the approach direction, at which the pick starts, m
	// ApproachForce is the force on the hand at which the approach has run into something, N.
	ApproachForce float64

	ApproachSpeed float64 // m/s
	LiftHeight    float64 // m
	LiftSpeed     float64 // m/s
	TestSpeed     float64 // m/s at the start of the lift, while the hand takes over the weight
	TestHeight    float64 // m to rise at that speed without feeling slip before the lift proper
	Reserve       float64 // factor on the grip force once the weight is carried, if it slipped before
	// Probe is a factor on the grip force by which an arm that feels the load on the hand tells a load that hangs from one that slides
	// unfelt: the pull of a sliding one grows with the grip. 1 or less for no probing.
	Probe       float64
	ShakeHeight float64 // m, 0 for no shaking
	ShakeAccel  float64 // m/s^2
	HoldTime    float64 // s of standing still at the end
	Centre      float64 // m that the palm may move aside after the finger that touches first
}

// DefaultPlan is a pick at a pose with moderate speeds; up is the lifting direction. The hand finds the least force that
// carries the object; the reserve over it is what people keep (Westling and Johansson 1984: 10 to 40 %); more breaks what is fragile and stiff.
func DefaultPlan(X_WG geom.Pose, up geom.Vec) Plan {
	return Plan{
		X_WG: X_WG, Up: up, Approach: 0.05, ApproachForce: 4, ApproachSpeed: 0.05, LiftHeight: 0.1, LiftSpeed: 0.1, TestSpeed: 0.01, TestHeight: 0.005,
		Reserve: 1.15, Probe: 1.15, ShakeHeight: 0.02, ShakeAccel: 2, HoldTime: 0.3, Centre: 0.03,
	}
}

// Verdict is what the executive concludes from touch alone.
type Verdict struct {
	Done     bool
	Grasping bool   // the hand ended with something between the pads that it did not lose
	At       Phase  // the phase in which it ended or failed
	Reason   string // why it failed; empty otherwise
}

// Executive carries out a plan.
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
	probe   probe
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

// Start is the palm's pose at the start of the approach.
func (p Plan) Start() geom.Pose {
	back := p.X_WG.R.Apply(geom.V(-p.Approach, 0, 0))
	return geom.Pose{R: p.X_WG.R, P: r3.Add(p.X_WG.P, back)}
}

// Phase is the present phase.
func (e *Executive) Phase() Phase { return e.phase }

// Verdict is the conclusion so far.
func (e *Executive) Verdict() Verdict { return e.v }

func (e *Executive) enter(p Phase, t float64) { e.phase, e.since = p, t }

func (e *Executive) fail(t float64, format string, args ...any) {
	e.v = Verdict{Done: true, At: e.phase, Reason: fmt.Sprintf(format, args...)}
	e.arm.Stop()
	e.enter(Failed, t)
}

// Step looks at the hand at time t (seconds) and commands arm and hand. It returns the phase that then holds; Succeeded and
// Failed are final.
func (e *Executive) Step(t float64) Phase {
	st := e.hand.Status()
	switch e.phase {
	case MovingToGrasp:
		e.approach(t, &st)
	case Closing:
		e.close(t, &st)
	case AdjustingGrasp:
		if st.Mode == hand.SlipServo {
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
		if t-e.since >= e.plan.HoldTime {
			e.v = Verdict{Done: true, Grasping: true, At: e.phase}
			e.enter(Succeeded, t)
			break
		}
		e.checkGrip(t, &st)
	}
	return e.phase
}

func (e *Executive) approach(t float64, st *hand.Status) {
	if !e.begun {
		e.begun, e.since = true, t
		if err := e.arm.MoveTo(e.plan.X_WG, e.plan.ApproachSpeed, 1); err != nil {
			e.fail(t, "%v", err)
		}
		return
	}
	if f := e.plan.ApproachForce; st.Force[0] > f || st.Force[1] > f || r3.Norm(e.arm.Force()) > f {
		e.fail(t, "the fingers ran into something before the hand closed")
		return
	}
	if !e.arm.Moving() {
		if err := e.hand.Do(hand.Command{Verb: hand.Grasp}); err != nil {
			e.fail(t, "%v", err)
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
		e.fail(t, "%v", st.Motor.Reason)
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
		e.fail(t, "the hand did not find contact within %.0f s", timeout)
	}
}

// checkGrip fails a pick whose hand has lost the object.
func (e *Executive) checkGrip(t float64, st *hand.Status) bool {
	switch {
	case st.Mode == hand.Position && st.Fault != hand.NoReason:
		e.fail(t, "%v", st.Fault)
	case st.Empty:
		e.fail(t, "the hand is empty")
	case e.phase == AdjustingGrasp && t-e.since > 2+e.hand.Params().LoadTimeout:
		e.fail(t, "the hand did not reach its grip force")
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
		e.fail(t, "%v", err)
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
	risen := r3.Dot(e.plan.Up, r3.Sub(e.arm.Palm().P, e.start.P))
	if st.Slip {
		e.slipped = risen
	}
	switch {
	case e.moved:
		if !e.arm.Moving() {
			e.enter(Shaking, t)
		}
	case risen < e.slipped+e.plan.TestHeight && risen < math.Min(testLimit, e.plan.LiftHeight):
		e.arm.Drift(r3.Scale(e.plan.TestSpeed, e.plan.Up))
	case e.sliding(t, risen, st):
	default:
		if e.arm.Stop(); e.arm.Moving() {
			return
		}
		e.moved = true
		// A grip that did not slip has shown that it carries the weight, and so has a probe whose last step the pull did
		// not grow with.
		if st.Slips > 0 && e.probe.since == 0 || e.probe.slid {
			if err := e.hand.Do(hand.Command{Verb: hand.Tighten, Factor: e.plan.Reserve}); err != nil {
				e.fail(t, "%v", err)
				return
			}
		}
		goal := geom.Pose{R: e.start.R, P: r3.Add(e.start.P, r3.Scale(e.plan.LiftHeight, e.plan.Up))}
		if err := e.arm.MoveTo(goal, e.plan.LiftSpeed, 1); err != nil {
			e.fail(t, "%v", err)
		}
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
	h := e.plan.LiftHeight
	if e.shakes%2 == 0 {
		h -= e.plan.ShakeHeight
	}
	e.shakes++
	goal := geom.Pose{R: e.start.R, P: r3.Add(e.start.P, r3.Scale(h, e.plan.Up))}
	if err := e.arm.MoveTo(goal, 10*e.plan.LiftSpeed, e.plan.ShakeAccel); err != nil {
		e.fail(t, "%v", err)
	}
}
