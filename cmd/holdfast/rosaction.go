package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	"github.com/holdfast-robotics/holdfast/ros/graph"
)

func newAction() *cobra.Command {
	var f graphFlags
	cmd := &cobra.Command{
		Use: "action", Short: "List ROS action servers, send goals, cancel them", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	f.bind(cmd)
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List action servers, their types and nodes", Args: cobra.NoArgs,
			RunE: f.run(func(ctx context.Context, n *ros.Node, out io.Writer, _ []string) error {
				ctx, cancel := f.short(ctx)
				defer cancel()
				list, err := actionServers(ctx, n)
				if err != nil {
					return err
				}
				for _, a := range list {
					fmt.Fprintf(out, "%s  %s  %s\n", a.name, a.typ, a.node)
				}
				return nil
			})},
		newActionSend(&f), newActionCancel(&f),
	)
	return cmd
}

type actionServer struct{ name, typ, node string }

// actionServers finds action servers by their topics: one node publishes NAME/result and NAME/status and listens to NAME/goal.
func actionServers(ctx context.Context, n *ros.Node) ([]actionServer, error) {
	state, err := n.Graph().GetSystemState(ctx)
	if err != nil {
		return nil, err
	}
	types, err := n.Graph().GetTopicTypes(ctx)
	if err != nil {
		return nil, err
	}
	var out []actionServer
	for _, e := range state.Publishers {
		name, ok := strings.CutSuffix(e.Name, "/result")
		if !ok {
			continue
		}
		for _, node := range e.Nodes {
			if !graph.Find(state.Publishers, name+"/status").Has(node) || !graph.Find(state.Subscribers, name+"/goal").Has(node) {
				continue
			}
			a := actionServer{name: name, typ: "?", node: node}
			for _, t := range types {
				if t[0] == e.Name {
					a.typ = strings.TrimSuffix(t[1], "ActionResult")
				}
			}
			out = append(out, a)
		}
	}
	return out, nil
}

func newActionCancel(f *graphFlags) *cobra.Command {
	var id string
	cmd := &cobra.Command{Use: "cancel ACTION", Short: "Cancel all goals of an action server, or one", Args: cobra.ExactArgs(1)}
	cmd.Flags().StringVar(&id, "id", "", "cancel only the goal of this `id`")
	cmd.RunE = f.run(func(ctx context.Context, n *ros.Node, _ io.Writer, args []string) error {
		pub, err := ros.Advertise[*actionlib_msgs.GoalID](n, strings.TrimSuffix(args[0], "/")+"/cancel")
		if err != nil {
			return err
		}
		ctx, cancel := f.short(ctx)
		defer cancel()
		if err := pub.WaitForSubscribers(ctx, 1); err != nil {
			return err
		}
		if err := pub.Publish(&actionlib_msgs.GoalID{ID: id}); err != nil {
			return err
		}
		return pub.Close()
	})
	return cmd
}

func newActionSend(f *graphFlags) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "send ACTION [GOAL]", Short: "Send a goal given as YAML or JSON, print feedback, result and outcome", Args: cobra.RangeArgs(1, 2),
		Long: `Sends a goal, prints each feedback and the result, and exits with status 0 when the goal succeeded. Interrupting the verb
cancels the goal.`,
	}
	paths := pathFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON documents, each on a line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		// The node must outlive the interrupt that cancels the goal.
		ctx := cmd.Context()
		cmd.SetContext(context.WithoutCancel(ctx))
		return f.run(func(_ context.Context, n *ros.Node, out io.Writer, args []string) error {
			return sendGoal(ctx, f, n, out, cmd.ErrOrStderr(), args, *paths, asJSON)
		})(cmd, args)
	}
	return cmd
}

func sendGoal(ctx context.Context, f *graphFlags, n *ros.Node, out, progress io.Writer, args, paths []string, asJSON bool) error {
	name, err := n.Resolve(strings.TrimSuffix(args[0], "/"))
	if err != nil {
		return usageError{err}
	}
	short, cancel := f.short(ctx)
	defer cancel()
	info, err := n.TopicType(short, name+"/result")
	if err != nil {
		return fault.New("send goal", name, fault.NotFound, "no such action server: %w", err)
	}
	typ := strings.TrimSuffix(info.Name, "ActionResult")
	c, err := loadCatalogue(paths)
	if err != nil {
		return err
	}
	var parts [3]*dynamic.Type // goal, feedback, result: the whole messages
	for i, suffix := range []string{"ActionGoal", "ActionFeedback", "ActionResult"} {
		if parts[i], err = dynamic.New(c.set, typ+suffix); err != nil {
			return fault.New("send goal", name, fault.NotFound, "its type %s is not known; give its definition with --path: %w", typ, err)
		}
	}
	inner, err := dynamic.New(c.set, typ+"Goal")
	if err != nil {
		return err
	}
	goal, err := fromText(inner, args[1:])
	if err != nil {
		return usageError{err}
	}
	now := n.Clock().Now()
	id := actionlib_msgs.GoalID{Stamp: now, ID: fmt.Sprintf("%s-1-%s", n.Name(), now)}
	head := std_msgs.Header{Stamp: now}
	raw := append(id.AppendROS(head.AppendROS(nil)), goal...)

	done := make(chan error, 1)
	watch := func(topic string, t *dynamic.Type, key string, last bool) (*ros.Subscriber, error) {
		return ros.SubscribeRaw(n, name+topic, ros.TypeInfo{Name: t.Name(), MD5: t.MD5(), Definition: t.Definition()}, func(m ros.RawMessage) {
			doc, err := t.AppendJSON(nil, m.Bytes)
			var msg map[string]json.RawMessage
			var st struct {
				GoalID struct {
					ID string `json:"id"`
				} `json:"goal_id"`
				Status uint8  `json:"status"`
				Text   string `json:"text"`
			}
			if err == nil {
				err = json.Unmarshal(doc, &msg)
			}
			if err == nil {
				err = json.Unmarshal(msg["status"], &st)
			}
			if err == nil && st.GoalID.ID != id.ID {
				return
			}
			if err == nil {
				err = printDocument(out, bytes.TrimSpace(msg[key]), asJSON)
			}
			if err == nil && last && actionlib.Status(st.Status) != actionlib.Succeeded {
				err = &actionlib.Error{Status: actionlib.Status(st.Status), Text: st.Text}
			}
			if err != nil || last {
				select {
				case done <- err:
				default:
				}
			}
		})
	}
	feedback, err := watch("/feedback", parts[1], "feedback", false)
	if err != nil {
		return err
	}
	result, err := watch("/result", parts[2], "result", true)
	if err != nil {
		return err
	}
	pub, err := ros.AdvertiseRaw(n, name+"/goal", ros.TypeInfo{Name: parts[0].Name(), MD5: parts[0].MD5(), Definition: parts[0].Definition()})
	if err != nil {
		return err
	}
	stop, err := ros.Advertise[*actionlib_msgs.GoalID](n, name+"/cancel")
	if err != nil {
		return err
	}
	for _, wait := range []func(context.Context, int) error{feedback.WaitForPublishers, result.WaitForPublishers, pub.WaitForSubscribers, stop.WaitForSubscribers} {
		if err := wait(short, 1); err != nil {
			return err
		}
	}
	if err := pub.Publish(raw); err != nil {
		return err
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	fmt.Fprintln(progress, "cancelling the goal")
	if err := stop.Publish(&actionlib_msgs.GoalID{ID: id.ID}); err != nil {
		return err
	}
	select {
	case err := <-done:
		return err
	case <-time.After(f.timeout):
		return fault.New("cancel goal", name, fault.Timeout, "the server does not say how the goal ended")
	}
}
