package cluster

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Outliers are what lies beyond the outermost 2 % of the points by more than 2 cm.
const (
	outlierFraction = 0.02
	outlierGap      = 0.02  // m
	outlierEdge     = 0.005 // m beyond the percentile at which the cut is made
)

// Bounds is a box that outliers do not stretch.
type Bounds struct {
	Size geom.Vec   // full side lengths along the axes of O, metres
	X_CO geom.Pose  // object frame in the cluster's frame
	X_BO geom.Pose  // and in the frame whose z is up
	Kept []geom.Vec // the points that are no outliers, in O, by rising z
}

// Center is the pose of the middle of the box in the cluster's frame; the object frame is under it.
func (b *Bounds) Center() geom.Pose {
	return b.X_CO.Mul(geom.Pose{P: geom.V(0, 0, b.Size.Z/2)})
}

// Box finds the upright box around a cluster's points (in C, metres): its longer side lies along the direction of greatest
// spread seen from above, its bottom is at the lowest of all points. X_BC is the cluster's frame in one whose z is up; the
// identity when that is the cluster's own. Points that are not finite are passed over; without any the error has kind Invalid.
// The yaw of the box is in (-90, 90] degrees, and 0 for a footprint that spreads evenly.
func Box(points []geom.Vec, X_BC geom.Pose) (*Bounds, error) { return box(points, X_BC, false) }

func box(points []geom.Vec, X_BC geom.Pose, compat bool) (*Bounds, error) {
	pts := make([]geom.Vec, 0, len(points))
	low := math.Inf(1)
	var mean geom.Vec
	turn, shift := X_BC.R.Mat(), X_BC.P
	for _, p_C := range points {
		p := r3.Add(apply(&turn, p_C), shift)
		if !geom.IsFinite(p) || math.Abs(p.X)+math.Abs(p.Y)+math.Abs(p.Z) > farthest {
			continue
		}
		pts = append(pts, p)
		low = min(low, p.Z)
		mean.X += p.X
		mean.Y += p.Y
	}
	if len(pts) == 0 {
		return nil, fault.New("bound cluster", "", fault.Invalid, "the cluster has no point; give one with finite coordinates within %g m", farthest)
	}
	n := float64(len(pts))
	mean = geom.V(mean.X/n, mean.Y/n, low)
	var xx, xy, yy float64
	for i := range pts {
		pts[i] = r3.Sub(pts[i], mean)
		p := pts[i]
		xx += p.X * p.X
		xy += p.X * p.Y
		yy += p.Y * p.Y
	}
	// The angle of the larger eigenvalue of a symmetric 2 x 2 matrix. Rounding alone must not turn a round footprint.
	yaw := 0.0
	if math.Hypot(xx-yy, 2*xy) > 1e-9*(xx+yy) {
		yaw = math.Atan2(2*xy, xx-yy) / 2
	}
	if yaw <= -math.Pi/2+1e-12 {
		yaw += math.Pi
	}
	s, c := math.Sincos(yaw)
	for i, p := range pts {
		pts[i] = geom.V(c*p.X+s*p.Y, -s*p.X+c*p.Y, p.Z)
	}
	pts = withoutOutliers(pts, compat)
	lo, hi := pts[0], pts[0]
	for _, p := range pts {
		lo = geom.V(min(lo.X, p.X), min(lo.Y, p.Y), min(lo.Z, p.Z))
		hi = geom.V(max(hi.X, p.X), max(hi.Y, p.Y), max(hi.Z, p.Z))
	}
	mid := geom.V((lo.X+hi.X)/2, (lo.Y+hi.Y)/2, 0)
	for i := range pts {
		pts[i] = r3.Sub(pts[i], mid)
	}
	X_BO := geom.Pose{R: geom.AxisAngle(geom.UnitZ, yaw), P: mean}
	X_BO.P = X_BO.Apply(mid)
	return &Bounds{Size: r3.Sub(hi, lo), X_CO: X_BC.Inv().Mul(X_BO), X_BO: X_BO, Kept: pts}, nil
}

// farthest is the largest coordinate that is taken for a measurement, in metres.
const farthest = 1e4

// apply turns a vector by a row-major matrix.
func apply(m *[9]float64, v geom.Vec) geom.Vec {
	return geom.Vec{X: m[0]*v.X + m[1]*v.Y + m[2]*v.Z, Y: m[3]*v.X + m[4]*v.Y + m[5]*v.Z, Z: m[6]*v.X + m[7]*v.Y + m[8]*v.Z}
}

// withoutOutliers drops the points beyond a gap on either side of x and y and above, one axis after the other, and sorts the
// rest by z. With compat a cut on the low side also loses the single largest point.
func withoutOutliers(pts []geom.Vec, compat bool) []geom.Vec {
	v := make([]float64, len(pts))
	for axis := range 3 {
		v = v[:len(pts)]
		for i := range pts {
			v[i] = along(&pts[i], axis)
		}
		slices.Sort(v)
		n := len(v)
		least, most := v[0], math.Inf(1) // what is kept: from least up to, not including, most
		if q := v[int((1-outlierFraction)*float64(n))]; v[n-1]-q > outlierGap && v[0] < q+outlierEdge {
			most = q + outlierEdge
		}
		if q := v[int(outlierFraction*float64(n))]; axis < 2 && q-v[0] > outlierGap {
			least = q - outlierEdge
		}
		cut := least > v[0]
		if !cut && most > v[n-1] {
			continue
		}
		kept := pts[:0]
		for _, p := range pts {
			if x := along(&p, axis); x >= least && x < most {
				kept = append(kept, p)
			}
		}
		pts = kept
		if cut && compat && len(pts) > 1 {
			largest := slices.IndexFunc(pts, func(p geom.Vec) bool {
				return !slices.ContainsFunc(pts, func(q geom.Vec) bool { return along(&q, axis) > along(&p, axis) })
			})
			pts = slices.Delete(pts, largest, largest+1)
		}
	}
	slices.SortFunc(pts, func(a, b geom.Vec) int { // no result depends on the order in which points come
		return cmp.Or(cmp.Compare(a.Z, b.Z), cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	})
	return pts
}

func along(p *geom.Vec, axis int) float64 {
	switch axis {
	case 0:
		return p.X
	case 1:
		return p.Y
	}
	return p.Z
}

// Box3D finds the box around all points along the principal axes of their spread, in any direction and with outliers: the
// pose X_CO of its middle and its side lengths. It is what the services whose names end in _3d answer.
func Box3D(points []geom.Vec) (X_CO geom.Pose, size geom.Vec, err error) {
	mean, _, axes := geom.PrincipalAxes(points)
	R := geom.FromAxes(axes[0], axes[1], axes[2])
	back := R.Inv()
	lo, hi := geom.V(math.Inf(1), math.Inf(1), math.Inf(1)), geom.V(math.Inf(-1), math.Inf(-1), math.Inf(-1))
	n := 0
	for _, p := range points {
		if !geom.IsFinite(p) {
			continue
		}
		n++
		q := back.Apply(r3.Sub(p, mean))
		lo = geom.V(min(lo.X, q.X), min(lo.Y, q.Y), min(lo.Z, q.Z))
		hi = geom.V(max(hi.X, q.X), max(hi.Y, q.Y), max(hi.Z, q.Z))
	}
	if n == 0 {
		return geom.Pose{}, geom.Vec{}, fault.New("bound cluster", "", fault.Invalid, "the cluster has no point")
	}
	return geom.Pose{R: R, P: r3.Add(mean, R.Apply(r3.Scale(0.5, r3.Add(lo, hi))))}, r3.Sub(hi, lo), nil
}
