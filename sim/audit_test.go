package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// In every step of many scenes the work that comes in is stored, lost or turned, to a millionth of what flows.
func TestProofEnergyAudit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	worst, worstTurned, lost := 0.0, 0.0, 0.0
	audit := func(name string, w *World, n int, drive func(i int)) {
		t.Helper()
		var l Ledger
		w.Audit(&l)
		before := 0.0
		for i := 0; i < n; i++ {
			drive(i)
			w.Step()
			scale := l.Scale() + 1e-12
			step := math.Abs(l.Error(w)-before) / scale
			before = l.Error(w)
			worst = math.Max(worst, math.Max(step, math.Abs(before)/scale))
			if step > 1e-6 {
				t.Fatalf("%s: step %d: %g J of %g J are not accounted for", name, i, before, scale)
			}
		}
		worstTurned = math.Max(worstTurned, math.Abs(l.Turned)/l.Scale())
		if l.Lost < -1e-9*l.Scale() {
			t.Errorf("%s: dissipation of %g J", name, l.Lost)
		}
		lost += l.Lost
		t.Logf("%-28s work %10.4g J, lost %10.4g J, turned %10.3g J, error %8.2g J of %.3g J", name, l.Work, l.Lost, l.Turned, l.Error(w), l.Scale())
	}
	shapes := []shape.Shape{
		shape.NewBox(geom.V(0.05, 0.04, 0.06)), shape.NewCylinder(0.03, 0.08), shape.NewSphere(0.03), shape.NewCapsule(0.02, 0.05),
	}
	drops := 40
	if raceEnabled || testing.Short() {
		drops = 8
	}
	for n := 0; n < drops; n++ {
		a := Object{Shape: shapes[n%4], Mass: math.Pow(10, -2+2*r.Float64()), Stiffness: math.Pow(10, 3+2*r.Float64()), Friction: 0.5, Kinetic: 0.8, Rolling: 1e-3 * float64(n%2)}
		b := a
		b.Shape = shapes[(n+1)%4]
		w := mustNew(t, noHand(a, b), []geom.Pose{{P: geom.V(0, 0, 0.1), R: geom.Exp(randVec(r, 3))}, {P: geom.V(0.02, 0, 0.25), R: geom.Exp(randVec(r, 3))}}, geom.Pose{})
		w.State.Bodies[0].V, w.State.Bodies[0].W = randVec(r, 0.5), randVec(r, 5)
		audit(fmt.Sprintf("drop %d", n), w, 600, func(i int) { w.State.Bodies[1].Push = geom.V(0.1*math.Sin(float64(i)/20), 0, 0) })
	}
	// A grasp: closing on an object that stands on the table, lifting it, shaking it.
	for _, c := range []struct {
		name   string
		change func(*Model)
		weld   bool
	}{
		{"box", func(m *Model) {}, false},
		{"sponge", func(m *Model) { m.Objects[0].Stiffness, m.Objects[0].SqueezeLimit = 500, 0.015 }, false},
		{"paper cup", func(m *Model) { m.Objects[0].Stiffness, m.Objects[0].Yield = 600, 1e-3 }, false},
		{"can, PR2 hand on its arc", func(m *Model) {
			g := PR2Gripper()
			g.Arc = PR2Arc()
			m.Gripper = &g
			m.Objects[0].Shape = shape.NewCylinder(0.02, 0.08)
		}, false},
		{"welded box", func(m *Model) {}, true},
	} {
		m := DefaultModel()
		o := Object{Shape: shape.NewBox(geom.V(0.04, 0.05, 0.08)), Mass: 0.2, Stiffness: 20e3, Friction: 0.5, Kinetic: 0.9, Texture: 10e-6}
		m.Objects = []Object{o}
		c.change(&m)
		w := mustNew(t, m, []geom.Pose{at3(0, 0.003, 0.04)}, at3(-m.Gripper.PadCenter().X, 0, 0.045))
		audit("grasp of a "+c.name, w, 5000, func(i int) {
			w.SetEffort(-12)
			switch s := float64(i) / 1000; {
			case s > 4.5:
				w.SetEffort(40)
			case s > 2.5:
				if c.weld && !w.Welded(0) {
					if err := w.Weld(0); err != nil {
						t.Fatal(err)
					}
				}
				w.SetPalmTwist(geom.V(0.05*math.Sin(9*s), 0.02*math.Sin(7*s), 0.05*math.Cos(5*s)), geom.V(0.3*math.Sin(4*s), 0.2*math.Sin(6*s), 0.2*math.Sin(5*s)))
			}
		})
	}
	// The hand alone, from stop to stop, and its tips on the table.
	w, _ := pointing(t, 0.001)
	audit("hand on the table", w, 4000, func(i int) {
		w.SetEffort(-30)
		if i > 2500 {
			w.SetEffort(60)
		}
		w.SetPalmTwist(geom.V(0.01*math.Sin(float64(i)/200), 0, -0.002*math.Cos(float64(i)/300)), geom.Vec{})
	})
	atMost(t, "energy audit: not accounted for, of what flows", worst, 1e-6, "")
	atMost(t, "energy audit: turned with the surfaces in a whole scene, of what flows", worstTurned, 0.02, "")
	if lost <= 0 {
		t.Error("nothing is ever lost")
	}
}

// The audit can fail: a force that is not booked shows.
func TestAuditFindsWhatIsMissing(t *testing.T) {
	w := mustNew(t, noHand(box(0.1)), []geom.Pose{at3(0, 0, 0.02)}, geom.Pose{})
	var l Ledger
	w.Audit(&l)
	steps(w, 100)
	if e := math.Abs(l.Error(w)) / l.Scale(); e > 1e-9 {
		t.Fatalf("%g at rest", e)
	}
	w.State.Bodies[0].V = r3.Add(w.State.Bodies[0].V, geom.V(0.1, 0, 0))
	if e := l.Error(w); math.Abs(e-0.1*0.01/2) > 1e-6 {
		t.Errorf("half a millijoule from nowhere is booked as %g J", e)
	}
	w.Audit(nil)
	w.Step()
}
