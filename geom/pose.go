package geom

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Pose is X_AB, the pose of frame B in frame A: a point p_B is seen in A at R p_B + P. The zero value is the identity.
type Pose struct {
	R Rot // R_AB
	P Vec // p_AB, metres
}

// Mul composes: X_AC = X_AB.Mul(X_BC).
func (x Pose) Mul(y Pose) Pose { return Pose{R: x.R.Mul(y.R), P: r3.Add(x.R.Apply(y.P), x.P)} }

// Inv returns X_BA of X_AB.
func (x Pose) Inv() Pose {
	i := x.R.Inv()
	return Pose{R: i, P: r3.Scale(-1, i.Apply(x.P))}
}

// Apply maps a point: p_A = X_AB.Apply(p_B).
func (x Pose) Apply(p Vec) Vec { return r3.Add(x.R.Apply(p), x.P) }

// Interpolate moves from x (t = 0) to y (t = 1): position along the line, rotation by Slerp.
func (x Pose) Interpolate(y Pose, t float64) Pose {
	return Pose{R: x.R.Slerp(y.R, t), P: r3.Add(r3.Scale(1-t, x.P), r3.Scale(t, y.P))}
}

// IsFinite reports whether no number of the pose is NaN or infinite.
func (x Pose) IsFinite() bool {
	return IsFinite(x.P) && !math.IsNaN(x.R.norm2()) && !math.IsInf(x.R.norm2(), 0)
}
