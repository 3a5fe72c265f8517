package recognize

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_pick_and_place_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/railobject"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/peertest"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/colour"
	"github.com/holdfast-robotics/holdfast/scene/recognize"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memory is a store without files.
type memory struct {
	mu            sync.Mutex
	changes       int
	loads         int
	models, demos []recognize.Model
}

func (s *memory) Version(context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.changes), nil
}

func (s *memory) Models(context.Context) ([]recognize.Model, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loads++
	return append([]recognize.Model(nil), s.models...), nil
}

func (s *memory) Demonstrations(context.Context) ([]recognize.Model, error) { return s.demos, nil }

func (s *memory) AddModel(_ context.Context, m *recognize.Model) (uint32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes++
	id := uint32(len(s.models) + 1)
	n := *m
	n.ID = id
	s.models = append(s.models, n)
	return id, nil
}

// brick samples a box with one side of another colour, about its centroid.
func brick(l, w, h float64, seed uint64) *cloud.Cloud {
	rng := rand.New(rand.NewPCG(seed, 3))
	const n = 5000
	c := cloud.New(n, 1)
	c.RGB = make([]uint32, n)
	var sum geom.Vec
	for i := range n {
		p := geom.V(l*(rng.Float64()-0.5), w*(rng.Float64()-0.5), h*(rng.Float64()-0.5))
		side := math.Copysign(0.5, rng.Float64()-0.5)
		colour := [3]float64{180, 60, 40}
		switch u := rng.Float64() * (l*w + l*h + w*h); {
		case u < l*w:
			p.Z = side * h
		case u < l*w+l*h:
			if p.Y = side * w; side > 0 {
				colour = [3]float64{220, 210, 60}
			}
		default:
			p.X = side * l
		}
		c.Set(i, p)
		sum = r3.Add(sum, r3.Scale(1.0/n, p))
		for _, f := range colour {
			c.RGB[i] = c.RGB[i]<<8 | uint32(max(0, min(255, f+10*rng.NormFloat64())))
		}
	}
	return c.Transformed(geom.Pose{R: geom.Rot{W: 1}, P: r3.Scale(-1, sum)}, "model")
}

func grasp(name string, successes, attempts int) recognize.Grasp {
	return recognize.Grasp{X: geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0.10, 0, 0.05)}, Effector: name, Successes: successes, Attempts: attempts}
}

// shelf has a box TUNA of number 7 and a flat box SOUP of number 9.
func shelf() *memory {
	return &memory{models: []recognize.Model{
		{ID: 7, Name: "Tuna", Cloud: brick(0.06, 0.10, 0.16, 1), Up: geom.UnitZ, Grasps: []recognize.Grasp{grasp("B", 2, 10), grasp("A", 9, 10), grasp("C", 0, 0), grasp("D", 0, 5), grasp("E", 5, 10)}},
		{ID: 9, Name: "soup", Cloud: brick(0.20, 0.14, 0.04, 2), Up: geom.UnitZ},
	}}
}

// object is a segmented object made of a model's points.
func object(t testing.TB, c *cloud.Cloud, x_FM geom.Pose, id int) objectMsg {
	t.Helper()
	all := make([]int32, c.Len())
	for i := range all {
		all[i] = int32(i)
	}
	v := railobject.View{X_AF: x_FM, Frame: "base_footprint", Stamp: wire.Time{Sec: 5}, Voxel: 0.01}
	o, err := v.Build(c, all, id)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// stand is a place, turned by yaw about the vertical.
func stand(x, y, z, yaw float64) geom.Pose {
	return geom.Pose{R: geom.AxisAngle(geom.UnitZ, yaw), P: geom.V(x, y, z)}
}

func library(t testing.TB, s Store) *Library {
	t.Helper()
	l, err := NewLibrary(s, recognize.DefaultParams(), nil, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func graph(t testing.TB, names ...string) (uri string, nodes []*ros.Node) {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	for _, name := range names {
		n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: m.URI(), Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
		nodes = append(nodes, n)
	}
	return m.URI(), nodes
}

// do sends a goal to an action and returns its outcome.
func do[G, R, F ros.Message](t testing.TB, n *ros.Node, name string, typ *wire.Action, goal G) (R, error) {
	t.Helper()
	c, err := actionlib.NewClient[G, R, F](n, name, typ)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := c.WaitForServer(ctx); err != nil {
		t.Fatal(err)
	}
	return c.Do(ctx, goal, nil)
}

func encoded(m ros.Message) []byte { return m.AppendROS(nil) }

// The acceptance tests of the sheet on recognition that concern the faces, by their numbers.
func TestRail(t *testing.T) {
	t.Run("24 generate models", func(t *testing.T) {
		dir := filepath.Join("..", "..", "..", "shared", "data", "rail", "models")
		if _, err := os.Stat(dir); err != nil {
			t.Skip("no recorded models in ../shared/data/rail/models")
		}
		models, err := recognize.LoadModels(dir, geom.Vec{})
		if err != nil {
			t.Fatal(err)
		}
		s := &memory{models: models}
		var ids []uint32
		for i := range s.models {
			s.models[i].Name = "thing"
			ids = append(ids, s.models[i].ID)
		}
		_, nodes := graph(t, "model_generator", "client")
		g, err := NewGenerator(nodes[0], s, recognize.DefaultMergeParams(), true)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		res, err := do[*generateGoal, *generateResult, *generateFeedback](t, nodes[1], "/model_generator/generate_models", &rail_pick_and_place_msgs.GenerateModelsActionType, &generateGoal{GraspModelIDs: ids, MaxModelSize: 20})
		if err != nil || fmt.Sprint(res.NewModelIDs) != "[8 9]" {
			t.Fatalf("%+v, %v", res, err)
		}
		if a, b := len(s.models[7].Grasps), len(s.models[8].Grasps); a != 10 || b != 6 {
			t.Errorf("%d and %d grasps, want 10 and 6", a, b)
		}
	})
	t.Run("28, 29 and 30 fields and grasps", func(t *testing.T) {
		s := shelf()
		l := library(t, s)
		o := object(t, s.models[0].Cloud, stand(0.60, 0.10, 0.80, math.Pi/2), 3)
		ok, why, err := l.Recognize(t.Context(), &o, "")
		if err != nil || !ok {
			t.Fatal(why, err)
		}
		if !o.Recognized || o.Name != "TUNA" || o.ModelID != 7 || !(o.Confidence >= 0.5 && o.Confidence <= 1) || o.Marker.ID != 3 {
			t.Errorf("recognised %v, %q, %d, %g", o.Recognized, o.Name, o.ModelID, o.Confidence)
		}
		q := o.Orientation
		if n := q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z; math.Abs(n-1) > 1e-6 {
			t.Errorf("norm %g", n)
		}
		order := ""
		for _, g := range o.Grasps {
			order += g.EefFrameID
		}
		if order != "AECB" {
			t.Errorf("grasps in the order %s", order)
		}
		g := o.Grasps[0]
		p, r := g.GraspPose.Pose.Position, g.GraspPose.Pose.Orientation
		if d := distance(p, geometry_msgs.Point{X: 0.60, Y: 0.20, Z: 0.85}); d > 0.005 {
			t.Errorf("the grasp is %g m off at %+v", d, p)
		}
		if e := math.Abs(2*math.Atan2(r.Z, r.W) - math.Pi/2); e > 3*math.Pi/180 {
			t.Errorf("the grasp is turned by %g rad more", e)
		}
		if g.GraspPose.Header.FrameID != "base_footprint" || g.Successes != 9 || g.Attempts != 10 {
			t.Errorf("%+v", g)
		}
	})
	t.Run("30 the action", func(t *testing.T) {
		s := shelf()
		_, nodes := graph(t, "object_recognizer", "client")
		rec, err := NewRecognizer(nodes[0], library(t, s))
		if err != nil {
			t.Fatal(err)
		}
		defer rec.Close()
		ask := func(o objectMsg, name string) *objectMsg {
			t.Helper()
			res, err := do[*recognizeGoal, *recognizeResult, *recognizeFeedback](t, nodes[1], "/object_recognizer/recognize_object", &rail_manipulation_msgs.RecognizeObjectActionType, &recognizeGoal{Object: o, Name: name})
			if err != nil { // any outcome but SUCCEEDED
				t.Fatal(err)
			}
			return &res.Object
		}
		o := object(t, s.models[0].Cloud, stand(0.6, 0.1, 0.8, 1), 0)
		for _, name := range []string{"", "tuna", "TUNA"} {
			if r := ask(o, name); !r.Recognized || r.Name != "TUNA" {
				t.Errorf("%q: %v", name, r.Name)
			}
		}
		short := o
		short.PointCloud.Data = short.PointCloud.Data[:100]
		for what, c := range map[string]struct {
			o    objectMsg
			name string
		}{"another name": {o, "soup"}, "a name without models": {o, "milk"}, "half a cloud": {short, ""}, "no cloud": {objectMsg{}, ""},
			"another thing": {object(t, brick(0.02, 0.03, 0.25, 4), stand(0, 0, 0, 0), 0), ""}} {
			if r := ask(c.o, c.name); !bytes.Equal(encoded(r), encoded(&c.o)) {
				t.Errorf("%s: the object came back changed", what)
			}
		}
		// A whole list at once.
		list := rail_manipulation_msgs.SegmentedObjectList{Objects: []objectMsg{o, object(t, s.models[1].Cloud, stand(0.3, 0, 0.7, 2), 1)}}
		all, err := ros.NewServiceClient[*rail_manipulation_msgs.ProcessSegmentedObjectsRequest, *rail_manipulation_msgs.ProcessSegmentedObjectsResponse](nodes[1], "/object_recognizer/recognize_objects", &rail_manipulation_msgs.ProcessSegmentedObjectsService, false)
		if err != nil {
			t.Fatal(err)
		}
		defer all.Close()
		res, err := all.Call(t.Context(), &rail_manipulation_msgs.ProcessSegmentedObjectsRequest{SegmentedObjects: list})
		if err != nil || len(res.SegmentedObjects.Objects) != 2 || res.SegmentedObjects.Objects[0].Name != "TUNA" || res.SegmentedObjects.Objects[1].Name != "SOUP" {
			t.Errorf("%v", err)
		}
		// The models were read once; a new one is read.
		if s.loads != 1 {
			t.Errorf("the models were read %d times", s.loads)
		}
		if _, err := s.AddModel(t.Context(), &recognize.Model{Name: "stick", Cloud: brick(0.02, 0.03, 0.25, 5), Up: geom.UnitZ}); err != nil {
			t.Fatal(err)
		}
		if r := ask(object(t, brick(0.02, 0.03, 0.25, 4), stand(0, 0, 0, 0), 0), ""); r.Name != "STICK" || s.loads != 2 {
			t.Errorf("%q after %d loads", r.Name, s.loads)
		}
	})
	t.Run("31 the listener", func(t *testing.T) {
		s := shelf()
		_, nodes := graph(t, "object_recognition_listener", "client")
		p := DefaultListenerParams()
		p.Topic, p.Debug = "/lists", true
		l, err := NewListener(nodes[0], library(t, s), p)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		got := make(chan *listMsg, 100)
		if _, err := ros.Subscribe(nodes[1], "/object_recognition_listener/recognized_objects", func(m *listMsg) { got <- m }); err != nil {
			t.Fatal(err)
		}
		if err := l.out.WaitForSubscribers(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		in, err := ros.Advertise[*listMsg](nodes[1], "/lists")
		if err != nil {
			t.Fatal(err)
		}
		if err := in.WaitForSubscribers(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		next := func() *listMsg {
			t.Helper()
			select {
			case m := <-got:
				return m
			case <-time.After(time.Minute):
				t.Fatal("no list came")
				panic("unreachable")
			}
		}
		send := func(m *listMsg) *listMsg {
			t.Helper()
			m.Header.Stamp, m.Header.FrameID = wire.Time{Sec: 11, Nsec: 12}, "base_footprint"
			if err := in.Publish(m); err != nil {
				t.Fatal(err)
			}
			out := next()
			if out.Header.Stamp != m.Header.Stamp || out.Header.FrameID != m.Header.FrameID || out.Cleared != m.Cleared {
				t.Errorf("header %+v, cleared %v", out.Header, out.Cleared)
			}
			return out
		}
		if out := send(&listMsg{Cleared: true}); len(out.Objects) != 0 {
			t.Errorf("%d objects of none", len(out.Objects))
		}
		for apart, want := range map[float64]int{0.19: 1, 0.21: 2} {
			a, b := object(t, s.models[0].Cloud, stand(0.6, 0, 0.8, 0), 0), object(t, s.models[0].Cloud, stand(0.6, apart, 0.8, 0), 1)
			out := send(&listMsg{Objects: []objectMsg{a, object(t, s.models[1].Cloud, stand(0.6, -0.5, 0.72, 0), 2), b}})
			if len(out.Objects) != want+1 {
				t.Fatalf("%g m apart: %d objects", apart, len(out.Objects))
			}
			o := out.Objects[0]
			points := a.PointCloud.Width
			if want == 1 {
				points += b.PointCloud.Width
				if math.Abs(o.Depth-0.29) > 0.01 || math.Abs(o.Center.Y-0.095) > 0.005 || len(o.Grasps) != 8 || o.Grasps[0].EefFrameID != "A" || o.Grasps[1].EefFrameID != "A" || out.Objects[1].Marker.ID != 1 {
					t.Errorf("depth %g about %g, %d grasps, marker %d", o.Depth, o.Center.Y, len(o.Grasps), out.Objects[1].Marker.ID)
				}
			}
			if o.PointCloud.Width != points || o.Name != "TUNA" {
				t.Errorf("%g m apart: %d points of %q, want %d", apart, o.PointCloud.Width, o.Name, points)
			}
		}
		// What cannot be recognised passes; an object that was recognised is known again, even from an emptied store.
		s.mu.Lock()
		s.models, s.changes = nil, s.changes+1
		s.mu.Unlock()
		send(&listMsg{Cleared: true})
		broken := object(t, brick(0.05, 0.05, 0.05, 6), stand(0.6, 0, 0.8, 0), 1)
		broken.PointCloud.Data = broken.PointCloud.Data[:7]
		tuna := object(t, brick(0.06, 0.10, 0.16, 1), stand(0.6, 0, 0.8, 0), 0)
		if out := send(&listMsg{Objects: []objectMsg{tuna, broken}}); len(out.Objects) != 2 || out.Objects[0].Name != "TUNA" || out.Objects[1].Recognized {
			t.Errorf("%q, %v", out.Objects[0].Name, out.Objects[1].Recognized)
		}
		remove, err := ros.NewServiceClient[*rail_pick_and_place_msgs.RemoveObjectRequest, *rail_pick_and_place_msgs.RemoveObjectResponse](nodes[1], "/object_recognition_listener/remove_object", &rail_pick_and_place_msgs.RemoveObjectService, false)
		if err != nil {
			t.Fatal(err)
		}
		defer remove.Close()
		if _, err := remove.Call(t.Context(), &rail_pick_and_place_msgs.RemoveObjectRequest{Index: 1}); err != nil {
			t.Fatal(err)
		}
		if out := next(); len(out.Objects) != 1 || out.Objects[0].Name != "TUNA" || out.Cleared {
			t.Errorf("%d objects after removal", len(out.Objects))
		}
		if _, err := remove.Call(t.Context(), &rail_pick_and_place_msgs.RemoveObjectRequest{Index: 1}); err == nil {
			t.Error("object 1 of one was removed")
		}
		poses := make(chan *geometry_msgs.PoseArray, 1)
		if _, err := ros.Subscribe(nodes[1], "/object_recognition_listener/debug", func(m *geometry_msgs.PoseArray) { poses <- m }); err != nil {
			t.Fatal(err)
		}
		select {
		case a := <-poses:
			if len(a.Poses) != 4 || a.Header.FrameID != "base_footprint" {
				t.Errorf("%d poses in %q", len(a.Poses), a.Header.FrameID)
			}
		case <-time.After(time.Minute):
			t.Error("no poses are latched")
		}
	})
}

// Demonstrations become models: merged where they are of one object, single ones of their own; unknown ids are passed over, and
// nothing at all is an error.
func TestGenerator(t *testing.T) {
	one := func(id uint32, name string, c *cloud.Cloud) recognize.Model {
		return recognize.Model{ID: id, Name: name, Cloud: c, Up: geom.UnitZ, Grasps: []recognize.Grasp{grasp("hand", 0, 0)}}
	}
	s := shelf()
	s.demos = []recognize.Model{one(1, "tea", brick(0.06, 0.10, 0.16, 1)), one(2, "Tea", brick(0.06, 0.10, 0.16, 3)), one(3, "milk", brick(0.06, 0.10, 0.16, 4))}
	for _, singles := range []bool{true, false} {
		p := recognize.DefaultMergeParams()
		p.Singles = singles
		_, nodes := graph(t, "model_generator", "client")
		g, err := NewGenerator(nodes[0], s, p, true)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		call := func(goal *generateGoal) (*generateResult, error) {
			return do[*generateGoal, *generateResult, *generateFeedback](t, nodes[1], "/model_generator/generate_models", &rail_pick_and_place_msgs.GenerateModelsActionType, goal)
		}
		before := len(s.models)
		res, err := call(&generateGoal{GraspDemonstrationIDs: []uint32{1, 2, 2, 3, 77}, GraspModelIDs: []uint32{7, 99}, MaxModelSize: 8})
		want := 1
		if singles {
			want = 2
		}
		if err != nil || len(res.NewModelIDs) != want {
			t.Fatalf("singles %v: %+v, %v", singles, res, err)
		}
		if m := s.models[before]; m.Name != "TEA" || len(m.Grasps) != 2 {
			t.Errorf("singles %v: %s with %d grasps", singles, m.Name, len(m.Grasps))
		}
		if _, err := call(&generateGoal{GraspDemonstrationIDs: []uint32{77}}); err == nil {
			t.Error("nothing was merged without complaint")
		}
		shown := make(chan *sensor_msgs.PointCloud2, 1)
		if _, err := ros.Subscribe(nodes[1], "/model_generator/debug_pc", func(m *sensor_msgs.PointCloud2) { shown <- m }); err != nil {
			t.Fatal(err)
		}
		select {
		case m := <-shown:
			if m.Width < 1000 {
				t.Errorf("%d points are shown", m.Width)
			}
		case <-time.After(time.Minute):
			t.Error("no model is shown")
		}
	}
}

func TestTrainer(t *testing.T) {
	s := shelf()
	for i := range 3 {
		s.demos = append(s.demos, recognize.Model{ID: uint32(i + 1), Name: "tea", Cloud: brick(0.06, 0.10, 0.16, uint64(i)), Up: geom.UnitZ})
	}
	s.demos = append(s.demos, recognize.Model{ID: 4, Name: "lone", Cloud: brick(0.06, 0.10, 0.16, 9), Up: geom.UnitZ})
	file := filepath.Join(t.TempDir(), "registration_metrics.txt")
	_, nodes := graph(t, "metric_trainer", "client")
	tr, err := NewTrainer(nodes[0], s, file)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	asked := 0
	person, err := actionlib.NewSimpleServer(nodes[1], "/metric_trainer/get_yes_no_feedback", &rail_pick_and_place_msgs.GetYesNoFeedbackActionType,
		func(context.Context, *actionlib.Goal[*askGoal, *askResult, *askFeedback]) (*askResult, error) {
			asked++
			return &askResult{Yes: asked != 2}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	defer person.Close()
	train := func(name string) (*trainResult, error) {
		return do[*trainGoal, *trainResult, *trainFeedback](t, nodes[1], "/metric_trainer/train_metrics", &rail_pick_and_place_msgs.TrainMetricsActionType, &trainGoal{ObjectName: name})
	}
	if r, err := train("Lone"); err != nil || r.Success {
		t.Errorf("one demonstration: %+v, %v", r, err)
	}
	if r, err := train("Tea"); err != nil || !r.Success {
		t.Fatalf("%+v, %v", r, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 3 {
		t.Fatalf("%q", lines)
	}
	for i, line := range lines {
		var overlap, dist, colour float64
		var answer string
		if n, err := fmt.Sscanf(strings.ReplaceAll(line, ",", " "), "%g %g %g %s", &overlap, &dist, &colour, &answer); n != 4 || err != nil || overlap < 0.9 || colour <= 0 || (answer == "n") != (i == 1) {
			t.Errorf("%q: %v", line, err)
		}
	}
	limits, err := os.ReadFile(strings.TrimSuffix(file, ".txt") + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	if err := param.DecodeYAML("limits", limits, &values); err != nil || values["merge_rule"] != recognize.RuleTrained {
		t.Errorf("%s: %v", limits, err)
	}
	var learned recognize.MergeParams
	set := param.Declare(&learned)
	for name, text := range values {
		p, err := set.Get(name)
		if err == nil {
			err = p.Set(text)
		}
		if err != nil {
			t.Error(err)
		}
	}
	tr.file = filepath.Join(file, "none")
	if _, err := train("Tea"); err == nil {
		t.Error("a file that cannot be written was no error")
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	f := &Folder{Path: dir}
	if models, err := f.Models(t.Context()); err != nil || len(models) != 0 {
		t.Errorf("an empty folder: %d models, %v", len(models), err)
	}
	if _, err := (&Folder{Path: filepath.Join(dir, "none")}).Version(t.Context()); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	m := shelf().models[0]
	m.Cloud.Frame = "base"
	write := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), recognize.AppendText(nil, &m), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("soup.txt")
	write("milk.5.txt")
	write("apple.txt")
	version, err := f.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	id, err := f.AddModel(t.Context(), &m)
	if err != nil || id != 6 {
		t.Fatalf("%d, %v", id, err)
	}
	if v, err := f.Version(t.Context()); err != nil || v == version {
		t.Errorf("the version stays the same: %v", err)
	}
	models, err := f.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, m := range models {
		got += fmt.Sprintf("%d %s, ", m.ID, m.Name)
	}
	if got != "1 APPLE, 2 SOUP, 5 MILK, 6 TUNA, " || len(models[3].Grasps) != 5 || models[3].Cloud.Len() != m.Cloud.Len() {
		t.Errorf("%s with %d grasps and %d points", got, len(models[3].Grasps), models[3].Cloud.Len())
	}
	for _, name := range []string{"../x", "a\nb", ".hidden", strings.Repeat("x", 300)} {
		bad := m
		bad.Name = name
		if _, err := f.AddModel(t.Context(), &bad); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", name, err)
		}
	}
	write("cheese.5.txt")
	if _, err := f.Models(t.Context()); fault.KindOf(err) != fault.Conflict {
		t.Error(err)
	}
	if d, err := f.Demonstrations(t.Context()); err != nil || len(d) != 0 {
		t.Errorf("%d demonstrations, %v", len(d), err)
	}
	if err := os.Mkdir(filepath.Join(dir, demonstrations), 0o755); err != nil {
		t.Fatal(err)
	}
	write(demonstrations + "/tea.1.txt") // of five grasps
	if _, err := f.Demonstrations(t.Context()); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	m.Grasps = m.Grasps[:1]
	write(demonstrations + "/tea.1.txt")
	if d, err := f.Demonstrations(t.Context()); err != nil || len(d) != 1 || d[0].Name != "TEA" {
		t.Errorf("%+v, %v", d, err)
	}
}

// A picture narrows the models to those that look like it; one of nothing known does not.
func TestPicturesNarrow(t *testing.T) {
	s := shelf()
	plain := func(r, g, b byte) *sensor_msgs.Image {
		m := &sensor_msgs.Image{Width: 20, Height: 20, Step: 60, Encoding: "rgb8"}
		for i := range 400 {
			m.Data = append(m.Data, r+byte(i%9), g+byte(i%7), b)
		}
		return m
	}
	var samples []colour.Sample
	for name, list := range map[string][]*sensor_msgs.Image{"tuna": {plain(200, 20, 30), plain(206, 22, 38)}, "soup": {plain(20, 30, 200), plain(24, 36, 210)}} {
		for _, m := range list {
			img, err := pictureOf(m)
			if err != nil {
				t.Fatal(err)
			}
			samples = append(samples, colour.Sample{Class: name, Picture: img})
		}
	}
	pictures, err := colour.Train(samples)
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLibrary(s, recognize.DefaultParams(), pictures, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		picture *sensor_msgs.Image
		want    bool
	}{"its own colours": {plain(200, 20, 30), true}, "the other's": {plain(20, 30, 200), false}, "nobody's": {plain(20, 220, 20), true}, "no picture": {&sensor_msgs.Image{}, true}} {
		o := object(t, s.models[0].Cloud, stand(0.6, 0.1, 0.8, 1), 0)
		o.Image = *c.picture
		if ok, why, err := l.Recognize(t.Context(), &o, ""); ok != c.want || err != nil {
			t.Errorf("%s: recognised %v (%s), %v", what, ok, why, err)
		}
	}
}

// What goes into a grasp database comes out of it, and is recognised.
func TestDatabase(t *testing.T) {
	db, err := graspdb.Open(t.Context(), graspdb.Memory)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	d := &Database{db}
	s := shelf()
	for i := range s.models {
		if id, err := d.AddModel(t.Context(), &s.models[i]); err != nil || id != uint32(i+1) {
			t.Fatal(id, err)
		}
	}
	if err := db.AddModel(t.Context(), &graspdb.Model{ObjectName: "mesh only"}); err != nil {
		t.Fatal(err)
	}
	demo := object(t, s.models[0].Cloud, stand(0, 0, 0, 0), 0)
	if err := db.AddDemonstration(t.Context(), &graspdb.Demonstration{ObjectName: "tea", Frame: "base", X_FG: stand(1, 2, 3, 0), HandFrame: "hand", Cloud: encoded(&demo.PointCloud), Image: encoded(&demo.Image)}); err != nil {
		t.Fatal(err)
	}
	models, err := d.Models(t.Context())
	if err != nil || len(models) != 2 || models[0].Name != "TUNA" || models[0].Cloud.Len() != 5000 || len(models[0].Grasps) != 5 || models[0].Grasps[1].Successes != 9 || models[0].Grasps[1].Effector != "A" {
		t.Fatalf("%d models, %v", len(models), err)
	}
	demos, err := d.Demonstrations(t.Context())
	if err != nil || len(demos) != 1 || demos[0].Name != "TEA" || len(demos[0].Grasps) != 1 || demos[0].Grasps[0].X.P != geom.V(1, 2, 3) {
		t.Fatalf("%+v, %v", demos, err)
	}
	l := library(t, d)
	for range 2 {
		o := object(t, s.models[0].Cloud, stand(0.6, 0.1, 0.8, 1), 0)
		if ok, why, err := l.Recognize(t.Context(), &o, ""); !ok || err != nil || o.Grasps[0].EefFrameID != "A" {
			t.Error(why, err)
		}
	}
	if err := db.AddModel(t.Context(), &graspdb.Model{ObjectName: "broken", Cloud: []byte{1, 2, 3}}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Models(t.Context()); err == nil || !strings.Contains(err.Error(), "BROKEN") {
		t.Error(err)
	}
}

func TestPictureOf(t *testing.T) {
	m := &sensor_msgs.Image{Width: 2, Height: 1, Step: 6, Encoding: "bgr8", Data: []byte{1, 2, 3, 4, 5, 6}}
	img, err := pictureOf(m)
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := img.At(1, 0).RGBA(); r>>8 != 6 || g>>8 != 5 || b>>8 != 4 {
		t.Error(r, g, b)
	}
	m.Data = m.Data[:5]
	if _, err := pictureOf(m); fault.KindOf(err) != fault.Truncated {
		t.Error(err)
	}
	m.Encoding = "16UC1"
	if _, err := pictureOf(m); fault.KindOf(err) != fault.Unsupported {
		t.Error(err)
	}
}

//go:embed testdata/client.py
var clientScript string

// 37: rospy clients of the recogniser and the listener, against ours.
func TestRospyClient(t *testing.T) {
	peertest.Need(t, peertest.Clients...)
	s := shelf()
	uri, nodes := graph(t, "object_recognizer", "object_recognition_listener", "rail_segmentation")
	l := library(t, s)
	rec, err := NewRecognizer(nodes[0], l)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	listener, err := NewListener(nodes[1], l, DefaultListenerParams())
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	seen, err := ros.Advertise[*listMsg](nodes[2], "/rail_segmentation/segmented_objects", ros.Latch())
	if err != nil {
		t.Fatal(err)
	}
	env := peertest.Overlay(t, uri, "rail_manipulation_msgs", "rail_pick_and_place_msgs")
	py := peertest.Start(t, 5*time.Minute, env, peertest.Python, "-c", clientScript)
	py.Until("listening\n")
	list := &listMsg{Objects: []objectMsg{object(t, s.models[0].Cloud, stand(0.6, 0.1, 0.8, 1), 0), object(t, brick(0.02, 0.03, 0.25, 4), stand(0.3, 0.1, 0.8, 1), 1)}}
	if err := seen.Publish(list); err != nil {
		t.Fatal(err)
	}
	out, err := py.Wait()
	const want = `listening
heard TUNA 7 with 4 grasps, best A in base_footprint
heard nothing known
state 3: recognized TUNA
state 3: not recognized
`
	// rospy's client may remark on a goal that it has dropped itself.
	out = regexp.MustCompile(`(?m)^\[ERROR\].*a goal handle that we're not tracking\n`).ReplaceAllString(out, "")
	if err != nil || out != want {
		t.Errorf("%v\ngot\n%swant\n%s", err, out, want)
	}
}
