package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/node/simrecord"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/sim"
	things "github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/scenario"
)

func newSim() *cobra.Command {
	var s scenario.Scenario
	var asJSON, totals bool
	var csv, record string
	var every int
	cmd := &cobra.Command{
		Use:   "sim [SCENARIO.yaml]",
		Short: "Run grip experiments in the simulated world",
		Long: `Try objects, grasps and controllers in the simulated world, as a scenario file or the flags describe, and print one row a trial:
the outcome read from the world, the grip force, the largest force, and the reason where an object was not held.

A controller is "touch", or a number: a hand that squeezes with that force whatever it feels. A scenario in YAML:

  name: what a fixed force does
  objects: [egg, soup-can, wine-glass]     # of the catalogue; "fitting" for all that fit the hand
  controllers: [touch, 5, 10, 15]          # N
  grasps: [side, overhead]
  trials: 5
  noise: {friction: 0.1, mass: 0.1, place: 0.003}
  sensors: real                            # or ideal
  gripper: pr2                             # or generic
  pads: matrix 4x4                         # or pr2, single cell, three-axis 4x4
  custom:
    - {name: brick, box: [0.1, 0.05, 0.08], mass: 1.2, friction: 0.6}`,
		Example: `  holdfast sim --objects egg,soup-can,wine-glass --controllers touch,5,10,15
  holdfast sim grip.yaml --json
  holdfast sim --objects egg --csv egg.csv
  holdfast sim --objects egg --record egg.mcap
  holdfast sim creep`,
		Args: cobra.MaximumNArgs(1),
	}
	cmd.Flags().StringSliceVar(&s.Objects, "objects", nil, "objects of the catalogue, or fitting for all that fit the hand")
	cmd.Flags().StringSliceVar(&s.Grasps, "grasps", []string{"side"}, "side, overhead")
	cmd.Flags().StringSliceVar(&s.Controllers, "controllers", []string{"touch"}, "touch, or fixed forces in newtons")
	cmd.Flags().IntVar(&s.Trials, "trials", 1, "times that each is tried")
	cmd.Flags().Uint64Var(&s.Seed, "seed", 1, "seed of everything that is drawn at random")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON list of rows (of sums with --totals)")
	cmd.Flags().BoolVar(&totals, "totals", false, "count outcomes by controller and object")
	cmd.Flags().StringVar(&csv, "csv", "", "write forces, poses and cells over time to this `file`")
	cmd.Flags().StringVar(&record, "record", "", "write poses, gap, pads, forces, phases and outcomes as ROS messages to this recording, .mcap or .bag")
	cmd.Flags().IntVar(&every, "every", 10, "milliseconds between the lines of --csv and the messages of --record")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		run := &s
		if len(args) == 1 {
			text, err := os.ReadFile(args[0])
			if err != nil {
				return fault.File("read scenario", args[0], err)
			}
			if run, err = scenario.Parse(args[0], text); err != nil {
				return err
			}
			for flag, set := range map[string]func(){
				"objects": func() { run.Objects = s.Objects }, "grasps": func() { run.Grasps = s.Grasps },
				"controllers": func() { run.Controllers = s.Controllers }, "trials": func() { run.Trials = s.Trials }, "seed": func() { run.Seed = s.Seed },
			} {
				if cmd.Flags().Changed(flag) {
					set()
				}
			}
		} else if len(s.Objects) == 0 {
			return usageErrorf("which experiment? give a scenario file, or --objects egg,soup-can")
		}
		if csv != "" && record != "" {
			return usageErrorf("--csv and --record: give one of them")
		}
		rows, err := simulate(cmd, run, csv, record, every)
		if err != nil {
			return err
		}
		return printTrials(cmd.OutOrStdout(), rows, asJSON, totals)
	}
	cmd.AddCommand(newSimCreep(), newSimObjects(), newSimRobot())
	return cmd
}

// simulate runs the trials, with a progress bar, and a recording where one is asked for.
func simulate(cmd *cobra.Command, s *scenario.Scenario, csv, record string, every int) ([]scenario.Row, error) {
	s.Defaults()
	n, err := s.Count()
	if err != nil {
		return nil, err
	}
	bar := progress(cmd.ErrOrStderr(), n, "trials")
	defer bar.clear()
	var mu sync.Mutex
	done := func() {
		mu.Lock()
		defer mu.Unlock()
		bar.add()
	}
	if record != "" {
		return recordTrials(cmd.Context(), s, record, every, done)
	}
	if csv == "" {
		return s.Run(cmd.Context(), done)
	}
	var rows []scenario.Row
	err = writeWhole(csv, func(f *os.File) (err error) {
		rows, err = s.Record(cmd.Context(), f, every, done)
		return err
	})
	return rows, err
}

// recordTrials runs the trials and writes them to a recording, which appears when it is whole.
func recordTrials(ctx context.Context, s *scenario.Scenario, path string, every int, done func()) ([]scenario.Row, error) {
	if every < 1 {
		return nil, usageErrorf("--every %d: give 1 or more", every)
	}
	format, err := bag.FormatOf(path)
	if err != nil {
		return nil, usageError{err}
	}
	var rows []scenario.Row
	err = writeWhole(path, func(f *os.File) error {
		w, err := bag.NewWriter(f, bag.Options{Format: format})
		if err != nil {
			return err
		}
		rec := simrecord.New(w)
		rows, err = s.Observe(ctx, func(trial int, w *sim.World, st *hand.Status, p pick.Phase, n int) error {
			if n%every != 0 {
				return nil
			}
			return rec.Step(trial, w, st, p)
		}, func(_ int, r *scenario.Row) error {
			done()
			return rec.End(r)
		})
		if err != nil {
			return err
		}
		return w.Close()
	})
	return rows, err
}

func printTrials(out io.Writer, rows []scenario.Row, asJSON, totals bool) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	switch {
	case asJSON && totals:
		return json.NewEncoder(out).Encode(scenario.Summarize(rows, false))
	case asJSON:
		return json.NewEncoder(out).Encode(rows)
	case totals:
		fmt.Fprintln(w, "controller\tobject\ttrials\theld\tslipped\tcrushed\tmissed\tmedian force N")
		for _, s := range append(scenario.Summarize(rows, false), scenario.Summarize(rows, true)...) {
			fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%.1f\n", s.Controller, s.Object, s.Trials, s.Held, s.Slipped, s.Crushed, s.Missed, s.ForceNMedian)
		}
	default:
		fmt.Fprintln(w, "controller\tobject\tgrasp\toutcome\tforce N\tpeak N\tslip mm\tfelt kN/m\treason")
		for _, r := range rows {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.1f\t%.1f\t%.1f\t%.1f\t%s\n", r.Controller, r.Object, r.Grasp, r.Outcome, r.ForceN, r.PeakForceN, r.SlipM*1e3, r.Hardness/1e3, r.Reason)
		}
		sums := scenario.Summarize(rows, true)
		for _, s := range sums {
			fmt.Fprintf(w, "\n%s: %d of %d held, %d slipped, %d crushed, %d missed", s.Controller, s.Held, s.Trials, s.Slipped, s.Crushed, s.Missed)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func newSimCreep() *cobra.Command {
	var loads []float64
	var seconds float64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "creep",
		Short: "Measure how far a held object creeps",
		Long: `Hold a capsule of 45 g and 4 mm radius between pads with a friction of 0.7 and measure its drift: the experiment in which
general-purpose simulators, which let friction yield a little, lose what they hold.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, l := range loads {
				if !(l >= 0 && l <= 200) {
					return usageErrorf("--load %g: give 0 to 200 N", l)
				}
			}
			if !(seconds > 0 && seconds <= 3600) {
				return usageErrorf("--seconds %g: give up to 3600", seconds)
			}
			res, err := sim.Creep(loads, seconds)
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(res)
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "load N\tcreep um/s\theld")
			for _, r := range res {
				held := "yes"
				if !r.Held {
					held = "no"
				}
				fmt.Fprintf(w, "%g\t%.3g\t%s\n", r.LoadN, r.CreepUmPerSec, held)
			}
			return w.Flush()
		},
	}
	cmd.Flags().Float64SliceVar(&loads, "load", []float64{12, 30, 60}, "grip forces, N")
	cmd.Flags().Float64Var(&seconds, "seconds", 10, "time over which the drift is measured")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON list")
	return cmd
}

func newSimObjects() *cobra.Command {
	return &cobra.Command{
		Use:   "objects",
		Short: "List the objects of the catalogue, with what a grasp needs to know of them",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "name\tkind\tsize mm\tmass g\tfriction\thold N\tdamaged at N")
			for _, o := range things.All() {
				size, damaged := o.RestHalf(), "-"
				if o.CrushForce > 0 {
					damaged = fmt.Sprintf("%g", o.CrushForce)
				}
				fmt.Fprintf(w, "%s\t%s\t%.0f x %.0f x %.0f\t%.0f\t%.2f\t%.1f\t%s\n",
					o.Name, o.Kind, 2e3*size.X, 2e3*size.Y, 2e3*size.Z, 1e3*o.Mass, o.Friction, o.HoldForce(), damaged)
			}
			return w.Flush()
		},
	}
}
