package shape

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Prism is a convex polygon extruded along z: what a camera that looks at a table knows of a thing, its outline and its height. B has its
// origin at the centre of volume and its axes along the principal axes of inertia.
type Prism struct {
	Outline []geom.Vec2 // counter-clockwise, in B
	H       float64     // half height

	normal   []geom.Vec2 // outward, of the edge from vertex i to the next
	length   []float64
	area     float64
	inertia  geom.Vec
	half     geom.Vec
	supports []Ball
}

// maxOutline bounds the vertices, since each costs time at every pad cell.
const maxOutline = 24

// NewPrism extrudes a convex polygon, counter-clockwise in a frame P, to a height. It returns the pose X_PB of the prism's frame, at
// half the height. Outlines of more than 24 vertices lose those that enclose least.
func NewPrism(outline []geom.Vec2, height float64) (*Prism, geom.Pose, error) {
	bad := func(format string, args ...any) (*Prism, geom.Pose, error) {
		return nil, geom.Pose{}, fault.New("make prism", "", fault.Invalid, format, args...)
	}
	if !(height > 0) || math.IsInf(height, 0) {
		return bad("a height of %g m", height)
	}
	for _, p := range outline {
		if s := p.X + p.Y; math.IsNaN(s - s) {
			return bad("an outline with a vertex that is not finite")
		}
	}
	poly := simplify(geom.ConvexHull(append([]geom.Vec2(nil), outline...)), maxOutline)
	if len(poly) < 3 || !(geom.PolygonArea(poly) > 1e-12) {
		return bad("an outline of %d corners that encloses nothing", len(poly))
	}
	c := geom.PolygonCentroid(poly)
	for i := range poly {
		poly[i] = geom.Vec2{X: poly[i].X - c.X, Y: poly[i].Y - c.Y}
	}
	_, xx, yy, xy := moments(poly)
	angle := 0.5 * math.Atan2(2*xy, xx-yy) // of the axis along which it is long
	sin, cos := math.Sincos(angle)
	for i, p := range poly {
		poly[i] = geom.Vec2{X: cos*p.X + sin*p.Y, Y: -sin*p.X + cos*p.Y}
	}
	b := &Prism{Outline: poly, H: height / 2}
	b.prepare()
	return b, geom.Pose{R: geom.AxisAngle(geom.UnitZ, angle), P: geom.V(c.X, c.Y, height/2)}, nil
}

// moments are the area of a polygon about the origin and its integrals of x^2, y^2 and x y.
func moments(poly []geom.Vec2) (area, xx, yy, xy float64) {
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		c := p.X*q.Y - q.X*p.Y
		area += c / 2
		xx += (p.X*p.X + p.X*q.X + q.X*q.X) * c / 12
		yy += (p.Y*p.Y + p.Y*q.Y + q.Y*q.Y) * c / 12
		xy += (p.X*q.Y + 2*p.X*p.Y + 2*q.X*q.Y + q.X*p.Y) * c / 24
	}
	return area, xx, yy, xy
}

// simplify drops the vertices that enclose least until at most n are left.
func simplify(poly []geom.Vec2, n int) []geom.Vec2 {
	for len(poly) > n {
		least, at := math.Inf(1), 0
		for i, p := range poly {
			a, b := poly[(i+len(poly)-1)%len(poly)], poly[(i+1)%len(poly)]
			if area := math.Abs((p.X-a.X)*(b.Y-a.Y) - (p.Y-a.Y)*(b.X-a.X)); area < least {
				least, at = area, i
			}
		}
		poly = append(poly[:at], poly[at+1:]...)
	}
	return poly
}

func (b *Prism) prepare() {
	var xx, yy float64
	b.area, xx, yy, _ = moments(b.Outline)
	b.inertia = geom.V(yy/b.area+b.H*b.H/3, xx/b.area+b.H*b.H/3, (xx+yy)/b.area)
	b.half.Z = b.H
	for i, p := range b.Outline {
		q := b.Outline[(i+1)%len(b.Outline)]
		l := math.Hypot(q.X-p.X, q.Y-p.Y)
		b.normal = append(b.normal, geom.Vec2{X: (q.Y - p.Y) / l, Y: (p.X - q.X) / l})
		b.length = append(b.length, l)
		b.half.X, b.half.Y = math.Max(b.half.X, math.Abs(p.X)), math.Max(b.half.Y, math.Abs(p.Y))
	}
	round := rounding * math.Min(b.half.X, math.Min(b.half.Y, b.half.Z))
	for i, p := range b.Outline {
		// The point at that distance from both edges that meet here.
		n, m := b.normal[(i+len(b.normal)-1)%len(b.normal)], b.normal[i]
		k := round / (1 + n.X*m.X + n.Y*m.Y)
		x, y := p.X-k*(n.X+m.X), p.Y-k*(n.Y+m.Y)
		b.supports = append(b.supports, Ball{geom.V(x, y, round-b.H), round}, Ball{geom.V(x, y, b.H-round), round})
	}
}

// outline is the signed distance of a point from the polygon and its gradient.
func (b *Prism) outline(x, y float64) (d, nx, ny float64) {
	best := math.Inf(-1)
	at := 0
	for i, p := range b.Outline {
		n := b.normal[i]
		if s := (x-p.X)*n.X + (y-p.Y)*n.Y; s > best {
			best, at = s, i
		}
	}
	if best <= 0 {
		return best, b.normal[at].X, b.normal[at].Y
	}
	// Outside, the nearest point lies on an edge whose line the point is beyond.
	best = math.Inf(1)
	for i, p := range b.Outline {
		n := b.normal[i]
		if (x-p.X)*n.X+(y-p.Y)*n.Y < 0 {
			continue
		}
		t := math.Max(0, math.Min(b.length[i], n.X*(y-p.Y)-n.Y*(x-p.X)))
		dx, dy := x-(p.X-n.Y*t), y-(p.Y+n.X*t)
		if q := dx*dx + dy*dy; q < best {
			best, nx, ny, at = q, dx, dy, i
		}
	}
	if best < 1e-30 { // on the edge
		return 0, b.normal[at].X, b.normal[at].Y
	}
	d = math.Sqrt(best)
	return d, nx / d, ny / d
}

// SignedDistance implements Shape.
func (b *Prism) SignedDistance(p geom.Vec) float64 { d, _ := b.Surface(p); return d }

// Surface implements Shape.
func (b *Prism) Surface(p geom.Vec) (float64, geom.Vec) {
	qr, nx, ny := b.outline(p.X, p.Y)
	qz := math.Abs(p.Z) - b.H
	switch {
	case qr <= 0 && qz <= 0:
		if qr >= qz {
			return qr, geom.Vec{X: nx, Y: ny}
		}
		return qz, geom.Vec{Z: math.Copysign(1, p.Z)}
	case qz <= 0:
		return qr, geom.Vec{X: nx, Y: ny}
	case qr <= 0:
		return qz, geom.Vec{Z: math.Copysign(1, p.Z)}
	}
	d := math.Sqrt(qr*qr + qz*qz)
	return d, geom.Vec{X: nx * qr / d, Y: ny * qr / d, Z: math.Copysign(qz/d, p.Z)}
}

// Half implements Shape.
func (b *Prism) Half() geom.Vec { return b.half }

// Volume implements Shape.
func (b *Prism) Volume() float64 { return 2 * b.H * b.area }

// UnitInertia implements Shape.
func (b *Prism) UnitInertia() geom.Vec { return b.inertia }

// Supports implements Shape.
func (b *Prism) Supports() []Ball { return b.supports }
