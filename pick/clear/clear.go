// Package clear empties a table: it looks, plans, picks objects up one after another, puts each down in the tray of its kind, and remembers
// what worked.
//
// It does what a careful person does: the surest object first; after a grasp that may have moved something it looks again before it tries
// again; a grasp that has failed with an object is tried last from then on; what cannot be taken is left where it is, with the reason.
package clear

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/scene"
)

// View is a look at the table.
type View struct {
	Seg  *scene.Segmentation
	X_WF geom.Pose // of the cloud's frame
}

// Known is what a recogniser says of a segment.
type Known struct {
	Name string    // of the object; "" for an unknown one
	Kind string    // which tray it belongs to
	X_WO geom.Pose // pose of its model
	// Key tells apart two objects of a name on one table; it stays the same from view to view.
	Key string
}

// Remembered is a grasp that the memory holds.
type Remembered struct {
	ID                  int64
	X_OG                geom.Pose // the arm's palm in the object's frame
	Quality             float64   // that the planner gave
	Successes, Attempts int64
}

// Attempt is one pickup that touched an object, with the place that followed it.
type Attempt struct {
	Name      string
	Grasp     Remembered // with ID 0 for a fresh one
	Pickup    pick.PickupResult
	Place     *pick.PlaceResult // nil where nothing was to be put down
	Events    []pick.Event
	Start     float64 // s
	End       float64
	Predicted float64 // probability of success that the grasp was chosen by
	X_WG      geom.Pose
	Damage    string // what was found wrong with the object afterwards; empty for nothing
}

// Memory keeps grasps and what became of them. An error ends the clearing of nothing: it is reported, and the work goes on without.
type Memory interface {
	// Grasps are those of an object.
	Grasps(ctx context.Context, name string) ([]Remembered, error)
	// Broke is the least force of a finger after which an object was found damaged, N; 0 where that never happened.
	Broke(ctx context.Context, name string) (float64, error)
	// Record stores an attempt, and the grasp where it is a fresh one.
	Record(ctx context.Context, a *Attempt) error
}

// Tray gives places for the objects of a kind.
type Tray interface {
	// Places are poses of an object's origin, in the order in which to try them: the object is kept turned as it is.
	Places(kind string, half float64) []geom.Vec
	// Taken says that an object stands now at a place.
	Taken(kind string, at geom.Vec)
}

// Witness sees attempts from beginning to end: a flight recorder. An error of one ends the clearing.
type Witness interface {
	// Begin tells of a pickup that is about to begin: of which object, in which view, by which plan.
	Begin(r *Row) error
	// Phase tells of a phase that is entered.
	Phase(e pick.Event)
	// End tells what came of it, once for each Begin. Where the hand touched nothing, a.Pickup.Grasp is negative.
	End(r *Row, a *Attempt) error
}

// Progress is what a Job reports as it goes on.
type Progress struct {
	Object string // its name, or its number
	Done   int    // objects dealt with
	Event  pick.Event
}

// Job clears one table. All fields without "may" must be set.
type Job struct {
	Robot *pick.Robot
	// Run carries out a task to its end and returns its error.
	Run func(ctx context.Context, k pick.Task) error
	// Look takes a new view. The arm must be out of it by itself.
	Look func(ctx context.Context) (*View, error)
	// Know recognises a segment. false: it is nothing to pick.
	Know func(v *View, segment int) (Known, bool)
	Now  func() float64 // the robot's time, s

	Hand  grasp.Hand
	Grasp grasp.Params
	Pick  pick.Params
	// Wrist is the arm's palm in the frame of the planner's palm.
	Wrist geom.Pose
	Tray  Tray
	// MaxForce bounds the grip of an object by what it is taken to stand, N; may be nil.
	MaxForce func(v *View, segment int) float64
	// Inspect looks at an object after an attempt and says what is wrong with it, empty for nothing: what breaks in a hand the hand does not
	// feel. It may be nil.
	Inspect func(r *Row) string
	Memory  Memory  // may be nil
	Witness Witness // may be nil
	Tries   int     // pickups of an object that touch it
	Grasps  int     // candidates in a pickup
	// Report and Trouble may be nil.
	Report  func(Progress)
	Trouble func(error) // of the memory
}

// Row is what became of one object.
type Row struct {
	Key, Name, Kind string
	Attempts        int // pickups that touched it
	Regrasps        int
	Placed          bool
	At              geom.Vec     // where it was put, W
	Force           float64      // N, grip
	Reason          string       // why it is not placed; empty when it is
	Grasp           string       // kind of the last grasp
	Fresh           *grasp.Grasp // the last grasp, where it was a fresh one
	Plan            *grasp.Plan
	View            *View
	Segment         int

	failed []geom.Pose // X_OG of grasps that failed
}

type job struct {
	*Job
	rows  []*Row
	byKey map[string]*Row
}

// RunAll clears the table. It returns one row an object, in the order in which they were first seen, also when the context ends early; then
// with an error of kind fault.Preempted.
func (j *Job) RunAll(ctx context.Context) ([]*Row, error) {
	k := &job{Job: j, byKey: map[string]*Row{}}
	for {
		again, err := k.round(ctx)
		if err != nil || !again {
			k.explain(err)
			return k.rows, err
		}
	}
}

// explain gives a reason to every object that was left without one.
func (k *job) explain(err error) {
	why := "it was seen, and not any more when its turn came: it has moved away, or something hides it"
	if err != nil {
		why = "the work ended before its turn came"
	}
	for _, r := range k.rows {
		if !r.Placed && r.Reason == "" {
			r.Reason = why
		}
	}
}

// open reports that an object is worth a try.
func (k *job) open(r *Row) bool {
	return !r.Placed && r.Attempts < k.Tries
}

// unsure is the chance of success below which an object is looked at again before it is tried, when something has been taken away since.
const unsure = 0.5

// round looks once and picks what it sees until something may have moved. It reports whether to look again.
func (k *job) round(ctx context.Context) (again bool, err error) {
	if ctx.Err() != nil {
		return false, fault.New("clear table", "", fault.Preempted, "%w", ctx.Err())
	}
	v, err := k.Look(ctx)
	if err != nil {
		return false, err
	}
	targets, err := k.targets(ctx, v)
	if err != nil {
		return false, err
	}
	before := k.work()
	for _, t := range targets {
		if !k.open(t.row) { // two segments of one object
			continue
		}
		if t.list[0].score < unsure && k.work() > before { // better grasps may have come free
			return true, nil
		}
		moved, err := k.pick(ctx, v, t)
		if err != nil {
			return false, err
		}
		if moved {
			return true, nil
		}
	}
	// What could not be taken before may be free now that its neighbours are gone.
	return k.work() > before && slices.ContainsFunc(k.rows, k.open), nil
}

// work is how much has been done.
func (k *job) work() int {
	n := 0
	for _, r := range k.rows {
		n += r.Attempts
	}
	return n
}

func (k *job) trouble(err error) {
	if k.Trouble != nil {
		k.Trouble(err)
	}
}

// carry runs a task and reports its phases.
func (k *job) carry(ctx context.Context, row *Row, task pick.Task) error {
	told := 0
	return k.Run(ctx, &reported{Task: task, tell: func() {
		for e := task.Events(); told < len(e); told++ {
			if k.Witness != nil {
				k.Witness.Phase(e[told])
			}
			if k.Report != nil {
				k.Report(Progress{Object: cmp.Or(row.Name, row.Key), Done: k.done(), Event: e[told]})
			}
		}
	}})
}

func (k *job) done() int {
	n := 0
	for _, r := range k.rows {
		if !k.open(r) || r.Reason != "" {
			n++
		}
	}
	return n
}

// reported is a task that tells of its events after every step.
type reported struct {
	pick.Task
	tell func()
}

func (r *reported) Step(t float64) { r.Task.Step(t); r.tell() }

// pick picks one object up and puts it down. It reports whether the scene has to be looked at anew.
func (k *job) pick(ctx context.Context, v *View, t *target) (moved bool, err error) {
	row := t.row
	req := pick.PickupRequest{Lift: pick.Translation{Direction: geom.UnitZ, Desired: k.Grasp.Lift, Min: k.Grasp.Lift / 2}, Target: row.Key}
	if k.MaxForce != nil {
		req.MaxContactForce = k.MaxForce(v, t.seg)
	}
	if k.Memory != nil && row.Name != "" {
		broke, err := k.Memory.Broke(ctx, row.Name)
		if err != nil {
			k.trouble(err)
		} else if limit := spared * broke; broke > 0 && (req.MaxContactForce <= 0 || limit < req.MaxContactForce) {
			req.MaxContactForce = limit
		}
	}
	for _, c := range t.list {
		req.Grasps = append(req.Grasps, pick.Candidate{
			X_WG: c.x, Opening: c.open, Approach: pick.Translation{Direction: geom.UnitX, Frame: pick.InHand, Desired: k.Grasp.Approach, Min: k.Grasp.Approach / 2},
		})
	}
	up, err := pick.NewPickup(k.Robot, req, k.Pick)
	if err != nil {
		return false, err
	}
	a := &Attempt{Name: row.Name, Start: k.Now()}
	if k.Witness != nil {
		if err := k.Witness.Begin(row); err != nil {
			return false, err
		}
		defer func() {
			if e := k.Witness.End(row, a); err == nil {
				err = e
			}
		}()
	}
	_ = k.carry(ctx, row, up) // the result tells
	a.Pickup, a.Events = up.Result(), up.Events()
	row.Force, row.Regrasps = a.Pickup.GripForce, row.Regrasps+a.Pickup.Regrasps
	if a.Pickup.Grasp < 0 { // nothing was touched
		if a.Pickup.Preempted {
			return false, up.Err()
		}
		row.Reason = a.Pickup.Reason
		if a.Pickup.Value == pick.ErrorValue || a.Pickup.Value == pick.ArmMovementPrevented {
			return false, up.Err()
		}
		return false, nil
	}
	c := t.list[a.Pickup.Grasp]
	a.Grasp, a.Predicted, a.X_WG = c.r, c.score, c.x
	row.Grasp, row.Fresh = c.kind, c.fresh
	row.Attempts++
	row.Reason = ""
	if !a.Pickup.Preempted && a.Pickup.Held && a.Pickup.Value == pick.Success {
		a.Place, err = k.place(ctx, t, c.x, a)
	} else if row.Reason = a.Pickup.Reason; a.Pickup.Held && !a.Pickup.Preempted {
		a.Place, err = k.putBack(ctx, t, c.x, a)
	}
	a.End = k.Now()
	if k.Inspect != nil {
		a.Damage = k.Inspect(row)
	}
	if !row.Placed {
		row.failed = append(row.failed, c.r.X_OG)
	}
	if k.Memory != nil && row.Name != "" {
		if err := k.Memory.Record(context.WithoutCancel(ctx), a); err != nil {
			k.trouble(err)
		}
	}
	switch {
	case err != nil:
		return false, err
	case a.Pickup.Preempted || a.Place != nil && a.Place.Preempted:
		return false, fault.New("clear table", row.Name, fault.Preempted, "%s", row.Reason)
	case a.Pickup.Value == pick.ErrorValue || a.Place != nil && a.Place.Value == pick.ErrorValue:
		return false, fault.New("clear table", row.Name, fault.Unavailable, "%s", row.Reason)
	}
	return a.Pickup.LookAgain || a.Place != nil && a.Place.LookAgain || a.Pickup.Held && !row.Placed, nil
}

// place carries the object in the hand to a tray and puts it down.
func (k *job) place(ctx context.Context, t *target, X_WG geom.Pose, a *Attempt) (*pick.PlaceResult, error) {
	row, X_WO := t.row, t.known.X_WO
	req := pick.PlaceRequest{Target: row.Key}
	half := math.Hypot(X_WG.P.X-X_WO.P.X, X_WG.P.Y-X_WO.P.Y) / 2
	spots := k.Tray.Places(row.Kind, half)
	for _, p := range spots {
		x := X_WG
		x.P.X += p.X - X_WO.P.X
		x.P.Y += p.Y - X_WO.P.Y
		x.P.Z -= t.base
		req.Locations = append(req.Locations, pick.Location{
			X_WG:     x,
			Approach: pick.Translation{Direction: geom.V(0, 0, -1), Desired: k.Grasp.Lift, Min: k.Grasp.Lift / 2},
			Retreat:  pick.Translation{Direction: geom.V(-1, 0, 0), Frame: pick.InHand, Desired: k.Grasp.Approach, Min: k.Grasp.Approach / 2},
		})
	}
	if len(spots) == 0 {
		row.Reason = fmt.Sprintf("the tray for %s is full", row.Kind)
		return nil, fault.New("clear table", row.Name, fault.Conflict, "%s; the object is still in the hand", row.Reason)
	}
	down, err := pick.NewPlace(k.Robot, req, k.Pick)
	if err != nil {
		return nil, err
	}
	_ = k.carry(ctx, row, down) // the result tells
	res := down.Result()
	a.Events = append(a.Events, down.Events()...)
	row.Reason = res.Reason
	if res.Value == pick.Success || res.Value == pick.RetreatFailedValue {
		row.Placed, row.At, row.Reason = true, spots[res.Location], ""
		k.Tray.Taken(row.Kind, row.At)
	}
	if res.Weak {
		return &res, fault.New("clear table", row.Name, fault.Unavailable, "%s", res.Reason)
	}
	if res.Held && !res.Preempted {
		return k.putBack(ctx, t, X_WG, a)
	}
	return &res, nil
}

// putBack puts an object that cannot go where it should down where it was, slowly.
func (k *job) putBack(ctx context.Context, t *target, X_WG geom.Pose, a *Attempt) (*pick.PlaceResult, error) {
	row := t.row
	req := pick.PlaceRequest{Target: row.Key, Unverified: true, Support: t.support, Locations: []pick.Location{{
		X_WG:     X_WG,
		Approach: pick.Translation{Direction: geom.V(0, 0, -1), Desired: k.Grasp.Lift},
		Retreat:  pick.Translation{Direction: geom.V(-1, 0, 0), Frame: pick.InHand, Desired: k.Grasp.Approach},
	}}}
	down, err := pick.NewPlace(k.Robot, req, k.Pick)
	if err != nil {
		return nil, err
	}
	_ = k.carry(ctx, row, down) // the result tells
	res := down.Result()
	a.Events = append(a.Events, down.Events()...)
	if res.Held && !res.Preempted {
		return &res, fault.New("clear table", row.Name, fault.Unavailable, "%s; then it could not be put back: %s; the object is still in the hand", row.Reason, res.Reason)
	}
	res.LookAgain = true
	return &res, nil
}
