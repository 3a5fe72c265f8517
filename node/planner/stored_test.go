package planner

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/household_objects_database_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// library is a database with one household model: three representative grasps for the PR2's hand, two others, and one for another hand.
func library(t *testing.T) *graspdb.DB {
	t.Helper()
	db, err := graspdb.Open(t.Context(), graspdb.Memory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	const hand = "WILLOW_GRIPPER_2010"
	g := func(z, q float64, representative bool, hand string) graspdb.Grasp {
		return graspdb.Grasp{X_FG: geom.Pose{R: geom.AxisAngle(geom.UnitZ, 0.3), P: geom.V(0, 0, z)}, Hand: hand, Quality: q, Representative: representative,
			PregraspJoints: []float64{0.45}, GraspJoints: []float64{0.12}}
	}
	m := graspdb.Model{ObjectName: "bowl", ScaledModelID: 18802, RecognitionKey: "BOWL_1", Grasps: []graspdb.Grasp{
		g(.1, .3, true, hand), g(.2, .9, true, hand), g(.3, .6, true, hand), g(.4, .95, false, hand), g(.5, .99, false, hand), g(.6, .99, true, "SCHUNK"),
	}}
	if err := db.AddModel(t.Context(), &m); err != nil {
		t.Fatal(err)
	}
	return db
}

// send makes the pose of one frame in another known.
func (r *rig) send(frame, child string, x geom.Pose) {
	r.t.Helper()
	if err := r.cast.SendStatic(tf.Stamped(frame, child, wire.Time{}, x)); err != nil {
		r.t.Fatal(err)
	}
}

func request18802(key string, id int32) *request {
	q := modelRequest(id)
	q.Target.ReferenceFrameID = "map"
	q.Target.PotentialModels[0].Type.Key = key
	q.Target.PotentialModels[0].Pose.Pose = geomsgs.Pose(geom.Pose{R: geom.AxisAngle(geom.UnitZ, 0.5), P: geom.V(0.5, 0.1, 0.7)})
	return q
}

// T34: exactly the representative grasps for the hand, the best first, where the model is, with the original's numbers.
func TestT34_GraspsOfTheDatabase(t *testing.T) {
	db := library(t)
	r := newRig(t, quick(), Options{Known: Stored{DB: db}})
	r.send("map", "odom_combined", geom.Pose{R: geom.IdentityRot, P: geom.V(1, 2, 3)})
	for _, service := range []string{"database_grasp_planning", "objects_database_node/database_grasp_planning"} {
		res := r.call(service, request18802("", 18802))
		if res.ErrorCode.Value != 0 || len(res.Grasps) != 3 {
			t.Fatalf("%s: code %d, %d grasps, want 3", service, res.ErrorCode.Value, len(res.Grasps))
		}
		for i, want := range []struct{ z, q float64 }{{.2, .9}, {.3, .6}, {.1, .3}} {
			g := &res.Grasps[i]
			wantVec(t, "position", position(g), geom.V(1.5, 2.1, 3.7+want.z), 1e-9)
			o := g.GraspPose.Pose.Orientation
			if math.Abs(o.Z-math.Sin(0.4)) > 1e-9 || math.Abs(o.W-math.Cos(0.4)) > 1e-9 {
				t.Errorf("orientation %+v, want a turn of 0.8 about z", o)
			}
			if math.Abs(g.GraspQuality-want.q) > 1e-9 || g.GraspPose.Header.FrameID != "map" {
				t.Errorf("grasp %d: quality %g in %s", i, g.GraspQuality, g.GraspPose.Header.FrameID)
			}
			four := func(v float64) []float64 { return []float64{v, v, v, v} }
			if !slices.Equal(g.PreGraspPosture.Position, four(.45)) || !slices.Equal(g.GraspPosture.Position, four(.12)) ||
				!slices.Equal(g.PreGraspPosture.Effort, four(100)) || !slices.Equal(g.GraspPosture.Effort, four(50)) {
				t.Errorf("postures %+v %+v", g.PreGraspPosture, g.GraspPosture)
			}
			if g.Approach.DesiredDistance != .1 || g.Approach.MinDistance != .05 || g.Retreat.DesiredDistance != .1 || g.Retreat.MinDistance != .05 || g.Approach.Direction.Vector.X != 1 {
				t.Errorf("approach %+v, retreat %+v", g.Approach, g.Retreat)
			}
		}
	}
	// What became of them counts: the third holds ten times, the first never.
	m, err := db.ScaledModel(t.Context(), 18802)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		for i, held := range map[int]bool{0: true, 1: false} {
			if _, _, err := db.RecordOutcome(t.Context(), m.Grasps[i].ID, held); err != nil {
				t.Fatal(err)
			}
		}
	}
	res := r.call("database_grasp_planning", request18802("BOWL_1", 0))
	if len(res.Grasps) != 3 || math.Abs(res.Grasps[0].GraspQuality-(10+4*.3)/14) > 1e-9 || math.Abs(res.Grasps[2].GraspQuality-4*.9/14) > 1e-9 {
		t.Errorf("after ten attempts: %d grasps, first %.3f", len(res.Grasps), res.Grasps[0].GraspQuality)
	}
}

// T35: a key that no model has is an error, and the goal is aborted.
func TestT35_UnknownKey(t *testing.T) {
	r := newRig(t, quick(), Options{Known: Stored{DB: library(t)}})
	r.send("map", "odom_combined", geom.Pose{R: geom.IdentityRot})
	for what, q := range map[string]*request{"unknown key": request18802("TEAPOT", 0), "unknown number": request18802("", 7), "neither": request18802("", 0)} {
		if res := r.call("database_grasp_planning", q); res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeOtherError || len(res.Grasps) != 0 {
			t.Errorf("%s: code %d, %d grasps", what, res.ErrorCode.Value, len(res.Grasps))
		}
		g, err := action(t, r, "database_grasp_planning").Send(goalOf(q), nil)
		if err != nil {
			t.Fatal(err)
		}
		var outcome *actionlib.Error
		res, err := g.Wait(t.Context())
		if !errors.As(err, &outcome) || outcome.Status != actionlib.Aborted || res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeOtherError {
			t.Errorf("%s: the goal ends with %v, %+v", what, err, res)
		}
	}
}

// T36 with a database: MoveIt gives the key of the recogniser as the number, and gets grasps in its planning frame.
func TestT36_MoveItAndTheDatabase(t *testing.T) {
	r := newRig(t, quick(), Options{Known: Stored{DB: library(t)}})
	res := r.call("database_grasp_planning", modelRequest(18802))
	if res.ErrorCode.Value != 0 || len(res.Grasps) != 3 || res.Grasps[0].GraspPose.Header.FrameID != "odom_combined" {
		t.Errorf("code %d, %d grasps", res.ErrorCode.Value, len(res.Grasps))
	}
}

// A target that was recognised and has points gets what is remembered together with fresh grasps, ranked as one list.
func TestKnownAndFreshTogether(t *testing.T) {
	db := library(t)
	// A grasp of the acceptance tests' box that held 30 times: from above, closing along y. The model's frame is on the table.
	down := geom.FromAxes(geom.V(0, 0, -1), geom.V(0, 1, 0), geom.V(1, 0, 0))
	m := graspdb.Model{ObjectName: "box", RecognitionKey: "BOX", Grasps: []graspdb.Grasp{
		{X_FG: geom.Pose{R: down, P: geom.V(0, 0, 0.12+0.15)}, Successes: 30, Attempts: 30},
		{X_FG: geom.Pose{R: down, P: geom.V(0, 0, 0.02)}, Successes: 30, Attempts: 30}, // under the table
	}}
	if err := db.AddModel(t.Context(), &m); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, quick(), Options{Known: Stored{DB: db}})
	q := t1Request()
	fresh := r.call("plan_grasps", q).Grasps
	model := household_objects_database_msgs.DatabaseModelPose{}
	model.Type.Key = "BOX"
	model.Pose.Header.FrameID = "base_link"
	model.Pose.Pose = geomsgs.Pose(geom.Pose{R: geom.IdentityRot, P: t1Base})
	q.Target.PotentialModels = []household_objects_database_msgs.DatabaseModelPose{model}
	res := r.call("plan_grasps", q)
	// Only fresh ones that are the remembered one for all practical purposes are not told again.
	pose := func(g *graspMsg) geom.Pose {
		x, err := geomsgs.FromPose(&g.GraspPose.Pose)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	near := func(a, b geom.Pose, way, turn float64) bool {
		return r3.Norm(r3.Sub(a.P, b.P)) < way && a.R.Angle(b.R) < turn
	}
	first, twins := pose(&res.Grasps[0]), 0
	for i := range fresh {
		x := pose(&fresh[i])
		if slices.ContainsFunc(res.Grasps[1:], func(g graspMsg) bool { return near(x, pose(&g), 1e-6, 1e-4) }) {
			continue
		}
		twins++
		if !near(x, first, 0.01+0.25*0.2, 0.25) { // 10 mm and 0.25 rad at the palm, less than 0.2 m before the wrist
			t.Errorf("grasp %d at %v is not told any more, and is not like the remembered one", i, x.P)
		}
	}
	if len(res.Grasps) != len(fresh)-twins+1 {
		t.Fatalf("%d grasps, %d fresh ones of which %d are like the remembered one", len(res.Grasps), len(fresh), twins)
	}
	wantVec(t, "the first, which is the remembered one", position(&res.Grasps[0]), r3.Add(t1Base, geom.V(0, 0, 0.27)), 0.004)
	if res.Grasps[0].GraspQuality < 0.97 {
		t.Errorf("quality %.3f after 30 of 30", res.Grasps[0].GraspQuality)
	}
	q.Target.PotentialModels[0].Type.Key = "TEAPOT"
	if res := r.call("plan_grasps", q); res.ErrorCode.Value != 0 || len(res.Grasps) != len(fresh) {
		t.Errorf("nothing remembered: code %d, %d grasps", res.ErrorCode.Value, len(res.Grasps))
	}
}
