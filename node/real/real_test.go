package real

import (
	"context"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/arm"
	nodehand "github.com/holdfast-robotics/holdfast/node/hand"
	"github.com/holdfast-robotics/holdfast/node/handclient"
	nodepick "github.com/holdfast-robotics/holdfast/node/pick"
	"github.com/holdfast-robotics/holdfast/node/simrobot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// hurry is how much faster than the wall the simulated hand and its objects are. The arm's speeds are by the wall, and as much faster.
const hurry = 4

// bench is a simulated robot behind ROS topics, and beside it in the same graph a manipulator that knows it by these alone.
type bench struct {
	t     *testing.T
	graph *rostest.Graph
	m     *simrobot.Machine
	hand  *nodehand.Face
	kill  func() // the hand's process
	arm   interface{ Close() error }
	up    *actionlib.Client[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback]
	down  *actionlib.Client[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback]
	phase chan pick.Phase
	robot *Robot // as the manipulator knows it
	task  pick.Params
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newBench(t *testing.T, kind string) *bench {
	t.Helper()
	b := &bench{t: t, graph: rostest.New(t, nil), phase: make(chan pick.Phase, 256)}
	var err error
	b.m, err = simrobot.New(2, 2)
	check(t, err)
	loop, err := hardware.New(b.m.Bus, b.m.Config())
	check(t, err)
	n := b.graph.Node("r_gripper_sensor_controller")
	pads := touch.PR2()
	b.hand, err = nodehand.New(t.Context(), n, loop, &pads, nodehand.DefaultParams(), nodehand.Options{})
	check(t, err)
	ctx, stop := context.WithCancel(context.Background())
	stepped := make(chan error, 1)
	go func() { stepped <- simrobot.Pace(ctx, loop, hurry) }()
	killed := false
	b.kill = func() {
		if !killed {
			killed = true
			b.hand.Close()
			n.Close()
		}
	}
	t.Cleanup(func() { b.kill(); stop(); <-stepped })
	face, err := simrobot.NewFace(b.graph.Node("robot"), b.m)
	check(t, err)
	t.Cleanup(func() { face.Close() })
	p := described(t)
	p.Arm.Kind = kind
	if kind == arm.KindMoveIt {
		b.arm, err = simrobot.NewMoveIt(b.graph.Node("move_group"), b.m)
	} else {
		p.Arm.Command, p.Arm.SafeHeight = simrobot.PoseTopic, simrobot.X_BW.P.Z+0.35
		b.arm, err = simrobot.NewPoseArm(b.graph.Node("arm_controller"), b.m)
	}
	check(t, err)
	t.Cleanup(func() { b.arm.Close() })
	manipulator := b.graph.Node("object_manipulator")
	r, err := Connect(t.Context(), manipulator, p)
	check(t, err)
	t.Cleanup(func() { r.Close() })
	b.robot, b.task = r, p.Task
	q := nodepick.DefaultParams()
	q.RobotFrame, q.HandFrame, q.Pick = p.Arm.RobotFrame, p.Arm.HandFrame, p.Task
	up, err := nodepick.New(manipulator, r.Loop, q, nodepick.Options{X_AG: r.X_AG, Scene: r.Scene})
	check(t, err)
	t.Cleanup(func() { up.Close() })
	client := b.graph.Node("client")
	b.up, err = actionlib.NewClient[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback](client, nodepick.PickupAction, &om.PickupActionType)
	check(t, err)
	t.Cleanup(func() { b.up.Close() })
	b.down, err = actionlib.NewClient[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback](client, nodepick.PlaceAction, &om.PlaceActionType)
	check(t, err)
	t.Cleanup(func() { b.down.Close() })
	sub, err := ros.Subscribe(client, nodepick.PhaseTopic, func(m *manipulation_msgs.ManipulationPhase) { b.phase <- pick.Phase(m.Phase) })
	check(t, err)
	t.Cleanup(func() { sub.Close() })
	wait, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	check(t, errors.Join(sub.WaitForPublishers(wait, 1), b.up.WaitForServer(wait), b.down.WaitForServer(wait)))
	return b
}

// described is the example's robot, in a hurry.
func described(t *testing.T) Params {
	t.Helper()
	p, err := Load("../../examples/robot/robot.yaml")
	check(t, err)
	k := &p.Task
	for _, v := range []*float64{&k.TravelSpeed, &k.CarrySpeed, &k.CarefulSpeed, &k.ApproachSpeed, &k.RetreatSpeed, &k.PlaceSpeed, &k.LiftSpeed} {
		*v *= hurry
	}
	k.Accel, k.ShakeAccel, k.HoldTime = 8, 8, 0.1
	p.Arm.Wait = 1
	return p
}

// look is where an object is, in the base's frame, and the palm.
func (b *bench) look(i int) (object, palm geom.Pose) {
	var v simrobot.View
	b.m.View(&v)
	return simrobot.X_BW.Mul(v.Place[i]), simrobot.X_BW.Mul(v.Palm)
}

// overhead is a pose of the wrist from which the fingers close about the middle of an object from above.
func (b *bench) overhead(i int) geom.Pose {
	o, _ := b.look(i)
	x := geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: r3.Add(o.P, geom.V(0, 0, b.m.World.Model.Gripper.PadCenter().X))}
	return x.Mul(b.m.X_AG().Inv())
}

func stamped(x geom.Pose) geometry_msgs.PoseStamped {
	return geometry_msgs.PoseStamped{Header: std_msgs.Header{FrameID: simrobot.Base}, Pose: geomsgs.Pose(x)}
}

func along(frame string, v geom.Vec, desired, least float32) manipulation_msgs.GripperTranslation {
	return manipulation_msgs.GripperTranslation{
		Direction: geometry_msgs.Vector3Stamped{Header: std_msgs.Header{FrameID: frame}, Vector: geometry_msgs.Vector3{X: v.X, Y: v.Y, Z: v.Z}}, DesiredDistance: desired, MinDistance: least,
	}
}

func (b *bench) goal(i int) *om.PickupGoal {
	g := manipulation_msgs.Grasp{ID: "top", GraspPose: stamped(b.overhead(i)), Approach: along(simrobot.Wrist, geom.UnitX, 0.08, 0.04)}
	return &om.PickupGoal{
		ArmName: "right_arm", DesiredGrasps: []manipulation_msgs.Grasp{g}, Lift: along(simrobot.Base, geom.UnitZ, 0.1, 0.05), CollisionObjectName: "graspable_object_0",
		CollisionSupportSurfaceName: "table", AllowGripperSupportCollision: true,
	}
}

// ended is what became of a goal.
func ended[R any](t *testing.T, res R, err error) (R, actionlib.Status, string) {
	t.Helper()
	var e *actionlib.Error
	switch {
	case err == nil:
		return res, actionlib.Succeeded, ""
	case errors.As(err, &e):
		return res, e.Status, e.Text
	}
	t.Fatal(err)
	return res, 0, ""
}

// stands checks that the arm has come to rest.
func (b *bench) stands(when string) {
	b.t.Helper()
	_, x := b.look(0)
	time.Sleep(100 * time.Millisecond)
	if _, y := b.look(0); r3.Norm(r3.Sub(x.P, y.P)) > 1e-3 {
		b.t.Errorf("%s: the arm still moves, by %.1f mm in 0.1 s", when, 1e3*r3.Norm(r3.Sub(x.P, y.P)))
	}
}

// until waits for a phase of the task under way.
func (b *bench) until(want pick.Phase) {
	b.t.Helper()
	for end := time.After(60 * time.Second); ; {
		select {
		case p := <-b.phase:
			if p == want {
				return
			}
			if p.Final() {
				b.t.Fatalf("%v before %v", p, want)
			}
		case <-end:
			b.t.Fatalf("never %v", want)
		}
	}
}

// drain forgets the phases of a task that is over.
func (b *bench) drain() {
	for {
		select {
		case p := <-b.phase:
			if p.Final() {
				return
			}
		case <-time.After(20 * time.Second):
			b.t.Fatal("the task never ends")
		}
	}
}

// whole picks an object up and puts it down beside, over the topics alone.
func (b *bench) whole(i int) {
	t := b.t
	t.Helper()
	before, _ := b.look(i)
	goal := b.goal(i)
	res, err := b.up.Do(t.Context(), goal, nil)
	up, st, text := ended(t, res, err)
	if st != actionlib.Succeeded || up.ManipulationResult.Value != int32(pick.Success) {
		t.Fatalf("pickup: %v %+v %s", st, up.AttemptedGraspResults, text)
	}
	b.drain()
	if o, _ := b.look(i); o.P.Z < before.P.Z+0.07 {
		t.Fatalf("lifted by %.3f m", o.P.Z-before.P.Z)
	}
	at := goal.DesiredGrasps[0].GraspPose
	at.Pose.Position.Y -= 0.08
	put, err := b.down.Do(t.Context(), &om.PlaceGoal{
		ArmName: "right_arm", PlaceLocations: []geometry_msgs.PoseStamped{at}, Grasp: goal.DesiredGrasps[0], DesiredRetreatDistance: 0.1, MinRetreatDistance: 0.05,
		Approach: along(simrobot.Base, geom.V(0, 0, -1), 0.08, 0.04), CollisionSupportSurfaceName: "table", AllowGripperSupportCollision: true,
	}, nil)
	down, st, text := ended(t, put, err)
	if st != actionlib.Succeeded || down.ManipulationResult.Value != int32(pick.Success) {
		t.Fatalf("place: %v %+v %s", st, down.AttemptedLocationResults, text)
	}
	b.drain()
	if o, _ := b.look(i); math.Abs(o.P.Y-before.P.Y+0.08) > 0.015 || math.Abs(o.P.Z-before.P.Z) > 5e-3 {
		t.Errorf("put down at %v, it stood at %v", o.P, before.P)
	}
	b.stands("after the place")
}

// A pickup and a place over the topics of an arm that takes poses.
func TestCartesian(t *testing.T) {
	b := newBench(t, arm.KindCartesian)
	b.whole(0)
	// The hand's process dies in the lift: the arm stands, and the result says what is to be done.
	g, err := b.up.Send(b.goal(0), nil)
	check(t, err)
	b.until(pick.Lifting)
	b.kill()
	res, err := g.Wait(t.Context())
	out, st, text := ended(t, res, err)
	if st != actionlib.Aborted || out.ManipulationResult.Value != int32(pick.ErrorValue) || !strings.Contains(text, "start it again") ||
		len(out.AttemptedGraspResults) != 1 || out.AttemptedGraspResults[0].ResultCode != int32(pick.GraspFailed) {
		t.Errorf("hand killed in the lift: %v %+v %q", st, out, text)
	}
	b.stands("after the hand's death")
}

// The same over MoveIt; given up in each phase, and without a controller.
func TestMoveIt(t *testing.T) {
	b := newBench(t, arm.KindMoveIt)
	for _, p := range []pick.Phase{pick.MovingToPregrasp, pick.MovingToGrasp, pick.Closing, pick.Lifting} {
		g, err := b.up.Send(b.goal(0), nil)
		check(t, err)
		b.until(p)
		check(t, g.Cancel())
		res, err := g.Wait(t.Context())
		out, st, _ := ended(t, res, err)
		if st != actionlib.Preempted || out.ManipulationResult.Value != 0 {
			t.Errorf("cancelled while %v: %v %+v", p, st, out)
		}
		b.drain()
		b.stands("cancelled while " + p.String())
		b.open()
	}
	b.whole(0)
	g, err := b.up.Send(b.goal(0), nil)
	check(t, err)
	b.until(pick.MovingToPregrasp)
	b.arm.Close()
	res, err := g.Wait(t.Context())
	out, st, text := ended(t, res, err)
	if st != actionlib.Aborted || len(out.AttemptedGraspResults) != 1 || out.AttemptedGraspResults[0].ResultCode != int32(pick.GraspMoveArmFailed) ||
		out.ManipulationResult.Value != int32(pick.Unfeasible) {
		t.Errorf("the arm's controller is gone: %v %+v %q", st, out, text)
	}
	b.stands("without a controller")
}

// open lets go of what a cancelled pickup holds, as its client would.
func (b *bench) open() {
	b.t.Helper()
	n := b.graph.Node("release")
	defer n.Close()
	c, err := handclient.Dial(b.t.Context(), n, "/r_gripper_sensor_controller")
	check(b.t, err)
	defer c.Close()
	check(b.t, c.Do(hand.Command{Verb: hand.Move, Gap: 0.085}))
	for end := time.Now().Add(20 * time.Second); c.Status().Gap < 0.07; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatal("the hand never opens")
		}
	}
	time.Sleep(100 * time.Millisecond) // what was held comes to rest
}

func TestRead(t *testing.T) {
	p, err := Read("robot.yaml", []byte("gripper:\n  hand: robotiq\n  finger_length: 0.13\narm:\n  kind: moveit\n"))
	if err != nil || p.Gripper.MaxOpening != 0.135 || p.Gripper.FingerLength != 0.13 || p.Arm.Kind != arm.KindMoveIt || p.Arm.Group != "arm" {
		t.Errorf("%+v %v", p.Gripper, err)
	}
	for text, word := range map[string]string{
		"arm:\n  kind: puppet\n":       "robot.yaml",
		"arm:\n  grup: left\n":         "grup",
		"legs:\n  kind: two\n":         "legs",
		"task:\n  travel_speed: 900\n": "travel_speed",
	} {
		if _, err := Read("robot.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Load(t.TempDir() + "/none.yaml"); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	// The document has every parameter.
	text, err := os.ReadFile("../../doc/robot.md")
	check(t, err)
	p = DefaultParams()
	for _, name := range Sections {
		if name == "scene" || name == "task" || name == "gripper" { // told by -h
			continue
		}
		for _, q := range p.sections()[name].All() {
			if !strings.Contains(string(text), "`"+q.Name+"`") {
				t.Errorf("doc/robot.md does not tell of %s.%s", name, q.Name)
			}
		}
	}
}

func TestNobody(t *testing.T) {
	p := DefaultParams()
	p.Hand.Wait = 0.1
	if _, err := Connect(t.Context(), rostest.New(t, nil).Node("n"), p); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "holdfast hand") {
		t.Errorf("no hand: %v", err)
	}
}
