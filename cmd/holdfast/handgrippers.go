package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/param"
)

func newHandGrippers() *cobra.Command {
	var parameters bool
	cmd := &cobra.Command{
		Use:   "grippers [NAME|FILE.yaml]",
		Short: "List the grippers that are known, or describe one",
		Long: `Without a name: the presets for --hand. With one: its description in YAML, a beginning for a gripper of one's own, which goes into a file
and to --hand. With a file: whether it is right, and what follows from it. --parameters lists what a description may say; below 'hand' it
may have any parameter of 'holdfast hand -h' that belongs to the control.`,
		Example: `  holdfast hand grippers
  holdfast hand grippers parallel-4x4 > mine.yaml
  holdfast hand grippers mine.yaml`,
		Args: cobra.MaximumNArgs(1),
	}
	cmd.Flags().BoolVar(&parameters, "parameters", false, "list what a description may say")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		out := cmd.OutOrStdout()
		switch {
		case parameters:
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, p := range param.Declare(new(gripper.Gripper)).All() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", p.Name, p.Default(), p.Usage())
			}
			return w.Flush()
		case len(args) == 0:
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, name := range gripper.Names() {
				g, err := gripper.Find(name)
				if err != nil {
					return err
				}
				fmt.Fprintf(w, "%s\t%s\n", name, g.Describe())
			}
			return w.Flush()
		}
		g, err := gripper.Find(args[0])
		if err != nil {
			return err
		}
		if text, err := gripper.Text(args[0]); err == nil {
			_, err = out.Write(text)
			return err
		}
		_, err = fmt.Fprintf(out, "%s: %s\n", g.Name, g.Describe())
		return err
	}
	return cmd
}
