// Package pick is the ROS face of pickups and places: what the object_manipulator of old was to its clients.
//
// It serves the actions /object_manipulator/object_manipulator_pickup and /object_manipulator/object_manipulator_place
// (object_manipulation_msgs/Pickup and Place), and says on /reactive_manipulation_phase (manipulation_msgs/ManipulationPhase) which phase has
// begun. Where a pickup brings no grasps, it asks a planner's action for them.
//
// Poses are those of the hand frame; they may be given in any frame that tf knows. Directions of an approach or a lift are taken in the hand
// frame or in the robot frame; any other frame is answered with ERROR, as the original did.
package pick

import (
	"context"
	"errors"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/tf"
)

// Names of what is served.
const (
	PickupAction = "/object_manipulator/object_manipulator_pickup"
	PlaceAction  = "/object_manipulator/object_manipulator_place"
	PhaseTopic   = "/reactive_manipulation_phase"
)

// Options of the face besides its parameters.
type Options struct {
	// Identify names the object between the fingers of a palm at a pose, for goals that name none; "" where there is none. May be nil. It is
	// called where the robot may be touched.
	Identify func(X_WG geom.Pose) string
	// X_AG is the palm in the hand frame A, and X_RW the world of the robot's arm in the robot frame R. Zero poses stand for frames that are
	// the same.
	X_AG, X_RW geom.Pose
	// Scene is what the robot sees, where its world is not known. May be nil.
	Scene Scene
}

// Face is a running face.
type Face struct {
	node *ros.Node
	loop *robot.Loop
	p    Params
	opt  Options
	tf   *tf.Listener

	phase *ros.Publisher[*manipulation_msgs.ManipulationPhase]
	closers.List

	mu   sync.Mutex
	held string // name of what the last pickup took
}

// New starts the face of a robot on a node. Close ends it, and goals that run are given up; the loop stays.
func New(node *ros.Node, loop *robot.Loop, p Params, opt Options) (*Face, error) {
	for _, x := range []*geom.Pose{&opt.X_AG, &opt.X_RW} {
		if *x == (geom.Pose{}) {
			x.R = geom.IdentityRot
		}
	}
	f := &Face{node: node, loop: loop, p: p, opt: opt}
	return closers.Started(f, "start pickup", fault.Wrap("", node.Name(), f.start()))
}

func (f *Face) start() error {
	var err error
	if f.tf, err = tf.Listen(f.node, tf.NewBuffer(0)); err != nil {
		return err
	}
	closers.Keep(&f.List, f.tf.Close)
	if f.phase, err = ros.Advertise[*manipulation_msgs.ManipulationPhase](f.node, PhaseTopic); err != nil {
		return err
	}
	closers.Keep(&f.List, f.phase.Close)
	up, err := actionlib.NewSimpleServer[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback](f.node, PickupAction, &om.PickupActionType, f.pickup)
	if err != nil {
		return err
	}
	closers.Keep(&f.List, up.Close)
	down, err := actionlib.NewSimpleServer[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback](f.node, PlaceAction, &om.PlaceActionType, f.place)
	if err != nil {
		return err
	}
	closers.Keep(&f.List, down.Close)
	return nil
}

type (
	pickupGoal = actionlib.Goal[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback]
	placeGoal  = actionlib.Goal[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback]
)

// ended makes the outcome of an action. A goal that was given up has an empty result, as clients expect.
func ended[R any](ctx context.Context, res R, err error) (R, error) {
	var none R
	switch {
	case err == nil:
		return res, nil
	case ctx.Err() != nil:
		return none, errors.Join(context.Cause(ctx), err)
	}
	return res, &actionlib.Error{Status: actionlib.Aborted, Text: err.Error()}
}

// say publishes a phase.
func (f *Face) say(e pick.Event) {
	if err := f.phase.Publish(&manipulation_msgs.ManipulationPhase{Phase: int32(e.Phase)}); err != nil {
		f.node.Log().Warn("phase not published", "err", err)
	}
	f.node.Log().Info("phase", "phase", e.Phase.String(), "at_s", e.Time, "why", e.Text)
}

// pickup carries out one goal.
func (f *Face) pickup(ctx context.Context, g *pickupGoal) (*om.PickupResult, error) {
	goal := g.Goal()
	res := &om.PickupResult{ManipulationResult: manipulation_msgs.ManipulationResult{Value: manipulation_msgs.ManipulationResultError}}
	if err := unsupported(&goal.PathConstraints); err != nil {
		return ended(ctx, res, err)
	}
	grasps := goal.DesiredGrasps
	if len(grasps) == 0 {
		var err error
		if grasps, err = f.plan(ctx, goal); err != nil {
			return ended(ctx, res, err)
		}
		if len(grasps) == 0 {
			res.ManipulationResult.Value = manipulation_msgs.ManipulationResultUnfeasible
			return ended(ctx, res, fault.New("pick up", "", fault.NoGrasp, "the planner has found no grasp"))
		}
	}
	req, err := f.pickupRequest(ctx, goal, grasps)
	if err != nil {
		return ended(ctx, res, err)
	}
	if req.Target, err = f.target(ctx, goal, req.Grasps[0].X_WG, req.Target); err != nil {
		return ended(ctx, res, err)
	}
	p := f.p.Pick
	p.Padding = padding(p.Padding, goal.AdditionalLinkPadding)
	var task *pick.Pickup
	err = f.loop.Run(ctx, func(r *pick.Robot) (pick.Task, error) {
		if req.Target == "" && f.opt.Identify != nil {
			req.Target = f.opt.Identify(req.Grasps[0].X_WG)
		}
		var err error
		task, err = pick.NewPickup(r, req, p)
		return task, err
	}, func(e pick.Event) {
		f.say(e)
		if e.Phase == pick.CheckingFeasibility {
			_ = g.Feedback(&om.PickupFeedback{CurrentGrasp: int32(e.Candidate), TotalGrasps: int32(len(grasps))}) // nobody may be listening any more
		}
	})
	if task == nil {
		return ended(ctx, res, err)
	}
	r := task.Result()
	res.ManipulationResult.Value = int32(r.Value)
	for _, t := range r.Tried {
		res.AttemptedGrasps = append(res.AttemptedGrasps, grasps[t.Candidate])
		res.AttemptedGraspResults = append(res.AttemptedGraspResults, manipulation_msgs.GraspResult{ResultCode: int32(t.Code), ContinuationPossible: t.Continue})
	}
	if r.Grasp >= 0 {
		res.Grasp = grasps[r.Grasp]
	}
	f.mu.Lock()
	if r.Held {
		f.held = req.Target
	}
	f.mu.Unlock()
	if r.Held && r.Grasp >= 0 && f.opt.Scene != nil {
		f.opt.Scene.Took(req.Target, req.Grasps[r.Grasp].X_WG)
	}
	return ended(ctx, res, err)
}

// place carries out one goal.
func (f *Face) place(ctx context.Context, g *placeGoal) (*om.PlaceResult, error) {
	goal := g.Goal()
	res := &om.PlaceResult{ManipulationResult: manipulation_msgs.ManipulationResult{Value: manipulation_msgs.ManipulationResultError}}
	if err := unsupported(&goal.PathConstraints); err != nil {
		return ended(ctx, res, err)
	}
	req, err := f.placeRequest(ctx, goal)
	if err != nil {
		return ended(ctx, res, err)
	}
	if f.opt.Scene != nil {
		if err := f.opt.Scene.Look(ctx, false); err != nil {
			return ended(ctx, res, err)
		}
	}
	p := f.p.Pick
	p.Padding = padding(p.Padding, goal.AdditionalLinkPadding)
	var task *pick.Place
	err = f.loop.Run(ctx, func(r *pick.Robot) (pick.Task, error) {
		var err error
		task, err = pick.NewPlace(r, req, p)
		return task, err
	}, func(e pick.Event) {
		f.say(e)
		if e.Phase == pick.CheckingFeasibility {
			_ = g.Feedback(&om.PlaceFeedback{CurrentLocation: int32(e.Candidate), TotalLocations: int32(len(req.Locations))}) // likewise
		}
	})
	if task == nil {
		return ended(ctx, res, err)
	}
	r := task.Result()
	res.ManipulationResult.Value = int32(r.Value)
	for _, t := range r.Tried {
		res.AttemptedLocations = append(res.AttemptedLocations, goal.PlaceLocations[t.Candidate])
		res.AttemptedLocationResults = append(res.AttemptedLocationResults, manipulation_msgs.PlaceLocationResult{ResultCode: int32(t.Code), ContinuationPossible: t.Continue})
	}
	if r.Location >= 0 {
		res.PlaceLocation = goal.PlaceLocations[r.Location]
	}
	if !r.Held && !req.OnlyFeasibility && f.opt.Scene != nil {
		f.opt.Scene.Left()
	}
	return ended(ctx, res, err)
}
