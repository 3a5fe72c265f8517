package cluster

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Grasp is a pose of the hand with its quality.
type Grasp struct {
	X_CA     geom.Pose // of the hand's wrist, in the cluster's frame
	X_OM     geom.Pose // of the hand's model frame, in the object's
	Group    int       // 1 to 9, the group of candidates that it is from
	Quality  float64   // 0 to 1, see Probability
	Points   int       // between the fingers
	Moved    float64   // m that the hand came nearer than the start of its search
	Approach float64   // wanted length of the approach, m
	Min      float64   // least length of the approach, m
}

// Planner plans grasps for one hand. It keeps working memory and is not safe for concurrent use.
type Planner struct {
	hand   Hand
	p      Params
	extent AABB
	s      search
	side   search // for looks beside a grasp
}

// New makes a planner. It refuses hands and settings that cannot be.
func New(hand Hand, p Params) (*Planner, error) {
	if p.GripperOpening > 0 {
		hand.Opening = p.GripperOpening
	}
	if p.SideMinHeight > 0 {
		hand.SideMinHeight = p.SideMinHeight
	}
	if p.SideStart > 0 {
		hand.SideStart = p.SideStart
	}
	if p.PregraspDist > 0 {
		hand.PregraspDist = p.PregraspDist
	}
	if err := hand.check(); err != nil {
		return nil, err
	}
	if !(p.SideStep >= 0.001 && p.PalmStep >= 0.0005) {
		return nil, fault.New("plan cluster grasp", "", fault.Invalid, "side_step %g and palm_step %g m; they must be 1 mm and 0.5 mm at least", p.SideStep, p.PalmStep)
	}
	p.BackoffSteps = max(1, p.BackoffSteps)
	return &Planner{hand: hand, p: p, extent: hand.extent()}, nil
}

// Bound finds the box of a cluster, as Box does, with the planner's compat setting.
func (pl *Planner) Bound(points []geom.Vec, X_BC geom.Pose) (*Bounds, error) {
	return box(points, X_BC, pl.p.Compat)
}

// job is one plan under way.
type job struct {
	*Planner
	ctx     context.Context
	b       *Bounds
	half    geom.Vec // max corner of the box is (half.X, half.Y, b.Size.Z)
	density float64  // points per cm^2
	reach   float64  // most that a palm search moves
	fits    [2]float64
}

func (pl *Planner) start(ctx context.Context, b *Bounds) *job {
	j := &job{Planner: pl, ctx: ctx, b: b, half: r3.Scale(0.5, b.Size)}
	d := b.Size
	area := 1e4 * (d.X*d.Y + d.X*d.Z + d.Y*d.Z)
	if area > 0 {
		j.density = float64(len(b.Kept)) / area
	}
	j.reach = max(d.X, d.Y, d.Z)/2 + 0.06
	for k, side := range [2]float64{d.X, d.Y} {
		if pl.hand.Opening-side > 0 {
			j.fits[k] = 1
		}
	}
	if j.fits[0] > 0 && j.fits[1] > 0 { // the longer side is worth less
		if d.X < 0.8*d.Y {
			j.fits[1] = 0.5
		}
		if d.Y < 0.8*d.X {
			j.fits[0] = 0.5
		}
	}
	return j
}

// Plan returns the grasps of a cluster in the order of the original: the groups that close across the better side first,
// those centred overhead and from the side before those along the box and at high points, each by falling quality. None is
// a normal answer.
//
// emit, where it is given, gets the list so far each time it grows; what it got never changes. When the context ends, Plan
// returns what it has, with the context's error in a fault of kind Preempted.
func (pl *Planner) Plan(ctx context.Context, b *Bounds, emit func([]Grasp)) ([]Grasp, error) {
	if b == nil || len(b.Kept) == 0 {
		return nil, fault.New("plan cluster grasp", "", fault.Invalid, "the cluster has no point")
	}
	j := pl.start(ctx, b)
	var out []Grasp
	tell := func(list []Grasp) {
		out = append(out, list...)
		if emit != nil && len(list) > 0 && !pl.p.Randomize && !pl.p.SortByQuality {
			emit(out)
		}
	}
	groups := [2]func() []Grasp{j.acrossY, j.acrossX}
	if j.fits[1] < j.fits[0] {
		groups[0], groups[1] = groups[1], groups[0]
	}
	var centred [2]bool // overhead in the middle was found, closing along x and along y
	mark := func(list []Grasp) {
		for i := range list {
			switch list[i].Group {
			case 1:
				centred[1] = true
			case 2:
				centred[0] = true
			}
		}
	}
	first := groups[0]()
	mark(first)
	if j.fits[0] != j.fits[1] {
		tell(first)
		first = nil
	}
	second := append(first, groups[1]()...)
	mark(second)
	sortByQuality(second)
	tell(second)
	tell(j.along(centred))
	if pl.p.SortByQuality {
		sortByQuality(out)
	}
	if pl.p.Randomize {
		rng := rand.New(rand.NewPCG(pl.p.Seed, 30))
		n := min(30, len(out))
		rng.Shuffle(n, func(i, k int) { out[i], out[k] = out[k], out[i] })
	}
	if emit != nil && len(out) > 0 && (pl.p.Randomize || pl.p.SortByQuality) {
		emit(out)
	}
	if ctx.Err() != nil {
		return out, fault.New("plan cluster grasp", "", fault.Preempted, "%w", context.Cause(ctx))
	}
	return out, nil
}

func sortByQuality(l []Grasp) {
	slices.SortStableFunc(l, func(a, b Grasp) int { return cmp.Compare(b.Quality, a.Quality) })
}

// along is frame M with its x and y axes along given directions of O.
func frame(x, y, at geom.Vec) geom.Pose {
	return geom.Pose{R: geom.FromAxes(x, y, r3.Cross(x, y)), P: at}
}

func neg(v geom.Vec) geom.Vec { return r3.Scale(-1, v) }

// acrossY are the grasps that close along y of the box: overhead in its middle and from both ends of x.
func (j *job) acrossY() []Grasp {
	var out []Grasp
	if j.fits[1] > 0 && !j.p.SideOnly {
		out = append(out, j.line(1, frame(neg(geom.UnitZ), neg(geom.UnitY), geom.V(0, 0, j.b.Size.Z+j.hand.ToPalm)), geom.Vec{}, false)...)
	}
	if j.fits[1] > 0 && j.sides() {
		z, d := j.sideHeight(), j.half.X+j.hand.ToPalm
		out = append(out, j.line(3, frame(neg(geom.UnitX), neg(geom.UnitY), geom.V(d, 0, z)), geom.UnitZ, false)...)
		out = append(out, j.line(4, frame(geom.UnitX, neg(geom.UnitY), geom.V(-d, 0, z)), geom.UnitZ, false)...)
	}
	sortByQuality(out)
	return out
}

// acrossX are those that close along x.
func (j *job) acrossX() []Grasp {
	var out []Grasp
	if j.fits[0] > 0 && !j.p.SideOnly {
		out = append(out, j.line(2, frame(neg(geom.UnitZ), neg(geom.UnitX), geom.V(0, 0, j.b.Size.Z+j.hand.ToPalm)), geom.Vec{}, false)...)
	}
	if j.fits[0] > 0 && j.sides() {
		z, d := j.sideHeight(), j.half.Y+j.hand.ToPalm
		out = append(out, j.line(5, frame(geom.UnitY, neg(geom.UnitX), geom.V(0, -d, z)), geom.UnitZ, false)...)
		out = append(out, j.line(6, frame(neg(geom.UnitY), geom.UnitX, geom.V(0, d, z)), geom.UnitZ, false)...)
	}
	sortByQuality(out)
	return out
}

// along are the grasps from above along both axes of the box, and those of high points.
func (j *job) along(centred [2]bool) []Grasp {
	if j.p.SideOnly {
		return nil
	}
	at := geom.V(0, 0, j.b.Size.Z+j.hand.ToFingertip)
	out := j.line(7, frame(neg(geom.UnitZ), neg(geom.UnitY), at), geom.UnitX, centred[1])
	out = append(out, j.line(8, frame(neg(geom.UnitZ), neg(geom.UnitX), at), geom.UnitY, centred[0])...)
	if j.p.HighPoints {
		out = append(out, j.highPoints()...)
	}
	sortByQuality(out)
	return out
}

func (j *job) sides() bool { return !j.p.OverheadOnly && j.b.Size.Z > j.hand.SideMinHeight }

func (j *job) sideHeight() float64 { return max(j.b.Size.Z/2, j.hand.SideStart) }

// record is a place of a palm search at which the fingers have enough between them.
type record struct {
	x_OM   geom.Pose
	moved  float64
	aside  float64 // offset of the sideways search
	points int
}

// palmSearch steps along the approach until the hand collides and appends the deepest good places, shallow first.
func (j *job) palmSearch(dst []record, start geom.Pose, aside float64) []record {
	j.s.prepare(j.b.Kept, start, &j.extent, j.reach+j.p.PalmStep)
	from := len(dst)
	for k := 0; ; k++ {
		moved := float64(k) * j.p.PalmStep
		if moved > j.reach || j.s.collisions(&j.hand, moved, 1) > 0 {
			break
		}
		x := geom.Pose{R: start.R, P: start.Apply(geom.V(moved, 0, 0))}
		if j.p.TableClearance >= 0 && j.hand.lowest(x) < j.p.TableClearance {
			break
		}
		if n := j.s.inHand(&j.hand, moved, j.p.Compat); n > j.p.MinPoints {
			dst = append(dst, record{x, moved, aside, n})
		}
	}
	if n := len(dst) - from; n > j.p.BackoffSteps {
		copy(dst[from:], dst[len(dst)-j.p.BackoffSteps:])
		dst = dst[:from+j.p.BackoffSteps]
	}
	return dst
}

// rounding keeps the ends of a sideways search from hanging on the last digit of the box.
const rounding = 1e-6 // m

// line searches from one start, or from starts on a line along an axis of the box up to 2 cm from its ends, and ranks what is found.
func (j *job) line(group int, start geom.Pose, axis geom.Vec, omitMiddle bool) []Grasp {
	var found []record
	if !omitMiddle {
		found = j.palmSearch(found, start, 0)
	}
	if axis != (geom.Vec{}) {
		const inset = 0.02
		at := r3.Dot(axis, start.P)
		lo, hi := -r3.Dot(axis, j.half)+inset, r3.Dot(axis, j.half)-inset
		if axis == geom.UnitZ {
			lo, hi = inset, j.b.Size.Z-inset
		}
		up, down := true, true
		for k := 1; (up || down) && j.ctx.Err() == nil; k++ {
			d := float64(k) * j.p.SideStep
			if up = up && at+d <= hi-rounding; up {
				found = j.palmSearch(found, geom.Pose{R: start.R, P: r3.Add(start.P, r3.Scale(d, axis))}, d)
			}
			if down = down && at-d >= lo+rounding; down {
				found = j.palmSearch(found, geom.Pose{R: start.R, P: r3.Sub(start.P, r3.Scale(d, axis))}, -d)
			}
		}
	}
	out := make([]Grasp, 0, len(found))
	for i := range found {
		r := &found[i]
		f := features{points: j.perDensity(r.points), lateral: math.Abs(r.aside), orthogonality: 1}
		if i < len(found)-2 { // the original's approximation: the ends of a line were found last
			f.notEdge = 1
		}
		switch group {
		case 1, 2, 7, 8:
			f.overhead = 1
			f.palmDistance = j.b.Size.Z/2 - r.moved
		case 3, 4:
			f.palmDistance = j.half.X - r.moved
		default:
			f.palmDistance = j.half.Y - r.moved
		}
		switch group {
		case 1, 3, 4:
			f.fits = j.fits[1]
		case 2, 5, 6:
			f.fits = j.fits[0]
		case 7:
			f.fits = flag(j.b.Size.Y < j.hand.Opening)
		case 8:
			f.fits = flag(j.b.Size.X < j.hand.Opening)
		}
		out = append(out, j.grasp(group, r, Probability(f.quality())))
	}
	return out
}

func flag(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func (j *job) perDensity(points int) float64 {
	if j.density == 0 { // a point or a line: nothing to compare with
		return 0
	}
	return float64(points) / j.density
}

func (j *job) grasp(group int, r *record, quality float64) Grasp {
	const least, tighter, outside = 0.05, 0.05, 0.005
	g := Grasp{
		X_OM: r.x_OM, X_CA: j.b.X_CO.Mul(r.x_OM).Mul(j.hand.X_MA), Group: group, Quality: quality, Points: r.points, Moved: r.moved,
		Approach: j.hand.PregraspDist,
	}
	g.Min = max(g.Approach-tighter, least)
	if j.p.JustOutside {
		g.Approach = r.moved + outside
		g.Min = g.Approach
	}
	return g
}
