package cluster

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// touching is how near to a box of the hand a point counts as inside: a hand whose face lands on a face of the object
// collides, whatever the last digit of either.
const touching = 1e-6 // m

// search is the working memory of palm searches: the points near the way of the hand, in M at the start of the way.
type search struct {
	near  []geom.Vec
	count []int // per list of Space
}

// prepare collects the points that a hand could meet on a way of length reach along its x.
func (s *search) prepare(points []geom.Vec, x_OM geom.Pose, extent *AABB, reach float64) {
	s.near = s.near[:0]
	x_MO := x_OM.Inv()
	m, o := x_MO.R.Mat(), x_MO.P
	for _, p := range points {
		q := apply(&m, p)
		q.X, q.Y, q.Z = q.X+o.X, q.Y+o.Y, q.Z+o.Z
		if q.Y >= extent.Lo.Y && q.Y <= extent.Hi.Y && q.Z >= extent.Lo.Z && q.Z <= extent.Hi.Z && q.X >= extent.Lo.X && q.X <= extent.Hi.X+reach {
			s.near = append(s.near, q)
		}
	}
}

// collisions counts the points inside the hand's boxes when it has moved along x, summed over boxes; it stops at limit.
func (s *search) collisions(h *Hand, moved float64, limit int) int {
	n := 0
	for i := range s.near {
		q := s.near[i]
		q.X -= moved
		for j := range h.Solid {
			b := &h.Solid[j]
			if q.X > b.Lo.X-touching && q.X < b.Hi.X+touching && q.Y > b.Lo.Y-touching && q.Y < b.Hi.Y+touching && q.Z > b.Lo.Z-touching && q.Z < b.Hi.Z+touching {
				if n++; n >= limit {
					return n
				}
			}
		}
	}
	return n
}

// inHand counts the points between the fingers: the least of the lists' counts. With compat the sums of lists run on, so that
// the first list alone decides.
func (s *search) inHand(h *Hand, moved float64, compat bool) int {
	s.count = append(s.count[:0], make([]int, len(h.Space))...)
	for i := range s.near {
		q := s.near[i]
		q.X -= moved
		for l := range h.Space {
			for j := range h.Space[l] {
				b := &h.Space[l][j]
				if q.X > b.Lo.X && q.X < b.Hi.X && q.Y > b.Lo.Y && q.Y < b.Hi.Y && q.Z > b.Lo.Z && q.Z < b.Hi.Z {
					s.count[l]++
				}
			}
		}
	}
	if compat {
		return s.count[0]
	}
	return slices.Min(s.count)
}

// extent is the box around all boxes of a hand.
func (h *Hand) extent() AABB {
	e := AABB{geom.V(math.Inf(1), math.Inf(1), math.Inf(1)), geom.V(math.Inf(-1), math.Inf(-1), math.Inf(-1))}
	add := func(l []AABB) {
		for _, b := range l {
			e.Lo = geom.V(min(e.Lo.X, b.Lo.X), min(e.Lo.Y, b.Lo.Y), min(e.Lo.Z, b.Lo.Z))
			e.Hi = geom.V(max(e.Hi.X, b.Hi.X), max(e.Hi.Y, b.Hi.Y), max(e.Hi.Z, b.Hi.Z))
		}
	}
	add(h.Solid)
	for _, l := range h.Space {
		add(l)
	}
	t := geom.V(touching, touching, touching)
	return AABB{r3.Sub(e.Lo, t), r3.Add(e.Hi, t)}
}

// lowest is the least height in O of the hand's boxes.
func (h *Hand) lowest(x_OM geom.Pose) float64 {
	m := x_OM.R.Mat()
	low := math.Inf(1)
	for _, b := range h.Solid {
		z := x_OM.P.Z
		z += min(m[6]*b.Lo.X, m[6]*b.Hi.X) + min(m[7]*b.Lo.Y, m[7]*b.Hi.Y) + min(m[8]*b.Lo.Z, m[8]*b.Hi.Z)
		low = min(low, z)
	}
	return low
}
