// Package arm moves a real arm over ROS for tasks of package pick.
//
// Cartesian drives an arm whose controller takes poses of the hand on a topic (geometry_msgs/PoseStamped), as the PR2's Cartesian controllers,
// Jaco's and many others do: it sends the points of a straight line as they come due, reads the hand's pose from tf, and the force on the
// wrist from a geometry_msgs/WrenchStamped where there is one. Arms that take joint trajectories alone need inverse kinematics, which is not here:
// let their own Cartesian interface be in between.
package arm

import (
	"math"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Params say where the arm is.
type Params struct {
	RobotFrame string
	HandFrame  string
	Command    string
	Wrench     string
	SafeHeight float64 // m
	Lag        float64 // m
	Stale      float64 // s
}

// Declare lists the parameters.
func (p *Params) Declare(s *param.Set) {
	s.Text(&p.RobotFrame, "robot_frame", "base_link", "frame in which poses are sent")
	s.Text(&p.HandFrame, "hand_frame", "r_wrist_roll_link", "frame of the hand, as tf knows it")
	s.Text(&p.Command, "command_topic", "/r_cart/command_pose", "topic on which the arm's controller takes poses of the hand")
	s.Text(&p.Wrench, "wrench_topic", "", "topic that tells the force on the wrist, tared, in any frame that tf knows; empty for none")
	s.Float(&p.SafeHeight, "safe_height", 0, "m", 0, 5, "height of the hand in robot_frame at which every way across is free; 0: ways other than straight lines are refused")
	s.Float(&p.Lag, "arm_lag", 0.05, "m", 0.001, 1, "by which the hand may be behind its command before the arm counts as stopped")
	s.Float(&p.Stale, "arm_stale", 0.5, "s", 0.02, 10, "age of the hand's pose at which the arm counts as silent")
}

// DefaultParams are the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// Cartesian is a pick.Arm. It is safe for concurrent use. Close it.
type Cartesian struct {
	node    *ros.Node
	p       Params
	tf      *tf.Listener
	command *ros.Publisher[*geometry_msgs.PoseStamped]
	wrench  *ros.Subscriber

	stop chan struct{}
	done sync.WaitGroup

	mu     sync.Mutex
	palm   geom.Pose // last known
	seen   time.Time // when it changed its stamp
	stamp  wire.Time
	force  geom.Vec // in the robot's frame
	target geom.Pose
	live   bool // a target is being sent
	line   *line
	legs   []leg
	drift  geom.Vec
	last   time.Time
	behind time.Time // since when the hand has lagged
	fault  error
}

var _ pick.Arm = (*Cartesian)(nil)

// line is a straight motion with a minimum-jerk profile.
type line struct {
	from, to geom.Pose
	begin    time.Time
	seconds  float64
}

type leg struct {
	to           geom.Pose
	speed, accel float64
}

// period is the distance of the poses that are sent.
const period = 10 * time.Millisecond

// NewCartesian connects to an arm and waits for nothing: until the hand's pose is known every motion is refused.
func NewCartesian(n *ros.Node, p Params) (*Cartesian, error) {
	const op = "connect arm"
	a := &Cartesian{node: n, p: p, stop: make(chan struct{})}
	var err error
	if a.tf, err = tf.Listen(n, tf.NewBuffer(0)); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if a.command, err = ros.Advertise[*geometry_msgs.PoseStamped](n, p.Command); err != nil {
		a.tf.Close()
		return nil, fault.Wrap(op, p.Command, err)
	}
	if p.Wrench != "" {
		if a.wrench, err = ros.Subscribe(n, p.Wrench, a.feel); err != nil {
			a.tf.Close()
			a.command.Close()
			return nil, fault.Wrap(op, p.Wrench, err)
		}
	}
	a.done.Add(1)
	go a.run()
	return a, nil
}

// Close ends sending; the arm stays where the last pose sent it.
func (a *Cartesian) Close() error {
	close(a.stop)
	a.done.Wait()
	if a.wrench != nil {
		a.wrench.Close()
	}
	err := a.command.Close()
	if e := a.tf.Close(); err == nil {
		err = e
	}
	return err
}

func (a *Cartesian) run() {
	defer a.done.Done()
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		select {
		case <-a.stop:
			return
		case now := <-tick.C:
			a.step(now)
		}
	}
}

// feel takes in a wrench.
func (a *Cartesian) feel(m *geometry_msgs.WrenchStamped) {
	f := geom.V(m.Wrench.Force.X, m.Wrench.Force.Y, m.Wrench.Force.Z)
	if id := m.Header.FrameID; id != a.p.RobotFrame {
		x, _, err := a.tf.Buffer.Lookup(a.p.RobotFrame, id, wire.Time{})
		if err != nil {
			return
		}
		f = x.R.Apply(f)
	}
	if !geom.IsFinite(f) {
		return
	}
	a.mu.Lock()
	a.force = f
	a.mu.Unlock()
}

// step looks where the hand is and sends the pose that is due.
func (a *Cartesian) step(now time.Time) {
	x, stamp, err := a.tf.Buffer.Lookup(a.p.RobotFrame, a.p.HandFrame, wire.Time{})
	a.mu.Lock()
	defer a.mu.Unlock()
	if err == nil && (stamp != a.stamp || a.seen.IsZero()) {
		a.palm, a.stamp, a.seen = x, stamp, now
	}
	dt := now.Sub(a.last).Seconds()
	a.last = now
	if !a.live {
		return
	}
	if why := a.watch(now); why != nil {
		a.halt(why)
	} else {
		a.advance(now, math.Min(dt, 5*period.Seconds()))
	}
	// A subscriber that is not there is found out by the lag.
	_ = a.command.Publish(&geometry_msgs.PoseStamped{
		Header: std_msgs.Header{Stamp: a.node.Clock().Now(), FrameID: a.p.RobotFrame},
		Pose: geometry_msgs.Pose{
			Position:    geometry_msgs.Point{X: a.target.P.X, Y: a.target.P.Y, Z: a.target.P.Z},
			Orientation: geometry_msgs.Quaternion{W: a.target.R.W, X: a.target.R.X, Y: a.target.R.Y, Z: a.target.R.Z},
		},
	})
}

// lagTime is how long the hand may be behind.
const lagTime = 500 * time.Millisecond

// watch says why the arm does not obey, nil when it does.
func (a *Cartesian) watch(now time.Time) error {
	if age := now.Sub(a.seen).Seconds(); age > a.p.Stale {
		return fault.New("move arm", a.p.HandFrame, fault.Unavailable, "tf has told no new pose of the hand for %.1f s", age)
	}
	lag := r3.Norm(r3.Sub(a.target.P, a.palm.P))
	if lag <= a.p.Lag {
		a.behind = time.Time{}
		return nil
	}
	if a.behind.IsZero() {
		a.behind = now
	}
	if now.Sub(a.behind) < lagTime {
		return nil
	}
	return fault.New("move arm", a.p.Command, fault.Unavailable, "the hand is %.0f mm behind its command, %.0f mm are allowed: it is stopped, or nobody listens", 1e3*lag, 1e3*a.p.Lag)
}

// advance moves the target on.
func (a *Cartesian) advance(now time.Time, dt float64) {
	if a.line == nil {
		a.target.P = r3.Add(a.target.P, r3.Scale(dt, a.drift))
		return
	}
	u := 1.0
	if s := now.Sub(a.line.begin).Seconds(); s < a.line.seconds {
		u = math.Max(0, s/a.line.seconds)
	}
	a.target = a.line.from.Interpolate(a.line.to, u*u*u*(10+u*(-15+6*u)))
	if u == 1 {
		a.line = nil
		if len(a.legs) > 0 {
			next := a.legs[0]
			a.legs = a.legs[1:]
			a.begin(next, now)
		}
	}
}

// begin starts a straight line from the present target.
func (a *Cartesian) begin(l leg, now time.Time) {
	const radius = 0.2 // m: turns a rotation into a length
	length := math.Max(r3.Norm(r3.Sub(l.to.P, a.target.P)), radius*a.target.R.Angle(l.to.R))
	a.line = &line{from: a.target, to: l.to, begin: now, seconds: math.Max(15.0/8*length/l.speed, math.Sqrt(10/math.Sqrt(3)*length/l.accel))}
}

// halt holds the hand where it is.
func (a *Cartesian) halt(why error) {
	a.line, a.legs, a.drift, a.fault, a.target, a.behind = nil, nil, geom.Vec{}, why, a.palm, time.Time{}
}

// start begins a way of legs.
func (a *Cartesian) start(legs ...leg) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	for _, l := range legs {
		if !l.to.IsFinite() || !(l.speed > 0 && l.accel > 0) {
			return fault.New("move arm", "", fault.Invalid, "the goal is not finite, or a speed of %g m/s or an acceleration of %g m/s^2 is not positive", l.speed, l.accel)
		}
	}
	if a.seen.IsZero() || now.Sub(a.seen).Seconds() > a.p.Stale {
		return fault.New("move arm", a.p.HandFrame, fault.Unavailable, "tf does not tell where it is in %s", a.p.RobotFrame)
	}
	if !a.live {
		a.target, a.live = a.palm, true
	}
	a.fault, a.drift, a.behind = nil, geom.Vec{}, time.Time{}
	a.legs = append(a.legs[:0], legs[1:]...)
	a.begin(legs[0], now)
	return nil
}

// Palm is where tf has the hand.
func (a *Cartesian) Palm() geom.Pose {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.palm
}

// MoveTo starts a straight line.
func (a *Cartesian) MoveTo(X_WG geom.Pose, speed, accel float64) error {
	return a.start(leg{X_WG, speed, accel})
}

// Transit goes up to the safe height, across, and down. Without a safe height it is refused: nothing here knows what is in the way.
func (a *Cartesian) Transit(X_WG geom.Pose, speed, accel float64) error {
	if a.p.SafeHeight <= 0 {
		return fault.New("move arm", "", fault.Unsupported, "no planner and no safe_height: set that to a height at which every way across is free")
	}
	up, over := a.Palm(), X_WG
	up.P.Z = math.Max(a.p.SafeHeight, up.P.Z)
	over.P.Z = math.Max(a.p.SafeHeight, X_WG.P.Z)
	return a.start(leg{up, speed, accel}, leg{over, speed, accel}, leg{X_WG, speed, accel})
}

// Drift moves at a steady velocity.
func (a *Cartesian) Drift(v_W geom.Vec) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !geom.IsFinite(v_W) || a.seen.IsZero() {
		v_W = geom.Vec{}
	}
	if !a.live && v_W != (geom.Vec{}) {
		a.target, a.live = a.palm, true
	}
	a.line, a.legs, a.drift = nil, nil, v_W
}

// Stop holds the hand where it is.
func (a *Cartesian) Stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.live && (a.line != nil || a.drift != (geom.Vec{})) {
		a.halt(a.fault)
	}
}

// Force is that on the wrist, as the topic tells; zero without one.
func (a *Cartesian) Force() geom.Vec {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.force
}

// Moving reports a line or a drift under way, and a hand that has not come up with its command.
func (a *Cartesian) Moving() bool {
	const near = 2e-3 // m
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.live && a.fault == nil && (a.line != nil || a.drift != (geom.Vec{}) || r3.Norm(r3.Sub(a.target.P, a.palm.P)) > near)
}

// Fault says why the last motion ended before its goal.
func (a *Cartesian) Fault() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.fault
}
