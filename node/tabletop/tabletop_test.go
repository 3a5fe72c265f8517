package tabletop

import (
	"context"
	_ "embed"
	"log/slog"
	"math"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/household_objects_database_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	process "github.com/holdfast-robotics/holdfast/msgs/tabletop_collision_map_processing"
	detector "github.com/holdfast-robotics/holdfast/msgs/tabletop_object_detector"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	recognition "github.com/holdfast-robotics/holdfast/node/recognize"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/peertest"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type rig struct {
	t      *testing.T
	uri    string
	face   *Face
	client *ros.Node
	camera *ros.Publisher[*sensor_msgs.PointCloud2]
}

// newRig starts a face and a camera; base_link is 1 m under the frame raised.
func newRig(t *testing.T, p Params) *rig {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	r := &rig{t: t, uri: m.URI()}
	node := func(name string) *ros.Node {
		n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: m.URI(), Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
		return n
	}
	r.client = node("client")
	if r.face, err = New(node("tabletop"), p, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.face.Close() })
	cast, err := tf.NewBroadcaster(r.client)
	if err != nil {
		t.Fatal(err)
	}
	if err := cast.SendStatic(tf.Stamped("base_link", "raised", wire.Time{}, geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0, 0, 1)})); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, _, err := r.face.tf.Wait(ctx, "base_link", "raised", wire.Time{}); err != nil {
		t.Fatal(err)
	}
	if r.camera, err = ros.Advertise[*sensor_msgs.PointCloud2](r.client, "cloud_in", ros.Latch()); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) see(c *cloud.Cloud, frame string) {
	r.t.Helper()
	var m sensor_msgs.PointCloud2
	if err := clouds.FromCloud(c, &m); err != nil {
		r.t.Fatal(err)
	}
	m.Header.FrameID, m.Header.Stamp = frame, r.client.Clock().Now()
	if err := r.camera.Publish(&m); err != nil {
		r.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	got, err := r.face.inbox.Await(ctx, "camera", r.client.Clock().Now, 0, m.Header.Stamp)
	if err != nil {
		r.t.Fatal(err)
	}
	r.face.inbox.Release(got)
}

func (r *rig) segment(known detector.Table) *detector.TabletopSegmentationResponse {
	r.t.Helper()
	out, err := r.face.segmentation(r.t.Context(), &detector.TabletopSegmentationRequest{Table: known})
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// base are the settings of the original's launch file for a robot's base frame.
func base() Params {
	p := DefaultParams()
	p.XMin, p.XMax, p.YMin, p.YMax, p.ZMin, p.ZMax = 0.3, 1.0, -1.2, 1.2, 0.35, 1.0
	p.TableMin, p.TableMax, p.ProcessingFrame, p.UpDirection, p.Padding = -0.5, -0.01, "base_link", 1, 0.02
	p.CloudWait, p.MaxCloudAge = 0.1, 0 // of any age: the machine may be slow
	return p
}

// boxes is a table at 0.7 m with boxes of 6 x 6 x 10 cm with a gap between them.
func boxes(n int, gap float64) *cloud.Cloud {
	var s scenetest.Samples
	s.Grid(0.40, 0.95, -0.30, 0.30, 0.700, 0.005, 0, 1)
	for k := range n {
		y := -0.1 + float64(k)*(0.06+gap)
		s.Box(geom.V(0.6, y, 0.7), geom.V(0.66, y+0.06, 0.8), 0, 0.003, 0, 2)
	}
	return s.Cloud(geom.V(0, 0, 1.4))
}

// The acceptance tests of the sheet on tabletop perception, by their numbers.
func TestSheet(t *testing.T) {
	t.Run("T4 bounding box", func(t *testing.T) {
		r := newRig(t, DefaultParams())
		var s scenetest.Samples
		s.Box(geom.V(0.57, 0.08, 0.75), geom.V(0.63, 0.12, 0.87), 0, 0.004, 0, 2)
		c := s.Cloud(geom.Vec{})
		var m2 sensor_msgs.PointCloud2
		if err := clouds.FromCloud(c, &m2); err != nil {
			t.Fatal(err)
		}
		m2.Header.FrameID = "base_link"
		all := make([]int32, c.Len())
		for i := range all {
			all[i] = int32(i)
		}
		b2, err := r.face.box2(upright)(t.Context(), &box2Request{Cluster: m2})
		if err != nil {
			t.Fatal(err)
		}
		var old sensor_msgs.PointCloud
		old.Header.FrameID = "base_link"
		for _, i := range all {
			p := c.At(int(i))
			old.Points = append(old.Points, geometry_msgs.Point32{X: float32(p.X), Y: float32(p.Y), Z: float32(p.Z)})
		}
		b, err := r.face.box(upright)(t.Context(), &boxRequest{Cluster: old})
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range []*boxResponse{b, {Pose: b2.Pose, BoxDims: b2.BoxDims, ErrorCode: b2.ErrorCode}} {
			p, d := b.Pose.Pose.Position, b.BoxDims
			if math.Abs(p.X-0.6)+math.Abs(p.Y-0.1)+math.Abs(p.Z-0.81) > 1e-5 || math.Abs(d.X-0.06)+math.Abs(d.Y-0.04)+math.Abs(d.Z-0.12) > 1e-5 || b.ErrorCode != 0 || b.Pose.Header.FrameID != "base_link" {
				t.Errorf("%+v", b)
			}
		}
		any3, err := r.face.box2(anyway)(t.Context(), &box2Request{Cluster: m2})
		if err != nil {
			t.Fatal(err)
		}
		if d := any3.BoxDims; math.Abs(d.X*d.Y*d.Z-0.06*0.04*0.12) > 1e-6 {
			t.Errorf("in any direction: %+v", d)
		}
		// Without a transform to the frame that is upright: the code, and zeros.
		r.face.p.ZUpFrame, r.face.p.TFWait = "nowhere", 0.05
		if b, err := r.face.box2(upright)(t.Context(), &box2Request{Cluster: m2}); err != nil || b.ErrorCode != boxTFError || b.BoxDims != (geometry_msgs.Vector3{}) {
			t.Errorf("%+v, %v", b, err)
		}
		if _, err := r.face.box(anyway)(t.Context(), &boxRequest{}); err == nil {
			t.Error("a cluster without points has a box")
		}
	})
	t.Run("T37 result codes", func(t *testing.T) {
		r := newRig(t, base())
		code := func(what string, want int32, clusters int) {
			t.Helper()
			if out := r.segment(detector.Table{}); out.Result != want || len(out.Clusters) != clusters {
				t.Errorf("%s: result %d with %d clusters, want %d with %d", what, out.Result, len(out.Clusters), want, clusters)
			}
		}
		code("no cloud", 1, 0)
		var few scenetest.Samples
		few.Grid(0.40, 0.625, -0.1, 0.125, 0.7, 0.0125, 0, 1) // 19 x 19
		few.P, few.Colour, few.Label = few.P[:299], few.Colour[:299], few.Label[:299]
		r.see(few.Cloud(geom.V(0, 0, 1.4)), "base_link")
		code("a plane of 299 points", 2, 0)
		var fine scenetest.Samples
		fine.Grid(0.40, 0.55, -0.1, 0.06, 0.7, 0.0025, 0, 1) // many points, on 16 x 17 cm
		r.see(fine.Cloud(geom.V(0, 0, 1.4)), "base_link")
		code("a plane that is too small", 2, 0)
		r.see(boxes(0, 0), "base_link")
		code("an empty table", 4, 0)
		r.see(boxes(2, 0.025), "base_link")
		code("2.5 cm apart", 4, 1)
		r.see(boxes(2, 0.035), "base_link")
		code("3.5 cm apart", 4, 2)
		r.see(boxes(2, 0.035), "nowhere")
		r.face.p.TFWait = 0.05
		code("no transform", 3, 0)
		r.face.p.MaxCloudAge = 1e-9
		code("too old", 1, 0)
	})
	t.Run("T38 the box reaches down", func(t *testing.T) {
		at := func(z float64) geom.Pose { return geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0.1, 0.2, z)} }
		if x, d := ReachDown(at(0.06), geom.V(0.04, 0.03, 0.08)); math.Abs(d.Z-0.1) > 1e-12 || math.Abs(x.P.Z-0.05) > 1e-12 || d.X != 0.04 || x.P.X != 0.1 {
			t.Errorf("%+v %+v", x, d)
		}
		for _, z := range []float64{0.31, 0.004, -0.1} {
			if x, d := ReachDown(at(z), geom.V(0.04, 0.03, 0.08)); x != at(z) || d.Z != 0.08 {
				t.Errorf("%g: %+v %+v", z, x, d)
			}
		}
		lying := geom.Pose{R: geom.AxisAngle(geom.UnitX, 0.2), P: geom.V(0, 0, 0.06)} // 11.5 degrees
		if x, _ := ReachDown(lying, geom.V(0.04, 0.03, 0.08)); x != lying {
			t.Errorf("%+v", x)
		}
	})
}

func TestTable(t *testing.T) {
	r := newRig(t, base())
	// Seen from a frame that is 1 m up: the answer is in base_link.
	c := boxes(2, 0.1)
	for i := range c.X {
		c.Z[i]--
	}
	c.X_FS.P.Z--
	r.see(c, "raised")
	out := r.segment(detector.Table{})
	if out.Result != success || len(out.Clusters) != 2 || out.Clusters[0].Header.FrameID != "base_link" || out.Clusters[0].Header.Stamp.IsZero() {
		t.Fatalf("result %d, %d clusters", out.Result, len(out.Clusters))
	}
	tab := out.Table
	p := tab.Pose.Pose
	if tab.Pose.Header.FrameID != "base_link" || math.Abs(p.Position.X)+math.Abs(p.Position.Y) > 0.01 || math.Abs(p.Position.Z-0.7) > 0.002 || p.Orientation.W < 0.9999 {
		t.Errorf("%+v", p)
	}
	for _, v := range []struct{ got, want float32 }{{tab.XMin, 0.4}, {tab.XMax, 0.95}, {tab.YMin, -0.3}, {tab.YMax, 0.3}} {
		if math.Abs(float64(v.got-v.want)) > 0.006 {
			t.Errorf("extent %g, want %g", v.got, v.want)
		}
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range tab.ConvexHull.Vertices {
		lo, hi = min(lo, v.X), max(hi, v.X)
	}
	if math.Abs(lo-0.386) > 0.01 || math.Abs(hi-0.964) > 0.01 || len(tab.ConvexHull.Triangles) != len(tab.ConvexHull.Vertices)-2 {
		t.Errorf("hull from %g to %g with %d triangles of %d vertices", lo, hi, len(tab.ConvexHull.Triangles), len(tab.ConvexHull.Vertices))
	}
	// The same table given gives the same clusters, also from another frame and with its z down.
	again := r.segment(tab)
	tab.Pose.Header.FrameID = "raised"
	tab.Pose.Pose.Position.Z -= 1
	moved := r.segment(tab)
	tab.Pose.Pose.Orientation = geometry_msgs.Quaternion{X: 1}
	for i := range tab.ConvexHull.Vertices {
		tab.ConvexHull.Vertices[i].Y *= -1
	}
	down := r.segment(tab)
	for _, o := range []*detector.TabletopSegmentationResponse{again, moved, down} {
		if o.Result != success || len(o.Clusters) != 2 || len(o.Clusters[0].Points) != len(out.Clusters[0].Points) {
			t.Errorf("given: result %d, %d clusters", o.Result, len(o.Clusters))
		}
	}
	for _, harm := range []func(m *detector.Table){
		func(m *detector.Table) { m.Pose.Pose.Orientation = geometry_msgs.Quaternion{} },
		func(m *detector.Table) { m.ConvexHull.Vertices = m.ConvexHull.Vertices[:1] },
		func(m *detector.Table) {
			m.ConvexHull.Vertices = []geometry_msgs.Point{{X: math.NaN()}, {X: 1}, {Y: 1}}
		},
	} {
		m := tab
		harm(&m)
		if o := r.segment(m); o.Result != otherError {
			t.Errorf("a bad table: result %d", o.Result)
		}
	}
	r.face.p.Flatten = true
	if o := r.segment(detector.Table{}); math.Abs(o.Table.Pose.Pose.Position.X-0.675) > 0.02 || o.Table.Pose.Pose.Orientation.W < 0.9999 {
		t.Errorf("flat: %+v", o.Table.Pose.Pose)
	}
	d, err := r.face.detection(t.Context(), &detector.TabletopDetectionRequest{ReturnClusters: true, ReturnModels: true, NumModels: 1})
	if err != nil || d.Detection.Result != success || len(d.Detection.Clusters) != 2 || len(d.Detection.Models) != 2 || d.Detection.ClusterModelIndices[1] != 1 {
		t.Errorf("%+v, %v", d, err)
	}
}

// shelf is a store of two models: the block that boxes lays, and another.
type shelf struct{ recognition.Store }

func (shelf) Version(context.Context) (string, error) { return "1", nil }

func (shelf) Models(context.Context) ([]recognize.Model, error) {
	made := func(l, w, h float64) *cloud.Cloud {
		var s scenetest.Samples
		s.Box(geom.V(-l/2, -w/2, -h/2), geom.V(l/2, w/2, h/2), 0, 0.003, 0, 2)
		c := s.Cloud(geom.Vec{})
		c.RGB, c.Label = nil, nil
		return c
	}
	return []recognize.Model{
		{ID: 7, Name: "block", Cloud: made(0.06, 0.06, 0.1), Up: geom.UnitZ},
		{ID: 8, Name: "slab", Cloud: made(0.3, 0.2, 0.05), Up: geom.UnitZ},
	}, nil
}

// Clusters that are a known model say so, with its pose; the graspable object carries it on.
func TestDetectionWithModels(t *testing.T) {
	r := newRig(t, base())
	var err error
	if r.face.library, err = recognition.NewLibrary(shelf{}, recognize.DefaultParams(), nil, 0); err != nil {
		t.Fatal(err)
	}
	r.see(boxes(2, 0.1), "base_link")
	for n, want := range map[int32]int{0: 1, 1: 1, 5: 1} {
		d, err := r.face.detection(t.Context(), &detector.TabletopDetectionRequest{ReturnClusters: true, ReturnModels: true, NumModels: n})
		if err != nil || len(d.Detection.Models) != 2 {
			t.Fatalf("%+v, %v", d, err)
		}
		for i, list := range d.Detection.Models {
			if len(list.ModelList) != want {
				t.Fatalf("cluster %d: %+v", i, list)
			}
			m := &list.ModelList[0]
			if m.ModelID != 7 || m.Type.Key != "BLOCK" || m.Confidence <= 0 || m.Confidence > 0.004 || m.DetectorName == "" || m.Pose.Header.FrameID != d.Detection.Clusters[i].Header.FrameID {
				t.Errorf("cluster %d: %+v", i, m)
			}
			var sum geom.Vec
			for _, p := range d.Detection.Clusters[i].Points {
				sum = r3.Add(sum, r3.Scale(1/float64(len(d.Detection.Clusters[i].Points)), geom.V(float64(p.X), float64(p.Y), 0)))
			}
			if p := m.Pose.Pose.Position; math.Hypot(p.X-sum.X, p.Y-sum.Y) > 0.01 || math.Abs(p.Z-0.75) > 0.006 {
				t.Errorf("cluster %d: the model is at %+v, the cluster at %v", i, p, sum)
			}
		}
	}
	d, err := r.face.detection(t.Context(), &detector.TabletopDetectionRequest{})
	if err != nil || len(d.Detection.Models) != 2 || len(d.Detection.Models[0].ModelList) != 0 {
		t.Errorf("models that nobody asked for: %+v, %v", d.Detection.Models, err)
	}
}

func TestAssemble(t *testing.T) {
	r := newRig(t, base())
	r.see(boxes(2, 0.1), "base_link")
	s := r.segment(detector.Table{})
	res := detector.TabletopDetectionResult{Table: s.Table, Clusters: s.Clusters, Models: []household_objects_database_msgs.DatabaseModelPoseList{
		{ModelList: []household_objects_database_msgs.DatabaseModelPose{{ModelID: 7, Confidence: 0.004}}},
		{ModelList: []household_objects_database_msgs.DatabaseModelPose{{ModelID: 8, Confidence: 0.006}}},
	}, ClusterModelIndices: []int32{1, 0}}
	req := &process.TabletopCollisionMapProcessingRequest{DetectionResult: res, DesiredFrame: "raised"}
	before := res.Clusters[0].Points[0]
	out, err := r.face.assemble(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.GraspableObjects) != 2 || out.CollisionSupportSurfaceName != "table" || out.CollisionObjectNames[0] != "graspable_object_0" || out.CollisionObjectNames[1] != "graspable_object_1" {
		t.Fatalf("%v, %q", out.CollisionObjectNames, out.CollisionSupportSurfaceName)
	}
	g := out.GraspableObjects
	if len(g[0].PotentialModels) != 0 || len(g[1].PotentialModels) != 1 || g[1].PotentialModels[0].ModelID != 7 {
		t.Error("the wrong models are attached")
	}
	if g[0].ReferenceFrameID != "raised" || g[0].Cluster.Header.FrameID != "raised" || g[0].CollisionName != "graspable_object_0" || math.Abs(float64(g[0].Cluster.Points[0].Z-(before.Z-1))) > 1e-6 || res.Clusters[0].Points[0] != before {
		t.Errorf("%+v", g[0].Cluster.Points[0])
	}
	if b, d := g[0].Region.RoiBoxPose.Pose.Position, g[0].Region.RoiBoxDims; math.Abs(d.Z-0.1) > 0.003 || math.Abs(b.Z-(0.75-1)) > 0.003 || math.Abs(d.X-0.06)+math.Abs(d.Y-0.06) > 0.004 {
		t.Errorf("box %+v of %+v", b, d)
	}
	if out, err = r.face.assemble(t.Context(), req); err != nil || out.CollisionObjectNames[0] != "graspable_object_2" {
		t.Error(out.CollisionObjectNames, err)
	}
	req.ResetCollisionModels = true
	if out, err = r.face.assemble(t.Context(), req); err != nil || out.CollisionObjectNames[0] != "graspable_object_0" {
		t.Error(out.CollisionObjectNames, err)
	}
	for _, harm := range []func(r *process.TabletopCollisionMapProcessingRequest){
		func(r *process.TabletopCollisionMapProcessingRequest) { r.DesiredFrame = "nowhere" },
		func(r *process.TabletopCollisionMapProcessingRequest) {
			r.DetectionResult.ClusterModelIndices = []int32{5, -1}
		},
		func(r *process.TabletopCollisionMapProcessingRequest) {
			r.DetectionResult.Clusters = make([]sensor_msgs.PointCloud, 1)
		},
		func(r *process.TabletopCollisionMapProcessingRequest) {
			r.DetectionResult.Table.Pose.Pose.Orientation = geometry_msgs.Quaternion{}
		},
	} {
		r.face.p.TFWait = 0.05
		q := *req
		harm(&q)
		if _, err := r.face.assemble(t.Context(), &q); err == nil {
			t.Errorf("%+v was taken", q.DesiredFrame)
		}
	}
}

func TestParams(t *testing.T) {
	for _, harm := range []func(p *Params){
		func(p *Params) { p.XMin = p.XMax }, func(p *Params) { p.UpDirection = 0.5 }, func(p *Params) { p.TableMin = -0.1 },
	} {
		p := DefaultParams()
		harm(&p)
		if p.check() == nil {
			t.Errorf("%+v was taken", p)
		}
	}
	p := base()
	if lo, hi := p.heights(); lo != 0.01 || hi != 0.5 {
		t.Error(lo, hi)
	}
}

//go:embed testdata/client.py
var clientScript string

// A rospy client as object_manipulator's was, against ours.
func TestRospyClient(t *testing.T) {
	peertest.Need(t, peertest.Clients...)
	p := base()
	r := newRig(t, p)
	r.see(boxes(2, 0.1), "base_link")
	env := peertest.Overlay(t, r.uri, "arm_navigation_msgs", "object_recognition_msgs", "household_objects_database_msgs", "manipulation_msgs", "object_manipulation_msgs", "tabletop_object_detector", "tabletop_collision_map_processing")
	out := peertest.Run(t, 5*time.Minute, env, peertest.Python, "-c", clientScript)
	const want = `table 0.70 m high, 2 clusters
box 0.06 0.06 0.09 of cluster 0
graspable_object_0 in base_link on table
graspable_object_1 in base_link on table
`
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
