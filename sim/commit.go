package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// relative is the velocity of body a against b at the contact point, for the velocities of the last solve.
func (w *World) relative(c *contact) geom.Vec {
	x := w.sys.v
	var v geom.Vec
	if c.a >= 0 {
		v = at(x[6*c.a:], c.ra)
	}
	switch {
	case c.b >= 0:
		return r3.Sub(v, at(x[6*c.b:], c.rb))
	case c.b == onTable:
		return v
	case c.b == onPalm:
		return r3.Sub(v, c.vb)
	}
	return r3.Sub(r3.Sub(v, c.vb), r3.Scale(x[len(x)-2+onPad-c.b], c.out))
}

// at is the velocity of the point at r of a body with the twist x.
func at(x []float64, r geom.Vec) geom.Vec {
	_ = x[5]
	return geom.Vec{
		X: x[0] + x[4]*r.Z - x[5]*r.Y,
		Y: x[1] + x[5]*r.X - x[3]*r.Z,
		Z: x[2] + x[3]*r.Y - x[4]*r.X,
	}
}

// evaluate computes the contact forces of the last solve and corrects what was assumed: which points touch, and how far each
// sliding point's trial force is scaled back. It reports whether another solve is needed. After settleRounds friction may only
// grow weaker and one point at a time, the first, may change sides (Murty 1974), so that the search ends.
func (w *World) evaluate(round int) bool {
	changed, flipped := false, false
	for i := range w.contacts {
		c := &w.contacts[i]
		v := w.relative(c)
		vn := r3.Dot(c.n, v)
		fn := c.f0 - c.an*vn
		if !c.on {
			c.fn, c.ft = 0, geom.Vec{}
			if fn > 0 && (round < settleRounds || !flipped) {
				c.on, changed, flipped = true, true, true
			}
			continue
		}
		if !(fn > 0) {
			// Friction may be what lifts the point off: try without before letting go.
			changed = true
			if c.s > 0 {
				c.s = 0
			} else if round < settleRounds || !flipped {
				c.on, flipped = false, true
			}
			c.fn, c.ft = 0, geom.Vec{}
			continue
		}
		vt := r3.Sub(v, r3.Scale(vn, c.n))
		trial := r3.Add(r3.Scale(-c.kt, c.u), r3.Scale(-c.at, vt))
		c.fn, c.ft = fn, r3.Scale(c.s, trial)
		s := 1.0
		if t, bound := norm(trial), c.mu*fn; t > bound {
			s = bound / t
		}
		if round >= settleRounds {
			s = math.Min(s, c.s)
		}
		if math.Abs(s-c.s) > coneTolerance*c.s {
			changed = true
		}
		c.s = s
		if c.patch > 0 {
			changed = w.evaluateSpin(c, round) || changed
		}
	}
	if g := w.Model.Gripper; g != nil {
		v := w.sys.v[len(w.sys.v)-3]
		s := 1.0
		trial := gapSpring*w.State.gapU + (gapSpring*w.dt+gapDamper)*v
		w.jointFriction = w.State.gapS * trial
		if t := math.Abs(trial); t > g.Friction {
			s = g.Friction / t
		}
		if math.Abs(s-w.State.gapS) > coneTolerance*w.State.gapS {
			changed = true
		}
		w.State.gapS = s
	}
	return changed
}

// spinRate is the angular velocity of a against b about the normal.
func (w *World) spinRate(c *contact) float64 {
	x := w.sys.v[6*c.a+3:]
	return x[0]*c.n.X + x[1]*c.n.Y + x[2]*c.n.Z - c.wb
}

// spinLimit is the torque that a disc under even pressure holds about its normal, N m.
func spinLimit(c *contact) float64 { return 2.0 / 3 * c.mu * c.fn * c.patch }

func (w *World) evaluateSpin(c *contact, round int) (changed bool) {
	s := 1.0
	trial := c.kr*c.turn + c.ar*w.spinRate(c)
	c.torque = -c.sr * trial
	if t, bound := math.Abs(trial), spinLimit(c); t > bound {
		s = bound / t
	}
	if round >= settleRounds {
		s = math.Min(s, c.sr)
	}
	changed = math.Abs(s-c.sr) > coneTolerance*c.sr
	c.sr = s
	return changed
}

// commit takes over the velocities, stretches the springs and reads what the pads feel.
func (w *World) commit() {
	s := &w.State
	v := w.sys.v
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.asleep {
			continue
		}
		x := v[6*i:]
		b.V, b.W = geom.V(x[0], x[1], x[2]), geom.V(x[3], x[4], x[5])
		b.PadForce, b.Supported = [2]float64{}, false
	}
	s.HandForce, s.TableForce = geom.Vec{}, geom.Vec{}
	for f := range s.Normal {
		clear(s.Normal[f])
		clear(s.Shear[f])
	}
	R_WG := s.X_WG.R.Mat()
	for i := range w.contacts {
		w.commitContact(&w.contacts[i], &R_WG)
	}
	for f, i := range s.pressed {
		// A dent is forgotten when it is gone, not when a point bounces off for a moment.
		if i >= 0 && s.Bodies[i].PadForce[f] == 0 && s.Pad[f] <= s.Gap/2 {
			s.pressed[f] = -1
		}
	}
	if g := w.Model.Gripper; g != nil {
		s.GapVel = v[len(v)-3]
		s.PadVel = [2]float64{v[len(v)-2], v[len(v)-1]}
		u := s.gapU + w.dt*s.GapVel
		if lim := g.Friction / gapSpring; math.Abs(u) > lim {
			u = math.Copysign(lim, u)
		}
		s.gapU = u
		if d := -(s.Pad[0] + s.Pad[1]); d > 0 {
			press := math.Max(0, g.PadStiffness/2*(d-w.dt*(s.PadVel[0]+s.PadVel[1])))
			for f := range s.Normal {
				for i := range w.cells {
					if w.cells[i].normal.Y < -0.99 {
						s.Normal[f][i] += press * w.cells[i].part
					}
				}
			}
		}
	}
	for i := range s.Bodies {
		b := &s.Bodies[i]
		for f, p := range b.PadForce {
			b.PeakForce[f] = math.Max(b.PeakForce[f], p)
			if c := w.Model.Objects[i].CrushForce; c > 0 && p > c {
				b.crush(s.Time)
			}
		}
	}
	s.tick++
}

func (w *World) commitContact(c *contact, R_WG *[9]float64) {
	s := &w.State
	if !c.on {
		return
	}
	m := &s.spring[c.slot]
	v := w.relative(c)
	vt := r3.Sub(v, r3.Scale(r3.Dot(c.n, v), c.n))
	u := r3.Add(c.u, r3.Scale(w.dt, vt))
	slip := 0.0
	if f, bound := c.kt*norm(u), c.mu*c.fn; f > bound {
		u = r3.Scale(bound/f, u)
		slip = math.Min((f-bound)/(c.kt*w.dt), norm(vt)) // a spring that is cut because the load falls does not slide
	}
	switch {
	case c.b >= 0:
		u = mulVecT(&w.rot[c.b], u)
	case c.b <= onPad:
		u = mulVecT(R_WG, u)
	}
	*m = spring{u: u, s: c.s, slip: slip, tick: s.tick + 1}
	if c.patch > 0 {
		m.turn, m.sr = c.turn+w.dt*w.spinRate(c), c.sr
		if lim := spinLimit(c); c.kr*math.Abs(m.turn) > lim {
			m.turn = math.Copysign(lim/c.kr, m.turn)
		}
	}

	if c.b > onPad {
		s.Bodies[c.a].Supported = true
		if c.b >= 0 {
			s.Bodies[c.b].Supported = true
		}
		return
	}
	f_W := r3.Add(r3.Scale(c.fn, c.n), c.ft) // on the object, or the table
	s.HandForce = r3.Sub(s.HandForce, f_W)
	if c.a == noObject {
		s.TableForce = r3.Sub(s.TableForce, f_W)
	}
	if c.cell == noCell {
		return
	}
	f := onPad - c.b
	sign := 1 - 2*float64(f)
	f_G := mulVecT(R_WG, f_W)
	n := w.cells[c.cell].normal
	s.Normal[f][c.cell] += f_G.X*n.X + sign*(f_G.Y*n.Y+f_G.Z*n.Z)
	s.Shear[f][c.cell][0] -= f_G.X
	s.Shear[f][c.cell][1] -= sign * f_G.Z
	if c.a == noObject {
		return
	}
	s.Bodies[c.a].PadForce[f] += c.fn
	if s.pressed[f] < 0 {
		s.pressed[f] = c.a
	}
}
