package hardware

import (
	"context"
	"log/slog"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/geom"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/diagnostic_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/fingertip_pressure"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_mechanism_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newMaster(t *testing.T) *master.Master {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	return m
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

func take[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(30 * time.Second):
		t.Fatalf("no %s", what)
		panic("unreachable")
	}
}

// newSim is a simulated hand; width 0 leaves it empty.
func newSim(t *testing.T, width float64, calibrated bool) *sim.Bus {
	t.Helper()
	m := sim.DefaultModel()
	g := sim.PR2Gripper()
	g.ClosedStop = true
	m.Gripper = &g
	var at []geom.Pose
	height := 0.1
	if width > 0 {
		m.Objects = []sim.Object{{Shape: shape.NewBox(geom.V(0.06, width, 0.1)), Mass: 0.2, Stiffness: 5e4, Friction: 0.6}}
		at, height = []geom.Pose{{P: geom.V(g.PadCenter().X, 0, 0.05)}}, 0.05
	}
	w, err := sim.New(m, at, geom.Pose{P: geom.V(0, 0, height)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := sim.NewSensors(w, sim.SensorModel{Offset: 3000})
	if err != nil {
		t.Fatal(err)
	}
	b, err := sim.NewBus(w, s, sim.BusModel{Calibrated: calibrated, RawOffset: 100})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func newLoop(t *testing.T, b *sim.Bus) *hw.Loop {
	t.Helper()
	l, err := hw.New(b, hw.Config{Joints: []hw.JointConfig{b.Joint()}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// spin steps a loop as fast as it can, until the test ends; the face runs beside it by the loop's own time.
func spin(t *testing.T, l *hw.Loop) {
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; !stop.Load(); i++ {
			l.Step(time.Duration(i) * time.Millisecond)
			if i%20 == 0 { // let others run
				time.Sleep(time.Millisecond)
			}
		}
	}()
	t.Cleanup(func() { stop.Store(true); <-done })
}

func collect[M ros.Message](t *testing.T, n *ros.Node, topic string, size int) chan M {
	t.Helper()
	c := make(chan M, size)
	s, err := ros.Subscribe(n, topic, func(m M) {
		select {
		case c <- m:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WaitForPublishers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	return c
}

func call[Req, Res ros.Message](t *testing.T, n *ros.Node, name string, typ *wire.Service, q Req) Res {
	t.Helper()
	c, err := ros.NewServiceClient[Req, Res](n, name, typ, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := c.Call(t.Context(), q)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return r
}

// Rates by the loop's time, with a consumer that takes nothing: the loop and the face go on.
func TestHW44_Rates(t *testing.T) {
	m := newMaster(t)
	l := newLoop(t, newSim(t, 0, true))
	node, other := newNode(t, m, "realtime"), newNode(t, m, "other")
	f, err := newFace(node, l, Options{})
	if err != nil {
		t.Fatal(err)
	}
	close(f.done) // no goroutine: the test publishes
	t.Cleanup(func() { f.Close() })
	joints := collect[*sensor_msgs.JointState](t, other, "/joint_states", 5000)
	stats := collect[*pr2_mechanism_msgs.MechanismStatistics](t, other, "/mechanism_statistics", 100)
	stuck := make(chan struct{})
	s, err := ros.Subscribe(other, "/accelerometer/r_gripper_motor", func(*pr2_msgs.AccelerometerState) { <-stuck })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	t.Cleanup(func() { close(stuck) })
	if err := f.joints.WaitForSubscribers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if err := f.statistics.WaitForSubscribers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	const seconds = 5
	for i := range seconds * 1000 {
		l.Step(time.Duration(i) * time.Millisecond)
		if i%5 == 0 {
			f.step()
		}
	}
	var last *sensor_msgs.JointState
	for range seconds * 100 {
		last = take(t, joints, "joint state")
	}
	for range seconds {
		take(t, stats, "statistics")
	}
	select { // a message more would be one too many
	case <-joints:
		t.Errorf("more than %d joint states in %d s", seconds*100, seconds)
	default:
	}
	if len(last.Name) != 5 || last.Name[0] != "r_gripper_joint" || last.Name[3] != "r_gripper_l_finger_tip_joint" || math.Abs(last.Position[0]-0.088) > 1e-3 {
		t.Errorf("%+v", last)
	}
	// Nobody fetches from here on: batches are dropped and counted.
	for i := seconds * 1000; i < seconds*1000+10_000; i++ {
		l.Step(time.Duration(i) * time.Millisecond)
	}
	l.Snapshot(func(s *hw.Snapshot) {
		if s.AccelDrops == 0 || s.Cycle != seconds*1000+10_000-1 {
			t.Errorf("%d batches dropped in cycle %d", s.AccelDrops, s.Cycle)
		}
	})
}

func TestTopicsAndManager(t *testing.T) {
	m := newMaster(t)
	l := newLoop(t, newSim(t, 0, true))
	node, other := newNode(t, m, "realtime"), newNode(t, m, "other")
	problems := make(chan string, 100)
	f, err := New(node, l, Options{Problem: func(s string) {
		select {
		case problems <- s:
		default:
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	pressure := collect[*pr2_msgs.PressureState](t, other, "/pressure/r_gripper_motor", 10)
	info := collect[*fingertip_pressure.PressureInfo](t, other, "/pressure/r_gripper_motor_info", 1)
	accel := collect[*pr2_msgs.AccelerometerState](t, other, "/accelerometer/r_gripper_motor", 10)
	diag := collect[*diagnostic_msgs.DiagnosticArray](t, other, "/diagnostics", 10)
	halted := collect[*std_msgs.Bool](t, other, "/pr2_ethercat/motors_halted", 100)
	spin(t, l)

	if p := take(t, pressure, "pressure"); len(p.LFingerTip) != 22 || p.LFingerTip[7] < 2700 || p.LFingerTip[7] > 3300 || p.Header.FrameID != "" {
		t.Errorf("%+v", p)
	}
	if i := take(t, info, "geometry"); len(i.Sensor) != 2 || i.Sensor[0].FrameID != "r_gripper_l_finger_tip_link" || len(i.Sensor[1].Center) != 22 || math.Abs(i.Sensor[0].Center[7].Z-0.0056) > 1e-12 || i.Sensor[0].ForcePerUnit[1] != 400 {
		t.Errorf("%+v", i)
	}
	if a := take(t, accel, "acceleration"); a.Header.FrameID != "r_gripper_motor_accelerometer_link" || len(a.Samples) > 4 {
		t.Errorf("%+v", a)
	}
	if d := take(t, diag, "diagnostics"); len(d.Status) < 6 || d.Status[0].Name != "EtherCAT Master" {
		t.Errorf("%+v", d)
	}
	for !func() bool { return !take(t, halted, "halted").Data }() { // until the motors are on
	}
	type req = pr2_mechanism_msgs.SwitchControllerRequest
	halt := func(name string) {
		call[*std_srvs.EmptyRequest, *std_srvs.EmptyResponse](t, other, name, &std_srvs.EmptyService, &std_srvs.EmptyRequest{})
	}
	halt("/pr2_ethercat/halt_motors")
	for !take(t, halted, "halted").Data {
	}
	halt("/pr2_ethercat/reset_motors")
	for take(t, halted, "running again").Data {
	}

	const name = "/r_gripper_controller"
	load := func(n string) bool {
		return call[*pr2_mechanism_msgs.LoadControllerRequest, *pr2_mechanism_msgs.LoadControllerResponse](t, other, "/pr2_controller_manager/load_controller", &pr2_mechanism_msgs.LoadControllerService,
			&pr2_mechanism_msgs.LoadControllerRequest{Name: n}).Ok
	}
	unload := func(n string) bool {
		return call[*pr2_mechanism_msgs.UnloadControllerRequest, *pr2_mechanism_msgs.UnloadControllerResponse](t, other, "/pr2_controller_manager/unload_controller", &pr2_mechanism_msgs.UnloadControllerService,
			&pr2_mechanism_msgs.UnloadControllerRequest{Name: n}).Ok
	}
	change := func(start, stop []string, strict int32) bool {
		return call[*req, *pr2_mechanism_msgs.SwitchControllerResponse](t, other, "/pr2_controller_manager/switch_controller", &pr2_mechanism_msgs.SwitchControllerService,
			&req{StartControllers: start, StopControllers: stop, Strictness: strict}).Ok
	}
	if load(name) {
		t.Error("loaded without a type")
	}
	for key, v := range map[string]any{name + "/type": GapType, name + "/joint": "r_gripper_joint", name + "/pid/p": 9000.0} {
		if err := other.SetParam(t.Context(), key, v); err != nil {
			t.Fatal(err)
		}
	}
	if !load(name) || load(name) {
		t.Error("load, then load again")
	}
	list := func() *pr2_mechanism_msgs.ListControllersResponse {
		return call[*pr2_mechanism_msgs.ListControllersRequest, *pr2_mechanism_msgs.ListControllersResponse](t, other, "/pr2_controller_manager/list_controllers", &pr2_mechanism_msgs.ListControllersService,
			&pr2_mechanism_msgs.ListControllersRequest{})
	}
	if got := list(); len(got.Controllers) != 1 || got.State[0] != "stopped" {
		t.Errorf("%+v", got)
	}
	if !change([]string{name}, nil, 0) || list().State[0] != "running" || unload(name) {
		t.Errorf("start, list, unload: %+v", list())
	}
	state := collect[*pr2_controllers_msgs.JointControllerState](t, other, name+"/state", 10)
	if s := take(t, state, "state"); s.P != 9000 || math.Abs(s.ProcessValue-0.088) > 1e-3 {
		t.Errorf("%+v", s)
	}
	cmd, err := ros.Advertise[*pr2_controllers_msgs.Pr2GripperCommand](other, name+"/command")
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.WaitForSubscribers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for len(problems) > 0 {
		<-problems
	}
	if err := cmd.Publish(&pr2_controllers_msgs.Pr2GripperCommand{Position: math.NaN()}); err != nil {
		t.Fatal(err)
	}
	if p := take(t, problems, "complaint about NaN"); !strings.Contains(p, "must be numbers") {
		t.Errorf("%q", p)
	}
	if change([]string{"/unknown"}, nil, 2) || !change([]string{"/unknown"}, nil, 1) {
		t.Error("strict and best effort")
	}
	types := call[*pr2_mechanism_msgs.ListControllerTypesRequest, *pr2_mechanism_msgs.ListControllerTypesResponse](t, other, "/pr2_controller_manager/list_controller_types", &pr2_mechanism_msgs.ListControllerTypesService,
		&pr2_mechanism_msgs.ListControllerTypesRequest{})
	if len(types.Types) != 2 {
		t.Errorf("%v", types.Types)
	}
	reload := func(force bool) bool {
		return call[*pr2_mechanism_msgs.ReloadControllerLibrariesRequest, *pr2_mechanism_msgs.ReloadControllerLibrariesResponse](t, other, "/pr2_controller_manager/reload_controller_libraries",
			&pr2_mechanism_msgs.ReloadControllerLibrariesService, &pr2_mechanism_msgs.ReloadControllerLibrariesRequest{ForceKill: force}).Ok
	}
	if reload(false) || !reload(true) || len(list().Controllers) != 0 {
		t.Errorf("reload: %+v", list())
	}
	if len(problems) == 0 {
		t.Error("no reason is told for what was refused")
	}
}

// loaded is a face with a running controller of a type.
func loaded(t *testing.T, b *sim.Bus, name, typ string, start bool, params map[string]any) (*ros.Node, *hw.Loop) {
	t.Helper()
	m := newMaster(t)
	l := newLoop(t, b)
	node, other := newNode(t, m, "realtime"), newNode(t, m, "other")
	for k, v := range params {
		if err := other.SetParam(t.Context(), name+"/"+k, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.SetParam(t.Context(), name+"/type", typ); err != nil {
		t.Fatal(err)
	}
	f, err := New(node, l, Options{SwitchTimeout: 20 * time.Second, Problem: func(s string) { t.Log(s) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	spin(t, l)
	if err := f.load(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if start {
		if err := f.change(t.Context(), []string{name}, nil, hw.Strict); err != nil {
			t.Fatal(err)
		}
	}
	return other, l
}

func TestHW39_GripperAction(t *testing.T) {
	const name = "/r_gripper_controller"
	for what, k := range map[string]struct {
		width, goal, effort float64
		status              actionlib.Status
		reached, stalled    bool
	}{
		"free closing":       {0, 0.02, 50, actionlib.Succeeded, true, false},
		"an object of 40 mm": {0.04, 0.0, 50, actionlib.Aborted, false, true},
	} {
		t.Run(what, func(t *testing.T) {
			other, _ := loaded(t, newSim(t, k.width, true), name, GapType, true, nil)
			r, status := sendGap(t, other, name, k.goal, k.effort)
			if status != k.status || r.ReachedGoal != k.reached || r.Stalled != k.stalled {
				t.Errorf("%v, %+v", status, r)
			}
			if k.reached && math.Abs(r.Position-k.goal) > 0.01 {
				t.Errorf("reached at %v", r.Position)
			}
		})
	}
}

func TestCalibrateAction(t *testing.T) {
	const name = "/cal_r_gripper"
	other, l := loaded(t, newSim(t, 0, false), name, CalibrationType, false, map[string]any{"velocity": -0.02})
	calibrated := func() bool {
		return call[*pr2_controllers_msgs.QueryCalibrationStateRequest, *pr2_controllers_msgs.QueryCalibrationStateResponse](t, other, name+"/is_calibrated", &pr2_controllers_msgs.QueryCalibrationStateService,
			&pr2_controllers_msgs.QueryCalibrationStateRequest{}).IsCalibrated
	}
	if calibrated() {
		t.Error("calibrated at the start")
	}
	said := collect[*std_msgs.Empty](t, other, name+"/calibrated", 10)
	r, status := sendCalibrate(t, other, name, false)
	if status != actionlib.Succeeded || !r.Calibrated || r.Travel < 0.08 || r.Reason == "" {
		t.Fatalf("%v, %+v", status, r)
	}
	if !calibrated() {
		t.Error("not calibrated afterwards")
	}
	take(t, said, "calibrated")
	l.Snapshot(func(s *hw.Snapshot) {
		if s.Boards[0].State.Calibration != hw.ByController || s.Boards[0].State.ZeroOffset != r.ZeroOffset {
			t.Errorf("%+v", s.Boards[0].State)
		}
	})
	// Again, without force: nothing moves.
	if r, status := sendCalibrate(t, other, name, false); status != actionlib.Succeeded || r.Travel != 0 {
		t.Errorf("again: %v, %+v", status, r)
	}
}

func sendCalibrate(t *testing.T, n *ros.Node, name string, force bool) (*holdfast_msgs.CalibrateResult, actionlib.Status) {
	t.Helper()
	return send[*holdfast_msgs.CalibrateGoal, *holdfast_msgs.CalibrateResult, *holdfast_msgs.CalibrateFeedback](t, n, name+"/calibrate", &holdfast_msgs.CalibrateActionType, &holdfast_msgs.CalibrateGoal{Force: force})
}

func sendGap(t *testing.T, n *ros.Node, name string, gap, effort float64) (*pr2_controllers_msgs.Pr2GripperCommandResult, actionlib.Status) {
	t.Helper()
	g := &pr2_controllers_msgs.Pr2GripperCommandGoal{}
	g.Command.Position, g.Command.MaxEffort = gap, effort
	return send[*pr2_controllers_msgs.Pr2GripperCommandGoal, *pr2_controllers_msgs.Pr2GripperCommandResult, *pr2_controllers_msgs.Pr2GripperCommandFeedback](t, n, name+"/gripper_action", &pr2_controllers_msgs.Pr2GripperCommandActionType, g)
}

// send sends a goal and waits for its end.
func send[G, R, F ros.Message](t *testing.T, n *ros.Node, name string, typ *wire.Action, goal G) (R, actionlib.Status) {
	t.Helper()
	c, err := actionlib.NewClient[G, R, F](n, name, typ)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Second)
	defer cancel()
	if err := c.WaitForServer(ctx); err != nil {
		t.Fatal(err)
	}
	g, err := c.Send(goal, nil)
	if err != nil {
		t.Fatal(err)
	}
	var result R
	select {
	case <-g.Done():
		result, _ = g.Wait(ctx)
	case <-ctx.Done():
		t.Fatalf("%s does not end", name)
	}
	status, _ := g.Status()
	return result, status
}
