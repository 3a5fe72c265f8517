package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit statuses of every verb.
const (
	exitOK     = 0
	exitFailed = 1 // the job failed
	exitUsage  = 2 // the command line was wrong
)

// errFailed ends a verb with status 1 when everything worth saying has been said already.
var errFailed = errors.New("failed")

// usageError is a mistake on the command line; it exits with status 2 and points at -h.
type usageError struct{ error }

func usageErrorf(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "holdfast",
		Short: "From a point cloud to an object held, by touch",
		Long: `Holdfast takes a point cloud and ends with an object held, by touch: it segments a table scene,
plans grasps, rehearses them in a tactile simulation and runs a gripper by touch.

Start with:  holdfast demo
Your cloud:  holdfast pick scene.pcd`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	group(root, "pick", "From a cloud to an object held:", withWeb(newDemo()), newPick(), newSegment(), newRecognize(), newPlan())
	group(root, "hand", "The hand:", newHand())
	group(root, "sim", "The simulated world:", newSim(), newBench(), newGraspfix())
	group(root, "db", "What is remembered:", newDB())
	group(root, "bag", "Recordings, MCAP and rosbag:", newRecord(), newPlay(), newBag())
	group(root, "up", "A whole robot:", newUp())
	group(root, "flight", "Flight records of attempts:", newReplay(), newTune(), newReport())
	group(root, "ros", "ROS 1 without ROS:", newMaster(), newScene(), newPlanner(), newTopic(), newService(), newParamVerb(), newNodeVerb(), newAction(), newMsg(), newDoctor(), newBridge(), newManipulator(), newRail())
	root.AddCommand(newVersion(), newMan())
	return root
}

// group adds verbs under a heading of the help text.
func group(root *cobra.Command, id, title string, verbs ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: id, Title: title})
	for _, v := range verbs {
		v.GroupID = id
	}
	root.AddCommand(verbs...)
}

// wrapArgs makes cobra's own complaints about arguments usage errors, for a command and all below it.
func wrapArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				if strings.Contains(err.Error(), "arg(s)") { // cobra counts arguments, but does not say which
					return usageErrorf("%d arguments given; the verb is used as: %s", len(args), cmd.UseLine())
				}
				return usageError{err}
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		wrapArgs(sub)
	}
}

// Main runs the command line and returns its exit status.
func Main() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // a second signal ends the program whatever it waits for
		<-ctx.Done()
		stop()
	}()
	root := newRoot()
	wrapArgs(root)
	cmd, err := root.ExecuteContextC(ctx)
	var usage usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		fmt.Fprintf(os.Stderr, "holdfast: %v\nsee '%s -h'\n", err, cmd.CommandPath())
		return exitUsage
	case errors.Is(err, errFailed):
		return exitFailed
	default:
		fmt.Fprintf(os.Stderr, "holdfast: %v\n", err)
		return exitFailed
	}
}
