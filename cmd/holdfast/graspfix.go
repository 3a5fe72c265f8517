package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/graspfix/stream"
	"github.com/holdfast-robotics/holdfast/graspfix/timeline"
	node "github.com/holdfast-robotics/holdfast/node/graspfix"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

func newGraspfix() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "graspfix",
		Short: "Attach grasped objects in a simulator, and say why not",
		Long: `Decide from contacts when a simulated object is held, so that the simulator can weld it to the palm, and when to let go:
GazeboGraspFix for any simulator. Contacts are read as lines of JSON; doc/graspfix.md documents them.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newGraspfixRun(), newGraspfixExplain(), newGraspfixCheck(), newGraspfixNode())
	return cmd
}

// graspfixFlags are what all verbs of graspfix read.
type graspfixFlags struct {
	config, robot, preset string
	contacts, format      string
	frame, sign           string
	topics                []string
	asJSON                bool
}

func (f *graspfixFlags) bind(cmd *cobra.Command, contacts bool) {
	cmd.Flags().StringVar(&f.config, "config", "", "the plugin's XML, alone or in a URDF or SDF, or YAML `file`")
	cmd.Flags().StringVar(&f.robot, "robot", "", "URDF or SDF `file` of the robot, to check link names")
	cmd.Flags().StringVar(&f.preset, "preset", "", "settings where the configuration is silent: "+strings.Join(graspfix.PresetNames(), ", "))
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "print one JSON document a line")
	if contacts {
		cmd.Flags().StringVar(&f.contacts, "contacts", "-", "`file` with a line of JSON a contact, - for standard input, or a recording, .mcap or .bag")
		cmd.Flags().StringVar(&f.format, "format", string(stream.Plain), "lines, gz for messages of gz-sim as JSON, or gz-proto for the same as protobuf in frames")
		cmd.Flags().StringArrayVar(&f.topics, "topic", nil, "of a recording: contact `topic`; repeat it for several sensors (default: all of gazebo_msgs/ContactsState)")
		bindForceFrame(cmd, &f.frame)
		cmd.Flags().StringVar(&f.sign, "sign", "auto", "of forces with gz and gz-proto: auto, turned to push into the object, since gz-sim does not say on which body they act; or as-named, on the first")
	}
}

func bindForceFrame(cmd *cobra.Command, frame *string) {
	cmd.Flags().StringVar(frame, "force-frame", "link", "frame of the forces in gazebo_msgs/ContactsState: link, each body's own, as Gazebo classic has it; or world")
}

func forceFrame(name string) (graspfix.ForceFrame, error) {
	switch name {
	case "link":
		return graspfix.InLink, nil
	case "world":
		return graspfix.InWorld, nil
	}
	return 0, usageErrorf("--force-frame %s: give link or world", name)
}

// recorded reports whether the contacts are a recording.
func (f *graspfixFlags) recorded() bool {
	_, err := bag.FormatOf(f.contacts)
	return err == nil
}

// load reads the configuration. What was noticed goes to standard error.
func (f *graspfixFlags) load(cmd *cobra.Command) (*graspfix.Config, error) {
	if f.config == "" {
		return nil, usageErrorf("which configuration? give --config FILE, with the plugin's XML or YAML")
	}
	text, err := readFile(f.config)
	if err != nil {
		return nil, err
	}
	cfg, err := graspfix.Read(f.config, text, f.preset)
	if err != nil {
		return nil, err
	}
	if f.robot != "" {
		text, err := readFile(f.robot)
		if err != nil {
			return nil, err
		}
		if err := cfg.SetRobot(f.robot, text); err != nil {
			return nil, err
		}
	}
	return cfg, nil
}

func readFile(name string) ([]byte, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, fault.File("read file", name, err)
	}
	return b, nil
}

// session is a fix that reads contacts, from lines or from a recording.
type session struct {
	cfg *graspfix.Config
	fix *graspfix.Fix

	reader *stream.Reader
	input  io.ReadCloser

	recording *bag.Reader
	opt       node.ReplayOptions
}

// until stops before the first input of a later time.
func (s *session) until(t float64) {
	if s.recording != nil {
		s.opt.Until = t
	} else {
		s.reader.Until = t
	}
}

// open makes the fix and opens the contacts.
func (f *graspfixFlags) open(cmd *cobra.Command, act graspfix.Actuator, hooks graspfix.Hooks) (*session, error) {
	switch stream.Format(f.format) {
	case stream.Plain, stream.Gz, stream.GzProto:
	default:
		return nil, usageErrorf("--format %s: give lines, gz or gz-proto", f.format)
	}
	cfg, err := f.load(cmd)
	if err != nil {
		return nil, err
	}
	complain := func(kind, text string) {
		fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s: %s: %s\n", f.contacts, kind, text)
	}
	hooks.OnProblem = func(p graspfix.Problem, text string) { complain(p.String(), text) }
	if err := cfg.Err(); err != nil {
		return nil, fault.Wrap("", f.config, err)
	}
	for _, n := range cfg.Notes {
		if n.Severity != graspfix.Info {
			fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s: %v\n", f.config, n)
		}
	}
	s := &session{cfg: cfg}
	if s.fix, err = graspfix.New(cfg, act, hooks); err != nil {
		return nil, err
	}
	if f.recorded() {
		if s.opt.Frame, err = forceFrame(f.frame); err != nil {
			return nil, err
		}
		s.opt.Contacts = f.topics
		if s.recording, err = bag.Open(f.contacts); err != nil {
			return nil, err
		}
		for _, d := range s.recording.Damage() {
			complain("note", d.Error())
		}
		return s, nil
	}
	if f.contacts == "-" {
		s.input = interruptible(cmd.Context(), &pressure{in: cmd.InOrStdin(), tell: func(text string) { complain("note", text) }})
	} else {
		if s.input, err = os.Open(f.contacts); err != nil {
			return nil, fault.File("read contacts", f.contacts, err)
		}
	}
	s.reader = stream.NewReader(s.fix, stream.Format(f.format))
	switch f.sign {
	case "auto":
	case "as-named":
		s.reader.Sign = graspfix.AsNamed
	default:
		return nil, usageErrorf("--sign %s: give auto or as-named", f.sign)
	}
	s.reader.Note = func(text string) { complain("note", text) }
	return s, nil
}

// interruptible ends a read that waits for standard input when the context does. The goroutine that waits for the terminal or
// pipe itself ends with the program.
func interruptible(ctx context.Context, in io.Reader) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	context.AfterFunc(ctx, func() { w.Close() })
	return r
}

func (s *session) run(cmd *cobra.Command) error {
	if s.recording != nil {
		defer s.recording.Close()
		s.opt.Stop = func() bool { return cmd.Context().Err() != nil }
		return node.Replay(s.fix, s.recording, s.opt)
	}
	defer s.input.Close()
	return s.reader.Run(s.input, func() bool { return cmd.Context().Err() != nil })
}

func newGraspfixRun() *cobra.Command {
	var f graspfixFlags
	var actuator, model, picture string
	var lockstep bool
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Print attach, detach and transfer decisions",
		Long: `Read contacts and print a line for each attach, detach and transfer. Contacts are lines of JSON, or a recording of a ROS graph with
gazebo_msgs/ContactsState, gazebo_msgs/LinkStates and /clock.

With --actuator lines, decisions are also written as commands, and an attach counts once a line with "ack" has come in on
the contacts' input. With gz and gz-dynamic, shell commands for gz-sim's DetachableJoint and DynamicDetachableJoint are written
instead of events.`,
		Example: `  holdfast graspfix run --config robot.urdf --contacts contacts.jsonl
  holdfast graspfix run --config fix.yaml --preset classic --contacts contacts.jsonl --json --timeline grasp.svg
  simulator | holdfast graspfix run --config fix.yaml --json`,
		Args: cobra.NoArgs,
	}
	f.bind(cmd, true)
	cmd.Flags().StringVar(&actuator, "actuator", "none", "who carries decisions out: none (a dry run: they count at once), lines, gz, gz-dynamic")
	cmd.Flags().StringVar(&model, "gz-model", "robot", "name of the robot's model, for gz and gz-dynamic")
	cmd.Flags().BoolVar(&lockstep, "lockstep", false, "answer each clock tick with a line {\"tick\": t} after what it led to, for a simulator that waits for it")
	cmd.Flags().StringVar(&picture, "timeline", "", "draw angle, ratio and counter over time to this SVG or PNG `file`")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		out := cmd.OutOrStdout()
		if actuator == "lines" && !f.asJSON {
			return usageErrorf("--actuator lines writes JSON; add --json")
		}
		if f.recorded() && (lockstep || actuator == "lines") {
			return usageErrorf("a recording does not answer: --lockstep and --actuator lines need a simulator")
		}
		if lockstep && !f.asJSON {
			return usageErrorf("--lockstep writes JSON; add --json")
		}
		if picture != "" && !strings.HasSuffix(strings.ToLower(picture), ".svg") && !strings.HasSuffix(strings.ToLower(picture), ".png") {
			return usageErrorf("--timeline %s: give a name that ends in .svg or .png", picture)
		}
		for _, in := range []string{f.config, f.robot, f.contacts} {
			if a, err := os.Stat(in); err == nil && picture != "" {
				if b, err := os.Stat(picture); err == nil && os.SameFile(a, b) {
					return usageErrorf("--timeline %s: this would overwrite the input %s; name another place", picture, in)
				}
			}
		}
		var act graspfix.Actuator
		commander := &stream.Commander{Out: out}
		switch actuator {
		case "none":
		case "lines":
			act = commander
		case "gz", "gz-dynamic":
			act = &stream.GzCommander{Out: out, Model: model, Dynamic: actuator == "gz-dynamic"}
		default:
			return usageErrorf("--actuator %s: give none, lines, gz or gz-dynamic", actuator)
		}
		var rec *timeline.Recorder
		var failed error
		attached := false
		hooks := graspfix.Hooks{OnEvent: func(e graspfix.Event) {
			attached = true
			if rec != nil {
				rec.Event(e)
			}
			var err error
			switch {
			case actuator == "gz" || actuator == "gz-dynamic":
				_, err = fmt.Fprintln(cmd.ErrOrStderr(), stream.EventText(e))
			case f.asJSON:
				err = stream.WriteLine(out, stream.NewEventLine(e))
			default:
				_, err = fmt.Fprintln(out, stream.EventText(e))
			}
			if err != nil && failed == nil {
				failed = fault.New("write events", "", fault.Other, "%w", err)
			}
		}}
		if picture != "" {
			hooks.OnWindow = func(w graspfix.Window) { rec.Window(w) }
		}
		s, err := f.open(cmd, act, hooks)
		if err != nil {
			return err
		}
		commander.Now = s.fix.Now
		if lockstep {
			s.reader.Tick = func(t float64) {
				if err := stream.WriteLine(out, map[string]float64{"tick": t}); err != nil && failed == nil {
					failed = fault.New("write ticks", "", fault.Other, "%w", err)
				}
			}
		}
		rec = timeline.NewRecorder(s.cfg.Params)
		if err := s.run(cmd); err != nil {
			return err
		}
		if failed != nil {
			return failed
		}
		if !attached {
			for i, v := range s.fix.ExplainAll() {
				if i == 5 {
					break
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: nothing was attached: %v\n", v)
			}
		}
		if picture != "" {
			b, err := rec.Render(picture)
			if err != nil {
				return err
			}
			if err := os.WriteFile(picture, b, 0o644); err != nil {
				return fault.New("write timeline", picture, fault.Permission, "%w", err)
			}
		}
		return nil
	}
	return cmd
}

// verdictDoc is a verdict as JSON.
type verdictDoc struct {
	Object    string        `json:"object"`
	Arm       string        `json:"arm"`
	Attached  bool          `json:"attached"`
	Code      graspfix.Code `json:"code"`
	Text      string        `json:"text"`
	Remedy    string        `json:"remedy,omitempty"`
	Parameter string        `json:"parameter,omitempty"`
	Counter   int           `json:"counter"`
	Needed    int           `json:"needed"`
	Touch     int           `json:"touching"`
	AngleDeg  float64       `json:"angle_deg"`
	Ratio     float64       `json:"ratio"`
	Fingers   []string      `json:"fingers,omitempty"`
	Forces    []float64     `json:"forces,omitempty"`
	Also      []string      `json:"also,omitempty"`
}

func newVerdictDoc(v graspfix.Verdict) verdictDoc {
	d := verdictDoc{Object: v.Object, Arm: v.Arm, Attached: v.Attached, Code: v.Code, Text: v.Text, Remedy: v.Remedy, Parameter: v.Parameter, Counter: v.Counter, Needed: v.Needed,
		Touch: v.Evidence.Touch, AngleDeg: math.Round(v.Evidence.Angle*180/math.Pi*1e3) / 1e3, Ratio: math.Round(v.Evidence.Ratio*1e4) / 1e4, Also: v.Also}
	for i, n := range v.Evidence.Pair {
		if n != "" {
			d.Fingers, d.Forces = append(d.Fingers, n), append(d.Forces, v.Evidence.Force[i])
		}
	}
	return d
}

func newGraspfixExplain() *cobra.Command {
	var f graspfixFlags
	var object, arm string
	var at float64
	cmd := &cobra.Command{
		Use:   "explain",
		Short: "Say why each object is attached or not",
		Long: `Read contacts to the end, or to a time, and say for each object and arm the first condition that was not met, with what was
measured and which parameter to change.`,
		Example: `  holdfast graspfix explain --config robot.urdf --contacts contacts.jsonl
  holdfast graspfix explain --config fix.yaml --contacts gazebo.bag --object cup::link::body --at 12.5`,
		Args: cobra.NoArgs,
	}
	f.bind(cmd, true)
	cmd.Flags().StringVar(&object, "object", "", "explain this object alone: a collision element, link or model")
	cmd.Flags().StringVar(&arm, "arm", "", "explain it for this arm; the first one when absent")
	cmd.Flags().Float64Var(&at, "at", 0, "stop reading after this simulated time, s")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if at < 0 {
			return usageErrorf("--at %g: give a time in seconds", at)
		}
		if arm != "" && object == "" {
			return usageErrorf("--arm needs --object")
		}
		s, err := f.open(cmd, nil, graspfix.Hooks{})
		if err != nil {
			return err
		}
		s.until(at)
		if err := s.run(cmd); err != nil {
			return err
		}
		verdicts := s.fix.ExplainAll()
		if object != "" {
			if arm == "" {
				arm = s.cfg.Arms[0].Name
			}
			verdicts = []graspfix.Verdict{s.fix.Explain(object, arm)}
		}
		for _, v := range verdicts {
			if f.asJSON {
				err = stream.WriteLine(cmd.OutOrStdout(), newVerdictDoc(v))
			} else {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), verdictText(v))
			}
			if err != nil {
				return fault.New("write output", "", fault.Other, "%w", err)
			}
		}
		return nil
	}
	return cmd
}

func verdictText(v graspfix.Verdict) string {
	name := v.Object
	if name == "" {
		name = "(nothing)"
	}
	s := fmt.Sprintf("%s / %s\n  %s: %s", name, v.Arm, v.Code, v.Text)
	if v.Remedy != "" {
		s += "\n  change: " + v.Remedy
	}
	for _, a := range v.Also {
		s += "\n  also: " + a
	}
	return s
}

func newGraspfixCheck() *cobra.Command {
	var f graspfixFlags
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Check a configuration against its own values and the robot's links",
		Example: `  holdfast graspfix check --config robot.urdf
  holdfast graspfix check --config fix.yaml --robot robot.urdf`,
		Args: cobra.NoArgs,
	}
	f.bind(cmd, false)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		cfg, err := f.load(cmd)
		if err != nil {
			return err
		}
		for _, n := range cfg.Notes {
			if f.asJSON {
				err = stream.WriteLine(cmd.OutOrStdout(), map[string]string{"severity": n.Severity.String(), "about": n.About, "text": n.Text})
			} else {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), n)
			}
			if err != nil {
				return fault.New("write output", "", fault.Other, "%w", err)
			}
		}
		if err := cfg.Err(); err != nil {
			return fault.Wrap("", f.config, err)
		}
		return nil
	}
	return cmd
}
