package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/node/real"
	"github.com/holdfast-robotics/holdfast/ros"
)

// realRobot is the flag --robot: the description of a robot over ROS.
type realRobot struct {
	path string
}

func (f *realRobot) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.path, "robot", "", "YAML `FILE` that describes a robot over ROS (doc/robot.md), in place of a simulated one")
}

// connect connects to the robot of the file.
func (f *realRobot) connect(cmd *cobra.Command, n *ros.Node) (*real.Robot, real.Params, error) {
	p, err := real.Load(f.path)
	if err != nil {
		return nil, p, usageError{err}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "waiting for %s and the frames of the robot\n", p.Hand.Node)
	r, err := real.Connect(cmd.Context(), n, p)
	return r, p, err
}
