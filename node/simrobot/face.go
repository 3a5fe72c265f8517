package simrobot

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp/cluster"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
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

	framePeriod  = 20 * time.Millisecond
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

// Face is the running face.
type Face struct {
	m    *Machine
	node *ros.Node
	cast *tf.Broadcaster
	pub  *ros.Publisher[*sensor_msgs.PointCloud2]
	fate *ros.ServiceServer
	wg   sync.WaitGroup
	end  context.CancelFunc
}

// NewFace starts the camera and the frames of a machine on a node. The cloud is latched, and comes whenever something has moved and
// everything is at rest; the hand is not in the picture.
func NewFace(n *ros.Node, m *Machine) (*Face, error) {
	const op = "start simulated robot"
	f := &Face{m: m, node: n}
	var err error
	if f.cast, err = tf.NewBroadcaster(n); err != nil {
		return nil, fault.Wrap(op, n.Name(), err)
	}
	if err := f.cast.SendStatic(m.fixed()...); err != nil {
		return nil, errors.Join(fault.Wrap(op, n.Name(), err), f.cast.Close())
	}
	if f.pub, err = ros.Advertise[*sensor_msgs.PointCloud2](n, CloudTopic, ros.Latch(), ros.QueueSize(1)); err != nil {
		return nil, errors.Join(fault.Wrap(op, n.Name(), err), f.cast.Close())
	}
	if f.fate, err = ros.AdvertiseService(n, "/simulated_robot/fate", &std_srvs.TriggerService, m.fate); err != nil {
		return nil, errors.Join(fault.Wrap(op, n.Name(), err), f.pub.Close(), f.cast.Close())
	}
	ctx, cancel := context.WithCancel(n.Context())
	f.end = cancel
	eye, err := newEye(m)
	if err != nil {
		cancel()
		return nil, errors.Join(err, f.fate.Close(), f.pub.Close(), f.cast.Close())
	}
	f.wg.Go(func() { every(ctx, framePeriod, f.frames()) })
	f.wg.Go(func() { every(ctx, cameraPeriod, func() { f.look(eye) }) })
	return f, nil
}

// Close ends the face.
func (f *Face) Close() error {
	f.end()
	f.wg.Wait()
	return errors.Join(f.fate.Close(), f.pub.Close(), f.cast.Close())
}

// every calls do now and then by the wall clock.
func every(ctx context.Context, period time.Duration, do func()) {
	t := time.NewTicker(period)
	defer t.Stop()
	for {
		do()
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
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

// frames tells where the hand is.
func (f *Face) frames() func() {
	var v View
	g := f.m.World.Model.Gripper
	X_GA := f.m.X_AG().Inv()
	return func() {
		f.m.View(&v)
		now := f.node.Clock().Now()
		x := g.TipX + g.PadCenterAt(v.Gap).X - g.PadCenter().X
		tip := func(side float64) geom.Pose {
			return geom.Pose{R: geom.IdentityRot, P: geom.V(x, side*(v.Gap/2+padFace), 0)}
		}
		f.tell(f.cast.Send(
			tf.Stamped(Base, Wrist, now, X_BW.Mul(v.Palm).Mul(X_GA)), tf.Stamped(Palm, Left, now, tip(1)), tf.Stamped(Palm, Right, now, tip(-1)),
		))
	}
}

func (f *Face) tell(err error) {
	if err != nil && fault.KindOf(err) != fault.Preempted { // Preempted: the node is closing
		f.node.Log().Error("cannot publish", "err", err)
	}
}

// eye is the camera with what it saw.
type eye struct {
	camera    *camera.Camera
	table     catalogue.Arrangement
	now, last View
	shown     []geom.Pose // places of the objects in the last picture
	count     uint64
	cloud     cloud.Cloud
	msg       sensor_msgs.PointCloud2
}

func newEye(m *Machine) (*eye, error) {
	c, err := camera.New(camera.Kinect(), camera.KinectSensor())
	if err != nil {
		return nil, err
	}
	c.Workers = 1 // the hand's loop has the other processor
	return &eye{camera: c, table: catalogue.Arrangement{Objects: append([]catalogue.Placed(nil), m.placed...)}}, nil
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

// look takes a picture when there is something new to see.
func (f *Face) look(e *eye) {
	e.now, e.last = e.last, e.now
	f.m.View(&e.now)
	if e.count > 0 && (apart(e.now.Place, e.last.Place) > still || apart(e.now.Place, e.shown) < moved) {
		return
	}
	e.shown = append(e.shown[:0], e.now.Place...)
	e.count++
	for i := range e.table.Objects {
		e.table.Objects[i].X_WO = e.now.Place[i]
	}
	if err := e.camera.Render(&e.cloud, e.table.Scene(), catalogue.Camera(), f.m.seed+e.count); err != nil {
		f.node.Log().Error("cannot take a picture", "err", err)
		return
	}
	e.cloud.Label = nil // a camera does not know
	e.cloud.Frame = Optics
	if err := clouds.FromCloud(&e.cloud, &e.msg); err != nil {
		f.node.Log().Error("cannot encode the picture", "err", err)
		return
	}
	e.msg.Header.Stamp = f.node.Clock().Now()
	f.tell(f.pub.Publish(&e.msg))
}
