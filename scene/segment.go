package scene

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

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
	random rand.PCG
	all    []candidate
	best   []candidate
	found  []surface
	height []float32 // of each point over the table; NaN for points that are not valid
	mark   []uint8   // of each point, see onTable
	above  []int32   // points over the table, ascending
	queue  []int32
	flat   []geom.Vec
	piece  []int32 // for each entry of above: its cluster, or -1
	euclid euclid
	split  splitter
	paint  painter
	vessel vessels
	order  []int32
	bins   []hullBins // these three: one a band
	sums   []tableSum
	lists  [][]int32

	top       tableTop
	ground    level
	region    region // over which objects stand
	wide      region // and over which they may stand where the table runs out of the picture
	x_CT      geom.Pose
	x_TF      geom.Pose
	labels    []uint32
	out       *Segmentation
	corners   []geom.Vec2
	cell      []int32
	partSizes []int
	sizes     []int32
	place     []int32
	low       []float32
	rims      []rim
	scratch   [][]geom.Vec2 // one an object
	limits    crop
	least     int // points of an object

	judgePass, measurePass, levelPass, markPass, listPass, describePass func(band, from, to int) // methods, bound once
}

// NewSegmenter makes a segmenter. It refuses settings that contradict each other.
func NewSegmenter(p Params) (*Segmenter, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	s := &Segmenter{p: p}
	s.judgePass, s.describePass = s.judge, s.measureOne
	s.measurePass, s.levelPass, s.markPass, s.listPass = s.measureBand, s.levelBand, s.markBand, s.listBand
	return s, nil
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
	defer func() { s.c, s.zone, s.crop, s.labels = nil, nil, nil, nil }()
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
		mark := s.mark
		if out.Table.Points == 0 {
			mark = nil
		}
		s.piece, n = s.split.run(s.c, s.above, mark, s.x_FS, s.focal(), &s.p, s.piece)
		if out.Table.Points > 0 {
			s.dropBackground(n)
			s.dropFloating(n)
			if s.p.JoinVessels {
				n = s.joinVessels(n)
			}
		}
	} else {
		s.piece, n = s.euclid.cluster(c, s.above, s.thin(&out.Table), s.piece)
	}
	if s.p.UseColour {
		n = s.paint.run(c, s.above, &s.p, s.least, s.piece, n)
	}
	s.collect(n, out)
	return nil
}

// thin returns the distance within which points of an unorganised cloud belong together, and lowers the least number of points of
// an object likewise: where neighbours on the table are farther apart than half of cluster_tolerance, both follow their distance.
func (s *Segmenter) thin(t *Table) float64 {
	tolerance := s.p.ClusterTolerance
	if !s.p.Sparse || t.Points == 0 {
		return tolerance
	}
	const fewest = 8
	if wide := 2 * math.Sqrt(geom.PolygonArea(t.Hull)/float64(t.Points)); wide > tolerance {
		s.least = max(min(fewest, s.p.MinPoints), int(float64(s.p.MinPoints)*(tolerance/wide)*(tolerance/wide)))
		return wide
	}
	return tolerance
}

// begin takes up a cloud and a zone.
func (s *Segmenter) begin(c *cloud.Cloud, z *Zone) error {
	s.c, s.x_FS = c, c.X_FS.P
	s.camera, s.picture, s.eyeKnown = c.Sensor()
	s.least = s.p.MinPoints
	s.zone, s.crop, s.up, s.upSpread = z, nil, s.p.Up, s.p.UpTolerance
	if z == nil {
		return nil
	}
	if err := z.check(); err != nil {
		return err
	}
	s.limits = newCrop(z)
	s.crop = &s.limits
	s.up = z.X_BF.R.Inv().Apply(geom.UnitZ)
	return nil
}

// focal is the focal length of the camera, in pixels, or the usual one where the cloud is no picture.
func (s *Segmenter) focal() float64 {
	if !s.picture {
		return usualFocal
	}
	return s.camera.Fx
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

// tolerance is the distance from a plane at which a point still belongs to it; noise of depth grows with range squared.
func (s *Segmenter) tolerance(x, y, z float32) float32 {
	t, n := s.noise()
	dx, dy, dz := x-float32(s.x_FS.X), y-float32(s.x_FS.Y), z-float32(s.x_FS.Z)
	return t + n*(dx*dx+dy*dy+dz*dz)
}

// measured reports whether a point is a measurement: NaN, infinity and 0, 0, 0 are what sensors give where they saw nothing.
func measured(x, y, z float32) bool {
	r2 := x*x + y*y + z*z
	return r2 > 0 && r2 < farthest*farthest
}

// collect turns the n pieces into objects, largest first, and drops those with too few points.
func (s *Segmenter) collect(n int, out *Segmentation) {
	s.sizes = resize(s.sizes, n+1)
	size := s.sizes
	clear(size)
	for _, p := range s.piece {
		size[p+1]++ // size[0] counts what belongs to no piece
	}
	s.order, out.TooLarge = s.order[:0], out.TooLarge[:0]
	for p := range n {
		switch k := int(size[p+1]); {
		case s.p.MaxPoints > 0 && k > s.p.MaxPoints:
			out.TooLarge = append(out.TooLarge, k)
		case k >= s.least:
			s.order = append(s.order, int32(p))
		}
	}
	slices.SortStableFunc(s.order, func(a, b int32) int { return cmp.Compare(size[b+1], size[a+1]) })
	s.place = resize(s.place, n) // of a piece among the objects, from 1
	place := s.place
	clear(place)
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
	s.x_TF, s.out, s.scratch = out.Table.X_FT.Inv(), out, resize(s.scratch, len(out.Objects))
	multicore.EachPiece(len(out.Objects), 1, s.describePass)
	s.out = nil
}

func (s *Segmenter) measureOne(k, _, _ int) {
	measureObject(s.c, &s.out.Objects[k], &s.out.Table, s.x_TF, &s.scratch[k])
}

// resize returns a slice of length n, with the old memory where it is large enough. Elements keep old values.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		s = append(make([]T, 0, n), s[:cap(s)]...)
	}
	return s[:n]
}

// chunk is the number of points of an unorganised cloud that one core works on at a time. Sums are made chunk by chunk, so that
// their rounding does not depend on the number of cores.
const chunk = 16384
