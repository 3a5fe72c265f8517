package tabletop

import (
	"context"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// stance is how a box stands.
type stance uint8

const (
	upright stance = iota // without outliers, z up
	anyway                // along the principal axes
)

type (
	boxRequest   = object_manipulation_msgs.FindClusterBoundingBoxRequest
	boxResponse  = object_manipulation_msgs.FindClusterBoundingBoxResponse
	box2Request  = object_manipulation_msgs.FindClusterBoundingBox2Request
	box2Response = object_manipulation_msgs.FindClusterBoundingBox2Response
)

func (f *Face) box(s stance) func(context.Context, *boxRequest) (*boxResponse, error) {
	return func(ctx context.Context, r *boxRequest) (*boxResponse, error) {
		pts := make([]geom.Vec, 0, len(r.Cluster.Points))
		for _, p := range r.Cluster.Points {
			pts = append(pts, geom.V(float64(p.X), float64(p.Y), float64(p.Z)))
		}
		return f.findBox(ctx, s, r.Cluster.Header, pts)
	}
}

func (f *Face) box2(s stance) func(context.Context, *box2Request) (*box2Response, error) {
	return func(ctx context.Context, r *box2Request) (*box2Response, error) {
		var c cloud.Cloud
		if err := clouds.ToCloud(&r.Cluster, &c); err != nil {
			return nil, err
		}
		pts := make([]geom.Vec, 0, c.Len())
		for i := range c.X {
			pts = append(pts, c.At(i))
		}
		b, err := f.findBox(ctx, s, r.Cluster.Header, pts)
		if err != nil {
			return nil, err
		}
		return &box2Response{Pose: b.Pose, BoxDims: b.BoxDims, ErrorCode: b.ErrorCode}, nil
	}
}

// findBox answers with the middle of the box in the cluster's frame. A missing transform is the error code TF_ERROR with all zeros, as
// clients test it; a cluster without points fails the call.
func (f *Face) findBox(ctx context.Context, s stance, h std_msgs.Header, pts []geom.Vec) (*boxResponse, error) {
	valid := pts[:0]
	for _, p := range pts {
		if geom.IsFinite(p) {
			valid = append(valid, p)
		}
	}
	out := &boxResponse{ErrorCode: boxSuccess}
	if s == anyway {
		x, size, err := cluster.Box3D(valid)
		if err != nil {
			return nil, err
		}
		out.Pose, out.BoxDims = stamped(h, x), geomsgs.Vector3(size)
		return out, nil
	}
	x_BC, err := f.lookup(ctx, f.p.ZUpFrame, h.FrameID, h.Stamp)
	if err != nil {
		f.node.Log().Warn("the box of a cluster is not found", "err", err)
		return &boxResponse{ErrorCode: boxTFError}, nil
	}
	b, err := cluster.Box(valid, x_BC)
	if err != nil {
		return nil, err
	}
	out.Pose, out.BoxDims = stamped(h, b.Center()), geomsgs.Vector3(b.Size)
	return out, nil
}

const (
	boxSuccess = object_manipulation_msgs.FindClusterBoundingBoxResponseSuccess
	boxTFError = object_manipulation_msgs.FindClusterBoundingBoxResponseTFError
)

func stamped(h std_msgs.Header, x geom.Pose) geometry_msgs.PoseStamped {
	return geometry_msgs.PoseStamped{Header: h, Pose: geomsgs.Pose(x)}
}
