package hardware

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Thermal is a motor as two bodies that store heat: winding and housing.
type Thermal struct {
	HousingToAmbient float64 // K/W
	WindingToHousing float64 // K/W
	WindingTime      float64 // s, time constant
	HousingTime      float64 // s, time constant
	MaxWinding       float64 // C
}

// Validate says what is wrong, nil when nothing is.
func (t *Thermal) Validate() error {
	for _, v := range []struct {
		name     string
		value    float64
		min, max float64
	}{
		{"thermal resistance housing to ambient", t.HousingToAmbient, 1e-3, 1e3}, {"thermal resistance winding to housing", t.WindingToHousing, 1e-3, 1e3},
		{"winding time constant", t.WindingTime, 0.1, 1e5}, {"housing time constant", t.HousingTime, 0.1, 1e6}, {"largest winding temperature", t.MaxWinding, 30, 400},
	} {
		if !(v.value >= v.min && v.value <= v.max) {
			return fault.New("check motor", v.name, fault.Invalid, "%g is outside %g to %g", v.value, v.min, v.max)
		}
	}
	return nil
}

// Heat is the state of the heating model of a motor.
type Heat struct {
	Winding, Housing, Ambient float64 // C
	Overheated                bool    // latched when the winding was over its limit
}

// InitialHeat is what is assumed of a motor of which nothing is known.
func InitialHeat() Heat { return Heat{Winding: 60, Housing: 60, Ambient: 60} }

// Step advances the model by dt seconds with a heating power in W. The caller sets Ambient.
func (h *Heat) Step(t *Thermal, power, dt float64) {
	if !(dt > 0) || math.IsNaN(power) {
		return
	}
	heat := math.Max(0, power) * dt
	winding := (h.Winding - h.Housing) / t.WindingToHousing * dt
	housing := (h.Housing - h.Ambient) / t.HousingToAmbient * dt
	h.Winding += (heat - winding) * t.WindingToHousing / t.WindingTime
	h.Housing += (winding - housing) * t.HousingToAmbient / t.HousingTime
	if h.Winding > t.MaxWinding {
		h.Overheated = true
	}
}

// Hot reports a winding at nine tenths of its limit.
func (h *Heat) Hot(t *Thermal) bool { return h.Winding > 0.9*t.MaxWinding }

// Cool lets a motor without current cool down for a time in seconds: fine steps first, then coarse ones, and after the last of them
// it has the temperature of its surroundings.
func (h *Heat) Cool(t *Thermal, downtime float64) {
	for _, leg := range []struct {
		dt float64
		n  int
	}{{0.01, 200}, {0.1, 200}, {1, 200}, {10, 2000}} {
		for range leg.n {
			if downtime <= leg.dt {
				h.Step(t, 0, downtime)
				return
			}
			h.Step(t, 0, leg.dt)
			downtime -= leg.dt
		}
	}
	h.Winding, h.Housing = h.Ambient, h.Ambient
}
