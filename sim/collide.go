package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// skinOfPad is how far the frame of a finger lies beneath the face of its pad, m: the face may touch.
const skinOfPad = 1e-3

// Parts are the boxes of the gripper at a gap: the two fingers outside the pads and the palm. They are those of Hand, which measures
// from the palm's face, moved so that the middles of the pads agree.
func (g *Gripper) Parts(gap float64) [3]grasp.Part {
	parts := g.Hand.Parts(gap)
	palm := g.PadCenter().X - g.Hand.PadCenter()
	back := g.PadCenterAt(gap).X - g.PadCenter().X
	for i := range parts {
		parts[i].Lo.X += palm
		parts[i].Hi.X += palm
	}
	for i, sign := range [2]float64{1, -1} {
		parts[i].Hi.X += back
		parts[i].Lo.Y += sign * skinOfPad
		parts[i].Hi.Y += sign * skinOfPad
	}
	return parts
}

// Lowest is how far the lowest corner of the gripper's boxes is below the palm's origin when the palm is turned by R_WG and the pads
// are a gap apart, metres.
func (g *Gripper) Lowest(R_WG geom.Rot, gap float64) float64 {
	m := R_WG.Mat()
	low := math.Inf(1)
	for _, p := range g.Parts(gap) {
		low = math.Min(low, math.Min(m[6]*p.Lo.X, m[6]*p.Hi.X)+math.Min(m[7]*p.Lo.Y, m[7]*p.Hi.Y)+math.Min(m[8]*p.Lo.Z, m[8]*p.Hi.Z))
	}
	return -low
}

// Collides says what the gripper would run into with the palm at a pose and the pads a gap apart: the table or an object, except
// object number except (-1 for none). It is empty when the way is free. Objects are taken as they are now; the boxes are probed on
// a grid of 5 mm, so that a thinner thing may slip through.
func (w *World) Collides(X_WG geom.Pose, gap float64, except int) string {
	return w.obstacle(X_WG, gap, 0, func(i int) bool { return i == except }, false)
}

// obstacle is Collides for a hand with padding around it, m; objects of which free says so, and the table, may be left out.
func (w *World) obstacle(X_WG geom.Pose, gap, padding float64, free func(int) bool, table bool) string {
	g := w.Model.Gripper
	if g == nil {
		return ""
	}
	for _, part := range g.Parts(gap) {
		size := r3.Add(r3.Sub(part.Hi, part.Lo), geom.V(2*padding, 2*padding, 2*padding))
		X_GB := geom.Pose{P: r3.Scale(0.5, r3.Add(part.Lo, part.Hi))}
		X_WB := X_WG.Mul(X_GB)
		half := r3.Scale(0.5, size)
		if w.Model.Table != nil && !table {
			m := X_WB.R.Mat()
			if low := X_WB.P.Z - math.Abs(m[6])*half.X - math.Abs(m[7])*half.Y - math.Abs(m[8])*half.Z; low < 0 {
				return fmt.Sprintf("the %s would be %.0f mm under the table", part.Name, -low*1e3)
			}
		}
		for i := range w.State.Bodies {
			if free(i) {
				continue
			}
			X_OB := w.State.Bodies[i].X_WO.Inv().Mul(X_WB)
			o := &w.Model.Objects[i]
			if r3.Norm(X_OB.P) > w.radius[i]+r3.Norm(half) || !touches(o.Shape, X_OB, half) {
				continue
			}
			return fmt.Sprintf("the %s would run into %s", part.Name, w.name(i))
		}
	}
	return ""
}

// name is the name of an object, or its number.
func (w *World) name(i int) string {
	if n := w.Model.Objects[i].Name; n != "" {
		return n
	}
	return fmt.Sprintf("object %d", i)
}

// touches probes a box with a grid of points, and the support points of the shape.
func touches(s shape.Shape, X_OB geom.Pose, half geom.Vec) bool {
	const pitch = 0.005
	count := func(h float64) int { return int(math.Ceil(2*h/pitch)) + 1 }
	nx, ny, nz := count(half.X), count(half.Y), count(half.Z)
	at := func(i, n int, h float64) float64 { return h * (2*float64(i)/float64(n-1) - 1) }
	for i := 0; i < nx; i++ {
		for j := 0; j < ny; j++ {
			for k := 0; k < nz; k++ {
				if s.SignedDistance(X_OB.Apply(geom.V(at(i, nx, half.X), at(j, ny, half.Y), at(k, nz, half.Z)))) < 0 {
					return true
				}
			}
		}
	}
	X_BO := X_OB.Inv()
	for _, b := range s.Supports() {
		p := X_BO.Apply(b.Center)
		if math.Abs(p.X) < half.X+b.Radius && math.Abs(p.Y) < half.Y+b.Radius && math.Abs(p.Z) < half.Z+b.Radius {
			return true
		}
	}
	return false
}
