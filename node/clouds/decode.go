package clouds

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

const opRead = "read point cloud message"

// source is where an element of a point is found and how it is written there.
type source struct {
	at   int // byte in a point
	typ  uint8
	have bool
}

// layout is what a message says about its bytes, checked.
type layout struct {
	width, height int
	step, row     int // bytes from a point, a row to the next
	order         binary.ByteOrder
	x, y, z       source
	rgb           source
	r, g, b       source // colours in fields of their own
	label         source
}

// ToCloud decodes a message into c, whose arrays it reuses. Fields may be in any order, of any numeric type, of either byte order,
// and with anything between them; x, y and z must be there. rgb and rgba are 0xAARRGGBB in four bytes, whether declared a float or a
// whole number; r, g and b may be bytes of their own; label is a whole number. Other fields are left out.
//
// A row_step of 0 means that rows follow each other without a gap, and a height of 0 with points in it means one row. Coordinates are
// metres in the message's frame, in which the sensor is taken to be at the origin.
func ToCloud(m *sensor_msgs.PointCloud2, c *cloud.Cloud) error {
	l, err := layoutOf(m)
	if err != nil {
		return err
	}
	n := l.width * l.height
	c.Width, c.Height = l.width, l.height
	if cap(c.X) < n || cap(c.Y) < n || cap(c.Z) < n {
		buf := make([]float32, 3*n)
		c.X, c.Y, c.Z = buf[:n:n], buf[n:2*n:2*n], buf[2*n:]
	}
	c.X, c.Y, c.Z = c.X[:n], c.Y[:n], c.Z[:n]
	c.RGB = words(c.RGB, n, l.rgb.have || l.r.have)
	c.Label = words(c.Label, n, l.label.have)
	c.Extra, c.Order = nil, nil
	c.Frame, c.X_FS = m.Header.FrameID, geom.Pose{}
	if n == 0 {
		return nil
	}
	if n < severalCores || multicoreOff {
		l.rows(m.Data, c, 0, n)
		return nil
	}
	l.rowsOnAllCores(m.Data, c, n)
	return nil
}

// rowsOnAllCores is apart so that small clouds need no memory for its closure.
func (l layout) rowsOnAllCores(data []byte, c *cloud.Cloud, n int) {
	multicore.EachPiece(n, piece, func(_, from, to int) { l.rows(data, c, from, to) })
}

// maxPoints bounds what a small message of tiny points can make us allocate; it is more than any message of usual points holds.
const maxPoints = 1 << 27

// Clouds of so many points are decoded on all cores, in pieces.
const (
	severalCores = 1 << 16
	piece        = 1 << 15
)

// multicoreOff is set by tests that count allocations, of which starting a goroutine is one.
var multicoreOff bool

func words(s []uint32, n int, want bool) []uint32 {
	if !want {
		return nil
	}
	if cap(s) < n {
		return make([]uint32, n)
	}
	return s[:n]
}

// sizes of the elements by datatype, in bytes.
var sizes = [...]int{
	sensor_msgs.PointFieldInt8: 1, sensor_msgs.PointFieldUint8: 1, sensor_msgs.PointFieldInt16: 2, sensor_msgs.PointFieldUint16: 2,
	sensor_msgs.PointFieldInt32: 4, sensor_msgs.PointFieldUint32: 4, sensor_msgs.PointFieldFloat32: 4, sensor_msgs.PointFieldFloat64: 8,
}

func bad(kind fault.Kind, format string, args ...any) error {
	return fault.New(opRead, "", kind, format, args...)
}

// layoutOf checks what a message declares.
func layoutOf(m *sensor_msgs.PointCloud2) (layout, error) {
	l := layout{width: int(m.Width), height: int(m.Height), step: int(m.PointStep), row: int(m.RowStep), order: binary.LittleEndian}
	if m.IsBigendian {
		l.order = binary.BigEndian
	}
	if err := l.fields(m.Fields); err != nil {
		return l, err
	}
	if m.Width == 0 || m.Height == 0 && len(m.Data) == 0 {
		l.width, l.height = 0, 0
		return l, nil
	}
	l.height = max(1, l.height)
	if uint64(m.Width)*uint64(l.height) > maxPoints {
		return l, bad(fault.TooLarge, "%d x %d points; at most %d", m.Width, l.height, maxPoints)
	}
	// All of these are below 2^32, and so the products below 2^64.
	line := uint64(m.Width) * uint64(m.PointStep)
	if m.RowStep == 0 {
		if line > math.MaxUint32 {
			return l, bad(fault.TooLarge, "a row of %d points of %d bytes has more than 4 GiB", m.Width, m.PointStep)
		}
		l.row = int(line)
	}
	if uint64(l.row) < line {
		return l, bad(fault.Invalid, "row_step is %d, but %d points of %d bytes take %d: the publisher must correct it", m.RowStep, m.Width, m.PointStep, line)
	}
	need := uint64(l.height-1)*uint64(l.row) + line // the gap after the last row may be left out
	if uint64(len(m.Data)) < need {
		return l, bad(fault.Truncated, "%d x %d points of %d bytes in rows of %d need %d bytes of data, but there are %d", m.Width, l.height, m.PointStep, l.row, need, len(m.Data))
	}
	return l, nil
}

// fields finds the fields that a cloud has arrays for; of two of a name the first counts.
func (l *layout) fields(list []sensor_msgs.PointField) error {
	var colour *sensor_msgs.PointField
	for i := range list {
		f := &list[i]
		var s *source
		switch f.Name {
		case "x":
			s = &l.x
		case "y":
			s = &l.y
		case "z":
			s = &l.z
		case "rgb", "rgba":
			s = &l.rgb
			if !s.have {
				colour = f
			}
		case "r", "red":
			s = &l.r
		case "g", "green":
			s = &l.g
		case "b", "blue":
			s = &l.b
		case "label":
			s = &l.label
		}
		if s == nil || s.have {
			continue
		}
		if int(f.Datatype) >= len(sizes) || sizes[f.Datatype] == 0 {
			return bad(fault.Unsupported, "field %q has datatype %d; known are 1 to 8", f.Name, f.Datatype)
		}
		size := sizes[f.Datatype]
		if uint64(f.Offset)+uint64(size) > uint64(l.step) {
			return bad(fault.Invalid, "field %q ends at byte %d, outside of a point_step of %d", f.Name, uint64(f.Offset)+uint64(size), l.step)
		}
		*s = source{int(f.Offset), f.Datatype, true}
	}
	for _, s := range []struct {
		name string
		have bool
	}{{"x", l.x.have}, {"y", l.y.have}, {"z", l.z.have}} {
		if !s.have {
			return bad(fault.Invalid, "there is no field %q among %s: only clouds with x, y and z are read", s.name, fieldNames(list))
		}
	}
	if l.rgb.have && sizes[l.rgb.typ] != 4 {
		return bad(fault.Unsupported, "field %q has datatype %d; a packed colour has four bytes", colour.Name, l.rgb.typ)
	}
	if l.rgb.have || !(l.r.have && l.g.have && l.b.have && l.r.typ == sensor_msgs.PointFieldUint8 && l.g.typ == l.r.typ && l.b.typ == l.r.typ) {
		l.r.have = false
	}
	if t := l.label.typ; l.label.have && (t == sensor_msgs.PointFieldFloat32 || t == sensor_msgs.PointFieldFloat64) {
		return bad(fault.Unsupported, "field \"label\" is a floating-point number; it must be a whole one")
	}
	return nil
}

// fieldNames lists names for an error, few and short ones.
func fieldNames(list []sensor_msgs.PointField) string {
	if len(list) == 0 {
		return "no fields at all"
	}
	s := ""
	for i := range min(len(list), 8) {
		s += fmt.Sprintf("%.20q ", list[i].Name)
	}
	return s[:len(s)-1]
}

// rows decodes the points from, up to to.
func (l *layout) rows(data []byte, c *cloud.Cloud, from, to int) {
	for from < to {
		row, col := from/l.width, from%l.width
		n := min(to-from, l.width-col)
		p := data[row*l.row+col*l.step:]
		p = p[:(n-1)*l.step+l.step]
		l.run(p, c, from, n)
		from += n
	}
}

// run decodes n points that follow each other in p.
func (l *layout) run(p []byte, c *cloud.Cloud, at, n int) {
	X, Y, Z := c.X[at:at+n], c.Y[at:at+n], c.Z[at:at+n]
	little, f32 := l.order == binary.LittleEndian, uint8(sensor_msgs.PointFieldFloat32)
	switch {
	case little && l.x.typ == f32 && l.y == (source{l.x.at + 4, f32, true}) && l.z == (source{l.x.at + 8, f32, true}):
		if l.rgb.have {
			runXYZRGB(p, l.x.at, l.rgb.at, l.step, X, Y, Z, c.RGB[at:at+n])
		} else {
			runXYZ(p, l.x.at, l.step, X, Y, Z)
		}
	default:
		column(p, l.x, l.step, l.order, X)
		column(p, l.y, l.step, l.order, Y)
		column(p, l.z, l.step, l.order, Z)
		if l.rgb.have {
			for i, o := 0, l.rgb.at; i < n; i, o = i+1, o+l.step {
				c.RGB[at+i] = l.order.Uint32(p[o:])
			}
		}
	}
	if l.r.have {
		for i, o := 0, 0; i < n; i, o = i+1, o+l.step {
			c.RGB[at+i] = 0xff000000 | uint32(p[o+l.r.at])<<16 | uint32(p[o+l.g.at])<<8 | uint32(p[o+l.b.at])
		}
	}
	if l.label.have {
		for i, o := 0, l.label.at; i < n; i, o = i+1, o+l.step {
			c.Label[at+i] = uint32(int64(element(p[o:], l.label.typ, l.order)))
		}
	}
}

// runXYZ is the layout of nearly all publishers: three floats beside each other.
func runXYZ(p []byte, at, step int, X, Y, Z []float32) {
	Y, Z = Y[:len(X)], Z[:len(X)]
	for i := range X {
		q := p[at : at+12 : at+12]
		X[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[0:]))
		Y[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[4:]))
		Z[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[8:]))
		at += step
	}
}

// runXYZRGB is the same with a colour anywhere.
func runXYZRGB(p []byte, at, rgb, step int, X, Y, Z []float32, C []uint32) {
	Y, Z, C = Y[:len(X)], Z[:len(X)], C[:len(X)]
	for i := range X {
		q := p[at : at+12 : at+12]
		X[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[0:]))
		Y[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[4:]))
		Z[i] = math.Float32frombits(binary.LittleEndian.Uint32(q[8:]))
		C[i] = binary.LittleEndian.Uint32(p[rgb : rgb+4 : rgb+4])
		at, rgb = at+step, rgb+step
	}
}

// column decodes one coordinate of any type.
func column(p []byte, s source, step int, order binary.ByteOrder, out []float32) {
	for i, o := 0, s.at; i < len(out); i, o = i+1, o+step {
		out[i] = float32(element(p[o:], s.typ, order))
	}
}

// element decodes a number. Whole numbers of four bytes and less and floats are exact in a float64.
func element(p []byte, typ uint8, order binary.ByteOrder) float64 {
	switch typ {
	case sensor_msgs.PointFieldInt8:
		return float64(int8(p[0]))
	case sensor_msgs.PointFieldUint8:
		return float64(p[0])
	case sensor_msgs.PointFieldInt16:
		return float64(int16(order.Uint16(p)))
	case sensor_msgs.PointFieldUint16:
		return float64(order.Uint16(p))
	case sensor_msgs.PointFieldInt32:
		return float64(int32(order.Uint32(p)))
	case sensor_msgs.PointFieldUint32:
		return float64(order.Uint32(p))
	case sensor_msgs.PointFieldFloat32:
		return float64(math.Float32frombits(order.Uint32(p)))
	default:
		return math.Float64frombits(order.Uint64(p))
	}
}
