package cluster

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// base is where the acceptance clouds stand in base_link.
var base = geom.V(0.6, 0.1, 0.75)

// boxCloud is the acceptance tests' BOX: top and four sides on a 4 mm grid with edges, no bottom, on float32 as messages carry it.
func boxCloud(lx, ly, lz float64) []geom.Vec {
	const d = 0.004
	nx, ny, nz := int(math.Round(lx/d)), int(math.Round(ly/d)), int(math.Round(lz/d))
	var pts []geom.Vec
	for i := 0; i <= nx; i++ {
		for j := 0; j <= ny; j++ {
			for k := 0; k <= nz; k++ {
				if k == nz || i == 0 || i == nx || j == 0 || j == ny {
					pts = append(pts, geom.V(float64(i)*d-lx/2, float64(j)*d-ly/2, float64(k)*d))
				}
			}
		}
	}
	return placed(pts)
}

func placed(pts []geom.Vec) []geom.Vec {
	out := make([]geom.Vec, len(pts))
	for i, p := range pts {
		p = r3.Add(p, base)
		out[i] = geom.V(float64(float32(p.X)), float64(float32(p.Y)), float64(float32(p.Z)))
	}
	return out
}

// tower is a round shell of radius r with rings on its top.
func tower(r, h, ring float64) []geom.Vec {
	var pts []geom.Vec
	for k := 0.0; k <= h+1e-9; k += 0.004 {
		for a := range 48 {
			s, c := math.Sincos(float64(a) * 2 * math.Pi / 48)
			pts = append(pts, geom.V(r*c, r*s, k))
		}
	}
	for q := 0.0; q <= ring+1e-9; q += 0.004 {
		n := max(1, int(math.Round(2*math.Pi*q/0.004)))
		for a := range n {
			s, c := math.Sincos(float64(a) * 2 * math.Pi / float64(n))
			pts = append(pts, geom.V(q*c, q*s, h))
		}
	}
	return placed(pts)
}

func can() []geom.Vec { return tower(0.033, 0.12, 0.028) }

func with(pts []geom.Vec, n int, off geom.Vec) []geom.Vec {
	out := append([]geom.Vec(nil), pts...)
	for range n {
		out = append(out, r3.Add(base, off))
	}
	return out
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %.6f, want %.6f within %g", what, got, want, tol)
	}
}

func nearVec(t *testing.T, what string, got, want geom.Vec, tol float64) {
	t.Helper()
	if !(r3.Norm(r3.Sub(got, want)) <= tol) {
		t.Errorf("%s is %.6f, want %.6f within %g", what, got, want, tol)
	}
}

func bound(t *testing.T, pts []geom.Vec) *Bounds {
	t.Helper()
	b, err := Box(pts, geom.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestT4_BoundingBox(t *testing.T) {
	cloud := boxCloud(0.06, 0.04, 0.12)
	if len(cloud) != 1676 {
		t.Fatalf("the generator makes %d points, the sheet says 1676", len(cloud))
	}
	b := bound(t, cloud)
	nearVec(t, "centre", b.Center().P, geom.V(0.6, 0.1, 0.81), 1e-6)
	nearVec(t, "size", b.Size, geom.V(0.06, 0.04, 0.12), 1e-6)
	if n := len(can()); n != 1665 {
		t.Errorf("CAN has %d points, the sheet says 1665", n)
	}
}

func TestT5_OutliersBeside(t *testing.T) {
	b := bound(t, with(boxCloud(0.06, 0.04, 0.12), 16, geom.V(0.2, 0, 0.06)))
	if len(b.Kept) != 1676 {
		t.Errorf("%d points kept, want 1676", len(b.Kept))
	}
	nearVec(t, "size", b.Size, geom.V(0.06, 0.04, 0.12), 1e-6)
	nearVec(t, "centre", b.Center().P, geom.V(0.6, 0.1, 0.81), 1e-6)
}

func TestT6_OutliersAbove(t *testing.T) {
	b := bound(t, with(boxCloud(0.06, 0.04, 0.12), 16, geom.V(0, 0, 0.3)))
	if len(b.Kept) != 1676 {
		t.Errorf("%d points kept, want 1676", len(b.Kept))
	}
	nearVec(t, "size", b.Size, geom.V(0.06, 0.04, 0.12), 1e-6)
}

func TestT7_FivePercentAreNoOutliers(t *testing.T) {
	b := bound(t, with(boxCloud(0.06, 0.04, 0.12), 83, geom.V(0, 0, 0.3)))
	near(t, "height", b.Size.Z, 0.3, 1e-6)
}

// What is on the low side is cut as on the high side; the original loses one good point more.
func TestLowSideOutliers(t *testing.T) {
	pts := with(boxCloud(0.06, 0.04, 0.12), 16, geom.V(-0.2, 0, 0.06))
	b := bound(t, pts)
	if len(b.Kept) != 1676 {
		t.Errorf("%d points kept, want 1676", len(b.Kept))
	}
	old, err := box(pts, geom.Pose{}, true)
	if err != nil || len(old.Kept) != 1675 {
		t.Errorf("with compat %d points are kept, the original keeps 1675 (%v)", len(old.Kept), err)
	}
	// Below is never cut: the bottom is that of all points.
	if b := bound(t, with(boxCloud(0.06, 0.04, 0.12), 16, geom.V(0, 0, -0.3))); math.Abs(b.Size.Z-0.42) > 1e-6 {
		t.Errorf("height %g, want 0.42", b.Size.Z)
	}
}

// A cluster that is turned and moved has the same box, turned and moved; the order of points does not matter.
func TestBoxFollowsTheCluster(t *testing.T) {
	cloud := boxCloud(0.1, 0.04, 0.06)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		yaw := rng.Float64()*math.Pi - math.Pi/2
		X := geom.Pose{R: geom.AxisAngle(geom.UnitZ, yaw), P: geom.V(rng.Float64(), rng.Float64(), rng.Float64())}
		X_BC := geom.Pose{R: geom.RPY(rng.Float64(), rng.Float64(), rng.Float64()), P: geom.V(0.3, 0.2, 0.1)}
		moved := make([]geom.Vec, len(cloud))
		for i, p := range cloud {
			moved[i] = X_BC.Inv().Apply(X.Apply(p))
		}
		rng.Shuffle(len(moved), func(i, j int) { moved[i], moved[j] = moved[j], moved[i] })
		b, err := Box(moved, X_BC)
		if err != nil {
			t.Fatal(err)
		}
		nearVec(t, "size", b.Size, geom.V(0.1, 0.04, 0.06), 1e-6)
		nearVec(t, "centre", X_BC.Apply(b.Center().P), X.Apply(r3.Add(base, geom.V(0, 0, 0.03))), 1e-6)
		if x := b.X_BO.R.Apply(geom.UnitX); math.Abs(math.Cos(yaw)*x.X+math.Sin(yaw)*x.Y) < 1-1e-6 {
			t.Errorf("long side along %v at yaw %g", x, yaw)
		}
		for i := 1; i < len(b.Kept); i++ {
			if b.Kept[i].Z < b.Kept[i-1].Z {
				t.Fatal("kept points are not sorted by height")
			}
		}
	}
}

func TestBoxBadInput(t *testing.T) {
	nan := math.NaN()
	for _, pts := range [][]geom.Vec{nil, {geom.V(nan, 0, 0), geom.V(0, math.Inf(1), 0)}, {geom.V(1e30, 0, 0)}} {
		if _, err := Box(pts, geom.Pose{}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", pts, err)
		}
	}
	b := bound(t, []geom.Vec{geom.V(1, 2, 3), geom.V(nan, 0, 0)})
	nearVec(t, "centre of one point", b.Center().P, geom.V(1, 2, 3), 1e-12)
	nearVec(t, "its size", b.Size, geom.Vec{}, 1e-12)
	if _, _, err := Box3D([]geom.Vec{geom.V(nan, 0, 0)}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("Box3D of nothing: %v", err)
	}
}

func TestBox3DFollowsAnyTurn(t *testing.T) {
	R := geom.RPY(0.3, 0.4, 0.5)
	var pts []geom.Vec
	for _, p := range boxCloud(0.2, 0.06, 0.12) {
		pts = append(pts, R.Apply(r3.Sub(p, base)))
	}
	x, size, err := Box3D(pts)
	if err != nil {
		t.Fatal(err)
	}
	// No bottom: the spread is not quite along the sides, and every point is inside all the same.
	nearVec(t, "size", size, geom.V(0.2, 0.12, 0.06), 0.01)
	for _, p := range pts {
		q := x.Inv().Apply(p)
		if math.Abs(q.X) > size.X/2+1e-9 || math.Abs(q.Y) > size.Y/2+1e-9 || math.Abs(q.Z) > size.Z/2+1e-9 {
			t.Fatalf("%v is outside of the box", q)
		}
	}
}

func BenchmarkBox10k(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	pts := make([]geom.Vec, 10000)
	for i := range pts {
		pts[i] = geom.V(rng.Float64()*0.1, rng.Float64()*0.05, rng.Float64()*0.2)
	}
	for b.Loop() {
		if _, err := Box(pts, geom.Pose{}); err != nil {
			b.Fatal(err)
		}
	}
}
