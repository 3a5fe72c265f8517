package scene

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// The acceptance tests of rail_segmentation that concern the face, by their numbers.
func TestRail(t *testing.T) {
	t.Run("1 one box on the table", func(t *testing.T) {
		p := DefaultParams()
		for _, compat := range []bool{false, true} {
			p.Compat = compat
			l := newRig(t, p, nil, &here).segment(still(), base)
			count(t, l, 1)
			o := l.Objects[0]
			near(t, "width", o.Width, 0.060, 0.002)
			near(t, "depth", o.Depth, 0.060, 0.002)
			height, middle := 0.120, 0.760
			if compat {
				height, middle = 0.108, 0.766
			}
			near(t, "height", o.Height, height, 0.004)
			near(t, "center", distance(o.Center, geometry_msgs.Point{X: 0.63, Y: 0.13, Z: middle}), 0, 0.003)
			if l.Header.FrameID != base || o.PointCloud.Header.FrameID != base || l.Cleared {
				t.Errorf("frame %q, cloud's %q, cleared %v", l.Header.FrameID, o.PointCloud.Header.FrameID, l.Cleared)
			}
			if o.Recognized || o.Name != "" || o.ModelID != 0 || o.Confidence != 0 || len(o.Grasps) != 0 {
				t.Error("an object that nobody recognised says what it is")
			}
		}
	})
	t.Run("2 marker", func(t *testing.T) {
		m := newRig(t, DefaultParams(), nil, &here).segment(still(), base).Objects[0].Marker
		if m.Type != int32(visualization_msgs.MarkerCubeList) || m.Scale != (geometry_msgs.Vector3{X: 0.01, Y: 0.01, Z: 0.01}) || m.ID != 0 || m.Ns != "" ||
			m.Pose.Orientation != (geometry_msgs.Quaternion{W: 1}) || m.Color.A != 1 || m.Header.FrameID != base || !m.Header.Stamp.IsZero() {
			t.Errorf("%+v", m)
		}
		if m.Color.R <= 0.95 || m.Color.G >= 0.05 || m.Color.B >= 0.05 || len(m.Points) == 0 || len(m.Points) > 7*7*13 {
			t.Errorf("colour %+v, %d cubes", m.Color, len(m.Points))
		}
	})
	t.Run("4 a cluster that is too large is warned of", func(t *testing.T) {
		for n, want := range map[int]int{199: 0, 200: 1, 10000: 1, 10001: 0} {
			var s scenetest.Samples
			s.Grid(0.40, 1.20, -0.30, 0.30, 0.700, 0.0025, 0x808080, 1)
			for k := range n {
				s.Add(geom.V(0.6+0.002*float64(k%25), 0.1+0.002*float64(k/25%25), 0.73+0.005*float64(k/625)), red, 2)
			}
			r := newRig(t, DefaultParams(), nil, &here)
			count(t, r.segment(s.Cloud(geom.V(0, 0, 1.4)), base), want)
			if r.log.has("clusters of 10001 points") != (n == 10001) {
				t.Errorf("%d points: the warning is wrong", n)
			}
		}
	})
	t.Run("5 order and marker ids", func(t *testing.T) {
		var s scenetest.Samples
		table(&s)
		for k, rows := range []int{6, 18, 12} { // 300, 900, 600 points
			for i := range rows * 50 {
				s.Add(geom.V(0.5+0.2*float64(k)+0.003*float64(i%10), 0.003*float64(i/10%5), 0.73+0.004*float64(i/50)), red, 2)
			}
		}
		l := newRig(t, DefaultParams(), nil, &here).segment(s.Cloud(geom.V(0, 0, 1.4)), base)
		count(t, l, 3)
		for i, n := range []uint32{900, 600, 300} {
			if o := l.Objects[i]; o.PointCloud.Width != n || o.PointCloud.Height != 1 || !o.PointCloud.IsDense || o.Marker.ID != int32(i) {
				t.Errorf("object %d: %d x %d points, marker %d", i, o.PointCloud.Width, o.PointCloud.Height, o.Marker.ID)
			}
		}
	})
	t.Run("6 yaw", func(t *testing.T) {
		var s scenetest.Samples
		table(&s)
		s.Box(geom.V(0.7, -0.025, 0.7), geom.V(0.9, 0.025, 0.8), 30*math.Pi/180, 0.004, red, 2)
		q := newRig(t, DefaultParams(), nil, &here).segment(s.Cloud(geom.V(0, 0, 1.4)), base).Objects[0].Orientation
		near(t, "norm", math.Sqrt(q.X*q.X+q.Y*q.Y+q.Z*q.Z+q.W*q.W), 1, 1e-6)
		near(t, "yaw", math.Mod(2*math.Atan2(q.Z, q.W)*180/math.Pi+360, 180), 30, 2)
		if q.X != 0 || q.Y != 0 {
			t.Errorf("%+v", q)
		}
	})
	t.Run("7 a tilted table", func(t *testing.T) {
		for _, require := range []bool{false, true} {
			for degrees, found := range map[float64]bool{5: true, 12: false} {
				zones := DefaultZones()
				zones[0].RequireSurface = require
				p := DefaultParams()
				p.MaxCluster = 0
				r := newRig(t, p, zones, &here)
				tilt := geom.AxisAngle(geom.UnitY, degrees*math.Pi/180)
				c := still()
				for i := range c.X {
					c.Set(i, tilt.Apply(c.At(i)))
				}
				l := r.segment(c, base)
				switch {
				case found && (len(l.Objects) != 1 || l.Objects[0].PointCloud.Width > 3000):
					t.Errorf("%g degrees: %d objects", degrees, len(l.Objects))
				case !found && require && len(l.Objects) != 0:
					t.Errorf("%g degrees: %d objects without the surface that is required", degrees, len(l.Objects))
				case !found && !require && (len(l.Objects) == 0 || l.Objects[0].PointCloud.Width < 19000):
					t.Errorf("%g degrees: the table is not among %d objects", degrees, len(l.Objects))
				}
			}
		}
	})
	t.Run("9 floor, ceiling and table", func(t *testing.T) {
		zones := DefaultZones()
		zones[0].Z = Interval{0.3, 1.5}
		r := newRig(t, DefaultParams(), zones, &here)
		tables := listen[*objectMsg](r, "/rail_segmentation/segmented_table")
		var s scenetest.Samples
		s.Grid(-1, 2, -1, 1, 0, 0.01, 0, 1)
		s.Grid(-1, 2, -1, 1, 2.5, 0.011, 0, 1)
		table(&s)
		box(&s, 0.60, 0.10, 0.06, 0.06, 0.12, red)
		count(t, r.segment(s.Cloud(geom.V(0, 0, 1.4)), base), 1)
		o := tables.next()
		near(t, "surface", o.Centroid.Z, 0.700, 0.002)
		near(t, "its width", o.Width, 0.8, 0.01)
		near(t, "its depth", o.Depth, 0.6, 0.01)
	})
	t.Run("11 limits", func(t *testing.T) {
		zones := DefaultZones()
		zones[0].RemoveSurface, zones[0].X.Max, zones[0].Z = false, 0.44, Interval{0.2, 1}
		p := DefaultParams()
		p.MinCluster = 1
		for _, c := range []struct {
			p    geom.Vec
			want int
		}{{geom.V(0.44, 0, 0.5), 0}, {geom.V(0.439, 0, 0.5), 1}, {geom.V(0, 0, 0.2), 0}, {geom.V(0, 0, 0.201), 1}} {
			one := cloud.New(1, 1)
			one.Set(0, c.p)
			count(t, newRig(t, p, zones, &here).segment(one, base), c.want)
		}
	})
	t.Run("12 a zone without limits", func(t *testing.T) {
		zones := DefaultZones()
		zones[0].RemoveSurface, zones[0].Z.Min = false, math.Inf(-1)
		var s scenetest.Samples
		box(&s, 0.60, 0.10, 0.06, 0.06, 0.12, red)
		count(t, newRig(t, DefaultParams(), zones, &here).segment(s.Cloud(geom.V(0, 0, 1.4)), base), 1)
	})
	t.Run("13 the zone of a pose of the camera", func(t *testing.T) {
		zones, err := LoadZones("testdata/carl.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			roll, pitch float64
			want        string
		}{{0, 0.5, "Front Surface"}, {0, 0.95, "Front Surface"}, {0, 1.2, "Base Plate"}, {3.0, 0.2, "Back Surface"}, {0, -0.2, ""}} {
			r := newRig(t, DefaultParams(), zones, &geom.Pose{R: geom.RPY(c.roll, c.pitch, 0.3)})
			z, err := r.face.choose(t.Context(), wire.Time{})
			if err != nil {
				t.Fatal(err)
			}
			want := c.want
			if want == "" {
				want = "Front Surface"
			}
			if z.Name != want || r.log.has("no zone counts") != (c.want == "") {
				t.Errorf("%+v: %s", c, z.Name)
			}
			r.face.p.ZoneFallback = false
			if _, err := r.face.choose(t.Context(), wire.Time{}); (err != nil) != (c.want == "") {
				t.Errorf("without fall-back: %v", err)
			}
		}
	})
	t.Run("14 what is missing fails the call", func(t *testing.T) {
		p := DefaultParams()
		p.CloudWait, p.TFWait, p.MaxCloudAge = 0.1, 0.1, 0
		r := newRig(t, p, nil, nil)
		lists, marks := listen[*List](r, "/rail_segmentation/segmented_objects"), listen[*markerList](r, "/rail_segmentation/markers")
		if err := r.call("segment"); err == nil {
			t.Error("without a cloud the call did not fail")
		}
		r.see(still(), base)
		if err := r.call("segment"); err == nil { // the zone needs the camera's frame
			t.Error("without tf the call did not fail")
		}
		r.place(base, optics, here)
		if err := r.call("segment"); err != nil {
			t.Fatal(err)
		}
		if l := lists.next(); len(l.Objects) != 0 || !l.Cleared { // the first message of all: nothing was published before
			t.Errorf("%d objects, cleared %v", len(l.Objects), l.Cleared)
		}
		if l := lists.next(); len(l.Objects) != 1 || l.Header.Seq != 2 {
			t.Errorf("%d objects, seq %d", len(l.Objects), l.Header.Seq)
		}
		marks.next()
		marks.next()
		r.see(still(), "nowhere")
		if err := r.call("segment"); err == nil {
			t.Error("a cloud in an unknown frame did not fail the call")
		}
		late := listen[*List](r, "/rail_segmentation/segmented_objects")
		if l := late.next(); len(l.Objects) != 1 || l.Cleared {
			t.Errorf("the old list is not latched: %d objects, cleared %v", len(l.Objects), l.Cleared)
		}
		lists.none()
		marks.none()
	})
	t.Run("15 messages of a call", func(t *testing.T) {
		p := DefaultParams()
		p.MaxCloudAge = 0 // the machine may be slow
		r := newRig(t, p, nil, &here)
		lists, marks := listen[*List](r, "/rail_segmentation/segmented_objects"), listen[*markerList](r, "/rail_segmentation/markers")
		var s scenetest.Samples
		table(&s)
		for k := range 3 {
			box(&s, 0.5+0.2*float64(k), 0.10, 0.06, 0.06, 0.14-0.02*float64(k), red)
		}
		r.see(s.Cloud(geom.V(0, 0, 1.4)), base)
		if err := r.call("segment"); err != nil {
			t.Fatal(err)
		}
		actions := func(want ...uint8) {
			t.Helper()
			m := marks.next()
			var got []uint8
			for _, one := range m.Markers {
				got = append(got, uint8(one.Action))
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("marker actions %v, want %v", got, want)
			}
		}
		check := func(n int, cleared bool) {
			t.Helper()
			if l := lists.next(); len(l.Objects) != n || l.Cleared != cleared {
				t.Errorf("%d objects, cleared %v; want %d, %v", len(l.Objects), l.Cleared, n, cleared)
			}
		}
		const add, del = visualization_msgs.MarkerAdd, visualization_msgs.MarkerDelete
		check(0, true)
		check(3, false)
		actions()
		actions(add, add, add)
		late := listen[*List](r, "/rail_segmentation/segmented_objects")
		if l := late.next(); len(l.Objects) != 3 || l.Cleared {
			t.Errorf("a late subscriber gets %d objects, cleared %v", len(l.Objects), l.Cleared)
		}
		late.none()
		if err := r.remove(1); err != nil {
			t.Fatal(err)
		}
		check(2, false)
		actions(add, del, add)
		if err := r.remove(9); err == nil {
			t.Error("object 9 was removed")
		}
		if err := r.call("clear"); err != nil {
			t.Fatal(err)
		}
		check(0, true)
		actions(del, del)
		lists.none()
		marks.none()
	})
	t.Run("16 image", func(t *testing.T) {
		// The camera looks straight down from 1 m on a floor at z = 0; in rows 100 to 139 and columns 200 to 259 lies something 10 cm high.
		c := cloud.New(640, 480)
		c.RGB = make([]uint32, c.Len())
		for i := range c.X {
			u, v := i%640, i/640
			z := 1.0
			if v >= 100 && v < 140 && u >= 200 && u < 260 {
				z = 0.9
			}
			c.Set(i, geom.V((float64(u)-319.5)*z/525, (float64(v)-239.5)*z/525, z))
			c.RGB[i] = uint32(i) & 0xffffff
		}
		down := geom.Pose{R: geom.RPY(math.Pi, 0, 0), P: geom.V(0, 0, 1)}
		zones := DefaultZones()
		zones[0].Z.Min = -0.5
		p := DefaultParams()
		for _, compat := range []bool{false, true} {
			p.Compat = compat
			l := newRig(t, p, zones, &down).segment(c, optics)
			count(t, l, 1)
			img := l.Objects[0].Image
			w, h := uint32(60), uint32(40)
			if compat {
				w, h = 59, 39
			}
			first := c.RGB[100*640+200]
			if img.Width != w || img.Height != h || img.Encoding != "bgr8" || img.Step != 3*w || len(img.Data) != int(3*w*h) || img.Header.FrameID != optics ||
				img.Data[0] != byte(first) || img.Data[1] != byte(first>>8) || img.Data[2] != byte(first>>16) {
				t.Errorf("compat %v: %d x %d, step %d, %s, frame %q, % x", compat, img.Width, img.Height, img.Step, img.Encoding, img.Header.FrameID, img.Data[:3])
			}
		}
	})
	t.Run("17 frames", func(t *testing.T) {
		zones := DefaultZones()
		here := newRig(t, DefaultParams(), zones, &here).segment(still(), base).Objects[0]
		zones[0].Segmentation = "map"
		r := newRig(t, DefaultParams(), zones, &geom.Pose{R: geom.Rot{W: 1}})
		r.place("map", base, geom.Pose{R: geom.Rot{W: 1}, P: geom.V(1, 2, 0)})
		l := r.segment(still(), base)
		there := l.Objects[0]
		moved := func(p geometry_msgs.Point) geometry_msgs.Point {
			return geometry_msgs.Point{X: p.X + 1, Y: p.Y + 2, Z: p.Z}
		}
		near(t, "centroid", distance(there.Centroid, moved(here.Centroid)), 0, 1e-6)
		near(t, "center", distance(there.Center, moved(here.Center)), 0, 1e-6)
		near(t, "center from centroid", distance(there.Center, there.Centroid), 0, 0.05)
		near(t, "height", there.Height, here.Height, 1e-6)
		var a, b cloud.Cloud
		if clouds.ToCloud(&here.PointCloud, &a) != nil || clouds.ToCloud(&there.PointCloud, &b) != nil {
			t.Fatal("the objects' clouds cannot be read")
		}
		for i := range a.X {
			near(t, "a point", distance(pointOf(&b, i), moved(pointOf(&a, i))), 0, 1e-6)
		}
		if l.Header.FrameID != "map" || b.Frame != "map" || there.Marker.Header.FrameID != "map" {
			t.Errorf("frames %q, %q, %q", l.Header.FrameID, b.Frame, there.Marker.Header.FrameID)
		}
	})
	t.Run("18 NaN", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		c := still()
		nan := math.NaN()
		for i := range c.X {
			if rng.Float64() < 0.3 {
				c.Set(i, geom.V(nan, nan, nan))
			}
		}
		r := newRig(t, DefaultParams(), nil, &here)
		tables := listen[*objectMsg](r, "/rail_segmentation/segmented_table")
		l := r.segment(c, base)
		count(t, l, 1)
		for _, o := range []*objectMsg{&l.Objects[0], tables.next()} {
			allFinite(t, o)
		}
	})
}

func pointOf(c *cloud.Cloud, i int) geometry_msgs.Point {
	p := c.At(i)
	return geometry_msgs.Point{X: p.X, Y: p.Y, Z: p.Z}
}

// allFinite looks at every number of an object.
func allFinite(t *testing.T, o *objectMsg) {
	t.Helper()
	var c cloud.Cloud
	if err := clouds.ToCloud(&o.PointCloud, &c); err != nil {
		t.Fatal(err)
	}
	if c.ValidCount() != c.Len() || !o.PointCloud.IsDense {
		t.Errorf("%d of %d points are valid", c.ValidCount(), c.Len())
	}
	for _, v := range []float64{o.Centroid.X, o.Centroid.Y, o.Centroid.Z, o.Center.X, o.Center.Y, o.Center.Z, o.Width, o.Depth, o.Height, o.Orientation.Z, o.Orientation.W} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%+v", o)
		}
	}
	for _, p := range o.Marker.Points {
		if math.IsNaN(p.X+p.Y+p.Z) || math.IsInf(p.X+p.Y+p.Z, 0) {
			t.Error("a cube of the marker is not finite")
		}
	}
}

// What does not pass for a cloud of now, or cannot be decoded, is an error and leaves the list as it is.
func TestBadClouds(t *testing.T) {
	p := DefaultParams()
	p.CloudWait, p.TFWait = 0.05, 0.05
	r := newRig(t, p, nil, &here)
	old := r.message(still(), base)
	old.Header.Stamp = r.client.Clock().Now().Add(-6 * time.Second)
	r.publish(old)
	if _, err := r.face.Segment(t.Context()); fault.KindOf(err) != fault.Timeout {
		t.Errorf("an old cloud: %v", err)
	}
	r.face.p.MaxCloudAge = 0
	if l, err := r.face.Segment(t.Context()); err != nil || len(l.Objects) != 1 {
		t.Errorf("of any age: %v", err)
	}
	r.face.p.NewCloud = true
	if _, err := r.face.Segment(t.Context()); fault.KindOf(err) != fault.Timeout {
		t.Errorf("not seen after the call: %v", err)
	}
	r.face.p.NewCloud = false
	short := r.message(still(), base)
	short.Header.Stamp = r.client.Clock().Now()
	short.Data = short.Data[:len(short.Data)/2]
	r.publish(short)
	if _, err := r.face.Segment(t.Context()); fault.KindOf(err) != fault.Truncated {
		t.Errorf("half of the data: %v", err)
	}
	if len(r.face.list.Objects) != 1 {
		t.Error("the old list is gone")
	}
	// Nothing but NaN, and nothing at all, are scenes with nothing in them.
	for _, c := range []*cloud.Cloud{cloud.New(64, 48), cloud.New(0, 0)} {
		if l := r.segment(c, base); len(l.Objects) != 0 || l.Cleared {
			t.Errorf("%d x %d: %d objects, cleared %v", c.Width, c.Height, len(l.Objects), l.Cleared)
		}
	}
	huge := &sensor_msgs.PointCloud2{Width: math.MaxUint32, Height: math.MaxUint32, PointStep: 1, Fields: old.Fields}
	if _, err := r.face.SegmentCloud(t.Context(), huge); err == nil {
		t.Error("a cloud of 2^64 points was taken")
	}
}

// Where nothing is found the original sends one message, which its clients wait for in vain to be followed by another.
func TestNothingFound(t *testing.T) {
	var s scenetest.Samples
	table(&s)
	empty := s.Cloud(geom.V(0, 0, 1.4))
	for _, compat := range []bool{false, true} {
		p := DefaultParams()
		p.Compat = compat
		r := newRig(t, p, nil, &here)
		lists := listen[*List](r, "/rail_segmentation/segmented_objects")
		r.segment(empty, base)
		if err := r.face.Clear(); err != nil {
			t.Fatal(err)
		}
		want := []bool{true, false, true}
		if compat {
			want = []bool{true, true}
		}
		for _, cleared := range want {
			if l := lists.next(); l.Cleared != cleared || len(l.Objects) != 0 {
				t.Errorf("compat %v: cleared %v, want %v", compat, l.Cleared, cleared)
			}
		}
	}
}

func TestDebugLabelsAndMask(t *testing.T) {
	p := DefaultParams()
	p.Debug, p.LabelMarkers, p.MaskImages = true, true, true
	r := newRig(t, p, nil, &here)
	pc, marks := listen[*sensor_msgs.PointCloud2](r, "/rail_segmentation/debug_pc"), listen[*markerList](r, "/rail_segmentation/markers")
	box := listen[*visualization_msgs.Marker](r, "/rail_segmentation/table_marker")
	var s scenetest.Samples
	table(&s)
	for k := range 2 {
		s.Box(geom.V(0.5+0.2*float64(k), 0.1, 0.7), geom.V(0.56+0.2*float64(k), 0.16, 0.82-0.02*float64(k)), 0, 0.004, red, 2)
	}
	s.Add(geom.V(0.9, -0.2, 0.9), red, 2) // too small to be an object, and debugging shows it
	count(t, r.segment(s.Cloud(geom.V(0, 0, 1.4)), base), 2)
	var c cloud.Cloud
	m := pc.next()
	if err := clouds.ToCloud(m, &c); err != nil {
		t.Fatal(err)
	}
	lone, low := 0, math.Inf(1)
	for i := range c.X {
		if c.At(i).X > 0.89 {
			lone++
		}
		low = min(low, c.At(i).Z)
	}
	if lone != 1 || low < 0.7 || c.Height != 1 || m.Header.FrameID != base || !m.IsDense {
		t.Errorf("debug_pc: %d points, %d of them the lone one, the lowest at %.3f", c.Len(), lone, low)
	}
	if b := box.next(); b.Type != int32(visualization_msgs.MarkerCubeList) || len(b.Points) < 1000 {
		t.Errorf("table marker: %d cubes", len(b.Points))
	}
	marks.next() // cleared
	a := marks.next().Markers
	if len(a) != 4 || a[2].Ns != "segmentation_labels" || a[3].Text != "i:1" || a[2].Pose.Position.Z < 0.86 || a[2].Pose.Position.Z > 0.88 {
		t.Errorf("%+v", a)
	}
	if err := r.face.Remove(0); err != nil {
		t.Fatal(err)
	}
	a = marks.next().Markers
	if len(a) != 4 || a[0].Action != int32(visualization_msgs.MarkerDelete) || a[1].ID != 1 || a[2].ID != 1 || a[2].Text != "i:0" || a[3].ID != 0 || a[3].Action != int32(visualization_msgs.MarkerDelete) {
		t.Errorf("after removal: %+v", a)
	}
}

// The continuous mode segments whatever comes, says once what is wrong and goes on.
func TestContinuous(t *testing.T) {
	p := DefaultParams()
	p.Rate, p.CloudWait, p.TFWait, p.MaxCloudAge = 50, 0.02, 0.02, 0
	r := newRig(t, p, nil, &here)
	lists := listen[*List](r, "/rail_segmentation/segmented_objects")
	r.see(still(), base)
	for {
		if l := lists.next(); len(l.Objects) == 1 {
			break
		}
	}
	if err := r.face.Close(); err != nil { // ends the mode; goleak sees that
		t.Error(err)
	}
}

// A camera's picture, with its noise and its holes: objects are where they stand.
func TestPicture(t *testing.T) {
	const seed, n = 2, 6
	r := newRig(t, DefaultParams(), nil, nil)
	x_BW := geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0.8, 0, 0.74)}
	r.place(base, optics, x_BW.Mul(catalogue.Camera()))
	l := r.segment(laid(t, seed, n), optics)
	count(t, l, n)
	a, err := catalogue.Table(seed, n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.Objects {
		o := &l.Objects[i]
		allFinite(t, o)
		best := math.Inf(1)
		for _, p := range a.Objects {
			at := x_BW.Apply(p.X_WO.P)
			best = min(best, math.Hypot(o.Center.X-at.X, o.Center.Y-at.Y))
		}
		if best > 0.03 { // a camera sees the near half
			t.Errorf("object %d is %.3f m from the nearest", i, best)
		}
		if o.Image.Header.FrameID != optics || int(o.Image.Width)*int(o.Image.Height) < int(o.PointCloud.Width) {
			t.Errorf("object %d: %d points in a picture of %d x %d", i, o.PointCloud.Width, o.Image.Width, o.Image.Height)
		}
	}
}

// tenBoxes is a Kinect's picture of ten boxes on a table, of which the farthest has some 500 points.
func tenBoxes(t testing.TB) *cloud.Cloud {
	t.Helper()
	put := func(label uint32, x, y, z float64, size geom.Vec, yaw float64) camera.Body {
		return camera.Body{Solid: shape.NewBox(size), Label: label, Colour: 0x808080 + label, X_WB: geom.Pose{R: geom.AxisAngle(geom.UnitZ, yaw), P: geom.V(x, y, z)}}
	}
	s := camera.Scene{Bodies: []camera.Body{put(1, 0, 0, -0.02, geom.V(1.2, 0.8, 0.04), 0)}}
	for k := range 10 {
		h := 0.06 + 0.01*float64(k%4)
		s.Bodies = append(s.Bodies, put(uint32(k+2), -0.4+0.2*float64(k%5), -0.12+0.24*float64(k/5), h/2, geom.V(0.07, 0.05+0.005*float64(k%3), h), 0.5*float64(k)))
	}
	cam, err := camera.New(camera.Kinect(), camera.KinectSensor())
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud.Cloud{}
	if err := cam.Render(c, &s, camera.LookAt(geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05)), 1); err != nil {
		t.Fatal(err)
	}
	return c
}

// How long it takes is BenchmarkSegment307200.
func TestRail19_TenObjects(t *testing.T) {
	c := tenBoxes(t)
	if c.Len() != 307200 {
		t.Fatalf("%d points", c.Len())
	}
	r := newRig(t, DefaultParams(), nil, nil)
	r.place(base, optics, geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0.8, 0, 0.74)}.Mul(camera.LookAt(geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05))))
	m := r.message(c, optics)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l, err := r.face.SegmentCloud(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	count(t, l, 10)
	if took := after.TotalAlloc - before.TotalAlloc; took > 300e6 {
		t.Errorf("%d bytes were allocated, more than 300 MB", took)
	}
}

// 19: a 307,200-point organised cloud with ten objects, from the message to the list.
func BenchmarkSegment307200(b *testing.B) {
	r := newRig(b, DefaultParams(), nil, nil)
	r.place(base, optics, geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0.8, 0, 0.74)}.Mul(camera.LookAt(geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05))))
	m := r.message(tenBoxes(b), optics)
	b.ReportAllocs()
	for b.Loop() {
		l, err := r.face.SegmentCloud(b.Context(), m)
		if err != nil {
			b.Fatal(err)
		}
		count(b, l, 10)
	}
}

// laid is a Kinect's picture of a table with n objects.
func laid(t testing.TB, seed uint64, n int) *cloud.Cloud {
	t.Helper()
	a, err := catalogue.Table(seed, n)
	if err != nil {
		t.Fatal(err)
	}
	cam, err := camera.New(camera.Kinect(), camera.KinectSensor())
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud.Cloud{}
	if err := cam.Render(c, a.Scene(), catalogue.Camera(), 1); err != nil {
		t.Fatal(err)
	}
	return c
}
