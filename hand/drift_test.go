package hand

import (
	"math"
	"testing"
)

// drifting runs the rig for a time, s, while what the pads say moves away from the force by a rate, N/s.
func (g *rig) drifting(seconds, rate float64, each func()) {
	for range int(seconds * 1000) {
		for i := range g.extra {
			g.extra[i] += rate * 1e-3
		}
		g.step()
		if each != nil {
			each()
		}
	}
}

// A hand at rest for ten minutes feels nothing, however its pads drift.
func TestDriftAtRest(t *testing.T) {
	for _, rate := range []float64{0.005, -0.005, 0.015} {
		g := newRig(t, 0.05, 2e4)
		g.drifting(600, rate, func() {
			if st := g.c.Status(); st.Contact[0] || st.Contact[1] || math.Abs(st.Force[0]) > 0.15 {
				t.Fatalf("%g N/s: after %.0f s it feels %.2f N", rate, st.Time, st.Force[0])
			}
		})
	}
}

// What comes to touch a pad of a hand at rest, as slowly as a person may push it, is felt, and stays felt.
func TestSlowTouchAtRest(t *testing.T) {
	for _, rate := range []float64{0.1, 0.3, 5} {
		g := newRig(t, 0.05, 2e4)
		g.drifting(30, 0, nil)
		g.drifting(2/rate, rate, nil)
		g.drifting(600, 0, nil)
		if f := g.c.Status().Force; math.Abs(f[0]-2) > 0.1 {
			t.Errorf("2 N that came at %g N/s are felt as %.2f N", rate, f[0])
		}
	}
}

// Pads that drift while something is held neither let go of it nor squeeze it harder.
func TestDriftWhileHolding(t *testing.T) {
	for _, k := range []float64{2e3, 4e4} {
		for _, rate := range []float64{0.005, -0.005, 0.015, -0.015} {
			g := newRig(t, 0.05, k)
			g.do(t, Command{Verb: Grasp})
			g.run(8000)
			held := g.force()
			g.drifting(600, rate, func() {
				if now := g.force(); now < 0.8*held-0.2 || now > 1.4*held+0.2 {
					t.Fatalf("%g N/m, %g N/s: after %.0f s the pads say %.1f N, and it is held with %.2f N instead of %.2f N",
						k, rate, g.c.Status().Time, g.c.Status().Force[0], now, held)
				}
			})
		}
	}
}

// What is soft and gives way is followed: the force that is lost is no drift.
func TestRelaxingIsFollowed(t *testing.T) {
	g := newRig(t, 0.05, 4e3)
	g.do(t, Command{Verb: Grasp})
	g.run(8000)
	held, k := g.force(), g.k
	for range 300 * 1000 {
		g.k = k * (0.8 + 0.2*math.Exp(-float64(g.tick)/60e3))
		g.step()
	}
	if now := g.force(); now < 0.95*held-0.1 {
		t.Errorf("held with %.2f N, then %.2f N", held, now)
	}
}
