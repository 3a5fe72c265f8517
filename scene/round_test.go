package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-robotics/holdfast/geom"
)

// seenArc is the part of a circle that is seen from a far point at an angle, with noise.
func seenArc(c circle, toward, halfSpan, noise float64, rng *rand.Rand) []geom.Vec2 {
	var pts []geom.Vec2
	for a := -halfSpan; a <= halfSpan; a += 0.05 {
		s, co := math.Sincos(toward + a)
		r := c.r + noise*rng.NormFloat64()
		pts = append(pts, geom.Vec2{X: c.center.X + r*co, Y: c.center.Y + r*s})
	}
	return geom.ConvexHull(pts)
}

func TestFitRoundClosesAnArc(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := circle{geom.Vec2{X: rapid.Float64Range(-1, 1).Draw(t, "x"), Y: rapid.Float64Range(-1, 1).Draw(t, "y")}, rapid.Float64Range(0.015, 0.12).Draw(t, "r")}
		toward := rapid.Float64Range(-3, 3).Draw(t, "toward")
		s, co := math.Sincos(toward)
		from := geom.Vec2{X: c.center.X + 2*co, Y: c.center.Y + 2*s}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		got, ok := fitRound(seenArc(c, toward, 1.5, 0.0005, rng), from)
		if !ok {
			t.Fatal("an arc of 170 degrees is not seen as round")
		}
		if d := math.Hypot(got.center.X-c.center.X, got.center.Y-c.center.Y); d > 0.004+0.05*c.r || math.Abs(got.r-c.r) > 0.004+0.05*c.r {
			t.Fatalf("circle %+v, want %+v", got, c)
		}
	})
}

func TestFitRoundLeavesBoxesAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, w := rapid.Float64Range(0.03, 0.3).Draw(t, "l"), rapid.Float64Range(0.03, 0.3).Draw(t, "w")
		yaw := rapid.Float64Range(-3, 3).Draw(t, "yaw")
		s, c := math.Sincos(yaw)
		var pts []geom.Vec2
		for _, k := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			u, v := k[0]*l/2, k[1]*w/2
			pts = append(pts, geom.Vec2{X: u*c - v*s, Y: u*s + v*c})
		}
		if got, ok := fitRound(geom.ConvexHull(pts), geom.Vec2{X: 2}); ok {
			t.Fatalf("a box of %g x %g is taken for %+v", l, w, got)
		}
	})
	for _, hull := range [][]geom.Vec2{nil, {{X: 1}}, {{X: 1}, {X: 2}}, {{}, {X: 1}, {Y: 1e-9}}} {
		if _, ok := fitRound(hull, geom.Vec2{X: 5}); ok {
			t.Errorf("%v is round", hull)
		}
	}
}
