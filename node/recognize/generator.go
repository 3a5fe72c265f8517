package recognize

import (
	"context"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

type (
	generateGoal     = rail_pick_and_place_msgs.GenerateModelsGoal
	generateResult   = rail_pick_and_place_msgs.GenerateModelsResult
	generateFeedback = rail_pick_and_place_msgs.GenerateModelsFeedback
)

// Generator is a running model_generator.
type Generator struct {
	closers.List
	node  *ros.Node
	store Store
	p     recognize.MergeParams
	pc    *ros.Publisher[*sensor_msgs.PointCloud2] // nil without debug
	poses *ros.Publisher[*geometry_msgs.PoseArray]
}

// NewGenerator starts it on a node, which is called model_generator for clients of the original.
func NewGenerator(n *ros.Node, store Store, p recognize.MergeParams, debug bool) (*Generator, error) {
	g := &Generator{node: n, store: store, p: p}
	var err error
	if debug {
		var pc *ros.Publisher[*sensor_msgs.PointCloud2]
		pc, err = ros.Advertise[*sensor_msgs.PointCloud2](n, "~debug_pc", ros.Latch())
		if g.pc, err = closers.Add(&g.List, pc, err); err == nil {
			var poses *ros.Publisher[*geometry_msgs.PoseArray]
			poses, err = ros.Advertise[*geometry_msgs.PoseArray](n, "~debug_poses", ros.Latch())
			g.poses, err = closers.Add(&g.List, poses, err)
		}
	}
	if err == nil {
		var s *actionlib.SimpleServer[*generateGoal, *generateResult, *generateFeedback]
		s, err = actionlib.NewSimpleServer(n, "~generate_models", &rail_pick_and_place_msgs.GenerateModelsActionType, g.execute)
		_, err = closers.Add(&g.List, s, err)
	}
	return closers.Started(g, "start model generator", err)
}

// execute merges demonstrations and models and stores what is new: models that were merged, and single demonstrations as models of
// their own unless the settings say otherwise. What is given is not deleted.
func (g *Generator) execute(ctx context.Context, goal *actionlib.Goal[*generateGoal, *generateResult, *generateFeedback]) (*generateResult, error) {
	const op = "generate models"
	out := &generateResult{}
	say := func(format string, args ...any) {
		if err := goal.Feedback(&generateFeedback{Message: fmt.Sprintf(format, args...)}); err != nil {
			g.node.Log().Debug("no feedback", "err", err)
		}
	}
	req := goal.Goal()
	say("loading %d demonstrations and %d models", len(req.GraspDemonstrationIDs), len(req.GraspModelIDs))
	demos, err := g.store.Demonstrations(ctx)
	if err != nil {
		return out, fault.Wrap(op, "", err)
	}
	models, err := g.store.Models(ctx)
	if err != nil {
		return out, fault.Wrap(op, "", err)
	}
	inputs := g.pick(demos, req.GraspDemonstrationIDs, "demonstration")
	demonstrated := len(inputs)
	inputs = append(inputs, g.pick(models, req.GraspModelIDs, "model")...)
	if len(inputs) == 0 {
		return out, fault.New(op, "", fault.NotFound, "none of the demonstrations and models exists: there is nothing to merge")
	}
	p := g.p
	if req.MaxModelSize > 0 {
		p.MaxGrasps = int(min(req.MaxModelSize, maxModelSize))
	}
	say("merging %d clouds", len(inputs))
	merged, err := recognize.Merge(inputs, p)
	if err != nil {
		return out, fault.Wrap(op, "", err)
	}
	if ctx.Err() != nil {
		return out, context.Cause(ctx)
	}
	for i := range merged {
		m := &merged[i]
		if len(m.From) == 1 && m.From[0] >= demonstrated {
			continue // it is stored already
		}
		id, err := g.store.AddModel(ctx, &m.Model)
		if err != nil {
			return out, fault.Wrap(op, "", err)
		}
		out.NewModelIDs = append(out.NewModelIDs, id)
		if err := g.show(&m.Model); err != nil {
			g.node.Log().Warn("a new model is not shown", "err", err)
		}
	}
	say("%d new models", len(out.NewModelIDs))
	return out, nil
}

// maxModelSize bounds the grasps of a model.
const maxModelSize = 1000

// pick returns the stored ones of the given ids, each once; unknown ids are warned of.
func (g *Generator) pick(from []recognize.Model, ids []uint32, what string) []recognize.Model {
	byID := make(map[uint32]*recognize.Model, len(from))
	for i := range from {
		byID[from[i].ID] = &from[i]
	}
	var out []recognize.Model
	for _, id := range ids {
		m, ok := byID[id]
		switch {
		case !ok:
			g.node.Log().Warn(fmt.Sprintf("there is no %s %d", what, id))
		case m != nil:
			out = append(out, *m)
			byID[id] = nil
		}
	}
	return out
}

// show publishes a new model for debugging.
func (g *Generator) show(m *recognize.Model) error {
	if g.pc == nil {
		return nil
	}
	var pc sensor_msgs.PointCloud2
	if err := clouds.FromCloud(m.Cloud, &pc); err != nil {
		return err
	}
	if err := g.pc.Publish(&pc); err != nil {
		return err
	}
	a := &geometry_msgs.PoseArray{}
	a.Header.FrameID = m.Cloud.Frame
	for _, x := range m.Grasps {
		a.Poses = append(a.Poses, geomsgs.Pose(x.X))
	}
	return g.poses.Publish(a)
}
