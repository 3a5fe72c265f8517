package recognize

import (
	"cmp"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/node/railobject"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

// merge joins recognised objects of one name that are near each other, into the first, until none is left to join. Markers are then
// numbered anew.
func (r *Listener) merge(objects []objectMsg) ([]objectMsg, error) {
	out := slices.Clone(objects)
	before := len(out)
	for i := 0; i < len(out); i++ {
		for k := i + 1; k < len(out); {
			a, b := &out[i], &out[k]
			if !a.Recognized || !b.Recognized || a.Name != b.Name || !(distance(a.Center, b.Center) <= r.p.MergeDistance) {
				k++
				continue
			}
			joined, err := r.join(a, b)
			if err != nil {
				return nil, err
			}
			out[i] = *joined
			out = slices.Delete(out, k, k+1)
			k = i + 1 // the union may reach others
		}
	}
	if len(out) < before {
		for i := range out {
			out[i].Marker.ID = int32(i)
		}
	}
	return out, nil
}

func distance(a, b geometry_msgs.Point) float64 {
	x, y, z := a.X-b.X, a.Y-b.Y, a.Z-b.Z
	return math.Sqrt(x*x + y*y + z*z)
}

// join makes one object of two: name, model, orientation and marker's header of the first, the larger image, the better confidence, all
// points, and all grasps in the order in which to try them.
func (r *Listener) join(a, b *objectMsg) (*objectMsg, error) {
	o := *a
	if len(b.Image.Data) > len(a.Image.Data) {
		o.Image = b.Image
	}
	o.Confidence = max(a.Confidence, b.Confidence)
	if r.library.p.Compat != "" {
		o.Confidence = min(a.Confidence, b.Confidence) // an error
	}
	var err error
	if o.PointCloud, err = concatenate(&a.PointCloud, &b.PointCloud); err != nil {
		return nil, err
	}
	o.Grasps = slices.Concat(a.Grasps, b.Grasps)
	sortGrasps(o.Grasps, r.library.p)
	if err := railobject.Remeasure(&o, r.p.MarkerVoxel); err != nil {
		return nil, err
	}
	o.Orientation = a.Orientation
	return &o, nil
}

// sortGrasps puts grasps into the order in which to try them; see recognize.CarryGrasps.
func sortGrasps(list []graspMsg, p recognize.Params) {
	bound := func(g *graspMsg) float64 {
		s, n := int(min(g.Successes, g.Attempts)), int(g.Attempts)
		if p.GraspOrder == recognize.OrderCompat {
			return -float64(s) / float64(max(1, n)) // rising, untried first
		}
		return recognize.LowerBound(s, n, p.GraspBound)
	}
	slices.SortStableFunc(list, func(a, b graspMsg) int { return cmp.Compare(bound(&b), bound(&a)) })
}

// concatenate joins two clouds of one frame.
func concatenate(a, b *sensor_msgs.PointCloud2) (sensor_msgs.PointCloud2, error) {
	var m sensor_msgs.PointCloud2
	var c, d cloud.Cloud
	if err := clouds.ToCloud(a, &c); err != nil {
		return m, err
	}
	if err := clouds.ToCloud(b, &d); err != nil {
		return m, err
	}
	u := cloud.New(c.Len()+d.Len(), 1)
	u.Frame = c.Frame
	u.X, u.Y, u.Z = slices.Concat(c.X, d.X), slices.Concat(c.Y, d.Y), slices.Concat(c.Z, d.Z)
	if c.RGB != nil && d.RGB != nil {
		u.RGB = slices.Concat(c.RGB, d.RGB)
	}
	err := clouds.FromCloud(u, &m)
	m.Header = a.Header
	return m, err
}
