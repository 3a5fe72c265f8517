package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/node/report"
)

func newReport() *cobra.Command {
	var r report.Report
	cmd := &cobra.Command{
		Use:   "report OUT.html INPUT...",
		Short: "Make a page of plots and tables that opens in any browser",
		Long: `Make one static HTML page of flight records and of what other verbs print with --json. An input is
  a flight record or a folder of them     plots of forces, gap, effort and pads over time, what the hand did and why, grasps
  the JSON of demo or pick                objects and outcomes
  the JSON of bench grip                  outcomes by controller and object
  the JSON of tune or replay              curves and suggestions; what would go another way

The page has everything in it: no network, no script. It is light or dark as the reader's browser is.`,
		Example: `  holdfast demo --record out --json > demo.json
  holdfast report demo.html demo.json out
  holdfast bench grip --trials 5 --json > grip.json && holdfast report grip.html grip.json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageErrorf("which page, of what? as: %s out.html out/", cmd.CommandPath())
			}
			if ext := strings.ToLower(filepath.Ext(args[0])); ext != ".html" && ext != ".htm" {
				return usageErrorf("%s: the page comes first, and its name ends in .html", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if r.Plots < 0 {
				return usageErrorf("--plots %d: give 0 or more", r.Plots)
			}
			for _, path := range args[1:] {
				if err := r.Add(path); err != nil {
					return err
				}
			}
			err := writeWhole(args[0], func(f *os.File) error { return r.Write(f) })
			if err != nil {
				return err
			}
			info, err := os.Stat(args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s, %s\n", args[0], sizeText(info.Size()))
			return nil
		},
	}
	cmd.Flags().StringVar(&r.Title, "title", "Holdfast report", "of the page")
	cmd.Flags().IntVar(&r.Plots, "plots", 40, "flight `records` that are drawn; the others are only in the table")
	return cmd
}
