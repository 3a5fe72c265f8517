package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// A prism with the outline of a box is that box.
func TestPrismOfABox(t *testing.T) {
	turn := geom.AxisAngle(geom.UnitZ, 0.4)
	X_PO := geom.Pose{R: turn, P: geom.V(0.3, -0.2, 0.05)} // of the box in the frame of the outline
	box := NewBox(geom.V(0.08, 0.05, 0.1))
	var outline []geom.Vec2
	for _, c := range [][2]float64{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		p := X_PO.Apply(geom.V(c[0]*box.H.X, c[1]*box.H.Y, 0))
		outline = append(outline, geom.Vec2{X: p.X, Y: p.Y})
	}
	prism, X_PB, err := NewPrism(outline, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if d := r3.Norm(r3.Sub(X_PB.P, X_PO.P)); d > 1e-12 {
		t.Errorf("centre %v, want %v", X_PB.P, X_PO.P)
	}
	if d := r3.Norm(r3.Sub(prism.Half(), box.Half())); d > 1e-12 || math.Abs(prism.Volume()-box.Volume()) > 1e-12 || r3.Norm(r3.Sub(prism.UnitInertia(), box.UnitInertia())) > 1e-12 {
		t.Errorf("half %v, volume %v, inertia %v", prism.Half(), prism.Volume(), prism.UnitInertia())
	}
	r := rand.New(rand.NewPCG(2, 3))
	X_OB := X_PO.Inv().Mul(X_PB)
	for i := 0; i < 1000; i++ {
		p := randIn(r, 0.1)
		db, nb := prism.Surface(p)
		do, no := box.Surface(X_OB.Apply(p))
		if math.Abs(db-do) > 1e-12 || r3.Norm(r3.Sub(X_OB.R.Apply(nb), no)) > 1e-9 && math.Abs(db) > 1e-9 && inCorner(box, X_OB.Apply(p)) {
			t.Fatalf("at %v: %v, %v; the box has %v, %v", p, db, nb, do, no)
		}
	}
}

// inCorner keeps clear of the inner diagonals, where two faces are equally near.
func inCorner(b *Box, p geom.Vec) bool { return b.SignedDistance(p) > 0 }

// Many corners become 24 without changing the thing by much.
func TestPrismSimplifies(t *testing.T) {
	var outline []geom.Vec2
	for i := 0; i < 300; i++ {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 300)
		outline = append(outline, geom.Vec2{X: 0.04 * c, Y: 0.04 * s})
	}
	p, _, err := NewPrism(outline, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(p.Outline); n != maxOutline {
		t.Errorf("%d corners", n)
	}
	if v, want := p.Volume(), math.Pi*0.04*0.04*0.1; math.Abs(v-want) > 0.02*want {
		t.Errorf("volume %v, the cylinder has %v", v, want)
	}
}

func TestPrismRefuses(t *testing.T) {
	tri := []geom.Vec2{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}
	for name, c := range map[string]struct {
		outline []geom.Vec2
		height  float64
	}{
		"no height": {tri, 0}, "NaN height": {tri, math.NaN()}, "no outline": {nil, 1}, "a line": {[]geom.Vec2{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}}, 1},
		"NaN": {[]geom.Vec2{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: math.NaN(), Y: 1}}, 1}, "Inf": {[]geom.Vec2{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: math.Inf(1)}}, 1},
	} {
		if _, _, err := NewPrism(c.outline, c.height); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
