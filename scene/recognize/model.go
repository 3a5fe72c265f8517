package recognize

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/register"
)

// Grasp is a grasp that was tried before.
type Grasp struct {
	X         geom.Pose // X_MG in a Model, X_FG in a Result
	Effector  string    // frame that was taken there (eef_frame_id)
	Successes int
	Attempts  int
}

// Rate is the share of attempts that succeeded, 0 without any.
func (g *Grasp) Rate() float64 {
	if g.Attempts <= 0 {
		return 0
	}
	return float64(g.Successes) / float64(g.Attempts)
}

// Model is an object seen before.
type Model struct {
	ID     uint32
	Name   string
	Cloud  *cloud.Cloud // in M
	Grasps []Grasp      // in M
	// Up is the direction in M that pointed up when the object stood on a table, or zero where that is not known.
	Up geom.Vec
}

// Check reports what makes a model unusable.
func (m *Model) Check() error {
	const op = "check model"
	switch {
	case m.Cloud == nil || m.Cloud.ValidCount() == 0:
		return fault.New(op, m.Name, fault.Invalid, "the model has no points: record it again")
	case m.Cloud.Len() > math.MaxInt32:
		return fault.New(op, m.Name, fault.TooLarge, "%d points; at most %d: thin it out", m.Cloud.Len(), math.MaxInt32)
	case !geom.IsFinite(m.Up):
		return fault.New(op, m.Name, fault.Invalid, "the direction of up is not finite; leave it zero when it is not known")
	}
	for i := range m.Grasps {
		g := &m.Grasps[i]
		if !g.X.IsFinite() {
			return fault.New(op, m.Name, fault.Invalid, "the pose of grasp %d is not finite: remove that grasp", i+1)
		}
		if g.Successes < 0 || g.Attempts < g.Successes {
			return fault.New(op, m.Name, fault.Invalid, "grasp %d has %d successes in %d attempts: correct the counts", i+1, g.Successes, g.Attempts)
		}
	}
	return m.Cloud.Check()
}

// canonicalName is how names are stored and compared.
func canonicalName(s string) string { return strings.ToUpper(strings.TrimSpace(s)) }

// hash tells contents apart, so that what was prepared of a model is used again when the same model is loaded again.
func (m *Model) hash() uint64 {
	h := fnv.New64a()
	var b [16]byte
	for i := range m.Cloud.X {
		binary.LittleEndian.PutUint32(b[0:], math.Float32bits(m.Cloud.X[i]))
		binary.LittleEndian.PutUint32(b[4:], math.Float32bits(m.Cloud.Y[i]))
		binary.LittleEndian.PutUint32(b[8:], math.Float32bits(m.Cloud.Z[i]))
		if m.Cloud.RGB != nil {
			binary.LittleEndian.PutUint32(b[12:], m.Cloud.RGB[i])
		}
		h.Write(b[:])
	}
	for _, v := range []float64{m.Up.X, m.Up.Y, m.Up.Z} {
		binary.LittleEndian.PutUint64(b[:8], math.Float64bits(v))
		h.Write(b[:8])
	}
	return h.Sum64()
}

// shape is a cloud made ready for comparison: without strays, thinned to one point a voxel, about its centroid.
type shape struct {
	points  register.Points // about mid
	target  *register.Target
	mid     geom.Vec // centroid of the thinned points in the cloud's frame
	spacing float64  // m; typical distance of a point from its nearest neighbour
	colour  []rgb    // of each point, smoothed; nil where the cloud has no colour, or is painted in one
	mean    rgb
	radius  float64    // m; of the ball about mid that holds all points
	extent  [3]float64 // m; standard directions of the box along the axes of the cloud's frame
	full    int        // points before thinning
}

// Voxels are of voxel metres, or larger where an object is so large that it would have too many.
const (
	voxel     = 0.003
	mostSteps = 80 // of voxels across an object
)

// newShape prepares the valid points of a cloud.
func newShape(c *cloud.Cloud) *shape {
	kept := withoutStrays(c, strayRadius, strayCount)
	s := &shape{full: len(kept)}
	if len(kept) == 0 {
		return s
	}
	lo, hi := geom.V(math.Inf(1), math.Inf(1), math.Inf(1)), geom.V(math.Inf(-1), math.Inf(-1), math.Inf(-1))
	for _, i := range kept {
		p := c.At(int(i))
		lo = geom.V(min(lo.X, p.X), min(lo.Y, p.Y), min(lo.Z, p.Z))
		hi = geom.V(max(hi.X, p.X), max(hi.Y, p.Y), max(hi.Z, p.Z))
	}
	d := r3.Sub(hi, lo)
	s.extent = [3]float64{d.X, d.Y, d.Z}
	size := max(voxel, max(d.X, d.Y, d.Z)/mostSteps)
	s.thin(c, kept, lo, size)
	s.target = register.NewTarget(s.points)
	s.measureSpacing()
	s.smoothColour(0.01)
	return s
}

// spread is the standard deviation of colours below which a cloud is painted, not recorded: no light and no sensor gives one
// value everywhere.
const painted = 0.5

// thin puts the mean of each voxel's points into s.
func (s *shape) thin(c *cloud.Cloud, kept []int32, lo geom.Vec, size float64) {
	type sum struct {
		x, y, z, r, g, b float64
		n                float64
	}
	at := make(map[[3]int16]int32, len(kept))
	var sums []sum
	var all, all2 [3]float64
	for _, i := range kept {
		p := c.At(int(i))
		key := [3]int16{int16((p.X - lo.X) / size), int16((p.Y - lo.Y) / size), int16((p.Z - lo.Z) / size)}
		k, ok := at[key]
		if !ok {
			k = int32(len(sums))
			at[key] = k
			sums = append(sums, sum{})
		}
		v := &sums[k]
		v.x, v.y, v.z, v.n = v.x+p.X, v.y+p.Y, v.z+p.Z, v.n+1
		if c.RGB != nil {
			q := unpack(c.RGB[i])
			v.r, v.g, v.b = v.r+float64(q.r), v.g+float64(q.g), v.b+float64(q.b)
			for k, f := range [3]float64{float64(q.r), float64(q.g), float64(q.b)} {
				all[k] += f
				all2[k] += f * f
			}
		}
	}
	for i := range sums {
		v := &sums[i]
		s.mid = r3.Add(s.mid, geom.V(v.x/v.n, v.y/v.n, v.z/v.n))
	}
	s.mid = r3.Scale(1/float64(len(sums)), s.mid)
	n, spread := float64(len(kept)), 0.0
	for k := range all {
		spread = max(spread, all2[k]/n-all[k]*all[k]/n/n)
	}
	coloured := c.RGB != nil && spread > painted*painted
	s.mean = rgb{float32(all[0] / n), float32(all[1] / n), float32(all[2] / n)}
	for i := range sums {
		v := &sums[i]
		p := r3.Sub(geom.V(v.x/v.n, v.y/v.n, v.z/v.n), s.mid)
		s.radius = max(s.radius, r3.Norm(p))
		s.points.X = append(s.points.X, float32(p.X))
		s.points.Y = append(s.points.Y, float32(p.Y))
		s.points.Z = append(s.points.Z, float32(p.Z))
		if coloured {
			s.colour = append(s.colour, rgb{float32(v.r / v.n), float32(v.g / v.n), float32(v.b / v.n)})
		}
	}
}

func (s *shape) at(i int) geom.Vec {
	return geom.V(float64(s.points.X[i]), float64(s.points.Y[i]), float64(s.points.Z[i]))
}

// measureSpacing takes the median distance to the third nearest neighbour, which noise of sampling moves less than the first.
func (s *shape) measureSpacing() {
	var far []float32
	n := s.points.Len()
	var around []int32
	for i := 0; i < n; i += max(n/64, 1) {
		p := s.at(i)
		for r := float32(2 * voxel); ; r *= 2 {
			around = s.target.AppendWithin(around[:0], float32(p.X), float32(p.Y), float32(p.Z), r)
			if len(around) < 4 && r < 1 {
				continue
			}
			far = append(far, thirdNearest(s, around, p))
			break
		}
	}
	s.spacing = float64(median(far))
}

func thirdNearest(s *shape, around []int32, p geom.Vec) float32 {
	var best [4]float64
	for k := range best {
		best[k] = math.Inf(1)
	}
	for _, j := range around {
		d := r3.Norm(r3.Sub(s.at(int(j)), p))
		for k := range best {
			if d < best[k] {
				best[k], d = d, best[k]
			}
		}
	}
	for k := 3; k > 0; k-- {
		if !math.IsInf(best[k], 1) {
			return float32(best[k])
		}
	}
	return 0
}

// smoothColour replaces each colour by the mean of those within r, so that print on a label a few millimetres off does not
// count as another colour.
func (s *shape) smoothColour(r float32) {
	if s.colour == nil {
		return
	}
	out := make([]rgb, len(s.colour))
	var around []int32
	for i := range out {
		around = s.target.AppendWithin(around[:0], s.points.X[i], s.points.Y[i], s.points.Z[i], r)
		var sum rgb
		for _, j := range around {
			c := s.colour[j]
			sum.r, sum.g, sum.b = sum.r+c.r, sum.g+c.g, sum.b+c.b
		}
		k := 1 / float32(len(around))
		out[i] = rgb{k * sum.r, k * sum.g, k * sum.b}
	}
	s.colour = out
}
