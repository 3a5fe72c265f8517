package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/grasp"
	node "github.com/holdfast-robotics/holdfast/node/planner"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

func newPlanner() *cobra.Command {
	var g graphFlags
	var tryOut int
	var memory dbFlag
	p := node.DefaultParams()
	cmd := &cobra.Command{
		Use:   "planner",
		Short: "Run grasp planning as a ROS 1 node",
		Long: `Serve manipulation_msgs/GraspPlanning, as services and actions, under the names that clients of the PR2's planners and of MoveIt
know: plan_point_cluster_grasp, evaluate_point_cluster_grasps, set_point_cluster_grasp_params, plan_segmented_clutter_grasps,
database_grasp_planning, and plan_grasps for Holdfast's own planner. The node is called /point_cluster_grasp_planner unless
remapped. Arms and hands come from the parameter /hand_description; without it there are the PR2's right_arm and left_arm.`,
		Example: `  holdfast planner
  holdfast planner --planner holdfast --z-up-frame base_link
  holdfast planner --hand robotiq --rehearse 3
  holdfast planner --db grasps.db`,
		Args: cobra.NoArgs,
	}
	set := param.Declare(&p)
	p.Cluster.BackoffSteps = node.DefaultParams().Cluster.BackoffSteps
	bindParams(cmd, set)
	cmd.Flags().BoolVar(&p.Cluster.Compat, "compat", false, "keep what the original does though it did not mean to")
	cmd.Flags().BoolVar(&p.Cluster.SortByQuality, "sort-by-quality", false, "answer the best grasp first across all groups, which the original does not do")
	cmd.Flags().IntVar(&tryOut, "rehearse", 0, "best grasps that plan_grasps tries in the simulated world before it answers")
	cmd.Flags().StringVar(&memory.at, "db", "", "database of known objects for database_grasp_planning and plan_grasps: a SQLite `file` or a postgres:// URL")
	g.bind(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if tryOut < 0 || tryOut > 100 {
			return usageErrorf("--rehearse %d: give 0 to 100", tryOut)
		}
		opt := node.Options{}
		if tryOut > 0 {
			hand, err := grasp.FindHand(p.Hand)
			if err != nil {
				return err
			}
			world := &rehearse.SceneConfig{Grasp: p.Grasp, Hand: hand, Rehearsal: rehearse.DefaultConfig()}
			world.Rehearsal.Fit(&hand)
			opt.Grasp = grasp.Options{Rehearse: tryOut, Rehearser: world}
		}
		if memory.at != "" {
			db, err := memory.open(cmd.Context())
			if err != nil {
				return err
			}
			defer db.Close()
			opt.Known = node.Stored{DB: db}
		}
		log := logger(cmd.ErrOrStderr(), slog.LevelInfo)
		n, err := ros.NewNode(cmd.Context(), ros.Config{
			Name: "point_cluster_grasp_planner", Master: g.master, Host: g.host, Expose: g.expose, Log: log.Handler(), Args: os.Args[1:],
		})
		if err != nil {
			return err
		}
		defer n.Close()
		face, err := node.New(n, p, opt)
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "grasp planner is ready")
		<-cmd.Context().Done()
		return face.Close()
	}
	return cmd
}
