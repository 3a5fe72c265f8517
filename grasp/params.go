package grasp

import (
	"github.com/holdfast-robotics/holdfast/param"
)

// Params are the settings of planning.
type Params struct {
	TableClearance float64 // m
	Clearance      float64 // m
	Approach       float64 // m
	Lift           float64 // m
	MinPadOverlap  float64 // m
	ConeFriction   float64
	MaxCandidates  int
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *Params) Declare(s *param.Set) {
	s.Float(&p.TableClearance, "table_clearance", 0.004, "m", 0, 0.1, "no part of the hand comes nearer to the table")
	s.Float(&p.Clearance, "finger_clearance", 0.002, "m", 0, 0.05, "free space beside the object for each finger on the approach")
	s.Float(&p.Approach, "approach_distance", 0.08, "m", 0, 0.5, "the hand comes in on a straight line of this length, which must be free")
	s.Float(&p.Lift, "lift_distance", 0.10, "m", 0, 1, "the hand goes straight up by this much with the object, which must be free")
	s.Float(&p.MinPadOverlap, "min_pad_overlap", 0.010, "m", 0.001, 0.1, "the pads must reach at least this much of the object")
	s.Float(&p.ConeFriction, "cone_friction", 0.4, "", 0.05, 2, "friction that a grasp may rely on: the contacts must lie within each other's cones")
	s.Int(&p.MaxCandidates, "max_candidates", 400, "", 1, 100000, "poses to judge for an object")
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// Declare lists the sizes of the hand; the defaults are a gripper of the PR2's size.
func (h *Hand) Declare(s *param.Set) {
	s.Text(&h.Name, "hand", "parallel-86", "a known gripper (parallel-86, pr2, robotiq, schunk), whose sizes the other flags change, or a name for reports")
	s.Float(&h.MaxOpening, "hand_opening", 0.086, "m", 0.001, 1, "how far the gripper opens")
	s.Float(&h.FingerLength, "finger_length", 0.061, "m", 0.005, 0.5, "from the palm face to the finger tips")
	s.Float(&h.FingerThickness, "finger_thickness", 0.014, "m", 0.001, 0.1, "of a finger along the closing direction")
	s.Float(&h.FingerWidth, "finger_width", 0.022, "m", 0.001, 0.1, "of a finger across the closing direction")
	s.Float(&h.PadLength, "pad_length", 0.033, "m", 0.001, 0.5, "of the pad, measured back from the tips")
	s.Float(&h.PalmDepth, "palm_depth", 0.12, "m", 0, 1, "of the palm and wrist behind the palm face")
	s.Float(&h.PalmWidth, "palm_width", 0.13, "m", 0, 1, "of the palm along the closing direction")
	s.Float(&h.PalmHeight, "palm_height", 0.06, "m", 0, 1, "of the palm across the closing direction")
}

// DefaultHand returns the declared defaults.
func DefaultHand() Hand { return param.Defaults[Hand]() }
