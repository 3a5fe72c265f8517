// Package scene is the ROS face of segmentation: rail_segmentation's node, with its names, types and order of messages.
//
// Subscribes: the camera's clouds (sensor_msgs/PointCloud2), /tf and /tf_static.
// Publishes, all latched: ~segmented_objects (rail_manipulation_msgs/SegmentedObjectList), ~markers (visualization_msgs/MarkerArray),
// ~segmented_table (rail_manipulation_msgs/SegmentedObject), ~table_marker (visualization_msgs/Marker), and with debug ~debug_pc
// (sensor_msgs/PointCloud2) and ~debug_img (sensor_msgs/Image).
// Serves: ~segment, ~clear (std_srvs/Empty), ~remove_object (rail_segmentation/RemoveObject), ~segment_objects,
// ~segment_objects_from_point_cloud and ~calculate_features (rail_manipulation_msgs).
package scene

import (
	"context"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_segmentation"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/node/railobject"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// List is the list of objects that the face publishes.
type List = rail_manipulation_msgs.SegmentedObjectList

// Face is a running segmentation node.
type Face struct {
	node  *ros.Node
	p     Params
	zones []Zone
	inbox *clouds.Inbox
	tf    *tf.Listener
	ends  closers.List
	auto  sync.WaitGroup
	stop  context.CancelFunc
	ctx   context.Context

	objects  *ros.Publisher[*List]
	markers  *ros.Publisher[*visualization_msgs.MarkerArray]
	table    *ros.Publisher[*rail_manipulation_msgs.SegmentedObject]
	tableBox *ros.Publisher[*visualization_msgs.Marker]
	debugPC  *ros.Publisher[*sensor_msgs.PointCloud2] // nil without debug
	debugImg *ros.Publisher[*sensor_msgs.Image]

	mu     sync.Mutex // one call at a time
	zone   *Zone      // that counted last
	engine *scene.Segmenter
	cloud  cloud.Cloud
	found  scene.Segmentation
	list   List
	shown  []visualization_msgs.Marker // of the objects, in their order
	labels []visualization_msgs.Marker // the same, or none
}

// queue holds both messages of a call for a subscriber that is slow.
const queue = 16

// New starts the face on a node, which is called rail_segmentation for clients of the original. Close ends it. Without zones it has
// those of p.ZonesConfig, or the default.
func New(n *ros.Node, p Params, zones []Zone) (*Face, error) {
	const op = "start segmentation"
	if len(zones) == 0 {
		zones = DefaultZones()
		if p.ZonesConfig != "" {
			var err error
			if zones, err = LoadZones(p.ZonesConfig); err != nil {
				return nil, err
			}
		}
	}
	settings, err := p.engine()
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	f := &Face{node: n, p: p, zones: zones, inbox: clouds.NewInbox()}
	if f.engine, err = scene.NewSegmenter(settings); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	f.ctx, f.stop = context.WithCancel(n.Context())
	return closers.Started(f, op, f.start())
}

func advertise[M ros.Message](f *Face, topic string) (*ros.Publisher[M], error) {
	p, err := ros.Advertise[M](f.node, topic, ros.Latch(), ros.QueueSize(queue))
	return closers.Add(&f.ends, p, err)
}

func (f *Face) start() (err error) {
	if f.tf, err = tf.Listen(f.node, tf.NewBuffer(0)); err != nil {
		return err
	}
	closers.Keep(&f.ends, f.tf.Close)
	if f.objects, err = advertise[*List](f, "~segmented_objects"); err != nil {
		return err
	}
	if f.markers, err = advertise[*visualization_msgs.MarkerArray](f, "~markers"); err != nil {
		return err
	}
	if f.table, err = advertise[*rail_manipulation_msgs.SegmentedObject](f, "~segmented_table"); err != nil {
		return err
	}
	if f.tableBox, err = advertise[*visualization_msgs.Marker](f, "~table_marker"); err != nil {
		return err
	}
	if f.p.Debug {
		if f.debugPC, err = advertise[*sensor_msgs.PointCloud2](f, "~debug_pc"); err != nil {
			return err
		}
		if f.debugImg, err = advertise[*sensor_msgs.Image](f, "~debug_img"); err != nil {
			return err
		}
	}
	if err := f.serve(); err != nil {
		return err
	}
	sub, err := ros.Subscribe(f.node, f.p.CloudTopic, func(m *sensor_msgs.PointCloud2) { f.inbox.Put(m, f.node.Clock().Now()) }, ros.Borrow(), ros.QueueSize(1))
	if _, err = closers.Add(&f.ends, sub, err); err != nil {
		return err
	}
	f.node.Log().Info("segmentation is ready", "clouds", sub.Topic(), "objects", f.objects.Topic(), "zones", len(f.zones))
	if f.p.Rate > 0 {
		f.auto.Go(f.continuous)
	}
	return nil
}

func (f *Face) serve() error {
	for name, call := range map[string]func(context.Context) error{
		"~segment": func(ctx context.Context) error { _, err := f.Segment(ctx); return err },
		"~clear":   func(context.Context) error { return f.Clear() },
	} {
		s, err := ros.AdvertiseService(f.node, name, &std_srvs.EmptyService, func(ctx context.Context, _ *std_srvs.EmptyRequest) (*std_srvs.EmptyResponse, error) {
			return &std_srvs.EmptyResponse{}, call(ctx)
		})
		if _, err = closers.Add(&f.ends, s, err); err != nil {
			return err
		}
	}
	remove, err := ros.AdvertiseService(f.node, "~remove_object", &rail_segmentation.RemoveObjectService,
		func(_ context.Context, r *rail_segmentation.RemoveObjectRequest) (*rail_segmentation.RemoveObjectResponse, error) {
			return &rail_segmentation.RemoveObjectResponse{}, f.Remove(int(r.Index))
		})
	if _, err = closers.Add(&f.ends, remove, err); err != nil {
		return err
	}
	see, err := ros.AdvertiseService(f.node, "~segment_objects", &rail_manipulation_msgs.SegmentObjectsService,
		func(ctx context.Context, _ *rail_manipulation_msgs.SegmentObjectsRequest) (*rail_manipulation_msgs.SegmentObjectsResponse, error) {
			list, err := f.Segment(ctx)
			return &rail_manipulation_msgs.SegmentObjectsResponse{SegmentedObjects: list}, err
		})
	if _, err = closers.Add(&f.ends, see, err); err != nil {
		return err
	}
	given, err := ros.AdvertiseService(f.node, "~segment_objects_from_point_cloud", &rail_manipulation_msgs.SegmentObjectsFromPointCloudService,
		func(ctx context.Context, r *rail_manipulation_msgs.SegmentObjectsFromPointCloudRequest) (*rail_manipulation_msgs.SegmentObjectsFromPointCloudResponse, error) {
			list, err := f.SegmentCloud(ctx, &r.PointCloud)
			return &rail_manipulation_msgs.SegmentObjectsFromPointCloudResponse{SegmentedObjects: list}, err
		})
	if _, err = closers.Add(&f.ends, given, err); err != nil {
		return err
	}
	features, err := ros.AdvertiseService(f.node, "~calculate_features", &rail_manipulation_msgs.ProcessSegmentedObjectsService,
		func(_ context.Context, r *rail_manipulation_msgs.ProcessSegmentedObjectsRequest) (*rail_manipulation_msgs.ProcessSegmentedObjectsResponse, error) {
			for i := range r.SegmentedObjects.Objects {
				if err := railobject.Remeasure(&r.SegmentedObjects.Objects[i], f.p.MarkerVoxel); err != nil {
					return nil, fault.Wrap("calculate features", object(i), err)
				}
			}
			return &rail_manipulation_msgs.ProcessSegmentedObjectsResponse{SegmentedObjects: r.SegmentedObjects}, nil
		})
	_, err = closers.Add(&f.ends, features, err)
	return err
}

// Close ends services, topics and the continuous mode.
func (f *Face) Close() error {
	f.stop()
	f.auto.Wait()
	return f.ends.Close()
}

// continuous segments at a rate. What hinders it is said once, until it works again.
func (f *Face) continuous() {
	last := ""
	_ = clock.Every(f.ctx, f.node.Clock(), param.Seconds(1/f.p.Rate), func(wire.Time) error { // it ends with the context
		_, err := f.Segment(f.ctx)
		if f.ctx.Err() != nil {
			return nil
		}
		kind := ""
		if err != nil {
			kind = fault.KindOf(err).String()
		}
		if kind != last {
			if last = kind; err != nil {
				f.node.Log().Warn("segmentation does not run", "err", err)
			} else {
				f.node.Log().Info("segmentation runs again")
			}
		}
		return nil
	})
}
