package cloudfile

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	pngcodec "image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

type message interface {
	TypeName() string
	MD5() string
	Definition() string
	AppendROS([]byte) []byte
}

// writer writes a recording; times are seconds after its start.
type writer struct {
	t   *testing.T
	w   *bag.Writer
	ids map[string]uint32
}

const start = 1_700_000_000

func create(t *testing.T, name string) (*writer, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := bag.Create(path, bag.Options{ChunkSize: 300})
	if err != nil {
		t.Fatal(err)
	}
	return &writer{t, w, map[string]uint32{}}, path
}

func (w *writer) put(topic string, at float64, m message) {
	w.t.Helper()
	id, ok := w.ids[topic]
	if !ok {
		var err error
		if id, err = w.w.Connect(bag.Conn{Topic: topic, Type: m.TypeName(), MD5: m.MD5(), Definition: m.Definition()}); err != nil {
			w.t.Fatal(err)
		}
		w.ids[topic] = id
	}
	if err := w.w.Write(id, start*1e9+int64(at*1e9), m.AppendROS(nil)); err != nil {
		w.t.Fatal(err)
	}
}

func (w *writer) close() {
	w.t.Helper()
	if err := w.w.Close(); err != nil {
		w.t.Fatal(err)
	}
}

func stamp(at float64) wire.Time { return wire.Time{Sec: start}.Add(time.Duration(at * 1e9)) }

// cloudOf is a message of a cloud whose first point is at x.
func cloudOf(t *testing.T, x, at float64) *sensor_msgs.PointCloud2 {
	t.Helper()
	c := cloud.New(40, 30)
	for i := range c.X {
		c.Set(i, geom.V(x+float64(i), 2, 3))
	}
	c.Frame = "camera"
	m := &sensor_msgs.PointCloud2{}
	if err := clouds.FromCloud(c, m); err != nil {
		t.Fatal(err)
	}
	m.Header.Stamp = stamp(at)
	return m
}

func load(t *testing.T, path string, o Options) (*cloud.Cloud, Source) {
	t.Helper()
	c, src, err := Load(path, o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c, src
}

func TestCloudsOfRecordings(t *testing.T) {
	for _, name := range []string{"a.bag", "a.mcap"} {
		w, path := create(t, name)
		w.put("/chatter", 0, &std_msgs.String{Data: "hello"})
		for k := range 5 {
			at := 1 + 0.5*float64(k)
			w.put("/points", at, cloudOf(t, float64(k), at))
		}
		w.close()
		for _, c := range []struct {
			o    Options
			want float32
		}{
			{Options{}, 0}, {Options{Frame: 3}, 3}, {Options{Frame: -1}, 4}, {Options{Frame: -5}, 0}, {Options{Topic: "/points", Frame: 2}, 2},
			{Options{At: &Moment{Nanos: 1.6e9}}, 2}, {Options{At: &Moment{Nanos: 1.5e9}}, 1}, {Options{At: &Moment{}}, 0},
			{Options{At: &Moment{Nanos: (start + 2) * 1e9, Absolute: true}}, 2},
		} {
			got, src := load(t, path, c.o)
			if got.X[0] != c.want || !got.Organised() || got.Frame != "camera" || src.Topic != "/points" || src.Stamp != stamp(1+0.5*float64(c.want)) || len(src.Warn) > 0 {
				t.Errorf("%s %+v: cloud %g of %+v, want %g", name, c.o, got.X[0], src, c.want)
			}
		}
		for _, c := range []struct {
			o    Options
			kind fault.Kind
			text string
		}{
			{Options{Frame: 5}, fault.NotFound, "the topic has 5"},
			{Options{Frame: -6}, fault.NotFound, "the topic has 5"},
			{Options{At: &Moment{Nanos: 3.1e9}}, fault.NotFound, "ends 3.000 s after"},
			{Options{Topic: "/point"}, fault.NotFound, "did you mean /points?"},
			{Options{Topic: "/chatter"}, fault.NotFound, "no clouds or images"},
			{Options{Camera: "1,1,1,1"}, fault.Invalid, "leave them out"},
		} {
			_, _, err := Load(path, c.o)
			if fault.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.text) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s %+v: %v, want %v with %q", name, c.o, err, c.kind, c.text)
			}
		}
		// A recording that was cut off still gives what it holds, and says that it was.
		st, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, st.Size()/2); err != nil {
			t.Fatal(err)
		}
		if got, src := load(t, path, Options{}); got.X[0] != 0 || len(src.Warn) == 0 {
			t.Errorf("%s, cut off: cloud %g, warnings %q", name, got.X[0], src.Warn)
		}
	}
}

func TestTopicMustBeClear(t *testing.T) {
	w, path := create(t, "two.bag")
	w.put("/left/points", 0, cloudOf(t, 1, 0))
	w.put("/right/points", 0, cloudOf(t, 2, 0))
	w.close()
	if _, _, err := Load(path, Options{}); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "/left/points, /right/points") {
		t.Error(err)
	}
	if c, _ := load(t, path, Options{Topic: "/right/points"}); c.X[0] != 2 {
		t.Error(c.X[0])
	}
	w, path = create(t, "none.mcap")
	w.put("/chatter", 0, &std_msgs.String{})
	w.close()
	if _, _, err := Load(path, Options{}); fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "neither clouds") {
		t.Error(err)
	}
	// ROS 2 recordings and other versions of a type are named, not misread.
	for _, c := range []struct {
		conn bag.Conn
		text string
	}{
		{bag.Conn{Topic: "/points", Type: "sensor_msgs/msg/PointCloud2", Encoding: "cdr", Schema: "ros2msg"}, "ROS 1's encoding"},
		{bag.Conn{Topic: "/points", Type: typeCloud, MD5: strings.Repeat("0", 32), Definition: "uint8 a"}, "another version"},
	} {
		w, path = create(t, "other.mcap")
		id, err := w.w.Connect(c.conn)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.w.Write(id, start*1e9, cloudOf(t, 0, 0).AppendROS(nil)); err != nil {
			t.Fatal(err)
		}
		w.close()
		for _, topic := range []string{"", "/points"} {
			if _, _, err := Load(path, Options{Topic: topic}); fault.KindOf(err) != fault.Unsupported || !strings.Contains(err.Error(), c.text) {
				t.Errorf("topic %q: %v, want %q", topic, err, c.text)
			}
		}
	}
}

// depthGrey is a plane 2 m away with a hole, in steps of a millimetre.
func depthGrey() *image.Gray16 {
	img := image.NewGray16(image.Rect(0, 0, 4, 3))
	for i := range 12 {
		img.SetGray16(i%4, i/4, color.Gray16{Y: 2000})
	}
	img.SetGray16(0, 0, color.Gray16{})
	return img
}

func cameraInfo(at, fx float64) *sensor_msgs.CameraInfo {
	m := &sensor_msgs.CameraInfo{Width: 4, Height: 3}
	m.Header.Stamp = stamp(at)
	m.P = [12]float64{fx, 0, 1.5, 0, 0, 10, 1, 0, 0, 0, 1, 0}
	return m
}

func depthMessage(at float64) *sensor_msgs.Image {
	m := &sensor_msgs.Image{Width: 4, Height: 3, Encoding: "16UC1", IsBigendian: 1, Step: 8, Data: depthGrey().Pix}
	m.Header.Stamp, m.Header.FrameID = stamp(at), "optical"
	return m
}

func colourMessage(at float64, red byte) *sensor_msgs.Image {
	m := &sensor_msgs.Image{Width: 4, Height: 3, Encoding: "rgb8", Step: 12, Data: bytes.Repeat([]byte{red, 2, 3}, 12)}
	m.Header.Stamp = stamp(at)
	return m
}

// packed is a message of compressed depth; a and b are its parameters.
func packed(t *testing.T, format string, a, b float32) *sensor_msgs.CompressedImage {
	t.Helper()
	m := &sensor_msgs.CompressedImage{Format: format, Data: make([]byte, 12)}
	binary.LittleEndian.PutUint32(m.Data[4:], math.Float32bits(a))
	binary.LittleEndian.PutUint32(m.Data[8:], math.Float32bits(b))
	var buf bytes.Buffer
	if err := pngcodec.Encode(&buf, depthGrey()); err != nil {
		t.Fatal(err)
	}
	m.Data = append(m.Data, buf.Bytes()...)
	m.Header.Stamp = stamp(1)
	return m
}

// checkPlane compares with depthGrey in the camera of cameraInfo with fx 10.
func checkPlane(t *testing.T, what string, c *cloud.Cloud) {
	t.Helper()
	if c.Width != 4 || c.Height != 3 || c.Valid(0) || c.ValidCount() != 11 {
		t.Fatalf("%s: %d x %d, %d valid", what, c.Width, c.Height, c.ValidCount())
	}
	want := geom.V((3-1.5)/10*2, (2-1.0)/10*2, 2)
	if got := c.At(11); math.Abs(got.X-want.X)+math.Abs(got.Y-want.Y)+math.Abs(got.Z-want.Z) > 1e-6 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestDepthOfRecordings(t *testing.T) {
	w, path := create(t, "depth.bag")
	w.put("/camera/depth/camera_info", 0.5, cameraInfo(0.5, 99))
	w.put("/camera/depth/camera_info", 1, cameraInfo(1, 10))
	w.put("/camera/rgb/image", 0.9, colourMessage(0.9, 7))
	w.put("/camera/depth/image", 1, depthMessage(1))
	w.put("/camera/rgb/image", 1, colourMessage(1.01, 9))
	w.put("/camera/rgb/camera_info", 1, cameraInfo(1, 50))
	w.put("/late/image", 5, colourMessage(5, 1))
	w.close()
	c, src := load(t, path, Options{})
	checkPlane(t, "depth", c)
	if src.Topic != "/camera/depth/image" || c.RGB != nil || c.Frame != "optical" {
		t.Errorf("%+v", src)
	}
	c, _ = load(t, path, Options{Colour: "/camera/rgb/image"})
	if checkPlane(t, "coloured", c); c.RGB[5] != 0xff090203 {
		t.Errorf("colour %08x", c.RGB[5])
	}
	c, _ = load(t, path, Options{Camera: "10, 10, 1.5, 1"})
	checkPlane(t, "given camera", c)
	if c, _ = load(t, path, Options{Camera: "/camera/rgb/camera_info"}); math.Abs(float64(c.X[11])-1.5/50*2) > 1e-6 {
		t.Error("another camera info", c.X[11])
	}
	if c, _ = load(t, path, Options{DepthUnit: 0.0001}); math.Abs(float64(c.Z[11])-0.2) > 1e-6 {
		t.Error("unit", c.Z[11])
	}
	for _, q := range []struct {
		o    Options
		text string
	}{
		{Options{Colour: "/late/image"}, "from it"},
		{Options{Colour: "/nowhere"}, "no images of this topic"},
		{Options{Camera: "/nowhere"}, "neither four numbers"},
		{Options{DepthUnit: -1}, "step of depth"},
		{Options{Topic: "/camera/rgb/image"}, "depth is 16UC1"},
	} {
		if _, _, err := Load(path, q.o); err == nil || !strings.Contains(err.Error(), q.text) {
			t.Errorf("%+v: %v, want %q", q.o, err, q.text)
		}
	}

	w, path = create(t, "packed.mcap")
	w.put("/camera/depth/camera_info", 1, cameraInfo(1, 10))
	w.put("/camera/depth/image/compressedDepth", 1, packed(t, "16UC1; compressedDepth", 0, 0))
	w.close()
	c, _ = load(t, path, Options{})
	checkPlane(t, "compressed", c)
	w, path = create(t, "inverse.mcap")
	w.put("/camera/depth/camera_info", 1, cameraInfo(1, 10))
	w.put("/camera/depth/image/compressedDepth", 1, packed(t, "32FC1; compressedDepth png", 3800, 100)) // 3800/(2000-100) = 2 m
	w.close()
	c, _ = load(t, path, Options{})
	checkPlane(t, "compressed inverse depth", c)
	if _, _, err := Load(path, Options{DepthUnit: 0.01}); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	w, path = create(t, "alone.bag")
	w.put("/depth", 1, depthMessage(1))
	w.close()
	if _, _, err := Load(path, Options{}); fault.KindOf(err) != fault.NotFound || !strings.Contains(err.Error(), "give the camera") {
		t.Error(err)
	}
	c, _ = load(t, path, Options{Camera: "10,10,1.5,1"})
	checkPlane(t, "camera given", c)
}

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := pngcodec.Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

const calibrationText = `image_width: 4
image_height: 3
camera_name: kinect
camera_matrix: {rows: 3, cols: 3, data: [99, 0, 1.5, 0, 99, 1, 0, 0, 1]}
distortion_model: plumb_bob
distortion_coefficients: {rows: 1, cols: 5, data: [0.1, 0, 0, 0, 0]}
projection_matrix:
  rows: 3
  cols: 4
  data: [10, 0, 1.5, 0, 0, 10, 1, 0, 0, 0, 1, 0]
`

func TestDepthPictures(t *testing.T) {
	dir := t.TempDir()
	depth, rgb, yaml := filepath.Join(dir, "depth.png"), filepath.Join(dir, "rgb.png"), filepath.Join(dir, "cam.yaml")
	writePNG(t, depth, depthGrey())
	colour := image.NewNRGBA(image.Rect(0, 0, 4, 3))
	for i := range 12 {
		colour.SetNRGBA(i%4, i/4, color.NRGBA{byte(i), 2, 3, 255})
	}
	writePNG(t, rgb, colour)
	if err := os.WriteFile(yaml, []byte(calibrationText), 0o644); err != nil {
		t.Fatal(err)
	}
	c, _ := load(t, depth, Options{Camera: "10,10,1.5,1"})
	checkPlane(t, "numbers", c)
	c, _ = load(t, depth, Options{Camera: yaml, Colour: rgb})
	if checkPlane(t, "calibration", c); c.RGB[11] != 0xff0b0203 {
		t.Errorf("colour %08x", c.RGB[11])
	}
	if c, _ = load(t, depth, Options{Camera: yaml, DepthUnit: 0.0005}); math.Abs(float64(c.Z[11])-1) > 1e-6 {
		t.Error("unit", c.Z[11])
	}
	cut := filepath.Join(dir, "cut.png")
	b, err := os.ReadFile(depth)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cut, b[:len(b)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		path string
		o    Options
		text string
	}{
		{depth, Options{}, "fx,fy,cx,cy"},
		{depth, Options{Camera: "1,2,3"}, "neither four numbers"},
		{depth, Options{Camera: "0,10,1,1"}, "focal length"},
		{depth, Options{Camera: rgb}, "no camera calibration"},
		{depth, Options{Camera: yaml, Colour: filepath.Join(dir, "nowhere.png")}, "no such file"},
		{depth, Options{Camera: yaml, Frame: 1}, "leave them out"},
		{depth, Options{Camera: yaml, Topic: "/a"}, "leave them out"},
		{rgb, Options{Camera: yaml}, "one channel of 16 bits"},
		{cut, Options{Camera: yaml}, "copy the picture again"},
	} {
		if _, _, err := Load(q.path, q.o); err == nil || !strings.Contains(err.Error(), q.text) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %+v: %v, want %q", q.path, q.o, err, q.text)
		}
	}
}

func TestCloudFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pcd")
	c := cloud.New(2, 2)
	c.Set(3, geom.V(1, 2, 3))
	if err := cloud.Save(path, c, cloud.Binary); err != nil {
		t.Fatal(err)
	}
	if got, src := load(t, path, Options{}); got.At(3) != geom.V(1, 2, 3) || src.Topic != "" {
		t.Error(got.At(3), src)
	}
	for _, o := range []Options{{Topic: "/a"}, {Frame: 1}, {At: &Moment{}}, {Camera: "1,1,1,1"}, {Colour: "x.png"}, {DepthUnit: 1}} {
		if _, _, err := Load(path, o); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, _, err := Load(filepath.Join(t.TempDir(), "nowhere"), Options{}); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

// What is no compressed depth is an error, never a panic, and never an image that contradicts itself.
func FuzzUnpackDepth(f *testing.F) {
	var buf bytes.Buffer
	if err := pngcodec.Encode(&buf, depthGrey()); err != nil {
		f.Fatal(err)
	}
	f.Add("16UC1; compressedDepth", append(make([]byte, 12), buf.Bytes()...))
	f.Add("32FC1; compressedDepth", append(make([]byte, 12), buf.Bytes()...))
	f.Fuzz(func(t *testing.T, format string, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		if cfg, err := pngcodec.DecodeConfig(bytes.NewReader(data[min(12, len(data)):])); err == nil && cfg.Width*cfg.Height > 1<<20 {
			return // allowed, and slow to fuzz
		}
		m, err := unpackDepth(&sensor_msgs.CompressedImage{Format: format, Data: data})
		if err == nil && len(m.Data) != int(m.Step)*int(m.Height) {
			t.Fatalf("%d x %d, step %d, %d bytes", m.Width, m.Height, m.Step, len(m.Data))
		}
	})
}

// A calibration that is read has a size and no number that the file does not have.
func FuzzCalibration(f *testing.F) {
	f.Add([]byte(calibrationText))
	f.Add([]byte("image_width: 4\nimage_height: 3\ncamera_matrix: {data: [1,2,3]}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		info, err := parseCalibration(b)
		if err == nil && (info.Width == 0 || info.Height == 0) {
			t.Fatalf("%+v", info)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("not one line: %q", err)
		}
	})
}
