package grasp

import (
	"github.com/holdfast-robotics/holdfast/param"
)

// Params are the settings of planning.
type Params struct {
	TableClearance float64 // m
	Clearance      float64 // m
	Approach       float64 // m
	MinPadOverlap  float64 // m
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *Params) Declare(s *param.Set) {
	s.Float(&p.TableClearance, "table_clearance", 0.004, "m", 0, 0.1, "no part of the hand comes nearer to the table")
	s.Float(&p.Clearance, "finger_clearance", 0.006, "m", 0, 0.05, "free space beside the object for each finger on the approach")
	s.Float(&p.Approach, "approach_distance", 0.08, "m", 0, 0.5, "the hand comes in on a straight line of this length, which must be free")
	s.Float(&p.MinPadOverlap, "min_pad_overlap", 0.010, "m", 0.001, 0.1, "the pads must reach at least this much of the object")
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params {
	var p Params
	param.Declare(&p)
	return p
}
