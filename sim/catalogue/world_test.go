package catalogue_test

import (
	"testing"

	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
)

// The simulated world takes every object as it is.
func TestWorldAdmitsEveryObject(t *testing.T) {
	for _, o := range catalogue.All() {
		m := sim.DefaultModel()
		m.Objects = []sim.Object{{
			Name: o.Name, Shape: o.Shape, Mass: o.Mass, Stiffness: o.Stiffness, SqueezeLimit: o.SqueezeLimit,
			Friction: o.Friction, CrushForce: o.CrushForce, Texture: o.Texture,
		}}
		if err := m.Validate(); err != nil {
			t.Error(err)
		}
	}
}
