package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// system is the dense symmetric system A v = b of a substep.
type system struct {
	n      int
	a0, a  []float64 // row-major, lower triangle used
	b0, b  []float64
	v      []float64
	first  []int // of each row, the first column that is not zero
	rounds int   // iterations of the last solve
}

func (s *system) init(n int) {
	s.n = n
	s.a0, s.a = make([]float64, n*n), make([]float64, n*n)
	s.b0, s.b, s.v = make([]float64, n), make([]float64, n), make([]float64, n)
	s.first = make([]int, n)
}

// Presliding of the gap joint's friction: a spring of this stiffness within Coulomb's bound.
const (
	gapSpring = 2e6 // N/m
	gapDamper = 4e3 // N s/m
	gapStop   = 1e6 // N/m, the mechanical stop at full stroke

	closedStop = 1e9 // N/m, the one at a gap of 0: metal on metal

	flexRelaxation = 1e-3 // s, damping over stiffness of a finger
)

const (
	maxIterations = 40
	settleRounds  = 10
	coneTolerance = 1e-4 // relative change of s at which sliding has been found
)

// solve finds the velocities at the end of the substep and the contact forces that go with them. Each iteration solves the
// linear system with the present set of touching points and the present scaling s of the sliding ones, then corrects both
// (a fixed point of secant impedances, all symmetric positive). A world at rest or moving steadily needs one iteration.
func (w *World) solve() {
	w.free()
	for it := 0; it < maxIterations; it++ {
		copy(w.sys.a, w.sys.a0)
		copy(w.sys.b, w.sys.b0)
		for i := range w.contacts {
			if c := &w.contacts[i]; c.on {
				w.sys.add(c)
			}
		}
		if w.Model.Gripper != nil {
			w.sys.friction(w.State.gapS, w.State.gapU, w.dt)
		}
		w.sys.solve()
		w.sys.rounds = it + 1
		if !w.evaluate(it) {
			return
		}
	}
}

// free writes what does not change between iterations: inertia, gravity, gyroscopic motion, motor, joint stops.
func (w *World) free() {
	s, sys, h := &w.State, &w.sys, 1/w.dt
	n := sys.n
	clear(sys.a0)
	clear(sys.b0)
	for i := range s.Bodies {
		b := &s.Bodies[i]
		m := w.Model.Objects[i].Mass
		o := 6 * i
		if b.asleep {
			for k := o; k < o+6; k++ {
				sys.a0[k*n+k] = 1
			}
			continue
		}
		for k := 0; k < 3; k++ {
			sys.a0[(o+k)*n+o+k] = m * h
		}
		f := r3.Add(r3.Add(r3.Scale(m*h, b.V), r3.Scale(m, w.Model.Gravity)), b.Push)
		sys.b0[o], sys.b0[o+1], sys.b0[o+2] = f.X, f.Y, f.Z

		// I_W = R I R'. The free motion of the spin is one Newton step of the implicit Euler equations in O (Catto 2015), which
		// never adds energy.
		R, I := &w.rot[i], w.inertia[i]
		w_O := spin(mulVecT(R, b.W), I, w.dt)
		L := mulVec(R, geom.Vec{X: I.X * w_O.X, Y: I.Y * w_O.Y, Z: I.Z * w_O.Z})
		sys.b0[o+3], sys.b0[o+4], sys.b0[o+5] = L.X*h+b.Twist.X, L.Y*h+b.Twist.Y, L.Z*h+b.Twist.Z
		for r := 0; r < 3; r++ {
			for c := 0; c <= r; c++ {
				sys.a0[(o+3+r)*n+o+3+c] = h * (R[3*r]*I.X*R[3*c] + R[3*r+1]*I.Y*R[3*c+1] + R[3*r+2]*I.Z*R[3*c+2])
			}
		}
	}
	w.freeWelds()
	if g := w.Model.Gripper; g != nil {
		w.freeHand(g)
		return
	}
	for k := n - 3; k < n; k++ {
		sys.a0[k*n+k] = 1
	}
}

// freeHand writes drive and fingers: unknowns are the gap's speed q and the outward speed of each pad.
func (w *World) freeHand(g *Gripper) {
	s, sys, h := &w.State, &w.sys, 1/w.dt
	n := sys.n
	q := n - 3
	s.Effort = g.motor(w.effort, s.Gap, s.GapVel)
	mass, slope := g.mass(s.Gap)
	sys.a0[q*n+q] = mass*h + g.Damping
	sys.b0[q] = mass*h*s.GapVel + s.Effort - slope*s.GapVel*s.GapVel/2 // Lagrange: d/dt (m v) = m' v^2 / 2 + forces
	if over := s.Gap - g.Stroke; over > 0 {
		sys.a0[q*n+q] += gapStop * (w.dt + 2e-3)
		sys.b0[q] -= gapStop * over
	}
	if g.ClosedStop && s.Gap < 0 {
		sys.a0[q*n+q] += closedStop * (w.dt + 2e-3)
		sys.b0[q] -= closedStop * s.Gap
	}
	for f := 0; f < 2; f++ {
		k := q + 1 + f
		force, slope := w.flex(f)
		z := slope * (w.dt + flexRelaxation)
		sys.a0[k*n+k] = g.FingerMass*h + z
		sys.b0[k] = g.FingerMass*h*s.PadVel[f] - force
		sys.a0[k*n+q] = -z / 2
		sys.a0[q*n+q] += z / 4
		sys.b0[q] += force / 2
	}
	if d := -(s.Pad[0] + s.Pad[1]); d > 0 { // pad on pad
		kp := g.PadStiffness / 2
		z := kp*w.dt + 1.5*g.PadDissipation*kp*d
		l, r := q+1, q+2
		sys.a0[l*n+l] += z
		sys.a0[r*n+r] += z
		sys.a0[r*n+l] += z
		sys.b0[l] += kp * d
		sys.b0[r] += kp * d
	}
}

// flex is the force with which drive and finger press the pad inwards and its slope: the finger's spring in series with the
// side of the object that it presses. The dent of the object is kept here, at the finger's root, rather than in each cell, so
// that the object has its stiffness whatever the size of the patch.
func (w *World) flex(f int) (force, slope float64) {
	s, g := &w.State, w.Model.Gripper
	d := s.Pad[f] - s.Gap/2
	if i := s.pressed[f]; i >= 0 && d > 0 {
		o := &w.Model.Objects[i]
		return squeeze(d, g.FingerStiffness, 2*o.Stiffness, o.SqueezeLimit)
	}
	return g.FingerStiffness * d, g.FingerStiffness
}

// flexEnergy is what a finger and the side of the object that it presses store at a flex d, J.
func (w *World) flexEnergy(f int, d float64) float64 {
	g, i := w.Model.Gripper, w.State.pressed[f]
	if i < 0 || d <= 0 {
		return g.FingerStiffness * d * d / 2
	}
	o := &w.Model.Objects[i]
	k, lim := 2*o.Stiffness, o.SqueezeLimit
	force, _ := squeeze(d, g.FingerStiffness, k, lim)
	e := force * force / (2 * g.FingerStiffness)
	if lim <= 0 {
		return e + force*force/(2*k)
	}
	dent := force / (k + force/lim)
	return e + k*lim*(-dent-lim*math.Log1p(-dent/lim))
}

// friction adds the dry friction of the gap joint, a spring u scaled into Coulomb's bound by k.
func (s *system) friction(k, u, dt float64) {
	i := s.n - 3
	s.a[i*s.n+i] += k * (gapSpring*dt + gapDamper)
	s.b[i] -= k * gapSpring * u
}

// spin is the angular velocity in O after dt of torque-free motion.
func spin(w, I geom.Vec, dt float64) geom.Vec {
	if (I.X == I.Y && I.Y == I.Z) || w == (geom.Vec{}) {
		return w
	}
	Iw := geom.Vec{X: I.X * w.X, Y: I.Y * w.Y, Z: I.Z * w.Z}
	f := r3.Scale(dt, r3.Cross(w, Iw))
	// J = I + dt (skew(w) I - skew(I w))
	j := [9]float64{
		I.X, dt * (-w.Z*I.Y + Iw.Z), dt * (w.Y*I.Z - Iw.Y),
		dt * (w.Z*I.X - Iw.Z), I.Y, dt * (-w.X*I.Z + Iw.X),
		dt * (-w.Y*I.X + Iw.Y), dt * (w.X*I.Y - Iw.X), I.Z,
	}
	x, ok := solve3(&j, f)
	if !ok {
		return w
	}
	return r3.Sub(w, x)
}

// solve3 solves a 3 x 3 system by Cramer's rule.
func solve3(m *[9]float64, b geom.Vec) (geom.Vec, bool) {
	c0 := geom.Vec{X: m[0], Y: m[3], Z: m[6]}
	c1 := geom.Vec{X: m[1], Y: m[4], Z: m[7]}
	c2 := geom.Vec{X: m[2], Y: m[5], Z: m[8]}
	det := r3.Dot(c0, r3.Cross(c1, c2))
	if det == 0 || math.IsNaN(det) {
		return geom.Vec{}, false
	}
	k := 1 / det
	return geom.Vec{X: k * r3.Dot(b, r3.Cross(c1, c2)), Y: k * r3.Dot(c0, r3.Cross(b, c2)), Z: k * r3.Dot(c0, r3.Cross(c1, b))}, true
}

// add assembles a touching point: with the impedance Z = at 1 + (an - at) n n', scaled by s in the tangent plane, the force on a
// is F - Z v, where v is the velocity of a against b.
func (s *system) add(c *contact) {
	at := c.s * c.at
	k := c.an - at
	n := c.n
	Z := [9]float64{
		at + k*n.X*n.X, k * n.X * n.Y, k * n.X * n.Z,
		k * n.X * n.Y, at + k*n.Y*n.Y, k * n.Y * n.Z,
		k * n.X * n.Z, k * n.Y * n.Z, at + k*n.Z*n.Z,
	}
	F := r3.Sub(r3.Scale(c.f0, n), r3.Scale(c.s*c.kt, c.u))
	F = r3.Add(F, mulVec(&Z, c.vb))
	if c.a >= 0 {
		s.body(6*c.a, 1, c.ra, &Z, F)
	}
	if c.roll > 0 && c.s > 0 { // on the table, whose normal is z
		q := 6*c.a + 3
		s.a[q*s.n+q] += c.roll
		s.a[(q+1)*s.n+q+1] += c.roll
	}
	switch {
	case c.b >= 0:
		s.body(6*c.b, -1, c.rb, &Z, F)
		s.cross(6*c.a, c.ra, 6*c.b, c.rb, &Z)
	case c.b == onPad || c.b == onPadTwo:
		// The finger's point moves outwards with the pad: the velocity of a against it is v - out padVel.
		N, o, q := s.n, s.n-2+onPad-c.b, 6*c.a
		zg := mulVec(&Z, c.out)
		if c.a == noObject {
			s.a[o*N+o] += r3.Dot(c.out, zg)
			s.b[o] -= r3.Dot(c.out, F)
			return
		}
		rz := r3.Cross(c.ra, zg)
		row := s.a[o*N:]
		row[q] -= zg.X
		row[q+1] -= zg.Y
		row[q+2] -= zg.Z
		row[q+3] -= rz.X
		row[q+4] -= rz.Y
		row[q+5] -= rz.Z
		row[o] += r3.Dot(c.out, zg)
		s.b[o] -= r3.Dot(c.out, F)
		if c.patch > 0 {
			s.spin(c)
		}
	}
}

// spin adds the torque of a patch about its normal.
func (s *system) spin(c *contact) {
	z := c.sr * c.ar
	t := z*c.wb - c.sr*c.kr*c.turn
	N, q, n := s.n, 6*c.a+3, c.n
	zx, zy, zz := z*n.X, z*n.Y, z*n.Z
	s.a[q*N+q] += zx * n.X
	s.a[(q+1)*N+q] += zy * n.X
	s.a[(q+1)*N+q+1] += zy * n.Y
	s.a[(q+2)*N+q] += zz * n.X
	s.a[(q+2)*N+q+1] += zz * n.Y
	s.a[(q+2)*N+q+2] += zz * n.Z
	s.b[q] += t * n.X
	s.b[q+1] += t * n.Y
	s.b[q+2] += t * n.Z
}

// body adds the blocks of one body that moves with the point at r.
func (s *system) body(o int, sign float64, r geom.Vec, Z *[9]float64, F geom.Vec) {
	n := s.n
	// D = skew(r) Z, E = skew(r) Z skew(r)'
	D := [9]float64{
		r.Y*Z[6] - r.Z*Z[3], r.Y*Z[7] - r.Z*Z[4], r.Y*Z[8] - r.Z*Z[5],
		r.Z*Z[0] - r.X*Z[6], r.Z*Z[1] - r.X*Z[7], r.Z*Z[2] - r.X*Z[8],
		r.X*Z[3] - r.Y*Z[0], r.X*Z[4] - r.Y*Z[1], r.X*Z[5] - r.Y*Z[2],
	}
	a := s.a
	i := o * n
	a[i+o] += Z[0]
	i += n
	a[i+o] += Z[3]
	a[i+o+1] += Z[4]
	i += n
	a[i+o] += Z[6]
	a[i+o+1] += Z[7]
	a[i+o+2] += Z[8]
	for k := 0; k < 3; k++ {
		i += n
		d0, d1, d2 := D[3*k], D[3*k+1], D[3*k+2]
		a[i+o] += d0
		a[i+o+1] += d1
		a[i+o+2] += d2
		// row k of D times skew(r)': column j is (D_k x r)... written out
		a[i+o+3] += r.Y*d2 - r.Z*d1
		if k > 0 {
			a[i+o+4] += r.Z*d0 - r.X*d2
		}
		if k > 1 {
			a[i+o+5] += r.X*d1 - r.Y*d0
		}
	}
	T := r3.Cross(r, F)
	b := s.b[o : o+6]
	b[0] += sign * F.X
	b[1] += sign * F.Y
	b[2] += sign * F.Z
	b[3] += sign * T.X
	b[4] += sign * T.Y
	b[5] += sign * T.Z
}

// cross adds the blocks that couple bodies a and b, minus J_a' Z J_b, in the lower triangle.
func (s *system) cross(oa int, ra geom.Vec, ob int, rb geom.Vec, Z *[9]float64) {
	if oa < ob {
		oa, ob, ra, rb = ob, oa, rb, ra
	}
	n := s.n
	var ja, jb [18]float64 // 3 x 6: [1, -skew(r)]
	jac(&ja, ra)
	jac(&jb, rb)
	var zj [18]float64
	for i := 0; i < 3; i++ {
		for j := 0; j < 6; j++ {
			zj[6*i+j] = Z[3*i]*jb[j] + Z[3*i+1]*jb[6+j] + Z[3*i+2]*jb[12+j]
		}
	}
	for i := 0; i < 6; i++ {
		for j := 0; j < 6; j++ {
			s.a[(oa+i)*n+ob+j] -= ja[i]*zj[j] + ja[6+i]*zj[6+j] + ja[12+i]*zj[12+j]
		}
	}
}

func jac(j *[18]float64, r geom.Vec) {
	j[0], j[7], j[14] = 1, 1, 1
	j[4], j[5] = r.Z, -r.Y
	j[9], j[11] = -r.Z, r.X
	j[15], j[16] = r.Y, -r.X
}

// solve factors A = L L' in place and solves for v. A is symmetric positive definite by construction. L has the envelope of A: bodies that
// do not touch cost nothing for each other.
func (s *system) solve() {
	n, a := s.n, s.a
	for i := 0; i < n; i++ {
		ri := a[i*n : i*n+i+1]
		fi := 0
		for fi < i && ri[fi] == 0 {
			fi++
		}
		s.first[i] = fi
		for j := fi; j <= i; j++ {
			rj := a[j*n : j*n+j+1]
			sum := ri[j]
			for k := max(fi, s.first[j]); k < j; k++ {
				sum -= ri[k] * rj[k]
			}
			if i == j {
				ri[i] = 1 / math.Sqrt(math.Max(sum, 1e-300))
			} else {
				ri[j] = sum * rj[j]
			}
		}
	}
	for i := 0; i < n; i++ {
		sum := s.b[i]
		for k := s.first[i]; k < i; k++ {
			sum -= a[i*n+k] * s.v[k]
		}
		s.v[i] = sum * a[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		sum := s.v[i]
		for k := i + 1; k < n; k++ {
			if s.first[k] <= i {
				sum -= a[k*n+i] * s.v[k]
			}
		}
		s.v[i] = sum * a[i*n+i]
	}
}
