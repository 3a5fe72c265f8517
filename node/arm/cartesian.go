package arm

import (
	"errors"
	"math"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// Cartesian is a pick.Arm. It is safe for concurrent use. Close it.
type Cartesian struct {
	sense
	command *ros.Publisher[*geometry_msgs.PoseStamped]

	stop chan struct{}
	done sync.WaitGroup

	// Guarded by the lock of sense.
	target geom.Pose // of the palm
	live   bool      // a target is being sent
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

// NewCartesian connects to an arm and waits for nothing: until the hand's pose is known every motion is refused. X_AG is the palm in the hand
// frame.
func NewCartesian(n *ros.Node, p Params, X_AG geom.Pose) (*Cartesian, error) {
	const op = "connect arm"
	a := &Cartesian{stop: make(chan struct{})}
	if err := a.sense.open(n, p, X_AG); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	var err error
	if a.command, err = ros.Advertise[*geometry_msgs.PoseStamped](n, p.Command); err != nil {
		return nil, fault.Wrap(op, p.Command, errors.Join(err, a.sense.close()))
	}
	a.done.Add(1)
	go a.run()
	return a, nil
}

// Close ends sending; the arm stays where the last pose sent it.
func (a *Cartesian) Close() error {
	close(a.stop)
	a.done.Wait()
	return errors.Join(a.command.Close(), a.sense.close())
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

// step looks where the hand is and sends the pose that is due.
func (a *Cartesian) step(now time.Time) {
	a.look(now)
	a.mu.Lock()
	defer a.mu.Unlock()
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
	_ = a.command.Publish(&geometry_msgs.PoseStamped{Header: std_msgs.Header{Stamp: a.node.Clock().Now(), FrameID: a.p.RobotFrame}, Pose: geomsgs.Pose(a.target.Mul(a.X_GA))})
}

// lagTime is how long the hand may be behind.
const lagTime = 500 * time.Millisecond

// watch says why the arm does not obey, nil when it does.
func (a *Cartesian) watch(now time.Time) error {
	if err := a.silent(now); err != nil {
		return err
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
		if err := check(l.to, l.speed, l.accel); err != nil {
			return err
		}
	}
	if err := a.silent(now); err != nil {
		return err
	}
	if !a.live {
		a.target, a.live = a.palm, true
	}
	a.fault, a.drift, a.behind = nil, geom.Vec{}, time.Time{}
	a.legs = append(a.legs[:0], legs[1:]...)
	a.begin(legs[0], now)
	return nil
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
