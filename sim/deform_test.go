package sim

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// cup is a soft cube that dents for good beyond 2 mm a side.
func cup() Object {
	o := box(0.02)
	o.Stiffness, o.Yield, o.DentLimit = 600, 2e-3, 8e-3
	return o
}

// Beyond the yield half of the dent stays, and the force grows half as fast.
func TestProofPlasticDent(t *testing.T) {
	squeeze := func(o Object, force float64) *World {
		w := held(t, o, force, func(m *Model) { m.Gravity, m.Gripper.Damping = geom.Vec{}, 500 })
		steps(w, 5000)
		return w
	}
	const force = 4.2
	w := squeeze(cup(), force)
	b := &w.State.Bodies[0]
	e := force / 1200 // elastic part of one side
	for f := range b.Dent {
		equals(t, "dent that stays: (f/k - yield)/hardening", b.Dent[f], (e-2e-3)/hardening, 0.01, "m")
	}
	if b.Crushed || math.Abs(b.PeakDent[0]-(e+b.Dent[0])) > 1e-4 {
		t.Errorf("crushed %v, dented by %g m at most", b.Crushed, b.PeakDent[0])
	}
	// Let go of, and taken again more gently, it is as much narrower as has stayed.
	touch := func(w *World) float64 {
		w.SetGap(0.041)
		w.SetEffort(-1)
		steps(w, 15000)
		if w.State.Bodies[0].PadForce[0] < 0.5 {
			t.Fatalf("not taken again: %+v", w.State.Bodies[0])
		}
		return w.State.Gap
	}
	dent := b.Dent
	fresh := touch(squeeze(cup(), 1))
	equals(t, "a dented object is narrower by both dents", fresh-touch(w), dent[0]+dent[1], 0.02, "m")
	if b.Dent != dent {
		t.Errorf("a gentle squeeze dents further: %v after %v", b.Dent, dent)
	}
	// An object without a yield springs back.
	o := cup()
	o.Yield = 0
	if w := squeeze(o, force); w.State.Bodies[0].Dent != [2]float64{} {
		t.Errorf("an elastic one keeps %v", w.State.Bodies[0].Dent)
	}
	// Too deep a dent is damage, with or without a crush force.
	if w := squeeze(cup(), 7); !w.State.Bodies[0].Crushed || w.State.Bodies[0].PeakDent[0] < 8e-3 {
		t.Errorf("at 7 N: %+v", w.State.Bodies[0])
	}
	o = cup()
	o.DentLimit, o.CrushForce = 0, 5
	if w := squeeze(o, 6); !w.State.Bodies[0].Crushed {
		t.Error("a crush force of 5 N stands 6 N")
	}
}

// Denting costs energy, it never gives any.
func TestPlasticDentTakesEnergy(t *testing.T) {
	w := held(t, cup(), 1, func(m *Model) { m.Gravity, m.Gripper.Damping = geom.Vec{}, 10 })
	w.SetEffort(0)
	w.State.GapVel = -0.03
	e := w.Energy().Total()
	for i := 0; i < 1000; i++ {
		w.Step()
		now := w.Energy().Total()
		if now > e*(1+1e-9) {
			t.Fatalf("step %d: grows from %.12g to %.12g J", i, e, now)
		}
		e = now
	}
	if w.State.Bodies[0].Dent[0] < 1e-4 {
		t.Errorf("not dented: %v", w.State.Bodies[0].Dent)
	}
}
