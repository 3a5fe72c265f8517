package bridge

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs"
	gripper "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

const clients = "testdata/roslib"

// runNode runs a script of the clients' folder against the bridge.
func runNode(t *testing.T, script string, args ...string) string {
	t.Helper()
	if _, err := os.Stat(clients + "/node_modules/.package-lock.json"); err != nil {
		if os.Getenv("HOLDFAST_PEERS") != "" {
			t.Fatalf("%s/node_modules is missing; scripts/npm.sh installs it", clients)
		}
		t.Skipf("%s/node_modules is missing; `make test` installs it", clients)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", append([]string{script}, args...)...)
	cmd.Dir = clients
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// cloudOf makes an unorganised cloud of n points with x, y, z and a NaN, points 0.25 m apart.
func cloudOf(n int) *sensor_msgs.PointCloud2 {
	c := &sensor_msgs.PointCloud2{
		Header: std_msgs.Header{Stamp: wire.Time{Sec: 1700000000}, FrameID: "camera"}, Height: 1, Width: uint32(n), PointStep: 16, RowStep: uint32(16 * n),
		Data: make([]byte, 16*n),
	}
	for i, name := range []string{"x", "y", "z"} {
		c.Fields = append(c.Fields, sensor_msgs.PointField{Name: name, Offset: uint32(4 * i), Datatype: sensor_msgs.PointFieldFloat32, Count: 1})
	}
	for i := range n {
		p := c.Data[16*i:]
		wire.PutFloat32(p, float32(i%4)*0.25-0.5)
		wire.PutFloat32(p[4:], float32(i%100)*0.01)
		wire.PutFloat32(p[8:], float32(math.NaN()))
	}
	return c
}

func advertise[M ros.Message](t testing.TB, n *ros.Node, topic string, opts ...ros.PubOption) *ros.Publisher[M] {
	t.Helper()
	return must[*ros.Publisher[M]](t)(ros.Advertise[M](n, topic, opts...))
}

func latched[M ros.Message](t testing.TB, n *ros.Node, topic string, m M) {
	t.Helper()
	if err := advertise[M](t, n, topic, ros.Latch()).Publish(m); err != nil {
		t.Fatal(err)
	}
}

// findContact serves PR2GripperFindContact: three feedbacks, then both fingers touch; with the condition EITHER it waits to be cancelled.
func findContact(t testing.TB, n *ros.Node) {
	t.Helper()
	type (
		goal     = *gripper.PR2GripperFindContactGoal
		result   = *gripper.PR2GripperFindContactResult
		feedback = *gripper.PR2GripperFindContactFeedback
	)
	s := must[*actionlib.SimpleServer[goal, result, feedback]](t)(actionlib.NewSimpleServer(n, "/gripper/find_contact", msgs.LookupAction("pr2_gripper_sensor_msgs/PR2GripperFindContact"),
		func(ctx context.Context, g *actionlib.Goal[goal, result, feedback]) (result, error) {
			data := gripper.PR2GripperFindContactData{LeftFingertipPadContact: true, RightFingertipPadContact: true}
			for range 3 {
				if err := g.Feedback(&gripper.PR2GripperFindContactFeedback{Data: data}); err != nil {
					return nil, err
				}
			}
			if g.Goal().Command.ContactConditions != gripper.PR2GripperFindContactCommandBoth {
				<-ctx.Done()
				return &gripper.PR2GripperFindContactResult{}, ctx.Err()
			}
			return &gripper.PR2GripperFindContactResult{Data: data}, nil
		}))
	t.Cleanup(func() { s.Close() })
}

func serve[Req, Res ros.Message](t testing.TB, n *ros.Node, name string, typ *wire.Service, f func(context.Context, Req) (Res, error)) {
	t.Helper()
	must[*ros.ServiceServer](t)(ros.AdvertiseService(n, name, typ, f))
}

// npm's roslib does everything that it can do.
func TestRoslib(t *testing.T) {
	w := newWorld(t)
	n := w.robot
	latched(t, n, "/cloud", cloudOf(1000))
	latched(t, n, "/joints", &sensor_msgs.JointState{Name: []string{"a", "b", "ü"}, Position: []float64{0.5, math.NaN(), -1e300}})
	latched(t, n, "/counts", &std_msgs.Int64MultiArray{Data: []int64{1, math.MinInt64, 1<<53 + 1}})
	echo := advertise[*std_msgs.String](t, n, "/echo", ros.Latch())
	must[*ros.Subscriber](t)(ros.Subscribe(n, "/to_robot", func(m *std_msgs.String) { echo.Publish(m) }))
	serve(t, n, "/switch", &std_srvs.SetBoolService, func(_ context.Context, r *std_srvs.SetBoolRequest) (*std_srvs.SetBoolResponse, error) {
		if !r.Data {
			return nil, fmt.Errorf("it stays on")
		}
		return &std_srvs.SetBoolResponse{Success: true, Message: "on"}, nil
	})
	serve(t, n, "/never", &std_srvs.TriggerService, func(ctx context.Context, _ *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	serve(t, n, "/call_js", &std_srvs.TriggerService, func(ctx context.Context, _ *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		c, err := ros.NewServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse](n, "/js", &std_srvs.SetBoolService, false)
		if err != nil {
			return nil, err
		}
		if err := c.Wait(ctx); err != nil {
			return nil, err
		}
		res, err := c.Call(ctx, &std_srvs.SetBoolRequest{})
		if err != nil {
			return &std_srvs.TriggerResponse{Message: err.Error()}, nil
		}
		return &std_srvs.TriggerResponse{Success: true, Message: fmt.Sprint(res.Success, " ", res.Message)}, nil
	})
	findContact(t, n)
	t.Log(runNode(t, "roslib.mjs", w.url))
}
