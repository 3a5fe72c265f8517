package geom

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Sym is a symmetric 3 x 3 matrix; a covariance or an inertia.
type Sym struct{ XX, YY, ZZ, XY, XZ, YZ float64 }

// Moments accumulates the centroid and covariance of points in one pass. Points should be near the origin given to
// NewMoments relative to their spread, since squares are summed about it.
type Moments struct {
	origin Vec
	n      float64
	sum    Vec
	sq     Sym
}

// NewMoments starts an accumulation about an origin.
func NewMoments(origin Vec) Moments { return Moments{origin: origin} }

// Add counts a point.
func (m *Moments) Add(p Vec) {
	d := r3.Sub(p, m.origin)
	m.n++
	m.sum = r3.Add(m.sum, d)
	m.sq.XX += d.X * d.X
	m.sq.YY += d.Y * d.Y
	m.sq.ZZ += d.Z * d.Z
	m.sq.XY += d.X * d.Y
	m.sq.XZ += d.X * d.Z
	m.sq.YZ += d.Y * d.Z
}

// N is the number of points counted.
func (m *Moments) N() int { return int(m.n) }

// Mean returns the centroid; the origin when no point was counted.
func (m *Moments) Mean() Vec {
	if m.n == 0 {
		return m.origin
	}
	return r3.Add(m.origin, r3.Scale(1/m.n, m.sum))
}

// Cov returns the covariance (divided by n), in square metres.
func (m *Moments) Cov() Sym {
	if m.n == 0 {
		return Sym{}
	}
	a := r3.Scale(1/m.n, m.sum)
	k := 1 / m.n
	return Sym{
		XX: m.sq.XX*k - a.X*a.X, YY: m.sq.YY*k - a.Y*a.Y, ZZ: m.sq.ZZ*k - a.Z*a.Z,
		XY: m.sq.XY*k - a.X*a.Y, XZ: m.sq.XZ*k - a.X*a.Z, YZ: m.sq.YZ*k - a.Y*a.Z,
	}
}

// Eigen returns the eigenvalues in descending order with unit, right-handed eigenvectors, by cyclic Jacobi rotations
// (Golub and Van Loan, section 8.5). It always ends, also with NaN input.
func (s Sym) Eigen() (val [3]float64, vec [3]Vec) {
	a := [3][3]float64{{s.XX, s.XY, s.XZ}, {s.XY, s.YY, s.YZ}, {s.XZ, s.YZ, s.ZZ}}
	v := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for sweep := 0; sweep < 24; sweep++ {
		off := a[0][1]*a[0][1] + a[0][2]*a[0][2] + a[1][2]*a[1][2]
		diag := a[0][0]*a[0][0] + a[1][1]*a[1][1] + a[2][2]*a[2][2]
		if !(off > 1e-32*diag) {
			break
		}
		for p := 0; p < 2; p++ {
			for q := p + 1; q < 3; q++ {
				if a[p][q] == 0 {
					continue
				}
				theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
				t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(theta*theta+1))
				c := 1 / math.Sqrt(t*t+1)
				sn := t * c
				for k := 0; k < 3; k++ {
					a[k][p], a[k][q] = c*a[k][p]-sn*a[k][q], sn*a[k][p]+c*a[k][q]
				}
				for k := 0; k < 3; k++ {
					a[p][k], a[q][k] = c*a[p][k]-sn*a[q][k], sn*a[p][k]+c*a[q][k]
				}
				for k := 0; k < 3; k++ {
					v[k][p], v[k][q] = c*v[k][p]-sn*v[k][q], sn*v[k][p]+c*v[k][q]
				}
			}
		}
	}
	order := [3]int{0, 1, 2}
	for i := 0; i < 2; i++ {
		for j := i + 1; j < 3; j++ {
			if a[order[j]][order[j]] > a[order[i]][order[i]] {
				order[i], order[j] = order[j], order[i]
			}
		}
	}
	for i, k := range order {
		val[i] = a[k][k]
		vec[i] = Vec{X: v[0][k], Y: v[1][k], Z: v[2][k]}
	}
	vec[2] = r3.Cross(vec[0], vec[1])
	return val, vec
}

// PrincipalAxes returns the centroid of points, their variances along the principal axes in descending order, and the
// axes (unit, right-handed). Points that are not finite are passed over.
func PrincipalAxes(points []Vec) (mean Vec, variance [3]float64, axes [3]Vec) {
	var m Moments
	for _, p := range points {
		if IsFinite(p) {
			if m.n == 0 {
				m = NewMoments(p)
			}
			m.Add(p)
		}
	}
	variance, axes = m.Cov().Eigen()
	return m.Mean(), variance, axes
}

// Plane is the set of points with Normal . p = Offset, with a unit normal.
type Plane struct {
	Normal Vec
	Offset float64 // metres
}

// Height is the signed distance of a point, positive on the side that the normal points to.
func (p Plane) Height(q Vec) float64 { return r3.Dot(p.Normal, q) - p.Offset }

// Project returns the nearest point of the plane.
func (p Plane) Project(q Vec) Vec { return r3.Sub(q, r3.Scale(p.Height(q), p.Normal)) }

// Flip turns the normal round and keeps the points.
func (p Plane) Flip() Plane { return Plane{Normal: r3.Scale(-1, p.Normal), Offset: -p.Offset} }
