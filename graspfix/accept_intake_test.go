package graspfix

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// onlySample gives entries to a fix and returns the one sample of the window, with mean force.
func onlySample(t *testing.T, f *Fix, entries ...Entry) (geom.Vec, int32) {
	t.Helper()
	for i := range entries {
		f.Entry(&entries[i])
	}
	if len(f.win.samples) != 1 {
		t.Fatalf("%d samples", len(f.win.samples))
	}
	s := &f.win.samples[0]
	return mean(s.F_O, s.n), s.n
}

func fix(t testing.TB, preset string, change func(*Params), arms ...Arm) *Fix {
	t.Helper()
	f, err := New(config(t, preset, change, arms...), nil, Hooks{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func repeat(v geom.Vec, n int) []geom.Vec {
	out := make([]geom.Vec, n)
	for i := range out {
		out[i] = v
	}
	return out
}

// touching is an entry with n points of a force on body 1.
func touching(c1, c2 string, n int, on1 geom.Vec) Entry {
	return Entry{Collision1: c1, Collision2: c2, Positions: make([]geom.Vec, n), Normals: repeat(geom.UnitX, n), Depths: make([]float64, n),
		Force1: repeat(on1, n), Force2: repeat(r3.Scale(-1, on1), n)}
}

func Test13_MeanOfPoints(t *testing.T) {
	f, n := onlySample(t, fix(t, Classic, nil), touching(boxName, "robot::L::c", 4, geom.UnitX))
	if f != geom.UnitX || n != 1 {
		t.Errorf("%v, n %d", f, n)
	}
}

func Test14_SwappedRoles(t *testing.T) {
	f, n := onlySample(t, fix(t, Classic, nil), touching("robot::L::c", boxName, 4, geom.V(-1, 0, 0)))
	if f != geom.UnitX || n != 1 {
		t.Errorf("%v, n %d", f, n)
	}
}

func Test15_EntriesWeighTheSame(t *testing.T) {
	f, n := onlySample(t, fix(t, Classic, nil), touching(boxName, "robot::L::c", 4, geom.UnitX), touching(boxName, "robot::L::c", 1, geom.V(5, 0, 0)))
	if f != geom.V(3, 0, 0) || n != 2 {
		t.Errorf("%v, n %d", f, n)
	}
}

func Test16_BadArrays(t *testing.T) {
	f := fix(t, Classic, nil)
	bad := touching(boxName, "robot::L::c", 2, geom.UnitX)
	bad.Force1 = bad.Force1[:1]
	if _, n := onlySample(t, f, bad, touching(boxName, "robot::L::c", 2, geom.UnitX)); n != 1 || f.Stats().Dropped[BadArrays] != 1 {
		t.Errorf("n %d, dropped %d", n, f.Stats().Dropped[BadArrays])
	}
	f.Entry(&Entry{Collision1: boxName, Collision2: "robot::L::c"})
	if f.Stats().Dropped[NoPoints] != 1 {
		t.Error("an entry without points was taken")
	}
	// All of them bad: the answer says so.
	f = fix(t, Classic, nil)
	f.Entry(&bad)
	if v := f.Explain(boxName, "arm"); v.Code != ArraysBad {
		t.Errorf("%v", v)
	}
}

func Test17_Static(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		f := fix(t, preset, nil)
		e := touching("table::link::c", "robot::L::c", 1, geom.UnitX)
		e.Static1 = true
		f.Entry(&e)
		if len(f.win.samples) != 0 || len(f.Objects()) != 0 {
			t.Errorf("%d samples, objects %v", len(f.win.samples), f.Objects())
		}
		if v := f.Explain("table::link::c", "arm"); v.Code != ObjectStatic {
			t.Errorf("%v", v)
		}
	})
}

func Test18_ForcesInLinkFrames(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		f := fix(t, preset, nil)
		turned := geom.Pose{R: geom.RPY(0, 0, math.Pi), P: geom.V(0.03, 0, 0)}
		for k := range 6 {
			at := float64(k)*0.2 + 0.1
			// Each force in the frame of the body it acts on: the object's is the world's, R is turned by half a turn.
			l := Entry{T: at, Frame: InLink, Collision1: boxName, Collision2: "robot::L::c", Positions: []geom.Vec{geom.V(-0.02, 0, 0)},
				Force1: []geom.Vec{geom.V(5, 0, 0)}, Force2: []geom.Vec{geom.V(-5, 0, 0)}, X_W2: geom.Pose{P: geom.V(-0.03, 0, 0)}}
			r := Entry{T: at, Frame: InLink, Collision1: "robot::R::c", Collision2: boxName, Positions: []geom.Vec{geom.V(0.02, 0, 0)},
				Force1: []geom.Vec{geom.V(-5, 0, 0)}, Force2: []geom.Vec{geom.V(-5, 0, 0)}, X_W1: turned}
			f.Entry(&l)
			f.Entry(&r)
			f.Advance(float64(k+1)*0.2, 0)
		}
		if f.Held("arm") != boxName {
			t.Errorf("%v", f.Explain(boxName, "arm"))
		}
		// A force on the finger alone is turned into one on the object.
		f = fix(t, preset, nil)
		only := Entry{Frame: InLink, Collision1: "robot::R::c", Collision2: boxName, Positions: []geom.Vec{{}}, Force1: []geom.Vec{geom.V(-5, 0, 0)}, X_W1: turned}
		if got, _ := onlySample(t, f, only); r3.Norm(sub(got, geom.V(-5, 0, 0))) > 1e-12 {
			t.Errorf("%v", got)
		}
	})
}

func Test19_SignOfGzSim(t *testing.T) {
	both(t, func(t *testing.T, preset string) {
		for sign, grips := range map[Sign]bool{Auto: true, AsNamed: false} {
			f := fix(t, preset, nil)
			for k := range 6 {
				at := float64(k)*0.2 + 0.1
				for finger, x := range map[string]float64{"robot::L::c": -1, "robot::R::c": 1} {
					f.Entry(&Entry{T: at, Sign: sign, Collision1: finger, Collision2: boxName, Positions: []geom.Vec{geom.V(0.02*x, 0, 0)},
						Force1: []geom.Vec{geom.V(-5, 0, 0)}, X_W1: geom.Pose{P: geom.V(0.03*x, 0, 0)}})
				}
				f.Advance(float64(k+1)*0.2, 0)
			}
			if got := f.Held("arm") == boxName; got != grips {
				t.Errorf("sign %v: grips %v", sign, got)
			}
		}
	})
}

func Test20_FingersTouchEachOther(t *testing.T) {
	e := touching("robot::L::c", "robot::R::c", 1, geom.UnitX)
	f := fix(t, Default, nil)
	f.Entry(&e)
	if len(f.Objects()) != 0 {
		t.Errorf("objects %v", f.Objects())
	}
	if v := f.Explain("robot::L::c", "arm"); v.Code != ObjectIsRobot {
		t.Errorf("%v", v)
	}
	f = fix(t, Classic, nil)
	f.Entry(&e)
	if o := f.Objects(); len(o) != 1 || o[0] != "robot::L::c" {
		t.Errorf("objects %v", o)
	}
}

func Test21_MuJoCoRoles(t *testing.T) {
	arm := Arm{Name: "arm", Palm: "palm", Links: []string{"fl"}}
	// The force acts on the second geom.
	f := geom.V(0.507, 0, -0.004)
	got, _ := onlySample(t, fix(t, Default, nil, arm), Entry{Collision1: "fl_col", Collision2: "cube_col", Positions: []geom.Vec{{}}, Force2: []geom.Vec{f}})
	if got != f {
		t.Errorf("%v", got)
	}
	got, _ = onlySample(t, fix(t, Default, nil, arm), Entry{Collision1: "cube_col", Collision2: "fl_col", Positions: []geom.Vec{{}}, Force2: []geom.Vec{f}})
	if got != r3.Scale(-1, f) {
		t.Errorf("%v", got)
	}
}

// grips reports whether forces of fingers a, b, c ... make a grip.
func grips(t *testing.T, preset string, change func(*Params), forces ...geom.Vec) (bool, Evidence) {
	t.Helper()
	links := []string{"a", "b", "c", "d"}[:len(forces)]
	f := fix(t, preset, change, Arm{Name: "arm", Palm: "palm", Links: links})
	for i, v := range forces {
		f.Contact(&Contact{Object: f.ID(boxName, ""), Finger: f.ID(links[i], ""), Points: 1, F_W: v})
	}
	f.Advance(0.2, 0)
	g := f.objects[f.findObject(boxName)].grips[0]
	return g.counter == 1, g.ev
}

func angled(deg float64) (geom.Vec, geom.Vec) {
	s, c := math.Sincos(deg * math.Pi / 180)
	return geom.V(5, 0, 0), geom.V(5*c, 5*s, 0)
}

func tolerance(deg float64) func(*Params) {
	return func(p *Params) { p.AngleDeg = deg }
}

func TestCriterion(t *testing.T) {
	x := geom.V
	a119, b119 := angled(119)
	a121, b121 := angled(121)
	w1, w2 := angled(61)
	s3 := math.Sqrt(3) / 2
	for _, c := range []struct {
		name   string
		change func(*Params)
		forces []geom.Vec
		want   bool
	}{
		{"22: 119 deg", nil, []geom.Vec{a119, b119}, false},
		{"22: 121 deg", nil, []geom.Vec{a121, b121}, true},
		{"23: 10 and 2.9", nil, []geom.Vec{x(10, 0, 0), x(-2.9, 0, 0)}, false},
		{"23: 10 and 3.1", nil, []geom.Vec{x(10, 0, 0), x(-3.1, 0, 0)}, true},
		{"24: 5 and 9e-5", nil, []geom.Vec{x(5, 0, 0), x(-9e-5, 0, 0)}, false},
		{"24: 5 and 2", nil, []geom.Vec{x(5, 0, 0), x(-2, 0, 0)}, true},
		{"26: three, 121", tolerance(121), []geom.Vec{x(1, 0, 0), x(-0.5, s3, 0), x(-0.5, -s3, 0)}, false},
		{"26: three, 115", tolerance(115), []geom.Vec{x(1, 0, 0), x(-0.5, s3, 0), x(-0.5, -s3, 0)}, true},
		{"27: one", nil, []geom.Vec{x(500, 0, 0)}, false},
		{"28: tilt, 120", tolerance(120), []geom.Vec{x(1, 0, 0.5), x(-1, 0, 0.5)}, true},
		{"28: tilt, 130", tolerance(130), []geom.Vec{x(1, 0, 0.5), x(-1, 0, 0.5)}, false},
		{"29: MuJoCo lift", nil, []geom.Vec{x(2.352, 0, 0.123), x(-2.352, 0, 0.123)}, true},
		{"61 deg", nil, []geom.Vec{w1, w2}, false},
		{"right angle", tolerance(90), []geom.Vec{x(1, 0, 0), x(0, 1, 0)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			both(t, func(t *testing.T, preset string) {
				if got, ev := grips(t, preset, c.change, c.forces...); got != c.want {
					t.Errorf("grips %v, %+v", got, ev)
				}
			})
		})
	}
	// 28, 29: what is measured.
	if _, ev := grips(t, Default, nil, x(1, 0, 0.5), x(-1, 0, 0.5)); math.Abs(ev.Angle*180/math.Pi-126.87) > 0.01 {
		t.Errorf("angle %v", ev.Angle*180/math.Pi)
	}
	if _, ev := grips(t, Default, nil, x(2.352, 0, 0.123), x(-2.352, 0, 0.123)); math.Abs(ev.Angle*180/math.Pi-174.0) > 0.05 || math.Abs(ev.Ratio-1) > 1e-12 {
		t.Errorf("angle %v, ratio %v", ev.Angle*180/math.Pi, ev.Ratio)
	}
	// The ROS 2 fork takes half of the angle.
	if got, _ := grips(t, HumbleFork, nil, w1, w2); !got {
		t.Error("the fork does not grip at 61 deg")
	}
}

func Test25_ExactOpposites(t *testing.T) {
	for _, v := range []geom.Vec{geom.V(1, 1, 1), geom.V(5, 1, 0), geom.V(5, 0, -1)} {
		if got, ev := grips(t, Default, nil, v, r3.Scale(-1, v)); !got {
			t.Errorf("%v: %+v", v, ev)
		}
	}
	f := fix(t, Default, nil)
	l, r, box := f.ID("L", ""), f.ID("R", ""), f.ID(boxName, "")
	rnd := rand.New(rand.NewPCG(1, 2))
	n := 1_000_000
	if testing.Short() || raceEnabled {
		n = 10_000
	}
	oi := int32(-1)
	for i := range n {
		v := geom.V(rnd.NormFloat64(), rnd.NormFloat64(), rnd.NormFloat64())
		f.Contact(&Contact{Object: box, Finger: l, Points: 1, F_W: v})
		f.Contact(&Contact{Object: box, Finger: r, Points: 1, F_W: r3.Scale(-1, v)})
		if oi < 0 {
			oi = f.findObject(boxName)
			f.merge()
		}
		var ev Evidence
		if !f.checkGrip(f.gather(&f.objects[oi], true), -1, false, &ev) {
			t.Fatalf("number %d, %v: %+v", i, v, ev)
		}
		f.clearWindow()
	}
}

func Test27_OneSided(t *testing.T) {
	r := newRig(t, config(t, Default, nil), nil)
	for range 8 {
		r.window("L")
	}
	if v := r.code(OneSided); !strings.Contains(v.Text, "only L touches") {
		t.Errorf("%v", v)
	}
}

func TestMissingForces(t *testing.T) {
	run := func(preset string, normals bool) *Fix {
		f := fix(t, preset, nil)
		for k := range 6 {
			for finger, x := range map[string]float64{"L": -1, "R": 1} {
				e := Entry{T: float64(k)*0.2 + 0.1, Collision1: finger, Collision2: boxName, Positions: []geom.Vec{geom.V(0.02*x, 0, 0)}, X_W1: geom.Pose{P: geom.V(0.03*x, 0, 0)}}
				if normals {
					e.Normals = []geom.Vec{geom.V(1, 0, 0)} // the same way on both sides: they are turned inwards
				}
				f.Entry(&e)
			}
			f.Advance(float64(k+1)*0.2, 0)
		}
		return f
	}
	for _, normals := range []bool{false, true} {
		if f := run(Default, normals); f.Held("arm") != boxName {
			t.Errorf("normals %v: %v", normals, f.Explain(boxName, "arm"))
		}
	}
	f := run(Classic, true)
	if f.Held("arm") != "" || f.Stats().Dropped[ForcesMissing] != 12 {
		t.Errorf("%v", f.Stats())
	}
	if v := f.Explain(boxName, "arm"); v.Code != NoForces || v.Parameter != "missing_wrench" {
		t.Errorf("%v", v)
	}
}
