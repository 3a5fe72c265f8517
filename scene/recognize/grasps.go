package recognize

import (
	"cmp"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/geom"
)

// CarryGrasps returns the grasps of a model where the model was found, in the order in which to try them. Grasps that were
// tried and never succeeded are left out.
func CarryGrasps(grasps []Grasp, X_FM geom.Pose, p Params) []Grasp {
	var out []Grasp
	for _, g := range grasps {
		if g.Attempts > 0 && g.Successes == 0 {
			continue
		}
		g.X = X_FM.Mul(g.X)
		out = append(out, g)
	}
	if p.GraspOrder == OrderCompat {
		// rising success rate, untried (rate 0) first; of equals the later first
		slices.Reverse(out)
		slices.SortStableFunc(out, func(a, b Grasp) int { return cmp.Compare(a.Rate(), b.Rate()) })
		return out
	}
	slices.SortStableFunc(out, func(a, b Grasp) int {
		return cmp.Compare(LowerBound(b.Successes, b.Attempts, p.GraspBound), LowerBound(a.Successes, a.Attempts, p.GraspBound))
	})
	return out
}

// untried is where a grasp that was never tried stands between those that always failed (0) and always succeeded (1).
const untried = 0.3

// LowerBound is the lower end of the interval of z standard deviations about a success rate (Wilson 1927): what may be relied
// on, so that nine of ten count more than one of one. Without attempts it is 0.3, between what is known good and known poor.
func LowerBound(successes, attempts int, z float64) float64 {
	if attempts <= 0 {
		return untried
	}
	n := float64(attempts)
	p := min(float64(successes)/n, 1)
	z2 := z * z
	return max(0, (p+z2/(2*n)-z*math.Sqrt(p*(1-p)/n+z2/(4*n*n)))/(1+z2/n))
}
