package recognize

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
)

type listMsg = rail_manipulation_msgs.SegmentedObjectList

// ListenerParams are the settings of the listener.
type ListenerParams struct {
	Topic         string
	Debug         bool
	MergeDistance float64 // m
	MarkerVoxel   float64 // m
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *ListenerParams) Declare(s *param.Set) {
	s.Text(&p.Topic, "segmented_objects_topic", "/rail_segmentation/segmented_objects", "topic of the lists whose objects are recognised")
	s.Bool(&p.Debug, "debug", false, "publish all grasps as poses on ~debug")
	s.Float(&p.MergeDistance, "merge_distance", 0.2, "m", 0, 10, "objects of one name whose centers are no farther apart are one")
	s.Float(&p.MarkerVoxel, "marker_voxel", 0.01, "m", 0.001, 0.5, "side of the cubes of the markers of merged objects")
}

// DefaultListenerParams returns the declared defaults.
func DefaultListenerParams() ListenerParams { return param.Defaults[ListenerParams]() }

// Listener is a running object_recognition_listener.
type Listener struct {
	closers.List
	node    *ros.Node
	library *Library
	p       ListenerParams
	out     *ros.Publisher[*listMsg]
	poses   *ros.Publisher[*geometry_msgs.PoseArray] // nil without debug

	mu    sync.Mutex
	list  listMsg
	seed  maphash.Seed
	known map[uint64]*objectMsg // by their clouds; of the last list that had objects
}

// NewListener starts it on a node, which is called object_recognition_listener for clients of the original.
func NewListener(n *ros.Node, l *Library, p ListenerParams) (*Listener, error) {
	r := &Listener{node: n, library: l, p: p, seed: maphash.MakeSeed()}
	return closers.Started(r, "start object recognition listener", r.start())
}

func (r *Listener) start() error {
	out, err := ros.Advertise[*listMsg](r.node, "~recognized_objects", ros.QueueSize(16))
	if r.out, err = closers.Add(&r.List, out, err); err != nil {
		return err
	}
	if r.p.Debug {
		poses, err := ros.Advertise[*geometry_msgs.PoseArray](r.node, "~debug", ros.Latch())
		if r.poses, err = closers.Add(&r.List, poses, err); err != nil {
			return err
		}
	}
	remove, err := ros.AdvertiseService(r.node, "~remove_object", &rail_pick_and_place_msgs.RemoveObjectService,
		func(_ context.Context, req *rail_pick_and_place_msgs.RemoveObjectRequest) (*rail_pick_and_place_msgs.RemoveObjectResponse, error) {
			return &rail_pick_and_place_msgs.RemoveObjectResponse{}, r.Remove(int(req.Index))
		})
	if _, err = closers.Add(&r.List, remove, err); err != nil {
		return err
	}
	sub, err := ros.Subscribe(r.node, r.p.Topic, r.take)
	if _, err = closers.Add(&r.List, sub, err); err == nil {
		r.node.Log().Info("recognition listens", "segmented", sub.Topic(), "recognised", out.Topic())
	}
	return err
}

// take recognises the objects of a list and sends exactly one list on, whatever happens.
func (r *Listener) take(m *listMsg) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := map[uint64]*objectMsg{}
	for i := range m.Objects {
		o := &m.Objects[i]
		h := maphash.Bytes(r.seed, o.PointCloud.Data)
		if !o.Recognized {
			if old := r.known[h]; old != nil && slices.Equal(old.PointCloud.Data, o.PointCloud.Data) && old.PointCloud.Header.FrameID == o.PointCloud.Header.FrameID {
				o.Recognized, o.Name, o.ModelID, o.Confidence, o.Orientation, o.Grasps = true, old.Name, old.ModelID, old.Confidence, old.Orientation, old.Grasps
			} else if _, _, err := r.library.Recognize(r.node.Context(), o, ""); err != nil {
				r.node.Log().Warn("an object is not recognised", "object", i, "err", err)
			}
		}
		if o.Recognized {
			copied := *o
			known[h] = &copied
		}
	}
	if len(m.Objects) > 0 { // a list that only clears does not make us forget
		r.known = known
	}
	if merged, err := r.merge(m.Objects); err != nil {
		r.node.Log().Warn("objects of one name are not merged", "err", err)
	} else {
		m.Objects = merged
	}
	r.list = *m
	r.publish()
}

// Remove takes one object out of the list.
func (r *Listener) Remove(index int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if index < 0 || index >= len(r.list.Objects) {
		return fault.New("remove object", "", fault.NotFound, "there is no object %d: the list has %d", index, len(r.list.Objects))
	}
	r.list.Objects = slices.Delete(r.list.Objects, index, index+1)
	r.list.Header.Seq++
	r.list.Header.Stamp = r.node.Clock().Now()
	r.list.Cleared = false
	r.publish()
	return nil
}

func (r *Listener) publish() {
	err := r.out.Publish(&r.list)
	if err == nil && r.poses != nil {
		a := &geometry_msgs.PoseArray{Header: r.list.Header}
		for i := range r.list.Objects {
			for k := range r.list.Objects[i].Grasps {
				g := &r.list.Objects[i].Grasps[k]
				a.Poses = append(a.Poses, g.GraspPose.Pose)
				a.Header.FrameID = g.GraspPose.Header.FrameID
			}
		}
		err = r.poses.Publish(a)
	}
	if err != nil {
		r.node.Log().Error("the recognised objects cannot be published", "err", err)
	}
}
