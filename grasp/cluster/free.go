package cluster

import (
	"context"
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

const (
	highWithin  = 0.02 // m below the highest point that are searched
	highSeeds   = 120
	highRecords = 60 // no further seed once there are more
	highMost    = 40 // grasps returned
	besideStep  = 0.02
)

// highPoints grasps what reaches highest from above, one finger inside: rims of bowls, handles, corners.
func (j *job) highPoints() []Grasp {
	pts := j.b.Kept
	top := pts[len(pts)-1].Z
	high := pts[sort.Search(len(pts), func(i int) bool { return pts[i].Z >= top-highWithin }):]
	drawn := len(high)
	if j.p.Compat { // the last two are never drawn
		drawn = max(1, drawn-2)
	}
	rng := rand.New(rand.NewPCG(j.p.Seed, 0x68696768))
	var found []record
	for k := 0; k < highSeeds && len(found) <= highRecords && j.ctx.Err() == nil; k++ {
		p := high[len(high)-1]
		if k > 0 {
			p = high[rng.IntN(drawn)]
		}
		out, ok := geom.Unit(geom.V(p.X, p.Y, 0))
		if !ok { // on the axis every direction is as good
			out = geom.UnitY
		}
		found = j.palmSearch(found, frame(neg(geom.UnitZ), out, geom.V(p.X, p.Y, j.b.Size.Z+j.hand.ToFingertip)), 0)
	}
	grasps := make([]Grasp, 0, len(found))
	for i := range found {
		if j.ctx.Err() != nil {
			break
		}
		q, _ := j.freePose(found[i].x_OM, true)
		grasps = append(grasps, j.grasp(9, &found[i], q))
	}
	sortByQuality(grasps)
	return grasps[:min(len(grasps), highMost)]
}

// freePose ranks a hand anywhere and returns its probability with the points between the fingers.
func (j *job) freePose(x_OM geom.Pose, fromAbove bool) (float64, int) {
	j.s.prepare(j.b.Kept, x_OM, &j.extent, 0)
	n := j.s.inHand(&j.hand, 0, j.p.Compat)
	if n < j.p.MinPoints {
		return 0, n
	}
	c_M := x_OM.Inv().Apply(geom.V(0, 0, j.b.Size.Z/2))
	f := features{
		points: j.perDensity(n), palmDistance: c_M.X - j.hand.ToFingertip, lateral: math.Abs(c_M.Z), centring: math.Abs(c_M.Y),
		overhead: 1, fits: flag(j.fitsBetween(x_OM)), notEdge: 1, orthogonality: orthogonality(x_OM.R),
		collisions: float64(j.s.collisions(&j.hand, 0, math.MaxInt)),
	}
	if !fromAbove {
		down := min(1, max(0, -x_OM.R.Apply(geom.UnitX).Z))
		f.overhead = max(0, 1-math.Acos(down)/(math.Pi/2))
	}
	if !j.p.NoNeighborCheck && !(j.goodBeside(x_OM, besideStep) && j.goodBeside(x_OM, -besideStep)) {
		f.notEdge = 0
	}
	return Probability(f.quality()), n
}

// goodBeside reports whether the hand, shifted along z, still has enough between its fingers and touches nothing.
func (j *job) goodBeside(x_OM geom.Pose, dz float64) bool {
	x := geom.Pose{R: x_OM.R, P: x_OM.Apply(geom.V(0, 0, dz))}
	j.side.prepare(j.b.Kept, x, &j.extent, 0)
	return j.side.inHand(&j.hand, 0, j.p.Compat) >= j.p.MinPoints && j.side.collisions(&j.hand, 0, 1) == 0
}

// fitsBetween reports whether the whole cluster lies within the opening of the hand. With compat twice the opening will do.
func (j *job) fitsBetween(x_OM geom.Pose) bool {
	half := j.hand.Opening / 2
	if j.p.Compat {
		half = j.hand.Opening
	}
	y := x_OM.R.Apply(geom.UnitY)
	at := r3.Dot(y, x_OM.P)
	for _, p := range j.b.Kept {
		if math.Abs(r3.Dot(y, p)-at) > half {
			return false
		}
	}
	return true
}

// Evaluate ranks given poses of the hand's wrist in the cluster's frame, one probability each in the same order.
func (pl *Planner) Evaluate(b *Bounds, poses_CA []geom.Pose) []float64 {
	j := pl.start(context.Background(), b)
	out := make([]float64, len(poses_CA))
	X_OC, X_AM := b.X_CO.Inv(), pl.hand.X_MA.Inv()
	for i, x := range poses_CA {
		if x.IsFinite() {
			out[i], _ = j.freePose(X_OC.Mul(x).Mul(X_AM), false)
		}
	}
	return out
}
