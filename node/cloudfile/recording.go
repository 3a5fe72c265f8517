package cloudfile

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Types of messages that a cloud can be made of.
const (
	typeCloud      = "sensor_msgs/PointCloud2"
	typeOldCloud   = "sensor_msgs/PointCloud"
	typeImage      = "sensor_msgs/Image"
	typeCompressed = "sensor_msgs/CompressedImage"
	typeCamera     = "sensor_msgs/CameraInfo"
)

// record is a recording that is being read.
type record struct {
	*bag.Reader
	info bag.Info
}

// fromRecording finds a message and makes a cloud of it.
func fromRecording(file string, o Options) (*cloud.Cloud, Source, error) {
	src := Source{}
	unit, err := o.unit()
	if err != nil {
		return nil, src, err
	}
	r, err := bag.Open(file)
	if err != nil {
		return nil, src, err
	}
	defer r.Close()
	rec := &record{r, r.Info()}
	for _, d := range rec.info.Damage {
		src.Warn = append(src.Warn, d.Error())
	}
	topic, err := rec.choose(o.Topic)
	if err != nil {
		return nil, src, err
	}
	if topic.Type == typeCloud || topic.Type == typeOldCloud {
		if o.Camera != "" || o.Colour != "" || o.DepthUnit != 0 {
			return nil, src, fault.New("", topic.Topic, fault.Invalid, "the topic has clouds; camera, depth unit and colour describe depth images: leave them out")
		}
	}
	data, at, err := rec.find(topic, o)
	if err != nil {
		return nil, src, err
	}
	src.Topic = topic.Topic
	c := &cloud.Cloud{}
	switch topic.Type {
	case typeCloud:
		var m sensor_msgs.PointCloud2
		if err = m.DecodeROS(data); err == nil {
			src.Stamp = m.Header.Stamp
			err = clouds.ToCloud(&m, c)
		}
	case typeOldCloud:
		var m sensor_msgs.PointCloud
		if err = m.DecodeROS(data); err == nil {
			src.Stamp = m.Header.Stamp
			c, err = clouds.ToCloudOld(&m)
		}
	default:
		var depth *sensor_msgs.Image
		if depth, err = depthImage(topic.Type, data); err == nil {
			src.Stamp = depth.Header.Stamp
			err = rec.fromDepth(topic.Topic, depth, at, o, c)
		}
		if err == nil && depth.Encoding != "32FC1" {
			rescale(c, unit)
		} else if err == nil && o.DepthUnit != 0 {
			err = fault.New("", "", fault.Invalid, "its depth is in metres: leave the depth unit out")
		}
	}
	if err != nil {
		return nil, src, fault.Wrap("", fmt.Sprintf("%s at %s", topic.Topic, seconds(at-rec.info.Start)), err)
	}
	return c, src, nil
}

// choose finds the topic that is meant.
func (r *record) choose(want string) (*bag.Conn, error) {
	var all []*bag.Conn // that can be read, one a topic
	var names, foreign []string
	for _, c := range r.info.Conns {
		if slices.Contains(names, c.Topic) || c.Messages == 0 {
			continue
		}
		switch t := plainType(c.Type); t {
		case typeCloud, typeOldCloud, typeImage, typeCompressed:
			if c.Type != t || c.Encoding != "" && c.Encoding != bag.ROS1 {
				foreign = append(foreign, c.Topic)
				continue
			}
			all, names = append(all, c.Conn), append(names, c.Topic)
		}
	}
	if want != "" {
		if i := slices.Index(names, want); i >= 0 {
			return all[i], sameType(all[i])
		}
		if slices.Contains(foreign, want) {
			return nil, notROS1(want)
		}
		hint := ""
		if near := param.Nearest(want, names); near != "" {
			hint = "; did you mean " + near + "?"
		}
		return nil, fault.New("", want, fault.NotFound, "the recording has no clouds or images of this topic%s: 'holdfast bag info' lists its topics", hint)
	}
	for _, kind := range []struct {
		what string
		is   func(*bag.Conn) (bool, error)
	}{
		{"clouds", func(c *bag.Conn) (bool, error) { return c.Type == typeCloud || c.Type == typeOldCloud, nil }},
		{"depth images", r.hasDepth},
	} {
		var found []*bag.Conn
		for _, c := range all {
			ok, err := kind.is(c)
			if err != nil {
				return nil, err
			}
			if ok {
				found = append(found, c)
			}
		}
		if len(found) == 1 {
			return found[0], sameType(found[0])
		}
		if len(found) > 1 {
			list := make([]string, len(found))
			for i, c := range found {
				list[i] = c.Topic
			}
			return nil, fault.New("", "", fault.Invalid, "the recording has %s of %d topics: choose the topic, one of %s", kind.what, len(found), strings.Join(list, ", "))
		}
	}
	if len(foreign) > 0 {
		return nil, notROS1(foreign[0])
	}
	return nil, fault.New("", "", fault.NotFound, "the recording has neither clouds (%s) nor depth images: 'holdfast bag info' lists what it has", typeCloud)
}

func notROS1(topic string) error {
	return fault.New("", topic, fault.Unsupported, "its messages are not in ROS 1's encoding: convert the recording to ROS 1 first")
}

// sums are those of the types that are read here.
var sums = map[string]string{
	typeCloud: (*sensor_msgs.PointCloud2)(nil).MD5(), typeOldCloud: (*sensor_msgs.PointCloud)(nil).MD5(),
	typeImage: (*sensor_msgs.Image)(nil).MD5(), typeCompressed: (*sensor_msgs.CompressedImage)(nil).MD5(),
}

// sameType refuses messages whose definition is another than ours.
func sameType(c *bag.Conn) error {
	if c.MD5 != "" && c.MD5 != "*" && c.MD5 != sums[c.Type] {
		return fault.New("", c.Topic, fault.Unsupported, "its %s has the sum %.32s, and %s is read: it is another version of the type", c.Type, c.MD5, sums[c.Type])
	}
	return nil
}

// plainType is the ROS 1 name of a type.
func plainType(t string) string { return strings.Replace(t, "/msg/", "/", 1) }

// hasDepth looks at the first message of a topic.
func (r *record) hasDepth(c *bag.Conn) (bool, error) {
	if c.Type != typeImage && c.Type != typeCompressed {
		return false, nil
	}
	for m, err := range r.Messages(bag.Query{Topics: []string{c.Topic}}) {
		if err != nil {
			return false, err
		}
		if c.Type == typeCompressed {
			var p sensor_msgs.CompressedImage
			return p.DecodeROS(m.Data) == nil && isCompressedDepth(p.Format), nil
		}
		var p sensor_msgs.Image
		return p.DecodeROS(m.Data) == nil && slices.Contains([]string{"16UC1", "mono16", "32FC1"}, p.Encoding), nil
	}
	return false, nil
}

// find returns a copy of the message that is wanted, and when it was received.
func (r *record) find(c *bag.Conn, o Options) ([]byte, int64, error) {
	total := 0
	for _, k := range r.info.Conns {
		if k.Topic == c.Topic {
			total += int(k.Messages)
		}
	}
	q := bag.Query{Topics: []string{c.Topic}, Match: func(k *bag.Conn) bool { return k.Type == c.Type }}
	skip := o.Frame
	if skip < 0 {
		skip += total
	}
	if o.At != nil {
		skip, q.From = 0, o.At.Nanos
		if !o.At.Absolute {
			q.From += r.info.Start
		}
	} else if skip < 0 || skip >= total {
		return nil, 0, fault.New("", c.Topic, fault.NotFound, "there is no message %d: the topic has %d, counted from 0", o.Frame, total)
	}
	last := int64(0)
	for m, err := range r.Messages(q) {
		if err != nil {
			return nil, 0, err
		}
		if skip == 0 {
			return slices.Clone(m.Data), m.Time, nil
		}
		skip--
		last = m.Time
	}
	if o.At != nil {
		return nil, 0, fault.New("", c.Topic, fault.NotFound, "it has no message at this time or later: the recording ends %s after its start", seconds(r.info.End-r.info.Start))
	}
	return nil, 0, fault.New("", c.Topic, fault.Truncated, "its messages end at %s", seconds(last-r.info.Start))
}

func depthImage(typ string, data []byte) (*sensor_msgs.Image, error) {
	if typ == typeImage {
		m := &sensor_msgs.Image{}
		return m, m.DecodeROS(data)
	}
	var m sensor_msgs.CompressedImage
	if err := m.DecodeROS(data); err != nil {
		return nil, err
	}
	if !isCompressedDepth(m.Format) {
		return nil, fault.New("", "", fault.Unsupported, "format %.60q is no depth: choose a topic of depth images", m.Format)
	}
	return unpackDepth(&m)
}

// fromDepth finds the camera and the picture of a depth image and makes its cloud.
func (r *record) fromDepth(topic string, depth *sensor_msgs.Image, at int64, o Options, c *cloud.Cloud) error {
	info, err := r.camera(topic, depth, at, o.Camera)
	if err != nil {
		return err
	}
	var colour *sensor_msgs.Image
	if o.Colour != "" {
		if colour, err = r.picture(o.Colour, depth, at); err != nil {
			return fault.Wrap("", o.Colour, err)
		}
	}
	return clouds.FromDepth(depth, colour, info, c)
}

// camera is what is given, or the camera info beside the images that is nearest in time.
func (r *record) camera(topic string, depth *sensor_msgs.Image, at int64, given string) (*sensor_msgs.CameraInfo, error) {
	known := r.topics(typeCamera)
	name := given
	if given == "" {
		for dir := path.Dir(topic); ; dir = path.Dir(dir) { // of compressed images one level up
			if name = path.Join(dir, "camera_info"); slices.Contains(known, name) || dir == "/" || dir == "." {
				break
			}
		}
		if !slices.Contains(known, name) && len(known) == 1 {
			name = known[0]
		}
	}
	if !slices.Contains(known, name) {
		if given != "" {
			return cameraOf(given, depth.Width, depth.Height)
		}
		return nil, fault.New("", "", fault.NotFound, "there is no camera info beside the topic; give the camera: its topic, fx,fy,cx,cy in pixels, or its calibration file")
	}
	var best *sensor_msgs.CameraInfo
	err := r.nearest(name, at, depth.Header.Stamp, math.MaxInt64, func(data []byte) (wire.Time, func(), error) {
		m := &sensor_msgs.CameraInfo{}
		err := m.DecodeROS(data)
		return m.Header.Stamp, func() { best = m }, err
	})
	if err != nil {
		return nil, fault.Wrap("", name, err)
	}
	return best, nil
}

// picture is the one of a topic that was taken with a depth image.
func (r *record) picture(topic string, depth *sensor_msgs.Image, at int64) (*sensor_msgs.Image, error) {
	const together = 0.1e9 // ns
	compressed := slices.Contains(r.topics(typeCompressed), topic)
	if !compressed && !slices.Contains(r.topics(typeImage), topic) {
		return nil, fault.New("", "", fault.NotFound, "the recording has no images of this topic: 'holdfast bag info' lists its topics")
	}
	var plain *sensor_msgs.Image
	var packed *sensor_msgs.CompressedImage
	err := r.nearest(topic, at, depth.Header.Stamp, together, func(data []byte) (wire.Time, func(), error) {
		if compressed {
			m := &sensor_msgs.CompressedImage{}
			err := m.DecodeROS(data)
			return m.Header.Stamp, func() { m.Data = slices.Clone(m.Data); packed = m }, err
		}
		m := &sensor_msgs.Image{}
		err := m.DecodeROS(data)
		return m.Header.Stamp, func() { m.Data = slices.Clone(m.Data); plain = m }, err
	})
	if err != nil || plain != nil {
		return plain, err
	}
	return picture(packed.Data)
}

// topics lists those of a type that have messages.
func (r *record) topics(typ string) []string {
	var out []string
	for _, c := range r.info.Conns {
		if c.Type == typ && c.Messages > 0 && (c.Encoding == "" || c.Encoding == bag.ROS1) {
			out = append(out, c.Topic)
		}
	}
	return out
}

// nearest keeps the message of a topic whose stamp is nearest to another's, and at most so many nanoseconds from it. It looks
// through what was received within seconds of it, and where that is nothing through all.
func (r *record) nearest(topic string, at int64, stamp wire.Time, most int64, read func([]byte) (stamp wire.Time, keep func(), err error)) error {
	const around = 2e9 // ns
	for _, q := range []bag.Query{{From: max(0, at-around), To: at + around}, {}} {
		best := int64(math.MaxInt64)
		q.Topics = []string{topic}
		for m, err := range r.Messages(q) {
			if err != nil {
				return err
			}
			t, keep, err := read(m.Data)
			if err != nil {
				return err
			}
			if d := max(t.Nanos()-stamp.Nanos(), stamp.Nanos()-t.Nanos()); d < best {
				best = d
				keep()
			}
		}
		switch {
		case best == math.MaxInt64:
		case best > most:
			return fault.New("", "", fault.NotFound, "its message nearest to the depth image is %s from it", seconds(best))
		default:
			return nil
		}
	}
	return fault.New("", "", fault.NotFound, "it has no message")
}
