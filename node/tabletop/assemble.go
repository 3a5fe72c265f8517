package tabletop

import (
	"context"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/household_objects_database_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	process "github.com/holdfast-robotics/holdfast/msgs/tabletop_collision_map_processing"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// wrap is the number after which names of objects start again.
const wrap = 10000

// supportName is the table's name in the collision environment.
const supportName = "table"

// assemble makes one graspable object of each cluster, named graspable_object_<n>, in the desired frame, with the box around it that
// reaches down to the table as its region of interest, and with the models it was recognised as.
func (f *Face) assemble(ctx context.Context, r *process.TabletopCollisionMapProcessingRequest) (*process.TabletopCollisionMapProcessingResponse, error) {
	const op = "assemble objects"
	d := &r.DetectionResult
	if r.ResetCollisionModels {
		f.mu.Lock()
		f.count = 0
		f.mu.Unlock()
	}
	out := &process.TabletopCollisionMapProcessingResponse{}
	if d.Table.XMin != 0 || d.Table.XMax != 0 || d.Table.YMin != 0 || d.Table.YMax != 0 {
		out.CollisionSupportSurfaceName = supportName
	}
	for i := range d.Clusters {
		subject := fmt.Sprintf("cluster %d", i)
		c := d.Clusters[i]
		frame := r.DesiredFrame
		if frame == "" {
			frame = c.Header.FrameID
		}
		x_DC, err := f.lookup(ctx, r.DesiredFrame, c.Header.FrameID, c.Header.Stamp)
		if err != nil {
			return nil, fault.Wrap(op, subject, err)
		}
		x_DZ, size, err := f.collisionBox(ctx, &d.Table.Pose, &c.Header.FrameID, pointsOf(c.Points))
		if err != nil {
			return nil, fault.Wrap(op, subject, err)
		}
		for k, p := range c.Points {
			q := x_DC.Apply(geom.V(float64(p.X), float64(p.Y), float64(p.Z)))
			if k == 0 { // the request's points stay as they are
				c.Points = make([]geometry_msgs.Point32, len(c.Points))
			}
			c.Points[k] = geometry_msgs.Point32{X: float32(q.X), Y: float32(q.Y), Z: float32(q.Z)}
		}
		c.Header.FrameID = frame
		g := manipulation_msgs.GraspableObject{ReferenceFrameID: frame, Cluster: c, CollisionName: f.name()}
		g.Region.RoiBoxPose = stamped(c.Header, x_DC.Mul(x_DZ))
		g.Region.RoiBoxDims = geomsgs.Vector3(size)
		if g.PotentialModels, err = f.models(d.Models, d.ClusterModelIndices, i); err != nil {
			return nil, fault.Wrap(op, subject, err)
		}
		out.GraspableObjects = append(out.GraspableObjects, g)
		out.CollisionObjectNames = append(out.CollisionObjectNames, g.CollisionName)
	}
	return out, nil
}

func pointsOf(list []geometry_msgs.Point32) []geom.Vec {
	out := make([]geom.Vec, len(list))
	for i, p := range list {
		out[i] = geom.V(float64(p.X), float64(p.Y), float64(p.Z))
	}
	return out
}

// name counts up.
func (f *Face) name() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.count
	f.count = (f.count + 1) % wrap
	return fmt.Sprintf("graspable_object_%d", n)
}

// models are those of a cluster when the best of them fits well enough: their confidence is an error in metres.
func (f *Face) models(lists []household_objects_database_msgs.DatabaseModelPoseList, of []int32, i int) ([]household_objects_database_msgs.DatabaseModelPose, error) {
	if i >= len(of) {
		return nil, nil
	}
	if of[i] < 0 || int(of[i]) >= len(lists) {
		return nil, fault.New("", "", fault.Invalid, "cluster_model_indices is %d, and there are %d lists of models", of[i], len(lists))
	}
	list := lists[of[i]].ModelList
	if len(list) == 0 || !(float64(list[0].Confidence) < f.p.RecognitionLimit) {
		return nil, nil
	}
	return list, nil
}

// collisionBox is the box around a cluster in the cluster's frame C, let down to the table where it stands on it.
func (f *Face) collisionBox(ctx context.Context, table *geometry_msgs.PoseStamped, frame *string, pts []geom.Vec) (x_CZ geom.Pose, size geom.Vec, err error) {
	at := table.Header.Stamp
	x_BC, err := f.lookup(ctx, f.p.ZUpFrame, *frame, at)
	if err != nil {
		return x_CZ, size, err
	}
	b, err := cluster.Box(pts, x_BC)
	if err != nil {
		return x_CZ, size, err
	}
	x_CZ, size = b.Center(), b.Size
	if table.Pose == (geometry_msgs.Pose{}) {
		return x_CZ, size, nil // no table
	}
	x_CT, err := f.lookup(ctx, *frame, table.Header.FrameID, at)
	if err != nil {
		return x_CZ, size, err
	}
	x_TT, err := geomsgs.FromPose(&table.Pose)
	if err != nil {
		return x_CZ, size, fault.Wrap("", "table", err)
	}
	x_CT = x_CT.Mul(x_TT)
	x_TZ, size := ReachDown(x_CT.Inv().Mul(x_CZ), size)
	return x_CT.Mul(x_TZ), size, nil
}

// The box of an object stands on the table when their z axes agree within 10 degrees and its middle is so high over it, in metres.
const (
	levelCosine = 0.984807753012208
	lowestMid   = 0.005
	highestMid  = 0.3
)

// ReachDown lets the box of an object that stands on a table, given by the pose of its middle in the table's frame T (z up) and its
// size, reach down to the table; its top stays. The box of what does not stand on the table stays as it is.
func ReachDown(x_TZ geom.Pose, size geom.Vec) (geom.Pose, geom.Vec) {
	z := x_TZ.P.Z
	if x_TZ.R.Apply(geom.UnitZ).Z < levelCosine || z < lowestMid || z > highestMid {
		return x_TZ, size
	}
	top := z + size.Z/2
	size.Z = top
	x_TZ.P.Z = top / 2
	return x_TZ, size
}
