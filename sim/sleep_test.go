package sim

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// twoBoxes are a world with two boxes far from each other and from the hand.
func twoBoxes(t *testing.T, sleep bool) *World {
	t.Helper()
	m := DefaultModel()
	m.Sleep = sleep
	m.Objects = []Object{box(0.1), box(0.2)}
	return mustNew(t, m, []geom.Pose{at3(0.5, 0, 0.02), at3(-0.5, 0, 0.02)}, at3(0, 0, 0.8))
}

// Objects at rest sleep, stay where they would be, and wake when they are pushed or the hand comes.
func TestSleep(t *testing.T) {
	awake, lazy := twoBoxes(t, false), twoBoxes(t, true)
	step := func(n int) {
		for range n {
			awake.Step()
			lazy.Step()
		}
	}
	asleep := func(i int) bool { return lazy.State.Bodies[i].asleep }
	step(1000)
	if !asleep(0) || !asleep(1) || awake.State.Bodies[0].asleep {
		t.Fatal("they do not sleep after a second at rest, or they do though they should not")
	}
	if n := lazy.Contacts(); n != 0 {
		t.Errorf("sleeping boxes have %d contacts", n)
	}
	for i := range lazy.State.Bodies {
		if d := r3.Norm(r3.Sub(lazy.State.Bodies[i].X_WO.P, awake.State.Bodies[i].X_WO.P)); d > 1e-6 || !lazy.State.Bodies[i].Supported {
			t.Errorf("box %d: %g m apart, supported %v", i, d, lazy.State.Bodies[i].Supported)
		}
	}
	for _, w := range []*World{awake, lazy} {
		w.State.Bodies[0].Push = geom.V(2, 0, 0) // more than its friction
	}
	step(300)
	if asleep(0) || !asleep(1) {
		t.Error("the pushed box sleeps, or the other woke up")
	}
	if a, b := awake.State.Bodies[0].X_WO.P.X, lazy.State.Bodies[0].X_WO.P.X; a-0.5 < 1e-3 || r3.Norm(geom.V(a-b, 0, 0)) > 1e-3*(a-0.5)+1e-6 {
		t.Errorf("pushed to %g m, and to %g m out of sleep", a, b)
	}
	lazy.State.X_WG = at3(-0.6, 0, 0.05)
	lazy.Step()
	if asleep(1) {
		t.Error("it sleeps beside the hand")
	}
}

// A halted arm brakes, refuses, says why, and goes on when it may.
func TestArmHalt(t *testing.T) {
	w, a := newArm(t)
	goal := at3(0.5, 0.2, 0.4)
	if err := a.Transit(goal, 0.2, 1); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		a.Step()
		w.Step()
	}
	a.Halt(fault.New("move arm", "", fault.Unavailable, "the emergency stop is pressed"))
	for range 50 {
		a.Step()
		w.Step()
	}
	if a.Moving() || a.Fault() == nil || a.MoveTo(goal, 0.2, 1) == nil || a.Transit(goal, 0.2, 1) == nil {
		t.Errorf("moving %v, fault %v", a.Moving(), a.Fault())
	}
	a.Drift(geom.V(0.1, 0, 0))
	if a.Moving() {
		t.Error("a halted arm drifts")
	}
	a.Halt(nil)
	if err := a.Transit(goal, 0.2, 1); err != nil || a.Fault() != nil {
		t.Fatal(err, a.Fault())
	}
	for a.Moving() {
		a.Step()
		w.Step()
	}
	if d := r3.Norm(r3.Sub(w.State.X_WG.P, goal.P)); d > 1e-6 {
		t.Errorf("%g m from its goal", d)
	}
}
