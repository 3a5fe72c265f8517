// Package tabletop is the ROS face of tabletop perception as the PR2 had it: the table, the clusters on it, boxes around them and the
// graspable objects made of them.
//
// Subscribes: cloud_in (sensor_msgs/PointCloud2), /tf and /tf_static.
// Serves: tabletop_segmentation (tabletop_object_detector/TabletopSegmentation), object_detection
// (tabletop_object_detector/TabletopDetection), find_cluster_bounding_box, find_cluster_bounding_box_3d
// (object_manipulation_msgs/FindClusterBoundingBox), find_cluster_bounding_box2, find_cluster_bounding_box2_3d
// (object_manipulation_msgs/FindClusterBoundingBox2), and tabletop_collision_map_processing
// (tabletop_collision_map_processing/TabletopCollisionMapProcessing).
package tabletop

import (
	"cmp"
	"context"
	"math"
	"strings"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	process "github.com/holdfast-robotics/holdfast/msgs/tabletop_collision_map_processing"
	detector "github.com/holdfast-robotics/holdfast/msgs/tabletop_object_detector"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/node/recognize"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Params are the settings of the face. DefaultParams gives the defaults; Declare documents each. Names and defaults are those of the
// original nodes where they have them.
type Params struct {
	InlierThreshold  int
	PlaneVoxel       float64 // m
	ClusterVoxel     float64 // m
	XMin, XMax       float64 // m
	YMin, YMax       float64
	ZMin, ZMax       float64
	TableMin         float64 // m
	TableMax         float64
	ClusterDistance  float64 // m
	MinCluster       int
	Split            bool
	ProcessingFrame  string
	UpDirection      float64
	Flatten          bool
	Padding          float64 // m
	ZUpFrame         string
	MaxCloudAge      float64 // s
	CloudWait        float64 // s
	TFWait           float64 // s
	RecognitionLimit float64 // m
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *Params) Declare(s *param.Set) {
	limit := func(v *float64, name string, def float64) {
		s.Float(v, name, def, "m", -100, 100, "limit of what is looked at, in the processing frame")
	}
	s.Int(&p.InlierThreshold, "inlier_threshold", 300, "", 3, 10_000_000, "a table has at least so many points after thinning to plane_detection_voxel_size")
	s.Float(&p.PlaneVoxel, "plane_detection_voxel_size", 0.01, "m", 0.001, 0.5, "side of the cubes to which the table is thinned for that")
	s.Float(&p.ClusterVoxel, "clustering_voxel_size", 0.003, "m", 0.0005, 0.5, "side of the cubes to which clusters are thinned")
	limit(&p.XMin, "x_filter_min", -1)
	limit(&p.XMax, "x_filter_max", 1)
	limit(&p.YMin, "y_filter_min", -1)
	limit(&p.YMax, "y_filter_max", 1)
	limit(&p.ZMin, "z_filter_min", 0.4)
	limit(&p.ZMax, "z_filter_max", 1.25)
	s.Float(&p.TableMin, "table_z_filter_min", 0.01, "m", -5, 5, "objects are between this and table_z_filter_max over the table; negative limits, as of -0.5 and -0.01, mean the same")
	s.Float(&p.TableMax, "table_z_filter_max", 0.5, "m", -5, 5, "see table_z_filter_min")
	s.Float(&p.ClusterDistance, "cluster_distance", 0.03, "m", 0.001, 0.2, "points nearer than this belong to one object")
	s.Int(&p.MinCluster, "min_cluster_size", 300, "", 1, 10_000_000, "smaller clusters, after thinning, are noise")
	s.Bool(&p.Split, "split", true, "separate touching objects along concave edges, where the cloud is organised")
	s.Text(&p.ProcessingFrame, "processing_frame", "", "frame of the limits and of the answer; empty: the cloud's own")
	s.Float(&p.UpDirection, "up_direction", -1, "", -1, 1, "1 when z of the processing frame points up, as in a robot's base; -1 when it points away from the viewer, as in a camera")
	s.Bool(&p.Flatten, "flatten_table", false, "make the table level in the processing frame, its origin the mean of its points")
	s.Float(&p.Padding, "table_padding", 0, "m", 0, 1, "how far the outline of the table is moved outwards")
	s.Text(&p.ZUpFrame, "z_up_frame", "", "frame whose z is up for bounding boxes; empty: the cluster's own")
	s.Float(&p.MaxCloudAge, "max_cloud_age", 5, "s", 0, 1e6, "older clouds are not segmented; 0 for any age")
	s.Float(&p.CloudWait, "cloud_wait", 3, "s", 0, 600, "a call waits so long for a cloud")
	s.Float(&p.TFWait, "tf_wait", 5, "s", 0, 600, "and so long for a transform")
	s.Float(&p.RecognitionLimit, "recognition_limit", 0.005, "m", 0, 1, "a cluster is taken for a model whose fit is better")
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// check refuses settings that contradict each other.
func (p *Params) check() error {
	for _, l := range []struct {
		name     string
		min, max float64
	}{{"x_filter", p.XMin, p.XMax}, {"y_filter", p.YMin, p.YMax}, {"z_filter", p.ZMin, p.ZMax}, {"table_z_filter", p.TableMin, p.TableMax}} {
		if !(l.min < l.max) {
			return fault.New("", l.name+"_min", fault.Invalid, "%g m is not below %s_max %g m", l.min, l.name, l.max)
		}
	}
	if p.UpDirection != 1 && p.UpDirection != -1 {
		return fault.New("", "up_direction", fault.Invalid, "%g is neither 1 nor -1", p.UpDirection)
	}
	if lo, _ := p.heights(); lo < 0 {
		return fault.New("", "table_z_filter_min", fault.Invalid, "%g m and %g m lie on both sides of the table", p.TableMin, p.TableMax)
	}
	return nil
}

// heights are the limits over the table in whose range objects are. The original gives them along the normal of the table's hull, which
// points down in some configurations.
func (p *Params) heights() (lo, hi float64) {
	if p.TableMax <= 0 {
		return -p.TableMax, -p.TableMin
	}
	return p.TableMin, p.TableMax
}

// Face is a running tabletop node.
type Face struct {
	node  *ros.Node
	p     Params
	inbox *clouds.Inbox
	tf    *tf.Listener
	closers.List
	library *recognize.Library // nil: clusters are not recognised

	mu    sync.Mutex // numbers of objects
	count int
}

// New starts the face on a node. Close ends it. Clusters are compared with the models of a library, which may be nil.
func New(n *ros.Node, p Params, models *recognize.Library) (*Face, error) {
	const op = "start tabletop perception"
	if err := p.check(); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	f := &Face{node: n, p: p, inbox: clouds.NewInbox(), library: models}
	return closers.Started(f, op, f.start())
}

func (f *Face) start() (err error) {
	if f.tf, err = tf.Listen(f.node, tf.NewBuffer(0)); err != nil {
		return err
	}
	closers.Keep(&f.List, f.tf.Close)
	sub, err := ros.Subscribe(f.node, "cloud_in", func(m *sensor_msgs.PointCloud2) { f.inbox.Put(m, f.node.Clock().Now()) }, ros.Borrow(), ros.QueueSize(1))
	if err != nil {
		return err
	}
	closers.Keep(&f.List, sub.Close)
	return cmp.Or(
		serve(f, "tabletop_segmentation", &detector.TabletopSegmentationService, f.segmentation),
		serve(f, "object_detection", &detector.TabletopDetectionService, f.detection),
		serve(f, "tabletop_collision_map_processing", &process.TabletopCollisionMapProcessingService, f.assemble),
		serve(f, "find_cluster_bounding_box", &object_manipulation_msgs.FindClusterBoundingBoxService, f.box(upright)),
		serve(f, "find_cluster_bounding_box_3d", &object_manipulation_msgs.FindClusterBoundingBoxService, f.box(anyway)),
		serve(f, "find_cluster_bounding_box2", &object_manipulation_msgs.FindClusterBoundingBox2Service, f.box2(upright)),
		serve(f, "find_cluster_bounding_box2_3d", &object_manipulation_msgs.FindClusterBoundingBox2Service, f.box2(anyway)),
	)
}

func serve[Req, Res ros.Message](f *Face, name string, typ *wire.Service, call func(context.Context, Req) (Res, error)) error {
	s, err := ros.AdvertiseService(f.node, name, typ, call)
	if err == nil {
		closers.Keep(&f.List, s.Close)
	}
	return err
}

// lookup returns the pose of a frame in another; an empty target is the source itself.
func (f *Face) lookup(ctx context.Context, target, source string, at wire.Time) (geom.Pose, error) {
	if t, s := strings.TrimPrefix(target, "/"), strings.TrimPrefix(source, "/"); t == "" || t == s {
		return geom.Pose{R: geom.Rot{W: 1}}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, param.Seconds(f.p.TFWait))
	defer cancel()
	x, _, err := f.tf.Wait(ctx, target, source, at)
	return x, err
}

// limit cuts what a message can only hold as a float32.
func limit(v float64) float32 {
	return float32(math.Max(-math.MaxFloat32, math.Min(math.MaxFloat32, v)))
}
