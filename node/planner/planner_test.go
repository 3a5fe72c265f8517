package planner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/household_objects_database_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_grasp_planner_cluster"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a face with a client beside it.
type rig struct {
	t      testing.TB
	uri    string
	face   *Face
	client *ros.Node
	cast   *tf.Broadcaster
}

func newRig(t testing.TB, p Params, opt Options) *rig {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	node := func(name string) *ros.Node {
		n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: m.URI(), Log: slog.DiscardHandler, NoRosout: true, NoWatch: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
		return n
	}
	r := &rig{t: t, uri: m.URI(), client: node("client")}
	if r.cast, err = tf.NewBroadcaster(r.client); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.cast.Close() })
	if r.face, err = New(node("point_cluster_grasp_planner"), p, opt); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.face.Close() })
	return r
}

func (r *rig) call(service string, req *request) *response {
	r.t.Helper()
	c, err := ros.NewServiceClient[*request, *response](r.client, service, &manipulation_msgs.GraspPlanningService, false)
	if err != nil {
		r.t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(r.t.Context(), 30*time.Second)
	defer cancel()
	res, err := c.Call(ctx, req)
	if err != nil {
		r.t.Fatalf("%s: %v", service, err)
	}
	return res
}

func (r *rig) set(name string, v any) {
	r.t.Helper()
	if err := r.client.SetParam(r.t.Context(), name, v); err != nil {
		r.t.Fatal(err)
	}
}

// quick is the planner of the acceptance tests: PR2, backoff 8, no high points.
func quick() Params {
	p := DefaultParams()
	p.Cluster.HighPoints = false
	p.TFWait = 0.3
	return p
}

// boxAt is the acceptance tests' BOX on its base centre, as a message.
func boxAt(frame string, c geom.Vec, lx, ly, lz float64) sensor_msgs.PointCloud {
	const d = 0.004
	m := sensor_msgs.PointCloud{}
	m.Header.FrameID = frame
	nx, ny, nz := int(math.Round(lx/d)), int(math.Round(ly/d)), int(math.Round(lz/d))
	for i := 0; i <= nx; i++ {
		for j := 0; j <= ny; j++ {
			for k := 0; k <= nz; k++ {
				if k == nz || i == 0 || i == nx || j == 0 || j == ny {
					m.Points = append(m.Points, geometry_msgs.Point32{
						X: float32(c.X + float64(i)*d - lx/2), Y: float32(c.Y + float64(j)*d - ly/2), Z: float32(c.Z + float64(k)*d)})
				}
			}
		}
	}
	return m
}

var t1Base = geom.V(0.6, 0.1, 0.75)

func t1Request() *request {
	q := &request{ArmName: "right_arm"}
	q.Target.ReferenceFrameID = "base_link"
	q.Target.Cluster = boxAt("base_link", t1Base, 0.06, 0.04, 0.12)
	return q
}

func position(g *graspMsg) geom.Vec {
	p := g.GraspPose.Pose.Position
	return geom.V(p.X, p.Y, p.Z)
}

func wantVec(t testing.TB, what string, got, want geom.Vec, tol float64) {
	t.Helper()
	if !(r3.Norm(r3.Sub(got, want)) <= tol) {
		t.Errorf("%s is %.6f, want %.6f", what, got, want)
	}
}

func TestT1_T16_OverTheWire(t *testing.T) {
	r := newRig(t, quick(), Options{})
	res := r.call("plan_point_cluster_grasp", t1Request())
	if res.ErrorCode.Value != 0 || len(res.Grasps) < 14 {
		t.Fatalf("code %d, %d grasps", res.ErrorCode.Value, len(res.Grasps))
	}
	g := &res.Grasps[0]
	wantVec(t, "first grasp", position(g), geom.V(0.773, 0.1, 0.81), 1e-4)
	if math.Abs(g.GraspQuality-0.92937) > 1e-4 || g.MaxContactForce != -1 || g.GraspPose.Header.FrameID != "base_link" || len(g.AllowedTouchObjects) != 0 {
		t.Errorf("%+v", g)
	}
	joints := []string{"r_gripper_l_finger_joint", "r_gripper_r_finger_joint", "r_gripper_r_finger_tip_joint", "r_gripper_l_finger_tip_joint"}
	if !slices.Equal(g.PreGraspPosture.Name, joints) || !slices.Equal(g.PreGraspPosture.Position, []float64{.5, .5, .5, .5}) ||
		!slices.Equal(g.PreGraspPosture.Effort, []float64{100, 100, 100, 100}) || !slices.Equal(g.GraspPosture.Position, []float64{0, 0, 0, 0}) ||
		!slices.Equal(g.GraspPosture.Effort, []float64{50, 50, 50, 50}) {
		t.Errorf("postures %+v %+v", g.PreGraspPosture, g.GraspPosture)
	}
	for _, m := range []manipulation_msgs.GripperTranslation{g.Approach, g.Retreat} {
		if m.DesiredDistance != 0.1 || m.MinDistance != 0.05 || m.Direction.Header.FrameID != "r_wrist_roll_link" {
			t.Errorf("translation %+v", m)
		}
	}
	if g.Approach.Direction.Vector.X != 1 || g.Retreat.Direction.Vector.X != -1 {
		t.Errorf("approach %v, retreat %v", g.Approach.Direction.Vector, g.Retreat.Direction.Vector)
	}
	ids := map[string]bool{}
	for _, l := range [][]graspMsg{res.Grasps, r.call("plan_point_cluster_grasp", t1Request()).Grasps} {
		for i := range l {
			if ids[l[i].ID] {
				t.Fatalf("id %q twice", l[i].ID)
			}
			ids[l[i].ID] = true
		}
	}
}

func TestT15_SetParams(t *testing.T) {
	r := newRig(t, quick(), Options{})
	c, err := ros.NewServiceClient[*setRequest, *setResponse](r.client, "set_point_cluster_grasp_params", &pr2_gripper_grasp_planner_cluster.SetPointClusterGraspParamsService, false)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ask := &setRequest{HeightGoodForSideGrasps: .05, GripperOpening: .083, SideStep: .02, PalmStep: .005, SideGraspsOnly: true, PregraspJustOutsideBox: true}
	if _, err := c.Call(t.Context(), ask); err != nil {
		t.Fatal(err)
	}
	res := r.call("plan_point_cluster_grasp", t1Request())
	if len(res.Grasps) != 12 || math.Abs(float64(res.Grasps[0].Approach.DesiredDistance)-.005) > 1e-6 || res.Grasps[0].Approach.MinDistance != res.Grasps[0].Approach.DesiredDistance {
		t.Errorf("%d grasps, approach %+v", len(res.Grasps), res.Grasps[0].Approach)
	}
	ask.PalmStep = 0
	if _, err := c.Call(t.Context(), ask); err == nil || !strings.Contains(err.Error(), "palm_step 0") {
		t.Errorf("a step of 0: %v", err)
	}
}

func TestT17_EvaluateKeepsOrderAndFields(t *testing.T) {
	r := newRig(t, quick(), Options{})
	planned := r.call("plan_point_cluster_grasp", t1Request()).Grasps
	q := t1Request()
	for _, k := range []int{8, 0, 3} {
		g := planned[k]
		g.ID, g.GraspQuality, g.AllowedTouchObjects = fmt.Sprint("mine ", k), -7, []string{"x"}
		q.GraspsToEvaluate = append(q.GraspsToEvaluate, g)
	}
	empty := planned[0]
	empty.GraspPose.Pose.Position.Z += 1
	empty.GraspPose.Header.FrameID = ""
	q.GraspsToEvaluate = append(q.GraspsToEvaluate, empty)
	for _, service := range []string{"evaluate_point_cluster_grasps", "plan_grasps"} {
		res := r.call(service, q)
		if res.ErrorCode.Value != 0 || len(res.Grasps) != 4 {
			t.Fatalf("%s: code %d, %d grasps", service, res.ErrorCode.Value, len(res.Grasps))
		}
		for i := range res.Grasps {
			got, want := res.Grasps[i], q.GraspsToEvaluate[i]
			if got.GraspQuality < 0 || i == 3 && got.GraspQuality != 0 {
				t.Errorf("%s: grasp %d has quality %g", service, i, got.GraspQuality)
			}
			got.GraspQuality = want.GraspQuality
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: grasp %d was changed", service, i)
			}
		}
		if service == "evaluate_point_cluster_grasps" && math.Abs(res.Grasps[1].GraspQuality-0.97301) > 1e-4 {
			t.Errorf("quality %g, want .97301", res.Grasps[1].GraspQuality)
		}
		if res.Grasps[1].GraspQuality < 0.5 {
			t.Errorf("%s: a good grasp has quality %g", service, res.Grasps[1].GraspQuality)
		}
	}
	q.GraspsToEvaluate[0].GraspPose.Header.FrameID = "nowhere"
	if res := r.call("evaluate_point_cluster_grasps", q); res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeTFError {
		t.Errorf("a grasp in an unknown frame: code %d", res.ErrorCode.Value)
	}
}

func TestT20_BadRequests(t *testing.T) {
	r := newRig(t, quick(), Options{})
	other := manipulation_msgs.GraspPlanningErrorCodeOtherError
	expect := func(what string, q *request, code int32, some bool) {
		t.Helper()
		for _, s := range []string{"plan_point_cluster_grasp", "plan_grasps"} {
			if res := r.call(s, q); res.ErrorCode.Value != code || (len(res.Grasps) > 0) != some {
				t.Errorf("%s, %s: code %d, %d grasps", what, s, res.ErrorCode.Value, len(res.Grasps))
			}
		}
	}
	expect("empty target", &request{ArmName: "right_arm"}, other, false)
	nan := t1Request()
	nan.Target.Cluster.Points = []geometry_msgs.Point32{{X: float32(math.NaN())}}
	expect("NaN", nan, other, false)
	lost := t1Request()
	lost.Target.Cluster.Header.FrameID, lost.Target.ReferenceFrameID = "", ""
	expect("no frame", lost, other, false)
	one := t1Request()
	one.Target.Cluster.Points = one.Target.Cluster.Points[:1]
	expect("one point", one, 0, false)
	unknown := t1Request()
	unknown.ArmName = "third_arm"
	expect("unknown arm", unknown, 0, true)
	r.set("/hand_description", map[string]any{"arm": map[string]any{"hand_joints": []any{"j"}, "hand_approach_direction": []any{1.0, 0.0, 0.0}}})
	expect("no hand_frame", t1Request(), other, false)
	r.set("/hand_description", map[string]any{"arm": map[string]any{"hand_frame": "wrist", "hand_joints": []any{"j"}, "hand_approach_direction": []any{0.0, 0.0, 0.0}}})
	expect("no direction", t1Request(), other, false)
	r.set("/hand_description", "none")
	expect("no description", t1Request(), other, false)
}

// Each arm may have a hand of its own.
func TestHandsByDescription(t *testing.T) {
	p := quick()
	r := newRig(t, p, Options{})
	one := func(model, frame string, joints ...any) map[string]any {
		return map[string]any{"hand_frame": frame, "hand_joints": joints, "hand_approach_direction": []any{0, 0, 1}, "hand_model": model}
	}
	r.set("/hand_description", map[string]any{
		"a": one("robotiq", "a_wrist", "j1", "j2", "j3", "j4"), "b": one("schunk", "b_wrist", "1", "2", "3", "4", "5", "6", "7"), "c": one("none", "c_wrist"),
	})
	r.set("/point_cluster_grasp_planner/pregrasp_joint_angles", map[string]any{"a": []any{0.1, 0.2, 0.3, 0.4}})
	for _, arm := range []string{"a", "b"} {
		for _, service := range []string{"plan_point_cluster_grasp", "plan_grasps"} {
			q := t1Request()
			q.ArmName = arm
			q.Target.Cluster = boxAt("base_link", t1Base, 0.1, 0.08, 0.2)
			res := r.call(service, q)
			if len(res.Grasps) == 0 {
				t.Fatalf("arm %s: no grasp by %s", arm, service)
			}
			g := &res.Grasps[0]
			if g.Approach.Direction.Header.FrameID != arm+"_wrist" || g.Approach.Direction.Vector.Z != 1 || len(g.PreGraspPosture.Name) != map[string]int{"a": 4, "b": 7}[arm] {
				t.Errorf("arm %s, %s: %+v", arm, service, g)
			}
			if arm == "a" && service == "plan_point_cluster_grasp" && !slices.Equal(g.PreGraspPosture.Position, []float64{0.1, 0.2, 0.3, 0.4}) {
				t.Errorf("posture %v", g.PreGraspPosture.Position)
			}
			// The wrist's z is the way in: it must point at the object.
			x, err := geomsgs.FromPose(&g.GraspPose.Pose)
			if err != nil {
				t.Fatal(err)
			}
			to, _ := geom.Unit(r3.Sub(r3.Add(t1Base, geom.V(0, 0, 0.1)), x.P))
			if d := r3.Dot(x.R.Apply(geom.UnitZ), to); d < 0.5 {
				t.Errorf("arm %s, %s: the hand looks away (%g)", arm, service, d)
			}
		}
	}
	q := t1Request()
	q.ArmName = "c"
	if res := r.call("plan_grasps", q); res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeOtherError {
		t.Errorf("an unknown hand model: %d", res.ErrorCode.Value)
	}
}

func TestT21_MissingTransform(t *testing.T) {
	r := newRig(t, quick(), Options{})
	q := t1Request()
	q.Target.ReferenceFrameID = "odom_combined"
	for _, s := range []string{"plan_point_cluster_grasp", "plan_grasps"} {
		res := r.call(s, q)
		if res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeTFError || len(res.Grasps) != 0 {
			t.Errorf("%s: code %d, %d grasps", s, res.ErrorCode.Value, len(res.Grasps))
		}
	}
	if res := r.call("plan_point_cluster_grasp", t1Request()); len(res.Grasps) == 0 {
		t.Error("the node does not plan any more")
	}
}

func TestT22_OtherReferenceFrame(t *testing.T) {
	r := newRig(t, quick(), Options{})
	X_RC := geom.Pose{R: geom.RPY(0.1, -0.2, 0.7), P: geom.V(1, 2, 3)}
	if err := r.cast.SendStatic(tf.Stamped("map", "base_link", wire.Time{}, X_RC)); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"plan_point_cluster_grasp", "plan_grasps"} {
		here := r.call(s, t1Request()).Grasps
		q := t1Request()
		q.Target.ReferenceFrameID = "map"
		r.face.p.TFWait = 20
		there := r.call(s, q).Grasps
		if len(here) == 0 || len(here) != len(there) {
			t.Fatalf("%s: %d and %d grasps", s, len(here), len(there))
		}
		for i := range here {
			if there[i].GraspPose.Header.FrameID != "map" {
				t.Fatalf("frame %q", there[i].GraspPose.Header.FrameID)
			}
			wantVec(t, "position", position(&there[i]), X_RC.Apply(position(&here[i])), 1e-6)
			a, _ := geomsgs.FromPose(&here[i].GraspPose.Pose)
			b, _ := geomsgs.FromPose(&there[i].GraspPose.Pose)
			if X_RC.R.Mul(a.R).Angle(b.R) > 1e-6 {
				t.Error("orientation differs")
			}
		}
	}
}

func action(t testing.TB, r *rig, name string) *actionlib.Client[*goal, *result, *feedback] {
	t.Helper()
	c, err := actionlib.NewClient[*goal, *result, *feedback](r.client, name, &manipulation_msgs.GraspPlanningActionType)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := c.WaitForServer(ctx); err != nil {
		t.Fatal(err)
	}
	return c
}

func goalOf(q *request) *goal {
	return &goal{ArmName: q.ArmName, Target: q.Target, MovableObstacles: q.MovableObstacles}
}

func TestT23_FeedbackNeverShrinks(t *testing.T) {
	p := quick()
	p.Cluster.HighPoints = true
	r := newRig(t, p, Options{})
	// once plans, and returns how many feedbacks came.
	once := func(name string) int {
		var mu sync.Mutex
		var lists [][]graspMsg
		g, err := action(t, r, name).Send(goalOf(t1Request()), func(f *feedback) {
			mu.Lock()
			defer mu.Unlock()
			lists = append(lists, f.Grasps)
		})
		if err != nil {
			t.Fatal(err)
		}
		res, err := g.Wait(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		mu.Lock()
		defer mu.Unlock()
		last := 0
		for _, l := range lists {
			if len(l) <= last || len(l) > len(res.Grasps) || !reflect.DeepEqual(l, res.Grasps[:len(l)]) {
				t.Errorf("%s: a feedback of %d grasps after %d is no beginning of the result of %d", name, len(l), last, len(res.Grasps))
			}
			last = len(l)
		}
		if len(res.Grasps) == 0 || res.ErrorCode.Value != 0 {
			t.Errorf("%s: %d grasps, code %d", name, len(res.Grasps), res.ErrorCode.Value)
		}
		return len(lists)
	}
	for _, name := range []string{"plan_grasps", "probabilistic_grasp_planning", "push_grasp_planner_action_server"} {
		once(name)
	}
	// Feedback travels by a connection of its own, and on a busy machine comes after the result.
	grew := false
	for try := 0; try < 10 && !grew; try++ {
		grew = once("plan_point_cluster_grasp") >= 2
	}
	if !grew {
		t.Error("the list of grasps never grew")
	}
	bad := t1Request()
	bad.Target.ReferenceFrameID = "nowhere"
	g, err := action(t, r, "plan_point_cluster_grasp").Send(goalOf(bad), nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := g.Wait(t.Context())
	if res == nil || res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeTFError || err == nil {
		t.Errorf("an unknown frame: %+v, %v", res, err)
	}
}

// big is a cluster that takes the planner a while.
func big() *request {
	q := t1Request()
	q.Target.Cluster = sensor_msgs.PointCloud{}
	q.Target.Cluster.Header.FrameID = "base_link"
	const n = 450
	for i := range n {
		for j := range n {
			a, z := float64(i)/n*2*math.Pi, 0.25*float64(j)/n
			q.Target.Cluster.Points = append(q.Target.Cluster.Points, geometry_msgs.Point32{X: float32(0.6 + 0.03*math.Cos(a)), Y: float32(0.03 * math.Sin(a)), Z: float32(z)})
		}
	}
	return q
}

func TestT23_CancelWhilePlanning(t *testing.T) {
	p := quick()
	p.Cluster.HighPoints, p.Cluster.SideStep = true, 0.002
	r := newRig(t, p, Options{})
	c := action(t, r, "plan_point_cluster_grasp")
	q := big()
	if n := len(q.Target.Cluster.Points); n < 200000 {
		t.Fatal(n)
	}
	first := make(chan int, 1)
	g, err := c.Send(goalOf(q), (func(f *feedback) {
		select {
		case first <- len(f.Grasps):
		default:
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	select {
	case told = <-first:
	case <-time.After(60 * time.Second):
		t.Fatal("no feedback")
	}
	start := time.Now()
	if err := g.Cancel(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	res, err := g.Wait(ctx)
	t.Logf("preempted %v after the cancellation, with %d grasps", time.Since(start), len(res.Grasps))
	var outcome *actionlib.Error
	if err == nil || !errors.As(err, &outcome) || outcome.Status != actionlib.Preempted {
		t.Fatalf("the goal ended with %v", err)
	}
	if len(res.Grasps) < told {
		t.Errorf("%d grasps in the result, %d were told", len(res.Grasps), told)
	}
}

// shelf is a database with the grasps of one model.
type shelf struct{}

func (shelf) Grasps(_ context.Context, m Model, hand string) ([]KnownGrasp, error) {
	if m.ID != 18665 && m.Key != "18665" || hand != "WILLOW_GRIPPER_2010" {
		return nil, fault.New("find model", fmt.Sprint(m), fault.NotFound, "is not in the database")
	}
	g := func(z, q float64, won, tried int) KnownGrasp {
		return KnownGrasp{X_OA: geom.Pose{P: geom.V(0, 0, z)}, Open: []float64{.4}, Closed: []float64{.1}, Quality: q, Successes: won, Attempts: tried}
	}
	return []KnownGrasp{g(.1, .5, 0, 0), g(.2, .9, 0, 20), g(.3, .5, 1, 1), g(.4, .5, 19, 20), {Open: make([]float64, 3), Closed: make([]float64, 3)}}, nil
}

func modelRequest(id int32) *request {
	q := &request{ArmName: "right_arm"} // as MoveIt asks
	q.Target.ReferenceFrameID = "odom_combined"
	m := household_objects_database_msgs.DatabaseModelPose{ModelID: id}
	m.Type.Key = fmt.Sprint(id)
	m.Pose.Header.FrameID = "odom_combined"
	m.Pose.Pose.Orientation.W = 1
	m.Pose.Pose.Position.X = 0.5
	q.Target.PotentialModels = []household_objects_database_msgs.DatabaseModelPose{m}
	return q
}

func TestT36_MoveItAsksForAKnownObject(t *testing.T) {
	r := newRig(t, quick(), Options{Known: shelf{}})
	for _, s := range []string{"database_grasp_planning", "objects_database_node/database_grasp_planning"} {
		res := r.call(s, modelRequest(18665))
		if res.ErrorCode.Value != 0 || len(res.Grasps) != 4 {
			t.Fatalf("%s: code %d, %d grasps", s, res.ErrorCode.Value, len(res.Grasps))
		}
		// 19 of 20 tries before 1 of 1, before none, before none of 20.
		for i, z := range []float64{.4, .3, .1, .2} {
			g := &res.Grasps[i]
			wantVec(t, "position", position(g), geom.V(0.5, 0, z), 1e-9)
			if g.GraspPose.Header.FrameID != "odom_combined" || !slices.Equal(g.PreGraspPosture.Position, []float64{.4, .4, .4, .4}) || g.GraspPosture.Effort[3] != 50 {
				t.Errorf("grasp %d: %+v", i, g)
			}
			if i > 0 && g.GraspQuality > res.Grasps[i-1].GraspQuality || g.GraspQuality >= 0.95 || g.GraspQuality < 0.1 {
				t.Errorf("quality %g", g.GraspQuality)
			}
		}
	}
	if res := r.call("database_grasp_planning", modelRequest(1)); res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeOtherError {
		t.Errorf("an unknown model: code %d", res.ErrorCode.Value)
	}
	g, err := action(t, r, "database_grasp_planning").Send(goalOf(modelRequest(1)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var outcome *actionlib.Error
	if _, err := g.Wait(t.Context()); !errors.As(err, &outcome) || outcome.Status != actionlib.Aborted {
		t.Errorf("an unknown model ends with %v", err)
	}
	bare := newRig(t, quick(), Options{})
	if res := bare.call("database_grasp_planning", modelRequest(18665)); res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeOtherError {
		t.Errorf("without a database: code %d", res.ErrorCode.Value)
	}
}

func TestMovableObstacles(t *testing.T) {
	r := newRig(t, quick(), Options{})
	q := t1Request()
	q.Target.Cluster = boxAt("base_link", t1Base, 0.06, 0.04, 0.12)
	alone := r.call("plan_grasps", q)
	wall := manipulation_msgs.GraspableObject{CollisionName: "book", Cluster: boxAt("base_link", r3.Add(t1Base, geom.V(0, 0.05, 0)), 0.2, 0.032, 0.2)}
	q.MovableObstacles = []manipulation_msgs.GraspableObject{wall}
	res := r.call("plan_grasps", q)
	touching, free := 0, 0
	for i := range res.Grasps {
		if g := &res.Grasps[i]; slices.Equal(g.AllowedTouchObjects, []string{"book"}) {
			touching++
		} else if len(g.AllowedTouchObjects) == 0 {
			free++
			if touching > 0 {
				t.Error("a grasp that touches nothing comes after one that does")
			}
		}
	}
	if touching == 0 || free == 0 || free >= len(alone.Grasps) || touching+free != len(res.Grasps) {
		t.Errorf("%d grasps push the book, %d do not; %d without the book", touching, free, len(alone.Grasps))
	}
	// A grasp that may touch the book is worth something where the book is in its way, and nothing where it may not.
	for i := range res.Grasps {
		if g := res.Grasps[i]; len(g.AllowedTouchObjects) > 0 {
			bare := g
			bare.AllowedTouchObjects = nil
			q.GraspsToEvaluate = []graspMsg{g, bare}
			break
		}
	}
	if l := r.call("plan_grasps", q).Grasps; len(l) != 2 || !(l[0].GraspQuality > 0.1) || l[1].GraspQuality != 0 {
		t.Errorf("evaluated with and without leave to touch the book: %d grasps", len(l))
	}
	q.GraspsToEvaluate = nil
	q.MovableObstacles[0].Cluster.Header.FrameID = "nowhere"
	if res := r.call("plan_grasps", q); res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeTFError {
		t.Errorf("an obstacle in an unknown frame: %d", res.ErrorCode.Value)
	}
}

func TestClutter(t *testing.T) {
	r := newRig(t, quick(), Options{})
	q := t1Request()
	// A tray of two things 10 cm apart.
	q.Target.Cluster.Points = append(boxAt("base_link", t1Base, 0.06, 0.04, 0.1).Points, boxAt("base_link", r3.Add(t1Base, geom.V(0, 0.15, 0)), 0.06, 0.04, 0.1).Points...)
	q.Target.Region.RoiBoxPose.Header.FrameID = "base_link"
	q.Target.Region.RoiBoxPose.Pose = geomsgs.Pose(geom.Pose{R: geom.IdentityRot, P: r3.Add(t1Base, geom.V(0, 0.075, 0.05))})
	q.Target.Region.RoiBoxDims = geometry_msgs.Vector3{X: 0.3, Y: 0.4, Z: 0.2}
	res := r.call("plan_segmented_clutter_grasps", q)
	near := [2]int{}
	for i := range res.Grasps {
		p := position(&res.Grasps[i])
		near[map[bool]int{true: 1}[p.Y > 0.175]]++
	}
	if res.ErrorCode.Value != 0 || near[0] == 0 || near[1] == 0 {
		t.Errorf("code %d, %v grasps of the two things", res.ErrorCode.Value, near)
	}
	q.Target.Region.RoiBoxDims = geometry_msgs.Vector3{}
	if res := r.call("plan_segmented_clutter_grasps", q); res.ErrorCode.Value != manipulation_msgs.GraspPlanningErrorCodeOtherError {
		t.Errorf("no box: code %d", res.ErrorCode.Value)
	}
}

// On request every rejected candidate is drawn, in a namespace of its own.
func TestRejectedCandidatesAreDrawn(t *testing.T) {
	p := quick()
	p.Why = true
	r := newRig(t, p, Options{})
	got := make(chan *visualization_msgs.Marker, 10)
	s, err := ros.Subscribe(r.client, "point_cluster_grasp_planner_markers", func(m *visualization_msgs.Marker) { got <- m })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r.call("plan_grasps", t1Request())
	seen := map[string]int{}
	for len(seen) < 2 {
		select {
		case m := <-got:
			seen[m.Ns] = len(m.Points)
		case <-time.After(20 * time.Second):
			t.Fatalf("markers %v", seen)
		}
	}
	if seen["rejected"] == 0 || seen["rejected"]%8 != 0 || seen["grasps"] == 0 {
		t.Errorf("points of markers %v", seen)
	}
}

func TestMarkers(t *testing.T) {
	r := newRig(t, quick(), Options{})
	got := make(chan *visualization_msgs.Marker, 10)
	s, err := ros.Subscribe(r.client, "point_cluster_grasp_planner_markers", func(m *visualization_msgs.Marker) { got <- m })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r.call("plan_point_cluster_grasp", t1Request())
	select {
	case m := <-got:
		if len(m.Points) == 0 || len(m.Points) != len(m.Colors) || m.Header.FrameID != "base_link" {
			t.Errorf("%d points, %d colours in %q", len(m.Points), len(m.Colors), m.Header.FrameID)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no marker")
	}
}
