package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	node "github.com/holdfast-robotics/holdfast/node/hardware"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// perceive segments a table again and again, until ctx ends.
func perceive(ctx context.Context) error {
	table, err := rehearse.NewTable(1, 8)
	if err != nil {
		return err
	}
	p := scene.DefaultParams()
	for ctx.Err() == nil {
		if _, err := scene.Segment(table.Cloud, p); err != nil {
			return err
		}
	}
	return nil
}

// workHere runs perception in this process. What it returns waits for its end.
func workHere(ctx context.Context) (func() error, error) {
	done := make(chan error, 1)
	go func() { done <- perceive(ctx) }()
	return func() error { return <-done }, nil
}

// workElsewhere runs perception in a process of its own. What it returns waits for its end.
func workElsewhere(ctx context.Context) (func() error, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fault.New("start perception", "", fault.Other, "%w", err)
	}
	cmd := exec.CommandContext(ctx, self, "hand", "check", "load")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, fault.New("start perception", self, fault.Other, "%w", err)
	}
	return func() error {
		if err := cmd.Wait(); err != nil && ctx.Err() == nil {
			return fault.New("perception", "", fault.Other, "%w", err)
		}
		return nil
	}, nil
}

// newHandLoad is the process that 'hand check --beside process' starts.
func newHandLoad() *cobra.Command {
	return &cobra.Command{
		Use: "load", Short: "Segment a table again and again", Args: cobra.NoArgs, Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return perceive(cmd.Context()) },
	}
}

func newHandSidecar() *cobra.Command {
	var listen string
	var seed uint64
	var uncalibrated bool
	cmd := &cobra.Command{
		Use:   "sidecar",
		Short: "Serve a simulated board as a process that owns a bus would",
		Long: `Listen for 'holdfast hand --sidecar' and serve it a simulated gripper's board, by the protocol that doc/hardware.md describes: something
to try a loop against, and to compare a sidecar of your own with.`,
		Example: `  holdfast hand sidecar --listen /tmp/hand.sock &
  holdfast hand --sidecar /tmp/hand.sock --hardware-only`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:7130", "`address` to listen at: host:port, or the path of a Unix socket")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the sensors' noise")
	cmd.Flags().BoolVar(&uncalibrated, "uncalibrated", false, "a board that remembers no zero")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		m, err := node.SimulatedMachine("r_gripper_motor", !uncalibrated, seed)
		if err != nil {
			return err
		}
		say := func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), text) }
		return node.ServeSidecar(cmd.Context(), listen, m.Bus, func(at string) { say("sidecar listens at " + at) }, say)
	}
	return cmd
}
