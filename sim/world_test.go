package sim

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// box is a 0.1 kg cube of 4 cm, larger than a pad in every direction.
func box(mass float64) Object {
	return Object{Shape: shape.NewBox(geom.V(0.04, 0.04, 0.04)), Mass: mass, Stiffness: 20e3, Friction: 0.5}
}

func at3(x, y, z float64) geom.Pose { return geom.Pose{P: geom.V(x, y, z)} }

func mustNew(t testing.TB, m Model, x []geom.Pose, palm geom.Pose) *World {
	t.Helper()
	w, err := New(m, x, palm)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// noHand is a table with objects.
func noHand(objs ...Object) Model {
	m := DefaultModel()
	m.Gripper = nil
	m.Objects = objs
	return m
}

func TestFreeFall(t *testing.T) {
	w := mustNew(t, noHand(box(0.1)), []geom.Pose{at3(0, 0, 10)}, geom.Pose{})
	for i := 0; i < 1000; i++ {
		w.Step()
	}
	// Semi-implicit Euler: v = g t exactly, z off by g t dt / 2.
	b := w.State.Bodies[0]
	if math.Abs(b.V.Z+9.81) > 1e-9 {
		t.Errorf("v = %v after 1 s", b.V)
	}
	if want := 10 - 9.81/2*(1+w.Model.Dt); math.Abs(b.X_WO.P.Z-want) > 1e-9 {
		t.Errorf("z = %v, want %v", b.X_WO.P.Z, want)
	}
}

func TestRestOnTable(t *testing.T) {
	for name, s := range map[string]shape.Shape{
		"box": shape.NewBox(geom.V(0.06, 0.04, 0.1)), "cylinder": shape.NewCylinder(0.03, 0.1), "sphere": shape.NewSphere(0.03),
	} {
		o := Object{Shape: s, Mass: 0.3, Stiffness: 20e3, Friction: 0.5}
		w := mustNew(t, noHand(o), []geom.Pose{at3(0, 0, s.Half().Z)}, geom.Pose{})
		top := 0.0
		for i := 0; i < 2000; i++ {
			w.Step()
			top = math.Max(top, w.State.Bodies[0].X_WO.P.Z-s.Half().Z)
		}
		b := w.State.Bodies[0]
		if top > 0 {
			t.Errorf("%s bounces %g m above its start", name, top)
		}
		if r3.Norm(b.V) > 1e-9 || r3.Norm(b.W) > 1e-9 {
			t.Errorf("%s moves at %v, %v after 2 s", name, b.V, b.W)
		}
		k := w.supportStiffness(0)
		if name == "cylinder" || name == "box" || name == "sphere" {
			if sink, want := s.Half().Z-b.X_WO.P.Z, 0.3*9.81/k; math.Abs(sink-want) > 1e-3*want {
				t.Errorf("%s sinks %g m, want m g / k = %g", name, sink, want)
			}
		}
		if b.X_WO.R.Angle(geom.IdentityRot) > 1e-9 {
			t.Errorf("%s turned", name)
		}
	}
}

// held is a world in which a cube floats between the pads, squeezed with a force per finger.
func held(t testing.TB, o Object, force float64, change func(*Model)) *World {
	m := DefaultModel()
	m.Table = nil
	g := *m.Gripper
	g.Friction, g.Damping = 0, 1500 // the motor's effort is the grip force, and its swing dies out soon
	m.Gripper = &g
	m.Objects = []Object{o}
	if change != nil {
		change(&m)
	}
	w := mustNew(t, m, []geom.Pose{{P: m.Gripper.PadCenter()}}, geom.Pose{})
	w.SetGap(2 * o.Shape.Half().Y)
	w.SetEffort(-force)
	grav := w.Model.Gravity
	w.Model.Gravity = geom.Vec{}
	for i := 0; i < 3000; i++ { // settle without weight
		w.Step()
	}
	for i := 0; i < 500; i++ { // let the weight come gently: as a step it would weigh twice for a moment
		w.Model.Gravity = r3.Scale(float64(i)/500, grav)
		w.Step()
	}
	w.Model.Gravity = grav
	return w
}

func TestGripForceIsTheEffort(t *testing.T) {
	w := held(t, box(0.1), 8, nil)
	for f := 0; f < 2; f++ {
		sum := 0.0
		for _, n := range w.State.Normal[f] {
			sum += n
		}
		if math.Abs(sum-8) > 1e-6 {
			t.Errorf("finger %d feels %v N, want 8", f, sum)
		}
	}
	// Two pads of 100 kN/m, two fingers of 20 kN/m and the object's 20 kN/m in series.
	k := 1 / (2/100e3 + 2/20e3 + 1/20e3)
	if squeeze, want := 0.04-w.State.Gap, 8/k; math.Abs(squeeze-want) > 1e-6*want+1e-9 {
		t.Errorf("squeezed by %g m, want %g", squeeze, want)
	}
}

// A held object slips exactly when 2 mu N < m g.
func TestSlipThreshold(t *testing.T) {
	const mu, m = 0.5, 0.1
	need := m * 9.81 / (2 * mu)
	for _, c := range []struct {
		k     float64
		slips bool
	}{{0.98, true}, {0.99, true}, {1.01, false}, {1.02, false}} {
		w := held(t, box(m), c.k*need, nil)
		z0 := w.State.Bodies[0].X_WO.P.Z
		for i := 0; i < 200; i++ {
			w.Step()
		}
		fall := z0 - w.State.Bodies[0].X_WO.P.Z
		// The net force (1-k) m g makes it fall (1-k) g t^2 / 2 in 0.2 s; held, it sags by the tangent springs alone.
		if want := (1 - c.k) * 9.81 / 2 * 0.04; c.slips && (fall < 0.8*want || fall > 1.2*want) {
			t.Errorf("at %g of the need it falls %g m, want about %g", c.k, fall, want)
		} else if !c.slips && fall > 1e-4 {
			t.Errorf("at %g of the need it falls %g m", c.k, fall)
		}
	}
}

// A held object does not creep: the friction spring stands still under constant load.
func TestNoCreep(t *testing.T) {
	w := held(t, box(0.1), 5, nil)
	for i := 0; i < 2000; i++ {
		w.Step()
	}
	x := w.State.Bodies[0].X_WO.P
	for i := 0; i < 10000; i++ {
		w.Step()
	}
	if v := r3.Norm(r3.Sub(w.State.Bodies[0].X_WO.P, x)) / 10; v > 1e-9 {
		t.Errorf("creeps at %g m/s", v)
	}
	sag := w.Model.Gripper.PadCenter().Z - x.Z
	k := 2 * w.Model.Stretch * 100e3
	if want := 0.1 * 9.81 / k; math.Abs(sag-want) > 0.01*want {
		t.Errorf("sags %g m, want m g / k_t = %g", sag, want)
	}
}

func TestStepAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	w := held(t, box(0.1), 5, nil)
	if n := testing.AllocsPerRun(1000, w.Step); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func BenchmarkStepHold(b *testing.B) {
	w := held(b, box(0.1), 5, nil)
	b.ReportAllocs()
	for b.Loop() {
		w.Step()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}
