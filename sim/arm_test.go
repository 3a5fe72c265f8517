package sim

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

func newArm(t *testing.T) (*World, *Arm) {
	t.Helper()
	w := mustNew(t, DefaultModel(), nil, at3(0.3, 0, 0.5))
	return w, NewArm(w)
}

// A line ends at its goal, never exceeds its speed and acceleration, and starts and ends at rest.
func TestArmLine(t *testing.T) {
	w, a := newArm(t)
	goal := geom.Pose{R: geom.RPY(0.3, -0.2, 1), P: geom.V(0.5, 0.2, 0.4)}
	if err := a.MoveTo(goal, 0.2, 0.8); err != nil {
		t.Fatal(err)
	}
	fastest, hardest := 0.0, 0.0
	start := w.State.X_WG.P
	for a.Moving() {
		a.Step()
		w.Step()
		fastest, hardest = math.Max(fastest, r3.Norm(w.State.V_WG)), math.Max(hardest, r3.Norm(w.State.A_WG))
		// On the straight line.
		line := r3.Unit(r3.Sub(goal.P, start))
		if off := r3.Norm(r3.Cross(line, r3.Sub(w.State.X_WG.P, start))); off > 1e-9 {
			t.Fatalf("%g m off the line", off)
		}
	}
	if d := r3.Norm(r3.Sub(w.State.X_WG.P, goal.P)); d > 1e-9 || w.State.X_WG.R.Angle(goal.R) > 1e-6 {
		t.Errorf("ends %g m and %g rad from the goal", d, w.State.X_WG.R.Angle(goal.R))
	}
	if fastest > 0.2001 || hardest > 0.81 || fastest < 0.15 && hardest < 0.6 {
		t.Errorf("up to %v m/s and %v m/s^2", fastest, hardest)
	}
}

func TestArmDriftAndStop(t *testing.T) {
	w, a := newArm(t)
	a.Drift(geom.V(0, 0.1, 0))
	for i := 0; i < 200; i++ {
		a.Step()
		w.Step()
		if r3.Norm(w.State.A_WG) > a.Accel+1e-9 {
			t.Fatalf("accelerates at %v", w.State.A_WG)
		}
	}
	if w.State.V_WG.Y != 0.1 {
		t.Errorf("drifts at %v", w.State.V_WG)
	}
	a.Stop()
	n := 0
	for ; a.Moving() && n < 100; n++ {
		a.Step()
		w.Step()
	}
	if n > 6 {
		t.Errorf("takes %d ms to stop from 0.1 m/s at 20 m/s^2", n)
	}
	a.Drift(geom.V(math.NaN(), 0, 0))
	if a.Moving() {
		t.Error("drifts to nowhere")
	}
}

func TestArmLimits(t *testing.T) {
	w, a := newArm(t)
	a.Limits = ArmLimits{Reach: 0.9, Near: 0.2, Speed: 0.1, Accel: 0.5}
	for goal, want := range map[geom.Vec]string{geom.V(1, 0, 0.5): "out of reach: 1.118 m", geom.V(-0.3, 0, -0.5): "too near"} {
		if err := a.MoveTo(geom.Pose{P: goal}, 1, 1); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", goal, err, want)
		}
	}
	if err := a.MoveTo(geom.Pose{P: geom.V(math.NaN(), 0, 0)}, 1, 1); fault.KindOf(err) != fault.Invalid {
		t.Errorf("NaN: %v", err)
	}
	if err := a.MoveTo(at3(0.3, 0.2, 0.5), 0, 1); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no speed: %v", err)
	}
	if err := a.MoveTo(at3(0.3, 0.2, 0.5), 9, 9); err != nil {
		t.Fatal(err)
	}
	for a.Moving() {
		a.Step()
		w.Step()
		if r3.Norm(w.State.V_WG) > 0.1001 || r3.Norm(w.State.A_WG) > 0.51 {
			t.Fatalf("%v m/s, %v m/s^2", w.State.V_WG, w.State.A_WG)
		}
	}
	a.Drift(geom.V(1, 0, 0))
	for i := 0; i < 10000; i++ {
		a.Step()
		w.Step()
	}
	if d := r3.Norm(w.State.X_WG.P); d > 0.901 || d < 0.88 {
		t.Errorf("a drift ends %v m from the shoulder, the reach is 0.9", d)
	}
}

func TestCollides(t *testing.T) {
	m := DefaultModel()
	o := box(0.1)
	o.Name = "cube"
	m.Objects = []Object{o}
	w := mustNew(t, m, []geom.Pose{at3(0.5, 0, 0.02)}, at3(0, 0, 0.5))
	pc := m.Gripper.PadCenter().X
	down := geom.AxisAngle(geom.UnitY, math.Pi/2)
	for _, c := range []struct {
		X      geom.Pose
		gap    float64
		except int
		want   string
	}{
		{at3(0.5-pc, 0, 0.15), 0.08, -1, ""},                                    // beside and above
		{at3(0.5-pc, 0, 0.04), 0.08, 0, ""},                                     // a side grasp of the cube
		{geom.Pose{R: down, P: geom.V(0.5, 0, 0.21)}, 0.08, -1, ""},             // astride
		{geom.Pose{R: down, P: geom.V(0.5, 0.03, 0.21)}, 0.08, -1, "into cube"}, // a finger in it
		{geom.Pose{R: down, P: geom.V(0.5, 0.03, 0.21)}, 0.08, 0, ""},           // which is allowed here
		{geom.Pose{R: down, P: geom.V(0.5, 0, 0.15)}, 0.08, -1, "under the table"},
		{at3(0.5, 0, 0.01), 0.08, -1, "under the table"},
		{at3(0.5, 0, 0.06), 0.08, -1, "palm would run into cube"},
	} {
		if got := w.Collides(c.X, c.gap, c.except); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}
