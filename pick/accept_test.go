package pick

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// The tests carry the numbers of the acceptance tests of Pickup and Place.

// fakeRobot is an arm that goes to its goal in a few steps, a hand that grips what is there, and a checker with a script.
type fakeRobot struct {
	x, goal geom.Pose
	v       geom.Vec
	left    int
	moves   []geom.Pose
	stops   int
	fault   error
	refuse  func(x geom.Pose, transit bool) error // of a motion
	cut     func(from, to geom.Pose) float64      // m that a motion achieves; nil for all of it
	load    func(x geom.Pose) float64             // N that hangs from the hand

	st     hand.Status
	params hand.Params
	empty  bool // there is nothing to grip
	cmds   []hand.Verb

	blocked func(stage string, q *Query, to *geom.Pose, n int) (int, error)
	asked   []string
}

func newFake() *fakeRobot {
	f := &fakeRobot{params: hand.DefaultParams()}
	f.st.Time, f.st.Gap = 1, f.params.PositionOpen
	return f
}

func (f *fakeRobot) robot() *Robot { return NewRobot(f, f, f) }

func (f *fakeRobot) Palm() geom.Pose { return f.x }
func (f *fakeRobot) start(x geom.Pose, transit bool) error {
	if f.refuse != nil {
		if err := f.refuse(x, transit); err != nil {
			return err
		}
	}
	f.moves = append(f.moves, x)
	f.fault = nil
	if f.cut != nil {
		way := r3.Sub(x.P, f.x.P)
		if l := r3.Norm(way); l > 0 {
			if d := f.cut(f.x, x); d < l {
				x.P = r3.Add(f.x.P, r3.Scale(d/l, way))
				f.fault = fault.New("move arm", "", fault.Unavailable, "it was stopped")
			}
		}
	}
	f.goal, f.left, f.v = x, 5, geom.Vec{}
	return nil
}
func (f *fakeRobot) MoveTo(x geom.Pose, _, _ float64) error  { return f.start(x, false) }
func (f *fakeRobot) Transit(x geom.Pose, _, _ float64) error { return f.start(x, true) }
func (f *fakeRobot) Drift(v geom.Vec)                        { f.v, f.left = v, 0 }
func (f *fakeRobot) Stop()                                   { f.v, f.left = geom.Vec{}, 0; f.stops++ }
func (f *fakeRobot) Moving() bool                            { return f.left > 0 || f.v != geom.Vec{} }
func (f *fakeRobot) Fault() error {
	if f.left > 0 {
		return nil
	}
	return f.fault
}
func (f *fakeRobot) Force() geom.Vec {
	if f.load == nil {
		return geom.Vec{}
	}
	return geom.V(0, 0, -f.load(f.x))
}

func (f *fakeRobot) Status() hand.Status     { return f.st }
func (f *fakeRobot) Params() hand.Params     { return f.params }
func (f *fakeRobot) SetParams(p hand.Params) { f.params = p }
func (f *fakeRobot) Do(c hand.Command) error {
	f.cmds = append(f.cmds, c.Verb)
	s := &f.st
	switch c.Verb {
	case hand.Watch:
		s.Watch = hand.Goal{Verb: c.Verb, State: hand.Active}
		s.Triggered = false
		return nil
	case hand.Servo, hand.Hold:
		if c.Force > 0 {
			s.Target = c.Force
		}
	case hand.Tighten:
		return nil
	case hand.Cancel:
		s.Motor.State = hand.Preempted
		return nil
	}
	s.Motor = hand.Goal{ID: s.Motor.ID + 1, Verb: c.Verb, State: hand.Active}
	return nil
}

// step lets the world go on by a tick.
func (f *fakeRobot) step(t float64) {
	s := &f.st
	s.Time = 1 + t
	switch {
	case f.left > 1:
		f.left--
		f.x = geom.Pose{R: f.goal.R, P: r3.Add(f.x.P, r3.Scale(1/float64(f.left+1), r3.Sub(f.goal.P, f.x.P)))}
	case f.left == 1:
		f.left, f.x = 0, f.goal
	}
	f.x.P = r3.Add(f.x.P, r3.Scale(tick, f.v))
	if s.Motor.State != hand.Active {
		return
	}
	switch s.Motor.Verb {
	case hand.Move:
		s.Mode, s.Stage, s.Gap, s.Force, s.Touched = hand.Position, hand.Idle, f.params.PositionOpen, [2]float64{}, false
		s.Motor.State = hand.Succeeded
	case hand.Grasp:
		if f.empty {
			s.Mode, s.Fault, s.Empty, s.Gap = hand.Position, hand.NoContact, true, 0
			s.Motor.State, s.Motor.Reason = hand.Aborted, hand.NoContact
			return
		}
		s.Touched, s.Empty, s.Fault = true, false, hand.NoReason
		s.Mode, s.Stage, s.Gap, s.Force = hand.SlipServo, hand.Lift, 0.04, [2]float64{3, 3}
		s.Motor.State = hand.Succeeded
	case hand.Release:
		s.Mode, s.Stage, s.Gap, s.Force = hand.Position, hand.Open, f.params.PositionOpen, [2]float64{}
		s.Motor.State = hand.Succeeded
	}
}

const tick = 0.01 // s

// run steps a task to its end; each, which may be nil, is called before every step.
func (f *fakeRobot) run(t *testing.T, k Task, each func(t float64)) []Phase {
	t.Helper()
	for i := 0; i < 20000 && !k.Done(); i++ {
		now := float64(i) * tick
		f.step(now)
		if each != nil {
			each(now)
		}
		k.Step(now)
	}
	if !k.Done() {
		t.Fatalf("it never ended: %v", k.Events())
	}
	if f.Moving() {
		t.Error("the arm still moves")
	}
	return phases(k)
}

func phases(k Task) []Phase {
	var out []Phase
	for _, e := range k.Events() {
		if len(out) == 0 || out[len(out)-1] != e.Phase {
			out = append(out, e.Phase)
		}
	}
	return out
}

// The checker: each question goes to blocked with its stage's name.
func (f *fakeRobot) ask(what string, q *Query, to *geom.Pose, n int) (int, error) {
	f.asked = append(f.asked, what)
	if f.blocked == nil {
		return n + 1, nil
	}
	return f.blocked(what, q, to, n)
}

// stage names a question about the first grasp by where it asks.
func stage(q *Query) string {
	switch z := q.X_WG.P.Z - graspAt.P.Z; {
	case z > 1e-6:
		return "lift"
	case q.X_WG.P.X < graspAt.P.X-1e-6:
		return "pregrasp"
	}
	return "grasp"
}

func (f *fakeRobot) Hand(q *Query) error  { _, err := f.ask("hand "+stage(q), q, nil, 0); return err }
func (f *fakeRobot) Reach(q *Query) error { _, err := f.ask("reach "+stage(q), q, nil, 0); return err }
func (f *fakeRobot) Line(q *Query, to geom.Pose, n int) (int, error) {
	what := "line approach"
	if to.P.Z > graspAt.P.Z+1e-6 {
		what = "line lift"
	}
	return f.ask(what, q, &to, n)
}

var graspAt = geom.Pose{P: geom.V(0.5, 0, 0.2)}

func candidate(y float64) Candidate {
	x := graspAt
	x.P.Y = y
	return Candidate{X_WG: x, Approach: Translation{Direction: geom.UnitX, Frame: InHand, Desired: 0.10, Min: 0.05}}
}

func pickup(n int) PickupRequest {
	r := PickupRequest{Lift: Translation{Direction: geom.UnitZ, Desired: 0.10, Min: 0.05}, Target: "box", Support: "table"}
	for i := range n {
		r.Grasps = append(r.Grasps, candidate(float64(i)))
	}
	return r
}

func mustPickup(t *testing.T, f *fakeRobot, req PickupRequest) *Pickup {
	t.Helper()
	k, err := NewPickup(f.robot(), req, DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func codesOf(tried []Tried) []Code {
	var out []Code
	for _, r := range tried {
		out = append(out, r.Code)
	}
	return out
}

var whole = []Phase{CheckingFeasibility, MovingToPregrasp, MovingToGrasp, Closing, AdjustingGrasp, Lifting, Shaking, HoldingObject, Succeeded}

func TestPickup(t *testing.T) {
	f := newFake()
	k := mustPickup(t, f, pickup(1))
	if got := f.run(t, k, nil); !slices.Equal(got, whole) {
		t.Errorf("phases %v, want %v", got, whole)
	}
	r := k.Result()
	if r.Value != Success || !r.Held || r.Grasp != 0 || k.Err() != nil || r.LookAgain {
		t.Errorf("%+v, %v", r, k.Err())
	}
	if want := []string{"hand grasp", "hand lift", "hand pregrasp", "reach grasp", "line approach", "line lift", "reach pregrasp", "reach lift"}; !slices.Equal(f.asked, want) {
		t.Errorf("asked %v, want %v", f.asked, want)
	}
	events := k.Events()
	for i := 1; i < len(events); i++ {
		if events[i].Time < events[i-1].Time {
			t.Errorf("times of events fall: %v", events)
		}
	}
}

func TestT24_CollisionThenFree(t *testing.T) {
	f := newFake()
	f.blocked = func(what string, q *Query, _ *geom.Pose, n int) (int, error) {
		if what == "hand grasp" && q.X_WG.P.Y == 0 {
			return 0, Block(Collides, "the palm would run into a wall")
		}
		return n + 1, nil
	}
	k := mustPickup(t, f, pickup(2))
	f.run(t, k, nil)
	r := k.Result()
	if r.Value != Success || r.Grasp != 1 || !slices.Equal(codesOf(r.Tried), []Code{GraspInCollision, GraspSuccess}) || !r.Tried[0].Continue {
		t.Errorf("%+v", r)
	}
	if !strings.Contains(r.Tried[0].Reason, "the palm would run into a wall") {
		t.Errorf("reason %q", r.Tried[0].Reason)
	}
}

func TestT25_FirstStageNamesTheCode(t *testing.T) {
	other := func(what string) error { return Block(Infeasible, "%s", what) }
	for _, c := range []struct {
		what string
		err  error
		code Code
	}{
		{"hand pregrasp", Block(Collides, "wall"), 6}, {"hand lift", Block(Collides, "ceiling"), 9}, {"reach grasp", Block(Unreachable, "far"), 2},
		{"line approach", other("the arm would jump"), 7}, {"line lift", other("the arm would jump"), 10},
		{"reach pregrasp", Block(Collides, "padding"), 5}, {"reach lift", Block(Collides, "padding"), 8},
		// Of two that fail the earlier stage counts.
		{"hand grasp hand lift", Block(Collides, "both"), 3}, {"hand lift hand pregrasp", Block(Collides, "both"), 9}, {"line lift reach pregrasp", other("both"), 10},
	} {
		f := newFake()
		f.blocked = func(what string, _ *Query, _ *geom.Pose, n int) (int, error) {
			if strings.Contains(c.what, what) {
				return 1, c.err
			}
			return n + 1, nil
		}
		k := mustPickup(t, f, pickup(1))
		got := f.run(t, k, nil)
		if r := k.Result(); r.Value != Unfeasible || !slices.Equal(codesOf(r.Tried), []Code{c.code}) || !r.Tried[0].Continue || r.LookAgain {
			t.Errorf("%s: %+v, want code %d", c.what, r, c.code)
		}
		if len(f.moves) > 0 || len(f.cmds) > 0 || !slices.Equal(got, []Phase{CheckingFeasibility, Failed}) {
			t.Errorf("%s: it moved: %v", c.what, got)
		}
	}
}

func TestT26_LeastDistance(t *testing.T) {
	for _, c := range []struct {
		valid float64 // m
		steps int     // of 10 mm that lie within
		ok    bool
	}{{0.06, 6, true}, {0.049999, 4, false}, {0.05, 5, true}} {
		f := newFake()
		f.blocked = func(what string, _ *Query, to *geom.Pose, n int) (int, error) {
			if what != "line approach" {
				return n + 1, nil
			}
			good := 0
			for i := 0; i <= n; i++ { // the points of the way that lie within the valid length
				if float64(i)*0.1/float64(n) <= c.valid+1e-9 {
					good++
				}
			}
			return good, Block(Infeasible, "the arm would jump")
		}
		k := mustPickup(t, f, pickup(1))
		f.run(t, k, nil)
		r := k.Result()
		if !c.ok {
			if r.Value != Unfeasible || r.Tried[0].Code != PregraspUnfeasible || len(f.moves) > 0 {
				t.Errorf("valid for %g m: %+v", c.valid, r)
			}
			continue
		}
		if r.Value != Success {
			t.Errorf("valid for %g m: %+v", c.valid, r)
			continue
		}
		// The arm goes to the start of the longest valid approach.
		if want := graspAt.P.X - float64(c.steps)*0.01; math.Abs(f.moves[0].P.X-want) > 1e-9 {
			t.Errorf("valid for %g m: goes to x = %g, want %g", c.valid, f.moves[0].P.X, want)
		}
	}
	// The tolerance itself, on a grid whose steps end a hair before the least distance.
	for _, c := range []struct {
		least float64
		ok    bool
	}{{0.05, true}, {0.05 + 0.9e-6, true}, {0.05 + 1.1e-6, false}} {
		f := newFake()
		f.blocked = func(what string, _ *Query, _ *geom.Pose, n int) (int, error) {
			if what == "line approach" {
				return 6, Block(Infeasible, "the arm would jump")
			}
			return n + 1, nil
		}
		req := pickup(1)
		req.Grasps[0].Approach.Min = c.least
		k := mustPickup(t, f, req)
		f.run(t, k, nil)
		if ok := k.Result().Value == Success; ok != c.ok {
			t.Errorf("least %.7f: accepted %v", c.least, ok)
		}
	}
}

func TestT27_MoveArmFails(t *testing.T) {
	f := newFake()
	f.refuse = func(x geom.Pose, transit bool) error {
		if transit && x.P.Y == 0 {
			return fault.New("move arm", "", fault.Unavailable, "no way")
		}
		return nil
	}
	k := mustPickup(t, f, pickup(2))
	f.run(t, k, nil)
	r := k.Result()
	if r.Value != Success || !slices.Equal(codesOf(r.Tried), []Code{GraspMoveArmFailed, GraspSuccess}) || !r.Tried[0].Continue {
		t.Errorf("%+v", r)
	}
	// An arm that cannot move from where it stands ends the pickup.
	f = newFake()
	f.refuse = func(geom.Pose, bool) error {
		return fault.New("move arm", "", fault.Conflict, "it stands in collision")
	}
	k = mustPickup(t, f, pickup(2))
	f.run(t, k, nil)
	if r := k.Result(); r.Value != ArmMovementPrevented || len(r.Tried) != 1 {
		t.Errorf("stuck: %+v", r)
	}
}

func TestT28_EmptyHand(t *testing.T) {
	f := newFake()
	f.empty = true
	k := mustPickup(t, f, pickup(3))
	got := f.run(t, k, nil)
	if want := []Phase{CheckingFeasibility, MovingToPregrasp, MovingToGrasp, Closing, Opening, Retreating, Failed}; !slices.Equal(got, want) {
		t.Errorf("phases %v, want %v", got, want)
	}
	r := k.Result()
	if r.Value != FailedValue || !slices.Equal(codesOf(r.Tried), []Code{GraspFailed}) || r.Tried[0].Continue || r.Held || !r.LookAgain {
		t.Errorf("%+v", r)
	}
	if want := []hand.Verb{hand.Move, hand.Zero, hand.Grasp, hand.Move}; !slices.Equal(f.cmds, want) {
		t.Errorf("commands %v, want %v", f.cmds, want)
	}
	if back := graspAt.P.X - f.x.P.X; math.Abs(back-0.05) > 1e-9 {
		t.Errorf("came back by %g m, want the least approach distance", back)
	}
}

func TestT29_LiftStopsShort(t *testing.T) {
	for _, c := range []struct {
		far   float64
		value Value
		code  Code
	}{{0.03, LiftFailedValue, LiftFailed}, {0.07, Success, GraspSuccess}} {
		f := newFake()
		f.cut = func(from, to geom.Pose) float64 {
			if to.P.Z > graspAt.P.Z+0.02 && from.P.Z < to.P.Z {
				return math.Max(0, graspAt.P.Z+c.far-from.P.Z)
			}
			return math.Inf(1)
		}
		k := mustPickup(t, f, pickup(1))
		got := f.run(t, k, nil)
		r := k.Result()
		if r.Value != c.value || !slices.Equal(codesOf(r.Tried), []Code{c.code}) || !r.Held {
			t.Errorf("lifted %g m: %+v, %v", c.far, r, got)
		}
		if slices.Contains(f.cmds[3:], hand.Move) || f.st.Mode != hand.SlipServo {
			t.Errorf("lifted %g m: the hand let go: %v", c.far, f.cmds)
		}
		if math.Abs(f.x.P.Z-graspAt.P.Z-c.far) > 1e-6 {
			t.Errorf("ends %g m up", f.x.P.Z-graspAt.P.Z)
		}
	}
}

func location(y float64) Location {
	x := graspAt
	x.P.Y = y
	return Location{
		X_WG:     x,
		Approach: Translation{Direction: geom.V(0, 0, -1), Desired: 0.10, Min: 0.05},
		Retreat:  Translation{Direction: geom.V(-1, 0, 0), Frame: InHand, Desired: 0.10, Min: 0.05},
	}
}

// holding makes a robot that holds something which weighs 2 N and stands when the palm is at the height of its location.
func holding() *fakeRobot {
	f := newFake()
	f.st.Mode, f.st.Gap, f.st.Force = hand.SlipServo, 0.04, [2]float64{3, 3}
	f.x = geom.Pose{P: geom.V(0.5, 0, 0.3)}
	f.load = func(x geom.Pose) float64 {
		if x.P.Z <= graspAt.P.Z {
			return 0
		}
		return 2
	}
	return f
}

func place(n int) PlaceRequest {
	r := PlaceRequest{Target: "box", Support: "table"}
	for i := range n {
		r.Locations = append(r.Locations, location(float64(i)))
	}
	return r
}

func mustPlace(t *testing.T, f *fakeRobot, req PlaceRequest) *Place {
	t.Helper()
	k, err := NewPlace(f.robot(), req, DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// slowly makes motions downwards take as long as lowering does.
func (f *fakeRobot) slowly() func(float64) {
	return func(float64) {
		if f.left > 1 && f.goal.P.Z < f.x.P.Z-1e-9 && f.goal.P.X == f.x.P.X {
			f.left = 2 + int((f.x.P.Z-f.goal.P.Z)/(0.02*tick))
		}
	}
}

func TestPlace(t *testing.T) {
	f := holding()
	k := mustPlace(t, f, place(1))
	got := f.run(t, k, f.slowly())
	if want := []Phase{CheckingFeasibility, MovingToPlace, Placing, Opening, Retreating, Succeeded}; !slices.Equal(got, want) {
		t.Errorf("phases %v, want %v", got, want)
	}
	r := k.Result()
	if r.Value != Success || r.Held || r.Location != 0 || !strings.Contains(r.Contact, "load on the hand fell") || math.Abs(r.Height) > 2e-3 {
		t.Errorf("%+v", r)
	}
	if !slices.Contains(f.cmds, hand.Release) {
		t.Errorf("it was not let go by a release: %v", f.cmds)
	}
}

func TestT30_PlaceRetreatStopsShort(t *testing.T) {
	f := holding()
	f.cut = func(from, to geom.Pose) float64 {
		if to.P.X < from.P.X-1e-9 {
			return 0.03
		}
		return math.Inf(1)
	}
	k := mustPlace(t, f, place(1))
	f.run(t, k, f.slowly())
	r := k.Result()
	if r.Value != RetreatFailedValue || !slices.Equal(codesOf(r.Tried), []Code{PlaceRetreatFailed}) || r.Held {
		t.Errorf("%+v", r)
	}
}

func TestT32_ThirdFrame(t *testing.T) {
	f := newFake()
	req := pickup(1)
	req.Grasps[0].Approach.Frame = 7
	if _, err := NewPickup(f.robot(), req, DefaultParams()); fault.KindOf(err) != fault.Invalid {
		t.Errorf("approach: %v", err)
	}
	req = pickup(1)
	req.Lift.Direction = geom.Vec{}
	if _, err := NewPickup(f.robot(), req, DefaultParams()); fault.KindOf(err) != fault.Invalid {
		t.Errorf("lift: %v", err)
	}
	if len(f.moves) > 0 {
		t.Error("it moved")
	}
}

func TestT33_AllowedTouch(t *testing.T) {
	for _, allowed := range []bool{true, false} {
		f := newFake()
		f.blocked = func(what string, q *Query, _ *geom.Pose, n int) (int, error) {
			if what == "line approach" && !slices.Contains(q.Touch.Also, "box2") {
				return 3, Block(Collides, "the left finger would run into box2")
			}
			return n + 1, nil
		}
		req := pickup(1)
		if allowed {
			req.Grasps[0].AllowedTouch = []string{"box2"}
		}
		k := mustPickup(t, f, req)
		f.run(t, k, nil)
		r := k.Result()
		if allowed && r.Value != Success || !allowed && (r.Value != Unfeasible || r.Tried[0].Code != PregraspInCollision) {
			t.Errorf("allowed %v: %+v", allowed, r)
		}
	}
}

// A place is checked in the sheet's order, too.
func TestPlaceCodes(t *testing.T) {
	for _, c := range []struct {
		n    int // of the question that fails, from 0
		err  error
		code Code
	}{
		{0, Block(Collides, "x"), PlaceInCollision}, {1, Block(Collides, "x"), PlaceInCollision}, {4, Block(Unreachable, "x"), PlaceOutOfReach},
		{7, Block(Infeasible, "x"), PreplaceOutOfReach}, {8, Block(Infeasible, "x"), RetreatOutOfReach},
		{5, Block(Infeasible, "x"), PreplaceUnfeasible}, {6, Block(Infeasible, "x"), RetreatUnfeasible},
	} {
		f := holding()
		n := 0
		f.blocked = func(what string, _ *Query, _ *geom.Pose, steps int) (int, error) {
			n++
			if n-1 == c.n {
				return 1, c.err
			}
			return steps + 1, nil
		}
		k := mustPlace(t, f, place(1))
		f.run(t, k, nil)
		r := k.Result()
		if r.Value != Unfeasible || r.Tried[0].Code != c.code || !r.Held || len(f.moves) > 0 {
			t.Errorf("question %d (%s): %+v, want %s", c.n, f.asked[c.n], r, c.code.PlaceName())
		}
	}
}

// Preempt at any step leaves the arm still and what is held in the hand.
func TestPreemptAnywhere(t *testing.T) {
	steps := 0
	{
		f := newFake()
		k := mustPickup(t, f, pickup(1))
		f.run(t, k, func(float64) { steps++ })
	}
	seen := map[Phase]bool{}
	for at := 0; at < steps; at++ {
		f := newFake()
		k := mustPickup(t, f, pickup(1))
		n := 0
		f.run(t, k, func(float64) {
			if n == at {
				seen[k.Phase()] = true
				k.Preempt()
			}
			n++
		})
		r := k.Result()
		if !r.Preempted || r.Value != NoResult || fault.KindOf(k.Err()) != fault.Preempted || k.Phase() != Aborted {
			t.Fatalf("step %d: %+v, %v", at, r, k.Err())
		}
		if gripped := f.st.Mode == hand.SlipServo; gripped != r.Held {
			t.Errorf("step %d: held %v, the hand %v", at, r.Held, f.st.Mode)
		}
	}
	for _, p := range whole[:len(whole)-1] {
		if !seen[p] && p != CheckingFeasibility && p != AdjustingGrasp { // those two last less than a step here
			t.Errorf("never given up while %v", p)
		}
	}
}

// A slip low over the table is followed by one more try, firmer; a slip from higher up is not.
func TestRegrasp(t *testing.T) {
	for _, c := range []struct {
		height float64
		again  int
	}{{0.004, 1}, {0.05, 0}} {
		f := newFake()
		k := mustPickup(t, f, pickup(1))
		lost := false
		f.run(t, k, func(float64) {
			if !lost && k.Phase() >= Lifting && f.x.P.Z-graspAt.P.Z >= c.height {
				lost, f.st.Empty = true, true
			}
		})
		r := k.Result()
		if r.Regrasps != c.again || (r.Value == Success) != (c.again == 1) {
			t.Errorf("slip at %g m: %+v", c.height, r)
		}
		if c.again == 1 && !slices.Contains(f.cmds, hand.Tighten) {
			t.Error("the second try was not firmer")
		}
		if c.again == 0 && (r.Value != FailedValue || !r.LookAgain || r.Tried[0].Code != GraspFailed) {
			t.Errorf("%+v", r)
		}
	}
}

func TestMaxContactForce(t *testing.T) {
	for _, c := range []struct{ request, grasp, want float64 }{{0, 0, 30}, {-1, 5, 5}, {4, 5, 4}, {40, 0, 30}, {8, -1, 8}} {
		f := newFake()
		req := pickup(1)
		req.MaxContactForce, req.Grasps[0].MaxContactForce = c.request, c.grasp
		k := mustPickup(t, f, req)
		f.run(t, k, nil)
		if f.params.ForceLimit != c.want {
			t.Errorf("%+v: limit %g", c, f.params.ForceLimit)
		}
	}
}

// A hand that falls silent, and a checker that does not answer, are errors that a human has to see to.
func TestSilence(t *testing.T) {
	f := newFake()
	k := mustPickup(t, f, pickup(1))
	f.run(t, k, func(now float64) {
		if k.Phase() == Lifting {
			f.st.Time = 17
		}
	})
	if r := k.Result(); r.Value != ErrorValue || !strings.Contains(r.Reason, "has said nothing") || !r.Held {
		t.Errorf("%+v", r)
	}
	f = newFake()
	f.blocked = func(string, *Query, *geom.Pose, int) (int, error) { return 0, errors.New("no answer from the planner") }
	k = mustPickup(t, f, pickup(2))
	f.run(t, k, nil)
	if r := k.Result(); r.Value != ErrorValue || len(r.Tried) != 1 || len(f.moves) > 0 {
		t.Errorf("%+v", r)
	}
}

// A hand that holds something is not opened for the next object.
func TestHandIsFull(t *testing.T) {
	f := holding()
	k := mustPickup(t, f, pickup(1))
	f.run(t, k, nil)
	if r := k.Result(); r.Value != Unfeasible || !r.Held || len(r.Tried) > 0 || len(f.moves)+len(f.cmds) > 0 {
		t.Errorf("%+v, %v", r, f.cmds)
	}
}

func TestOnlyFeasibility(t *testing.T) {
	for blocked, want := range map[float64]Value{0: Success, 1: Success, 5: Success} {
		f := newFake()
		f.blocked = func(what string, q *Query, _ *geom.Pose, n int) (int, error) {
			if q.X_WG.P.Y == blocked {
				return 0, Block(Unreachable, "far")
			}
			return n + 1, nil
		}
		req := pickup(2)
		req.OnlyFeasibility = true
		k := mustPickup(t, f, req)
		f.run(t, k, nil)
		if r := k.Result(); r.Value != want || len(r.Tried) != 2 || len(f.moves) > 0 {
			t.Errorf("blocked %g: %+v", blocked, r)
		}
	}
}

func TestNames(t *testing.T) {
	for _, s := range []fmt.Stringer{Phase(40), Value(9), MovingToPlace, Value(-7), Success} {
		if s.String() == "" {
			t.Errorf("%d has no name", s)
		}
	}
	if Code(99).GraspName() == "" || GraspSuccess.GraspName() != "success" || PlaceRetreatFailed.PlaceName() != "retreat failed" || LiftFailed.GraspName() != "lift failed" {
		t.Error("names of codes")
	}
}
