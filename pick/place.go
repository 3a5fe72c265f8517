package pick

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// Location is one place to try.
type Location struct {
	ID           string
	X_WG         geom.Pose   // the palm when the object stands
	Approach     Translation // towards X_WG
	Retreat      Translation // away from X_WG
	AllowedTouch []string
}

// PlaceRequest is where to put the object in the hand.
type PlaceRequest struct {
	Locations        []Location // in the order in which to try them
	Target           string     // the object's name to the Checker; "" where it has none
	Support          string     // likewise, what it will stand on
	AllowSupport     bool       // the hand may touch the support
	Shrink           float64    // m by which the object is shrunk in the checks
	OnlyFeasibility  bool
	IgnoreCollisions bool
	// Unverified: nobody has shaken the object yet; it is carried slowly.
	Unverified bool
}

// PlaceResult is how a place ended, or stands.
type PlaceResult struct {
	Value     Value
	Preempted bool
	Location  int // index of the location that was carried out last, -1 for none
	Tried     []Tried
	Reason    string  // in words; empty for success
	Held      bool    // the object is still in the hand, as far as touch tells
	Weak      bool    // it is, in a grip too weak to carry it: it leans on what is below it, and the arm must not move
	LookAgain bool    // the object is not where it should be: look before the next move
	Contact   string  // how it was felt that the object stands; empty when it was not
	Height    float64 // m, of the palm over the location's pose when it stood
}

// Place carries out a PlaceRequest. See the package's introduction for how to run it.
type Place struct {
	task
	req PlaceRequest
	res PlaceResult

	state   placeState
	next    int
	back    way
	retreat way
	goal    geom.Pose
	from    geom.Pose // of the retreat
	watch   descent
	hangs   hanging
	blocks  int // places on which it did not come down
}

type placeState uint8

const (
	checkingPlace placeState = iota
	carrying
	lower
	pressing
	firming
	rising // with an object that stands on something else
	releasing
	opening
	leaving
)

// NewPlace checks a request and makes the task.
func NewPlace(r *Robot, req PlaceRequest, p Params) (*Place, error) {
	const op = "place"
	if len(req.Locations) == 0 {
		return nil, fault.New(op, "", fault.Invalid, "no place is given")
	}
	if !(req.Shrink >= 0 && req.Shrink < 1) {
		return nil, fault.New(op, "", fault.Invalid, "an object shrunk by %g m; 0 to 1 are possible", req.Shrink)
	}
	for i := range req.Locations {
		l := &req.Locations[i]
		name := fmt.Sprintf("location %d", i)
		if !l.X_WG.IsFinite() {
			return nil, fault.New(op, name, fault.Invalid, "its pose is not finite")
		}
		if err := l.Approach.check("approach", l.X_WG.R); err != nil {
			return nil, fault.Wrap(op, name, err)
		}
		if err := l.Retreat.check("retreat", l.X_WG.R); err != nil {
			return nil, fault.Wrap(op, name, err)
		}
	}
	if !(p.TravelSpeed > 0 && p.PlaceSpeed > 0 && p.Step > 0) {
		return nil, fault.New(op, "", fault.Invalid, "settings are unset; start from DefaultParams")
	}
	k := &Place{task: newTask(op, r, p), req: req}
	k.res.Location = -1
	return k, nil
}

// Result is how the place stands.
func (k *Place) Result() PlaceResult { return k.res }

// Current is the location under way, -1 before the first, and how many there are.
func (k *Place) Current() (i, of int) { return k.index, len(k.req.Locations) }

// Step looks at arm and hand at time t and commands them.
func (k *Place) Step(t float64) {
	if k.final {
		return
	}
	k.now = t
	if k.giveUp() {
		if k.final {
			k.res.Preempted, k.res.Held, k.res.Reason = true, k.robot.holding(), k.events[len(k.events)-1].Text
			k.res.LookAgain = !k.res.Held
		}
		return
	}
	st := k.robot.Hand.Status()
	if why := k.life.check(t, &st); why != "" && k.state != checkingPlace {
		k.fail(PlaceFailed, ErrorValue, why)
		return
	}
	switch k.state {
	case checkingPlace:
		k.check()
	case carrying:
		if k.keeps(&st) {
			k.carry()
		}
	case lower:
		if k.keeps(&st) {
			k.lower(&st)
		}
	case pressing:
		if k.keeps(&st) {
			k.press(&st)
		}
	case firming:
		k.firm(&st)
	case rising:
		if k.keeps(&st) {
			k.rise()
		}
	case releasing:
		k.release(&st)
	case opening:
		k.opening()
	case leaving:
		k.leave(&st)
	}
}

// keeps fails a place whose hand has lost the object on the way.
func (k *Place) keeps(st *hand.Status) bool {
	down := geom.V(0, 0, -1)
	hangs := k.hangs.see(k.now, r3.Dot(down, k.robot.Arm.Force()), st)
	if k.robot.holding() && (hangs != unloaded || k.state != carrying) { // a load that is gone while it is lowered means that it stands
		return true
	}
	k.fail(PlaceFailed, FailedValue, fmt.Sprintf("the hand has lost the object while %v", k.phase))
	return false
}

func (k *Place) check() {
	if k.next == 0 && !k.req.OnlyFeasibility && !k.robot.holding() {
		k.fail(PlaceFailed, FailedValue, "the hand is empty: there is nothing to put down")
		return
	}
	if k.next == len(k.req.Locations) {
		k.exhausted()
		return
	}
	i := k.next
	k.next++
	k.index = i
	k.enter(CheckingFeasibility, "location %d of %d", i+1, len(k.req.Locations))
	back, retreat, v := k.robot.feasiblePlace(&k.req, &k.req.Locations[i], &k.p)
	switch {
	case v.err != nil:
		k.tried(Tried{i, PlaceUnfeasible, true, v.err.Error()})
		k.finish(ErrorValue, v.err.Error())
	case v.why != "":
		k.tried(Tried{i, v.code, true, v.why})
	case k.req.OnlyFeasibility:
		k.tried(Tried{i, PlaceSuccess, true, ""})
	default:
		k.back, k.retreat = back, retreat
		k.goal = back.from(k.req.Locations[i].X_WG)
		k.enter(MovingToPlace, "")
		if err := k.robot.Arm.Transit(k.goal, k.speed(), k.p.Accel); err != nil {
			k.cannotMove(err)
			return
		}
		k.state = carrying
	}
}

// speed is that of carrying the object.
func (k *Place) speed() float64 {
	if k.req.Unverified {
		return k.p.CarefulSpeed
	}
	return k.p.CarrySpeed
}

func (k *Place) cannotMove(err error) {
	k.tried(Tried{k.index, PlaceMoveArmFailed, true, err.Error()})
	k.state = checkingPlace
	if fault.KindOf(err) == fault.Conflict {
		k.finish(ArmMovementPrevented, err.Error())
	}
}

func (k *Place) carry() {
	switch how, err := k.moved(k.goal); how {
	case broken, late:
		k.cannotMove(err)
	case arrived:
		k.res.Location = k.index
		l := &k.req.Locations[k.index]
		down := r3.Scale(-1, k.back.dir)
		k.goal = geom.Pose{R: l.X_WG.R, P: r3.Add(l.X_WG.P, r3.Scale(k.p.PlaceBelow, down))}
		k.watch = descent{down: down, place: l.X_WG, last: k.now}
		k.enter(Placing, "")
		if err := k.robot.Arm.MoveTo(k.goal, k.p.PlaceSpeed, k.p.Accel); err != nil {
			k.cannotMove(err)
			return
		}
		if err := k.robot.Hand.Do(hand.Command{Verb: hand.Watch, Event: bump}); err != nil {
			k.fail(PlaceFailed, ErrorValue, err.Error())
			return
		}
		k.state = lower
	}
}

// release waits for the arm to be still and the force to be gone.
func (k *Place) release(st *hand.Status) {
	if st.Stage == hand.Unload || st.Stage == hand.Open {
		k.enter(Opening, "%s", k.res.Contact)
		k.state = opening
		return
	}
	switch {
	case st.Motor.State == hand.Aborted:
		k.fail(PlaceFailed, FailedValue, st.Motor.Reason.String())
	case k.waited() > k.p.HandTimeout:
		k.fail(PlaceFailed, ErrorValue, "the hand does not let go")
	}
}

// opening waits for the fingers to be clear of the object.
func (k *Place) opening() {
	st := k.robot.Hand.Status()
	const clear = 3e-3 // m
	open := k.robot.openGap(&k.p)
	switch still := math.Abs(st.GapVel) < 1e-3; {
	case st.Mode == hand.Position && (st.Gap > open-clear || still && k.waited() > 1 && !st.Contact[0] && !st.Contact[1]):
	case k.waited() > k.p.HandTimeout:
		k.fail(PlaceRetreatFailed, RetreatFailedValue, "the object stands, and the hand does not open about it")
		return
	default:
		return
	}
	k.robot.Limit()
	k.from = k.robot.Arm.Palm()
	k.goal = k.retreat.from(k.from)
	k.enter(Retreating, "")
	if err := k.robot.Arm.MoveTo(k.goal, k.p.RetreatSpeed, k.p.Accel); err != nil {
		k.retreated(err)
		return
	}
	k.state = leaving
}

func (k *Place) leave(st *hand.Status) {
	// The first finger's width goes free of the object; who still touches it would drag it along.
	if math.Max(st.Force[0], st.Force[1]) > k.p.ApproachForce {
		k.robot.Arm.Stop()
		k.retreated(fault.New("retreat", "", fault.Unavailable, "a finger ran into something"))
		return
	}
	if how, err := k.moved(k.goal); how != underWay {
		k.retreated(err)
	}
}

// retreated ends the task after the retreat, as far as it went.
func (k *Place) retreated(err error) {
	l := &k.req.Locations[k.index]
	far := r3.Dot(k.retreat.dir, r3.Sub(k.robot.Arm.Palm().P, k.from.P))
	if err != nil && far < math.Min(math.Abs(l.Retreat.Min), k.retreat.distance)-tolerance {
		k.fail(PlaceRetreatFailed, RetreatFailedValue, fmt.Sprintf("the object stands, the hand came away by %.0f mm only: %v", 1e3*far, err))
		return
	}
	k.tried(Tried{k.index, PlaceSuccess, false, ""})
	k.finish(Success, "")
}

func (k *Place) tried(t Tried) { k.res.Tried = append(k.res.Tried, t) }

// fail ends the place after something went wrong on the way. What is held stays held.
func (k *Place) fail(c Code, v Value, why string) {
	k.robot.Arm.Stop()
	k.tried(Tried{max(0, k.index), c, false, why})
	k.res.Held = k.robot.holding()
	k.res.LookAgain = !k.res.Held && v != RetreatFailedValue
	k.finish(v, why)
}

func (k *Place) exhausted() {
	if k.req.OnlyFeasibility {
		for _, t := range k.res.Tried {
			if t.Code == PlaceSuccess {
				k.res.Location = t.Candidate
				k.finish(Success, "")
				return
			}
		}
	}
	if i := slices.IndexFunc(k.res.Tried, func(t Tried) bool { return t.Code == PlaceFailed }); i >= 0 {
		k.finish(FailedValue, k.res.Tried[i].Reason)
		return
	}
	first := k.res.Tried[0]
	k.finish(Unfeasible, fmt.Sprintf("none of %d places is possible; the first: %s, %s", len(k.res.Tried), first.Code.PlaceName(), first.Reason))
}

func (k *Place) finish(v Value, why string) {
	k.res.Value, k.res.Reason = v, why
	if v != Success {
		k.res.Held = k.robot.holding()
	}
	k.end(valueKind(v), why)
}
