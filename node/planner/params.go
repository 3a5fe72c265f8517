package planner

import (
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/param"
)

// Params are the settings of the face. DefaultParams gives the defaults; Declare documents each.
type Params struct {
	Planner   string
	Hand      string
	ZUpFrame  string
	TFWait    float64 // s
	MaxPoints int
	Markers   int
	Why       bool
	Cluster   cluster.Params
	Grasp     grasp.Params
}

// Declare lists the parameters of the face with unit, range, default and meaning; those of the planners are declared by them.
func (p *Params) Declare(s *param.Set) {
	s.Text(&p.Planner, "planner", "cluster", "what plan_point_cluster_grasp uses: the planner its clients know, or Holdfast's own", "cluster", "holdfast")
	s.Text(&p.Hand, "hand", "pr2", "geometry of hands whose entry in hand_description has no hand_model", "pr2", "robotiq", "schunk")
	s.Text(&p.ZUpFrame, "z_up_frame", "", "frame whose z is up; empty: the cluster's own")
	s.Float(&p.TFWait, "tf_wait", 5, "s", 0, 600, "a request waits so long for a transform")
	s.Int(&p.MaxPoints, "max_points", 2_000_000, "", 1, 100_000_000, "larger clusters are refused")
	s.Int(&p.Markers, "markers", 50, "", 0, 10000, "best grasps of an answer that are drawn")
	s.Bool(&p.Why, "why", false, "plan_grasps logs every rejected candidate with its reason, and draws them in grey")
}

// DefaultParams returns the declared defaults, the cluster planner as the PR2's launch file sets it.
func DefaultParams() Params {
	p := Params{Cluster: cluster.DefaultParams(), Grasp: grasp.DefaultParams()}
	p.Cluster.BackoffSteps = 8
	param.Declare(&p)
	return p
}
