package rail

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// 34: the order of the calls, the pose before the lift, and the object that was nearest then.
func TestRail34_GraspAndStore(t *testing.T) {
	p := DefaultCollectorParams()
	p.Robot, p.Hand, p.Debug = "robot 1", "fake hand", true
	f := newFake(t, p, func() ([2]float64, bool) { return [2]float64{3, 4}, true })
	// A camera of its own, turned and moved.
	X_BC := geom.Pose{R: geom.RPY(0.2, 0.4, 1), P: geom.V(0.1, -0.3, 1)}
	if err := f.cast.SendStatic(tf.Stamped(base, "camera", wire.Time{}, X_BC)); err != nil {
		t.Fatal(err)
	}
	f.show()
	if _, _, err := f.collector.tf.Wait(limit(t), base, "camera", wire.Time{}); err != nil {
		t.Fatal(err)
	}
	before := f.hand
	low := X_BC.Inv().Apply(r3.Add(f.hand.P, geom.V(0.03, 0, -0.02)))  // nearest to the grasp
	high := X_BC.Inv().Apply(r3.Add(f.hand.P, geom.V(0, 0.02, 0.151))) // nearest to the hand once it is up
	f.segment(thing(t, "camera", high, 200), thing(t, "camera", low, 100))
	r, status, text := f.store(true, true, "Tuna Can")
	if status != actionlib.Succeeded || !r.Success || r.ID != 1 {
		t.Fatalf("%v %+v %s", status, r, text)
	}
	if got := f.called(); !slices.Equal(got, []string{"close", "lift", "verify"}) {
		t.Errorf("called %v", got)
	}
	d := f.demonstrations()
	if len(d) != 1 {
		t.Fatalf("%d demonstrations", len(d))
	}
	if d[0].ObjectName != "TUNA CAN" || d[0].Frame != base || d[0].HandFrame != link {
		t.Errorf("stored %q in %q of %q", d[0].ObjectName, d[0].Frame, d[0].HandFrame)
	}
	if e := r3.Norm(r3.Sub(d[0].X_FG.P, before.P)); e > 1e-6 {
		t.Errorf("the stored pose is off by %g m", e)
	}
	if e := d[0].X_FG.R.Angle(before.R); e > 1e-6 {
		t.Errorf("the stored pose is turned by %g rad", e)
	}
	var m sensor_msgs.PointCloud2
	if err := m.DecodeROS(d[0].Cloud); err != nil {
		t.Fatal(err)
	}
	var c cloud.Cloud
	if err := clouds.ToCloud(&m, &c); err != nil {
		t.Fatal(err)
	}
	if c.Frame != base || c.Len() != 27 || c.RGB[0]&0xff != 100 {
		t.Errorf("stored cloud of %d points in %q with colour %x", c.Len(), c.Frame, c.RGB[0])
	}
	middle := geom.V(float64(c.X[13]), float64(c.Y[13]), float64(c.Z[13]))
	if e := r3.Norm(r3.Sub(middle, r3.Add(before.P, geom.V(0.03, 0, -0.02)))); e > 1e-5 {
		t.Errorf("the stored object is off by %g m", e)
	}
	var img sensor_msgs.Image
	if err := img.DecodeROS(d[0].Image); err != nil || img.Data[0] != 100 {
		t.Errorf("stored picture %v, %v", img.Data, err)
	}
	// The try is in the history.
	a := f.attempts()
	if len(a) != 1 {
		t.Fatalf("%d attempts", len(a))
	}
	var phases []string
	for i, ph := range a[0].Phases {
		phases = append(phases, ph.Name)
		if ph.End < ph.Start || i > 0 && ph.Start < a[0].Phases[i-1].End {
			t.Errorf("phase %v after %v", ph, a[0].Phases[:i])
		}
	}
	if !slices.Equal(phases, []string{"close", "look", "lift", "verify", "store"}) || a[0].Outcome != graspdb.Held || a[0].Robot != "robot 1" || a[0].Hand != "fake hand" ||
		a[0].GripForce != 3 || a[0].MaxForce != 4 || a[0].Cause != "" || !strings.HasPrefix(a[0].Scene, p.Topic+"@") || a[0].Duration <= 0 {
		t.Errorf("%+v", a[0])
	}
}

// Without lift and verify only the gripper is called; a single object is stored.
func TestGraspAndStoreWithout(t *testing.T) {
	f := newFake(t, DefaultCollectorParams(), nil)
	f.show()
	f.segment(thing(t, base, f.hand.P, 1))
	if r, _, text := f.store(false, false, "egg"); !r.Success || r.ID != 1 {
		t.Errorf("%+v %s", r, text)
	}
	if got := f.called(); !slices.Equal(got, []string{"close"}) {
		t.Errorf("called %v", got)
	}
}

// 35: each failure ends with success false and id 0, stores nothing, and leaves the node alive.
func TestRail35_Failures(t *testing.T) {
	near := func(f *fake) { f.show(); f.segment(thing(f.t, base, f.hand.P, 1)) }
	for _, c := range []struct {
		name   string
		set    func(p *CollectorParams)
		before func(f *fake)
		repair func(f *fake)
		object string
		words  []string
		calls  []string
		out    graspdb.Outcome // in the history; "" for no entry
	}{
		{name: "gripper fails", before: func(f *fake) { near(f); f.refuse["close"] = true }, repair: func(f *fake) { f.refuse["close"] = false },
			words: []string{"closing the gripper", "/manipulation/gripper", "success=false"}, calls: []string{"close"}, out: graspdb.Unreached},
		{name: "lift never answers", before: func(f *fake) { near(f); f.mute["lift"] = true }, repair: func(f *fake) { f.mute["lift"] = false; f.show() },
			words: []string{"lifting", "/manipulation/lift", "no result after 10 s"}, calls: []string{"close", "lift"}, out: graspdb.Stopped},
		{name: "lift fails", before: func(f *fake) { near(f); f.refuse["lift"] = true }, repair: func(f *fake) { f.refuse["lift"] = false },
			words: []string{"lifting", "success=false"}, calls: []string{"close", "lift"}, out: graspdb.Stopped},
		{name: "cannot verify", before: func(f *fake) { near(f); f.refuse["verify"] = true }, repair: func(f *fake) { f.refuse["verify"] = false },
			words: []string{"verifying", "success=false"}, calls: []string{"close", "lift", "verify"}, out: graspdb.Stopped},
		{name: "not grasping", before: func(f *fake) { near(f); f.empty = true }, repair: func(f *fake) { f.empty = false },
			words: []string{"verifying the grasp", "holds nothing"}, calls: []string{"close", "lift", "verify"}, out: graspdb.Missed},
		{name: "no list", before: func(f *fake) { f.show() }, repair: near,
			words: []string{"no list of objects has come", "segmentation"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "empty list", before: func(f *fake) { f.show(); f.segment() }, repair: near,
			words: []string{"is empty", "segment again"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "no transform", before: func(f *fake) { f.segment(thing(f.t, base, f.hand.P, 1)) }, repair: near, set: func(p *CollectorParams) { p.TFWait = 0.1 },
			words: []string{"look up transform", link, "unknown frame"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "old transform", before: func(f *fake) {
			if err := f.cast.Send(tf.Stamped(base, link, f.n.Clock().Now().Add(-9*time.Second), f.hand)); err != nil {
				f.t.Fatal(err)
			}
			if _, _, err := f.collector.tf.Wait(limit(f.t), base, link, wire.Time{}); err != nil {
				f.t.Fatal(err)
			}
			f.segment(thing(f.t, base, f.hand.P, 1))
		}, repair: near, words: []string{"newest pose", "9.", "state publisher"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "object in an unknown frame", before: func(f *fake) { f.show(); f.segment(thing(f.t, "moon", f.hand.P, 1)) }, repair: near,
			set: func(p *CollectorParams) { p.TFWait = 0.1 }, words: []string{"object 0", "moon"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "object far away", before: func(f *fake) { f.show(); f.segment(thing(f.t, base, geom.V(2, 2, 2), 1)) }, repair: near,
			words: []string{"the nearest of 1 objects is 2.", "max_object_distance"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "broken cloud", before: func(f *fake) {
			f.show()
			o := thing(f.t, base, f.hand.P, 1)
			o.PointCloud.Data = o.PointCloud.Data[:20]
			f.segment(o)
		}, repair: near, words: []string{"object 0", "bytes"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "cloud of holes", before: func(f *fake) {
			f.show()
			nan := math.NaN()
			f.segment(thing(f.t, base, geom.V(nan, nan, nan), 1))
		}, repair: near, words: []string{"no points"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "no name", before: near, repair: func(*fake) {}, object: " ", words: []string{"no name"}},
		{name: "old list", before: func(f *fake) {
			near(f)
			f.collector.mu.Lock()
			f.collector.came = f.collector.came.Add(-time.Hour)
			f.collector.mu.Unlock()
		}, repair: near, words: []string{"3600 s old", "segment again"}, calls: []string{"close"}, out: graspdb.Stopped},
		{name: "database gone", before: func(f *fake) { near(f); f.db.Close() }, words: []string{"storing", "database"}, calls: []string{"close", "lift", "verify"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := DefaultCollectorParams()
			if c.set != nil {
				c.set(&p)
			}
			f := newFake(t, p, nil)
			c.before(f)
			name := "egg"
			if c.object != "" {
				name = c.object
			}
			begin := time.Now()
			r, status, text := f.store(true, true, name)
			took := time.Since(begin)
			if status != actionlib.Succeeded || r.Success || r.ID != 0 {
				t.Errorf("%v, %+v", status, r)
			}
			t.Log(text)
			for _, w := range c.words {
				if !strings.Contains(text, w) || strings.Contains(text, "\n") {
					t.Errorf("%q does not say %q in one line", text, w)
				}
			}
			if got := f.called(); !slices.Equal(got, c.calls) {
				t.Errorf("called %v, want %v", got, c.calls)
			}
			if c.name == "lift never answers" && (took < 9*time.Second || took > 11*time.Second) {
				t.Errorf("it took %v", took)
			}
			if c.repair == nil { // there is no database any more, but the node answers
				if r, status, _ := f.store(false, false, "egg"); status != actionlib.Succeeded || r.Success {
					t.Errorf("afterwards %v %+v", status, r)
				}
				return
			}
			if d := f.demonstrations(); len(d) != 0 {
				t.Errorf("%d demonstrations are stored", len(d))
			}
			switch a := f.attempts(); {
			case c.out == "" && len(a) != 0, c.out != "" && len(a) != 1:
				t.Errorf("%d attempts are stored", len(a))
			case c.out != "" && (a[0].Outcome != c.out || a[0].Cause != text):
				t.Errorf("the history has %s: %s", a[0].Outcome, a[0].Cause)
			}
			// The node is alive, and works once the cause is gone.
			c.repair(f)
			if r, _, text := f.store(true, true, "egg"); !r.Success || r.ID != 1 {
				t.Errorf("afterwards %+v: %s", r, text)
			}
		})
	}
}

// Servers that are not there end the goal in time too.
func TestRail35_NoServer(t *testing.T) {
	p := DefaultCollectorParams()
	p.ActionTimeout = 0.3
	f := newFake(t, p, nil)
	f.collector.p.Gripper = "/nobody"
	none, err := client[*gripperGoal, *gripperResult, *gripperFeedback](f.collector, "/nobody", &rail_manipulation_msgs.GripperActionType)
	if err != nil {
		t.Fatal(err)
	}
	f.collector.gripper = none
	if r, status, text := f.store(false, false, "egg"); status != actionlib.Succeeded || r.Success || !strings.Contains(text, "/nobody: no such action server after 0.3 s") {
		t.Errorf("%v %+v %s", status, r, text)
	}
}

// A cancelled goal cancels the step under way and ends as PREEMPTED.
func TestGraspAndStorePreempt(t *testing.T) {
	f := newFake(t, DefaultCollectorParams(), nil)
	f.show()
	f.segment(thing(t, base, f.hand.P, 1))
	f.mute["lift"] = true
	g, err := f.client.Send(&storeGoal{Lift: true, ObjectName: "egg"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return slices.Contains(f.called(), "lift") })
	if err := g.Cancel(); err != nil {
		t.Fatal(err)
	}
	r, _ := g.Wait(limit(t))
	if s, text := g.Status(); s != actionlib.Preempted || r.Success || !strings.Contains(text, "cancelled") {
		t.Errorf("%v %+v %s", s, r, text)
	}
	if a := f.attempts(); len(a) != 1 || a[0].Outcome != graspdb.Stopped {
		t.Errorf("%+v", a)
	}
}
