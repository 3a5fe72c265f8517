package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	gs "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	pp "github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// patience is how long a client waits for one thing; what takes longer counts as stuck.
const patience = time.Minute

// call calls a service that takes nothing to look at twice.
func call[Req, Res ros.Message](n *ros.Node, name string, typ *wire.Service, req Req) (Res, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := ros.NewServiceClient[Req, Res](n, name, typ, false)
	if err != nil {
		var none Res
		return none, err
	}
	defer c.Close()
	return c.Call(ctx, req)
}

// do sends a goal and waits for its end. After the time until, which may be 0 for none, it is cancelled.
func do[G, R, F ros.Message](s *soak, c *actionlib.Client[G, R, F], goal G, until time.Duration) (R, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := c.WaitForServer(ctx); err != nil {
		var none R
		return none, err
	}
	if until > 0 {
		short, end := context.WithTimeout(ctx, until)
		defer end()
		s.count("goals that were to be cancelled")
		return c.Do(short, goal, nil)
	}
	return c.Do(ctx, goal, nil)
}

// end notes how a goal or a call ended, and says when it took too long.
func (s *soak) end(what string, err error) {
	var e *actionlib.Error
	switch {
	case err == nil:
		s.count(what + ": done")
	case errors.As(err, &e):
		s.count(what + ": " + e.Status.String())
	case errors.Is(err, context.DeadlineExceeded) && strings.Contains(err.Error(), "deadline"):
		s.count(what + ": stuck")
		s.say("%s is stuck: %v", what, err)
	default:
		s.count(what + ": refused")
	}
}

type (
	grabClient    = actionlib.Client[*gs.PR2GripperGrabGoal, *gs.PR2GripperGrabResult, *gs.PR2GripperGrabFeedback]
	releaseClient = actionlib.Client[*gs.PR2GripperReleaseGoal, *gs.PR2GripperReleaseResult, *gs.PR2GripperReleaseFeedback]
)

// lifted is how high the lab's hand carries its apple, m, and lost how far that may move in the hand before it counts as dropped.
const (
	lifted = 0.1
	lost   = 0.02
)

// handWork has the lab's hand grab its apple, carries it up, looks at it, brings it back and lets it go, again and again.
func (s *soak) handWork(ctx context.Context) {
	const at = "/r_gripper_sensor_controller"
	grab, err := actionlib.NewClient[*gs.PR2GripperGrabGoal, *gs.PR2GripperGrabResult, *gs.PR2GripperGrabFeedback](s.lab.node, at+"/grab", &gs.PR2GripperGrabActionType)
	if err != nil {
		s.say("%v", err)
		return
	}
	defer grab.Close()
	release, err := actionlib.NewClient[*gs.PR2GripperReleaseGoal, *gs.PR2GripperReleaseResult, *gs.PR2GripperReleaseFeedback](s.lab.node, at+"/release", &gs.PR2GripperReleaseActionType)
	if err != nil {
		s.say("%v", err)
		return
	}
	defer release.Close()
	for ctx.Err() == nil {
		s.grabOnce(ctx, grab, release)
		wait(ctx, 500*time.Millisecond)
	}
}

func (s *soak) grabOnce(ctx context.Context, grab *grabClient, release *releaseClient) {
	cut := time.Duration(0)
	if s.draw(8) == 0 {
		cut = s.between(100*time.Millisecond, 3*time.Second)
	}
	_, err := do(s, grab, &gs.PR2GripperGrabGoal{Command: gs.PR2GripperGrabCommand{HardnessGain: 0.03}}, cut)
	s.end("hand: grab", err)
	s.count("attempts of the hand")
	if err == nil {
		taken := s.board.fate()
		if err := s.board.lift(ctx, lifted); err != nil {
			s.say("under the hand: %v", err)
		}
		wait(ctx, s.between(500*time.Millisecond, 6*time.Second))
		f := s.board.fate()
		if r3.Norm(r3.Sub(f.InHand, taken.InHand)) > lost {
			s.count("dropped")
			s.say("the hand has dropped the apple: %v", f)
		}
		if err := s.board.lift(context.Background(), 0); err != nil {
			s.say("under the hand: %v", err)
		}
	}
	for range 5 {
		goal := &gs.PR2GripperReleaseGoal{}
		goal.Command.Event.TriggerConditions = 4 // an acceleration of 0 triggers at once
		_, err = do(s, release, goal, 0)
		s.end("hand: release", err)
		if err == nil {
			break
		}
		wait(context.Background(), time.Second)
	}
	if f := s.board.fate(); f.Crushed {
		s.count("crushed")
		s.say("the hand has crushed the apple: %v", f)
	}
}

// railWork segments, grasps and stores, and counts, as a RAIL user does.
func (s *soak) railWork(ctx context.Context) {
	n := s.lab.node
	store, err := actionlib.NewClient[*pp.GraspAndStoreGoal, *pp.GraspAndStoreResult, *pp.GraspAndStoreFeedback](n, "/rail_grasp_collection/grasp_and_store", &pp.GraspAndStoreActionType)
	if err != nil {
		s.say("%v", err)
		return
	}
	defer store.Close()
	gripper, err := actionlib.NewClient[*rail_manipulation_msgs.GripperGoal, *rail_manipulation_msgs.GripperResult, *rail_manipulation_msgs.GripperFeedback](n, "/manipulation/gripper", &rail_manipulation_msgs.GripperActionType)
	if err != nil {
		s.say("%v", err)
		return
	}
	defer gripper.Close()
	for ctx.Err() == nil {
		_, err := call[*std_srvs.EmptyRequest, *std_srvs.EmptyResponse](n, "/rail_segmentation/segment", &std_srvs.EmptyService, &std_srvs.EmptyRequest{})
		s.end("rail: segment", err)
		cut := time.Duration(0)
		if s.draw(8) == 0 {
			cut = s.between(100*time.Millisecond, 2*time.Second)
		}
		res, err := do(s, store, &pp.GraspAndStoreGoal{Verify: true, ObjectName: "apple"}, cut)
		s.end("rail: grasp and store", err)
		if err == nil && res.Success {
			s.mu.Lock()
			s.stores = append(s.stores, res.ID)
			s.mu.Unlock()
			s.count("demonstrations acknowledged")
			_, err := call[*holdfast_msgs.RecordGraspOutcomeRequest, *holdfast_msgs.RecordGraspOutcomeResponse](n, "/graspdb/record_grasp_outcome", &holdfast_msgs.RecordGraspOutcomeService,
				&holdfast_msgs.RecordGraspOutcomeRequest{GraspID: 1, Success: true}) // of the first model that the cleared tables have left
			s.end("rail: record outcome", err)
			if err == nil {
				s.count("outcomes acknowledged")
			}
		}
		_, err = do(s, gripper, &rail_manipulation_msgs.GripperGoal{}, 0)
		s.end("rail: open", err)
		wait(ctx, s.between(time.Second, 4*time.Second))
	}
}

type (
	pickupClient = actionlib.Client[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback]
	placeClient  = actionlib.Client[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback]
)

// tableWork picks objects up from the table and puts them back, as the page's buttons do.
func (s *soak) tableWork(ctx context.Context) {
	n := s.table.node
	pickup, err := actionlib.NewClient[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback](n, "/object_manipulator/object_manipulator_pickup", &om.PickupActionType)
	if err != nil {
		s.say("%v", err)
		return
	}
	defer pickup.Close()
	place, err := actionlib.NewClient[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback](n, "/object_manipulator/object_manipulator_place", &om.PlaceActionType)
	if err != nil {
		s.say("%v", err)
		return
	}
	defer place.Close()
	seen := make(chan *rail_manipulation_msgs.SegmentedObjectList, 1)
	sub, err := ros.Subscribe(n, "/rail_segmentation/segmented_objects", func(m *rail_manipulation_msgs.SegmentedObjectList) {
		select {
		case <-seen:
		default:
		}
		seen <- m
	})
	if err != nil {
		s.say("%v", err)
		return
	}
	defer sub.Close()
	for ctx.Err() == nil {
		s.pickOnce(ctx, n, seen, pickup, place)
		s.tableFate()
	}
}

// tableFate asks the simulated world whether something fell or broke.
func (s *soak) tableFate() {
	res, err := call[*std_srvs.TriggerRequest, *std_srvs.TriggerResponse](s.table.node, "/simulated_robot/fate", &std_srvs.TriggerService, &std_srvs.TriggerRequest{})
	if err != nil {
		s.end("table: fate", err)
		return
	}
	if !res.Success {
		s.mu.Lock()
		for what, word := range map[string]string{"dropped at the table": "fell", "crushed at the table": "crushed"} {
			s.counts[what] = max(s.counts[what], strings.Count(res.Message, word))
		}
		s.mu.Unlock()
		s.say("at the table: %s", res.Message)
	}
}

func (s *soak) pickOnce(ctx context.Context, n *ros.Node, seen chan *rail_manipulation_msgs.SegmentedObjectList, pickup *pickupClient, place *placeClient) {
	_, err := call[*std_srvs.EmptyRequest, *std_srvs.EmptyResponse](n, "/rail_segmentation/segment", &std_srvs.EmptyService, &std_srvs.EmptyRequest{})
	s.end("table: segment", err)
	if err != nil {
		wait(ctx, time.Second)
		return
	}
	var list *rail_manipulation_msgs.SegmentedObjectList
	for until := time.After(20 * time.Second); list == nil || list.Cleared; {
		select {
		case list = <-seen:
		case <-until:
			s.count("table: list of objects: missing")
			return
		}
	}
	if len(list.Objects) == 0 {
		s.count("table: no objects")
		wait(ctx, time.Second)
		return
	}
	o := &list.Objects[s.draw(len(list.Objects))]
	target := manipulation_msgs.GraspableObject{ReferenceFrameID: o.PointCloud.Header.FrameID}
	target.Region.Cloud = o.PointCloud
	ask := &manipulation_msgs.GraspPlanningRequest{ArmName: "right_arm", Target: target}
	for i := range list.Objects {
		if other := &list.Objects[i]; other != o {
			b := manipulation_msgs.GraspableObject{ReferenceFrameID: other.PointCloud.Header.FrameID, CollisionName: "neighbour"}
			b.Region.Cloud = other.PointCloud
			ask.MovableObstacles = append(ask.MovableObstacles, b)
		}
	}
	plan, err := call[*manipulation_msgs.GraspPlanningRequest, *manipulation_msgs.GraspPlanningResponse](n, "/plan_grasps", &manipulation_msgs.GraspPlanningService, ask)
	s.end("table: plan", err)
	if err != nil {
		wait(ctx, time.Second)
		return
	}
	grasps := slices.DeleteFunc(plan.Grasps, func(g manipulation_msgs.Grasp) bool { return len(g.AllowedTouchObjects) > 0 })
	slices.SortStableFunc(grasps, func(a, b manipulation_msgs.Grasp) int {
		switch {
		case a.GraspQuality > b.GraspQuality:
			return -1
		case a.GraspQuality < b.GraspQuality:
			return 1
		}
		return 0
	})
	if len(grasps) == 0 {
		s.count("table: no grasp")
		return
	}
	frame := grasps[0].GraspPose.Header.FrameID
	goal := &om.PickupGoal{ArmName: "right_arm", Target: target, DesiredGrasps: grasps[:min(12, len(grasps))], AllowGripperSupportCollision: true, UseReactiveExecution: true, UseReactiveLift: true}
	goal.Lift = straight(frame, 1, 0.1, 0.05)
	cut := time.Duration(0)
	if s.draw(8) == 0 {
		cut = s.between(50*time.Millisecond, 1500*time.Millisecond) // while the arm is on its way: what is held by then is nobody's to put down
	}
	res, err := do(s, pickup, goal, cut)
	s.end("table: pickup", err)
	s.count("attempts at the table")
	if err != nil {
		wait(ctx, time.Second)
		return
	}
	for range 3 {
		back := &om.PlaceGoal{ArmName: "right_arm", PlaceLocations: []geometry_msgs.PoseStamped{res.Grasp.GraspPose}, Grasp: res.Grasp, DesiredRetreatDistance: 0.1,
			MinRetreatDistance: 0.03, AllowGripperSupportCollision: true, UseReactivePlace: true}
		back.Approach = straight(res.Grasp.GraspPose.Header.FrameID, -1, 0.1, 0.03)
		_, err = do(s, place, back, 0)
		s.end("table: place", err)
		if err == nil {
			return
		}
		wait(context.Background(), time.Second)
	}
}

// straight is a motion along z.
func straight(frame string, z float64, desired, least float32) (t manipulation_msgs.GripperTranslation) {
	t.Direction.Header.FrameID = frame
	t.Direction.Vector.Z = z
	t.DesiredDistance, t.MinDistance = desired, least
	return t
}

// demoWork clears tables into their trays, with the lab's database as memory.
func (s *soak) demoWork(ctx context.Context) {
	for seed := 1; ctx.Err() == nil; seed++ {
		cmd := exec.Command("nice", s.program, "demo", "--json", "--objects", "8", "--seed", itoa(s.seed+uint64(seed)), "--db", s.lab.db)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		var doc struct {
			Objects, Placed, Dropped, Damaged, Attempts int
			Error                                       string
		}
		switch {
		case json.Unmarshal(out, &doc) != nil:
			s.count("demo: failed")
			s.say("demo: %v: %.200s", err, errs.String())
		case err != nil || doc.Error != "":
			s.count("demo: gave up with a reason")
			s.say("demo gave up: %s", doc.Error)
		default:
			s.count("demo: tables")
		}
		s.mu.Lock()
		s.counts["demo: objects"] += doc.Objects
		s.counts["demo: placed"] += doc.Placed
		s.counts["demo: attempts"] += doc.Attempts
		s.counts["demo: dropped"] += doc.Dropped
		s.counts["demo: damaged"] += doc.Damaged
		s.mu.Unlock()
		if doc.Dropped+doc.Damaged > 0 {
			s.say("demo --seed %d: %d dropped, %d damaged", s.seed+uint64(seed), doc.Dropped, doc.Damaged)
		}
		wait(ctx, 10*time.Second)
	}
}

// operator says that the motors of a robot may run again when they were halted for a second and nothing is wrong, as a person does who has looked.
func (s *soak) operator(who string, n *ros.Node, sound func() bool) error {
	halted := make(chan bool, 1)
	if _, err := ros.Subscribe(n, "/pr2_ethercat/motors_halted", func(m *std_msgs.Bool) {
		select {
		case <-halted:
		default:
		}
		halted <- m.Data
	}); err != nil {
		return err
	}
	go func() {
		for last := false; ; {
			var now bool
			select {
			case <-n.Done():
				return
			case now = <-halted:
			}
			if now && last && sound() {
				_, err := call[*std_srvs.EmptyRequest, *std_srvs.EmptyResponse](n, "/pr2_ethercat/reset_motors", &std_srvs.EmptyService, &std_srvs.EmptyRequest{})
				s.end("operator of the "+who+": reset motors", err)
				now = false
			}
			last = now
		}
	}()
	return nil
}

// startCounter publishes numbers, for the recorder. What it returns ends that, and says how many there were.
func (s *soak) startCounter(ctx context.Context) (stop func() uint64, err error) {
	pub, err := ros.Advertise[*std_msgs.UInt64](s.lab.node, "/soak/count", ros.QueueSize(2000))
	if err != nil {
		return nil, err
	}
	if err := pub.WaitForSubscribers(ctx, 1); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	n, ended := uint64(0), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				n++
				_ = pub.Publish(&std_msgs.UInt64{Data: n}) // fails at the end only
			}
		}
	}()
	return func() uint64 { cancel(); <-ended; return n }, nil
}
