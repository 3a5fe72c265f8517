package grasp

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// A handle that sticks out over the table is taken from above and below, with the closing axis upright: the camera looked through under it.
func TestHandleIsTakenFromAboveAndBelow(t *testing.T) {
	body := brick{x: 0, y: 0, l: 0.1, w: 0.1, h: 0.1}
	handle := brick{x: 0, y: -0.085, l: 0.02, w: 0.07, h: 0.012, low: 0.075}
	s := picturedAs(t, geom.V(-0.6, -0.25, 0.3), []brick{body, handle}, []int{0, 0})
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := pl.solids[0].at(pl.lattice.index(0), pl.lattice.index(-0.1))
	if c == nil || math.Abs(float64(c.low)-handle.low) > 0.017 || math.Abs(float64(c.top)-handle.low-handle.h) > 0.005 {
		t.Fatalf("the handle's column, seen with pixels of 4 mm, is %+v", c)
	}
	plan, err := pl.Plan(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	upright, across := 0, 0
	for i := range plan.Grasps {
		g := &plan.Grasps[i]
		at := g.X_TG.Apply(geom.V(pl.hand.PadCenter(), 0, 0))
		if at.Y > -0.05 || math.Abs(at.X) > 0.03 {
			continue
		}
		switch y := math.Abs(g.X_TG.R.Apply(geom.UnitY).Z); {
		case y > 0.9:
			upright++
			if math.Abs(g.Width-handle.h) > 0.017 {
				t.Errorf("the handle of %.0f mm is taken for %.0f", 1e3*handle.h, 1e3*g.Width)
			}
		case y < 0.1:
			across++
		}
	}
	if upright == 0 || across == 0 {
		t.Errorf("%d grasps of the handle from above and below, %d across it; %v", upright, across, plan.Counts())
	}
}

// A ball has grasps whose closing axis is neither level nor upright: all six degrees of freedom are searched.
func TestClosingAxesTilt(t *testing.T) {
	const r = 0.032
	var pts []geom.Vec
	for i := range 60 {
		for j := range 90 {
			u, v := math.Pi*float64(i)/59, 2*math.Pi*float64(j)/90
			pts = append(pts, geom.V(r*math.Sin(u)*math.Cos(v), r*math.Sin(u)*math.Sin(v), r+r*math.Cos(u)))
		}
	}
	plan := planOf(t, laid(t, nil, pts))
	h := DefaultHand()
	tilted := 0
	for i := range plan.Grasps {
		g := &plan.Grasps[i]
		if y := math.Abs(g.X_TG.R.Apply(geom.UnitY).Z); y < 0.25 || y > 0.9 {
			continue
		}
		tilted++
		if g.Width < 1.5*r || g.Width > 2.2*r {
			t.Errorf("closes on %.0f mm of a ball of %.0f", 1e3*g.Width, 2e3*r)
		}
		for _, p := range h.Parts(g.Opening) {
			for _, q := range samples(box{lo: p.Lo, hi: p.Hi}) {
				if z := g.X_TG.Apply(q).Z; z < 0 {
					t.Fatalf("the %s is %.0f mm under the table", p.Name, -1e3*z)
				}
			}
		}
	}
	if tilted == 0 {
		t.Errorf("no grasp of %d closes along a tilted axis; %v", len(plan.Grasps), plan.Counts())
	}
}
