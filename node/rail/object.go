package rail

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// lookup is the newest pose of a frame in the fixed frame.
func (c *Collector) lookup(ctx context.Context, frame string) (geom.Pose, wire.Time, error) {
	if strings.TrimPrefix(frame, "/") == strings.TrimPrefix(c.p.FixedFrame, "/") { // whether or not anybody publishes it
		return geom.Pose{R: geom.Rot{W: 1}}, wire.Time{}, nil
	}
	ctx, stop := context.WithTimeout(ctx, param.Seconds(c.p.TFWait))
	defer stop()
	return c.tf.Wait(ctx, c.p.FixedFrame, frame, wire.Time{})
}

// hand is where the end effector is now.
func (c *Collector) hand(ctx context.Context) (geom.Pose, error) {
	x, stamp, err := c.lookup(ctx, c.p.HandFrame)
	if err != nil {
		return x, err
	}
	if age := c.node.Clock().Now().Sub(stamp); c.p.MaxPoseAge > 0 && !stamp.IsZero() && age.Seconds() > c.p.MaxPoseAge {
		return x, fault.New("look up transform", c.p.HandFrame, fault.Unavailable, "the newest pose is %.1f s old: does the robot's state publisher run, and do the clocks agree?", age.Seconds())
	}
	return x, nil
}

// grasped finds the object with the point nearest to the hand and returns it with its cloud in the fixed frame, and the name of the scene.
func (c *Collector) grasped(ctx context.Context, X_FH geom.Pose) (*objectMsg, *sensor_msgs.PointCloud2, string, error) {
	c.mu.Lock()
	list, age := c.list, time.Since(c.came)
	c.mu.Unlock()
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("find object", c.p.Topic, kind, format, args...)
	}
	switch {
	case list == nil:
		return nil, nil, "", bad(fault.NotFound, "no list of objects has come: does segmentation run, and was it called?")
	case c.p.MaxListAge > 0 && age.Seconds() > c.p.MaxListAge:
		return nil, nil, "", bad(fault.Unavailable, "the list of objects is %.0f s old: segment again", age.Seconds())
	case len(list.Objects) == 0:
		return nil, nil, "", bad(fault.NotFound, "the list of objects is empty: segment again")
	}
	scene := fmt.Sprintf("%s@%d.%09d", c.p.Topic, list.Header.Stamp.Sec, list.Header.Stamp.Nsec)
	best, distance := -1, math.Inf(1)
	var X_FB geom.Pose
	var why error
	for i := range list.Objects {
		m := &list.Objects[i].PointCloud
		X_FA, _, err := c.lookup(ctx, m.Header.FrameID)
		if err == nil {
			var d float64
			if d, err = nearest(m, X_FA.Inv().Apply(X_FH.P)); err == nil && d < distance {
				best, distance, X_FB = i, d, X_FA
			}
		}
		if err != nil && why == nil {
			why = fault.Wrap("", fmt.Sprintf("object %d", i), err)
		}
	}
	switch {
	case best < 0:
		return nil, nil, scene, fault.Wrap("find object", c.p.Topic, why)
	case c.p.MaxDistance > 0 && distance > c.p.MaxDistance:
		return nil, nil, scene, bad(fault.NotFound, "the nearest of %d objects is %.2f m from the hand, more than max_object_distance %.2f m", len(list.Objects), distance, c.p.MaxDistance)
	case why != nil:
		c.node.Log().Warn("an object of the list was passed over", "err", why)
	}
	o := &list.Objects[best]
	moved, err := clouds.Moved(&o.PointCloud, X_FB, c.p.FixedFrame)
	return o, moved, scene, err
}

// nearest is the distance (m) of a point from a cloud, in the cloud's frame.
func nearest(m *sensor_msgs.PointCloud2, p_A geom.Vec) (float64, error) {
	var c cloud.Cloud
	if err := clouds.ToCloud(m, &c); err != nil {
		return 0, err
	}
	best := math.Inf(1)
	for i := range c.X {
		if c.Valid(i) {
			best = min(best, r3.Norm2(r3.Sub(geom.V(float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])), p_A)))
		}
	}
	if math.IsInf(best, 1) {
		return 0, fault.New("find object", "", fault.NotFound, "its cloud has no points")
	}
	return math.Sqrt(best), nil
}

// Feel asks the hand of a robot what it feels.
func Feel(l *robot.Loop) Touch {
	return func() (force [2]float64, ok bool) {
		ok = l.Do(func(r *pick.Robot) { force = r.Hand.Status().Force })
		return force, ok
	}
}

const touchEvery = 50 * time.Millisecond

// watchTouch notes what the fingers press until the function that it returns is called, and then once more: a try may be shorter than the
// time between two looks.
func (t *try) watchTouch() (stop func()) {
	if t.c.touch == nil {
		return func() {}
	}
	feel := func() {
		if f, ok := t.c.touch(); ok {
			t.mu.Lock()
			t.grip, t.force = min(f[0], f[1]), max(t.force, f[0], f[1])
			t.mu.Unlock()
		}
	}
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		defer feel()
		tick := time.NewTicker(touchEvery)
		defer tick.Stop()
		for {
			feel()
			select {
			case <-quit:
				return
			case <-tick.C:
			}
		}
	}()
	return func() { close(quit); <-ended }
}

// remember writes the try into the history of attempts.
func (t *try) remember(err error) error {
	if len(t.phases) == 0 { // nothing has moved
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	a := graspdb.Attempt{
		ObjectName: t.goal.ObjectName, Robot: t.c.p.Robot, Scene: t.scene, Hand: t.c.p.Hand, Frame: t.c.p.FixedFrame, X_FG: t.X_FH, Started: t.begin,
		Duration: time.Since(t.begin), MaxForce: t.force, Phases: t.phases, Outcome: t.outcome,
	}
	if a.Outcome == "" {
		a.Outcome = graspdb.Unreached // the gripper did not close
	}
	if a.Outcome.Success() {
		a.GripForce = t.grip
	}
	if err != nil {
		a.Cause = err.Error()
	}
	// A goal that was cancelled is remembered too.
	ctx, stop := context.WithTimeout(context.WithoutCancel(t.c.node.Context()), 5*time.Second)
	defer stop()
	return t.c.db.RecordAttempt(ctx, &a)
}
