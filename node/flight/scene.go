package flight

import (
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/tf2_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/scene"
)

// Scene is what was seen and planned before an attempt.
type Scene struct {
	Seg    *scene.Segmentation
	Plan   *grasp.Plan
	Chosen int // index in Plan.Grasps; -1 where that is not known yet
	// X_FG is the palm of the hand that is recorded when it closes, in the cloud's frame. It may be another than the planned hand's.
	X_FG geom.Pose

	thinned *thinned // memory of the attempt before; nil for none
}

// thinned is a cloud for the record, and the memory with which it is made.
type thinned struct {
	by scene.Thinner
	m  sensor_msgs.PointCloud2
}

// runnersUp is how many grasps beside the chosen one are kept.
const runnersUp = 10

// fill writes into the head what was planned.
func (s *Scene) fill(h *Head) {
	for i := range s.Plan.Grasps {
		g := &s.Plan.Grasps[i]
		x := g.X_FG
		c := Choice{Rank: i + 1, Kind: string(g.Kind), Quality: g.Quality, Opening: g.Opening, Width: g.Width, Palm: [7]float64{x.P.X, x.P.Y, x.P.Z, x.R.X, x.R.Y, x.R.Z, x.R.W}}
		switch {
		case i == s.Chosen:
			h.Grasp = &c
		case len(h.RunnersUp) < runnersUp:
			h.RunnersUp = append(h.RunnersUp, c)
		}
	}
	at := map[grasp.Reason]int{}
	for i := range s.Plan.Rejected {
		r := &s.Plan.Rejected[i]
		k, known := at[r.Reason]
		if !known {
			k = len(h.Rejected)
			at[r.Reason] = k
			h.Rejected = append(h.Rejected, Rejected{Reason: string(r.Reason), Example: r.Detail()})
		}
		h.Rejected[k].Count++
	}
}

// voxel is the distance to which the cloud of a record is thinned, m: a picture of the scene, not its measurement.
const voxel = 0.003

// write writes cloud, objects, grasps, and where the simulated world is in the cloud's frame.
func (s *Scene) write(w *writer, X_WG geom.Pose) {
	frame := s.Seg.Cloud.Frame
	if frame == "" {
		frame = "camera"
	}
	h := std_msgs.Header{Stamp: w.stamp(), FrameID: frame}
	w.put(topicTF, &tf2_msgs.TFMessage{Transforms: []geometry_msgs.TransformStamped{{Header: h, ChildFrameID: "world", Transform: geomsgs.Transform(s.X_FG.Mul(X_WG.Inv()))}}})
	t := s.thinned
	if t == nil {
		t = &thinned{}
	}
	clouds.FromIndices(s.Seg.Cloud, t.by.First(s.Seg.Cloud, voxel), geom.Pose{R: geom.IdentityRot}, frame, &t.m)
	t.m.Header = h
	w.put(topicCloud, &t.m)

	var boxes visualization_msgs.MarkerArray
	for i := range s.Seg.Objects {
		o := &s.Seg.Objects[i]
		b := visualization_msgs.Marker{Header: h, Ns: "objects", ID: int32(i), Type: int32(visualization_msgs.MarkerCube), Pose: geomsgs.Pose(o.X_FO), Scale: geomsgs.Vector3(o.Size)}
		b.Color = std_msgs.ColorRGBA{R: 0.6, G: 0.6, B: 0.6, A: 0.25}
		if i == s.Plan.Object {
			b.Color = std_msgs.ColorRGBA{R: 0.2, G: 0.5, B: 1, A: 0.4}
		}
		boxes.Markers = append(boxes.Markers, b)
	}
	w.put(topicObjects, &boxes)

	var forks visualization_msgs.MarkerArray
	for i := range s.Plan.Grasps {
		if i != s.Chosen && i > runnersUp {
			continue
		}
		g := &s.Plan.Grasps[i]
		l := visualization_msgs.Marker{Header: h, Ns: "grasps", ID: int32(i), Type: int32(visualization_msgs.MarkerLineList), Pose: geomsgs.Pose(g.X_FG), Scale: geometry_msgs.Vector3{X: 0.002}}
		l.Color = std_msgs.ColorRGBA{R: 0.9, G: 0.7, B: 0.2, A: 0.5}
		if i == s.Chosen {
			l.Color, l.Scale.X = std_msgs.ColorRGBA{G: 0.9, B: 0.3, A: 1}, 0.005
		}
		half := g.Opening / 2
		const back, finger = 0.05, 0.06 // m
		for _, p := range [][2]geom.Vec{
			{geom.V(-back, 0, 0), geom.V(0, 0, 0)}, {geom.V(0, -half, 0), geom.V(0, half, 0)},
			{geom.V(0, -half, 0), geom.V(finger, -half, 0)}, {geom.V(0, half, 0), geom.V(finger, half, 0)},
		} {
			for _, q := range p {
				l.Points = append(l.Points, geomsgs.Point(q))
			}
		}
		forks.Markers = append(forks.Markers, l)
	}
	w.put(topicGrasps, &forks)
}
