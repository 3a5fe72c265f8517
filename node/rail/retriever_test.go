package rail

import (
	"context"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// last subscribes to a latched topic and returns what came last.
func last[M ros.Message](t testing.TB, n *ros.Node, topic string) func() M {
	t.Helper()
	var mu sync.Mutex
	var got M
	var is bool
	s, err := ros.Subscribe(n, topic, func(m M) {
		mu.Lock()
		defer mu.Unlock()
		got, is = m, true
	})
	keep(t, s, err)
	return func() M {
		until(t, func() bool { mu.Lock(); defer mu.Unlock(); return is })
		mu.Lock()
		defer mu.Unlock()
		return got
	}
}

func TestRetrieve(t *testing.T) {
	g := newGraph(t)
	db := database(t)
	n := g.node("client")
	r, err := NewRetriever(g.node("rail_grasp_retriever"), db)
	keep(t, r, err)
	mr, err := NewModelRetriever(g.node("rail_grasp_model_retriever"), db)
	keep(t, mr, err)
	o := thing(t, base, geom.V(0.5, 0, 0.8), 7)
	d := graspdb.Demonstration{ObjectName: "egg", Frame: base, HandFrame: link, X_FG: geom.Pose{R: geom.AxisAngle(geom.UnitZ, math.Pi/2), P: geom.V(1, 2, 3)},
		Cloud: o.PointCloud.AppendROS(nil), Image: o.Image.AppendROS(nil)}
	if err := db.AddDemonstration(t.Context(), &d); err != nil {
		t.Fatal(err)
	}
	m := graspdb.Model{ObjectName: "egg", Cloud: d.Cloud, Grasps: []graspdb.Grasp{
		{Frame: base, HandFrame: link, X_FG: d.X_FG, Successes: 3, Attempts: 4}, {Frame: base, HandFrame: "other", X_FG: d.X_FG}}}
	broken := graspdb.Model{ObjectName: "broken", Cloud: []byte("no message")}
	for _, x := range []*graspdb.Model{&m, &broken} {
		if err := db.AddModel(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	c, err := actionlib.NewClient[*graspGoal, *graspResult, *graspFeedback](n, "/rail_grasp_retriever/retrieve_grasp", &rail_pick_and_place_msgs.RetrieveGraspDemonstrationActionType)
	keep(t, c, err)
	mc, err := actionlib.NewClient[*modelGoal, *modelResult, *modelFeedback](n, "/rail_grasp_model_retriever/retrieve_grasp_model", &rail_pick_and_place_msgs.RetrieveGraspModelActionType)
	keep(t, mc, err)
	for _, w := range []func(context.Context) error{c.WaitForServer, mc.WaitForServer} {
		if err := w(limit(t)); err != nil {
			t.Fatal(err)
		}
	}

	got, s, text := send(t, c, &graspGoal{ID: 1})
	if s != actionlib.Succeeded || !got.Success || got.Grasp.ObjectName != "EGG" || got.Grasp.ID != 1 || got.Grasp.EefFrameID != link || got.Grasp.GraspPose.Header.FrameID != base ||
		got.Grasp.GraspPose.Pose.Position != (geometry_msgs.Point{X: 1, Y: 2, Z: 3}) || math.Abs(got.Grasp.GraspPose.Pose.Orientation.Z-math.Sqrt2/2) > 1e-9 ||
		got.Grasp.PointCloud.Width != 27 || got.Grasp.Image.Data[0] != 7 || got.Grasp.Created != wire.TimeOf(d.Created) {
		t.Errorf("%v %+v %s", s, got, text)
	}
	if pc := last[*sensor_msgs.PointCloud2](t, n, "/rail_grasp_retriever/point_cloud")(); pc.Width != 27 || pc.Header.FrameID != base {
		t.Errorf("shown cloud %d points in %q", pc.Width, pc.Header.FrameID)
	}
	if p := last[*geometry_msgs.PoseStamped](t, n, "/rail_grasp_retriever/pose")(); p.Pose.Position.Y != 2 || p.Header.FrameID != base {
		t.Errorf("shown pose %+v", p)
	}
	if got, s, text := send(t, c, &graspGoal{ID: 99}); s != actionlib.Succeeded || got.Success || got.Grasp.ID != 0 || !strings.Contains(text, "there is no 99") {
		t.Errorf("%v %+v %s", s, got, text)
	}

	model, s, text := send(t, mc, &modelGoal{ID: uint32(m.ID)})
	if s != actionlib.Succeeded || !model.Success || model.GraspModel.ObjectName != "EGG" || len(model.GraspModel.Grasps) != 2 || model.GraspModel.PointCloud.Width != 27 {
		t.Fatalf("%v %+v %s", s, model, text)
	}
	if w := model.GraspModel.Grasps[0]; w.ID != uint32(m.Grasps[0].ID) || w.Grasp.Successes != 3 || w.Grasp.Attempts != 4 || w.Grasp.EefFrameID != link || w.Grasp.GraspPose.Pose.Position.X != 1 {
		t.Errorf("%+v", w)
	}
	if a := last[*geometry_msgs.PoseArray](t, n, "/rail_grasp_model_retriever/poses")(); len(a.Poses) != 2 || a.Header.FrameID != base {
		t.Errorf("shown poses %+v", a)
	}
	for id, words := range map[uint32]string{77: "there is no 77", uint32(broken.ID): "read the cloud of a model"} {
		if model, s, text := send(t, mc, &modelGoal{ID: id}); s != actionlib.Succeeded || model.Success || !strings.Contains(text, words) {
			t.Errorf("%d: %v %+v %s", id, s, model, text)
		}
	}
}

// 33, through the services: counts are exact, and what is chosen follows them.
func TestRail33_Services(t *testing.T) {
	g := newGraph(t)
	db := database(t)
	mem, err := NewMemory(g.node("graspdb"), db, graspdb.NewChooser(1))
	keep(t, mem, err)
	n := g.node("client")
	m := graspdb.Model{ObjectName: "mug", Grasps: []graspdb.Grasp{{Successes: 1, Attempts: 5}, {}, {Successes: 4, Attempts: 5}}}
	bare := graspdb.Model{ObjectName: "bare"}
	for _, x := range []*graspdb.Model{&m, &bare} {
		if err := db.AddModel(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	chooser, err := ros.NewServiceClient[*holdfast_msgs.ChooseGraspRequest, *holdfast_msgs.ChooseGraspResponse](n, "/graspdb/choose_grasp", &holdfast_msgs.ChooseGraspService, true)
	keep(t, chooser, err)
	counter, err := ros.NewServiceClient[*holdfast_msgs.RecordGraspOutcomeRequest, *holdfast_msgs.RecordGraspOutcomeResponse](n, "/graspdb/record_grasp_outcome", &holdfast_msgs.RecordGraspOutcomeService, false)
	keep(t, counter, err)
	choose := func(req holdfast_msgs.ChooseGraspRequest) (*holdfast_msgs.ChooseGraspResponse, error) {
		return chooser.Call(limit(t), &req)
	}
	for _, req := range []holdfast_msgs.ChooseGraspRequest{{ObjectName: "Mug"}, {ModelID: uint32(m.ID)}} {
		if r, err := choose(req); err != nil || r.Grasp.ID != uint32(m.Grasps[2].ID) || r.ModelID != uint32(m.ID) || math.Abs(r.Expected-5.0/7) > 1e-12 {
			t.Errorf("%+v: %+v, %v", req, r, err)
		}
	}
	// Training explores the one that nobody has tried, nearly always at first.
	fresh := 0
	for range 100 {
		if r, err := choose(holdfast_msgs.ChooseGraspRequest{ObjectName: "mug", Train: true}); err != nil {
			t.Fatal(err)
		} else if r.Grasp.ID == uint32(m.Grasps[1].ID) {
			fresh++
		}
	}
	if fresh < 85 || fresh == 100 {
		t.Errorf("%d of 100 explore; 95 are to be expected", fresh)
	}
	for range 200 {
		if _, err := choose(holdfast_msgs.ChooseGraspRequest{ObjectName: "mug", Train: true, NewObject: true}); err != nil {
			t.Fatal(err)
		}
	}
	if e := mem.chooser.Epsilon; e > 0.01 {
		t.Errorf("after 200 objects it explores with probability %g", e)
	}
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			if _, err := counter.Call(limit(t), &holdfast_msgs.RecordGraspOutcomeRequest{GraspID: uint32(m.Grasps[1].ID), Success: i%5 < 3}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if s, err := db.Grasp(t.Context(), m.Grasps[1].ID); err != nil || s.Successes != 60 || s.Attempts != 100 {
		t.Errorf("%+v, %v", s, err)
	}
	for words, req := range map[string]holdfast_msgs.ChooseGraspRequest{"give object_name or model_id": {}, "no model of it has a grasp": {ObjectName: "bare"}, "there is no 55": {ModelID: 55}} {
		if _, err := choose(req); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%+v: %v", req, err)
		}
	}
	if _, err := counter.Call(limit(t), &holdfast_msgs.RecordGraspOutcomeRequest{GraspID: 55}); err == nil {
		t.Error("the outcome of a grasp that is not there is counted")
	}
}
