package scene_test

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

// The acceptance tests of rail_segmentation that concern the engine, by their numbers. Frame B is base_footprint.

const red = 0xff0000

// railTable is the table of scene S.
func railTable(s *scenetest.Samples) { s.Grid(0.40, 1.20, -0.30, 0.30, 0.700, 0.005, 0x808080, 1) }

func railBox(s *scenetest.Samples, x, y, l, w, h float64) {
	s.Box(geom.V(x, y, 0.7), geom.V(x+l, y+w, 0.7+h), 0, 0.004, red, 2)
}

// railZone is the default zone of rail_segmentation.
func railZone() *scene.Zone {
	z := scene.NewZone(geom.Pose{})
	z.Lo.Z = 0.10
	return z
}

// railParams are the constants of rail_segmentation, but for what is lost of the feet of objects.
func railParams() scene.Params {
	p := scene.DefaultParams()
	p.UpTolerance, p.ClusterTolerance, p.MinPoints, p.MaxPoints = 0.15, 0.02, 200, 10000
	p.HullMargin, p.MaxHeight = 100, 100
	return p
}

func compatParams() scene.Params {
	p := railParams()
	p.PlaneTolerance, p.RangeNoise, p.Split = 0.01, 0, false
	return p
}

func inZone(t testing.TB, c *cloud.Cloud, z *scene.Zone, p scene.Params) *scene.Segmentation {
	t.Helper()
	seg, err := scene.NewSegmenter(p)
	if err != nil {
		t.Fatal(err)
	}
	var out scene.Segmentation
	if err := seg.SegmentZone(c, z, &out); err != nil {
		t.Fatal(err)
	}
	return &out
}

func describe(t testing.TB, s *scene.Segmentation, k int) scene.Features {
	t.Helper()
	f, err := scene.Describe(s.Cloud, s.Objects[k].Indices, geom.Pose{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s is %.4f, want %.4f within %g", what, got, want, tol)
	}
}

func objects(t testing.TB, s *scene.Segmentation, want int) {
	t.Helper()
	if len(s.Objects) != want {
		t.Fatalf("%d objects, want %d", len(s.Objects), want)
	}
}

var robotEye = geom.V(0, 0, 1.4)

func TestRail(t *testing.T) {
	t.Run("1 one box on the table", func(t *testing.T) {
		var m scenetest.Samples
		railTable(&m)
		railBox(&m, 0.60, 0.10, 0.06, 0.06, 0.12)
		c := m.Cloud(robotEye)
		s := inZone(t, c, railZone(), compatParams())
		objects(t, s, 1)
		f := describe(t, s, 0)
		near(t, "compat width", f.Extents.X, 0.060, 0.002)
		near(t, "compat depth", f.Extents.Y, 0.060, 0.002)
		near(t, "compat height", f.Extents.Z, 0.108, 0.004)
		near(t, "compat center", r3.Norm(r3.Sub(f.Center, geom.V(0.63, 0.13, 0.766))), 0, 0.003)
		near(t, "surface", s.Table.X_FT.P.Z, 0.700, 0.002)
		s = inZone(t, c, railZone(), railParams())
		objects(t, s, 1)
		f = describe(t, s, 0)
		near(t, "width", f.Extents.X, 0.060, 0.002)
		near(t, "depth", f.Extents.Y, 0.060, 0.002)
		near(t, "height", s.Objects[0].Size.Z, 0.120, 0.004)
		near(t, "surface", s.Table.X_FT.P.Z, 0.700, 0.002)
	})
	t.Run("2 marker", func(t *testing.T) {
		var m scenetest.Samples
		railTable(&m)
		railBox(&m, 0.60, 0.10, 0.06, 0.06, 0.12)
		s := inZone(t, m.Cloud(robotEye), railZone(), railParams())
		objects(t, s, 1)
		pts, rgb := scene.Voxels(s.Cloud, s.Objects[0].Indices, geom.Pose{}, 0.01)
		if rgb[0] < 0.95 || rgb[1] > 0.05 || rgb[2] > 0.05 {
			t.Errorf("colour %v", rgb)
		}
		if len(pts) == 0 || len(pts) > 7*7*13 {
			t.Errorf("%d cubes", len(pts))
		}
	})
	t.Run("3 gap and tolerance", func(t *testing.T) {
		for gap, want := range map[float64]int{0.015: 1, 0.025: 2} {
			var m scenetest.Samples
			railTable(&m)
			railBox(&m, 0.60, 0.00, 0.06, 0.06, 0.12)
			railBox(&m, 0.60, 0.06+gap, 0.06, 0.06, 0.12)
			objects(t, inZone(t, m.Cloud(robotEye), railZone(), railParams()), want)
		}
	})
	t.Run("4 limits of size", func(t *testing.T) {
		for n, want := range map[int]int{199: 0, 200: 1, 10000: 1, 10001: 0} {
			var m scenetest.Samples
			m.Grid(0.40, 1.20, -0.30, 0.30, 0.700, 0.0025, 0x808080, 1)
			for k := range n { // a pile of points, 25 to a square centimetre, from 3 cm over the table
				m.Add(geom.V(0.6+0.002*float64(k%25), 0.1+0.002*float64(k/25%25), 0.73+0.005*float64(k/625)), red, 2)
			}
			s := inZone(t, m.Cloud(robotEye), railZone(), railParams())
			objects(t, s, want)
			if want == 1 && len(s.Objects[0].Indices) != n {
				t.Errorf("%d of %d points", len(s.Objects[0].Indices), n)
			}
			if dropped := fmt.Sprint(s.TooLarge); n == 10001 && dropped != "[10001]" || n != 10001 && dropped != "[]" {
				t.Errorf("%d points: too large are %s", n, dropped)
			}
		}
	})
	t.Run("5 largest first", func(t *testing.T) {
		var m scenetest.Samples
		railTable(&m)
		for k, n := range []int{600, 300, 900} {
			for j := range n {
				m.Add(geom.V(0.6+0.002*float64(j%25), -0.2+0.2*float64(k)+0.002*float64(j/25%25), 0.73+0.005*float64(j/625)), red, 2)
			}
		}
		s := inZone(t, m.Cloud(robotEye), railZone(), railParams())
		objects(t, s, 3)
		for k, n := range []int{900, 600, 300} {
			if got := len(s.Objects[k].Indices); got != n {
				t.Errorf("object %d has %d points, want %d", k, got, n)
			}
		}
	})
	t.Run("6 yaw", func(t *testing.T) {
		var m scenetest.Samples
		railTable(&m)
		m.Box(geom.V(0.7, 0, 0.7), geom.V(0.9, 0.05, 0.8), math.Pi/6, 0.004, red, 2)
		s := inZone(t, m.Cloud(robotEye), railZone(), railParams())
		objects(t, s, 1)
		f := describe(t, s, 0)
		near(t, "yaw in degrees", f.Yaw*180/math.Pi, 30, 2)
		near(t, "long side", f.Box.X, 0.2, 0.006)
		near(t, "short side", f.Box.Y, 0.05, 0.006)
		if q := f.X_AB.R; q.X != 0 || q.Y != 0 || math.Abs(q.W*q.W+q.Z*q.Z-1) > 1e-6 {
			t.Errorf("orientation %v", q)
		}
	})
	t.Run("7 leaning table", func(t *testing.T) {
		for degrees, found := range map[float64]bool{5: true, 12: false} {
			var m scenetest.Samples
			railTable(&m)
			railBox(&m, 0.60, 0.10, 0.06, 0.06, 0.12)
			tilt := geom.Pose{R: geom.AxisAngle(geom.UnitY, degrees*math.Pi/180)}
			about := geom.V(0.8, 0, 0.7)
			for k, p := range m.P {
				m.P[k] = r3.Add(about, tilt.Apply(r3.Sub(p, about)))
			}
			p := railParams()
			p.MaxPoints = 0
			s := inZone(t, m.Cloud(robotEye), railZone(), p)
			if got := s.Table.Points > 0; got != found {
				t.Errorf("%g degrees: found %v, want %v", degrees, got, found)
			}
			objects(t, s, 1) // the box, or box and table in one
			z := railZone()
			z.Surface = scene.SurfaceRequired
			seg, err := scene.NewSegmenter(p)
			if err != nil {
				t.Fatal(err)
			}
			if err := seg.SegmentZone(m.Cloud(robotEye), z, new(scene.Segmentation)); (err == nil) != found || err != nil && fault.KindOf(err) != fault.NoTable {
				t.Errorf("%g degrees, a surface required: %v", degrees, err)
			}
		}
	})
	t.Run("8 two surfaces", func(t *testing.T) {
		var m scenetest.Samples
		m.Grid(0.40, 1.20, -0.30, 0.32, 0.70, 0.005, 0x808080, 1)
		m.Grid(0.40, 1.20, 0.35, 0.73, 1.10, 0.005, 0x808080, 1)
		c := m.Cloud(geom.V(0, 0, 2))
		for _, tc := range []struct{ lo, hi, want float64 }{{0.3, 1.5, 0.7}, {0.9, 1.5, 1.1}, {0.3, 0.9, 0.7}} {
			z := railZone()
			z.Lo.Z, z.Hi.Z = tc.lo, tc.hi
			near(t, "surface", inZone(t, c, z, railParams()).Table.X_FT.P.Z, tc.want, 0.002)
			z = railZone()
			z.Levels = []scene.Range{{Lo: tc.lo, Hi: tc.hi}}
			near(t, "surface by levels", inZone(t, c, z, railParams()).Table.X_FT.P.Z, tc.want, 0.002)
		}
	})
	t.Run("9 floor and ceiling", func(t *testing.T) {
		var m scenetest.Samples
		m.Grid(-2, 2, -1.5, 1.5, 0, 0.0141, 0x808080, 0)
		m.Grid(-2, 2, -1.5, 1.5, 2.5, 0.0155, 0x808080, 0)
		railTable(&m)
		z := railZone()
		z.Lo.Z, z.Hi.Z = 0.3, 1.5
		near(t, "surface", inZone(t, m.Cloud(robotEye), z, railParams()).Table.X_FT.P.Z, 0.7, 0.002)
	})
	t.Run("10 a table of 15 percent", func(t *testing.T) {
		for seed := range uint64(20) {
			rng := rand.New(rand.NewPCG(seed, 1))
			var m scenetest.Samples
			h := 0.4 + 0.6*rng.Float64()
			m.Grid(0.40, 1.20, -0.30, 0.30, h, 0.005, 0x808080, 1)
			for range len(m.P) * 85 / 15 {
				m.Add(geom.V(4*rng.Float64()-2, 4*rng.Float64()-2, 2.5*rng.Float64()), 0, 0)
			}
			p := railParams()
			p.MaxPoints = 0
			s := inZone(t, m.Cloud(robotEye), railZone(), p)
			if s.Table.Points == 0 {
				t.Errorf("scene %d: no surface", seed)
				continue
			}
			near(t, "surface", s.Table.Plane().Height(geom.V(0.8, 0, h)), 0, 0.004)
		}
	})
	t.Run("11 limits are outside", func(t *testing.T) {
		var m scenetest.Samples
		m.Grid(0.5, 0.6, 0, 0.1, 0.1, 0.01, red, 2)    // at z_min
		m.Grid(0.5, 0.6, 0, 0.1, 0.101, 0.01, red, 2)  // inside
		m.Grid(0.8, 0.8, 0, 0.1, 0.150, 0.001, red, 2) // at x_max
		z := railZone()
		z.Hi.X, z.Surface = 0.8, scene.SurfaceIgnored
		p := railParams()
		p.MinPoints, p.Split = 1, false
		s := inZone(t, m.Cloud(robotEye), z, p)
		objects(t, s, 1)
		if n := len(s.Objects[0].Indices); n != 11*11 {
			t.Errorf("%d points, want %d", n, 11*11)
		}
	})
	t.Run("12 no limits", func(t *testing.T) {
		var m scenetest.Samples
		railBox(&m, 0.60, 0.10, 0.06, 0.06, 0.12)
		z := scene.NewZone(geom.Pose{})
		z.Surface = scene.SurfaceIgnored
		s := inZone(t, m.Cloud(robotEye), z, railParams())
		objects(t, s, 1)
		near(t, "height", s.Objects[0].Size.Z, 0.12, 0.001)
	})
	t.Run("16 image crop", func(t *testing.T) {
		c := cloud.New(640, 480)
		c.RGB = make([]uint32, c.Len())
		var idx []int32
		for y := 100; y < 140; y++ {
			for x := 200; x < 260; x++ {
				c.RGB[y*640+x] = uint32(x)<<8 | uint32(y)
				idx = append(idx, int32(y*640+x))
			}
		}
		img := scene.Crop(c, idx, false)
		if img.Rect != image.Rect(200, 100, 260, 140) {
			t.Errorf("crop %v", img.Rect)
		}
		if p := img.RGBAAt(200, 100); p.R != 0 || p.G != 200 || p.B != 100 {
			t.Errorf("first pixel %v", p)
		}
	})
	t.Run("17 frames", func(t *testing.T) {
		var m scenetest.Samples
		railTable(&m)
		railBox(&m, 0.60, 0.10, 0.06, 0.06, 0.12)
		s := inZone(t, m.Cloud(robotEye), railZone(), railParams())
		objects(t, s, 1)
		a := describe(t, s, 0)
		b, err := scene.Describe(s.Cloud, s.Objects[0].Indices, geom.Pose{P: geom.V(1, 2, 0)})
		if err != nil {
			t.Fatal(err)
		}
		shift := geom.V(1, 2, 0)
		for what, d := range map[string]geom.Vec{
			"centroid": r3.Sub(b.Centroid, a.Centroid), "center": r3.Sub(b.Center, a.Center), "box": r3.Sub(b.X_AB.P, a.X_AB.P),
		} {
			near(t, what+" moved wrongly by", r3.Norm(r3.Sub(d, shift)), 0, 1e-9)
		}
		if d := r3.Norm(r3.Sub(b.Centroid, b.Center)); d > 0.05 {
			t.Errorf("centroid and center are %g m apart", d)
		}
	})
	t.Run("18 invalid points", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(18, 1))
		var m scenetest.Samples
		railTable(&m)
		railBox(&m, 0.60, 0.10, 0.06, 0.06, 0.12)
		railBox(&m, 0.80, -0.2, 0.1, 0.06, 0.05)
		c := m.Cloud(robotEye)
		want := len(inZone(t, c, railZone(), railParams()).Objects)
		for i := range c.X {
			if rng.Float64() < 0.3 {
				c.X[i], c.Y[i], c.Z[i] = float32(math.NaN()), float32(math.NaN()), float32(math.NaN())
			}
		}
		s := inZone(t, c, railZone(), railParams())
		objects(t, s, want)
		for k := range s.Objects {
			f := describe(t, s, k)
			if !geom.IsFinite(f.Centroid) || !geom.IsFinite(f.Box) || !f.X_AB.IsFinite() {
				t.Errorf("object %d: %+v", k, f)
			}
		}
	})
}

// A table that is known from before is not looked for, and its outline bounds where objects stand.
func TestGivenTable(t *testing.T) {
	var m scenetest.Samples
	railTable(&m)
	railBox(&m, 0.60, 0.10, 0.06, 0.06, 0.12)
	railBox(&m, 1.00, -0.2, 0.06, 0.06, 0.12)
	c := m.Cloud(robotEye)
	z := railZone()
	z.Table = &scene.Table{X_FT: geom.Pose{P: geom.V(0.6, 0.1, 0.7)}, Hull: []geom.Vec2{{X: -0.2, Y: -0.2}, {X: 0.2, Y: -0.2}, {X: 0.2, Y: 0.2}, {X: -0.2, Y: 0.2}}}
	p := scene.DefaultParams()
	s := inZone(t, c, z, p)
	objects(t, s, 1)
	near(t, "height", s.Objects[0].Size.Z, 0.12, 0.004)
	z.Table.Hull = nil
	objects(t, inZone(t, c, z, p), 2)
}

func TestZoneThatCannotBe(t *testing.T) {
	c := cloud.New(10, 1)
	seg, err := scene.NewSegmenter(scene.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(z *scene.Zone){
		"limits the wrong way": func(z *scene.Zone) { z.Lo.X, z.Hi.X = 1, 0 },
		"a limit that is NaN":  func(z *scene.Zone) { z.Hi.Z = math.NaN() },
		"levels the wrong way": func(z *scene.Zone) { z.Levels = []scene.Range{{Lo: 1, Hi: 0}} },
		"pose that is NaN":     func(z *scene.Zone) { z.X_BF.P.X = math.NaN() },
	} {
		z := railZone()
		spoil(z)
		if err := seg.SegmentZone(c, z, new(scene.Segmentation)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
