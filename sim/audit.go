package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Ledger accounts for the energy of a world since Audit, J. What comes in as work is stored, lost or turned:
//
//	Work - Lost + Turned = change of Energy().Total(), within rounding
type Ledger struct {
	// Work is what motor, arm, welds and the forces from outside have put in.
	Work float64
	// Lost went into dampers, sliding, dents and the joint's friction, and into the implicit step itself, which damps: 1/2 m dv^2 and
	// 1/2 k du^2 a step.
	Lost float64
	// Turned is the difference between what springs and spinning bodies store at the poses after a step and what the step, which takes
	// geometry as it was at its start, says they store. It has either sign, vanishes with the square of the step, and is all by which
	// energy can grow.
	Turned float64
	// Flow is the sum of the sizes of all of these, step by step: what an error is measured against.
	Flow float64

	start      float64
	slots, now []float64  // energy of each contact slot after the last step, and a scratch copy
	flex       [2]float64 // of the fingers
}

// Audit starts a ledger. It costs a second look at all contacts in each step; nil stops it.
func (w *World) Audit(l *Ledger) {
	w.ledger = l
	if l == nil {
		return
	}
	*l = Ledger{start: w.Energy().Total(), slots: make([]float64, w.slots.total), now: make([]float64, w.slots.total)}
	w.stored(l.slots)
}

// Error is the energy that the ledger does not account for, J.
func (l *Ledger) Error(w *World) float64 {
	return w.Energy().Total() - l.start - (l.Work - l.Lost + l.Turned)
}

// Scale is the energy that Error is measured against, J.
func (l *Ledger) Scale() float64 { return math.Abs(l.start) + l.Flow }

// store is what a contact stores at a depth, with a tangential spring of the squared length u2 and a turn.
func (w *World) store(c *contact, d, u2, turn float64) float64 {
	e := (c.kt*u2 + c.kr*turn*turn) / 2
	if d > 0 {
		e += c.kt / w.Model.Stretch * d * d / 2
	}
	return e
}

// stored lists what each contact stores now.
func (w *World) stored(slots []float64) {
	clear(slots)
	for i := range w.State.Bodies {
		w.rot[i] = w.State.Bodies[i].X_WO.R.Mat()
	}
	w.gather()
	for i := range w.contacts {
		if c := &w.contacts[i]; c.d > 0 {
			slots[c.slot] = w.store(c, c.d, r3.Norm2(c.u), c.turn)
		}
	}
}

// rotational is the energy of a spin w of body i, with its axes R.
func (w *World) rotational(i int, R *[9]float64, spin geom.Vec) float64 {
	s, I := mulVecT(R, spin), w.inertia[i]
	return (I.X*s.X*s.X + I.Y*s.Y*s.Y + I.Z*s.Z*s.Z) / 2
}

func (l *Ledger) add(work, lost, turned float64) {
	l.Work += work
	l.Lost += lost
	l.Turned += turned
	l.Flow += math.Abs(work) + math.Abs(lost) + math.Abs(turned)
}

// book enters a substep between its solution and its commitment: the state is still that of its start, sys.v that of its end.
func (w *World) book() {
	l, s, dt, x := w.ledger, &w.State, w.dt, w.sys.v
	for i := range s.Bodies {
		b, R := &s.Bodies[i], &w.rot[i]
		v, turn := geom.V(x[6*i], x[6*i+1], x[6*i+2]), geom.V(x[6*i+3], x[6*i+4], x[6*i+5])
		free := mulVec(R, spin(mulVecT(R, b.W), w.inertia[i], dt)) // where the step brings the spin without torque
		l.add(dt*(r3.Dot(b.Push, v)+r3.Dot(b.Twist, turn)),
			w.Model.Objects[i].Mass*r3.Norm2(r3.Sub(v, b.V))/2+w.rotational(i, R, r3.Sub(turn, free)),
			w.rotational(i, R, free)-w.rotational(i, R, b.W))
	}
	for i := range w.contacts {
		w.bookContact(&w.contacts[i])
	}
	for i := range w.welds {
		p := w.pull(i)
		o := 6 * w.welds[i].object
		v, turn := geom.V(x[o], x[o+1], x[o+2]), geom.V(x[o+3], x[o+4], x[o+5])
		l.add(dt*(p.kv*r3.Dot(r3.Sub(p.v, v), v)+p.kw*r3.Dot(r3.Sub(p.turn, turn), turn)), 0, 0)
	}
	if g := w.Model.Gripper; g != nil {
		w.bookHand(g)
	}
}

func (w *World) bookContact(c *contact) {
	l, dt := w.ledger, w.dt
	before := l.slots[c.slot]
	v := w.relative(c)
	vn := r3.Dot(c.n, v)
	if !c.on { // surfaces that part faster than they recover: what they still store does no work
		after := w.store(c, c.d-dt*vn, 0, 0)
		l.add(0, before-after, 0)
		l.slots[c.slot] = after
		return
	}
	vt := r3.Sub(v, r3.Scale(vn, c.n))
	in := -dt * (c.fn*vn + r3.Dot(c.ft, vt)) // what the sides put into the contact
	work := dt * r3.Dot(r3.Add(r3.Scale(c.fn, c.n), c.ft), c.vb)
	u := r3.Add(c.u, r3.Scale(dt, vt))
	if f, bound := c.kt*norm(u), c.mu*c.fn; f > bound {
		u = r3.Scale(bound/f, u)
	}
	turn := 0.0
	if c.patch > 0 {
		rate := w.spinRate(c)
		in -= dt * c.torque * rate
		work += dt * c.torque * c.wb
		turn = c.turn + dt*rate
		if lim := spinLimit(c); c.kr*math.Abs(turn) > lim {
			turn = math.Copysign(lim/c.kr, turn)
		}
	}
	after := w.store(c, c.d-dt*vn, r3.Norm2(u), turn)
	if c.roll > 0 && c.s > 0 {
		x := w.sys.v[6*c.a+3:]
		in += dt * c.roll * (x[0]*x[0] + x[1]*x[1])
	}
	l.add(work, in-(after-before), 0)
	l.slots[c.slot] = after
}

// bookHand enters drive and fingers.
func (w *World) bookHand(g *Gripper) {
	l, s, dt := w.ledger, &w.State, w.dt
	x := w.sys.v[len(w.sys.v)-3:]
	q := x[0]
	mass, slope := g.mass(s.Gap)
	next, _ := g.mass(s.Gap + dt*q)
	lost := mass*(q-s.GapVel)*(q-s.GapVel)/2 + dt*g.Damping*q*q
	turned := (next-mass)*q*q/2 - dt*slope*s.GapVel*s.GapVel/2*q
	// the joint's friction
	u := s.gapU + dt*q
	if lim := g.Friction / gapSpring; math.Abs(u) > lim {
		u = math.Copysign(lim, u)
	}
	lost += dt*w.jointFriction*q - gapSpring*(u*u-s.gapU*s.gapU)/2
	// a spring that pushes only while it is pressed at the start of the step
	push := func(k, d, rate, force float64) {
		end := math.Max(0, d+dt*rate)
		if d > 0 {
			lost += dt*force*rate - k*(end*end-d*d)/2
		} else {
			turned += k * end * end / 2
		}
	}
	over := s.Gap - g.Stroke
	push(gapStop, over, q, gapStop*(over+(dt+2e-3)*q))
	for f := range s.Pad {
		p := x[1+f]
		d, rate := s.Pad[f]-s.Gap/2, p-q/2
		force, slope := w.flex(f)
		lost += g.FingerMass * (p - s.PadVel[f]) * (p - s.PadVel[f]) / 2
		l.flex[f] = w.flexEnergy(f, d+dt*rate)
		lost += dt*rate*(force+slope*(dt+flexRelaxation)*rate) - (l.flex[f] - w.flexEnergy(f, d))
	}
	d, rate, k := -(s.Pad[0] + s.Pad[1]), -(x[1] + x[2]), g.PadStiffness/2
	push(k, d, rate, k*(d+dt*rate)+1.5*g.PadDissipation*k*d*rate)
	l.add(dt*s.Effort*q, lost, turned)
}

// settle enters what the new poses make of the springs, after the substep; deform is to be called within.
func (w *World) settle(deform func()) {
	l, s := w.ledger, &w.State
	for i := range s.Bodies {
		b := &s.Bodies[i]
		R := b.X_WO.R.Mat()
		l.add(0, 0, w.rotational(i, &R, b.W)-w.rotational(i, &w.rot[i], b.W))
	}
	flex := func() (e [2]float64) {
		for f := range e {
			if w.Model.Gripper != nil {
				e[f] = w.flexEnergy(f, s.Pad[f]-s.Gap/2)
			}
		}
		return e
	}
	before := flex()
	deform()
	after := flex()
	for f := range before {
		if w.Model.Gripper != nil {
			l.add(0, before[f]-after[f], before[f]-l.flex[f])
		}
	}
	w.stored(l.now)
	for i := range l.now {
		if l.now[i] != l.slots[i] {
			l.add(0, 0, l.now[i]-l.slots[i])
		}
	}
	l.slots, l.now = l.now, l.slots
}
