package sim

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// slab is a flat box on the table whose friction falls from static to kinetic.
func slab(static, kinetic, width float64) Object {
	return Object{Shape: shape.NewBox(geom.V(0.2, 0.2, 0.02)), Mass: 0.5, Stiffness: 50e3, Friction: static, Kinetic: kinetic / static, Stribeck: width}
}

// A block on a slope waits for the static angle, and then slides with what the kinetic friction leaves.
func TestProofStaticAndKineticFriction(t *testing.T) {
	const static, kinetic = 0.5, 0.3
	for _, k := range []float64{0.99, 1.01} {
		angle := math.Atan(static * k)
		w := mustNew(t, noHand(slab(static, kinetic, 1e-3)), []geom.Pose{at3(0, 0, 0.01)}, geom.Pose{})
		for i := 0; i <= 1000; i++ {
			a := angle * float64(i) / 1000
			w.Model.Gravity = geom.V(9.81*math.Sin(a), 0, -9.81*math.Cos(a))
			w.Step()
		}
		b := &w.State.Bodies[0]
		steps(w, 300) // well over the Stribeck width
		v := b.V.X
		steps(w, 200)
		a := (b.V.X - v) / 0.2
		if k < 1 {
			atMost(t, "slope at 0.99 of the static angle: speed", b.V.X, 1e-9, "m/s")
		} else {
			equals(t, "slope at 1.01 of the static angle: acceleration g (sin - mu_k cos)", a, 9.81*(math.Sin(angle)-kinetic*math.Cos(angle)), 0.01, "m/s2")
		}
	}
}

// A sliding block stops after the integral of v dv / (mu(v) g).
func TestProofStribeckStoppingDistance(t *testing.T) {
	law := Friction{Static: 0.6, Kinetic: 0.2, Width: 0.2}
	w := mustNew(t, noHand(slab(law.Static, law.Kinetic, law.Width)), []geom.Pose{at3(0, 0, 0.01)}, geom.Pose{})
	steps(w, 500)
	b := &w.State.Bodies[0]
	b.V.X = 0.5
	steps(w, 5) // until it slides
	x, v0 := b.X_WO.P.X, b.V.X
	steps(w, 1500)
	want := 0.0
	const n = 100000
	for i := 0; i < n; i++ {
		v := v0 * (float64(i) + 0.5) / n
		want += v / (law.At(v) * 9.81) * v0 / n
	}
	equals(t, "stopping distance on Stribeck's curve", b.X_WO.P.X-x, want, 0.01, "m")
	atMost(t, "and then rests", norm(b.V), 1e-9, "m/s")
}

// Stick and slip: a block that is pulled by a slow spring waits until the spring has mu_s m g, then jumps until it has 2 mu_k - mu_s.
func TestProofStickSlip(t *testing.T) {
	const static, kinetic, k, pull = 0.5, 0.3, 200.0, 0.002
	w := mustNew(t, noHand(slab(static, kinetic, 1e-4)), []geom.Pose{at3(0, 0, 0.01)}, geom.Pose{})
	steps(w, 500)
	b := &w.State.Bodies[0]
	x0, end := b.X_WO.P.X, 0.0
	peak, after := 0.0, math.Inf(1)
	slipping := false
	for i := 0; i < 8000; i++ {
		end += pull * w.Model.Dt
		f := k * (end - (b.X_WO.P.X - x0))
		b.Push, b.Twist = geom.V(f, 0, 0), geom.V(0, -0.01*f, 0) // at the height of the table: all corners are loaded alike
		w.Step()
		if !slipping {
			peak = math.Max(peak, f)
			slipping = b.V.X > 0.02
		} else if b.V.X < 1e-4 { // the jump is over
			after = f
			break
		}
	}
	n := 0.5 * 9.81
	equals(t, "stick and slip: force at which it breaks loose, mu_s m g", peak, static*n, 0.01, "N")
	equals(t, "stick and slip: force after the jump, (2 mu_k - mu_s) m g", after, (2*kinetic-static)*n, 0.05, "N")
}

// Each pair of surfaces has a friction of its own.
func TestPairsOfSurfaces(t *testing.T) {
	o := box(0.1)
	o.TableFriction = 0.3
	m := noHand(o, o)
	m.Pairs = []Pair{{A: 0, B: Tabletop, Friction: Friction{Static: 0.8}}, {A: 1, B: 0, Friction: Friction{Static: 0.9, Kinetic: 0.1}}}
	w := mustNew(t, m, []geom.Pose{at3(0, 0, 0.02), at3(0.2, 0, 0.02)}, geom.Pose{})
	steps(w, 300)
	for i := range w.State.Bodies {
		w.State.Bodies[i].V.X = 0.5
	}
	steps(w, 1000)
	a, b := w.State.Bodies[0].X_WO.P.X, w.State.Bodies[1].X_WO.P.X-0.2
	equals(t, "stopping distance of a pair of surfaces with 0.8", a, 0.25/(2*0.8*9.81), 0.02, "m")
	equals(t, "and of one with the object's own 0.3", b, 0.25/(2*0.3*9.81), 0.02, "m")
	if _, _, pairs := m.frictions(); pairs[1] != pairs[2] || pairs[1].Kinetic != 0.1 {
		t.Errorf("%+v", pairs)
	}
	for _, p := range []Pair{{A: 0, B: 0}, {A: 2}, {A: 0, B: 2}, {A: 0, B: -3}, {A: 0, B: 1, Friction: Friction{Static: math.NaN()}}, {A: 0, B: 1, Friction: Friction{Static: 0.1, Kinetic: 0.2}}, {A: 0, B: 1, Friction: Friction{Static: 1e5}}} {
		m.Pairs = []Pair{p}
		if _, err := New(m, []geom.Pose{at3(0, 0, 0.02), at3(0.2, 0, 0.02)}, geom.Pose{}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// A held object that is knocked loose slides on where static friction alone would have stopped it.
func TestKineticFrictionLosesTheHold(t *testing.T) {
	fall := func(kinetic float64) float64 {
		o := box(0.1)
		o.Kinetic = kinetic
		w := held(t, o, 3, nil) // three times what static friction of 0.5 needs
		w.State.Bodies[0].V.Z = -0.3
		z := w.State.Bodies[0].X_WO.P.Z
		steps(w, 300)
		return z - w.State.Bodies[0].X_WO.P.Z
	}
	if stops, falls := fall(0), fall(0.3); stops > 0.005 || falls < 0.05 {
		t.Errorf("slides %g m with equal frictions, %g m with a kinetic one of 0.3 of it", stops, falls)
	}
}

// A ball that rolls comes to rest by its resistance to rolling, after the way that mechanics says: with the torque Rolling m g its middle is
// braked by 5/7 g Rolling / r.
func TestRollingResistance(t *testing.T) {
	const radius, v, arm = 0.03, 0.2, 1e-3
	o := Object{Shape: shape.NewSphere(radius), Mass: 0.1, Stiffness: 1e5, Friction: 0.6, Rolling: arm}
	way := func(rolling float64) float64 {
		o.Rolling = rolling
		w := mustNew(t, noHand(o), []geom.Pose{{R: geom.IdentityRot, P: geom.V(0, 0, radius)}}, geom.Pose{})
		w.State.Bodies[0].V, w.State.Bodies[0].W = geom.V(v, 0, 0), geom.V(0, v/radius, 0)
		for range 3000 {
			w.Step()
		}
		if rest := norm(w.State.Bodies[0].V) < 1e-4; rest != (rolling > 0) {
			t.Errorf("resistance %g m: %v m/s after 3 s", rolling, w.State.Bodies[0].V)
		}
		return w.State.Bodies[0].X_WO.P.X
	}
	want := v * v / (2 * 5.0 / 7 * 9.81 * arm / radius)
	if got := way(arm); math.Abs(got-want) > 0.02*want {
		t.Errorf("it came to rest after %.4f m, want %.4f m", got, want)
	}
	if got := way(0); math.Abs(got-3*v) > 0.01*v {
		t.Errorf("without resistance it rolled %.4f m in 3 s", got)
	}
}
