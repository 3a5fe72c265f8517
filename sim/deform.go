package sim

import "math"

// hardening is what the dent at which an object yields grows by for a metre of dent that has stayed: 1 leaves half of what goes
// beyond the yield.
const hardening = 1.0

// dent is how far the side of the object under a finger is pressed in elastically, metres.
func (w *World) dent(f int) float64 {
	i := w.State.pressed[f]
	force, _ := w.flex(f)
	if i < 0 || force <= 0 {
		return 0
	}
	o := &w.Model.Objects[i]
	k := 2 * o.Stiffness
	if o.SqueezeLimit > 0 {
		k += force / o.SqueezeLimit
	}
	return force / k
}

// deform keeps what stays of a dent beyond the yield: the surface draws back under the finger and the pad follows it, so that its
// cells are pressed as before and the side's spring is longer. The work of the force on that way is lost.
func (w *World) deform() {
	for f := range w.State.pressed {
		w.deformSide(f)
	}
}

func (w *World) deformSide(f int) {
	i := w.State.pressed[f]
	if i < 0 {
		return
	}
	o, b := &w.Model.Objects[i], &w.State.Bodies[i]
	if o.Yield == 0 && o.DentLimit == 0 {
		return
	}
	e := w.dent(f)
	b.PeakDent[f] = math.Max(b.PeakDent[f], e+b.Dent[f])
	if over := e - (o.Yield + hardening*b.Dent[f]); o.Yield > 0 && over > 0 {
		stays := over / (1 + hardening)
		b.Dent[f] += stays
		w.State.Pad[f] -= stays
	}
	if o.DentLimit > 0 && b.PeakDent[f] > o.DentLimit {
		b.crush(w.State.Time)
	}
}

func (b *Body) crush(t float64) {
	if !b.Crushed {
		b.Crushed, b.CrushTime = true, t
	}
}
