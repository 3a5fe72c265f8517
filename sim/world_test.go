package sim

import (
	"fmt"
	"math"
	"runtime"
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

func TestProofFreeFall(t *testing.T) {
	w := mustNew(t, noHand(box(0.1)), []geom.Pose{at3(0, 0, 10)}, geom.Pose{})
	for i := 0; i < 1000; i++ {
		w.Step()
	}
	// Semi-implicit Euler: v = g t exactly, z off by g t dt / 2.
	b := w.State.Bodies[0]
	equals(t, "free fall: speed g t", -b.V.Z, 9.81, 1e-9, "m/s")
	equals(t, "free fall: way g t (t + dt) / 2", 10-b.X_WO.P.Z, 9.81/2*(1+w.Model.Dt), 1e-9, "m")
}

func TestProofRest(t *testing.T) {
	for _, c := range []struct {
		name string
		s    shape.Shape
	}{{"box", shape.NewBox(geom.V(0.06, 0.04, 0.1))}, {"cylinder", shape.NewCylinder(0.03, 0.1)}, {"sphere", shape.NewSphere(0.03)}} {
		name, s := c.name, c.s
		o := Object{Shape: s, Mass: 0.3, Stiffness: 20e3, Friction: 0.5}
		w := mustNew(t, noHand(o), []geom.Pose{at3(0, 0, s.Half().Z)}, geom.Pose{})
		top := 0.0
		for i := 0; i < 2000; i++ {
			w.Step()
			top = math.Max(top, w.State.Bodies[0].X_WO.P.Z-s.Half().Z)
		}
		b := w.State.Bodies[0]
		atMost(t, name+" on the table: bounces above its start", top, 0, "m")
		atMost(t, name+" on the table: moves after 2 s", r3.Norm(b.V)+r3.Norm(b.W), 1e-9, "m/s, rad/s")
		equals(t, name+" on the table: sinks m g / k", s.Half().Z-b.X_WO.P.Z, 0.3*9.81/w.supportStiffness(0), 1e-3, "m")
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

func TestProofGripForceIsTheEffort(t *testing.T) {
	w := held(t, box(0.1), 8, nil)
	for f := 0; f < 2; f++ {
		sum := 0.0
		for _, n := range w.State.Normal[f] {
			sum += n
		}
		equals(t, "hold: force of a finger for an effort of 8 N", sum, 8, 1e-6, "N")
	}
	// Two pads of 100 kN/m, two fingers of 20 kN/m and the object's 20 kN/m in series.
	k := 1 / (2/100e3 + 2/20e3 + 1/20e3)
	equals(t, "hold: squeeze F / k of pads, fingers and object in series", 0.04-w.State.Gap, 8/k, 1e-4, "m")
}

// A held object slips exactly when 2 mu N < m g.
func TestProofSlipThreshold(t *testing.T) {
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
		name := fmt.Sprintf("hold with %g of m g / 2 mu: ", c.k)
		if c.slips {
			equals(t, name+"falls by the net force in 0.2 s", fall, (1-c.k)*9.81/2*0.04, 0.2, "m")
		} else {
			atMost(t, name+"stays", fall, 1e-4, "m")
		}
	}
}

// A held object does not creep: the friction spring stands still under constant load.
func TestProofSag(t *testing.T) {
	w := held(t, box(0.1), 5, nil)
	for i := 0; i < 2000; i++ {
		w.Step()
	}
	x := w.State.Bodies[0].X_WO.P
	for i := 0; i < 10000; i++ {
		w.Step()
	}
	atMost(t, "held cube: creep", 1e6*r3.Norm(r3.Sub(w.State.Bodies[0].X_WO.P, x))/10, 1e-3, "um/s")
	sag := w.Model.Gripper.PadCenter().Z - x.Z
	k := 2 * w.Model.Stretch * 100e3
	equals(t, "held cube: sag m g / k_t", sag, 0.1*9.81/k, 0.01, "m")
}

// While the arm accelerates upwards the grip has to carry m (g + a).
func TestProofSlipThresholdUnderAcceleration(t *testing.T) {
	const mu, m, a = 0.5, 0.1, 3.0
	need := m * (9.81 + a) / (2 * mu)
	for _, k := range []float64{0.98, 1.02} {
		w := held(t, box(m), k*need, nil)
		v := 0.0
		for i := 0; i < 200; i++ { // gently, so that the load does not overshoot
			v += a * float64(i) / 200 * w.Model.Dt
			w.SetPalmTwist(geom.V(0, 0, v), geom.Vec{})
			w.Step()
		}
		z := w.State.Bodies[0].X_WO.P.Z - w.State.X_WG.P.Z
		for i := 0; i < 200; i++ {
			v += a * w.Model.Dt
			w.SetPalmTwist(geom.V(0, 0, v), geom.Vec{})
			w.Step()
		}
		slid := z - (w.State.Bodies[0].X_WO.P.Z - w.State.X_WG.P.Z)
		name := fmt.Sprintf("arm accelerates at 3 m/s2, grip of %g of m (g + a) / 2 mu: ", k)
		if k > 1 {
			atMost(t, name+"stays", slid, 1e-5, "m")
		} else {
			equals(t, name+"slides by the net force", slid, (1-k)*(9.81+a)/2*0.04, 0.3, "m")
		}
	}
}

// The same start gives the same bits, on any number of cores.
func TestProofSameBits(t *testing.T) {
	run := func() [4]float64 {
		w := held(t, box(0.1), 5, nil)
		s := mustSense(t, w, RealSensors(3))
		sum := 0.0
		for i := 0; i < 2000; i++ {
			w.SetPalmTwist(geom.V(0, 0, 0.05*math.Sin(float64(i)/50)), geom.V(0, 0.2*math.Cos(float64(i)/70), 0))
			w.Step()
			r := s.Read()
			sum += r.Cells[0][3] + r.Cells[1][7] + r.Accel[0].X
		}
		b := w.State.Bodies[0]
		return [4]float64{b.X_WO.P.X, b.X_WO.R.Y, b.PadForce[0], sum}
	}
	first := run()
	old := runtime.GOMAXPROCS(1)
	second := run()
	runtime.GOMAXPROCS(old)
	diff := 0.0
	for i := range first {
		diff = math.Max(diff, math.Abs(first[i]-second[i]))
	}
	atMost(t, "same start and seed, another GOMAXPROCS: difference", diff, 0, "")
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
