package planner

import (
	"context"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// openings are the directions in which a container may be open, in the frame of its points: upwards, and towards the robot. Grasps from
// the side come in against the opening.
var openings = []geom.Vec{geom.V(0, 0, 1), geom.V(-1, 0, 0)}

// planClutter plans for everything in the box roi_box of the target's region: what faces each opening is taken apart into things, and
// each gets overhead grasps or grasps from the front.
func (f *Face) planClutter(ctx context.Context, req *request, emit emitter) ([]graspMsg, error) {
	t, err := f.understand(ctx, req)
	if err != nil {
		return nil, err
	}
	r := &req.Target.Region
	d := r.RoiBoxDims
	if !(d.X > 0 && d.Y > 0 && d.Z > 0) {
		return nil, fault.New("plan clutter", "", fault.Invalid, "the region's box has sides of %g, %g and %g m; it needs roi_box_dims", d.X, d.Y, d.Z)
	}
	x, err := geomsgs.FromPose(&r.RoiBoxPose.Pose)
	if err != nil {
		return nil, err
	}
	if from := r.RoiBoxPose.Header.FrameID; from != "" {
		X_CF, err := f.transform(ctx, t.frame, from)
		if err != nil {
			return nil, err
		}
		x = X_CF.Mul(x)
	}
	const front = 0.7 // least cosine of a side grasp's approach with x
	var out []graspMsg
	for _, open := range openings {
		p := f.settings()
		p.SideMinHeight, p.GripperOpening, p.SideStep, p.PalmStep = 0.02, 0, 0.04, 0.02
		p.HighPoints, p.BackoffSteps, p.NoNeighborCheck, p.Randomize = false, 1, true, false
		p.OverheadOnly, p.SideOnly = open.Z > 0.5, open.Z <= 0.5
		for _, pts := range cluster.Contents(t.points, x.P, geom.V(d.X/2, d.Y/2, d.Z/2), open) {
			one := *t
			one.points = pts
			found, err := f.clusterWith(ctx, &one, p, nothing)
			for i := range found {
				q, _ := geomsgs.FromPose(&found[i].GraspPose.Pose) // made by us
				along := t.X_RC.R.Inv().Mul(q.R).Apply(t.arm.approach)
				if p.SideOnly && along.X < front {
					continue
				}
				found[i].ID = t.message(len(out), &draft{}, found[i].GraspPose.Header.Stamp).ID
				out = append(out, found[i])
			}
			if err != nil {
				return out, err
			}
			if len(found) > 0 {
				emit(out)
			}
		}
	}
	return out, nil
}
