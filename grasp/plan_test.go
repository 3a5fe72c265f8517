package grasp

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

func segment(t testing.TB, blocks ...scenetest.Block) *scene.Segmentation {
	t.Helper()
	s, err := scene.Segment(scenetest.Table(blocks, 1), scene.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func planAt(t testing.TB, s *scene.Segmentation, b scenetest.Block) *Plan {
	t.Helper()
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, o := range s.Objects {
		if math.Hypot(o.X_FO.P.X-b.X, o.X_FO.P.Y-b.Y) < 0.02 {
			plan, err := pl.Plan(t.Context(), k)
			if err != nil {
				t.Fatal(err)
			}
			return plan
		}
	}
	t.Fatalf("no object at %g, %g", b.X, b.Y)
	return nil
}

// samples fills a box of the hand densely, for a check that shares nothing with the planner's.
func samples(b box) []geom.Vec {
	var l []geom.Vec
	const n = 12
	for i := 0; i <= n; i++ {
		for j := 0; j <= n; j++ {
			for k := 0; k <= n; k++ {
				f := func(lo, hi float64, i int) float64 { return lo + (hi-lo)*float64(i)/n }
				l = append(l, geom.V(f(b.lo.X, b.hi.X, i), f(b.lo.Y, b.hi.Y, j), f(b.lo.Z, b.hi.Z, k)))
			}
		}
	}
	return l
}

func insideBlock(b scenetest.Block, p geom.Vec, shrink float64) bool {
	s, c := math.Sincos(b.Yaw)
	u, v := (p.X-b.X)*c+(p.Y-b.Y)*s, -(p.X-b.X)*s+(p.Y-b.Y)*c
	return math.Abs(u) < b.L/2-shrink && math.Abs(v) < b.W/2-shrink && p.Z > 0 && p.Z < b.H-shrink
}

func TestGraspsAreFreeOfCollision(t *testing.T) {
	blocks := []scenetest.Block{
		{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.10, Yaw: 0.3},
		{X: 0.05, Y: 0.05, L: 0.05, W: 0.05, H: 0.18, Yaw: -0.8},
		{X: 0.13, Y: 0.06, L: 0.06, W: 0.04, H: 0.12, Yaw: 0.1},
		{X: 0.0, Y: -0.2, L: 0.05, W: 0.04, H: 0.03, Yaw: 1.2},
	}
	s := segment(t, blocks...)
	h := DefaultHand()
	for _, b := range blocks {
		plan := planAt(t, s, b)
		if len(plan.Grasps) == 0 {
			t.Errorf("block %+v has no grasp: %s", b, plan.WhyNot())
		}
		last := 1.0
		for _, g := range plan.Grasps {
			if !(g.Quality >= 0 && g.Quality <= last) {
				t.Errorf("quality %g after %g", g.Quality, last)
			}
			last = g.Quality
			if g.Opening > h.MaxOpening || g.Width > g.Opening {
				t.Errorf("width %g in an opening of %g of at most %g", g.Width, g.Opening, h.MaxOpening)
			}
			parts := h.boxes(g.Opening)
			for _, part := range parts[:between] {
				for _, q := range samples(part) {
					p := g.X_FG.Apply(q)
					if p.Z < 0.001 {
						t.Fatalf("%s grasp at %v: the %s is under the table (%g)", g.Kind, g.X_FG.P, part.part, p.Z)
					}
					for _, o := range blocks {
						if insideBlock(o, p, 0.003) {
							t.Fatalf("%s grasp of the block at %g,%g: the %s is inside the block at %g,%g", g.Kind, b.X, b.Y, part.part, o.X, o.Y)
						}
					}
				}
			}
			// The pads must have the object between them.
			mid := g.X_FG.Apply(geom.V(h.FingerLength-h.PadLength/2, 0, 0))
			between := insideBlock(b, mid, -0.004) || insideBlock(b, r3.Sub(mid, geom.V(0, 0, h.PadLength/2-0.002)), -0.004)
			if g.Kind != Overhead { // level fingers may end past a thin object
				for x := h.FingerLength - h.PadLength; x <= h.FingerLength; x += 0.002 {
					between = between || insideBlock(b, g.X_FG.Apply(geom.V(x, 0, 0)), -0.004)
				}
			}
			if !between {
				t.Errorf("%s grasp of the block at %g,%g has nothing between the pads", g.Kind, b.X, b.Y)
			}
		}
	}
}

func TestBestClosesAcrossTheShortSide(t *testing.T) {
	b := scenetest.Block{X: 0.1, Y: 0, L: 0.14, W: 0.05, H: 0.08, Yaw: 0.5}
	plan := planAt(t, segment(t, b), b)
	if len(plan.Grasps) == 0 {
		t.Fatal(plan.WhyNot())
	}
	best := plan.Grasps[0]
	x, y := best.X_FG.R.Apply(geom.UnitX), best.X_FG.R.Apply(geom.UnitY)
	if best.Kind == Side || x.Z > -0.8 {
		t.Errorf("best grasp is %s along %v", best.Kind, x)
	}
	if across := math.Abs(-math.Sin(b.Yaw)*y.X + math.Cos(b.Yaw)*y.Y); across < 0.98 {
		t.Errorf("fingers close along %v, not across the short side", y)
	}
	if math.Abs(best.Width-b.W) > 0.01 {
		t.Errorf("width %g, the block is %g", best.Width, b.W)
	}
}

// Low things are taken from above with the tips at the clearance over the table, whatever the last digit of their height.
func TestLowObjectsAreTakenFromAbove(t *testing.T) {
	for h := 0.02; h < 0.06; h += 0.0037 {
		for _, yaw := range []float64{0, 0.4, 1.1, 2.3} {
			b := scenetest.Block{X: 0.1, Y: 0.05, L: 0.15, W: 0.04, H: h, Yaw: yaw}
			plan := planAt(t, segment(t, b), b)
			for _, r := range plan.Rejected {
				if r.Grasp.Kind == Overhead && r.Reason == HitsTable {
					t.Errorf("height %.4f, yaw %g: %v", h, yaw, r)
				}
			}
			if len(plan.Grasps) == 0 || math.Abs(plan.Grasps[0].Width-b.W) > 0.01 {
				t.Errorf("height %.4f, yaw %g: not taken across the short side: %s", h, yaw, plan.WhyNot())
			}
		}
	}
}

func TestReasons(t *testing.T) {
	wide := scenetest.Block{X: 0, Y: 0, L: 0.2, W: 0.16, H: 0.15}
	plan := planAt(t, segment(t, wide), wide)
	if len(plan.Grasps) != 0 || !strings.Contains(plan.WhyNot(), "the hand opens 86 mm") {
		t.Errorf("a block wider than the hand: %d grasps, %q", len(plan.Grasps), plan.WhyNot())
	}
	for _, r := range plan.Rejected {
		if r.Detail() == "" || r.Reason == "" {
			t.Errorf("rejected without a reason: %+v", r)
		}
	}
	// Two tall walls 25 mm beside a thin block leave no room for fingers across it, nor for a palm from above.
	thin := scenetest.Block{X: 0, Y: 0, L: 0.16, W: 0.04, H: 0.06}
	walls := []scenetest.Block{thin, {X: 0, Y: 0.05, L: 0.2, W: 0.03, H: 0.25}, {X: 0, Y: -0.05, L: 0.2, W: 0.03, H: 0.25}}
	plan = planAt(t, segment(t, walls...), thin)
	hits := 0
	for _, r := range plan.Rejected {
		if r.Reason == HitsNeighbor && r.Grasp.Kind == Overhead {
			hits++
		}
	}
	if hits == 0 {
		t.Errorf("no overhead grasp between walls hits a neighbour; %d grasps, %s", len(plan.Grasps), plan.WhyNot())
	}
	for _, g := range plan.Grasps {
		if g.Kind == Overhead {
			t.Errorf("an overhead grasp fits between walls: %+v", g)
		}
	}
}

func TestPlanBadInput(t *testing.T) {
	s := segment(t, scenetest.Block{L: 0.05, W: 0.05, H: 0.05})
	if _, err := NewPlanner(s, Hand{Name: "none"}, DefaultParams(), Options{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a hand without sizes: %v", err)
	}
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{-1, len(s.Objects)} {
		if _, err := pl.Plan(t.Context(), k); fault.KindOf(err) != fault.NotFound {
			t.Errorf("object %d: %v", k, err)
		}
	}
}

func TestPlanIsDeterministic(t *testing.T) {
	b := scenetest.Block{X: 0.1, Y: 0, L: 0.08, W: 0.05, H: 0.12, Yaw: 0.5}
	a, c := planAt(t, segment(t, b), b), planAt(t, segment(t, b), b)
	if len(a.Grasps) != len(c.Grasps) {
		t.Fatal("different number of grasps")
	}
	for i := range a.Grasps {
		if a.Grasps[i] != c.Grasps[i] {
			t.Fatalf("grasp %d differs", i)
		}
	}
}
