package arm

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/control_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	mm "github.com/holdfast-robotics/holdfast/msgs/moveit_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/shape_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/trajectory_msgs"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

func (a *MoveIt) header() std_msgs.Header {
	return std_msgs.Header{Stamp: a.node.Clock().Now(), FrameID: a.p.RobotFrame}
}

// here is the posture in which the robot stands: no difference from it.
func here() mm.RobotState { return mm.RobotState{IsDiff: true} }

// ask calls a service of MoveIt, whose error names it.
func ask[Req, Res ros.Message](ctx context.Context, a *MoveIt, c *ros.ServiceClient[Req, Res], name string, req Req) (Res, error) {
	ctx, cancel := context.WithTimeout(ctx, a.wait())
	defer cancel()
	res, err := c.Call(ctx, req)
	if err != nil {
		return res, fault.New("plan motion", name, fault.Unavailable, "%w; is move_group running, with its standard capabilities, and is it MoveIt 1 of ROS Noetic?", err)
	}
	return res, nil
}

// straight asks for a straight line from a posture.
func (a *MoveIt) straight(ctx context.Context, from mm.RobotState, to geom.Pose) (*mm.GetCartesianPathResponse, error) {
	const slide = 0.05 // m of a sliding joint, which counts as a jump
	res, err := ask(ctx, a, a.lines, a.p.Line, &mm.GetCartesianPathRequest{
		Header: a.header(), StartState: from, GroupName: a.p.Group, LinkName: a.p.HandFrame, Waypoints: []geometry_msgs.Pose{geomsgs.Pose(to.Mul(a.X_GA))},
		MaxStep: a.p.MaxStep, RevoluteJumpThreshold: a.p.Jump, PrismaticJumpThreshold: slide, AvoidCollisions: a.p.LineCollision,
	})
	if err != nil {
		return nil, err
	}
	if err := moveitError(a.p.Line, res.ErrorCode.Val); err != nil {
		return nil, err
	}
	return res, nil
}

// whole is the part of a straight line that counts as all of it.
const whole = 0.999

// line plans a straight line from where the arm stands.
func (a *MoveIt) line(ctx context.Context, to geom.Pose) (*mm.RobotTrajectory, error) {
	res, err := a.straight(ctx, here(), to)
	if err != nil {
		return nil, err
	}
	if !(res.Fraction >= whole) {
		return nil, fault.New("plan motion", a.p.Line, fault.Unavailable, "only %.0f%% of the straight line to %s is possible: the reach of the arm, a joint's limit or a jump of its posture ends it", 100*res.Fraction, place(to.P))
	}
	return &res.Solution, nil
}

// plan plans a free way.
func (a *MoveIt) plan(ctx context.Context, to geom.Pose) (*mm.RobotTrajectory, error) {
	const op = "plan motion"
	wait, cancel := context.WithTimeout(ctx, a.wait())
	defer cancel()
	if err := a.planner.WaitForServer(wait); err != nil {
		return nil, fault.New(op, a.p.Plan, fault.Unavailable, "no such action server after %g s: is move_group running, and is its name right?", a.p.Wait)
	}
	g, err := a.planner.Send(a.request(to), nil)
	if err != nil {
		return nil, fault.Wrap(op, a.p.Plan, err)
	}
	late, cancel := context.WithTimeout(ctx, a.wait()+param.Seconds(2*a.p.PlanTime))
	defer cancel()
	select {
	case <-g.Done():
	case <-late.Done(): // a plan moves nothing: nobody waits for its end
		_ = g.Cancel()
		return nil, fault.New(op, a.p.Plan, fault.Timeout, "no plan after %g s", a.p.Wait+2*a.p.PlanTime)
	}
	res, err := g.Wait(ctx)
	if res != nil && res.ErrorCode.Val != 0 { // its code says more than the state of the goal
		if e := moveitError(a.p.Plan, res.ErrorCode.Val); e != nil {
			return nil, e
		}
	}
	if err != nil {
		return nil, fault.Wrap(op, a.p.Plan, err)
	}
	return &res.PlannedTrajectory, nil
}

// request asks for a plan that has the hand at a pose, and moves nothing.
func (a *MoveIt) request(to geom.Pose) *mm.MoveGroupGoal {
	const near, turn = 1e-3, 0.01 // m and rad by which the goal may be missed
	x := geomsgs.Pose(to.Mul(a.X_GA))
	return &mm.MoveGroupGoal{
		Request: mm.MotionPlanRequest{
			WorkspaceParameters: mm.WorkspaceParameters{Header: a.header()}, StartState: here(), GroupName: a.p.Group,
			NumPlanningAttempts: int32(a.p.Attempts), AllowedPlanningTime: a.p.PlanTime, MaxVelocityScalingFactor: 1, MaxAccelerationScalingFactor: 1,
			GoalConstraints: []mm.Constraints{{
				PositionConstraints: []mm.PositionConstraint{{
					Header: a.header(), LinkName: a.p.HandFrame, Weight: 1, ConstraintRegion: mm.BoundingVolume{
						Primitives:     []shape_msgs.SolidPrimitive{{Type: shape_msgs.SolidPrimitiveSphere, Dimensions: []float64{near}}},
						PrimitivePoses: []geometry_msgs.Pose{{Position: x.Position, Orientation: geometry_msgs.Quaternion{W: 1}}},
					},
				}},
				OrientationConstraints: []mm.OrientationConstraint{{
					Header: a.header(), LinkName: a.p.HandFrame, Orientation: x.Orientation, Weight: 1,
					AbsoluteXAxisTolerance: turn, AbsoluteYAxisTolerance: turn, AbsoluteZAxisTolerance: turn,
				}},
			}},
		},
		PlanningOptions: mm.PlanningOptions{PlanOnly: true, PlanningSceneDiff: mm.PlanningScene{IsDiff: true, RobotState: here()}},
	}
}

// lengths is how far the palm has come at each point of a way, m; a turn counts as the way of a fingertip.
func (a *MoveIt) lengths(ctx context.Context, t *trajectory_msgs.JointTrajectory) ([]float64, error) {
	const radius = 0.2 // m
	out := make([]float64, len(t.Points))
	var last geom.Pose
	for i := range t.Points {
		state := here()
		state.JointState.Name, state.JointState.Position = t.JointNames, t.Points[i].Positions
		res, err := ask(ctx, a, a.fk, a.p.FK, &mm.GetPositionFKRequest{Header: a.header(), FkLinkNames: []string{a.p.HandFrame}, RobotState: state})
		if err == nil {
			err = moveitError(a.p.FK, res.ErrorCode.Val)
		}
		if err == nil && len(res.PoseStamped) != 1 {
			err = fault.New("plan motion", a.p.FK, fault.Invalid, "%d poses for one link", len(res.PoseStamped))
		}
		if err != nil {
			return nil, err
		}
		x, err := geomsgs.FromPose(&res.PoseStamped[0].Pose)
		if err != nil {
			return nil, fault.Wrap("plan motion", a.p.FK, err)
		}
		x = x.Mul(a.X_AG)
		if i > 0 {
			out[i] = out[i-1] + math.Max(r3.Norm(r3.Sub(x.P, last.P)), radius*x.R.Angle(last.R))
		}
		last = x
	}
	return out, nil
}

// posture finds one for a pose of the palm.
func (a *MoveIt) posture(X_WG geom.Pose) (mm.RobotState, error) {
	const search = 0.1 // s
	res, err := ask(a.ctx, a, a.ik, a.p.IK, &mm.GetPositionIKRequest{IkRequest: mm.PositionIKRequest{
		GroupName: a.p.Group, RobotState: here(), AvoidCollisions: a.p.LineCollision, IkLinkName: a.p.HandFrame,
		PoseStamped: geometry_msgs.PoseStamped{Header: a.header(), Pose: geomsgs.Pose(X_WG.Mul(a.X_GA))}, Timeout: duration(search),
	}})
	if err != nil {
		return mm.RobotState{}, err
	}
	switch code := res.ErrorCode.Val; code {
	case mm.MoveItErrorCodesNoIkSolution:
		return mm.RobotState{}, pick.Block(pick.Unreachable, "no posture of the arm has the hand at %s", place(X_WG.P))
	case mm.MoveItErrorCodesGoalInCollision:
		return mm.RobotState{}, pick.Block(pick.Collides, "the arm would run into something with the hand at %s", place(X_WG.P))
	default:
		return res.Solution, moveitError(a.p.IK, code)
	}
}

// Reach says whether a posture of the arm has the palm at a pose: nil, a *pick.Blocked, or that MoveIt does not answer.
func (a *MoveIt) Reach(X_WG geom.Pose) error {
	_, err := a.posture(X_WG)
	return err
}

// Line follows a straight line of the palm in n steps and returns how many of the n+1 points are good, as pick.Checker does.
func (a *MoveIt) Line(from, to geom.Pose, n int) (int, error) {
	state, err := a.posture(from)
	if err != nil {
		return 0, err
	}
	state.IsDiff = true
	res, err := a.straight(a.ctx, state, to)
	if err != nil {
		return 0, err
	}
	if res.Fraction >= whole {
		return n + 1, nil
	}
	good := 1 + int(math.Max(0, res.Fraction)*float64(n))
	return good, pick.Block(pick.Infeasible, "the arm follows %.0f%% of the straight line to %s", 100*res.Fraction, place(to.P))
}

// reasons are what MoveIt's codes mean, with the remedy. Those of kind Conflict say that the arm cannot move from where it stands.
var reasons = map[int32]struct {
	kind fault.Kind
	why  string
}{
	mm.MoveItErrorCodesFailure:                                  {fault.Unavailable, "MoveIt gives no reason: its own log may"},
	mm.MoveItErrorCodesPlanningFailed:                           {fault.Unavailable, "no way was found: free the space around the arm, or raise plan_time"},
	mm.MoveItErrorCodesInvalidMotionPlan:                        {fault.Unavailable, "the way that was found is not valid: the scene has changed, or its check is too coarse"},
	mm.MoveItErrorCodesMotionPlanInvalidatedByEnvironmentChange: {fault.Unavailable, "something came into the way"},
	mm.MoveItErrorCodesControlFailed:                            {fault.Unavailable, "the arm did not follow: is it stopped, or in something?"},
	mm.MoveItErrorCodesUnableToAquireSensorData:                 {fault.Unavailable, "a sensor that MoveIt wants is silent"},
	mm.MoveItErrorCodesTimedOut:                                 {fault.Timeout, "no way was found in time: raise plan_time"},
	mm.MoveItErrorCodesPreempted:                                {fault.Preempted, "somebody else gave the plan up"},
	mm.MoveItErrorCodesStartStateInCollision:                    {fault.Conflict, "the arm stands in something that MoveIt knows of: drive it free by hand, or clear the octomap"},
	mm.MoveItErrorCodesStartStateViolatesPathConstraints:        {fault.Conflict, "the arm stands where the way must not lead: drive it out by hand"},
	mm.MoveItErrorCodesStartStateInvalid:                        {fault.Conflict, "the arm stands beyond the limits of a joint: drive it back by hand"},
	mm.MoveItErrorCodesGoalInCollision:                          {fault.Unavailable, "the arm would stand in something at the goal"},
	mm.MoveItErrorCodesGoalViolatesPathConstraints:              {fault.Unavailable, "the goal is where the way must not lead"},
	mm.MoveItErrorCodesGoalConstraintsViolated:                  {fault.Unavailable, "the goal was not reached as asked"},
	mm.MoveItErrorCodesGoalStateInvalid:                         {fault.Unavailable, "the goal is out of reach, or beyond the limits of a joint"},
	mm.MoveItErrorCodesUnrecognizedGoalType:                     {fault.Unsupported, "this planner takes no poses: choose another pipeline in MoveIt"},
	mm.MoveItErrorCodesInvalidGroupName:                         {fault.NotFound, "MoveIt knows no such group: see 'group' in the description of the robot, and the SRDF"},
	mm.MoveItErrorCodesInvalidGoalConstraints:                   {fault.Invalid, "MoveIt does not understand the goal: is hand_frame a link of the robot?"},
	mm.MoveItErrorCodesInvalidRobotState:                        {fault.Unavailable, "MoveIt has no valid state of the joints: do joint states come in?"},
	mm.MoveItErrorCodesInvalidLinkName:                          {fault.NotFound, "MoveIt knows no such link: see 'hand_frame' in the description of the robot"},
	mm.MoveItErrorCodesInvalidObjectName:                        {fault.NotFound, "MoveIt knows no such object"},
	mm.MoveItErrorCodesFrameTransformFailure:                    {fault.Unavailable, "MoveIt does not know the frame: see 'robot_frame' in the description of the robot, and tf"},
	mm.MoveItErrorCodesCollisionCheckingUnavailable:             {fault.Unavailable, "MoveIt cannot check collisions now"},
	mm.MoveItErrorCodesRobotStateStale:                          {fault.Unavailable, "MoveIt's joint states are old: does the robot's driver run, and do the clocks agree?"},
	mm.MoveItErrorCodesSensorInfoStale:                          {fault.Unavailable, "data of a sensor are old: do the clocks agree?"},
	mm.MoveItErrorCodesCommunicationFailure:                     {fault.Unavailable, "a part of MoveIt does not answer: start move_group anew"},
	mm.MoveItErrorCodesCrash:                                    {fault.Unavailable, "a planner of MoveIt died: start move_group anew"},
	mm.MoveItErrorCodesAbort:                                    {fault.Unavailable, "a planner of MoveIt gave up"},
	mm.MoveItErrorCodesNoIkSolution:                             {fault.Unavailable, "the goal is out of reach: no posture of the arm has the hand there"},
}

// moveitError is what a code of a service or an action of MoveIt says; nil for success.
func moveitError(name string, code int32) error {
	const op = "plan motion"
	if code == mm.MoveItErrorCodesSuccess {
		return nil
	}
	if r, ok := reasons[code]; ok {
		return fault.New(op, name, r.kind, "%s (code %d)", r.why, code)
	}
	return fault.New(op, name, fault.Unavailable, "code %d of MoveIt, which is not known here", code)
}

// followError is what became of a trajectory; nil where the arm has arrived.
func followError(name string, res *control_msgs.FollowJointTrajectoryResult, err error) error {
	const op = "move arm"
	if err == nil && (res == nil || res.ErrorCode == control_msgs.FollowJointTrajectoryResultSuccessful) {
		return nil
	}
	words := ""
	if err != nil {
		words = err.Error()
	}
	if res != nil && res.ErrorString != "" {
		words = res.ErrorString
	}
	why := "the controller gave the motion up: is the arm stopped, or its controller switched off?"
	if res != nil {
		switch res.ErrorCode {
		case control_msgs.FollowJointTrajectoryResultInvalidGoal:
			why = "the controller does not accept the trajectory"
		case control_msgs.FollowJointTrajectoryResultInvalidJoints:
			why = "the trajectory is for other joints than the controller's: see 'group' and 'trajectory_action' in the description of the robot"
		case control_msgs.FollowJointTrajectoryResultOldHeaderTimestamp:
			why = "the trajectory came too late: do the clocks agree?"
		case control_msgs.FollowJointTrajectoryResultPathToleranceViolated:
			why = "a joint fell behind on the way: the arm has run into something, or is too slow for the speeds of the task"
		case control_msgs.FollowJointTrajectoryResultGoalToleranceViolated:
			why = "the goal was missed: the arm has run into something, or its tolerance is too narrow"
		}
	}
	if words != "" {
		why = fmt.Sprintf("%s (%s)", why, words)
	}
	return fault.New(op, name, fault.Unavailable, "%s", why)
}
