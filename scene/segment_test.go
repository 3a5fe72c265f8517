package scene

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

var threeBlocks = []scenetest.Block{
	{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.10, Yaw: 0.3},
	{X: 0.15, Y: 0.05, L: 0.07, W: 0.05, H: 0.18, Yaw: -0.8},
	{X: 0, Y: -0.2, L: 0.05, W: 0.04, H: 0.03, Yaw: 1.2},
}

func mustSegment(t testing.TB, c *cloud.Cloud, p Params) *Segmentation {
	t.Helper()
	s, err := Segment(c, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSegmentMeasuresBlocks(t *testing.T) {
	s := mustSegment(t, scenetest.Table(threeBlocks, 1), DefaultParams())
	if len(s.Objects) != len(threeBlocks) {
		t.Fatalf("%d objects, want %d", len(s.Objects), len(threeBlocks))
	}
	if n := s.Table.Plane().Normal; r3.Norm(r3.Sub(n, geom.UnitZ)) > 0.005 {
		t.Errorf("table normal %v, want z", n)
	}
	for _, b := range threeBlocks {
		k := slices.IndexFunc(s.Objects, func(o Object) bool { return math.Hypot(o.X_FO.P.X-b.X, o.X_FO.P.Y-b.Y) < 0.01 })
		if k < 0 {
			t.Errorf("no object at %g, %g", b.X, b.Y)
			continue
		}
		o := s.Objects[k]
		want := geom.V(b.L, b.W, b.H)
		if r3.Norm(r3.Sub(o.Size, want)) > 0.012 {
			t.Errorf("block of %v measured as %v", want, o.Size)
		}
		_, _, yaw := o.X_FO.R.RPY()
		if d := math.Abs(math.Remainder(yaw-b.Yaw, math.Pi)); d > 0.1 {
			t.Errorf("block turned by %g measured at %g", b.Yaw, yaw)
		}
		if math.Abs(o.X_FO.P.Z-b.H/2) > 0.005 {
			t.Errorf("middle of the box at height %g, want %g", o.X_FO.P.Z, b.H/2)
		}
	}
	for i, l := range s.Labels {
		if int(l) >= LabelObject+len(s.Objects) {
			t.Fatalf("point %d has label %d", i, l)
		}
	}
}

// Moving the cloud moves the objects and changes nothing else; so it is with the order of points and with doubled points.
func TestSegmentMetamorphic(t *testing.T) {
	base := scenetest.Table(threeBlocks, 2)
	want := mustSegment(t, base, DefaultParams())
	sizes := func(s *Segmentation) []float64 {
		var l []float64
		for _, o := range s.Objects {
			l = append(l, o.Size.X, o.Size.Y, o.Size.Z)
		}
		return l
	}
	compare := func(t *testing.T, got *Segmentation, X_AF geom.Pose) {
		t.Helper()
		if len(got.Objects) != len(want.Objects) {
			t.Fatalf("%d objects, want %d", len(got.Objects), len(want.Objects))
		}
		for k, o := range got.Objects {
			if d := r3.Norm(r3.Sub(o.X_FO.P, X_AF.Apply(want.Objects[k].X_FO.P))); d > 0.005 {
				t.Errorf("object %d is %g m off", k, d)
			}
		}
		g, w := sizes(got), sizes(want)
		for i := range g {
			if math.Abs(g[i]-w[i]) > 0.006 {
				t.Errorf("size %d: %g, want %g", i, g[i], w[i])
			}
		}
	}
	t.Run("move", func(t *testing.T) {
		for k := range 6 {
			X_AF := geom.Pose{R: geom.RPY(float64(k), 0.7*float64(k), 2*float64(k)), P: geom.V(float64(k), -2, 0.5*float64(k))}
			compare(t, mustSegment(t, base.Transformed(X_AF, "a"), DefaultParams()), X_AF)
		}
	})
	t.Run("permute", func(t *testing.T) {
		perm := rand.New(rand.NewPCG(3, 3)).Perm(base.Len())
		c, err := base.Select(perm)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, mustSegment(t, c, DefaultParams()), geom.Pose{})
	})
	t.Run("double", func(t *testing.T) {
		idx := make([]int, 0, 2*base.Len())
		for i := range base.Len() {
			idx = append(idx, i, i)
		}
		c, err := base.Select(idx)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, mustSegment(t, c, DefaultParams()), geom.Pose{})
	})
	t.Run("drop a fifth", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(4, 4))
		var idx []int
		for i := range base.Len() {
			if rng.Float64() > 0.2 {
				idx = append(idx, i)
			}
		}
		c, err := base.Select(idx)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, mustSegment(t, c, DefaultParams()), geom.Pose{})
	})
}

// A cloud that was moved to a robot's frame without its viewpoint has its origin anywhere, also under the table.
func TestUpWithoutAViewpoint(t *testing.T) {
	c := scenetest.Table(threeBlocks, 3)
	for _, z := range []float64{0.7, -0.7, 0} {
		m := c.Transformed(geom.Pose{P: geom.V(0.3, 0, z)}, "base")
		m.X_FS = geom.Pose{}
		s := mustSegment(t, m, DefaultParams())
		if s.Table.Plane().Normal.Z < 0.99 || len(s.Objects) != 3 {
			t.Errorf("table at z = %g: normal %v, %d objects", z, s.Table.Plane().Normal, len(s.Objects))
		}
	}
	empty := scenetest.Table(nil, 3)
	empty.X_FS = geom.Pose{P: geom.V(0, 0, -1)}
	p := DefaultParams()
	p.Up = geom.UnitZ
	s := mustSegment(t, empty, p)
	if s.Table.Plane().Normal.Z < 0.99 || len(s.Objects) != 0 {
		t.Errorf("--up is not obeyed: normal %v, %d objects", s.Table.Plane().Normal, len(s.Objects))
	}
	p.Up = geom.UnitX
	if _, err := Segment(empty, p); fault.KindOf(err) != fault.NoTable || !strings.Contains(err.Error(), "--up") {
		t.Errorf("a wall direction as up: %v", err)
	}
}

func TestSegmentBadInput(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	fill := func(n int, f func(i int) (x, y, z float32)) *cloud.Cloud {
		c := cloud.New(n, 1)
		for i := range n {
			c.X[i], c.Y[i], c.Z[i] = f(i)
		}
		return c
	}
	broken := cloud.New(10, 1)
	broken.Y = broken.Y[:3]
	cases := []struct {
		name string
		c    *cloud.Cloud
		kind fault.Kind
	}{
		{"empty", cloud.New(0, 0), fault.NoTable},
		{"all NaN", cloud.New(640, 480), fault.NoTable},
		{"all infinite", fill(1000, func(int) (x, y, z float32) { return inf, -inf, nan }), fault.NoTable},
		{"one point", fill(1, func(int) (x, y, z float32) { return 1, 2, 3 }), fault.NoTable},
		{"100,000 times the same point", fill(100000, func(int) (x, y, z float32) { return 1, 2, 3 }), fault.NoTable},
		{"a line", fill(5000, func(i int) (x, y, z float32) { return float32(i) * 0.001, 0, 1 }), fault.NoTable},
		{"huge numbers", fill(5000, func(i int) (x, y, z float32) { return float32(i) * 1e30, 1e38, -1e38 }), fault.NoTable},
		{"arrays of different length", broken, fault.Invalid},
	}
	for _, tc := range cases {
		if _, err := Segment(tc.c, DefaultParams()); fault.KindOf(err) != tc.kind {
			t.Errorf("%s: %v (kind %v), want kind %v", tc.name, err, fault.KindOf(err), tc.kind)
		}
	}
	// A ball of points has no plane that holds a fiftieth of it within millimetres.
	rng := rand.New(rand.NewPCG(1, 2))
	ball := fill(20000, func(int) (x, y, z float32) {
		return float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(2 + rng.NormFloat64())
	})
	p := DefaultParams()
	p.RangeNoise = 0
	if _, err := Segment(ball, p); fault.KindOf(err) != fault.NoTable {
		t.Errorf("a ball of points: %v", err)
	}
	if _, err := Segment(ball, Params{MaxHeight: 1}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("unset parameters: %v", err)
	}
}

func TestEuclidAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		tol := rapid.Float64Range(0.02, 0.4).Draw(t, "tol")
		f := rapid.Float32Range(-1, 1)
		c := cloud.New(n, 1)
		points := make([]int32, n)
		for i := range n {
			c.X[i], c.Y[i], c.Z[i] = f.Draw(t, "x"), f.Draw(t, "y"), f.Draw(t, "z")/4
			points[i] = int32(i)
		}
		var e euclid
		id, k := e.cluster(c, points, tol, nil)
		group := make([]int, n) // brute force: spread the least index until nothing changes
		for i := range group {
			group[i] = i
		}
		for changed := true; changed; {
			changed = false
			for i := range n {
				for j := range n {
					if group[j] < group[i] && r3.Norm2(r3.Sub(c.At(i), c.At(j))) <= tol*tol {
						group[i], changed = group[j], true
					}
				}
			}
		}
		distinct := map[int]bool{}
		for i := range n {
			distinct[group[i]] = true
			for j := range n {
				if (id[i] == id[j]) != (group[i] == group[j]) {
					t.Fatalf("points %d and %d: clusters %d, %d; brute force %d, %d", i, j, id[i], id[j], group[i], group[j])
				}
			}
		}
		if k != len(distinct) {
			t.Fatalf("%d clusters, brute force %d", k, len(distinct))
		}
	})
}

func BenchmarkSegment(b *testing.B) {
	c := scenetest.Table(threeBlocks, 1)
	b.ReportMetric(float64(c.Len()), "points")
	for b.Loop() {
		mustSegment(b, c, DefaultParams())
	}
}
