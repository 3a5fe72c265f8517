package register

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// Target is what sources are aligned to: points, a tree over them, and the normal of the surface at each. It may be used by
// several goroutines at once.
type Target struct {
	Tree
	normals []point // in the order of the leaves; zero where the neighbours do not make a surface
}

// normalNeighbours is the number of points a normal is made of.
const normalNeighbours = 12

// NewTarget builds a target of the finite points of p.
func NewTarget(p Points) *Target {
	t := &Target{}
	t.Build(p)
	return t
}

// Build makes the target anew and reuses its memory. Normals are the directions of least spread of about the twelve nearest
// points; their sign is arbitrary until Orient.
func (t *Target) Build(p Points) {
	t.Tree.Build(p)
	n := len(t.pts)
	t.normals = grown(t.normals, n)
	r2 := t.reach()
	multicore.EachPiece(n, 1024, func(_, from, to int) {
		var nb neighbours
		var around [256]int32
		for i := from; i < to; i++ {
			// a ball of fixed size is found faster than a number of points, and will do wherever the cloud is evenly dense
			at := t.appendWithin(around[:0], t.pts[i], r2, 4*normalNeighbours)
			if len(at) < normalNeighbours/2 {
				t.kNearest(t.pts[i], normalNeighbours, &nb)
				at = nb.at[:nb.n]
			}
			t.normals[i] = t.normal(i, at)
		}
	})
}

// reach is the square of the radius that holds as many points as a normal is made of, at the median of a sample.
func (t *Target) reach() float32 {
	var far []float32
	var nb neighbours
	step := max(len(t.pts)/64, 1)
	for i := 0; i < len(t.pts); i += step {
		t.kNearest(t.pts[i], normalNeighbours, &nb)
		far = append(far, nb.d2[nb.n-1])
	}
	if len(far) == 0 {
		return 0
	}
	return nthLeast(far, len(far)/2)
}

func (t *Target) normal(i int, around []int32) point {
	if len(around) < 3 {
		return point{}
	}
	o := t.pts[i]
	var sx, sy, sz, xx, yy, zz, xy, xz, yz float64
	for _, k := range around {
		p := t.pts[k]
		x, y, z := float64(p.x-o.x), float64(p.y-o.y), float64(p.z-o.z)
		sx, sy, sz = sx+x, sy+y, sz+z
		xx, yy, zz, xy, xz, yz = xx+x*x, yy+y*y, zz+z*z, xy+x*y, xz+x*z, yz+y*z
	}
	k := 1 / float64(len(around))
	sx, sy, sz = sx*k, sy*k, sz*k
	n, ok := leastAxis(geom.Sym{
		XX: xx*k - sx*sx, YY: yy*k - sy*sy, ZZ: zz*k - sz*sz,
		XY: xy*k - sx*sy, XZ: xz*k - sx*sz, YZ: yz*k - sy*sz,
	})
	if !ok {
		return point{}
	}
	return point{float32(n.X), float32(n.Y), float32(n.Z)}
}

// leastAxis returns the eigenvector of the least eigenvalue of a covariance, in closed form: the trigonometric roots of the
// characteristic polynomial (Smith 1961), and the longest cross product of two rows of s - lambda 1. It is false where the
// two lesser eigenvalues are alike, so that the points make a line or a ball.
func leastAxis(s geom.Sym) (geom.Vec, bool) {
	q := (s.XX + s.YY + s.ZZ) / 3
	a, b, c := s.XX-q, s.YY-q, s.ZZ-q
	p2 := a*a + b*b + c*c + 2*(s.XY*s.XY+s.XZ*s.XZ+s.YZ*s.YZ)
	p := math.Sqrt(p2 / 6)
	if !(p > 1e-12*q) || !(q > 0) {
		return geom.Vec{}, false
	}
	det := a*(b*c-s.YZ*s.YZ) - s.XY*(s.XY*c-s.YZ*s.XZ) + s.XZ*(s.XY*s.YZ-b*s.XZ)
	r := min(max(det/(2*p*p*p), -1), 1)
	phi := math.Acos(r) / 3
	least := q + 2*p*math.Cos(phi+2*math.Pi/3)
	most := q + 2*p*math.Cos(phi)
	mid := 3*q - least - most
	if mid-least < 1e-3*most {
		return geom.Vec{}, false
	}
	r0, r1, r2 := geom.V(s.XX-least, s.XY, s.XZ), geom.V(s.XY, s.YY-least, s.YZ), geom.V(s.XZ, s.YZ, s.ZZ-least)
	best, bestN := geom.Vec{}, 0.0
	for _, v := range [3]geom.Vec{r3.Cross(r0, r1), r3.Cross(r0, r2), r3.Cross(r1, r2)} {
		if n := r3.Norm2(v); n > bestN {
			best, bestN = v, n
		}
	}
	return geom.Unit(best)
}

// Orient turns every normal to the side that f, given the point and its normal, says is outside (a positive number), and
// leaves it where f says 0.
func (t *Target) Orient(f func(p, n geom.Vec) float64) {
	for i, n := range t.normals {
		p := t.pts[i]
		if f(geom.V(float64(p.x), float64(p.y), float64(p.z)), geom.V(float64(n.x), float64(n.y), float64(n.z))) < 0 {
			t.normals[i] = point{-n.x, -n.y, -n.z}
		}
	}
}

// Each calls f with the column index, the position and the normal of every point. A normal that is not known is zero.
func (t *Target) Each(f func(i int, p, n geom.Vec)) {
	for k, n := range t.normals {
		p := t.pts[k]
		f(int(t.index[k]), geom.V(float64(p.x), float64(p.y), float64(p.z)), geom.V(float64(n.x), float64(n.y), float64(n.z)))
	}
}
