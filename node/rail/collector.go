package rail

import (
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

type (
	storeGoal     = rail_pick_and_place_msgs.GraspAndStoreGoal
	storeResult   = rail_pick_and_place_msgs.GraspAndStoreResult
	storeFeedback = rail_pick_and_place_msgs.GraspAndStoreFeedback
	listMsg       = rail_manipulation_msgs.SegmentedObjectList
	objectMsg     = rail_manipulation_msgs.SegmentedObject
)

// CollectorParams are the settings of the collector. Names are those of rail_grasp_collection, and so are the defaults but for the topic of
// the objects, which is the one that segmentation publishes.
type CollectorParams struct {
	FixedFrame    string
	HandFrame     string
	Topic         string
	Gripper       string
	Lift          string
	Verify        string
	Debug         bool
	ActionTimeout float64 // s
	MaxDistance   float64 // m
	MaxListAge    float64 // s
	MaxPoseAge    float64 // s
	TFWait        float64 // s
	Robot         string
	Hand          string
}

// Declare lists the parameters.
func (p *CollectorParams) Declare(s *param.Set) {
	s.Text(&p.FixedFrame, "robot_fixed_frame_id", "base_footprint", "frame in which the grasp and the object are stored")
	s.Text(&p.HandFrame, "eef_frame_id", "eef_link", "frame of the end effector, whose pose is the grasp")
	s.Text(&p.Topic, "segmented_objects_topic", "/rail_segmentation/segmented_objects", "topic of the lists of objects; the original had /segmentation/segmented_objects, which nobody published")
	s.Text(&p.Gripper, "gripper_action_server", "/manipulation/gripper", "name of the Gripper action")
	s.Text(&p.Lift, "lift_action_server", "/manipulation/lift", "name of the Lift action")
	s.Text(&p.Verify, "verify_grasp_action_server", "/manipulation/verify_grasp", "name of the VerifyGrasp action")
	s.Bool(&p.Debug, "debug", false, "publish the points of the stored object on ~debug")
	s.Float(&p.ActionTimeout, "action_timeout", 10, "s", 0.1, 600, "for each of the three actions, its server's coming up included")
	s.Float(&p.MaxDistance, "max_object_distance", 0.2, "m", 0, 10, "an object whose nearest point is farther from the grasp is not the one grasped; 0 for any distance")
	s.Float(&p.MaxListAge, "max_list_age", 600, "s", 0, 1e6, "a list of objects that came earlier is too old; 0 for any age")
	s.Float(&p.MaxPoseAge, "max_pose_age", 5, "s", 0, 1e6, "a pose of the end effector from earlier is too old; 0 for any age")
	s.Float(&p.TFWait, "tf_wait", 1, "s", 0, 600, "for a transform that is not known yet")
	s.Text(&p.Robot, "robot_name", "", "name of this robot in the history of attempts")
	s.Text(&p.Hand, "hand_name", "", "name of its hand there")
}

// DefaultCollectorParams returns the declared defaults.
func DefaultCollectorParams() CollectorParams { return param.Defaults[CollectorParams]() }

// Touch says with how much force the left and right finger press now, N; false where nobody knows.
type Touch func() (force [2]float64, ok bool)

// Collector serves GraspAndStore: it closes the hand, lifts and verifies as it is told, and stores the grasp with the object as a
// demonstration. Every try that closed the hand is in the history of attempts, with its phases, outcome and cause.
//
// The pose of the hand, the list of objects and the transforms between their frames are those of the moment after the hand has closed: what
// comes later has been moved by the lift.
type Collector struct {
	closers.List
	node    *ros.Node
	p       CollectorParams
	db      *graspdb.DB
	touch   Touch // may be nil
	tf      *tf.Buffer
	gripper *actionlib.Client[*gripperGoal, *gripperResult, *gripperFeedback]
	lift    *actionlib.Client[*liftGoal, *liftResult, *liftFeedback]
	verify  *actionlib.Client[*verifyGoal, *verifyResult, *verifyFeedback]
	debug   *ros.Publisher[*sensor_msgs.PointCloud2] // nil without debug

	mu   sync.Mutex
	list *listMsg
	came time.Time
}

// NewCollector starts it on a node, which is called rail_grasp_collection for clients of the original. touch may be nil.
func NewCollector(n *ros.Node, db *graspdb.DB, touch Touch, p CollectorParams) (*Collector, error) {
	c := &Collector{node: n, p: p, db: db, touch: touch}
	return closers.Started(c, "start grasp collection", c.start())
}

func (c *Collector) start() error {
	c.tf = tf.NewBuffer(0)
	listener, err := tf.Listen(c.node, c.tf)
	if _, err = closers.Add(&c.List, listener, err); err != nil {
		return err
	}
	if c.gripper, err = client[*gripperGoal, *gripperResult, *gripperFeedback](c, c.p.Gripper, &rail_manipulation_msgs.GripperActionType); err != nil {
		return err
	}
	if c.lift, err = client[*liftGoal, *liftResult, *liftFeedback](c, c.p.Lift, &rail_manipulation_msgs.LiftActionType); err != nil {
		return err
	}
	if c.verify, err = client[*verifyGoal, *verifyResult, *verifyFeedback](c, c.p.Verify, &rail_manipulation_msgs.VerifyGraspActionType); err != nil {
		return err
	}
	if c.p.Debug {
		pub, err := ros.Advertise[*sensor_msgs.PointCloud2](c.node, "~debug", ros.Latch())
		if c.debug, err = closers.Add(&c.List, pub, err); err != nil {
			return err
		}
	}
	sub, err := ros.Subscribe(c.node, c.p.Topic, func(m *listMsg) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.list, c.came = m, time.Now()
	}, ros.QueueSize(1))
	if sub, err = closers.Add(&c.List, sub, err); err != nil {
		return err
	}
	server, err := actionlib.NewSimpleServer(c.node, "~grasp_and_store", &rail_pick_and_place_msgs.GraspAndStoreActionType, c.execute)
	if _, err = closers.Add(&c.List, server, err); err == nil {
		c.node.Log().Info("grasp collection listens", "objects", sub.Topic(), "gripper", c.p.Gripper, "lift", c.p.Lift, "verify", c.p.Verify)
	}
	return err
}

func client[G, R, F ros.Message](c *Collector, name string, typ *wire.Action) (*actionlib.Client[G, R, F], error) {
	cl, err := actionlib.NewClient[G, R, F](c.node, name, typ)
	return closers.Add(&c.List, cl, err)
}

// execute is one grasp. A failure ends as SUCCEEDED with success false and the failed step in the text, as clients of the original expect.
func (c *Collector) execute(ctx context.Context, g *actionlib.Goal[*storeGoal, *storeResult, *storeFeedback]) (*storeResult, error) {
	goal := g.Goal()
	t := &try{c: c, goal: goal, begin: time.Now(), tell: func(text string) { _ = g.Feedback(&storeFeedback{Message: text}) }}
	stopped := t.watchTouch()
	id, err := t.run(ctx)
	stopped()
	if e := t.remember(err); e != nil {
		c.node.Log().Warn("the attempt is not in the history", "err", e)
	}
	if err == nil {
		return &storeResult{ID: id, Success: true}, said(fmt.Sprintf("stored as demonstration %d of %s", id, goal.ObjectName))
	}
	c.node.Log().Warn("a grasp is not stored", "object", goal.ObjectName, "err", err)
	if ctx.Err() != nil {
		return &storeResult{}, &actionlib.Error{Status: actionlib.Preempted, Text: err.Error()}
	}
	return &storeResult{}, said(err.Error())
}

// try is one goal under way.
type try struct {
	c       *Collector
	goal    *storeGoal
	begin   time.Time
	tell    func(string)
	phases  []graspdb.Phase
	outcome graspdb.Outcome // so far; "" before the hand has closed
	scene   string
	X_FH    geom.Pose // hand in the fixed frame

	mu    sync.Mutex // of the two
	grip  float64    // N, the weaker finger as last felt
	force float64    // N, most of a finger
}

// phase carries out one step and notes its time.
func (t *try) phase(name, text string, do func() error) error {
	t.tell(text)
	start := time.Since(t.begin)
	err := do()
	t.phases = append(t.phases, graspdb.Phase{Name: name, Start: start.Seconds(), End: time.Since(t.begin).Seconds()})
	return fault.Wrap(text, "", err)
}

func (t *try) run(ctx context.Context) (uint32, error) {
	c, p := t.c, &t.c.p
	if err := graspdb.CheckName(t.goal.ObjectName); err != nil { // before anything moves
		return 0, err
	}
	if err := t.phase("close", "closing the gripper", func() error {
		r, text, err := ask(ctx, p, c.gripper, p.Gripper, &gripperGoal{Close: true})
		if err == nil && !r.Success {
			err = refused(p.Gripper, text)
		}
		return err
	}); err != nil {
		return 0, err
	}
	t.outcome = graspdb.Stopped // until it is known better
	var o *objectMsg
	var cloud *sensor_msgs.PointCloud2
	if err := t.phase("look", "looking where the hand is and what it has", func() error {
		var err error
		if t.X_FH, err = c.hand(ctx); err != nil {
			return err
		}
		o, cloud, t.scene, err = c.grasped(ctx, t.X_FH)
		return err
	}); err != nil {
		return 0, err
	}
	if t.goal.Lift {
		if err := t.phase("lift", "lifting", func() error {
			r, text, err := ask(ctx, p, c.lift, p.Lift, &liftGoal{})
			if err == nil && !r.Success {
				err = refused(p.Lift, text)
			}
			return err
		}); err != nil {
			return 0, err
		}
	}
	if t.goal.Verify {
		if err := t.phase("verify", "verifying the grasp", func() error {
			r, text, err := ask(ctx, p, c.verify, p.Verify, &verifyGoal{})
			switch {
			case err != nil:
			case !r.Success:
				err = refused(p.Verify, text)
			case !r.Grasping:
				t.outcome = graspdb.Missed
				err = fault.New("", p.Verify, fault.NotFound, "the hand holds nothing%s", because(text))
			}
			return err
		}); err != nil {
			return 0, err
		}
	}
	t.outcome = graspdb.Held
	var id uint32
	err := t.phase("store", "storing the demonstration", func() error {
		d := graspdb.Demonstration{
			ObjectName: t.goal.ObjectName, Frame: p.FixedFrame, X_FG: t.X_FH, HandFrame: p.HandFrame, Cloud: cloud.AppendROS(nil), Image: o.Image.AppendROS(nil),
		}
		if err := c.db.AddDemonstration(ctx, &d); err != nil {
			return err
		}
		if d.ID > math.MaxUint32 {
			return fault.New("", "", fault.TooLarge, "its number %d does not fit into a message", d.ID)
		}
		id = uint32(d.ID)
		return nil
	})
	if err == nil && c.debug != nil {
		if err := c.debug.Publish(cloud); err != nil {
			c.node.Log().Warn("the object cannot be shown", "err", err)
		}
	}
	return id, err
}

// ask carries out one action of another node, within the time for it. When that is over, or ctx ends, the goal is cancelled.
func ask[G, R, F ros.Message](ctx context.Context, p *CollectorParams, c *actionlib.Client[G, R, F], name string, goal G) (R, string, error) {
	var none R
	in, stop := context.WithTimeout(ctx, param.Seconds(p.ActionTimeout))
	defer stop()
	why := func(late string) error {
		if ctx.Err() != nil {
			return fault.New("", name, fault.Preempted, "the goal was cancelled meanwhile")
		}
		return fault.New("", name, fault.Timeout, late, p.ActionTimeout)
	}
	if err := c.WaitForServer(in); err != nil {
		return none, "", why("no such action server after %g s: is it running, and is its name right?")
	}
	h, err := c.Send(goal, nil)
	if err != nil {
		return none, "", fault.Wrap("", name, err)
	}
	r, err := h.Wait(in)
	if in.Err() != nil && err != nil {
		if err := h.Cancel(); err != nil {
			return none, "", fault.Wrap("", name, err)
		}
		return none, "", why("no result after %g s; the goal was cancelled")
	}
	_, text := h.Status()
	return r, text, fault.Wrap("", name, err)
}

func refused(name, text string) error {
	return fault.New("", name, fault.Unavailable, "it answers success=false%s", because(text))
}

func because(text string) string {
	if text == "" {
		return ""
	}
	return ": " + text
}
