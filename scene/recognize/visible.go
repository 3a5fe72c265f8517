package recognize

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// view is where a shape is seen from, in the shape's frame about its mid: from eye, or from infinitely far in direction dir.
// With neither it is seen from all round.
type view struct {
	dir      geom.Vec // unit, from the shape to the eye
	distance float64  // m; 0: infinite
}

func (v view) allRound() bool { return v.dir == (geom.Vec{}) }

// eyeView is the view from a place.
func eyeView(eye geom.Vec) view {
	dir, ok := geom.Unit(eye)
	if !ok {
		return view{}
	}
	return view{dir, r3.Norm(eye)}
}

// grazing is the least cosine between a normal and the direction to the eye at which a surface is expected to be measured.
const grazing = 0.3

// depthMap finds which points of a shape a sensor sees: those that no other point lies before.
type depthMap struct {
	near  []float32 // by pixel
	pixel []int32   // of each point, or -1
	depth []float32
	seen  []bool
}

// visible marks the points that are seen. Points on surfaces that the eye sees at a grazing angle may be marked or not: with
// strict they are not.
func (m *depthMap) visible(s *shape, v view, strict bool) []bool {
	n := s.points.Len()
	m.seen = grow(m.seen, n)
	if v.allRound() {
		for i := range m.seen {
			m.seen[i] = true
		}
		return m.seen
	}
	a := geom.Orthogonal(v.dir)
	b := r3.Cross(v.dir, a)
	size := 1.6 * max(s.spacing, 1e-4) // m; a pixel that catches at least one point of a surface
	half := int(s.radius*1.3/size) + 2
	side := 2*half + 1
	if side > 1024 {
		size *= float64(side) / 1024
		half = int(s.radius*1.3/size) + 2
		side = 2*half + 1
	}
	m.near = grow(m.near, side*side)
	m.pixel, m.depth = grow(m.pixel, n), grow(m.depth, n)
	for k := range m.near {
		m.near[k] = float32(math.Inf(1))
	}
	for i := range n {
		p := s.at(i)
		h := r3.Dot(p, v.dir) // towards the eye
		scale := 1.0
		if v.distance > 0 {
			scale = v.distance / max(v.distance-h, 0.1*v.distance)
		}
		x, y := int(math.Floor(r3.Dot(p, a)*scale/size))+half, int(math.Floor(r3.Dot(p, b)*scale/size))+half
		m.pixel[i] = -1
		if x < 1 || y < 1 || x >= side-1 || y >= side-1 {
			continue
		}
		m.pixel[i] = int32(y*side + x)
		m.depth[i] = float32(-h)
		m.near[m.pixel[i]] = min(m.near[m.pixel[i]], m.depth[i])
	}
	// Thickness of a registered surface, and its slope over a pixel. To be strict is to leave out steep surfaces.
	thick := float32(max(2.5*s.spacing, 0.008))
	if !strict {
		thick = float32(max(2.5*size, 0.012))
	}
	for i := range n {
		k := m.pixel[i]
		if k < 0 {
			m.seen[i] = true
			continue
		}
		limit := m.depth[i] - thick
		hidden := 0
		for _, d := range [5]int{0, -1, 1, -side, side} {
			if m.near[int(k)+d] < limit {
				hidden++
			}
		}
		// At the rim of something nearer, a neighbour may be nearer without covering the point.
		m.seen[i] = m.near[k] >= limit && (hidden < 3 || !strict)
	}
	if strict {
		s.target.Each(func(i int, _, normal geom.Vec) {
			if c := r3.Dot(normal, v.dir); math.Abs(c) < grazing && normal != (geom.Vec{}) {
				m.seen[i] = false
			}
		})
	}
	return m.seen
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// lookouts are directions to look from where the place of the sensor is not known: around at two heights and from above. up
// zero takes the directions of a cube's sides, edges and corners.
func lookouts(up geom.Vec) []geom.Vec {
	var out []geom.Vec
	if up == (geom.Vec{}) {
		for x := -1.0; x <= 1; x++ {
			for y := -1.0; y <= 1; y++ {
				for z := -1.0; z <= 1; z++ {
					if d, ok := geom.Unit(geom.V(x, y, z)); ok {
						out = append(out, d)
					}
				}
			}
		}
		return out
	}
	a := geom.Orthogonal(up)
	b := r3.Cross(up, a)
	for _, elevation := range []float64{0.35, 0.9} {
		for k := range 12 {
			s, c := math.Sincos(2 * math.Pi * float64(k) / 12)
			se, ce := math.Sincos(elevation)
			out = append(out, r3.Add(r3.Scale(se, up), r3.Scale(ce, r3.Add(r3.Scale(c, a), r3.Scale(s, b)))))
		}
	}
	return append(out, up)
}
