package graspfix

import (
	"errors"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Kind of an event.
type Kind uint8

const (
	Attach   Kind = iota + 1 // the object is now welded to the palm
	Detach                   // it is no longer
	Transfer                 // it went from one gripper to another in one tick
)

func (k Kind) String() string {
	switch k {
	case Attach:
		return "attach"
	case Detach:
		return "detach"
	case Transfer:
		return "transfer"
	}
	return "unknown"
}

// Reason of an event.
type Reason uint8

const (
	Gripped        Reason = iota + 1 // attach: opposing forces for long enough
	Opened                           // detach: a finger moved away from where it touched
	ContactLost                      // detach: nothing touches and the input does not say where the fingers are
	Manual                           // asked for
	ObjectGone                       // detach: the object does not exist any more
	HandedOver                       // another gripper took over
	ActuatorFailed                   // the simulator did not do what it was told
	ClockReset                       // detach: simulated time went back
)

func (r Reason) String() string {
	switch r {
	case Gripped:
		return "gripped"
	case Opened:
		return "released_geometry"
	case ContactLost:
		return "contact_lost"
	case Manual:
		return "manual"
	case ObjectGone:
		return "object_gone"
	case HandedOver:
		return "transfer"
	case ActuatorFailed:
		return "actuator_failed"
	case ClockReset:
		return "clock_reset"
	}
	return "unknown"
}

// Event is one decision that has come into force.
type Event struct {
	Seq    uint64
	T      float64 // end of the window that decided, s
	Kind   Kind
	Reason Reason
	Arm    string // that holds the object after an attach or transfer, that held it before a detach
	From   string // transfer: the arm that held it before

	Object      string // collision element, as the contacts name it: the first by name of those that are this object
	ObjectLink  string
	ObjectModel string
	Palm        string

	Counter int
	Angle   float64  // between the two most opposing forces of the window that decided, rad; 0 when there were none
	Ratio   float64  // of their sizes
	Moved   float64  // detach: how far the finger that decided had moved, m
	Fingers []string // collision elements that held the object

	HasPalm bool // the palm's pose is known, and with it the next three
	X_PO    geom.Pose
	V_WP    geom.Vec // velocity of the palm's origin, in W, m/s: what a thrown object leaves with
	W_WP    geom.Vec // angular velocity of the palm, in W, rad/s
}

// Weld is what the simulator shall do: fix the object's link to the palm link at their present relative pose, or undo it.
type Weld struct {
	Arm, Palm                       string
	Object, ObjectLink, ObjectModel string
	HasPose                         bool // X_PO is known
	X_PO                            geom.Pose
	// DisableCollisions asks to switch off collisions between the object and the fingers while the weld lasts, and to restore
	// what was before. Collisions with anything else stay.
	DisableCollisions bool
	Fingers           []string
}

// ErrPending is returned by an Actuator that will report later, through Fix.Acknowledge.
var ErrPending = errors.New("not acknowledged yet")

// Actuator carries out decisions. A nil error means done, ErrPending that Fix.Acknowledge will follow, any other error is
// the simulator's reason not to. It is called from within Contact, Advance and the like, and must not call back into the Fix.
type Actuator interface {
	Attach(Weld) error
	Detach(Weld) error
}

// Hooks are called as things happen, from within Contact and Advance. Any may be nil.
type Hooks struct {
	OnAttach func(object, arm string) // just after the object has been attached
	OnDetach func(object, arm string) // just after it has been let go
	OnEvent  func(Event)              // every event, a transfer as one
	OnWindow func(Window)             // every judged window of an object that is touched, counted or held
	// OnProblem reports input that could not be used, at most once a second for each kind.
	OnProblem func(Problem, string)
}

// Window is what one window said about an object and a gripper: what a timeline draws.
type Window struct {
	T       float64
	Object  string
	Arm     string // "" when the forces of all grippers are pooled
	Touch   int    // finger collisions that touched
	Angle   float64
	Ratio   float64
	Counter int
	Gripped bool
	Held    bool
}
