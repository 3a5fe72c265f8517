package recognize

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
	"github.com/holdfast-robotics/holdfast/scene/register"
)

// compatVersion are the gates of a version of rail_recognition.
type compatVersion struct {
	colourGate bool
	overlap    float64 // least
	threshold  float64 // greatest score
}

var compatVersions = map[string]compatVersion{
	"1.1.0": {false, 0, 0.8},
	"1.1.3": {true, 0.75, 0.8},
	"1.1.8": {false, 0.6, 0.9},
	"1.1.9": {false, 0.6, 1.1},
}

func compatNames() []string {
	var names []string
	for n := range compatVersions {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Metrics compare a target cloud with a base cloud as rail_recognition does.
type Metrics struct {
	Overlap       float64 // share of target points with a base point within 5 mm
	ColourError   float64 // mean RGB distance of those to their neighbours, 0 to 441; NaN where nothing overlaps
	DistanceError float64 // m^2; sum of the squared nearest-neighbour distances, which grows with the number of points
}

// Score is the original's error of a recognition: infinite where less than the least overlap is reached.
func (m Metrics) Score(leastOverlap float64) float64 {
	if m.Overlap < leastOverlap || math.IsNaN(m.ColourError) {
		return math.Inf(1)
	}
	return 0.5*3*m.DistanceError + 0.5*m.ColourError/100
}

// compatReach is the radius of an overlap, m.
const compatReach = 0.005

// CompareCompat computes the metrics of a target cloud that lies at X_BT on a base cloud.
func CompareCompat(base, target *cloud.Cloud, X_BT geom.Pose) Metrics {
	var tree register.Tree
	tree.Build(register.Points{X: base.X, Y: base.Y, Z: base.Z})
	return compareCompat(&tree, base, target, X_BT)
}

func compareCompat(tree *register.Tree, base, target *cloud.Cloud, X_BT geom.Pose) Metrics {
	var m Metrics
	n, overlap := 0, 0
	colour := 0.0
	var around []int32
	for i := range target.X {
		if !target.Valid(i) {
			continue
		}
		n++
		p := X_BT.Apply(target.At(i))
		x, y, z := float32(p.X), float32(p.Y), float32(p.Z)
		if k, d2 := tree.Nearest(x, y, z, float32(math.Inf(1))); k >= 0 {
			m.DistanceError += float64(d2)
		}
		around = tree.AppendWithin(around[:0], x, y, z, compatReach)
		if len(around) == 0 {
			continue
		}
		overlap++
		if base.RGB == nil || target.RGB == nil {
			continue
		}
		sum, c := 0.0, unpack(target.RGB[i])
		for _, k := range around {
			sum += c.distance(unpack(base.RGB[k]))
		}
		colour += sum / float64(len(around))
	}
	m.ColourError = math.NaN()
	if overlap > 0 {
		m.ColourError = colour / float64(overlap)
	}
	if n > 0 {
		m.Overlap = float64(overlap) / float64(n)
	}
	return m
}

// AlignCompat moves a target cloud onto a base as rail_recognition does: ten steps of point-to-point alignment of all points
// from where they are.
func AlignCompat(base, target *cloud.Cloud) geom.Pose {
	t := register.NewTarget(register.Points{X: base.X, Y: base.Y, Z: base.Z})
	return alignCompat(t, target)
}

func alignCompat(base *register.Target, target *cloud.Cloud) geom.Pose {
	var a register.Aligner
	return a.Align(register.Points{X: target.X, Y: target.Y, Z: target.Z}, base, geom.Pose{}, register.Params{
		Method: register.PointToPoint, MaxIterations: 10, Trim: 1, Fine: true,
	}).X_TS
}

// FilterCompat removes the points with fewer than six points within 1 cm, themselves counted, and puts the origin at the
// centroid of the rest, which it returns.
func FilterCompat(c *cloud.Cloud) (*cloud.Cloud, geom.Vec) {
	out := select32(c, first(neighbourly(c, strayRadius, strayCount)))
	mid := centroid(out)
	return out.Transformed(geom.Pose{P: r3.Scale(-1, mid)}, c.Frame), mid
}

func first[A, B any](a A, _ B) A { return a }

func select32(c *cloud.Cloud, indices []int32) *cloud.Cloud {
	list := make([]int, len(indices))
	for k, i := range indices {
		list[k] = int(i)
	}
	out, err := c.Select(list)
	if err != nil {
		panic(err) // the indices are of this cloud
	}
	return out
}

func centroid(c *cloud.Cloud) geom.Vec {
	var sum geom.Vec
	n := 0.0
	for i := range c.X {
		if c.Valid(i) {
			sum = r3.Add(sum, c.At(i))
			n++
		}
	}
	if n == 0 {
		return geom.Vec{}
	}
	return r3.Scale(1/n, sum)
}

// compatColour is the mean colour, and the spread as the original has it: of all three channels about the mean of red.
func compatColour(c *cloud.Cloud) (mean, spread rgb) {
	if c.RGB == nil {
		return
	}
	n := 0.0
	var sum [3]float64
	each := func(f func(q rgb)) {
		for i := range c.X {
			if c.Valid(i) {
				f(unpack(c.RGB[i]))
			}
		}
	}
	each(func(q rgb) {
		n++
		sum[0], sum[1], sum[2] = sum[0]+float64(q.r), sum[1]+float64(q.g), sum[2]+float64(q.b)
	})
	if n == 0 {
		return
	}
	mean = rgb{float32(sum[0] / n), float32(sum[1] / n), float32(sum[2] / n)}
	var sq [3]float64
	each(func(q rgb) {
		for k, v := range [3]float32{q.r, q.g, q.b} {
			d := float64(v - mean.r)
			sq[k] += d * d
		}
	})
	return mean, rgb{float32(math.Sqrt(sq[0] / n)), float32(math.Sqrt(sq[1] / n)), float32(math.Sqrt(sq[2] / n))}
}

type compatModel struct {
	cloud  *cloud.Cloud // about mid
	mid    geom.Vec     // in M
	target *register.Target
	mean   rgb
}

func newCompatModel(c *cloud.Cloud) *compatModel {
	m := &compatModel{}
	m.cloud, m.mid = FilterCompat(c)
	m.target = register.NewTarget(register.Points{X: m.cloud.X, Y: m.cloud.Y, Z: m.cloud.Z})
	m.mean, _ = compatColour(c)
	return m
}

func (r *Recognizer) recognizeCompat(o *Object, res *Result) {
	v := compatVersions[r.p.Compat]
	mean, spread := compatColour(o.Cloud)
	filtered, mid := FilterCompat(o.Cloud)
	if o.Centroid != nil { // the original trusts the message
		filtered = filtered.Transformed(geom.Pose{P: r3.Sub(mid, *o.Centroid)}, o.Cloud.Frame)
		mid = *o.Centroid
	}
	multicore.Each(len(res.Candidates), func(k int) {
		c := &res.Candidates[k]
		m := r.ready[c.Model].compat
		c.Confidence = math.Inf(1)
		if filtered.Len() == 0 || m.cloud.Len() == 0 {
			c.Rejected, c.Detail = Poor, "too few points are left without strays"
			return
		}
		if v.colourGate {
			for _, ch := range [3][3]float32{{mean.r, m.mean.r, spread.r}, {mean.g, m.mean.g, spread.g}, {mean.b, m.mean.b, spread.b}} {
				if d := math.Abs(float64(ch[0] - ch[1])); d > float64(ch[2])/1.5 {
					c.Rejected, c.Detail = OffColour, fmt.Sprintf("a channel of the mean colour is %.0f off, more than %.0f", d, ch[2]/1.5)
					return
				}
			}
		}
		X_MO := alignCompat(m.target, filtered)
		metrics := compareCompat(&m.target.Tree, m.cloud, filtered, X_MO)
		c.Confidence = metrics.Score(v.overlap)
		X := X_MO.Inv()
		c.X_FM = geom.Pose{R: X.R, P: r3.Add(r3.Add(X.P, mid), X.R.Apply(r3.Scale(-1, m.mid)))}
		c.Detail = fmt.Sprintf("score %.2f, overlap %.2f, colour error %.0f, distance error %.3f m^2", c.Confidence, metrics.Overlap, metrics.ColourError, metrics.DistanceError)
	})
	best := -1
	for k := range res.Candidates {
		c := &res.Candidates[k]
		if c.Rejected != "" {
			continue
		}
		if c.Confidence > v.threshold {
			c.Rejected = Poor
		} else if best < 0 || c.Confidence < res.Candidates[best].Confidence {
			best = k
		}
	}
	res.Confidence = math.Inf(1)
	for k := range res.Candidates {
		c := &res.Candidates[k]
		res.Confidence = min(res.Confidence, c.Confidence)
		if c.Rejected == "" && k != best {
			c.Rejected = Worse
		}
	}
	if best < 0 {
		return
	}
	c := &res.Candidates[best]
	m := &r.models[c.Model]
	res.Recognised, res.Model, res.ID, res.Name, res.X_FM = true, c.Model, m.ID, m.Name, c.X_FM
	res.Grasps = CarryGrasps(m.Grasps, c.X_FM, r.p)
}
