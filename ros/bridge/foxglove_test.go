package bridge

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Foxglove's own client sees the robot, publishes, calls, sets parameters and sees who is connected.
func TestFoxglove(t *testing.T) {
	for _, protocol := range []string{foxgloveV1, foxgloveSDK} {
		t.Run(protocol, func(t *testing.T) {
			w := newWorld(t)
			latched(t, w.robot, "/cloud", cloudOf(1000))
			latched(t, w.robot, "/joints", &sensor_msgs.JointState{Name: []string{"a"}})
			echo := advertise[*std_msgs.String](t, w.robot, "/echo", ros.Latch())
			must[*ros.Subscriber](t)(ros.Subscribe(w.robot, "/to_robot", func(m *std_msgs.String) { echo.Publish(m) }))
			serve(t, w.robot, "/switch", &std_srvs.SetBoolService, func(_ context.Context, r *std_srvs.SetBoolRequest) (*std_srvs.SetBoolResponse, error) {
				if !r.Data {
					return nil, fmt.Errorf("it stays on")
				}
				return &std_srvs.SetBoolResponse{Success: true, Message: "on"}, nil
			})
			t.Log(runNode(t, "foxglove.mjs", w.url, protocol))
		})
	}
}

// Simulated time is passed on, and messages are stamped with it.
func TestFoxgloveTime(t *testing.T) {
	w := &world{uri: testMaster(t)}
	w.robot = testNode(t, w.uri, "robot")
	if err := w.robot.SetParam(t.Context(), "/use_sim_time", true); err != nil {
		t.Fatal(err)
	}
	latched(t, w.robot, "/clock", &rosgraph_msgs.Clock{Clock: wire.Time{Sec: 100, Nsec: 5}})
	latched(t, w.robot, "/s", &std_msgs.String{Data: "x"})
	w.start(t, Options{})
	p := dial(t, w, func(o *websocket.DialOptions) { o.Subprotocols = []string{foxgloveV1} })
	const now = 100e9 + 5
	var told, id uint64
	for told == 0 || id == 0 { // in any order
		typ, b := p.frame()
		if typ == websocket.MessageBinary {
			if told = binary.LittleEndian.Uint64(b[1:]); b[0] != foxTime || told != now {
				t.Fatalf("told %x", b)
			}
			continue
		}
		var m struct{ Channels []channel }
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		for _, c := range m.Channels {
			if c.Topic == "/s" {
				id = uint64(c.ID)
			}
		}
	}
	p.send(`{"op":"subscribe","subscriptions":[{"id":7,"channelId":%d}]}`, id)
	for {
		typ, b := p.frame()
		if typ != websocket.MessageBinary {
			continue
		}
		if b[0] != foxMessage || binary.LittleEndian.Uint32(b[1:]) != 7 || binary.LittleEndian.Uint64(b[5:]) != now || string(b[17:]) != "x" {
			t.Errorf("got %x", b)
		}
		return
	}
}
