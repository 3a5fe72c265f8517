package hardware

import (
	"context"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/sim"
)

// robot is a stand-in for a robot: it publishes joint states when it is told to, and keeps the last command.
type robot struct {
	t        *testing.T
	joints   *ros.Publisher[*sensor_msgs.JointState]
	pressure *ros.Publisher[*pr2_msgs.PressureState]
	accel    *ros.Publisher[*pr2_msgs.AccelerometerState]
	commands chan pr2_controllers_msgs.Pr2GripperCommand
	now      time.Duration
	gap      float64
}

func newRobot(t *testing.T, n *ros.Node) *robot {
	t.Helper()
	r := &robot{t: t, gap: 0.05, commands: make(chan pr2_controllers_msgs.Pr2GripperCommand, 10000)}
	var err error
	if r.joints, err = ros.Advertise[*sensor_msgs.JointState](n, "/joint_states"); err != nil {
		t.Fatal(err)
	}
	if r.pressure, err = ros.Advertise[*pr2_msgs.PressureState](n, "/pressure/r_gripper_motor"); err != nil {
		t.Fatal(err)
	}
	if r.accel, err = ros.Advertise[*pr2_msgs.AccelerometerState](n, "/accelerometer/r_gripper_motor"); err != nil {
		t.Fatal(err)
	}
	if _, err := ros.Subscribe(n, "/r_gripper_controller/command", func(c *pr2_controllers_msgs.Pr2GripperCommand) { r.commands <- *c }); err != nil {
		t.Fatal(err)
	}
	return r
}

// say publishes one joint state, ten milliseconds after the last.
func (r *robot) say() {
	r.now += 10 * time.Millisecond
	m := &sensor_msgs.JointState{Name: []string{"torso", "r_gripper_joint"}, Position: []float64{1, r.gap}}
	m.Header.Stamp = wire.Time{Sec: 1000}.Add(r.now)
	if err := r.joints.Publish(m); err != nil {
		r.t.Fatal(err)
	}
}

// robotBus is a bus over such a robot, connected.
func robotBus(t *testing.T) (*RobotBus, *robot) {
	t.Helper()
	m := newMaster(t)
	r := newRobot(t, newNode(t, m, "robot"))
	b, err := NewRobotBus(newNode(t, m, "hand"), "r_gripper_motor", gripper.PR2Hand())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	for _, p := range []interface {
		WaitForSubscribers(context.Context, int) error
	}{r.joints, r.pressure, r.accel, b.cmd} {
		if err := p.WaitForSubscribers(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	r.say()
	if err := b.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b, r
}

// heard publishes a joint state and waits until the bus has it.
func heard(t *testing.T, b *RobotBus, r *robot) {
	n := b.Messages()
	r.say()
	for end := time.Now().Add(30 * time.Second); b.Messages() == n; {
		if time.Now().After(end) {
			t.Fatal("a joint state did not arrive")
		}
		time.Sleep(50 * time.Microsecond)
	}
}

func TestHW46_RobotTopics(t *testing.T) {
	b, r := robotBus(t)
	hardwaretest.Conform(t, hardwaretest.Subject{Bus: b, Period: robotPeriod, Wait: func() { heard(t, b, r) }})
}

func TestRobotBus(t *testing.T) {
	b, r := robotBus(t)
	l, err := hw.New(b, hw.Config{Period: robotPeriod, CommandTimeout: 5 * robotPeriod})
	if err != nil {
		t.Fatal(err)
	}
	ask := &effort{}
	if err := l.Manager.Load(hw.Spec{Name: "ask", Controller: ask}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Manager.Request([]string{"ask"}, nil, hw.Strict); err != nil {
		t.Fatal(err)
	}
	now := time.Duration(0)
	step := func(speak bool) {
		l.Step(now)
		now += robotPeriod
		if speak {
			heard(t, b, r)
		}
	}
	for range 20 {
		step(true)
	}
	g, err := l.Gripper("")
	if err != nil {
		t.Fatal(err)
	}
	if d := g.Joint.Gap - 0.05; d > 1e-6 || d < -1e-6 || !g.Joint.Calibrated {
		t.Errorf("gap %v, calibrated %v", g.Joint.Gap, g.Joint.Calibrated)
	}
	// An effort becomes a bound, with a gap beyond.
	ask.newtons = -20
	for range 3 {
		step(true)
	}
	var c pr2_controllers_msgs.Pr2GripperCommand
	for c.MaxEffort == 0 {
		c = take(t, r.commands, "command")
	}
	if c.MaxEffort < 18 || c.MaxEffort > 20 || c.Position > 0 {
		t.Errorf("20 N of closing become %+v", c)
	}
	// Sensors.
	p := &pr2_msgs.PressureState{LFingerTip: make([]int16, 22), RFingerTip: make([]int16, 22)}
	p.LFingerTip[3], p.RFingerTip[4] = -1, 77
	if err := r.pressure.Publish(p); err != nil {
		t.Fatal(err)
	}
	if err := r.accel.Publish(&pr2_msgs.AccelerometerState{Samples: []geometry_msgs.Vector3{{Z: 9.81}, {Z: -9.81}}}); err != nil {
		t.Fatal(err)
	}
	total := uint64(0)
	for end := time.Now().Add(30 * time.Second); g.Tips[1].State.Counts[4] != 77 || total < 2; {
		if time.Now().After(end) {
			t.Fatal("the sensors were not heard")
		}
		step(true)
		total = g.Accel.State.Total
	}
	if g.Tips[0].State.Counts[3] != 65535 {
		t.Errorf("a cell at the end of its range is %d", g.Tips[0].State.Counts[3])
	}
	// What cannot be is as if it had not come.
	for _, m := range []*sensor_msgs.JointState{
		{Name: []string{"r_gripper_joint"}}, {Name: []string{"r_gripper_joint"}, Position: []float64{math.NaN()}}, {Name: []string{"r_gripper_joint"}, Position: []float64{1e6}},
	} {
		b.takeJoints(m)
	}
	b.takePressure(&pr2_msgs.PressureState{LFingerTip: make([]int16, 3)})
	b.takeAccel(&pr2_msgs.AccelerometerState{Samples: []geometry_msgs.Vector3{{X: math.NaN(), Y: math.Inf(1), Z: math.Inf(-1)}}})
	step(true)
	if d := g.Joint.Gap - 0.05; d > 1e-6 || d < -1e-6 || g.Tips[1].State.Counts[4] != 77 {
		t.Errorf("gap %v, count %d", g.Joint.Gap, g.Tips[1].State.Counts[4])
	}
	if a := g.Accel.State.Samples[0]; math.IsNaN(a[0]+a[1]+a[2]) || math.Abs(a[1]) > 80 {
		t.Errorf("acceleration %v", a)
	}
	// The robot falls silent: ten repeated frames, then the hand is limp.
	for range 12 {
		step(false)
	}
	if h := l.HaltState(); h.Why != hw.TooManyDrops {
		t.Errorf("a silent robot: %v", h)
	}
	step(false)
	if b.msg.MaxEffort != 0 {
		t.Errorf("the last command is %+v", b.msg)
	}
}

type effort struct{ newtons float64 }

func (e *effort) Start(*hw.Gripper)    {}
func (e *effort) Update(g *hw.Gripper) { g.Joint.Commanded = e.newtons }
func (e *effort) Stop(*hw.Gripper)     {}

func TestRobotThatIsNotThere(t *testing.T) {
	b, err := NewRobotBus(newNode(t, newMaster(t), "hand"), "r_gripper_motor", gripper.PR2Hand())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := b.Wait(ctx); fault.KindOf(err) != fault.Timeout {
		t.Errorf("%v", err)
	}
}

// A sidecar over a socket, and the recording of a loop over it.
func TestSidecarOverASocket(t *testing.T) {
	m, err := SimulatedMachine("r_gripper_motor", true, 1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "hand.sock")
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- ServeSidecar(ctx, path, m.Bus, SidecarOptions{}, func(at string) { ready <- at }, func(s string) { t.Log(s) })
	}()
	take(t, ready, "sidecar")
	c, err := SidecarMachine(ctx, path, gripper.PR2Hand())
	if err != nil {
		t.Fatal(err)
	}
	c.Config.ReceiveTimeout = time.Millisecond // many attempts: the machine may be busy
	file := filepath.Join(t.TempDir(), "hand.rec")
	if c, err = Recorded(c, file); err != nil {
		t.Fatal(err)
	}
	l, err := hw.New(c.Bus, c.Config)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		l.Step(time.Duration(i) * time.Millisecond)
	}
	l.Snapshot(func(s *hw.Snapshot) {
		if s.Halt.Halted || s.Boards[0].State.Calibration != hw.Restored {
			t.Errorf("%v, %v", s.Halt, s.Boards[0].State.Calibration)
		}
	})
	if err := l.Shutdown(); err != nil {
		t.Error(err)
	}
	p, err := Play(file)
	if err != nil || p.Exchanges < 100 {
		t.Errorf("%+v, %v", p, err)
	}
	cancel()
	if err := take(t, done, "end of the sidecar"); err != nil {
		t.Error(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := SidecarMachine(short, path, gripper.PR2Hand()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a sidecar that is not there: %v", err)
	}
}

// The loop in real time, for a moment: what is measured is not judged, the machine may be busy. T20 needs a machine of its own.
func TestHW20_RealTime(t *testing.T) {
	r, err := Measure(t.Context(), realtime.Options{Priority: 50, CPU: -1}, 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	n := r.Work.N()
	if n == 0 || r.Pace.Cycles == 0 || n+r.Pace.SkippedPeriods > 400 {
		t.Errorf("%d cycles, %+v", n, r.Pace)
	}
	t.Logf("%d cycles, late by p50 %v p99 %v max %v, a cycle takes p50 %v p99 %v, %d overruns, %d allocations a cycle", n, r.Lateness.Quantile(0.5), r.Lateness.Quantile(0.99),
		r.Lateness.Max(), r.Work.Quantile(0.5), r.Work.Quantile(0.99), r.Pace.Overruns, r.Allocations)
}

// A loop that is killed leaves no torque (T47 needs hardware for the watchdog of a drive): the simulated board's watchdog turns its motor
// off within its time, with nobody telling it.
func TestHW47_WatchdogOfASimulatedBoard(t *testing.T) {
	m, err := SimulatedMachine("r_gripper_motor", true, 1)
	if err != nil {
		t.Fatal(err)
	}
	l, err := hw.New(m.Bus, m.Config)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Manager.Load(hw.Spec{Name: "ask", Controller: &effort{-50}}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Manager.Request([]string{"ask"}, nil, hw.Strict); err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		l.Step(time.Duration(i) * time.Millisecond)
	}
	g, err := l.Gripper("")
	if err != nil || !g.Actuator.State.IsEnabled || g.Actuator.State.Executed.Effort == 0 {
		t.Fatalf("%+v, %v", g.Actuator.State, err)
	}
	w := m.Bus.(interface{ World() *sim.World }).World()
	before := w.State.Effort
	l.Step(50*time.Millisecond + 250*time.Millisecond) // the loop was gone for a quarter of a second
	if before == 0 || w.State.Effort != 0 {
		t.Errorf("effort %v N before, %v N after the watchdog's time", before, w.State.Effort)
	}
	if h := l.HaltState(); h.Why != hw.SafetyLockout {
		t.Errorf("a board whose watchdog has bitten: %v", h)
	}
}
