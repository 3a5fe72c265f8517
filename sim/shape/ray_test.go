package shape

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"github.com/holdfast-robotics/holdfast/geom"
)

type caster interface {
	Shape
	RayHit(p, v geom.Vec) (t float64, ok bool)
}

func solids() map[string]caster {
	return map[string]caster{
		"box": NewBox(geom.V(0.2, 0.4, 0.6)), "sphere": NewSphere(0.3), "cylinder": NewCylinder(0.2, 0.6),
		"capsule": NewCapsule(0.1, 0.4), "ball as capsule": NewCapsule(0.2, 0),
	}
}

func TestRayHitValues(t *testing.T) {
	s := solids()
	for _, c := range []struct {
		shape string
		p, v  geom.Vec
		t     float64 // 0: no hit
	}{
		{"box", geom.V(1, 0, 0), geom.V(-1, 0, 0), 0.9},
		{"box", geom.V(1, 0, 0), geom.V(-2, 0, 0), 0.45},
		{"box", geom.V(0.05, 0.1, 2), geom.V(0, 0, -1), 1.7},
		{"box", geom.V(1, 0, 0), geom.V(1, 0, 0), 0},
		{"box", geom.V(1, 0.21, 0), geom.V(-1, 0, 0), 0},
		{"box", geom.V(0, 0, 0), geom.V(1, 0, 0), 0},
		{"sphere", geom.V(0, 0.1, 5), geom.V(0, 0, -1), 5 - math.Sqrt(0.08)},
		{"sphere", geom.V(0, 0.31, 5), geom.V(0, 0, -1), 0},
		{"sphere", geom.V(0, 0, 0.1), geom.V(0, 0, 1), 0},
		{"sphere", geom.V(0, 0, -1e3), geom.V(0, 0, 1), 1e3 - 0.3},
		{"cylinder", geom.V(0.1, 0, 1), geom.V(0, 0, -1), 0.7},
		{"cylinder", geom.V(0.21, 0, 1), geom.V(0, 0, -1), 0},
		{"cylinder", geom.V(-1, 0.12, 0.2), geom.V(1, 0, 0), 1 - 0.16},
		{"cylinder", geom.V(-1, 0, 1), geom.V(1, 0, -0.8), 0.875},
		{"cylinder", geom.V(-1, 0, 0.31), geom.V(1, 0, 0), 0},
		{"capsule", geom.V(0, 0, 1), geom.V(0, 0, -1), 0.7},
		{"capsule", geom.V(0.06, 0, 1), geom.V(0, 0, -1), 0.72},
		{"capsule", geom.V(1, 0, 0.26), geom.V(-1, 0, 0), 1 - 0.08},
		{"capsule", geom.V(1, 0.06, -0.1), geom.V(-1, 0, 0), 1 - 0.08},
		{"capsule", geom.V(0, 0, 0.25), geom.V(0, 0, -1), 0},
		{"capsule", geom.V(1, 0, 0.31), geom.V(-1, 0, 0), 0},
		{"ball as capsule", geom.V(1, 0, 0), geom.V(-1, 0, 0), 0.8},
	} {
		got, ok := s[c.shape].RayHit(c.p, c.v)
		if ok != (c.t != 0) || (ok && math.Abs(got-c.t) > 1e-9) {
			t.Errorf("%s from %v along %v: %v, %v; want %v", c.shape, c.p, c.v, got, ok, c.t)
		}
	}
}

// The hit is the first point of the ray whose signed distance is 0, found here by sphere tracing (Hart 1996).
func TestRayHitAgreesWithDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vec := func(name string, r float64) geom.Vec {
			g := rapid.Float64Range(-r, r)
			return geom.V(g.Draw(t, name+"x"), g.Draw(t, name+"y"), g.Draw(t, name+"z"))
		}
		p, target := vec("p", 2), vec("at", 0.4)
		v := r3.Sub(target, p)
		n := r3.Norm(v)
		if n < 1e-3 {
			return
		}
		for name, s := range solids() {
			if s.SignedDistance(p) < 1e-6 {
				if hit, ok := s.RayHit(p, v); ok && s.SignedDistance(p) < -1e-6 {
					t.Fatalf("%s: a ray from inside hits at %v", name, hit)
				}
				continue
			}
			march, least := 0.0, math.Inf(1)
			for range 2000 {
				d := s.SignedDistance(r3.Add(p, r3.Scale(march/n, v)))
				least = min(least, d)
				if d < 1e-9 || march > 10 {
					break
				}
				march += d
			}
			hit, ok := s.RayHit(p, v)
			switch {
			case least > 1e-5 && ok:
				t.Fatalf("%s: hit at %v m, but the ray stays %v away", name, hit*n, least)
			case least < 1e-9 && !ok:
				// a ray that grazes may be counted either way: it must go in deeper to count
				deep := s.SignedDistance(r3.Add(p, r3.Scale((march+1e-3)/n, v)))
				if deep < -1e-6 {
					t.Fatalf("%s: no hit, but the ray enters at %v m", name, march)
				}
			case ok && math.Abs(s.SignedDistance(r3.Add(p, r3.Scale(hit, v)))) > 1e-9:
				t.Fatalf("%s: the hit is %v off the surface", name, s.SignedDistance(r3.Add(p, r3.Scale(hit, v))))
			case ok && hit*n > march+1e-3:
				t.Fatalf("%s: hit at %v m, but the ray enters at %v m", name, hit*n, march)
			}
		}
	})
}

func TestRayHitAllocatesNothing(t *testing.T) {
	for name, s := range solids() {
		if n := testing.AllocsPerRun(100, func() { s.RayHit(geom.V(1, 0.01, 0.02), geom.V(-1, 0, 0)) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
