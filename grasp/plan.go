package grasp

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
)

// looseCube is the side of the cubes that loose points are thinned to: one in each is enough for fingers of 1 cm.
const looseCube = 0.004

const (
	palmGap  = 0.004 // m between the palm face and the object
	rounding = 1e-4  // m; a pose that is made to keep a clearance must not miss it by the last digit
)

// padEdge is how far the object must reach past the middle line of the pads on both sides, metres.
const padEdge = 0.003

// Planner plans grasps for the objects of one scene. It is not safe for concurrent use.
type Planner struct {
	seg  *scene.Segmentation
	hand Hand
	p    Params

	solids []solid    // one an object
	loose  []geom.Vec // points above the table that belong to no object, thinned, in T
}

// NewPlanner prepares a scene for planning.
func NewPlanner(seg *scene.Segmentation, hand Hand, p Params) (*Planner, error) {
	if !(hand.MaxOpening > 0 && hand.FingerLength > 0 && hand.FingerWidth > 0 && hand.PadLength > 0 && hand.PadLength <= hand.FingerLength) {
		return nil, fault.New("plan grasp", "hand "+hand.Name, fault.Invalid, "opening, finger length, finger width and pad length must be positive, the pad no longer than the finger")
	}
	pl := &Planner{seg: seg, hand: hand, p: p}
	pl.gather()
	return pl, nil
}

// gather completes the objects and thins the points above the table that belong to none.
func (pl *Planner) gather() {
	for k := range pl.seg.Objects {
		pl.solids = append(pl.solids, complete(pl.seg, k))
	}
	half := 1.0 // m from the table's middle; what is farther cannot touch a hand at the table
	for _, q := range pl.seg.Table.Hull {
		half = max(half, math.Hypot(q.X, q.Y)+0.5)
	}
	type cube struct{ x, y, z int32 }
	seen := map[cube]bool{}
	x_TF := pl.seg.Table.X_FT.Inv()
	for i, l := range pl.seg.Labels {
		if l != scene.LabelNone || !pl.seg.Cloud.Valid(i) {
			continue
		}
		p := x_TF.Apply(pl.seg.Cloud.At(i))
		if p.Z <= pl.p.TableClearance || p.Z > 2 || math.Abs(p.X) > half || math.Abs(p.Y) > half {
			continue
		}
		k := cube{int32(math.Floor(p.X / looseCube)), int32(math.Floor(p.Y / looseCube)), int32(math.Floor(p.Z / looseCube))}
		if !seen[k] {
			seen[k] = true
			pl.loose = append(pl.loose, p)
		}
	}
}

// Plan returns the grasps of one object, best first, and every rejected candidate with its reason.
func (pl *Planner) Plan(object int) (*Plan, error) {
	if object < 0 || object >= len(pl.seg.Objects) {
		return nil, fault.New("plan grasp", "", fault.NotFound, "there is no object %d; the scene has %d", object, len(pl.seg.Objects))
	}
	plan := &Plan{Object: object}
	for _, g := range pl.candidates(object) {
		if r := pl.judge(&g); r != nil {
			plan.Rejected = append(plan.Rejected, *r)
			continue
		}
		plan.Grasps = append(plan.Grasps, g)
	}
	slices.SortStableFunc(plan.Grasps, func(a, b Grasp) int {
		switch {
		case a.Quality > b.Quality:
			return -1
		case a.Quality < b.Quality:
			return 1
		}
		return 0
	})
	return plan, nil
}

// yaws are the turns of a candidate about the vertical from the object's own axes. The first two are along its sides.
var yaws = []float64{0, math.Pi / 2, math.Pi / 4, -math.Pi / 4}

// candidates lists poses from the object's box: straight down with the fingers across either side, and level from all
// round at heights that the palm allows. Position along y and opening are set by judge from the points themselves.
func (pl *Planner) candidates(object int) []Grasp {
	o := &pl.seg.Objects[object]
	h := &pl.hand
	var list []Grasp
	add := func(kind Kind, x, y, origin_O geom.Vec) {
		z := geom.V(x.Y*y.Z-x.Z*y.Y, x.Z*y.X-x.X*y.Z, x.X*y.Y-x.Y*y.X)
		x_OG := geom.Pose{R: geom.FromAxes(x, y, z), P: origin_O}
		g := Grasp{Object: object, Kind: kind, X_TG: o.X_TO.Mul(x_OG)}
		list = append(list, g)
	}
	half := geom.V(o.Size.X/2, o.Size.Y/2, o.Size.Z/2)

	// Overhead: as deep as the palm and the table allow.
	palm := max(half.Z+palmGap, -half.Z+h.FingerLength+pl.p.TableClearance+rounding)
	for _, yaw := range yaws {
		s, c := math.Sincos(yaw)
		y := geom.V(-s, c, 0) // at yaw 0 the fingers close across the shorter side
		slide := []float64{0}
		if reach := math.Abs(c)*half.X + math.Abs(s)*half.Y; reach > 0.03 {
			slide = []float64{0, 0.4 * reach, -0.4 * reach}
		}
		for _, d := range slide {
			add(Overhead, geom.V(0, 0, -1), y, geom.V(c*d, s*d, palm))
		}
	}

	// Side: the fingers lie level, the palm comes to the near face.
	low := -half.Z + pl.p.TableClearance + rounding + max(h.PalmHeight, h.FingerWidth)/2
	heights := []float64{max(low, 0)}
	if up := 0.4 * half.Z; up > max(low, 0)+0.01 {
		heights = append(heights, up)
	}
	for _, z := range heights {
		for k := range 8 {
			s, c := math.Sincos(float64(k) * math.Pi / 4)
			x := geom.V(c, s, 0)
			near := math.Abs(c)*half.X + math.Abs(s)*half.Y // half extent along the approach
			back := max(near+palmGap, h.FingerLength-near)  // palm just off the near face, or tips at the far one
			add(Side, x, geom.V(-s, c, 0), geom.V(-c*back, -s*back, z))
		}
	}
	return list
}

// judge centres a candidate between the faces that the fingers will meet, sets its opening and quality, and returns nil,
// or the reason for which it cannot be taken.
func (pl *Planner) judge(g *Grasp) *Rejection {
	h := &pl.hand
	reject := func(why Reason, format string, args ...any) *Rejection {
		g.X_FG = pl.seg.Table.X_FT.Mul(g.X_TG)
		return &Rejection{Grasp: *g, Reason: why, Detail: fmt.Sprintf(format, args...)}
	}
	x_GT := g.X_TG.Inv()
	lo, hi := math.Inf(1), math.Inf(-1) // extent along y of what will be between the fingers
	near, far := math.Inf(1), 0.0       // extent along x
	zlo, zhi := math.Inf(1), math.Inf(-1)
	n := 0
	for _, p := range pl.solids[g.Object].surface {
		q := x_GT.Apply(p)
		if q.X < 0 || q.X > h.FingerLength || math.Abs(q.Z) > h.FingerWidth/2+0.002 {
			continue
		}
		n++
		lo, hi = min(lo, q.Y), max(hi, q.Y)
		near, far = min(near, q.X), max(far, q.X)
		zlo, zhi = min(zlo, q.Z), max(zhi, q.Z)
	}
	if n == 0 {
		return reject(Empty, "no point of the object is between the fingers")
	}
	g.Width = hi - lo
	if g.Width+2*pl.p.Clearance > h.MaxOpening {
		return reject(TooWide, "%.0f mm across and %.0f mm of clearance, the hand opens %.0f mm", 1e3*g.Width, 2e3*pl.p.Clearance, 1e3*h.MaxOpening)
	}
	g.X_TG.P = g.X_TG.Apply(geom.V(0, (lo+hi)/2, 0))
	g.X_FG = pl.seg.Table.X_FT.Mul(g.X_TG)

	overlap := min(far, h.FingerLength) - max(near, h.FingerLength-h.PadLength)
	if overlap < pl.p.MinPadOverlap {
		return reject(TooShallow, "the pads reach %.0f mm of the object, %.0f mm are needed", 1e3*max(0, overlap), 1e3*pl.p.MinPadOverlap)
	}
	if zlo > -padEdge || zhi < padEdge {
		return reject(TooShallow, "the middle of the pads misses the object by up to %.0f mm", 1e3*max(zlo+padEdge, padEdge-zhi))
	}
	if r := pl.collide(g); r != nil {
		return r
	}
	o := &pl.seg.Objects[g.Object]
	g.Quality = pl.quality(g, o, overlap, zhi-zlo)
	return nil
}

// collide checks the hand's boxes, stretched back along the approach, against the table and everything on it. The wider the
// hand comes in, the less it matters what the camera did not see; it is narrowed only as far as its surroundings ask for.
func (pl *Planner) collide(g *Grasp) *Rejection {
	least := g.Width + 2*pl.p.Clearance
	const steps = 3
	var r *Rejection
	for k := range steps {
		g.Opening = pl.hand.MaxOpening + (least-pl.hand.MaxOpening)*float64(k)/(steps-1)
		if r = pl.collideOpening(g); r == nil || r.Reason == HitsTable {
			break
		}
	}
	return r
}

func (pl *Planner) collideOpening(g *Grasp) *Rejection {
	boxes := pl.hand.boxes(g.Opening)
	for _, b := range boxes {
		if z := lowest(g.X_TG, &b); z < pl.p.TableClearance {
			return &Rejection{Grasp: *g, Reason: HitsTable, Detail: fmt.Sprintf("the %s would be %.0f mm from the table, %.0f mm are needed", b.part, 1e3*z, 1e3*pl.p.TableClearance)}
		}
	}
	for i := range boxes {
		boxes[i].lo.X -= pl.p.Approach
	}
	x_GT := g.X_TG.Inv()
	hit := func(points []geom.Vec) string {
		for _, p := range points {
			q := x_GT.Apply(p)
			for i := range boxes {
				if boxes[i].contains(q) {
					return boxes[i].part
				}
			}
		}
		return ""
	}
	for k := range pl.solids {
		part := hit(pl.solids[k].surface)
		switch {
		case part == "":
		case k == g.Object:
			return &Rejection{Grasp: *g, Reason: HitsObject, Detail: fmt.Sprintf("the %s would run into the object", part)}
		default:
			return &Rejection{Grasp: *g, Reason: HitsNeighbor, Detail: fmt.Sprintf("the %s would run into object %d", part, k+1)}
		}
	}
	if part := hit(pl.loose); part != "" {
		return &Rejection{Grasp: *g, Reason: HitsNeighbor, Detail: fmt.Sprintf("the %s would run into something that is not one of the objects", part)}
	}
	return nil
}

// lowest is the least height over the table of a box of the hand.
func lowest(x_TG geom.Pose, b *box) float64 {
	m := x_TG.R.Mat()
	z := x_TG.P.Z
	for k, r := range [3]float64{m[6], m[7], m[8]} {
		lo, hi := [3]float64{b.lo.X, b.lo.Y, b.lo.Z}[k], [3]float64{b.hi.X, b.hi.Y, b.hi.Z}[k]
		z += min(r*lo, r*hi)
	}
	return z
}

// armOf is the lever at which a grasp is worth nothing for it: friction of two pads of a few square centimetres carries
// about their radius times the grip force about the closing axis, far less than an object's weight at this distance.
const armOf = 0.06 // m

// quality weighs what makes a grasp forgiving: room for the fingers, pad area in contact, a short lever of the weight about
// the closing axis, and fingers along the object's sides. Each factor is in [0, 1].
func (pl *Planner) quality(g *Grasp, o *scene.Object, overlap, zspan float64) float64 {
	h := &pl.hand
	room := math.Min(1, (h.MaxOpening-g.Width-2*pl.p.Clearance)/0.02)
	area := math.Min(1, overlap/h.PadLength) * math.Min(1, zspan/h.FingerWidth)
	pads_T := g.X_TG.Apply(geom.V(h.FingerLength-h.PadLength/2, 0, 0))
	y_T := g.X_TG.R.Apply(geom.UnitY)
	d := r3.Sub(pl.solids[g.Object].center, pads_T)
	d.Z = 0
	lever := r3.Norm(r3.Sub(d, r3.Scale(r3.Dot(d, y_T), y_T)))
	y_O := o.X_TO.R.Inv().Apply(y_T)
	square := math.Max(math.Abs(y_O.X), math.Abs(y_O.Y))
	q := 0.2*room + 0.3*area + 0.35*math.Max(0, 1-lever/armOf) + 0.15*(square-math.Sqrt2/2)/(1-math.Sqrt2/2)
	return math.Max(0, math.Min(1, q))
}
