package scene

import (
	"bytes"
	"context"
	"log/slog"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_segmentation"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	base   = "base_footprint"
	optics = "camera_depth_frame"
	red    = 0xff0000
)

// logged collects log lines.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logged) has(text string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Contains(l.b.String(), text)
}

// rig is a face with a camera and a client beside it.
type rig struct {
	t      testing.TB
	uri    string
	face   *Face
	client *ros.Node
	log    *logged
	cast   *tf.Broadcaster
	camera *ros.Publisher[*sensor_msgs.PointCloud2]
}

// newRig starts a face. The camera's frame is at x_BC in base_footprint, or nowhere for nil.
func newRig(t testing.TB, p Params, zones []Zone, x_BC *geom.Pose) *rig {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	r := &rig{t: t, uri: m.URI(), log: &logged{}}
	node := r.node("rail_segmentation", slog.NewTextHandler(r.log, nil))
	r.client = r.node("client", slog.DiscardHandler)
	if r.face, err = New(node, p, zones); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.face.Close() })
	if r.cast, err = tf.NewBroadcaster(r.client); err != nil {
		t.Fatal(err)
	}
	if x_BC != nil {
		r.place(base, optics, *x_BC)
	}
	if r.camera, err = ros.Advertise[*sensor_msgs.PointCloud2](r.client, p.CloudTopic, ros.Latch()); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rig) node(name string, log slog.Handler) *ros.Node {
	r.t.Helper()
	n, err := ros.NewNode(r.t.Context(), ros.Config{Name: name, Master: r.uri, Log: log, NoRosout: true, NoWatch: true})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { n.Close() })
	return n
}

// place tells where a frame is for good, and waits until the face knows.
func (r *rig) place(parent, child string, x_PC geom.Pose) {
	r.t.Helper()
	if err := r.cast.SendStatic(tf.Stamped(parent, child, wire.Time{}, x_PC)); err != nil {
		r.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	if _, _, err := r.face.tf.Wait(ctx, parent, child, wire.Time{}); err != nil {
		r.t.Fatal(err)
	}
}

// segment segments a cloud that is in a frame.
func (r *rig) segment(c *cloud.Cloud, frame string) List {
	r.t.Helper()
	list, err := r.face.SegmentCloud(r.t.Context(), r.message(c, frame))
	if err != nil {
		r.t.Fatal(err)
	}
	return list
}

func (r *rig) message(c *cloud.Cloud, frame string) *sensor_msgs.PointCloud2 {
	r.t.Helper()
	m := &sensor_msgs.PointCloud2{}
	if err := clouds.FromCloud(c, m); err != nil {
		r.t.Fatal(err)
	}
	m.Header.FrameID = frame
	return m
}

// see publishes a cloud of now on the camera's topic and waits until the face has it.
func (r *rig) see(c *cloud.Cloud, frame string) {
	r.t.Helper()
	m := r.message(c, frame)
	m.Header.Stamp = r.client.Clock().Now()
	r.publish(m)
}

func (r *rig) publish(m *sensor_msgs.PointCloud2) {
	r.t.Helper()
	if err := r.camera.Publish(m); err != nil {
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

// call calls one of the services without arguments.
func (r *rig) call(name string) error {
	r.t.Helper()
	c, err := ros.NewServiceClient[*std_srvs.EmptyRequest, *std_srvs.EmptyResponse](r.client, "/rail_segmentation/"+name, &std_srvs.EmptyService, false)
	if err != nil {
		r.t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	_, err = c.Call(ctx, &std_srvs.EmptyRequest{})
	return err
}

func (r *rig) remove(index uint32) error {
	r.t.Helper()
	c, err := ros.NewServiceClient[*rail_segmentation.RemoveObjectRequest, *rail_segmentation.RemoveObjectResponse](r.client, "/rail_segmentation/remove_object", &rail_segmentation.RemoveObjectService, false)
	if err != nil {
		r.t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Call(r.t.Context(), &rail_segmentation.RemoveObjectRequest{Index: index})
	return err
}

// heard are the messages of a topic, in order.
type heard[M any] struct {
	t testing.TB
	c chan M
}

func listen[M ros.Message](r *rig, topic string) heard[M] {
	r.t.Helper()
	h := heard[M]{r.t, make(chan M, 100)}
	s, err := ros.Subscribe(r.client, topic, func(m M) { h.c <- m })
	if err != nil {
		r.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	if err := s.WaitForPublishers(ctx, 1); err != nil {
		r.t.Fatal(err)
	}
	return h
}

func (h heard[M]) next() M {
	h.t.Helper()
	select {
	case m := <-h.c:
		return m
	case <-time.After(time.Minute):
		h.t.Fatal("no message")
		panic("unreachable")
	}
}

// none fails if there is a message. Topics are in order, so the caller first waits for something sent later.
func (h heard[M]) none() {
	h.t.Helper()
	select {
	case m := <-h.c:
		h.t.Errorf("a message too many: %+v", m)
	default:
	}
}

// table is scene S of the sheet.
func table(s *scenetest.Samples) { s.Grid(0.40, 1.20, -0.30, 0.30, 0.700, 0.005, 0x808080, 1) }

// box adds a box that stands on the table, by its lower corner and size.
func box(s *scenetest.Samples, x, y, l, w, h float64, colour uint32) {
	s.Box(geom.V(x, y, 0.7), geom.V(x+l, y+w, 0.7+h), 0, 0.004, colour, 2)
}

// still is scene S with box A.
func still() *cloud.Cloud {
	var s scenetest.Samples
	table(&s)
	box(&s, 0.60, 0.10, 0.06, 0.06, 0.12, red)
	return s.Cloud(geom.V(0, 0, 1.4))
}

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %.4f, want %.4f within %g", what, got, want, tol)
	}
}

func count(t testing.TB, l List, want int) {
	t.Helper()
	if len(l.Objects) != want {
		t.Fatalf("%d objects, want %d", len(l.Objects), want)
	}
}

func distance(a, b geometry_msgs.Point) float64 {
	return math.Sqrt((a.X-b.X)*(a.X-b.X) + (a.Y-b.Y)*(a.Y-b.Y) + (a.Z-b.Z)*(a.Z-b.Z))
}

type (
	objectMsg  = rail_manipulation_msgs.SegmentedObject
	markerList = visualization_msgs.MarkerArray
)

var here = geom.Pose{R: geom.Rot{W: 1}}
