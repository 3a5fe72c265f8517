// Package scene turns a point cloud into a table and the objects on it.
//
// Segment finds the table plane, the points that stand on it, and the objects they belong to: in an organised cloud by
// walking the pixel grid and cutting along concave edges, where touching objects meet; in any other by distance alone.
//
// Frames: F is the cloud's frame, S the sensor's, T the table's (origin in the middle of the table top, z up), O an object's
// (origin in the middle of its box, z up, x along the longest horizontal side).
package scene

import (
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Labels of points in Segmentation.Labels.
const (
	LabelNone   = 0 // invalid, or neither table nor object
	LabelTable  = 1
	LabelObject = 2 // object i has label LabelObject + i
)

// Table is the support surface. Without one (see Zone) it has no points and no hull, and its frame is upright.
type Table struct {
	X_FT   geom.Pose   // pose of the table frame in the cloud's frame
	Hull   []geom.Vec2 // convex outline in T, counter-clockwise, metres
	Points int         // points on it
	// Noise is the standard deviation of the distance of the table's points from the plane, metres.
	Noise float64
}

// Plane returns the table top in the cloud's frame, its normal pointing up.
func (t *Table) Plane() geom.Plane {
	n := t.X_FT.R.Apply(geom.UnitZ)
	return geom.Plane{Normal: n, Offset: r3.Dot(n, t.X_FT.P)}
}

// Object is a part of the cloud that stands on the table.
type Object struct {
	Indices    []int32     // into the cloud, ascending
	Centroid   geom.Vec    // mean of the points, in F
	X_FO       geom.Pose   // pose of the box in F
	X_TO       geom.Pose   // and in T
	Size       geom.Vec    // full side lengths of the box along the axes of O, metres: Size.X >= Size.Y; Size.Z down to the table
	Footprint  []geom.Vec2 // convex outline seen from above, in T, counter-clockwise
	Round      bool        // the seen side of the outline is an arc, and the outline and the box were closed to the whole circle
	MeanColour uint32      // 0xRRGGBB; 0 where the cloud has no colour
}

// Segmentation is the result of Segment. Objects are ordered by the number of points, largest first.
type Segmentation struct {
	Cloud   *cloud.Cloud
	Table   Table
	Objects []Object
	Labels  []uint32 // one a point of the cloud, see LabelNone

	TooLarge []int // numbers of points of what would be objects, but has more than Params.MaxPoints
}
