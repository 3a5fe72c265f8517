package grasp

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Grasps that are remembered stand among the fresh ones by what is to be expected of them; those that the scene forbids are rejected with
// the reason.
func TestKnownGraspsAreRankedWithFreshOnes(t *testing.T) {
	s := laid(t, nil, bar.shell())
	over := func(z float64) geom.Pose {
		return s.Table.X_FT.Mul(pose(geom.V(0, 0, -1), geom.UnitY, geom.V(0, 0, z)))
	}
	known := []Known{
		{ID: 1, X_FG: over(bar.h + 0.02), Successes: 40, Attempts: 40},
		{ID: 2, X_FG: over(bar.h + 0.02), Successes: 0, Attempts: 20},
		{ID: 3, X_FG: over(bar.h + 0.02), Successes: 1, Attempts: 1},
		{ID: 4, X_FG: over(-0.05), Successes: 40, Attempts: 40},
	}
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{Known: func(int) []Known { return known }})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pl.Plan(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	at := map[int64]int{}
	for i := range plan.Grasps {
		if i > 0 && plan.Grasps[i].Quality > plan.Grasps[i-1].Quality {
			t.Fatal("not the best first")
		}
		if g := &plan.Grasps[i]; g.Known != 0 {
			at[g.Known] = i + 1
			if p := Posterior(g.Features.Probability(), g.Successes, g.Attempts); math.Abs(g.Quality-p) > 0.03 {
				t.Errorf("grasp %d: quality %.3f, want %.3f", g.Known, g.Quality, p)
			}
		}
	}
	if at[1] == 0 || at[1] > at[3] || at[3] > at[2] || at[2] == 0 || at[4] != 0 || len(plan.Grasps) <= 3 {
		t.Errorf("places %v of %d", at, len(plan.Grasps))
	}
	found := false
	for i := range plan.Rejected {
		if r := &plan.Rejected[i]; r.Grasp.Known == 4 {
			found = r.Detail() != ""
		}
	}
	if !found {
		t.Error("the grasp under the table is not rejected with its reason")
	}
	if q := Posterior(0.5, 1, 1); q > 0.61 || q < 0.59 {
		t.Errorf("one of one is worth %.2f", q)
	}
}
