package grasp

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
)

// A camera sees less than half of a ball, and its box is narrower than the ball where the back is hidden. An object whose points
// lie on a sphere that rests on the table is completed to the ball.
const (
	ballPoints    = 400   // that are looked at
	ballRms       = 0.002 // m, or
	ballRmsPart   = 0.04  // of the radius: root mean square distance of the points from the sphere
	ballRests     = 0.15  // of the radius: how far its underside may be from the table
	ballHigh      = 0.25  // of the radius: how far the highest point may be from its top
	smallestBall  = 0.012 // m of radius
	largestBall   = 0.15
	ballFewPoints = 30
)

// ball is a sphere in T.
type ball struct {
	center geom.Vec
	r      float64
}

// fitBall fits a sphere to an object's points, linearly in |p|^2 = 2 c.p + k (Coope 1993), and reports whether it is one.
func fitBall(seg *scene.Segmentation, o *scene.Object) (ball, bool) {
	if len(o.Indices) < ballFewPoints || o.Size.Z > 2*largestBall || o.Size.Z < 2*smallestBall*(1-ballHigh) || o.Size.X > 1.6*o.Size.Z {
		return ball{}, false
	}
	x_TF := seg.Table.X_FT.Inv()
	step := 1 + len(o.Indices)/ballPoints
	pts := make([]geom.Vec, 0, ballPoints)
	for i := 0; i < len(o.Indices); i += step {
		pts = append(pts, r3.Sub(x_TF.Apply(seg.Cloud.At(int(o.Indices[i]))), o.X_TO.P)) // near the origin, for the digits
	}
	var a mat.SymDense
	a.ReuseAsSym(4)
	b := mat.NewVecDense(4, nil)
	for _, p := range pts {
		row := [4]float64{2 * p.X, 2 * p.Y, 2 * p.Z, 1}
		q := r3.Norm2(p)
		for i := range 4 {
			b.SetVec(i, b.AtVec(i)+row[i]*q)
			for j := i; j < 4; j++ {
				a.SetSym(i, j, a.At(i, j)+row[i]*row[j])
			}
		}
	}
	var chol mat.Cholesky
	var sol mat.VecDense
	if !chol.Factorize(&a) || chol.SolveVecTo(&sol, b) != nil {
		return ball{}, false
	}
	c := geom.V(sol.AtVec(0), sol.AtVec(1), sol.AtVec(2))
	r := math.Sqrt(sol.AtVec(3) + r3.Norm2(c))
	if !(r > smallestBall && r < largestBall) {
		return ball{}, false
	}
	var sum2 float64
	for _, p := range pts {
		d := r3.Norm(r3.Sub(p, c)) - r
		sum2 += d * d
	}
	k := ball{r3.Add(c, o.X_TO.P), r}
	rms := math.Sqrt(sum2 / float64(len(pts)))
	return k, rms < max(ballRms, ballRmsPart*r) && math.Abs(k.center.Z-r) < ballRests*r && math.Abs(k.center.Z+r-o.X_TO.P.Z-o.Size.Z/2) < ballHigh*r
}

// outline is the ball seen from above, counter-clockwise.
func (b *ball) outline() []geom.Vec2 {
	const n = 32
	out := make([]geom.Vec2, n)
	for k := range out {
		s, c := math.Sincos(2 * math.Pi * float64(k) / n)
		out[k] = geom.Vec2{X: b.center.X + b.r*c, Y: b.center.Y + b.r*s}
	}
	return out
}

// top is the height of the ball's upper side over a place on the table.
func (b *ball) top(x, y float64) float64 {
	d2 := (x-b.center.X)*(x-b.center.X) + (y-b.center.Y)*(y-b.center.Y)
	return b.center.Z + math.Sqrt(max(0, b.r*b.r-d2))
}
