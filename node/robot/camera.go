package robot

import (
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
)

// View is what a simulated camera looks at, and from where. Its frame is to be told by Show.
type View struct {
	Topic string    // of the clouds
	Frame string    // of the camera: z along its view, x to the right
	X_WC  geom.Pose // camera in the world
	Every time.Duration
	Seed  uint64 // of the noise
	// Latch keeps the last cloud for who listens later, and takes pictures also while nobody does.
	Latch bool
	// Workers bounds the processors that a picture takes; 0 for all.
	Workers int
	// See returns what stands in the world now, or nil for no picture. The camera keeps it until the next call.
	See func() *camera.Scene
}

// Camera publishes the clouds of a simulated depth camera.
type Camera struct {
	out *ros.Publisher[*sensor_msgs.PointCloud2]
	*ticker

	cam  *camera.Camera
	seen cloud.Cloud
	msg  sensor_msgs.PointCloud2
}

// Look starts a camera.
func Look(n *ros.Node, v View) (*Camera, error) {
	const op = "start camera"
	c := &Camera{}
	var err error
	if c.cam, err = camera.New(camera.Kinect(), camera.KinectSensor()); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if v.Every < time.Millisecond || v.See == nil {
		return nil, fault.New(op, v.Topic, fault.Invalid, "a picture every %v of nothing or too fast", v.Every)
	}
	c.cam.Workers = v.Workers
	opts := []ros.PubOption{ros.QueueSize(1)}
	if v.Latch {
		opts = append(opts, ros.Latch())
	}
	if c.out, err = ros.Advertise[*sensor_msgs.PointCloud2](n, v.Topic, opts...); err != nil {
		return nil, fault.Wrap(op, v.Topic, err)
	}
	seed := v.Seed
	c.ticker = every(n, v.Every, func() bool {
		if !v.Latch && c.out.Subscribers() == 0 {
			return true
		}
		now := n.Clock().Now()
		if s := v.See(); s != nil {
			tell(n, "a picture", c.picture(s, &v, seed, now))
			seed++
		}
		return true
	})
	return c, nil
}

// Seen is a View's See that is called where the robot of a loop may be touched.
func Seen(l *Loop, see func() *camera.Scene) func() *camera.Scene {
	return func() (s *camera.Scene) {
		l.Do(func(*pick.Robot) { s = see() })
		return s
	}
}

// picture takes one and publishes it.
func (c *Camera) picture(s *camera.Scene, v *View, seed uint64, stamp wire.Time) error {
	if err := c.cam.Render(&c.seen, s, v.X_WC, seed); err != nil {
		return err
	}
	c.seen.Label = nil // no camera knows them
	c.seen.Frame = v.Frame
	if err := clouds.FromCloud(&c.seen, &c.msg); err != nil {
		return err
	}
	c.msg.Header.FrameID, c.msg.Header.Stamp = v.Frame, stamp
	return c.out.Publish(&c.msg)
}

// Close ends it.
func (c *Camera) Close() error {
	c.end()
	return c.out.Close()
}
