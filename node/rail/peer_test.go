package rail

import (
	_ "embed"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspdb"
	"github.com/holdfast-robotics/holdfast/node/recognize"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/node/scene"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros/peertest"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	recog "github.com/holdfast-robotics/holdfast/scene/recognize"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

//go:embed testdata/client.py
var clientScript string

// whole runs everything that a RAIL user has: a simulated robot with a depth camera, segmentation, recognition, model generation, metric
// training, grasp collection and the database.
func whole(t *testing.T) (*mover, *graspdb.DB) {
	t.Helper()
	m := newMover(t, boxed(t, false), 4, DefaultManipulationParams()) // slow enough for a person, or a client, to cancel
	n := m.node("simulated_robot")
	X_BW := geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0, 0, 0.74)}
	X_WC := camera.LookAt(geom.V(-0.6, 0.1, 0.5), geom.V(0, 0, 0))
	s, err := robot.Show(n, robot.Palm(m.loop, base, link, X_BW), tf.Stamped(base, "camera_depth_frame", wire.Time{}, X_BW.Mul(X_WC)))
	keep(t, s, err)
	c, err := robot.Look(n, robot.View{
		Topic: scene.DefaultParams().CloudTopic, Frame: "camera_depth_frame", X_WC: X_WC, Every: 100 * time.Millisecond,
		See: robot.Seen(m.loop, func() *camera.Scene {
			return &camera.Scene{HasFloor: true, FloorZ: -0.74, FloorColour: 0x706c68, Bodies: []camera.Body{
				{Solid: shape.NewBox(geom.V(0.8, 1.2, 0.025)), X_WB: geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0, 0, -0.0125)}, Label: 1, Colour: 0xa87c50},
				{Solid: shape.NewBox(geom.V(boxWide, boxWide, 0.06)), X_WB: m.sim.World.State.Bodies[0].X_WO, Label: 2, Colour: 0xc02020},
			}}
		}),
	})
	keep(t, c, err)
	db := database(t)
	seg, err := scene.New(m.node("rail_segmentation"), scene.DefaultParams(), nil)
	keep(t, seg, err)
	store := &recognize.Database{DB: db}
	library, err := recognize.NewLibrary(store, recog.DefaultParams(), nil, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := recognize.NewRecognizer(m.node("object_recognizer"), library)
	keep(t, rec, err)
	gen, err := recognize.NewGenerator(m.node("model_generator"), store, recog.DefaultMergeParams(), false)
	keep(t, gen, err)
	trainer, err := recognize.NewTrainer(m.node("metric_trainer"), store, filepath.Join(t.TempDir(), "registration_metrics.txt"))
	keep(t, trainer, err)
	p := DefaultCollectorParams()
	p.Robot, p.Hand = "simulated", "parallel gripper"
	col, err := NewCollector(m.node("rail_grasp_collection"), db, Feel(m.loop), p)
	keep(t, col, err)
	ret, err := NewRetriever(m.node("rail_grasp_retriever"), db)
	keep(t, ret, err)
	mret, err := NewModelRetriever(m.node("rail_grasp_model_retriever"), db)
	keep(t, mret, err)
	mem, err := NewMemory(m.node("graspdb"), db, graspdb.NewChooser(1))
	keep(t, mem, err)
	return m, db
}

// 37 for every RAIL action: rospy clients, unchanged, on the whole stack over a simulated robot.
func TestRail37_RospyClients(t *testing.T) {
	peertest.Need(t, peertest.Clients...)
	m, db := whole(t)
	var grasp geom.Pose
	m.loop.Do(func(r *pick.Robot) { grasp = r.Arm.Palm() })
	env := peertest.Overlay(t, m.uri, "rail_manipulation_msgs", "rail_pick_and_place_msgs", "holdfast_msgs")
	out := peertest.Run(t, 3*time.Minute, env, peertest.Python, "-c", clientScript)
	var lines []string
	for l := range strings.Lines(out) {
		if !strings.HasPrefix(l, "[") { // rospy's own remarks
			lines = append(lines, l)
		}
		if strings.HasPrefix(l, "counted") { // after its last word rospy may complain that its own timers outlive its topics
			break
		}
	}
	const want = `segmented 1 in base_footprint
gripper open SUCCEEDED success: True
verify nothing SUCCEEDED success True grasping False
store SUCCEEDED success True id 1
store SUCCEEDED success True id 2
said looking where the hand is and what it has, lifting, verifying the grasp, storing the demonstration
lift SUCCEEDED success True feedback True
verify SUCCEEDED success True grasping True
lift cancelled PREEMPTED success False
verify SUCCEEDED success True grasping True
gripper open SUCCEEDED success True
demonstration SUCCEEDED success True: RED BOX in base_footprint of eef_link, points True, created True
shown pose is that True, cloud True
demonstration 99 SUCCEEDED success False
train SUCCEEDED success True
train nothing SUCCEEDED success False
models SUCCEEDED [1]
model SUCCEEDED success True: RED BOX with 2 grasps
shown 2 grasps
recognised SUCCEEDED True as RED BOX with 2 grasps
counted 0 of 1, another next True
`
	if got := strings.Join(lines, ""); got != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
	d, err := db.Demonstration(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if e := r3.Norm(r3.Sub(d.X_FG.P, r3.Add(grasp.P, geom.V(0, 0, 0.74)))); e > 1e-3 { // the second grasp is where the first was
		t.Errorf("the stored grasp is %g m from where the hand closed", e)
	}
	n := 0
	for a, err := range db.Attempts(t.Context(), "red box") {
		if err != nil {
			t.Fatal(err)
		}
		if n++; a.Outcome != graspdb.Held || a.GripForce < 0.5 || a.MaxForce < a.GripForce || a.Robot != "simulated" || math.IsNaN(a.GripForce) || len(a.Phases) < 4 {
			t.Errorf("%+v", a)
		}
	}
	if n != 2 {
		t.Errorf("%d attempts in the history", n)
	}
}
