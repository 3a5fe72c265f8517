package geom

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func drawPoints(t *rapid.T) []Vec2 {
	f := rapid.Float64Range(-2, 2)
	n := rapid.IntRange(0, 40).Draw(t, "n")
	pts := make([]Vec2, n)
	for i := range pts {
		pts[i] = Vec2{f.Draw(t, "x"), f.Draw(t, "y")}
	}
	return pts
}

func TestConvexHullHoldsItsPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pts := drawPoints(t)
		hull := ConvexHull(append([]Vec2(nil), pts...))
		if len(hull) < 3 {
			return
		}
		if PolygonArea(hull) <= 0 {
			t.Fatal("not counter-clockwise")
		}
		for _, p := range pts {
			if !inConvex(hull, p, 1e-9) {
				t.Fatalf("%v is outside", p)
			}
		}
		if !inConvex(hull, PolygonCentroid(hull), 1e-9) {
			t.Fatal("centroid is outside")
		}
		r := MinAreaRect(hull)
		if r.Length*r.Width < PolygonArea(hull)-1e-9 || r.Length < r.Width {
			t.Fatalf("rectangle %+v cannot hold an area of %g", r, PolygonArea(hull))
		}
		s, c := math.Sincos(r.Angle)
		for _, p := range pts {
			dx, dy := p.X-r.Center.X, p.Y-r.Center.Y
			if math.Abs(dx*c+dy*s) > r.Length/2+1e-9 || math.Abs(-dx*s+dy*c) > r.Width/2+1e-9 {
				t.Fatalf("%v is outside %+v", p, r)
			}
		}
	})
}

func TestMinAreaRectFindsATurnedRectangle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Rect{
			Center: Vec2{rapid.Float64Range(-1, 1).Draw(t, "cx"), rapid.Float64Range(-1, 1).Draw(t, "cy")},
			Length: rapid.Float64Range(0.2, 0.3).Draw(t, "l"), Width: rapid.Float64Range(0.05, 0.15).Draw(t, "w"),
			Angle: rapid.Float64Range(-1.5, 1.5).Draw(t, "angle"),
		}
		s, c := math.Sincos(want.Angle)
		var pts []Vec2
		for _, k := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, 0.3}} {
			u, v := k[0]*want.Length/2, k[1]*want.Width/2
			pts = append(pts, Vec2{want.Center.X + u*c - v*s, want.Center.Y + u*s + v*c})
		}
		got := MinAreaRect(ConvexHull(pts))
		for _, d := range []float64{got.Center.X - want.Center.X, got.Center.Y - want.Center.Y, got.Length - want.Length, got.Width - want.Width, got.Angle - want.Angle} {
			if math.Abs(d) > 1e-9 {
				t.Fatalf("%+v, want %+v", got, want)
			}
		}
	})
}

func TestPlanarDegenerate(t *testing.T) {
	if h := ConvexHull([]Vec2{{1, 1}, {1, 1}, {1, 1}}); len(h) != 1 {
		t.Errorf("one point thrice: %v", h)
	}
	if h := ConvexHull([]Vec2{{0, 0}, {1, 1}, {2, 2}}); len(h) != 2 {
		t.Errorf("a line: %v", h)
	}
	if r := MinAreaRect([]Vec2{{0, 0}, {2, 0}}); r.Length != 2 || r.Width != 0 {
		t.Errorf("rectangle of a line: %+v", r)
	}
	if r := MinAreaRect([]Vec2{{3, 4}}); r.Center != (Vec2{3, 4}) || r.Length != 0 {
		t.Errorf("rectangle of a point: %+v", r)
	}
	if MinAreaRect(nil) != (Rect{}) || PolygonCentroid(nil) != (Vec2{}) {
		t.Error("nothing is something")
	}
}

// inConvex reports whether p is inside a counter-clockwise convex polygon or within margin metres of its edge lines.
func inConvex(poly []Vec2, p Vec2, margin float64) bool {
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		if cross2(a, b, p) < -margin*math.Hypot(b.X-a.X, b.Y-a.Y) {
			return false
		}
	}
	return len(poly) >= 3
}
