package bridge

import (
	"context"
	"fmt"
	"testing"

	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
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
