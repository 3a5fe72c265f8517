package pick

import "fmt"

// Phase of a task. The numbers are those of manipulation_msgs/ManipulationPhase.
type Phase int32

const (
	CheckingFeasibility Phase = 0
	MovingToPregrasp    Phase = 1
	MovingToGrasp       Phase = 2
	Closing             Phase = 3
	AdjustingGrasp      Phase = 4 // loading to the grip force
	Lifting             Phase = 5
	MovingWithObject    Phase = 6
	MovingToPlace       Phase = 7
	Placing             Phase = 8 // lowering until the object is felt to stand
	Opening             Phase = 9
	Retreating          Phase = 10
	MovingWithoutObject Phase = 11
	Shaking             Phase = 12
	Succeeded           Phase = 13
	Failed              Phase = 14
	Aborted             Phase = 15 // given up by Preempt
	HoldingObject       Phase = 16
)

var phaseNames = [...]string{
	CheckingFeasibility: "checking feasibility", MovingToPregrasp: "moving to the pregrasp", MovingToGrasp: "moving to the grasp", Closing: "closing",
	AdjustingGrasp: "loading", Lifting: "lifting", MovingWithObject: "moving with the object", MovingToPlace: "moving to the place", Placing: "placing",
	Opening: "opening", Retreating: "retreating", MovingWithoutObject: "moving without an object", Shaking: "shaking", Succeeded: "succeeded",
	Failed: "failed", Aborted: "aborted", HoldingObject: "holding",
}

func (p Phase) String() string {
	if p >= 0 && int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase %d", int32(p))
}

// Final reports a phase in which a task ends.
func (p Phase) Final() bool { return p == Succeeded || p == Failed || p == Aborted }

// Event is the entry into a phase.
type Event struct {
	Time  float64 // s, of the task's Step
	Phase Phase
	// Candidate is the index of the grasp or place location under way, -1 for none.
	Candidate int
	Text      string // why, where that is not plain; empty otherwise
}

// Code says how one grasp or one place location fared. The numbers of a pickup are those of manipulation_msgs/GraspResult, those of a place
// of manipulation_msgs/PlaceLocationResult.
type Code int32

// Codes of a grasp.
const (
	GraspSuccess        Code = 1
	GraspOutOfReach     Code = 2
	GraspInCollision    Code = 3
	GraspUnfeasible     Code = 4
	PregraspOutOfReach  Code = 5
	PregraspInCollision Code = 6
	PregraspUnfeasible  Code = 7
	LiftOutOfReach      Code = 8
	LiftInCollision     Code = 9
	LiftUnfeasible      Code = 10
	GraspMoveArmFailed  Code = 11
	GraspFailed         Code = 12
	LiftFailed          Code = 13
	GraspRetreatFailed  Code = 14
)

// Codes of a place location.
const (
	PlaceSuccess        Code = 1
	PlaceOutOfReach     Code = 2
	PlaceInCollision    Code = 3
	PlaceUnfeasible     Code = 4
	PreplaceOutOfReach  Code = 5
	PreplaceInCollision Code = 6
	PreplaceUnfeasible  Code = 7
	RetreatOutOfReach   Code = 8
	RetreatInCollision  Code = 9
	RetreatUnfeasible   Code = 10
	PlaceMoveArmFailed  Code = 11
	PlaceFailed         Code = 12
	PlaceRetreatFailed  Code = 13
)

var graspNames = [...]string{
	1: "success", 2: "grasp out of reach", 3: "grasp in collision", 4: "grasp unfeasible", 5: "pregrasp out of reach", 6: "pregrasp in collision",
	7: "pregrasp unfeasible", 8: "lift out of reach", 9: "lift in collision", 10: "lift unfeasible", 11: "move arm failed", 12: "grasp failed",
	13: "lift failed", 14: "retreat failed",
}

var placeNames = [...]string{
	1: "success", 2: "place out of reach", 3: "place in collision", 4: "place unfeasible", 5: "preplace out of reach", 6: "preplace in collision",
	7: "preplace unfeasible", 8: "retreat out of reach", 9: "retreat in collision", 10: "retreat unfeasible", 11: "move arm failed", 12: "place failed",
	13: "retreat failed",
}

// GraspName is the name of the code of a grasp.
func (c Code) GraspName() string { return codeName(graspNames[:], c) }

// PlaceName is the name of the code of a place location.
func (c Code) PlaceName() string { return codeName(placeNames[:], c) }

func codeName(names []string, c Code) string {
	if c > 0 && int(c) < len(names) {
		return names[c]
	}
	return fmt.Sprintf("code %d", int32(c))
}

// Value says how a pickup or place ended. The numbers are those of manipulation_msgs/ManipulationResult.
type Value int32

const (
	NoResult             Value = 0 // not ended, or given up by Preempt
	Success              Value = 1
	Unfeasible           Value = -1 // the scene is as before
	FailedValue          Value = -2 // the scene has probably changed: look again
	ErrorValue           Value = -3 // something below does not work
	ArmMovementPrevented Value = -4 // the arm stands where it cannot be moved
	LiftFailedValue      Value = -5 // grasped, not lifted; the object is still held
	RetreatFailedValue   Value = -6 // placed, the hand did not come away
	CancelledValue       Value = -7
)

func (v Value) String() string {
	switch v {
	case NoResult:
		return "no result"
	case Success:
		return "success"
	case Unfeasible:
		return "unfeasible"
	case FailedValue:
		return "failed"
	case ErrorValue:
		return "error"
	case ArmMovementPrevented:
		return "arm movement prevented"
	case LiftFailedValue:
		return "lift failed"
	case RetreatFailedValue:
		return "retreat failed"
	case CancelledValue:
		return "cancelled"
	}
	return fmt.Sprintf("value %d", int32(v))
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
