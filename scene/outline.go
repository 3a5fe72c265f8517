package scene

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// hullBins thins points of a plane to those that can be corners of their convex hull: in each of many strips along x the
// two with the least and the greatest y, and overall the two with the least and the greatest x. The hull of the rest is
// short of the true one by less than a strip is wide.
type hullBins struct {
	x0, inv    float32 // strip of x is (x - x0) * inv
	lo, hi     [stripCount]point
	west, east point
	any        bool
}

const stripCount = 256

type point struct{ x, y float32 }

func (b *hullBins) reset(lo, hi geom.Vec2) {
	inf := float32(math.Inf(1))
	for k := range b.lo {
		b.lo[k], b.hi[k] = point{0, inf}, point{0, -inf}
	}
	b.west, b.east, b.any = point{inf, 0}, point{-inf, 0}, false
	b.x0, b.inv = float32(lo.X), 0
	if w := hi.X - lo.X; w > 0 {
		b.inv = float32(stripCount / w)
	}
}

func (b *hullBins) add(x, y float32) {
	k := min(stripCount-1, max(0, int32((x-b.x0)*b.inv)))
	b.any = true
	if y < b.lo[k].y {
		b.lo[k] = point{x, y}
	}
	if y > b.hi[k].y {
		b.hi[k] = point{x, y}
	}
	if x < b.west.x {
		b.west = point{x, y}
	}
	if x > b.east.x {
		b.east = point{x, y}
	}
}

// merge adds the points of o. Ties keep the earlier point, so that the order of bands and their number do not matter.
func (b *hullBins) merge(o *hullBins) {
	b.any = b.any || o.any
	for k := range b.lo {
		if o.lo[k].y < b.lo[k].y {
			b.lo[k] = o.lo[k]
		}
		if o.hi[k].y > b.hi[k].y {
			b.hi[k] = o.hi[k]
		}
	}
	if o.west.x < b.west.x {
		b.west = o.west
	}
	if o.east.x > b.east.x {
		b.east = o.east
	}
}

// hull appends the hull of the points to dst; scratch is memory to work in, returned for the next time.
func (b *hullBins) hull(dst, scratch []geom.Vec2) (hull, used []geom.Vec2) {
	scratch = scratch[:0]
	if !b.any {
		return dst, scratch
	}
	put := func(p point) { scratch = append(scratch, geom.Vec2{X: float64(p.x), Y: float64(p.y)}) }
	put(b.west)
	put(b.east)
	for k := range b.lo {
		if b.lo[k].y <= b.hi[k].y {
			put(b.lo[k])
			put(b.hi[k])
		}
	}
	return geom.AppendConvexHull(dst, scratch), scratch
}

// region is a convex polygon grown by a margin, as half planes.
type region struct {
	nx, ny, c []float64 // inside: nx x + ny y <= c
	round     float64   // square of the radius about the origin within which all is inside
}

func (r *region) set(hull []geom.Vec2, margin float64) {
	r.nx, r.ny, r.c, r.round = r.nx[:0], r.ny[:0], r.c[:0], 0
	if len(hull) < 3 {
		return
	}
	for i, a := range hull {
		b := hull[(i+1)%len(hull)]
		l := math.Hypot(b.X-a.X, b.Y-a.Y)
		if l == 0 {
			continue
		}
		nx, ny := (b.Y-a.Y)/l, (a.X-b.X)/l
		r.nx, r.ny, r.c = append(r.nx, nx), append(r.ny, ny), append(r.c, nx*a.X+ny*a.Y+margin)
	}
	if len(r.c) > 0 {
		reach := max(0, slices.Min(r.c))
		r.round = reach * reach
	}
}

func (r *region) contains(x, y float64) bool {
	if x*x+y*y < r.round {
		return true
	}
	for i, nx := range r.nx {
		if nx*x+r.ny[i]*y > r.c[i] {
			return false
		}
	}
	return len(r.nx) > 0
}

// measureObject fits the least box that stands on the table and holds the object's points. Where there is no table, the box
// ends at the lowest of them. scratch is memory to work in.
func measureObject(c *cloud.Cloud, o *Object, table *Table, x_TF geom.Pose, scratch *[]geom.Vec2) {
	m, p := x_TF.R.Mat(), x_TF.P
	in := func(i int32) (x, y, z float64) {
		X, Y, Z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
		return m[0]*X + m[1]*Y + m[2]*Z + p.X, m[3]*X + m[4]*Y + m[5]*Z + p.Y, m[6]*X + m[7]*Y + m[8]*Z + p.Z
	}
	lo, hi := geom.Vec2{X: math.Inf(1), Y: math.Inf(1)}, geom.Vec2{X: math.Inf(-1), Y: math.Inf(-1)}
	top, bottom := 0.0, 0.0
	if table.Points == 0 {
		top, bottom = math.Inf(-1), math.Inf(1)
	}
	var sum geom.Vec
	var r, g, b uint64
	for _, i := range o.Indices {
		x, y, z := in(i)
		lo, hi, top = geom.Vec2{X: min(lo.X, x), Y: min(lo.Y, y)}, geom.Vec2{X: max(hi.X, x), Y: max(hi.Y, y)}, max(top, z)
		if table.Points == 0 {
			bottom = min(bottom, z)
		}
		sum = r3.Add(sum, geom.V(x, y, z))
		if c.RGB != nil {
			v := c.RGB[i]
			r, g, b = r+uint64(v>>16&255), g+uint64(v>>8&255), b+uint64(v&255)
		}
	}
	var bins hullBins
	bins.reset(lo, hi)
	for _, i := range o.Indices {
		x, y, _ := in(i)
		bins.add(float32(x), float32(y))
	}
	o.Footprint, *scratch = bins.hull(o.Footprint[:0], *scratch)
	eye := x_TF.Apply(c.X_FS.P)
	rect := geom.MinAreaRect(o.Footprint)
	if round, ok := fitRound(o.Footprint, geom.Vec2{X: eye.X, Y: eye.Y}); ok {
		o.Footprint, o.Round = round.polygon(o.Footprint[:0]), true
		rect.Center, rect.Length, rect.Width = round.center, 2*round.r, 2*round.r
	}
	n := len(o.Indices)
	o.Centroid = table.X_FT.Apply(r3.Scale(1/float64(n), sum))
	o.X_TO = geom.Pose{R: geom.AxisAngle(geom.UnitZ, rect.Angle), P: geom.V(rect.Center.X, rect.Center.Y, (top+bottom)/2)}
	o.X_FO = table.X_FT.Mul(o.X_TO)
	o.Size = geom.V(rect.Length, rect.Width, top-bottom)
	if c.RGB != nil {
		k := uint64(n)
		o.MeanColour = uint32(r/k)<<16 | uint32(g/k)<<8 | uint32(b/k)
	}
}
