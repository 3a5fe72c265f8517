package arm

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/control_msgs"
	mm "github.com/holdfast-robotics/holdfast/msgs/moveit_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/trajectory_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
)

type (
	followClient = actionlib.Client[*control_msgs.FollowJointTrajectoryGoal, *control_msgs.FollowJointTrajectoryResult, *control_msgs.FollowJointTrajectoryFeedback]
	planClient   = actionlib.Client[*mm.MoveGroupGoal, *mm.MoveGroupResult, *mm.MoveGroupFeedback]
	lineClient   = ros.ServiceClient[*mm.GetCartesianPathRequest, *mm.GetCartesianPathResponse]
	fkClient     = ros.ServiceClient[*mm.GetPositionFKRequest, *mm.GetPositionFKResponse]
	ikClient     = ros.ServiceClient[*mm.GetPositionIKRequest, *mm.GetPositionIKResponse]
)

// MoveIt is a pick.Arm that MoveIt plans for and a joint trajectory controller moves. A motion is planned where the arm has come to rest, so that
// one in place of another stops in between. It is safe for concurrent use. Close it.
type MoveIt struct {
	sense
	closers.List
	controller *followClient
	planner    *planClient
	lines      *lineClient
	fk         *fkClient
	ik         *ikClient

	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup

	// Guarded by the lock of sense.
	job   *job          // under way; nil for none
	last  chan struct{} // closed when the last job has ended
	fault error
}

var _ pick.Arm = (*MoveIt)(nil)

// motion is what a task asks for: a straight line, a free way, or a drift.
type motion struct {
	to           geom.Pose
	speed, accel float64
	free         bool
	drift        geom.Vec // not zero for a drift
}

// job is a motion under way.
type job struct {
	motion
	cancel context.CancelFunc
	begun  time.Time
}

// NewMoveIt connects to an arm and waits for nothing: what is not there is told when it is needed. X_AG is the palm in the hand frame.
func NewMoveIt(n *ros.Node, p Params, X_AG geom.Pose) (*MoveIt, error) {
	a := &MoveIt{last: make(chan struct{})}
	close(a.last)
	a.ctx, a.cancel = context.WithCancel(n.Context())
	if err := a.start(n, p, X_AG); err != nil {
		a.cancel()
		return nil, fault.Wrap("connect arm", "", errors.Join(err, a.List.Close()))
	}
	a.done.Add(1)
	go a.watch()
	return a, nil
}

func (a *MoveIt) start(n *ros.Node, p Params, X_AG geom.Pose) error {
	if err := a.sense.open(n, p, X_AG); err != nil {
		return err
	}
	closers.Keep(&a.List, a.sense.close)
	follow, err := actionlib.NewClient[*control_msgs.FollowJointTrajectoryGoal, *control_msgs.FollowJointTrajectoryResult, *control_msgs.FollowJointTrajectoryFeedback](
		n, p.Trajectory, &control_msgs.FollowJointTrajectoryActionType)
	if a.controller, err = closers.Add(&a.List, follow, err); err != nil {
		return err
	}
	plan, err := actionlib.NewClient[*mm.MoveGroupGoal, *mm.MoveGroupResult, *mm.MoveGroupFeedback](n, p.Plan, &mm.MoveGroupActionType)
	if a.planner, err = closers.Add(&a.List, plan, err); err != nil {
		return err
	}
	lines, err := ros.NewServiceClient[*mm.GetCartesianPathRequest, *mm.GetCartesianPathResponse](n, p.Line, &mm.GetCartesianPathService, true)
	if a.lines, err = closers.Add(&a.List, lines, err); err != nil {
		return err
	}
	fk, err := ros.NewServiceClient[*mm.GetPositionFKRequest, *mm.GetPositionFKResponse](n, p.FK, &mm.GetPositionFKService, true)
	if a.fk, err = closers.Add(&a.List, fk, err); err != nil {
		return err
	}
	ik, err := ros.NewServiceClient[*mm.GetPositionIKRequest, *mm.GetPositionIKResponse](n, p.IK, &mm.GetPositionIKService, true)
	a.ik, err = closers.Add(&a.List, ik, err)
	return err
}

// Close stops the arm and ends.
func (a *MoveIt) Close() error {
	a.cancel()
	a.done.Wait()
	return a.List.Close()
}

func (a *MoveIt) watch() {
	defer a.done.Done()
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		select {
		case <-a.ctx.Done():
			return
		case now := <-tick.C:
			a.look(now)
		}
	}
}

// MoveTo starts a straight line.
func (a *MoveIt) MoveTo(X_WG geom.Pose, speed, accel float64) error {
	return a.begin(motion{to: X_WG, speed: speed, accel: accel})
}

// Transit starts a motion by a way that MoveIt finds.
func (a *MoveIt) Transit(X_WG geom.Pose, speed, accel float64) error {
	return a.begin(motion{to: X_WG, speed: speed, accel: accel, free: true})
}

const (
	driftAccel = 0.5 // m/s^2
	// A drift that goes on with much the same velocity is not planned anew, and none more often than this.
	driftSame = 0.3
	driftHold = 250 * time.Millisecond
)

// Drift moves along a straight line that begins where the palm is, and begins another at its end.
func (a *MoveIt) Drift(v_W geom.Vec) {
	speed := r3.Norm(v_W)
	if !(speed > 0) || math.IsInf(speed, 0) {
		a.Stop()
		return
	}
	a.mu.Lock()
	j, palm := a.job, a.palm
	a.mu.Unlock()
	if j != nil && j.drift != (geom.Vec{}) {
		turn := r3.Dot(j.drift, v_W) <= 0
		if !turn && (r3.Norm(r3.Sub(v_W, j.drift)) <= driftSame*r3.Norm(j.drift) || time.Since(j.begun) < driftHold) {
			return
		}
	}
	to := geom.Pose{R: palm.R, P: r3.Add(palm.P, r3.Scale(a.p.DriftReach/speed, v_W))}
	_ = a.begin(motion{to: to, speed: speed, accel: driftAccel, drift: v_W}) // Fault tells
}

// begin starts a motion in place of the one under way.
func (a *MoveIt) begin(m motion) error {
	if err := check(m.to, m.speed, m.accel); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	if err := a.silent(now); err != nil {
		if m.drift != (geom.Vec{}) {
			a.fault = err
		}
		return err
	}
	if a.ctx.Err() != nil {
		return fault.New("move arm", "", fault.Preempted, "the arm is closed")
	}
	a.halt()
	ctx, cancel := context.WithCancel(a.ctx)
	j := &job{motion: m, cancel: cancel, begun: now}
	before, ended := a.last, make(chan struct{})
	a.job, a.last, a.fault = j, ended, nil
	a.done.Add(1)
	go func() {
		defer a.done.Done()
		defer close(ended)
		defer cancel()
		<-before
		err := a.carryOut(ctx, &j.motion)
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.job != j {
			return
		}
		a.job = nil
		if err != nil && !errors.Is(err, errStopped) {
			a.fault = err
		}
	}()
	return nil
}

// errStopped is the end of a motion that was given up.
var errStopped = errors.New("given up")

// halt gives the motion under way up. The lock is held.
func (a *MoveIt) halt() {
	if a.job != nil {
		a.job.cancel()
	}
}

// Stop gives the motion under way up: the controller brakes as it does when its goal is cancelled.
func (a *MoveIt) Stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.halt()
}

// Moving reports a motion that is planned or carried out, and a palm that has not come to rest.
func (a *MoveIt) Moving() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.job != nil || !a.still(time.Now()) && a.silent(time.Now()) == nil
}

// Fault says why the last motion ended before its goal.
func (a *MoveIt) Fault() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.fault
}

// carryOut waits until the arm stands, plans the motion and has the controller follow the plan.
func (a *MoveIt) carryOut(ctx context.Context, m *motion) error {
	if err := a.settle(ctx); err != nil {
		return err
	}
	var way *mm.RobotTrajectory
	var err error
	if m.free {
		way, err = a.plan(ctx, m.to)
	} else {
		way, err = a.line(ctx, m.to)
	}
	if err != nil {
		return stopped(ctx, err)
	}
	joints := &way.JointTrajectory
	if n := len(way.MultiDofJointTrajectory.Points); n > 0 {
		return fault.New("move arm", a.p.Group, fault.Unsupported, "the plan moves a base as well (%d points): name a group of the arm alone", n)
	}
	if len(joints.Points) < 2 { // it is there
		return nil
	}
	lengths, err := a.lengths(ctx, joints)
	if err != nil {
		return stopped(ctx, err)
	}
	seconds, err := retime(joints, lengths, m.speed, m.accel, m.drift != (geom.Vec{}), a.p.JointSpeed)
	if err != nil {
		return err
	}
	return a.follow(ctx, joints, seconds)
}

// stopped is the error of a step, or that the motion was given up meanwhile.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errStopped
	}
	return err
}

// settle waits until the palm stands: a plan begins there.
func (a *MoveIt) settle(ctx context.Context) error {
	const patience = 5 * time.Second
	end := time.Now().Add(patience)
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		now := time.Now()
		a.mu.Lock()
		still, err := a.still(now), a.silent(now)
		a.mu.Unlock()
		switch {
		case err != nil:
			return err
		case still:
			return nil
		case now.After(end):
			return fault.New("move arm", a.p.HandFrame, fault.Unavailable, "it does not come to rest: something else moves the arm, or the frame is not fixed to it")
		}
		select {
		case <-ctx.Done():
			return errStopped
		case <-tick.C:
		}
	}
}

// follow has the controller follow a trajectory of some seconds. Given up, it returns once the controller has let go.
func (a *MoveIt) follow(ctx context.Context, t *trajectory_msgs.JointTrajectory, seconds float64) error {
	const op = "move arm"
	wait, cancel := context.WithTimeout(ctx, a.wait())
	defer cancel()
	if err := a.controller.WaitForServer(wait); err != nil {
		return stopped(ctx, fault.New(op, a.p.Trajectory, fault.Unavailable, "no such action server after %g s: is the arm's controller running, and is its name right?", a.p.Wait))
	}
	if ctx.Err() != nil {
		return errStopped
	}
	g, err := a.controller.Send(&control_msgs.FollowJointTrajectoryGoal{Trajectory: *t}, nil)
	if err != nil {
		return fault.Wrap(op, a.p.Trajectory, err)
	}
	const slack = 5.0 // s
	late := time.NewTimer(param.Seconds(1.2*seconds + slack))
	defer late.Stop()
	look := time.NewTicker(10 * period)
	defer look.Stop()
	for {
		select {
		case <-g.Done():
			res, err := g.Wait(a.ctx)
			return followError(a.p.Trajectory, res, err)
		case <-ctx.Done():
			return a.letGo(g, errStopped)
		case <-late.C:
			return a.letGo(g, fault.New(op, a.p.Trajectory, fault.Timeout, "a motion of %.1f s has not ended after %.1f s", seconds, 1.2*seconds+slack))
		case now := <-look.C:
			a.mu.Lock()
			err := a.silent(now)
			a.mu.Unlock()
			if err != nil {
				return a.letGo(g, err)
			}
		}
	}
}

// letGo cancels a trajectory and waits for the controller's word on it.
func (a *MoveIt) letGo(g *actionlib.ClientGoal[*control_msgs.FollowJointTrajectoryGoal, *control_msgs.FollowJointTrajectoryResult, *control_msgs.FollowJointTrajectoryFeedback], why error) error {
	const patience = 2 * time.Second
	if err := g.Cancel(); err == nil {
		select {
		case <-g.Done():
			return why
		case <-time.After(patience):
		}
	}
	return fault.New("stop arm", a.p.Trajectory, fault.Unavailable, "the controller does not confirm that it has stopped; before that: %w", why)
}

func (a *MoveIt) wait() time.Duration { return param.Seconds(a.p.Wait) }
