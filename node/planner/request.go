package planner

import (
	"context"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

type (
	request  = manipulation_msgs.GraspPlanningRequest
	response = manipulation_msgs.GraspPlanningResponse
	goal     = manipulation_msgs.GraspPlanningGoal
	result   = manipulation_msgs.GraspPlanningResult
	feedback = manipulation_msgs.GraspPlanningFeedback
	graspMsg = manipulation_msgs.Grasp
)

// task is a request that was understood.
type task struct {
	req    *request
	arm    *arm
	number int64 // of the request, for ids
	frame  string
	points []geom.Vec // of the cluster, in its frame C
	ref    string     // frame of the answer, R
	X_RC   geom.Pose
	X_BC   geom.Pose // B is up
}

// tfError marks what is answered with TF_ERROR.
type tfError struct{ error }

func (e tfError) Unwrap() error { return e.error }

// pointsOf takes the points of an object: its cluster where it has one, else its region.
func (f *Face) pointsOf(o *manipulation_msgs.GraspableObject) (frame string, pts []geom.Vec, err error) {
	if n := len(o.Cluster.Points); n > 0 {
		if n > f.p.MaxPoints {
			return "", nil, fault.New("read cluster", "", fault.TooLarge, "%d points; parameter max_points allows %d", n, f.p.MaxPoints)
		}
		pts = make([]geom.Vec, 0, n)
		for _, p := range o.Cluster.Points {
			pts = append(pts, geom.V(float64(p.X), float64(p.Y), float64(p.Z)))
		}
		return o.Cluster.Header.FrameID, finite(pts), nil
	}
	r := &o.Region.Cloud
	if len(r.Data) == 0 {
		return "", nil, fault.New("read target", "", fault.Invalid, "both its cluster and its region are empty")
	}
	if n := uint64(r.Width) * uint64(r.Height); n > uint64(f.p.MaxPoints) {
		return "", nil, fault.New("read region", "", fault.TooLarge, "%d points; parameter max_points allows %d", n, f.p.MaxPoints)
	}
	var c cloud.Cloud
	if err := clouds.ToCloud(r, &c); err != nil {
		return "", nil, err
	}
	pts = make([]geom.Vec, 0, c.Len())
	for i := range c.Len() {
		pts = append(pts, c.At(i))
	}
	return r.Header.FrameID, finite(pts), nil
}

func finite(pts []geom.Vec) []geom.Vec {
	kept := pts[:0]
	for _, p := range pts {
		if geom.IsFinite(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// understand reads a request about a cluster.
func (f *Face) understand(ctx context.Context, req *request) (*task, error) {
	t := &task{req: req, number: f.count.Add(1)}
	var err error
	if t.arm, err = f.findArm(ctx, req.ArmName); err != nil {
		return nil, err
	}
	if t.frame, t.points, err = f.pointsOf(&req.Target); err != nil {
		return nil, err
	}
	if t.frame == "" {
		return nil, fault.New("read target", "", fault.Invalid, "its points are in no frame: header.frame_id is empty")
	}
	if len(t.points) == 0 {
		return nil, fault.New("read target", "", fault.Invalid, "none of its points is finite")
	}
	if t.ref = req.Target.ReferenceFrameID; t.ref == "" {
		t.ref = t.frame
	}
	if t.X_RC, err = f.transform(ctx, t.ref, t.frame); err != nil {
		return nil, err
	}
	up := f.p.ZUpFrame
	if up == "" {
		up = t.frame
	}
	if t.X_BC, err = f.transform(ctx, up, t.frame); err != nil {
		return nil, err
	}
	return t, nil
}

// transform is the pose of one frame in another, the latest known; it waits for it.
func (f *Face) transform(ctx context.Context, target, source string) (geom.Pose, error) {
	if target == source {
		return geom.Pose{R: geom.IdentityRot}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, param.Seconds(f.p.TFWait))
	defer cancel()
	x, _, err := f.tf.Wait(ctx, target, source, wire.Time{})
	if err != nil {
		return geom.Pose{}, tfError{fault.Wrap("transform "+source+" to "+target, "", err)}
	}
	return x, nil
}
