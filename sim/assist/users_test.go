package assist

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Situations that users of the original reported, by the number of their report, in a physical world. The others are in
// package graspfix.

func cube() sim.Object {
	return sim.Object{Name: "cube", Shape: shape.NewBox(geom.V(0.04, 0.04, 0.04)), Mass: 0.1, Stiffness: 20e3, Friction: 0.5}
}

func preset(t *testing.T, name string) graspfix.Params {
	t.Helper()
	p, err := graspfix.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// 26: a thrown object has no velocity after the detach. The event tells the palm's twist, and here the object keeps it.
func TestUser26_Thrown(t *testing.T) {
	g := newGrasp(t, preset(t, graspfix.Fast), cube())
	g.run(3, -15, geom.Vec{})
	if len(g.events) != 1 || g.events[0].Kind != graspfix.Attach || !g.w.Welded(0) {
		t.Fatalf("%+v, %v", g.events, g.a.Fix.Explain(g.a.Name(0), Arm))
	}
	v := geom.V(0.2, 0.1, 0.4)
	g.run(0.5, -15, v)
	if err := g.a.Fix.Release(Arm); err != nil {
		t.Fatal(err)
	}
	e := g.events[len(g.events)-1]
	if e.Kind != graspfix.Detach || e.Reason != graspfix.Manual || r3.Norm(r3.Sub(e.V_WP, v)) > 1e-6 || r3.Norm(e.W_WP) > 1e-6 {
		t.Errorf("%+v", e)
	}
	t.Logf("said: %v with the palm's velocity V_WP = %v m/s; the object leaves with %v", e.Kind, e.V_WP, g.w.State.Bodies[0].V)
	if d := r3.Norm(r3.Sub(g.w.State.Bodies[0].V, v)); d > 1e-3 || g.w.Welded(0) {
		t.Errorf("the object leaves with %v instead of %v", g.w.State.Bodies[0].V, v)
	}
}

// 64: the jaw goes on closing after the attach. The event comes in time to stop it, and the answer says so when it is not used.
func TestUser64_JawGoesThrough(t *testing.T) {
	soft := cube()
	soft.Stiffness, soft.SqueezeLimit = 300, 0.018
	run := func(stop bool) *grasp {
		g := newGrasp(t, preset(t, graspfix.Fast), soft)
		for range 60 {
			effort := -30.0
			if stop && len(g.events) > 0 {
				effort = 0
			}
			g.run(0.1, effort, geom.Vec{})
		}
		if len(g.events) != 1 || g.events[0].Kind != graspfix.Attach {
			t.Fatalf("%+v, %v", g.events, g.a.Fix.Explain(g.a.Name(0), Arm))
		}
		return g
	}
	going, stopped := run(false), run(true)
	t.Logf("said: %v", going.a.Fix.Explain(going.a.Name(0), Arm))
	t.Logf("peak force %.1f N when the hand stops at the event, %.1f N when it goes on", stopped.w.State.Bodies[0].PeakForce[0], going.w.State.Bodies[0].PeakForce[0])
	if f, s := going.w.State.Bodies[0].PeakForce[0], stopped.w.State.Bodies[0].PeakForce[0]; !(s < f/2) {
		t.Errorf("peak force %g N when the hand stops at the event, %g N when it goes on", s, f)
	}
	if v := going.a.Fix.Explain(going.a.Name(0), Arm); !strings.Contains(v.String(), "SQUEEZED_IN") || !v.Attached {
		t.Errorf("%v", v)
	}
	if v := stopped.a.Fix.Explain(stopped.a.Name(0), Arm); v.Code != graspfix.IsAttached { // the heavy hand coasts on for a few millimetres
		t.Errorf("%v", v)
	}
}

// Grip, lift, open: as in any simulator, in the classic settings and the recommended ones.
func TestGripLiftOpen(t *testing.T) {
	for _, name := range []string{graspfix.Classic, graspfix.Default, graspfix.Fast} {
		g := newGrasp(t, preset(t, name), cube())
		g.run(4, -15, geom.Vec{})
		g.run(1, -15, geom.V(0, 0, 0.1))
		if z := g.w.State.Bodies[0].X_WO.P.Z; z < 0.1 || len(g.events) != 1 {
			t.Errorf("%s: lifted to %g m, %+v", name, z, g.events)
		}
		g.run(3, 15, geom.Vec{})
		if e := g.events; len(e) != 2 || e[1].Reason != graspfix.Opened || g.w.State.Bodies[0].X_WO.P.Z > 0.03 {
			t.Errorf("%s: %+v, at %v", name, e, g.w.State.Bodies[0].X_WO.P)
		}
	}
	if _, err := New(&sim.World{}, Config(preset(t, graspfix.Fast)), graspfix.Hooks{}, false); err == nil {
		t.Error("a world without a hand was accepted")
	}
}

func TestStepAllocFree(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	g := newGrasp(t, preset(t, graspfix.Fast), cube())
	g.run(4, -15, geom.Vec{})
	if n := testing.AllocsPerRun(200, func() { g.w.Step(); g.a.Step() }); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}
