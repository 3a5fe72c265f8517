package sim

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// A welded object stays where it is in the hand, however the hand moves and however little it is squeezed; let go, it falls
// with the velocity that it had.
func TestWeld(t *testing.T) {
	m := DefaultModel()
	m.Table = nil
	m.Objects = []Object{box(0.3)}
	c := m.Gripper.PadCenter()
	w := mustNew(t, m, []geom.Pose{{P: c}}, geom.Pose{})
	if err := w.Weld(0); err != nil || !w.Welded(0) {
		t.Fatal(err)
	}
	X_GO := w.State.Bodies[0].X_WO
	for k := range 2000 {
		w.SetPalmTwist(geom.V(0.3, -0.2, 0.5), geom.V(0.5, 1, float64(k%500)/500))
		w.Step()
		now := w.State.X_WG.Inv().Mul(w.State.Bodies[0].X_WO)
		if d, a := r3.Norm(r3.Sub(now.P, X_GO.P)), now.R.Angle(X_GO.R); d > 1e-4 || a > 1e-3 {
			t.Fatalf("step %d: off by %g m and %g rad", k, d, a)
		}
	}
	v := w.State.Bodies[0].V
	if !w.Unweld(0) || w.Unweld(0) || w.Welded(0) {
		t.Error("unweld")
	}
	w.Step()
	if d := r3.Norm(r3.Sub(w.State.Bodies[0].V, r3.Add(v, r3.Scale(m.Dt, m.Gravity)))); d > 1e-9 {
		t.Errorf("the thrown object leaves with %v instead of %v", w.State.Bodies[0].V, v)
	}
	if w.Weld(1) == nil || w.Weld(-1) == nil {
		t.Error("an object that does not exist was welded")
	}
	none := mustNew(t, noHand(box(0.1)), []geom.Pose{at3(0, 0, 1)}, geom.Pose{})
	if none.Weld(0) == nil {
		t.Error("welded to no hand")
	}
}

func TestTouches(t *testing.T) {
	w, err := CreepScene(12)
	if err != nil {
		t.Fatal(err)
	}
	steps(w, 1000)
	var sum [2]geom.Vec
	w.Touches(func(c Touch) { sum[c.Finger] = r3.Add(sum[c.Finger], c.F_W) })
	weight := 0.045 * 9.81
	if l, r := sum[0], sum[1]; l.Y > -11.9 || l.Y < -12.1 || r.Y < 11.9 || r.Y > 12.1 || l.Z+r.Z < weight*0.99 || l.Z+r.Z > weight*1.01 {
		t.Errorf("forces of the left and right pad on the object %v, %v N", l, r)
	}
	if !raceEnabled {
		n := 0
		if a := testing.AllocsPerRun(10, func() { w.Touches(func(Touch) { n++ }) }); a != 0 {
			t.Errorf("%g allocations", a)
		}
	}
}
