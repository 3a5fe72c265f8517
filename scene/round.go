package scene

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// A camera sees the front half of a can, an apple or a bowl. Where the seen half of an outline is an arc as wide as its circle,
// the other half is taken to close it; a box, whose front is straight or has a corner, keeps the outline that was seen.
const (
	arcRms   = 0.03  // of the radius, beside
	arcNoise = 0.001 // m: root mean square distance of the arc from the circle
	arcWorst = 0.12  // of the radius: largest distance of any point of the outline outside the circle
	mostArc  = 0.25  // m of radius
)

// circle is the circle that an outline is part of.
type circle struct {
	center geom.Vec2
	r      float64
}

// fitRound decides whether an outline (counter-clockwise hull) seen from a point is the near part of a circle: as wide across
// the line of sight as the circle, and an arc of it towards the sensor.
func fitRound(hull []geom.Vec2, from geom.Vec2) (circle, bool) {
	if len(hull) < 3 {
		return circle{}, false
	}
	mid := geom.PolygonCentroid(hull)
	l := math.Hypot(from.X-mid.X, from.Y-mid.Y)
	if l < 1e-6 {
		return circle{}, false
	}
	ux, uy := (from.X-mid.X)/l, (from.Y-mid.Y)/l // towards the sensor
	near, left, right := math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range hull {
		u, v := (p.X-mid.X)*ux+(p.Y-mid.Y)*uy, -(p.X-mid.X)*uy+(p.Y-mid.Y)*ux
		near, left, right = max(near, u), min(left, v), max(right, v)
	}
	r := (right - left) / 2
	cu, cv := near-r, (left+right)/2
	c := circle{geom.Vec2{X: mid.X + cu*ux - cv*uy, Y: mid.Y + cu*uy + cv*ux}, r}
	if r > mostArc {
		return circle{}, false
	}
	const step = 0.002 // m between samples of an edge: a straight side must weigh as much as it is long
	var sum2, n float64
	for i, a := range hull {
		if math.Hypot(a.X-c.center.X, a.Y-c.center.Y) > r*(1+arcWorst)+arcNoise {
			return circle{}, false
		}
		b := hull[(i+1)%len(hull)]
		k := int(math.Hypot(b.X-a.X, b.Y-a.Y)/step) + 1
		for j := range k {
			t := float64(j) / float64(k)
			x, y := a.X+t*(b.X-a.X)-c.center.X, a.Y+t*(b.Y-a.Y)-c.center.Y
			if x*ux+y*uy > 0.2*r { // beside the middle, the seen part ends somewhere
				d := math.Hypot(x, y) - r
				sum2, n = sum2+d*d, n+1
			}
		}
	}
	return c, n > 4 && math.Sqrt(sum2/n) <= arcNoise+arcRms*r
}

// polygon appends the circle to dst as a regular polygon, counter-clockwise.
func (c circle) polygon(dst []geom.Vec2) []geom.Vec2 {
	const n = 32
	for k := range n {
		s, co := math.Sincos(2 * math.Pi * float64(k) / n)
		dst = append(dst, geom.Vec2{X: c.center.X + c.r*co, Y: c.center.Y + c.r*s})
	}
	return dst
}
