package simrobot

import (
	"math"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	nodehand "github.com/holdfast-robotics/holdfast/node/hand"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T) (m *Machine, loop *hardware.Loop, node func(name string) *ros.Node) {
	t.Helper()
	var err error
	if m, err = New(2, 3); err != nil {
		t.Fatal(err)
	}
	if loop, err = hardware.New(m.Bus, m.Config()); err != nil {
		t.Fatal(err)
	}
	return m, loop, rostest.New(t, nil).Node
}

// A task moves the arm and the hand from inside the loop of the hand, whose face goes on.
func TestAttach(t *testing.T) {
	m, loop, node := start(t)
	pads := touch.PR2()
	face, err := nodehand.New(t.Context(), node("r_gripper_sensor_controller"), loop, &pads, nodehand.DefaultParams(), nodehand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer face.Close()
	tasks, err := m.Attach(face.Inside(), loop.Do)
	if err != nil {
		t.Fatal(err)
	}
	before := m.Arm.Palm().P.Z
	result := make(chan error, 1)
	go func() {
		result <- tasks.Run(t.Context(), func(r *pick.Robot) (pick.Task, error) { return pick.NewLift(r, 0.1, pick.DefaultParams()) }, nil)
	}()
	for now := time.Duration(0); ; now += time.Millisecond {
		loop.Step(now)
		select {
		case err := <-result:
			if d := m.Arm.Palm().P.Z - before; err != nil || math.Abs(d-0.1) > 1e-3 {
				t.Errorf("lifted by %g m, %v", d, err)
			}
			var v View
			m.View(&v)
			if len(v.Place) != 3 || math.Abs(v.Palm.P.Z-before-0.1) > 5e-3 {
				t.Errorf("view %+v", v)
			}
			tasks.Close()
			if err := loop.Shutdown(); err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}

// The object between the fingers has a name.
func TestIdentify(t *testing.T) {
	m, loop, _ := start(t)
	defer loop.Shutdown()
	for i := range m.placed {
		X_WO := m.World.State.Bodies[i].X_WO
		at := geom.Pose{R: geom.IdentityRot, P: X_WO.P}
		at.P.X -= m.World.Model.Gripper.PadCenter().X
		if got := m.Identify(at); got != m.World.Model.Objects[i].Name {
			t.Errorf("%q at %v, want %q", got, at.P, m.World.Model.Objects[i].Name)
		}
	}
	if got := m.Identify(m.Arm.Palm()); got != "" {
		t.Errorf("%q is far away", got)
	}
}

// The camera sees the table, and frames say where camera and hand are.
func TestFace(t *testing.T) {
	m, loop, node := start(t)
	defer loop.Shutdown()
	n := node("robot")
	face, err := NewFace(n, m)
	if err != nil {
		t.Fatal(err)
	}
	defer face.Close()
	client := node("client")
	got := make(chan [2]int, 1)
	sub, err := ros.Subscribe(client, CloudTopic, func(c *sensor_msgs.PointCloud2) {
		select {
		case got <- [2]int{int(c.Width), int(c.Height)}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if size := <-got; size != [2]int{640, 480} {
		t.Errorf("a cloud of %v points", size)
	}
	l, err := tf.Listen(client, tf.NewBuffer(0))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	X, _, err := l.Wait(t.Context(), Base, Palm, wire.Time{})
	if want := X_BW.Mul(m.Arm.Palm()); err != nil || math.Abs(X.P.X-want.P.X)+math.Abs(X.P.Y-want.P.Y)+math.Abs(X.P.Z-want.P.Z) > 1e-6 {
		t.Errorf("the palm is at %v, want %v, %v", X.P, want.P, err)
	}
	if X, _, err = l.Wait(t.Context(), Palm, Left, wire.Time{}); err != nil || X.P.Y < padFace {
		t.Errorf("the left fingertip is at %v, %v", X.P, err)
	}
	// The optical axis of the camera looks down at the table.
	if X, _, err = l.Wait(t.Context(), Base, Optics, wire.Time{}); err != nil || X.R.Apply(geom.UnitZ).Z > -0.5 || math.Abs(X.P.Z-1.49) > 1e-6 {
		t.Errorf("the camera is at %v and looks along %v, %v", X.P, X.R.Apply(geom.UnitZ), err)
	}
}
