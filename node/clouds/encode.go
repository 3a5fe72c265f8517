package clouds

import (
	"encoding/binary"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// FromCloud encodes a cloud as x, y, z and, where it has them, rgb and label, little-endian and without gaps, into m, whose memory it
// reuses. Frame is that of the cloud; the stamp and seq of the header are the caller's. It fails when the arrays of the cloud
// contradict each other or the message would exceed what its fields can say.
func FromCloud(c *cloud.Cloud, m *sensor_msgs.PointCloud2) error {
	const op = "write point cloud message"
	if err := c.Check(); err != nil {
		return fault.Wrap(op, "", err)
	}
	n := c.Len()
	step := start(m, c.RGB != nil, c.Label != nil)
	if uint64(c.Width)*uint64(step) > math.MaxUint32 || c.Height > math.MaxUint32 {
		return fault.New(op, "", fault.TooLarge, "%d x %d points: a row of a message has less than 4 GiB", c.Width, c.Height)
	}
	m.Width, m.Height, m.RowStep = uint32(c.Width), uint32(c.Height), uint32(c.Width*step)
	m.Header.FrameID = c.Frame
	m.Data = grow(m.Data, n*step)
	dense := true
	Y, Z, RGB, p := c.Y[:n], c.Z[:n], c.RGB, m.Data
	for i, x := range c.X {
		y, z := Y[i], Z[i]
		q := p[:12:12]
		binary.LittleEndian.PutUint32(q[0:], math.Float32bits(x))
		binary.LittleEndian.PutUint32(q[4:], math.Float32bits(y))
		binary.LittleEndian.PutUint32(q[8:], math.Float32bits(z))
		if RGB != nil {
			binary.LittleEndian.PutUint32(p[12:], RGB[i])
		}
		p = p[step:]
		if (x-x)+(y-y)+(z-z) != 0 {
			dense = false
		}
	}
	for i, o := 0, step-4; i < len(c.Label); i, o = i+1, o+step {
		binary.LittleEndian.PutUint32(m.Data[o:], c.Label[i])
	}
	m.IsDense = dense
	return nil
}

// FromIndices encodes some points of a cloud, moved by X_AF into frame A, as an unorganised cloud of x, y, z and, where the cloud has
// colour, rgb. Indices must be those of valid points.
func FromIndices(c *cloud.Cloud, indices []int32, X_AF geom.Pose, frame string, m *sensor_msgs.PointCloud2) {
	step := start(m, c.RGB != nil, false)
	m.Width, m.Height, m.RowStep, m.IsDense = uint32(len(indices)), 1, uint32(len(indices)*step), true
	m.Header.FrameID = frame
	m.Data = grow(m.Data, len(indices)*step)
	r, o := X_AF.R.Mat(), X_AF.P
	for k, i := range indices {
		x, y, z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
		q := m.Data[k*step : (k+1)*step]
		binary.LittleEndian.PutUint32(q[0:], math.Float32bits(float32(r[0]*x+r[1]*y+r[2]*z+o.X)))
		binary.LittleEndian.PutUint32(q[4:], math.Float32bits(float32(r[3]*x+r[4]*y+r[5]*z+o.Y)))
		binary.LittleEndian.PutUint32(q[8:], math.Float32bits(float32(r[6]*x+r[7]*y+r[8]*z+o.Z)))
		if c.RGB != nil {
			binary.LittleEndian.PutUint32(q[12:], c.RGB[i])
		}
	}
}

// start writes the fields and returns the size of a point.
func start(m *sensor_msgs.PointCloud2, rgb, label bool) int {
	m.Fields = append(m.Fields[:0], one("x", 0), one("y", 4), one("z", 8))
	step := uint32(12)
	if rgb {
		m.Fields = append(m.Fields, one("rgb", step))
		step += 4
	}
	if label {
		f := one("label", step)
		f.Datatype = sensor_msgs.PointFieldUint32
		m.Fields = append(m.Fields, f)
		step += 4
	}
	m.PointStep, m.IsBigendian = step, false
	return int(step)
}

func one(name string, offset uint32) sensor_msgs.PointField {
	return sensor_msgs.PointField{Name: name, Offset: offset, Datatype: sensor_msgs.PointFieldFloat32, Count: 1}
}

func grow(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}
