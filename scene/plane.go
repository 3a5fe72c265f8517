package scene

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// sampleSize is the number of points that plane hypotheses are scored on. A plane with a tenth of the points is then
// counted within 3 % (binomial), which ranks hypotheses well enough for refinement on all points.
const sampleSize = 4000

// finalists is the number of distinct hypotheses that are compared by what stands on them.
const finalists = 6

type candidate struct {
	plane   geom.Plane
	inliers int
}

// findPlane searches the table: the plane that explains most points, counting those that lie on it and those that stand
// over it, less those below it, since nothing is seen under a table top.
func (s *segmenter) findPlane() (geom.Plane, error) {
	const op = "find table"
	if len(s.valid) < 3 {
		return geom.Plane{}, fault.New(op, "", fault.NoTable, "only %d valid points; a plane needs 3, a table a few hundred", len(s.valid))
	}
	s.drawSample()
	best := s.hypotheses()
	var table geom.Plane
	bestScore := math.Inf(-1)
	for _, c := range best {
		p := s.refine(c.plane, s.sample)
		if on, core := s.support(p, s.sample); float64(core) < flatShare*float64(on) || !s.level(p) {
			continue // a cut through other things, or fitting turned it away from level
		}
		p, score := s.explained(p)
		if score > bestScore {
			table, bestScore = p, score
		}
	}
	if math.IsInf(bestScore, -1) {
		if s.p.Up != (geom.Vec{}) {
			return geom.Plane{}, fault.New(op, "", fault.NoTable, "no plane is within %.2f rad of level to --up %g,%g,%g; is up right for this frame?", s.p.UpTolerance, s.p.Up.X, s.p.Up.Y, s.p.Up.Z)
		}
		return geom.Plane{}, fault.New(op, "", fault.NoTable, "no plane holds 3 points of the cloud; are all points on one line?")
	}
	table = s.refine(table, s.valid)
	on, core := s.support(table, s.valid)
	if need := max(3, len(s.valid)/50); on < need {
		return geom.Plane{}, fault.New(op, "", fault.NoTable, "the best plane holds %d of %d points; a table should hold at least %d (2 %%)", on, len(s.valid), need)
	}
	if float64(core) < flatShare*float64(on) {
		return geom.Plane{}, fault.New(op, "", fault.NoTable, "the best plane is no surface: its points fill the tolerance evenly (%d of %d in the inner half); if the sensor is noisier than assumed, raise plane_tolerance or range_noise", core, on)
	}
	return table, nil
}

// flatShare is the part of a surface's points that must lie in the inner half of the tolerance. A cut through something
// that is not a surface has half of them there, a surface with noise of a third of the tolerance 0.87.
const flatShare = 0.6

// support counts the points on a plane, and those of them in the inner half of the tolerance.
func (s *segmenter) support(p geom.Plane, points []int) (on, core int) {
	for _, i := range points {
		switch h := math.Abs(p.Height(s.c.At(i))); {
		case h <= s.tol[i]/2:
			core++
			on++
		case h <= s.tol[i]:
			on++
		}
	}
	return on, core
}

// level reports whether a plane is near enough to level for --up; every plane is where no up is given.
func (s *segmenter) level(p geom.Plane) bool {
	up, ok := geom.Unit(s.p.Up)
	return !ok || math.Abs(r3.Dot(p.Normal, up)) >= math.Cos(s.p.UpTolerance)
}

// drawSample takes every k-th valid point, so that the choice follows the image and needs no random numbers.
func (s *segmenter) drawSample() {
	step := float64(len(s.valid)) / sampleSize
	if step < 1 {
		step = 1
	}
	s.sample = s.sample[:0]
	for k := 0.0; int(k) < len(s.valid); k += step {
		s.sample = append(s.sample, s.valid[int(k)])
	}
}

// hypotheses draws planes through three points of the sample and returns the best few that differ from each other.
func (s *segmenter) hypotheses() []candidate {
	rng := rand.New(rand.NewPCG(s.p.Seed, 0x7461626c65)) // an own stream of the seed
	m := len(s.sample)
	var best []candidate
	for try, made := 0, 0; made < s.p.PlaneHypotheses && try < 20*s.p.PlaneHypotheses; try++ {
		a := s.c.At(s.sample[rng.IntN(m)])
		b := s.c.At(s.sample[rng.IntN(m)])
		c := s.c.At(s.sample[rng.IntN(m)])
		n, ok := geom.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
		if !ok {
			continue
		}
		p := geom.Plane{Normal: n, Offset: r3.Dot(n, a)}
		if !s.level(p) {
			continue
		}
		made++
		count := 0
		for _, i := range s.sample {
			if math.Abs(p.Height(s.c.At(i))) <= s.tol[i] {
				count++
			}
		}
		best = keepDistinct(best, candidate{p, count})
	}
	return best
}

// keepDistinct inserts a candidate into the list of finalists unless a better one is nearly the same plane.
func keepDistinct(best []candidate, c candidate) []candidate {
	for i, b := range best {
		d := r3.Dot(b.plane.Normal, c.plane.Normal)
		if math.Abs(d) > 0.985 && math.Abs(b.plane.Offset-math.Copysign(1, d)*c.plane.Offset) < 0.05 { // 10 degrees, 5 cm
			if c.inliers > b.inliers {
				best[i] = c
			}
			return best
		}
	}
	if len(best) < finalists {
		return append(best, c)
	}
	worst := 0
	for i := range best {
		if best[i].inliers < best[worst].inliers {
			worst = i
		}
	}
	if c.inliers > best[worst].inliers {
		best[worst] = c
	}
	return best
}

// refine fits the plane to its inliers among the points by least squares, three times.
func (s *segmenter) refine(p geom.Plane, points []int) geom.Plane {
	for range 3 {
		var m geom.Moments
		for _, i := range points {
			q := s.c.At(i)
			if math.Abs(p.Height(q)) > s.tol[i] {
				continue
			}
			if m.N() == 0 {
				m = geom.NewMoments(q)
			}
			m.Add(q)
		}
		if m.N() < 3 {
			return p
		}
		_, axes := m.Cov().Eigen()
		n := axes[2]
		if r3.Dot(n, p.Normal) < 0 {
			n = r3.Scale(-1, n)
		}
		p = geom.Plane{Normal: n, Offset: r3.Dot(n, m.Mean())}
	}
	return p
}

// explained orients a plane so that its normal points up, and scores it as a table on the sample.
func (s *segmenter) explained(p geom.Plane) (geom.Plane, float64) {
	x_FT := tablePose(p, s.c.X_FS)
	inv := x_FT.Inv()
	s.flat = s.flat[:0]
	for _, i := range s.sample {
		if q := s.c.At(i); math.Abs(p.Height(q)) <= s.tol[i] {
			t := inv.Apply(q)
			s.flat = append(s.flat, geom.Vec2{X: t.X, Y: t.Y})
		}
	}
	on := len(s.flat)
	hull := geom.ConvexHull(s.flat)
	above, below := 0, 0
	for _, i := range s.sample {
		t := inv.Apply(s.c.At(i))
		h := math.Abs(t.Z)
		if h <= s.tol[i] || h > s.p.MaxHeight || !geom.InConvex(hull, geom.Vec2{X: t.X, Y: t.Y}, 0) {
			continue
		}
		if t.Z > 0 {
			above++
		} else {
			below++
		}
	}
	switch {
	case s.p.Up != (geom.Vec{}):
		if r3.Dot(p.Normal, s.p.Up) < 0 {
			p, above, below = p.Flip(), below, above
		}
	case below > 2*above && below > len(s.sample)/100:
		// The points say clearly where the objects are. This also orients clouds that were moved to a frame
		// whose origin is not the sensor's.
		p, above, below = p.Flip(), below, above
	case p.Height(s.c.X_FS.P) < 0 && !(above > 2*below && above > len(s.sample)/100):
		p, above, below = p.Flip(), below, above
	}
	return p, float64(on + above - below)
}

// tablePose returns the pose of a frame on a plane with z along its normal: origin below the sensor's axis of view or the
// sensor itself, x as near as possible to the sensor's x axis, so that it does not depend on the cloud's frame.
func tablePose(p geom.Plane, x_FS geom.Pose) geom.Pose {
	x := x_FS.R.Apply(geom.UnitX)
	x = r3.Sub(x, r3.Scale(r3.Dot(x, p.Normal), p.Normal))
	x, ok := geom.Unit(x)
	if !ok || r3.Norm(x) < 0.5 {
		x = geom.Orthogonal(p.Normal)
	}
	y := r3.Cross(p.Normal, x)
	return geom.Pose{R: geom.FromAxes(x, y, p.Normal), P: p.Project(x_FS.P)}
}
