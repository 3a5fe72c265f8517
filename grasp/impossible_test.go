package grasp

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

func planOf(t testing.TB, s *scene.Segmentation) *Plan {
	t.Helper()
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pl.Plan(t.Context(), 0)
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
		{"as large as a city", laid(t, nil, []geom.Vec{geom.V(-4000, -4000, 0.1), geom.V(4000, 4000, 0.1), geom.V(4000, -4000, 0.1)}), "too wide"},
		{"one point", laid(t, nil, []geom.Vec{geom.V(0, 0, 0.05)}), " in "},
	} {
		t.Run(c.what, func(t *testing.T) {
			plan := planOf(t, c.s)
			if len(plan.Grasps) != 0 || !strings.Contains(plan.WhyNot(), c.want) {
				t.Errorf("%d grasps, %q, want %q", len(plan.Grasps), plan.WhyNot(), c.want)
			}
		})
	}
	t.Run("NaN", func(t *testing.T) {
		c := cloud.New(3, 1)
		nan := math.NaN()
		for i := range 3 {
			c.Set(i, geom.V(nan, nan, nan))
		}
		table := scene.Table{X_FT: geom.Pose{R: geom.IdentityRot}}
		if _, err := scene.FromClusters(c, table, [][]int32{{0, 1, 2}}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("an object of NaN alone: %v", err)
		}
		s := laid(t, nil, append(bar.shell(), geom.V(nan, 0, 0), geom.V(0, nan, math.Inf(1))))
		if plan := planOf(t, s); len(plan.Grasps) == 0 {
			t.Errorf("NaN among measured points: %s", plan.WhyNot())
		}
		pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := pl.Judge(0, geom.Pose{R: geom.IdentityRot, P: geom.V(nan, 0, 0)}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a pose of NaN: %v", err)
		}
	})
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
			if g.Seen > 0.8 && g.Features[featPatch] > 0.1 {
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
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, name := range []string{"bottle", "cap"} {
		plan, err := pl.Plan(t.Context(), k)
		if err != nil || len(plan.Grasps) == 0 {
			t.Fatalf("%s: %v %s", name, err, plan.WhyNot())
		}
		for i := range plan.Rejected {
			if d := plan.Rejected[i].Detail(); strings.Contains(d, "between the fingers as well") {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
	plan, _ := pl.Plan(t.Context(), 1)
	h := DefaultHand()
	for i := range plan.Grasps {
		if z := plan.Grasps[i].X_TG.Apply(geom.V(h.PadCenter(), 0, 0)).Z; z < 0.13 {
			t.Errorf("the cap, which begins at 0.15 m, is grasped at %g", z)
		}
	}
}

// A hand that comes in askew turns to lie along the faces that it closes on.
func TestHandsLineUp(t *testing.T) {
	s := laid(t, nil, bar.shell())
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, yaw := range []float64{0.12, -0.12, 0.25} {
		y := geom.AxisAngle(geom.UnitZ, yaw).Apply(geom.UnitY)
		g, no, err := pl.Judge(0, s.Table.X_FT.Mul(pose(geom.V(0, 0, -1), y, geom.V(0, 0, 0.075))))
		if err != nil || no != nil {
			t.Fatalf("yaw %g: %v %v", yaw, err, no)
		}
		if got := g.X_TG.R.Apply(geom.UnitY); math.Abs(got.X) > 0.04 || math.Abs(g.Width-0.05) > 0.004 {
			t.Errorf("askew by %g, it closes along %.3f on %.1f mm", yaw, got, 1e3*g.Width)
		}
	}
}

// pictured is what a camera of 160 x 120 pixels sees of bricks on a table, from eye towards the origin.
func pictured(t testing.TB, eye geom.Vec, bricks ...brick) *scene.Segmentation {
	t.Helper()
	owner := make([]int, len(bricks))
	for k := range owner {
		owner[k] = k
	}
	return picturedAs(t, eye, bricks, owner)
}

// picturedAs is pictured of bricks that belong to objects.
func picturedAs(t testing.TB, eye geom.Vec, bricks []brick, owner []int) *scene.Segmentation {
	t.Helper()
	const w, h, f = 160, 120, 150.0
	z, _ := geom.Unit(r3.Scale(-1, eye))
	x, _ := geom.Unit(r3.Cross(z, geom.UnitZ))
	X_TC := geom.Pose{R: geom.FromAxes(x, r3.Cross(z, x), z), P: eye}
	X_CT := X_TC.Inv()
	c := cloud.New(w, h)
	lists := make([][]int32, 1+slices.Max(owner))
	var floor []int32
	for v := range h {
		for u := range w {
			d := X_TC.R.Apply(geom.V((float64(u)-w/2)/f, (float64(v)-h/2)/f, 1))
			best, who := math.Inf(1), -1
			if d.Z < 0 {
				best = -eye.Z / d.Z
			}
			for k, b := range bricks {
				in, out := 0.0, best
				for _, a := range [3][4]float64{{eye.X, d.X, b.x - b.l/2, b.x + b.l/2}, {eye.Y, d.Y, b.y - b.w/2, b.y + b.w/2}, {eye.Z, d.Z, b.low, b.low + b.h}} {
					t0, t1 := (a[2]-a[0])/a[1], (a[3]-a[0])/a[1]
					in, out = max(in, min(t0, t1)), min(out, max(t0, t1))
				}
				if in < out {
					best, who = in, owner[k]
				}
			}
			i := v*w + u
			c.Set(i, X_CT.Apply(r3.Add(eye, r3.Scale(best, d))))
			if who >= 0 {
				lists[who] = append(lists[who], int32(i))
			} else {
				floor = append(floor, int32(i))
			}
		}
	}
	s, err := scene.FromClusters(c, scene.Table{X_FT: X_CT, Hull: []geom.Vec2{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}}, lists)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range floor {
		s.Labels[i] = scene.LabelTable
	}
	return s
}

// Space for the fingers that another object hides from the camera is not taken for free.
func TestHiddenSpaceLowersQuality(t *testing.T) {
	target := brick{x: 0.1, y: 0, l: 0.06, w: 0.06, h: 0.1}
	eye := geom.V(-0.7, 0, 0.3)
	for _, c := range []struct {
		what   string
		others []brick
		hidden bool
	}{
		{"alone", nil, false},
		{"beside what a screen hides", []brick{{x: -0.15, y: 0.085, l: 0.02, w: 0.12, h: 0.3}}, true},
	} {
		s := pictured(t, eye, append([]brick{target}, c.others...)...)
		g, no := ask(t, s, DefaultParams(), Options{}, 0.1, 0, 0.115, Overhead)
		wantTaken(t, c.what, no)
		p := g.Features.Probability()
		if c.hidden != (g.Hidden > 0.3) || c.hidden != (g.Quality < 0.9*p) || !c.hidden && g.Quality != p {
			t.Errorf("%s: %.2f of the space is hidden, quality %.2f of %.2f", c.what, g.Hidden, g.Quality, p)
		}
	}
}

// What another object hides a part of, or the border of the picture cuts off, may go on there: no finger is put where it would be.
func TestNoFingerWhereTheObjectMayGoOn(t *testing.T) {
	target := brick{x: 0.1, y: 0, l: 0.06, w: 0.06, h: 0.1}
	screen := brick{x: -0.15, y: 0.075, l: 0.02, w: 0.12, h: 0.3}
	for _, c := range []struct {
		what   string
		eye    geom.Vec
		bricks []brick
		at     float64 // y of the target
		want   string
	}{
		{"behind a screen on one side", geom.V(-0.7, 0, 0.3), []brick{target, screen}, 0, "hidden by object 2"},
		{"behind a low thing", geom.V(-0.7, 0, 0.3), []brick{target, {x: -0.15, l: 0.02, w: 0.4, h: 0.09}}, 0, ""},
		{"at the border of the picture", geom.V(-0.7, 0, 0.3), []brick{{x: 0.1, y: 0.42, l: 0.06, w: 0.06, h: 0.1}}, 0.42, "beyond the picture"},
	} {
		s := pictured(t, c.eye, c.bricks...)
		y := s.Objects[0].X_TO.P.Y
		_, no := ask(t, s, DefaultParams(), Options{}, 0.1, y, 0.115, Overhead)
		switch {
		case c.want == "" && no != nil:
			t.Errorf("%s: %v", c.what, no)
		case c.want != "" && (no == nil || no.Reason != Unseen || !strings.Contains(no.Detail(), c.want)):
			t.Errorf("%s (object at %.3f): %v", c.what, y, no)
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
	pl, err := NewPlanner(laid(t, nil, bar.shell()), DefaultHand(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if few, _ := pl.Plan(t.Context(), 0); few.Candidates() != 40 {
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
	f[featLever] = 1
	var g Features
	if f.Probability() >= g.Probability() {
		t.Error("a long lever does no harm")
	}
}

func TestAllocJudge(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	pl, err := NewPlanner(laid(t, nil, bar.shell(), brick{x: 0.2, l: 0.05, w: 0.05, h: 0.1}.shell()), DefaultHand(), DefaultParams(), Options{})
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
