package sim

import "gonum.org/v1/gonum/spatial/r3"

// Energy is the mechanical energy of a world, J. The hand's share is that of drive and fingers relative to the palm.
type Energy struct {
	Kinetic float64
	Height  float64 // potential of gravity, zero at the origin of W
	Elastic float64 // of contacts, fingers and stops
}

// Total of the three.
func (e Energy) Total() float64 { return e.Kinetic + e.Height + e.Elastic }

// Energy computes the energy of the present state. It gathers the contacts anew and is meant for tests and records.
func (w *World) Energy() Energy {
	var e Energy
	s := &w.State
	for i := range s.Bodies {
		b := &s.Bodies[i]
		m := w.Model.Objects[i].Mass
		w.rot[i] = b.X_WO.R.Mat()
		w_O := mulVecT(&w.rot[i], b.W)
		I := w.inertia[i]
		e.Kinetic += m*r3.Norm2(b.V)/2 + (I.X*w_O.X*w_O.X+I.Y*w_O.Y*w_O.Y+I.Z*w_O.Z*w_O.Z)/2
		e.Height -= m * r3.Dot(w.Model.Gravity, b.X_WO.P)
	}
	w.gather()
	for i := range w.contacts {
		c := &w.contacts[i]
		if c.d <= 0 {
			continue
		}
		e.Elastic += c.f0 * c.d / 2
		e.Elastic += (c.kt*r3.Norm2(c.u) + c.kr*c.turn*c.turn) / 2
	}
	g := w.Model.Gripper
	if g == nil {
		return e
	}
	mass, _ := g.mass(s.Gap)
	e.Kinetic += mass * s.GapVel * s.GapVel / 2
	e.Elastic += gapSpring * s.gapU * s.gapU / 2
	for f := range s.Pad {
		e.Kinetic += g.FingerMass * s.PadVel[f] * s.PadVel[f] / 2
		e.Elastic += w.flexEnergy(f, s.Pad[f]-s.Gap/2)
	}
	if over := s.Gap - g.Stroke; over > 0 {
		e.Elastic += gapStop * over * over / 2
	}
	if d := -(s.Pad[0] + s.Pad[1]); d > 0 {
		e.Elastic += g.PadStiffness / 2 * d * d / 2
	}
	return e
}
