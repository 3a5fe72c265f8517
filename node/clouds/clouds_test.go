package clouds

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// sample is an organised cloud with holes, colour and labels.
func sample(w, h int) *cloud.Cloud {
	rng := rand.New(rand.NewPCG(1, 2))
	c := cloud.New(w, h)
	c.Frame = "camera"
	c.RGB, c.Label = make([]uint32, w*h), make([]uint32, w*h)
	for i := range c.X {
		if rng.IntN(10) > 0 {
			c.Set(i, geom.V(rng.NormFloat64(), rng.NormFloat64(), 1+rng.Float64()))
		}
		c.RGB[i], c.Label[i] = rng.Uint32(), rng.Uint32()
	}
	return c
}

// same compares bit by bit; NaN equals NaN.
func same(t *testing.T, what string, got, want *cloud.Cloud) {
	t.Helper()
	bits := func(v []float32) []uint32 {
		out := make([]uint32, len(v))
		for i, f := range v {
			out[i] = math.Float32bits(f)
		}
		return out
	}
	if got.Width != want.Width || got.Height != want.Height || !slices.Equal(bits(got.X), bits(want.X)) || !slices.Equal(bits(got.Y), bits(want.Y)) ||
		!slices.Equal(bits(got.Z), bits(want.Z)) || !slices.Equal(got.RGB, want.RGB) || !slices.Equal(got.Label, want.Label) || got.Frame != want.Frame {
		t.Errorf("%s: not the same cloud", what)
	}
}

// place is where a field of a test message goes.
type place struct {
	name string
	at   uint32
	typ  uint8
}

// encode writes a cloud in any layout.
func encode(c *cloud.Cloud, fields []place, step, row uint32, big bool) *sensor_msgs.PointCloud2 {
	m := &sensor_msgs.PointCloud2{Width: uint32(c.Width), Height: uint32(c.Height), PointStep: step, RowStep: row, IsBigendian: big}
	m.Header.FrameID = c.Frame
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	for _, f := range fields {
		m.Fields = append(m.Fields, sensor_msgs.PointField{Name: f.name, Offset: f.at, Datatype: f.typ, Count: 1})
	}
	m.Data = make([]byte, int(row)*c.Height)
	for i := range m.Data {
		m.Data[i] = 0xa5 // what is between the fields does not matter
	}
	for i := range c.X {
		p := m.Data[i/c.Width*int(row)+i%c.Width*int(step):]
		for _, f := range fields {
			v := map[string]float32{"x": c.X[i], "y": c.Y[i], "z": c.Z[i]}[f.name]
			switch {
			case f.name == "rgb" || f.name == "rgba":
				order.PutUint32(p[f.at:], c.RGB[i])
			case f.name == "label":
				order.PutUint32(p[f.at:], c.Label[i])
			case f.name == "r":
				p[f.at] = byte(c.RGB[i] >> 16)
			case f.name == "g":
				p[f.at] = byte(c.RGB[i] >> 8)
			case f.name == "b":
				p[f.at] = byte(c.RGB[i])
			case f.typ == sensor_msgs.PointFieldFloat64:
				order.PutUint64(p[f.at:], math.Float64bits(float64(v)))
			case f.typ == sensor_msgs.PointFieldInt16:
				order.PutUint16(p[f.at:], uint16(int16(v)))
			case f.typ == sensor_msgs.PointFieldFloat32:
				order.PutUint32(p[f.at:], math.Float32bits(v))
			}
		}
	}
	return m
}

const (
	i16 = sensor_msgs.PointFieldInt16
	u8  = sensor_msgs.PointFieldUint8
	u32 = sensor_msgs.PointFieldUint32
	f32 = sensor_msgs.PointFieldFloat32
	f64 = sensor_msgs.PointFieldFloat64
)

func TestLayouts(t *testing.T) {
	full := sample(7, 5)
	plain := *full
	plain.RGB, plain.Label = nil, nil
	coloured := *full
	coloured.Label = nil
	opaque := coloured // bytes of their own have no alpha
	opaque.RGB = slices.Clone(coloured.RGB)
	for i := range opaque.RGB {
		opaque.RGB[i] |= 0xff000000
	}
	flat := plain
	flat.Width, flat.Height = 35, 1
	for _, c := range []struct {
		name      string
		want      *cloud.Cloud
		fields    []place
		step, row uint32
	}{
		{"tight", &plain, []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}}, 12, 84},
		{"PCL's XYZRGB", &coloured, []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}, {"rgb", 16, f32}}, 32, 224},
		{"rgba a whole number, label", full, []place{{"label", 20, u32}, {"rgba", 0, u32}, {"x", 8, f32}, {"y", 12, f32}, {"z", 16, f32}}, 24, 168},
		{"unordered fields, padding, row padding", &coloured, []place{{"z", 3, f32}, {"rgb", 29, f32}, {"x", 13, f32}, {"intensity", 21, f32}, {"y", 7, f32}}, 41, 300},
		{"doubles", &plain, []place{{"x", 0, f64}, {"y", 8, f64}, {"z", 16, f64}}, 24, 168},
		{"mixed types", &coloured, []place{{"x", 0, f64}, {"y", 8, f32}, {"z", 12, f64}, {"rgb", 20, f32}}, 24, 170},
		{"colours of a byte each", &opaque, []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}, {"r", 12, u8}, {"g", 13, u8}, {"b", 14, u8}}, 15, 105},
		{"of two fields of a name the first counts", &plain, []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}, {"x", 12, f64}}, 20, 140},
	} {
		for _, big := range []bool{false, true} {
			m := encode(c.want, c.fields, c.step, c.row, big)
			var got cloud.Cloud
			if err := ToCloud(m, &got); err != nil {
				t.Errorf("%s, big endian %v: %v", c.name, big, err)
				continue
			}
			same(t, c.name, &got, c.want)
			m.Data = m.Data[:4*c.row+7*c.step] // the gap after the last row may be missing
			if err := ToCloud(m, &got); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if c.row == 7*c.step {
				m.RowStep = 0
				if err := ToCloud(m, &got); err != nil {
					t.Errorf("%s: row_step 0: %v", c.name, err)
				}
				same(t, c.name+", row_step 0", &got, c.want)
			}
		}
	}
	xyz := []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}}
	m := encode(&flat, xyz, 12, 35*12, false)
	m.Height = 0
	var got cloud.Cloud
	if err := ToCloud(m, &got); err != nil {
		t.Errorf("height 0: %v", err)
	}
	same(t, "height 0 with points", &got, &flat)
	m.Data = nil
	if err := ToCloud(m, &got); err != nil || got.Len() != 0 || got.Check() != nil {
		t.Errorf("an empty cloud: %v, %d points", err, got.Len())
	}
	whole := cloud.New(2, 1)
	whole.Set(0, geom.V(1, -2, 3))
	whole.Set(1, geom.V(300, 0, -32768))
	if err := ToCloud(encode(whole, []place{{"x", 0, i16}, {"y", 2, i16}, {"z", 4, i16}}, 6, 12, true), &got); err != nil {
		t.Error(err)
	}
	same(t, "whole numbers", &got, whole)
}

func TestMalformed(t *testing.T) {
	xyz := func() *sensor_msgs.PointCloud2 {
		return encode(sample(4, 3), []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}}, 12, 48, false)
	}
	for _, c := range []struct {
		name string
		harm func(m *sensor_msgs.PointCloud2)
		kind fault.Kind
		text string
	}{
		{"half the data", func(m *sensor_msgs.PointCloud2) { m.Data = m.Data[:72] }, fault.Truncated, "need 144 bytes of data, but there are 72"},
		{"no data", func(m *sensor_msgs.PointCloud2) { m.Data = nil }, fault.Truncated, "there are 0"},
		{"huge", func(m *sensor_msgs.PointCloud2) { m.Width, m.Height, m.RowStep = 1<<32-1, 1<<32-1, 0 }, fault.TooLarge, "at most"},
		{"a huge row", func(m *sensor_msgs.PointCloud2) { m.Width, m.Height, m.PointStep, m.RowStep = 1<<27, 1, 64, 0 }, fault.TooLarge, "4 GiB"},
		{"short rows", func(m *sensor_msgs.PointCloud2) { m.RowStep = 47 }, fault.Invalid, "row_step is 47"},
		{"no z", func(m *sensor_msgs.PointCloud2) { m.Fields = m.Fields[:2] }, fault.Invalid, `no field "z" among "x" "y"`},
		{"no fields", func(m *sensor_msgs.PointCloud2) { m.Fields = nil }, fault.Invalid, "no fields at all"},
		{"field outside", func(m *sensor_msgs.PointCloud2) { m.Fields[1].Offset = 9 }, fault.Invalid, `"y" ends at byte 13`},
		{"field far outside", func(m *sensor_msgs.PointCloud2) { m.Fields[1].Offset = 1<<32 - 1 }, fault.Invalid, `"y" ends`},
		{"point_step 0", func(m *sensor_msgs.PointCloud2) { m.PointStep = 0 }, fault.Invalid, "point_step of 0"},
		{"datatype", func(m *sensor_msgs.PointCloud2) { m.Fields[2].Datatype = 9 }, fault.Unsupported, "datatype 9"},
		{"datatype 0", func(m *sensor_msgs.PointCloud2) { m.Fields[2].Datatype = 0 }, fault.Unsupported, "datatype 0"},
		{"colour", func(m *sensor_msgs.PointCloud2) {
			m.Fields = append(m.Fields, sensor_msgs.PointField{Name: "rgb", Datatype: i16, Count: 1})
		}, fault.Unsupported, "four bytes"},
		{"label", func(m *sensor_msgs.PointCloud2) {
			m.Fields = append(m.Fields, sensor_msgs.PointField{Name: "label", Datatype: f32, Count: 1})
		}, fault.Unsupported, "whole"},
	} {
		m := xyz()
		c.harm(m)
		var out cloud.Cloud
		if err := ToCloud(m, &out); fault.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %v with %q", c.name, err, c.kind, c.text)
		}
	}
}

func TestThereAndBack(t *testing.T) {
	for _, size := range [][2]int{{7, 5}, {1, 1}, {0, 0}, {640, 480}} {
		c := sample(size[0], size[1])
		var m sensor_msgs.PointCloud2
		if err := FromCloud(c, &m); err != nil {
			t.Fatal(err)
		}
		if m.IsDense != (c.ValidCount() == c.Len()) {
			t.Errorf("%v: dense is %v", size, m.IsDense)
		}
		var back cloud.Cloud
		if err := ToCloud(&m, &back); err != nil {
			t.Fatal(err)
		}
		if c.Len() == 0 {
			c.RGB, c.Label = []uint32{}, []uint32{}
		}
		same(t, "there and back", &back, c)
	}
	if err := FromCloud(&cloud.Cloud{Width: 2, Height: 1}, &sensor_msgs.PointCloud2{}); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

func TestFromIndices(t *testing.T) {
	c := cloud.New(3, 1)
	c.RGB = []uint32{0x112233, 0, 0x445566}
	c.Set(0, geom.V(1, 2, 3))
	c.Set(2, geom.V(4, 5, 6))
	X_AF := geom.Pose{R: geom.AxisAngle(geom.UnitZ, math.Pi/2), P: geom.V(10, 0, 0)}
	want := cloud.New(2, 1)
	want.Frame, want.RGB = "a", []uint32{0x112233, 0x445566}
	want.Set(0, geom.V(8, 1, 3))
	want.Set(1, geom.V(5, 4, 6))
	var m sensor_msgs.PointCloud2
	FromIndices(c, []int32{0, 2}, X_AF, "a", &m)
	var got cloud.Cloud
	if err := ToCloud(&m, &got); err != nil {
		t.Fatal(err)
	}
	same(t, "new message", &got, want)
	old := sensor_msgs.PointCloud{Channels: []sensor_msgs.ChannelFloat32{{Name: "rgb"}}}
	old.Header.FrameID = "a"
	for _, i := range []int{0, 2} {
		p := X_AF.Apply(c.At(i))
		old.Points = append(old.Points, geometry_msgs.Point32{X: float32(p.X), Y: float32(p.Y), Z: float32(p.Z)})
		old.Channels[0].Values = append(old.Channels[0].Values, math.Float32frombits(c.RGB[i]))
	}
	back, err := ToCloudOld(&old)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "old message", back, want)
	old.Channels[0].Values = old.Channels[0].Values[:1]
	if _, err := ToCloudOld(&old); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

func depthImage(w, h int, encoding string) (*sensor_msgs.Image, *sensor_msgs.CameraInfo) {
	size := map[string]int{"16UC1": 2, "32FC1": 4, "bgr8": 3}[encoding]
	m := &sensor_msgs.Image{Width: uint32(w), Height: uint32(h), Encoding: encoding, Step: uint32(w*size + 6), Data: make([]byte, (w*size+6)*h)}
	m.Header.FrameID = "optical"
	info := &sensor_msgs.CameraInfo{Width: uint32(w), Height: uint32(h)}
	info.P[0], info.P[5], info.P[2], info.P[6] = 10, 20, 1.5, 1
	return m, info
}

func TestDepth(t *testing.T) {
	mm, info := depthImage(4, 3, "16UC1")
	binary.LittleEndian.PutUint16(mm.Data[1*14+2*3:], 2000)
	metres, _ := depthImage(4, 3, "32FC1")
	metres.IsBigendian = 1
	for i := range 12 {
		binary.BigEndian.PutUint32(metres.Data[i/4*22+i%4*4:], math.Float32bits(float32(math.NaN())))
	}
	binary.BigEndian.PutUint32(metres.Data[1*22+3*4:], math.Float32bits(2))
	picture, _ := depthImage(4, 3, "bgr8")
	copy(picture.Data[1*18+3*3:], []byte{1, 2, 3})
	want := cloud.New(4, 3)
	want.Frame, want.RGB = "optical", make([]uint32, 12)
	for i := range want.RGB {
		want.RGB[i] = 0xff000000
	}
	want.RGB[7] = 0xff030201
	want.Set(7, geom.V(0.3, 0, 2)) // (3-1.5)/10*2, (1-1)/20*2
	for _, depth := range []*sensor_msgs.Image{mm, metres} {
		var got cloud.Cloud
		if err := FromDepth(depth, picture, info, &got); err != nil {
			t.Fatal(depth.Encoding, err)
		}
		if !slices.Equal(got.RGB, want.RGB) || got.ValidCount() != 1 || got.Frame != "optical" {
			t.Errorf("%s: %+v", depth.Encoding, got)
		}
		if d := cmp.Diff(got.At(7), geom.V(float64(float32(0.3)), 0, 2)); d != "" {
			t.Error(depth.Encoding, d)
		}
	}
	// Binning by two and a region of interest: the same camera, fewer pixels.
	part := *info
	part.Width, part.Height, part.BinningX, part.BinningY = 20, 16, 2, 2
	part.P[0], part.P[5], part.P[2], part.P[6] = 20, 40, 3+4, 2+6
	part.Roi.XOffset, part.Roi.YOffset, part.Roi.Width, part.Roi.Height = 4, 6, 8, 6
	var got cloud.Cloud
	if err := FromDepth(mm, nil, &part, &got); err != nil || got.RGB != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(got.At(7), geom.V(float64(float32(0.3)), 0, 2)); d != "" {
		t.Error("binned", d)
	}
	// A camera without P is its K.
	raw := sensor_msgs.CameraInfo{Width: 4, Height: 3, D: []float64{0, 0}}
	raw.K[0], raw.K[4], raw.K[2], raw.K[5] = 10, 20, 1.5, 1
	if err := FromDepth(mm, nil, &raw, &got); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]struct {
		harm func(d, p *sensor_msgs.Image, i *sensor_msgs.CameraInfo)
		kind fault.Kind
	}{
		"other size":        {func(d, _ *sensor_msgs.Image, _ *sensor_msgs.CameraInfo) { d.Width = 3 }, fault.Invalid},
		"short data":        {func(d, _ *sensor_msgs.Image, _ *sensor_msgs.CameraInfo) { d.Data = d.Data[:20] }, fault.Truncated},
		"short step":        {func(d, _ *sensor_msgs.Image, _ *sensor_msgs.CameraInfo) { d.Step = 7 }, fault.Invalid},
		"encoding":          {func(d, _ *sensor_msgs.Image, _ *sensor_msgs.CameraInfo) { d.Encoding = "8UC1" }, fault.Unsupported},
		"colour encoding":   {func(_, p *sensor_msgs.Image, _ *sensor_msgs.CameraInfo) { p.Encoding = "yuv422" }, fault.Unsupported},
		"colour size":       {func(_, p *sensor_msgs.Image, _ *sensor_msgs.CameraInfo) { p.Width = 3 }, fault.Invalid},
		"colour short data": {func(_, p *sensor_msgs.Image, _ *sensor_msgs.CameraInfo) { p.Data = p.Data[:5] }, fault.Truncated},
		"not calibrated":    {func(_, _ *sensor_msgs.Image, i *sensor_msgs.CameraInfo) { i.P[0] = 0 }, fault.Invalid},
		"distorted": {func(_, _ *sensor_msgs.Image, i *sensor_msgs.CameraInfo) {
			i.P[0], i.D = 0, []float64{0.1}
		}, fault.Unsupported},
		"not a number": {func(_, _ *sensor_msgs.Image, i *sensor_msgs.CameraInfo) { i.P[2] = math.NaN() }, fault.Invalid},
	} {
		d, p, i := *mm, *picture, *info
		c.harm(&d, &p, &i)
		if err := FromDepth(&d, &p, &i, &got); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v, want %v", name, err, c.kind)
		}
	}
}

// A message that is read without error is a consistent cloud and survives being written and read again.
func FuzzToCloud(f *testing.F) {
	for _, big := range []bool{false, true} {
		m := encode(sample(3, 2), []place{{"x", 0, f32}, {"y", 4, f64}, {"z", 12, f32}, {"rgb", 16, f32}, {"label", 20, u32}}, 24, 75, big)
		f.Add(m.AppendROS(nil))
	}
	m := encode(sample(3, 2), []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}}, 12, 36, false)
	m.Data = m.Data[:36]
	f.Add(m.AppendROS(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		var m sensor_msgs.PointCloud2
		if m.DecodeROS(b) != nil {
			return
		}
		var c cloud.Cloud
		if err := ToCloud(&m, &c); err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00\x1b") {
				t.Fatalf("not one clean line: %q", err)
			}
			return
		}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if c.Len() > len(b) {
			t.Fatalf("%d points of %d bytes", c.Len(), len(b))
		}
		if moved, err := Moved(&m, geom.Pose{R: geom.AxisAngle(geom.UnitX, 1), P: geom.V(1, 2, 3)}, "f"); err == nil && len(moved.Data) != len(m.Data) {
			t.Fatalf("%d bytes became %d", len(m.Data), len(moved.Data))
		}
		var again sensor_msgs.PointCloud2
		if err := FromCloud(&c, &again); err != nil {
			t.Fatal(err)
		}
		var back cloud.Cloud
		if err := ToCloud(&again, &back); err != nil {
			t.Fatal(err)
		}
		same(t, "again", &back, &c)
	})
}

func TestAllocNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	multicoreOff = true
	defer func() { multicoreOff = false }()
	c := sample(320, 240)
	var m sensor_msgs.PointCloud2
	if err := FromCloud(c, &m); err != nil {
		t.Fatal(err)
	}
	odd := encode(c, []place{{"x", 0, f64}, {"y", 8, f32}, {"z", 12, f64}, {"rgb", 20, f32}, {"label", 24, u32}}, 28, 28*320, true)
	depth, info := depthImage(320, 240, "16UC1")
	var into cloud.Cloud
	for name, f := range map[string]func() error{
		"decode":          func() error { return ToCloud(&m, &into) },
		"decode the rest": func() error { return ToCloud(odd, &into) },
		"encode":          func() error { return FromCloud(c, &m) },
		"depth":           func() error { return FromDepth(depth, nil, info, &into) },
	} {
		if err := f(); err != nil {
			t.Fatal(name, err)
		}
		if n := testing.AllocsPerRun(20, func() {
			if f() != nil {
				t.Fail()
			}
		}); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// The bytes of a message as they are, copied, are the measure.
func BenchmarkPointCloud2(b *testing.B) {
	c := sample(640, 480)
	c.Label = nil
	m := encode(c, []place{{"x", 0, f32}, {"y", 4, f32}, {"z", 8, f32}, {"rgb", 16, f32}}, 32, 32*640, false)
	var tight sensor_msgs.PointCloud2
	if err := FromCloud(c, &tight); err != nil {
		b.Fatal(err)
	}
	var into cloud.Cloud
	run := func(name string, bytes int, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(bytes))
			b.ReportAllocs()
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	spare := make([]byte, len(m.Data))
	run("copy32", len(m.Data), func() error { copy(spare, m.Data); return nil })
	run("decode32", len(m.Data), func() error { return ToCloud(m, &into) })
	run("copy16", len(tight.Data), func() error { copy(spare, tight.Data); return nil })
	run("decode16", len(tight.Data), func() error { return ToCloud(&tight, &into) })
	run("encode16", len(tight.Data), func() error { return FromCloud(c, &tight) })
}
