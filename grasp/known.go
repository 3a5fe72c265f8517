package grasp

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Known is a grasp that is remembered of the object that something was recognised as.
type Known struct {
	ID        int64     // in the memory, not 0
	X_FG      geom.Pose // where it would be here
	Successes int
	Attempts  int
}

// Alike reports two poses of a hand that are the same grasp for all practical purposes: within 10 mm and 0.25 rad.
func Alike(a, b geom.Pose) bool {
	return r3.Norm(r3.Sub(a.P, b.P)) < 0.01 && a.R.Angle(b.R) < 0.25
}

// PriorAttempts is how many attempts a predicted probability counts as: with few attempts it decides, with many their rate.
const PriorAttempts = 4

// Posterior is the probability of success after some attempts of a grasp whose success was predicted: the mean of a beta distribution.
// One success in one attempt is not certainty.
func Posterior(predicted float64, successes, attempts int) float64 {
	return (float64(successes) + PriorAttempts*predicted) / (float64(attempts) + PriorAttempts)
}

// addKnown puts grasps that are remembered of the plan's object beside the fresh ones.
func (pl *Planner) addKnown(plan *Plan, known []Known) error {
	if pl.solids[plan.Object].cells == nil || !(pl.solids[plan.Object].top > 0) {
		return nil
	}
	plan.Grasps = slices.DeleteFunc(plan.Grasps, func(g Grasp) bool { // what became of it counts, not what is predicted
		return slices.ContainsFunc(known, func(k Known) bool { return Alike(k.X_FG, g.X_FG) })
	})
	for i := range known {
		k := &known[i]
		g, no, err := pl.Judge(plan.Object, k.X_FG)
		if err != nil {
			return err
		}
		g.Known, g.Successes, g.Attempts = k.ID, k.Successes, k.Attempts
		if no != nil {
			no.Grasp = g
			plan.Rejected = append(plan.Rejected, *no)
			continue
		}
		g.Quality = Posterior(g.Quality, k.Successes, k.Attempts)
		plan.Grasps = append(plan.Grasps, g)
	}
	sortGrasps(plan.Grasps)
	return nil
}
