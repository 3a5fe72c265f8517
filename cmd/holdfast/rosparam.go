package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
)

func newParamVerb() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use: "param", Short: "Get, set, list and load ROS parameters", Args: cobra.NoArgs,
		Example: `  holdfast param set /gripper/gains '{kp: 1.5, ki: 0}'
  holdfast param get /gripper
  holdfast param load robot.yaml /gripper`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f.bind(cmd)
	cmd.AddCommand(newParamGet(&f), newParamSet(&f), newParamLoad(&f),
		&cobra.Command{Use: "list [NAMESPACE]", Short: "List parameters", Args: cobra.MaximumNArgs(1),
			RunE: f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
				ctx, cancel := f.short(ctx)
				defer cancel()
				list, err := n.Graph().GetParamNames(ctx)
				if err != nil {
					return err
				}
				slices.Sort(list)
				for _, p := range list {
					if len(args) == 0 || within(p, args[0]) {
						fmt.Fprintln(out, p)
					}
				}
				return nil
			})},
		&cobra.Command{Use: "delete NAME...", Short: "Delete parameters, or trees of them", Args: cobra.MinimumNArgs(1),
			RunE: f.run(func(ctx context.Context, n *ros.Node, _ io.Writer, args []string) error {
				ctx, cancel := f.short(ctx)
				defer cancel()
				for _, a := range args {
					if err := n.DeleteParam(ctx, a); err != nil {
						return err
					}
				}
				return nil
			})},
	)
	return cmd
}

func newParamGet(f *graphFlags) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{Use: "get [NAME]", Short: "Print a parameter or a tree of them, as YAML", Args: cobra.MaximumNArgs(1)}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		ctx, cancel := f.short(ctx)
		defer cancel()
		name := "/"
		if len(args) > 0 {
			name = args[0]
		}
		v, err := n.GetParam(ctx, name)
		if err != nil {
			return err
		}
		return printValue(out, v, asJSON)
	})
	return cmd
}

func newParamSet(f *graphFlags) *cobra.Command {
	return &cobra.Command{Use: "set NAME VALUE", Short: "Set a parameter, or a tree of them, to a value given as YAML", Args: cobra.ExactArgs(2),
		RunE: f.run(func(ctx context.Context, n *ros.Node, _ io.Writer, args []string) error {
			v, err := ros.ParseParam(args[1])
			if err != nil {
				return usageError{err}
			}
			ctx, cancel := f.short(ctx)
			defer cancel()
			return n.SetParam(ctx, args[0], v)
		})}
}

func newParamLoad(f *graphFlags) *cobra.Command {
	return &cobra.Command{Use: "load FILE [NAMESPACE]", Short: "Set every parameter of a YAML file ('-': standard input)", Args: cobra.RangeArgs(1, 2),
		RunE: f.run(func(ctx context.Context, n *ros.Node, _ io.Writer, args []string) error {
			var text []byte
			var err error
			if args[0] == "-" {
				text, err = io.ReadAll(os.Stdin)
			} else {
				text, err = os.ReadFile(args[0])
			}
			if err != nil {
				return fault.File("read parameters", args[0], err)
			}
			v, err := ros.ParseParam(string(text))
			if err != nil {
				return fault.Wrap("", args[0], err)
			}
			tree, ok := v.(map[string]any)
			if !ok {
				return fault.New("load parameters", args[0], fault.Invalid, "a parameter file holds a map, this one a %T", v)
			}
			ns := ""
			if len(args) > 1 {
				ns = strings.TrimSuffix(args[1], "/") + "/"
			}
			ctx, cancel := f.short(ctx)
			defer cancel()
			for name, v := range tree { // one by one: what is there besides stays
				if err := n.SetParam(ctx, ns+name, v); err != nil {
					return err
				}
			}
			return nil
		})}
}
