package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// onSlope is a box that rests on the table for a second, after which gravity leans by an angle about y.
func onSlope(t *testing.T, size geom.Vec, friction, angle float64) *World {
	o := Object{Shape: shape.NewBox(size), Mass: 0.5, Stiffness: 5e6, Friction: friction}
	m := noHand(o)
	m.Table.Stiffness = 1e7 // what sinks in leans
	w := mustNew(t, m, []geom.Pose{at3(0, 0, size.Z/2)}, geom.Pose{})
	for i := 0; i <= 1000; i++ {
		a := angle * float64(i) / 1000
		w.Model.Gravity = geom.V(9.81*math.Sin(a), 0, -9.81*math.Cos(a))
		w.Step()
	}
	return w
}

func steps(w *World, n int) {
	for i := 0; i < n; i++ {
		w.Step()
	}
}

// A block slides on a slope from the friction angle on, within 1 %.
func TestProofFrictionAngle(t *testing.T) {
	for _, mu := range []float64{0.2, 0.5, 0.8} {
		for _, k := range []float64{0.99, 1.01} {
			a := math.Atan(mu * k)
			w := onSlope(t, geom.V(0.1, 0.1, 0.02), mu, a)
			x := w.State.Bodies[0].X_WO.P.X
			steps(w, 1000)
			way := w.State.Bodies[0].X_WO.P.X - x
			name := fmt.Sprintf("slope at %g of the friction angle of mu %g: ", k, mu)
			if k > 1 {
				equals(t, name+"slides in a second", way, 9.81*(math.Sin(a)-mu*math.Cos(a))/2, 0.1, "m")
			} else {
				atMost(t, name+"creeps in a second", way, 1e-6, "m")
			}
		}
	}
}

// A sliding block stops after v^2 / (2 mu g).
func TestProofStoppingDistance(t *testing.T) {
	for _, mu := range []float64{0.2, 0.6} {
		w := onSlope(t, geom.V(0.2, 0.2, 0.02), mu, 0)
		x := w.State.Bodies[0].X_WO.P.X
		w.State.Bodies[0].V.X = 1
		steps(w, 1500)
		way, want := w.State.Bodies[0].X_WO.P.X-x, 1/(2*mu*9.81)
		equals(t, fmt.Sprintf("stopping distance v^2 / (2 mu g) at mu %g", mu), way, want, 0.01, "m")
		atMost(t, "and then rests", r3.Norm(w.State.Bodies[0].V), 1e-9, "m/s")
	}
}

// A block on a rough slope topples when its centre passes its edge: at atan(b / h).
func TestProofTopplingAngle(t *testing.T) {
	size := geom.V(0.04, 0.04, 0.12)
	for _, k := range []float64{0.985, 1.015} {
		w := onSlope(t, size, 1.5, math.Atan(size.X/size.Z)*k)
		steps(w, 2000)
		tilt := w.State.Bodies[0].X_WO.R.Angle(geom.IdentityRot)
		what, want := "stands", "less than 0.5 rad"
		if k > 1 {
			what, want = "topples", "more than 0.5 rad"
		}
		prove(t, (tilt > 0.5) == (k > 1), fmt.Sprintf("block at %g of the toppling angle atan(b / h): %s", k, what), fmt.Sprintf("%.3g rad", tilt), want)
	}
}

// Two bodies that collide in space keep their momentum, and lose energy only.
func TestProofMomentum(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	worst, collisions := 0.0, 0
	for n := 0; n < 50; n++ {
		a := Object{Shape: shape.NewBox(geom.V(0.06, 0.05, 0.04)), Mass: 0.2, Stiffness: 20e3, Friction: 0.4}
		b := Object{Shape: shape.NewSphere(0.03), Mass: 0.5, Stiffness: 5e3, Friction: 0.7}
		m := noHand(a, b)
		m.Gravity, m.Table = geom.Vec{}, nil
		w := mustNew(t, m, []geom.Pose{{P: geom.V(-0.1, 0, 0), R: geom.Exp(randVec(r, 3))}, {P: r3.Add(geom.V(0.1, 0, 0), randVec(r, 0.02))}}, geom.Pose{})
		w.State.Bodies[0].V, w.State.Bodies[1].V = geom.V(1, 0, 0), geom.V(-0.5, 0, 0)
		w.State.Bodies[0].W = randVec(r, 2)
		momentum := func() (p, l geom.Vec) {
			for i, b := range w.State.Bodies {
				mass := w.Model.Objects[i].Mass
				p = r3.Add(p, r3.Scale(mass, b.V))
				I := w.inertia[i]
				w_O := b.X_WO.R.Inv().Apply(b.W)
				l = r3.Add(l, r3.Add(r3.Scale(mass, r3.Cross(b.X_WO.P, b.V)), b.X_WO.R.Apply(geom.V(I.X*w_O.X, I.Y*w_O.Y, I.Z*w_O.Z))))
			}
			return p, l
		}
		p0, l0 := momentum()
		e0 := w.Energy().Total()
		touched := false
		for i := 0; i < 400; i++ {
			w.Step()
			touched = touched || w.State.Bodies[0].Supported
		}
		p1, l1 := momentum()
		if !touched {
			continue
		}
		worst = math.Max(worst, r3.Norm(r3.Sub(p1, p0)))
		collisions++
		if d := r3.Norm(r3.Sub(l1, l0)); d > 0.02*r3.Norm(l0)+1e-5 {
			t.Errorf("angular momentum changes by %g of %g", d, r3.Norm(l0))
		}
		if e := w.Energy().Total(); e > e0 {
			t.Errorf("energy grows from %g to %g J", e0, e)
		}
	}
	atMost(t, fmt.Sprintf("%d free collisions: change of momentum", collisions), worst, 1e-12, "kg m/s")
}

func randVec(r *rand.Rand, k float64) geom.Vec {
	return geom.V(k*(2*r.Float64()-1), k*(2*r.Float64()-1), k*(2*r.Float64()-1))
}

// Ten thousand things dropped any way: their energy never grows, but for the rounding of a rolling motion over a finite step.
func TestProofEnergyNeverGrows(t *testing.T) {
	drops := 10000
	if testing.Short() || raceEnabled {
		drops = 500
	}
	r := rand.New(rand.NewPCG(3, 4))
	worst := 0.0
	for n := 0; n < drops; n++ {
		o := Object{Mass: math.Pow(10, -3+3.7*r.Float64()), Stiffness: math.Pow(10, 2+2.7*r.Float64()), Friction: r.Float64()}
		switch n % 5 {
		case 4:
			var p []geom.Vec
			for i := 0; i < 12; i++ {
				p = append(p, randVec(r, 0.05))
			}
			h, _, err := shape.NewHull(p)
			if err != nil {
				t.Fatal(err)
			}
			o.Shape = h
		case 0:
			o.Shape = shape.NewBox(geom.V(0.01+0.1*r.Float64(), 0.01+0.1*r.Float64(), 0.01+0.1*r.Float64()))
		case 1:
			o.Shape = shape.NewCylinder(0.005+0.05*r.Float64(), 0.01+0.1*r.Float64())
		case 2:
			o.Shape = shape.NewSphere(0.005 + 0.05*r.Float64())
		case 3:
			o.Shape = shape.NewCapsule(0.005+0.03*r.Float64(), 0.01+0.1*r.Float64())
		}
		w := mustNew(t, noHand(o), []geom.Pose{{P: geom.V(0, 0, 0.15), R: geom.Exp(randVec(r, 3))}}, geom.Pose{})
		w.State.Bodies[0].V = randVec(r, 1)
		w.State.Bodies[0].W = randVec(r, 10)
		e := w.Energy().Total()
		scale := e
		for i := 0; i < 400; i++ {
			w.Step()
			now := w.Energy().Total()
			worst = math.Max(worst, (now-e)/scale)
			e = now
		}
		if b := w.State.Bodies[0]; !b.X_WO.IsFinite() || !geom.IsFinite(b.V) || !geom.IsFinite(b.W) {
			t.Fatalf("drop %d is not finite", n)
		}
	}
	atMost(t, fmt.Sprintf("%d random drops: largest growth of energy in a step, of that at the start", drops), worst, 3e-6, "")
}

// Torsion: a pad holds 1/2 or 2/3 mu N R and the like: with uniform pressure the sum over its cells of mu N_i (r_i + 2/3 a_i).
func TestProofTorsionalLimit(t *testing.T) {
	o := box(0.1)
	w := held(t, o, 10, func(m *Model) { m.Gravity = geom.Vec{} })
	pc := w.Model.Gripper.PadCenter()
	limit, cells := 0.0, w.Model.Gripper.Pads.Cells[7:] // the flat pad
	for _, c := range cells {
		fn := 10 / float64(len(cells))
		d := fn / w.cells[7].k
		disc := 2.0 / 3 * math.Min(w.cells[7].radius, math.Sqrt(2*w.Model.Gripper.PadRound*d))
		limit += 2 * o.Friction * fn * (math.Hypot(c.Center.X+w.Model.Gripper.TipX-pc.X, c.Center.Z) + disc)
	}
	for _, k := range []float64{0.97, 1.03} {
		w := held(t, o, 10, func(m *Model) { m.Gravity = geom.Vec{} })
		for i := 1; i <= 500; i++ {
			w.State.Bodies[0].Twist = geom.V(0, k*limit*float64(i)/500, 0)
			w.Step()
		}
		R := w.State.Bodies[0].X_WO.R
		steps(w, 600)
		turn := R.Angle(w.State.Bodies[0].X_WO.R)
		what, want := "holds", "less than 0.5 rad"
		if k > 1 {
			what, want = "turns", "more than 0.5 rad"
		}
		prove(t, (turn > 0.5) == (k > 1), fmt.Sprintf("torque of %g of the limit of the patch, %.3g N m: %s", k, limit, what), fmt.Sprintf("%.3g rad", turn), want)
	}
}

// The torque that a grip holds grows with its patch: pads of half the size hold half of what their lever arms do.
func TestProofTorsionGrowsWithThePatch(t *testing.T) {
	limit := func(pitch float64) float64 {
		w := held(t, box(0.1), 10, func(m *Model) {
			m.Gravity = geom.Vec{}
			m.Gripper.Pads = touch.Grid("square", 4, 4, pitch, pitch, 14.5e-3)
		})
		twist := 0.0
		R := w.State.Bodies[0].X_WO.R
		for ; w.State.Bodies[0].X_WO.R.Angle(R) < 0.2 && twist < 1; twist += 1e-5 {
			w.State.Bodies[0].Twist = geom.V(0, twist, 0)
			w.Step()
		}
		return twist
	}
	// mu N times the mean of the lever arms, and 2/3 of the radius that each cell touches with.
	want := func(pitch float64) float64 {
		g := DefaultGripper()
		sum := 0.0
		for _, x := range []float64{-1.5, -0.5, 0.5, 1.5} {
			for _, z := range []float64{-1.5, -0.5, 0.5, 1.5} {
				d := 10 / g.PadStiffness // all cells are alike
				patch := math.Min(pitch/math.Sqrt(math.Pi), math.Sqrt(2*g.PadRound*d))
				sum += (pitch*math.Hypot(x, z) + 2.0/3*patch) / 16
			}
		}
		return 2 * 0.5 * 10 * sum
	}
	for _, pitch := range []float64{2e-3, 4e-3, 6e-3} {
		equals(t, fmt.Sprintf("torque at which a patch of %g mm slips", 4e3*pitch), limit(pitch), want(pitch), 0.04, "N m")
	}
}

// A thing pinched at one point swings like a pendulum.
func TestProofPendulum(t *testing.T) {
	// A rod of 20 cm pinched 8 cm above its middle by pads of one cell.
	o := Object{Shape: shape.NewBox(geom.V(0.02, 0.02, 0.2)), Mass: 0.1, Stiffness: 50e3, Friction: 0.5}
	m := DefaultModel()
	m.Table = nil
	g := *m.Gripper
	g.Friction, g.Damping = 0, 1500
	g.Pads = touch.Grid("point", 1, 1, 1e-5, 1e-5, 14.5e-3)
	m.Gripper, m.Objects = &g, []Object{o}
	const above = 0.08
	tilt := geom.AxisAngle(geom.UnitY, 0.05)
	pc := g.PadCenter()
	w := mustNew(t, m, []geom.Pose{{R: tilt, P: r3.Sub(pc, tilt.Apply(geom.V(0, 0, above)))}}, geom.Pose{})
	w.SetGap(0.02)
	w.SetEffort(-20)
	w.Model.Gravity = geom.Vec{}
	steps(w, 2000)
	w.Model.Gravity = m.Gravity
	var zero []float64
	last := 0.0
	for i := 0; i < 4000; i++ {
		w.Step()
		v := w.State.Bodies[0].W.Y
		if i > 10 && last < 0 && v >= 0 {
			zero = append(zero, w.State.Time)
		}
		last = v
	}
	if len(zero) < 3 {
		t.Fatalf("does not swing: %v", zero)
	}
	period := (zero[len(zero)-1] - zero[0]) / float64(len(zero)-1)
	I := o.Mass*o.Shape.UnitInertia().Y + o.Mass*above*above
	equals(t, "rod pinched at a point: period of the pendulum", period, 2*math.Pi*math.Sqrt(I/(o.Mass*9.81*above)), 0.01, "s")
}

// Equal boxes stay stacked.
func TestStack(t *testing.T) {
	o := box(0.2)
	w := mustNew(t, noHand(o, o, o), []geom.Pose{at3(0, 0, 0.02), at3(0, 0, 0.06), at3(0, 0, 0.10)}, geom.Pose{})
	steps(w, 3000)
	for i := range w.State.Bodies {
		b := &w.State.Bodies[i]
		if want := 0.02 + 0.04*float64(i); math.Abs(b.X_WO.P.Z-want) > 5e-4 || math.Hypot(b.X_WO.P.X, b.X_WO.P.Y) > 1e-6 || r3.Norm(b.V) > 1e-6 {
			t.Errorf("box %d at %v moves at %v", i, b.X_WO.P, b.V)
		}
	}
}

// The mirror image of a scene runs as the mirror image.
func TestProofMirror(t *testing.T) {
	build := func(sign float64) *World {
		o := Object{Shape: shape.NewCylinder(0.025, 0.09), Mass: 0.2, Stiffness: 20e3, Friction: 0.5}
		m := DefaultModel()
		m.Objects = []Object{o}
		w := mustNew(t, m, []geom.Pose{at3(0, sign*0.006, 0.045)}, at3(-m.Gripper.PadCenter().X, 0, 0.05))
		w.SetEffort(-20)
		return w
	}
	a, b := build(1), build(-1)
	for i := 0; i < 4000; i++ {
		if i > 2500 {
			a.SetPalmTwist(geom.V(0, 0.01, 0.05), geom.V(0.1, 0, 0.2))
			b.SetPalmTwist(geom.V(0, -0.01, 0.05), geom.V(-0.1, 0, -0.2))
		}
		a.Step()
		b.Step()
	}
	p, q := a.State.Bodies[0], b.State.Bodies[0]
	if p.X_WO.P.Z < 0.1 {
		t.Fatalf("not lifted: %v", p.X_WO.P)
	}
	q.X_WO.P.Y, q.V.Y = -q.X_WO.P.Y, -q.V.Y
	q.PadForce[0], q.PadForce[1] = q.PadForce[1], q.PadForce[0]
	atMost(t, "mirrored scene: places differ by", r3.Norm(r3.Sub(p.X_WO.P, q.X_WO.P)), 1e-9, "m")
	atMost(t, "mirrored scene: forces differ by", math.Abs(p.PadForce[0]-q.PadForce[0])+math.Abs(p.PadForce[1]-q.PadForce[1]), 1e-6, "N")
}

// A tapped object gains the impulse.
func TestProofImpulse(t *testing.T) {
	m := noHand(box(0.1))
	m.Gravity, m.Table = geom.Vec{}, nil
	w := mustNew(t, m, []geom.Pose{{}}, geom.Pose{})
	w.State.Bodies[0].Push = geom.V(3, 0, 0)
	steps(w, 10)
	w.State.Bodies[0].Push = geom.Vec{}
	steps(w, 10)
	equals(t, "impulse of 30 mN s on 0.1 kg", w.State.Bodies[0].V.X, 0.3, 1e-9, "m/s")
}
