package recognize

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

type (
	trainGoal     = rail_pick_and_place_msgs.TrainMetricsGoal
	trainResult   = rail_pick_and_place_msgs.TrainMetricsResult
	trainFeedback = rail_pick_and_place_msgs.TrainMetricsFeedback

	askGoal     = rail_pick_and_place_msgs.GetYesNoFeedbackGoal
	askResult   = rail_pick_and_place_msgs.GetYesNoFeedbackResult
	askFeedback = rail_pick_and_place_msgs.GetYesNoFeedbackFeedback
)

// Trainer is a running metric_trainer.
type Trainer struct {
	closers.List
	node          *ros.Node
	store         Store
	file          string
	base, aligned *ros.Publisher[*sensor_msgs.PointCloud2]
	ask           *actionlib.Client[*askGoal, *askResult, *askFeedback]
}

// NewTrainer starts it on a node, which is called metric_trainer for clients of the original. Lines of metrics are appended to a file.
func NewTrainer(n *ros.Node, store Store, file string) (*Trainer, error) {
	t := &Trainer{node: n, store: store, file: file}
	return closers.Started(t, "start metric trainer", t.start())
}

func (t *Trainer) start() error {
	for name, to := range map[string]**ros.Publisher[*sensor_msgs.PointCloud2]{"~base_pc": &t.base, "~aligned_pc": &t.aligned} {
		p, err := ros.Advertise[*sensor_msgs.PointCloud2](t.node, name, ros.Latch())
		if *to, err = closers.Add(&t.List, p, err); err != nil {
			return err
		}
	}
	ask, err := actionlib.NewClient[*askGoal, *askResult, *askFeedback](t.node, "~get_yes_no_feedback", &rail_pick_and_place_msgs.GetYesNoFeedbackActionType)
	if t.ask, err = closers.Add(&t.List, ask, err); err != nil {
		return err
	}
	s, err := actionlib.NewSimpleServer(t.node, "~train_metrics", &rail_pick_and_place_msgs.TrainMetricsActionType, t.execute)
	_, err = closers.Add(&t.List, s, err)
	return err
}

// execute shows every pair of demonstrations of an object, the smaller laid on the larger, asks whether that is right, and appends
// "overlap,distance_error,color_error,y" or n; then it learns limits of all answers in the file. It takes as long as the person does; cancelling the goal ends it.
func (t *Trainer) execute(ctx context.Context, g *actionlib.Goal[*trainGoal, *trainResult, *trainFeedback]) (*trainResult, error) {
	const op = "train metrics"
	name := strings.ToUpper(strings.TrimSpace(g.Goal().ObjectName))
	all, err := t.store.Demonstrations(ctx)
	if err != nil {
		return &trainResult{}, fault.Wrap(op, name, err)
	}
	var shapes []*cloud.Cloud
	for i := range all {
		if strings.EqualFold(strings.TrimSpace(all[i].Name), name) {
			c, _ := recognize.FilterCompat(all[i].Cloud)
			shapes = append(shapes, c)
		}
	}
	say := func(format string, args ...any) {
		if err := g.Feedback(&trainFeedback{Message: fmt.Sprintf(format, args...)}); err != nil {
			t.node.Log().Debug("no feedback", "err", err)
		}
	}
	if len(shapes) < 2 {
		say("%s has %d demonstrations; two are needed", name, len(shapes))
		return &trainResult{}, nil
	}
	for i := range shapes {
		for k := range i {
			base, target := shapes[k], shapes[i]
			if target.Len() > base.Len() {
				base, target = target, base
			}
			say("asking about demonstrations %d and %d of %s", k+1, i+1, name)
			if err := t.pair(ctx, base, target); err != nil {
				if ctx.Err() != nil {
					return &trainResult{}, context.Cause(ctx)
				}
				return &trainResult{}, fault.Wrap(op, name, err)
			}
		}
	}
	if limits, agree, err := t.learn(); err != nil {
		say("no limits are learned: %v", err)
	} else {
		say("limits that agree with %.0f %% of the answers are in %s", 100*agree, limits)
	}
	return &trainResult{Success: true}, nil
}

// learn finds limits by all answers so far and writes them as parameters of model_generator.
func (t *Trainer) learn() (file string, agree float64, err error) {
	b, err := os.ReadFile(t.file)
	if err != nil {
		return "", 0, fault.File("read metrics", t.file, err)
	}
	pairs, err := recognize.ReadJudged(b)
	if err != nil {
		return "", 0, fault.Wrap("", t.file, err)
	}
	limits, agree, err := recognize.LearnLimits(pairs)
	if err != nil {
		return "", 0, err
	}
	var p recognize.MergeParams
	p.Apply(limits)
	file = strings.TrimSuffix(t.file, filepath.Ext(t.file)) + ".yaml"
	text := fmt.Sprintf("# of %d answers; agrees with %.1f %% of them\nmerge_rule: %s\nmerge_min_overlap: %g\nmerge_max_distance: %g\nmerge_max_color: %g\n",
		len(pairs), 100*agree, p.Rule, p.MinOverlap, p.MaxDistance, p.MaxColour)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return "", 0, fault.New("store limits", file, fault.Permission, "%w", err)
	}
	return file, agree, nil
}

// pair shows two clouds, asks, and writes the line.
func (t *Trainer) pair(ctx context.Context, base, target *cloud.Cloud) error {
	x := recognize.AlignCompat(base, target)
	m := recognize.CompareCompat(base, target, x)
	for c, p := range map[*cloud.Cloud]*ros.Publisher[*sensor_msgs.PointCloud2]{base: t.base, target.Transformed(x, base.Frame): t.aligned} {
		var pc sensor_msgs.PointCloud2
		if err := clouds.FromCloud(c, &pc); err != nil {
			return err
		}
		if err := p.Publish(&pc); err != nil {
			return err
		}
	}
	if err := t.ask.WaitForServer(ctx); err != nil {
		return err
	}
	r, err := t.ask.Do(ctx, &askGoal{}, nil)
	if err != nil {
		return err
	}
	answer := "n"
	if r.Yes {
		answer = "y"
	}
	f, err := os.OpenFile(t.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fault.New("store metrics", t.file, fault.Permission, "%w", err)
	}
	_, err = fmt.Fprintf(f, "%g,%g,%g,%s\n", m.Overlap, m.DistanceError, m.ColourError, answer)
	if err := errors.Join(err, f.Close()); err != nil {
		return fault.New("store metrics", t.file, fault.Other, "%w", err)
	}
	return nil
}
