package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/bag/live"
	"github.com/holdfast-robotics/holdfast/ros/clock"
)

// byteSize is a flag such as 800MB.
type byteSize int64

func (b *byteSize) String() string { return strconv.FormatInt(int64(*b), 10) }
func (*byteSize) Type() string     { return "size" }

// Set parses a number with a unit: kB, MB, GB or KiB, MiB, GiB.
func (b *byteSize) Set(text string) error {
	unit := int64(1)
	for suffix, u := range map[string]int64{"kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40} {
		if rest, ok := strings.CutSuffix(text, suffix); ok {
			text, unit = strings.TrimSpace(rest), u
			break
		}
	}
	text = strings.TrimSuffix(text, "B")
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v*float64(unit) < 1e18) {
		return fmt.Errorf("give a size such as 500MB or 2GiB")
	}
	*b = byteSize(v * float64(unit))
	return nil
}

// pattern compiles a flag that is a regular expression for whole names; empty is none.
func pattern(flag, text string) (*regexp.Regexp, error) {
	if text == "" {
		return nil, nil
	}
	if _, err := regexp.Compile(text); err != nil { // by itself, so that the message shows what was given
		return nil, usageErrorf("--%s: %v", flag, err)
	}
	return regexp.Compile("^(?:" + text + ")$")
}

// recordFileFlags are those of every verb that writes a recording.
type recordFileFlags struct {
	compression string
	chunk       byteSize
	overwrite   bool
}

func (f *recordFileFlags) bind(cmd *cobra.Command) {
	f.bindAs(cmd, bag.LZ4, "of chunks: none, lz4, or zstd (MCAP only)")
}

// bindCopy is bind for verbs that copy a recording, and keep its compression where they can.
func (f *recordFileFlags) bindCopy(cmd *cobra.Command) {
	f.bindAs(cmd, "", "of chunks: none, lz4, or zstd (MCAP only) (default: as in the input, or lz4)")
}

func (f *recordFileFlags) bindAs(cmd *cobra.Command, compression bag.Compression, usage string) {
	f.chunk = 1 << 20
	cmd.Flags().StringVar(&f.compression, "compression", string(compression), usage)
	cmd.Flags().Var(&f.chunk, "chunk-size", "bytes that are compressed together")
	cmd.Flags().BoolVar(&f.overwrite, "overwrite", false, "replace a recording that exists")
}

func (f *recordFileFlags) options() bag.Options {
	return bag.Options{Compression: bag.Compression(f.compression), ChunkSize: int(min(f.chunk, bag.MaxChunk/2)), Overwrite: f.overwrite}
}

func newRecord() *cobra.Command {
	var g graphFlags
	var file recordFileFlags
	var opt live.RecordOptions
	var match, exclude string
	var splitSize byteSize
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "record [TOPIC...]",
		Short: "Record topics to a file, MCAP or rosbag",
		Long: `Record topics until the verb is interrupted, or for a time or a number of messages. The name of the output says the format: .mcap
or .bag. Everything but the last second is in the file at any time: a recording that is cut by a crash opens with it.`,
		Example: `  holdfast record /joint_states /tf -o arm.mcap
  holdfast record -a -x '/camera/.*' -o all.bag --duration 1m
  holdfast record --regex '/gripper/.*' --split-size 1GB --split-files 10`,
		Args: cobra.ArbitraryArgs,
	}
	g.bind(cmd)
	file.bind(cmd)
	cmd.Flags().BoolVarP(&opt.All, "all", "a", false, "every topic, also those that come later")
	cmd.Flags().StringVarP(&match, "regex", "e", "", "every topic whose whole name this regular `expression` describes")
	cmd.Flags().StringVarP(&exclude, "exclude", "x", "", "leave out topics whose whole name this regular `expression` describes")
	cmd.Flags().StringVarP(&opt.Path, "output", "o", "", "`file`, .mcap or .bag (default: the date and time, .mcap)")
	cmd.Flags().DurationVarP(&opt.Duration, "duration", "d", 0, "end after this time")
	cmd.Flags().Uint64VarP(&opt.Messages, "count", "n", 0, "end after so many `messages`")
	cmd.Flags().Var(&splitSize, "split-size", "go on in another file at this size")
	cmd.Flags().DurationVar(&opt.Limits.Duration, "split-duration", 0, "go on in another file after this time")
	cmd.Flags().IntVar(&opt.Limits.Files, "split-files", 0, "keep so many `files`, and remove the oldest")
	cmd.Flags().IntVar(&opt.Queue, "queue", 1000, "messages of a topic that may wait to be written")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the summary as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opt.Topics = args
		var err error
		if opt.Match, err = pattern("regex", match); err != nil {
			return err
		}
		if opt.Exclude, err = pattern("exclude", exclude); err != nil {
			return err
		}
		if len(args) == 0 && !opt.All && opt.Match == nil {
			return usageErrorf("which topics? name them, or give --all or --regex")
		}
		if opt.Path == "" {
			opt.Path = time.Now().Format("2006-01-02-15-04-05") + ".mcap"
		}
		if _, err := bag.FormatOf(opt.Path); err != nil {
			return usageError{err}
		}
		opt.File = file.options()
		opt.Limits.Size = int64(splitSize)
		if opt.Limits.Files > 0 && opt.Limits.Size == 0 && opt.Limits.Duration == 0 {
			return usageErrorf("--split-files needs --split-size or --split-duration")
		}
		opt.Report = func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), "holdfast: "+text) }
		n, err := g.node(cmd)
		if err != nil {
			return err
		}
		defer n.Close()
		sum, err := live.Record(cmd.Context(), n, opt)
		if err != nil {
			return err
		}
		if asJSON {
			return json.NewEncoder(cmd.OutOrStdout()).Encode(sum)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%d messages of %d topics, %s, in %s\n", sum.Messages, sum.Topics, sizeText(sum.Bytes), strings.Join(sum.Files, " "))
		if sum.Dropped > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %d messages came faster than they could be written and are missing; raise --queue, or record fewer topics\n", sum.Dropped)
		}
		return nil
	}
	return cmd
}

func newPlay() *cobra.Command {
	var g graphFlags
	var sel selection
	var opt live.PlayOptions
	var ownClock bool
	cmd := &cobra.Command{
		Use:   "play FILE...",
		Short: "Play recordings back into a ROS graph",
		Long: `Publish the messages of recordings at the pace at which they were recorded. Several files, such as those of a recording that has
been split, are played as one. With --clock, /clock tells the time of the recording: set /use_sim_time for nodes that shall follow it.`,
		Example: `  holdfast play arm.mcap
  holdfast play run_0.bag run_1.bag --rate 2 --clock
  holdfast play arm.mcap --loop --from 10s --to 20s --topic /joint_states`,
		Args: needRecordings,
	}
	g.bind(cmd)
	sel.bind(cmd)
	cmd.Flags().Float64VarP(&opt.Rate, "rate", "r", 1, "times as fast as recorded")
	cmd.Flags().BoolVarP(&opt.Loop, "loop", "l", false, "again and again, until interrupted")
	cmd.Flags().BoolVar(&ownClock, "clock", false, "publish /clock")
	cmd.Flags().Float64Var(&opt.ClockHz, "clock-rate", 100, "how often --clock does, `Hz`")
	cmd.Flags().StringVar(&opt.Prefix, "prefix", "", "`name` in front of every topic, such as /replayed")
	cmd.Flags().DurationVar(&opt.Wait, "wait", time.Second, "how long to wait for subscribers to connect")
	cmd.Flags().IntVar(&opt.Queue, "queue", 1000, "messages of a topic that may wait for a subscriber")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !(opt.Rate > 0 && opt.Rate <= 1e6) {
			return usageErrorf("--rate %g: give a number above 0", opt.Rate)
		}
		if !ownClock {
			opt.ClockHz = 0
		} else if !(opt.ClockHz > 0 && opt.ClockHz <= 10000) {
			return usageErrorf("--clock-rate %g: give up to 10000 Hz", opt.ClockHz)
		}
		rs, closeAll, err := openRecordings(cmd, args)
		if err != nil {
			return err
		}
		defer closeAll()
		start, end, total := extent(rs)
		if opt.Query, err = sel.query(start, end); err != nil {
			return err
		}
		log := logger(cmd.ErrOrStderr(), slog.LevelWarn)
		n, err := ros.NewNode(cmd.Context(), ros.Config{Name: "holdfast_play", Anonymous: true, Master: g.master, Host: g.host, Expose: g.expose,
			Log: log.Handler(), NoRosout: true, Clock: clock.Wall{}}) // the pace is the wall's, also while /use_sim_time is set
		if err != nil {
			return err
		}
		defer n.Close()
		opt.Report = func(text string) { fmt.Fprintln(cmd.ErrOrStderr(), "holdfast: "+text) }
		bar := progress(cmd.ErrOrStderr(), int(total), "messages")
		defer bar.clear()
		opt.Each = func(bag.Message) { bar.add() }
		sum, err := live.Play(cmd.Context(), n, rs, opt)
		if err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%d messages, at most %v late\n", sum.Messages, sum.Late.Round(10*time.Microsecond))
		return nil
	}
	return cmd
}
