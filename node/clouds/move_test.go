package clouds

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// odd is a cloud with gaps, another byte order, mixed sizes and a field that nobody knows.
func odd() *sensor_msgs.PointCloud2 {
	m := &sensor_msgs.PointCloud2{Header: std_msgs.Header{FrameID: "camera"}, Width: 2, Height: 2, PointStep: 24, RowStep: 50, IsBigendian: true, Fields: []sensor_msgs.PointField{
		{Name: "z", Offset: 0, Datatype: sensor_msgs.PointFieldFloat64, Count: 1}, {Name: "y", Offset: 8, Datatype: sensor_msgs.PointFieldFloat32, Count: 1},
		{Name: "x", Offset: 12, Datatype: sensor_msgs.PointFieldFloat32, Count: 1}, {Name: "heat", Offset: 20, Datatype: sensor_msgs.PointFieldFloat32, Count: 1},
	}}
	m.Data = make([]byte, 100)
	for i := range m.Data {
		m.Data[i] = byte(i * 7)
	}
	for i, p := range []geom.Vec{geom.V(1, 2, 3), geom.V(-1, 0, 0.5), geom.V(math.NaN(), 0, 0), geom.V(0, 0, 0)} {
		at := m.Data[i/2*50+i%2*24:]
		binary.BigEndian.PutUint64(at, math.Float64bits(p.Z))
		binary.BigEndian.PutUint32(at[8:], math.Float32bits(float32(p.Y)))
		binary.BigEndian.PutUint32(at[12:], math.Float32bits(float32(p.X)))
	}
	return m
}

func TestMoved(t *testing.T) {
	m := odd()
	before := bytes.Clone(m.Data)
	X_AF := geom.Pose{R: geom.AxisAngle(geom.UnitZ, math.Pi/2), P: geom.V(10, 20, 30)}
	got, err := Moved(m, X_AF, "base")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, m.Data) || m.Header.FrameID != "camera" {
		t.Error("the message itself was changed")
	}
	var c cloud.Cloud
	if err := ToCloud(got, &c); err != nil {
		t.Fatal(err)
	}
	for i, want := range []geom.Vec{geom.V(8, 21, 33), geom.V(10, 19, 30.5), {}, geom.V(10, 20, 30)} {
		p := geom.V(float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i]))
		if i == 2 {
			if c.Valid(i) {
				t.Errorf("a hole became the point %v", p)
			}
		} else if r3.Norm(r3.Sub(p, want)) > 1e-5 {
			t.Errorf("point %d is at %v, want %v", i, p, want)
		}
	}
	if c.Frame != "base" {
		t.Errorf("frame %q", c.Frame)
	}
	for i := range before { // the bytes between the coordinates
		if in := i % 50; in < 48 && in%24 >= 16 || in >= 48 {
			if got.Data[i] != before[i] {
				t.Errorf("byte %d changed", i)
			}
		}
	}
	for _, X := range []geom.Pose{{}, {R: geom.Rot{W: 1}}} {
		if same, err := Moved(m, X, "base"); err != nil || !bytes.Equal(same.Data, before) {
			t.Errorf("a pose that moves nothing changed the data: %v", err)
		}
	}
}

func TestMovedRefuses(t *testing.T) {
	m := odd()
	m.Data = m.Data[:60]
	if _, err := Moved(m, geom.Pose{}, "base"); fault.KindOf(err) != fault.Truncated {
		t.Errorf("cut short: %v", err)
	}
	m = odd()
	m.Fields[1].Datatype = sensor_msgs.PointFieldInt16
	if _, err := Moved(m, geom.Pose{}, "base"); fault.KindOf(err) != fault.Unsupported {
		t.Errorf("whole numbers: %v", err)
	}
}
