// Package poses says poses in messages, and reads them.
package poses

import (
	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
)

// Msg is a pose as a message.
func Msg(x geom.Pose) geometry_msgs.Pose {
	return geometry_msgs.Pose{
		Position:    geometry_msgs.Point{X: x.P.X, Y: x.P.Y, Z: x.P.Z},
		Orientation: geometry_msgs.Quaternion{W: x.R.W, X: x.R.X, Y: x.R.Y, Z: x.R.Z},
	}
}

// Of is the pose of a message, its quaternion brought to length 1.
func Of(m *geometry_msgs.Pose) (geom.Pose, error) {
	q, ok := geom.Quat(m.Orientation.W, m.Orientation.X, m.Orientation.Y, m.Orientation.Z)
	x := geom.Pose{R: q, P: geom.V(m.Position.X, m.Position.Y, m.Position.Z)}
	if !ok || !x.IsFinite() {
		return x, fault.New("read pose", "", fault.Invalid, "its quaternion is zero, or a number is not finite")
	}
	return x, nil
}
