package sim

import "math"

// Flag is a calibration switch: a disc or rail with edges that a sensor sees, and a board that latches where they were. NaN stands for
// an edge that is not there.
type Flag struct {
	Reference  float64 // joint position from which the edges count
	Rising     float64 // joint position of the rising edge
	Falling    float64 // joint position of the falling edge
	Continuous bool    // the joint turns without end; an edge that is missing is half a turn from the other
	// Electrical latches by what the signal did, as a board does. Without, edges are told apart by the sense of motion too, as the PR2's
	// simulation had it.
	Electrical bool

	Reading                  bool
	RisingValid, FallValid   bool
	RisingPlace, FallPlace   float64 // actuator position at the last step before the edge
	began                    bool
	lastJoint, lastActuator  float64
	edgesSet                 bool
	risingNormal, fallNormal float64
}

// Step looks at the joint and the actuator.
func (f *Flag) Step(joint, actuator float64) {
	if !f.edgesSet {
		f.edgesSet = true
		f.risingNormal, f.fallNormal = f.Rising, f.Falling
		if f.Continuous {
			if math.IsNaN(f.risingNormal) {
				f.risingNormal = f.fallNormal + math.Pi
			} else if math.IsNaN(f.fallNormal) {
				f.fallNormal = f.risingNormal + math.Pi
			}
			f.risingNormal, f.fallNormal = turn(f.risingNormal), turn(f.fallNormal)
		}
	}
	pos := joint - f.Reference
	high := f.at(pos)
	if f.began && high != f.Reading {
		up := pos > f.lastJoint
		if f.Electrical && high || !f.Electrical && high == up {
			f.RisingValid, f.RisingPlace = true, f.lastActuator
		} else {
			f.FallValid, f.FallPlace = true, f.lastActuator
		}
	}
	f.Reading, f.began, f.lastJoint, f.lastActuator = high, true, pos, actuator
}

func (f *Flag) at(pos float64) bool {
	r, d := f.risingNormal, f.fallNormal
	switch {
	case f.Continuous:
		pos = turn(pos)
		if r < d {
			return r < pos && pos < d
		}
		return !(d < pos && pos < r)
	case !math.IsNaN(r):
		return pos > r
	default:
		return pos < d
	}
}

// turn is an angle in (-pi, pi].
func turn(x float64) float64 {
	x = math.Mod(x, 2*math.Pi)
	if x > math.Pi {
		x -= 2 * math.Pi
	} else if x <= -math.Pi {
		x += 2 * math.Pi
	}
	return x
}
