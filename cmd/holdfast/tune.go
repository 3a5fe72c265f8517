package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/hand/tune"
	"github.com/holdfast-robotics/holdfast/node/flight"
)

func newTune() *cobra.Command {
	var asJSON bool
	var output string
	var alarms float64
	cmd := &cobra.Command{
		Use:   "tune RECORD...",
		Short: "Look for better thresholds over recorded attempts whose truth is known",
		Long: `Sweep the thresholds of the hand's cues (contact, slip, impact) over flight records of simulated attempts, which know when each finger
really pressed the object, when it slid, and when something struck. For each threshold: how many of the events the cue sees (hits) and in how many of the other
frames it is wrong (false alarms), the area under that curve, and the value with the most hits within the false alarms that are allowed.

Each cue is judged alone, with the other settings as they were recorded; a controller uses several together. So try what is suggested:

  holdfast tune out -o new.yaml
  holdfast replay out --against new.yaml     # where the hand would go another way
  holdfast bench grip --params new.yaml        # where that ends

Records without truth, as those of a real hand, are left out and counted.`,
		Example: `  holdfast bench grip --objects egg,soup-can,mug --trials 10 --record out
  holdfast tune out
  holdfast tune out --false-alarms 0.001 -o new.yaml
  holdfast tune out --json | jq '.curves[] | {name, auc, suggested}'`,
		Args: needRecords,
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document, with every point of the curves")
	cmd.Flags().StringVarP(&output, "output", "o", "", "write the suggested parameters to this YAML `file`")
	cmd.Flags().Float64Var(&alarms, "false-alarms", 0.01, "part of the frames without an event in which a cue may be wrong")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !(alarms >= 0 && alarms < 1) {
			return usageErrorf("--false-alarms %g: give a part from 0 to below 1", alarms)
		}
		files, err := flight.Find(args)
		if err != nil {
			return err
		}
		res, err := tuneAll(cmd, files, alarms)
		if err != nil {
			return err
		}
		text := tunedYAML(&res, len(files))
		if output != "" {
			err := writeWhole(output, func(f *os.File) error {
				_, err := f.WriteString(text)
				return err
			})
			if err != nil {
				return err
			}
		}
		if asJSON {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(res)
		}
		return printTuned(cmd.OutOrStdout(), &res, text)
	}
	return cmd
}

// tuneAll gathers the records, on all cores; a record that cannot be read ends it.
func tuneAll(cmd *cobra.Command, files []string, alarms float64) (tune.Result, error) {
	parts, errs := make([]*tune.Tuner, len(files)), make([]error, len(files))
	eachRecord(cmd, files, func(i int) {
		r, err := flight.Open(files[i])
		if err != nil {
			errs[i] = err
			return
		}
		outcome, believed := "", false
		if r.Outcome != nil && r.Head.Source == "rehearsal" {
			outcome, believed = r.Outcome.Outcome, r.Outcome.Believed
		}
		parts[i] = tune.New()
		if err := parts[i].Add(&r.Tape, outcome, believed); err != nil {
			errs[i] = fmt.Errorf("%s: %w", files[i], err)
		}
	})
	if err := cmd.Context().Err(); err != nil {
		return tune.Result{}, err
	}
	sum := tune.New()
	for i, t := range parts {
		if errs[i] != nil {
			return tune.Result{}, errs[i]
		}
		sum.Merge(t)
	}
	return sum.Result(alarms), nil
}

// tunedYAML are the suggestions that are worth a change, as --against and holdfast hand take them.
func tunedYAML(res *tune.Result, records int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# suggested by holdfast tune from %s\n", count(records, "flight record"))
	n := 0
	for i := range res.Curves {
		c := &res.Curves[i]
		if !c.Change {
			continue
		}
		if !c.IsParam {
			fmt.Fprintf(&b, "# %s of commands: %g %s\n", c.Name, c.Suggested, c.Unit)
			continue
		}
		n++
		fmt.Fprintf(&b, "%s: %g  # was %g; hits %.1f %% instead of %.1f %%, false alarms %.2f %% instead of %.2f %%\n",
			c.Name, c.Suggested, c.Now.Value, 100*c.Best.TPR, 100*c.Now.TPR, 100*c.Best.FPR, 100*c.Now.FPR)
		for _, name := range slices.Sorted(maps.Keys(c.Also)) {
			fmt.Fprintf(&b, "%s: %g  # goes with it\n", name, c.Also[name])
		}
	}
	if n == 0 {
		b.WriteString("# no parameter is worth a change\n")
	}
	return b.String()
}

func printTuned(out io.Writer, res *tune.Result, text string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "threshold\tcue\tevents\tothers\tAUC\tnow\thits %\tfalse %\tsuggested\thits %\tfalse %\tdelay ms\tdecision")
	for i := range res.Curves {
		c := &res.Curves[i]
		auc, now, hits, alarms, best, bestHits, bestAlarms, delay := "-", "-", "-", "-", "-", "-", "-", "-"
		if c.AUC >= 0 {
			auc = fmt.Sprintf("%.3f", c.AUC)
			best, bestHits, bestAlarms = fmt.Sprintf("%g", c.Suggested), fmt.Sprintf("%.1f", 100*c.Best.TPR), fmt.Sprintf("%.2f", 100*c.Best.FPR)
			if c.Best.Delay >= 0 {
				delay = fromTo("%.0f", 1e3*c.Now.Delay, 1e3*c.Best.Delay)
			}
		}
		if c.IsParam {
			now = fmt.Sprintf("%g", c.Now.Value)
			if c.AUC >= 0 {
				hits, alarms = fmt.Sprintf("%.1f", 100*c.Now.TPR), fmt.Sprintf("%.2f", 100*c.Now.FPR)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c.Name, c.Cue, c.Positives, c.Negatives, auc, now, hits, alarms, best, bestHits, bestAlarms, delay, c.Why)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if b := &res.Belief; b.Records > 0 {
		fmt.Fprintf(out, "\n%s with a known outcome: %d held, of which the hand believed %d; %d lost, of which it believed %d held\n",
			count(b.Records, "record"), b.RightlyHeld+b.WronglyLost, b.RightlyHeld, b.WronglyHeld+b.RightlyLost, b.WronglyHeld)
	}
	if res.Ignored > 0 {
		fmt.Fprintf(out, "%s left out: there is no truth in them\n", count(res.Ignored, "record"))
	}
	_, err := fmt.Fprintf(out, "\n%s", text)
	return err
}
