package scene

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// farthest is the largest coordinate that is taken for a measurement, in metres. Sensors do not see that far, float32 has
// no millimetres left there, and grids of cubes must not overflow.
const farthest = 1e4

// Segment finds the table and the objects on it. The cloud is not changed. It fails with kind NoTable when no plane holds
// enough points; a table with nothing on it is a result without objects.
func Segment(c *cloud.Cloud, p Params) (*Segmentation, error) {
	const op = "segment"
	if err := c.Check(); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &segmenter{c: c, p: p}
	s.prepare()
	if len(s.valid) == 0 {
		return nil, fault.New(op, "", fault.NoTable, "none of the %d points is valid (all are NaN, infinite or farther than %g m)", c.Len(), farthest)
	}
	plane, err := s.findPlane()
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	out := &Segmentation{Cloud: c, Labels: make([]uint32, c.Len())}
	s.measureTable(plane, out)
	s.findObjects(out)
	return out, nil
}

// segmenter is the working memory of one segmentation.
type segmenter struct {
	c *cloud.Cloud
	p Params

	valid  []int     // indices of valid points
	tol    []float64 // distance from a plane at which a point still belongs to it, by its range; metres
	sample []int     // the part of valid that hypotheses are scored on
	flat   []geom.Vec2
	euclid euclid
}

// prepare lists the valid points with their tolerances.
func (s *segmenter) prepare() {
	n := s.c.Len()
	s.valid = make([]int, 0, n)
	s.tol = make([]float64, n)
	o := s.c.X_FS.P
	for i := range n {
		x, y, z := float64(s.c.X[i]), float64(s.c.Y[i]), float64(s.c.Z[i])
		if !(math.Abs(x) < farthest && math.Abs(y) < farthest && math.Abs(z) < farthest) {
			continue
		}
		dx, dy, dz := x-o.X, y-o.Y, z-o.Z
		s.tol[i] = s.p.PlaneTolerance + s.p.RangeNoise*(dx*dx+dy*dy+dz*dz)
		s.valid = append(s.valid, i)
	}
}

// measureTable labels the points of the table and sets its frame in the middle of its outline.
func (s *segmenter) measureTable(plane geom.Plane, out *Segmentation) {
	x_FT := tablePose(plane, s.c.X_FS)
	inv := x_FT.Inv()
	s.flat = s.flat[:0]
	var sum2 float64
	for _, i := range s.valid {
		t := inv.Apply(s.c.At(i))
		if math.Abs(t.Z) > s.tol[i] {
			continue
		}
		out.Labels[i] = LabelTable
		out.Table.Points++
		sum2 += t.Z * t.Z
		s.flat = append(s.flat, geom.Vec2{X: t.X, Y: t.Y})
	}
	hull := geom.ConvexHull(s.flat)
	mid := geom.PolygonCentroid(hull)
	for k := range hull {
		hull[k].X -= mid.X
		hull[k].Y -= mid.Y
	}
	x_FT.P = x_FT.Apply(geom.V(mid.X, mid.Y, 0))
	out.Table.X_FT, out.Table.Hull = x_FT, hull
	if out.Table.Points > 0 {
		out.Table.Noise = math.Sqrt(sum2 / float64(out.Table.Points))
	}
}

// findObjects clusters the points over the table.
func (s *segmenter) findObjects(out *Segmentation) {
	inv := out.Table.X_FT.Inv()
	var above []int
	for _, i := range s.valid {
		t := inv.Apply(s.c.At(i))
		if t.Z > max(s.tol[i], s.p.MinHeight) && t.Z <= s.p.MaxHeight && geom.InConvex(out.Table.Hull, geom.Vec2{X: t.X, Y: t.Y}, s.p.HullMargin) {
			above = append(above, i)
		}
	}
	id, n := s.euclid.cluster(s.c, above, s.p.ClusterTolerance)
	members := make([][]int, n)
	for k, i := range above {
		members[id[k]] = append(members[id[k]], i)
	}
	members = slices.DeleteFunc(members, func(m []int) bool { return len(m) < s.p.MinPoints })
	slices.SortStableFunc(members, func(a, b []int) int { return len(b) - len(a) })
	for k, m := range members {
		for _, i := range m {
			out.Labels[i] = LabelObject + uint32(k)
		}
		out.Objects = append(out.Objects, s.measureObject(m, &out.Table))
	}
}

// measureObject fits the least box that stands on the table and holds the points.
func (s *segmenter) measureObject(indices []int, table *Table) Object {
	inv := table.X_FT.Inv()
	s.flat = s.flat[:0]
	var sum geom.Vec
	var r, g, b, coloured uint64
	top := 0.0
	for _, i := range indices {
		p := s.c.At(i)
		sum = r3.Add(sum, p)
		t := inv.Apply(p)
		s.flat = append(s.flat, geom.Vec2{X: t.X, Y: t.Y})
		top = max(top, t.Z)
		if s.c.RGB != nil {
			v := s.c.RGB[i]
			r, g, b, coloured = r+uint64(v>>16&255), g+uint64(v>>8&255), b+uint64(v&255), coloured+1
		}
	}
	hull := geom.ConvexHull(s.flat)
	rect := geom.MinAreaRect(hull)
	x_TO := geom.Pose{R: geom.AxisAngle(geom.UnitZ, rect.Angle), P: geom.V(rect.Center.X, rect.Center.Y, top/2)}
	o := Object{
		Indices:   indices,
		Centroid:  r3.Scale(1/float64(len(indices)), sum),
		X_TO:      x_TO,
		X_FO:      table.X_FT.Mul(x_TO),
		Size:      geom.V(rect.Length, rect.Width, top),
		Footprint: hull,
	}
	if coloured > 0 {
		o.MeanColour = uint32(r/coloured)<<16 | uint32(g/coloured)<<8 | uint32(b/coloured)
	}
	return o
}
