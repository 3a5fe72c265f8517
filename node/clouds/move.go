package clouds

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
)

// Moved returns a copy of a message whose points are moved by X_AF into frame A. Every other field of a point, the order of the points and
// the rest of the message stay as they are. A pose that moves nothing leaves every byte as it was.
func Moved(m *sensor_msgs.PointCloud2, X_AF geom.Pose, frame string) (*sensor_msgs.PointCloud2, error) {
	l, err := layoutOf(m)
	if err != nil {
		return nil, err
	}
	for _, s := range []source{l.x, l.y, l.z} {
		if s.typ != sensor_msgs.PointFieldFloat32 && s.typ != sensor_msgs.PointFieldFloat64 {
			return nil, bad(fault.Unsupported, "its coordinates are whole numbers, which cannot be moved into another frame")
		}
	}
	out := *m
	out.Fields = slices.Clone(m.Fields)
	out.Data = slices.Clone(m.Data)
	out.Header.FrameID = frame
	if X_AF.R == (geom.Rot{}) {
		X_AF.R.W = 1
	}
	if X_AF == (geom.Pose{R: geom.Rot{W: 1}}) {
		return &out, nil
	}
	for row := range l.height {
		for col := range l.width {
			p := out.Data[row*l.row+col*l.step:]
			x := X_AF.Apply(geom.V(element(p[l.x.at:], l.x.typ, l.order), element(p[l.y.at:], l.y.typ, l.order), element(p[l.z.at:], l.z.typ, l.order)))
			put(p[l.x.at:], l.x.typ, l.order, x.X)
			put(p[l.y.at:], l.y.typ, l.order, x.Y)
			put(p[l.z.at:], l.z.typ, l.order, x.Z)
		}
	}
	return &out, nil
}

// put writes a floating-point number.
func put(p []byte, typ uint8, order binary.ByteOrder, v float64) {
	if typ == sensor_msgs.PointFieldFloat32 {
		order.PutUint32(p, math.Float32bits(float32(v)))
		return
	}
	order.PutUint64(p, math.Float64bits(v))
}
