package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspfix"
	node "github.com/holdfast-robotics/holdfast/node/graspfix"
	"github.com/holdfast-robotics/holdfast/ros"
)

func newGraspfixNode() *cobra.Command {
	var f graspfixFlags
	var g graphFlags
	var opt node.Options
	var frame string
	cmd := &cobra.Command{
		Use:   "node",
		Short: "Run the grasp fix as a ROS 1 node",
		Long: `Take contacts (gazebo_msgs/ContactsState) and link states from ROS topics, publish ~grasp_events (the original's message) and
~events (latched, JSON), serve ~explain, and weld through the services of gazebo_ros_link_attacher. Without --attach it is a dry
run. The node is called /grasp_fix unless remapped.`,
		Example: `  holdfast graspfix node --config robot.urdf --topic /left_contacts --topic /right_contacts
  holdfast graspfix node --config robot.urdf --attach /link_attacher_node/attach --detach /link_attacher_node/detach --robot-model robot`,
		Args: cobra.NoArgs,
	}
	f.bind(cmd, false)
	g.bind(cmd)
	cmd.Flags().StringArrayVar(&opt.Contacts, "topic", []string{"contacts"}, "contact `topic`; repeat it for several sensors")
	cmd.Flags().StringVar(&opt.LinkStates, "link-states", "/gazebo/link_states", "`topic` of the poses of links")
	bindForceFrame(cmd, &frame)
	cmd.Flags().StringVar(&opt.Attach, "attach", "", "`service` that welds")
	cmd.Flags().StringVar(&opt.Detach, "detach", "", "`service` that lets go")
	cmd.Flags().StringVar(&opt.RobotModel, "robot-model", "", "`name` of the robot's model in the simulator, for the services")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		var err error
		if opt.Frame, err = forceFrame(frame); err != nil {
			return err
		}
		if (opt.Attach == "") != (opt.Detach == "") || opt.Attach != "" && opt.RobotModel == "" {
			return usageErrorf("--attach, --detach and --robot-model belong together")
		}
		cfg, err := f.load(cmd)
		if err != nil {
			return err
		}
		if err := cfg.Err(); err != nil {
			return fault.Wrap("", f.config, err)
		}
		log := logger(cmd.ErrOrStderr(), slog.LevelInfo)
		for _, n := range cfg.Notes {
			if n.Severity != graspfix.Info {
				log.Warn(n.Text, "about", n.About)
			}
		}
		opt.Problem = func(text string) { log.Warn(text) }
		n, err := ros.NewNode(cmd.Context(), ros.Config{Name: "grasp_fix", Master: g.master, Host: g.host, Expose: g.expose, Log: log.Handler(), Args: os.Args[1:]})
		if err != nil {
			return err
		}
		defer n.Close()
		face, err := node.New(n, cfg, opt)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "grasp fix of %d arms is ready\n", len(cfg.Arms))
		<-cmd.Context().Done()
		return face.Close()
	}
	return cmd
}
