package robot

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/rostest"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// The palm is told on /tf, and a camera sees what stands in the world, at its place in base.
func TestShowAndLook(t *testing.T) {
	g := rostest.New(t, nil)
	ns := []*ros.Node{g.Node("robot"), g.Node("client")}
	l := loop(t, 0)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	X_BW := geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0.5, 0, 0.7)}
	X_WC := camera.LookAt(geom.V(-0.8, 0, 0.6), geom.V(0, 0, 0))
	s, err := Show(ns[0], Palm(l, "base", "palm", X_BW), tf.Stamped("base", "eye", wire.Time{}, X_BW.Mul(X_WC)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	v := View{
		Topic: "/points", Frame: "eye", X_WC: X_WC, Every: 10 * time.Millisecond,
		See: func() *camera.Scene {
			return &camera.Scene{Bodies: []camera.Body{{Solid: shape.NewBox(geom.V(0.2, 0.2, 0.2)), X_WB: geom.Pose{R: geom.Rot{W: 1}, P: geom.V(0, 0, 0.1)}, Label: 2, Colour: 0xff0000}}}
		},
	}
	c, err := Look(ns[0], v)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	b := tf.NewBuffer(0)
	listen, err := tf.Listen(ns[1], b)
	if err != nil {
		t.Fatal(err)
	}
	defer listen.Close()
	got := make(chan *sensor_msgs.PointCloud2, 1)
	sub, err := ros.Subscribe(ns[1], "/points", func(m *sensor_msgs.PointCloud2) {
		select {
		case got <- m:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	var palm geom.Pose
	l.Do(func(r *pick.Robot) { palm = r.Arm.Palm() })
	X, stamp, err := b.Wait(ctx, "base", "palm", wire.Time{})
	if err != nil || stamp.IsZero() || r3.Norm(r3.Sub(X.P, X_BW.Apply(palm.P))) > 1e-9 {
		t.Errorf("the palm is told at %v, is at %v: %v", X, palm, err)
	}
	X_BC, _, err := b.Wait(ctx, "base", "eye", wire.Time{})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case m := <-got:
		if m.Header.FrameID != "eye" || m.Width != 640 || m.Height != 480 || m.Header.Stamp.IsZero() {
			t.Errorf("%d x %d in %q at %v", m.Width, m.Height, m.Header.FrameID, m.Header.Stamp)
		}
		top, _ := topOf(t, m, X_BC)
		if math.Abs(top-0.9) > 0.01 {
			t.Errorf("the top of the box is seen at %g m, it is at 0.9 m", top)
		}
	case <-ctx.Done():
		t.Fatal("no picture came")
	}
	v.Every = 0
	if _, err := Look(ns[0], v); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no time between pictures: %v", err)
	}
}

// topOf is the height of the highest point of a cloud that is one in a thousand, in base, and the number of points.
func topOf(t *testing.T, m *sensor_msgs.PointCloud2, X_BC geom.Pose) (float64, int) {
	t.Helper()
	var c cloud.Cloud
	if err := clouds.ToCloud(m, &c); err != nil {
		t.Fatal(err)
	}
	var z []float64
	for i := range c.X {
		if c.Valid(i) {
			z = append(z, X_BC.Apply(geom.V(float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i]))).Z)
		}
	}
	if len(z) == 0 {
		t.Fatal("nothing is seen")
	}
	slices.Sort(z)
	return z[len(z)-1-len(z)/20], len(z)
}
