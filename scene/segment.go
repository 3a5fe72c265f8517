package scene

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// farthest is the largest coordinate that is taken for a measurement, in metres. Sensors do not see that far, float32 has
// no millimetres left there, and grids of cubes must not overflow.
const farthest = 1e4

// Segment finds the table and the objects on it. The cloud is not changed. It fails with kind NoTable when no plane holds
// enough points; a table with nothing on it is a result without objects.
func Segment(c *cloud.Cloud, p Params) (*Segmentation, error) {
	s, err := NewSegmenter(p)
	if err != nil {
		return nil, err
	}
	out := &Segmentation{}
	if err := s.Segment(c, out); err != nil {
		return nil, err
	}
	return out, nil
}

// Segmenter segments one cloud after the other and keeps its working memory between them. It uses all cores within a call
// and is not safe for concurrent calls. Results do not depend on the number of cores.
type Segmenter struct {
	p Params

	c        *cloud.Cloud
	zone     *Zone // nil for none
	crop     *crop // its limits; nil for none
	up       geom.Vec
	upSpread float64  // rad
	x_FS     geom.Vec // position of the sensor, from which noise grows
	eyeKnown bool     // and it can be relied on
	picture  bool     // the cloud is a picture
	camera   cloud.Pinhole
	plane    geom.Plane

	sample samples
	height []float32 // of each point over the table; NaN for points that are not valid
	mark   []uint8   // of each point, see onTable
	above  []int32   // points over the table, ascending
	queue  []int32
	flat   []geom.Vec
	piece  []int32 // for each entry of above: its cluster, or -1
	euclid euclid
	split  splitter
	order  []int32
	bins   []hullBins // these three: one a chunk
	sums   []tableSum
	lists  [][]int32
}

type tableSum struct {
	n    int
	sum2 float64 // of squared heights
}

// NewSegmenter makes a segmenter. It refuses settings that contradict each other.
func NewSegmenter(p Params) (*Segmenter, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return &Segmenter{p: p}, nil
}

// Segment is like the function of that name, and reuses the slices of out.
func (s *Segmenter) Segment(c *cloud.Cloud, out *Segmentation) error {
	return s.SegmentZone(c, nil, out)
}

// SegmentZone finds the surface of a zone and the objects on it inside the zone's limits. Of several surfaces at heights that
// are allowed it takes the one that explains most of what is seen. A nil zone is the whole cloud, and its table.
func (s *Segmenter) SegmentZone(c *cloud.Cloud, z *Zone, out *Segmentation) error {
	const op = "segment"
	if err := c.Check(); err != nil {
		return fault.Wrap(op, "", err)
	}
	if c.Len() > math.MaxInt32 {
		return fault.New(op, "", fault.TooLarge, "%d points; at most %d", c.Len(), math.MaxInt32)
	}
	if err := s.begin(c, z); err != nil {
		return err
	}
	defer func() { s.c, s.zone, s.crop = nil, nil, nil }()
	out.Cloud = c
	out.Labels = resize(out.Labels, c.Len())
	if found, err := s.findSurface(out); err != nil {
		return fault.Wrap(op, "", err)
	} else if found {
		s.measureTable(out)
		s.findAbove(out)
	} else {
		s.takeAll(out)
	}
	n := 0
	if c.Organised() && s.p.Split {
		s.piece, n = s.split.run(s.c, s.above, s.x_FS, &s.p, s.piece)
		if out.Table.Points > 0 {
			s.dropFloating(n)
		}
	} else {
		s.piece, n = s.euclid.cluster(c, s.above, s.p.ClusterTolerance, s.piece)
	}
	s.collect(n, out)
	return nil
}

// begin takes up a cloud and a zone.
func (s *Segmenter) begin(c *cloud.Cloud, z *Zone) error {
	s.c, s.x_FS = c, c.X_FS.P
	s.camera, s.picture, s.eyeKnown = c.Sensor()
	s.zone, s.crop, s.up, s.upSpread = z, nil, s.p.Up, s.p.UpTolerance
	if z == nil {
		return nil
	}
	if err := z.check(); err != nil {
		return err
	}
	s.crop = newCrop(z)
	s.up = z.X_BF.R.Inv().Apply(geom.UnitZ)
	return nil
}

// findSurface finds the plane of the table, or reports that the zone does without.
func (s *Segmenter) findSurface(out *Segmentation) (bool, error) {
	z := s.zone
	switch {
	case z != nil && z.Surface == SurfaceIgnored:
		return false, nil
	case z != nil && z.Table != nil:
		s.draw()
		s.plane = z.Table.Plane()
		return true, nil
	}
	err := s.findPlane()
	if err != nil && z != nil && z.Surface == SurfaceWanted && fault.KindOf(err) == fault.NoTable {
		return false, nil
	}
	return err == nil, err
}

// takeAll makes objects of everything in the zone. The table frame is the zone's, at the foot of the sensor.
func (s *Segmenter) takeAll(out *Segmentation) {
	base := s.zone.X_BF.Inv()
	out.Table = Table{X_FT: tablePose(geom.Plane{Normal: s.up, Offset: r3.Dot(s.up, base.P)}, s.c.X_FS), Hull: out.Table.Hull[:0]}
	s.height = resize(s.height, s.c.Len())
	s.above = s.above[:0]
	for i, x := range s.c.X {
		out.Labels[i] = LabelNone
		if y, z := s.c.Y[i], s.c.Z[i]; finite(x, y, z) && s.crop.inside(x, y, z) {
			s.above = append(s.above, int32(i))
		}
	}
}

// tolerance is the distance from a plane at which a point still belongs to it; noise of depth grows with range squared.
// Where the sensor is not known, it is taken to be a metre away.
func (s *Segmenter) tolerance(x, y, z float32) float32 {
	if !s.eyeKnown {
		return float32(s.p.PlaneTolerance) + float32(s.p.RangeNoise)
	}
	dx, dy, dz := x-float32(s.x_FS.X), y-float32(s.x_FS.Y), z-float32(s.x_FS.Z)
	return float32(s.p.PlaneTolerance) + float32(s.p.RangeNoise)*(dx*dx+dy*dy+dz*dz)
}

// finite reports whether a point is a measurement.
func finite(x, y, z float32) bool {
	return x < farthest && x > -farthest && y < farthest && y > -farthest && z < farthest && z > -farthest
}

// measureTable computes the height of every point, labels those of the table, and puts the table's frame in the middle of
// its outline.
func (s *Segmenter) measureTable(out *Segmentation) {
	c := s.c
	x_FT := tablePose(s.plane, c.X_FS)
	m := x_FT.R.Mat()
	o := x_FT.P
	s.height = resize(s.height, c.Len())
	nx, ny, nz, off := float32(s.plane.Normal.X), float32(s.plane.Normal.Y), float32(s.plane.Normal.Z), float32(s.plane.Offset)
	ux, uy, uz, vx, vy, vz := float32(m[0]), float32(m[3]), float32(m[6]), float32(m[1]), float32(m[4]), float32(m[7])
	ou := float32(m[0]*o.X + m[3]*o.Y + m[6]*o.Z)
	ov := float32(m[1]*o.X + m[4]*o.Y + m[7]*o.Z)
	bow := s.fitBow(x_FT)
	s.bins = resize(s.bins, multicore.Pieces(c.Len(), chunk))
	s.sums = resize(s.sums, len(s.bins))
	nan, organised := float32(math.NaN()), c.Organised()
	inChunks(c.Len(), func(b, from, to int) {
		bins := &s.bins[b]
		bins.reset(bow.lo, bow.hi)
		n, sum2 := 0, 0.0
		last, lastU, lastV := -1, float32(0), float32(0) // point on the table
		for i := from; i < to; i++ {
			x, y, z := c.X[i], c.Y[i], c.Z[i]
			out.Labels[i] = LabelNone
			if !finite(x, y, z) {
				s.height[i] = nan
				continue
			}
			h := nx*x + ny*y + nz*z - off
			s.height[i] = h
			t := s.tolerance(x, y, z)
			if h > 2*t || h < -2*t {
				continue
			}
			u, v := ux*x+uy*y+uz*z-ou, vx*x+vy*y+vz*z-ov
			h -= bow.at(u, v)
			s.height[i] = h
			if h > t || h < -t {
				continue
			}
			if last != i-1 && last >= from {
				bins.add(lastU, lastV)
			}
			out.Labels[i] = LabelTable
			n++
			sum2 += float64(h * h)
			// In a picture the table's points of a row lie on a line, so its outline runs through the ends of rows; they and
			// every eighth point, for clouds that are no pictures, find it.
			if !organised || i&7 == 0 || i == from || out.Labels[i-1] != LabelTable {
				bins.add(u, v)
			}
			lastU, lastV, last = u, v, i
		}
		if last >= from {
			bins.add(lastU, lastV)
		}
		s.sums[b] = tableSum{n, sum2}
	})
	t := &out.Table
	t.Points = 0
	sum2 := 0.0
	for b := range s.bins {
		t.Points += s.sums[b].n
		sum2 += s.sums[b].sum2
		if b > 0 {
			s.bins[0].merge(&s.bins[b])
		}
	}
	t.Noise = 0
	if t.Points > 0 {
		t.Noise = math.Sqrt(sum2 / float64(t.Points))
	}
	if s.zone != nil && s.zone.Table != nil && len(s.zone.Table.Hull) >= 3 {
		t.X_FT, t.Hull = s.zone.Table.X_FT, s.zone.Table.Hull
		return
	}
	hull := s.bins[0].hull()
	mid := geom.PolygonCentroid(hull)
	for k := range hull {
		hull[k].X -= mid.X
		hull[k].Y -= mid.Y
	}
	x_FT.P = x_FT.Apply(geom.V(mid.X, mid.Y, 0))
	t.X_FT, t.Hull = x_FT, hull
}

// collect turns the n pieces into objects, largest first, and drops those with too few points.
func (s *Segmenter) collect(n int, out *Segmentation) {
	size := make([]int32, n+1)
	for _, p := range s.piece {
		size[p+1]++ // size[0] counts what belongs to no piece
	}
	s.order, out.TooLarge = s.order[:0], out.TooLarge[:0]
	for p := range n {
		switch k := int(size[p+1]); {
		case s.p.MaxPoints > 0 && k > s.p.MaxPoints:
			out.TooLarge = append(out.TooLarge, k)
		case k >= s.p.MinPoints:
			s.order = append(s.order, int32(p))
		}
	}
	slices.SortStableFunc(s.order, func(a, b int32) int { return cmp.Compare(size[b+1], size[a+1]) })
	place := make([]int32, n) // of a piece among the objects, from 1
	out.Objects = resize(out.Objects, len(s.order))
	for k, p := range s.order {
		place[p] = int32(k + 1)
		o := &out.Objects[k]
		*o = Object{Indices: o.Indices[:0], Footprint: o.Footprint[:0]}
		if cap(o.Indices) < int(size[p+1]) {
			o.Indices = make([]int32, 0, size[p+1])
		}
	}
	for k, i := range s.above {
		if p := s.piece[k]; p >= 0 && place[p] > 0 {
			o := place[p] - 1
			out.Labels[i] = LabelObject + uint32(o)
			out.Objects[o].Indices = append(out.Objects[o].Indices, i)
		}
	}
	inv := out.Table.X_FT.Inv()
	multicore.Each(len(out.Objects), func(k int) { measureObject(s.c, &out.Objects[k], &out.Table, inv) })
}

// resize returns a slice of length n, with the old memory where it is large enough. Elements keep old values.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		s = append(make([]T, 0, n), s[:cap(s)]...)
	}
	return s[:n]
}

// chunk is the number of points that one core works on at a time. Sums are made chunk by chunk, so that their rounding does
// not depend on the number of cores.
const chunk = 16384

// inChunks runs f on every chunk of n points and waits for all.
func inChunks(n int, f func(b, from, to int)) { multicore.EachPiece(n, chunk, f) }
