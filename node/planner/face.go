package planner

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_grasp_planner_cluster"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/tf"
)

// Options of the face besides its parameters.
type Options struct {
	Known Known         // nil for none: requests about known objects answer with an error that says so
	Grasp grasp.Options // arm and rehearsals of Holdfast's planner
}

// Face is a running planner node.
type Face struct {
	node  *ros.Node
	opt   Options
	tf    *tf.Listener
	count atomic.Int64 // requests

	markers *ros.Publisher[*visualization_msgs.Marker]
	closers.List

	mu sync.Mutex
	p  Params // Cluster may change
}

// New starts the services and actions on a node. Close ends them; goals that run end preempted.
func New(node *ros.Node, p Params, opt Options) (*Face, error) {
	f := &Face{node: node, opt: opt, p: p}
	return closers.Started(f, "start planner", f.start())
}

func (f *Face) start() error {
	var err error
	if f.tf, err = tf.Listen(f.node, tf.NewBuffer(0)); err != nil {
		return err
	}
	closers.Keep(&f.List, f.tf.Close)
	if f.markers, err = ros.Advertise[*visualization_msgs.Marker](f.node, "point_cluster_grasp_planner_markers", ros.Latch()); err != nil {
		return err
	}
	closers.Keep(&f.List, f.markers.Close)

	main := f.byCluster
	if f.p.Planner == "holdfast" {
		main = f.byHoldfast
	}
	plain := f.planner(main)
	own := f.planOrEvaluate
	for _, s := range []struct {
		name   string
		answer planFunc
	}{
		{"plan_point_cluster_grasp", plain}, {"plan_segmented_clutter_grasps", f.planClutter}, {"plan_grasps", own},
		{"database_grasp_planning", f.planKnown}, {"objects_database_node/database_grasp_planning", f.planKnown},
		{"evaluate_point_cluster_grasps", f.evaluator(f.evaluateCluster)},
	} {
		if err := f.serve(s.name, s.answer); err != nil {
			return err
		}
	}
	for _, a := range []struct {
		name   string
		answer planFunc
	}{
		{"plan_point_cluster_grasp", plain}, {"segmented_clutter_grasp_planner_server", f.planClutter}, {"plan_grasps", own},
		{"database_grasp_planning", f.planKnown}, {"probabilistic_grasp_planning", own}, {"push_grasp_planner_action_server", own},
	} {
		if err := f.act(a.name, a.answer); err != nil {
			return err
		}
	}
	set, err := ros.AdvertiseService(f.node, "set_point_cluster_grasp_params", &pr2_gripper_grasp_planner_cluster.SetPointClusterGraspParamsService, f.setParams)
	if err != nil {
		return err
	}
	closers.Keep(&f.List, set.Close)
	return nil
}

// planFunc answers a request; what it emits and returns only grows.
type planFunc func(ctx context.Context, req *request, emit emitter) ([]graspMsg, error)

// planner makes a strategy answer requests.
func (f *Face) planner(s strategy) planFunc {
	return func(ctx context.Context, req *request, emit emitter) ([]graspMsg, error) {
		t, err := f.understand(ctx, req)
		if err != nil {
			return nil, err
		}
		return s(ctx, t, emit)
	}
}

// planOrEvaluate is Holdfast's planner; where the request has grasps to evaluate, it does that instead.
func (f *Face) planOrEvaluate(ctx context.Context, req *request, emit emitter) ([]graspMsg, error) {
	if len(req.GraspsToEvaluate) > 0 {
		return f.evaluator(f.evaluateHoldfast)(ctx, req, emit)
	}
	return f.planner(f.byHoldfast)(ctx, req, emit)
}

// evaluator answers with the grasps of the request, in their order, with nothing changed but the quality. Poses are taken in the frames of
// their headers; an empty one is the cluster's.
func (f *Face) evaluator(rate func(context.Context, *task, []geom.Pose) ([]float64, error)) planFunc {
	return func(ctx context.Context, req *request, _ emitter) ([]graspMsg, error) {
		t, err := f.understand(ctx, req)
		if err != nil {
			return nil, err
		}
		poses := make([]geom.Pose, len(req.GraspsToEvaluate))
		for i := range poses {
			p := &req.GraspsToEvaluate[i].GraspPose
			x, err := geomsgs.FromPose(&p.Pose)
			if err != nil {
				return nil, fault.Wrap("read grasp to evaluate", req.GraspsToEvaluate[i].ID, err)
			}
			X_CH := geom.Pose{}
			if p.Header.FrameID != "" {
				if X_CH, err = f.transform(ctx, t.frame, p.Header.FrameID); err != nil {
					return nil, err
				}
			}
			poses[i] = X_CH.Mul(x)
		}
		q, err := rate(ctx, t, poses)
		if err != nil {
			return nil, err
		}
		out := slices.Clone(req.GraspsToEvaluate)
		for i := range out {
			out[i].GraspQuality = q[i]
		}
		return out, nil
	}
}

// code is the error code of an answer.
func code(err error) int32 {
	var t tfError
	switch {
	case err == nil:
		return manipulation_msgs.GraspPlanningErrorCodeSuccess
	case errors.As(err, &t):
		return manipulation_msgs.GraspPlanningErrorCodeTFError
	}
	return manipulation_msgs.GraspPlanningErrorCodeOtherError
}

func nothing([]graspMsg) {}

// serve answers a service. Errors are answered with their code and an empty list, as clients test it.
func (f *Face) serve(name string, answer planFunc) error {
	s, err := ros.AdvertiseService(f.node, name, &manipulation_msgs.GraspPlanningService, func(ctx context.Context, req *request) (*response, error) {
		out, err := answer(ctx, req, nothing)
		res := &response{Grasps: out}
		if err != nil {
			f.node.Log().Warn("grasps cannot be planned", "service", name, "err", err)
			res.Grasps = nil
		}
		f.draw(res.Grasps)
		res.ErrorCode.Value = code(err)
		return res, nil
	})
	if err == nil {
		closers.Keep(&f.List, s.Close)
	}
	return err
}

// act answers an action.
func (f *Face) act(name string, answer planFunc) error {
	s, err := actionlib.NewSimpleServer(f.node, name, &manipulation_msgs.GraspPlanningActionType,
		func(ctx context.Context, g *actionlib.Goal[*goal, *result, *feedback]) (*result, error) {
			in := g.Goal()
			told := -1
			tell := func(list []graspMsg) {
				if len(list) <= told { // a list that has not grown says nothing
					return
				}
				told = len(list)
				if err := g.Feedback(&feedback{Grasps: slices.Clip(list)}); err != nil {
					f.node.Log().Debug("feedback is not sent", "action", name, "err", err)
				}
			}
			out, err := answer(ctx, &request{
				ArmName: in.ArmName, Target: in.Target, CollisionObjectName: in.CollisionObjectName, CollisionSupportSurfaceName: in.CollisionSupportSurfaceName,
				GraspsToEvaluate: in.GraspsToEvaluate, MovableObstacles: in.MovableObstacles,
			}, tell)
			res := &result{Grasps: out}
			if ctx.Err() != nil { // what was found so far goes with it
				return res, context.Cause(ctx)
			}
			if err != nil {
				f.node.Log().Warn("grasps cannot be planned", "action", name, "err", err)
			} else {
				f.draw(out)
				if len(out) > 0 {
					tell(out)
				}
			}
			res.ErrorCode.Value = code(err)
			if f.p.Cluster.Compat && err != nil { // the original's goals succeed whatever their error code says
				res.Grasps, err = nil, nil
			}
			return res, err
		})
	if err == nil {
		closers.Keep(&f.List, s.Close)
	}
	return err
}
