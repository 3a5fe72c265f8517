package sim

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// TableName is what the table is called in a pick.Query; an empty support means it, too.
const TableName = "table"

// The arm is its own checker: it knows the world as it is. Of the arm itself it checks reach; it has no links that could collide.
var (
	_ pick.Arm     = (*Arm)(nil)
	_ pick.Checker = (*Arm)(nil)
)

// Hand checks the hand alone, and what it holds, wherever the arm is.
func (a *Arm) Hand(q *pick.Query) error {
	if q.Touch.All {
		return nil
	}
	w := a.world
	free := make([]bool, len(w.State.Bodies)) // not to be checked
	target := -1
	for i := range free {
		name := w.Model.Objects[i].Name
		mine := name != "" && name == q.Target
		if mine {
			target = i
		}
		free[i] = mine && (q.Touch.Target || q.Held) || name != "" && (q.Touch.Support && name == q.Support || slices.Contains(q.Touch.Also, name))
	}
	table := q.Touch.Support && (q.Support == "" || q.Support == TableName) || slices.Contains(q.Touch.Also, TableName)
	if what := w.obstacle(q.X_WG, q.Gap, q.Padding, func(i int) bool { return free[i] }, table); what != "" {
		return pick.Block(pick.Collides, "%s", what)
	}
	if q.Held && target >= 0 && w.inHand(target) {
		for i := range free { // what is held may stand on its support
			free[i] = free[i] || q.Support != "" && w.Model.Objects[i].Name == q.Support
		}
		return a.carried(q, target, free)
	}
	return nil
}

// inHand reports that both fingers press an object.
func (w *World) inHand(i int) bool { return w.State.pressed[0] == i && w.State.pressed[1] == i }

// held is the object between the fingers, -1 for none.
func (w *World) held() int {
	if p := w.State.pressed; p[0] == p[1] {
		return p[0]
	}
	return -1
}

// carried checks the object in the hand against the others, taking the corners of each for the whole.
func (a *Arm) carried(q *pick.Query, k int, free []bool) error {
	w := a.world
	X_WK := q.X_WG.Mul(w.State.X_WG.Inv()).Mul(w.State.Bodies[k].X_WO)
	mine := w.Model.Objects[k].Shape
	for i := range w.State.Bodies {
		X_WO := w.State.Bodies[i].X_WO
		if i == k || free[i] || r3.Norm(r3.Sub(X_WK.P, X_WO.P)) > w.radius[i]+w.radius[k] {
			continue
		}
		other := w.Model.Objects[i].Shape
		if pierces(mine, X_WK, other, X_WO, q.Shrink) || pierces(other, X_WO, mine, X_WK, q.Shrink) {
			return pick.Block(pick.Collides, "%s in the hand would run into %s", w.name(k), w.name(i))
		}
	}
	return nil
}

// pierces reports that a corner of one shape is more than depth inside another.
func pierces(a shape.Shape, X_WA geom.Pose, b shape.Shape, X_WB geom.Pose, depth float64) bool {
	X_BA := X_WB.Inv().Mul(X_WA)
	for _, s := range a.Supports() {
		if b.SignedDistance(X_BA.Apply(s.Center)) < s.Radius-depth {
			return true
		}
	}
	return false
}

// Reach checks the hand, what it holds and the arm's reach.
func (a *Arm) Reach(q *pick.Query) error {
	if err := a.Limits.check(q.X_WG.P, q.X_WG.P); err != nil {
		return pick.Block(pick.Unreachable, "%v", err)
	}
	return a.Hand(q)
}

// Line follows a straight line in n steps.
func (a *Arm) Line(q *pick.Query, to geom.Pose, n int) (int, error) {
	turn := to.R.Mul(q.X_WG.R.Inv()).Log()
	for i := 0; i <= n; i++ {
		s := float64(i) / float64(max(n, 1))
		at := *q
		at.X_WG.P = r3.Add(r3.Scale(1-s, q.X_WG.P), r3.Scale(s, to.P))
		at.X_WG.R = geom.Exp(r3.Scale(s, turn)).Mul(q.X_WG.R)
		if err := a.Reach(&at); err != nil {
			return i, err
		}
	}
	return n + 1, nil
}

const (
	overhead    = 0.03 // m that a transit keeps above everything
	transitStep = 0.02 // m between the points of a transit that are checked
)

// Transit goes up, across above everything, and down. It is refused where the hand, or what it holds, would run into something on the way
// across or down.
func (a *Arm) Transit(X_WG geom.Pose, speed, accel float64) error {
	if a.halted != nil {
		return a.halted
	}
	w := a.world
	from := a.Palm()
	low, held := 0.0, w.held()
	if g := w.Model.Gripper; g != nil {
		low = math.Max(g.Lowest(from.R, w.State.Gap), g.Lowest(X_WG.R, w.State.Gap))
	}
	top := 0.0
	for i := range w.State.Bodies {
		if i != held {
			top = math.Max(top, w.top(i))
		}
	}
	if held >= 0 { // it may turn on the way
		low = math.Max(low, r3.Norm(r3.Sub(w.State.Bodies[held].X_WO.P, from.P))+w.radius[held])
	}
	high := math.Max(top+overhead+low, math.Max(from.P.Z, X_WG.P.Z))
	up, over := from, X_WG
	up.P.Z, over.P.Z = high, high
	q := pick.Query{Gap: w.State.Gap, Held: held >= 0}
	if held >= 0 {
		q.Target = w.Model.Objects[held].Name
		q.Touch.Target = true
	}
	last := up
	for _, next := range []geom.Pose{over, X_WG} {
		q.X_WG = last
		if _, err := a.Line(&q, next, int(math.Ceil(r3.Norm(r3.Sub(next.P, last.P))/transitStep))); err != nil {
			return fault.New("move arm", "", fault.Unavailable, "no free way: %w", err)
		}
		last = next
	}
	if err := a.MoveTo(up, speed, accel); err != nil {
		return err
	}
	a.legs = append(a.legs, leg{over, speed, accel}, leg{X_WG, speed, accel})
	return nil
}

// top is the height of the highest point of an object, m.
func (w *World) top(i int) float64 {
	x, top := w.State.Bodies[i].X_WO, math.Inf(-1)
	for _, s := range w.Model.Objects[i].Shape.Supports() {
		top = math.Max(top, x.Apply(s.Center).Z+s.Radius)
	}
	return top
}
