package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/graph"
)

// graphFlags are the flags of every verb that takes part in a ROS graph.
type graphFlags struct {
	master, host string
	expose       bool
	timeout      time.Duration
}

func (f *graphFlags) bind(cmd *cobra.Command) {
	p := cmd.PersistentFlags()
	p.StringVar(&f.master, "master", "", "`URI` of the master (default: ROS_MASTER_URI, else "+ros.DefaultMaster+")")
	p.StringVar(&f.host, "host", "", "`address` by which other machines reach this one (default: ROS_HOSTNAME, ROS_IP, else the loopback)")
	p.BoolVar(&f.expose, "expose", false, "allow an address that other machines reach")
	p.DurationVar(&f.timeout, "timeout", 5*time.Second, "how long to wait for a master or a node that does not answer")
}

// node starts a node of an unused name for the time of a verb.
func (f *graphFlags) node(cmd *cobra.Command) (*ros.Node, error) {
	log := slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn})
	n, err := ros.NewNode(cmd.Context(), ros.Config{
		Name: "holdfast", Anonymous: true, Master: f.master, Host: f.host, Expose: f.expose, Log: log, NoRosout: true,
	})
	if err == nil && f.expose {
		fmt.Fprintf(cmd.ErrOrStderr(), "exposed at %s: anyone who reaches it can call this node\n", n.URI())
	}
	return n, err
}

// run wraps a verb that needs a node.
func (f *graphFlags) run(do func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		n, err := f.node(cmd)
		if err != nil {
			return err
		}
		defer n.Close()
		return do(cmd.Context(), n, cmd.OutOrStdout(), args)
	}
}

// short is a context for questions that are answered at once or never.
func (f *graphFlags) short(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, f.timeout)
}

func newNodeVerb() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use: "node", Short: "List, inspect, ping and end ROS nodes", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f.bind(cmd)
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the nodes", Args: cobra.NoArgs,
			RunE: f.run(func(ctx context.Context, n *ros.Node, out io.Writer, _ []string) error {
				ctx, cancel := f.short(ctx)
				defer cancel()
				s, err := n.Graph().GetSystemState(ctx)
				if err != nil {
					return err
				}
				for _, name := range s.Nodes() {
					fmt.Fprintln(out, name)
				}
				return nil
			})},
		&cobra.Command{Use: "info NODE...", Short: "Show what nodes publish, subscribe to and serve, and their connections", Args: cobra.MinimumNArgs(1),
			RunE: f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
				for _, a := range args {
					if err := nodeInfo(ctx, &f, n, out, a); err != nil {
						return err
					}
				}
				return nil
			})},
		newNodePing(&f),
		&cobra.Command{Use: "kill NODE...", Short: "Ask nodes to end", Args: cobra.MinimumNArgs(1),
			RunE: f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
				for _, a := range args {
					s, name, err := slaveOf(ctx, &f, n, a)
					if err != nil {
						return err
					}
					ctx, cancel := f.short(ctx)
					err = s.Shutdown(ctx, "user request")
					cancel()
					if err != nil {
						return err
					}
					fmt.Fprintln(out, "ended", name)
				}
				return nil
			})},
	)
	return cmd
}

// slaveOf finds the slave API of a node by name.
func slaveOf(ctx context.Context, f *graphFlags, n *ros.Node, node string) (*graph.Slave, string, error) {
	name, err := n.Resolve(node)
	if err != nil {
		return nil, "", usageError{err}
	}
	ctx, cancel := f.short(ctx)
	defer cancel()
	uri, err := n.Graph().LookupNode(ctx, name)
	if err != nil {
		return nil, name, err
	}
	return n.Slave(uri), name, nil
}

func nodeInfo(ctx context.Context, f *graphFlags, n *ros.Node, out io.Writer, node string) error {
	s, name, err := slaveOf(ctx, f, n, node)
	if err != nil {
		return err
	}
	ctx, cancel := f.short(ctx)
	defer cancel()
	state, err := n.Graph().GetSystemState(ctx)
	if err != nil {
		return err
	}
	types := map[string]string{}
	if list, err := n.Graph().GetTopicTypes(ctx); err == nil { // without types the rest still helps
		for _, t := range list {
			types[t[0]] = " [" + t[1] + "]"
		}
	}
	fmt.Fprintf(out, "%s\n", name)
	for _, part := range []struct {
		title   string
		entries []graph.Entry
	}{{"publishes", state.Publishers}, {"subscribes", state.Subscribers}, {"serves", state.Services}} {
		for _, e := range part.entries {
			if e.Has(name) {
				fmt.Fprintf(out, "  %-10s %s%s\n", part.title, e.Name, types[e.Name])
			}
		}
	}
	pid, err := s.GetPid(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "  %-10s %d\n", "process", pid)
	bus, err := s.GetBusInfo(ctx)
	if err != nil {
		return err
	}
	for _, b := range bus {
		dir := map[string]string{"i": "from", "o": "to", "b": "with"}[b.Direction]
		fmt.Fprintf(out, "  %-10s %s %s %s by %s\n", "connected", b.Topic, dir, b.Destination, b.Transport)
	}
	return nil
}

func newNodePing(f *graphFlags) *cobra.Command {
	var count int
	cmd := &cobra.Command{Use: "ping NODE", Short: "Call a node and tell how long its answer takes", Args: cobra.ExactArgs(1)}
	cmd.Flags().IntVarP(&count, "count", "c", 4, "how many `times`")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		s, name, err := slaveOf(ctx, f, n, args[0])
		if err != nil {
			return err
		}
		for i := range count {
			if i > 0 && n.Clock().Sleep(ctx, time.Second) != nil {
				return nil
			}
			one, cancel := f.short(ctx)
			began := time.Now()
			_, err := s.GetPid(one)
			cancel()
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s answers in %.3f ms\n", name, float64(time.Since(began).Microseconds())/1000)
		}
		return nil
	})
	return cmd
}

// printDocument prints a JSON document as it is or as YAML, which reads better.
func printDocument(out io.Writer, doc []byte, asJSON bool) error {
	if asJSON {
		_, err := fmt.Fprintf(out, "%s\n", doc)
		return err
	}
	text, err := yaml.JSONToYAML(doc)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s---\n", text)
	return err
}

// printValue prints a parameter.
func printValue(out io.Writer, v any, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(v)
	}
	text, err := yaml.MarshalWithOptions(v, yaml.Flow(false))
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}
