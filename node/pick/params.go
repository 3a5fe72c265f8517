package pick

import (
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
)

// Params are the settings of the face. Names that the original executive had are kept.
type Params struct {
	RobotFrame     string
	HandFrame      string
	ClusterPlanner string
	KnownPlanner   string
	PlannerWait    float64 // s
	TFWait         float64 // s
	GapPerJoint    float64 // m/rad
	Pick           pick.Params
}

// Declare lists the parameters.
func (p *Params) Declare(s *param.Set) {
	s.Text(&p.RobotFrame, "robot_frame", "base_link", "frame in which the arm moves; directions may be given in it")
	s.Text(&p.HandFrame, "hand_frame", "r_wrist_roll_link", "frame of the hand, whose poses grasps and places are; directions may be given in it")
	s.Text(&p.ClusterPlanner, "default_cluster_planner", "/plan_point_cluster_grasp", "action that plans where a pickup brings no grasps")
	s.Text(&p.KnownPlanner, "default_database_planner", "/database_grasp_planning", "and where the target is a known object")
	s.Float(&p.PlannerWait, "planner_wait", 5, "s", 0.1, 600, "until the planner's action server must be there")
	s.Float(&p.TFWait, "tf_wait", 5, "s", 0.1, 600, "until the transform of a pose must be known")
	s.Float(&p.GapPerJoint, "gap_per_joint", 0.1714, "m", 0.001, 10, "gap for each unit of the first joint of a pre-grasp posture; on a PR2 0.5 rad is open, 86 mm")
	p.Pick.Declare(s)
}

// DefaultParams are the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }
