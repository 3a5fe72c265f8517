package recognize

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

func madeModels() []Model {
	var out []Model
	for i, name := range []string{"cereal", "can", "slim"} {
		m := made(i)
		m.Name, m.ID = name, uint32(i+1)
		out = append(out, *m)
	}
	return out
}

// Turning, moving, shuffling, doubling and thinning an object leaves what it is recognised as.
func TestRecognitionIsMetamorphic(t *testing.T) {
	models := madeModels()
	r := mustNew(t, models, DefaultParams())
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range models {
		view, eye, X := singleView(&models[i], 0.5, 0, 3)
		move := geom.Pose{R: geom.RPY(0.4, -0.3, 2), P: geom.V(-1, 0.3, 2)}
		for name, f := range map[string]func() (Object, geom.Pose){
			"as it is": func() (Object, geom.Pose) { return Object{Cloud: view, Up: geom.UnitZ, Eye: &eye}, X },
			"moved": func() (Object, geom.Pose) {
				e := move.Apply(eye)
				return Object{Cloud: view.Transformed(move, ""), Up: move.R.Apply(geom.UnitZ), Eye: &e}, move.Mul(X)
			},
			"without up and eye": func() (Object, geom.Pose) { return Object{Cloud: view.Transformed(move, "")}, move.Mul(X) },
			"shuffled": func() (Object, geom.Pose) {
				c, err := view.Select(rng.Perm(view.Len()))
				if err != nil {
					t.Fatal(err)
				}
				return Object{Cloud: c, Up: geom.UnitZ, Eye: &eye}, X
			},
			"doubled, with strays and NaN": func() (Object, geom.Pose) {
				c := cloud.New(2*view.Len()+50, 1)
				c.RGB = make([]uint32, c.Len())
				for k := range 2 * view.Len() {
					c.Set(k, view.At(k%view.Len()))
					c.RGB[k] = view.RGB[k%view.Len()]
				}
				for k := 2 * view.Len(); k < c.Len()-20; k++ {
					c.Set(k, r3.Add(X.P, geom.V(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64())))
				}
				return Object{Cloud: c, Up: geom.UnitZ, Eye: &eye}, X
			},
			"a fifth dropped": func() (Object, geom.Pose) {
				c, err := view.Select(rng.Perm(view.Len())[:view.Len()*4/5])
				if err != nil {
					t.Fatal(err)
				}
				return Object{Cloud: c, Up: geom.UnitZ, Eye: &eye}, X
			},
		} {
			o, X_FM := f()
			res := mustRecognize(t, r, o)
			if res.Model != i {
				t.Errorf("%s %s is not recognised: %s", models[i].Name, name, r.WhyNot(res))
				continue
			}
			// a can may turn about its axis, and a box stand on its head; where it stands is known
			if d := r3.Norm(r3.Sub(res.X_FM.P, X_FM.P)); d > 0.008 {
				t.Errorf("%s %s is %.1f mm off", models[i].Name, name, 1e3*d)
			}
		}
	}
}

func TestRecognitionIsDeterministic(t *testing.T) {
	models := madeModels()
	c, eye, _ := singleView(&models[0], 2, 1, 3)
	o := Object{Cloud: c, Up: geom.UnitZ, Eye: &eye}
	want := mustRecognize(t, mustNew(t, models, DefaultParams()), o)
	r := mustNew(t, models, DefaultParams())
	for range 3 {
		got := mustRecognize(t, r, o)
		if got.X_FM != want.X_FM || got.Confidence != want.Confidence {
			t.Fatalf("%+v, then %+v", want, got)
		}
	}
}

func TestRecognizeHostileClouds(t *testing.T) {
	r := mustNew(t, madeModels(), DefaultParams())
	same := cloud.New(20000, 1)
	for i := range same.X {
		same.Set(i, geom.V(1, 2, 3))
	}
	far := cloud.New(100, 1)
	for i := range far.X {
		far.Set(i, geom.V(1e30*float64(i%7), -1e30, float64(i)))
	}
	one := cloud.New(1, 1)
	one.Set(0, geom.V(0.1, 0, 0))
	for name, c := range map[string]*cloud.Cloud{"one place": same, "far": far, "one point": one} {
		for _, up := range []geom.Vec{{}, geom.UnitZ} {
			if res := mustRecognize(t, r, Object{Cloud: c, Up: up}); res.Recognised || r.WhyNot(res) == "" {
				t.Errorf("%s: %+v", name, res)
			}
		}
	}
	bad := geom.V(math.NaN(), 0, 0)
	for name, o := range map[string]Object{
		"no cloud": {}, "no points": {Cloud: cloud.New(0, 1)}, "only NaN": {Cloud: cloud.New(5, 1)},
		"torn": {Cloud: &cloud.Cloud{Width: 3, Height: 1}}, "up": {Cloud: one, Up: bad}, "eye": {Cloud: one, Eye: &bad}, "centroid": {Cloud: one, Centroid: &bad},
	} {
		if _, err := r.Recognize(o); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestModelsAreChecked(t *testing.T) {
	for name, c := range map[string]struct {
		f   func(m *Model)
		say string
	}{
		"points": {func(m *Model) { m.Cloud = cloud.New(3, 1) }, "no points"},
		"pose":   {func(m *Model) { m.Grasps = []Grasp{{X: geom.Pose{P: geom.V(math.Inf(1), 0, 0)}}} }, "grasp 1"},
		"counts": {func(m *Model) { m.Grasps = []Grasp{{Successes: 2, Attempts: 1}} }, "2 successes in 1 attempts"},
		"up":     {func(m *Model) { m.Up = geom.V(math.NaN(), 0, 0) }, "up"},
	} {
		m := *made(0)
		c.f(&m)
		if _, err := New([]Model{m}, DefaultParams()); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Merge([]Model{m}, DefaultMergeParams()); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: merge: %v", name, err)
		}
	}
	if _, err := New(nil, Params{}); err == nil {
		t.Error("unset settings are taken")
	}
	if _, err := Merge(nil, DefaultMergeParams()); err == nil {
		t.Error("nothing is merged")
	}
}

// What was prepared of a model is used again for the same content, under whatever name.
func TestModelsArePreparedOnce(t *testing.T) {
	models := madeModels()
	r := mustNew(t, models, DefaultParams())
	old := r.ready[1]
	models[1].Name = "tin"
	models = models[1:]
	if err := r.SetModels(models); err != nil {
		t.Fatal(err)
	}
	if r.ready[0] != old || r.Models()[0].Name != "TIN" {
		t.Error("prepared again, or under the old name")
	}
	other := models[0].Cloud.Transformed(geom.Pose{P: geom.V(0, 0, 1e-3)}, "")
	models[0].Cloud = other
	if err := r.SetModels(models); err != nil || r.ready[0] == old {
		t.Error("another cloud is not prepared", err)
	}
}

// Demonstrations of one object from different sides become one model with the grasps where they were.
func TestMergeCarriesGrasps(t *testing.T) {
	base := made(0)
	X := geom.Pose{R: geom.AxisAngle(geom.UnitZ, 1.1), P: geom.V(0.3, -0.2, 0.5)}
	a := Model{Name: "cereal", Cloud: base.Cloud, Up: geom.UnitZ, Grasps: []Grasp{{X: geom.Pose{P: geom.V(0.05, 0, 0.02)}, Effector: "eef"}}}
	b := Model{Name: "Cereal", Cloud: base.Cloud.Transformed(X, ""), Up: geom.UnitZ, Grasps: []Grasp{{X: X.Mul(geom.Pose{P: geom.V(0, 0.07, 0.01)}), Successes: 1, Attempts: 2}}}
	out, err := Merge([]Model{a, b}, DefaultMergeParams())
	if err != nil || len(out) != 1 {
		t.Fatal(len(out), err)
	}
	m := out[0]
	mid := centroid(base.Cloud)
	// grasps in the frame of the base, whichever of the two that is
	d := r3.Sub(m.Grasps[0].X.P, m.Grasps[1].X.P)
	if want := r3.Norm(geom.V(0.05, -0.07, 0.01)); math.Abs(r3.Norm(d)-want) > 0.002 {
		t.Errorf("grasps are %.4f m apart, want %.4f (%v about %v)", r3.Norm(d), want, m.Grasps, mid)
	}
	if m.Name != "CEREAL" || m.Grasps[0].Effector != "eef" || m.Grasps[1].Attempts != 2 {
		t.Errorf("%s %+v", m.Name, m.Grasps)
	}
	p := DefaultMergeParams()
	p.MaxGrasps = 1
	if out, err := Merge([]Model{a, b}, p); err != nil || len(out) != 2 {
		t.Errorf("with one grasp a model: %d models (%v)", len(out), err)
	}
}

func TestLowerBound(t *testing.T) {
	for _, c := range []struct {
		s, n int
		z    float64
		want float64
	}{{9, 10, 1, 0.7661}, {1, 1, 1, 0.5}, {0, 0, 1, 0.3}, {0, 5, 1, 0}, {5, 10, 0, 0.5}, {3, 2, 1, 0.6667}} {
		if got := LowerBound(c.s, c.n, c.z); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%d of %d at %g: %g, want %g", c.s, c.n, c.z, got, c.want)
		}
	}
}

func BenchmarkRecognize(b *testing.B) {
	models := madeModels()
	c, eye, _ := singleView(&models[0], 2, 1, 3)
	for name, o := range map[string]Object{
		"sensor known": {Cloud: c, Up: geom.UnitZ, Eye: &eye}, "sensor unknown": {Cloud: c, Up: geom.UnitZ}, "up unknown": {Cloud: c, Eye: &eye},
	} {
		b.Run(name, func(b *testing.B) {
			r := mustNew(b, models[:1], DefaultParams())
			b.ReportAllocs()
			for b.Loop() {
				if res, err := r.Recognize(o); err != nil || !res.Recognised {
					b.Fatal(res, err)
				}
			}
		})
	}
}
