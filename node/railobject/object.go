// Package railobject fills in rail_manipulation_msgs/SegmentedObject messages from clouds.
//
// All numbers of an object are in one frame, that of its cloud.
package railobject

import (
	"image"
	"math"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/visualization_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// View is how objects of a cloud are turned into messages. The cloud's frame is F, that of the messages A, with z up.
type View struct {
	X_AF  geom.Pose
	Frame string    // name of A
	Stamp wire.Time // when the cloud was seen
	Voxel float64   // side of the markers' cubes, metres
	// Table is the surface in A on which objects stand, its normal up, or nil. Heights are then from it.
	Table *geom.Plane
	Mask  bool // image pixels of other things are black
	// ShortImage leaves out the last row and column of images, as rail_segmentation does.
	ShortImage bool
}

// feet is the height over a table under which the lowest seen point of an object is taken for its foot, which the table's noise
// hides, in metres.
const feet = 0.02

// upright is the cosine of the angle from level up to which heights over a table are measured along z.
const upright = 0.97

// Build makes the message of the points of a cloud with the given indices; id is that of its marker.
func (v *View) Build(c *cloud.Cloud, indices []int32, id int) (rail_manipulation_msgs.SegmentedObject, error) {
	var o rail_manipulation_msgs.SegmentedObject
	f, err := scene.Describe(c, indices, v.X_AF)
	if err != nil {
		return o, err
	}
	clouds.FromIndices(c, indices, v.X_AF, v.Frame, &o.PointCloud)
	o.PointCloud.Header.Stamp = v.Stamp
	o.Image = picture(scene.Crop(c, indices, v.Mask), v.ShortImage)
	o.Image.Header = std_msgs.Header{Stamp: v.Stamp, FrameID: c.Frame}
	v.standOnTable(&f)
	measure(&o, f)
	o.Marker = marker(c, indices, v.X_AF, v.Frame, v.Voxel, id)
	return o, nil
}

// Remeasure computes anew what follows from an object's cloud: centroid, center, extents, orientation and marker. The rest, and the
// marker's header, name space and number, stay.
func Remeasure(o *rail_manipulation_msgs.SegmentedObject, voxel float64) error {
	const op = "measure object"
	var c cloud.Cloud
	if err := clouds.ToCloud(&o.PointCloud, &c); err != nil {
		return fault.Wrap(op, "", err)
	}
	all := make([]int32, 0, c.Len())
	for i := range c.X {
		if c.Valid(i) {
			all = append(all, int32(i))
		}
	}
	f, err := scene.Describe(&c, all, geom.Pose{})
	if err != nil {
		return fault.Wrap(op, "", err)
	}
	measure(o, f)
	m := marker(&c, all, geom.Pose{}, c.Frame, voxel, int(o.Marker.ID))
	m.Header.Stamp, m.Ns = o.Marker.Header.Stamp, o.Marker.Ns
	o.Marker = m
	return nil
}

// standOnTable lets the box of an object whose lowest seen point is near the table reach down to it.
func (v *View) standOnTable(f *scene.Features) {
	t := v.Table
	if t == nil || t.Normal.Z < upright {
		return
	}
	bottom := f.Center.Z - f.Extents.Z/2
	table := (t.Offset - t.Normal.X*f.Center.X - t.Normal.Y*f.Center.Y) / t.Normal.Z
	if gap := bottom - table; gap > 0 && gap < feet {
		f.Center.Z -= gap / 2
		f.Extents.Z += gap
	}
}

func measure(o *rail_manipulation_msgs.SegmentedObject, f scene.Features) {
	o.Centroid, o.Center = geomsgs.Point(f.Centroid), geomsgs.Point(f.Center)
	o.Width, o.Depth, o.Height = f.Extents.X, f.Extents.Y, f.Extents.Z
	s, c := math.Sincos(f.Yaw / 2)
	o.Orientation = geometry_msgs.Quaternion{Z: s, W: c}
}

// unpainted is the shade of the marker of what has no colour.
const unpainted = 0.5

// markerPoints bounds the points that a marker is made of; of more, such as a table's, every so many will do for display.
const markerPoints = 10000

// marker is the object in cubes.
func marker(c *cloud.Cloud, indices []int32, x_AF geom.Pose, frame string, voxel float64, id int) visualization_msgs.Marker {
	if every := (len(indices) + markerPoints - 1) / markerPoints; every > 1 {
		thin := make([]int32, 0, markerPoints)
		for k := 0; k < len(indices); k += every {
			thin = append(thin, indices[k])
		}
		indices = thin
	}
	cubes, rgb := scene.Voxels(c, indices, x_AF, voxel)
	if c.RGB == nil {
		rgb = [3]float64{unpainted, unpainted, unpainted}
	}
	m := visualization_msgs.Marker{
		Header: std_msgs.Header{FrameID: frame}, ID: int32(id), Type: int32(visualization_msgs.MarkerCubeList), Action: int32(visualization_msgs.MarkerAdd),
		Pose:   geometry_msgs.Pose{Orientation: geometry_msgs.Quaternion{W: 1}},
		Scale:  geometry_msgs.Vector3{X: voxel, Y: voxel, Z: voxel},
		Color:  std_msgs.ColorRGBA{R: float32(rgb[0]), G: float32(rgb[1]), B: float32(rgb[2]), A: 1},
		Points: make([]geometry_msgs.Point, len(cubes)),
	}
	for i, p := range cubes {
		m.Points[i] = geomsgs.Point(p)
	}
	return m
}

// picture is an image as bgr8.
func picture(img *image.RGBA, short bool) sensor_msgs.Image {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if short {
		w, h = max(0, w-1), max(0, h-1)
	}
	m := sensor_msgs.Image{Width: uint32(w), Height: uint32(h), Encoding: "bgr8", Step: uint32(3 * w), Data: make([]byte, 3*w*h)}
	for y := range h {
		row := img.Pix[y*img.Stride:]
		for x := range w {
			at := 3 * (y*w + x)
			m.Data[at], m.Data[at+1], m.Data[at+2] = row[4*x+2], row[4*x+1], row[4*x]
		}
	}
	return m
}

// Label is a text over an object with its place in the list, for display.
func Label(o *rail_manipulation_msgs.SegmentedObject, id, index int) visualization_msgs.Marker {
	const size, over = 0.1, 0.05 // metres
	top := o.Center.Z + o.Height/2
	return visualization_msgs.Marker{
		Header: std_msgs.Header{FrameID: o.PointCloud.Header.FrameID}, Ns: "segmentation_labels", ID: int32(id),
		Type: int32(visualization_msgs.MarkerTextViewFacing), Action: int32(visualization_msgs.MarkerAdd),
		Pose:  geometry_msgs.Pose{Position: geometry_msgs.Point{X: o.Center.X, Y: o.Center.Y, Z: top + over}, Orientation: geometry_msgs.Quaternion{W: 1}},
		Scale: geometry_msgs.Vector3{X: size, Y: size, Z: size}, Color: std_msgs.ColorRGBA{R: 1, G: 1, B: 1, A: 1}, Text: LabelText(index),
	}
}

// LabelText is the text of a label.
func LabelText(index int) string { return "i:" + strconv.Itoa(index) }
