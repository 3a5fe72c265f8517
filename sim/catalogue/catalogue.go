// Package catalogue holds everyday objects with what a grasp needs to know of them, and lays tables with them.
//
// Each figure says where it is from. Published sizes and masses are cited; what nobody publishes, such as the friction of
// a pudding box against a rubber fingertip, is marked as an estimate and is good to a factor of two or so. Objects are
// primitives: what rounding, handles and hollows do to a grasp is not in here.
package catalogue

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Solid is a shape that a hand can feel and a camera can see.
type Solid interface {
	shape.Shape
	camera.Solid
}

// Part is one of several solids that a camera sees instead of Shape.
type Part struct {
	Solid  Solid
	X_OP   geom.Pose // pose of the part in O
	Colour uint32    // 0xRRGGBB
}

// Object is an everyday object in its frame O: origin at the centre of Shape's box.
type Object struct {
	Name  string // words with hyphens: "soda-can-empty"
	Kind  string // what people would put it with: "cups"
	Shape Solid  // what a finger feels and what stands on the table
	// Parts are what a camera sees; nil means Shape in Colour. They stay within Shape's box.
	Parts []Part
	// Rest turns O so that the object lies or stands the way people leave it, z up: R_WO.
	Rest geom.Rot

	Mass float64 // kg
	// Stiffness is the force for a metre of squeeze between two flat plates, N/m.
	Stiffness float64
	// SqueezeLimit is the squeeze of one side at which a soft object is packed solid, metres; 0: a linear spring.
	SqueezeLimit float64
	Friction     float64 // coefficient against silicone rubber pads
	// CrushForce is the normal force of one finger that damages the object, N; 0 means that no gripper does.
	CrushForce float64
	// Yield is the dent of one side up to which the object springs back, DentLimit the one that damages it, metres; 0: always, none.
	Yield, DentLimit float64
	Texture          float64 // height of the surface's roughness, metres
	Colour           uint32  // 0xRRGGBB
	// Dropout is the share of its surface that a structured-light camera does not measure: glass, clear plastic.
	Dropout float64
	Sources Sources
}

// Sources says where figures are from: a citation, or Estimated with a reason where there is one.
type Sources struct {
	Size, Mass, Stiffness, Friction, CrushForce string
	Dent                                        string // of Yield and DentLimit, where there is one
}

// Estimated begins the source of a figure that nobody measured.
const Estimated = "estimated"

// All returns every object, ordered by name.
func All() []Object { return slices.Clone(objects) }

// Find returns the object of a name.
func Find(name string) (Object, error) {
	i, ok := slices.BinarySearchFunc(objects, name, func(o Object, name string) int {
		switch {
		case o.Name < name:
			return -1
		case o.Name > name:
			return 1
		}
		return 0
	})
	if !ok {
		names := make([]string, len(objects))
		for i := range objects {
			names[i] = objects[i].Name
		}
		if near := param.Nearest(name, names); near != "" {
			return Object{}, fault.New("find object", name, fault.NotFound, "the catalogue of %d objects has no such object; did you mean %s?", len(objects), near)
		}
		return Object{}, fault.New("find object", name, fault.NotFound, "the catalogue of %d objects has no such object: it has %s", len(objects), strings.Join(names, ", "))
	}
	return objects[i], nil
}

// RestHalf is half the extent of the object along the axes of W as it rests, unturned: RestHalf().Z is the height of its
// centre above the table.
func (o *Object) RestHalf() geom.Vec {
	var half geom.Vec
	for _, b := range o.Shape.Supports() {
		p := o.Rest.Apply(b.Center)
		half = geom.V(max(half.X, math.Abs(p.X)+b.Radius), max(half.Y, math.Abs(p.Y)+b.Radius), max(half.Z, math.Abs(p.Z)+b.Radius))
	}
	return half
}

// Reach is the radius of the upright cylinder about the centre that holds the object at rest, metres.
func (o *Object) Reach() float64 {
	reach := 0.0
	for _, b := range o.Shape.Supports() {
		p := o.Rest.Apply(b.Center)
		reach = max(reach, math.Hypot(p.X, p.Y)+b.Radius)
	}
	return reach
}

// Fits reports whether a parallel gripper of a stroke can close on the object as it rests, with 5 mm to spare, and a depth
// camera sees it well: it is 30 mm high at least and mostly opaque.
func (o *Object) Fits(stroke float64) bool {
	h := o.RestHalf()
	return 2*min(h.X, h.Y) <= stroke-0.005 && 2*h.Z >= 0.03 && o.Dropout < 0.5
}

// Bodies appends what a camera sees of the object at a pose.
func (o *Object) Bodies(dst []camera.Body, X_WO geom.Pose, label uint32) []camera.Body {
	if o.Parts == nil {
		return append(dst, camera.Body{Solid: o.Shape, X_WB: X_WO, Label: label, Colour: o.Colour, Dropout: o.Dropout})
	}
	for _, p := range o.Parts {
		dst = append(dst, camera.Body{Solid: p.Solid, X_WB: X_WO.Mul(p.X_OP), Label: label, Colour: p.Colour, Dropout: o.Dropout})
	}
	return dst
}

// HoldForce is the force of each of two fingers that carries the object's weight at rest: 2 mu N = m g. Newtons.
func (o *Object) HoldForce() float64 { return o.Mass * gravity / (2 * o.Friction) }

const gravity = 9.80665

func box(x, y, z float64) Solid               { return shape.NewBox(geom.V(x, y, z)) }
func cylinder(diameter, height float64) Solid { return shape.NewCylinder(diameter/2, height) }
func ball(diameter float64) Solid             { return shape.NewSphere(diameter / 2) }

// oblong is a capsule of a diameter and an overall length.
func oblong(diameter, length float64) Solid { return shape.NewCapsule(diameter/2, length-diameter) }

// at places a part on the axis of O.
func at(z float64, s Solid, colour uint32) Part {
	return Part{Solid: s, X_OP: geom.Pose{P: r3.Scale(z, geom.UnitZ)}, Colour: colour}
}
