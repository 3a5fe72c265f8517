// Package geomsgs is where package geom and geometry_msgs meet. Frames and units stay what they are: metres, and unit quaternions.
package geomsgs

import (
	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
)

// Point is a position as a message.
func Point(p geom.Vec) geometry_msgs.Point { return geometry_msgs.Point{X: p.X, Y: p.Y, Z: p.Z} }

// Vector3 is a vector as a message.
func Vector3(v geom.Vec) geometry_msgs.Vector3 {
	return geometry_msgs.Vector3{X: v.X, Y: v.Y, Z: v.Z}
}

// Quaternion is a rotation as a message.
func Quaternion(r geom.Rot) geometry_msgs.Quaternion {
	return geometry_msgs.Quaternion{X: r.X, Y: r.Y, Z: r.Z, W: r.W}
}

// Pose is a pose as a message.
func Pose(x geom.Pose) geometry_msgs.Pose {
	return geometry_msgs.Pose{Position: Point(x.P), Orientation: Quaternion(x.R)}
}

// Transform is a pose as the message that tf uses for it.
func Transform(x geom.Pose) geometry_msgs.Transform {
	return geometry_msgs.Transform{Translation: Vector3(x.P), Rotation: Quaternion(x.R)}
}

// FromVector3 reads a vector, whatever its numbers are.
func FromVector3(m geometry_msgs.Vector3) geom.Vec { return geom.V(m.X, m.Y, m.Z) }

// FromPoint reads a position, whatever its numbers are.
func FromPoint(m geometry_msgs.Point) geom.Vec { return geom.V(m.X, m.Y, m.Z) }

// FromPose reads a pose; its quaternion may have any length but zero. It fails with kind Invalid when that is zero or a number is not
// finite.
func FromPose(m *geometry_msgs.Pose) (geom.Pose, error) {
	q, ok := geom.Quat(m.Orientation.W, m.Orientation.X, m.Orientation.Y, m.Orientation.Z)
	x := geom.Pose{R: q, P: FromPoint(m.Position)}
	if !ok || !x.IsFinite() {
		return x, fault.New("read pose", "", fault.Invalid, "its quaternion is zero, or a number is not finite")
	}
	return x, nil
}
