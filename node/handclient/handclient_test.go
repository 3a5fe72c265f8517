package handclient

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	nodehand "github.com/holdfast-robotics/holdfast/node/hand"
	"github.com/holdfast-robotics/holdfast/node/simrobot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const name = "/r_gripper_sensor_controller"

// process is a hand's process: the loop over a station, and the node.
type process struct {
	t     *testing.T
	place *station.Station
	loop  *hardware.Loop
	node  *ros.Node
	face  *nodehand.Face
	stop  context.CancelFunc
	done  chan struct{}
}

func start(t *testing.T, g *rostest.Graph, place *station.Station) *process {
	t.Helper()
	p := &process{t: t, place: place, node: g.Node(strings.TrimPrefix(name, "/")), done: make(chan struct{})}
	var err error
	if p.loop, err = hardware.New(place.Bus, hardware.Config{Joints: []hardware.JointConfig{place.Bus.Joint()}}); err != nil {
		t.Fatal(err)
	}
	if p.face, err = nodehand.New(t.Context(), p.node, p.loop, gripper.PR2Hand().Layout(), nodehand.DefaultParams(), nodehand.Options{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	p.stop = cancel
	go func() { defer close(p.done); _ = simrobot.Pace(ctx, p.loop, 4) }()
	t.Cleanup(p.kill)
	return p
}

// kill ends the process. What is told after this is told by nobody.
func (p *process) kill() {
	if p.face == nil {
		return
	}
	p.stop()
	<-p.done
	p.face.Close()
	p.node.Close()
	p.face = nil
}

func egg(t *testing.T) *station.Station {
	t.Helper()
	place, err := station.New(station.Config{Object: "egg"})
	if err != nil {
		t.Fatal(err)
	}
	return place
}

// until waits for what the hand says.
func until(t *testing.T, c *Client, what string, is func(hand.Status) bool) hand.Status {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		st := c.Status()
		if is(st) {
			return st
		}
		if time.Now().After(end) {
			t.Fatalf("never %s: %s", what, st.Describe())
		}
	}
}

// A hand in another process takes the orders of a task, answers at once, and says what becomes of them.
func TestClient(t *testing.T) {
	g := rostest.New(t, map[string]any{"r_gripper_sensor_controller": map[string]any{"fingertip_force_limit": 9.0, "close_speed": 0.03}})
	p := start(t, g, egg(t))
	c, err := Dial(t.Context(), g.Node("client"), name)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if q := c.Params(); q.ForceLimit != 9 || q.CloseSpeed != 0.03 || q.PositionOpen != hand.DefaultParams().PositionOpen {
		t.Errorf("parameters %g N, %g m/s, %g m", q.ForceLimit, q.CloseSpeed, q.PositionOpen)
	}
	if err := c.Do(hand.Command{Verb: hand.Zero}); err != nil {
		t.Error(err)
	}
	// What is refused is refused here, with the reason and its class.
	if err := c.Do(hand.Command{Verb: hand.Cancel}); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "names no goal") {
		t.Errorf("the end of no goal: %v", err)
	}
	if err := c.Do(hand.Command{Verb: hand.Move, Gap: math.NaN()}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a gap that is no number: %v", err)
	}
	// The force limit of a task is in force before the order that it comes with, and never above the hand's own.
	limit := func() (n float64) {
		done := make(chan struct{})
		p.loop.Do(func() { n = p.face.Inside().Params().ForceLimit; close(done) })
		<-done
		return n
	}
	r := pick.NewRobot(nil, c, nil)
	r.Limit(3)
	if got := limit(); got != 3 || c.Params().ForceLimit != 3 {
		t.Errorf("limit %g N, the client says %g N", got, c.Params().ForceLimit)
	}
	r.Limit(50)
	if got := limit(); got != 9 {
		t.Errorf("limit %g N above the hand's own", got)
	}
	r.Limit(6)
	if err := c.Do(hand.Command{Verb: hand.Grasp}); err != nil {
		t.Fatal(err)
	}
	// From the order on the status is that of its goal.
	st := c.Status()
	if st.Motor.Verb != hand.Grasp || st.Motor.State != hand.Active {
		t.Fatalf("after the order %+v", st.Motor)
	}
	held := until(t, c, "held", func(s hand.Status) bool { return s.Mode == hand.SlipServo })
	if held.Motor.ID != st.Motor.ID || held.Force[0] < 0.2 || !held.Touched {
		t.Errorf("%s", held.Describe())
	}
	if is, why := r.Grasping(); !is {
		t.Error(why)
	}
	// A parameter that is read anew does not lift the limit of the task.
	if err := p.face.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := limit(); got != 6 {
		t.Errorf("limit %g N after reload_params", got)
	}

	// The process dies: the status stands still, and orders fail soon.
	p.kill()
	last := c.Status()
	if err := c.Do(hand.Command{Verb: hand.Tighten, Factor: 1.1}); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "start it again") {
		t.Errorf("an order to nobody: %v", err)
	}
	if st := c.Status(); st.Time != last.Time {
		t.Errorf("a dead hand goes on from %g to %g s", last.Time, st.Time)
	}
	// It is started again, with its own limit: the next order brings that of the task.
	r.Limit(5)
	p = start(t, g, egg(t))
	until(t, c, "heard again", func(s hand.Status) bool { return s.Ticks < last.Ticks && s.Ticks > 0 })
	if err := c.Do(hand.Command{Verb: hand.Move, Gap: 0.05}); err != nil {
		t.Fatal(err)
	}
	if got := limit(); got != 5 {
		t.Errorf("limit %g N after a restart", got)
	}
	// A hand that hangs is as one that has died.
	p.stop()
	<-p.done
	if err := c.Do(hand.Command{Verb: hand.Move, Gap: 0.04}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("an order to a hand that hangs: %v", err)
	}
}

func TestNobody(t *testing.T) {
	g := rostest.New(t, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Dial(ctx, g.Node("client"), name); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "holdfast hand") {
		t.Errorf("nobody is there: %v", err)
	}
}
