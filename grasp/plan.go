package grasp

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// Arm says whether a hand can be brought to a pose. It is called from several goroutines at once.
type Arm interface {
	// Reach returns nil where the palm can be at X_FG, else why it cannot.
	Reach(X_FG geom.Pose) error
}

// Rehearser tries a grasp before a robot does.
type Rehearser interface {
	// Rehearse reports whether the object is held through the lift, and in words why not.
	Rehearse(ctx context.Context, seg *scene.Segmentation, g *Grasp) (held bool, why string, err error)
}

// Rehearsed is what a rehearsal said.
type Rehearsed uint8

// Outcomes of a rehearsal.
const (
	Untried Rehearsed = iota
	Held
)

// Options are what planning may be given besides the scene.
type Options struct {
	Arm       Arm       // poses out of its reach are rejected; nil for none
	Rehearser Rehearser // nil for none
	Rehearse  int       // best grasps of an object to rehearse; those that fail are rejected
	Allowed   []int     // objects that the hand may touch and push, by index
	// Known are grasps that are remembered of an object, by its index; nil for none. They stand among the fresh ones and are judged by the
	// scene as those are, collisions and all; their quality is what the judge predicts of them, corrected by what became of them so far.
	// It is called from several goroutines at once.
	Known func(object int) []Known
}

// farthest is how far from the middle of the table an object may be, m.
const farthest = 1e3

// Planner plans grasps for the objects of one scene. It is safe for concurrent use once it is made.
type Planner struct {
	seg     *scene.Segmentation
	hand    Hand
	p       Params
	opt     Options
	arm     Arm
	lattice lattice
	view    view

	solids []solid // one an object
	stack  []int32 // of each object, the lowest of the objects that it is stacked with
	on     []int32 // and the one that it stands on, -1 for the table
	field  field
	free   chan *worker
}

// worker holds the working memory of planning for one object at a time.
type worker struct {
	*Planner
	list    []candidate
	pairs   []pair
	rim     [][2]int32
	slivers []sliver
	fates   []fate
	grasps  []Grasp
	reject  []Rejection
}

// NewPlanner prepares a scene for planning.
func NewPlanner(seg *scene.Segmentation, hand Hand, p Params, opt Options) (*Planner, error) {
	const op = "plan grasp"
	if !(hand.MaxOpening > 0 && hand.FingerLength > 0 && hand.FingerWidth > 0 && hand.PadLength > 0 && hand.PadLength <= hand.FingerLength) {
		return nil, fault.New(op, "hand "+hand.Name, fault.Invalid, "opening, finger length, finger width and pad length must be positive, the pad no longer than the finger")
	}
	if !(p.MaxCandidates > 0 && p.ConeFriction > 0) {
		return nil, fault.New(op, "", fault.Invalid, "settings are unset; start from DefaultParams")
	}
	if opt.Rehearse > 0 && opt.Rehearser == nil {
		return nil, fault.New(op, "", fault.Unavailable, "%d rehearsals are asked for, and there is no world to rehearse in", opt.Rehearse)
	}
	pl := &Planner{seg: seg, hand: hand, p: p, opt: opt, arm: opt.Arm, free: make(chan *worker, 64)}
	pl.view.look(seg)
	pl.gather()
	return pl, nil
}

// gather completes the objects and puts them, and the points above the table that belong to none, into the field. The field
// reaches as far around the objects as a hand at one of them does.
func (pl *Planner) gather() {
	h := &pl.hand
	around := h.PalmDepth + h.FingerLength + pl.p.Approach + h.PalmWidth/2 + h.MaxOpening/2 + 2*h.FingerThickness
	lo, hi := geom.Vec2{X: math.Inf(1), Y: math.Inf(1)}, geom.Vec2{X: math.Inf(-1), Y: math.Inf(-1)}
	for k := range pl.seg.Objects {
		o := &pl.seg.Objects[k]
		r := math.Hypot(o.Size.X, o.Size.Y)/2 + around
		if c := o.X_TO.P; r < farthest && math.Abs(c.X) < farthest && math.Abs(c.Y) < farthest {
			lo = geom.Vec2{X: min(lo.X, c.X-r), Y: min(lo.Y, c.Y-r)}
			hi = geom.Vec2{X: max(hi.X, c.X+r), Y: max(hi.Y, c.Y+r)}
		}
	}
	if !(lo.X <= hi.X) {
		lo, hi = geom.Vec2{}, geom.Vec2{}
	}
	pl.lattice = lattice{column}
	for (hi.X-lo.X)/pl.lattice.side*((hi.Y-lo.Y)/pl.lattice.side) > maxColumns {
		pl.lattice.side *= 2
	}
	pl.solids = make([]solid, len(pl.seg.Objects))
	pl.field.reset(pl.lattice, lo, hi)
	pl.field.seeTable(pl.seg)
	multicore.Each(len(pl.solids), func(k int) { pl.solids[k] = complete(pl.seg, k, &pl.field, &pl.view) })
	pl.findStacks()
	for k := range pl.solids {
		if !slices.Contains(pl.opt.Allowed, k) {
			pl.field.add(&pl.solids[k], k)
		}
	}
	pl.field.addLoose(pl.seg, pl.p.TableClearance)
	pl.field.finish()
}

// Confidence is the share of an object's columns, seen from above, that the camera measured; the rest was completed.
func (pl *Planner) Confidence(object int) float64 { return pl.solids[object].seen }

func (pl *Planner) take() *worker {
	select {
	case w := <-pl.free:
		return w
	default:
		return &worker{Planner: pl}
	}
}

func (pl *Planner) give(w *worker) {
	select {
	case pl.free <- w:
	default:
	}
}

// Plan returns the grasps of one object, best first, and every rejected candidate with its reason. It ends early, with kind Preempted and
// what was found so far, when the context does.
func (pl *Planner) Plan(ctx context.Context, object int) (*Plan, error) {
	plan, err := pl.planFresh(ctx, object)
	if err != nil || plan == nil {
		return plan, err
	}
	if pl.opt.Known != nil {
		if err := pl.addKnown(plan, pl.opt.Known(object)); err != nil {
			return plan, err
		}
	}
	if pl.opt.Rehearse > 0 {
		err = pl.rehearse(ctx, plan)
	}
	return plan, err
}

// planFresh plans from what was seen alone, without rehearsals.
func (pl *Planner) planFresh(ctx context.Context, object int) (*Plan, error) {
	const op = "plan grasp"
	if object < 0 || object >= len(pl.seg.Objects) {
		return nil, fault.New(op, "", fault.NotFound, "there is no object %d; the scene has %d", object, len(pl.seg.Objects))
	}
	if size := pl.seg.Objects[object].Size; pl.solids[object].cells == nil {
		return &Plan{Object: object, Rejected: []Rejection{{Grasp: Grasp{Object: object, Kind: Overhead, Width: size.Y}, Reason: TooWide,
			why: why{a: 2 * pl.p.Clearance, b: pl.hand.MaxOpening}}}}, nil
	}
	if !(pl.solids[object].top > 0) {
		return &Plan{Object: object, Rejected: []Rejection{{Grasp: Grasp{Object: object, Kind: Overhead}, Reason: UnderTable,
			why: why{text: "no point of it is over the table's plane; is up the right way round?"}}}}, nil
	}
	w := pl.take()
	defer pl.give(w)
	w.propose(object)
	err := w.weigh(ctx, object)
	plan := &Plan{Object: object, Grasps: slices.Clone(w.grasps), Rejected: slices.Clone(w.reject)}
	sortGrasps(plan.Grasps)
	return plan, err
}

// sortGrasps puts the best first; of equals the one that was proposed first.
func sortGrasps(l []Grasp) {
	slices.SortStableFunc(l, func(a, b Grasp) int { return cmp.Compare(b.Quality, a.Quality) })
}

// fate is what became of a candidate.
type fate struct {
	grasp Grasp
	no    Reason
	why   why
	done  bool
}

// weigh judges the candidates, in pieces on all cores; the order is that of the list on any number of them.
func (w *worker) weigh(ctx context.Context, object int) error {
	const piece = 32
	w.fates = fillWith(w.fates, len(w.list), fate{})
	multicore.EachPiece(len(w.list), piece, func(_, from, to int) {
		v := w.take()
		defer w.give(v)
		for i := from; i < to; i++ {
			if i%16 == 0 && ctx.Err() != nil {
				return
			}
			f := &w.fates[i]
			f.grasp = Grasp{Object: object, X_TG: w.list[i].x_TG, Kind: w.list[i].kind}
			f.no, f.why = v.judge(&f.grasp)
			f.done = true
		}
	})
	w.grasps, w.reject = w.grasps[:0], w.reject[:0]
	for i := range w.fates {
		switch f := &w.fates[i]; {
		case !f.done:
		case f.no != "":
			w.reject = append(w.reject, Rejection{Grasp: f.grasp, Reason: f.no, why: f.why})
		default:
			w.grasps = append(w.grasps, f.grasp)
		}
	}
	if ctx.Err() != nil {
		return fault.New("plan grasp", "", fault.Preempted, "%w", context.Cause(ctx))
	}
	return nil
}

// rehearse tries the best grasps and takes out those that fail.
func (pl *Planner) rehearse(ctx context.Context, plan *Plan) error {
	kept := plan.Grasps[:0]
	for i, g := range plan.Grasps {
		if i < pl.opt.Rehearse {
			held, text, err := pl.opt.Rehearser.Rehearse(ctx, pl.seg, &g)
			if err != nil {
				return fault.Wrap("rehearse grasp", "", err)
			}
			if !held {
				plan.Rejected = append(plan.Rejected, Rejection{Grasp: g, Reason: NotHeld, why: why{text: text}})
				continue
			}
			g.Rehearsed = Held
		}
		kept = append(kept, g)
	}
	plan.Grasps = kept
	return nil
}

// PlanAll plans for every object, on all cores.
func (pl *Planner) PlanAll(ctx context.Context) ([]*Plan, error) {
	plans := make([]*Plan, len(pl.seg.Objects))
	errs := make([]error, len(plans))
	multicore.Each(len(plans), func(k int) { plans[k], errs[k] = pl.Plan(ctx, k) })
	for _, err := range errs {
		if err != nil {
			return plans, err
		}
	}
	return plans, nil
}

// Judge looks at one pose of the hand in the cloud's frame as if it had been a candidate for an object: the grasp with its
// quality, or why it is rejected. The hand is centred on what it would close on, as all candidates are.
func (pl *Planner) Judge(object int, X_FG geom.Pose) (Grasp, *Rejection, error) {
	if object < 0 || object >= len(pl.seg.Objects) {
		return Grasp{}, nil, fault.New("judge grasp", "", fault.NotFound, "there is no object %d; the scene has %d", object, len(pl.seg.Objects))
	}
	if !X_FG.IsFinite() {
		return Grasp{}, nil, fault.New("judge grasp", "", fault.Invalid, "the pose is not finite")
	}
	g := Grasp{Object: object, X_TG: pl.seg.Table.X_FT.Inv().Mul(X_FG), Kind: Tilted}
	switch x := g.X_TG.R.Apply(geom.UnitX); {
	case x.Z < -0.99:
		g.Kind = Overhead
	case math.Abs(x.Z) < 0.1:
		g.Kind = Side
	}
	w := pl.take()
	defer pl.give(w)
	if r, y := w.judge(&g); r != "" {
		return g, &Rejection{Grasp: g, Reason: r, why: y}, nil
	}
	return g, nil, nil
}
