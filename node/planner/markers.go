package planner

import (
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// draw publishes grasps as one list of lines: a fork at each pose, whose prongs are the fingers, red to green by quality.
func (f *Face) draw(list []graspMsg) {
	m := f.forks("grasps")
	for i := range list[:min(len(list), f.p.Markers)] {
		g := &list[i]
		x, err := geomsgs.FromPose(&g.GraspPose.Pose)
		if err != nil || i > 0 && g.GraspPose.Header.FrameID != m.Header.FrameID {
			continue
		}
		m.Header.FrameID = g.GraspPose.Header.FrameID
		fork(m, x, std_msgs.ColorRGBA{R: float32(1 - g.GraspQuality), G: float32(g.GraspQuality), B: 0.1, A: 0.9})
	}
	f.show(m)
}

// drawRejected publishes rejected candidates as grey forks, in a namespace of their own.
func (f *Face) drawRejected(frame string, poses_R []geom.Pose) {
	m := f.forks("rejected")
	m.Header.FrameID = frame
	for _, x := range poses_R {
		fork(m, x, std_msgs.ColorRGBA{R: 0.5, G: 0.5, B: 0.5, A: 0.3})
	}
	f.show(m)
}

func (f *Face) forks(namespace string) *visualization_msgs.Marker {
	m := &visualization_msgs.Marker{Ns: namespace, Type: int32(visualization_msgs.MarkerLineList), Scale: geometry_msgs.Vector3{X: 0.002}}
	m.Pose.Orientation.W = 1
	m.Color = std_msgs.ColorRGBA{R: 1, G: 1, B: 1, A: 1}
	m.Header.Stamp = f.node.Clock().Now()
	return m
}

// fork adds a hand at a wrist's pose.
func fork(m *visualization_msgs.Marker, x geom.Pose, c std_msgs.ColorRGBA) {
	const stem, half, finger = 0.10, 0.04, 0.06 // m
	line := func(a, b geom.Vec) {
		for _, p := range [2]geom.Vec{x.Apply(a), x.Apply(b)} {
			m.Points = append(m.Points, geomsgs.Point(p))
			m.Colors = append(m.Colors, c)
		}
	}
	line(geom.V(0, 0, 0), geom.V(stem, 0, 0))
	line(geom.V(stem, -half, 0), geom.V(stem, half, 0))
	line(geom.V(stem, -half, 0), geom.V(stem+finger, -half, 0))
	line(geom.V(stem, half, 0), geom.V(stem+finger, half, 0))
}

// show publishes a list of lines; one without lines takes the last away.
func (f *Face) show(m *visualization_msgs.Marker) {
	if len(m.Points) == 0 {
		m.Action = int32(visualization_msgs.MarkerDelete)
	}
	if err := f.markers.Publish(m); err != nil {
		f.node.Log().Debug("markers are not sent", "err", err)
	}
}
