package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	nodehand "github.com/holdfast-robotics/holdfast/node/hand"
	"github.com/holdfast-robotics/holdfast/node/simrobot"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/sim/tabletop"
)

// newSimRobot is a robot to try --robot on.
func newSimRobot() *cobra.Command {
	var f sceneFlags
	var kind string
	var objects int
	var seed uint64
	var speed float64
	cmd := &cobra.Command{
		Use:   "robot [--arm moveit|cartesian]",
		Short: "Run a simulated robot behind the ROS topics, services and actions of a real one",
		Long: `Run a simulated robot before a laid table as a ROS graph sees a real one: the node of its hand (/r_gripper_sensor_controller), its frames on
/tf, a depth camera on /camera/depth_registered/points, and its arm. With --arm moveit there are MoveIt's services and action and a joint
trajectory controller, which answer for the arm; with --arm cartesian it takes poses of its wrist on /r_cart/command_pose. It is something to
try 'holdfast manipulator --robot' and 'holdfast rail --robot' on: doc/robot.md has the descriptions.`,
		Example: "  holdfast master & holdfast sim robot & holdfast manipulator --robot robot.yaml",
		Args:    remappings,
	}
	f.graphFlags.bind(cmd)
	cmd.Flags().StringVar(&kind, "arm", "moveit", "how the arm is driven: moveit or cartesian")
	cmd.Flags().IntVar(&objects, "objects", 6, "how many objects to lay")
	cmd.Flags().Uint64Var(&seed, "seed", 2, "seed of everything that is drawn at random")
	cmd.Flags().Float64Var(&speed, "speed", 1, "how much faster than the wall clock hand and objects are")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if kind != "moveit" && kind != "cartesian" {
			return usageErrorf("--arm %s: give moveit or cartesian", kind)
		}
		if objects < 1 || objects > tabletop.Room {
			return usageErrorf("--objects %d: give 1 to %d", objects, tabletop.Room)
		}
		if !(speed > 0 && speed <= 20) {
			return usageErrorf("--speed %g: give more than 0, up to 20", speed)
		}
		run := f.start(cmd, args)
		defer run.close()
		m, err := simrobot.New(seed, objects)
		if err != nil {
			return err
		}
		loop, err := hardware.New(m.Bus, m.Config())
		if err != nil {
			return err
		}
		stepped := make(chan error, 1)
		go func() { stepped <- simrobot.Pace(cmd.Context(), loop, speed) }()
		hp := nodehand.DefaultParams()
		n, err := run.node("r_gripper_sensor_controller", param.Over(&hp))
		if err != nil {
			return err
		}
		hand, err := nodehand.New(cmd.Context(), n, loop, gripper.PR2Hand().Layout(), hp, nodehand.Options{})
		if err != nil {
			return err
		}
		run.keep(hand.Close)
		if n, err = run.node("robot", &param.Set{}); err != nil {
			return err
		}
		face, err := simrobot.NewFace(n, m)
		if err != nil {
			return err
		}
		run.keep(face.Close)
		var arm io.Closer
		if kind == "moveit" {
			if n, err = run.node("move_group", &param.Set{}); err != nil {
				return err
			}
			arm, err = simrobot.NewMoveIt(n, m)
		} else {
			arm, err = simrobot.NewPoseArm(n, m)
		}
		if err != nil {
			return err
		}
		run.keep(arm.Close)
		return errors.Join(run.wait("simulated robot"), <-stepped)
	}
	return cmd
}
