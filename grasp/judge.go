package grasp

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// padEdge is how far the object must reach past the middle line of the pads on both sides, metres.
const padEdge = 0.003

const (
	yBin   = 0.002 // m at least, of the profile across the fingers
	yBins  = 128
	uBins  = 48    // of the outline of a contact, a column wide
	skin   = 0.003 // m from the outermost place that count as contact: pads give a little
	beyond = 0.02  // m past the open fingers that are looked at
)

// sliver is the part of one column that lies between the fingers, in G.
type sliver struct {
	x0, x1, y0, y1, z0, z1 float64 // of its lower and upper end
	u                      float64 // along the level line across the closing axis
	flat                   float64 // m^2 of its ends that a pad lies on where the fingers do not close level
	seen                   bool
}

// upright is how far from level a closing axis is, as a sine, that counts as closing from above and below.
const upright = 0.7

// A hand whose palm is in the way draws back by so much, so often.
const (
	retreat  = 0.008 // m
	retreats = 3
)

// judge lines a candidate up with the faces that the fingers will meet and centres it between them, sets its opening and quality,
// and returns no reason, or that for which it cannot be taken.
func (w *worker) judge(g *Grasp) (Reason, why) {
	defer func() { g.X_FG = w.seg.Table.X_FT.Mul(g.X_TG) }()
	c, overlap, r, y := w.settle(g)
	if turn := c.turn(); math.Abs(g.X_TG.R.Apply(geom.UnitY).Z) < leastTilt && math.Abs(turn) > leastTurn && (r == "" || r == Slanted) {
		w.lineUp(g, turn)
		c, overlap, r, y = w.settle(g)
	}
	if r != "" {
		return r, y
	}
	r, y = w.collide(g)
	for k := 0; k < retreats && r != "" && r != HitsTable && y.part == palm && !y.lift; k++ { // shallower may do
		back := *g
		back.X_TG.P = back.X_TG.Apply(geom.V(-retreat, 0, 0))
		d, reach, no, _ := w.settle(&back)
		if no != "" {
			break
		}
		*g, c, overlap = back, d, reach
		r, y = w.collide(g)
	}
	if r != "" {
		return r, y
	}
	if r, y := w.unseen(g); r != "" {
		return r, y
	}
	if w.arm != nil {
		if r, y := w.reach(g); r != "" {
			return r, y
		}
	}
	g.Seen = c.seen
	g.Features = w.features(g, &c, overlap)
	g.Hidden = w.hidden(g)
	g.Quality = g.Features.Probability() * (1 - hiddenTaken*g.Hidden)
	if g.Kind == Tilted {
		g.Quality *= 1 - tiltDoubt
	}
	return "", why{}
}

// hiddenTaken is the probability that space which another object hides is not free. It is a guess: the tables of the fit are
// laid so that no object hides another.
const hiddenTaken = 0.5

// tiltDoubt is taken off the probability of tilted grasps: the hand of the fit flew freely, an arm finds a tilted way in harder, and
// fingers that do not hang level are loaded by their own weight. It lets the plain way win where nothing else speaks.
const tiltDoubt = 0.02

// fingerPlaces are looked at in each finger, from root to tip, palmPlaces in the palm.
var fingerPlaces = [...]float64{0.4, 0.7, 1}

const leastUnseen = 2 // of the places in a finger: one may be beside the mark

// hidden is the share of places in the fingers that another object hides from the camera: nobody saw that they are free.
func (w *worker) hidden(g *Grasp) float64 {
	if !w.view.ok {
		return 0
	}
	h := &w.hand
	n, hid := 0, 0
	for _, side := range [2]float64{-1, 1} {
		for _, part := range fingerPlaces {
			n++
			by, yes := w.view.hides(g.X_TG.Apply(geom.V(part*h.FingerLength, side*(g.Opening+h.FingerThickness)/2, 0)))
			if yes && by != offPicture && w.stack[by] != w.stack[g.Object] {
				hid++
			}
		}
	}
	return float64(hid) / float64(n)
}

// unseen says which part of the hand would go where the object itself may go on, hidden by another or beyond the picture.
func (w *worker) unseen(g *Grasp) (Reason, why) {
	v := &w.view
	if !v.ok || len(v.cut[g.Object]) == 0 && !v.edge[g.Object] {
		return "", why{}
	}
	h := &w.hand
	top := w.solids[g.Object].top
	may := func(p part, n, least int, at func(k int) geom.Vec) (why, bool) {
		found, who := 0, int32(0)
		for k := range n {
			if by, yes := v.mayBe(g.Object, top, g.X_TG.Apply(at(k))); yes && (by == offPicture || w.stack[by] != w.stack[g.Object]) {
				found++
				who = by
			}
		}
		return why{part: p, other: int(who)}, found >= least
	}
	for f, side := range [2]float64{1, -1} {
		y := side * (g.Opening + h.FingerThickness) / 2
		if y, bad := may(leftFinger+part(f), 2*len(fingerPlaces), leastUnseen, func(k int) geom.Vec {
			return geom.V(fingerPlaces[k/2]*h.FingerLength, y, (float64(k%2)-0.5)*0.7*h.FingerWidth)
		}); bad {
			return Unseen, y
		}
	}
	const grid = 3
	if y, bad := may(palm, grid*grid, grid, func(k int) geom.Vec {
		return geom.V(-0.01, float64(k%grid-1)*0.4*h.PalmWidth, float64(k/grid-1)*0.4*h.PalmHeight)
	}); bad {
		return Unseen, y
	}
	return "", why{}
}

// Faces that lean by more than the first are worth turning to, by more than the second they are another face.
const (
	leastTurn = 0.02 // rad
	mostTurn  = 0.3
)

// turn is by how much the hand must turn about the vertical to lie along both faces, rad; 0 where that is too much for noise.
func (c *contact) turn() float64 {
	t := -math.Atan((c.lean[0] - c.lean[1]) / 2)
	if math.Abs(t) > mostTurn {
		return 0
	}
	return t
}

// lineUp turns a grasp about the vertical through the middle of its pads.
func (w *worker) lineUp(g *Grasp, turn float64) {
	pads := geom.V(w.hand.PadCenter(), 0, 0)
	at := g.X_TG.Apply(pads)
	g.X_TG.R = geom.AxisAngle(geom.UnitZ, turn).Mul(g.X_TG.R)
	g.X_TG.P = r3.Sub(at, g.X_TG.R.Apply(pads))
}

// settle centres a grasp and finds what its pads would lie on and how much of them; or why they would not.
func (w *worker) settle(g *Grasp) (c contact, overlap float64, r Reason, y why) {
	h := &w.hand
	limit := h.MaxOpening/2 + beyond
	w.collect(g, limit)
	if len(w.slivers) == 0 {
		if top, need := w.solids[g.Object].top, w.p.TableClearance+w.p.MinPadOverlap; top < need {
			return c, 0, TooShallow, why{low: true, a: top, b: need}
		}
		return c, 0, Empty, why{}
	}
	lo, hi, open := w.gripped(limit)
	if !open {
		w.collect(g, 10*(limit+w.solids[g.Object].top+1)) // how wide it is
		lo, hi = w.extent()
	}
	g.Width = hi - lo
	if g.Width+2*w.p.Clearance > h.MaxOpening {
		return c, 0, TooWide, why{a: 2 * w.p.Clearance, b: h.MaxOpening}
	}
	mid := (lo + hi) / 2
	g.X_TG.P = g.X_TG.Apply(geom.V(0, mid, 0))

	near, far, zlo, zhi := math.Inf(1), 0.0, math.Inf(1), math.Inf(-1)
	kept := w.slivers[:0]
	for _, s := range w.slivers {
		if max(s.y0, s.y1) < lo-1e-9 || min(s.y0, s.y1) > hi+1e-9 {
			continue
		}
		s.y0, s.y1 = s.y0-mid, s.y1-mid
		near, far = min(near, s.x0, s.x1), max(far, s.x0, s.x1)
		zlo, zhi = min(zlo, s.z0, s.z1), max(zhi, s.z0, s.z1)
		kept = append(kept, s)
	}
	w.slivers = kept
	overlap = min(far, h.FingerLength) - max(near, h.FingerLength-h.PadLength)
	if overlap < w.p.MinPadOverlap {
		return c, overlap, TooShallow, why{a: max(0, overlap), b: w.p.MinPadOverlap}
	}
	if zlo > -padEdge || zhi < padEdge {
		return c, overlap, TooShallow, why{a: max(zlo+padEdge, padEdge-zhi)}
	}
	c = w.contact(g.Width / 2)
	if min(c.area[0], c.area[1]) == 0 { // the fingers would touch with their roots
		return c, overlap, TooShallow, why{b: w.p.MinPadOverlap}
	}
	if lean, safe := max(math.Abs(c.lean[0]), math.Abs(c.lean[1])), w.p.ConeFriction; lean > safe {
		return c, overlap, Slanted, why{a: math.Atan(lean), b: math.Atan(safe)}
	}
	return c, overlap, "", why{}
}

// collect gathers the parts of the object's columns in the space between fingers that reach out to limit on both sides.
func (w *worker) collect(g *Grasp, limit float64) {
	h := &w.hand
	s := &w.solids[g.Object]
	const edge = 0.002 // a column beside the finger still meets it, being as wide
	b := newSlab(g.X_TG, geom.V(0, -limit, -h.FingerWidth/2-edge), geom.V(h.FingerLength, limit, h.FingerWidth/2+edge))
	y_T := g.X_TG.R.Apply(geom.UnitY)
	u := r3.Cross(geom.UnitZ, y_T)
	if math.Abs(y_T.Z) > upright { // from above and below: along the fingers
		u = g.X_TG.R.Apply(geom.UnitX)
	}
	flat := s.side * s.side * math.Abs(y_T.Z)
	w.slivers = w.slivers[:0]
	x0, x1 := max(s.x0, s.index(b.min.X)), min(s.x0+s.w-1, s.index(b.max.X))
	y0, y1 := max(s.y0, s.index(b.min.Y)), min(s.y0+s.h-1, s.index(b.max.Y))
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			c := &s.cells[(y-s.y0)*s.w+x-s.x0]
			if c.top <= 0 {
				continue
			}
			px, py := float64(c.x), float64(c.y)
			from, to := b.cut(px, py)
			from, to = max(from, float64(c.low)), min(to, float64(c.top))
			if from > to {
				continue
			}
			at := func(k int, z float64) float64 { return b.a[k] + b.ax[k]*px + b.ay[k]*py + b.c[k]*z }
			w.slivers = append(w.slivers, sliver{
				at(0, from), at(0, to), at(1, from), at(1, to), at(2, from), at(2, to),
				u.X*(px-g.X_TG.P.X) + u.Y*(py-g.X_TG.P.Y), flat, c.from == seen,
			})
		}
	}
}

// extent of the slivers along the closing axis.
func (w *worker) extent() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range w.slivers {
		s := &w.slivers[i]
		lo, hi = min(lo, s.y0, s.y1), max(hi, s.y0, s.y1)
	}
	return lo, hi
}

// gripped is the extent of what the fingers will close on: of the slivers around the middle, up to where there is room for a
// finger on both sides. It is not open where there is no such room within the limit.
func (w *worker) gripped(limit float64) (lo, hi float64, open bool) {
	var bins [yBins]bool
	size := max(yBin, 2*limit/yBins)
	freeRun := max(2, int(math.Ceil(2*w.lattice.side/size))) // empty bins in a row that end what is gripped: a finger's way in
	bin := func(y float64) int { return min(yBins-1, max(0, int(math.Floor(y/size))+yBins/2)) }
	for i := range w.slivers {
		s := &w.slivers[i]
		for k := bin(min(s.y0, s.y1)); k <= bin(max(s.y0, s.y1)); k++ {
			bins[k] = true
		}
	}
	// From the middle, or the nearest place where there is something.
	start := -1
	for d := 0; d < yBins/2 && start < 0; d++ {
		if bins[yBins/2-1-d] {
			start = yBins/2 - 1 - d
		}
		if bins[yBins/2+d] {
			start = yBins/2 + d
		}
	}
	if start < 0 {
		return 0, 0, false
	}
	run := func(step int) (last int) {
		last = start
		for k, free := start, 0; k >= 0 && k < yBins && free < freeRun; k += step {
			if bins[k] {
				last, free = k, 0
			} else {
				free++
			}
		}
		return last
	}
	first, last := run(-1), run(1)
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range w.slivers {
		s := &w.slivers[i]
		a, b := min(s.y0, s.y1), max(s.y0, s.y1)
		if k := bin(a); k >= first && k <= last {
			lo = min(lo, a)
		}
		if k := bin(b); k >= first && k <= last {
			hi = max(hi, b)
		}
	}
	ends := float64(freeRun) * size
	return lo, hi, lo > -limit+ends && hi < limit-ends
}

// contact is what the two pads will lie on.
type contact struct {
	area [2]float64 // m^2 within a skin of the outermost place
	lean [2]float64 // slope of the surface against the pad, along the level line across the closing axis
	seen float64    // share of the area that the camera saw
}

// contact finds the patches of the slivers, which are centred, under the pads at half the width.
func (w *worker) contact(half float64) contact {
	h := &w.hand
	side := w.lattice.side
	var c contact
	var out [2][uBins]float64
	var has [2][uBins]bool
	all, known := 0.0, 0.0
	from := h.FingerLength - h.PadLength
	for i := range w.slivers {
		s := &w.slivers[i]
		if max(s.x0, s.x1) < from {
			continue
		}
		length := math.Hypot(s.x1-s.x0, s.z1-s.z0)
		if length > 0 && min(s.x0, s.x1) < from { // the part under the pad
			length *= (max(s.x0, s.x1) - from) / (max(s.x0, s.x1) - min(s.x0, s.x1))
		}
		k := int(math.Floor(s.u/side)) + uBins/2
		for f, y := range [2]float64{max(s.y0, s.y1), -min(s.y0, s.y1)} {
			if k >= 0 && k < uBins && (!has[f][k] || y > out[f][k]) {
				out[f][k], has[f][k] = y, true
			}
			if y > half-skin {
				a := length*side + s.flat
				c.area[f] += a
				all += a
				if s.seen {
					known += a
				}
			}
		}
	}
	if all > 0 {
		c.seen = known / all
	}
	for f := range 2 {
		// Slope of the outline by least squares, over the bins that the pad would touch as it gives.
		var n, su, sy, suu, suy float64
		for k := range uBins {
			if !has[f][k] || out[f][k] < half-3*skin {
				continue
			}
			u, y := (float64(k-uBins/2)+0.5)*side, out[f][k]
			n, su, sy, suu, suy = n+1, su+u, sy+y, suu+u*u, suy+u*y
		}
		if d := n*suu - su*su; n >= 3 && d > 0 {
			c.lean[f] = (n*suy - su*sy) / d
		}
	}
	return c
}

// collide checks the hand's boxes, stretched back along the approach, against the table and everything on it. The wider the
// hand comes in, the less it matters what the camera did not see; it is narrowed only as far as its surroundings ask for.
func (w *worker) collide(g *Grasp) (r Reason, y why) {
	least := g.Width + 2*w.p.Clearance
	const steps = 3
	for k := range steps {
		g.Opening = w.hand.MaxOpening + (least-w.hand.MaxOpening)*float64(k)/(steps-1)
		if r, y = w.collideOpening(g); r == "" || r == HitsTable || y.part == palm {
			break
		}
	}
	return r, y
}

func (w *worker) collideOpening(g *Grasp) (Reason, why) {
	boxes := w.hand.boxes(g.Opening)
	for i := range boxes[:between] {
		b := &boxes[i]
		if z := lowest(g.X_TG, b); z < w.p.TableClearance {
			return HitsTable, why{part: b.part, a: z, b: w.p.TableClearance}
		}
	}
	for i := range boxes {
		b := &boxes[i]
		s := newSlab(g.X_TG, r3.Sub(b.lo, geom.V(w.p.Approach, 0, 0)), b.hi)
		switch m := w.field.meets(&s, b.part, int32(g.Object), w.stack, w.p.Lift); {
		case !m.found:
		case m.owner == int32(g.Object):
			return HitsObject, why{part: b.part}
		default:
			return HitsNeighbor, why{part: b.part, other: int(m.owner), lift: m.lift}
		}
	}
	return "", why{}
}

// reach asks the arm for the start of the approach, the grasp and the end of the lift.
func (w *worker) reach(g *Grasp) (Reason, why) {
	before := geom.Pose{R: g.X_TG.R, P: g.X_TG.Apply(geom.V(-w.p.Approach, 0, 0))}
	after := geom.Pose{R: g.X_TG.R, P: r3.Add(g.X_TG.P, geom.V(0, 0, w.p.Lift))}
	for _, x := range [3]geom.Pose{g.X_TG, before, after} {
		if err := w.arm.Reach(w.seg.Table.X_FT.Mul(x)); err != nil {
			return OutOfReach, why{text: err.Error()}
		}
	}
	return "", why{}
}
