package graspfix

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/graspfix/stream"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_grasp_plugin_ros"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_ros_link_attacher"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const boxName = "box::link::collision"

func config(t *testing.T) *graspfix.Config {
	t.Helper()
	p, err := graspfix.Preset(graspfix.Default)
	if err != nil {
		t.Fatal(err)
	}
	c := &graspfix.Config{Params: p, Arms: []graspfix.Arm{{Name: "arm", Palm: "palm", Links: []string{"L", "R"}}}}
	c.Check()
	return c
}

func newNode(t *testing.T, m *master.Master, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: m.URI(), Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

// stamp is a time in seconds as ROS has it.
func stamp(t float64) wire.Time {
	ns := int64(math.Round(t * 1e9))
	return wire.Time{Sec: uint32(ns / 1e9), Nsec: uint32(ns % 1e9)}
}

// grip is a message of both fingers on the box: forces on the box, which is the first body for L and the second for R.
func grip(t float64) *gazebo_msgs.ContactsState {
	state := func(c1, c2 string, x, f float64) gazebo_msgs.ContactState {
		return gazebo_msgs.ContactState{Collision1Name: c1, Collision2Name: c2, Wrenches: []geometry_msgs.Wrench{{Force: geometry_msgs.Vector3{X: f}}},
			ContactPositions: []geometry_msgs.Vector3{{X: x}}, ContactNormals: []geometry_msgs.Vector3{{X: 1}}, Depths: []float64{0}}
	}
	m := &gazebo_msgs.ContactsState{States: []gazebo_msgs.ContactState{state(boxName, "robot::L::c", -0.02, 5), state("robot::R::c", boxName, 0.02, 5)}}
	m.Header.Stamp = stamp(t)
	return m
}

func take[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(20 * time.Second):
		t.Fatalf("no %s", what)
		panic("unreachable")
	}
}

// A simulator publishes contacts; the fix welds through the attacher, announces it, explains, and lets go when time goes by
// without contact.
func TestOverROS(t *testing.T) {
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	sim, fix := newNode(t, m, "gazebo"), newNode(t, m, "grasp_fix")

	type call struct {
		service string
		req     gazebo_ros_link_attacher.AttachRequest
	}
	calls := make(chan call, 10)
	for _, name := range []string{"attach", "detach"} {
		if _, err := ros.AdvertiseService(sim, "/link_attacher_node/"+name, &gazebo_ros_link_attacher.AttachService,
			func(_ context.Context, req *gazebo_ros_link_attacher.AttachRequest) (*gazebo_ros_link_attacher.AttachResponse, error) {
				calls <- call{name, *req}
				return &gazebo_ros_link_attacher.AttachResponse{Ok: true}, nil
			}); err != nil {
			t.Fatal(err)
		}
	}
	face, err := New(fix, config(t), Options{Contacts: []string{"/left", "/right"}, Attach: "/link_attacher_node/attach", Detach: "/link_attacher_node/detach", RobotModel: "robot"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { face.Close() })

	plain := make(chan *gazebo_grasp_plugin_ros.GazeboGraspEvent, 10)
	if _, err := ros.Subscribe(sim, "/grasp_fix/grasp_events", func(e *gazebo_grasp_plugin_ros.GazeboGraspEvent) { plain <- e }); err != nil {
		t.Fatal(err)
	}
	if err := face.plain.WaitForSubscribers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	pub, err := ros.Advertise[*gazebo_msgs.ContactsState](sim, "/left")
	if err != nil {
		t.Fatal(err)
	}
	clock, err := ros.Advertise[*rosgraph_msgs.Clock](sim, "/clock")
	if err != nil {
		t.Fatal(err)
	}
	if err := pub.WaitForSubscribers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := clock.WaitForSubscribers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for k := range 14 {
		if err := pub.Publish(grip(0.1 + 0.1*float64(k))); err != nil {
			t.Fatal(err)
		}
	}
	if c := take(t, calls, "attach call"); c.service != "attach" || c.req != (gazebo_ros_link_attacher.AttachRequest{ModelName1: "robot", LinkName1: "palm", ModelName2: "box", LinkName2: "link"}) {
		t.Errorf("%+v", c)
	}
	if e := take(t, plain, "attach event"); *e != (gazebo_grasp_plugin_ros.GazeboGraspEvent{Arm: "arm", Object: boxName, Attached: true}) {
		t.Errorf("%+v", e)
	}
	if a := face.Attached(); a[boxName] != "arm" {
		t.Errorf("%v", a)
	}
	// A late subscriber hears what is held, with the reason.
	rich := make(chan string, 10)
	if _, err := ros.Subscribe(sim, "/grasp_fix/events", func(s *std_msgs.String) { rich <- s.Data }); err != nil {
		t.Fatal(err)
	}
	var line stream.EventLine
	if err := json.Unmarshal([]byte(take(t, rich, "latched event")), &line); err != nil || line.Event != "attach" || line.Reason != "gripped" || line.Arm != "arm" {
		t.Errorf("%+v, %v", line, err)
	}
	explain, err := ros.NewServiceClient[*std_srvs.TriggerRequest, *std_srvs.TriggerResponse](sim, "/grasp_fix/explain", &std_srvs.TriggerService, false)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := explain.Call(t.Context(), &std_srvs.TriggerRequest{}); err != nil || !strings.Contains(r.Message, "box::link::collision / arm: ATTACHED") {
		t.Errorf("%+v, %v", r, err)
	}
	if err := clock.Publish(&rosgraph_msgs.Clock{Clock: stamp(10)}); err != nil {
		t.Fatal(err)
	}
	if c := take(t, calls, "detach call"); c.service != "detach" {
		t.Errorf("%+v", c)
	}
	if e := take(t, plain, "detach event"); e.Attached {
		t.Errorf("%+v", e)
	}
}

// Classic engines give each force in its body's own link frame: link states turn it.
func TestLinkFrames(t *testing.T) {
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	for frame, held := range map[graspfix.ForceFrame]int{graspfix.InLink: 1, graspfix.InWorld: 0} {
		face, err := New(newNode(t, m, "grasp_fix"), config(t), Options{Frame: frame})
		if err != nil {
			t.Fatal(err)
		}
		half := geometry_msgs.Pose{Orientation: geometry_msgs.Quaternion{Z: 1}} // half a turn about z
		face.links(&gazebo_msgs.LinkStates{Name: []string{"robot::R", "box::link"}, Pose: []geometry_msgs.Pose{half, {Orientation: geometry_msgs.Quaternion{W: 1}}}})
		for k := range 14 {
			g := grip(0.1 + 0.1*float64(k))
			g.States[1].Wrenches[0].Force.X = -5 // on R, in R's frame: +5 in the world, -5 on the box
			face.contacts(g)
		}
		face.links(&gazebo_msgs.LinkStates{Name: []string{"a"}}) // too short: refused, not fatal
		if a := face.Attached(); len(a) != held {
			t.Errorf("frame %v: %v, %s", frame, a, face.Explain())
		}
		if err := face.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := New(newNode(t, m, "bad"), config(t), Options{Attach: "/a"}); err == nil {
		t.Error("an attacher without the robot's model was accepted")
	}
}
