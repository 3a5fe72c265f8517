package simrobot

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/sim"
)

// Names of the actions, as those of the PR2's manipulator node.
const (
	PickupAction = "/object_manipulator/object_manipulator_pickup"
	PlaceAction  = "/object_manipulator/object_manipulator_place"
	PhaseTopic   = "/reactive_manipulation_phase" // manipulation_msgs/ManipulationPhase, latched
)

// Actions serve pickups and places. Each is one task of a robot's loop.
type Actions struct {
	m      *Machine
	loop   *robot.Loop
	params pick.Params
	X_AG   geom.Pose
	tf     *tf.Listener
	phase  *ros.Publisher[*manipulation_msgs.ManipulationPhase]
	closer []func() error
}

// tfWait is how long a pose's frame is waited for.
const tfWait = 2 * time.Second

// NewActions starts the actions on a node.
func NewActions(n *ros.Node, m *Machine, loop *robot.Loop, p pick.Params) (*Actions, error) {
	const op = "serve pickups"
	a := &Actions{m: m, loop: loop, params: p, X_AG: m.X_AG()}
	fail := func(err error) (*Actions, error) { return nil, errors.Join(fault.Wrap(op, n.Name(), err), a.Close()) }
	var err error
	if a.tf, err = tf.Listen(n, tf.NewBuffer(0)); err != nil {
		return fail(err)
	}
	a.closer = append(a.closer, a.tf.Close)
	if a.phase, err = ros.Advertise[*manipulation_msgs.ManipulationPhase](n, PhaseTopic, ros.Latch()); err != nil {
		return fail(err)
	}
	a.closer = append(a.closer, a.phase.Close)
	pickup, err := actionlib.NewSimpleServer(n, PickupAction, &om.PickupActionType, a.pickup)
	if err != nil {
		return fail(err)
	}
	a.closer = append(a.closer, pickup.Close)
	place, err := actionlib.NewSimpleServer(n, PlaceAction, &om.PlaceActionType, a.place)
	if err != nil {
		return fail(err)
	}
	a.closer = append(a.closer, place.Close)
	return a, nil
}

// Close gives up what is under way and ends the actions.
func (a *Actions) Close() error {
	var errs []error
	for i := len(a.closer) - 1; i >= 0; i-- {
		errs = append(errs, a.closer[i]())
	}
	a.closer = nil
	return errors.Join(errs...)
}

// palm is X_WG of a pose of the wrist in whatever frame.
func (a *Actions) palm(ctx context.Context, p *geometry_msgs.PoseStamped) (geom.Pose, error) {
	ctx, cancel := context.WithTimeout(ctx, tfWait)
	defer cancel()
	X_BR, _, err := a.tf.Wait(ctx, Base, p.Header.FrameID, wire.Time{})
	if err != nil {
		return geom.Pose{}, err
	}
	q := p.Pose.Orientation
	R, ok := geom.Quat(q.W, q.X, q.Y, q.Z)
	if !ok {
		return geom.Pose{}, fault.New("read pose", p.Header.FrameID, fault.Invalid, "its quaternion is zero or not finite")
	}
	X_RA := geom.Pose{R: R, P: geom.V(p.Pose.Position.X, p.Pose.Position.Y, p.Pose.Position.Z)}
	return X_BW.Inv().Mul(X_BR).Mul(X_RA).Mul(a.X_AG), nil
}

// translation reads a motion: in the hand's frame where its header names one of the hand's, else in the base's, whose axes are the world's.
func translation(t *manipulation_msgs.GripperTranslation) pick.Translation {
	d := t.Direction.Vector
	out := pick.Translation{Direction: geom.V(d.X, d.Y, d.Z), Desired: float64(t.DesiredDistance), Min: float64(t.MinDistance)}
	if f := t.Direction.Header.FrameID; f == Wrist || f == Palm {
		out.Frame = pick.InHand
	}
	return out
}

func (a *Actions) pickup(ctx context.Context, g *actionlib.Goal[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback]) (*om.PickupResult, error) {
	goal, res := g.Goal(), &om.PickupResult{}
	req := pick.PickupRequest{
		Lift: translation(&goal.Lift), AllowSupport: goal.AllowGripperSupportCollision, MaxContactForce: float64(goal.MaxContactForce),
		OnlyFeasibility: goal.OnlyPerformFeasibilityTest, IgnoreCollisions: goal.IgnoreCollisions, Support: sim.TableName,
	}
	for i := range goal.DesiredGrasps {
		d := &goal.DesiredGrasps[i]
		x, err := a.palm(ctx, &d.GraspPose)
		if err != nil {
			return res, fault.Wrap("read grasp", d.ID, err)
		}
		req.Grasps = append(req.Grasps, pick.Candidate{
			ID: d.ID, X_WG: x, Approach: translation(&d.Approach), MaxContactForce: float64(d.MaxContactForce), AllowedTouch: d.AllowedTouchObjects,
		})
	}
	var k *pick.Pickup
	err := a.loop.Run(ctx, func(r *pick.Robot) (_ pick.Task, err error) {
		if len(req.Grasps) > 0 {
			req.Target = a.m.Identify(req.Grasps[0].X_WG)
		}
		k, err = pick.NewPickup(r, req, a.params)
		return k, err
	}, a.watch(func(i int) {
		_ = g.Feedback(&om.PickupFeedback{CurrentGrasp: int32(i + 1), TotalGrasps: int32(len(req.Grasps))})
	}))
	if k == nil {
		res.ManipulationResult.Value = manipulation_msgs.ManipulationResultError
		return res, err
	}
	r := k.Result()
	res.ManipulationResult.Value = int32(r.Value)
	for _, t := range r.Tried {
		res.AttemptedGrasps = append(res.AttemptedGrasps, goal.DesiredGrasps[t.Candidate])
		res.AttemptedGraspResults = append(res.AttemptedGraspResults, manipulation_msgs.GraspResult{ResultCode: int32(t.Code), ContinuationPossible: t.Continue})
	}
	if r.Grasp >= 0 {
		res.Grasp = goal.DesiredGrasps[r.Grasp]
	}
	return res, ended(err)
}

// ended says of a task that was given up that its goal is preempted.
func ended(err error) error {
	if fault.KindOf(err) == fault.Preempted {
		return &actionlib.Error{Status: actionlib.Preempted, Text: err.Error()}
	}
	return err
}

func (a *Actions) place(ctx context.Context, g *actionlib.Goal[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback]) (*om.PlaceResult, error) {
	goal, res := g.Goal(), &om.PlaceResult{}
	req := pick.PlaceRequest{AllowSupport: goal.AllowGripperSupportCollision, Shrink: goal.PlacePadding, OnlyFeasibility: goal.OnlyPerformFeasibilityTest, Support: sim.TableName}
	retreat := pick.Translation{Direction: geom.V(-1, 0, 0), Frame: pick.InHand, Desired: float64(goal.DesiredRetreatDistance), Min: float64(goal.MinRetreatDistance)}
	for i := range goal.PlaceLocations {
		x, err := a.palm(ctx, &goal.PlaceLocations[i])
		if err != nil {
			return res, fault.Wrap("read place", "", err)
		}
		req.Locations = append(req.Locations, pick.Location{X_WG: x, Approach: translation(&goal.Approach), Retreat: retreat})
	}
	var k *pick.Place
	err := a.loop.Run(ctx, func(r *pick.Robot) (_ pick.Task, err error) {
		req.Target = a.m.Identify(r.Arm.Palm())
		k, err = pick.NewPlace(r, req, a.params)
		return k, err
	}, a.watch(func(i int) {
		_ = g.Feedback(&om.PlaceFeedback{CurrentLocation: int32(i + 1), TotalLocations: int32(len(req.Locations))})
	}))
	if k == nil {
		res.ManipulationResult.Value = manipulation_msgs.ManipulationResultError
		return res, err
	}
	r := k.Result()
	res.ManipulationResult.Value = int32(r.Value)
	for _, t := range r.Tried {
		res.AttemptedLocations = append(res.AttemptedLocations, goal.PlaceLocations[t.Candidate])
		res.AttemptedLocationResults = append(res.AttemptedLocationResults, manipulation_msgs.PlaceLocationResult{ResultCode: int32(t.Code), ContinuationPossible: t.Continue})
	}
	if r.Location >= 0 {
		res.PlaceLocation = goal.PlaceLocations[r.Location]
	}
	return res, ended(err)
}

// watch publishes the phases of a task, and tells of the candidate under way.
func (a *Actions) watch(candidate func(int)) func(pick.Event) {
	last := -1
	return func(e pick.Event) {
		_ = a.phase.Publish(&manipulation_msgs.ManipulationPhase{Phase: int32(e.Phase)})
		if e.Candidate >= 0 && e.Candidate != last {
			last = e.Candidate
			candidate(last)
		}
	}
}
