package sim

import (
	"math"
	"testing"
)

func TestHW33_Flag(t *testing.T) {
	type step struct {
		joint, actuator float64
		high            bool
		rising, falling float64 // NaN for none
	}
	none := math.NaN()
	for name, c := range map[string]struct {
		flag  Flag
		steps []step
	}{
		"revolute, rising at 0.5": {Flag{Rising: 0.5, Falling: none}, []step{
			{0.01, 0, false, none, none}, {0.04, 0, false, none, none}, {0.5, 5, false, none, none}, {1.6, 16, true, 5, none}, {10, 100, true, 5, none}, {-10, -100, false, 100, none},
		}},
		"continuous, falling at 0, rising at 1.5": {Flag{Rising: 1.5, Falling: 0, Continuous: true}, []step{
			{0.01, 0, false, none, none}, {1.0, 10, false, none, none}, {1.6, 16, true, 10, none}, {1.5001, 150, true, 10, none}, {1.4, 14, false, 150, none},
			{0.01, 999, false, 150, none}, {-0.1, -1, true, 150, 999},
		}},
		"by the signal alone": {Flag{Rising: none, Falling: 0.5, Electrical: true}, []step{
			{1, 10, false, none, none}, {0.4, 4, true, 10, none}, {0.6, 6, false, 10, 4},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			f := c.flag
			for i, s := range c.steps {
				f.Step(s.joint, s.actuator)
				if f.Reading != s.high || f.RisingValid != !math.IsNaN(s.rising) || f.FallValid != !math.IsNaN(s.falling) ||
					f.RisingValid && f.RisingPlace != s.rising || f.FallValid && f.FallPlace != s.falling {
					t.Errorf("step %d (%v): %+v", i, s, f)
				}
			}
		})
	}
}
