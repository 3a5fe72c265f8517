package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	"github.com/holdfast-robotics/holdfast/ros/graph"
)

func newTopic() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use: "topic", Short: "List, watch, measure and publish ROS topics", Args: cobra.NoArgs,
		Example: `  holdfast topic list
  holdfast topic echo /joint_states -n 1
  holdfast topic pub --once /gripper/command std_msgs/Float64 'data: 0.04'`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f.bind(cmd)
	cmd.AddCommand(newTopicList(&f), newTopicInfo(&f), newTopicEcho(&f), newTopicHz(&f), newTopicPub(&f))
	return cmd
}

func newTopicList(f *graphFlags) *cobra.Command {
	return &cobra.Command{Use: "list [NAMESPACE]", Short: "List topics, their types, publishers and subscribers", Args: cobra.MaximumNArgs(1),
		RunE: f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
			ctx, cancel := f.short(ctx)
			defer cancel()
			state, err := n.Graph().GetSystemState(ctx)
			if err != nil {
				return err
			}
			types, err := n.Graph().GetTopicTypes(ctx)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, t := range state.Topics() {
				if len(args) > 0 && !within(t, args[0]) {
					continue
				}
				typ := "*"
				for _, pair := range types {
					if pair[0] == t {
						typ = pair[1]
					}
				}
				fmt.Fprintf(w, "%s\t%s\t%d publishers\t%d subscribers\n", t, typ, len(graph.Find(state.Publishers, t).Nodes), len(graph.Find(state.Subscribers, t).Nodes))
			}
			return w.Flush()
		})}
}

func newTopicInfo(f *graphFlags) *cobra.Command {
	return &cobra.Command{Use: "info TOPIC", Short: "Show type, publishers and subscribers of a topic", Args: cobra.ExactArgs(1),
		RunE: f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
			ctx, cancel := f.short(ctx)
			defer cancel()
			info, err := n.TopicType(ctx, args[0])
			if err != nil {
				return err
			}
			name, err := n.Resolve(args[0])
			if err != nil {
				return err
			}
			state, err := n.Graph().GetSystemState(ctx)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "type        %s %s\n", info.Name, info.MD5)
			for _, part := range []struct {
				title string
				nodes []string
			}{{"publisher", graph.Find(state.Publishers, name).Nodes}, {"subscriber", graph.Find(state.Subscribers, name).Nodes}} {
				for _, node := range part.nodes {
					uri, err := n.Graph().LookupNode(ctx, node)
					if err != nil {
						uri = "gone"
					}
					fmt.Fprintf(out, "%-11s %s (%s)\n", part.title, node, uri)
				}
			}
			return nil
		})}
}

// decoders turns raw messages into JSON, whatever their type.
type decoders map[*ros.TypeInfo]*dynamic.Type

func (d decoders) json(m ros.RawMessage) ([]byte, error) {
	t := d[m.Type]
	if t == nil {
		var err error
		if t, err = dynamic.Parse(m.Type.Name, m.Type.Definition); err != nil {
			return nil, fault.Wrap("publisher "+m.Publisher, "", err)
		}
		d[m.Type] = t
	}
	return t.AppendJSON(nil, m.Bytes)
}

func newTopicEcho(f *graphFlags) *cobra.Command {
	var count int
	var asJSON bool
	cmd := &cobra.Command{Use: "echo TOPIC", Short: "Print the messages of a topic", Args: cobra.ExactArgs(1)}
	cmd.Flags().IntVarP(&count, "count", "n", 0, "end after this `number` of messages (0: never)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON document a message, each on a line")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		done := make(chan error, 1)
		end := func(err error) {
			select {
			case done <- err:
			default:
			}
		}
		seen := 0
		types := decoders{}
		waiting := time.NewTimer(patience)
		defer waiting.Stop()
		if _, err := ros.SubscribeRaw(n, args[0], ros.AnyType, func(m ros.RawMessage) {
			if count > 0 && seen == count {
				return
			}
			waiting.Stop()
			seen++
			doc, err := types.json(m)
			if err == nil {
				err = printDocument(out, doc, asJSON)
			}
			if err != nil || seen == count {
				end(err)
			}
		}, ros.QueueSize(1000)); err != nil {
			return err
		}
		for {
			select {
			case <-waiting.C:
				fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s\n", f.silent(ctx, n, args[0]))
			case err := <-done:
				return err
			case <-ctx.Done():
				return nil
			case <-n.Done():
				return context.Cause(n.Context())
			}
		}
	})
	return cmd
}

// patience is how long a topic may be silent before its reader is told why that may be.
const patience = 2 * time.Second

// silent says why nothing may come on a topic.
func (f *graphFlags) silent(ctx context.Context, n *ros.Node, topic string) string {
	ctx, cancel := f.short(ctx)
	defer cancel()
	name, err := n.Resolve(topic)
	if err != nil {
		return err.Error()
	}
	state, err := n.Graph().GetSystemState(ctx)
	if err != nil {
		return fmt.Sprintf("nothing on %s yet: %v", name, err)
	}
	switch by := graph.Find(state.Publishers, name).Nodes; {
	case len(by) == 0:
		return fmt.Sprintf("nothing on %s yet: nobody publishes it; 'holdfast topic list' has the topics that there are; waiting", name)
	default:
		return fmt.Sprintf("nothing on %s yet: %s has said nothing, or is dead; 'holdfast doctor %s' tells which; waiting", name, strings.Join(by, ", "), name)
	}
}

func newTopicHz(f *graphFlags) *cobra.Command {
	var window, reports int
	cmd := &cobra.Command{Use: "hz TOPIC", Short: "Measure how often messages come, and how much data", Args: cobra.ExactArgs(1)}
	cmd.Flags().IntVarP(&window, "window", "w", 10000, "over how many `messages`")
	cmd.Flags().IntVarP(&reports, "count", "n", 0, "end after this `number` of reports, one a second (0: never)")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		type arrival struct {
			at   time.Time
			size int
		}
		arrivals := make(chan arrival, 1<<16)
		if _, err := ros.SubscribeRaw(n, args[0], ros.AnyType, func(m ros.RawMessage) {
			select {
			case arrivals <- arrival{time.Now(), len(m.Bytes)}:
			default: // the report is late; the next has them
			}
		}, ros.QueueSize(10000)); err != nil {
			return err
		}
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		var list []arrival
		for done := 0; reports == 0 || done < reports; {
			select {
			case <-ctx.Done():
				return nil
			case a := <-arrivals:
				if list = append(list, a); len(list) > window {
					list = slices.Delete(list, 0, len(list)-window)
				}
				continue
			case <-tick.C:
			}
			done++
			if len(list) < 2 {
				fmt.Fprintln(out, "no new messages")
				if done == int(patience/time.Second) {
					fmt.Fprintf(cmd.ErrOrStderr(), "holdfast: %s\n", f.silent(ctx, n, args[0]))
				}
				continue
			}
			least, most, bytes := math.Inf(1), 0.0, 0
			var sum, squares float64
			for i := 1; i < len(list); i++ {
				d := list[i].at.Sub(list[i-1].at).Seconds()
				least, most, sum, squares = min(least, d), max(most, d), sum+d, squares+d*d
				bytes += list[i].size
			}
			k := float64(len(list) - 1)
			mean := sum / k
			fmt.Fprintf(out, "%.3f Hz, period %.6f s (%.6f to %.6f, deviation %.6f), %.3f MB/s, over %d messages\n",
				1/mean, mean, least, most, math.Sqrt(max(0, squares/k-mean*mean)), float64(bytes)/sum/1e6, len(list))
		}
		return nil
	})
	return cmd
}

func newTopicPub(f *graphFlags) *cobra.Command {
	var rate float64
	var once, latch bool
	var subscribers int
	cmd := &cobra.Command{
		Use: "pub TOPIC TYPE [MESSAGE]", Short: "Publish a message, given as YAML or JSON", Args: cobra.RangeArgs(2, 3),
		Long: `Publishes a message, given as YAML or JSON; fields that are left out are zero. Without --rate or --once the message is
latched: every subscriber that comes gets it, until the verb is interrupted.`,
	}
	paths := pathFlag(cmd)
	cmd.Flags().Float64VarP(&rate, "rate", "r", 0, "publish again and again, `times` a second")
	cmd.Flags().BoolVarP(&once, "once", "1", false, "wait for the subscribers, publish and end")
	cmd.Flags().IntVar(&subscribers, "subscribers", 1, "how many subscribers --once waits for")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, out io.Writer, args []string) error {
		if rate < 0 || once && rate > 0 {
			return usageErrorf("give a positive --rate or --once")
		}
		c, err := loadCatalogue(*paths)
		if err != nil {
			return err
		}
		t, err := dynamic.New(c.set, args[1])
		if err != nil {
			return err
		}
		raw, err := fromText(t, args[2:])
		if err != nil {
			return usageError{err}
		}
		latch = !once && rate == 0
		var opts []ros.PubOption
		if latch {
			opts = append(opts, ros.Latch())
		}
		pub, err := ros.AdvertiseRaw(n, args[0], ros.TypeInfo{Name: t.Name(), MD5: t.MD5(), Definition: t.Definition()}, opts...)
		if err != nil {
			return err
		}
		switch {
		case once:
			wait, cancel := f.short(ctx)
			defer cancel()
			if err := pub.WaitForSubscribers(wait, subscribers); err != nil {
				return err
			}
			if err := pub.Publish(raw); err != nil {
				return err
			}
			return pub.Close()
		case rate > 0:
			tick := time.NewTicker(time.Duration(float64(time.Second) / rate))
			defer tick.Stop()
			for {
				if err := pub.Publish(raw); err != nil {
					return err
				}
				select {
				case <-ctx.Done():
					return nil
				case <-tick.C:
				}
			}
		}
		if err := pub.Publish(raw); err != nil {
			return err
		}
		fmt.Fprintln(out, "published and latched; interrupt to end")
		select {
		case <-ctx.Done():
		case <-n.Done():
			return context.Cause(n.Context())
		}
		return nil
	})
	return cmd
}

// fromText makes a message from YAML or JSON; none is an empty message.
func fromText(t *dynamic.Type, args []string) ([]byte, error) {
	text := "{}"
	if len(args) > 0 {
		text = args[0]
	}
	doc, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return nil, errors.New(yaml.FormatError(err, false, false))
	}
	return t.AppendFromJSON(nil, doc)
}
