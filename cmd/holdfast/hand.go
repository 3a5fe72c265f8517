package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
	"github.com/holdfast-robotics/holdfast/node/board"
	node "github.com/holdfast-robotics/holdfast/node/hand"
	nodehw "github.com/holdfast-robotics/holdfast/node/hardware"
	nodest "github.com/holdfast-robotics/holdfast/node/station"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// stationFlags say what a simulated hand has between its fingers.
type stationFlags struct {
	prefix string
	object string
	empty  bool
	ideal  bool
	seed   uint64
}

func (f *stationFlags) bind(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.prefix, "prefix", "r_", "what the hand's names begin with: r_ or l_ on a PR2")
	cmd.Flags().StringVar(&f.object, "object", "apple", "simulated: object of the catalogue between the fingers (see 'holdfast sim --objects')")
	cmd.Flags().BoolVar(&f.empty, "empty", false, "simulated: nothing between the fingers")
	cmd.Flags().BoolVar(&f.ideal, "ideal", false, "simulated: sensors without noise")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "simulated: seed of the sensors' noise")
}

func (f *stationFlags) station(cmd *cobra.Command) (*station.Station, error) {
	if f.empty && cmd.Flags().Changed("object") {
		return nil, usageErrorf("--empty and --object: give one of them")
	}
	cfg := station.Config{Object: f.object, Motor: f.prefix + "gripper_motor", Seed: f.seed, Sensors: sim.RealSensors(f.seed)}
	if f.empty {
		cfg.Object = ""
	}
	if f.ideal {
		cfg.Sensors = sim.SensorModel{Offset: 3000}
	}
	return station.New(cfg)
}

// handFlags are the flags of a hand beside its parameters.
type handFlags struct {
	graphFlags
	stationFlags
	simulated bool
	board     string
	state     string
	classic   string
	topics    bool
	thread    realtime.Options
}

func newHand() *cobra.Command {
	var f handFlags
	var p node.Params
	set := param.Declare(&p)
	cmd := &cobra.Command{
		Use:   "hand (--sim | --board SOCKET) [NAME:=VALUE]...",
		Short: "Run one hand by touch, as a process of its own",
		Long: `Run the control loop of one hand at 1 kHz, and its ROS face: the PR2's gripper sensor stack, with its names. The node is
/r_gripper_sensor_controller, or l_ with --prefix l_. A master must run ('holdfast master').

With --sim the hand is simulated, over a table, with an object between its open fingers. With --board it drives the board behind a
socket, as 'holdfast hand board' opens it for a simulated hand in another process.

Talk to it with the tools of ROS, or these:

  holdfast action send /r_gripper_sensor_controller/grab '{"command": {"hardness_gain": 0.03}}'
  holdfast topic echo /r_gripper_sensor_controller/describe
  holdfast service call /r_gripper_sim/lift
  holdfast service call /r_gripper_sim/fate
  holdfast action send /r_gripper_sensor_controller/release '{"command": {"event": {"trigger_conditions": 2, "acceleration_trigger_magnitude": 5, "slip_trigger_magnitude": 0.01}}}'
  holdfast service call /r_gripper_sim/tap

  rostopic echo /r_gripper_sensor_controller/slip_servo_state
  rostopic pub -1 /r_gripper_sensor_controller/command pr2_controllers_msgs/Pr2GripperCommand '{position: 0.08, max_effort: -1}'

Parameters are flags here and private parameters of the node: flags count for more. After a change on the parameter server call
/r_gripper_sensor_controller/reload_params. doc/hand-ros.md has all names.

When the process is killed, the board's watchdog turns the motor off and the gear train holds. With --state the hand remembers its grip, and
takes it over when it is started again.`,
		Example: `  holdfast hand --sim
  holdfast hand --sim --object egg --fingertip-force-limit 8
  holdfast hand --sim --empty --prefix l_
  holdfast hand board --object egg --listen /tmp/board & holdfast hand --board /tmp/board --state /tmp/hand.json`,
		Args: remappings,
	}
	f.graphFlags.bind(cmd)
	bindParams(cmd, set)
	f.stationFlags.bind(cmd)
	cmd.Flags().BoolVar(&f.simulated, "sim", false, "simulate the hand")
	cmd.Flags().StringVar(&f.board, "board", "", "`socket` of the board to drive")
	cmd.Flags().StringVar(&f.state, "state", "", "`file` in which the hand remembers its grip over a restart (default: none)")
	cmd.Flags().StringVar(&f.classic, "classic", "", "`name` of the stock gripper controller whose command, state and gripper_action are served as well (default: as /r_gripper_controller; - for none)")
	cmd.Flags().BoolVar(&f.topics, "machine", true, "publish joint_states, pressure, accelerometer and diagnostics, and serve the controller manager; false for the second hand of a machine")
	bindThread(cmd, &f.thread)
	cmd.AddCommand(newHandBoard())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if f.simulated == (f.board != "") {
			return usageErrorf("which hand? --sim for a simulated one, or --board SOCKET")
		}
		if !f.simulated && (f.empty || cmd.Flags().Changed("object")) {
			return usageErrorf("--object and --empty belong to the board here: give them to 'holdfast hand board'")
		}
		return f.run(cmd, args, set, p)
	}
	return cmd
}

// bindThread gives a verb the flags of a thread that must not be late.
func bindThread(cmd *cobra.Command, o *realtime.Options) {
	cmd.Flags().IntVar(&o.Priority, "priority", 0, "SCHED_FIFO priority of the loop, 1 to 99; 0 for the normal one")
	cmd.Flags().IntVar(&o.CPU, "cpu", -1, "the only processor of the loop; negative for any")
	cmd.Flags().BoolVar(&o.Memory, "lock-memory", false, "keep the process from being swapped out")
}

// enter makes the calling goroutine's thread one that is not late, as far as the system allows.
func enter(o realtime.Options, log *slog.Logger) {
	for _, s := range realtime.Enter(o) {
		if s.Err != nil {
			log.Warn("the loop's thread", "problem", s.String())
		}
	}
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
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	var bus hardware.Bus
	var place *station.Station
	var err error
	if f.simulated {
		if place, err = f.station(cmd); err != nil {
			return err
		}
		bus = place.Bus
	} else {
		conn, err := (&net.Dialer{Timeout: f.timeout}).DialContext(ctx, "unix", f.board)
		if err != nil {
			return fault.New("connect to board", f.board, fault.Unavailable, "%w ('holdfast hand board --listen %s' opens one)", err, f.board)
		}
		if bus, err = board.NewClient(conn); err != nil {
			return err
		}
	}
	defer bus.Close()
	runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0))) // a collection leaves the loop its place
	limit := hardware.PR2GapLimit()
	loop, err := hardware.New(bus, hardware.Config{Joints: []hardware.JointConfig{{
		Name: f.prefix + "gripper_joint", Actuator: f.prefix + "gripper_motor", Transmission: hardware.PR2Transmission(), Limit: &limit,
	}}})
	if err != nil {
		return err
	}
	cfg := ros.Config{Name: f.prefix + "gripper_sensor_controller", Master: f.master, Host: f.host, Expose: f.expose, Log: log.Handler(), Args: append(private(cmd, set), args...)}
	n, err := ros.NewNode(ctx, cfg)
	if err != nil {
		return err
	}
	defer n.Close()
	if f.expose {
		fmt.Fprintf(cmd.ErrOrStderr(), "exposed at %s: anyone who reaches it can move this hand\n", n.URI())
	}
	face, err := node.New(ctx, n, loop, touch.PR2(), p, node.Options{Classic: f.classic, State: f.state})
	if err != nil {
		return err
	}
	defer face.Close()
	if f.topics {
		machine, err := nodehw.New(n, loop, nodehw.Options{Problem: func(text string) { log.Warn(text) }})
		if err != nil {
			return err
		}
		defer machine.Close()
	}
	if place != nil {
		done, err := f.stationNode(ctx, log, place, loop.Do)
		if err != nil {
			return err
		}
		defer done()
	}
	fmt.Fprintf(cmd.OutOrStdout(), "hand %s is ready\n", n.Name())
	return f.loop(ctx, cmd, log, n, loop)
}

// stationNode starts the node of a simulated hand's surroundings.
func (f *handFlags) stationNode(ctx context.Context, log *slog.Logger, place *station.Station, do func(func()) bool) (func(), error) {
	return stationNode(ctx, &f.graphFlags, f.prefix, log, place, do)
}

func stationNode(ctx context.Context, g *graphFlags, prefix string, log *slog.Logger, place *station.Station, do func(func()) bool) (func(), error) {
	n, err := ros.NewNode(ctx, ros.Config{Name: prefix + "gripper_sim", Master: g.master, Host: g.host, Expose: g.expose, Log: log.Handler()})
	if err != nil {
		return nil, err
	}
	face, err := nodest.New(n, place, do)
	if err != nil {
		n.Close()
		return nil, err
	}
	return func() { face.Close(); n.Close() }, nil
}

// loop runs the loop on a thread of its own until the command or the node is asked to end.
func (f *handFlags) loop(ctx context.Context, cmd *cobra.Command, log *slog.Logger, n *ros.Node, loop *hardware.Loop) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(n.Context(), cancel)()
	var late, work hardware.Histogram
	done := make(chan error, 1)
	go func() {
		if n.Simulated() || f.simulated {
			done <- byClock(ctx, loop, n.Clock())
			return
		}
		enter(f.thread, log)
		done <- loop.Run(ctx, realtime.NewClock(), &late, &work)
	}()
	err := <-done
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

func newHandBoard() *cobra.Command {
	var g graphFlags
	var f stationFlags
	var listen string
	var thread realtime.Options
	cmd := &cobra.Command{
		Use:   "board --listen SOCKET",
		Short: "Run the board of a simulated hand, with its world, for a hand in another process",
		Long: `Run a simulated hand's board and its world by the wall clock, for one 'holdfast hand --board SOCKET' at a time. The hand can be
killed and started again meanwhile. While nobody drives it the motor is off by its watchdog; alone for longer than a second the world
stands still until somebody does.

The node /r_gripper_sim serves ~lift, ~lower, ~tap and ~fate (std_srvs/Trigger).`,
		Example: `  holdfast hand board --object egg --listen /tmp/board
  holdfast hand --board /tmp/board --state /tmp/hand.json`,
		Args: cobra.NoArgs,
	}
	g.bind(cmd)
	f.bind(cmd)
	bindThread(cmd, &thread)
	cmd.Flags().StringVar(&listen, "listen", "", "`socket` to open")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if listen == "" {
			return usageErrorf("where? give --listen SOCKET, a file that is not there yet")
		}
		place, err := f.station(cmd)
		if err != nil {
			return err
		}
		defer place.Bus.Close()
		l, err := listenUnix(listen)
		if err != nil {
			return err
		}
		server := board.NewServer(place.Bus)
		log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
		done, err := stationNode(cmd.Context(), &g, f.prefix, log, place, server.Do)
		if err != nil {
			l.Close()
			return err
		}
		defer done()
		fmt.Fprintf(cmd.OutOrStdout(), "board %sgripper_motor is at %s\n", f.prefix, listen)
		served := make(chan error, 1)
		go func() {
			enter(thread, log)
			served <- server.Serve(cmd.Context(), l)
		}()
		return <-served
	}
	return cmd
}

// listenUnix opens a socket that its owner alone may use. One that a killed process has left behind is taken over.
func listenUnix(path string) (net.Listener, error) {
	const op = "open socket"
	if st, err := os.Lstat(path); err == nil {
		if st.Mode()&os.ModeSocket == 0 {
			return nil, fault.New(op, path, fault.Conflict, "it is a file that is no socket; name another place")
		}
		if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
			c.Close()
			return nil, fault.New(op, path, fault.Conflict, "another board is there")
		}
		if err := os.Remove(path); err != nil {
			return nil, fault.New(op, path, fault.Permission, "%w", err)
		}
	}
	l, err := net.Listen("unix", filepath.Clean(path))
	if err != nil {
		return nil, fault.New(op, path, fault.Permission, "%w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, fault.New(op, path, fault.Permission, "%w", err)
	}
	return l, nil
}
