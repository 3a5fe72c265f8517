package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
	"github.com/holdfast-robotics/holdfast/node/flight"
	node "github.com/holdfast-robotics/holdfast/node/hand"
	nodehw "github.com/holdfast-robotics/holdfast/node/hardware"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// handFlags say which machine a hand has, how its loop keeps its time, and what it serves; its parameters are beside them.
type handFlags struct {
	graphFlags
	stationFlags
	simulated    bool
	robot        bool
	sidecar      string
	replay       string
	record       string
	flight       string
	keep         int
	hardwareOnly bool
	state        string
	classic      string
	topics       bool
	thread       realtime.Options
}

func newHand() *cobra.Command {
	var f handFlags
	var p node.Params
	set := param.Declare(&p)
	cmd := &cobra.Command{
		Use:   "hand (--sim | --robot | --sidecar ADDRESS | --replay FILE) [NAME:=VALUE]...",
		Short: "Run one hand by touch, as a process of its own",
		Long: `Run the control loop of one hand at 1 kHz, and its ROS face: the PR2's gripper sensor stack and hardware, with its names. The node is
/r_gripper_sensor_controller, or l_ with --prefix l_. A master must run ('holdfast master').

The machine is one of
  --sim              a simulated hand over a table, with an object between its open fingers
  --robot            a robot's own gripper controller, over its topics
  --sidecar ADDRESS  a process that owns the bus, over a socket ('holdfast hand sidecar' is a simulated one)
  --replay FILE      a recording made with --record; no ROS, no waiting

Talk to it with the tools of ROS, or these:

  holdfast action send /r_gripper_sensor_controller/grab '{"command": {"hardness_gain": 0.03}}'
  holdfast topic echo /r_gripper_sensor_controller/describe
  holdfast service call /r_gripper_sim/lift
  holdfast service call /r_gripper_sim/fate
  holdfast action send /r_gripper_sensor_controller/release '{"command": {"event": {"trigger_conditions": 2, "acceleration_trigger_magnitude": 5, "slip_trigger_magnitude": 0.01}}}'
  holdfast service call /r_gripper_sim/tap

  rostopic echo /r_gripper_sensor_controller/slip_servo_state
  rostopic pub -1 /r_gripper_sensor_controller/command pr2_controllers_msgs/Pr2GripperCommand '{position: 0.08, max_effort: -1}'

The gripper is the PR2's, or with --hand another: a preset, or a file that describes one's own ('holdfast hand grippers'; doc/hand.md). Its
parameters have defaults of their own where those below are the PR2's.

Parameters are flags here and private parameters of the node: flags count for more. After a change on the parameter server call
/r_gripper_sensor_controller/reload_params. doc/hand-ros.md has all names, doc/hardware.md what --hardware-only serves.

When the process is killed while it holds, a sidecar goes on with its grip for a time; where nothing but the board is left, its watchdog turns
the motor off and the friction of the drive holds what it can. With --state the hand remembers its grip, and takes it over when it is started
again.`,
		Example: `  holdfast master & holdfast hand --sim
  holdfast hand --sim --object egg --fingertip-force-limit 8
  holdfast hand --sim --empty --prefix l_
  holdfast hand --sim --hand parallel-4x4
  holdfast hand grippers parallel-4x4 > mine.yaml; holdfast hand --sim --hand mine.yaml
  holdfast hand --sim --hardware-only
  holdfast hand check --seconds 10`,
		Args: remappings,
	}
	f.graphFlags.bind(cmd)
	bindParams(cmd, set)
	f.stationFlags.bind(cmd)
	fl := cmd.Flags()
	fl.BoolVar(&f.simulated, "sim", false, "a simulated hand")
	fl.BoolVar(&f.robot, "robot", false, "the gripper of a robot, over its topics")
	fl.StringVar(&f.sidecar, "sidecar", "", "`address` of a process that owns the bus: host:port, or the path of a Unix socket")
	fl.StringVar(&f.replay, "replay", "", "`file` to play instead of a bus")
	fl.StringVar(&f.record, "record", "", "write what goes over the bus to this `file`")
	fl.StringVar(&f.flight, "flight", "", "write a flight record of each attempt to this `folder`, for holdfast replay and report")
	fl.IntVar(&f.keep, "flight-keep", 20, "how many `attempts` to keep there; the oldest are removed")
	fl.BoolVar(&f.hardwareOnly, "hardware-only", false, "without the control by touch: controllers are loaded through the controller manager")
	fl.StringVar(&f.state, "state", "", "`file` in which the hand remembers its grip over a restart (default: none)")
	fl.StringVar(&f.classic, "classic", "", "`name` of the stock gripper controller whose command, state and gripper_action are served as well (default: as /r_gripper_controller; - for none)")
	fl.BoolVar(&f.topics, "machine", true, "publish joint_states, pressure, accelerometer and diagnostics, and serve the controller manager; false for the second hand of a machine")
	_ = fl.MarkHidden("gripper") // --hand says it
	bindRealtime(cmd, &f.thread)
	cmd.AddCommand(newHandCheck(), newHandState(), newHandSidecar(), newHandGrippers())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.check(cmd); err != nil {
			return err
		}
		if f.replay != "" {
			return f.play(cmd)
		}
		return f.run(cmd, args, set, p)
	}
	return cmd
}

func (f *handFlags) check(cmd *cobra.Command) error {
	chosen := 0
	for _, c := range []bool{f.simulated, f.robot, f.sidecar != "", f.replay != ""} {
		if c {
			chosen++
		}
	}
	switch {
	case chosen != 1:
		return usageErrorf("which machine? give one of --sim, --robot, --sidecar, --replay")
	case f.thread.Priority < 0 || f.thread.Priority > 99:
		return usageErrorf("--priority %d: give 0 to 99", f.thread.Priority)
	case f.flight != "" && (f.replay != "" || f.hardwareOnly):
		return usageErrorf("--flight records the control by touch; it does not go with --replay and --hardware-only")
	case f.keep < 1:
		return usageErrorf("--flight-keep %d: give 1 or more", f.keep)
	case f.record != "" && f.replay != "":
		return usageErrorf("--record and --replay do not go together")
	case !f.simulated && (f.empty || f.uncalibrated || cmd.Flags().Changed("object")):
		return usageErrorf("--object, --empty and --uncalibrated describe a simulated hand: give them with --sim, or to 'holdfast hand sidecar'")
	}
	return nil
}

// bindRealtime gives a verb the flags of a realtime thread.
func bindRealtime(cmd *cobra.Command, o *realtime.Options) {
	cmd.Flags().IntVar(&o.Priority, "priority", 80, "SCHED_FIFO priority of the loop, where the system allows one; 0 for none")
	cmd.Flags().BoolVar(&o.Memory, "lock-memory", true, "keep the process from being swapped out, where the system allows it")
	cmd.Flags().BoolVar(&o.RawSleep, "raw-sleep", false, "sleep without telling the runtime: for a process that does other work beside the loop")
	cmd.Flags().IntVar(&o.CPU, "cpu", -1, "the only `processor` that the loop may use; -1 for any")
}

// lawOf is the control of a gripper, as far as flags do not say otherwise.
func lawOf(cmd *cobra.Command, g *gripper.Gripper) (p hand.Params, err error) {
	set := param.Declare(&p)
	p = g.Law
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if q, e := set.Get(strings.ReplaceAll(f.Name, "-", "_")); e == nil {
			err = errors.Join(err, q.Set(f.Value.String()))
		}
	})
	return p, err
}

// private are the flags that were given, as private parameters of the node.
func private(cmd *cobra.Command, set *param.Set) (args []string) {
	cmd.Flags().Visit(func(g *pflag.Flag) {
		name := strings.ReplaceAll(g.Name, "-", "_")
		if _, err := set.Get(name); err == nil {
			args = append(args, "_"+name+":="+g.Value.String())
		}
	})
	return args
}

func (f *handFlags) run(cmd *cobra.Command, args []string, set *param.Set, p node.Params) error {
	ctx := cmd.Context()
	log := logger(cmd.ErrOrStderr(), slog.LevelInfo)
	cfg := ros.Config{Name: f.prefix + "gripper_sensor_controller", Master: f.master, Host: f.host, Expose: f.expose, Log: log.Handler(), Args: append(private(cmd, set), args...)}
	if f.hardwareOnly {
		cfg.Name = "realtime_loop"
	}
	g, err := gripper.Find(f.hand)
	if err != nil {
		return err
	}
	if p.Hand, err = lawOf(cmd, g); err != nil {
		return err
	}
	p.Gripper = g.Name
	var given []string
	for _, a := range cfg.Args {
		if name, _, ok := strings.Cut(strings.TrimPrefix(a, "_"), ":="); ok && strings.HasPrefix(a, "_") {
			given = append(given, name)
		}
	}
	n, err := ros.NewNode(ctx, cfg)
	if err != nil {
		return err
	}
	defer n.Close()
	if f.expose {
		fmt.Fprintf(cmd.ErrOrStderr(), "exposed at %s: anyone who reaches it can move this hand\n", n.URI())
	}
	machine, place, err := f.machine(cmd, n, g)
	if err != nil {
		return err
	}
	nodehw.PrepareProcess()
	loop, err := hardware.New(machine.Bus, machine.Config)
	if err != nil {
		return errors.Join(err, machine.Bus.Close())
	}
	// Once the loop has run it has closed the bus; faces end before it.
	if !f.hardwareOnly {
		opt := node.Options{Classic: f.classic, State: f.state, Given: given}
		if f.flight != "" {
			stop := f.recorder(n, log, &opt)
			defer stop()
		}
		face, err := node.New(ctx, n, loop, g.Layout(), p, opt)
		if err != nil {
			return errors.Join(err, loop.Shutdown())
		}
		defer face.Close()
	}
	if f.topics || f.hardwareOnly {
		face, err := nodehw.New(n, loop, nodehw.Options{Problem: func(text string) { log.Warn(text) }})
		if err != nil {
			return errors.Join(err, loop.Shutdown())
		}
		defer face.Close()
	}
	if place != nil {
		done, err := stationNode(ctx, &f.graphFlags, f.prefix, log, place, loop.Do)
		if err != nil {
			return errors.Join(err, loop.Shutdown())
		}
		defer done()
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "hand %s is ready\n", n.Name())
	return f.loop(ctx, cmd, log, n, loop, &machine)
}

// recorder has the attempts of the hand recorded until it is stopped.
func (f *handFlags) recorder(n *ros.Node, log *slog.Logger, opt *node.Options) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background()) // it ends after the loop
	var wait sync.WaitGroup
	opt.Observe = func(c *hand.Controller) error {
		live, err := flight.NewLive(c, flight.LiveConfig{
			Dir: f.flight, Name: strings.TrimPrefix(n.Name(), "/"), Keep: f.keep, Problem: func(err error) { log.Warn("flight record", "err", err) },
			Now: func() time.Time { t := n.Clock().Now(); return time.Unix(int64(t.Sec), int64(t.Nsec)) },
		})
		if err != nil {
			return err
		}
		c.Observe(live)
		wait.Go(func() { live.Run(ctx) })
		return nil
	}
	return func() { cancel(); wait.Wait() }
}

// machine makes the bus that the flags ask for, and the surroundings of a simulated one.
func (f *handFlags) machine(cmd *cobra.Command, n *ros.Node, g *gripper.Gripper) (m nodehw.Machine, place *station.Station, err error) {
	actuator := f.prefix + "gripper_motor"
	switch {
	case f.simulated:
		if place, err = f.station(cmd, g); err == nil {
			m = nodehw.Of(place.Bus)
		}
	case f.robot:
		m, err = nodehw.RobotMachine(n, actuator, g)
	default:
		ctx, cancel := context.WithTimeout(cmd.Context(), f.timeout)
		defer cancel()
		m, err = nodehw.SidecarMachine(ctx, f.sidecar, g)
	}
	if err != nil || f.record == "" {
		return m, place, err
	}
	m, err = nodehw.Recorded(m, f.record)
	return m, place, err
}

// loop runs the loop until the command or the node is asked to end: on a thread of its own, or by simulated time.
func (f *handFlags) loop(ctx context.Context, cmd *cobra.Command, log *slog.Logger, n *ros.Node, loop *hardware.Loop, machine *nodehw.Machine) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(n.Context(), cancel)()
	if n.Simulated() || f.simulated {
		var wait sync.WaitGroup
		defer wait.Wait()
		defer cancel()
		for _, b := range machine.Background {
			wait.Go(func() { b(ctx) })
		}
		return byClock(ctx, loop, n.Clock())
	}
	var late, work hardware.Histogram
	err := nodehw.Run(ctx, loop, nodehw.RunOptions{
		Thread: f.thread, Lateness: &late, Work: &work, Background: machine.Background, Gone: machine.Gone, Steps: func(s []realtime.Step) { said(cmd.ErrOrStderr(), s) },
	})
	if late.N() > 0 {
		log.Info("the loop has ended", "cycles", late.N(), "late_p99", late.Quantile(0.99), "late_max", late.Max(), "work_p99", work.Quantile(0.99), "work_max", work.Max())
	}
	return err
}

// byClock steps the loop by a clock that others keep: simulated time, or the wall for a simulated machine, whose time goes on by whole
// cycles. What the machine that runs the simulation is late is made up for, and is no delay in the simulated world.
func byClock(ctx context.Context, loop *hardware.Loop, c clock.Clock) error {
	const (
		tick   = time.Millisecond
		behind = time.Second // a jump of the clock by more is not made up for
	)
	now, until, last := time.Duration(0), time.Duration(0), c.Now()
	for {
		if err := c.Sleep(ctx, tick); err != nil && !errors.Is(err, clock.ErrJumped) {
			return loop.Shutdown()
		}
		t := c.Now()
		if !last.IsZero() {
			until += min(max(0, t.Sub(last)), behind)
		}
		for last = t; now+tick <= until; {
			now += tick
			loop.Step(now)
		}
	}
}

// play runs a recording, as fast as it can.
func (f *handFlags) play(cmd *cobra.Command) error {
	r, err := nodehw.Play(f.replay)
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
