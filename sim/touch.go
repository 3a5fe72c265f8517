package sim

import (
	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Touch is a point where a finger's pad pressed an object in the last step.
type Touch struct {
	Object int
	Finger int      // 0 left, 1 right
	P_W    geom.Vec // metres
	F_W    geom.Vec // force on the object, N
}

// Touches calls touch for each point where a pad pressed an object in the last step. It allocates nothing.
func (w *World) Touches(touch func(Touch)) {
	for i := range w.contacts {
		if c := &w.contacts[i]; c.on && c.fn > 0 && c.b <= onPad && c.a != noObject {
			touch(Touch{Object: c.a, Finger: onPad - c.b, P_W: c.p, F_W: r3.Add(r3.Scale(c.fn, c.n), c.ft)})
		}
	}
}
