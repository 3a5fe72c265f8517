package arm

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	mm "github.com/holdfast-robotics/holdfast/msgs/moveit_msgs"
	"github.com/holdfast-robotics/holdfast/node/simrobot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros/peertest"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
	"github.com/holdfast-robotics/holdfast/ros/tf"
)

// simulated are the parameters for the simulated arm.
func simulated() Params {
	p := DefaultParams()
	p.Kind, p.RobotFrame, p.HandFrame, p.Group, p.Trajectory, p.Wait = KindMoveIt, simrobot.Base, simrobot.Wrist, simrobot.Group, simrobot.TrajectoryAction, 0.5
	return p
}

// moved is a simulated arm behind MoveIt.
type moved struct {
	t      *testing.T
	m      *simrobot.Machine
	server *simrobot.MoveIt
	arm    Arm
}

func newMoved(t *testing.T, p Params) *moved {
	t.Helper()
	g := rostest.New(t, nil)
	m, err := simrobot.New(2, 1)
	if err != nil {
		t.Fatal(err)
	}
	loop, err := hardware.New(m.Bus, m.Config())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- simrobot.Pace(ctx, loop, 1) }()
	t.Cleanup(func() { cancel(); <-done })
	n := g.Node("robot")
	frames, err := simrobot.NewFrames(n, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { frames.Close() })
	a := &moved{t: t, m: m}
	if a.server, err = simrobot.NewMoveIt(g.Node("move_group"), m); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.server.Close() })
	if a.arm, err = Connect(g.Node("arm"), p, m.X_AG()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.arm.Close() })
	for end := time.Now().Add(20 * time.Second); a.arm.Palm() == (geom.Pose{}); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the palm is never known")
		}
	}
	return a
}

// palm is where the palm is in truth, in the base's frame.
func (a *moved) palm() geom.Pose {
	var v simrobot.View
	a.m.View(&v)
	return simrobot.X_BW.Mul(v.Palm)
}

// rest waits until the arm stands, and fails where it does not.
func (a *moved) rest() {
	a.t.Helper()
	for end := time.Now().Add(30 * time.Second); a.arm.Moving(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			a.t.Fatal("it never comes to rest")
		}
	}
}

// stands checks that the palm does not move any more.
func (a *moved) stands(what string) {
	a.t.Helper()
	x := a.palm()
	time.Sleep(50 * time.Millisecond)
	if d := r3.Norm(r3.Sub(a.palm().P, x.P)); d > 1e-3 {
		a.t.Errorf("%s: it still moves, by %.1f mm in 50 ms", what, 1e3*d)
	}
}

func shifted(x geom.Pose, by geom.Vec) geom.Pose { x.P = r3.Add(x.P, by); return x }

func TestMoveIt(t *testing.T) {
	a := newMoved(t, simulated())
	home := a.arm.Palm()
	at := func(what string, want geom.Pose) {
		t.Helper()
		if x := a.palm(); a.arm.Fault() != nil || r3.Norm(r3.Sub(x.P, want.P)) > 2e-3 || x.R.Angle(want.R) > 0.01 {
			t.Errorf("%s: at %v, want %v, %v", what, x, want, a.arm.Fault())
		}
	}
	// A straight line, with a turn.
	goal := shifted(home, geom.V(0.05, 0.03, -0.04))
	goal.R = goal.R.Mul(geom.AxisAngle(geom.UnitX, 0.3))
	if err := a.arm.MoveTo(goal, 0.5, 5); err != nil {
		t.Fatal(err)
	}
	if !a.arm.Moving() {
		t.Error("a motion that was begun is one")
	}
	a.rest()
	at("straight", goal)
	// A free way.
	over := shifted(home, geom.V(0.3, 0.1, -0.2))
	if err := a.arm.Transit(over, 2, 20); err != nil {
		t.Fatal(err)
	}
	a.rest()
	at("free", over)
	// A drift goes on at its speed until it is stopped, and a like one changes nothing.
	v := geom.V(0, 0.1, 0)
	a.arm.Drift(v)
	for a.palm().P.Y < over.P.Y+0.02 && a.arm.Fault() == nil {
		a.arm.Drift(r3.Scale(1.1, v))
		time.Sleep(time.Millisecond)
	}
	a.arm.Stop()
	a.rest()
	a.stands("a drift that was stopped")
	if x := a.palm(); a.arm.Fault() != nil || x.P.Y > over.P.Y+0.08 || math.Abs(x.P.Z-over.P.Z) > 2e-3 {
		t.Errorf("drifted from %v to %v, %v", over.P, x.P, a.arm.Fault())
	}
	// Given up while it is planned, and while it moves.
	for _, way := range []float64{0, 0.02} {
		from := a.palm()
		if err := a.arm.MoveTo(shifted(from, geom.V(0.3, 0, 0)), 0.1, 1); err != nil {
			t.Fatal(err)
		}
		for a.palm().P.X < from.P.X+way {
			time.Sleep(time.Millisecond)
		}
		a.arm.Stop()
		a.rest()
		a.stands("given up")
		if x := a.palm(); x.P.X > from.P.X+way+0.1 || a.arm.Fault() != nil {
			t.Errorf("given up %g m on its way, it went %g m, %v", way, x.P.X-from.P.X, a.arm.Fault())
		}
	}
	// What cannot be is told where it is asked, and by its class and its remedy.
	fails := func(what, word string, k fault.Kind) {
		t.Helper()
		a.rest()
		if err := a.arm.Fault(); fault.KindOf(err) != k || !strings.Contains(fmt.Sprint(err), word) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := a.arm.MoveTo(shifted(a.palm(), geom.V(2, 0, 0)), 1, 1); err != nil {
		t.Fatal(err)
	}
	fails("a line out of reach", "of the straight line", fault.Unavailable)
	if err := a.arm.Transit(shifted(a.palm(), geom.V(2, 0, 0)), 1, 1); err != nil {
		t.Fatal(err)
	}
	fails("a goal out of reach", "/move_group: plan motion: the goal is out of reach", fault.Unavailable)
	if err := a.arm.MoveTo(geom.Pose{P: geom.V(math.NaN(), 0, 0)}, 1, 1); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a goal that is not finite: %v", err)
	}
	// As a checker: reach, and lines from where the arm is not.
	k := a.arm.(*MoveIt)
	if err := k.Reach(over); err != nil {
		t.Error(err)
	}
	var b *pick.Blocked
	if err := k.Reach(shifted(over, geom.V(2, 0, 0))); !asBlocked(err, &b) || b.Cause != pick.Unreachable {
		t.Errorf("%v", err)
	}
	if n, err := k.Line(over, shifted(over, geom.V(0, 0, 0.1)), 10); n != 11 || err != nil {
		t.Errorf("%d points, %v", n, err)
	}
	if n, err := k.Line(over, shifted(over, geom.V(2, 0, 0)), 10); n < 1 || n > 9 || !asBlocked(err, &b) || b.Cause != pick.Infeasible {
		t.Errorf("%d points, %v", n, err)
	}
	// The controller goes away on the way: the arm stands, and the fault says who is gone.
	if err := a.arm.MoveTo(shifted(a.palm(), geom.V(-0.3, 0, 0)), 0.05, 1); err != nil {
		t.Fatal(err)
	}
	for from := a.palm().P.X; a.palm().P.X > from-0.01; {
		time.Sleep(time.Millisecond)
	}
	a.server.Close()
	fails("the controller is gone", simrobot.TrajectoryAction, fault.Unavailable)
	a.stands("the controller is gone")
	if err := a.arm.MoveTo(shifted(a.palm(), geom.V(0.1, 0, 0)), 0.05, 1); err != nil {
		t.Fatal(err)
	}
	fails("MoveIt is gone", "is move_group running", fault.Unavailable)
}

func asBlocked(err error, b **pick.Blocked) bool {
	e, ok := err.(*pick.Blocked)
	*b = e
	return ok
}

// Every code of MoveIt has words of its own.
func TestCodes(t *testing.T) {
	if err := moveitError("/x", mm.MoveItErrorCodesSuccess); err != nil {
		t.Error(err)
	}
	seen := map[string]int32{}
	for code := range reasons {
		err := moveitError("/x", code)
		text, _, _ := strings.Cut(err.Error(), " (code")
		if other, twice := seen[text]; twice || !strings.HasPrefix(text, "/x: plan motion: ") {
			t.Errorf("%d is told as %q, as is %d", code, text, other)
		}
		seen[text] = code
	}
	for _, code := range []int32{mm.MoveItErrorCodesStartStateInCollision, mm.MoveItErrorCodesStartStateInvalid} {
		if k := fault.KindOf(moveitError("/x", code)); k != fault.Conflict { // tasks end with ARM_MOVEMENT_PREVENTED
			t.Errorf("%d: %v", code, k)
		}
	}
	if err := moveitError("/x", -77); !strings.Contains(err.Error(), "-77") {
		t.Error(err)
	}
}

// A rospy action server, with classes that genpy makes of these definitions, follows trajectories, is cancelled, and gives one up.
func TestPeerTrajectory(t *testing.T) {
	peertest.Need(t, peertest.Clients...)
	g := rostest.New(t, nil)
	env := peertest.Overlay(t, g.URI, "control_msgs")
	server := peertest.Start(t, 2*time.Minute, env, peertest.Python, "testdata/controller.py")
	server.Until("ready")
	n := g.Node("robot")
	cast, err := tf.NewBroadcaster(n)
	if err != nil {
		t.Fatal(err)
	}
	defer cast.Close()
	p := simulated()
	p.Trajectory, p.Wait, p.Stale = "/controller/follow_joint_trajectory", 20, 10
	a, err := NewMoveIt(g.Node("arm"), p, geom.Pose{R: geom.IdentityRot})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for a.Palm() == (geom.Pose{}) {
		_ = cast.Send(tf.Stamped(p.RobotFrame, p.HandFrame, n.Clock().Now(), geom.Pose{R: geom.IdentityRot, P: geom.V(0.5, 0, 0.5)}))
		time.Sleep(time.Millisecond)
	}
	lengths := []float64{0, 0.05, 0.1}
	send := func(ctx context.Context, to float64) error {
		w := way(0.1, []float64{0, to / 2, to})
		w.JointNames = []string{"elbow"}
		T, err := retime(w, lengths, 0.5, 5, false, 1)
		if err != nil {
			t.Fatal(err)
		}
		return a.follow(ctx, w, T)
	}
	if err := send(t.Context(), 0.1); err != nil {
		t.Error(err)
	}
	server.Until("followed 3 points elbow")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- send(ctx, 1) }() // the server takes that for one without an end
	server.Until("waits")
	cancel()
	if err := <-ended; err != errStopped {
		t.Errorf("cancelled: %v", err)
	}
	server.Until("preempted")
	if err := send(t.Context(), -1); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "fell behind") || !strings.Contains(err.Error(), "elbow is stuck") {
		t.Errorf("given up by the server: %v", err)
	}
	if out, err := server.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
