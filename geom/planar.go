package geom

import (
	"math"
	"slices"
)

// Vec2 is a point of a plane.
type Vec2 struct{ X, Y float64 }

func cross2(o, a, b Vec2) float64 { return (a.X-o.X)*(b.Y-o.Y) - (a.Y-o.Y)*(b.X-o.X) }

// ConvexHull returns the corners of the convex hull of points, counter-clockwise, without points on its edges (Andrew's
// monotone chain). It sorts points in place. Fewer than three corners mean that all points are on one line or one point.
func ConvexHull(points []Vec2) []Vec2 { return AppendConvexHull(make([]Vec2, 0, 32), points) }

// AppendConvexHull is ConvexHull into the memory of dst, after what is in it.
func AppendConvexHull(dst, points []Vec2) []Vec2 {
	slices.SortFunc(points, func(a, b Vec2) int {
		switch {
		case a.X < b.X || a.X == b.X && a.Y < b.Y:
			return -1
		case a == b:
			return 0
		}
		return 1
	})
	points = slices.Compact(points)
	if len(points) < 3 {
		return append(dst, points...)
	}
	first, hull := len(dst), dst
	for pass := 0; pass < 2; pass++ { // lower chain, then upper chain
		start := len(hull)
		for i := range points {
			p := points[i]
			if pass == 1 {
				p = points[len(points)-1-i]
			}
			for len(hull) >= start+2 && cross2(hull[len(hull)-2], hull[len(hull)-1], p) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1] // the last point starts the other chain
	}
	if !(PolygonArea(hull[first:]) > 0) { // on one line as far as rounding can tell
		return append(hull[:first], points[0], points[len(points)-1])
	}
	return hull
}

// PolygonArea is the area of a polygon, positive when its corners run counter-clockwise.
func PolygonArea(poly []Vec2) float64 {
	var a float64
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		a += p.X*q.Y - p.Y*q.X
	}
	return a / 2
}

// PolygonCentroid is the centre of area of a polygon, or the mean of its corners when it has no area.
func PolygonCentroid(poly []Vec2) Vec2 {
	if len(poly) == 0 {
		return Vec2{}
	}
	var a, x, y, mx, my float64
	o := poly[0] // relative to a corner, so that a far polygon keeps its digits
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		c := (p.X-o.X)*(q.Y-o.Y) - (p.Y-o.Y)*(q.X-o.X)
		a += c
		x += c * (p.X + q.X - 2*o.X)
		y += c * (p.Y + q.Y - 2*o.Y)
		mx += p.X - o.X
		my += p.Y - o.Y
	}
	if math.Abs(a) < 1e-18 {
		n := float64(len(poly))
		return Vec2{o.X + mx/n, o.Y + my/n}
	}
	return Vec2{o.X + x/(3*a), o.Y + y/(3*a)}
}

// Rect is a rectangle in a plane: centre, full side lengths, and the angle of its first side from x.
type Rect struct {
	Center        Vec2
	Length, Width float64 // metres, Length >= Width
	Angle         float64 // radians in (-pi/2, pi/2]
}

// MinAreaRect returns the rectangle of least area that holds a convex polygon; one of its sides lies on an edge of it
// (Freeman and Shapira 1975). Of equal areas the first in the order of the corners wins.
func MinAreaRect(hull []Vec2) Rect {
	if len(hull) == 0 {
		return Rect{}
	}
	best, bestArea := Rect{}, math.Inf(1)
	for i, a := range hull {
		b := hull[(i+1)%len(hull)]
		l := math.Hypot(b.X-a.X, b.Y-a.Y)
		ux, uy := 1.0, 0.0
		if l > 0 {
			ux, uy = (b.X-a.X)/l, (b.Y-a.Y)/l
		} else if len(hull) > 1 {
			continue
		}
		lo, hi := Vec2{math.Inf(1), math.Inf(1)}, Vec2{math.Inf(-1), math.Inf(-1)}
		for _, p := range hull {
			s, t := (p.X-a.X)*ux+(p.Y-a.Y)*uy, -(p.X-a.X)*uy+(p.Y-a.Y)*ux
			lo, hi = Vec2{min(lo.X, s), min(lo.Y, t)}, Vec2{max(hi.X, s), max(hi.Y, t)}
		}
		w, h := hi.X-lo.X, hi.Y-lo.Y
		if area := w * h; area < bestArea {
			bestArea = area
			cs, ct := (lo.X+hi.X)/2, (lo.Y+hi.Y)/2
			best = Rect{
				Center: Vec2{a.X + cs*ux - ct*uy, a.Y + cs*uy + ct*ux},
				Length: w, Width: h, Angle: math.Atan2(uy, ux),
			}
		}
	}
	if best.Length < best.Width {
		best.Length, best.Width = best.Width, best.Length
		best.Angle += math.Pi / 2
	}
	// A rectangle turned by half a turn is the same rectangle.
	best.Angle = math.Mod(best.Angle, math.Pi)
	if best.Angle > math.Pi/2 {
		best.Angle -= math.Pi
	} else if best.Angle <= -math.Pi/2 {
		best.Angle += math.Pi
	}
	return best
}
