package clouds

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// ToCloudOld decodes a sensor_msgs/PointCloud, the older message, with its channel rgb or rgba where it has one: floats whose bits are
// 0xAARRGGBB.
func ToCloudOld(m *sensor_msgs.PointCloud) (*cloud.Cloud, error) {
	n := len(m.Points)
	c := cloud.New(n, 1)
	c.Frame = m.Header.FrameID
	for i, p := range m.Points {
		c.X[i], c.Y[i], c.Z[i] = p.X, p.Y, p.Z
	}
	for i := range m.Channels {
		ch := &m.Channels[i]
		if len(ch.Values) != n {
			return nil, bad(fault.Invalid, "channel %.40q has %d values for %d points", ch.Name, len(ch.Values), n)
		}
		if (ch.Name == "rgb" || ch.Name == "rgba") && c.RGB == nil {
			c.RGB = make([]uint32, n)
			for k, v := range ch.Values {
				c.RGB[k] = math.Float32bits(v)
			}
		}
	}
	return c, nil
}
