package pick

import (
	"fmt"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// Arm moves the palm G in the world W. None of its methods waits for a motion.
type Arm interface {
	// Palm is X_WG now.
	Palm() geom.Pose
	// MoveTo starts a straight line with at most a peak speed (m/s) and acceleration (m/s^2), in place of any motion under way.
	MoveTo(X_WG geom.Pose, speed, accel float64) error
	// Transit starts a motion to a pose by whatever way is free of obstacles, bounded likewise. An error of kind fault.Conflict says that
	// the arm cannot move at all from where it stands.
	Transit(X_WG geom.Pose, speed, accel float64) error
	// Drift moves at a steady velocity, in W, until the next command.
	Drift(v_W geom.Vec)
	// Stop brakes.
	Stop()
	// Force is the force on the hand as far as the arm feels it, in W, N; zero where it does not.
	Force() geom.Vec
	// Moving reports whether the last command is still being carried out.
	Moving() bool
	// Fault says why the arm ended its last motion before the goal, or cannot move; nil when it obeys.
	Fault() error
}

// Hand is a gripper that grasps by touch; *hand.Controller is one.
type Hand interface {
	// Do begins to carry out a command. From then on Status().Motor is that command's goal, if it is one of the motor.
	Do(cmd hand.Command) error
	Status() hand.Status
	Params() hand.Params
	// SetParams takes over settings; the goal under way goes on with them. A task sets the force limit with it, nothing else.
	SetParams(hand.Params)
}

// Touch is what may be touched in a Query.
type Touch struct {
	Target  bool     // the object of the task
	Support bool     // what it stands on, with the hand
	Also    []string // further things, by name
	All     bool     // anything: nothing is checked for collision
}

// Query is a pose to check.
type Query struct {
	X_WG    geom.Pose
	Gap     float64 // m between the pads
	Padding float64 // m by which the parts of the hand are blown up
	Touch   Touch
	Target  string // name of the object of the task, "" when it is not known
	Support string // name of what it stands on, or will stand on
	// Held: the target is in the hand and moves along, shrunk by Shrink (m). It may always touch the support.
	Held   bool
	Shrink float64
}

// Checker says before a motion whether it can be carried out. An arm that plans is one. Its methods may take a while on a robot, so that
// whoever steps a task there must not be the 1 kHz loop of the hand. A nil error says yes, a *Blocked no; any other error says that the
// question could not be answered.
type Checker interface {
	// Hand checks the hand alone, wherever the arm is.
	Hand(q *Query) error
	// Reach checks arm and hand: whether a posture of the arm without collision has the palm there.
	Reach(q *Query) error
	// Line follows the straight line from q.X_WG to a pose in n steps, the first point being that of q, and returns how many of the n+1
	// points are good before the first that is not, and why that is not.
	Line(q *Query, to geom.Pose, n int) (good int, err error)
}

// Cause is why a motion is not possible.
type Cause uint8

const (
	Infeasible Cause = iota // for another reason, as a jump of the arm's posture
	Collides
	Unreachable
)

// Blocked is the error of a motion that cannot be carried out.
type Blocked struct {
	Cause Cause
	Why   string
}

func (b *Blocked) Error() string { return b.Why }

// Block makes a *Blocked.
func Block(c Cause, format string, args ...any) error {
	return &Blocked{Cause: c, Why: fmt.Sprintf(format, args...)}
}

// Robot is an arm with a hand. Make it with NewRobot; tasks use it one after another.
type Robot struct {
	Arm   Arm
	Hand  Hand
	Check Checker // nil: no motion is checked before it is tried

	limit float64 // the hand's own force limit, N
	slid  float64 // m that what is in the hand hangs lower than when it was grasped
	early float64 // m over its place at which what is in the hand touched something the last time and could not be let go; 0 for never
}

// NewRobot puts arm and hand together; the checker may be nil.
func NewRobot(arm Arm, h Hand, check Checker) *Robot {
	return &Robot{Arm: arm, Hand: h, Check: check, limit: h.Params().ForceLimit}
}

// Limit bounds the force of a finger (N) by those of the given values that are positive, never above the hand's own limit.
func (r *Robot) Limit(forces ...float64) {
	p := r.Hand.Params()
	p.ForceLimit = r.limit
	for _, f := range forces {
		if f > 0 && (p.ForceLimit < 0 || f < p.ForceLimit) {
			p.ForceLimit = f
		}
	}
	r.Hand.SetParams(p)
}

// Task is a thing to do with a robot, one Step a tick. See the package's introduction for who may call it.
type Task interface {
	// Step looks at arm and hand at time t (seconds, never falling) and commands them.
	Step(t float64)
	// Preempt gives the task up: the arm stops, what is held stays held. The task is done once the arm is still.
	Preempt()
	// Done reports the end. A task that is done commands nothing any more.
	Done() bool
	// Phase is where the task is.
	Phase() Phase
	// Events are the phases entered so far, with their times. The slice grows; entries do not change.
	Events() []Event
	// Err is nil while the task runs and after it succeeded; else an error that says in words what became of it, of kind fault.Preempted
	// after Preempt.
	Err() error
}
