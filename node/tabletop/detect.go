package tabletop

import (
	"context"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/household_objects_database_msgs"
	detector "github.com/holdfast-robotics/holdfast/msgs/tabletop_object_detector"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// detectorName is how the models of clusters say who recognised them.
const detectorName = "holdfast"

// detection finds table and clusters and, where there is a library of models, the models that each cluster may be. A cluster that is
// none of them has an empty list.
func (f *Face) detection(ctx context.Context, r *detector.TabletopDetectionRequest) (*detector.TabletopDetectionResponse, error) {
	s, err := f.segmentation(ctx, &detector.TabletopSegmentationRequest{})
	if err != nil {
		return nil, err
	}
	d := detector.TabletopDetectionResult{Table: s.Table, Clusters: s.Clusters, Result: s.Result}
	wanted := r.ReturnModels && s.Result == success
	if wanted && f.library == nil {
		f.node.Log().Warn(fmt.Sprintf("object_detection: %d clusters are not recognised: there are no models", len(s.Clusters)))
		wanted = false
	}
	for i := range s.Clusters {
		var list household_objects_database_msgs.DatabaseModelPoseList
		if wanted {
			if list, err = f.candidates(ctx, s, i, int(r.NumModels)); err != nil {
				return nil, fault.Wrap("", fmt.Sprintf("cluster %d", i), err)
			}
		}
		d.Models = append(d.Models, list)
		d.ClusterModelIndices = append(d.ClusterModelIndices, int32(i))
	}
	return &detector.TabletopDetectionResponse{Detection: d}, nil
}

// candidates are at most n models that a cluster may be, the most likely first. Models stand upright on the table. Their confidence is
// the error of the fit in metres, as the original's is.
func (f *Face) candidates(ctx context.Context, s *detector.TabletopSegmentationResponse, i, n int) (list household_objects_database_msgs.DatabaseModelPoseList, err error) {
	m := &s.Clusters[i]
	c, err := clouds.ToCloudOld(m)
	if err != nil || c.ValidCount() == 0 {
		return list, err
	}
	q := s.Table.Pose.Pose.Orientation
	up := geom.Rot{W: q.W, X: q.X, Y: q.Y, Z: q.Z}.Normalized().Apply(geom.UnitZ)
	matches, err := f.library.Matches(ctx, recognize.Object{Cloud: c, Up: up})
	if err != nil {
		return list, err
	}
	for _, k := range matches[:min(len(matches), max(1, n))] {
		r, p := k.X_FM.R.Normalized(), k.X_FM.P
		var o household_objects_database_msgs.DatabaseModelPose
		o.ModelID, o.Type.Key, o.Confidence, o.DetectorName = int32(k.ID), k.Name, float32(k.Error), detectorName
		o.Pose.Header = m.Header
		o.Pose.Pose.Position = geomsgs.Point(p)
		o.Pose.Pose.Orientation = geomsgs.Quaternion(r)
		list.ModelList = append(list.ModelList, o)
	}
	return list, nil
}
