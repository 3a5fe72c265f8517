package main

import (
	"context"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
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
