package arm

import (
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
	"github.com/holdfast-robotics/holdfast/ros/tf"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is an arm that follows the poses it is sent at once, unless it is stuck.
type bench struct {
	t     *testing.T
	arm   *Cartesian
	cast  *tf.Broadcaster
	node  *ros.Node
	stuck atomic.Bool
	mute  atomic.Bool // it tells nothing of where it is
	got   chan geom.Pose
}

func newBench(t *testing.T, p Params) *bench {
	t.Helper()
	g := rostest.New(t, nil)
	b := &bench{t: t, node: g.Node("robot"), got: make(chan geom.Pose, 10000)}
	var err error
	if b.cast, err = tf.NewBroadcaster(b.node); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.cast.Close() })
	if b.arm, err = NewCartesian(g.Node("arm"), p, geom.Pose{R: geom.IdentityRot}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.arm.Close() })
	at := geom.Pose{R: geom.IdentityRot, P: geom.V(0.5, 0, 0.3)}
	sub, err := ros.Subscribe(b.node, p.Command, func(m *geometry_msgs.PoseStamped) {
		x, err := geomsgs.FromPose(&m.Pose)
		if err != nil {
			t.Error(err)
		}
		if !b.stuck.Load() {
			b.tell(x)
		} else {
			b.tell(at)
		}
		b.got <- x
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sub.Close() })
	if err := sub.WaitForPublishers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for tick := time.NewTicker(5 * time.Millisecond); b.arm.Palm() != at; <-tick.C { // until tf has gone round
		b.tell(at)
	}
	return b
}

// tell says where the hand is.
func (b *bench) tell(x geom.Pose) {
	if b.mute.Load() {
		return
	}
	_ = b.cast.Send(tf.Stamped("base_link", "r_wrist_roll_link", b.node.Clock().Now(), x)) // the node may be closing
}

// follow waits until the arm is still and returns the highest pose it was sent.
func (b *bench) follow() float64 {
	b.t.Helper()
	top := math.Inf(-1)
	for b.arm.Moving() {
		select {
		case x := <-b.got:
			top = math.Max(top, x.P.Z)
		case <-time.After(20 * time.Second):
			b.t.Fatal("it never comes to rest")
		}
	}
	return top
}

func TestCartesian(t *testing.T) {
	p := DefaultParams()
	b := newBench(t, p)
	goal := geom.Pose{R: geom.AxisAngle(geom.UnitZ, 0.5), P: geom.V(0.6, 0.05, 0.3)}
	if err := b.arm.MoveTo(goal, 1, 5); err != nil {
		t.Fatal(err)
	}
	b.follow()
	if x := b.arm.Palm(); r3.Norm(r3.Sub(x.P, goal.P)) > 3e-3 || x.R.Angle(goal.R) > 0.02 || b.arm.Fault() != nil {
		t.Errorf("at %v, %v", x, b.arm.Fault())
	}
	if err := b.arm.Transit(goal, 1, 5); fault.KindOf(err) != fault.Unsupported || !strings.Contains(err.Error(), "safe_height") {
		t.Errorf("a transit without a safe height: %v", err)
	}
	if err := b.arm.MoveTo(geom.Pose{P: geom.V(math.NaN(), 0, 0)}, 1, 1); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a goal that is not finite: %v", err)
	}
	// Given up on its way, it stays where it is.
	far := goal
	far.P.X += 1
	if err := b.arm.MoveTo(far, 0.2, 1); err != nil {
		t.Fatal(err)
	}
	for x := range b.got {
		if x.P.X > goal.P.X+0.01 {
			break
		}
	}
	b.arm.Stop()
	b.follow()
	if x := b.arm.Palm().P.X; x > goal.P.X+0.2 {
		t.Errorf("went on to %g", x)
	}
}

func TestTransitOverSafeHeight(t *testing.T) {
	p := DefaultParams()
	p.SafeHeight = 0.45
	b := newBench(t, p)
	goal := geom.Pose{R: geom.IdentityRot, P: geom.V(0.6, 0, 0.3)}
	if err := b.arm.Transit(goal, 2, 20); err != nil {
		t.Fatal(err)
	}
	if top := b.follow(); math.Abs(top-0.45) > 1e-3 {
		t.Errorf("went up to %g m", top)
	}
	if x := b.arm.Palm(); r3.Norm(r3.Sub(x.P, goal.P)) > 3e-3 {
		t.Errorf("at %v", x)
	}
}

// An arm that does not follow is found out, and the command goes back to where the hand is.
func TestStuck(t *testing.T) {
	b := newBench(t, DefaultParams())
	b.stuck.Store(true)
	if err := b.arm.MoveTo(geom.Pose{R: geom.IdentityRot, P: geom.V(0.9, 0, 0.3)}, 1, 5); err != nil {
		t.Fatal(err)
	}
	b.follow()
	if err := b.arm.Fault(); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "behind its command") {
		t.Errorf("%v", err)
	}
}

func TestForceAndSilence(t *testing.T) {
	p := DefaultParams()
	p.Wrench = "/wrench"
	p.Stale = 0.05
	b := newBench(t, p)
	pub, err := ros.Advertise[*geometry_msgs.WrenchStamped](b.node, p.Wrench, ros.Latch())
	if err != nil {
		t.Fatal(err)
	}
	defer pub.Close()
	if err := pub.Publish(&geometry_msgs.WrenchStamped{Header: std_msgs.Header{FrameID: "base_link"}, Wrench: geometry_msgs.Wrench{Force: geometry_msgs.Vector3{Z: -4}}}); err != nil {
		t.Fatal(err)
	}
	for tick := time.NewTicker(5 * time.Millisecond); b.arm.Force() == (geom.Vec{}); <-tick.C {
		b.tell(b.arm.Palm())
	}
	if f := b.arm.Force(); f != geom.V(0, 0, -4) {
		t.Errorf("force %v", f)
	}
	// Nobody tells where the hand is any more: motions are refused.
	b.mute.Store(true)
	for tick := time.NewTicker(10 * time.Millisecond); ; <-tick.C {
		if err := b.arm.MoveTo(b.arm.Palm(), 1, 1); fault.KindOf(err) == fault.Unavailable {
			break
		}
	}
}
