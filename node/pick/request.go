package pick

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/arm_navigation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// unsupported says what of a goal's constraints cannot be kept.
func unsupported(c *arm_navigation_msgs.Constraints) error {
	if n := len(c.JointConstraints) + len(c.PositionConstraints) + len(c.OrientationConstraints) + len(c.VisibilityConstraints); n > 0 {
		return fault.New("read goal", "path_constraints", fault.Unsupported, "%d constraints on the arm's path; none can be kept: leave them out", n)
	}
	return nil
}

// padding is the largest of what is asked for.
func padding(p float64, more []arm_navigation_msgs.LinkPadding) float64 {
	for _, l := range more {
		p = math.Max(p, l.Padding)
	}
	return p
}

// allowed are the names of what additional collision operations switch off; what they switch on is on anyhow.
func allowed(ops *arm_navigation_msgs.OrderedCollisionOperations) []string {
	var out []string
	for _, op := range ops.CollisionOperations {
		if op.Operation != arm_navigation_msgs.CollisionOperationDisable {
			continue
		}
		for _, name := range []string{op.Object1, op.Object2} {
			if name != "" && !strings.HasPrefix(name, `"`) {
				out = append(out, name)
			}
		}
	}
	return out
}

// palm is X_WG of a pose of the hand.
func (f *Face) palm(ctx context.Context, p *geometry_msgs.PoseStamped) (geom.Pose, error) {
	X_RA, err := f.poseIn(ctx, p)
	return f.opt.X_RW.Inv().Mul(X_RA).Mul(f.opt.X_AG), err
}

// poseIn is a pose of the hand in the robot's frame.
func (f *Face) poseIn(ctx context.Context, p *geometry_msgs.PoseStamped) (geom.Pose, error) {
	x, err := geomsgs.FromPose(&p.Pose)
	if err != nil {
		return x, fault.Wrap("", p.Header.FrameID, err)
	}
	X_RF, err := f.inRobot(ctx, p.Header.FrameID, p.Header.Stamp)
	return X_RF.Mul(x), err
}

// inRobot is a frame in the robot's.
func (f *Face) inRobot(ctx context.Context, frame string, at wire.Time) (geom.Pose, error) {
	switch frame {
	case "":
		return geom.Pose{}, fault.New("read pose", "", fault.Invalid, "header.frame_id is empty")
	case f.p.RobotFrame:
		return geom.Pose{R: geom.IdentityRot}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, param.Seconds(f.p.TFWait))
	defer cancel()
	X_RF, _, err := f.tf.Buffer.Wait(ctx, f.p.RobotFrame, frame, at)
	return X_RF, err
}

// translation reads a straight motion.
func (f *Face) translation(m *manipulation_msgs.GripperTranslation) (pick.Translation, error) {
	v := m.Direction.Vector
	t := pick.Translation{Direction: geomsgs.FromVector3(v), Desired: float64(m.DesiredDistance), Min: float64(m.MinDistance)}
	switch m.Direction.Header.FrameID {
	case f.p.RobotFrame:
		t.Direction = f.opt.X_RW.R.Inv().Apply(t.Direction)
	case f.p.HandFrame:
		t.Frame, t.Direction = pick.InHand, f.opt.X_AG.R.Inv().Apply(t.Direction)
	default:
		return t, fault.New("read direction", m.Direction.Header.FrameID, fault.Invalid, "is neither the hand frame %s nor the robot frame %s", f.p.HandFrame, f.p.RobotFrame)
	}
	return t, nil
}

// name is the first that is given.
func name(of ...string) string {
	for _, s := range of {
		if s != "" {
			return s
		}
	}
	return ""
}

func (f *Face) pickupRequest(ctx context.Context, goal *om.PickupGoal, grasps []manipulation_msgs.Grasp) (pick.PickupRequest, error) {
	req := pick.PickupRequest{
		Target: name(goal.CollisionObjectName, goal.Target.CollisionName), Support: goal.CollisionSupportSurfaceName,
		AllowSupport: goal.AllowGripperSupportCollision, MaxContactForce: float64(goal.MaxContactForce),
		OnlyFeasibility: goal.OnlyPerformFeasibilityTest, IgnoreCollisions: goal.IgnoreCollisions,
	}
	if len(goal.Target.Cluster.Points) > 0 {
		for _, m := range goal.Target.PotentialModels {
			if m.Pose.Header.FrameID != goal.Target.Cluster.Header.FrameID {
				return req, fault.New("read goal", "target", fault.Invalid, "its cluster is in %q, a potential model in %q", goal.Target.Cluster.Header.FrameID, m.Pose.Header.FrameID)
			}
		}
	}
	var err error
	if req.Lift, err = f.translation(&goal.Lift); err != nil {
		return req, fault.Wrap("", "lift", err)
	}
	also := allowed(&goal.AdditionalCollisionOperations)
	for i := range grasps {
		g := &grasps[i]
		c := pick.Candidate{ID: g.ID, MaxContactForce: float64(g.MaxContactForce), AllowedTouch: append(also[:len(also):len(also)], g.AllowedTouchObjects...)}
		if c.X_WG, err = f.palm(ctx, &g.GraspPose); err != nil {
			return req, fault.Wrap("", fmt.Sprintf("grasp %d", i), err)
		}
		if c.Approach, err = f.translation(&g.Approach); err != nil {
			return req, fault.Wrap("", fmt.Sprintf("grasp %d, approach", i), err)
		}
		if q := g.PreGraspPosture.Position; len(q) > 0 {
			c.Opening = math.Max(0, q[0]*f.p.GapPerJoint)
		}
		req.Grasps = append(req.Grasps, c)
	}
	return req, nil
}

func (f *Face) placeRequest(ctx context.Context, goal *om.PlaceGoal) (pick.PlaceRequest, error) {
	f.mu.Lock()
	held := f.held
	f.mu.Unlock()
	req := pick.PlaceRequest{
		Target: name(goal.CollisionObjectName, held), Support: goal.CollisionSupportSurfaceName, AllowSupport: goal.AllowGripperSupportCollision,
		Shrink: math.Max(0, goal.PlacePadding), OnlyFeasibility: goal.OnlyPerformFeasibilityTest,
	}
	if f.opt.Scene != nil {
		req.Target = held
	}
	approach, err := f.translation(&goal.Approach)
	if err != nil {
		return req, fault.Wrap("", "approach", err)
	}
	retreat := pick.Translation{Direction: geom.V(-1, 0, 0), Frame: pick.InHand, Desired: float64(goal.DesiredRetreatDistance), Min: float64(goal.MinRetreatDistance)}
	touch := append(allowed(&goal.AdditionalCollisionOperations), goal.Grasp.AllowedTouchObjects...)
	for i := range goal.PlaceLocations {
		x, err := f.palm(ctx, &goal.PlaceLocations[i])
		if err != nil {
			return req, fault.Wrap("", fmt.Sprintf("location %d", i), err)
		}
		req.Locations = append(req.Locations, pick.Location{X_WG: x, Approach: approach, Retreat: retreat, AllowedTouch: touch})
	}
	return req, nil
}

type planClient = actionlib.Client[*manipulation_msgs.GraspPlanningGoal, *manipulation_msgs.GraspPlanningResult, *manipulation_msgs.GraspPlanningFeedback]

// plan asks the planner's action for grasps. When the pickup is given up, so is the planning.
func (f *Face) plan(ctx context.Context, goal *om.PickupGoal) ([]manipulation_msgs.Grasp, error) {
	at := f.p.ClusterPlanner
	if len(goal.Target.PotentialModels) > 0 {
		at = f.p.KnownPlanner
	}
	var c *planClient
	c, err := actionlib.NewClient[*manipulation_msgs.GraspPlanningGoal, *manipulation_msgs.GraspPlanningResult, *manipulation_msgs.GraspPlanningFeedback](
		f.node, at, &manipulation_msgs.GraspPlanningActionType)
	if err != nil {
		return nil, fault.Wrap("plan grasps", at, err)
	}
	defer c.Close()
	wait, cancel := context.WithTimeout(ctx, param.Seconds(f.p.PlannerWait))
	defer cancel()
	if err := c.WaitForServer(wait); err != nil {
		return nil, fault.New("plan grasps", at, fault.Unavailable, "no planner is there: %w", err)
	}
	res, err := c.Do(ctx, &manipulation_msgs.GraspPlanningGoal{
		ArmName: goal.ArmName, Target: goal.Target, CollisionObjectName: goal.CollisionObjectName, CollisionSupportSurfaceName: goal.CollisionSupportSurfaceName,
		MovableObstacles: goal.MovableObstacles,
	}, nil)
	if err != nil {
		return nil, fault.Wrap("plan grasps", at, err)
	}
	return res.Grasps, nil
}
