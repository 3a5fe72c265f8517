package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/geom"
	node "github.com/holdfast-robotics/holdfast/node/pick"
	noderobot "github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/dryrun"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
	"github.com/holdfast-robotics/holdfast/sim/tabletop"
)

func newManipulator() *cobra.Command {
	var g graphFlags
	var objects int
	var seed uint64
	var speed float64
	var dry bool
	var real realRobot
	p := node.DefaultParams()
	cmd := &cobra.Command{
		Use:   "manipulator",
		Short: "Run Pickup and Place on a robot, simulated or real, as a ROS 1 node",
		Long: `Serve the actions of the object manipulator, /object_manipulator/object_manipulator_pickup and _place
(object_manipulation_msgs), for a simulated robot before a laid table of everyday objects: something to try clients on before a
robot moves. Phases are told on /reactive_manipulation_phase. The robot frame has its origin in the middle of the table top, z up;
objects are called by their names in the catalogue, which are printed with their places.

With --robot it is a real robot, or anything that has its topics: an arm that takes poses of its hand or that MoveIt plans for, a hand that
'holdfast hand' runs, and a camera. doc/robot.md tells how to describe one; 'holdfast sim robot' is one to try.

With --dry-run there is no world: what the arm and the hand of a robot would be told is printed, as if all went well.`,
		Example: `  holdfast manipulator
  holdfast manipulator --robot robot.yaml
  holdfast manipulator --dry-run
  holdfast manipulator --objects 3 --seed 7 --speed 5`,
		Args: cobra.NoArgs,
	}
	bindParams(cmd, param.Declare(&p))
	cmd.Flags().IntVar(&objects, "objects", 8, "how many objects to lay")
	cmd.Flags().Uint64Var(&seed, "seed", 2, "seed of everything that is drawn at random")
	cmd.Flags().Float64Var(&speed, "speed", 1, "how much faster than the wall clock the simulated world goes on")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "move nothing, simulate nothing: print what the robot would be told")
	real.bind(cmd)
	g.bind(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if objects < 1 || objects > tabletop.Room {
			return usageErrorf("--objects %d: give 1 to %d", objects, tabletop.Room)
		}
		if !(speed > 0 && speed <= 100) {
			return usageErrorf("--speed %g: give more than 0, up to 100", speed)
		}
		if real.path != "" {
			for _, name := range []string{"objects", "seed", "speed", "dry-run"} {
				if cmd.Flags().Changed(name) {
					return usageErrorf("--%s: with --robot there is no simulated world", name)
				}
			}
		}
		log := logger(cmd.ErrOrStderr(), slog.LevelInfo)
		n, err := ros.NewNode(cmd.Context(), ros.Config{
			Name: "object_manipulator", Master: g.master, Host: g.host, Expose: g.expose, Log: log.Handler(), Args: os.Args[1:],
		})
		if err != nil {
			return err
		}
		defer n.Close()
		var loop *noderobot.Loop
		var opt node.Options
		switch {
		case real.path != "":
			r, described, err := real.connect(cmd, n)
			if err != nil {
				return err
			}
			defer r.Close()
			loop, opt.X_AG = r.Loop, r.X_AG
			if r.Scene != nil {
				opt.Scene = r.Scene
			}
			q := p
			q.Pick, q.RobotFrame, q.HandFrame = described.Task, described.Arm.RobotFrame, described.Arm.HandFrame
			if err := takeOver(cmd, param.Over(&p), param.Over(&q)); err != nil {
				return err
			}
		case dry:
			var stop func()
			loop, stop = dryLoop(cmd.OutOrStdout())
			defer stop()
			defer loop.Close()
		default:
			table, err := tabletop.New(seed, objects, simrobot.DefaultConfig(seed), scene.DefaultParams(), rehearse.Properties{})
			if err != nil {
				return err
			}
			if loop, err = noderobot.Simulate(table.Robot, speed); err != nil {
				return err
			}
			opt.Identify = func(x geom.Pose) string { return table.Nearest(x, 0.1) }
			for i := range table.Placed {
				c := table.Placed[i].X_WO.P
				fmt.Fprintf(cmd.OutOrStdout(), "%s at %.3f %.3f %.3f m\n", table.Key(i), c.X, c.Y, c.Z)
			}
			defer loop.Close()
		}
		face, err := node.New(n, loop, p, opt)
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "object manipulator is ready")
		<-cmd.Context().Done()
		return face.Close()
	}
	return cmd
}

// dryLoop runs a robot that prints, by the wall clock, until it is stopped. The loop is to be closed before.
func dryLoop(w io.Writer) (loop *noderobot.Loop, stop func()) {
	const period = 4 * time.Millisecond
	robot := dryrun.New(w, simrobot.DefaultHome())
	loop, tick := noderobot.Ride(pick.NewRobot(robot, robot, nil))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		clock := time.NewTicker(period)
		defer clock.Stop()
		for t := 0.0; ; t += period.Seconds() {
			robot.Tick(period.Seconds())
			tick(t)
			select {
			case <-ctx.Done():
				return
			case <-clock.C:
			}
		}
	}()
	return loop, func() { cancel(); <-ended }
}

// takeOver sets parameters as another set of the same has them, but for those that flags have set.
func takeOver(cmd *cobra.Command, to, from *param.Set) error {
	for i, v := range to.All() {
		if !cmd.Flags().Changed(strings.ReplaceAll(v.Name, "_", "-")) {
			if err := v.Set(from.All()[i].String()); err != nil {
				return err
			}
		}
	}
	return nil
}
