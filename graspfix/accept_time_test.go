package graspfix

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
)

// steps gives contacts of both fingers in every physics step from t0 to t1, with a wall clock of rtf.
func (r *rig) steps(t0, t1, dt, rtf float64) {
	n := int((t1-t0)/dt + 0.5)
	for i := 1; i <= n; i++ {
		t := t0 + float64(i)*dt
		for _, f := range []string{"L", "R"} {
			r.f.Contact(&Contact{T: t, Wall: 1e9 + t/rtf, Object: r.f.ID(boxName, ""), Finger: r.f.ID(f, ""), Points: 1, F_W: r.forces[f], P_W: r.points[f], X_WF: r.X[f], X_WO: r.X[boxName]})
		}
		r.f.Advance(t, 1e9+t/rtf)
	}
}

func Test52_TimeBase(t *testing.T) {
	for _, rtf := range []float64{0.1, 1, 10} {
		r := newRig(t, config(t, Default, nil), nil)
		r.steps(0, 3, 1e-3, rtf)
		if len(r.events) != 1 || r.events[0].T != 1.2 {
			t.Errorf("real-time factor %g: %v", rtf, r.events)
		}
		r = newRig(t, config(t, Classic, nil), nil)
		r.steps(0, 20, 1e-3, rtf)
		if len(r.events) != 1 {
			t.Fatalf("real-time factor %g: %v", rtf, r.events)
		}
		if wall := r.events[0].T / rtf; wall < 1.2-1e-9 || wall > 1.2+6e-3/rtf+1e-9 {
			t.Errorf("real-time factor %g: attached after %g s of wall time", rtf, wall)
		}
	}
	// A recording without wall times runs on its own clock.
	r := newRig(t, config(t, Classic, nil), nil)
	r.U(6)
	r.want(attachAt6)
}

func Test53_Pause(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		r.U(4)
		for range 10_000 {
			r.f.Advance(float64(r.tick)*r.dt, 0)
		}
		if c, n := r.f.Counter(boxName, "arm"), r.f.Stats().Updates; c != 4 || n != 4 {
			t.Errorf("counter %d after %d windows", c, n)
		}
		r.U(2)
		r.want(attachAt6)
	})
}

func Test54_ClockGoesBack(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		act := &refusing{}
		r := newRig(t, config(t, preset, nil), act)
		r.U(10)
		r.tick = 0
		r.U(5)
		r.want(attachAt6 + "detach box::link::collision arm clock_reset @1\n")
		if c := r.f.Counter(boxName, "arm"); c != 5 {
			t.Errorf("counter %d", c)
		}
		r.U(1)
		r.want(attachAt6 + "detach box::link::collision arm clock_reset @1\n" + attachAt6)
		if want := []string{"attach " + boxName, "detach " + boxName, "attach " + boxName}; !slices.Equal(act.log, want) {
			t.Errorf("%v", act.log)
		}
	})
}

func Test55_SilenceWhenNothingTouches(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		// Poses come with contacts alone; then the clock alone arrives.
		r := newRig(t, config(t, preset, nil), nil)
		r.poses = false
		r.U(10)
		r.E(4)
		r.want(attachAt6)
		r.E(1)
		r.want(attachAt6 + "detach box::link::collision arm contact_lost @15\n")
		// A gap without even a clock comes to the same.
		r = newRig(t, config(t, preset, nil), nil)
		r.poses = false
		r.U(10)
		r.f.Advance(100, 0)
		r.want(attachAt6 + "detach box::link::collision arm contact_lost @15\n")
		// With poses from a topic of their own the fingers are seen to open.
		r = newRig(t, config(t, preset, nil), nil)
		r.U(10)
		r.open(0.006)
		r.E(1)
		r.poses = false
		r.E(4)
		r.want(attachAt6 + "detach box::link::collision arm released_geometry @15\n")
	})
}

func Test56_TwoTopics(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		for k := range 6 {
			at := float64(k)*0.2 + 0.1
			r.contact(at+0.001, "R", boxName)
			r.contact(at, "L", boxName) // a little late
		}
		r.f.Advance(1.2, 0)
		r.want(attachAt6)
	})
}

func Test57_Deterministic(t *testing.T) {
	run := func(seed uint64) string {
		r := newRig(t, config(t, Default, func(p *Params) { p.UpdateRate = 50 }, Arm{Name: "b", Palm: "p", Links: []string{"b1", "b2"}}, Arm{Name: "a", Palm: "q", Links: []string{"a1", "a2"}}), nil)
		randomContacts(r.f, rand.New(rand.NewPCG(seed, 0)), 0, 60)
		return fmt.Sprintf("%+v", r.events)
	}
	n := 100
	if testing.Short() || raceEnabled {
		n = 5
	}
	first := run(1)
	if strings.Count(first, "Seq") < 10 {
		t.Fatalf("little happens: %s", first)
	}
	for range n - 1 {
		if again := run(1); again != first {
			t.Fatalf("another run gave other events")
		}
	}
}

// randomContacts is a stretch of contacts between arms a, b and a few objects: grips that come and go.
func randomContacts(f *Fix, rnd *rand.Rand, from, to float64) { randomSteps(f, rnd, from, to, 0.01) }

// randomSteps is randomContacts with steps of dt.
func randomSteps(f *Fix, rnd *rand.Rand, from, to, dt float64) {
	fingers := []string{"a1", "a2", "b1", "b2"}
	objects := []string{"x::l::c", "y::l::c", "z::l::c", "z::l::d"}
	pos := map[string]geom.Vec{}
	for t := from; t < to; t += dt {
		if rnd.IntN(40) == 0 {
			pos[fingers[rnd.IntN(4)]] = geom.V(0.02*rnd.NormFloat64(), 0, 0)
		}
		pair := 2 * (int(t/3) % 2)
		o := objects[int(t)%4]
		if rnd.IntN(20) == 0 {
			o = objects[rnd.IntN(4)]
		}
		for k, fn := range fingers[pair : pair+2] {
			sign := 1 - 2*float64(k)
			if rnd.IntN(8) > 0 {
				f.Contact(&Contact{T: t, Object: f.ID(o, ""), Finger: f.ID(fn, ""), Points: rnd.IntN(3), F_W: geom.V(5*sign, rnd.NormFloat64(), rnd.NormFloat64()), X_WF: geom.Pose{P: pos[fn]}})
			}
		}
		switch rnd.IntN(400) {
		case 0:
			f.RemoveObject(o)
		case 1:
			_ = f.Release("a") // refused when it holds nothing
		case 2:
			_ = f.ForceAttach("b", o) // refused when one of them is taken
		}
	}
	f.Advance(to, 0)
}

func Test58_LateSubscriber(t *testing.T) {
	r := newRig(t, config(t, Default, nil), nil)
	r.U(20)
	if m := r.f.Attached(); len(m) != 1 || m[boxName] != "arm" {
		t.Errorf("%v", m)
	}
}

func Test59_MalformedInput(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil), nil)
		for k := range 6 {
			for i := range 1000 {
				e := touching(boxName, "L", 2, geom.UnitX)
				e.Force1 = e.Force1[:1]
				e.T = float64(k)*0.2 + float64(i)*1.9e-4
				r.f.Entry(&e)
			}
			r.contact(float64(k)*0.2+0.19, "L", boxName)
			r.contact(float64(k)*0.2+0.19, "R", boxName)
		}
		r.f.Advance(1.2, 0)
		r.want(attachAt6)
		if n := len(r.said); n < 1 || n > 2 || r.f.Stats().Dropped[BadArrays] != 6000 {
			t.Errorf("%d messages for %d faults in 1.2 s: %q", n, r.f.Stats().Dropped[BadArrays], r.said)
		}
	})
}

func TestCallbacks(t *testing.T) {
	var log []string
	f, err := New(config(t, Default, nil), nil, Hooks{
		OnAttach: func(o, a string) { log = append(log, "attach "+o+" "+a) },
		OnDetach: func(o, a string) { log = append(log, "detach "+o+" "+a) },
	})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, config(t, Default, nil), nil)
	r.f = f
	r.U(10)
	r.open(0.01)
	r.E(5)
	if want := []string{"attach " + boxName + " arm", "detach " + boxName + " arm"}; !slices.Equal(log, want) {
		t.Errorf("%q", log)
	}
}

// Times that are far apart, or no times at all, end neither in a long loop nor in a panic.
func TestFarTimes(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, func(p *Params) { p.UpdateRate = 1e9; p.MaxGripCount = 1000 }), nil)
		for _, at := range []float64{-3.9e9, 3.9e9, -3.9e9, 0, 3.9e9, math.NaN(), math.Inf(1), -9e18, 1e300, 3.95e9} {
			r.contact(at, "L", boxName)
			r.contact(at, "R", boxName)
			r.f.Advance(at, at)
			r.f.SetPose("L", at, geom.Pose{})
			r.f.ExplainAll()
		}
		if n := r.f.Stats().Dropped[BadNumber]; n != 16 {
			t.Errorf("%d stamps refused", n)
		}
	})
}
