package clouds

import (
	"encoding/binary"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const opDepth = "read depth image"

// FromDepth makes the organised cloud of a rectified depth image, 16UC1 or mono16 in millimetres or 32FC1 in metres, in the camera's
// optical frame (x right, y down, z forward). A depth of 0, NaN or less is a point that was not seen. picture is a registered colour
// image of the same size (rgb8, bgr8, rgba8, bgra8 or mono8), or nil. It reuses the arrays of c.
//
// The projection is that of CameraInfo's P, or its K where P is empty, with its binning and region of interest. A camera that is
// distorted and has no P is refused: its image must be rectified first.
func FromDepth(depth, picture *sensor_msgs.Image, info *sensor_msgs.CameraInfo, c *cloud.Cloud) error {
	fail := func(kind fault.Kind, format string, args ...any) error {
		return fault.New(opDepth, "", kind, format, args...)
	}
	lens, err := lensOf(info)
	if err != nil {
		return err
	}
	w, h := int(depth.Width), int(depth.Height)
	if w != lens.Width || h != lens.Height {
		return fail(fault.Invalid, "the image has %d x %d pixels, but the camera info speaks of %d x %d", w, h, lens.Width, lens.Height)
	}
	size := 2
	switch depth.Encoding {
	case "16UC1", "mono16":
	case "32FC1":
		size = 4
	default:
		return fail(fault.Unsupported, "encoding %.40q; depth is 16UC1 (millimetres) or 32FC1 (metres)", depth.Encoding)
	}
	if err := checkImage(depth, size); err != nil {
		return err
	}
	var colour channels
	if picture != nil {
		if colour, err = channelsOf(picture); err != nil {
			return err
		}
		if picture.Width != depth.Width || picture.Height != depth.Height {
			return fail(fault.Invalid, "the colour image has %d x %d pixels, the depth image %d x %d: give the registered one", picture.Width, picture.Height, w, h)
		}
	}
	n := w * h
	c.Width, c.Height = w, h
	if cap(c.X) < n || cap(c.Y) < n || cap(c.Z) < n {
		buf := make([]float32, 3*n)
		c.X, c.Y, c.Z = buf[:n:n], buf[n:2*n:2*n], buf[2*n:]
	}
	c.X, c.Y, c.Z = c.X[:n], c.Y[:n], c.Z[:n]
	c.RGB, c.Label = words(c.RGB, n, picture != nil), nil
	c.Extra, c.Order, c.Frame, c.X_FS = nil, nil, depth.Header.FrameID, geom.Pose{}
	var order binary.ByteOrder = binary.LittleEndian
	if depth.IsBigendian != 0 {
		order = binary.BigEndian
	}
	nan := float32(math.NaN())
	ix, iy := float32(1/lens.Fx), float32(1/lens.Fy)
	for v := range h {
		row := depth.Data[v*int(depth.Step):]
		y := (float32(v) - float32(lens.Cy)) * iy
		for u := range w {
			i := v*w + u
			var z float32
			if size == 2 {
				z = float32(order.Uint16(row[2*u:])) * 0.001
			} else {
				z = math.Float32frombits(order.Uint32(row[4*u:]))
			}
			if !(z > 0 && z <= math.MaxFloat32) {
				c.X[i], c.Y[i], c.Z[i] = nan, nan, nan
				continue
			}
			c.X[i], c.Y[i], c.Z[i] = (float32(u)-float32(lens.Cx))*ix*z, y*z, z
		}
		if picture != nil {
			colour.row(picture.Data[v*int(picture.Step):], c.RGB[v*w:(v+1)*w])
		}
	}
	return nil
}

// lensOf reads the projection of the image that a camera sends.
func lensOf(info *sensor_msgs.CameraInfo) (cloud.Pinhole, error) {
	fail := func(kind fault.Kind, format string, args ...any) (cloud.Pinhole, error) {
		return cloud.Pinhole{}, fault.New("read camera info", "", kind, format, args...)
	}
	l := cloud.Pinhole{Width: int(info.Width), Height: int(info.Height), Fx: info.P[0], Fy: info.P[5], Cx: info.P[2], Cy: info.P[6]}
	if info.P[0] == 0 {
		for _, d := range info.D {
			if d != 0 {
				return fail(fault.Unsupported, "the camera is distorted and its P is empty: rectify the images (image_proc) and give their camera info")
			}
		}
		l.Fx, l.Fy, l.Cx, l.Cy = info.K[0], info.K[4], info.K[2], info.K[5]
	}
	if roi := info.Roi; roi.Width != 0 || roi.Height != 0 {
		l.Width, l.Height = int(roi.Width), int(roi.Height)
		l.Cx, l.Cy = l.Cx-float64(roi.XOffset), l.Cy-float64(roi.YOffset)
	}
	if b := int(max(1, info.BinningX)); b > 1 {
		l.Width, l.Fx, l.Cx = l.Width/b, l.Fx/float64(b), l.Cx/float64(b)
	}
	if b := int(max(1, info.BinningY)); b > 1 {
		l.Height, l.Fy, l.Cy = l.Height/b, l.Fy/float64(b), l.Cy/float64(b)
	}
	for _, v := range []float64{l.Fx, l.Fy} {
		if !(v > 0 && v < 1e9) {
			return fail(fault.Invalid, "a focal length is %g pixels: the camera is not calibrated", v)
		}
	}
	for _, v := range []float64{l.Cx, l.Cy} {
		if !(math.Abs(v) < 1e9) {
			return fail(fault.Invalid, "the principal point is %g, %g", l.Cx, l.Cy)
		}
	}
	return l, nil
}

// checkImage checks the size of an image's data against what it declares.
func checkImage(m *sensor_msgs.Image, pixel int) error {
	line := uint64(m.Width) * uint64(pixel)
	if uint64(m.Step) < line {
		return fault.New(opDepth, "", fault.Invalid, "step is %d, but %d pixels of %d bytes take %d", m.Step, m.Width, pixel, line)
	}
	if m.Height == 0 {
		return nil
	}
	if need := uint64(m.Height-1)*uint64(m.Step) + line; uint64(len(m.Data)) < need {
		return fault.New(opDepth, "", fault.Truncated, "%d x %d pixels in rows of %d bytes need %d bytes of data, but there are %d", m.Width, m.Height, m.Step, need, len(m.Data))
	}
	return nil
}

// channels is where the colours of a pixel are.
type channels struct{ size, r, g, b int }

func channelsOf(m *sensor_msgs.Image) (channels, error) {
	var ch channels
	switch m.Encoding {
	case "rgb8":
		ch = channels{3, 0, 1, 2}
	case "bgr8":
		ch = channels{3, 2, 1, 0}
	case "rgba8":
		ch = channels{4, 0, 1, 2}
	case "bgra8":
		ch = channels{4, 2, 1, 0}
	case "mono8":
		ch = channels{1, 0, 0, 0}
	default:
		return ch, fault.New(opDepth, "", fault.Unsupported, "colour encoding %.40q; known are rgb8, bgr8, rgba8, bgra8 and mono8", m.Encoding)
	}
	return ch, checkImage(m, ch.size)
}

func (ch channels) row(p []byte, out []uint32) {
	for i := range out {
		q := p[i*ch.size:]
		out[i] = 0xff000000 | uint32(q[ch.r])<<16 | uint32(q[ch.g])<<8 | uint32(q[ch.b])
	}
}
