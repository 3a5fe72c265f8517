package robot

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
)

// View is what a simulated camera looks at, and from where.
type View struct {
	Topic string // of the clouds
	Frame string // of the camera: z along its view, x to the right
	Base  string
	X_BW  geom.Pose // world in base
	X_WC  geom.Pose // camera in the world
	Every time.Duration
	Seed  uint64 // of the noise
	// See is called where the robot may be touched, and returns what stands in the world now. The camera keeps it.
	See func() *camera.Scene
}

// Camera publishes the clouds of a simulated depth camera.
type Camera struct {
	cast  *tf.Broadcaster
	out   *ros.Publisher[*sensor_msgs.PointCloud2]
	stop  context.CancelFunc
	ended chan struct{}
}

// Look starts a camera. It takes pictures while somebody listens.
func Look(n *ros.Node, l *Loop, v View) (*Camera, error) {
	const op = "start camera"
	cam, err := camera.New(camera.Kinect(), camera.KinectSensor())
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if v.Every < time.Millisecond || v.See == nil {
		return nil, fault.New(op, v.Topic, fault.Invalid, "a picture every %v of nothing or too fast", v.Every)
	}
	c := &Camera{ended: make(chan struct{})}
	if c.cast, err = tf.NewBroadcaster(n); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if err = c.cast.SendStatic(tf.Stamped(v.Base, v.Frame, wire.Time{}, v.X_BW.Mul(v.X_WC))); err == nil {
		c.out, err = ros.Advertise[*sensor_msgs.PointCloud2](n, v.Topic, ros.QueueSize(1))
	}
	if err != nil {
		c.cast.Close()
		return nil, fault.Wrap(op, v.Topic, err)
	}
	var ctx context.Context
	ctx, c.stop = context.WithCancel(n.Context())
	go func() {
		defer close(c.ended)
		tick := time.NewTicker(v.Every)
		defer tick.Stop()
		for frame := v.Seed; ; frame++ {
			if c.out.Subscribers() > 0 {
				var scene *camera.Scene
				now := n.Clock().Now()
				if !l.Do(func(*pick.Robot) { scene = v.See() }) {
					return
				}
				if err := c.picture(cam, scene, &v, frame, now); err != nil {
					n.Log().Error("the camera fails", "err", err)
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return c, nil
}

// picture takes one and publishes it.
func (c *Camera) picture(cam *camera.Camera, scene *camera.Scene, v *View, seed uint64, stamp wire.Time) error {
	var seen cloud.Cloud
	if err := cam.Render(&seen, scene, v.X_WC, seed); err != nil {
		return err
	}
	seen.Label = nil // no camera knows them
	m := &sensor_msgs.PointCloud2{}
	if err := clouds.FromCloud(&seen, m); err != nil {
		return err
	}
	m.Header.FrameID, m.Header.Stamp = v.Frame, stamp
	return c.out.Publish(m)
}

// Close ends it.
func (c *Camera) Close() error {
	c.stop()
	<-c.ended
	err := c.out.Close()
	if e := c.cast.Close(); err == nil {
		err = e
	}
	return err
}
