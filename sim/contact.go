package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// What an object touches, when it is not another object.
const (
	onTable  = -1
	onPad    = -2 // left finger; onPad-1 is the right one
	onPadTwo = -3
	onPalm   = -4
)

// contact is one point where object a may touch b. It is rebuilt in every substep from the poses; what it remembers is in its
// spring.
//
// With depth d of a's surface in b (d > 0 touching), n the unit normal that pushes a away, v the velocity of a against b at
// the point p, v_n = n.v and v_t the rest:
//
//	f_n = max(0, f(d) - (f'(d) dt + 3/2 alpha f(d)) v_n)          normal, implicit in the depth at the end of the step
//	f_t = -s (k_t (u + dt v_t) + c_t v_t),  |f_t| <= mu f_n       tangential; u is the spring, s <= 1 brings it into the cone
type contact struct {
	a, b int // a is an object, or noObject where the hand touches the table, which is then a
	slot int
	p, n geom.Vec // W
	ra   geom.Vec // p - centre of a
	rb   geom.Vec // p - centre of b, when b is an object
	vb   geom.Vec // velocity of b at p that is given: the palm's
	out  geom.Vec // outward direction of the finger b, along which its pad moves
	cell int      // pad cell, noCell for another part of the finger

	d      float64 // depth, metres
	f0     float64 // f(d), N
	an     float64 // f' dt + 3/2 alpha f: N for each m/s of approach
	kt, at float64 // tangential stiffness, N/m; kt dt + ct, N s/m
	mu     float64
	u      geom.Vec // tangential spring, W
	s      float64
	on     bool

	// Spin on a pad cell, which is a patch of radius patch rather than a point: a spring in the angle about n, within
	// 2/3 mu f_n patch, the limit of a disc under even pressure.
	patch  float64 // metres; 0 for a point
	kr, ar float64 // N m/rad; kr dt + damping, N m s/rad
	turn   float64 // rad
	sr     float64
	wb     float64 // given angular velocity of b about n: the palm's

	// roll resists rolling on the table like a damper, N m s/rad: Object.Rolling times the force, for each rad/s of the last step.
	roll float64

	fn float64  // result: normal force, N
	ft geom.Vec // result: tangential force on a, N

	torque float64 // result: of the spin on a about n, N m
}

// tangentRelaxation is the ratio of tangential damping to stiffness, seconds: how fast the spring's oscillation dies.
const tangentRelaxation = 2e-3

const (
	noObject = -1
	noCell   = -1
)

// slotMap numbers everything that may touch, so that each point finds its spring again.
type slotMap struct {
	table, pads, pairs []int // first slot of an object on the table, on the pads, against the next objects
	hand               int   // first slot of the hand on the table
	total              int
}

func (m *slotMap) build(w *World) {
	n := len(w.Model.Objects)
	m.table, m.pads, m.pairs = make([]int, n), make([]int, n), make([]int, n*n)
	for i := range w.Model.Objects {
		ns := len(w.Model.Objects[i].Shape.Supports())
		m.table[i] = m.total
		if w.Model.Table != nil {
			m.total += ns
		}
		m.pads[i] = m.total
		m.total += 2 * len(w.cells)
		for j := 0; j < n; j++ {
			m.pairs[i*n+j] = m.total
			if i != j {
				m.total += ns
			}
		}
	}
	m.hand = m.total
	m.total += 2*len(w.touching) + len(w.palm)
}

// margin is how far from touching a point is taken into the step: it may touch within it.
func (w *World) margin(v float64) float64 { return 1e-5 + 2*v*w.dt }

// gather lists the points that touch or may touch in this substep.
func (w *World) gather() {
	w.contacts = w.contacts[:0]
	for i := range w.State.Bodies {
		if !w.State.Bodies[i].asleep {
			w.gatherTable(i)
			w.gatherPads(i)
		}
	}
	for i := range w.State.Bodies {
		for j := range w.State.Bodies {
			if i != j && !(w.State.Bodies[i].asleep || w.State.Bodies[j].asleep) {
				w.gatherPair(i, j)
			}
		}
	}
	w.gatherHand()
}

func mulVec(m *[9]float64, v geom.Vec) geom.Vec {
	return geom.Vec{
		X: m[0]*v.X + m[1]*v.Y + m[2]*v.Z,
		Y: m[3]*v.X + m[4]*v.Y + m[5]*v.Z,
		Z: m[6]*v.X + m[7]*v.Y + m[8]*v.Z,
	}
}

func mulVecT(m *[9]float64, v geom.Vec) geom.Vec {
	return geom.Vec{
		X: m[0]*v.X + m[3]*v.Y + m[6]*v.Z,
		Y: m[1]*v.X + m[4]*v.Y + m[7]*v.Z,
		Z: m[2]*v.X + m[5]*v.Y + m[8]*v.Z,
	}
}

// supportShare is how many support points carry an object at rest.
func supportShare(s shape.Shape) float64 { return math.Max(1, float64(len(s.Supports()))/2) }

func (w *World) gatherTable(i int) {
	t := w.Model.Table
	if t == nil {
		return
	}
	b := &w.State.Bodies[i]
	speed := norm(b.V) + norm(b.W)*w.radius[i]
	reach := w.margin(speed)
	if b.X_WO.P.Z-w.radius[i] > reach {
		return
	}
	o := &w.Model.Objects[i]
	k := w.supportStiffness(i) / supportShare(o.Shape)
	for si, sup := range o.Shape.Supports() {
		r := mulVec(&w.rot[i], sup.Center)
		d := sup.Radius - (b.X_WO.P.Z + r.Z)
		if d < -reach {
			continue
		}
		r.Z -= sup.Radius
		c := w.add(i, onTable, w.slots.table[i]+si)
		c.n, c.ra, c.p = geom.UnitZ, r, r3.Add(b.X_WO.P, r)
		w.finish(c, &w.frictions.table[i], d, k*d, k, t.Dissipation, w.remembered(c.slot))
		if o.Rolling > 0 && d > 0 {
			c.roll = o.Rolling * c.f0 / math.Max(math.Hypot(b.W.X, b.W.Y), rollingSlow)
		}
	}
}

// rollingSlow is the spin, rad/s, under which the resistance to rolling falls in proportion, so that what rests stays at rest.
const rollingSlow = 0.05

// supportStiffness is the stiffness of an object that stands on something flat, N/m. The object's own stiffness is that of a
// squeeze by fingers; under its own weight it sinks in by half a millimetre at most.
func (w *World) supportStiffness(i int) float64 {
	o := &w.Model.Objects[i]
	k := math.Max(2*o.Stiffness, o.Mass*norm(w.Model.Gravity)/5e-4)
	if t := w.Model.Table; t != nil {
		return series(k, t.Stiffness)
	}
	return k
}

// squeeze is the law of a finger and one side of an object in series: force and its slope at a squeeze d. kp is the finger's
// stiffness, ko the object's, limit the dent at which the object is packed solid (0: never): its own law is
// f = ko d / (1 - d/limit).
func squeeze(d, kp, ko, limit float64) (f, slope float64) {
	if limit <= 0 || d <= 0 {
		k := series(kp, ko)
		return k * d, k
	}
	// d = f/kp + f/(ko + f/limit), solved for f.
	b := kp*(limit-d) + ko*limit
	q := kp * d * ko * limit
	f = 2 * q / (b + math.Sqrt(b*b+4*q))
	e := ko + f/limit
	return f, 1 / (1/kp + ko/(e*e))
}

func (w *World) gatherPads(i int) {
	g := w.Model.Gripper
	if g == nil {
		return
	}
	s := &w.State
	b := &s.Bodies[i]
	o := &w.Model.Objects[i]
	X_OG := b.X_WO.Inv().Mul(s.X_WG)
	R_OG, R_WG := X_OG.R.Mat(), s.X_WG.R.Mat()
	speed := norm(b.V) + norm(b.W)*w.radius[i] + norm(s.V_WG) + math.Max(math.Abs(s.PadVel[0]), math.Abs(s.PadVel[1])) + norm(s.W_WG)*(g.TipX+w.padReach)
	reach := w.margin(speed)
	relief := o.Texture * series(localStiffness*o.Stiffness, g.PadStiffness) / g.PadStiffness
	for f := 0; f < 2; f++ {
		sign := 1 - 2*float64(f)
		tipX, slope := g.tipX(s.Pad[f])
		center := r3.Add(X_OG.P, mulVec(&R_OG, geom.Vec{X: tipX + w.padX, Y: sign * s.Pad[f]}))
		if norm(center) > w.radius[i]+w.padReach+reach {
			continue
		}
		out := geom.Vec{X: sign*R_WG[1] + slope*R_WG[0], Y: sign*R_WG[4] + slope*R_WG[3], Z: sign*R_WG[7] + slope*R_WG[6]}
		for ci := range w.cells {
			cl := &w.cells[ci]
			p_G := geom.Vec{X: tipX + cl.base.X, Y: sign * (s.Pad[f] + cl.base.Y), Z: sign * cl.base.Z}
			p_O := r3.Add(X_OG.P, mulVec(&R_OG, p_G))
			phi, n_O := o.Shape.Surface(p_O)
			phi += b.Dent[f]
			d := g.PadRound - phi
			if d < -reach {
				continue
			}
			if o.Texture > 0 {
				d += relief * texture(p_O)
			}
			c := w.add(i, onPad-f, w.slots.pads[i]+f*len(w.cells)+ci)
			c.cell = ci
			c.n = r3.Scale(-1, mulVec(&w.rot[i], n_O))
			c.ra = mulVec(&w.rot[i], r3.Sub(p_O, r3.Scale(phi, n_O)))
			c.p = r3.Add(b.X_WO.P, c.ra)
			r_G := r3.Sub(c.p, s.X_WG.P)
			c.vb = r3.Add(s.V_WG, r3.Cross(s.W_WG, r_G))
			c.out = out
			c.wb = r3.Dot(c.n, s.W_WG)
			c.patch = math.Min(cl.radius, math.Sqrt(2*g.PadRound*math.Max(d, 0)))
			w.finish(c, &w.frictions.pads[i], d, cl.k*d, cl.k, g.PadDissipation, mulVec(&R_WG, w.remembered(c.slot)))
		}
	}
}

// localStiffness is the stiffness of the surface under a pad relative to the object as a whole, for the relief: that of a sponge
// gives way under the pad, that of a can does not. An assumption.
const localStiffness = 100

// texture is a fixed relief of height 1 on the surface of an object, with wavelengths of a few millimetres.
func texture(p geom.Vec) float64 {
	const a, b, c = 2 * math.Pi / 2.3e-3, 2 * math.Pi / 3.1e-3, 2 * math.Pi / 1.7e-3
	return (math.Sin(a*p.X+b*p.Y) + math.Sin(a*p.Y+b*p.Z+1) + math.Sin(c*p.Z+a*p.X+2)) / 3
}

// gatherPair lets the support points of object i touch the surface of object j.
func (w *World) gatherPair(i, j int) {
	bi, bj := &w.State.Bodies[i], &w.State.Bodies[j]
	speed := norm(r3.Sub(bi.V, bj.V)) + norm(bi.W)*w.radius[i] + norm(bj.W)*w.radius[j]
	reach := w.margin(speed)
	d_W := r3.Sub(bi.X_WO.P, bj.X_WO.P)
	if norm(d_W) > w.radius[i]+w.radius[j]+reach {
		return
	}
	oi, oj := &w.Model.Objects[i], &w.Model.Objects[j]
	k := series(2*oi.Stiffness, 2*oj.Stiffness) / supportShare(oi.Shape)
	first := w.slots.pairs[i*len(w.State.Bodies)+j]
	for si, sup := range oi.Shape.Supports() {
		c_W := r3.Add(d_W, mulVec(&w.rot[i], sup.Center))
		phi, n_O := oj.Shape.Surface(mulVecT(&w.rot[j], c_W))
		d := sup.Radius - phi
		if d < -reach {
			continue
		}
		c := w.add(i, j, first+si)
		c.n = mulVec(&w.rot[j], n_O)
		c.rb = r3.Sub(c_W, r3.Scale(phi, c.n))
		c.p = r3.Add(bj.X_WO.P, c.rb)
		c.ra = r3.Sub(c.p, bi.X_WO.P)
		w.finish(c, &w.frictions.pairs[i*len(w.State.Bodies)+j], d, k*d, k, w.Model.Dissipation, mulVec(&w.rot[j], w.remembered(c.slot)))
	}
}

// add appends a contact; there is room for every slot.
func (w *World) add(a, b, slot int) *contact {
	w.contacts = append(w.contacts, contact{a: a, b: b, slot: slot})
	return &w.contacts[len(w.contacts)-1]
}

// finish fills in the law at a depth: friction, force and slope of the spring alone, Hunt and Crossley's alpha, the remembered spring.
// The coefficient is that of the sliding in the last step, so that the step stays a linear problem.
func (w *World) finish(c *contact, law *Friction, d, force, slope, alpha float64, u geom.Vec) {
	c.d, c.f0 = d, force
	c.an = slope*w.dt + 1.5*alpha*math.Max(force, 0)
	c.kt = w.Model.Stretch * slope
	c.at = c.kt * (w.dt + tangentRelaxation)
	c.u = r3.Sub(u, r3.Scale(r3.Dot(u, c.n), c.n))
	c.kr = c.kt * c.patch * c.patch / 2
	c.ar = c.kr * (w.dt + tangentRelaxation)
	c.on, c.s, c.sr, c.mu = d > 0, 1, 1, law.Static
	if m := &w.State.spring[c.slot]; m.tick == w.State.tick {
		c.on, c.s, c.sr, c.turn, c.mu = true, m.s, m.sr, m.turn, law.At(m.slip)
	}
}

// remembered is the spring of a point that touched in the last substep, zero otherwise.
func (w *World) remembered(slot int) geom.Vec {
	if m := &w.State.spring[slot]; m.tick == w.State.tick {
		return m.u
	}
	return geom.Vec{}
}

// norm is the length of a vector of ordinary size; r3.Norm guards against overflow and costs five times as much.
func norm(v geom.Vec) float64 { return math.Sqrt(v.X*v.X + v.Y*v.Y + v.Z*v.Z) }
