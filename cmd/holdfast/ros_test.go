package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/holdfast-robotics/holdfast/geom"
	act "github.com/holdfast-robotics/holdfast/msgs/actionlib"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

// TestROSScript runs the verbs that take part in a ROS graph. Each script has a master and a node /robot of its own: it publishes
// /chatter, and a table with two blocks on /cloud, listens to /commands, serves /switch and the action /act.
func TestROSScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/ros",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"await": await},
		Setup: func(env *testscript.Env) error {
			m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
			if err != nil {
				return err
			}
			env.Defer(func() {
				ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
				defer cancel()
				m.Close(ctx)
			})
			env.Setenv("ROS_MASTER_URI", m.URI())
			env.Setenv("ROS_IP", "127.0.0.1")
			n, err := ros.NewNode(context.Background(), ros.Config{Name: "robot", Master: m.URI(), Host: "127.0.0.1", Log: slog.DiscardHandler})
			if err != nil {
				return err
			}
			stop, err := robot(n)
			env.Defer(func() { n.Close() })
			env.Defer(stop)
			return err
		},
	})
}

// await NAME waits until a node or service of that name is known to the master.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: await NAME")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	n, err := ros.NewNode(ctx, ros.Config{Name: "waiting", Anonymous: true, Master: ts.Getenv("ROS_MASTER_URI"), Host: "127.0.0.1", Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
	ts.Check(err)
	defer n.Close()
	for {
		_, err := n.Graph().LookupNode(ctx, args[0])
		_, err2 := n.Graph().LookupService(ctx, args[0])
		if err == nil || err2 == nil {
			return
		}
		if n.Clock().Sleep(ctx, 20*time.Millisecond) != nil {
			ts.Fatalf("there is neither a node nor a service %s", args[0])
		}
	}
}

func robot(n *ros.Node) (stop func(), err error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	stop = func() { cancel(); <-done }
	pub, err := ros.Advertise[*std_msgs.String](n, "/chatter")
	if err != nil {
		close(done)
		return stop, err
	}
	go func() {
		defer close(done)
		_ = clock.Every(ctx, n.Clock(), 10*time.Millisecond, func(wire.Time) error { return pub.Publish(&std_msgs.String{Data: "hello"}) })
	}()
	heard, err := ros.Advertise[*std_msgs.Float64](n, "/heard", ros.Latch())
	if err != nil {
		return stop, err
	}
	if _, err := ros.Subscribe(n, "/commands", func(m *std_msgs.Float64) { _ = heard.Publish(m) }); err != nil {
		return stop, err
	}
	if _, err := ros.AdvertiseService(n, "/switch", &std_srvs.SetBoolService, func(_ context.Context, req *std_srvs.SetBoolRequest) (*std_srvs.SetBoolResponse, error) {
		if !req.Data {
			return nil, context.Canceled
		}
		return &std_srvs.SetBoolResponse{Success: true, Message: "on"}, nil
	}); err != nil {
		return stop, err
	}
	if err := camera(n); err != nil {
		return stop, err
	}
	s, err := actionlib.NewSimpleServer(n, "/act", &act.TestActionType, func(ctx context.Context, g *actionlib.Goal[*act.TestGoal, *act.TestResult, *act.TestFeedback]) (*act.TestResult, error) {
		if err := g.Feedback(&act.TestFeedback{Feedback: 7}); err != nil {
			return nil, err
		}
		if err := n.Clock().Sleep(ctx, 100*time.Millisecond); err != nil { // the feedback's lead
			return nil, err
		}
		if g.Goal().Goal < 0 {
			return nil, &actionlib.Error{Status: actionlib.Aborted, Text: "negative"}
		}
		return &act.TestResult{Result: 2 * g.Goal().Goal}, nil
	})
	if err != nil {
		return stop, err
	}
	return func() { s.Close(); cancel(); <-done }, nil
}

// camera publishes a table with two blocks, once.
func camera(n *ros.Node) error {
	cast, err := tf.NewBroadcaster(n)
	if err != nil {
		return err
	}
	if err := cast.SendStatic(tf.Stamped("base_footprint", "camera_depth_frame", wire.Time{}, geom.Pose{R: geom.Rot{W: 1}})); err != nil {
		return err
	}
	pub, err := ros.Advertise[*sensor_msgs.PointCloud2](n, "/cloud", ros.Latch())
	if err != nil {
		return err
	}
	var s scenetest.Samples
	s.Grid(0.40, 1.20, -0.30, 0.30, 0.7, 0.005, 0x808080, 1)
	s.Box(geom.V(0.6, 0.1, 0.7), geom.V(0.66, 0.16, 0.82), 0, 0.004, 0xc02010, 2)
	s.Box(geom.V(0.8, -0.2, 0.7), geom.V(0.9, -0.1, 0.75), 0, 0.004, 0x1030c0, 3)
	m := &sensor_msgs.PointCloud2{}
	if err := clouds.FromCloud(s.Cloud(geom.V(0, 0, 1.4)), m); err != nil {
		return err
	}
	m.Header.FrameID, m.Header.Stamp = "base_footprint", n.Clock().Now()
	return pub.Publish(m)
}
