package planner

import (
	"context"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_grasp_planner_cluster"
)

// emitter is told of a list each time it has grown.
type emitter func([]graspMsg)

// strategy plans for a task and emits on the way.
type strategy func(ctx context.Context, t *task, emit emitter) ([]graspMsg, error)

// byCluster plans in the way of the original.
func (f *Face) byCluster(ctx context.Context, t *task, emit emitter) ([]graspMsg, error) {
	return f.clusterWith(ctx, t, f.settings(), emit)
}

func (f *Face) clusterWith(ctx context.Context, t *task, p cluster.Params, emit emitter) ([]graspMsg, error) {
	pl, err := cluster.New(t.arm.hand, p)
	if err != nil {
		return nil, err
	}
	b, err := pl.Bound(t.points, t.X_BC)
	if err != nil {
		return nil, err
	}
	stamp := f.node.Clock().Now()
	var out []graspMsg
	found, err := pl.Plan(ctx, b, func(list []cluster.Grasp) {
		out = t.messages(out, len(list), t.draftOf(list), stamp)
		emit(out)
	})
	return t.messages(out, len(found), t.draftOf(found), stamp), err
}

func (t *task) draftOf(list []cluster.Grasp) func(int) draft {
	return func(k int) draft {
		g := &list[k]
		return draft{X_RA: t.X_RC.Mul(g.X_CA), quality: g.Quality, approach: g.Approach, min: g.Min, open: 1}
	}
}

// settings are the live settings of the cluster planner.
func (f *Face) settings() cluster.Params {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.p.Cluster
}

type (
	setRequest  = pr2_gripper_grasp_planner_cluster.SetPointClusterGraspParamsRequest
	setResponse = pr2_gripper_grasp_planner_cluster.SetPointClusterGraspParamsResponse
)

// setParams overwrites the live settings with all fields of the request.
func (f *Face) setParams(_ context.Context, r *setRequest) (*setResponse, error) {
	f.mu.Lock()
	p := f.p.Cluster
	f.mu.Unlock()
	// A hand's own height and opening are taken where these are 0, so a 0 that a client means is a very small number.
	const zero = 1e-9
	p.SideMinHeight, p.GripperOpening = max(zero, r.HeightGoodForSideGrasps), max(zero, r.GripperOpening)
	p.SideStep, p.PalmStep = r.SideStep, r.PalmStep
	p.OverheadOnly, p.SideOnly, p.HighPoints, p.JustOutside = r.OverheadGraspsOnly, r.SideGraspsOnly, r.IncludeHighPointGrasps, r.PregraspJustOutsideBox
	p.BackoffSteps, p.NoNeighborCheck, p.Randomize = max(1, int(r.BackoffDepthSteps)), r.DisableGraspNeighborCheck, r.RandomizeGrasps
	hand, err := cluster.FindHand(f.p.Hand)
	if err == nil {
		_, err = cluster.New(hand, p) // a step of 0 would never end
	}
	if err != nil {
		return nil, fault.Wrap("set parameters", "", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.p.Cluster = p
	return &setResponse{}, nil
}

// evaluateCluster fills in the quality of the grasps of a request as the cluster planner sees them.
func (f *Face) evaluateCluster(_ context.Context, t *task, poses_CA []geom.Pose) ([]float64, error) {
	pl, err := cluster.New(t.arm.hand, f.settings())
	if err != nil {
		return nil, err
	}
	b, err := pl.Bound(t.points, t.X_BC)
	if err != nil {
		return nil, err
	}
	return pl.Evaluate(b, poses_CA), nil
}
