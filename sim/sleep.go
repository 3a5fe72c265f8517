package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Where Model.Sleep is set, an object that has rested on the table for a while, away from the hand and from everything that moves, is left out of
// the step until something comes near it.
const (
	sleepAfter = 0.2   // s at rest
	sleepSpeed = 2e-4  // m/s, of any point of the object
	sleepHand  = 0.13  // m from the hand's middle line, beyond the object's bounding sphere
	sleepNear  = 0.005 // m between the bounding spheres of an object and of one that moves
)

// doze lets objects fall asleep and wakes them.
func (w *World) doze() {
	s := &w.State
	for i := range s.Bodies {
		b := &s.Bodies[i]
		near := b.Push != (geom.Vec{}) || b.Twist != (geom.Vec{}) || w.handNear(i) || w.movesNear(i)
		switch {
		case near && b.asleep:
			w.wake(i)
		case b.asleep:
		case near || !b.Supported || norm(b.V)+norm(b.W)*w.radius[i] > sleepSpeed:
			b.rest = 0
		default:
			if b.rest += w.dt; b.rest > sleepAfter {
				b.asleep, b.dozed, b.V, b.W = true, s.tick, geom.Vec{}, geom.Vec{}
			}
		}
	}
}

// wake lets an object go on with the springs that it had.
func (w *World) wake(i int) {
	s := &w.State
	b := &s.Bodies[i]
	b.asleep, b.rest = false, 0
	for k := range w.Model.Objects[i].Shape.Supports() {
		if m := &s.spring[w.slots.table[i]+k]; m.tick == b.dozed {
			m.tick = s.tick
		}
	}
}

// handNear reports that the hand is near an object: its middle line from the palm to the tips.
func (w *World) handNear(i int) bool {
	if w.Model.Gripper == nil {
		return false
	}
	s := &w.State
	x := s.X_WG.R.Apply(geom.UnitX)
	p := r3.Sub(s.Bodies[i].X_WO.P, s.X_WG.P)
	along := max(-0.1, min(w.Model.Gripper.TipX+w.padReach, r3.Dot(p, x)))
	return norm(r3.Sub(p, r3.Scale(along, x))) < w.radius[i]+sleepHand
}

// movesNear reports that an object which is awake and moves is near another.
func (w *World) movesNear(i int) bool {
	s := &w.State
	for j := range s.Bodies {
		o := &s.Bodies[j]
		if j != i && !o.asleep && o.rest == 0 && norm(r3.Sub(o.X_WO.P, s.Bodies[i].X_WO.P)) < w.radius[i]+w.radius[j]+sleepNear {
			return true
		}
	}
	return false
}
