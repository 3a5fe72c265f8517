package graspfix

import (
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// The names of tests Test22 and so on are the numbers of the acceptance tests of the behaviour's description.

const attachAt6 = "attach box::link::collision arm gripped @6\n"

func Test30_AttachAtTheSixthWindow(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		r.U(5)
		r.want("")
		if v := r.code(Counting); v.Counter != 5 || v.Needed != 6 {
			t.Errorf("%+v", v)
		}
		r.U(1)
		r.want(attachAt6)
		if c := r.f.Counter(boxName, "arm"); c != 6 {
			t.Errorf("counter %d", c)
		}
		r.U(14)
		if c := r.f.Counter(boxName, "arm"); c != 10 {
			t.Errorf("counter %d after 20", c)
		}
		if m := r.f.Attached(); len(m) != 1 || m[boxName] != "arm" || r.f.Held("arm") != boxName {
			t.Errorf("attached %v", m)
		}
		r.want(attachAt6)
	})
}

func Test31_DutyCycle(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		for range 100 {
			r.U(1)
			r.E(1)
		}
		r.want("")
		r = newRig(t, config(t, preset, nil), nil)
		for range 10 {
			r.U(2)
			r.E(1)
		}
		r.want("attach box::link::collision arm gripped @14\n")
	})
}

func Test32_OtherThresholds(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, func(p *Params) { p.Threshold, p.MaxGripCount = 4, 8 }), nil)
		r.U(8)
		r.want("attach box::link::collision arm gripped @5\n")
		r = newRig(t, config(t, preset, func(p *Params) { p.Threshold = 0 }), nil)
		r.U(8)
		r.want("attach box::link::collision arm gripped @1\n")
	})
}

// two puts a second object between the same fingers.
func two(r *rig, n int, first, second bool) {
	for range n {
		start := float64(r.tick) * r.dt
		r.tick++
		for _, k := range sortedKeys(r.X) {
			r.f.SetPose(k, start+r.dt/2, r.X[k])
		}
		for _, f := range []string{"L", "R"} {
			if first {
				r.contact(start+r.dt/2, f, "a::link::collision")
			}
			if second {
				r.contact(start+r.dt/2, f, "b::link::collision")
			}
		}
		r.f.Advance(float64(r.tick)*r.dt, 0)
	}
}

func Test33_34_TwoObjectsOneGripper(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		two(r, 20, true, true)
		r.want("attach a::link::collision arm gripped @6\n")
		if c := r.f.Counter("b::link::collision", "arm"); c != 10 {
			t.Errorf("counter of b %d", c)
		}
		if v := r.f.Explain("b::link::collision", "arm"); v.Code != GripperBusy || !strings.Contains(v.Text, "a::link::collision") {
			t.Errorf("%v", v)
		}
		// 34: a goes away, b is still gripped.
		r.X["a::link::collision"] = geom.Pose{P: geom.V(0, 0.2, 0)}
		two(r, 6, false, true)
		r.want("attach a::link::collision arm gripped @6\ndetach a::link::collision arm released_geometry @25\nattach b::link::collision arm gripped @26\n")
	})
}

func Test35_TieOfTwoArms(t *testing.T) {
	arms := []Arm{{Name: "one", Palm: "p1", Links: []string{"m1", "m2"}}, {Name: "two", Palm: "p2", Links: []string{"a1", "a2", "z"}}}
	both(t, func(t *testing.T, preset string) {
		run := func(fingers ...string) *rig {
			r := newRig(t, config(t, preset, nil, arms...), nil)
			for _, f := range fingers {
				r.X[f], r.touch[f] = geom.Pose{}, boxName
				r.forces[f] = geom.V(5, 0, 0)
				if strings.HasSuffix(f, "2") {
					r.forces[f] = geom.V(-5, 0, 0)
				}
			}
			for range 8 {
				r.window(fingers...)
			}
			return r
		}
		run("m1", "m2", "a1", "a2").want("attach box::link::collision two gripped @6\n")
		run("m1", "m2", "a1", "a2", "z").want("attach box::link::collision two gripped @6\n")
		run("m1", "m2", "a1").want("attach box::link::collision one gripped @6\n")
	})
}

func Test36_RelativePose(t *testing.T) {
	r := newRig(t, config(t, Default, nil), nil)
	r.X["palm"] = geom.Pose{R: geom.RPY(0, 0, 1.5707963267948966), P: geom.V(1, 2, 3)}
	r.X[boxName] = geom.Pose{P: geom.V(1, 2.1, 3)}
	r.U(6)
	if len(r.events) != 1 {
		t.Fatalf("events %v", r.log())
	}
	e := r.events[0]
	_, _, yaw := e.X_PO.R.RPY()
	if d := sub(e.X_PO.P, geom.V(0.1, 0, 0)); !e.HasPalm || d.X*d.X+d.Y*d.Y+d.Z*d.Z > 1e-20 || yaw < -1.5708 || yaw > -1.5707 {
		t.Errorf("%+v, yaw %v", e.X_PO, yaw)
	}
}

// refusing is an actuator that fails a number of times, or answers later.
type refusing struct {
	fails   int
	pending bool
	log     []string
	detach  error
}

func (a *refusing) Attach(w Weld) error {
	a.log = append(a.log, "attach "+w.Object)
	if a.fails > 0 {
		a.fails--
		return errors.New("the joint could not be made")
	}
	if a.pending {
		return ErrPending
	}
	return nil
}

func (a *refusing) Detach(w Weld) error {
	a.log = append(a.log, "detach "+w.Object)
	return a.detach
}

func Test37_ActuatorRefuses(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		act := &refusing{fails: 2}
		r := newRig(t, config(t, preset, nil), act)
		r.U(6)
		r.want("")
		if v := r.code(ActuatorRefused); !strings.Contains(v.Text, "the joint could not be made") {
			t.Errorf("%v", v)
		}
		r.U(3)
		r.want("attach box::link::collision arm gripped @8\n")

		// An attach counts only once it is acknowledged.
		act = &refusing{pending: true}
		r = newRig(t, config(t, preset, nil), act)
		r.U(7)
		r.want("")
		r.code(Pending)
		if err := r.f.Acknowledge("arm", nil); err != nil {
			t.Fatal(err)
		}
		r.want("attach box::link::collision arm gripped @7\n")
		if err := r.f.Acknowledge("arm", nil); err == nil {
			t.Error("a second acknowledgement was taken")
		}

		// Without an acknowledgement it is given up, and asked for again.
		act = &refusing{pending: true}
		r = newRig(t, config(t, preset, nil), act)
		r.U(11)
		if len(act.log) != 2 {
			t.Errorf("asked %d times in 2.2 s, want 2: after 1.2 s and after the time-out of 1 s", len(act.log))
		}
		r.want("")
	})
}

func Test38_SplitObject(t *testing.T) {
	run := func(preset string, key string) *rig {
		r := newRig(t, config(t, preset, func(p *Params) { p.ObjectKey = key }), nil)
		r.touch = map[string]string{"L": "mug::link::body", "R": "mug::link::handle"}
		r.X["mug::link::body"], r.X["mug::link::handle"] = geom.Pose{}, geom.Pose{}
		r.U(8)
		return r
	}
	r := run(Classic, "collision")
	r.want("")
	if v := r.f.Explain("mug::link::body", "arm"); v.Code != SplitObject || v.Parameter != "object_key" {
		t.Errorf("%v", v)
	}
	run(Default, "link").want("attach mug::link::body arm gripped @6\n")
	run(Default, "model").want("attach mug::link::body arm gripped @6\n")
}
