package register

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Rigid returns the pose that brings points of S nearest, in the mean square, to their partners in T (Horn 1987). A non-zero
// unit vector up lets S turn about it alone. Slices of different lengths are cut to the shorter. No pair gives the identity.
func Rigid(p_S, p_T []geom.Vec, up geom.Vec) geom.Pose {
	var f pairSum
	for i := range min(len(p_S), len(p_T)) {
		f.add(p_S[i], p_T[i])
	}
	if f.n == 0 {
		return geom.Pose{R: geom.IdentityRot}
	}
	return f.pose(up)
}

// pairSum accumulates pairs of points: p is to be brought to q.
type pairSum struct {
	n, d2      float64
	p, q       geom.Vec
	xx, xy, xz float64 // sums of p_x q_x, p_x q_y ...
	yx, yy, yz float64
	zx, zy, zz float64
}

func (f *pairSum) add(p, q geom.Vec) {
	f.n++
	f.d2 += r3.Norm2(r3.Sub(p, q))
	f.p, f.q = r3.Add(f.p, p), r3.Add(f.q, q)
	f.xx, f.xy, f.xz = f.xx+p.X*q.X, f.xy+p.X*q.Y, f.xz+p.X*q.Z
	f.yx, f.yy, f.yz = f.yx+p.Y*q.X, f.yy+p.Y*q.Y, f.yz+p.Y*q.Z
	f.zx, f.zy, f.zz = f.zx+p.Z*q.X, f.zy+p.Z*q.Y, f.zz+p.Z*q.Z
}

func (f *pairSum) pose(up geom.Vec) geom.Pose {
	k := 1 / f.n
	p, q := r3.Scale(k, f.p), r3.Scale(k, f.q)
	xx, xy, xz := f.xx*k-p.X*q.X, f.xy*k-p.X*q.Y, f.xz*k-p.X*q.Z
	yx, yy, yz := f.yx*k-p.Y*q.X, f.yy*k-p.Y*q.Y, f.yz*k-p.Y*q.Z
	zx, zy, zz := f.zx*k-p.Z*q.X, f.zy*k-p.Z*q.Y, f.zz*k-p.Z*q.Z
	var R geom.Rot
	if up != (geom.Vec{}) {
		// the angle maximises the sum of q . R(angle) p, in which the part along the axis is constant
		s := up.X*(yz-zy) + up.Y*(zx-xz) + up.Z*(xy-yx)
		c := xx + yy + zz - (up.X*(up.X*xx+up.Y*xy+up.Z*xz) + up.Y*(up.X*yx+up.Y*yy+up.Z*yz) + up.Z*(up.X*zx+up.Y*zy+up.Z*zz))
		R = geom.IdentityRot
		if s != 0 || c != 0 {
			R = geom.AxisAngle(up, math.Atan2(s, c))
		}
	} else {
		R = largestEigen([4][4]float64{
			{xx + yy + zz, yz - zy, zx - xz, xy - yx},
			{yz - zy, xx - yy - zz, xy + yx, zx + xz},
			{zx - xz, xy + yx, -xx + yy - zz, yz + zy},
			{xy - yx, zx + xz, yz + zy, -xx - yy + zz},
		})
	}
	return geom.Pose{R: R, P: r3.Sub(q, R.Apply(p))}
}

// largestEigen returns the eigenvector of the largest eigenvalue of a symmetric matrix as a rotation, by cyclic Jacobi
// rotations (Golub and Van Loan, section 8.5).
func largestEigen(a [4][4]float64) geom.Rot {
	v := [4][4]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}
	for range 24 {
		off, diag := 0.0, 0.0
		for i := range 4 {
			diag += a[i][i] * a[i][i]
			for j := i + 1; j < 4; j++ {
				off += a[i][j] * a[i][j]
			}
		}
		if !(off > 1e-30*diag) {
			break
		}
		for p := range 3 {
			for q := p + 1; q < 4; q++ {
				if a[p][q] == 0 {
					continue
				}
				theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
				t := math.Copysign(1, theta) / (math.Abs(theta) + math.Sqrt(theta*theta+1))
				c := 1 / math.Sqrt(t*t+1)
				s := t * c
				for k := range 4 {
					a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
				}
				for k := range 4 {
					a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
				}
				for k := range 4 {
					v[k][p], v[k][q] = c*v[k][p]-s*v[k][q], s*v[k][p]+c*v[k][q]
				}
			}
		}
	}
	best := 0
	for i := range 4 {
		if a[i][i] > a[best][best] {
			best = i
		}
	}
	r, _ := geom.Quat(v[0][best], v[1][best], v[2][best], v[3][best])
	return r
}
