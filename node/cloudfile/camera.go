package cloudfile

import (
	"os"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
)

// calibration is the part of a ROS camera calibration file that matters here.
type calibration struct {
	Width      uint32 `yaml:"image_width"`
	Height     uint32 `yaml:"image_height"`
	Camera     matrix `yaml:"camera_matrix"`
	Distortion matrix `yaml:"distortion_coefficients"`
	Projection matrix `yaml:"projection_matrix"`
}

type matrix struct {
	Data []float64 `yaml:"data"`
}

const (
	opCamera       = "read camera"
	maxCalibration = 1 << 20 // bytes
)

// cameraOf reads a camera that is given as text: four numbers, or the name of a calibration file. A camera of numbers has the size
// of the image.
func cameraOf(text string, width, height uint32) (*sensor_msgs.CameraInfo, error) {
	if text == "" {
		return nil, fault.New(opCamera, "", fault.Invalid, "a depth image does not say what camera took it: give the camera as fx,fy,cx,cy in pixels, or its ROS calibration file")
	}
	if numbers, ok := fourNumbers(text); ok {
		info := &sensor_msgs.CameraInfo{Width: width, Height: height}
		info.P = [12]float64{numbers[0], 0, numbers[2], 0, 0, numbers[1], numbers[3], 0, 0, 0, 1, 0}
		return info, nil
	}
	st, err := os.Stat(text)
	if err != nil {
		return nil, fault.New(opCamera, text, fault.NotFound, "this is neither four numbers, as 525,525,319.5,239.5, nor a file")
	}
	if !st.Mode().IsRegular() || st.Size() > maxCalibration {
		return nil, fault.New(opCamera, text, fault.Invalid, "this is no camera calibration file of ROS (YAML)")
	}
	b, err := os.ReadFile(text)
	if err != nil {
		return nil, fault.New(opCamera, text, fault.Permission, "%w", err)
	}
	info, err := parseCalibration(b)
	if err != nil {
		return nil, fault.Wrap(opCamera, text, err)
	}
	return info, nil
}

func fourNumbers(text string) (n [4]float64, ok bool) {
	parts := strings.Split(text, ",")
	if len(parts) != len(n) {
		return n, false
	}
	for i, p := range parts {
		var err error
		if n[i], err = strconv.ParseFloat(strings.TrimSpace(p), 64); err != nil {
			return n, false
		}
	}
	return n, true
}

func parseCalibration(b []byte) (*sensor_msgs.CameraInfo, error) {
	var c calibration
	if err := yaml.Unmarshal(b, &c); err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fault.New("", "", fault.Invalid, "this is no camera calibration file of ROS: %s", line)
	}
	info := &sensor_msgs.CameraInfo{Width: c.Width, Height: c.Height, D: c.Distortion.Data}
	switch {
	case c.Width == 0 || c.Height == 0:
		return nil, fault.New("", "", fault.Invalid, "this is no camera calibration file of ROS: it has no image_width and image_height")
	case len(c.Projection.Data) == len(info.P):
		copy(info.P[:], c.Projection.Data)
	case len(c.Projection.Data) != 0:
		return nil, fault.New("", "", fault.Invalid, "projection_matrix has %d numbers; %d are needed", len(c.Projection.Data), len(info.P))
	case len(c.Camera.Data) == len(info.K):
		copy(info.K[:], c.Camera.Data)
	default:
		return nil, fault.New("", "", fault.Invalid, "it has neither a projection_matrix of 12 numbers nor a camera_matrix of 9")
	}
	return info, nil
}
