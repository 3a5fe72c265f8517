package pick

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Frame of a Translation's direction.
type Frame uint8

const (
	InWorld Frame = iota
	InHand
)

// Translation is a straight motion of the palm. Neither the length of the direction nor the sign of the distances matters.
type Translation struct {
	Direction    geom.Vec
	Frame        Frame
	Desired, Min float64 // m
}

// direction is the unit direction in W for a palm R_WG.
func (m *Translation) direction(R geom.Rot) (geom.Vec, error) {
	d, ok := geom.Unit(m.Direction)
	if !ok {
		return d, fault.New("check motion", "", fault.Invalid, "a direction of %v; it must be finite and not zero", m.Direction)
	}
	switch m.Frame {
	case InWorld:
		return d, nil
	case InHand:
		return R.Apply(d), nil
	}
	return d, fault.New("check motion", "", fault.Invalid, "a direction in frame %d; the world's and the hand's are known", m.Frame)
}

// check says what is wrong with a motion, named by what, of a hand that is turned by R.
func (m *Translation) check(what string, R geom.Rot) error {
	for _, d := range [2]float64{m.Desired, m.Min} {
		if !(math.Abs(d) <= 10) {
			return fault.New("check motion", what, fault.Invalid, "a distance of %g m; up to 10 m are possible", d)
		}
	}
	if _, err := m.direction(R); err != nil {
		return fault.Wrap("", what, err)
	}
	return nil
}

// codes are what a stage's failure is called, by its cause.
type codes [3]Code

var (
	graspCodes    = codes{Infeasible: GraspUnfeasible, Collides: GraspInCollision, Unreachable: GraspOutOfReach}
	pregraspCodes = codes{Infeasible: PregraspUnfeasible, Collides: PregraspInCollision, Unreachable: PregraspOutOfReach}
	liftCodes     = codes{Infeasible: LiftUnfeasible, Collides: LiftInCollision, Unreachable: LiftOutOfReach}
	placeCodes    = codes{Infeasible: PlaceUnfeasible, Collides: PlaceInCollision, Unreachable: PlaceOutOfReach}
	preplaceCodes = codes{Infeasible: PreplaceUnfeasible, Collides: PreplaceInCollision, Unreachable: PreplaceOutOfReach}
	retreatCodes  = codes{Infeasible: RetreatUnfeasible, Collides: RetreatInCollision, Unreachable: RetreatOutOfReach}
)

func always(c Code) codes { return codes{c, c, c} }

// verdict of a feasibility check: a code with its reason, or an error where the question could not be answered.
type verdict struct {
	code Code
	why  string
	err  error
}

func (v *verdict) ok() bool { return v.err == nil && v.why == "" }

// judge turns a checker's error into a verdict.
func judge(err error, what string, c codes) verdict {
	var b *Blocked
	switch {
	case err == nil:
		return verdict{}
	case errors.As(err, &b) && b.Cause <= Unreachable:
		return verdict{code: c[b.Cause], why: what + ": " + b.Why}
	}
	return verdict{err: err}
}

// way is a straight motion that is feasible: as far as it can go, up to the desired distance.
type way struct {
	dir      geom.Vec // in W
	distance float64  // m
}

func (w *way) from(x geom.Pose) geom.Pose {
	return geom.Pose{R: x.R, P: r3.Add(x.P, r3.Scale(w.distance, w.dir))}
}

// steps is the number of steps of a straight way of length l.
func (p *Params) steps(l float64) int {
	return max(1, int(math.Ceil(l/p.Step-1e-9)))
}

// longest returns how far along m, from q, the hand alone is free: the desired distance, or in steps down to the least.
func (r *Robot) longest(q Query, m *Translation, dir geom.Vec, p *Params) (float64, error) {
	desired, least := math.Abs(m.Desired), math.Min(math.Abs(m.Min), math.Abs(m.Desired))
	n := p.steps(desired)
	var first error
	for i := n; i >= 0; i-- {
		d := desired * float64(i) / float64(n)
		if d < least-tolerance {
			break
		}
		one := q
		one.X_WG.P = r3.Add(q.X_WG.P, r3.Scale(d, dir))
		err := r.Check.Hand(&one)
		if err == nil {
			return d, nil
		}
		if first == nil {
			first = err
		}
		var b *Blocked
		if !errors.As(err, &b) {
			return 0, err
		}
	}
	return 0, first
}

// line checks the straight way from q and returns how far it goes, up to the distance of w: the same rule for the least distance as the
// original's reference tester, with its tolerance.
func (r *Robot) line(q Query, w way, least float64, p *Params) (float64, int, error) {
	n := p.steps(w.distance)
	good, err := r.Check.Line(&q, w.from(q.X_WG), n)
	if err == nil {
		return w.distance, n + 1, nil
	}
	var b *Blocked
	if !errors.As(err, &b) {
		return 0, good, err
	}
	achieved := w.distance / float64(n) * float64(max(0, good-1))
	if good > 0 && achieved >= math.Min(math.Abs(least), w.distance)-tolerance {
		return achieved, good, nil
	}
	return achieved, good, err
}

// feasibleGrasp checks a candidate in the order of the original's tester; the first stage that fails names the code. It returns the approach
// (from the grasp backwards) and the lift as far as they can go.
func (r *Robot) feasibleGrasp(req *PickupRequest, c *Candidate, p *Params) (back, lift way, v verdict) {
	var err error
	if back.dir, err = c.Approach.direction(c.X_WG.R); err != nil {
		return back, lift, verdict{err: err}
	}
	if lift.dir, err = req.Lift.direction(c.X_WG.R); err != nil {
		return back, lift, verdict{err: err}
	}
	back.dir = r3.Scale(-1, back.dir)
	back.distance, lift.distance = math.Abs(c.Approach.Desired), math.Abs(req.Lift.Desired)
	if r.Check == nil {
		return back, lift, verdict{}
	}
	free := Touch{Also: c.AllowedTouch, All: req.IgnoreCollisions}
	held := free
	held.Target, held.Support = true, req.AllowSupport
	q := Query{X_WG: c.X_WG, Gap: c.opening(r), Touch: held, Target: req.Target, Support: req.Support}

	// The hand alone: at the grasp, lifted, before the grasp.
	if v = judge(r.Check.Hand(&q), "at the grasp", always(GraspInCollision)); !v.ok() {
		return back, lift, v
	}
	padded := q
	padded.Padding = p.Padding
	up := padded
	if lift.distance, err = r.longest(up, &req.Lift, lift.dir, p); err != nil {
		return back, lift, judge(err, "lifted", always(LiftInCollision))
	}
	before := padded
	before.Touch = free
	if back.distance, err = r.longest(before, &c.Approach, back.dir, p); err != nil {
		return back, lift, judge(err, "before the grasp", always(PregraspInCollision))
	}

	// With the arm.
	if v = judge(r.Check.Reach(&q), "at the grasp", always(GraspOutOfReach)); !v.ok() {
		return back, lift, v
	}
	var good int
	if back.distance, good, err = r.line(q, back, c.Approach.Min, p); err != nil {
		names := pregraspCodes
		if good == 0 {
			names = graspCodes
		}
		return back, lift, judge(err, "on the approach", names)
	}
	up = q
	up.Held = true
	if lift.distance, good, err = r.line(up, lift, req.Lift.Min, p); err != nil {
		names := liftCodes
		if good == 0 {
			names = graspCodes
		}
		return back, lift, judge(err, "on the lift", names)
	}
	before.X_WG = back.from(q.X_WG)
	if v = judge(r.Check.Reach(&before), "before the grasp", always(PregraspOutOfReach)); !v.ok() {
		return back, lift, v
	}
	up.X_WG, up.Padding = lift.from(q.X_WG), p.Padding
	return back, lift, judge(r.Check.Reach(&up), "lifted", always(LiftOutOfReach))
}

// feasiblePlace checks a location in the order of the original's tester. It returns the approach (from the location backwards) and the
// retreat as far as they can go.
func (r *Robot) feasiblePlace(req *PlaceRequest, l *Location, p *Params) (back, retreat way, v verdict) {
	var err error
	if back.dir, err = l.Approach.direction(l.X_WG.R); err != nil {
		return back, retreat, verdict{err: err}
	}
	if retreat.dir, err = l.Retreat.direction(l.X_WG.R); err != nil {
		return back, retreat, verdict{err: err}
	}
	back.dir = r3.Scale(-1, back.dir)
	back.distance, retreat.distance = math.Abs(l.Approach.Desired), math.Abs(l.Retreat.Desired)
	if r.Check == nil {
		return back, retreat, verdict{}
	}
	touch := Touch{Target: true, Support: req.AllowSupport, Also: l.AllowedTouch, All: req.IgnoreCollisions}
	open := Query{X_WG: l.X_WG, Gap: r.openGap(p), Touch: touch, Target: req.Target, Support: req.Support}
	carried := open
	carried.Gap, carried.Held, carried.Shrink = r.Hand.Status().Gap, true, req.Shrink

	if v = judge(r.Check.Hand(&open), "at the place", always(PlaceInCollision)); !v.ok() {
		return back, retreat, v
	}
	if v = judge(r.Check.Hand(&carried), "at the place", always(PlaceInCollision)); !v.ok() {
		return back, retreat, v
	}
	above := carried
	above.Padding, above.Touch.Support = p.Padding, false
	if back.distance, err = r.longest(above, &l.Approach, back.dir, p); err != nil {
		return back, retreat, judge(err, "before the place", always(PreplaceInCollision))
	}
	away := open
	away.Padding = p.Padding
	if retreat.distance, err = r.longest(away, &l.Retreat, retreat.dir, p); err != nil {
		return back, retreat, judge(err, "retreated", always(RetreatInCollision))
	}

	if v = judge(r.Check.Reach(&carried), "at the place", always(PlaceOutOfReach)); !v.ok() {
		return back, retreat, v
	}
	var good int
	if back.distance, good, err = r.line(carried, back, l.Approach.Min, p); err != nil {
		names := preplaceCodes
		if good == 0 {
			names = placeCodes
		}
		return back, retreat, judge(err, "on the approach", names)
	}
	if retreat.distance, _, err = r.line(open, retreat, l.Retreat.Min, p); err != nil {
		return back, retreat, judge(err, "on the retreat", retreatCodes)
	}
	above.X_WG = back.from(l.X_WG)
	if v = judge(r.Check.Reach(&above), "before the place", always(PreplaceOutOfReach)); !v.ok() {
		return back, retreat, v
	}
	away.X_WG = retreat.from(l.X_WG)
	return back, retreat, judge(r.Check.Reach(&away), "retreated", always(RetreatOutOfReach))
}

// openGap is the gap to which the hand opens to let go.
func (r *Robot) openGap(p *Params) float64 {
	if p.Open > 0 {
		return p.Open
	}
	return r.Hand.Params().PositionOpen
}
