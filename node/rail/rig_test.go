package rail

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// graph is a master with nodes.
type graph struct {
	t   testing.TB
	uri string
}

func newGraph(t testing.TB) *graph {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0", Params: map[string]any{"actionlib_status_frequency": 50}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	})
	return &graph{t, m.URI()}
}

func (g *graph) node(name string) *ros.Node {
	g.t.Helper()
	n, err := ros.NewNode(g.t.Context(), ros.Config{Name: name, Master: g.uri, Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
	if err != nil {
		g.t.Fatal(err)
	}
	g.t.Cleanup(func() { n.Close() })
	return n
}

func database(t testing.TB) *graspdb.DB {
	t.Helper()
	db, err := graspdb.Open(t.Context(), filepath.Join(t.TempDir(), "grasps.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// keep closes a face when the test ends, before its node.
func keep[T interface{ Close() error }](t testing.TB, face T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { face.Close() })
	return face
}

// limit is the longest that a test waits for something.
func limit(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// fake are the three action servers of a robot that does as the test says, with its transforms and its segmentation.
type fake struct {
	*graph
	n         *ros.Node
	cast      *tf.Broadcaster
	lists     *ros.Publisher[*listMsg]
	collector *Collector
	client    *actionlib.Client[*storeGoal, *storeResult, *storeFeedback]
	db        *graspdb.DB

	mu     sync.Mutex
	calls  []string
	refuse map[string]bool // success false
	mute   map[string]bool // never answers
	empty  bool            // nothing is held
	hand   geom.Pose
	risen  float64 // m by which the lift raises the hand
}

const (
	base = "base_footprint"
	link = "eef_link"
)

func newFake(t testing.TB, p CollectorParams, touch Touch) *fake {
	t.Helper()
	g := newGraph(t)
	f := &fake{graph: g, n: g.node("robot"), db: database(t), refuse: map[string]bool{}, mute: map[string]bool{}, risen: 0.15}
	f.hand = geom.Pose{R: geom.RPY(0.1, 1.2, -0.3), P: geom.V(0.6, 0.1, 0.82)}
	cast, err := tf.NewBroadcaster(f.n)
	f.cast = keep(t, cast, err)
	lists, err := ros.Advertise[*listMsg](f.n, p.Topic, ros.Latch())
	f.lists = keep(t, lists, err)
	gs, err := actionlib.NewSimpleServer(f.n, p.Gripper, &rail_manipulation_msgs.GripperActionType, func(ctx context.Context, g *actionlib.Goal[*gripperGoal, *gripperResult, *gripperFeedback]) (*gripperResult, error) {
		name := "open"
		if g.Goal().Close {
			name = "close"
		}
		ok, err := f.step(ctx, name)
		return &gripperResult{Success: ok}, err
	})
	keep(t, gs, err)
	ls, err := actionlib.NewSimpleServer(f.n, p.Lift, &rail_manipulation_msgs.LiftActionType, func(ctx context.Context, g *actionlib.Goal[*liftGoal, *liftResult, *liftFeedback]) (*liftResult, error) {
		ok, err := f.step(ctx, "lift")
		if ok {
			f.hand.P.Z += f.risen
			f.place()
		}
		return &liftResult{Success: ok}, err
	})
	keep(t, ls, err)
	vs, err := actionlib.NewSimpleServer(f.n, p.Verify, &rail_manipulation_msgs.VerifyGraspActionType, func(ctx context.Context, g *actionlib.Goal[*verifyGoal, *verifyResult, *verifyFeedback]) (*verifyResult, error) {
		ok, err := f.step(ctx, "verify")
		return &verifyResult{Success: ok, Grasping: ok && !f.empty}, err
	})
	keep(t, vs, err)
	c, err := NewCollector(g.node("rail_grasp_collection"), f.db, touch, p)
	f.collector = keep(t, c, err)
	cl, err := actionlib.NewClient[*storeGoal, *storeResult, *storeFeedback](g.node("client"), "/rail_grasp_collection/grasp_and_store", &rail_pick_and_place_msgs.GraspAndStoreActionType)
	f.client = keep(t, cl, err)
	if err := cl.WaitForServer(limit(t)); err != nil {
		t.Fatal(err)
	}
	return f
}

var errMute = errors.New("never answered")

func (f *fake) step(ctx context.Context, name string) (bool, error) {
	f.mu.Lock()
	f.calls = append(f.calls, name)
	mute, ok := f.mute[name], !f.refuse[name]
	f.mu.Unlock()
	if mute {
		<-ctx.Done()
		return false, errMute
	}
	return ok, nil
}

// place publishes where the hand is.
func (f *fake) place() {
	if err := f.cast.Send(tf.Stamped(base, link, f.n.Clock().Now(), f.hand)); err != nil {
		f.t.Error(err)
	}
}

// show says where the hand is, and waits until the collector knows.
func (f *fake) show() {
	f.t.Helper()
	now := f.n.Clock().Now()
	f.place()
	until(f.t, func() bool {
		_, stamp, err := f.collector.tf.Lookup(base, link, wire.Time{})
		return err == nil && !stamp.Before(now)
	})
}

// segment publishes a list, and waits until the collector has it.
func (f *fake) segment(objects ...objectMsg) {
	f.t.Helper()
	m := &listMsg{Header: std_msgs.Header{Stamp: f.n.Clock().Now(), FrameID: base}, Objects: objects}
	if err := f.lists.Publish(m); err != nil {
		f.t.Fatal(err)
	}
	until(f.t, func() bool {
		f.collector.mu.Lock()
		defer f.collector.mu.Unlock()
		return f.collector.list != nil && len(f.collector.list.Objects) == len(objects)
	})
}

// until waits for a condition that nothing can be waited on for.
func until(t testing.TB, is func() bool) {
	t.Helper()
	ctx := limit(t)
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-ctx.Done():
			t.Fatal("it never came about")
		case <-tick.C:
		}
	}
}

// store sends a goal and returns its result, its status and the status text.
func (f *fake) store(lift, verify bool, name string) (*storeResult, actionlib.Status, string) {
	f.t.Helper()
	g, err := f.client.Send(&storeGoal{Lift: lift, Verify: verify, ObjectName: name}, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	r, err := g.Wait(limit(f.t))
	var outcome *actionlib.Error
	if err != nil && !errors.As(err, &outcome) {
		f.t.Fatal(err)
	}
	s, text := g.Status()
	return r, s, text
}

func (f *fake) called() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// demonstrations are those that are stored.
func (f *fake) demonstrations() (l []graspdb.Demonstration) {
	f.t.Helper()
	for d, err := range f.db.Demonstrations(f.t.Context(), "") {
		if err != nil {
			f.t.Fatal(err)
		}
		l = append(l, *d)
	}
	return l
}

// attempts are those in the history.
func (f *fake) attempts() (l []graspdb.Attempt) {
	f.t.Helper()
	for a, err := range f.db.Attempts(f.t.Context(), "") {
		if err != nil {
			f.t.Fatal(err)
		}
		l = append(l, *a)
	}
	return l
}

// thing is an object whose cloud is a cube of 20 mm around a point of a frame, with a picture of one shade.
func thing(t testing.TB, frame string, p geom.Vec, shade byte) objectMsg {
	t.Helper()
	c := &cloud.Cloud{Frame: frame, Height: 1}
	for i := range 27 {
		c.X = append(c.X, float32(p.X+0.01*float64(i%3-1)))
		c.Y = append(c.Y, float32(p.Y+0.01*float64(i/3%3-1)))
		c.Z = append(c.Z, float32(p.Z+0.01*float64(i/9-1)))
		c.RGB = append(c.RGB, uint32(shade))
	}
	c.Width = len(c.X)
	var m sensor_msgs.PointCloud2
	if err := clouds.FromCloud(c, &m); err != nil {
		t.Fatal(err)
	}
	m.Header.FrameID = frame
	return objectMsg{PointCloud: m, Image: sensor_msgs.Image{Width: 1, Height: 1, Encoding: "bgr8", Step: 3, Data: []byte{shade, shade, shade}},
		Center: geometry_msgs.Point{X: p.X, Y: p.Y, Z: p.Z}}
}
