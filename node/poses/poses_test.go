package poses

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
)

func TestPoses(t *testing.T) {
	x := geom.Pose{R: geom.RPY(0.1, -0.2, 3), P: geom.V(1, 2, -3)}
	m := Msg(x)
	if got, err := Of(&m); err != nil || got.P != x.P || got.R.Angle(x.R) > 1e-12 {
		t.Errorf("%v %v, want %v", got, err, x)
	}
	m.Orientation.W, m.Orientation.X, m.Orientation.Y, m.Orientation.Z = 0, 0, 0, 2
	if got, err := Of(&m); err != nil || got.R.Z != 1 {
		t.Errorf("a quaternion of length 2: %v %v", got, err)
	}
	if _, err := Of(&geometry_msgs.Pose{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no quaternion: %v", err)
	}
	m.Position.Y = math.NaN()
	if _, err := Of(&m); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no number: %v", err)
	}
}
