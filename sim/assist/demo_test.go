package assist

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// overhead is a grasp from above across the narrower side, the pads at the object's centre.
func overhead(cfg rehearse.Config, o *catalogue.Object) geom.Pose {
	R_WG := geom.AxisAngle(geom.UnitY, math.Pi/2)
	if h := o.RestHalf(); h.X < h.Y {
		R_WG = geom.AxisAngle(geom.UnitZ, math.Pi/2).Mul(R_WG)
	}
	X_WG := geom.Pose{R: R_WG, P: geom.V(0, 0, cfg.Gripper.PadCenter().X)}
	return geom.Pose{R: o.Rest}.Inv().Mul(X_WG)
}

// rehearsal picks an object with a fixed force, with the fix or without.
func rehearsal(t *testing.T, o *catalogue.Object, force float64, fix bool) (rehearse.Result, []graspfix.Event, graspfix.Verdict) {
	t.Helper()
	cfg := rehearse.DefaultConfig()
	cfg.Fix(force)
	p, err := graspfix.Preset(graspfix.Fast)
	if err != nil {
		t.Fatal(err)
	}
	var a *Assist
	var events []graspfix.Event
	if fix {
		cfg.Trace = func(w *sim.World, _ hand.Status, _ pick.Phase) {
			if a == nil {
				if a, err = New(w, Config(p), graspfix.Hooks{OnEvent: func(e graspfix.Event) { events = append(events, e) }}, false); err != nil {
					t.Fatal(err)
				}
			}
			a.Step()
		}
	}
	r, err := rehearse.Run(cfg, rehearse.Known(o), overhead(cfg, o))
	if err != nil {
		t.Fatal(err)
	}
	v := graspfix.Verdict{}
	if a != nil {
		v = a.Fix.Explain(a.Name(0), Arm)
	}
	return r, events, v
}

// The objects of the demo's table, squeezed with 0.7 of the force that carries them: without the fix they slip, with it they are
// held.
func TestDemoObjects(t *testing.T) {
	n := 8
	if testing.Short() || raceEnabled {
		n = 2
	}
	table, err := catalogue.Table(1, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range table.Objects {
		o := &p.Object
		force := 0.7 * o.HoldForce()
		if force < 0.1 {
			continue // too light for the least force that a hand can aim at
		}
		off, none, _ := rehearsal(t, o, force, false)
		on, events, v := rehearsal(t, o, force, true)
		t.Logf("%-20s %5.2f N: off %-8v slid %6.2f mm, on %-8v slid %6.3f mm", o.Name, force, off.Outcome, 1e3*off.SlipM, on.Outcome, 1e3*on.SlipM)
		if len(none) != 0 || off.Outcome == pick.Held {
			t.Errorf("%s: held without the fix: %+v", o.Name, off)
		}
		if on.Outcome != pick.Held || on.SlipM > 1e-3 {
			t.Errorf("%s: %v %q, slid %.2f mm with the fix; %v", o.Name, on.Outcome, on.Reason, 1e3*on.SlipM, v)
		}
		if len(events) == 0 || events[0].Kind != graspfix.Attach || events[0].Arm != Arm {
			t.Errorf("%s: events %+v", o.Name, events)
		}
	}
}

// grasp is a world with a box between open fingers on the table, stepped with an effort at the gap.
type grasp struct {
	w      *sim.World
	a      *Assist
	events []graspfix.Event
}

func newGrasp(t *testing.T, p graspfix.Params, objects ...sim.Object) *grasp {
	t.Helper()
	m := sim.DefaultModel()
	m.Objects = objects
	var X []geom.Pose
	for i, o := range objects {
		X = append(X, geom.Pose{P: geom.V(0, 0.3*float64(i), o.Shape.Half().Z)})
	}
	X_WG := geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: r3.Add(X[0].P, geom.V(0, 0, m.Gripper.PadCenter().X))}
	w, err := sim.New(m, X, X_WG)
	if err != nil {
		t.Fatal(err)
	}
	g := &grasp{w: w}
	if g.a, err = New(w, Config(p), graspfix.Hooks{OnEvent: func(e graspfix.Event) { g.events = append(g.events, e) }}, false); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *grasp) run(seconds, effort float64, v geom.Vec) {
	for range int(seconds/g.w.Model.Dt + 0.5) {
		g.w.SetEffort(effort)
		g.w.SetPalmTwist(v, geom.Vec{})
		g.w.Step()
		g.a.Step()
	}
}
