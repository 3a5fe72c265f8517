package scene

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// bow is what is left of a table's height when the plane is taken away: depth cameras bend planes by millimetres, smoothly
// over the picture. It is a cubic over the table, z = sum of c_k times the terms of order 0 to 3 in u and v.
type bow struct {
	c      [bowTerms]float32
	lo, hi geom.Vec2 // of the points that it was fitted to; beyond it stays as at the border
	mid    geom.Vec2
	scale  float64

	x, y, inv float32 // the middle and the scale
	u, v      float32 // half the extent, scaled
}

const bowTerms = 10

// at returns the height of the bow at a point of the table frame.
func (b *bow) at(x, y float32) float32 {
	// min and max of the language look after NaN and signed zeros, which takes longer than all the rest.
	u, v := (x-b.x)*b.inv, (y-b.y)*b.inv
	if u > b.u {
		u = b.u
	} else if u < -b.u {
		u = -b.u
	}
	if v > b.v {
		v = b.v
	} else if v < -b.v {
		v = -b.v
	}
	c := &b.c
	return c[0] + u*(c[1]+u*(c[3]+u*c[6]+v*c[7])+v*c[4]) + v*(c[2]+v*(c[5]+v*c[9]+u*c[8]))
}

// fitBow fits the bow to the sample points on the plane, twice: what stands out after the first time is left out.
func (s *Segmenter) fitBow(x_FT geom.Pose) {
	q := &s.sample
	inv := x_FT.Inv()
	b := &s.top.bow
	*b = bow{lo: geom.Vec2{X: math.Inf(1), Y: math.Inf(1)}, hi: geom.Vec2{X: math.Inf(-1), Y: math.Inf(-1)}}
	s.flat = s.flat[:0]
	for k := range q.x {
		t := inv.Apply(q.at(k))
		s.flat = append(s.flat, t)
		if math.Abs(t.Z) <= float64(q.tol[k]) {
			b.lo = geom.Vec2{X: min(b.lo.X, t.X), Y: min(b.lo.Y, t.Y)}
			b.hi = geom.Vec2{X: max(b.hi.X, t.X), Y: max(b.hi.Y, t.Y)}
		}
	}
	b.mid = geom.Vec2{X: (b.lo.X + b.hi.X) / 2, Y: (b.lo.Y + b.hi.Y) / 2}
	half := max(b.hi.X-b.lo.X, b.hi.Y-b.lo.Y) / 2
	if !(half > 0) || math.IsInf(half, 0) {
		return
	}
	b.scale = 1 / half
	b.x, b.y, b.inv = float32(b.mid.X), float32(b.mid.Y), float32(b.scale)
	b.u, b.v = float32((b.hi.X-b.lo.X)/2*b.scale), float32((b.hi.Y-b.lo.Y)/2*b.scale)
	for _, share := range []float64{1, 0.6} {
		var a [bowTerms][bowTerms + 1]float64
		n := 0
		for k, t := range s.flat {
			if tol := float64(q.tol[k]); math.Abs(t.Z) > tol || math.Abs(t.Z-float64(b.at(float32(t.X), float32(t.Y)))) > share*tol {
				continue
			}
			u, v := (t.X-b.mid.X)*b.scale, (t.Y-b.mid.Y)*b.scale
			e := [bowTerms]float64{1, u, v, u * u, u * v, v * v, u * u * u, u * u * v, u * v * v, v * v * v}
			for i, v := range e {
				for j := i; j < bowTerms; j++ {
					a[i][j] += v * e[j]
				}
				a[i][bowTerms] += v * t.Z
			}
			n++
		}
		if n < 20*bowTerms {
			b.c = [bowTerms]float32{}
			return
		}
		for i := range a {
			for j := range i {
				a[i][j] = a[j][i]
			}
		}
		for i := range a { // a little stiffness where the points say nothing
			a[i][i] += 1e-3 * float64(n)
		}
		x := solve(&a)
		for i := range x {
			b.c[i] = float32(x[i])
		}
	}
}

// solve is Gaussian elimination of a positive definite system; pivoting is not needed.
func solve(a *[bowTerms][bowTerms + 1]float64) (x [bowTerms]float64) {
	for i := range bowTerms {
		for r := i + 1; r < bowTerms; r++ {
			f := a[r][i] / a[i][i]
			for k := i; k <= bowTerms; k++ {
				a[r][k] -= f * a[i][k]
			}
		}
	}
	for i := bowTerms - 1; i >= 0; i-- {
		x[i] = a[i][bowTerms]
		for k := i + 1; k < bowTerms; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
