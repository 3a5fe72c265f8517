package pick

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// bump is what the fingers feel when an object that they hold is set down.
var bump = hand.Event{Condition: hand.SideOrSlipOrAccel, Accel: 4, Slip: 0.05}

// descent watches an object on its way down for the moment in which it stands.
type descent struct {
	down  geom.Vec
	place geom.Pose
	last  float64 // s

	load, slow float64 // N: what hangs from the hand, quickly and slowly filtered
	begun      bool
	felt       string  // how the first contact was felt
	feels      bool    // the arm feels a load
	first      float64 // m, height of the first contact
	grip       float64 // N, then
	easings    int     // how often the grip has been loosened
	follow     bool    // the arm waits for the fingers
	weak       bool    // the grip did not become firm again: it is not taken up any more
}

const (
	quick  = 0.01 // s
	steady = 0.3  // s
	settle = 0.3  // s of moving before a change of the load tells anything
	near   = 0.02 // m about the location in which fingers alone are believed
)

// height of the palm over where it should be when the object stands, m: its pose at the location, or higher by what the object has slid down in
// the hand.
func (w *descent) height(k *Place) float64 {
	return -r3.Dot(w.down, r3.Sub(k.robot.Arm.Palm().P, w.place.P)) - k.robot.slid
}

// see takes in the load of a tick and returns the time since the last one, s.
func (w *descent) see(k *Place) (dt float64) {
	dt = k.now - w.last
	w.last = k.now
	load := r3.Dot(w.down, k.robot.Arm.Force())
	if !w.begun {
		w.begun, w.load, w.slow = true, load, load
	}
	w.load += (load - w.load) * math.Min(1, dt/quick)
	return dt
}

// contact says how it is felt that the object stands, "" when it does not.
func (w *descent) contact(k *Place, st *hand.Status) string {
	dt := w.see(k)
	load := r3.Dot(w.down, k.robot.Arm.Force())
	if k.waited() < settle {
		w.slow += (load - w.slow) * math.Min(1, dt/(settle/3))
		return ""
	}
	w.slow += (load - w.slow) * math.Min(1, dt/steady)
	if drop, need := w.slow-w.load, k.p.ContactForce+0.1*math.Abs(w.slow); drop > need {
		w.feels = true
		return fmt.Sprintf("the load on the hand fell by %.1f N", drop)
	}
	if st.Watch.State != hand.Active {
		// The arm that feels a load would have noticed; a bump that it does not confirm is one of the arm itself.
		if feels := math.Abs(w.slow) > k.p.ContactForce; !feels && math.Abs(w.height(k)) < near && st.Triggered {
			return "the fingers felt it touch"
		}
		if err := k.robot.Hand.Do(hand.Command{Verb: hand.Watch, Event: bump}); err != nil {
			return ""
		}
	}
	return ""
}

// lower goes down until the object touches something: its place, if it has come as far; else what is in the way, or its own lower end.
func (k *Place) lower(st *hand.Status) {
	if how := k.watch.contact(k, st); how != "" {
		k.watch.felt = how
		// What the fingers feel now is the table's push, not a slip to be answered with more force.
		_ = k.robot.Hand.Do(hand.Command{Verb: hand.Servo, Force: st.Target}) // a hand whose pads are dead cannot, and goes on as it is
		if k.watch.height(k) <= k.p.PlaceAbove || !k.watch.feels {
			k.letGo()
			return
		}
		up := way{r3.Scale(-1, k.watch.down), k.robot.slid}
		k.goal = up.from(k.watch.place)
		k.watch.first, k.watch.grip = k.watch.height(k), math.Min(st.Target, (st.Force[0]+st.Force[1])/2)
		if err := k.robot.Arm.MoveTo(k.goal, k.p.PlaceSpeed/4, k.p.Accel); err != nil {
			k.fail(PlaceFailed, ErrorValue, err.Error())
			return
		}
		k.state = pressing
		return
	}
	switch how, err := k.moved(k.goal); how {
	case broken, late:
		k.fail(PlaceFailed, ErrorValue, err.Error())
	case arrived:
		k.fail(PlaceFailed, FailedValue, fmt.Sprintf("no contact down to %.0f mm below the place: nothing is there to stand on, or the object has slid up in the hand", 1e3*k.p.PlaceBelow))
	}
}

// press goes on down from an early contact, gently: an object that hangs askew turns in the fingers until it lies on its place, one that
// stands on something else does not come down.
func (k *Place) press(st *hand.Status) {
	k.watch.see(k)
	if st.Target < k.carries() && k.watch.load > -leans*k.watch.slow { // its lower end slides away, and the fingers have to carry it again
		k.grip(k.carries())
		return
	}
	if k.watch.follow && k.waited() < easeTime {
		return
	}
	blocked := k.watch.load < -k.push() || math.Max(st.Force[0], st.Force[1]) > st.Target+k.p.ApproachForce
	if k.watch.follow && !blocked {
		k.watch.follow = false
		if err := k.robot.Arm.MoveTo(k.goal, k.p.PlaceSpeed/4, k.p.Accel); err != nil {
			k.fail(PlaceFailed, ErrorValue, err.Error())
		}
		return
	}
	how, err := underWay, error(nil)
	if !k.watch.follow {
		how, err = k.moved(k.goal)
	}
	switch {
	case how == underWay && !blocked:
	case k.watch.height(k) > k.p.PlaceAbove && k.ease(st):
	case how == broken || how == late:
		k.fail(PlaceFailed, ErrorValue, err.Error())
	case k.watch.height(k) <= k.p.PlaceAbove:
		k.letGo()
	default:
		k.blocked()
	}
}

const (
	sure       = 0.4  // friction that what is held surely has
	leans      = 0.2  // of the load, that the hand presses at least with on what the table carries
	pressed    = 0.8  // and at most, where place_push is less
	easing     = 0.7  // factor on the grip of an object that hangs askew, with its lower end on the table
	easings    = 20   // at most
	easeTime   = 0.3  // s for the grip to follow
	sameHeight = 5e-3 // m
)

// push is the force that an object is pressed with on its lower end, N.
func (k *Place) push() float64 { return math.Max(k.p.PlacePush, pressed*k.watch.slow) }

// carries is a grip that surely carries what hangs from the hand, as far as the arm feels it, N.
func (k *Place) carries() float64 { return math.Min(k.watch.grip, k.watch.slow/(2*sure)) }

// grip stops the arm and sets the force of the fingers. It reports that they take it.
func (k *Place) grip(force float64) bool {
	k.robot.Arm.Stop()
	k.watch.follow, k.since = true, k.now
	return k.robot.Hand.Do(hand.Command{Verb: hand.Servo, Force: force}) == nil
}

// ease loosens the grip of an object that has touched as early at another place already: it is not something else that is there, the object
// hangs askew, and turns in looser fingers as its lower end is pressed on the table, which carries it meanwhile. So does one that the hand can
// no longer grip firmly enough to take it up. It reports that the press goes on.
func (k *Place) ease(st *hand.Status) bool {
	least := k.robot.Hand.Params().ForceLightest
	askew := k.watch.weak || k.robot.early != 0 && math.Abs(k.watch.first-k.robot.early) <= sameHeight
	if !askew || st.Target <= least || k.watch.easings == easings {
		return false
	}
	k.watch.easings++
	return k.grip(math.Max(least, easing*st.Target))
}

// letGo begins to release an object that stands.
func (k *Place) letGo() {
	k.robot.Arm.Stop()
	k.res.Contact, k.res.Height = k.watch.felt, k.watch.height(k)
	// The event that the release waits for has come: it fires at once.
	if err := k.robot.Hand.Do(hand.Command{Verb: hand.Release, Event: hand.Event{Condition: hand.OnAccel}}); err != nil {
		k.fail(PlaceFailed, ErrorValue, err.Error())
		return
	}
	k.state, k.since = releasing, k.now
}

// blocked takes an object that would fall if it were let go up again.
func (k *Place) blocked() {
	why := fmt.Sprintf("%s %.0f mm above the place, and it did not come down under %.1f N: something else is there, or it hangs askew", k.watch.felt, 1e3*k.watch.first, k.push())
	if k.watch.weak { // it leans on what it touches and on the fingers, which stay as they are
		k.res.Weak = true
		k.fail(PlaceFailed, FailedValue, why+"; the grip did not become firm enough to take it up: the arm stays where it is, take the object out of the hand")
		return
	}
	k.tried(Tried{k.index, PlaceFailed, false, why})
	k.robot.early = k.watch.first
	k.robot.Arm.Stop()
	// The grip that has carried it here carries it up again.
	if err := k.robot.Hand.Do(hand.Command{Verb: hand.Hold, Force: k.watch.grip}); err != nil {
		k.fail(PlaceFailed, ErrorValue, err.Error())
		return
	}
	k.enter(MovingWithObject, "%s", why)
	k.state = firming
}

// firm waits until the grip is as firm as it was, and takes the object up. What cannot be gripped so would fall on the way: it is set down where it is.
func (k *Place) firm(st *hand.Status) {
	const part, patience = 0.9, 2.0 // of the grip, s
	if (st.Force[0]+st.Force[1])/2 < part*k.watch.grip {
		if k.waited() > patience {
			k.watch.weak, k.watch.easings = true, 0
			k.enter(Placing, "the grip did not become as firm again as it was: set down here")
			if !k.grip((st.Force[0] + st.Force[1]) / 2) {
				k.res.Weak = true
				k.fail(PlaceFailed, ErrorValue, "the grip did not become as firm again as it was, and the hand takes no orders: the arm stays where it is, take the object out of the hand")
				return
			}
			up := way{r3.Scale(-1, k.watch.down), k.robot.slid}
			k.goal = up.from(k.watch.place)
			k.state = pressing
		}
		return
	}
	k.goal = k.back.from(k.watch.place)
	if err := k.robot.Arm.MoveTo(k.goal, k.p.CarefulSpeed, k.p.Accel); err != nil {
		k.fail(PlaceFailed, ErrorValue, err.Error())
		return
	}
	k.state, k.since = rising, k.now
}

// rise waits until the object is up, and goes on to the next location.
func (k *Place) rise() {
	switch how, err := k.moved(k.goal); how {
	case broken, late:
		k.fail(PlaceFailed, ErrorValue, err.Error())
	case arrived:
		if k.blocks++; k.blocks == placesTried {
			k.next = len(k.req.Locations)
		}
		k.state = checkingPlace
	}
}

// placesTried is how many places an object is pressed down on: one that does not come down on two has turned or slid in the hand, and will on none.
const placesTried = 2
