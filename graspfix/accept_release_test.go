package graspfix

import (
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

func Test39_OpenAfterSaturation(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		r.U(10)
		r.open(0.006)
		r.E(4)
		r.want(attachAt6)
		r.code(CounterHolds)
		r.E(1)
		r.want(attachAt6 + "detach box::link::collision arm released_geometry @15\n")
		if c := r.f.Counter(boxName, "arm"); c != 0 {
			t.Errorf("counter %d", c)
		}
		if d := r.events[1].Moved; math.Abs(d-0.006) > 1e-9 {
			t.Errorf("moved %v", d)
		}
	})
}

func Test40_ReleaseTolerance(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		start := func() *rig {
			r := newRig(t, config(t, preset, func(p *Params) { p.Threshold, p.MaxGripCount = 4, 8 }), nil)
			r.U(8)
			return r
		}
		const attached = "attach box::link::collision arm gripped @5\n"
		r := start()
		r.open(0.0049)
		r.E(30)
		r.want(attached)
		if v := r.code(WithinTolerance); !strings.Contains(v.Text, "4.9 of 5 mm") {
			t.Errorf("%v", v)
		}
		r = start()
		r.open(0.0051)
		r.E(4)
		r.want(attached + "detach box::link::collision arm released_geometry @12\n")
	})
}

func Test41_Sliding(t *testing.T) {
	slide := func(preset string, d float64) *rig {
		r := newRig(t, config(t, preset, func(p *Params) { p.Threshold, p.MaxGripCount = 4, 8 }), nil)
		r.U(8)
		r.move("L", geom.V(0, 0, d))
		r.move("R", geom.V(0, 0, d))
		r.E(30)
		return r
	}
	const attached = "attach box::link::collision arm gripped @5\n"
	const detached = "detach box::link::collision arm released_geometry @12\n"
	slide(Classic, 0.014).want(attached)
	slide(Classic, 0.016).want(attached + detached)
	slide(Default, 0.0049).want(attached)
	slide(Default, 0.0051).want(attached + detached)
}

func Test42_Squeeze(t *testing.T) {
	squeeze := func(preset string) *rig {
		r := newRig(t, config(t, preset, func(p *Params) { p.Threshold, p.MaxGripCount = 4, 8 }), nil)
		r.U(8)
		r.open(-0.006)
		r.E(30)
		return r
	}
	const attached = "attach box::link::collision arm gripped @5\n"
	squeeze(Classic).want(attached + "detach box::link::collision arm released_geometry @12\n")
	r := squeeze(Default)
	r.want(attached)
	if v := r.f.Explain(boxName, "arm"); len(v.Also) == 0 || !strings.Contains(v.Also[0], string(SqueezedIn)) {
		t.Errorf("%v", v)
	}
}

func Test43_RigidMotion(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		r.U(10)
		m := geom.Pose{R: geom.RPY(0, 0, math.Pi/2), P: geom.V(1, 2, 3)}
		for k, x := range r.X {
			r.X[k] = m.Mul(x)
		}
		r.E(20)
		r.want(attachAt6)
	})
}

func Test44_OneFingerOfThree(t *testing.T) {
	run := func(preset, vote string) *rig {
		arms := Arm{Name: "arm", Palm: "palm", Links: []string{"L", "R", "S"}}
		r := newRig(t, config(t, preset, func(p *Params) { p.ReleaseVote = vote }, arms), nil)
		r.X["S"], r.touch["S"] = geom.Pose{P: geom.V(0, 0.03, 0)}, boxName
		r.points["S"], r.forces["S"] = geom.V(0, 0.02, 0), geom.V(0, -5, 0)
		for range 10 {
			r.window("L", "R", "S")
		}
		r.move("S", geom.V(0, 0.006, 0))
		r.E(20)
		return r
	}
	both(t, func(t *testing.T, preset string) {
		run(preset, "any").want(attachAt6 + "detach box::link::collision arm released_geometry @15\n")
		run(preset, "all").want(attachAt6)
	})
}

func Test45_OpenRightAfterAttach(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, func(p *Params) { p.Threshold, p.MaxGripCount = 4, 8 }), nil)
		r.U(5)
		r.open(0.006)
		r.E(1)
		r.want("attach box::link::collision arm gripped @5\ndetach box::link::collision arm released_geometry @6\n")
	})
}

func Test46_GrippedObjectsAreNotTested(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		r.U(10)
		r.open(0.008)
		r.U(20)
		r.want(attachAt6)
	})
}

func Test47_GripAgain(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		r.U(10)
		r.open(0.006)
		r.E(5)
		r.open(-0.006)
		r.U(5)
		r.want(attachAt6 + "detach box::link::collision arm released_geometry @15\n")
		r.U(1)
		r.want(attachAt6 + "detach box::link::collision arm released_geometry @15\nattach box::link::collision arm gripped @21\n")
	})
}

func Test48_CollisionsOff(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, func(p *Params) { p.DisableCollisions = true }), nil)
		r.U(10)
		r.E(300)
		r.want(attachAt6)
		if c := r.f.Counter(boxName, "arm"); c != 0 {
			t.Errorf("counter %d", c)
		}
		// Also when the input tells poses with contacts only.
		r = newRig(t, config(t, preset, func(p *Params) { p.DisableCollisions = true }), nil)
		r.poses = false
		r.U(10)
		r.E(300)
		r.want(attachAt6)
	})
}

func Test49_ObjectRemoved(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		r.U(10)
		if !r.f.RemoveObject(boxName) {
			t.Fatal("not known")
		}
		r.want(attachAt6 + "detach box::link::collision arm object_gone @10\n")
		r.U(6)
		r.want(attachAt6 + "detach box::link::collision arm object_gone @10\nattach box::link::collision arm gripped @16\n")
	})
}

// twoArms is an arm a with L, R and an arm b with two more fingers at right angles, on the same object.
func twoArms(t *testing.T, preset string) *rig {
	r := newRig(t, config(t, preset, nil, Arm{Name: "a", Palm: "pa", Links: []string{"L", "R"}}, Arm{Name: "b", Palm: "pb", Links: []string{"S", "T"}}), nil)
	for f, y := range map[string]float64{"S": -1, "T": 1} {
		r.X[f], r.touch[f] = geom.Pose{P: geom.V(0, 0.03*y, 0)}, boxName
		r.points[f], r.forces[f] = geom.V(0, 0.02*y, 0), geom.V(0, -5*y, 0)
	}
	return r
}

func Test50_HandOver(t *testing.T) {
	run := func(preset string) *rig {
		r := twoArms(t, preset)
		r.U(10)
		for range 10 {
			r.window("L", "R", "S", "T")
		}
		r.open(0.1)
		for range 10 {
			r.window("S", "T")
		}
		return r
	}
	const held = "attach box::link::collision a gripped @6\n"
	// The original welds to both.
	r := run(Classic)
	r.want(held + "attach box::link::collision b gripped @21\n")
	// One transfer, in one tick.
	r = run(Default)
	r.want(held + "transfer box::link::collision b transfer @25\n")
	if e := r.events[1]; e.From != "a" {
		t.Errorf("%+v", e)
	}
	if m := r.f.Attached(); len(m) != 1 || m[boxName] != "b" || r.f.Held("a") != "" {
		t.Errorf("%v", m)
	}
	// Then b opens.
	r.move("S", geom.V(0, -0.1, 0))
	r.move("T", geom.V(0, 0.1, 0))
	r.E(5)
	r.want(held + "transfer box::link::collision b transfer @25\ndetach box::link::collision b released_geometry @35\n")
}

func Test51_OneFingerOfEachArm(t *testing.T) {
	run := func(preset string) *rig {
		r := newRig(t, config(t, preset, nil, Arm{Name: "a", Palm: "pa", Links: []string{"L"}}, Arm{Name: "b", Palm: "pb", Links: []string{"R"}}), nil)
		r.U(10)
		return r
	}
	run(Classic).want("attach box::link::collision a gripped @6\n")
	r := run(Default)
	r.want("")
	if v := r.f.Explain(boxName, "a"); v.Code != OneSided {
		t.Errorf("%v", v)
	}
}
