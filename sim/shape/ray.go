package shape

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// The RayHit methods find where the ray p_B + t v_B, t > 0, enters a solid from outside. The direction need not have unit
// length: t counts multiples of it. A ray that starts inside or only touches has no hit. They allocate nothing.

// RayHit is the slab method of Kay and Kajiya (1986).
func (b *Box) RayHit(p, v geom.Vec) (t float64, ok bool) {
	in, out := math.Inf(-1), math.Inf(1)
	in, out = slab(p.X, v.X, b.H.X, in, out)
	in, out = slab(p.Y, v.Y, b.H.Y, in, out)
	in, out = slab(p.Z, v.Z, b.H.Z, in, out)
	return in, in > 0 && in < out
}

// slab narrows the span [in, out] of a ray to where its coordinate is within h of 0.
func slab(p, v, h, in, out float64) (float64, float64) {
	if v == 0 {
		if p < -h || p > h {
			return math.Inf(1), math.Inf(-1)
		}
		return in, out
	}
	k := 1 / v
	a, b := (-h-p)*k, (h-p)*k
	if a > b {
		a, b = b, a
	}
	if a > in {
		in = a
	}
	if b < out {
		out = b
	}
	return in, out
}

// RayHit solves |p + t v| = R.
func (s *Sphere) RayHit(p, v geom.Vec) (t float64, ok bool) {
	in, out, ok := quadratic(r3.Dot(v, v), r3.Dot(p, v), r3.Dot(p, p)-s.R*s.R)
	return in, ok && in > 0 && in < out
}

// quadratic solves a t^2 + 2 b t + c = 0 for a > 0 without the cancellation of the schoolbook formula.
func quadratic(a, b, c float64) (lo, hi float64, ok bool) {
	d := b*b - a*c
	if !(d >= 0) {
		return 0, 0, false
	}
	q := -(b + math.Copysign(math.Sqrt(d), b))
	if q == 0 {
		return 0, 0, true
	}
	lo, hi = q/a, c/q
	if lo > hi {
		lo, hi = hi, lo
	}
	return lo, hi, true
}

// RayHit is the common span of the infinite cylinder and the slab between the end faces.
func (c *Cylinder) RayHit(p, v geom.Vec) (t float64, ok bool) {
	in, out, ok := tube(p, v, c.R)
	if !ok {
		return 0, false
	}
	in, out = slab(p.Z, v.Z, c.H, in, out)
	return in, in > 0 && in < out
}

// tube is the span of a ray inside the infinite cylinder of radius r about z.
func tube(p, v geom.Vec, r float64) (in, out float64, ok bool) {
	a, c := v.X*v.X+v.Y*v.Y, p.X*p.X+p.Y*p.Y-r*r
	if a == 0 {
		return math.Inf(-1), math.Inf(1), c <= 0
	}
	return quadratic(a, p.X*v.X+p.Y*v.Y, c)
}

// RayHit takes the wall between the centres of the end spheres, and beyond them the spheres.
func (c *Capsule) RayHit(p, v geom.Vec) (t float64, ok bool) {
	in, out, ok := tube(p, v, c.R)
	if !ok {
		return 0, false
	}
	if z := p.Z + in*v.Z; z >= -c.H && z <= c.H { // never for a ray along z, whose span is infinite
		return in, in > 0 && in < out
	}
	// it enters through an end, if at all: the first of the two that it meets, since the solid is convex
	first := math.Inf(1)
	for _, end := range [2]float64{-c.H, c.H} {
		q := p
		q.Z -= end
		if a, b, ok := quadratic(r3.Dot(v, v), r3.Dot(q, v), r3.Dot(q, q)-c.R*c.R); ok && a < b && a < first {
			first = a
		}
	}
	return first, first > 0 && !math.IsInf(first, 1)
}
