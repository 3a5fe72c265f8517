// Package arm moves a real arm over ROS for tasks of package pick.
//
// Cartesian drives an arm whose controller takes poses of the hand on a topic (geometry_msgs/PoseStamped), as the PR2's Cartesian controllers,
// Jaco's and many others do: it sends the points of a straight line as they come due.
//
// MoveIt drives an arm that takes joint trajectories: straight lines and free ways come from MoveIt's services and its action, are timed here so
// that the palm keeps the speed that a task asks for, and go to the arm's controller as control_msgs/FollowJointTrajectory.
//
// Both read the hand's pose from tf, and the force on the wrist from a geometry_msgs/WrenchStamped where there is one.
package arm

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Kinds of arms.
const (
	KindCartesian = "cartesian"
	KindMoveIt    = "moveit"
)

// Params say where the arm is and how it is driven.
type Params struct {
	Kind       string
	RobotFrame string
	HandFrame  string
	PalmFrame  string
	Wrench     string
	Stale      float64 // s

	// Of a Cartesian arm.
	Command    string
	SafeHeight float64 // m
	Lag        float64 // m

	// Of MoveIt.
	Group         string
	Trajectory    string
	Plan          string
	Line          string
	FK            string
	IK            string
	MaxStep       float64 // m
	Jump          float64 // rad
	LineCollision bool
	PlanTime      float64 // s
	Attempts      int
	JointSpeed    float64 // rad/s
	DriftReach    float64 // m
	Wait          float64 // s
}

// Declare lists the parameters.
func (p *Params) Declare(s *param.Set) {
	s.Text(&p.Kind, "kind", KindCartesian, "how the arm is driven: by poses of the hand on a topic, or by MoveIt's plans and a joint trajectory controller", KindCartesian, KindMoveIt)
	s.Text(&p.RobotFrame, "robot_frame", "base_link", "frame in which poses are sent")
	s.Text(&p.HandFrame, "hand_frame", "r_wrist_roll_link", "frame of the hand, as tf knows it: the link whose poses the arm takes")
	s.Text(&p.PalmFrame, "palm_frame", "", "frame of the palm, x out of it and y along the closing fingers, fixed to the hand's; empty where that is the hand's own")
	s.Text(&p.Wrench, "wrench_topic", "", "topic that tells the force on the wrist, tared, in any frame that tf knows; empty for none")
	s.Float(&p.Stale, "arm_stale", 0.5, "s", 0.02, 10, "age of the hand's pose at which the arm counts as silent")

	s.Text(&p.Command, "command_topic", "/r_cart/command_pose", "cartesian: topic on which the arm's controller takes poses of the hand")
	s.Float(&p.SafeHeight, "safe_height", 0, "m", 0, 5, "cartesian: height of the hand in robot_frame at which every way across is free; 0: ways other than straight lines are refused")
	s.Float(&p.Lag, "arm_lag", 0.05, "m", 0.001, 1, "cartesian: by which the hand may be behind its command before the arm counts as stopped")

	s.Text(&p.Group, "group", "arm", "moveit: group of joints of the arm")
	s.Text(&p.Trajectory, "trajectory_action", "/arm_controller/follow_joint_trajectory", "moveit: action of the arm's joint trajectory controller")
	s.Text(&p.Plan, "plan_action", "/move_group", "moveit: action that plans free ways")
	s.Text(&p.Line, "line_service", "/compute_cartesian_path", "moveit: service that follows straight lines")
	s.Text(&p.FK, "fk_service", "/compute_fk", "moveit: service that says where the hand is in a posture")
	s.Text(&p.IK, "ik_service", "/compute_ik", "moveit: service that finds a posture for a pose")
	s.Float(&p.MaxStep, "line_step", 0.005, "m", 0.001, 0.1, "moveit: between two points of a straight line")
	s.Float(&p.Jump, "line_jump", 0.3, "rad", 0.01, 6.3, "moveit: a step of a joint that ends a straight line, for its posture would jump")
	s.Bool(&p.LineCollision, "line_collisions", false, "moveit: straight lines end before what MoveIt takes for a collision; its octomap may hold the object itself")
	s.Float(&p.PlanTime, "plan_time", 5, "s", 0.1, 120, "moveit: for the plan of a free way")
	s.Int(&p.Attempts, "plan_attempts", 1, "", 1, 100, "moveit: plans of which the shortest is taken")
	s.Float(&p.JointSpeed, "joint_speed", 1, "rad/s", 0.01, 20, "moveit: of a joint, where a plan does not say how fast it may turn")
	s.Float(&p.DriftReach, "drift_reach", 0.1, "m", 0.01, 1, "moveit: how far a drift goes before it is planned on")
	s.Float(&p.Wait, "arm_wait", 2, "s", 0.1, 60, "moveit: for a service or an action that must be there")
}

// DefaultParams are the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// Arm is a pick.Arm over ROS.
type Arm interface {
	pick.Arm
	Close() error
}

// Connect connects to an arm of the kind that the parameters say. X_AG is the palm G in the hand frame A.
func Connect(n *ros.Node, p Params, X_AG geom.Pose) (Arm, error) {
	if p.Kind == KindMoveIt {
		return NewMoveIt(n, p, X_AG)
	}
	return NewCartesian(n, p, X_AG)
}

// sense is what an arm over ROS feels: where the palm is, and the force on the wrist.
type sense struct {
	node   *ros.Node
	p      Params
	X_AG   geom.Pose
	X_GA   geom.Pose
	tf     *tf.Listener
	wrench *ros.Subscriber

	mu    sync.Mutex
	palm  geom.Pose // last known
	seen  time.Time // when it changed its stamp
	stamp wire.Time
	force geom.Vec  // in the robot's frame
	rest  geom.Pose // about which the palm has been since
	moved time.Time
}

func (s *sense) open(n *ros.Node, p Params, X_AG geom.Pose) (err error) {
	s.node, s.p, s.X_AG, s.X_GA = n, p, X_AG, X_AG.Inv()
	if s.tf, err = tf.Listen(n, tf.NewBuffer(0)); err != nil {
		return err
	}
	if p.Wrench != "" {
		if s.wrench, err = ros.Subscribe(n, p.Wrench, s.feel); err != nil {
			return fault.Wrap("", p.Wrench, errors.Join(err, s.tf.Close()))
		}
	}
	return nil
}

func (s *sense) close() error {
	var err error
	if s.wrench != nil {
		err = s.wrench.Close()
	}
	return errors.Join(err, s.tf.Close())
}

// feel takes in a wrench.
func (s *sense) feel(m *geometry_msgs.WrenchStamped) {
	f := geomsgs.FromVector3(m.Wrench.Force)
	if id := m.Header.FrameID; id != s.p.RobotFrame {
		x, _, err := s.tf.Buffer.Lookup(s.p.RobotFrame, id, wire.Time{})
		if err != nil {
			return
		}
		f = x.R.Apply(f)
	}
	if !geom.IsFinite(f) {
		return
	}
	s.mu.Lock()
	s.force = f
	s.mu.Unlock()
}

const (
	stillWay  = 1e-3                   // m about which a palm at rest may tremble
	stillTime = 150 * time.Millisecond // for which it has to
)

// look looks where the hand is.
func (s *sense) look(now time.Time) {
	x, stamp, err := s.tf.Buffer.Lookup(s.p.RobotFrame, s.p.HandFrame, wire.Time{})
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil || stamp == s.stamp && !s.seen.IsZero() {
		return
	}
	s.palm, s.stamp, s.seen = x.Mul(s.X_AG), stamp, now
	if r3.Norm(r3.Sub(s.palm.P, s.rest.P)) > stillWay {
		s.rest, s.moved = s.palm, now
	}
}

// still reports that the palm has not moved lately. The lock is held.
func (s *sense) still(now time.Time) bool { return now.Sub(s.moved) > stillTime }

// silent says that the pose of the hand is not known, or too old. The lock is held.
func (s *sense) silent(now time.Time) error {
	if s.seen.IsZero() {
		return fault.New("move arm", s.p.HandFrame, fault.Unavailable, "tf does not tell where it is in %s", s.p.RobotFrame)
	}
	if age := now.Sub(s.seen).Seconds(); age > s.p.Stale {
		return fault.New("move arm", s.p.HandFrame, fault.Unavailable, "tf has told no new pose of the hand for %.1f s", age)
	}
	return nil
}

// Palm is where tf has the palm.
func (s *sense) Palm() geom.Pose {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.palm
}

// Force is that on the wrist, as the topic tells; zero without one.
func (s *sense) Force() geom.Vec {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.force
}

// check says what is wrong with a motion by itself.
func check(to geom.Pose, speed, accel float64) error {
	if !to.IsFinite() || !(speed > 0 && accel > 0) {
		return fault.New("move arm", "", fault.Invalid, "the goal is not finite, or a speed of %g m/s or an acceleration of %g m/s^2 is not positive", speed, accel)
	}
	return nil
}

// place is a place in words.
func place(p geom.Vec) string { return fmt.Sprintf("(%.3f, %.3f, %.3f) m", p.X, p.Y, p.Z) }
