package real

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/arm"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/node/rail"
	"github.com/holdfast-robotics/holdfast/node/simrobot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// teach brings the open hand over an object, as a person would who guides the arm.
func (b *bench) teach(i int) {
	b.t.Helper()
	at := b.overhead(i).Mul(b.robot.X_AG)
	above := at
	above.P.Z += 0.1
	for _, to := range []geom.Pose{above, at} {
		b.robot.Loop.Do(func(r *pick.Robot) { check(b.t, r.Arm.MoveTo(to, b.task.ApproachSpeed, b.task.Accel)) })
		for end := time.Now().Add(60 * time.Second); ; time.Sleep(time.Millisecond) {
			there := false
			b.robot.Loop.Do(func(r *pick.Robot) { there = !r.Arm.Moving() && r3.Norm(r3.Sub(r.Arm.Palm().P, to.P)) < 5e-3 })
			if there {
				break
			}
			if time.Now().After(end) {
				b.t.Fatal("the arm does not arrive")
			}
		}
	}
}

// segmented is an object as a segmentation shows it, around a point of the base's frame.
func segmented(t *testing.T, p geom.Vec) rail_manipulation_msgs.SegmentedObject {
	t.Helper()
	c := &cloud.Cloud{Frame: simrobot.Base, Height: 1, Width: 8}
	for i := range c.Width {
		c.X = append(c.X, float32(p.X+0.01*float64(i&1)))
		c.Y = append(c.Y, float32(p.Y+0.01*float64(i>>1&1)))
		c.Z = append(c.Z, float32(p.Z+0.01*float64(i>>2)))
		c.RGB = append(c.RGB, 0x808080)
	}
	var m sensor_msgs.PointCloud2
	check(t, clouds.FromCloud(c, &m))
	m.Header.FrameID = simrobot.Base
	return rail_manipulation_msgs.SegmentedObject{PointCloud: m, Center: geometry_msgs.Point{X: p.X, Y: p.Y, Z: p.Z}}
}

// RAIL's grasp and store, of which all three actions are those over a robot's topics: closed, lifted, verified, stored. A second one, on nothing, stores
// nothing.
func TestRail(t *testing.T) {
	b := newBench(t, arm.KindCartesian)
	mp := rail.DefaultManipulationParams()
	mp.Pick = b.task
	moves, err := rail.NewManipulation(b.graph.Node("manipulation"), b.robot.Loop, mp)
	check(t, err)
	t.Cleanup(func() { moves.Close() })
	db, err := graspdb.Open(t.Context(), filepath.Join(t.TempDir(), "grasps.db"))
	check(t, err)
	t.Cleanup(func() { db.Close() })
	p := rail.DefaultCollectorParams()
	p.FixedFrame, p.HandFrame = simrobot.Base, simrobot.Wrist
	collector, err := rail.NewCollector(b.graph.Node("rail_grasp_collection"), db, rail.Feel(b.robot.Loop), p)
	check(t, err)
	t.Cleanup(func() { collector.Close() })
	client := b.graph.Node("rail_client")
	store, err := actionlib.NewClient[*rail_pick_and_place_msgs.GraspAndStoreGoal, *rail_pick_and_place_msgs.GraspAndStoreResult, *rail_pick_and_place_msgs.GraspAndStoreFeedback](
		client, "/rail_grasp_collection/grasp_and_store", &rail_pick_and_place_msgs.GraspAndStoreActionType)
	check(t, err)
	t.Cleanup(func() { store.Close() })
	lists, err := ros.Advertise[*rail_manipulation_msgs.SegmentedObjectList](client, p.Topic, ros.Latch())
	check(t, err)
	t.Cleanup(func() { lists.Close() })
	check(t, lists.WaitForSubscribers(t.Context(), 1))
	check(t, store.WaitForServer(t.Context()))

	b.teach(0)
	before, hand := b.look(0)
	check(t, lists.Publish(&rail_manipulation_msgs.SegmentedObjectList{
		Header: std_msgs.Header{Stamp: client.Clock().Now(), FrameID: simrobot.Base}, Objects: []rail_manipulation_msgs.SegmentedObject{segmented(t, before.P)},
	}))
	try := func() (*rail_pick_and_place_msgs.GraspAndStoreResult, actionlib.Status, string) {
		g, err := store.Send(&rail_pick_and_place_msgs.GraspAndStoreGoal{Lift: true, Verify: true, ObjectName: "thing"}, nil)
		check(t, err)
		res, err := g.Wait(t.Context())
		var e *actionlib.Error
		if err != nil && !errors.As(err, &e) {
			t.Fatal(err)
		}
		st, text := g.Status()
		return res, st, text
	}
	count := func() (n int, last graspdb.Demonstration) {
		for d, err := range db.Demonstrations(t.Context(), "") {
			check(t, err)
			n, last = n+1, *d
		}
		return n, last
	}
	res, st, text := try()
	if st != actionlib.Succeeded || !res.Success {
		t.Fatalf("%v %+v %s", st, res, text)
	}
	if o, _ := b.look(0); o.P.Z < before.P.Z+0.5*mp.LiftHeight {
		t.Errorf("lifted by %.3f m", o.P.Z-before.P.Z)
	}
	n, d := count()
	if n != 1 || d.ObjectName != "THING" || d.HandFrame != simrobot.Wrist {
		t.Fatalf("%d demonstrations, %q in %q", n, d.ObjectName, d.HandFrame)
	}
	if off := r3.Norm(r3.Sub(d.X_FG.Mul(b.robot.X_AG).P, hand.P)); off > 5e-3 {
		t.Errorf("the stored pose is %.1f mm from where the hand closed", 1e3*off)
	}
	b.stands("after the lift")

	b.open()
	res, st, text = try()
	if st == actionlib.Succeeded && res.Success {
		t.Errorf("nothing is between the fingers: %v %+v %s", st, res, text)
	}
	if n, _ := count(); n != 1 {
		t.Errorf("%d demonstrations: nothing was grasped, and it was stored", n)
	}
}
