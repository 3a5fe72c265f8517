package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/node/flight"
	"github.com/holdfast-robotics/holdfast/sim/grip"
)

func newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Compare ways to grip, and see what faults do",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBenchGrip(), newBenchFaults())
	return cmd
}

func newBenchGrip() *cobra.Command {
	var b grip.Bench
	var asJSON bool
	var plot, records, settings string
	cmd := &cobra.Command{
		Use:   "grip",
		Short: "Touch against fixed forces and position alone, on everyday objects",
		Long: `Pick every object of the catalogue again and again, with its place, friction and mass varied and with noisy sensors: by touch, with
a fixed force of 5, 10 and 15 N, and by position alone, closing to 4 mm less than the object's true width. One row for each controller and
object, the sums at the end. Where touch fails, forces from 0.5 to 30 N are tried on the same trial: those that none could hold do not count
as possible. A hand with a fixed force does not probe the load while it lifts, as touch does: all that could come of that is another force.

--hand takes another gripper than the PR2-like one of the simulation: a preset ('holdfast hand grippers'), or a file that describes one.
A hand without pads feels no slip; by touch it grips with hand.bare_grip.`,
		Example: `  holdfast bench grip --plot grip.png
  holdfast bench grip --objects egg,soup-can --trials 5 --json
  holdfast bench grip --hand parallel-4x4`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.Trials < 1 {
				return usageErrorf("--trials %d: give 1 or more", b.Trials)
			}
			if settings != "" {
				var err error
				if b.Hand, err = handValues(settings); err != nil {
					return err
				}
			}
			n, err := b.Count()
			if err != nil {
				return err
			}
			if records != "" {
				b.Witness = flight.Trials(records)
			}
			bar := progress(cmd.ErrOrStderr(), n, "trials")
			var mu sync.Mutex
			res, err := b.Run(cmd.Context(), func() {
				mu.Lock()
				defer mu.Unlock()
				bar.add()
			})
			bar.clear()
			if err != nil {
				return err
			}
			if plot != "" {
				err := writeWhole(plot, func(f *os.File) error {
					picture, err := res.PNG()
					if err == nil {
						_, err = f.Write(picture)
					}
					return err
				})
				if err != nil {
					return err
				}
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(res.Rows)
			}
			return printGrip(cmd.OutOrStdout(), &res)
		},
	}
	cmd.Flags().StringSliceVar(&b.Objects, "objects", nil, "objects of the catalogue; all of them by default")
	cmd.Flags().IntVar(&b.Trials, "trials", 20, "times that each is tried")
	cmd.Flags().Uint64Var(&b.Seed, "seed", 1, "seed of everything that is drawn at random")
	cmd.Flags().StringVar(&b.Gripper, "hand", "", "`gripper`: a preset, or a file that ends in .yaml")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON list of rows")
	cmd.Flags().StringVar(&plot, "plot", "", "draw the outcomes to this PNG `file`")
	cmd.Flags().StringVar(&settings, "params", "", "YAML `file` with parameters of the hand that grips by touch, as \"slip_gain: 1.3\"")
	bindFlight(cmd, &records)
	cmd.Flags().Lookup("record").Usage = "write a flight record of each trial by touch to this `folder`, for holdfast replay, tune and report"
	return cmd
}

func printGrip(out io.Writer, res *grip.Result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "controller\tobject\ttrials\theld\tslipped\tcrushed\tmissed\tof possible\tforce N\tslip mm")
	for _, r := range res.Rows {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d/%d\t%.1f\t%.1f\n", r.Controller, r.Object, r.Trials, r.Held, r.Slipped, r.Crushed, r.Missed, r.PossibleHeld, r.Possible, r.ForceNMedian, r.SlipMMedian*1e3)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i, f := range res.Failed {
		if i == 0 {
			fmt.Fprintln(out, "\ntouch failed where a fixed force holds:")
		}
		fmt.Fprintf(out, "%s, trial %d: %s (%g N holds): %s\n", f.Object, f.Trial, f.Outcome, f.Force, f.Reason)
	}
	return nil
}
