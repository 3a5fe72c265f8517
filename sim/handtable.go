package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// knob is a ball of the hand that may touch the table.
type knob struct {
	center geom.Vec // in the frame of the fingertip (y from the pad's face), or in G for the palm
	radius float64
	k      float64 // N/m
	cell   int     // pad cell, noCell for the frame of finger and palm
}

// fingerBox holds all knobs of a finger, in the frame of the fingertip.
type fingerBox struct{ fingerLo, fingerHi geom.Vec }

const (
	skinDepth    = 1.5e-3 // m from the face of a cell to the frame of the finger beneath
	cornerRadius = 1e-3   // m, of the corners of finger and palm
	palmStiff    = 1e5    // N/m of the palm on something flat; an estimate
)

// knobs lists what of the hand may touch the table: the cells, and the corners of the frame of each finger and of the palm.
func (w *World) knobs() {
	g := w.Model.Gripper
	if g == nil || w.Model.Table == nil {
		return
	}
	for i, c := range w.cells {
		w.touching = append(w.touching, knob{c.base, g.PadRound, c.k, i})
	}
	parts := g.Parts(0)
	lo, hi := parts[0].Lo, parts[0].Hi
	for _, c := range g.Pads.Cells { // the frame lies beneath the cells that look backwards
		if c.Normal.Y > 0.9 {
			hi.Y = math.Min(hi.Y, c.Center.Y)
		}
	}
	shrink := geom.V(skinDepth, skinDepth, skinDepth)
	lo, hi = r3.Add(lo, shrink), r3.Sub(hi, shrink)
	for _, p := range corners(lo, hi) {
		p.X -= g.TipX
		w.touching = append(w.touching, knob{p, cornerRadius, g.FingerStiffness / 4, noCell})
	}
	for _, p := range corners(parts[2].Lo, parts[2].Hi) {
		w.palm = append(w.palm, knob{p, cornerRadius, palmStiff / 4, noCell})
	}
	w.fingerLo = geom.V(math.Inf(1), math.Inf(1), math.Inf(1))
	w.fingerHi = r3.Scale(-1, w.fingerLo)
	for _, k := range w.touching {
		c, r := k.center, k.radius
		w.fingerLo = geom.V(math.Min(w.fingerLo.X, c.X-r), math.Min(w.fingerLo.Y, c.Y-r), math.Min(w.fingerLo.Z, c.Z-r))
		w.fingerHi = geom.V(math.Max(w.fingerHi.X, c.X+r), math.Max(w.fingerHi.Y, c.Y+r), math.Max(w.fingerHi.Z, c.Z+r))
	}
}

// corners are the centres of the balls that round the corners of a box.
func corners(lo, hi geom.Vec) (p [8]geom.Vec) {
	for i := range p {
		p[i] = geom.V(lo.X+cornerRadius, lo.Y+cornerRadius, lo.Z+cornerRadius)
		if i&1 != 0 {
			p[i].X = hi.X - cornerRadius
		}
		if i&2 != 0 {
			p[i].Y = hi.Y - cornerRadius
		}
		if i&4 != 0 {
			p[i].Z = hi.Z - cornerRadius
		}
	}
	return p
}

// gatherHand lets fingers and palm touch the table. The arm is stronger than the table: what is too much is for Arm to stop.
func (w *World) gatherHand() {
	if len(w.touching) == 0 {
		return
	}
	s, g := &w.State, w.Model.Gripper
	R := s.X_WG.R.Mat()
	turn := norm(s.W_WG) * (g.TipX + w.padReach)
	reach := w.margin(norm(s.V_WG) + math.Max(math.Abs(s.PadVel[0]), math.Abs(s.PadVel[1])) + turn)
	lowest := func(m, lo, hi float64) float64 { return math.Min(m*lo, m*hi) }
	slot := w.slots.hand
	for f := 0; f < 2; f++ {
		sign := 1 - 2*float64(f)
		tipX, slope := g.tipX(s.Pad[f])
		o := geom.Vec{X: tipX, Y: sign * s.Pad[f]}
		low := s.X_WG.P.Z + R[6]*o.X + R[7]*o.Y +
			lowest(R[6], w.fingerLo.X, w.fingerHi.X) + lowest(sign*R[7], w.fingerLo.Y, w.fingerHi.Y) + lowest(sign*R[8], w.fingerLo.Z, w.fingerHi.Z)
		if low <= reach {
			out := mulVec(&R, geom.Vec{X: slope, Y: sign})
			for i := range w.touching {
				k := &w.touching[i]
				p_G := geom.Vec{X: o.X + k.center.X, Y: o.Y + sign*k.center.Y, Z: sign * k.center.Z}
				if c := w.handOnTable(k, &R, p_G, reach, onPad-f, slot+i); c != nil {
					c.out = out
				}
			}
		}
		slot += len(w.touching)
	}
	for i := range w.palm {
		k := &w.palm[i]
		w.handOnTable(k, &R, k.center, reach, onPalm, slot+i)
	}
}

// sunk is how deep the hand is in the table, metres, and which part.
func (w *World) sunk() (depth float64, part string) {
	s := &w.State
	R := s.X_WG.R.Mat()
	if len(w.touching) == 0 {
		return 0, ""
	}
	look := func(k *knob, p geom.Vec, name string) {
		if d := k.radius - s.X_WG.P.Z - R[6]*p.X - R[7]*p.Y - R[8]*p.Z; d > depth {
			depth, part = d, name
		}
	}
	for f, name := range [2]string{"left finger", "right finger"} {
		sign := 1 - 2*float64(f)
		tipX, _ := w.Model.Gripper.tipX(s.Pad[f])
		for i := range w.touching {
			k := &w.touching[i]
			look(k, geom.V(tipX+k.center.X, sign*(s.Pad[f]+k.center.Y), sign*k.center.Z), name)
		}
	}
	for i := range w.palm {
		look(&w.palm[i], w.palm[i].center, "palm")
	}
	return depth, part
}

// handOnTable adds a knob at p_G where it touches, or may touch within the step.
func (w *World) handOnTable(k *knob, R *[9]float64, p_G geom.Vec, reach float64, part, slot int) *contact {
	s, g := &w.State, w.Model.Gripper
	d := k.radius - s.X_WG.P.Z - R[6]*p_G.X - R[7]*p_G.Y - R[8]*p_G.Z
	if d < -reach {
		return nil
	}
	r := mulVec(R, p_G)
	r.Z -= k.radius
	c := w.add(noObject, part, slot)
	c.cell = k.cell
	c.n = geom.Vec{Z: -1} // pushes the table away
	c.p = r3.Add(s.X_WG.P, r)
	c.vb = r3.Add(s.V_WG, r3.Cross(s.W_WG, r))
	w.finish(c, &Friction{Static: g.TableFriction}, d, k.k*d, k.k, g.PadDissipation, mulVec(R, w.remembered(slot)))
	return c
}
