package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/internal/supervise"
	"github.com/holdfast-robotics/holdfast/node/up"
)

func newUp() *cobra.Command {
	var example, check bool
	cmd := &cobra.Command{
		Use:   "up CONFIG.yaml",
		Short: "Run a whole robot from one file: a master and nodes, supervised",
		Long: `Runs the nodes that a configuration names, each in a process of its own, with a master inside or beside one that runs. A node that dies
or no longer answers is started again, after a pause that grows; one that others need is waited for. Their output follows on standard
output, each line with the node's name before it; what happens to them is told on standard error and on the topic /diagnostics.

An interrupt stops everything in the reverse order of the start: what moves the hand stops before the hand. A hand that is stopped while
it holds something goes on holding (see 'holdfast hand -h').`,
		Example: `  holdfast up --example > robot.yaml
  holdfast up --check robot.yaml
  holdfast up robot.yaml`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case example && len(args) > 0:
				return usageErrorf("--example takes no file; it writes one to standard output")
			case !example && len(args) != 1:
				return usageErrorf("which configuration? 'holdfast up --example > robot.yaml' writes one to start from")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if example {
				fmt.Fprint(cmd.OutOrStdout(), up.Example)
				return nil
			}
			c, err := up.Load(args[0])
			if err != nil {
				return err
			}
			if check {
				return printConfig(cmd.OutOrStdout(), c)
			}
			return runUp(cmd.Context(), c, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().BoolVar(&example, "example", false, "write a configuration to start from, and stop")
	cmd.Flags().BoolVar(&check, "check", false, "check the configuration and print what it would run")
	return cmd
}

// printConfig tells in which order what would run.
func printConfig(w io.Writer, c up.Config) error {
	at := c.Master
	if at == "embedded" {
		at = "embedded, on " + c.Listen
	}
	fmt.Fprintf(w, "master: %s\n", at)
	for i := range c.Nodes {
		n := &c.Nodes[i]
		after := ""
		if len(n.After) > 0 {
			after = "   (after " + strings.Join(n.After, ", ") + ")"
		}
		fmt.Fprintf(w, "%s: %s%s\n", n.Name, strings.Join(n.Argv("holdfast"), " "), after)
	}
	return nil
}

func runUp(ctx context.Context, c up.Config, out, errOut io.Writer) error {
	uri := c.Master
	if uri == "embedded" {
		log := logger(errOut, slog.LevelWarn)
		m, stop, err := startMaster(c.Listen, "", log)
		if err != nil {
			return err
		}
		defer stop()
		uri = m.URI()
		out, err := aggregateLog(ctx, uri, "", false, log)
		if err != nil {
			return err
		}
		defer out.Close()
	}
	fmt.Fprintf(errOut, "ROS_MASTER_URI=%s\n", uri)
	waiting := map[string]bool{}
	for _, n := range c.Nodes {
		waiting[n.Name] = true
	}
	err := up.Run(ctx, c, up.Options{
		Master: uri, Out: out, Log: slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: slog.LevelWarn}),
		Tell: func(e supervise.Event) {
			pid, why := "", ""
			if e.PID != 0 {
				pid = fmt.Sprintf(" (process %d)", e.PID)
			}
			if e.Reason != "" {
				why = ": " + e.Reason
			}
			fmt.Fprintf(errOut, "%s is %s%s%s\n", e.Name, e.State, pid, why)
			if e.State == supervise.Running && waiting[e.Name] {
				delete(waiting, e.Name)
				if len(waiting) == 0 {
					fmt.Fprintln(errOut, "everything is up")
				}
			}
		},
	})
	if err != nil && ctx.Err() == nil {
		return fault.Wrap("keep up", "", err)
	}
	return nil
}
