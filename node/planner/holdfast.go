package planner

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// obstacle is a movable obstacle of a request.
type obstacle struct {
	name string
	at   int // object in the scene
}

// byHoldfast plans with Holdfast's own planner. The cluster stands on a level plane under its lowest point. Movable obstacles are in the
// way; after the grasps that avoid them come those that push some, which are named in allowed_touch_objects.
func (f *Face) byHoldfast(ctx context.Context, t *task, emit emitter) ([]graspMsg, error) {
	seg, obstacles, err := f.sceneOf(ctx, t)
	if err != nil {
		return nil, err
	}
	stamp := f.node.Clock().Now()
	known, err := f.remembered(ctx, t)
	if err != nil {
		return nil, err
	}
	opt := f.opt.Grasp
	opt.Known = func(int) []grasp.Known { return known }
	pl, err := grasp.NewPlanner(seg, t.arm.gripper, f.p.Grasp, opt)
	if err != nil {
		return nil, err
	}
	plan, err := pl.Plan(ctx, 0)
	if plan == nil {
		return nil, err
	}
	f.explain(t, seg, plan)
	var drafts []draft
	for i := range plan.Grasps {
		drafts = append(drafts, f.draftOf(t, seg, &plan.Grasps[i], nil))
	}
	at := func(k int) draft { return drafts[k] }
	out := t.messages(nil, len(drafts), at, stamp)
	if err != nil || len(obstacles) == 0 {
		return out, err
	}
	emit(out)
	pushing, err := f.pushing(ctx, t, seg, obstacles)
	drafts = append(drafts, pushing...)
	return t.messages(out, len(drafts), at, stamp), err
}

// explain says in the log what became of the candidates: how many were rejected for which reason, and on request each.
func (f *Face) explain(t *task, seg *scene.Segmentation, plan *grasp.Plan) {
	log := f.node.Log()
	if why := plan.WhyNot(); why != "" {
		log.Info("no grasp", "arm", t.arm.name, "why", why, "rejected", plan.Counts())
	} else {
		log.Debug("grasps", "arm", t.arm.name, "taken", len(plan.Grasps), "rejected", plan.Counts())
	}
	if !f.p.Why {
		return
	}
	poses := make([]geom.Pose, len(plan.Rejected))
	for i := range plan.Rejected {
		r := &plan.Rejected[i]
		poses[i] = f.draftOf(t, seg, &r.Grasp, nil).X_RA
		log.Info("rejected", "candidate", i, "kind", r.Grasp.Kind, "reason", r.Reason, "detail", r.Detail(), "frame", t.ref, "at", poses[i].P)
	}
	f.drawRejected(t.ref, poses)
}

// draftOf moves a grasp from the scene, which is in B, to the frame of the answer, and from the palm to the wrist.
func (f *Face) draftOf(t *task, _ *scene.Segmentation, g *grasp.Grasp, touch []string) draft {
	X_RB := t.X_RC.Mul(t.X_BC.Inv())
	const shorter, least = 0.03, 0.05
	return draft{
		X_RA: X_RB.Mul(g.X_FG).Mul(t.arm.X_AG.Inv()), quality: g.Quality, approach: f.p.Grasp.Approach,
		min: math.Max(math.Min(least, f.p.Grasp.Approach), f.p.Grasp.Approach-shorter), open: math.Min(1, g.Opening/t.arm.gripper.MaxOpening), touch: touch,
	}
}

// sceneOf makes a scene, in B, of the target, which is object 0, and of the movable obstacles.
func (f *Face) sceneOf(ctx context.Context, t *task) (*scene.Segmentation, []obstacle, error) {
	lists := [][]geom.Vec{t.points}
	in := []geom.Pose{t.X_BC}
	var obstacles []obstacle
	for i := range t.req.MovableObstacles {
		o := &t.req.MovableObstacles[i]
		frame, pts, err := f.pointsOf(o)
		if err != nil {
			return nil, nil, fault.Wrap("read movable obstacle "+o.CollisionName, "", err)
		}
		if len(pts) == 0 {
			continue
		}
		x, err := f.transform(ctx, t.frame, frame)
		if err != nil {
			return nil, nil, err
		}
		obstacles = append(obstacles, obstacle{o.CollisionName, len(lists)})
		lists = append(lists, pts)
		in = append(in, t.X_BC.Mul(x))
	}
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	c := cloud.New(n, 1)
	clusters := make([][]int32, len(lists))
	low, k := math.Inf(1), int32(0)
	var sum geom.Vec
	for l, pts := range lists {
		for _, p := range pts {
			q := in[l].Apply(p)
			c.Set(int(k), q)
			clusters[l] = append(clusters[l], k)
			k++
			if l == 0 {
				low = math.Min(low, q.Z)
				sum.X += q.X
				sum.Y += q.Y
			}
		}
	}
	m := float64(len(t.points))
	const half = 0.5 // m of plane around the object
	table := scene.Table{
		X_FT: geom.Pose{R: geom.IdentityRot, P: geom.V(sum.X/m, sum.Y/m, low)},
		Hull: []geom.Vec2{{X: -half, Y: -half}, {X: half, Y: -half}, {X: half, Y: half}, {X: -half, Y: half}},
	}
	seg, err := scene.FromClusters(c, table, clusters)
	return seg, obstacles, err
}

// pushing are grasps that are possible where obstacles may be touched, and touch some.
func (f *Face) pushing(ctx context.Context, t *task, seg *scene.Segmentation, obstacles []obstacle) ([]draft, error) {
	without := func(keep int) (*grasp.Planner, error) {
		opt := f.opt.Grasp
		opt.Rehearse = 0
		for _, o := range obstacles {
			if o.at != keep {
				opt.Allowed = append(opt.Allowed, o.at)
			}
		}
		return grasp.NewPlanner(seg, t.arm.gripper, f.p.Grasp, opt)
	}
	free, err := without(-1)
	if err != nil {
		return nil, err
	}
	plan, err := free.Plan(ctx, 0)
	if plan == nil {
		return nil, err
	}
	touched := make([][]string, len(plan.Grasps))
	for _, o := range obstacles {
		one, err := without(o.at)
		if err != nil {
			return nil, err
		}
		for i := range plan.Grasps {
			_, no, err := one.Judge(0, plan.Grasps[i].X_FG)
			if err != nil {
				return nil, err
			}
			if no != nil && no.Reason == grasp.HitsNeighbor {
				touched[i] = append(touched[i], o.name)
			}
		}
	}
	var out []draft
	for i := range plan.Grasps {
		if len(touched[i]) > 0 {
			out = append(out, f.draftOf(t, seg, &plan.Grasps[i], touched[i]))
		}
	}
	return out, err
}

// evaluateHoldfast fills in the quality of the grasps of a request as Holdfast's planner sees them; 0 for those it would reject. What a
// grasp names in allowed_touch_objects is not in its way.
func (f *Face) evaluateHoldfast(ctx context.Context, t *task, poses_CA []geom.Pose) ([]float64, error) {
	seg, obstacles, err := f.sceneOf(ctx, t)
	if err != nil {
		return nil, err
	}
	planners := map[string]*grasp.Planner{}
	out := make([]float64, len(poses_CA))
	for i, x := range poses_CA {
		if ctx.Err() != nil {
			return nil, fault.New("evaluate grasps", "", fault.Preempted, "%w", context.Cause(ctx))
		}
		opt := f.opt.Grasp
		for _, o := range obstacles {
			if slices.Contains(t.req.GraspsToEvaluate[i].AllowedTouchObjects, o.name) {
				opt.Allowed = append(opt.Allowed, o.at)
			}
		}
		key := fmt.Sprint(opt.Allowed)
		pl := planners[key]
		if pl == nil {
			if pl, err = grasp.NewPlanner(seg, t.arm.gripper, f.p.Grasp, opt); err != nil {
				return nil, err
			}
			planners[key] = pl
		}
		g, no, err := pl.Judge(0, t.X_BC.Mul(x).Mul(t.arm.X_AG))
		if err != nil {
			return nil, err
		}
		if no == nil {
			out[i] = g.Quality
		}
	}
	return out, nil
}
