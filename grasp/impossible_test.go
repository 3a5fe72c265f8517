package grasp

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
)

func planOf(t testing.TB, s *scene.Segmentation) *Plan {
	t.Helper()
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pl.Plan(0)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(plan.Grasps); n > 0 && plan.WhyNot() != "" || n == 0 && plan.WhyNot() == "" {
		t.Errorf("%d grasps, why not %q", n, plan.WhyNot())
	}
	return plan
}

// What cannot be grasped says why.
func TestImpossibleCasesSayWhy(t *testing.T) {
	upsideDown := func() *scene.Segmentation {
		s := laid(t, nil, bar.shell())
		c := s.Cloud
		table := s.Table
		table.X_FT = table.X_FT.Mul(geom.Pose{R: geom.AxisAngle(geom.UnitX, math.Pi), P: geom.V(0, 0, -0.001)})
		var all []int32
		for i := range c.Len() {
			all = append(all, int32(i))
		}
		s, err := scene.FromClusters(c, table, [][]int32{all})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	against := bar
	against.w, against.l = 0.07, 0.2
	for _, c := range []struct {
		what string
		s    *scene.Segmentation
		want string
	}{
		{"wider than the hand", laid(t, nil, brick{l: 0.3, w: 0.2, h: 0.1}.shell()), "too wide"},
		{"flat sheet", laid(t, nil, brick{l: 0.29, w: 0.21, h: 0.001}.shell()), "the object is 1 mm high"},
		{"small flat sheet", laid(t, nil, brick{l: 0.05, w: 0.04, h: 0.002}.shell()), "the object is 2 mm high"},
		{"between walls", laid(t, nil, against.shell(),
			brick{y: 0.045, l: 0.4, w: 0.015, h: 0.3}.shell(), brick{y: -0.045, l: 0.4, w: 0.015, h: 0.3}.shell()), "hits neighbour"},
		{"upside down", upsideDown(), "under the table"},
		{"one point", laid(t, nil, []geom.Vec{geom.V(0, 0, 0.05)}), " in "},
	} {
		plan := planOf(t, c.s)
		if len(plan.Grasps) != 0 || !strings.Contains(plan.WhyNot(), c.want) {
			t.Errorf("%s: %d grasps, %q, want %q", c.what, len(plan.Grasps), plan.WhyNot(), c.want)
		}
	}
}

// A wall behind an object leaves the grasps that do not need the space of the wall.
func TestObjectAgainstAWall(t *testing.T) {
	wall := brick{y: 0.037, l: 0.4, w: 0.02, h: 0.3}
	plan := planOf(t, laid(t, nil, brick{l: 0.05, w: 0.05, h: 0.12}.shell(), wall.shell()))
	if len(plan.Grasps) == 0 {
		t.Fatal(plan.WhyNot())
	}
	h := DefaultHand()
	for i := range plan.Grasps {
		g := &plan.Grasps[i]
		parts := h.boxes(g.Opening)
		for _, b := range parts[:between] {
			for _, q := range samples(b) {
				if p := g.X_TG.Apply(q); math.Abs(p.X) < 0.2 && p.Y > 0.037-0.01+0.003 && p.Y < 0.037+0.01-0.003 && p.Z < 0.297 {
					t.Fatalf("%s grasp at %v: the %s is in the wall", g.Kind, g.X_TG.P, b.part)
				}
			}
		}
	}
	if plan.Counts()[HitsNeighbor] == 0 {
		t.Error("no candidate hits the wall")
	}
}

func TestTwoHundredThousandPoints(t *testing.T) {
	var pts []geom.Vec
	const n = 450
	for i := range n {
		for j := range n {
			a := 2 * math.Pi * float64(i) / n
			pts = append(pts, geom.V(0.03*math.Cos(a), 0.03*math.Sin(a), 0.12*float64(j)/n))
		}
	}
	if plan := planOf(t, laid(t, nil, pts)); len(plan.Grasps) == 0 {
		t.Error(plan.WhyNot())
	}
}

// A ball that is seen from one side is completed to the whole ball: grasps are centred on it.
func TestBallIsCompleted(t *testing.T) {
	const r = 0.035
	var pts []geom.Vec
	for i := range 60 {
		for j := range 60 {
			u, v := math.Pi*float64(i)/59, 2*math.Pi*float64(j)/60
			p := geom.V(r*math.Sin(u)*math.Cos(v), r*math.Sin(u)*math.Sin(v), r+r*math.Cos(u))
			if p.X < -0.2*r || p.Z > 1.6*r { // the camera is at -x and above
				pts = append(pts, p)
			}
		}
	}
	plan := planOf(t, laid(t, nil, pts))
	if len(plan.Grasps) == 0 {
		t.Fatal(plan.WhyNot())
	}
	h := DefaultHand()
	g := &plan.Grasps[0]
	mid := g.X_TG.Apply(geom.V(h.PadCenter(), 0, 0))
	y := g.X_TG.R.Apply(geom.UnitY)
	if d := r3.Dot(y, r3.Sub(mid, geom.V(0, 0, r))); math.Abs(d) > 0.004 || math.Abs(g.Width-2*r) > 0.008 {
		t.Errorf("the pads close %.1f mm beside the middle on %.1f mm of a ball of %.0f mm", 1e3*d, 1e3*g.Width, 2e3*r)
	}
	if math.Abs(mid.Z-r) > 0.015 {
		t.Errorf("the pads close at a height of %.0f mm, the middle of the ball is at %.0f", 1e3*mid.Z, 1e3*r)
	}
	if g.Seen > 0.9 {
		t.Errorf("%.2f of the contact is said to be seen; one side was not", g.Seen)
	}
}

// The back of a box is completed by symmetry, and the grasp says how much of its contact was seen.
func TestBackOfABoxIsCompleted(t *testing.T) {
	var front []geom.Vec
	for _, p := range (brick{l: 0.12, w: 0.05, h: 0.08}).shell() {
		if p.Y < -0.024 || math.Abs(p.X) > 0.059 { // three walls, no top
			front = append(front, p)
		}
	}
	plan := planOf(t, laid(t, nil, front))
	if len(plan.Grasps) == 0 {
		t.Fatal(plan.WhyNot())
	}
	across := 0
	h := DefaultHand()
	for i := range plan.Grasps {
		g := &plan.Grasps[i]
		if mid := g.X_TG.Apply(geom.V(h.PadCenter(), 0, 0)); math.Abs(g.X_TG.R.Apply(geom.UnitY).Y) > 0.97 && math.Abs(mid.X) < 0.03 {
			across++
			if math.Abs(g.Width-0.05) > 0.008 {
				t.Errorf("width %g, want 0.05", g.Width)
			}
			if g.Seen > 0.8 && g.Features[FeatPatch] > 0.1 {
				t.Errorf("%.2f of the contact is said to be seen", g.Seen)
			}
		}
	}
	if across == 0 {
		t.Error("no grasp across the box")
	}
}

// Two pieces on top of each other, as a bottle and its cap, do not keep each other from being grasped.
func TestStackedPiecesMayBeBetweenTheFingers(t *testing.T) {
	s := laid(t, nil, brick{l: 0.06, w: 0.06, h: 0.15}.shell(), brick{l: 0.03, w: 0.03, h: 0.03, low: 0.15}.shell())
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	for k, name := range []string{"bottle", "cap"} {
		plan, err := pl.Plan(k)
		if err != nil || len(plan.Grasps) == 0 {
			t.Fatalf("%s: %v %s", name, err, plan.WhyNot())
		}
	}
	plan, _ := pl.Plan(1)
	h := DefaultHand()
	for i := range plan.Grasps {
		if z := plan.Grasps[i].X_TG.Apply(geom.V(h.PadCenter(), 0, 0)).Z; z < 0.13 {
			t.Errorf("the cap, which begins at 0.15 m, is grasped at %g", z)
		}
	}
}

// Every candidate has a fate, and the counts add up.
func TestEveryCandidateHasAFate(t *testing.T) {
	plan := planOf(t, laid(t, nil, bar.shell()))
	n := 0
	for _, k := range plan.Counts() {
		n += k
	}
	if n != len(plan.Rejected) || plan.Candidates() != n+len(plan.Grasps) || plan.Candidates() < 50 {
		t.Errorf("%d counted, %d rejected, %d candidates", n, len(plan.Rejected), plan.Candidates())
	}
	for i := range plan.Rejected {
		if d := plan.Rejected[i].Detail(); d == "" || strings.Contains(d, "%!") {
			t.Errorf("rejected with %q", d)
		}
	}
	p := DefaultParams()
	p.MaxCandidates = 40
	pl, err := NewPlanner(laid(t, nil, bar.shell()), DefaultHand(), p)
	if err != nil {
		t.Fatal(err)
	}
	if few, _ := pl.Plan(0); few.Candidates() != 40 {
		t.Errorf("%d candidates, asked for 40", few.Candidates())
	}
}

// A turned and moved scene has the same grasps, turned and moved with it.
func TestPlanFollowsTheScene(t *testing.T) {
	at := func(yaw float64) (*Plan, geom.Pose) {
		X := geom.Pose{R: geom.AxisAngle(geom.UnitZ, yaw)}
		var pts []geom.Vec
		for _, p := range (brick{l: 0.12, w: 0.05, h: 0.1}).shell() {
			pts = append(pts, X.Apply(p))
		}
		return planOf(t, laid(t, nil, pts)), X
	}
	for _, yaw := range []float64{0, 0.3, math.Pi / 4, 1.2, 2.5} {
		plan, X := at(yaw)
		if len(plan.Grasps) == 0 {
			t.Fatal(plan.WhyNot())
		}
		g := &plan.Grasps[0]
		y := X.R.Inv().Apply(g.X_TG.R.Apply(geom.UnitY))
		if math.Abs(y.Y) < 0.99 || math.Abs(g.Width-0.05) > 0.006 || g.Quality < 0.8 {
			t.Errorf("yaw %g: closes along %.2f on %.1f mm, quality %.2f", yaw, y, 1e3*g.Width, g.Quality)
		}
	}
}

func TestCalibrationIsWhole(t *testing.T) {
	c := Calibrated()
	for _, name := range FeatureNames {
		if _, ok := c.Weights[name]; !ok {
			t.Errorf("no weight of %s", name)
		}
	}
	if len(c.Weights) != len(FeatureNames) || c.Grasps < 1000 || c.HeldOut < 500 || !(c.Brier < c.BrierOfMean) || !(c.Error < 0.1) {
		t.Errorf("%+v", c)
	}
	n := 0
	for _, b := range c.Reliability {
		n += b.N
	}
	if n != c.HeldOut {
		t.Errorf("the curve has %d grasps, %d were held out", n, c.HeldOut)
	}
	var f Features
	f[FeatLever] = 1
	var g Features
	if f.Probability() >= g.Probability() {
		t.Error("a long lever does no harm")
	}
}

func TestAllocJudge(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	pl, err := NewPlanner(laid(t, nil, bar.shell(), brick{x: 0.2, l: 0.05, w: 0.05, h: 0.1}.shell()), DefaultHand(), DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	w := pl.take()
	w.propose(0)
	one := func() {
		for i := range w.list {
			g := Grasp{X_TG: w.list[i].x_TG, Kind: w.list[i].kind}
			w.judge(&g)
		}
	}
	one()
	if n := testing.AllocsPerRun(5, one); n != 0 {
		t.Errorf("judging %d candidates allocates %g times", len(w.list), n)
	}
	if n := testing.AllocsPerRun(5, func() { w.propose(0) }); n != 0 {
		t.Errorf("proposing allocates %g times", n)
	}
}

// Cost grows with the number of points no faster than they do.
func BenchmarkPoints(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000, 200000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var pts []geom.Vec
			k := int(math.Sqrt(float64(n)))
			for i := range k {
				for j := range k {
					a := 2 * math.Pi * float64(i) / float64(k)
					pts = append(pts, geom.V(0.03*math.Cos(a), 0.03*math.Sin(a), 0.12*float64(j)/float64(k)))
				}
			}
			s := laid(b, nil, pts)
			for b.Loop() {
				planOf(b, s)
			}
		})
	}
}
