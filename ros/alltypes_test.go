package ros

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

const rospyEcho = `
import sys, rospy, roslib.message
rospy.init_node("echo", disable_signals=True)
for i, name in enumerate(sys.argv[1:]):
    cls = roslib.message.get_message_class(name)
    assert cls, name
    pub = rospy.Publisher("/out/t%d" % i, cls, queue_size=10)
    rospy.Subscriber("/in/t%d" % i, cls, pub.publish)
print("ready", flush=True)
rospy.spin()
`

// fill gives every field a random value that Python keeps as it is.
func fill(rng *rand.Rand, v reflect.Value) {
	switch v.Interface().(type) {
	case wire.Time:
		v.Set(reflect.ValueOf(wire.Time{Sec: rng.Uint32(), Nsec: rng.Uint32N(1e9)}))
		return
	case wire.Duration:
		v.Set(reflect.ValueOf(wire.Duration{Sec: rng.Int32() - 1<<30, Nsec: rng.Int32N(1e9)}))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 1)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(rng.Uint64()) >> (64 - v.Type().Bits()))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(rng.Uint64() >> (64 - v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(float32(rng.NormFloat64() * 1000)))
	case reflect.String:
		v.SetString(strings.Repeat("aü漢", rng.IntN(4)))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(rng, v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rng.IntN(4), 4))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			fill(rng, v.Index(i))
		}
	default:
		panic(v.Type().String())
	}
}

// Every message type that we know goes to a rospy node with random content and comes back equal.
func TestEveryTypeThroughRospy(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs, peer.Actions, peer.Generators, peer.TF, []string{
		"python3-shape-msgs", "python3-stereo-msgs", "python3-visualization-msgs", "python3-diagnostic-msgs", "python3-trajectory-msgs", "python3-nav-msgs",
		"ros-geometry-msgs", "ros-sensor-msgs", "ros-shape-msgs", "ros-trajectory-msgs"})
	parts := map[string]bool{} // sides of services are no messages of their own
	for _, s := range msgs.Services() {
		parts[s.Request.Name], parts[s.Response.Name] = true, true
	}
	var types []*wire.Type
	var names, own []string
	for _, typ := range msgs.Messages() {
		pkg, _, _ := strings.Cut(typ.Name, "/")
		if parts[typ.Name] {
			continue
		}
		types, names = append(types, typ), append(names, typ.Name)
		if _, err := os.Stat("/usr/lib/python3/dist-packages/" + pkg + "/msg"); err != nil && (len(own) == 0 || own[len(own)-1] != pkg) {
			own = append(own, pkg) // Debian does not have it
		}
	}
	m := testMaster(t, "127.0.0.1:0")
	env := append(peer.Env(t, m.URI()), peer.OverlayPython(t, own...)...)
	n := testNode(t, m.URI(), "go")
	sent, pubs, subs := make([][]byte, len(types)), make([]*RawPublisher, len(types)), make([]*Subscriber, len(types))
	headed, arrived := make([]bool, len(types)), make([]atomic.Bool, len(types))
	var missing atomic.Int32
	missing.Store(int32(len(types)))
	rng := rand.New(rand.NewPCG(3, 4))
	for i, typ := range types {
		msg := typ.New()
		v := reflect.ValueOf(msg).Elem()
		fill(rng, v)
		if h := v.FieldByName("Header"); h.IsValid() {
			if h, ok := h.Addr().Interface().(*std_msgs.Header); ok {
				h.Seq = 0 // rospy counts, and what it counts is left out of the comparison
				headed[i] = true
			}
		}
		sent[i] = msg.AppendROS(nil)
		subs[i] = ok[*Subscriber](t)(SubscribeRaw(n, fmt.Sprint("/out/t", i), typeInfo(typ), func(m RawMessage) {
			b := bytes.Clone(m.Bytes)
			if headed[i] && len(b) >= 4 {
				clear(b[:4])
			}
			if !bytes.Equal(b, sent[i]) {
				t.Errorf("%s came back changed:\n%x\n%x", typ.Name, sent[i], b)
			}
			if !arrived[i].Swap(true) {
				missing.Add(-1)
			}
		}))
		pubs[i] = ok[*RawPublisher](t)(AdvertiseRaw(n, fmt.Sprint("/in/t", i), typeInfo(typ)))
	}
	py := peer.Start(t, 2*peerLimit, env, peer.Python, append([]string{"-c", rospyEcho}, names...)...)
	py.Until("ready")
	for i := range types {
		if err := pubs[i].WaitForSubscribers(limit(t), 1); err != nil {
			t.Fatalf("%s: %v\n%s", names[i], err, py.Output())
		}
	}
	for i := range types {
		if err := subs[i].WaitForPublishers(limit(t), 1); err != nil {
			t.Fatalf("%s: %v\n%s", names[i], err, py.Output())
		}
	}
	// rospy tells a subscriber that it is connected a moment before it is: what is published in between is lost. Send again.
	for round := 0; missing.Load() > 0 && round < 60; round++ {
		for i := range types {
			if !arrived[i].Load() {
				if err := pubs[i].Publish(sent[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
		for end := time.Now().Add(2 * time.Second); missing.Load() > 0 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		}
	}
	for i := range types {
		if !arrived[i].Load() {
			t.Errorf("%s did not come back", names[i])
		}
	}
	t.Logf("%d types; Debian does not have %d of their packages", len(types), len(own))
}
