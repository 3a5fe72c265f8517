package clear

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
)

// target is an object in a view, with what to do about it.
type target struct {
	row     *Row
	known   Known
	plan    *grasp.Plan
	list    []choice
	seg     int
	low     int     // grasps left out, since the hand reaches lower than what carries the object: it could not be put down on the table
	base    float64 // m over the table at which it stands
	support string  // key of the object that it stands on, "" for none that is known
}

// choice is one grasp to try.
type choice struct {
	x     geom.Pose // X_WG of the arm
	r     Remembered
	score float64
	open  float64 // m
	kind  string
	fresh *grasp.Grasp // nil for a remembered one
}

// targets plans for every object of a view that is worth a try, the surest first.
func (k *job) targets(ctx context.Context, v *View) ([]*target, error) {
	planner, err := grasp.NewPlanner(v.Seg, k.Hand, k.Grasp, grasp.Options{})
	if err != nil {
		return nil, err
	}
	var out []*target
	rows := make([]*Row, len(v.Seg.Objects)) // nil for what is nothing to pick
	for i := range v.Seg.Objects {
		known, ok := k.Know(v, i)
		if !ok {
			continue
		}
		row := k.byKey[known.Key]
		if row == nil {
			row = &Row{Key: known.Key, Name: known.Name, Kind: known.Kind}
			k.byKey[known.Key] = row
			k.rows = append(k.rows, row)
		}
		rows[i] = row
		if !k.open(row) {
			continue
		}
		t := &target{row: row, known: known, seg: i, base: planner.Base(i)}
		if t.plan, err = planner.Plan(ctx, i); err != nil {
			return nil, err
		}
		t.low = k.low(t)
		row.Plan, row.View, row.Segment = t.plan, v, i
		t.list = k.choices(ctx, v, t)
		if len(t.list) == 0 {
			if row.Reason = t.plan.WhyNot(); t.low > 0 {
				row.Reason = fmt.Sprintf("it stands %.0f mm over the table, and the hand reaches below that in each of %d grasps: the fingers would be in the table where it is put down", 1e3*t.base, t.low)
			}
			continue
		}
		out = append(out, t)
	}
	for _, t := range out {
		if lower, ok := planner.StandsOn(t.seg); ok && rows[lower] != nil {
			t.support = rows[lower].Key
		}
	}
	out = slices.DeleteFunc(out, func(t *target) bool { return carries(planner, rows, t) })
	slices.SortStableFunc(out, func(a, b *target) int {
		switch {
		case a.list[0].score > b.list[0].score:
			return -1
		case a.list[0].score < b.list[0].score:
			return 1
		}
		return 0
	})
	return out, nil
}

// carries reports that something stands on an object which would fall if the object were taken, and gives that as the reason. What cannot be
// grasped by itself is taken for a part of what it stands on, as the cap of a bottle.
func carries(planner *grasp.Planner, rows []*Row, t *target) bool {
	for i, upper := range rows {
		lower, ok := planner.StandsOn(i)
		if ok && lower == t.seg && upper != nil && upper != t.row && (upper.Attempts > 0 || len(upper.Plan.Grasps) > 0) {
			t.row.Reason = fmt.Sprintf("%s stands on it", cmp.Or(upper.Name, upper.Key))
			return true
		}
	}
	return false
}

// spared is the part of a force that has done damage which the hand may aim at the next time.
const spared = 0.85

const (
	priorWeight = 2.0 // attempts that a planner's probability counts for beside real ones
	failedOnce  = 0.5 // factor on the score of a grasp like one that has failed on this table
)

// choices are the grasps of an object by the success to expect of them: what the planner says, corrected by what the memory knows.
func (k *job) choices(ctx context.Context, v *View, t *target) []choice {
	var known []Remembered
	if k.Memory != nil && t.known.Name != "" {
		var err error
		if known, err = k.Memory.Grasps(ctx, t.known.Name); err != nil {
			k.trouble(err)
		}
	}
	var out []choice
	for _, r := range known {
		score := (float64(r.Successes) + priorWeight*r.Quality) / (float64(r.Attempts) + priorWeight)
		out = append(out, choice{x: t.known.X_WO.Mul(r.X_OG), r: r, score: score, kind: "remembered"})
	}
	X_OW := t.known.X_WO.Inv()
	for i := range t.plan.Grasps {
		g := &t.plan.Grasps[i]
		x := v.X_WF.Mul(g.X_FG).Mul(k.Wrist)
		X_OG := X_OW.Mul(x)
		if !k.placeable(g, t) || slices.ContainsFunc(known, func(r Remembered) bool { return grasp.Alike(r.X_OG, X_OG) }) {
			continue
		}
		out = append(out, choice{x: x, r: Remembered{X_OG: X_OG, Quality: g.Quality}, score: g.Quality, kind: string(g.Kind), fresh: g})
	}
	for i := range out {
		if slices.ContainsFunc(t.row.failed, func(x geom.Pose) bool { return grasp.Alike(x, out[i].r.X_OG) }) {
			out[i].score *= failedOnce
		}
	}
	slices.SortStableFunc(out, func(a, b choice) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	return shortlist(out, k.Grasps)
}

// placeable reports that the hand, grasping what stands on another object so, reaches no lower than its lower end: it will be put down on the table.
func (k *job) placeable(g *grasp.Grasp, t *target) bool {
	return t.base == 0 || k.Hand.Lowest(g.X_TG, g.Opening) >= t.base
}

// low is how many grasps of a target are not placeable.
func (k *job) low(t *target) int {
	n := 0
	for i := range t.plan.Grasps {
		if !k.placeable(&t.plan.Grasps[i], t) {
			n++
		}
	}
	return n
}

// shortlist is the best n of a sorted list, with fresh grasps for half of it at least, if there are so many: a remembered one is of the object
// as it stood then, and may be out of reach as it stands now.
func shortlist(list []choice, n int) []choice {
	if len(list) <= n {
		return list
	}
	fresh := 0
	for i := range list {
		if list[i].r.ID == 0 {
			fresh++
		}
	}
	old := n - min(fresh, n/2)
	var out []choice
	for _, c := range list {
		if c.r.ID != 0 {
			if old == 0 {
				continue
			}
			old--
		}
		if out = append(out, c); len(out) == n {
			break
		}
	}
	return out
}
