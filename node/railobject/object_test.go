package railobject

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// brick is a grid of points 0.2 x 0.1 x 0.05 m from a corner.
func brick(corner geom.Vec) *cloud.Cloud {
	c := cloud.New(21*11*6, 1)
	c.RGB = make([]uint32, c.Len())
	for i := range c.X {
		c.Set(i, geom.V(corner.X+0.01*float64(i%21), corner.Y+0.01*float64(i/21%11), corner.Z+0.01*float64(i/231)))
		c.RGB[i] = 0x0000ff
	}
	return c
}

func every(c *cloud.Cloud) []int32 {
	out := make([]int32, c.Len())
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

func TestBuildAndRemeasure(t *testing.T) {
	c := brick(geom.V(0, 0, 0.01))
	turn := geom.AxisAngle(geom.UnitZ, math.Pi/3)
	v := View{X_AF: geom.Pose{R: turn, P: geom.V(1, 2, 3)}, Frame: "map", Stamp: wire.Time{Sec: 7}, Voxel: 0.01}
	o, err := v.Build(c, every(c), 5)
	if err != nil {
		t.Fatal(err)
	}
	if o.Marker.ID != 5 || o.PointCloud.Header.FrameID != "map" || o.PointCloud.Header.Stamp.Sec != 7 || o.Marker.Color.B != 1 || o.Image.Height != 0 {
		t.Errorf("%+v", o.Marker)
	}
	if yaw := 2 * math.Atan2(o.Orientation.Z, o.Orientation.W); math.Abs(yaw-math.Pi/3) > 0.02 {
		t.Errorf("yaw %g", yaw)
	}
	if math.Abs(o.Height-0.05) > 1e-5 || math.Abs(o.Center.Z-3.035) > 1e-5 {
		t.Errorf("height %g about %g", o.Height, o.Center.Z)
	}
	// On a table one centimetre below, the box reaches down to it; on one ten below it floats.
	for below, want := range map[float64]float64{0.01: 0.06, 0.1: 0.05, -0.01: 0.05} {
		v.Table = &geom.Plane{Normal: geom.UnitZ, Offset: 3.01 - below}
		o, err := v.Build(c, every(c), 0)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(o.Height-want) > 1e-5 {
			t.Errorf("table %g below: height %g, want %g", below, o.Height, want)
		}
	}
	// Measuring anew changes nothing but what was wrong, and keeps what is not measured.
	again := o
	again.Centroid.X, again.Width, again.Orientation.Z, again.Marker.Points = 9, 9, 9, nil
	again.Name, again.ModelID, again.Recognized, again.Confidence = "TUNA", 3, true, 0.5
	again.Grasps = []rail_manipulation_msgs.Grasp{{EefFrameID: "hand"}}
	if err := Remeasure(&again, 0.01); err != nil {
		t.Fatal(err)
	}
	if again.Name != "TUNA" || again.ModelID != 3 || !again.Recognized || again.Confidence != 0.5 || len(again.Grasps) != 1 || again.Marker.ID != 5 {
		t.Errorf("%+v", again.Name)
	}
	if math.Abs(again.Centroid.X-o.Centroid.X) > 1e-6 || math.Abs(again.Width-o.Width) > 1e-6 || math.Abs(again.Orientation.Z-o.Orientation.Z) > 1e-4 || cmp.Equal(again.Marker.Points, nil) {
		t.Errorf("centroid %v, width %g", again.Centroid, again.Width)
	}
	again.PointCloud.Data = again.PointCloud.Data[:100]
	if err := Remeasure(&again, 0.01); fault.KindOf(err) != fault.Truncated {
		t.Error(err)
	}
	if _, err := v.Build(c, nil, 0); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}
