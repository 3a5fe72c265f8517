package bridge

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	rospeer "github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

const thingDefinition = `std_msgs/Header header
Part[] parts
float32 ratio
================================================================================
MSG: lab_msgs/Part
string name
int64 count
uint8[3] colour
================================================================================
MSG: std_msgs/Header
uint32 seq
time stamp
string frame_id
`

// A type that the binary does not know is read, and written, by the definition of its publisher.
func TestUnknownType(t *testing.T) {
	w := newWorld(t)
	thing := must[*dynamic.Type](t)(dynamic.Parse("lab_msgs/Thing", thingDefinition))
	pub := must[*ros.RawPublisher](t)(ros.AdvertiseRaw(w.robot, "/thing", infoOf(thing), ros.Latch()))
	const form = `{"header":{"seq":1,"stamp":{"secs":2,"nsecs":3},"frame_id":"f"},"parts":[{"name":"nut","count":9007199254740993,"colour":"AQID"}],"ratio":0.1}`
	pub.Publish(must[[]byte](t)(thing.AppendFromJSON(nil, []byte(form))))
	heard := make(chan []byte, 1)
	must[*ros.Subscriber](t)(ros.SubscribeRaw(w.robot, "/thing", ros.AnyType, func(m ros.RawMessage) {
		if m.Publisher == "/bridge" {
			heard <- append([]byte(nil), m.Bytes...)
		}
	}))

	p := dial(t, w)
	p.send(`{"op":"subscribe","topic":"/thing","type":"lab_msgs/Thing"}`)
	if r := p.next("publish"); string(r.Msg) != form {
		t.Errorf("got %s", r.Msg)
	}
	p.send(`{"op":"advertise","topic":"/thing","type":"lab_msgs/Thing"}`)
	p.send(`{"op":"publish","topic":"/thing","msg":{"header":{"frame_id":"g"},"parts":[{"count":-7,"colour":[9,8,7]}],"ratio":null}}`)
	back := string(must[[]byte](t)(thing.AppendJSON(nil, <-heard)))
	if !strings.Contains(back, `"frame_id":"g"},"parts":[{"name":"","count":-7,"colour":"CQgH"}],"ratio":null}`) {
		t.Errorf("the robot heard %s", back)
	}
	if strings.Contains(back, `"secs":0`) {
		t.Errorf("a header without stamp got none: %s", back)
	}
	r := p.call("/rosapi/message_details", `{"type":"lab_msgs/Thing"}`)
	if !r.Result || !strings.Contains(string(r.Values), `"fieldarraylen":[-1,0,-1]`) {
		t.Errorf("details: %s", r.Values)
	}
	if r := p.call("/rosapi/topics_and_raw_types", `{}`); !strings.Contains(string(r.Values), "MSG: lab_msgs/Part") {
		t.Errorf("raw types: %s", r.Values)
	}
}

// A second client of a topic hears what a latched publisher said before, though the bridge subscribes once.
func TestLatchedForEveryone(t *testing.T) {
	w := newWorld(t)
	pub := advertise[*std_msgs.String](t, w.robot, "/map", ros.Latch())
	pub.Publish(&std_msgs.String{Data: "old"})
	pub.Publish(&std_msgs.String{Data: "new"})
	first := dial(t, w)
	first.send(`{"op":"subscribe","topic":"/map"}`)
	if got := text(t, first.next("publish").Msg); got != "new" {
		t.Errorf("the first heard %q", got)
	}
	second := dial(t, w)
	second.send(`{"op":"subscribe","topic":"map"}`) // a relative name; messages come by it
	if r := second.next("publish"); r.Topic != "map" || text(t, r.Msg) != "new" {
		t.Errorf("the second heard %+v", r)
	}
}

// Announcing and withdrawing a topic again and again, from two clients, leaves it announced while one of them wants it.
func TestComeAndGo(t *testing.T) {
	w := newWorld(t)
	a, b := dial(t, w), dial(t, w)
	for range 20 {
		a.send(`{"op":"advertise","id":"1","topic":"/x","type":"std_msgs/String"}`)
		a.send(`{"op":"advertise_service","service":"/srv","type":"std_srvs/Trigger"}`)
		a.send(`{"op":"subscribe","id":"1","topic":"/y"}`)
		a.sync()
		b.send(`{"op":"advertise","id":"1","topic":"/x","type":"std_msgs/String"}`)
		b.send(`{"op":"subscribe","id":"1","topic":"/y"}`)
		a.send(`{"op":"unadvertise","id":"1","topic":"/x"}`)
		a.send(`{"op":"unadvertise_service","service":"/srv"}`)
		a.send(`{"op":"unsubscribe","id":"1","topic":"/y"}`)
		a.sync()
		b.sync()
		var pubs struct{ Publishers, Subscribers, Providers []string }
		for service, args := range map[string]string{"publishers": `{"topic":"/x"}`, "subscribers": `{"topic":"/y"}`, "service_providers": `{"service":"/srv"}`} {
			if err := json.Unmarshal(a.call("/rosapi/"+service, args).Values, &pubs); err != nil {
				t.Fatal(err)
			}
		}
		if len(pubs.Publishers) != 1 || len(pubs.Subscribers) != 1 || len(pubs.Providers) != 0 {
			t.Fatalf("the master knows %+v", pubs)
		}
		b.send(`{"op":"unadvertise","id":"1","topic":"/x"}`)
		b.send(`{"op":"unsubscribe","id":"1","topic":"/y"}`)
		b.sync()
	}
}

// Against Debian's master and tools.
func TestROSPeers(t *testing.T) {
	rospeer.Need(t, rospeer.Tools, rospeer.Msgs)
	uri, _ := rospeer.StartRosmaster(t, 3*time.Minute)
	w := &world{uri: uri}
	w.start(t, Options{})
	env := rospeer.Env(t, uri)
	p := dial(t, w)

	pub := rospeer.Start(t, time.Minute, env, "rostopic", "pub", "-r", "10", "/from_rospy", "std_msgs/String", "data: hello")
	p.send(`{"op":"subscribe","topic":"/from_rospy","type":"std_msgs/String"}`)
	if got := text(t, p.next("publish").Msg); got != "hello" {
		t.Errorf("heard %q", got)
	}
	pub.Stop()
	p.send(`{"op":"unsubscribe","topic":"/from_rospy"}`)

	p.send(`{"op":"advertise","topic":"/to_rospy","type":"std_msgs/String","latch":true}`)
	p.send(`{"op":"publish","topic":"/to_rospy","msg":{"data":"from a page"}}`)
	if out := rospeer.Run(t, time.Minute, env, "rostopic", "echo", "-n", "1", "/to_rospy"); !strings.Contains(out, "from a page") {
		t.Errorf("rostopic heard %s", out)
	}
	p.send(`{"op":"advertise_service","service":"/press","type":"std_srvs/SetBool"}`)
	p.sync()
	call := rospeer.Start(t, time.Minute, env, "rosservice", "call", "/press", "data: true")
	r := p.next("call_service")
	p.send(`{"op":"service_response","service":"/press","id":%q,"result":true,"values":{"success":true,"message":"pressed"}}`, r.ID)
	if out, err := call.Wait(); err != nil || !strings.Contains(out, "pressed") {
		t.Errorf("rosservice says %s, %v", out, err)
	}
	if r := p.call("/rosapi/get_param_names", "{}"); !r.Result {
		t.Errorf("parameters: %s", r.Values)
	}
}
