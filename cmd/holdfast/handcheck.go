package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
	node "github.com/holdfast-robotics/holdfast/node/hardware"
	"github.com/holdfast-robotics/holdfast/sim/drill"
)

func said(w io.Writer, steps []realtime.Step) {
	for _, s := range steps {
		fmt.Fprintf(w, "loop: %v\n", s)
	}
}

func newHandState() *cobra.Command {
	var seed uint64
	var plot string
	var asJSON, fields bool
	cmd := &cobra.Command{
		Use:   "state",
		Short: "Show what a motor's state tells while a simulated hand works",
		Long: `Put a simulated gripper through open, close on an object, stall, halt, reset and calibrate, and print the 24 fields of ActuatorState at
the end of each. '-' is a field that the board does not provide: gripper boards have no calibration switch.`,
		Example: `  holdfast hand state --plot state.png
  holdfast hand state --fields`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the sensors' noise")
	cmd.Flags().StringVar(&plot, "plot", "", "draw it to this PNG `file`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&fields, "fields", false, "say what each field means instead, in which unit, and who writes it")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if fields {
			return printFields(cmd.OutOrStdout())
		}
		if plot != "" && !strings.HasSuffix(plot, ".png") {
			return usageErrorf("--plot %s: give a name that ends in .png", plot)
		}
		r, err := drill.Run(seed)
		if err != nil {
			return err
		}
		if plot != "" {
			b, err := r.Picture()
			if err != nil {
				return err
			}
			if err := os.WriteFile(plot, b, 0o666); err != nil {
				return fault.New("write plot", plot, fault.Permission, "%w", err)
			}
		}
		return printStates(cmd.OutOrStdout(), r, asJSON)
	}
	return cmd
}

func printFields(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "field\tunit\twritten by\tmeaning")
	for i := range hardware.Fields {
		f := &hardware.Fields[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Name, f.Unit, f.Writer, f.Meaning)
	}
	return w.Flush()
}

func printStates(out io.Writer, r *drill.Report, asJSON bool) error {
	if asJSON {
		var list []map[string]any
		for i := range r.Phases {
			p := &r.Phases[i]
			row := map[string]any{"phase": p.Name, "what": p.Doc, "end_s": p.End.Seconds(), "gap_m": p.Gap, "effort_n": p.Effort, "halt": p.Halt}
			for k := range hardware.Fields {
				row[hardware.Fields[k].Name] = hardware.Fields[k].Value(&p.State)
			}
			list = append(list, row)
		}
		return json.NewEncoder(out).Encode(list)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	row := func(name, unit string, value func(*drill.Phase) string) {
		fmt.Fprintf(w, "%s\t%s", name, unit)
		for i := range r.Phases {
			fmt.Fprintf(w, "\t%s", value(&r.Phases[i]))
		}
		fmt.Fprintln(w)
	}
	row("field", "unit", func(p *drill.Phase) string { return p.Name })
	for k := range hardware.Fields {
		f := &hardware.Fields[k]
		row(f.Name, f.Unit, func(p *drill.Phase) string { return f.Value(&p.State) })
	}
	row("gap", "m", func(p *drill.Phase) string { return fmt.Sprintf("%.5f", p.Gap) })
	row("effort at the gap", "N", func(p *drill.Phase) string { return fmt.Sprintf("%.1f", p.Effort) })
	if err := w.Flush(); err != nil {
		return err
	}
	for i := range r.Phases {
		if p := &r.Phases[i]; p.Halt != "" {
			fmt.Fprintf(out, "\n%s: %s\n", p.Name, p.Halt)
		}
	}
	_, err := fmt.Fprintf(out, "calibrate: %v\n", r.Calibration)
	return err
}

func newHandCheck() *cobra.Command {
	var o realtime.Options
	var seconds float64
	var beside string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Say whether this computer can keep the time of a hand, and what to change",
		Long: `Look at limits, priorities and kernel, and run the loop of a simulated hand at 1 kHz for a while: how late it wakes, how long a cycle
takes. With --beside something else works meanwhile: perception, segmenting a table again and again, in another process as it should be,
or in the same one as it should not.`,
		Example: `  holdfast hand check
  holdfast hand check --seconds 30 --beside process
  holdfast hand check --beside same`,
		Args: cobra.NoArgs,
	}
	bindRealtime(cmd, &o)
	cmd.Flags().Float64Var(&seconds, "seconds", 5, "how long to run")
	cmd.Flags().StringVar(&beside, "beside", "none", "what works meanwhile: none, or perception in another process or in the same: process, same")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if !(seconds >= 0.1 && seconds <= 3600) {
			return usageErrorf("--seconds %g: give 0.1 to 3600", seconds)
		}
		if o.Priority < 0 || o.Priority > 99 {
			return usageErrorf("--priority %d: give 0 to 99", o.Priority)
		}
		if beside != "none" && beside != "process" && beside != "same" {
			return usageErrorf("--beside %s: give none, process or same", beside)
		}
		node.PrepareProcess()
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, f := range realtime.Check(max(1, o.Priority)) {
			mark := "ok"
			if !f.Good {
				mark = "change"
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", mark, f.Name, f.Value, f.Advice)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(cmd.Context())
		defer cancel()
		var err error
		wait := func() error { return nil }
		switch beside {
		case "process":
			wait, err = workElsewhere(ctx)
		case "same":
			wait, err = workHere(ctx)
		}
		if err != nil {
			return err
		}
		t, err := node.Measure(cmd.Context(), o, time.Duration(seconds*float64(time.Second)))
		cancel()
		if e := wait(); err == nil {
			err = e
		}
		if err != nil {
			return err
		}
		said(cmd.OutOrStdout(), t.Steps)
		return printTiming(cmd.OutOrStdout(), t, beside)
	}
	cmd.AddCommand(newHandLoad())
	return cmd
}

func printTiming(out io.Writer, t *node.Timing, beside string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "beside %s\tp50\tp99\tp99.9\tmax us\n", beside)
	for _, h := range []struct {
		name string
		h    *hardware.Histogram
	}{{"late by", &t.Lateness}, {"cycle takes", &t.Work}} {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", h.name, h.h.Quantile(0.5).Microseconds(), h.h.Quantile(0.99).Microseconds(), h.h.Quantile(0.999).Microseconds(), h.h.Max().Microseconds())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	verdict := "fit for a hand of torque-commanded drives"
	switch p := t.Lateness.Quantile(0.99); {
	case t.Pace.TooSlow:
		verdict = fmt.Sprintf("not fit: the loop fell to %.0f Hz and halted the motors", t.Pace.SlowRate)
	case p > 300*time.Microsecond:
		verdict = "p99 is over 300 us: see the lines marked change"
	case p > 150*time.Microsecond:
		verdict = "usable; p99 is over 150 us: see the lines marked change"
	}
	_, err := fmt.Fprintf(out, "%d cycles, %d overruns, %d periods skipped, %d allocations a cycle: %s\n", t.Work.N(), t.Pace.Overruns, t.Pace.SkippedPeriods, t.Allocations, verdict)
	return err
}
