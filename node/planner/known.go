package planner

import (
	"cmp"
	"context"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/msgs/household_objects_database_msgs"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// Model names an object of a database.
type Model struct {
	ID  int    // 0 where only the key is known
	Key string // of a recogniser
}

// KnownGrasp is a grasp that is stored for a model.
type KnownGrasp struct {
	ID           int64
	X_OA         geom.Pose // of the hand's wrist in the model's frame
	Open, Closed []float64 // joint positions; one for all joints, or one each
	Quality      float64   // 0 to 1, of the planner that found it; what is believed before the first attempt
	Successes    int
	Attempts     int
}

// Known finds stored grasps.
type Known interface {
	// Grasps are those of a model for a hand, by the hand's name in the database. An unknown model is an error of kind NotFound.
	Grasps(ctx context.Context, m Model, hand string) ([]KnownGrasp, error)
}

// Rate is the expected rate of success: the mean of a beta distribution whose prior is the stored quality.
func (g *KnownGrasp) Rate() float64 { return grasp.Posterior(g.Quality, g.Successes, g.Attempts) }

// Joint efforts of stored grasps, N, and their approach, m, as clients of the original know them.
const (
	knownOpenEffort, knownHoldEffort = 100, 50
	knownApproach, knownMinApproach  = 0.10, 0.05
)

// planKnown answers from the database, for the first potential model.
func (f *Face) planKnown(ctx context.Context, req *request, emit emitter) ([]graspMsg, error) {
	const op = "plan known object"
	if f.opt.Known == nil {
		return nil, fault.New(op, "", fault.Unavailable, "no database of known objects is configured; plan_point_cluster_grasp and plan_grasps need none")
	}
	if len(req.Target.PotentialModels) == 0 {
		return nil, fault.New(op, "", fault.Invalid, "the target has no potential model")
	}
	t := &task{req: req, number: f.count.Add(1)}
	var err error
	if t.arm, err = f.findArm(ctx, req.ArmName); err != nil {
		return nil, err
	}
	m := &req.Target.PotentialModels[0]
	if t.frame = m.Pose.Header.FrameID; t.frame == "" {
		t.frame = req.Target.ReferenceFrameID
	}
	if t.ref = req.Target.ReferenceFrameID; t.ref == "" {
		t.ref = t.frame
	}
	if t.X_RC, err = f.transform(ctx, t.ref, t.frame); err != nil {
		return nil, err
	}
	X_CO, err := geomsgs.FromPose(&m.Pose.Pose)
	if err != nil {
		return nil, err
	}
	known, err := f.opt.Known.Grasps(ctx, modelOf(m), t.arm.database)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(known, func(a, b KnownGrasp) int { return cmp.Compare(b.Rate(), a.Rate()) })
	stamp := f.node.Clock().Now()
	var out []graspMsg
	for i := range known {
		g := &known[i]
		open, ok1 := forJoints(g.Open, len(t.arm.joints))
		closed, ok2 := forJoints(g.Closed, len(t.arm.joints))
		if !ok1 || !ok2 {
			f.node.Log().Warn("a stored grasp is for another hand", "joints", len(g.Open), "of the hand", len(t.arm.joints))
			continue
		}
		d := draft{X_RA: t.X_RC.Mul(X_CO).Mul(g.X_OA), quality: g.Rate(), approach: knownApproach, min: knownMinApproach, open: 1}
		msg := t.message(len(out), &d, stamp)
		msg.PreGraspPosture.Position, msg.PreGraspPosture.Effort = open, repeat(knownOpenEffort, len(t.arm.joints))
		msg.GraspPosture.Position, msg.GraspPosture.Effort = closed, repeat(knownHoldEffort, len(t.arm.joints))
		out = append(out, msg)
	}
	if len(out) > 0 {
		emit(out)
	}
	if ctx.Err() != nil {
		return out, fault.New(op, "", fault.Preempted, "%w", context.Cause(ctx))
	}
	return out, nil
}

// remembered are the stored grasps of the first potential model of a target that has points as well, in the scene's frame B. Without a
// database, without a model, or where the model is not known, there are none.
func (f *Face) remembered(ctx context.Context, t *task) ([]grasp.Known, error) {
	if f.opt.Known == nil || len(t.req.Target.PotentialModels) == 0 {
		return nil, nil
	}
	m := &t.req.Target.PotentialModels[0]
	known, err := f.opt.Known.Grasps(ctx, modelOf(m), t.arm.database)
	if fault.KindOf(err) == fault.NotFound {
		f.node.Log().Info("nothing is remembered of the model", "err", err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	frame := m.Pose.Header.FrameID
	if frame == "" {
		frame = t.ref
	}
	X_CH, err := f.transform(ctx, t.frame, frame)
	if err != nil {
		return nil, err
	}
	X_HO, err := geomsgs.FromPose(&m.Pose.Pose)
	if err != nil {
		return nil, fault.Wrap("read pose of model", "", err)
	}
	out := make([]grasp.Known, len(known))
	for i := range known {
		k := &known[i]
		out[i] = grasp.Known{ID: k.ID, X_FG: t.X_BC.Mul(X_CH).Mul(X_HO).Mul(k.X_OA).Mul(t.arm.X_AG), Successes: k.Successes, Attempts: k.Attempts}
	}
	return out, nil
}

func modelOf(m *household_objects_database_msgs.DatabaseModelPose) Model {
	return Model{ID: int(m.ModelID), Key: m.Type.Key}
}

// forJoints gives one stored value to every joint.
func forJoints(v []float64, n int) ([]float64, bool) {
	if len(v) == 1 {
		return repeat(v[0], n), true
	}
	return v, len(v) == n
}

func repeat(v float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}
