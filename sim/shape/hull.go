package shape

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Hull is the convex hull of points. B has its origin at the centre of volume and its axes along the principal axes of inertia.
type Hull struct {
	Vertices []geom.Vec
	Faces    [][3]int // corners counter-clockwise seen from outside

	normal   []geom.Vec
	offset   []float64
	volume   float64
	inertia  geom.Vec
	half     geom.Vec
	supports []Ball
}

// maxHull bounds the corners, since each face costs time at every pad cell. More points are reduced to the extreme ones along this
// many directions.
const maxHull = 48

// NewHull makes the hull of points given in a frame P, and returns the pose X_PB of its own frame.
func NewHull(points []geom.Vec) (*Hull, geom.Pose, error) {
	bad := func(format string, args ...any) (*Hull, geom.Pose, error) {
		return nil, geom.Pose{}, fault.New("make hull", "", fault.Invalid, format, args...)
	}
	for _, p := range points {
		if !geom.IsFinite(p) {
			return bad("a point is not finite")
		}
	}
	h := &Hull{Vertices: extremes(points, maxHull)}
	if !h.build() {
		return bad("the %d points lie in a plane, or nearly so", len(points))
	}
	c, second := h.moments()
	_, axes := second.Eigen()
	R := geom.FromAxes(axes[0], axes[1], axes[2])
	back := R.Inv()
	for i, v := range h.Vertices {
		h.Vertices[i] = back.Apply(r3.Sub(v, c))
	}
	h.prepare()
	return h, geom.Pose{R: R, P: c}, nil
}

// extremes are the points that are farthest along n directions spread evenly over the sphere, each once, in the order of points.
func extremes(points []geom.Vec, n int) []geom.Vec {
	if len(points) <= n {
		return append([]geom.Vec(nil), points...)
	}
	keep := make([]bool, len(points))
	const golden = 2.399963229728653 // rad
	for k := 0; k < n; k++ {
		z := 1 - (2*float64(k)+1)/float64(n)
		s, c := math.Sincos(golden * float64(k))
		rho := math.Sqrt(1 - z*z)
		d := geom.V(rho*c, rho*s, z)
		best, at := math.Inf(-1), 0
		for i, p := range points {
			if v := r3.Dot(d, p); v > best {
				best, at = v, i
			}
		}
		keep[at] = true
	}
	var out []geom.Vec
	for i, k := range keep {
		if k {
			out = append(out, points[i])
		}
	}
	return out
}

// build finds the faces, point by point: what a new point sees is removed, and the rim is joined to it. Points inside are dropped.
func (h *Hull) build() bool {
	v := h.Vertices
	if len(v) < 4 {
		return false
	}
	size := 0.0
	for _, p := range v {
		size = math.Max(size, r3.Norm(r3.Sub(p, v[0])))
	}
	eps := 1e-9 * size
	// A first tetrahedron: the two farthest apart from the first, the farthest from their line, the farthest from their plane.
	far := func(measure func(geom.Vec) float64) (int, float64) {
		best, at := 0.0, 0
		for i, p := range v {
			if m := math.Abs(measure(p)); m > best {
				best, at = m, i
			}
		}
		return at, best
	}
	b, d := far(func(p geom.Vec) float64 { return r3.Norm(r3.Sub(p, v[0])) })
	if d <= eps {
		return false
	}
	line := r3.Unit(r3.Sub(v[b], v[0]))
	c, d := far(func(p geom.Vec) float64 { return r3.Norm(r3.Cross(line, r3.Sub(p, v[0]))) })
	if d <= 1e4*eps {
		return false
	}
	n := r3.Unit(r3.Cross(line, r3.Sub(v[c], v[0])))
	e, d := far(func(p geom.Vec) float64 { return r3.Dot(n, r3.Sub(p, v[0])) })
	if d <= 1e4*eps {
		return false
	}
	if r3.Dot(n, r3.Sub(v[e], v[0])) > 0 {
		b, c = c, b
	}
	faces := [][3]int{{0, b, c}, {0, c, e}, {c, b, e}, {b, 0, e}}
	above := func(f [3]int, p geom.Vec) float64 {
		m := r3.Cross(r3.Sub(v[f[1]], v[f[0]]), r3.Sub(v[f[2]], v[f[0]]))
		return r3.Dot(m, r3.Sub(p, v[f[0]])) / math.Max(r3.Norm(m), 1e-300)
	}
	for i, p := range v {
		var rest [][3]int
		rim := map[[2]int]bool{}
		for _, f := range faces {
			if above(f, p) <= eps {
				rest = append(rest, f)
				continue
			}
			for k := 0; k < 3; k++ {
				rim[[2]int{f[k], f[(k+1)%3]}] = true
			}
		}
		if len(rim) == 0 {
			continue
		}
		for _, f := range faces { // in a fixed order, so that the same points give the same hull
			if above(f, p) <= eps {
				continue
			}
			for k := 0; k < 3; k++ {
				x, y := f[k], f[(k+1)%3]
				if !rim[[2]int{y, x}] {
					rest = append(rest, [3]int{x, y, i})
				}
			}
		}
		faces = rest
	}
	// Keep the corners that a face uses.
	index := make([]int, len(v))
	for i := range index {
		index[i] = -1
	}
	var kept []geom.Vec
	for i, f := range faces {
		for k, c := range f {
			if index[c] < 0 {
				index[c] = len(kept)
				kept = append(kept, v[c])
			}
			faces[i][k] = index[c]
		}
	}
	h.Vertices, h.Faces = kept, faces
	return len(faces) >= 4
}

// moments sums tetrahedra from the first corner: the centre, and the second moments of volume about it.
func (h *Hull) moments() (center geom.Vec, second geom.Sym) {
	o := h.Vertices[0]
	vol := 0.0
	var first geom.Vec
	for _, f := range h.Faces {
		a, b, c := r3.Sub(h.Vertices[f[0]], o), r3.Sub(h.Vertices[f[1]], o), r3.Sub(h.Vertices[f[2]], o)
		v := r3.Dot(a, r3.Cross(b, c)) / 6
		s := r3.Add(a, r3.Add(b, c))
		vol += v
		first = r3.Add(first, r3.Scale(v/4, s))
		// Integral of x y over a tetrahedron with a corner at 0: v/20 (sum of products of corners + product of the sums).
		m := func(x func(geom.Vec) float64, y func(geom.Vec) float64) float64 {
			return v / 20 * (x(a)*y(a) + x(b)*y(b) + x(c)*y(c) + x(s)*y(s))
		}
		px := func(p geom.Vec) float64 { return p.X }
		py := func(p geom.Vec) float64 { return p.Y }
		pz := func(p geom.Vec) float64 { return p.Z }
		second.XX += m(px, px)
		second.YY += m(py, py)
		second.ZZ += m(pz, pz)
		second.XY += m(px, py)
		second.XZ += m(px, pz)
		second.YZ += m(py, pz)
	}
	c := r3.Scale(1/vol, first)
	second.XX -= vol * c.X * c.X
	second.YY -= vol * c.Y * c.Y
	second.ZZ -= vol * c.Z * c.Z
	second.XY -= vol * c.X * c.Y
	second.XZ -= vol * c.X * c.Z
	second.YZ -= vol * c.Y * c.Z
	h.volume = vol
	return r3.Add(o, c), second
}

func (h *Hull) prepare() {
	_, s := h.moments()
	h.inertia = r3.Scale(1/h.volume, geom.V(s.YY+s.ZZ, s.XX+s.ZZ, s.XX+s.YY))
	for _, f := range h.Faces {
		a, b, c := h.Vertices[f[0]], h.Vertices[f[1]], h.Vertices[f[2]]
		n := r3.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
		h.normal = append(h.normal, n)
		h.offset = append(h.offset, r3.Dot(n, a))
	}
	for _, v := range h.Vertices {
		h.half = geom.V(math.Max(h.half.X, math.Abs(v.X)), math.Max(h.half.Y, math.Abs(v.Y)), math.Max(h.half.Z, math.Abs(v.Z)))
	}
	round := rounding * math.Min(h.half.X, math.Min(h.half.Y, h.half.Z))
	for _, v := range h.Vertices { // drawn back towards the centre, with the radius that still fits
		c := r3.Scale(1-2*round/r3.Norm(v), v)
		h.supports = append(h.supports, Ball{Center: c, Radius: -h.SignedDistance(c)})
	}
}

// SignedDistance implements Shape.
func (h *Hull) SignedDistance(p geom.Vec) float64 { d, _ := h.Surface(p); return d }

// Surface implements Shape.
func (h *Hull) Surface(p geom.Vec) (float64, geom.Vec) {
	best, at := math.Inf(-1), 0
	for i, n := range h.normal {
		if d := r3.Dot(n, p) - h.offset[i]; d > best {
			best, at = d, i
		}
	}
	if best <= 0 {
		return best, h.normal[at]
	}
	// Outside, the nearest point is on a face that p is above.
	near, least := geom.Vec{}, math.Inf(1)
	for i, n := range h.normal {
		if r3.Dot(n, p) < h.offset[i] {
			continue
		}
		f := h.Faces[i]
		q := nearest(p, h.Vertices[f[0]], h.Vertices[f[1]], h.Vertices[f[2]])
		if d := r3.Norm2(r3.Sub(p, q)); d < least {
			near, least = q, d
		}
	}
	if least < 1e-30 {
		return 0, h.normal[at]
	}
	d := math.Sqrt(least)
	return d, r3.Scale(1/d, r3.Sub(p, near))
}

// nearest is the point of a triangle that is nearest to p, by the regions of its corners and edges (Ericson, Real-Time Collision
// Detection, 5.1.5).
func nearest(p, a, b, c geom.Vec) geom.Vec {
	ab, ac, ap := r3.Sub(b, a), r3.Sub(c, a), r3.Sub(p, a)
	d1, d2 := r3.Dot(ab, ap), r3.Dot(ac, ap)
	if d1 <= 0 && d2 <= 0 {
		return a
	}
	bp := r3.Sub(p, b)
	d3, d4 := r3.Dot(ab, bp), r3.Dot(ac, bp)
	if d3 >= 0 && d4 <= d3 {
		return b
	}
	vc := d1*d4 - d3*d2
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		return r3.Add(a, r3.Scale(d1/(d1-d3), ab))
	}
	cp := r3.Sub(p, c)
	d5, d6 := r3.Dot(ab, cp), r3.Dot(ac, cp)
	if d6 >= 0 && d5 <= d6 {
		return c
	}
	vb := d5*d2 - d1*d6
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		return r3.Add(a, r3.Scale(d2/(d2-d6), ac))
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		return r3.Add(b, r3.Scale((d4-d3)/((d4-d3)+(d5-d6)), r3.Sub(c, b)))
	}
	k := 1 / (va + vb + vc)
	return r3.Add(a, r3.Add(r3.Scale(vb*k, ab), r3.Scale(vc*k, ac)))
}

// Half implements Shape.
func (h *Hull) Half() geom.Vec { return h.half }

// Volume implements Shape.
func (h *Hull) Volume() float64 { return h.volume }

// UnitInertia implements Shape.
func (h *Hull) UnitInertia() geom.Vec { return h.inertia }

// Supports implements Shape.
func (h *Hull) Supports() []Ball { return h.supports }
