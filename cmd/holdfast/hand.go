package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
	node "github.com/holdfast-robotics/holdfast/node/hardware"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/sim/drill"
)

// handFlags say which machine a hand has, and how its loop keeps its time.
type handFlags struct {
	graph        graphFlags
	sim          bool
	robot        bool
	sidecar      string
	replay       string
	record       string
	hardwareOnly bool
	uncalibrated bool
	seed         uint64
	name         string
	rt           realtime.Options
}

func newHand() *cobra.Command {
	var f handFlags
	cmd := &cobra.Command{
		Use:   "hand",
		Short: "Run a gripper: the loop of a kilohertz, and its ROS face",
		Long: `Run the loop of a gripper in a process of its own: bus, motor, sensors, joint and controllers at 1 kHz, with what the PR2 had of it on
ROS: joint_states, mechanism_statistics, pressure and acceleration, /diagnostics, the services of the controller manager, halt and reset.

The machine is one of
  --sim              a simulated gripper
  --robot            a robot's own gripper controller, over its topics
  --sidecar ADDRESS  a process that owns the bus, over a socket (doc/hardware.md tells the protocol)
  --replay FILE      a recording made with --record

'holdfast hand check' says whether this computer can keep the time, 'holdfast hand state' shows what a motor's state tells.`,
		Example: `  holdfast master & holdfast hand --sim --hardware-only
  holdfast hand check --seconds 10
  holdfast hand state --plot state.png`,
		Args: cobra.NoArgs,
	}
	f.graph.bind(cmd)
	p := cmd.Flags()
	p.BoolVar(&f.sim, "sim", false, "a simulated gripper")
	p.BoolVar(&f.robot, "robot", false, "the gripper of a robot, over its topics")
	p.StringVar(&f.sidecar, "sidecar", "", "`address` of a process that owns the bus: host:port, or the path of a Unix socket")
	p.StringVar(&f.replay, "replay", "", "`file` to play instead of a bus; no ROS, no waiting")
	p.StringVar(&f.record, "record", "", "write what goes over the bus to this `file`")
	p.BoolVar(&f.hardwareOnly, "hardware-only", false, "without the control by touch: controllers are loaded through the controller manager")
	p.BoolVar(&f.uncalibrated, "uncalibrated", false, "with --sim: a board that remembers no zero")
	p.Uint64Var(&f.seed, "seed", 1, "with --sim: seed of the sensors' noise")
	p.StringVar(&f.name, "actuator", "r_gripper_motor", "`name` of the motor")
	bindRealtime(cmd, &f.rt)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(cmd) }
	cmd.AddCommand(newHandCheck(), newHandState(), newHandSidecar())
	return cmd
}

// bindRealtime gives a verb the flags of a realtime thread.
func bindRealtime(cmd *cobra.Command, o *realtime.Options) {
	cmd.Flags().IntVar(&o.Priority, "priority", 80, "SCHED_FIFO priority of the loop, where the system allows one; 0 for none")
	cmd.Flags().BoolVar(&o.Memory, "lock-memory", true, "keep the process from being swapped out, where the system allows it")
	cmd.Flags().IntVar(&o.CPU, "cpu", -1, "the only `processor` that the loop may use; -1 for any")
}

func (f *handFlags) run(cmd *cobra.Command) error {
	chosen := 0
	for _, c := range []bool{f.sim, f.robot, f.sidecar != "", f.replay != ""} {
		if c {
			chosen++
		}
	}
	switch {
	case chosen != 1:
		return usageErrorf("which machine? give one of --sim, --robot, --sidecar, --replay")
	case f.rt.Priority < 0 || f.rt.Priority > 99:
		return usageErrorf("--priority %d: give 0 to 99", f.rt.Priority)
	case f.record != "" && f.replay != "":
		return usageErrorf("--record and --replay do not go together")
	case !f.hardwareOnly && f.replay == "":
		return usageErrorf("control by touch has no ROS face yet; give --hardware-only")
	}
	if f.replay != "" {
		return f.play(cmd)
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	n, err := ros.NewNode(cmd.Context(), ros.Config{
		Name: "realtime_loop", Master: f.graph.master, Host: f.graph.host, Expose: f.graph.expose, Log: log.Handler(), Args: os.Args[1:],
	})
	if err != nil {
		return err
	}
	defer n.Close()
	machine, err := f.machine(cmd, n)
	if err != nil {
		return err
	}
	loop, err := hardware.New(machine.Bus, machine.Config)
	if err != nil {
		return errors.Join(err, machine.Bus.Close())
	}
	face, err := node.New(n, loop, node.Options{Problem: func(text string) { log.Warn(text) }})
	if err != nil {
		return errors.Join(err, loop.Shutdown())
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "hand %s is ready\n", f.name)
	err = node.Run(cmd.Context(), loop, node.RunOptions{Thread: f.rt, Steps: func(s []realtime.Step) { said(cmd.ErrOrStderr(), s) }, Background: machine.Background})
	return errors.Join(err, face.Close())
}

func said(w io.Writer, steps []realtime.Step) {
	for _, s := range steps {
		fmt.Fprintf(w, "loop: %v\n", s)
	}
}

// machine makes the bus that the flags ask for.
func (f *handFlags) machine(cmd *cobra.Command, n *ros.Node) (node.Machine, error) {
	var m node.Machine
	var err error
	switch {
	case f.sim:
		m, err = node.SimulatedMachine(f.name, !f.uncalibrated, f.seed)
	case f.robot:
		m, err = node.RobotMachine(n, f.name)
	default:
		ctx, cancel := context.WithTimeout(cmd.Context(), f.graph.timeout)
		defer cancel()
		m, err = node.SidecarMachine(ctx, f.sidecar)
	}
	if err != nil || f.record == "" {
		return m, err
	}
	return node.Recorded(m, f.record)
}

// play runs a recording, as fast as it can.
func (f *handFlags) play(cmd *cobra.Command) error {
	r, err := node.Play(f.replay)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d cycles, %d exchanges, %v\n", r.Cycles, r.Exchanges, r.Last)
	if r.Halt != "" {
		fmt.Fprintln(cmd.OutOrStdout(), r.Halt)
	}
	fmt.Fprintln(cmd.OutOrStdout(), "commands:", r.Diverged)
	return nil
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
