package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

var all = map[string]Shape{
	"box":      NewBox(geom.V(0.06, 0.04, 0.1)),
	"sphere":   NewSphere(0.03),
	"cylinder": NewCylinder(0.033, 0.12),
	"capsule":  NewCapsule(0.02, 0.08),
	"prism":    wedge(),
	"hull":     rock(),
}

// wedge is a prism without symmetry.
func wedge() *Prism {
	p, _, err := NewPrism([]geom.Vec2{{X: 0.01, Y: 0.02}, {X: 0.09, Y: 0.01}, {X: 0.11, Y: 0.05}, {X: 0.06, Y: 0.08}, {X: 0.02, Y: 0.06}}, 0.1)
	if err != nil {
		panic(err)
	}
	return p
}

func randIn(r *rand.Rand, k float64) geom.Vec {
	return geom.V(k*(2*r.Float64()-1), k*(2*r.Float64()-1), k*(2*r.Float64()-1))
}

// A signed distance has a unit gradient that points the way it grows, and stepping back along it lands on the surface.
func TestSurfaceIsADistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, s := range all {
		for i := 0; i < 2000; i++ {
			p := randIn(r, 0.12)
			d, n := s.Surface(p)
			if d != s.SignedDistance(p) {
				t.Fatalf("%s: two distances at %v", name, p)
			}
			if math.Abs(r3.Norm(n)-1) > 1e-12 {
				t.Fatalf("%s: |n| = %v at %v", name, r3.Norm(n), p)
			}
			if q := r3.Sub(p, r3.Scale(d, n)); math.Abs(s.SignedDistance(q)) > 1e-12 {
				t.Fatalf("%s: %v steps to %v, which is %g off the surface", name, p, q, s.SignedDistance(q))
			}
			if q := randIn(r, 0.12); math.Abs(s.SignedDistance(q)-d) > r3.Norm(r3.Sub(p, q))+1e-12 {
				t.Fatalf("%s: not 1-Lipschitz between %v and %v", name, p, q)
			}
		}
	}
}

// Volume and inertia agree with sampling the distance field.
func TestVolumeAndInertia(t *testing.T) {
	for name, s := range all {
		h := s.Half()
		const n = 90
		var vol, ixx, iyy, izz float64
		dv := 8 * h.X * h.Y * h.Z / (n * n * n)
		for i := 0; i < n; i++ {
			for j := 0; j < n; j++ {
				for k := 0; k < n; k++ {
					at := func(i int, h float64) float64 { return h * (2*(float64(i)+0.5)/n - 1) }
					p := geom.V(at(i, h.X), at(j, h.Y), at(k, h.Z))
					if s.SignedDistance(p) < 0 {
						vol += dv
						ixx += dv * (p.Y*p.Y + p.Z*p.Z)
						iyy += dv * (p.X*p.X + p.Z*p.Z)
						izz += dv * (p.X*p.X + p.Y*p.Y)
					}
				}
			}
		}
		u := s.UnitInertia()
		for _, c := range []struct{ got, want float64 }{{s.Volume(), vol}, {u.X, ixx / vol}, {u.Y, iyy / vol}, {u.Z, izz / vol}} {
			if math.Abs(c.got-c.want) > 0.01*c.want {
				t.Errorf("%s: %g, sampled %g", name, c.got, c.want)
			}
		}
	}
}

// Supports touch the surface from inside, and reach the extents that rest on a table.
func TestSupports(t *testing.T) {
	for name, s := range all {
		low := math.Inf(1)
		for _, b := range s.Supports() {
			if d := s.SignedDistance(b.Center); math.Abs(d+b.Radius) > 1e-12 {
				t.Errorf("%s: support %v is %g off the surface", name, b, d+b.Radius)
			}
			low = math.Min(low, b.Center.Z-b.Radius)
		}
		within := 1e-12
		if name == "hull" { // whose corners are rounded by feel
			within = 0.02 * s.Half().Z
		}
		if math.Abs(low+s.Half().Z) > within {
			t.Errorf("%s: rests at %g, not %g", name, low, -s.Half().Z)
		}
	}
}

func TestShapeAllocs(t *testing.T) {
	for name, s := range all {
		if n := testing.AllocsPerRun(100, func() { s.Surface(geom.V(0.01, 0.02, 0.03)); s.Supports() }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
