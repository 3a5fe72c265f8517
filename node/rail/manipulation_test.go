package rail

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/sim"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// mover are the manipulation actions over a simulated robot with a box of 30 mm between its fingers, and clients of them.
type mover struct {
	*graph
	sim     *simrobot.Robot
	loop    *robot.Loop
	face    *Manipulation
	gripper *actionlib.Client[*gripperGoal, *gripperResult, *gripperFeedback]
	lift    *actionlib.Client[*liftGoal, *liftResult, *liftFeedback]
	verify  *actionlib.Client[*verifyGoal, *verifyResult, *verifyFeedback]
}

// boxWide is the box of test 36, m.
const boxWide = 0.03

// boxed is a robot whose palm is over a box, or over nothing.
func boxed(t testing.TB, empty bool) *simrobot.Robot {
	t.Helper()
	cfg := simrobot.DefaultConfig(1)
	o := sim.Object{Name: "box", Mass: 0.1, Friction: 0.6, Stiffness: 2e4, Shape: shape.NewBox(geom.V(boxWide, boxWide, 0.06))}
	X_WO := geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0, 0, 0.03)}
	if empty {
		X_WO.P.X = 0.3
	}
	cfg.Objects, cfg.X_WO = []sim.Object{o}, []geom.Pose{X_WO}
	cfg.Home = geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: geom.V(0, 0, 0.03+cfg.Gripper.PadCenter().X)}
	r, err := simrobot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func newMover(t testing.TB, r *simrobot.Robot, speed float64, p ManipulationParams) *mover {
	t.Helper()
	m := &mover{graph: newGraph(t), sim: r}
	var err error
	if m.loop, err = robot.Simulate(r, speed); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.loop.Close)
	face, err := NewManipulation(m.node("manipulation"), m.loop, p)
	m.face = keep(t, face, err)
	n := m.node("client")
	g, err := actionlib.NewClient[*gripperGoal, *gripperResult, *gripperFeedback](n, "/manipulation/gripper", &rail_manipulation_msgs.GripperActionType)
	m.gripper = keep(t, g, err)
	l, err := actionlib.NewClient[*liftGoal, *liftResult, *liftFeedback](n, "/manipulation/lift", &rail_manipulation_msgs.LiftActionType)
	m.lift = keep(t, l, err)
	v, err := actionlib.NewClient[*verifyGoal, *verifyResult, *verifyFeedback](n, "/manipulation/verify_grasp", &rail_manipulation_msgs.VerifyGraspActionType)
	m.verify = keep(t, v, err)
	for _, w := range []func(context.Context) error{g.WaitForServer, l.WaitForServer, v.WaitForServer} {
		if err := w(limit(t)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// send sends a goal and returns how it ended.
func send[G, R, F ros.Message](t testing.TB, c *actionlib.Client[G, R, F], goal G) (R, actionlib.Status, string) {
	t.Helper()
	g, err := c.Send(goal, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := g.Wait(limit(t))
	s, text := g.Status()
	return r, s, text
}

// state reads robot and world where nothing moves.
func (m *mover) state() (st hand.Status, palm geom.Pose, box geom.Vec, now float64) {
	m.loop.Do(func(r *pick.Robot) {
		st, palm, box, now = r.Hand.Status(), r.Arm.Palm(), m.sim.World.State.Bodies[0].X_WO.P, m.sim.Time()
	})
	return
}

// 36: the gripper closes on a box of 30 mm; the grasp is verified and does not move; it is lifted and stays held.
func TestRail36_CloseVerifyLift(t *testing.T) {
	for _, height := range []float64{0.1, 0.15} {
		p := DefaultManipulationParams()
		p.LiftHeight = height
		m := newMover(t, boxed(t, false), 0, p)
		if r, s, text := send(t, m.gripper, &gripperGoal{Close: true}); s != actionlib.Succeeded || !r.Success {
			t.Fatalf("gripper: %v %+v %s", s, r, text)
		}
		st, palm, before, _ := m.state()
		if math.Abs(st.Gap-boxWide) > 3e-3 {
			t.Errorf("closed to %g m", st.Gap)
		}
		r, s, text := send(t, m.verify, &verifyGoal{})
		if s != actionlib.Succeeded || !r.Success || !r.Grasping || !strings.Contains(text, "both pads press") {
			t.Errorf("verify: %v %+v %s", s, r, text)
		}
		force := st.Target
		st, palm2, after, _ := m.state()
		if d := palm2.P.Z - palm.P.Z; math.Abs(d) > 1e-3 {
			t.Errorf("verifying has moved the palm by %g m", d)
		}
		if d := math.Hypot(math.Hypot(after.X-before.X, after.Y-before.Y), after.Z-before.Z); d > 2e-3 {
			t.Errorf("verifying has moved the object by %g m", d)
		}
		l, s, text := send(t, m.lift, &liftGoal{})
		if s != actionlib.Succeeded || !l.Success || !strings.Contains(text, "what the hand holds") {
			t.Errorf("lift: %v %+v %s", s, l, text)
		}
		st, up, box, _ := m.state()
		if d := up.P.Z - palm.P.Z; math.Abs(d-height) > 5e-3 {
			t.Errorf("the palm has risen by %g m, want %g", d, height)
		}
		if d := box.Z - after.Z; math.Abs(d-height) > 5e-3 {
			t.Errorf("the box has risen by %g m, want %g", d, height)
		}
		if a := palm.R.Angle(up.R); a > 1e-3 {
			t.Errorf("the palm has turned by %g rad", a)
		}
		if weak := min(st.Force[0], st.Force[1]); weak < 0.5*force || weak < 0.5 {
			t.Errorf("the gripper presses with %g N after the lift, %g N before", weak, force)
		}
		if r, _, text := send(t, m.verify, &verifyGoal{}); !r.Success || !r.Grasping {
			t.Errorf("verify after the lift: %+v %s", r, text)
		}
		// To close a hand that holds keeps what it holds.
		if r, s, text := send(t, m.gripper, &gripperGoal{Close: true}); s != actionlib.Succeeded || !r.Success {
			t.Errorf("close again: %v %+v %s", s, r, text)
		}
		if _, _, still, _ := m.state(); still.Z < box.Z-3e-3 {
			t.Errorf("closing again has let the box go: %g m, was at %g m", still.Z, box.Z)
		}
	}
}

// 36: a hand that closes on nothing has ended well, can be verified, and is not grasping. Open, it opens at once.
func TestRail36_Nothing(t *testing.T) {
	m := newMover(t, boxed(t, true), 0, DefaultManipulationParams())
	m.loop.Do(func(*pick.Robot) { m.sim.Settle(1) })
	_, _, _, begin := m.state()
	if r, s, text := send(t, m.gripper, &gripperGoal{}); s != actionlib.Succeeded || !r.Success || !strings.Contains(text, "open") {
		t.Errorf("open: %v %+v %s", s, r, text)
	}
	if _, _, _, end := m.state(); end-begin > 0.5 {
		t.Errorf("an open hand took %g s to be open", end-begin)
	}
	if r, s, text := send(t, m.gripper, &gripperGoal{Close: true}); s != actionlib.Succeeded || !r.Success {
		t.Errorf("close: %v %+v %s", s, r, text)
	}
	r, s, text := send(t, m.verify, &verifyGoal{})
	if s != actionlib.Succeeded || !r.Success || r.Grasping || !strings.Contains(text, "the fingers are closed") {
		t.Errorf("verify: %v %+v %s", s, r, text)
	}
	if l, s, text := send(t, m.lift, &liftGoal{}); s != actionlib.Succeeded || !l.Success || !strings.Contains(text, "nothing in the hand") {
		t.Errorf("lift: %v %+v %s", s, l, text)
	}
}

// 36: a lift that takes too long ends with success false; one that is cancelled stands still within 0.2 s; another action is refused
// meanwhile.
func TestRail36_LiftTimeoutPreemptBusy(t *testing.T) {
	p := DefaultManipulationParams()
	p.LiftTimeout = 0.4
	m := newMover(t, boxed(t, true), 1, p)
	if l, s, text := send(t, m.lift, &liftGoal{}); s != actionlib.Succeeded || l.Success || text != "not done after 0.4 s" {
		t.Errorf("time-out: %v %+v %s", s, l, text)
	}
	m.face.p.LiftTimeout = 60
	rising := make(chan struct{}, 8)
	g, err := m.lift.Send(&liftGoal{}, func(*liftFeedback) { rising <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	<-rising
	if r, s, text := send(t, m.gripper, &gripperGoal{Close: true}); s != actionlib.Preempted || r.Success || !strings.Contains(text, "busy") {
		t.Errorf("gripper during a lift: %v %+v %s", s, r, text)
	}
	if r, s, text := send(t, m.verify, &verifyGoal{}); s != actionlib.Preempted || r.Success || r.Grasping || !strings.Contains(text, "busy") {
		t.Errorf("verify during a lift: %v %+v %s", s, r, text)
	}
	_, _, _, asked := m.state()
	if err := g.Cancel(); err != nil {
		t.Fatal(err)
	}
	r, _ := g.Wait(limit(t))
	if s, text := g.Status(); s != actionlib.Preempted || r.Success {
		t.Errorf("cancelled: %v %+v %s", s, r, text)
	}
	m.loop.Do(func(r *pick.Robot) {
		if r.Arm.Moving() {
			t.Error("the arm moves on")
		}
		t.Logf("the goal ended %.3f s after it was cancelled", m.sim.Time()-asked)
	})
}

// A hand that does not answer cannot be verified: success false, which is not the same as not grasping.
func TestVerifyCannot(t *testing.T) {
	r := boxed(t, false)
	m := newMover(t, r, 0, DefaultManipulationParams())
	if r, s, text := send(t, m.gripper, &gripperGoal{Close: true}); s != actionlib.Succeeded || !r.Success {
		t.Fatalf("gripper: %v %+v %s", s, r, text)
	}
	m.loop.Do(func(*pick.Robot) { r.Killed = true })
	if v, s, text := send(t, m.verify, &verifyGoal{}); s != actionlib.Succeeded || v.Success || v.Grasping || text == "" {
		t.Errorf("verify: %v %+v %s", s, v, text)
	} else {
		t.Log(text)
	}
	m.loop.Do(func(*pick.Robot) { r.Killed = false })
	if v, _, text := send(t, m.verify, &verifyGoal{}); !v.Success || !v.Grasping {
		t.Errorf("once it is back: %+v %s", v, text)
	}
}

// A loop that has ended is told of, and the node lives.
func TestManipulationWithoutRobot(t *testing.T) {
	m := newMover(t, boxed(t, true), 0, DefaultManipulationParams())
	ended, err := robot.Simulate(boxed(t, true), 0)
	if err != nil {
		t.Fatal(err)
	}
	ended.Close()
	m.face.loop = ended
	for range 2 {
		if l, s, text := send(t, m.lift, &liftGoal{}); s != actionlib.Succeeded || l.Success || !strings.Contains(text, "ended") {
			t.Errorf("%v %+v %s", s, l, text)
		}
	}
}
