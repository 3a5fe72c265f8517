package simrobot

import (
	"math"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
)

// Names of the frames. Those of the hand are the PR2's.
const (
	Base   = "base_footprint" // on the floor; z up
	Wrist  = "r_wrist_roll_link"
	Palm   = "r_gripper_palm_link" // G of the simulated gripper
	Left   = "r_gripper_l_finger_tip_link"
	Right  = "r_gripper_r_finger_tip_link"
	Camera = "camera_depth_frame"
	Optics = "camera_depth_optical_frame"

	// CloudTopic is where the camera publishes.
	CloudTopic = "/camera/depth_registered/points"
)

const (
	padFace = 0.015 // m from the origin of a fingertip's link to the face of its pad, as on the PR2

	cameraPeriod = 100 * time.Millisecond
	still        = 5e-4 // m between two looks of the camera that count as rest
	moved        = 2e-3 // m after which a new picture is worth it
)

// X_BW is the table, W, in the base's frame.
var X_BW = geom.Pose{R: geom.IdentityRot, P: geom.V(0.95, 0, 0.74)}

// X_AG is the palm in the wrist's frame A: the middle of the pads is where planners take the middle of the PR2's fingertips to be.
func (m *Machine) X_AG() geom.Pose {
	h := cluster.Hands()[0] // the PR2's
	return geom.Pose{R: geom.IdentityRot, P: geom.V(h.ToFingertip-m.World.Model.Gripper.PadCenter().X, 0, 0)}
}

// NewFrames starts to tell where hand and camera of a machine are.
func NewFrames(n *ros.Node, m *Machine) (*robot.Shown, error) {
	return robot.Show(n, m.frames(), m.fixed()...)
}

// NewCamera starts the camera of a machine. The cloud is latched, and comes whenever something has moved and everything is at rest; the hand is
// not in the picture.
func NewCamera(n *ros.Node, m *Machine) (*robot.Camera, error) {
	return robot.Look(n, robot.View{
		Topic: CloudTopic, Frame: Optics, X_WC: catalogue.Camera(), Every: cameraPeriod, Seed: m.seed + 1, Latch: true, Workers: 1, // the hand's loop has the other processor
		See: m.see(),
	})
}

// Face is both, and a service that tells what became of the objects.
type Face struct{ closers.List }

// NewFace starts the camera and the frames of a machine on a node.
func NewFace(n *ros.Node, m *Machine) (*Face, error) {
	f := &Face{}
	frames, err := NewFrames(n, m)
	if _, err = closers.Add(&f.List, frames, err); err == nil {
		var camera *robot.Camera
		camera, err = NewCamera(n, m)
		_, err = closers.Add(&f.List, camera, err)
	}
	if err == nil {
		var fate *ros.ServiceServer
		fate, err = ros.AdvertiseService(n, "/simulated_robot/fate", &std_srvs.TriggerService, m.fate)
		_, err = closers.Add(&f.List, fate, err)
	}
	return closers.Started(f, "start simulated robot", err)
}

// fixed are the frames that do not move.
func (m *Machine) fixed() []geometry_msgs.TransformStamped {
	X_BC := X_BW.Mul(catalogue.Camera())
	// The frame of the camera's body looks along x, that of its optics along z.
	R := geom.RPY(-math.Pi/2, 0, -math.Pi/2)
	X_DC := geom.Pose{R: R}
	return []geometry_msgs.TransformStamped{
		tf.Stamped(Base, Camera, wire.Time{}, X_BC.Mul(X_DC.Inv())),
		tf.Stamped(Camera, Optics, wire.Time{}, X_DC),
		tf.Stamped(Wrist, Palm, wire.Time{}, m.X_AG()),
	}
}

// frames says where the hand is.
func (m *Machine) frames() func(wire.Time) []geometry_msgs.TransformStamped {
	var v View
	g := m.World.Model.Gripper
	X_GA := m.X_AG().Inv()
	return func(now wire.Time) []geometry_msgs.TransformStamped {
		m.View(&v)
		x := g.TipX + g.PadCenterAt(v.Gap).X - g.PadCenter().X
		tip := func(side float64) geom.Pose {
			return geom.Pose{R: geom.IdentityRot, P: geom.V(x, side*(v.Gap/2+padFace), 0)}
		}
		return []geometry_msgs.TransformStamped{
			tf.Stamped(Base, Wrist, now, X_BW.Mul(v.Palm).Mul(X_GA)), tf.Stamped(Palm, Left, now, tip(1)), tf.Stamped(Palm, Right, now, tip(-1)),
		}
	}
}

// apart is the largest distance between places, infinite where there are none to compare.
func apart(a, b []geom.Pose) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	most := 0.0
	for i := range a {
		most = math.Max(most, r3.Norm(r3.Sub(a[i].P, b[i].P)))
	}
	return most
}

// see returns what stands on the table when there is something new to see.
func (m *Machine) see() func() *camera.Scene {
	var now, last View
	var shown []geom.Pose // places of the objects in the last picture
	first := true
	table := catalogue.Arrangement{Objects: append([]catalogue.Placed(nil), m.placed...)}
	return func() *camera.Scene {
		now, last = last, now
		m.View(&now)
		if !first && (apart(now.Place, last.Place) > still || apart(now.Place, shown) < moved) {
			return nil
		}
		first = false
		shown = append(shown[:0], now.Place...)
		for i := range table.Objects {
			table.Objects[i].X_WO = now.Place[i]
		}
		return table.Scene()
	}
}
