package ros

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

const peerLimit = 3 * time.Minute

const rospyPeer = `
import rospy
from std_msgs.msg import String
from sensor_msgs.msg import PointCloud2, PointField
from std_srvs.srv import SetBool, SetBoolResponse, Trigger
rospy.init_node("py")
out = rospy.Publisher("to_go", String, queue_size=1000, latch=True)
cloud = rospy.Publisher("cloud_back", PointCloud2, queue_size=5)
rospy.Subscriber("to_py", String, lambda m: out.publish("py:" + m.data))
rospy.Subscriber("cloud", PointCloud2, cloud.publish)
def set(req):
    if req.data:
        return SetBoolResponse(True, "set")
    raise rospy.ServiceException("not now")
rospy.Service("py_set", SetBool, set)
out.publish("up")
rospy.wait_for_service("go_ask", 20)
for persistent in (False, True):
    ask = rospy.ServiceProxy("go_ask", Trigger, persistent=persistent)
    for i in range(3):
        assert ask().message == "from Go"
try:
    rospy.ServiceProxy("go_fail", Trigger)()
    print("no failure", flush=True)
except rospy.ServiceException as e:
    print("failed with", e, flush=True)
rospy.set_param("/watched", {"a": 1})
rospy.loginfo("logged by py")
print("ready", flush=True)
rospy.spin()
`

// A rospy node and ours, through Debian's master: topics, latching, large messages, services both ways, error texts, parameters.
func TestRospyThroughRosmaster(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs)
	uri, _ := peer.StartRosmaster(t, peerLimit)
	n := testNode(t, uri, "go")
	ctx := limit(t)
	ok[*ServiceServer](t)(AdvertiseService(n, "go_ask", &std_srvs.TriggerService, func(context.Context, *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		return &std_srvs.TriggerResponse{Success: true, Message: "from Go"}, nil
	}))
	ok[*ServiceServer](t)(AdvertiseService(n, "go_fail", &std_srvs.TriggerService, func(context.Context, *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		return nil, fmt.Errorf("out of order")
	}))
	changes := make(chan string, 10)
	if err := n.WatchParam(ctx, "/watched", func(v any, set bool) { changes <- fmt.Sprint(v) }); err != nil {
		t.Fatal(err)
	}
	<-changes
	pub := ok[*Publisher[*str]](t)(Advertise[*str](n, "to_py"))
	got := make(chan string, 2000)
	sub := ok[*Subscriber](t)(Subscribe(n, "to_go", func(m *str) { got <- m.Data }, QueueSize(2000)))
	py := peer.Start(t, peerLimit, peer.Env(t, uri), peer.Python, "-c", rospyPeer)
	if s := receive(t, got); s != "up" {
		t.Fatal(s)
	}
	if err := pub.WaitForSubscribers(ctx, 1); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		if err := pub.Publish(&str{Data: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 100 {
		if s := receive(t, got); s != fmt.Sprint("py:", i) {
			t.Fatalf("%d: %s", i, s)
		}
	}

	anyTypeOf(t, uri, "/py")

	cloud := &sensor_msgs.PointCloud2{Height: 480, Width: 640, PointStep: 16, RowStep: 640 * 16, Data: bytes.Repeat([]byte("0123456789abcdef"), 640*480)}
	cloud.Header.FrameID = "camera"
	cloud.Fields = []sensor_msgs.PointField{{Name: "x", Datatype: 7, Count: 1}}
	back := make(chan *sensor_msgs.PointCloud2, 1)
	ok[*Subscriber](t)(Subscribe(n, "cloud_back", func(m *sensor_msgs.PointCloud2) { back <- m }))
	clouds := ok[*Publisher[*sensor_msgs.PointCloud2]](t)(Advertise[*sensor_msgs.PointCloud2](n, "cloud", Latch()))
	if err := clouds.Publish(cloud); err != nil {
		t.Fatal(err)
	}
	cloud.Header.Seq = 1 // rospy counts
	if m := receive(t, back); !bytes.Equal(m.AppendROS(nil), cloud.AppendROS(nil)) {
		t.Error("the cloud came back changed")
	}

	py.Until("ready")
	if !strings.Contains(py.Output(), "out of order") {
		t.Error(py.Output())
	}
	if s := receive(t, changes); s != "map[a:1]" {
		t.Error(s)
	}
	for _, persistent := range []bool{false, true} {
		c := ok[*ServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse]](t)(NewServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse](n, "py_set", &std_srvs.SetBoolService, persistent))
		for range 2 {
			if res, err := c.Call(ctx, &std_srvs.SetBoolRequest{Data: true}); err != nil || res.Message != "set" {
				t.Error(res, err)
			}
		}
		if _, err := c.Call(ctx, &std_srvs.SetBoolRequest{}); err == nil || !strings.Contains(err.Error(), "not now") {
			t.Error(err)
		}
		c.Close()
	}

	// The publisher dies without a word and comes back: the link is made again.
	py.Kill()
	eventually(t, "the link is cut", func() bool { return sub.Publishers() == 0 })
	peer.Start(t, peerLimit, peer.Env(t, uri), peer.Python, "-c", rospyPeer)
	if s := receive(t, got); s != "up" {
		t.Error(s)
	}
}

// anyTypeOf subscribes to the latched topic /to_go of a peer without knowing its type.
func anyTypeOf(t *testing.T, uri, publisher string) {
	t.Helper()
	got := make(chan RawMessage, 10)
	n := testNode(t, uri, "any")
	sub := ok[*Subscriber](t)(SubscribeRaw(n, "/to_go", AnyType, func(m RawMessage) { got <- m }))
	defer sub.Close()
	if m := receive(t, got); m.Type.Name != "std_msgs/String" || m.Type.MD5 != (*str)(nil).MD5() || !strings.Contains(m.Type.Definition, "string data") || !m.Latched || m.Publisher != publisher {
		t.Errorf("%+v", m)
	}
	if info := ok[TypeInfo](t)(n.TopicType(limit(t), "/to_go")); info.Name != "std_msgs/String" || info.Definition == "" {
		t.Errorf("%+v", info)
	}
}

// Debian's tools on our node.
func TestToolsOnOurNode(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs, peer.Bag)
	m := testMaster(t, "127.0.0.1:0")
	n := testNode(t, m.URI(), "go")
	pub := ok[*Publisher[*str]](t)(Advertise[*str](n, "/chatter"))
	ok[*ServiceServer](t)(AdvertiseService(n, "~ask", &std_srvs.TriggerService, func(context.Context, *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		return &std_srvs.TriggerResponse{Success: true, Message: "from Go"}, nil
	}))
	var commands atomic.Int32
	ok[*Subscriber](t)(Subscribe(n, "/commands", func(m *std_msgs.Float64) { commands.Add(int32(m.Data)) }))
	stop, stopped := make(chan struct{}), make(chan struct{})
	defer func() { close(stop); <-stopped }()
	go func() {
		defer close(stopped)
		for tick := time.NewTicker(10 * time.Millisecond); ; {
			select {
			case <-stop:
				tick.Stop()
				return
			case <-tick.C:
				if err := pub.Publish(&str{Data: "hello"}); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	env := peer.Env(t, m.URI())
	bag := filepath.Join(t.TempDir(), "x.bag")
	t.Run("tools", func(t *testing.T) {
		for name, c := range map[string]struct {
			args []string
			want []string
		}{
			"echo":    {[]string{"/usr/bin/rostopic", "echo", "-n", "2", "/chatter"}, []string{`data: "hello"`}},
			"hz":      {[]string{peer.Python, "-u", "/usr/bin/rostopic", "hz", "-w", "50", "/chatter"}, []string{"average rate: "}},
			"info":    {[]string{"/usr/bin/rostopic", "info", "/commands"}, []string{"Type: std_msgs/Float64", "* /go (http://127.0.0.1:"}},
			"pub":     {[]string{"/usr/bin/rostopic", "pub", "-1", "/commands", "std_msgs/Float64", "7"}, []string{"publishing and latching"}},
			"call":    {[]string{"/usr/bin/rosservice", "call", "/go/ask"}, []string{`message: "from Go"`}},
			"node":    {[]string{"/usr/bin/rosnode", "info", "/go"}, []string{"* /chatter [std_msgs/String]", "* /go/ask", "* /go/get_loggers", "Pid: "}},
			"loggers": {[]string{"/usr/bin/rosservice", "call", "/go/get_loggers"}, []string{"name: \"ros\"", "level: \"info\""}},
			"ping":    {[]string{"/usr/bin/rosnode", "ping", "-c", "1", "/go"}, []string{"xmlrpc reply"}},
			"record":  {[]string{"/usr/bin/rosbag", "record", "-O", bag, "-l", "5", "/chatter"}, nil},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p := peer.Start(t, peerLimit, env, c.args[0], c.args[1:]...)
				if name == "hz" { // measures until it is interrupted
					p.Until(c.want[0])
					p.Signal(syscall.SIGINT)
				}
				out, err := p.Wait()
				if err != nil && name != "hz" {
					t.Errorf("%v\n%s", err, out)
				}
				for _, w := range c.want {
					if !strings.Contains(out, w) {
						t.Errorf("%q is missing in\n%s", w, out)
					}
				}
			})
		}
	})
	if commands.Load() != 7 {
		t.Error("rostopic pub did not arrive:", commands.Load())
	}
	if out := peer.Run(t, peerLimit, env, "/usr/bin/rosbag", "info", bag); !strings.Contains(out, "5 msgs") || !strings.Contains(out, "std_msgs/String [992ce8a1687cec8c8bd883ec73ca41d1]") {
		t.Error(out)
	}
	// What was recorded comes back through a topic.
	got := make(chan string, 10)
	ok[*Subscriber](t)(Subscribe(n, "/again", func(m *str) { got <- m.Data }))
	peer.Start(t, peerLimit, env, "/usr/bin/rosbag", "play", "-q", "-d", "1", bag, "/chatter:=/again")
	if s := receive(t, got); s != "hello" {
		t.Error(s)
	}
	if out := peer.Run(t, peerLimit, env, "/usr/bin/rosnode", "kill", "/go"); !strings.Contains(out, "killed") {
		t.Error(out)
	}
	receive(t, n.Done())
}

const roscppPeer = `
#include <ros/ros.h>
#include <std_msgs/String.h>
#include <std_msgs/UInt8MultiArray.h>
#include <std_srvs/SetBool.h>
#include <std_srvs/Trigger.h>
ros::Publisher out, big;
void heard(const std_msgs::String& m) { std_msgs::String r; r.data = "cpp:" + m.data; out.publish(r); }
void heardBig(const std_msgs::UInt8MultiArray& m) { big.publish(m); }
bool set(std_srvs::SetBool::Request& req, std_srvs::SetBool::Response& res) { res.success = req.data; res.message = "cpp"; return req.data; }
int main(int argc, char** argv) {
  ros::init(argc, argv, "cpp");
  ros::NodeHandle n;
  out = n.advertise<std_msgs::String>("to_go", 1000, true);
  big = n.advertise<std_msgs::UInt8MultiArray>("big_back", 10);
  ros::Subscriber a = n.subscribe("to_cpp", 1000, heard);
  ros::Subscriber b = n.subscribe("big", 10, heardBig, ros::TransportHints().udp().tcp());
  ros::ServiceServer s = n.advertiseService("cpp_set", set);
  std_msgs::String up; up.data = "up"; out.publish(up);
  ros::ServiceClient ask = n.serviceClient<std_srvs::Trigger>("go_ask", true);
  ask.waitForExistence(ros::Duration(20));
  std_srvs::Trigger t;
  for (int i = 0; i < 3; i++) if (!ask.call(t) || t.response.message != "from Go") { printf("call failed\n"); return 1; }
  printf("ready\n"); fflush(stdout);
  ros::spin();
}
`

// buildCpp compiles a roscpp program once a test binary.
func buildCpp(t testing.TB, source string) string {
	t.Helper()
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "peer.cpp"), filepath.Join(dir, "peer")
	if err := os.WriteFile(src, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	peer.Run(t, 2*peerLimit, os.Environ(), "/bin/sh", "-c", "g++ -O1 -o "+bin+" "+src+" $(pkg-config --cflags --libs roscpp)")
	return bin
}

// A roscpp node and ours through our master: topics, services, and UDPROS in both directions.
func TestRoscpp(t *testing.T) {
	peer.Need(t, peer.Roscpp)
	bin := buildCpp(t, roscppPeer)
	m := testMaster(t, "127.0.0.1:0")
	n := testNode(t, m.URI(), "go")
	ctx := limit(t)
	ok[*ServiceServer](t)(AdvertiseService(n, "go_ask", &std_srvs.TriggerService, func(context.Context, *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		return &std_srvs.TriggerResponse{Success: true, Message: "from Go"}, nil
	}))
	pub := ok[*Publisher[*str]](t)(Advertise[*str](n, "to_cpp"))
	got := make(chan string, 2000)
	ok[*Subscriber](t)(Subscribe(n, "to_go", func(m *str) { got <- m.Data }, QueueSize(2000)))
	big := ok[*Publisher[*std_msgs.UInt8MultiArray]](t)(Advertise[*std_msgs.UInt8MultiArray](n, "big"))
	back := make(chan []byte, 100)
	ok[*Subscriber](t)(Subscribe(n, "big_back", func(m *std_msgs.UInt8MultiArray) { back <- m.Data }, UDP(0)))
	cpp := peer.Start(t, peerLimit, peer.Env(t, m.URI()), bin)
	if s := receive(t, got); s != "up" {
		t.Fatal(s)
	}
	if err := pub.WaitForSubscribers(ctx, 1); err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		if err := pub.Publish(&str{Data: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		s := receive(t, got)
		for s == "up" { // roscpp may send a latched message twice to who connects while it is published
			s = receive(t, got)
		}
		if s != fmt.Sprint("cpp:", i) {
			t.Fatalf("%d: %s", i, s)
		}
	}
	cpp.Until("ready")
	anyTypeOf(t, m.URI(), "/cpp")
	c := ok[*Caller](t)(NewCaller(n, "cpp_set", "*", "*", true))
	if res, err := c.Call(ctx, []byte{1}); err != nil || string(res) != "\x01\x03\x00\x00\x00cpp" {
		t.Errorf("%q %v", res, err)
	}
	if _, err := c.Call(ctx, []byte{0}); err == nil {
		t.Error("no failure")
	}
	c.Close()

	if err := big.WaitForSubscribers(ctx, 1); err != nil {
		t.Fatal(err)
	}
	udp := 0
	for _, b := range ok[[]graph.Bus](t)(n.Slave(n.URI()).GetBusInfo(ctx)) {
		if b.Transport == "UDPROS" {
			udp++
		}
	}
	if udp != 2 {
		t.Errorf("%d UDPROS connections, want one each way", udp)
	}
	data := bytes.Repeat([]byte("0123456789"), 2000) // 14 datagrams
	arrived := false
	for range 50 { // any may get lost
		data[0]++
		if err := big.Publish(&std_msgs.UInt8MultiArray{Data: data}); err != nil {
			t.Fatal(err)
		}
		select {
		case b := <-back:
			if !bytes.Equal(b[1:], data[1:]) {
				t.Fatal("came back changed")
			}
			arrived = true
		case <-time.After(200 * time.Millisecond):
		}
		if arrived {
			break
		}
	}
	if !arrived {
		t.Error("no message came back over UDP")
	}
}
