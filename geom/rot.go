package geom

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Rot is a rotation R_AB as a unit quaternion. The zero value is the identity, so that an unset orientation turns nothing.
type Rot struct{ W, X, Y, Z float64 }

// IdentityRot turns nothing.
var IdentityRot = Rot{W: 1}

func (r Rot) norm2() float64 { return r.W*r.W + r.X*r.X + r.Y*r.Y + r.Z*r.Z }

// Quat makes a rotation of a quaternion of any length but zero; the second result is false when it has no direction
// (all zero, NaN or infinite), and the identity is returned.
func Quat(w, x, y, z float64) (Rot, bool) {
	m := math.Max(math.Max(math.Abs(w), math.Abs(x)), math.Max(math.Abs(y), math.Abs(z)))
	if !(m > 0) || math.IsInf(m, 0) || math.IsNaN(w+x+y+z) {
		return IdentityRot, false
	}
	w, x, y, z = w/m, x/m, y/m, z/m // squares of very small or large components would under- or overflow
	n := math.Sqrt(w*w + x*x + y*y + z*z)
	return Rot{w / n, x / n, y / n, z / n}, true
}

// canonical replaces the zero value by the identity.
func (r Rot) canonical() Rot {
	if r == (Rot{}) {
		return IdentityRot
	}
	return r
}

// AxisAngle turns by angle radians about a unit axis, counter-clockwise seen from its tip.
func AxisAngle(axis Vec, angle float64) Rot {
	s, c := math.Sincos(angle / 2)
	return Rot{c, s * axis.X, s * axis.Y, s * axis.Z}
}

// AxisAngle returns the axis (unit) and the angle in [0, pi] of a rotation; the axis of the identity is x.
func (r Rot) AxisAngle() (axis Vec, angle float64) {
	r = r.canonical()
	if r.W < 0 {
		r = Rot{-r.W, -r.X, -r.Y, -r.Z}
	}
	v := Vec{X: r.X, Y: r.Y, Z: r.Z}
	s := r3.Norm(v)
	axis, ok := Unit(v)
	if !ok {
		return UnitX, 0
	}
	return axis, 2 * math.Atan2(s, r.W)
}

// Exp maps a rotation vector (axis times angle) to its rotation; Log is its inverse.
func Exp(w Vec) Rot {
	a := r3.Norm(w)
	s := 0.5 - a*a/48 // sin(a/2)/a for small a
	if a > 1e-4 {
		s = math.Sin(a/2) / a
	}
	return Rot{math.Cos(a / 2), s * w.X, s * w.Y, s * w.Z}
}

// Log returns the rotation vector of r, of length at most pi.
func (r Rot) Log() Vec {
	axis, angle := r.AxisAngle()
	return r3.Scale(angle, axis)
}

// RPY makes a rotation of roll, pitch and yaw about the fixed axes x, y, z in this order: R = Rz(yaw) Ry(pitch) Rx(roll).
// This is the convention of tf and URDF.
func RPY(roll, pitch, yaw float64) Rot {
	sr, cr := math.Sincos(roll / 2)
	sp, cp := math.Sincos(pitch / 2)
	sy, cy := math.Sincos(yaw / 2)
	return Rot{
		W: cr*cp*cy + sr*sp*sy,
		X: sr*cp*cy - cr*sp*sy,
		Y: cr*sp*cy + sr*cp*sy,
		Z: cr*cp*sy - sr*sp*cy,
	}
}

// RPY returns roll and yaw in (-pi, pi] and pitch in [-pi/2, pi/2]. At gimbal lock (pitch of a right angle) roll is 0.
func (r Rot) RPY() (roll, pitch, yaw float64) {
	m := r.Mat()
	// The arc sine would lose half the digits near a right angle.
	pitch = math.Atan2(-m[6], math.Hypot(m[7], m[8]))
	if math.Hypot(m[7], m[8]) < 1e-9 {
		return 0, pitch, math.Atan2(-m[1], m[4])
	}
	return math.Atan2(m[7], m[8]), pitch, math.Atan2(m[3], m[0])
}

// Mul composes: R_AC = R_AB.Mul(R_BC).
func (r Rot) Mul(q Rot) Rot {
	r, q = r.canonical(), q.canonical()
	return Rot{
		W: r.W*q.W - r.X*q.X - r.Y*q.Y - r.Z*q.Z,
		X: r.W*q.X + r.X*q.W + r.Y*q.Z - r.Z*q.Y,
		Y: r.W*q.Y - r.X*q.Z + r.Y*q.W + r.Z*q.X,
		Z: r.W*q.Z + r.X*q.Y - r.Y*q.X + r.Z*q.W,
	}
}

// Inv returns R_BA of R_AB.
func (r Rot) Inv() Rot {
	r = r.canonical()
	return Rot{r.W, -r.X, -r.Y, -r.Z}
}

// Apply turns a vector: v_A = R_AB.Apply(v_B).
func (r Rot) Apply(v Vec) Vec {
	r = r.canonical()
	// v + 2 q x (q x v + w v)
	tx := r.Y*v.Z - r.Z*v.Y + r.W*v.X
	ty := r.Z*v.X - r.X*v.Z + r.W*v.Y
	tz := r.X*v.Y - r.Y*v.X + r.W*v.Z
	return Vec{
		X: v.X + 2*(r.Y*tz-r.Z*ty),
		Y: v.Y + 2*(r.Z*tx-r.X*tz),
		Z: v.Z + 2*(r.X*ty-r.Y*tx),
	}
}

// Normalized removes the length that rounding adds over many products.
func (r Rot) Normalized() Rot {
	q, _ := Quat(r.W, r.X, r.Y, r.Z)
	return q
}

// Mat returns the row-major 3 x 3 matrix: v_A = M v_B, columns are the axes of B expressed in A.
func (r Rot) Mat() [9]float64 {
	r = r.canonical()
	xx, yy, zz := r.X*r.X, r.Y*r.Y, r.Z*r.Z
	xy, xz, yz := r.X*r.Y, r.X*r.Z, r.Y*r.Z
	wx, wy, wz := r.W*r.X, r.W*r.Y, r.W*r.Z
	return [9]float64{
		1 - 2*(yy+zz), 2 * (xy - wz), 2 * (xz + wy),
		2 * (xy + wz), 1 - 2*(xx+zz), 2 * (yz - wx),
		2 * (xz - wy), 2 * (yz + wx), 1 - 2*(xx+yy),
	}
}

// FromAxes makes the rotation whose columns are the axes of B expressed in A. The axes must be orthonormal and
// right-handed; small errors are rounded off by normalising the quaternion (Shepperd 1978).
func FromAxes(x_A, y_A, z_A Vec) Rot {
	m00, m11, m22 := x_A.X, y_A.Y, z_A.Z
	var q Rot
	switch t := m00 + m11 + m22; {
	case t > 0:
		s := 2 * math.Sqrt(t+1)
		q = Rot{s / 4, (y_A.Z - z_A.Y) / s, (z_A.X - x_A.Z) / s, (x_A.Y - y_A.X) / s}
	case m00 >= m11 && m00 >= m22:
		s := 2 * math.Sqrt(1+m00-m11-m22)
		q = Rot{(y_A.Z - z_A.Y) / s, s / 4, (y_A.X + x_A.Y) / s, (z_A.X + x_A.Z) / s}
	case m11 >= m22:
		s := 2 * math.Sqrt(1+m11-m00-m22)
		q = Rot{(z_A.X - x_A.Z) / s, (y_A.X + x_A.Y) / s, s / 4, (z_A.Y + y_A.Z) / s}
	default:
		s := 2 * math.Sqrt(1+m22-m00-m11)
		q = Rot{(x_A.Y - y_A.X) / s, (z_A.X + x_A.Z) / s, (z_A.Y + y_A.Z) / s, s / 4}
	}
	return q.Normalized()
}

// AlignTo returns the smallest rotation that takes the unit vector from to the unit vector to.
func AlignTo(from, to Vec) Rot {
	d := r3.Dot(from, to)
	c := r3.Cross(from, to)
	w := 1 + d
	if d < 0 { // the same number, without the digits that 1 + d loses
		w = r3.Norm2(c) / (1 - d)
	}
	q, ok := Quat(w, c.X, c.Y, c.Z)
	if !ok { // opposite to the last digit: any axis at a right angle will do
		return AxisAngle(Orthogonal(from), math.Pi)
	}
	return q
}

// Angle returns the angle in [0, pi] of the rotation from r to q.
func (r Rot) Angle(q Rot) float64 {
	_, a := r.Inv().Mul(q).AxisAngle()
	return a
}

// Slerp interpolates along the shorter way from r (t = 0) to q (t = 1) at constant angular speed.
func (r Rot) Slerp(q Rot, t float64) Rot {
	return r.Mul(Exp(r3.Scale(t, r.Inv().Mul(q).Log()))).Normalized()
}
