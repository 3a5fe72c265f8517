package tf

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func sec(s float64) wire.Time {
	return wire.Time{Sec: uint32(s), Nsec: uint32(math.Round((s - math.Floor(s)) * 1e9))}
}

func shift(x float64) geom.Pose { return geom.Pose{R: geom.Rot{W: 1}, P: geom.V(x, 0, 0)} }

func set(t *testing.T, b *Buffer, parent, child string, at float64, x geom.Pose, static bool) {
	t.Helper()
	m := Stamped(parent, child, sec(at), x)
	if err := b.Set(&m, static); err != nil {
		t.Fatal(err)
	}
}

func near(a, b geom.Pose) bool {
	d := a.Inv().Mul(b)
	return math.Abs(d.P.X)+math.Abs(d.P.Y)+math.Abs(d.P.Z) < 1e-9 && a.R.Angle(b.R) < 1e-7
}

func TestInterpolation(t *testing.T) {
	b := NewBuffer(0)
	set(t, b, "map", "arm", 10, geom.Pose{R: geom.Rot{W: 1}, P: geom.V(1, 0, 0)}, false)
	set(t, b, "map", "arm", 12, geom.Pose{R: geom.AxisAngle(geom.V(0, 0, 1), math.Pi/2), P: geom.V(3, 4, 0)}, false)
	set(t, b, "/arm", "/tool", 0, shift(1), true)
	for at, want := range map[float64]geom.Pose{
		10: {R: geom.Rot{W: 1}, P: geom.V(2, 0, 0)},
		11: {R: geom.AxisAngle(geom.V(0, 0, 1), math.Pi/4), P: geom.V(2+math.Sqrt2/2, 2+math.Sqrt2/2, 0)},
		12: {R: geom.AxisAngle(geom.V(0, 0, 1), math.Pi/2), P: geom.V(3, 5, 0)},
		0:  {R: geom.AxisAngle(geom.V(0, 0, 1), math.Pi/2), P: geom.V(3, 5, 0)}, // the latest
	} {
		got, stamp, err := b.Lookup("map", "tool", sec(at))
		if err != nil || !near(got, want) {
			t.Errorf("at %v: %v %v", at, got, err)
		}
		if at == 0 && stamp != sec(12) || at > 0 && stamp != sec(at) {
			t.Errorf("at %v: stamp %v", at, stamp)
		}
		back, _, err := b.Lookup("/tool", "map", sec(at))
		if err != nil || !near(back, want.Inv()) {
			t.Errorf("back at %v: %v %v", at, back, err)
		}
	}
	// Out of order, repeated, and a change of parent.
	set(t, b, "map", "arm", 11, shift(7), false)
	if x, _, err := b.Lookup("map", "arm", sec(11)); err != nil || !near(x, shift(7)) {
		t.Error(x, err)
	}
	set(t, b, "base", "arm", 13, shift(9), false)
	if x, _, err := b.Lookup("base", "arm", sec(13)); err != nil || !near(x, shift(9)) {
		t.Error(x, err)
	}
	if _, _, err := b.Lookup("map", "arm", sec(12.5)); err != nil {
		t.Error("before the change of parent:", err)
	}
}

func TestLookupErrors(t *testing.T) {
	b := NewBuffer(10 * time.Second)
	set(t, b, "map", "a", 100, shift(1), false)
	set(t, b, "map", "a", 105, shift(1), false)
	set(t, b, "map", "once", 100, shift(1), false)
	set(t, b, "island", "b", 100, shift(1), true)
	for _, c := range []struct {
		target, source string
		at             float64
		want           error
		text           string
	}{
		{"map", "none", 0, ErrUnknownFrame, `"none"`}, {"none", "a", 0, ErrUnknownFrame, `"none"`}, {"", "a", 0, ErrUnknownFrame, `""`},
		{"map", "b", 0, ErrDisconnected, `roots "island" and "map"`}, {"a", "b", 101, ErrDisconnected, "trees"},
		{"map", "a", 106, ErrExtrapolation, "known up to 105.000000000"}, {"map", "a", 99, ErrExtrapolation, "known from 100.000000000"},
		{"map", "once", 101, ErrExtrapolation, "only"}, {"a", "once", 0, nil, ""}, {"a", "once", 105, ErrExtrapolation, "only"}, {"b", "b", 5, nil, ""},
	} {
		_, _, err := b.Lookup(c.target, c.source, sec(c.at))
		if !errors.Is(err, c.want) || err != nil && !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s in %s at %v: %v, want %v with %q", c.source, c.target, c.at, err, c.want, c.text)
		}
	}
	for name, m := range map[string]func() error{
		"itself": func() error { m := Stamped("x", "/x", sec(1), shift(0)); return b.Set(&m, false) },
		"loop":   func() error { m := Stamped("a", "map", sec(1), shift(0)); return b.Set(&m, false) },
	} {
		if err := m(); !errors.Is(err, ErrLoop) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, x := range map[string]geom.Pose{
		"NaN": {R: geom.Rot{W: 1}, P: geom.V(math.NaN(), 0, 0)}, "inf": {R: geom.Rot{W: 1}, P: geom.V(0, math.Inf(1), 0)}, "zero quaternion": {},
		"long quaternion": {R: geom.Rot{W: 2}}, "NaN quaternion": {R: geom.Rot{W: math.NaN()}},
	} {
		m := Stamped("map", "bad", sec(1), x)
		if err := b.Set(&m, false); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, names := range [][2]string{{"", "a"}, {"a", ""}, {"/", "a"}} {
		m := Stamped(names[0], names[1], sec(1), shift(0))
		if err := b.Set(&m, false); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", names, err)
		}
	}
	// Ten seconds are kept, older news is left out.
	for i := range 100 {
		set(t, b, "map", "a", 105+float64(i), shift(float64(i)), false)
	}
	set(t, b, "map", "a", 110, shift(1), false)
	if _, _, err := b.Lookup("map", "a", sec(110)); !errors.Is(err, ErrExtrapolation) {
		t.Error(err)
	}
	if _, _, err := b.Lookup("map", "a", sec(194)); err != nil {
		t.Error(err)
	}
	if n := len(b.frames["a"].samples); n > 20 {
		t.Errorf("%d samples are kept", n)
	}
}

// In a random tree, what is looked up equals the product of what was set, whichever way round.
func TestRandomTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pose := func() geom.Pose {
		return geom.Pose{R: geom.Exp(geom.V(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())), P: geom.V(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())}
	}
	b := NewBuffer(0)
	X_WF := []geom.Pose{{R: geom.Rot{W: 1}}}
	name := func(i int) string { return fmt.Sprint("f", i) }
	for i := 1; i < 60; i++ {
		parent, x := rng.IntN(i), pose()
		set(t, b, name(parent), name(i), 5, x, rng.IntN(2) == 0)
		X_WF = append(X_WF, X_WF[parent].Mul(x))
	}
	for range 500 {
		i, j := rng.IntN(60), rng.IntN(60)
		got, _, err := b.Lookup(name(i), name(j), sec(5))
		if want := X_WF[i].Inv().Mul(X_WF[j]); err != nil || !near(got, want) {
			t.Fatalf("%d in %d: %v, want %v (%v)", j, i, got, want, err)
		}
	}
}

func TestWaitAndVia(t *testing.T) {
	b := NewBuffer(0)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, _, err := b.Wait(ctx, "map", "a", sec(11))
		done <- err
	}()
	set(t, b, "map", "a", 10, shift(0), false)
	set(t, b, "map", "a", 12, shift(2), false)
	if err := <-done; err != nil {
		t.Error(err)
	}
	short, cancelShort := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancelShort()
	if _, _, err := b.Wait(short, "map", "a", sec(13)); fault.KindOf(err) != fault.Timeout || !errors.Is(err, ErrExtrapolation) {
		t.Error(err)
	}
	// What was seen by a at 10 s, in a at 12 s, with the map fixed.
	if x, err := b.LookupVia("a", sec(12), "a", sec(10), "map"); err != nil || !near(x, shift(-2)) {
		t.Error(x, err)
	}
}

func testNodes(t *testing.T, params map[string]any, names ...string) (uri string, nodes []*ros.Node) {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0", Params: params})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	})
	for _, name := range names {
		n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: m.URI(), Log: slog.DiscardHandler, Host: "127.0.0.1"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
		nodes = append(nodes, n)
	}
	return m.URI(), nodes
}

func TestNodesAndClockJump(t *testing.T) {
	_, nodes := testNodes(t, map[string]any{"use_sim_time": true}, "a", "b")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	l, err := Listen(nodes[1], NewBuffer(0))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	cast, err := NewBroadcaster(nodes[0])
	if err != nil {
		t.Fatal(err)
	}
	defer cast.Close()
	clock, err := ros.Advertise[*rosgraph_msgs.Clock](nodes[0], "/clock", ros.Latch())
	if err != nil {
		t.Fatal(err)
	}
	tick := func(s float64) {
		if err := clock.Publish(&rosgraph_msgs.Clock{Clock: sec(s)}); err != nil {
			t.Fatal(err)
		}
		for nodes[1].Clock().Now() != sec(s) {
			time.Sleep(time.Millisecond)
		}
	}
	tick(100)
	if err := cast.SendStatic(Stamped("map", "base", sec(0), shift(1))); err != nil {
		t.Fatal(err)
	}
	if err := cast.SendStatic(Stamped("base", "arm", sec(0), shift(1)), Stamped("map", "base", sec(0), shift(2))); err != nil {
		t.Fatal(err)
	}
	if err := l.subs[0].WaitForPublishers(ctx, 1); err != nil {
		t.Fatal(err)
	}
	if err := cast.Send(Stamped("arm", "tool", sec(100), shift(1))); err != nil {
		t.Fatal(err)
	}
	if x, _, err := l.Wait(ctx, "map", "tool", sec(100)); err != nil || !near(x, shift(4)) {
		t.Error(x, err)
	}
	tick(50)
	if err := cast.Send(Stamped("arm", "other", sec(50), shift(1))); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Wait(ctx, "map", "other", sec(50)); err != nil {
		t.Error(err)
	}
	if _, _, err := l.Lookup("map", "tool", wire.Time{}); !errors.Is(err, ErrUnknownFrame) {
		t.Error("from before the jump:", err)
	}
}

const tf2Peer = `
import rospy, tf2_ros
from geometry_msgs.msg import TransformStamped
rospy.init_node("py")
buf = tf2_ros.Buffer()
tf2_ros.TransformListener(buf)
static, cast = tf2_ros.StaticTransformBroadcaster(), tf2_ros.TransformBroadcaster()
def stamped(parent, child, stamp, x, z, w):
    t = TransformStamped()
    t.header.stamp, t.header.frame_id, t.child_frame_id = stamp, parent, child
    t.transform.translation.x, t.transform.rotation.z, t.transform.rotation.w = x, z, w
    return t
static.sendTransform(stamped("map", "py_base", rospy.Time(0), 1, 0, 1))
for i in range(200):
    try:
        t = buf.lookup_transform("map", "go_tool", rospy.Time(1001, 500000000)).transform
        print("%.6f %.6f %.6f" % (t.translation.x, t.translation.y, t.rotation.z), flush=True)
        break
    except tf2_ros.TransformException as e:
        rospy.sleep(0.05)
r = rospy.Rate(50)
while not rospy.is_shutdown():
    cast.sendTransform(stamped("py_base", "py_tool", rospy.Time(2000), 0, 0, 1))
    cast.sendTransform(stamped("py_base", "py_tool", rospy.Time(2002), 2, 0.7071067811865476, 0.7071067811865476))
    r.sleep()
`

// tf2 and ours, listening to each other.
func TestTF2(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs, peer.TF)
	uri, nodes := testNodes(t, nil, "go")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cast, err := NewBroadcaster(nodes[0])
	if err != nil {
		t.Fatal(err)
	}
	defer cast.Close()
	l, err := Listen(nodes[0], NewBuffer(0))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	quarter := geom.AxisAngle(geom.V(0, 0, 1), math.Pi/2)
	if err := cast.SendStatic(Stamped("map", "go_base", sec(0), geom.Pose{R: quarter, P: geom.V(1, 0, 0)})); err != nil {
		t.Fatal(err)
	}
	py := peer.Start(t, 3*time.Minute, peer.Env(t, uri), peer.Python, "-c", tf2Peer)
	stop, stopped := make(chan struct{}), make(chan struct{})
	defer func() { close(stop); <-stopped }()
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
			if err := cast.Send(Stamped("go_base", "go_tool", sec(1001), shift(0)), Stamped("go_base", "go_tool", sec(1002), geom.Pose{R: quarter, P: geom.V(2, 0, 0)})); err != nil {
				t.Error(err)
			}
		}
	}()
	x, _, err := l.Wait(ctx, "map", "py_tool", sec(2001))
	if want := (geom.Pose{R: geom.AxisAngle(geom.V(0, 0, 1), math.Pi/4), P: geom.V(2, 0, 0)}); err != nil || !near(x, want) {
		t.Error(x, err, py.Output())
	}
	// Half-way at 1001.5 s: go_base is turned by 90 degrees, so x of the tool is y of the map; 135 degrees in all.
	py.Until(fmt.Sprintf("%.6f %.6f %.6f\n", 1.0, 1.0, math.Sin(135*math.Pi/360)))
}

// Names that never end do not fill the memory.
func TestTooManyFrames(t *testing.T) {
	b := NewBuffer(0)
	for i := range maxFrames {
		m := Stamped("map", fmt.Sprint("f", i), sec(1), shift(0))
		if err := b.Set(&m, true); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"one more", strings.Repeat("x", maxName+1)} {
		m := Stamped("map", name, sec(1), shift(0))
		if err := b.Set(&m, true); fault.KindOf(err) != fault.TooLarge {
			t.Error(err)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	buf := NewBuffer(0)
	for i := range 10 {
		for k := range 500 {
			m := Stamped(fmt.Sprint("f", i), fmt.Sprint("f", i+1), sec(100+float64(k)/50), shift(1))
			if err := buf.Set(&m, false); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := buf.Lookup("f0", "f10", sec(105.013)); err != nil {
			b.Fatal(err)
		}
	}
}
