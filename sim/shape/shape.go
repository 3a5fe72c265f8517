// Package shape holds the solid primitives of the simulated world as signed distance fields.
//
// A shape lives in its body frame B: origin at its centre of volume, the axis of round shapes along z. Distances are in
// metres, negative inside. All shapes here are convex, so the outward normal is unique outside.
package shape

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Shape is a convex solid. Methods allocate nothing.
type Shape interface {
	// SignedDistance is the distance of a point from the surface, negative inside.
	SignedDistance(p_B geom.Vec) float64
	// Surface returns the signed distance and its gradient, the unit outward normal at the nearest point of the surface.
	// Where the nearest point is not unique (the centre of a sphere) one of the candidates is returned.
	Surface(p_B geom.Vec) (d float64, n_B geom.Vec)
	// Half is half the extent of the bounding box along each axis of B.
	Half() geom.Vec
	// Volume in cubic metres.
	Volume() float64
	// UnitInertia is the moment of inertia of the uniform solid about its centre along each axis of B, divided by its mass, in m^2.
	UnitInertia() geom.Vec
	// Supports are the balls whose hull stands in for the shape when it rests on something flat: corners of a box, a little
	// rounded, points of the two rims of a cylinder, the ends of a capsule. The slice is shared and must not be changed.
	Supports() []Ball
}

// rounding is the radius of the balls that stand in for sharp corners, as a part of the smallest half extent. Without it a
// corner that meets an edge exactly, as in a stack of equal boxes, would be neither inside nor outside.
const rounding = 0.01

// Ball is a sphere fixed in a body; a point when its radius is 0.
type Ball struct {
	Center geom.Vec // p_BC, metres
	Radius float64  // metres
}

// Box is a cuboid with half extents along its axes.
type Box struct {
	H        geom.Vec
	supports []Ball
}

// NewBox makes a box of full size.
func NewBox(size geom.Vec) *Box {
	b := &Box{H: r3.Scale(0.5, size)}
	round := rounding * math.Min(b.H.X, math.Min(b.H.Y, b.H.Z))
	for i := 0; i < 8; i++ {
		c := geom.V(b.H.X-round, b.H.Y-round, b.H.Z-round)
		if i&1 == 0 {
			c.X = -c.X
		}
		if i&2 == 0 {
			c.Y = -c.Y
		}
		if i&4 == 0 {
			c.Z = -c.Z
		}
		b.supports = append(b.supports, Ball{Center: c, Radius: round})
	}
	return b
}

func (b *Box) SignedDistance(p geom.Vec) float64 { d, _ := b.Surface(p); return d }

func (b *Box) Surface(p geom.Vec) (float64, geom.Vec) {
	qx, qy, qz := math.Abs(p.X)-b.H.X, math.Abs(p.Y)-b.H.Y, math.Abs(p.Z)-b.H.Z
	if qx <= 0 && qy <= 0 && qz <= 0 { // inside: the nearest face
		switch {
		case qx >= qy && qx >= qz:
			return qx, geom.Vec{X: math.Copysign(1, p.X)}
		case qy >= qz:
			return qy, geom.Vec{Y: math.Copysign(1, p.Y)}
		}
		return qz, geom.Vec{Z: math.Copysign(1, p.Z)}
	}
	qx, qy, qz = math.Max(qx, 0), math.Max(qy, 0), math.Max(qz, 0)
	d := math.Sqrt(qx*qx + qy*qy + qz*qz)
	k := 1 / d
	return d, geom.Vec{X: math.Copysign(qx*k, p.X), Y: math.Copysign(qy*k, p.Y), Z: math.Copysign(qz*k, p.Z)}
}

func (b *Box) Half() geom.Vec  { return b.H }
func (b *Box) Volume() float64 { return 8 * b.H.X * b.H.Y * b.H.Z }
func (b *Box) UnitInertia() geom.Vec {
	x, y, z := b.H.X*b.H.X, b.H.Y*b.H.Y, b.H.Z*b.H.Z
	return geom.Vec{X: (y + z) / 3, Y: (x + z) / 3, Z: (x + y) / 3}
}
func (b *Box) Supports() []Ball { return b.supports }

// Sphere is a ball about the origin.
type Sphere struct {
	R        float64
	supports []Ball
}

// NewSphere makes a sphere.
func NewSphere(radius float64) *Sphere {
	return &Sphere{R: radius, supports: []Ball{{Radius: radius}}}
}

func (s *Sphere) SignedDistance(p geom.Vec) float64 { return r3.Norm(p) - s.R }

func (s *Sphere) Surface(p geom.Vec) (float64, geom.Vec) {
	n := r3.Norm(p)
	if n == 0 {
		return -s.R, geom.UnitZ
	}
	return n - s.R, r3.Scale(1/n, p)
}

func (s *Sphere) Half() geom.Vec  { return geom.Vec{X: s.R, Y: s.R, Z: s.R} }
func (s *Sphere) Volume() float64 { return 4.0 / 3 * math.Pi * s.R * s.R * s.R }
func (s *Sphere) UnitInertia() geom.Vec {
	i := 0.4 * s.R * s.R
	return geom.Vec{X: i, Y: i, Z: i}
}
func (s *Sphere) Supports() []Ball { return s.supports }

// rimPoints is the number of points that stand in for each rim of a cylinder; a lying cylinder rolls on this polygon, whose
// sagitta is R (1 - cos(pi/24)) = 0.9 % of the radius.
const rimPoints = 24

// Cylinder has its axis along z.
type Cylinder struct {
	R, H     float64 // radius and half height
	supports []Ball
}

// NewCylinder makes a cylinder of a radius and a full height.
func NewCylinder(radius, height float64) *Cylinder {
	c := &Cylinder{R: radius, H: height / 2}
	round := rounding * math.Min(c.R, c.H)
	rim, z := c.R-round, c.H-round
	for i := 0; i < rimPoints; i++ {
		// Mirror images are exact: the angle is folded into the first octant pair before the sine is taken.
		s, co := sincosTurn(i, rimPoints)
		c.supports = append(c.supports, Ball{geom.V(rim*co, rim*s, -z), round}, Ball{geom.V(rim*co, rim*s, z), round})
	}
	return c
}

// sincosTurn is the sine and cosine of i/n of a turn, n divisible by 4, exactly symmetric between quadrants.
func sincosTurn(i, n int) (s, c float64) {
	q := n / 4
	k := i % q
	s, c = math.Sin(2*math.Pi*float64(k)/float64(n)), math.Sin(2*math.Pi*float64(q-k)/float64(n))
	for ; i >= q; i -= q {
		s, c = c, -s
	}
	return s, c
}

func (c *Cylinder) SignedDistance(p geom.Vec) float64 { d, _ := c.Surface(p); return d }

func (c *Cylinder) Surface(p geom.Vec) (float64, geom.Vec) {
	rho := math.Sqrt(p.X*p.X + p.Y*p.Y)
	ux, uy := 1.0, 0.0
	if rho > 0 {
		ux, uy = p.X/rho, p.Y/rho
	}
	qr, qz := rho-c.R, math.Abs(p.Z)-c.H
	switch {
	case qr <= 0 && qz <= 0:
		if qr >= qz {
			return qr, geom.Vec{X: ux, Y: uy}
		}
		return qz, geom.Vec{Z: math.Copysign(1, p.Z)}
	case qz <= 0:
		return qr, geom.Vec{X: ux, Y: uy}
	case qr <= 0:
		return qz, geom.Vec{Z: math.Copysign(1, p.Z)}
	}
	d := math.Sqrt(qr*qr + qz*qz)
	return d, geom.Vec{X: ux * qr / d, Y: uy * qr / d, Z: math.Copysign(qz/d, p.Z)}
}

func (c *Cylinder) Half() geom.Vec  { return geom.Vec{X: c.R, Y: c.R, Z: c.H} }
func (c *Cylinder) Volume() float64 { return 2 * math.Pi * c.R * c.R * c.H }
func (c *Cylinder) UnitInertia() geom.Vec {
	i := c.R*c.R/4 + c.H*c.H/3
	return geom.Vec{X: i, Y: i, Z: c.R * c.R / 2}
}
func (c *Cylinder) Supports() []Ball { return c.supports }

// Capsule is a cylinder along z closed by two half spheres.
type Capsule struct {
	R, H     float64 // radius, and half the length of the segment between the centres of the spheres
	supports []Ball
}

// NewCapsule makes a capsule of a radius and the distance between the centres of its end spheres.
func NewCapsule(radius, segment float64) *Capsule {
	h := segment / 2
	return &Capsule{R: radius, H: h, supports: []Ball{{geom.V(0, 0, -h), radius}, {geom.V(0, 0, h), radius}}}
}

func (c *Capsule) SignedDistance(p geom.Vec) float64 { d, _ := c.Surface(p); return d }

func (c *Capsule) Surface(p geom.Vec) (float64, geom.Vec) {
	p.Z -= math.Max(-c.H, math.Min(c.H, p.Z))
	n := r3.Norm(p)
	if n == 0 {
		return -c.R, geom.UnitX
	}
	return n - c.R, r3.Scale(1/n, p)
}

func (c *Capsule) Half() geom.Vec { return geom.Vec{X: c.R, Y: c.R, Z: c.R + c.H} }
func (c *Capsule) Volume() float64 {
	return math.Pi * c.R * c.R * (2*c.H + 4.0/3*c.R)
}

func (c *Capsule) UnitInertia() geom.Vec {
	// A cylinder of length 2H and two half spheres, whose centres of mass are 3R/8 beyond the ends of the segment.
	vc, vs := math.Pi*c.R*c.R*2*c.H, 4.0/3*math.Pi*c.R*c.R*c.R
	mc, ms := vc/(vc+vs), vs/(vc+vs)
	z := mc*c.R*c.R/2 + ms*0.4*c.R*c.R
	x := mc*(c.R*c.R/4+c.H*c.H/3) + ms*(0.4*c.R*c.R+c.H*c.H+0.75*c.H*c.R)
	return geom.Vec{X: x, Y: x, Z: z}
}
func (c *Capsule) Supports() []Ball { return c.supports }
