package scene_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
)

// view renders bodies as a Kinect sees them from a place. Objects have labels from 2 on, the table 1, the rest 0.
func view(t testing.TB, eye, target geom.Vec, seed uint64, bodies ...camera.Body) *cloud.Cloud {
	t.Helper()
	cam, err := camera.New(camera.Kinect(), camera.KinectSensor())
	if err != nil {
		t.Fatal(err)
	}
	c := &cloud.Cloud{}
	if err := cam.Render(c, &camera.Scene{Bodies: bodies}, camera.LookAt(eye, target), seed); err != nil {
		t.Fatal(err)
	}
	return c
}

// onTable checks that exactly the bodies with labels from 2 on are objects.
func onTable(t *testing.T, c *cloud.Cloud, s *scene.Segmentation, want int) {
	t.Helper()
	p := s.Table.Plane()
	if len(s.Objects) != want {
		for k, o := range s.Objects {
			t.Logf("object %d: %d points at %.3f, size %.3f", k, len(o.Indices), o.Centroid, o.Size)
		}
		t.Errorf("%d objects, want %d; the table has %d points, normal %.2f, %.2f m from the sensor", len(s.Objects), want, s.Table.Points, p.Normal, p.Height(c.X_FS.P))
	}
	for l, o := range overlap(c.Label, s.Labels) {
		if o < 0.8 {
			t.Errorf("object %d is met by %.2f of intersection over union", l, o)
		}
	}
}

// sensorHeight is the height of the sensor over the table.
func sensorHeight(t *testing.T, c *cloud.Cloud, s *scene.Segmentation, want float64) {
	t.Helper()
	if h := s.Table.Plane().Height(c.X_FS.P); math.Abs(h-want) > 0.02 {
		t.Errorf("the table is %.3f m under the sensor, want %.3f", h, want)
	}
}

func table(l, w float64) camera.Body { return box(1, 0, 0, -0.04, l, w, 0.04, 0) }

func threeThings() []camera.Body {
	return []camera.Body{
		box(2, -0.25, 0.05, 0, 0.1, 0.12, 0.12, 0.3), box(3, 0.02, -0.05, 0, 0.08, 0.06, 0.2, 1), box(4, 0.25, 0.1, 0, 0.15, 0.1, 0.1, -0.4),
	}
}

func TestTableOverAWideFloor(t *testing.T) {
	floor := box(0, 0, 0, -0.80, 8, 8, 0.05, 0)
	for seed := range uint64(3) {
		c := view(t, geom.V(0.1, -1.7, 1.0), geom.V(0, 0, 0), seed, append(threeThings(), table(1.2, 0.8), floor)...)
		s := segment(t, c)
		sensorHeight(t, c, s, 1.0)
		onTable(t, c, s, 3)
	}
}

func TestWallBehindTheTable(t *testing.T) {
	for _, gap := range []float64{0.0, 0.2, 0.35, 0.5} {
		for seed := range uint64(2) {
			wall := box(0, 0, 0.4+gap+0.05, -1, 4, 0.1, 3, 0)
			c := view(t, geom.V(0.1, -0.9, 0.6), geom.V(0, 0, 0.05), seed, append(threeThings(), table(1.2, 0.8), wall)...)
			t.Run(fmt.Sprintf("%g m, seed %d", gap, seed), func(t *testing.T) {
				s := segment(t, c)
				sensorHeight(t, c, s, 0.6)
				onTable(t, c, s, 3)
			})
		}
	}
}

func TestGrazingView(t *testing.T) {
	for _, degrees := range []float64{7.5, 10, 15} {
		h := 0.9 * math.Tan(degrees*math.Pi/180)
		wall := box(0, 0, 0.75, -1, 4, 0.1, 3, 0)
		c := view(t, geom.V(0, -0.9, h), geom.V(0, 0, 0.02), 1, append(threeThings(), table(1.2, 0.8), wall)...)
		t.Run(fmt.Sprint(degrees, " degrees"), func(t *testing.T) {
			p := scene.DefaultParams()
			if degrees < 10 { // the wall holds ten times as many points as the table: up must be told
				p.Up = c.X_FS.R.Apply(geom.V(0, -1, 0))
			}
			s, err := scene.Segment(c, p)
			if err != nil {
				t.Fatal(err)
			}
			sensorHeight(t, c, s, h)
			onTable(t, c, s, 3)
		})
	}
}

func TestTableCoveredWithLowBoxes(t *testing.T) {
	bodies := []camera.Body{table(1.2, 0.8)}
	for x := range 7 {
		for y := range 4 {
			bodies = append(bodies, box(uint32(2+len(bodies)-1), -0.42+0.14*float64(x), -0.21+0.14*float64(y), 0, 0.11, 0.11, 0.04, 0))
		}
	}
	c := view(t, geom.V(0, -0.7, 0.8), geom.V(0, 0, 0), 1, bodies...)
	s := segment(t, c)
	sensorHeight(t, c, s, 0.8)
	onTable(t, c, s, 28)
}

// Some drivers write 0, 0, 0 where nothing was seen.
func TestZerosAreNoMeasurements(t *testing.T) {
	c := view(t, geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05), 1, append(threeThings(), table(1.2, 0.8))...)
	want := segment(t, c)
	for i := range c.X {
		if !c.Valid(i) {
			c.X[i], c.Y[i], c.Z[i] = 0, 0, 0
		}
	}
	got := segment(t, c)
	if len(got.Objects) != len(want.Objects) || len(got.Objects) != 3 {
		t.Fatalf("%d objects, want %d", len(got.Objects), len(want.Objects))
	}
	for i := range want.Labels {
		if got.Labels[i] != want.Labels[i] {
			t.Fatalf("point %d is labelled %d, want %d", i, got.Labels[i], want.Labels[i])
		}
	}
}

func TestSparseCloud(t *testing.T) {
	c := view(t, geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05), 1, append(threeThings(), table(1.2, 0.8))...)
	for _, n := range []int{4500, 2500} {
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		var valid, idx []int
		for i := range c.X {
			if c.Valid(i) {
				valid = append(valid, i)
			}
		}
		for range n {
			idx = append(idx, valid[rng.IntN(len(valid))])
		}
		sparse, err := c.Select(idx)
		if err != nil {
			t.Fatal(err)
		}
		s := segment(t, sparse)
		if len(s.Objects) != 3 {
			t.Errorf("%d points: %d objects, want 3", n, len(s.Objects))
		}
		for l, o := range overlap(sparse.Label, s.Labels) {
			if o < 0.7 {
				t.Errorf("%d points: object %d is met by %.2f of intersection over union", n, l, o)
			}
		}
	}
}

// What is seen of a scene does not depend on the direction of its axes, on noise, or on which points are missing.
func TestOrganisedMetamorphic(t *testing.T) {
	base := view(t, geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05), 1, append(threeThings(), table(1.2, 0.8))...)
	want := segment(t, base)
	if len(want.Objects) != 3 {
		t.Fatalf("%d objects, want 3", len(want.Objects))
	}
	rng := rand.New(rand.NewPCG(7, 7))
	nan := float32(math.NaN())
	for name, change := range map[string]func(c *cloud.Cloud){
		"a fifth of the points missing": func(c *cloud.Cloud) {
			for i := range c.X {
				if rng.Float64() < 0.2 {
					c.X[i], c.Y[i], c.Z[i] = nan, nan, nan
				}
			}
		},
		"a millimetre of noise": func(c *cloud.Cloud) {
			for i := range c.X {
				k := 1 + float32(0.001*rng.NormFloat64())/c.Z[i]
				c.X[i], c.Y[i], c.Z[i] = k*c.X[i], k*c.Y[i], k*c.Z[i]
			}
		},
		"holes": func(c *cloud.Cloud) {
			for range 200 {
				x, y := rng.IntN(c.Width-4), rng.IntN(c.Height-4)
				for v := y; v < y+3; v++ {
					for u := x; u < x+3; u++ {
						c.X[v*c.Width+u] = nan
					}
				}
			}
		},
	} {
		c := base.Transformed(geom.Pose{}, "")
		change(c)
		compareScenes(t, name, segment(t, c), want, geom.Pose{})
	}
	for k := range 4 {
		X_AF := geom.Pose{R: geom.RPY(float64(k), 0.7*float64(k), 2*float64(k)), P: geom.V(float64(k), -2, 0.5*float64(k))}
		compareScenes(t, fmt.Sprint("turn ", k), segment(t, base.Transformed(X_AF, "a")), want, X_AF)
	}
}

func compareScenes(t *testing.T, name string, got, want *scene.Segmentation, X_AF geom.Pose) {
	t.Helper()
	if len(got.Objects) != len(want.Objects) {
		t.Errorf("%s: %d objects, want %d", name, len(got.Objects), len(want.Objects))
		return
	}
	for _, w := range want.Objects {
		best := math.Inf(1)
		for _, g := range got.Objects {
			best = min(best, r3.Norm(r3.Sub(g.X_FO.P, X_AF.Apply(w.X_FO.P)))+r3.Norm(r3.Sub(g.Size, w.Size)))
		}
		if best > 0.02 {
			t.Errorf("%s: an object is %.3f m off in place and size together", name, best)
		}
	}
}
