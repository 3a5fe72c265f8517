package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// truth is what really stands on the table.
type truth struct {
	obj    rehearse.Object
	X_TO   geom.Pose
	width  float64    // least extent seen from above, m
	segs   []int      // the segments that show it, the one with most of it first
	hollow bool       // seen to be: the world has convex things only, and its shape is not used for collisions
	points []geom.Vec // what was seen of it, in T
}

// world is one scene with the truth.
type world struct {
	name    string
	seg     *scene.Segmentation
	objects []truth
}

// tally counts what became of a planner's grasps.
type tally struct {
	objects, fit       int // fit: not wider than the hand in every direction, and not hollow
	planned            int // with at least one grasp
	first, any         int // held with the first grasp, with one of the first three
	collide, collideOf int // first grasps that hit the table, a neighbour or the object itself
	clean              int // held with the first grasp, which hit nothing
	trials             []trial
}

const tries = 3

// verbose tells about each object what became of it.
var verbose bool

// method is a planner to compare.
type method struct {
	name string
	plan func(w *world, cfg *rehearse.SceneConfig, segment int) ([]grasp.Grasp, error)
}

var methods = []method{
	{"holdfast", planHoldfast},
	{"cluster planner", planCluster},
	{"box from above", planBox},
}

func planHoldfast(w *world, cfg *rehearse.SceneConfig, segment int) ([]grasp.Grasp, error) {
	pl, err := grasp.NewPlanner(w.seg, cfg.Hand, cfg.Grasp, grasp.Options{})
	if err != nil {
		return nil, err
	}
	p, err := pl.Plan(context.Background(), segment)
	if err != nil {
		return nil, err
	}
	return p.Grasps, nil
}

// planCluster is the compatible planner with the PR2's hand; its wrist poses are moved so that the middles of the pads agree.
func planCluster(w *world, cfg *rehearse.SceneConfig, segment int) ([]grasp.Grasp, error) {
	h, err := cluster.FindHand("pr2")
	if err != nil {
		return nil, err
	}
	p := cluster.DefaultParams()
	p.BackoffSteps = 8
	pl, err := cluster.New(h, p)
	if err != nil {
		return nil, err
	}
	X_TF := w.seg.Table.X_FT.Inv()
	var pts []geom.Vec
	for _, i := range w.seg.Objects[segment].Indices {
		pts = append(pts, X_TF.Apply(w.seg.Cloud.At(int(i))))
	}
	b, err := pl.Bound(pts, geom.Pose{})
	if err != nil {
		return nil, err
	}
	found, err := pl.Plan(context.Background(), b, nil)
	if err != nil {
		return nil, err
	}
	var out []grasp.Grasp
	palm := geom.Pose{P: geom.V(h.ToFingertip-cfg.Hand.PadCenter(), 0, 0)}
	for _, g := range found {
		X_TG := g.X_CA.Mul(palm)
		out = append(out, grasp.Grasp{Object: segment, X_TG: X_TG, X_FG: w.seg.Table.X_FT.Mul(X_TG), Opening: cfg.Hand.MaxOpening, Quality: g.Quality})
	}
	return out, nil
}

// planBox is the simplest thing: straight down on the middle of the box, across its shorter side.
func planBox(w *world, cfg *rehearse.SceneConfig, segment int) ([]grasp.Grasp, error) {
	o := &w.seg.Objects[segment]
	if o.Size.Y > cfg.Hand.MaxOpening {
		return nil, nil
	}
	z := math.Max(o.Size.Z/2+0.004, -o.Size.Z/2+cfg.Hand.FingerLength+0.004)
	X_OG := geom.Pose{R: geom.FromAxes(geom.V(0, 0, -1), geom.UnitY, geom.UnitX), P: geom.V(0, 0, z)}
	X_TG := o.X_TO.Mul(X_OG)
	return []grasp.Grasp{{Object: segment, X_TG: X_TG, X_FG: w.seg.Table.X_FT.Mul(X_TG), Opening: cfg.Hand.MaxOpening, Width: o.Size.Y}}, nil
}

// compare runs every method on every object of a world.
func compare(w *world, tallies []tally) error {
	cfg := sceneConfig(1)
	cfg.Truth = func(segment int) (rehearse.Object, geom.Pose, bool) {
		for i := range w.objects {
			if t := &w.objects[i]; slices.Contains(t.segs, segment) {
				return t.obj, w.seg.Table.X_FT.Mul(t.X_TO), true
			}
		}
		return rehearse.Object{}, geom.Pose{}, false
	}
	for m := range methods {
		y := &tallies[m]
		for i := range w.objects {
			t := &w.objects[i]
			y.objects++
			if t.width <= cfg.Hand.MaxOpening-0.004 && !t.hollow {
				y.fit++
			}
			var grasps []grasp.Grasp
			for _, k := range t.segs { // one that was cut apart may be grasped by any of its parts
				var err error
				if grasps, err = methods[m].plan(w, &cfg, k); err != nil {
					return err
				}
				if len(grasps) > 0 {
					break
				}
			}
			if len(grasps) == 0 {
				continue
			}
			y.planned++
			y.collideOf++
			hit := hits(w, i, &cfg.Hand, &grasps[0])
			if hit != "" {
				y.collide++
			}
			if verbose && m == 0 {
				fmt.Printf("  %s object %d (of %d mm, segments %v, hollow %v): %s grasp, quality %.2f, hidden %.2f, seen %.2f; collides: %q\n", w.name, i, int(1e3*t.width), t.segs, t.hollow, grasps[0].Kind,
					grasps[0].Quality, grasps[0].Hidden, grasps[0].Seen, hit)
			}
			for k := range min(tries, len(grasps)) {
				if t.hollow { // the simulated world has no hollow things
					break
				}
				_, r, err := cfg.Try(w.seg, &grasps[k])
				if err != nil {
					return err
				}
				held := r.Outcome == pick.Held
				if verbose && m == 0 {
					fmt.Printf("    grasp %d: %v %s\n", k, r.Outcome, r.Reason)
				}
				y.trials = append(y.trials, trial{quality: grasps[k].Quality, first: k == 0, held: held})
				if held {
					y.any++
					if k == 0 {
						y.first++
						if hit == "" {
							y.clean++
						}
					}
					break
				}
			}
		}
	}
	return nil
}

// hits checks by brute force, sharing nothing with the planners, whether the hand comes into anything: points that fill its
// parts, at the grasp and all along the last 8 cm of the approach, against the table and the true shapes.
func hits(w *world, own int, h *grasp.Hand, g *grasp.Grasp) string {
	const step, deep = 0.004, 0.005 // m; what is shallower than deep may be the noise of the camera
	i, o := g.Opening/2, g.Opening/2+h.FingerThickness
	parts := [3][2]geom.Vec{
		{geom.V(0, i, -h.FingerWidth/2), geom.V(h.FingerLength, o, h.FingerWidth/2)},
		{geom.V(0, -o, -h.FingerWidth/2), geom.V(h.FingerLength, -i, h.FingerWidth/2)},
		{geom.V(-h.PalmDepth, -h.PalmWidth/2, -h.PalmHeight/2), geom.V(0, h.PalmWidth/2, h.PalmHeight/2)},
	}
	names := [3]string{"left finger", "right finger", "palm"}
	span := func(lo, hi float64) []float64 {
		n := int(math.Ceil((hi - lo) / step))
		out := make([]float64, n+1)
		for k := range out {
			out[k] = lo + (hi-lo)*float64(k)/float64(n)
		}
		return out
	}
	for back := 0.0; back <= 0.08; back += 0.004 {
		x_GT := geom.Pose{R: g.X_TG.R, P: g.X_TG.Apply(geom.V(-back, 0, 0))}.Inv()
		for k := range w.objects {
			for _, p := range w.objects[k].points {
				q := x_GT.Apply(p)
				for j, b := range parts {
					if q.X > b[0].X+deep && q.X < b[1].X-deep && q.Y > b[0].Y+deep && q.Y < b[1].Y-deep && q.Z > b[0].Z+deep && q.Z < b[1].Z-deep {
						return fmt.Sprintf("%s, %.0f mm before the grasp, has a point of object %d in it", names[j], 1e3*back, k)
					}
				}
			}
		}
	}
	for back := 0.0; back <= 0.08; back += 0.016 {
		for j, b := range parts {
			for _, x := range span(b[0].X, b[1].X) {
				for _, y := range span(b[0].Y, b[1].Y) {
					for _, z := range span(b[0].Z, b[1].Z) {
						p := g.X_TG.Apply(geom.V(x-back, y, z))
						if p.Z < -1e-3 {
							return names[j] + " is in the table"
						}
						for k := range w.objects {
							t := &w.objects[k]
							if t.hollow || r3.Norm(r3.Sub(p, t.X_TO.P)) > r3.Norm(t.obj.Shape.Half()) {
								continue
							}
							limit := -deep
							if k == own { // how wide it is was measured from one side
								limit = -2 * deep
							}
							if d := t.obj.Shape.SignedDistance(t.X_TO.Inv().Apply(p)); d < limit {
								return fmt.Sprintf("%s, %.0f mm before the grasp, is %.0f mm deep in object %d", names[j], 1e3*back, -1e3*d, k)
							}
						}
					}
				}
			}
		}
	}
	return ""
}

// isHollow reports whether a camera at eye looked through what a solid thing of this outline would be: a twentieth of the points are behind
// more than half of its width of it. Of bowls and mugs that are looked into an eighth to a third are, of solid things a thousandth.
func isHollow(t *truth, eye geom.Vec) bool {
	const step = 0.002
	x_OT := t.X_TO.Inv()
	from := x_OT.Apply(eye)
	through := 0
	for _, p := range t.points {
		q := x_OT.Apply(p)
		d, ok := geom.Unit(r3.Sub(from, q))
		if !ok {
			continue
		}
		in := 0.0
		for s := step; s < 2*r3.Norm(t.obj.Shape.Half()); s += step {
			if t.obj.Shape.SignedDistance(r3.Add(q, r3.Scale(s, d))) < 0 {
				in += step
			}
		}
		if in > t.width/2 {
			through++
		}
	}
	return 20*through > len(t.points)
}

// recorded is a scene of the segmentation database: labels are 10 times the object, from 2 on, plus a part.
func recorded(file string) (*world, error) {
	c, err := cloud.Load(file)
	if err != nil {
		return nil, err
	}
	seg, err := scene.Segment(c, scene.DefaultParams())
	if err != nil {
		return nil, err
	}
	w := &world{name: filepath.Base(file), seg: seg}
	var ids []uint32
	points := map[uint32][]int32{}
	for i, l := range c.Label {
		if id := l / 10; id >= 2 && c.Valid(i) {
			if points[id] == nil {
				ids = append(ids, id)
			}
			points[id] = append(points[id], int32(i))
		}
	}
	slices.Sort(ids)
	var lists [][]int32
	for _, id := range ids {
		lists = append(lists, points[id])
	}
	measured, err := scene.FromClusters(c, seg.Table, lists)
	if err != nil {
		return nil, err
	}
	X_TF := seg.Table.X_FT.Inv()
	camera, _, _ := c.Sensor()
	eye := X_TF.Apply(camera.X_FS.P)
	for j, id := range ids {
		o := &measured.Objects[j]
		t := truth{width: o.Size.Y}
		bottom := math.Inf(1)
		for _, i := range o.Indices {
			p := X_TF.Apply(c.At(int(i)))
			bottom = math.Min(bottom, p.Z)
			t.points = append(t.points, p)
		}
		if bottom < 0.03 { // it stands on the table; what is higher stands on something else
			bottom = 0
		}
		outline := o.Footprint
		if !o.Round {
			outline = nil
			for _, s := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				q := o.X_TO.Apply(geom.V(s[0]*o.Size.X/2, s[1]*o.Size.Y/2, 0))
				outline = append(outline, geom.Vec2{X: q.X, Y: q.Y})
			}
		}
		height := o.Size.Z - bottom
		prism, X_PB, err := shape.NewPrism(outline, math.Max(height, 0.005))
		if err != nil {
			return nil, fmt.Errorf("%s: object %d: %w", file, id, err)
		}
		t.obj = rehearse.Estimate(geom.V(o.Size.X, o.Size.Y, height))
		t.obj.Shape = prism
		t.X_TO = geom.Pose{P: geom.V(0, 0, bottom)}.Mul(X_PB)
		t.obj.Rest = t.X_TO.R
		t.hollow = isHollow(&t, eye)
		votes := make([]int, len(seg.Objects))
		for k := range seg.Objects {
			for _, i := range seg.Objects[k].Indices {
				if c.Label[i]/10 == id {
					votes[k]++
				}
			}
			if 2*votes[k] > len(seg.Objects[k].Indices) {
				t.segs = append(t.segs, k)
			}
		}
		slices.SortStableFunc(t.segs, func(a, b int) int { return votes[b] - votes[a] })
		w.objects = append(w.objects, t)
	}
	return w, nil
}

// generated is a table of catalogue objects with what really stands on it.
func generated(seed uint64) (*world, error) {
	table, err := rehearse.NewTable(seed, 8)
	if err != nil {
		return nil, err
	}
	seg, err := scene.Segment(table.Cloud, scene.DefaultParams())
	if err != nil {
		return nil, err
	}
	w := &world{name: fmt.Sprintf("table %d", seed), seg: seg}
	X_TW := seg.Table.X_FT.Inv().Mul(table.X_WC.Inv())
	for i := range table.Placed {
		p := &table.Placed[i]
		h := p.RestHalf()
		t := truth{obj: rehearse.Known(&p.Object), X_TO: X_TW.Mul(p.X_WO), width: 2 * math.Min(h.X, h.Y)}
		for k := range seg.Objects { // largest first
			if table.Owner(&seg.Objects[k]) == i {
				t.segs = append(t.segs, k)
			}
		}
		w.objects = append(w.objects, t)
	}
	return w, nil
}

// compareAll prints the comparison on recorded scenes, or on generated tables where no file is given.
func compareAll(ctx context.Context, out io.Writer, files []string, scenes int, seed uint64) error {
	var worlds []func() (*world, error)
	for _, f := range files {
		worlds = append(worlds, func() (*world, error) { return recorded(f) })
	}
	if len(files) == 0 {
		for k := range scenes {
			worlds = append(worlds, func() (*world, error) { return generated(seed + uint64(k)) })
		}
	}
	total := make([]tally, len(methods))
	fmt.Fprintf(out, "%-14s %7s %4s   %s\n", "scene", "objects", "fit", "held at the first grasp / with one of three / first grasps that collide, by planner")
	for _, load := range worlds {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w, err := load()
		if err != nil {
			return err
		}
		one := make([]tally, len(methods))
		if err := compare(w, one); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		fmt.Fprintf(out, "%-14s %7d %4d  ", w.name, one[0].objects, one[0].fit)
		for m := range methods {
			fmt.Fprintf(out, " %s %d/%d/%d", methods[m].name, one[m].first, one[m].any, one[m].collide)
			add(&total[m], &one[m])
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "\n%-16s %8s %6s %8s %12s %12s %14s %20s\n", "planner", "objects", "fit", "planned", "held first", "held of 3", "collide first", "first held and free")
	for m := range methods {
		y := &total[m]
		fmt.Fprintf(out, "%-16s %8d %6d %8d %6d %4.0f%% %6d %4.0f%% %8d %4.0f%% %14d %4.0f%%\n", methods[m].name, y.objects, y.fit, y.planned,
			y.first, percent(y.first, y.objects), y.any, percent(y.any, y.objects), y.collide, percent(y.collide, y.collideOf), y.clean, percent(y.clean, y.objects))
	}
	if trials := total[0].trials; len(trials) > 0 {
		fmt.Fprintln(out, "\nreliability of the first grasps of holdfast on these objects")
		trials = slices.DeleteFunc(trials, func(t trial) bool { return !t.first })
		bins, brier, ofMean, calibration := reliability(trials, func(t *trial) float64 { return t.quality })
		printReliability(out, bins, brier, ofMean, calibration)
	}
	return nil
}

func percent(a, b int) float64 { return 100 * float64(a) / math.Max(1, float64(b)) }

func add(a, b *tally) {
	a.objects, a.fit, a.planned, a.first, a.any = a.objects+b.objects, a.fit+b.fit, a.planned+b.planned, a.first+b.first, a.any+b.any
	a.collide, a.collideOf, a.clean = a.collide+b.collide, a.collideOf+b.collideOf, a.clean+b.clean
	a.trials = append(a.trials, b.trials...)
}
