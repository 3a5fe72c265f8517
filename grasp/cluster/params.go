package cluster

import (
	"github.com/holdfast-robotics/holdfast/param"
)

// Params are the settings of planning, by the names of the original's parameters where it had them. Sizes of the hand are
// in Hand; the three that the original let clients set here (gripper_opening, height_good_for_side_grasps and
// side_grasp_start_height) override it where they are not 0.
type Params struct {
	GripperOpening  float64 // m
	SideMinHeight   float64 // m
	SideStart       float64 // m
	SideStep        float64 // m
	PalmStep        float64 // m
	MinPoints       int
	OverheadOnly    bool
	SideOnly        bool
	HighPoints      bool
	JustOutside     bool
	PregraspDist    float64 // m
	BackoffSteps    int
	NoNeighborCheck bool
	Randomize       bool
	SortByQuality   bool
	TableClearance  float64 // m
	Compat          bool
	Seed            uint64
}

// Declare lists the parameters with unit, range, default and meaning.
func (p *Params) Declare(s *param.Set) {
	s.Float(&p.GripperOpening, "gripper_opening", 0, "m", 0, 1, "what is wider does not fit between the fingers; 0 for the hand's own")
	s.Float(&p.SideMinHeight, "height_good_for_side_grasps", 0, "m", 0, 10, "clusters must be higher for grasps from the side; 0 for the hand's own")
	s.Float(&p.SideStart, "side_grasp_start_height", 0, "m", 0, 10, "least height of the first grasp from the side; 0 for the hand's own")
	s.Float(&p.SideStep, "side_step", 0.02, "m", 0.001, 1, "between grasps side by side")
	s.Float(&p.PalmStep, "palm_step", 0.005, "m", 0.0005, 1, "of the hand towards the object in search of the deepest grasp")
	s.Int(&p.MinPoints, "min_good_grasp_points", 15, "", 0, 1e6, "a grasp needs more points than this between the fingers")
	s.Bool(&p.OverheadOnly, "overhead_grasps_only", false, "no grasps from the side")
	s.Bool(&p.SideOnly, "side_grasps_only", false, "no grasps from above")
	s.Bool(&p.HighPoints, "include_high_point_grasps", true, "also grasp the rim or the highest points from above")
	s.Bool(&p.JustOutside, "pregrasp_just_outside_box", false, "start the approach just outside of the box instead of at the default distance")
	s.Float(&p.PregraspDist, "default_pregrasp_dist", 0, "m", 0, 1, "length of the approach; 0 for the hand's own")
	s.Int(&p.BackoffSteps, "backoff_depth_steps", 5, "", 1, 1000, "how many of the deepest grasps of a direction are kept")
	s.Bool(&p.NoNeighborCheck, "disable_grasp_neighbor_check", false, "take high-point grasps for good ones without looking beside them")
	s.Bool(&p.Randomize, "randomize_grasps", false, "shuffle the first 30 grasps")
	s.Bool(&p.SortByQuality, "sort_by_quality", false, "best grasp first across all groups, which the original does not do")
	s.Float(&p.TableClearance, "table_clearance", -1, "m", -1, 0.1, "no part of the hand comes nearer to the plane under the object; negative for no such test, as in the original")
	s.Bool(&p.Compat, "compat", false, "keep what the original does though it did not mean to")
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }
