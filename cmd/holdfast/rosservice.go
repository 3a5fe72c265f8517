package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	"github.com/holdfast-robotics/holdfast/ros/names"
)

func within(name, ns string) bool { return names.Within(name, names.Join("/", ns)) }

func newService() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use: "service", Short: "List and call ROS services", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f.bind(cmd)
	cmd.AddCommand(newServiceList(&f), newServiceCall(&f))
	return cmd
}

func newServiceList(f *graphFlags) *cobra.Command {
	var types bool
	cmd := &cobra.Command{Use: "list [NAMESPACE]", Short: "List services and their nodes", Args: cobra.MaximumNArgs(1)}
	cmd.Flags().BoolVar(&types, "types", false, "ask each server for its type")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		ctx, cancel := f.short(ctx)
		defer cancel()
		state, err := n.Graph().GetSystemState(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		for _, e := range state.Services {
			if len(args) > 0 && !within(e.Name, args[0]) {
				continue
			}
			fmt.Fprintf(w, "%s\t%s", e.Name, e.Nodes[0])
			if types {
				info, err := serviceType(ctx, n, e.Name)
				if err != nil {
					info.Name = "does not answer: " + err.Error()
				}
				fmt.Fprintf(w, "\t%s", info.Name)
			}
			fmt.Fprintln(w)
		}
		return w.Flush()
	})
	return cmd
}

func serviceType(ctx context.Context, n *ros.Node, service string) (ros.TypeInfo, error) {
	uri, err := n.Graph().LookupService(ctx, service)
	if err != nil {
		return ros.TypeInfo{}, err
	}
	return n.ProbeService(ctx, uri, service)
}

func newServiceCall(f *graphFlags) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{Use: "call SERVICE [REQUEST]", Short: "Call a service with a request given as YAML or JSON", Args: cobra.RangeArgs(1, 2)}
	paths := pathFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the response as JSON")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		name, err := n.Resolve(args[0])
		if err != nil {
			return usageError{err}
		}
		ask, cancel := f.short(ctx)
		defer cancel()
		info, err := serviceType(ask, n, name)
		if err != nil {
			return err
		}
		c, err := loadCatalogue(*paths)
		if err != nil {
			return err
		}
		if c.set.Services[info.Name] == nil {
			return fault.New("call service", name, fault.NotFound, "its type %s is not known; give its definition with --path", info.Name)
		}
		req, err := dynamic.New(c.set, info.Name+"Request")
		if err != nil {
			return err
		}
		res, err := dynamic.New(c.set, info.Name+"Response")
		if err != nil {
			return err
		}
		raw, err := fromText(req, args[1:])
		if err != nil {
			return usageError{err}
		}
		sum, err := c.set.ServiceMD5(info.Name)
		if err != nil {
			return err
		}
		if sum != info.MD5 {
			return fault.New("call service", name, fault.Conflict, "the server has another version of %s: MD5 %s, here %s; give its definition with --path", info.Name, info.MD5, sum)
		}
		caller, err := ros.NewCaller(n, name, info.Name, sum, false)
		if err != nil {
			return err
		}
		answer, err := caller.Call(ctx, raw)
		if err != nil {
			return err
		}
		doc, err := res.AppendJSON(nil, answer)
		if err != nil {
			return err
		}
		return printDocument(out, doc, asJSON)
	})
	return cmd
}
