package sim

import (
	"math"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

// Flag is a switch on the gap joint that calibrates its encoder. Its level follows the gap; the edges latch the encoder's count at the
// place of the edge, whichever way the joint moved. The PR2's gripper boards have none.
type Flag struct {
	// Rising and Falling are gaps in metres, NaN for none: with one the level is gap > Rising or gap < Falling; with both it is high
	// between them, Rising < gap < Falling, or outside of them when Falling is the smaller.
	Rising, Falling float64
}

// Level is the flag's level at a gap.
func (f *Flag) Level(gap float64) bool {
	switch r, d := math.IsNaN(f.Rising), math.IsNaN(f.Falling); {
	case r && d:
		return false
	case d:
		return gap > f.Rising
	case r:
		return gap < f.Falling
	case f.Rising < f.Falling:
		return gap > f.Rising && gap < f.Falling
	}
	return gap > f.Rising || gap < f.Falling
}

// edge is the place of the flag's edge between two gaps of different level.
func (f *Flag) edge(from, to float64) float64 {
	for _, e := range [2]float64{f.Rising, f.Falling} {
		if (from-e)*(to-e) <= 0 {
			return e
		}
	}
	return to
}

// FlagState is what the board says of the flag.
type FlagState struct {
	Level                     bool
	RisingValid, FallingValid bool  // such an edge has been seen
	Rising, Falling           int32 // encoder counts at the last of them: level low to high, high to low
}

// flag follows the calibration switch.
func (s *Sensors) flag(d *hardware.Drive) {
	f, gap := s.model.Flag, s.world.State.Gap
	if f != nil {
		was, is := f.Level(s.gap), f.Level(gap)
		if was != is {
			count := d.Count(d.Motor(f.edge(s.gap, gap))) + s.model.CountOffset
			if is {
				s.Flag.Rising, s.Flag.RisingValid = count, true
			} else {
				s.Flag.Falling, s.Flag.FallingValid = count, true
			}
		}
		s.Flag.Level = is
	}
	s.gap = gap
}
