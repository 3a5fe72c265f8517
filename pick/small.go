package pick

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// Lift raises the palm straight up, its orientation kept, with whatever is in the hand. What is held stays held. It is RAIL's Lift.
type Lift struct {
	task
	height float64
	up     geom.Vec
	from   geom.Pose
	goal   geom.Pose
	speed  float64
	held   bool
}

// NewLift makes a lift by a height (m) at CarefulSpeed, the speed for a grasp that nobody has verified.
func NewLift(r *Robot, height float64, p Params) (*Lift, error) {
	if !(height > 0 && height < 2) || !(p.CarefulSpeed > 0) {
		return nil, fault.New("lift", "", fault.Invalid, "a height of %g m at %g m/s; both must be positive", height, p.CarefulSpeed)
	}
	return &Lift{task: newTask("lift", r, p), height: height, up: geom.UnitZ, speed: p.CarefulSpeed}, nil
}

// Risen is how far the palm has come, m.
func (k *Lift) Risen() float64 {
	if !k.begun {
		return 0
	}
	return r3.Dot(k.up, r3.Sub(k.robot.Arm.Palm().P, k.from.P))
}

// Held reports whether the hand holds something, as far as touch tells.
func (k *Lift) Held() bool { return k.robot.holding() }

// Step looks at arm and hand at time t and commands them.
func (k *Lift) Step(t float64) {
	if k.now = t; k.final || k.giveUp() {
		return
	}
	if !k.begun {
		k.begun, k.from, k.held = true, k.robot.Arm.Palm(), k.robot.holding()
		k.goal = geom.Pose{R: k.from.R, P: r3.Add(k.from.P, r3.Scale(k.height, k.up))}
		k.enter(Lifting, "")
		if err := k.robot.Arm.MoveTo(k.goal, k.speed, k.p.Accel); err != nil {
			k.end(fault.KindOf(err), err.Error())
		}
		return
	}
	if st := k.robot.Hand.Status(); k.held {
		if why := k.life.check(t, &st); why != "" {
			k.robot.Arm.Stop()
			k.end(fault.Unavailable, why)
			return
		}
	}
	if k.held && !k.robot.holding() {
		k.robot.Arm.Stop()
		k.end(fault.Other, fmt.Sprintf("the hand lost the object %.0f mm up", 1e3*k.Risen()))
		return
	}
	switch how, err := k.moved(k.goal); how {
	case broken, late:
		k.end(fault.KindOf(err), err.Error())
	case arrived:
		k.end(0, "")
	}
}

// Verify finds out whether the hand holds something: by touch, effort and gap, after a shake of at most a millimetre. It is RAIL's
// VerifyGrasp; whether it could find out (Err) and whether something is there (Grasping) are two things.
type Verify struct {
	task
	from     geom.Pose
	goal     geom.Pose
	moves    int
	heard    float64 // s, of the hand's status that is known already
	asked    bool    // the shake is over, and the hand is to say what it feels now
	grasping bool
	why      string
}

// verifyShake is the way of the shake up and down, m: less than what moves an object noticeably.
const verifyShake = 1e-3

// NewVerify makes the task. The hand goes on as it is.
func NewVerify(r *Robot, p Params) *Verify { return &Verify{task: newTask("verify grasp", r, p)} }

// Grasping is the answer once the task has succeeded, with its reason in words.
func (k *Verify) Grasping() (bool, string) { return k.grasping, k.why }

// Step looks at arm and hand at time t and commands them.
func (k *Verify) Step(t float64) {
	if k.now = t; k.final || k.giveUp() {
		return
	}
	st := k.robot.Hand.Status()
	if why := k.life.check(t, &st); why != "" {
		k.robot.Arm.Stop()
		k.end(fault.Unavailable, why)
		return
	}
	if !k.begun {
		k.begun, k.from, k.heard = true, k.robot.Arm.Palm(), st.Time
		k.enter(Shaking, "")
	}
	if st.Time > 0 && st.Time == k.heard && k.moves%4 == 0 { // what a hand felt before it fell silent answers nothing
		return
	}
	if k.moves == 0 {
		if is, why := k.robot.Grasping(); !is {
			k.answer(false, why)
			return
		}
		k.goal = k.from
	}
	if k.moves > 0 {
		switch how, err := k.moved(k.goal); how {
		case underWay:
			return
		case broken, late: // an arm that cannot shake leaves what the fingers tell
			is, why := k.robot.Grasping()
			k.answer(is, why+fmt.Sprintf("; not shaken: %v", err))
			return
		}
	}
	if k.moves == 4 && st.Time > 0 && !k.asked {
		k.asked, k.heard = true, st.Time
		return
	}
	if k.moves == 4 || k.p.Shake <= 0 {
		k.answer(k.robot.Grasping())
		return
	}
	k.moves++
	k.goal = k.from
	if k.moves%2 == 1 {
		k.goal.P = r3.Add(k.from.P, r3.Scale(verifyShake, geom.UnitZ))
	}
	if err := k.robot.Arm.MoveTo(k.goal, k.p.CarefulSpeed, k.p.Accel); err != nil {
		is, why := k.robot.Grasping()
		k.answer(is, why+fmt.Sprintf("; not shaken: %v", err))
	}
}

func (k *Verify) answer(is bool, why string) {
	k.grasping, k.why = is, why
	k.end(0, "")
}

// Grasping says whether the hand holds something now: the gap is open, and the pads press or, where they are silent, the motor does; and in
// words why.
func (r *Robot) Grasping() (bool, string) {
	st, p := r.Hand.Status(), r.Hand.Params()
	force := math.Min(st.Force[0], st.Force[1])
	switch {
	case st.Gap <= p.EmptyGap:
		return false, fmt.Sprintf("the fingers are closed: the gap is %.1f mm", 1e3*st.Gap)
	case st.Empty:
		return false, "the hand has felt that it is empty"
	case st.Fault == hand.Lost || st.Fault == hand.NoContact:
		return false, st.Fault.String()
	case force > p.ForceLightest/4:
		return true, fmt.Sprintf("both pads press, the weaker with %.1f N, at a gap of %.1f mm", force, 1e3*st.Gap)
	case st.Fault != hand.NoReason && st.Effort < -p.ForceLightest && math.Abs(st.GapVel) < p.SpeedTolerance:
		return true, fmt.Sprintf("the pads are not to be relied on (%v); the motor presses with %.1f N and stands at a gap of %.1f mm", st.Fault, -st.Effort, 1e3*st.Gap)
	}
	return false, fmt.Sprintf("the pads feel %.1f and %.1f N at a gap of %.1f mm", st.Force[0], st.Force[1], 1e3*st.Gap)
}

// Grip closes the hand by touch or opens it, the arm at rest. It is RAIL's Gripper.
type Grip struct {
	task
	close bool
}

// NewGrip makes the task.
func NewGrip(r *Robot, close bool, p Params) *Grip {
	return &Grip{task: newTask("move gripper", r, p), close: close}
}

// Step looks at the hand at time t and commands it.
func (k *Grip) Step(t float64) {
	if k.now = t; k.final || k.giveUp() {
		return
	}
	if !k.begun {
		k.begun = true
		var err error
		if k.close {
			k.enter(Closing, "")
			err = k.robot.Hand.Do(hand.Command{Verb: hand.Grasp})
		} else {
			k.enter(Opening, "")
			k.robot.Limit()
			err = k.open(k.robot.openGap(&k.p))
		}
		if err != nil {
			k.end(fault.KindOf(err), err.Error())
		}
		return
	}
	st := k.robot.Hand.Status()
	if k.close && st.Motor.State == hand.Aborted && handFailure(st.Motor.Reason) == NotFound {
		k.end(0, "") // it closed, or came to rest on something: a valid end of a commanded motion
		return
	}
	if ok, err := k.opened(); err != nil {
		k.end(fault.KindOf(err), err.Error())
	} else if ok {
		k.end(0, "")
	}
}
