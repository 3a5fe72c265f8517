package geomsgs_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

func TestPoseComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64Range(-3, 3)
		x := geom.Pose{R: geom.RPY(f.Draw(t, "roll"), f.Draw(t, "pitch"), f.Draw(t, "yaw")), P: geom.V(f.Draw(t, "x"), f.Draw(t, "y"), f.Draw(t, "z"))}
		m := geomsgs.Pose(x)
		scale := rapid.Float64Range(0.1, 10).Draw(t, "scale")
		q := &m.Orientation
		q.X, q.Y, q.Z, q.W = scale*q.X, scale*q.Y, scale*q.Z, scale*q.W
		y, err := geomsgs.FromPose(&m)
		if err != nil || x.P != y.P || x.R.Angle(y.R) > 1e-6 {
			t.Fatalf("%v came back as %v (%v)", x, y, err)
		}
		tf := geomsgs.Transform(x)
		if geomsgs.FromVector3(tf.Translation) != x.P || tf.Rotation != geomsgs.Quaternion(x.R) {
			t.Fatalf("%v as a transform is %v", x, tf)
		}
	})
}

func TestPoseIsRefused(t *testing.T) {
	one := geometry_msgs.Quaternion{W: 1}
	for name, m := range map[string]geometry_msgs.Pose{
		"no quaternion":         {},
		"NaN in quaternion":     {Orientation: geometry_msgs.Quaternion{W: 1, X: math.NaN()}},
		"infinite position":     {Orientation: one, Position: geometry_msgs.Point{Y: math.Inf(1)}},
		"position not a number": {Orientation: one, Position: geometry_msgs.Point{Z: math.NaN()}},
	} {
		if _, err := geomsgs.FromPose(&m); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
