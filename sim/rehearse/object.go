package rehearse

import (
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Object is what is assumed about a thing on the table. Its frame O has its origin at the centre of its box, z up from the
// table, x along its longest horizontal side.
type Object struct {
	sim.Object
	// Rest is the rotation R_WO in which it stands on the table, as a can that lies on its side.
	Rest geom.Rot
	// Assumptions say, in words, where the numbers come from.
	Assumptions []string
}

// Size is the extent of the object along the axes of O, metres.
func (o *Object) Size() geom.Vec {
	h := o.Shape.Half()
	return geom.V(2*h.X, 2*h.Y, 2*h.Z)
}

// restHeight is the height of the origin of O over the table when the object rests on it, metres.
func (o *Object) restHeight() float64 {
	low := 0.0
	for _, s := range o.Shape.Supports() {
		low = math.Min(low, o.Rest.Apply(s.Center).Z-s.Radius)
	}
	return -low
}

// Estimate guesses the properties of an object from the size of its box (metres), and says what it assumed. The figures are
// those of everyday objects: small things are solid, large ones mostly packaging and air.
func Estimate(size geom.Vec) Object {
	size = geom.V(atLeast(size.X), atLeast(size.Y), atLeast(size.Z))
	b := shape.NewBox(size)
	litres := b.Volume() * 1e3
	var density float64 // kg/m^3 of the box
	var class string
	switch {
	case litres < 0.05:
		density, class = 800, "under 0.05 l, nearly solid"
	case litres < 1:
		density, class = 500, "0.05 to 1 l, food, tools and their packaging"
	case litres < 5:
		density, class = 250, "1 to 5 l, boxes and containers, part empty"
	default:
		density, class = 120, "over 5 l, mostly air"
	}
	mass := math.Min(density*b.Volume(), 20)
	stiffness := 10e3
	crush := 15.0
	crushWhy := "what lifts a full soup can firmly may dent it"
	if mass < 0.1 {
		crush, crushWhy = 10, "light things break like an egg or an empty soda can"
	}
	if need := 3 * mass * 9.81; need > crush {
		crush, crushWhy = need, "heavy things stand three times their weight"
	}
	return Object{
		Object: sim.Object{
			Shape: b, Mass: mass, Stiffness: stiffness, Friction: 0.5, TableFriction: 0.4, CrushForce: crush, Texture: 20e-6,
			SqueezeLimit: 0.4 * math.Min(size.X, math.Min(size.Y, size.Z)),
		},
		Assumptions: []string{
			fmt.Sprintf("mass %.3f kg: %.0f kg/m3 of its box (%s)", mass, density, class),
			fmt.Sprintf("stiffness %.0f kN/m: a carton or a plastic bottle", stiffness/1e3),
			"friction 0.5 on rubber pads, 0.4 on the table",
			fmt.Sprintf("damaged from %.0f N a finger: %s", crush, crushWhy),
			"a box, mass spread evenly",
		},
	}
}

// atLeast keeps a size at 5 mm: a cloud seen from one side may be flat.
func atLeast(x float64) float64 {
	if !(x > 0.005) {
		return 0.005
	}
	return x
}
