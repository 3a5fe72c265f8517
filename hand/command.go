package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Verb is what a command asks for.
type Verb uint8

const (
	Stop    Verb = iota // the motor gives nothing: stop_motor_output. Mode Disabled
	Move                // to Gap at Speed with at most Effort: the gripper action. Mode Position
	Find                // close until Contact is felt, then stay: find_contact. Mode FindContact, then Position
	Servo               // squeeze with Force: force_servo. Mode ForceServo
	Hold                // squeeze as now, harder where slip is felt: slip_servo. Mode SlipServo
	Grasp               // Find both, Servo by hardness, Hold, from where the hand is
	Grab                // open, zero the fingertips, Grasp: the grab action
	Release             // wait for Event, unload, open: the release action
	Watch               // arm the event detector with Event; the motor goes on as it is: event_detector
	Zero                // zero the fingertips: zero_fingertip_sensors; the motor goes on as it is
	Tighten             // multiply the grip force by Factor, while the hand squeezes; never loosens
	Cancel              // end goal Target as a client's cancel does; nothing when it is over
	verbs
)

func (v Verb) String() string {
	if int(v) < len(verbNames) {
		return verbNames[v]
	}
	return "unknown"
}

var verbNames = [verbs]string{
	Stop: "stop", Move: "move", Find: "find contact", Servo: "force servo", Hold: "slip servo", Grasp: "grasp", Grab: "grab",
	Release: "release", Watch: "event detector", Zero: "zero", Tighten: "tighten", Cancel: "cancel",
}

// Which pads have to touch for a Find. The numbers are those of PR2GripperFindContactCommand.
type Pads int8

const (
	Both   Pads = 0
	Left   Pads = 1
	Right  Pads = 2
	Either Pads = 3
)

// Condition of an event. The numbers are those of PR2GripperEventDetectorCommand.
type Condition int8

const (
	SideOrAccel       Condition = 0 // a side of a fingertip is struck, or the palm is
	SlipAndAccel      Condition = 1 // both since arming, in any order
	SideOrSlipOrAccel Condition = 2
	OnSlip            Condition = 3
	OnAccel           Condition = 4
)

// Event is what the detector waits for.
type Event struct {
	Condition Condition
	Accel     float64 // magnitude of the palm's band-passed acceleration, m/s^2; 0 fires at once
	Slip      float64 // slip threshold as a part of the pad's force, between 0.048 and 0.2 N; 0 is the most sensitive
}

// Command is one order to the hand. It is a value: pass it by message to the one who owns the Controller.
type Command struct {
	// ID names the goal that the command starts; it comes back in Status. Give each a new, larger one; 0 lets the controller count.
	ID   uint64
	Verb Verb

	Gap     float64 // Move: m
	Speed   float64 // Move: m/s; 0 for open_speed
	Effort  float64 // Move: N at most; 0 or less for max_joint_effort. With compat 0 means no effort, less means no limit, as the PR2 had it
	Pads    Pads    // Find
	Zero    bool    // Find: zero the fingertips first
	Force   float64 // Servo: N a finger. Hold: N to begin with, 0 for the grip as it is
	Gain    float64 // Grab, Grasp: hardness gain, m/s: grip force over contact force and closing speed; 0 leaves it to the parameters
	Factor  float64 // Tighten
	Event   Event   // Watch, Release
	Target  uint64  // Cancel: ID of the goal
	Timeout float64 // s after which a Move, Find, Servo, Grasp or Grab is aborted; 0 for the parameters'
}

// Check says what is wrong with a command by itself, nil when nothing is. Do says also whether the hand can carry it out now.
func (cmd *Command) Check() error {
	bad := func(format string, args ...any) error {
		return fault.New("command hand", cmd.Verb.String(), fault.Invalid, format, args...)
	}
	if cmd.Verb >= verbs {
		return bad("verb %d is not known", cmd.Verb)
	}
	for _, f := range []struct {
		name string
		v    float64
	}{
		{"gap", cmd.Gap}, {"speed", cmd.Speed}, {"effort", cmd.Effort}, {"force", cmd.Force}, {"gain", cmd.Gain}, {"factor", cmd.Factor},
		{"acceleration", cmd.Event.Accel}, {"slip", cmd.Event.Slip}, {"time-out", cmd.Timeout},
	} {
		if math.IsNaN(f.v - f.v) {
			return bad("%s %g is not a finite number", f.name, f.v)
		}
	}
	switch {
	case cmd.Verb == Find && (cmd.Pads < Both || cmd.Pads > Either):
		return bad("contact condition %d; 0 both, 1 left, 2 right and 3 either are known", cmd.Pads)
	case (cmd.Verb == Watch || cmd.Verb == Release) && (cmd.Event.Condition < SideOrAccel || cmd.Event.Condition > OnAccel):
		return bad("trigger condition %d; 0 to 4 are known", cmd.Event.Condition)
	case cmd.Gain < 0:
		return bad("a hardness gain of %g m/s; it must not be negative", cmd.Gain)
	case cmd.Verb == Cancel && cmd.Target == 0:
		return bad("it names no goal")
	}
	return nil
}

// GoalState is how far a goal has come.
type GoalState uint8

const (
	NoGoal    GoalState = iota
	Active              // being carried out
	Succeeded           // done; for Find, Servo and Grab the hand goes on doing it
	Aborted             // could not be done; Reason says why
	Preempted           // cancelled. A goal whose command was followed by another that takes its place is preempted as well: its ID is gone from Status
)

func (s GoalState) String() string {
	switch s {
	case NoGoal:
		return "none"
	case Active:
		return "active"
	case Succeeded:
		return "succeeded"
	case Aborted:
		return "aborted"
	case Preempted:
		return "preempted"
	}
	return "unknown"
}

// Goal is the last command of a kind and what became of it.
type Goal struct {
	ID     uint64
	Verb   Verb
	State  GoalState
	Reason Reason  // why it ended
	Age    float64 // since the command, s; stands still when it is over
}

// Over reports whether the goal has reached its end.
func (g *Goal) Over() bool { return g.State != Active }
