package grasp

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

const (
	palmGap  = 0.004 // m between the palm face and the object
	rounding = 1e-4  // m; a pose that is made to keep a clearance must not miss it by the last digit
)

// candidate is a pose to be judged. Position along y and opening are set by the judge from the object itself.
type candidate struct {
	x_TG geom.Pose
	kind Kind
}

// pose is frame G with given axes: x and y are unit and at a right angle.
func pose(x, y, p geom.Vec) geom.Pose {
	return geom.Pose{R: geom.FromAxes(x, y, r3.Cross(x, y)), P: p}
}

// propose lists candidates of an object: those of its box first, then those of pairs of opposite places of its surface, at
// most MaxCandidates in all.
func (w *worker) propose(object int) {
	w.list = w.list[:0]
	w.proposeBox(object)
	w.proposeOverhangs(object)
	w.proposePairs(object)
	if most := w.p.MaxCandidates; len(w.list) > most {
		w.list = w.list[:most]
	}
}

// yaws are the turns of a candidate about the vertical from the object's own axes. The first two are along its sides.
var yaws = [...]float64{0, math.Pi / 2, math.Pi / 4, -math.Pi / 4}

// proposeBox takes the object for its box, or for a cylinder where it is round: straight down with the fingers across
// either side, and level from all round at heights that the palm allows.
func (w *worker) proposeBox(object int) {
	o := &w.seg.Objects[object]
	h := &w.hand
	add := func(kind Kind, x, y, origin_O geom.Vec) {
		w.list = append(w.list, candidate{o.X_TO.Mul(pose(x, y, origin_O)), kind})
	}
	half := r3.Scale(0.5, o.Size)

	// Overhead: as deep as the palm and the table allow.
	table := -o.X_TO.P.Z // in O
	depth := max(half.Z+palmGap, table+h.FingerLength+w.p.TableClearance+rounding)
	for _, yaw := range yaws {
		s, c := math.Sincos(yaw)
		y := geom.V(-s, c, 0) // at yaw 0 the fingers close across the shorter side
		add(Overhead, geom.V(0, 0, -1), y, geom.V(0, 0, depth))
		if reach := math.Abs(c)*half.X + math.Abs(s)*half.Y; reach > 0.03 {
			d := 0.4 * reach
			add(Overhead, geom.V(0, 0, -1), y, geom.V(c*d, s*d, depth))
			add(Overhead, geom.V(0, 0, -1), y, geom.V(-c*d, -s*d, depth))
		}
	}

	// Side: the fingers lie level, the palm comes to the near face.
	low := table + w.p.TableClearance + rounding + max(h.PalmHeight, h.FingerWidth)/2
	heights := [2]float64{max(low, 0), 0.4 * half.Z}
	n := 1
	if heights[1] > heights[0]+0.01 {
		n = 2
	}
	for _, z := range heights[:n] {
		for k := range 8 {
			s, c := math.Sincos(float64(k) * math.Pi / 4)
			near := math.Abs(c)*half.X + math.Abs(s)*half.Y // half extent along the approach
			back := max(near+palmGap, h.FingerLength-near)  // palm just off the near face, or tips at the far one
			add(Side, geom.V(c, s, 0), geom.V(-s, c, 0), geom.V(-c*back, -s*back, z))
		}
	}
}

// Pairs of opposite places are looked for at these heights, as parts of the object's, from so many places of the outline there.
var pairHeights = [...]float64{0.92, 0.7, 0.5, 0.25}

const (
	placesAround = 16
	mostRim      = 4096 // columns of an outline that are looked at
)

// pitches are the turns of the approach about the closing axis, from straight down to level from either side.
var pitches = [...]float64{0, math.Pi / 6, -math.Pi / 6, math.Pi / 3, -math.Pi / 3, math.Pi / 2, -math.Pi / 2}

// pair is two places that face each other across the object, and the unit vector from one to the other, in T.
type pair struct {
	mid, y geom.Vec
	width  float64
}

// proposePairs sends a ray through the object, against the surface, from places all round its outline at several heights. Where it comes
// out again, at a wall of a hollow thing or at its other side, the two places can be gripped if each lies in the friction cone of
// the other; the hand may approach from all directions at a right angle to the line between them.
func (w *worker) proposePairs(object int) {
	s := &w.solids[object]
	w.pairs = w.pairs[:0]
	cone := math.Cos(math.Atan(w.p.ConeFriction))
	for _, part := range pairHeights {
		z := part * s.top
		w.rim = w.rim[:0]
		for y := s.y0; y < s.y0+s.h; y++ {
			for x := s.x0; x < s.x0+s.w; x++ {
				if len(w.rim) < mostRim && s.edge(x, y, float32(z)) {
					w.rim = append(w.rim, [2]int32{int32(x), int32(y)})
				}
			}
		}
		for k := range min(placesAround, len(w.rim)) {
			q := w.rim[k*len(w.rim)/min(placesAround, len(w.rim))]
			for _, level := range [2]bool{true, false} {
				if pr, ok := s.across(int(q[0]), int(q[1]), z, cone, w.hand.MaxOpening-2*w.p.Clearance, level); ok && w.fresh(&pr) {
					w.pairs = append(w.pairs, pr)
				}
			}
		}
	}
	// All pairs with one direction before the next direction, so that a limit on candidates leaves some of each pair.
	for _, pitch := range pitches {
		for i := range w.pairs {
			w.proposePair(object, &w.pairs[i], pitch)
		}
	}
}

// stands reports whether there is something of the object at height z in a column.
func (s *solid) stands(x, y int, z float32) bool {
	c := s.at(x, y)
	return c != nil && c.top > z && c.low <= z
}

// edge reports whether a column stands at height z beside one that does not.
func (s *solid) edge(x, y int, z float32) bool {
	return s.stands(x, y, z) && !(s.stands(x+1, y, z) && s.stands(x-1, y, z) && s.stands(x, y+1, z) && s.stands(x, y-1, z))
}

// outward is the direction out of the object at height z beside a column: away from where the columns around stand.
func (s *solid) outward(x, y int, z float32) (geom.Vec, bool) {
	const reach = 3
	var n geom.Vec
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if s.stands(x+dx, y+dy, z) {
				n.X -= float64(dx)
				n.Y -= float64(dy)
			}
		}
	}
	return geom.Unit(n)
}

// across follows a ray from a column on the outline at height z into the object until it comes out, and reports whether the places
// can be gripped: no wider apart than most, each in the cone of the other. Level rays take the outline's direction; the others that of the
// surface in space.
func (s *solid) across(x, y int, z, cone, most float64, level bool) (pair, bool) {
	c := s.at(x, y)
	out := func(x, y int, z float64) (geom.Vec, bool) {
		if level {
			return s.outward(x, y, float32(z))
		}
		return s.normal(x, y, z)
	}
	n, ok := out(x, y, z)
	if !ok || !level && math.Abs(n.Z) < leastTilt {
		return pair{}, false
	}
	from := geom.V(float64(c.x), float64(c.y), z)
	step := s.side / 2
	to, lx, ly := from, x, y
	for d := step; ; d += step {
		if d > most {
			return pair{}, false
		}
		p := r3.Sub(from, r3.Scale(d, n))
		px, py := s.index(p.X), s.index(p.Y)
		if !s.stands(px, py, float32(p.Z)) {
			break
		}
		to, lx, ly = p, px, py
	}
	q := s.at(lx, ly)
	back, ok := out(s.index(float64(q.x)), s.index(float64(q.y)), to.Z)
	if !ok || r3.Dot(back, n) > -cone {
		return pair{}, false
	}
	// Along the mean of both normals, each is off by half of what they are off.
	axis, ok := geom.Unit(r3.Sub(back, n))
	if !ok {
		return pair{}, false
	}
	return pair{r3.Scale(0.5, r3.Add(from, to)), axis, r3.Norm(r3.Sub(to, from))}, true
}

// leastTilt is the sine of the slope from which a surface is worth closing on at a right angle to it rather than level.
const leastTilt = 0.2

// normal is the direction out of the object in space at a place of its surface: away from the middle of what stands in a ball around it.
func (s *solid) normal(x, y int, z float64) (geom.Vec, bool) {
	const reach = 3
	r2 := (reach + 0.5) * (reach + 0.5) * s.side * s.side
	var n geom.Vec
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			c := s.at(x+dx, y+dy)
			u, v := float64(dx)*s.side, float64(dy)*s.side
			h2 := r2 - u*u - v*v
			if c == nil || c.top <= 0 || h2 <= 0 {
				continue
			}
			h := math.Sqrt(h2)
			lo, hi := max(float64(c.low), z-h), min(float64(c.top), z+h)
			if c.low <= 0 {
				lo = z - h // it stands on the table, which is no surface of it
			}
			if hi <= lo {
				continue
			}
			l := hi - lo
			n = r3.Sub(n, geom.V(l*u, l*v, l*((lo+hi)/2-z)))
		}
	}
	return geom.Unit(n)
}

// overhang reports whether there is room for a finger under a column, and what is over it fits between the fingers.
func (w *worker) overhang(c *cell) bool {
	room := w.hand.FingerThickness + w.p.TableClearance + w.p.Clearance
	return c != nil && c.top > 0 && float64(c.low) > room && float64(c.top-c.low) < w.hand.MaxOpening-2*w.p.Clearance
}

// proposeOverhangs closes the fingers from above and below on the outline of what has room under it: handles, rims of plates, brims.
func (w *worker) proposeOverhangs(object int) {
	s := &w.solids[object]
	w.rim = w.rim[:0]
	for y := s.y0; y < s.y0+s.h; y++ {
		for x := s.x0; x < s.x0+s.w; x++ {
			if c := s.at(x, y); len(w.rim) < mostRim && w.overhang(c) && s.edge(x, y, (c.low+c.top)/2) {
				w.rim = append(w.rim, [2]int32{int32(x), int32(y)})
			}
		}
	}
	n := min(placesAround, len(w.rim))
	for k := range n {
		q := w.rim[k*len(w.rim)/n]
		c := s.at(int(q[0]), int(q[1]))
		if out, ok := s.outward(int(q[0]), int(q[1]), (c.low+c.top)/2); ok {
			x := r3.Scale(-1, out)
			// The tips reach half a pad over the edge.
			p := geom.V(float64(c.x), float64(c.y), float64(c.low+c.top)/2)
			p = r3.Sub(p, r3.Scale(w.hand.FingerLength-w.hand.PadLength/2, x))
			w.list = append(w.list, candidate{pose(x, geom.UnitZ, p), Side})
		}
	}
}

// fresh reports whether no pair so far is nearly the same; the same two places found from the other side are.
func (w *worker) fresh(p *pair) bool {
	const near, along = 0.006, 0.985 // m, cosine of 10 degrees
	for i := range w.pairs {
		q := &w.pairs[i]
		d := r3.Sub(p.mid, q.mid)
		if math.Abs(d.X) < near && math.Abs(d.Y) < near && math.Abs(d.Z) < near && math.Abs(r3.Dot(p.y, q.y)) > along {
			return false
		}
	}
	return true
}

// proposePair puts the middle of the pads between the two places, and backs off until the palm is clear of the object and the hand
// of the table.
func (w *worker) proposePair(object int, p *pair, pitch float64) {
	h := &w.hand
	side, ok := geom.Unit(r3.Cross(geom.UnitZ, p.y))
	if !ok {
		return
	}
	down := r3.Cross(p.y, side) // the direction at a right angle to y that points most up, turned over
	down = r3.Scale(-math.Copysign(1, down.Z), down)
	s, c := math.Sincos(pitch)
	x := r3.Add(r3.Scale(c, down), r3.Scale(s, side))
	kind := Tilted
	switch {
	case x.Z < -1+1e-9:
		kind = Overhead
	case c < 1e-9:
		kind, x = Side, r3.Scale(math.Copysign(1, s), side)
	}
	g := candidate{pose(x, p.y, r3.Sub(p.mid, r3.Scale(h.PadCenter(), x))), kind}
	if near := w.nearest(object, g.x_TG); near < palmGap {
		g.x_TG.P = r3.Sub(g.x_TG.P, r3.Scale(palmGap-near, x))
	}
	low := h.Lowest(g.x_TG, h.MaxOpening)
	if short := w.p.TableClearance + rounding - low; short > 0 {
		if kind == Side {
			g.x_TG.P.Z += short
		} else {
			g.x_TG.P = r3.Add(g.x_TG.P, r3.Scale(short/x.Z, x))
		}
	}
	w.list = append(w.list, g)
}

// nearest is the least x in G of what of the object lies before the palm, or a little behind its face; infinite for nothing.
func (w *worker) nearest(object int, x_TG geom.Pose) float64 {
	h := &w.hand
	s := &w.solids[object]
	b := newSlab(x_TG, geom.V(-h.PalmDepth/2, -h.PalmWidth/2, -h.PalmHeight/2), geom.V(palmGap, h.PalmWidth/2, h.PalmHeight/2))
	near := math.Inf(1)
	x0, x1 := max(s.x0, s.index(b.min.X)), min(s.x0+s.w-1, s.index(b.max.X))
	y0, y1 := max(s.y0, s.index(b.min.Y)), min(s.y0+s.h-1, s.index(b.max.Y))
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			c := &s.cells[(y-s.y0)*s.w+x-s.x0]
			if float64(c.top) <= b.min.Z {
				continue
			}
			from, to := b.cut(float64(c.x), float64(c.y))
			from, to = max(from, float64(c.low)), min(to, float64(c.top))
			if from > to {
				continue
			}
			v := b.a[0] + b.ax[0]*float64(c.x) + b.ay[0]*float64(c.y)
			near = min(near, v+b.c[0]*from, v+b.c[0]*to)
		}
	}
	return near
}

// Lowest is the least height over the table of any part of the hand, m, with the palm at a pose in the table's frame and its fingers open by
// a gap, m.
func (h *Hand) Lowest(x_TG geom.Pose, opening float64) float64 {
	low := math.Inf(1)
	for _, b := range h.boxes(opening) {
		if b.part != between {
			low = min(low, lowest(x_TG, &b))
		}
	}
	return low
}

// lowest is the least height over the table of a box of the hand.
func lowest(x_TG geom.Pose, b *box) float64 {
	m := x_TG.R.Mat()
	return x_TG.P.Z + min(m[6]*b.lo.X, m[6]*b.hi.X) + min(m[7]*b.lo.Y, m[7]*b.hi.Y) + min(m[8]*b.lo.Z, m[8]*b.hi.Z)
}
