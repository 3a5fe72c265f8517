package grasp

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// brick is a box in T: middle of its footprint, side lengths, height of its underside.
type brick struct{ x, y, l, w, h, low float64 }

// shell samples the outside of a brick every 3 mm.
func (b brick) shell() []geom.Vec {
	const d = 0.003
	n := func(s float64) int { return max(1, int(math.Round(s/d))) }
	nx, ny, nz := n(b.l), n(b.w), n(b.h)
	var pts []geom.Vec
	for i := 0; i <= nx; i++ {
		for j := 0; j <= ny; j++ {
			for k := 0; k <= nz; k++ {
				if k == nz || i == 0 || i == nx || j == 0 || j == ny {
					pts = append(pts, geom.V(b.x+b.l*(float64(i)/float64(nx)-0.5), b.y+b.w*(float64(j)/float64(ny)-0.5), b.low+b.h*float64(k)/float64(nz)))
				}
			}
		}
	}
	return pts
}

// laid is a scene of objects, given as points in T, and of points that belong to none. Frame F is T turned and moved.
func laid(t testing.TB, loose []geom.Vec, objects ...[]geom.Vec) *scene.Segmentation {
	t.Helper()
	X_FT := geom.Pose{R: geom.RPY(0.4, -0.3, 1.1), P: geom.V(0.3, 0.2, 1)}
	var pts []geom.Vec
	var lists [][]int32
	for _, o := range objects {
		var l []int32
		for _, p := range o {
			l = append(l, int32(len(pts)))
			pts = append(pts, p)
		}
		lists = append(lists, l)
	}
	pts = append(pts, loose...)
	c := cloud.New(len(pts), 1)
	for i, p := range pts {
		c.Set(i, X_FT.Apply(p))
	}
	s, err := scene.FromClusters(c, scene.Table{X_FT: X_FT, Hull: []geom.Vec2{{X: -.5, Y: -.5}, {X: .5, Y: -.5}, {X: .5, Y: .5}, {X: -.5, Y: .5}}}, lists)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask judges one pose for object 0: the palm straight over (x, y) at height z, or level, closing along y of T.
func ask(t testing.TB, s *scene.Segmentation, p Params, opt Options, x, y, z float64, kind Kind) (Grasp, *Rejection) {
	t.Helper()
	pl, err := NewPlanner(s, DefaultHand(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	ax := geom.V(0, 0, -1)
	if kind == Side {
		ax = geom.V(1, 0, 0)
	}
	X_TG := pose(ax, geom.V(0, 1, 0), geom.V(x, y, z))
	g, no, err := pl.Judge(0, s.Table.X_FT.Mul(X_TG))
	if err != nil {
		t.Fatal(err)
	}
	return g, no
}

func wantTaken(t *testing.T, what string, no *Rejection) {
	t.Helper()
	if no != nil {
		t.Errorf("%s: rejected, %v", what, no)
	}
}

func wantRejected(t *testing.T, what string, no *Rejection, r Reason, detail string) {
	t.Helper()
	if no == nil {
		t.Errorf("%s: taken, want %s", what, r)
	} else if no.Reason != r || !strings.Contains(no.Detail(), detail) {
		t.Errorf("%s: %v, want %s ... %q", what, no, r, detail)
	}
}

// The box that most tests grasp: 50 mm wide across the fingers, 60 mm high.
var bar = brick{l: 0.1, w: 0.05, h: 0.06}

func TestTableClearanceIsKept(t *testing.T) {
	s := laid(t, nil, bar.shell())
	h := DefaultHand()
	for _, clear := range []float64{0, 0.004, 0.02} {
		p := DefaultParams()
		p.TableClearance = clear
		_, no := ask(t, s, p, Options{}, 0, 0, h.FingerLength+clear+0.002, Overhead)
		wantTaken(t, "just above", no)
		if clear > 0 { // with the palm on top of it a finger cannot be under the table
			_, no = ask(t, laid(t, nil, brick{l: 0.1, w: 0.05, h: 0.03}.shell()), p, Options{}, 0, 0, h.FingerLength+clear-0.002, Overhead)
			wantRejected(t, "just below", no, HitsTable, "are needed")
		}
	}
}

func TestApproachIsSwept(t *testing.T) {
	s := laid(t, nil, bar.shell())
	_, no := ask(t, s, DefaultParams(), Options{}, 0, 0, 0.075, Overhead)
	wantTaken(t, "free", no)
	// A beam hangs over the way, 2 to 3 cm above the palm's back.
	beam := brick{x: 0, y: 0, l: 0.3, w: 0.02, h: 0.01, low: 0.075 + 0.12 + 0.02}.shell()
	p := DefaultParams()
	p.Lift = 0
	_, no = ask(t, laid(t, beam, bar.shell()), p, Options{}, 0, 0, 0.075, Overhead)
	wantRejected(t, "under a beam", no, HitsNeighbor, "palm would run into something that is not one of the objects")
	p.Approach = 0.01
	_, no = ask(t, laid(t, beam, bar.shell()), p, Options{}, 0, 0, 0.075, Overhead)
	wantTaken(t, "a short approach under the beam", no)
}

func TestLiftIsSwept(t *testing.T) {
	// Level grasp under a shelf board that is above the hand.
	tall := brick{l: 0.05, w: 0.05, h: 0.12}
	board := brick{x: -0.1, l: 0.1, w: 0.3, h: 0.01, low: 0.06 + 0.035 + 0.03}.shell()
	s := laid(t, board, tall.shell())
	p := DefaultParams()
	_, no := ask(t, s, p, Options{}, -0.06, 0, 0.06, Side)
	wantRejected(t, "under a board", no, HitsNeighbor, "on the lift")
	p.Lift = 0.01
	_, no = ask(t, s, p, Options{}, -0.06, 0, 0.06, Side)
	wantTaken(t, "a short lift", no)
}

func TestLoosePointsAreInTheWay(t *testing.T) {
	at := func(p geom.Vec) []geom.Vec { return []geom.Vec{p} }
	low := DefaultParams().TableClearance / 2
	for _, c := range []struct {
		what string
		p    geom.Vec
		hit  bool
	}{
		{"in the palm's way", geom.V(0.02, 0.05, 0.1), true},
		{"beside the finger", geom.V(0, 0.08, 0.03), false}, {"on the table", geom.V(0, 0.05, low), false},
		{"between the fingers", geom.V(0.0, 0.03, 0.03), false},
	} {
		_, no := ask(t, laid(t, at(c.p), bar.shell()), DefaultParams(), Options{}, 0, 0, 0.075, Overhead)
		if c.hit {
			wantRejected(t, c.what, no, HitsNeighbor, "not one of the objects")
		} else {
			wantTaken(t, c.what, no)
		}
	}
	// Where a finger of the open hand would pass, the hand comes in narrower.
	g, no := ask(t, laid(t, at(geom.V(0, 0.05, 0.03)), bar.shell()), DefaultParams(), Options{}, 0, 0, 0.075, Overhead)
	wantTaken(t, "in the way of the open hand", no)
	if most := DefaultHand().MaxOpening; !(g.Opening < most-0.01 && g.Opening > g.Width) {
		t.Errorf("opening %g for a width of %g", g.Opening, g.Width)
	}
	// Points where the hand must pass however narrow it comes in.
	_, no = ask(t, laid(t, []geom.Vec{geom.V(0, 0.029, 0.03), geom.V(0, 0.038, 0.03), geom.V(0, 0.047, 0.03)}, bar.shell()), DefaultParams(), Options{}, 0, 0, 0.075, Overhead)
	wantRejected(t, "right beside the object", no, HitsNeighbor, "finger would run into something")
}

func TestTheObjectItselfIsInTheWay(t *testing.T) {
	// Fingers that come down 5 mm wider than the waist of an hourglass hit its shoulders.
	low := brick{l: 0.1, w: 0.08, h: 0.03}
	s := laid(t, nil, append(low.shell(), brick{l: 0.1, w: 0.03, h: 0.06}.shell()...))
	_, no := ask(t, s, DefaultParams(), Options{}, 0, 0, 0.062, Overhead)
	if no == nil {
		t.Error("fingers pass through the shoulders of a step")
	}
	_, no = ask(t, s, DefaultParams(), Options{}, 0, 0, 0.1, Overhead)
	wantTaken(t, "above the shoulders", no)
	// The palm: a pose too deep is drawn back, or refused where the pads then reach nothing.
	flat := brick{l: 0.1, w: 0.05, h: 0.07}
	g, no := ask(t, laid(t, nil, flat.shell()), DefaultParams(), Options{}, 0, 0, 0.069, Overhead)
	wantTaken(t, "palm on the object", no)
	if z := g.X_TG.P.Z; z < 0.07 {
		t.Errorf("the palm is at %g, the object's top at 0.07", z)
	}
	_, no = ask(t, laid(t, nil, brick{l: 0.1, w: 0.05, h: 0.2}.shell()), DefaultParams(), Options{}, 0, 0, 0.07, Overhead)
	wantRejected(t, "palm deep in the object", no, HitsObject, "palm would run into the object")
}

func TestNeighboursAreInTheWay(t *testing.T) {
	wall := brick{y: 0.05, l: 0.2, w: 0.02, h: 0.2}
	s := laid(t, nil, bar.shell(), wall.shell())
	_, no := ask(t, s, DefaultParams(), Options{}, 0, 0, 0.075, Overhead)
	wantRejected(t, "beside a wall", no, HitsNeighbor, "object 2")
	g, no := ask(t, s, DefaultParams(), Options{Allowed: []int{1}}, 0, 0, 0.075, Overhead)
	wantTaken(t, "a wall that may be touched", no)
	if g.Opening != DefaultHand().MaxOpening {
		t.Errorf("opening %g", g.Opening)
	}
	thin := brick{y: 0.036, l: 0.02, w: 0.006, h: 0.055}
	_, no = ask(t, laid(t, nil, brick{l: 0.1, w: 0.04, h: 0.06}.shell(), thin.shell()), DefaultParams(), Options{}, 0, 0, 0.075, Overhead)
	if no == nil || no.Reason != HitsNeighbor {
		t.Errorf("another object between the fingers: %v", no)
	}
}

func TestClearanceDecidesWhatFits(t *testing.T) {
	h := DefaultHand()
	s := laid(t, nil, brick{l: 0.1, w: 0.08, h: 0.06}.shell())
	p := DefaultParams()
	g, no := ask(t, s, p, Options{}, 0, 0, 0.075, Overhead)
	wantTaken(t, "80 mm in 86", no)
	if math.Abs(g.Width-0.08) > 0.002 {
		t.Errorf("width %g, want 0.08", g.Width)
	}
	p.Clearance = 0.005
	_, no = ask(t, s, p, Options{}, 0, 0, 0.075, Overhead)
	wantRejected(t, "80 mm and 2 x 5 mm in 86", no, TooWide, "10 mm of clearance, the hand opens 86 mm")
	// The narrowest opening that is tried leaves the clearance.
	p.Clearance = 0.004
	left, right := brick{y: 0.05, l: 0.2, w: 0.008, h: 0.2}, brick{y: -0.05, l: 0.2, w: 0.008, h: 0.2}
	g, no = ask(t, laid(t, nil, brick{l: 0.1, w: 0.03, h: 0.06}.shell(), left.shell(), right.shell()), p, Options{}, 0, 0, 0.28, Overhead)
	_ = no
	if g.Opening > 0 && g.Opening < g.Width+2*p.Clearance-1e-9 {
		t.Errorf("opening %g for a width of %g and %g of clearance a side", g.Opening, g.Width, p.Clearance)
	}
	if h.MaxOpening != 0.086 {
		t.Fatal("the hand has changed")
	}
}

func TestMinPadOverlap(t *testing.T) {
	s := laid(t, nil, brick{l: 0.1, w: 0.05, h: 0.1}.shell())
	h := DefaultHand()
	for _, reach := range []float64{0.008, 0.012, 0.02} { // m of the fingers beside the object
		for _, need := range []float64{0.005, 0.010, 0.018} {
			p := DefaultParams()
			p.MinPadOverlap = need
			_, no := ask(t, s, p, Options{}, 0, 0, 0.1+h.FingerLength-reach, Overhead)
			if reach > need {
				wantTaken(t, "enough", no)
			} else {
				wantRejected(t, "too little", no, TooShallow, "are needed")
			}
		}
	}
}

// The middle line of the pads must have the object on both sides of it, by padEdge.
func TestPadEdge(t *testing.T) {
	b := brick{l: 0.1, w: 0.05, h: 0.06}
	s := laid(t, nil, b.shell())
	for _, c := range []struct {
		x  float64
		ok bool
	}{{0, true}, {0.045, true}, {0.0485, false}, {-0.0485, false}, {-0.045, true}} {
		_, no := ask(t, s, DefaultParams(), Options{}, c.x, 0, 0.075, Overhead)
		if c.ok {
			wantTaken(t, "on the object", no)
		} else {
			wantRejected(t, "off its end", no, TooShallow, "middle of the pads misses the object")
		}
	}
}

func TestConeFriction(t *testing.T) {
	// A wedge in plan view: its sides lean 14 degrees from each other.
	var pts []geom.Vec
	for x := -0.05; x <= 0.05; x += 0.002 {
		w := 0.03 + 0.25*(x+0.05) // half width grows by 0.25 a metre: 14 degrees a side
		for z := 0.0; z <= 0.06; z += 0.003 {
			pts = append(pts, geom.V(x, w/1, z), geom.V(x, -w/1, z))
		}
		for y := -w; y <= w; y += 0.003 {
			pts = append(pts, geom.V(x, y, 0.06))
		}
	}
	h := DefaultHand()
	h.MaxOpening = 0.2
	var floor []geom.Vec
	for x := -0.1; x <= 0.1; x += 0.003 {
		for y := -0.1; y <= 0.1; y += 0.003 {
			if math.Abs(x) > 0.052 || math.Abs(y) > 0.032+0.25*(x+0.05) {
				floor = append(floor, geom.V(x, y, 0))
			}
		}
	}
	s := laid(t, floor, pts)
	for i := range floor { // the camera sees the table beside it: nothing is completed there
		s.Labels[len(pts)+i] = scene.LabelTable
	}
	judge := func(mu float64) *Rejection {
		p := DefaultParams()
		p.ConeFriction = mu
		pl, err := NewPlanner(s, h, p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, no, err := pl.Judge(0, s.Table.X_FT.Mul(pose(geom.V(0, 0, -1), geom.V(0, 1, 0), geom.V(0, 0, 0.075))))
		if err != nil {
			t.Fatal(err)
		}
		return no
	}
	wantTaken(t, "friction 0.4", judge(0.4))
	wantRejected(t, "friction 0.1", judge(0.1), Slanted, "degrees from the pads")
}

type shortArm struct{ z float64 }

func (a shortArm) Reach(X_FG geom.Pose) error {
	if X_FG.P.Z > a.z {
		return errors.New("the elbow would be at its limit")
	}
	return nil
}

func TestArmReach(t *testing.T) {
	s := laid(t, nil, bar.shell())
	_, no := ask(t, s, DefaultParams(), Options{Arm: shortArm{10}}, 0, 0, 0.075, Overhead)
	wantTaken(t, "in reach", no)
	_, no = ask(t, s, DefaultParams(), Options{Arm: shortArm{-10}}, 0, 0, 0.075, Overhead)
	wantRejected(t, "out of reach", no, OutOfReach, "elbow")
	// The start of the approach and the end of the lift must be in reach as well.
	top := s.Table.X_FT.Apply(geom.V(0, 0, 0.075))
	up := s.Table.X_FT.R.Apply(geom.UnitZ)
	for _, lift := range []float64{0, 0.5} {
		p := DefaultParams()
		p.Approach, p.Lift = 0.001, lift
		_, no = ask(t, s, p, Options{Arm: shortArm{math.Max(top.Z, r3.Add(top, r3.Scale(0.05, up)).Z)}}, 0, 0, 0.075, Overhead)
		if lift == 0 {
			wantTaken(t, "no lift", no)
		} else if up.Z > 0 {
			wantRejected(t, "lift out of reach", no, OutOfReach, "elbow")
		}
	}
}

type critic struct{ tried int }

func (c *critic) Rehearse(_ context.Context, _ *scene.Segmentation, _ *Grasp) (bool, string, error) {
	c.tried++
	return c.tried != 1, "it slid out", nil
}

func TestRehearse(t *testing.T) {
	s := laid(t, nil, bar.shell())
	plain, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	before, err := plain.Plan(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	c := &critic{}
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{Rehearser: c, Rehearse: 3})
	if err != nil {
		t.Fatal(err)
	}
	after, err := pl.Plan(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	last := &after.Rejected[len(after.Rejected)-1]
	if c.tried != 3 || len(after.Grasps) != len(before.Grasps)-1 || after.Grasps[0].X_TG != before.Grasps[1].X_TG || last.Reason != NotHeld || last.Detail() != "it slid out" {
		t.Errorf("%d tried, %d of %d grasps left, last rejection %v", c.tried, len(after.Grasps), len(before.Grasps), last)
	}
	if after.Grasps[0].Rehearsed != Held || after.Grasps[1].Rehearsed != Held || after.Grasps[2].Rehearsed != Untried {
		t.Error("grasps do not say whether they were rehearsed")
	}
	if _, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{Rehearse: 1}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("rehearsals without a world: %v", err)
	}
}

func TestPlanEndsWithItsContext(t *testing.T) {
	s := laid(t, nil, bar.shell())
	pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if plan, err := pl.Plan(ctx, 0); fault.KindOf(err) != fault.Preempted || plan == nil {
		t.Errorf("%v %v", plan, err)
	}
}
