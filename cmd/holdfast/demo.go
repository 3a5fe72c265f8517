package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

func newDemo() *cobra.Command {
	var f pickFlags
	var n int
	var save string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Pick a generated table of everyday objects",
		Long: `Lay a table with everyday objects, look at it with a simulated depth camera, and pick every object: the planner knows
only the cloud, the simulated world knows what really stands there (mass, friction, what breaks it).`,
		Example: `  holdfast demo
  holdfast demo --objects 12 --seed 7 --picture table.png
  holdfast demo --save table.pcd && holdfast pick table.pcd`,
		Args: cobra.NoArgs,
	}
	f.bind(cmd, 2)
	cmd.Flags().IntVar(&n, "objects", 8, "how many objects to lay")
	cmd.Flags().StringVar(&save, "save", "", "write the camera's cloud, with true labels, to this PCD `file`")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		name := fmt.Sprintf("table %d", f.seed)
		return eachCloud(cmd, []string{name}, f.asJSON, func(ctx context.Context, _ string, r *result) {
			r.err = f.demo(ctx, name, n, save, r)
		})
	}
	return cmd
}

func (f *pickFlags) demo(ctx context.Context, name string, n int, save string, r *result) error {
	table, err := rehearse.NewTable(f.seed, n)
	if err != nil {
		return err
	}
	if save != "" {
		if err := cloud.Save(save, table.Cloud, cloud.BinaryCompressed); err != nil {
			return err
		}
	}
	seg, err := scene.Segment(table.Cloud, f.scene)
	if err != nil {
		return fault.Wrap("", name, err)
	}
	f.cfg.Truth = table.Truth(seg)
	return f.rehearse(ctx, seg, f.labels, f.pictures, r)
}
