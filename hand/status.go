package hand

import (
	"fmt"
	"strings"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// Mode is what the motor does. The numbers are those of PR2GripperSensorRTState.
type Mode int8

const (
	Disabled    Mode = 0 // no effort; the gear train holds passively
	Position    Mode = 3 // go to a gap at a speed and stay
	ForceServo  Mode = 4 // squeeze with a force
	FindContact Mode = 5 // close until the pads touch
	SlipServo   Mode = 6 // squeeze with a force that grows when slip is felt
)

func (m Mode) String() string {
	switch m {
	case Disabled:
		return "disabled"
	case Position:
		return "position"
	case ForceServo:
		return "force servo"
	case FindContact:
		return "find contact"
	case SlipServo:
		return "slip servo"
	}
	return "unknown"
}

// Stage is where a grasp stands. Close, Load, Hold, Replace, Unload and Open are the six states of the paper.
type Stage uint8

const (
	Idle    Stage = iota // no grasp under way
	Prepare              // the hand opens and zeroes its fingertips
	Close                // it closes until both pads touch
	Load                 // the force rises to what the felt hardness asks for
	Lift                 // it holds, harder where it feels slip: lift and hold
	Replace              // it holds and waits for the event by which it lets go
	Unload               // the force falls to nothing, evenly
	Open                 // the hand opens
)

func (s Stage) String() string {
	switch s {
	case Idle:
		return "idle"
	case Prepare:
		return "prepare"
	case Close:
		return "close"
	case Load:
		return "load"
	case Lift:
		return "lift and hold"
	case Replace:
		return "replace"
	case Unload:
		return "unload"
	case Open:
		return "open"
	}
	return "unknown"
}

// Reason is why something changed: a fault, or what the hand waited for.
type Reason uint8

const (
	NoReason Reason = iota

	// Senses that fail. The hand goes on with the grip that it has, or stops.
	BadReading  // a number is missing or not finite
	StalePads   // the pads have sent no frame for a quarter of a second
	DeadPads    // half of a pad's cells or more do not measure
	NumbPads    // both pads fell silent while the gap stayed
	LamePad     // one pad feels next to nothing of what the other feels: the other leads
	EncoderJump // the gap changed faster than a hand can move
	LateTick    // a tick came late
	MotorHalted // the motor does not obey

	// A goal that cannot be reached.
	NoContact   // the hand closed on nothing
	Stalled     // the hand stopped closing and the pads feel nothing, or something is in the way of a move
	OneSided    // one pad is pressed harder and harder, the other feels nothing
	Deformation // the object gave way by deformation_limit
	TimedOut    // it took too long
	Lost        // the hand held something and holds it no longer
	ZeroRefused // the fingertips could not be zeroed

	// What went as it should.
	Commanded    // a command came
	Cancelled    // a client cancelled its goal
	ContactMade  // the pads that were asked for touch
	HardnessFelt // the object's hardness is known
	ForceReached // the grip force is reached and the hand is still
	LoadTimeUp   // load_timeout is over: the hand holds what it has
	EventSeen    // the event came that was waited for
	Unloaded     // the force is gone
	Arrived      // the gap is reached
	reasons
)

var reasonTexts = [reasons]string{
	NoReason: "none", BadReading: "a sensor reading is missing or not a number", StalePads: "the pads have stopped sending",
	DeadPads:    "half of a pad's cells or more do not measure: not connected, or the fingertip has no sensors",
	NumbPads:    "both pads fell silent at once while the gap stayed as it was",
	LamePad:     "one pad feels next to nothing of what the other feels",
	EncoderJump: "the gap jumped faster than a hand can move", LateTick: "the loop came late", MotorHalted: "the motor is halted",
	NoContact:   "the hand closed without finding anything between the pads",
	Stalled:     "the hand is blocked but the pads feel nothing",
	OneSided:    "one pad is pressed harder and harder while the other feels nothing: a dead pad, or a thing that cannot move",
	Deformation: "the object gives way further than deformation_limit", TimedOut: "it took too long",
	Lost: "the hand has lost what it held", ZeroRefused: "the fingertips could not be zeroed",
	Commanded: "commanded", Cancelled: "cancelled", ContactMade: "contact", HardnessFelt: "the hardness is known", ForceReached: "the force is reached",
	LoadTimeUp: "load_timeout is over", EventSeen: "the event came", Unloaded: "the force is gone", Arrived: "the gap is reached",
}

func (r Reason) String() string {
	if r < reasons {
		return reasonTexts[r]
	}
	return "unknown"
}

// Status is what the controller knows and feels after a tick. It is a plain value: copy it, hand it over.
type Status struct {
	Time   float64 // of the tick, s
	Ticks  uint64  // Step calls
	Mode   Mode
	Stage  Stage
	Why    Reason // of the last change of mode or stage
	Fault  Reason // what is wrong now, NoReason when nothing is
	Motor  Goal   // the last command that took over the motor
	Watch  Goal   // the last command that armed the event detector
	Zero   touch.ZeroState
	Late   uint64 // ticks that came late
	Heard  bool   // the pads have sent a frame
	PadAge float64
	// Good are the cells of the left and right flat pad that measure.
	Good [2]int

	// The gap joint: topic state. Its error is Gap - SetPoint, its command the measured Effort.
	SetPoint    float64 // m, of the position law
	Gap, GapVel float64 // m, m/s
	Effort      float64 // measured, N, negative closing
	Commanded   float64 // effort that Step returned, N

	// The pads: topics contact_state, force_servo_state, slip_servo_state.
	Force   [2]float64 // pad force of the left and right finger, N
	Contact [2]bool    // each finger touches, by the last frame
	Touched bool       // the pads that were asked for have touched since the last Find, Grasp or Grab
	Found   bool       // contact_conditions_met: and they have done so for contact_time
	Closing float64    // speed of the gap while looking for contact, m/s

	ContactGap   float64 // gap at the first contact, m; with compat at the last tick of contact
	ContactForce float64 // largest mean pad force while settling, N
	Hardness     float64 // felt stiffness of object and pads: force for each metre of gap, N/m; 0 when not known

	Target      float64 // grip force aimed at, N
	Keep        float64 // effort at the gap that goes on holding what is held without a controller, N, negative; 0 when nothing is held
	Limited     bool    // the target is at fingertip_force_limit
	Reached     bool    // force_achieved: the force is within tolerance and the hand is still
	Slip        bool    // slip was felt in the last frame
	Slips       uint64  // frames with slip since the mode began
	Deformation float64 // gap less the gap from which it counts, m; negative when squeezed
	Deformed    bool    // deformation_limit is reached
	Empty       bool    // the hand holds nothing

	// The event detector: topic event_detector_state.
	Triggered  bool // trigger_conditions_met
	SlipEvent  bool // slip since arming, whatever the condition
	AccelEvent bool // acceleration since arming, whatever the condition
	SideImpact bool // a side of a fingertip is struck, in the last frame
	Accel      geom.Vec
}

// Describe says in a line what the hand does and feels, and why.
func (s Status) Describe() string {
	var b strings.Builder
	b.WriteString(s.Mode.String())
	if s.Stage != Idle {
		fmt.Fprintf(&b, ", %v", s.Stage)
	}
	if s.Why != NoReason {
		fmt.Fprintf(&b, " (%v)", s.Why)
	}
	fmt.Fprintf(&b, ": gap %.1f mm", s.Gap*1e3)
	switch l, r := s.Contact[0], s.Contact[1]; {
	case !s.Heard:
		b.WriteString(", no word from the pads")
	case l && r:
		fmt.Fprintf(&b, ", both pads touch: %.2f and %.2f N", s.Force[0], s.Force[1])
	case l:
		fmt.Fprintf(&b, ", the left pad touches: %.2f N, right %.2f N", s.Force[0], s.Force[1])
	case r:
		fmt.Fprintf(&b, ", the right pad touches: %.2f N, left %.2f N", s.Force[1], s.Force[0])
	default:
		b.WriteString(", nothing touches the pads")
	}
	if s.Mode == ForceServo || s.Mode == SlipServo {
		fmt.Fprintf(&b, ", aims at %.2f N", s.Target)
		if s.Limited {
			b.WriteString(", the limit")
		}
		if s.Hardness > 0 {
			fmt.Fprintf(&b, ", felt %.1f kN/m", s.Hardness/1e3)
		}
	}
	switch {
	case s.Slip:
		b.WriteString(", it slips")
	case s.Slips > 0:
		fmt.Fprintf(&b, ", slipped in %d frames", s.Slips)
	}
	if s.Empty {
		b.WriteString(", empty")
	}
	if s.Watch.State == Active {
		b.WriteString(", waits for an event")
	}
	if s.Fault != NoReason {
		fmt.Fprintf(&b, "; fault: %v", s.Fault)
	}
	return b.String()
}
