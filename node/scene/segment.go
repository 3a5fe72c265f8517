package scene

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/node/railobject"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene"
)

// Segment segments the newest cloud and publishes what it finds: first an empty list that says that the old one is void, then the
// new one. Without a cloud that is young enough, and without the transforms it needs, it fails, publishes nothing, and the old list
// stays.
func (f *Face) Segment(ctx context.Context) (List, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var since wire.Time
	if f.p.NewCloud {
		since = f.node.Clock().Now()
	}
	wait, cancel := context.WithTimeout(ctx, param.Seconds(f.p.CloudWait))
	defer cancel()
	r, err := f.inbox.Await(wait, f.p.CloudTopic, f.node.Clock().Now, param.Seconds(f.p.MaxCloudAge), since)
	if err != nil {
		return List{}, err
	}
	defer f.inbox.Release(r)
	return f.segment(ctx, &r.Msg)
}

// SegmentCloud does the same with a given cloud, however old.
func (f *Face) SegmentCloud(ctx context.Context, m *sensor_msgs.PointCloud2) (List, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.segment(ctx, m)
}

func (f *Face) segment(ctx context.Context, m *sensor_msgs.PointCloud2) (List, error) {
	const op = "segment"
	if err := clouds.ToCloud(m, &f.cloud); err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	wait, cancel := context.WithTimeout(ctx, param.Seconds(f.p.TFWait))
	defer cancel()
	stamp := m.Header.Stamp
	zone, err := f.choose(wait, stamp)
	if err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	if zone != f.zone {
		f.zone = zone
		f.node.Log().Info("the zone that counts", "zone", zone.Name)
	}
	x_BF, err := f.lookup(wait, zone.Bounding, m.Header.FrameID, stamp)
	if err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	x_AF, err := f.lookup(wait, zone.Segmentation, m.Header.FrameID, stamp)
	if err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	// From here on the old list is void: clients count on this message.
	if err := f.clear(); err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	err = f.engine.SegmentZone(&f.cloud, zone.region(x_BF, f.p.CropFirst), &f.found)
	noTable := fault.KindOf(err) == fault.NoTable && zone.RequireSurface
	if err != nil && !noTable {
		return List{}, err
	}
	if noTable {
		f.node.Log().Warn("no surface is found, and the zone requires one", "zone", zone.Name, "err", err)
		f.found.Objects = f.found.Objects[:0]
		return f.finish(zone)
	}
	if zone.RemoveSurface && f.found.Table.Points == 0 {
		f.node.Log().Warn("no surface is found in the zone; everything in it is taken for objects", "zone", zone.Name)
	}
	if len(f.found.TooLarge) > 0 {
		f.node.Log().Warn(fmt.Sprintf("clusters of %s points are left out: max_cluster_size is %d", numbers(f.found.TooLarge), f.p.MaxCluster))
	}
	view := railobject.View{X_AF: x_AF, Frame: zone.Segmentation, Stamp: stamp, Voxel: f.p.MarkerVoxel, Mask: f.p.MaskImages, ShortImage: f.p.Compat}
	if t := &f.found.Table; t.Points > 0 && !f.p.Compat {
		n := x_AF.R.Apply(t.X_FT.R.Apply(geom.UnitZ))
		view.Table = &geom.Plane{Normal: n, Offset: r3.Dot(n, x_AF.Apply(t.X_FT.P))}
	}
	if err := f.build(&view); err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	list, err := f.finish(zone)
	if err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	if err := f.publishDebug(zone, x_BF, stamp); err != nil {
		return List{}, fault.Wrap(op, "", err)
	}
	return list, fault.Wrap(op, "", f.publishTable(&view))
}

// numbers lists some numbers.
func numbers(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list[:min(len(list), 10)]), " ", ", "), "[]")
}

// choose takes the first zone that counts for the camera's orientation at the time of the cloud.
func (f *Face) choose(ctx context.Context, stamp wire.Time) (*Zone, error) {
	for i := range f.zones {
		z := &f.zones[i]
		x_PC, err := f.lookup(ctx, z.Parent, z.Child, stamp)
		if err != nil {
			return nil, fault.Wrap("choose zone", z.Name, err)
		}
		if z.Counts(x_PC.R) {
			return z, nil
		}
	}
	if !f.p.ZoneFallback {
		return nil, fault.New("choose zone", "", fault.NotFound, "none of %d zones counts for the camera's orientation; see zone_fallback", len(f.zones))
	}
	f.node.Log().Warn("no zone counts for the camera's orientation; the first is taken", "zone", f.zones[0].Name)
	return &f.zones[0], nil
}

// lookup returns the pose of a frame in another at a time.
func (f *Face) lookup(ctx context.Context, target, source string, at wire.Time) (geom.Pose, error) {
	if t, s := strings.TrimPrefix(target, "/"), strings.TrimPrefix(source, "/"); t == s && t != "" {
		return geom.Pose{R: geom.Rot{W: 1}}, nil
	}
	x, _, err := f.tf.Wait(ctx, target, source, at)
	return x, err
}

// build makes the messages of what was found.
func (f *Face) build(view *railobject.View) error {
	for i := range f.found.Objects {
		o, err := view.Build(&f.cloud, f.found.Objects[i].Indices, i)
		if err != nil {
			return fault.Wrap("", object(i), err)
		}
		f.list.Objects = append(f.list.Objects, o)
		f.shown = append(f.shown, o.Marker)
		if f.p.LabelMarkers {
			f.labels = append(f.labels, railobject.Label(&o, i, i))
		}
		if f.debugImg != nil && o.Image.Height > 0 {
			if err := f.debugImg.Publish(&o.Image); err != nil {
				return err
			}
		}
	}
	return nil
}

func object(i int) string { return fmt.Sprintf("object %d", i) }

// finish publishes the new list. The original sends none where nothing is found, and its clients wait.
func (f *Face) finish(zone *Zone) (List, error) {
	if len(f.list.Objects) == 0 {
		f.node.Log().Warn("nothing is found", "zone", zone.Name)
		if f.p.Compat {
			return f.list, nil
		}
	}
	f.list.Header.FrameID = zone.Segmentation
	f.list.Cleared = false
	err := f.publish(slices.Concat(f.shown, f.labels))
	out := f.list
	out.Objects = slices.Clone(f.list.Objects) // a call of remove_object may come while this is sent
	return out, err
}

// publishTable publishes the surface as an object, and its marker.
func (f *Face) publishTable(view *railobject.View) error {
	if f.found.Table.Points == 0 {
		return nil
	}
	on := make([]int32, 0, f.found.Table.Points)
	for i, l := range f.found.Labels {
		if l == scene.LabelTable {
			on = append(on, int32(i))
		}
	}
	v := *view
	v.Table = nil
	o, err := v.Build(&f.cloud, on, 0)
	if err != nil {
		return err
	}
	if err := f.table.Publish(&o); err != nil {
		return err
	}
	return f.tableBox.Publish(&o.Marker)
}

// publishDebug publishes what the clusters were made of: the zone without its surface.
func (f *Face) publishDebug(zone *Zone, x_BF geom.Pose, stamp wire.Time) error {
	if f.debugPC == nil {
		return nil
	}
	floor := zone.Z.Min
	if t := &f.found.Table; t.Points > 0 {
		floor = max(floor, x_BF.Apply(t.X_FT.P).Z)
	}
	var rest []int32
	for i, l := range f.found.Labels {
		if l == scene.LabelTable || !f.cloud.Valid(i) {
			continue
		}
		p := x_BF.Apply(f.cloud.At(i))
		if l >= scene.LabelObject || p.X > zone.X.Min && p.X < zone.X.Max && p.Y > zone.Y.Min && p.Y < zone.Y.Max && p.Z > floor && p.Z < zone.Z.Max {
			rest = append(rest, int32(i))
		}
	}
	var m sensor_msgs.PointCloud2
	clouds.FromIndices(&f.cloud, rest, x_BF, zone.Bounding, &m)
	m.Header = std_msgs.Header{Stamp: stamp, FrameID: zone.Bounding}
	return f.debugPC.Publish(&m)
}
