// Package cloudfile reads clouds from whatever people keep them in: PCD and PLY files, depth images (PNG of 16 bits) with their
// camera, and recordings (rosbag 2.0, MCAP) of clouds or of depth images. It is the one way in which verbs load clouds.
package cloudfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

const opRead = "read cloud"

// Options say which cloud of a file is wanted, and what a depth image does not say itself. The zero value is the first cloud of the
// only topic that has some.
type Options struct {
	Topic string  // of a recording; empty: the only one with clouds, or where there is none with depth images
	Frame int     // which message of the topic, from 0; negative counts from the end
	At    *Moment // instead of Frame: the first message that was received then or later

	// Camera of depth images: "fx,fy,cx,cy" in pixels, a camera calibration file of ROS (YAML), or in recordings also the topic of
	// the camera info; empty in recordings: the topic camera_info beside the images.
	Camera string
	// DepthUnit is the length of a step of whole-numbered depth, metres; 0 for 0.001.
	DepthUnit float64
	// Colour is the picture that is registered to the depth image: a PNG or JPEG file, or in recordings a topic; empty for none.
	Colour string
}

// Moment is a time in a recording.
type Moment struct {
	Nanos    int64 // since the start of the recording, or since 1970
	Absolute bool
}

// Source says where a cloud of a recording was found.
type Source struct {
	Topic string    // empty for files of one cloud
	Stamp wire.Time // of the message
	Warn  []string  // what is wrong with the recording
}

// Load reads the cloud of a file. What the file is is told from its content. An option that does not fit the file is an error, not
// ignored.
func Load(path string, o Options) (*cloud.Cloud, Source, error) {
	kind, err := sniff(path)
	if err != nil {
		return nil, Source{}, err
	}
	var c *cloud.Cloud
	var src Source
	switch kind {
	case recording:
		c, src, err = fromRecording(path, o)
	case png:
		if err = o.unfit(path, "a depth image", "a recording", o.Topic, o.Frame != 0 || o.At != nil); err == nil {
			c, err = fromPNG(path, o)
		}
	default:
		err = o.unfit(path, "one cloud", "a recording", o.Topic, o.Frame != 0 || o.At != nil)
		if err == nil {
			err = o.unfit(path, "a cloud", "a depth image", o.Camera+o.Colour, o.DepthUnit != 0)
		}
		if err == nil {
			c, err = cloud.Load(path)
		}
	}
	if err != nil {
		return nil, Source{}, fault.Wrap(opRead, path, err)
	}
	return c, src, nil
}

// unfit refuses options that choose or describe what a file has not.
func (o *Options) unfit(path, is, for_, text string, given bool) error {
	if text == "" && !given {
		return nil
	}
	what := "topic, frame and time choose"
	if for_ == "a depth image" {
		what = "camera, depth unit and colour describe"
	}
	return fault.New(opRead, path, fault.Invalid, "the file holds %s; %s what is in %s: leave them out", is, what, for_)
}

type fileKind int

const (
	other fileKind = iota
	recording
	png
)

var pngMagic = []byte("\x89PNG\r\n\x1a\n")

// sniff looks at the beginning of a regular file; others, such as pipes, can be read only once and hold a cloud.
func sniff(path string) (fileKind, error) {
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return other, nil // reading it says what is wrong
	}
	f, err := os.Open(path)
	if err != nil {
		return other, nil
	}
	defer f.Close()
	var head [8]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return other, fault.New(opRead, path, fault.Other, "%w", err)
	}
	switch b := head[:n]; {
	case bytes.HasPrefix(b, []byte("#ROSBAG ")), bytes.HasPrefix(b, []byte("\x89MCAP")):
		return recording, nil
	case bytes.Equal(b, pngMagic):
		return png, nil
	}
	return other, nil
}

// unit is the length of a step of depth, metres.
func (o *Options) unit() (float64, error) {
	switch {
	case o.DepthUnit == 0:
		return usualUnit, nil
	case o.DepthUnit > 0 && o.DepthUnit <= 1:
		return o.DepthUnit, nil
	}
	return 0, fault.New(opRead, "depth unit", fault.Invalid, "%g m: a step of depth is more than 0 and at most 1 m", o.DepthUnit)
}

// usualUnit is what FromDepth takes a step of depth for.
const usualUnit = 0.001

// rescale turns steps that were taken for millimetres into others.
func rescale(c *cloud.Cloud, unit float64) {
	if unit == usualUnit {
		return
	}
	k := float32(unit / usualUnit)
	for i := range c.X {
		c.X[i], c.Y[i], c.Z[i] = k*c.X[i], k*c.Y[i], k*c.Z[i]
	}
}

func seconds(nanos int64) string { return fmt.Sprintf("%.3f s", float64(nanos)/1e9) }
