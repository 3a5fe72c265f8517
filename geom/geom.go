// Package geom is the only home of three-dimensional maths: vectors, rotations, poses, principal axes, planes and boxes.
//
// Units are metres and radians. Poses carry monogram names at their use: X_AB is the pose of frame B in frame A, p_AC the
// position of C measured from A, R_AB a rotation with v_A = R_AB v_B. A product is right when the letters meet:
// X_AC = X_AB.Mul(X_BC). See doc/notation.md.
package geom

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Vec is a vector or a point; which of the two, and in which frame, is said by its name.
type Vec = r3.Vec

// V makes a vector.
func V(x, y, z float64) Vec { return Vec{X: x, Y: y, Z: z} }

// UnitX, UnitY and UnitZ are the axes of a frame, expressed in it.
var (
	UnitX = Vec{X: 1}
	UnitY = Vec{Y: 1}
	UnitZ = Vec{Z: 1}
)

// IsFinite reports whether no component is NaN or infinite.
func IsFinite(v Vec) bool {
	return !math.IsNaN(v.X-v.X) && !math.IsNaN(v.Y-v.Y) && !math.IsNaN(v.Z-v.Z)
}

// Unit returns v scaled to length 1 and true, or the zero vector and false when v is too short to have a direction.
func Unit(v Vec) (Vec, bool) {
	n := r3.Norm(v)
	if !(n > 1e-300) || math.IsInf(n, 0) {
		return Vec{}, false
	}
	return r3.Scale(1/n, v), true
}

// Orthogonal returns a unit vector at a right angle to the unit vector u. The choice is continuous except near one axis.
func Orthogonal(u Vec) Vec {
	a := UnitX
	if math.Abs(u.X) > 0.7 {
		a = UnitY
	}
	w, _ := Unit(r3.Cross(u, a))
	return w
}
