package pick

import (
	"math"
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/arm_navigation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
)

func codes(l []manipulation_msgs.GraspResult) []int32 {
	var out []int32
	for _, r := range l {
		out = append(out, r.ResultCode)
	}
	return out
}

// A pickup and a place, whole, with their phases on the topic of the original.
func TestPickupAndPlace(t *testing.T) {
	r := newRig(t, 0, DefaultParams(), thing{"soup-can", 0, 0.1}, thing{"toy-block", 0, -0.15})
	got := make(chan int32, 256)
	sub, err := ros.Subscribe(r.client, PhaseTopic, func(m *manipulation_msgs.ManipulationPhase) { got <- m.Phase })
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if err := sub.WaitForPublishers(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	goal := r.goal(0)
	res, st := r.pick(goal)
	if st != actionlib.Succeeded || res.ManipulationResult.Value != 1 || res.Grasp.ID != "top" || !slices.Equal(codes(res.AttemptedGraspResults), []int32{1}) {
		t.Fatalf("%v %+v", st, res)
	}
	if p, gripped := r.look(0); p.Z < 0.13 || !gripped {
		t.Errorf("it is at %v, gripped %v", p, gripped)
	}
	x := r.overhead(0)
	x.P = geom.V(0.05, -0.45, 0.05+x.P.Z-0.15)
	x.P.Z = goal.DesiredGrasps[0].GraspPose.Pose.Position.Z
	down, st := r.put(&om.PlaceGoal{
		ArmName: "right_arm", PlaceLocations: []geometry_msgs.PoseStamped{poseMsg(x)}, Grasp: goal.DesiredGrasps[0], DesiredRetreatDistance: 0.1, MinRetreatDistance: 0.05,
		Approach: translationMsg("base_link", geom.V(0, 0, -1), 0.1, 0.05), CollisionSupportSurfaceName: "table",
	})
	if st != actionlib.Succeeded || down.ManipulationResult.Value != 1 || len(down.AttemptedLocationResults) != 1 || down.AttemptedLocationResults[0].ResultCode != 1 {
		t.Fatalf("%v %+v", st, down)
	}
	if p, gripped := r.look(0); math.Abs(p.X-0.05) > 0.01 || math.Abs(p.Y+0.45) > 0.01 || math.Abs(p.Z-0.0505) > 2e-3 || gripped {
		t.Errorf("it is at %v, gripped %v", p, gripped)
	}
	want := []int32{0, 1, 2, 3, 4, 5, 12, 16, 13, 0, 7, 8, 9, 10, 13}
	var phases []int32
	for len(phases) < len(want) {
		select {
		case p := <-got:
			phases = append(phases, p)
		case <-t.Context().Done():
			t.Fatal(phases)
		}
	}
	if !slices.Equal(phases, want) {
		t.Errorf("phases %v, want %v", phases, want)
	}
}

func TestT24_T33_Collisions(t *testing.T) {
	r := newRig(t, 0, DefaultParams(), thing{"soup-can", 0, 0}, thing{"toy-block", 0, 0.09})
	goal := r.goal(0)
	beside := r.overhead(0)
	beside.P.Y += 0.02 // a finger in the block
	goal.DesiredGrasps = append([]manipulation_msgs.Grasp{graspMsg("beside", beside)}, goal.DesiredGrasps...)
	res, st := r.pick(goal)
	if st != actionlib.Succeeded || res.ManipulationResult.Value != 1 || !slices.Equal(codes(res.AttemptedGraspResults), []int32{3, 1}) ||
		!res.AttemptedGraspResults[0].ContinuationPossible || res.Grasp.ID != "top" {
		t.Errorf("%v %+v", st, res)
	}
	// T33: what may be touched is not in the way.
	r = newRig(t, 0, DefaultParams(), thing{"soup-can", 0, 0}, thing{"toy-block", 0, 0.09})
	for _, touch := range []bool{false, true} {
		goal := r.goal(0)
		goal.DesiredGrasps = []manipulation_msgs.Grasp{graspMsg("beside", beside)}
		goal.OnlyPerformFeasibilityTest = true
		if touch {
			goal.DesiredGrasps[0].AllowedTouchObjects = []string{"toy-block"}
		}
		res, st := r.pick(goal)
		if ok := st == actionlib.Succeeded && res.ManipulationResult.Value == 1; ok != touch {
			t.Errorf("may be touched %v: %v %+v", touch, st, res.AttemptedGraspResults)
		}
	}
}

func TestT28_NothingThere(t *testing.T) {
	r := newRig(t, 0, DefaultParams(), thing{"soup-can", 0, 0})
	goal := r.goal(0)
	x := r.overhead(0)
	x.P.X += 0.3
	goal.DesiredGrasps = []manipulation_msgs.Grasp{graspMsg("air", x), graspMsg("top", r.overhead(0))}
	res, st := r.pick(goal)
	if st != actionlib.Aborted || res.ManipulationResult.Value != -2 || !slices.Equal(codes(res.AttemptedGraspResults), []int32{12}) || res.AttemptedGraspResults[0].ContinuationPossible {
		t.Errorf("%v %+v", st, res)
	}
}

// T31: the planner hangs; the pickup is cancelled; so is the planner's goal.
func TestT31_PreemptWhilePlanning(t *testing.T) {
	r := newRig(t, 0, DefaultParams(), thing{"soup-can", 0, 0})
	began, cancelled := make(chan struct{}), make(chan struct{})
	planner, err := actionlib.NewServer[*manipulation_msgs.GraspPlanningGoal, *manipulation_msgs.GraspPlanningResult, *manipulation_msgs.GraspPlanningFeedback](
		r.client, "/plan_point_cluster_grasp", &manipulation_msgs.GraspPlanningActionType,
		func(g *actionlib.Goal[*manipulation_msgs.GraspPlanningGoal, *manipulation_msgs.GraspPlanningResult, *manipulation_msgs.GraspPlanningFeedback]) {
			if err := g.Accept(""); err != nil {
				t.Error(err)
			}
			close(began)
		},
		func(g *actionlib.Goal[*manipulation_msgs.GraspPlanningGoal, *manipulation_msgs.GraspPlanningResult, *manipulation_msgs.GraspPlanningFeedback]) {
			if err := g.Cancel(nil, ""); err != nil {
				t.Error(err)
			}
			close(cancelled)
		})
	if err != nil {
		t.Fatal(err)
	}
	defer planner.Close()
	goal := r.goal(0)
	goal.DesiredGrasps = nil
	g, err := r.up.Send(goal, nil)
	if err != nil {
		t.Fatal(err)
	}
	<-began
	if err := g.Cancel(); err != nil {
		t.Fatal(err)
	}
	<-cancelled
	res, err := g.Wait(t.Context())
	if st := status(t, err); st != actionlib.Preempted || res.ManipulationResult.Value != 0 {
		t.Errorf("%v %+v", st, res)
	}
}

func TestT32_ThirdFrame(t *testing.T) {
	r := newRig(t, 0, DefaultParams(), thing{"soup-can", 0, 0})
	before := r.sim.World.State.X_WG
	for what, change := range map[string]func(*om.PickupGoal){
		"lift":     func(g *om.PickupGoal) { g.Lift.Direction.Header.FrameID = "torso_lift_link" },
		"approach": func(g *om.PickupGoal) { g.DesiredGrasps[0].Approach.Direction.Header.FrameID = "odom" },
		"constraints": func(g *om.PickupGoal) {
			g.PathConstraints.JointConstraints = append(g.PathConstraints.JointConstraints, arm_navigation_msgs.JointConstraint{})
		},
	} {
		goal := r.goal(0)
		change(goal)
		if res, st := r.pick(goal); st != actionlib.Aborted || res.ManipulationResult.Value != -3 || len(res.AttemptedGrasps) > 0 {
			t.Errorf("%s: %v %+v", what, st, res)
		}
	}
	if r.sim.World.State.X_WG != before {
		t.Error("it moved")
	}
}

// A planner that is not there is an error that says so.
func TestNoPlanner(t *testing.T) {
	p := DefaultParams()
	p.PlannerWait = 0.2
	r := newRig(t, 0, p, thing{"soup-can", 0, 0})
	goal := r.goal(0)
	goal.DesiredGrasps = nil
	if res, st := r.pick(goal); st != actionlib.Aborted || res.ManipulationResult.Value != -3 {
		t.Errorf("%v %+v", st, res)
	}
}

// A goal that names no object takes the one between the fingers; a pickup in the middle of another is refused with an error.
func TestUnnamed(t *testing.T) {
	r := newRig(t, 0, DefaultParams(), thing{"soup-can", 0, 0})
	goal := r.goal(0)
	goal.CollisionObjectName = ""
	if res, st := r.pick(goal); st != actionlib.Succeeded {
		t.Errorf("%v %+v", st, res)
	}
}
