package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

func newBag() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bag", Short: "Look into, repair, convert and filter recordings", Args: cobra.NoArgs,
		Long: `Recordings are MCAP or rosbag 2.0; the name of an output says which, .mcap or .bag.`,
		Example: `  holdfast bag info arm.mcap
  holdfast bag convert arm.bag arm.mcap
  holdfast bag repair cut.bag -o whole.bag
  holdfast bag filter arm.bag hand.mcap --topic '/gripper/.*' --from 10s --to 25s`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBagInfo(), newBagRepair(), newBagConvert(), newBagFilter())
	return cmd
}

func needRecordings(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usageErrorf("which recording? give at least one .mcap or .bag file, as: %s arm.mcap", cmd.CommandPath())
	}
	return nil
}

// openRecordings opens files and tells what is damaged about them.
func openRecordings(cmd *cobra.Command, files []string) (rs []*bag.Reader, closeAll func(), err error) {
	closeAll = func() {
		for _, r := range rs {
			r.Close()
		}
	}
	for _, f := range files {
		r, err := bag.Open(f)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		rs = append(rs, r)
		for _, d := range r.Damage() {
			fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s: %v\n", f, d)
		}
	}
	return rs, closeAll, nil
}

// extent is the time that recordings cover, and the number of their messages.
func extent(rs []*bag.Reader) (start, end int64, n uint64) {
	first := true
	for _, r := range rs {
		in := r.Info()
		if in.Messages == 0 {
			continue
		}
		if first || in.Start < start {
			start = in.Start
		}
		end, n, first = max(end, in.End), n+in.Messages, false
	}
	return start, end, n
}

// selection is which messages of a recording a verb takes.
type selection struct {
	topics           []string
	exclude          string
	from, to, typeIs string
}

func (s *selection) bind(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&s.topics, "topic", "t", nil, "`expression`: take topics whose whole name it describes; repeat it for several")
	cmd.Flags().StringVarP(&s.exclude, "exclude", "x", "", "leave out topics whose whole name this regular `expression` describes")
	cmd.Flags().StringVar(&s.typeIs, "type", "", "take messages of this `type` alone, such as sensor_msgs/JointState")
	cmd.Flags().StringVar(&s.from, "from", "", "`time` of the first message: 12.5 or 12.5s after the start, or @ and seconds since 1970; what latches is taken along from before")
	cmd.Flags().StringVar(&s.to, "to", "", "`time` before which the last message was received, likewise")
}

// any reports whether anything is selected.
func (s *selection) any() bool {
	return len(s.topics) > 0 || s.exclude != "" || s.from != "" || s.to != "" || s.typeIs != ""
}

// moment reads a time of --from and --to.
func moment(flag, text string, start int64) (int64, error) {
	bad := usageErrorf("--%s %s: give seconds after the start, such as 12.5 or 1m30s, or @ and seconds since 1970", flag, text)
	if abs, ok := strings.CutPrefix(text, "@"); ok {
		sec, frac, _ := strings.Cut(abs, ".")
		s, err := strconv.ParseUint(sec, 10, 33)
		ns, err2 := strconv.ParseUint((frac + "000000000")[:9], 10, 64) // a float64 would lose microseconds
		if err != nil || err2 != nil || len(frac) > 9 {
			return 0, bad
		}
		return int64(s)*1e9 + int64(ns), nil
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil && v >= 0 && v < 1e9 {
		return start + int64(v*1e9), nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, bad
	}
	return start + int64(d), nil
}

func (s *selection) query(start, end int64) (bag.Query, error) {
	var q bag.Query
	var match []*regexp.Regexp
	for _, t := range s.topics {
		p, err := pattern("topic", t)
		if err != nil {
			return q, err
		}
		match = append(match, p)
	}
	exclude, err := pattern("exclude", s.exclude)
	if err != nil {
		return q, err
	}
	if s.any() {
		q.Match = func(c *bag.Conn) bool {
			if s.typeIs != "" && c.Type != s.typeIs || exclude != nil && exclude.MatchString(c.Topic) {
				return false
			}
			return len(match) == 0 || slices.ContainsFunc(match, func(p *regexp.Regexp) bool { return p.MatchString(c.Topic) })
		}
	}
	if s.from != "" {
		if q.From, err = moment("from", s.from, start); err != nil {
			return q, err
		}
		q.Latched = true
	}
	if s.to != "" {
		if q.To, err = moment("to", s.to, start); err != nil {
			return q, err
		}
		if q.To <= q.From {
			return q, usageErrorf("--to %s is not after --from %s", s.to, s.from)
		}
	}
	return q, nil
}

// missed says why a selection takes no message of a recording.
func missed(q bag.Query, info bag.Info) string {
	var topics []string
	for _, c := range info.Conns {
		if q.Match == nil || q.Match(c.Conn) {
			return fmt.Sprintf("it lasts %.3f s, and none of the topics chosen has a message in the time chosen", float64(info.End-info.Start)*1e-9)
		}
		topics = append(topics, c.Topic+" ("+c.Type+")")
	}
	slices.Sort(topics)
	topics = slices.Compact(topics)
	if more := len(topics) - 20; more > 0 {
		topics = append(topics[:20], fmt.Sprintf("%d more", more))
	}
	return "its topics are " + strings.Join(topics, ", ")
}

func sizeText(n int64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if float64(n) >= u.size {
			return fmt.Sprintf("%.1f %s", float64(n)/u.size, u.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// infoDoc is `bag info --json`.
type infoDoc struct {
	File        string         `json:"file"`
	Format      bag.Format     `json:"format"`
	Size        int64          `json:"size"`
	Indexed     bool           `json:"indexed"`
	Start       string         `json:"start"` // seconds since 1970, as text: a float64 would lose microseconds
	End         string         `json:"end"`
	DurationS   float64        `json:"duration_s"`
	Messages    uint64         `json:"messages"`
	Chunks      map[string]int `json:"chunks"`
	Connections []connDoc      `json:"connections"`
	Metadata    []bag.Metadata `json:"metadata,omitempty"`
	Attachments []fileDoc      `json:"attachments,omitempty"`
	Damage      []string       `json:"damage,omitempty"`
}

type fileDoc struct {
	Name      string `json:"name"`
	MediaType string `json:"media_type"`
	Size      int64  `json:"size"`
}

type connDoc struct {
	Topic    string `json:"topic"`
	Type     string `json:"type"`
	MD5      string `json:"md5"`
	Caller   string `json:"caller,omitempty"`
	Latching bool   `json:"latching,omitempty"`
	Messages uint64 `json:"messages"`
}

func seconds(ns int64) string { return fmt.Sprintf("%d.%09d", ns/1e9, ns%1e9) }

func newInfoDoc(file string, r *bag.Reader) infoDoc {
	in := r.Info()
	d := infoDoc{File: file, Format: in.Format, Size: in.Size, Indexed: in.Indexed, Start: seconds(in.Start), End: seconds(in.End),
		DurationS: float64(in.End-in.Start) * 1e-9, Messages: in.Messages, Chunks: map[string]int{}, Connections: []connDoc{}, Metadata: r.Metadata()}
	for c, n := range in.Chunks {
		name := string(c)
		if name == "" {
			name = "outside chunks"
		}
		d.Chunks[name] = n
	}
	for _, c := range in.Conns {
		d.Connections = append(d.Connections, connDoc{c.Topic, c.Type, c.MD5, c.Caller, c.Latching, c.Messages})
	}
	for _, a := range r.Attachments() {
		d.Attachments = append(d.Attachments, fileDoc{a.Name, a.MediaType, a.Size})
	}
	for _, e := range in.Damage {
		d.Damage = append(d.Damage, e.Error())
	}
	return d
}

// dateText is the date of seconds since 1970 where it can be one: the times of a simulation begin near zero.
func dateText(stamp string) string {
	sec, _, _ := strings.Cut(stamp, ".")
	n, err := strconv.ParseInt(sec, 10, 64)
	if err != nil || n < 1e8 {
		return ""
	}
	return time.Unix(n, 0).UTC().Format(", 2006-01-02 15:04:05 UTC")
}

func (d *infoDoc) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "file\t%s\nformat\t%s, %s\n", d.File, d.Format, sizeText(d.Size))
	if d.Messages > 0 {
		fmt.Fprintf(w, "start\t%s%s\n", d.Start, dateText(d.Start))
		fmt.Fprintf(w, "duration\t%.3f s\n", d.DurationS)
	}
	fmt.Fprintf(w, "messages\t%d\n", d.Messages)
	var chunks []string
	for c, n := range d.Chunks {
		chunks = append(chunks, fmt.Sprintf("%d %s", n, c))
	}
	slices.Sort(chunks)
	if len(chunks) > 0 {
		fmt.Fprintf(w, "chunks\t%s\n", strings.Join(chunks, ", "))
	}
	for _, m := range d.Metadata {
		fmt.Fprintf(w, "metadata\t%s, %d entries\n", m.Name, len(m.Values))
	}
	for _, a := range d.Attachments {
		fmt.Fprintf(w, "attachment\t%s, %s, %s\n", a.Name, a.MediaType, sizeText(a.Size))
	}
	if !d.Indexed {
		fmt.Fprintf(w, "index\tmissing; holdfast bag repair makes one\n")
	}
	for _, e := range d.Damage {
		fmt.Fprintf(w, "damage\t%s\n", e)
	}
	for i, c := range d.Connections {
		title := ""
		if i == 0 {
			title = "topics"
		}
		latched := ""
		if c.Latching {
			latched = ", latched"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s%s\n", title, c.Topic, c.Messages, c.Type, c.Caller, latched)
	}
	return w.Flush()
}

func newBagInfo() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{Use: "info FILE...", Short: "Say what a recording holds, and what is wrong with it", Args: needRecordings}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a line of JSON a file")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		for _, f := range args {
			r, err := bag.Open(f)
			if err != nil {
				return err
			}
			d := newInfoDoc(f, r)
			r.Close()
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(d)
			} else {
				err = d.print(cmd.OutOrStdout())
			}
			if err != nil {
				return fault.New("write output", "", fault.Other, "%w", err)
			}
		}
		return nil
	}
	return cmd
}

// copyRecording writes what is selected of a recording to another file, which appears when it is whole.
func copyRecording(cmd *cobra.Command, in, out string, file *recordFileFlags, sel *selection, skip func(error)) error {
	format, err := bag.FormatOf(out)
	if err != nil {
		return usageError{err}
	}
	a, err := os.Stat(in)
	if err != nil {
		return fault.File("read recording", in, err)
	}
	if b, err := os.Stat(out); err == nil {
		if os.SameFile(a, b) {
			return usageErrorf("%s: this would overwrite the input; name another file", out)
		}
		if !file.overwrite {
			return fault.New("write recording", out, fault.Conflict, "the file exists; name another, or give --overwrite")
		}
	}
	rs, closeAll, err := openRecordings(cmd, []string{in})
	if err != nil {
		return err
	}
	defer closeAll()
	info := rs[0].Info()
	q, err := sel.query(info.Start, info.End)
	if err != nil {
		return err
	}
	q.Skip = skip
	bar := progress(cmd.ErrOrStderr(), int(info.Messages), "messages")
	defer bar.clear()
	if n := len(rs[0].Metadata()) + len(rs[0].Attachments()); n > 0 && format == bag.Rosbag {
		fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s: left out: %d pieces of metadata and attachments, which a rosbag cannot hold\n", in, n)
	}
	opt := file.options()
	opt.Format = format
	if opt.Compression == "" {
		opt.Compression = keptCompression(info, format)
	}
	var n uint64
	var size int64
	err = writeWhole(out, func(f *os.File) error {
		w, err := bag.NewWriter(f, opt)
		if err != nil {
			return err
		}
		n, err = bag.Copy(w, rs[0], q, func(bag.Message) error {
			bar.add()
			return cmd.Context().Err()
		})
		if err == nil {
			err = w.Close()
		}
		size = w.Size()
		return err
	})
	if err != nil {
		return err
	}
	bar.clear()
	if !sel.any() {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d messages, %s\n", out, n, sizeText(size))
		return nil
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d of %d messages, %s\n", out, n, info.Messages, sizeText(size))
	if n == 0 && info.Messages > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s: nothing of it is selected: %s\n", in, missed(q, info))
	}
	return nil
}

// keptCompression is what a copy is compressed with where nobody says: as the recording is, if all of it is alike and the format can do it.
func keptCompression(info bag.Info, format bag.Format) bag.Compression {
	if len(info.Chunks) == 1 {
		for c := range info.Chunks {
			if c == bag.None || c == bag.LZ4 || c == bag.Zstd && format == bag.MCAP {
				return c
			}
		}
	}
	return bag.LZ4
}

func newBagConvert() *cobra.Command {
	var file recordFileFlags
	cmd := &cobra.Command{Use: "convert FILE OUTPUT", Short: "Convert between MCAP and rosbag, or compress otherwise", Args: cobra.ExactArgs(2),
		Example: "  holdfast bag convert arm.bag arm.mcap --compression zstd"}
	file.bindCopy(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return copyRecording(cmd, args[0], args[1], &file, &selection{}, nil)
	}
	return cmd
}

func newBagFilter() *cobra.Command {
	var file recordFileFlags
	var sel selection
	cmd := &cobra.Command{Use: "filter FILE OUTPUT", Short: "Copy some topics, or a part of the time", Args: cobra.ExactArgs(2),
		Example: "  holdfast bag filter arm.bag hand.mcap --topic '/gripper/.*' --topic /tf --from 10s --to 25s"}
	file.bindCopy(cmd)
	sel.bind(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !sel.any() {
			return usageErrorf("what shall be kept? give --topic, --exclude, --type, --from or --to; bag convert copies everything")
		}
		return copyRecording(cmd, args[0], args[1], &file, &sel, nil)
	}
	return cmd
}

func newBagRepair() *cobra.Command {
	var file recordFileFlags
	var out string
	cmd := &cobra.Command{Use: "repair FILE", Short: "Copy what can be read of a recording that is cut, damaged or has no index",
		Long:    `Copy every whole chunk of a recording to a new file with an index, and say what is lost. The input is left as it is.`,
		Example: "  holdfast bag repair cut.bag -o whole.bag",
		Args:    cobra.ExactArgs(1)}
	file.bindCopy(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "`file` (default: the input's name with -repaired)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		in := args[0]
		if out == "" {
			name := strings.TrimSuffix(in, ".active") // what rosbag calls a recording that goes on
			out = strings.TrimSuffix(name, filepath.Ext(name)) + "-repaired" + filepath.Ext(name)
		}
		return copyRecording(cmd, in, out, &file, &selection{}, func(err error) { fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s: left out: %v\n", in, err) })
	}
	return cmd
}
