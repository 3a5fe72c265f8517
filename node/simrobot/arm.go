package simrobot

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/control_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	mm "github.com/holdfast-robotics/holdfast/msgs/moveit_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/trajectory_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Names under which the simulated arm is driven.
const (
	PoseTopic        = "/r_cart/command_pose"
	Group            = "right_arm"
	TrajectoryAction = "/r_arm_controller/follow_joint_trajectory"
)

// wrist is X_BA of a palm in the world, and palm the other way round.
func (m *Machine) wrist(X_WG geom.Pose) geom.Pose { return X_BW.Mul(X_WG).Mul(m.X_AG().Inv()) }
func (m *Machine) palm(X_BA geom.Pose) geom.Pose  { return X_BW.Inv().Mul(X_BA).Mul(m.X_AG()) }

// now is X_BA as it was lately.
func (m *Machine) now() geom.Pose {
	var v View
	m.View(&v)
	return m.wrist(v.Palm)
}

// NewPoseArm has the arm of a machine follow poses of its wrist on PoseTopic, as a Cartesian controller does.
func NewPoseArm(n *ros.Node, m *Machine) (*ros.Subscriber, error) {
	return ros.Subscribe(n, PoseTopic, func(msg *geometry_msgs.PoseStamped) {
		x, err := geomsgs.FromPose(&msg.Pose)
		if msg.Header.FrameID != Base || err != nil {
			n.Log().Warn("a pose is not followed: it is not one in "+Base, "frame", msg.Header.FrameID, "err", err)
			return
		}
		m.Follow(m.palm(x))
	})
}

// Joints of the arm: three that slide, and three that are a rotation vector of the wrist in the base.
var Joints = []string{"r_x_joint", "r_y_joint", "r_z_joint", "r_rx_joint", "r_ry_joint", "r_rz_joint"}

func jointsOf(X_BA geom.Pose) []float64 {
	v := X_BA.R.Log()
	return []float64{X_BA.P.X, X_BA.P.Y, X_BA.P.Z, v.X, v.Y, v.Z}
}

func wristOf(q []float64) geom.Pose {
	return geom.Pose{P: geom.V(q[0], q[1], q[2]), R: geom.Exp(geom.V(q[3], q[4], q[5]))}
}

// MoveIt answers for the arm of a machine what MoveIt and a joint trajectory controller answer for a real one: /compute_cartesian_path,
// /compute_fk, /compute_ik, /move_group (plans alone) and TrajectoryAction. It plans over everything on the table, and knows no obstacles.
type MoveIt struct {
	closers.List
	m *Machine
}

const (
	reach = 1.6  // m from the base's origin at the height of the table
	high  = 0.35 // m over the table at which a planned way crosses
	swift = 1.0  // rad/s or m/s of a joint in a plan
)

// NewMoveIt starts it on a node.
func NewMoveIt(n *ros.Node, m *Machine) (*MoveIt, error) {
	a := &MoveIt{m: m}
	return closers.Started(a, "start simulated arm", a.start(n))
}

func serve[Req, Res ros.Message](a *MoveIt, n *ros.Node, name string, typ *wire.Service, f func(Req) Res) error {
	s, err := ros.AdvertiseService(n, name, typ, func(_ context.Context, r Req) (Res, error) { return f(r), nil })
	_, err = closers.Add(&a.List, s, err)
	return err
}

func (a *MoveIt) start(n *ros.Node) error {
	err := errors.Join(
		serve(a, n, "/compute_cartesian_path", &mm.GetCartesianPathService, a.line),
		serve(a, n, "/compute_fk", &mm.GetPositionFKService, a.fk),
		serve(a, n, "/compute_ik", &mm.GetPositionIKService, a.ik),
	)
	if err != nil {
		return err
	}
	plan, err := actionlib.NewSimpleServer[*mm.MoveGroupGoal, *mm.MoveGroupResult, *mm.MoveGroupFeedback](n, "/move_group", &mm.MoveGroupActionType, a.plan)
	if _, err = closers.Add(&a.List, plan, err); err != nil {
		return err
	}
	follow, err := actionlib.NewSimpleServer[*control_msgs.FollowJointTrajectoryGoal, *control_msgs.FollowJointTrajectoryResult, *control_msgs.FollowJointTrajectoryFeedback](
		n, TrajectoryAction, &control_msgs.FollowJointTrajectoryActionType, a.follow)
	_, err = closers.Add(&a.List, follow, err)
	return err
}

func code(v int32) mm.MoveItErrorCodes { return mm.MoveItErrorCodes{Val: v} }

// from is the posture of a request: as the arm stands, unless it says otherwise.
func (a *MoveIt) from(s *mm.RobotState) geom.Pose {
	q := jointsOf(a.m.now())
	for i, name := range s.JointState.Name {
		if k := slices.Index(Joints, name); k >= 0 && i < len(s.JointState.Position) {
			q[k] = s.JointState.Position[i]
		}
	}
	return wristOf(q)
}

func reachable(x geom.Pose) bool { return r3.Norm(r3.Sub(x.P, geom.V(0, 0, X_BW.P.Z))) < reach }

// trajectory is a way through poses, timed as by a planner that knows the joints' speeds alone.
func trajectory(way []geom.Pose) mm.RobotTrajectory {
	t := mm.RobotTrajectory{JointTrajectory: trajectory_msgs.JointTrajectory{Header: std_msgs.Header{FrameID: Base}, JointNames: Joints}}
	at := 0.0
	var last []float64
	for i, x := range way {
		q := jointsOf(x)
		if i > 0 {
			most := 0.0
			for k := range q {
				most = math.Max(most, math.Abs(q[k]-last[k]))
			}
			at += math.Max(most/swift, 1e-3)
		}
		last = q
		t.JointTrajectory.Points = append(t.JointTrajectory.Points, trajectory_msgs.JointTrajectoryPoint{Positions: q, TimeFromStart: seconds(at)})
	}
	return t
}

func seconds(s float64) wire.Duration {
	d := time.Duration(s * 1e9)
	return wire.Duration{Sec: int32(d / time.Second), Nsec: int32(d % time.Second)}
}

// straight are points of a straight way no farther apart than step.
func straight(from, to geom.Pose, step float64) (way []geom.Pose) {
	n := max(1, int(math.Ceil(math.Max(r3.Norm(r3.Sub(to.P, from.P)), 0.2*from.R.Angle(to.R))/step)))
	for i := range n + 1 {
		way = append(way, from.Interpolate(to, float64(i)/float64(n)))
	}
	return way
}

func (a *MoveIt) line(r *mm.GetCartesianPathRequest) *mm.GetCartesianPathResponse {
	bad := func(c int32) *mm.GetCartesianPathResponse { return &mm.GetCartesianPathResponse{ErrorCode: code(c)} }
	switch {
	case r.GroupName != Group:
		return bad(mm.MoveItErrorCodesInvalidGroupName)
	case r.LinkName != Wrist:
		return bad(mm.MoveItErrorCodesInvalidLinkName)
	case r.Header.FrameID != Base:
		return bad(mm.MoveItErrorCodesFrameTransformFailure)
	case !(r.MaxStep > 0) || len(r.Waypoints) == 0:
		return bad(mm.MoveItErrorCodesInvalidGoalConstraints)
	}
	at := a.from(&r.StartState)
	way := []geom.Pose{at}
	for i := range r.Waypoints {
		to, err := geomsgs.FromPose(&r.Waypoints[i])
		if err != nil {
			return bad(mm.MoveItErrorCodesInvalidGoalConstraints)
		}
		way = append(way, straight(at, to, r.MaxStep)[1:]...)
		at = to
	}
	good := slices.IndexFunc(way, func(x geom.Pose) bool { return !reachable(x) })
	if good < 0 {
		good = len(way)
	}
	res := &mm.GetCartesianPathResponse{StartState: r.StartState, Solution: trajectory(way[:good]), ErrorCode: code(mm.MoveItErrorCodesSuccess)}
	res.Fraction = math.Max(0, float64(good-1)/float64(len(way)-1))
	return res
}

func (a *MoveIt) fk(r *mm.GetPositionFKRequest) *mm.GetPositionFKResponse {
	if len(r.FkLinkNames) != 1 || r.FkLinkNames[0] != Wrist {
		return &mm.GetPositionFKResponse{ErrorCode: code(mm.MoveItErrorCodesInvalidLinkName)}
	}
	x := geometry_msgs.PoseStamped{Header: r.Header, Pose: geomsgs.Pose(a.from(&r.RobotState))}
	return &mm.GetPositionFKResponse{PoseStamped: []geometry_msgs.PoseStamped{x}, FkLinkNames: r.FkLinkNames, ErrorCode: code(mm.MoveItErrorCodesSuccess)}
}

func (a *MoveIt) ik(r *mm.GetPositionIKRequest) *mm.GetPositionIKResponse {
	x, err := geomsgs.FromPose(&r.IkRequest.PoseStamped.Pose)
	if err != nil || !reachable(x) {
		return &mm.GetPositionIKResponse{ErrorCode: code(mm.MoveItErrorCodesNoIkSolution)}
	}
	res := &mm.GetPositionIKResponse{ErrorCode: code(mm.MoveItErrorCodesSuccess)}
	res.Solution.JointState.Name, res.Solution.JointState.Position = Joints, jointsOf(x)
	return res
}

// plan goes up, across and down.
func (a *MoveIt) plan(_ context.Context, g *actionlib.Goal[*mm.MoveGroupGoal, *mm.MoveGroupResult, *mm.MoveGroupFeedback]) (*mm.MoveGroupResult, error) {
	r := &g.Goal().Request
	bad := func(c int32) (*mm.MoveGroupResult, error) {
		return &mm.MoveGroupResult{ErrorCode: code(c)}, &actionlib.Error{Status: actionlib.Aborted, Text: "no plan"}
	}
	switch {
	case r.GroupName != Group:
		return bad(mm.MoveItErrorCodesInvalidGroupName)
	case !g.Goal().PlanningOptions.PlanOnly || len(r.GoalConstraints) != 1 || len(r.GoalConstraints[0].PositionConstraints) != 1 || len(r.GoalConstraints[0].OrientationConstraints) != 1 ||
		len(r.GoalConstraints[0].PositionConstraints[0].ConstraintRegion.PrimitivePoses) != 1:
		return bad(mm.MoveItErrorCodesInvalidGoalConstraints)
	}
	at := r.GoalConstraints[0].PositionConstraints[0].ConstraintRegion.PrimitivePoses[0]
	at.Orientation = r.GoalConstraints[0].OrientationConstraints[0].Orientation
	to, err := geomsgs.FromPose(&at)
	if err != nil {
		return bad(mm.MoveItErrorCodesInvalidGoalConstraints)
	}
	if !reachable(to) {
		return bad(mm.MoveItErrorCodesNoIkSolution)
	}
	from := a.m.now()
	up, over := from, to
	top := math.Max(X_BW.P.Z+high, math.Max(from.P.Z, to.P.Z))
	up.P.Z, over.P.Z = top, top
	const step = 0.02 // m
	way := straight(from, up, step)
	way = append(way, straight(up, over, step)[1:]...)
	way = append(way, straight(over, to, step)[1:]...)
	return &mm.MoveGroupResult{ErrorCode: code(mm.MoveItErrorCodesSuccess), PlannedTrajectory: trajectory(way)}, nil
}

// follow follows a trajectory by the wall clock. Given up, the arm stays where it is.
func (a *MoveIt) follow(ctx context.Context, g *actionlib.Goal[*control_msgs.FollowJointTrajectoryGoal, *control_msgs.FollowJointTrajectoryResult, *control_msgs.FollowJointTrajectoryFeedback]) (*control_msgs.FollowJointTrajectoryResult, error) {
	t := &g.Goal().Trajectory
	bad := func(c int32, text string) (*control_msgs.FollowJointTrajectoryResult, error) {
		return &control_msgs.FollowJointTrajectoryResult{ErrorCode: c, ErrorString: text}, &actionlib.Error{Status: actionlib.Aborted, Text: text}
	}
	if !slices.Equal(t.JointNames, Joints) {
		return bad(control_msgs.FollowJointTrajectoryResultInvalidJoints, "other joints")
	}
	at := make([]float64, len(t.Points)) // s
	for i := range t.Points {
		d := t.Points[i].TimeFromStart
		at[i] = float64(d.Sec) + 1e-9*float64(d.Nsec)
		if len(t.Points[i].Positions) != len(Joints) || i > 0 && !(at[i] > at[i-1]) {
			return bad(control_msgs.FollowJointTrajectoryResultInvalidGoal, "a point has no place, or no later time than the one before")
		}
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	q := make([]float64, len(Joints))
	for begin, i := time.Now(), 0; i < len(at); {
		s := time.Since(begin).Seconds()
		for i < len(at) && at[i] <= s {
			i++
		}
		switch {
		case i == len(at):
			copy(q, t.Points[i-1].Positions)
		case i == 0:
			copy(q, t.Points[0].Positions)
		default:
			for k := range q {
				u := (s - at[i-1]) / (at[i] - at[i-1])
				q[k] = (1-u)*t.Points[i-1].Positions[k] + u*t.Points[i].Positions[k]
			}
		}
		a.m.Follow(a.m.palm(wristOf(q)))
		select {
		case <-ctx.Done():
			a.m.Follow(a.m.palm(a.m.now()))
			return &control_msgs.FollowJointTrajectoryResult{}, context.Cause(ctx)
		case <-tick.C:
		}
	}
	return &control_msgs.FollowJointTrajectoryResult{}, nil
}
