package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// rock is the hull of random points.
func rock() *Hull {
	r := rand.New(rand.NewPCG(11, 12))
	var p []geom.Vec
	for i := 0; i < 30; i++ {
		p = append(p, randIn(r, 0.05))
	}
	h, _, err := NewHull(p)
	if err != nil {
		panic(err)
	}
	return h
}

// The hull of a box's corners, and of points inside it, is the box.
func TestHullOfABox(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	box := NewBox(geom.V(0.12, 0.08, 0.05)) // principal axes in descending order of extent, as the hull has them
	X_PO := geom.Pose{R: geom.RPY(0.3, -0.7, 1.1), P: geom.V(0.2, -0.1, 0.4)}
	var points []geom.Vec
	for i := 0; i < 8; i++ {
		s := func(bit int) float64 { return float64(2*(i>>bit&1) - 1) }
		points = append(points, X_PO.Apply(geom.V(s(0)*box.H.X, s(1)*box.H.Y, s(2)*box.H.Z)))
	}
	for i := 0; i < 30; i++ {
		points = append(points, X_PO.Apply(r3.Scale(0.4, geom.V(box.H.X*(2*r.Float64()-1), box.H.Y*(2*r.Float64()-1), box.H.Z*(2*r.Float64()-1)))))
	}
	h, X_PB, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Vertices) != 8 || len(h.Faces) != 12 {
		t.Errorf("%d corners, %d faces", len(h.Vertices), len(h.Faces))
	}
	if math.Abs(h.Volume()-box.Volume()) > 1e-12 || r3.Norm(r3.Sub(h.UnitInertia(), box.UnitInertia())) > 1e-12 || r3.Norm(r3.Sub(h.Half(), box.Half())) > 1e-9 {
		t.Errorf("volume %v, inertia %v, half %v", h.Volume(), h.UnitInertia(), h.Half())
	}
	X_OB := X_PO.Inv().Mul(X_PB)
	for i := 0; i < 2000; i++ {
		p := randIn(r, 0.12)
		if d, want := h.SignedDistance(p), box.SignedDistance(X_OB.Apply(p)); math.Abs(d-want) > 1e-9 {
			t.Fatalf("at %v: %v, the box has %v", p, d, want)
		}
	}
}

// Every given point is inside, and a ball of many points keeps its size.
func TestHullHoldsItsPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	for n := 0; n < 50; n++ {
		var p []geom.Vec
		for i := 0; i < 5+n%40; i++ {
			p = append(p, randIn(r, 0.1))
		}
		h, X, err := NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range p {
			if d := h.SignedDistance(X.Inv().Apply(q)); d > 1e-9 {
				t.Fatalf("hull %d: a point is %g m outside", n, d)
			}
		}
		if v, e, f := len(h.Vertices), len(h.Faces)*3/2, len(h.Faces); v-e+f != 2 {
			t.Errorf("hull %d: %d - %d + %d is not 2 (Euler)", n, v, e, f)
		}
	}
	var ball []geom.Vec
	for i := 0; i < 5000; i++ {
		d := randIn(r, 1)
		ball = append(ball, r3.Scale(0.04, r3.Unit(d)))
	}
	h, _, err := NewHull(ball)
	if err != nil {
		t.Fatal(err)
	}
	if v, want := h.Volume(), 4.0/3*math.Pi*0.04*0.04*0.04; len(h.Vertices) > maxHull || v > want || v < 0.8*want {
		t.Errorf("%d corners, volume %v of %v", len(h.Vertices), v, want)
	}
}

func TestHullRefuses(t *testing.T) {
	plane := []geom.Vec{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}, {X: 0.5, Y: 0.2}}
	for name, p := range map[string][]geom.Vec{
		"none": nil, "three": plane[:3], "a plane": plane, "a line": {{}, {X: 1}, {X: 2}, {X: 3}}, "one point": {{}, {}, {}, {}},
		"NaN": {{X: math.NaN()}, {}, {X: 1}, {Y: 1}, {Z: 1}},
	} {
		if _, _, err := NewHull(p); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
