package pick

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a face over a simulated robot before objects, with a client, in one process.
type rig struct {
	t      *testing.T
	uri    string
	sim    *simrobot.Robot
	loop   *robot.Loop
	client *ros.Node
	up     *actionlib.Client[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback]
	down   *actionlib.Client[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback]
}

// thing is an object of the catalogue at x, y.
type thing struct {
	name string
	x, y float64
}

func newRig(t *testing.T, speed float64, p Params, things ...thing) *rig {
	t.Helper()
	g := rostest.New(t, nil)
	cfg := simrobot.DefaultConfig(3)
	for _, o := range things {
		found, err := catalogue.Find(o.name)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Objects = append(cfg.Objects, rehearse.Known(&found).Object)
		cfg.X_WO = append(cfg.X_WO, geom.Pose{R: found.Rest, P: geom.V(o.x, o.y, found.RestHalf().Z)})
	}
	r := &rig{t: t, uri: g.URI, client: g.Node("client")}
	var err error
	if r.sim, err = simrobot.New(cfg); err != nil {
		t.Fatal(err)
	}
	if r.loop, err = robot.Simulate(r.sim, speed); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.loop.Close)
	face, err := New(g.Node("object_manipulator"), r.loop, p, Options{Identify: r.identify})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { face.Close() })
	if r.up, err = actionlib.NewClient[*om.PickupGoal, *om.PickupResult, *om.PickupFeedback](r.client, PickupAction, &om.PickupActionType); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.up.Close() })
	if r.down, err = actionlib.NewClient[*om.PlaceGoal, *om.PlaceResult, *om.PlaceFeedback](r.client, PlaceAction, &om.PlaceActionType); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.down.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := errors.Join(r.up.WaitForServer(ctx), r.down.WaitForServer(ctx)); err != nil {
		t.Fatal(err)
	}
	return r
}

// identify is the object nearest to the pads.
func (r *rig) identify(x geom.Pose) string { return r.sim.Nearest(x, 0.1) }

// look returns where an object is and whether it is in the hand.
func (r *rig) look(i int) (p geom.Vec, gripped bool) {
	r.loop.Do(func(*pick.Robot) {
		b := &r.sim.World.State.Bodies[i]
		p, gripped = b.X_WO.P, b.PadForce[0] > 0 && b.PadForce[1] > 0
	})
	return p, gripped
}

func header(frame string) std_msgs.Header { return std_msgs.Header{FrameID: frame} }

func poseMsg(x geom.Pose) geometry_msgs.PoseStamped {
	return geometry_msgs.PoseStamped{Header: header("base_link"), Pose: geomsgs.Pose(x)}
}

func translationMsg(frame string, v geom.Vec, desired, least float32) manipulation_msgs.GripperTranslation {
	return manipulation_msgs.GripperTranslation{
		Direction:       geometry_msgs.Vector3Stamped{Header: header(frame), Vector: geometry_msgs.Vector3{X: v.X, Y: v.Y, Z: v.Z}},
		DesiredDistance: desired, MinDistance: least,
	}
}

// overhead is a palm over an object, its pads at the object's middle.
func (r *rig) overhead(i int) geom.Pose {
	p, _ := r.look(i)
	return geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: r3.Add(p, geom.V(0, 0, sim.DefaultModel().Gripper.PadCenter().X))}
}

func graspMsg(id string, x geom.Pose) manipulation_msgs.Grasp {
	return manipulation_msgs.Grasp{ID: id, GraspPose: poseMsg(x), Approach: translationMsg("r_wrist_roll_link", geom.UnitX, 0.08, 0.04)}
}

func (r *rig) goal(i int) *om.PickupGoal {
	return &om.PickupGoal{
		ArmName: "right_arm", DesiredGrasps: []manipulation_msgs.Grasp{graspMsg("top", r.overhead(i))}, Lift: translationMsg("base_link", geom.UnitZ, 0.10, 0.05),
		CollisionObjectName: r.sim.World.Model.Objects[i].Name, CollisionSupportSurfaceName: "table",
	}
}

// pick sends a pickup and waits for its end.
func (r *rig) pick(goal *om.PickupGoal) (*om.PickupResult, actionlib.Status) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	res, err := r.up.Do(ctx, goal, nil)
	return res, status(r.t, err)
}

func (r *rig) put(goal *om.PlaceGoal) (*om.PlaceResult, actionlib.Status) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	res, err := r.down.Do(ctx, goal, nil)
	return res, status(r.t, err)
}

// status is the state in which a goal ended.
func status(t *testing.T, err error) actionlib.Status {
	t.Helper()
	var e *actionlib.Error
	switch {
	case err == nil:
		return actionlib.Succeeded
	case errors.As(err, &e):
		t.Logf("the server says: %s", e.Text)
		return e.Status
	}
	t.Fatal(err)
	return 0
}
