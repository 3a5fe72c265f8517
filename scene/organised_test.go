package scene_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

func box(label uint32, x, y, z, l, w, h, yaw float64) camera.Body {
	return camera.Body{
		Solid: shape.NewBox(geom.V(l, w, h)), Label: label, Colour: 0x808080,
		X_WB: geom.Pose{R: geom.AxisAngle(geom.UnitZ, yaw), P: geom.V(x, y, z+h/2)},
	}
}

// look renders bodies on a table top at z = 0 as a Kinect sees them from the front.
func look(t testing.TB, seed uint64, bodies ...camera.Body) *cloud.Cloud {
	t.Helper()
	cam, err := camera.New(camera.Kinect(), camera.KinectSensor())
	if err != nil {
		t.Fatal(err)
	}
	s := camera.Scene{Bodies: append([]camera.Body{box(1, 0, 0, -0.04, 1.2, 0.8, 0.04, 0)}, bodies...)}
	c := &cloud.Cloud{}
	if err := cam.Render(c, &s, camera.LookAt(geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05)), seed); err != nil {
		t.Fatal(err)
	}
	return c
}

// overlap returns, for each true label from 2 on, the best intersection over union with an object.
func overlap(truth, got []uint32) map[uint32]float64 {
	n, m := map[uint32]int{}, map[uint32]int{}
	both := map[[2]uint32]int{}
	for i := range truth {
		n[truth[i]]++
		m[got[i]]++
		both[[2]uint32{truth[i], got[i]}]++
	}
	best := map[uint32]float64{}
	for pair, k := range both {
		if pair[0] >= scene.LabelObject && pair[1] >= scene.LabelObject {
			best[pair[0]] = max(best[pair[0]], float64(k)/float64(n[pair[0]]+m[pair[1]]-k))
		}
	}
	return best
}

func segment(t testing.TB, c *cloud.Cloud) *scene.Segmentation {
	t.Helper()
	s, err := scene.Segment(c, scene.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTouchingAndStackedObjectsComeApart(t *testing.T) {
	for name, bodies := range map[string][]camera.Body{
		"side by side": {box(2, -0.05, 0, 0, 0.1, 0.12, 0.12, 0), box(3, 0.04, -0.02, 0, 0.08, 0.06, 0.2, 0)},
		"in a corner":  {box(2, -0.06, 0, 0, 0.12, 0.05, 0.15, 0.6), box(3, 0.05, -0.05, 0, 0.12, 0.05, 0.15, -0.6)},
		"stacked":      {box(2, 0, 0, 0, 0.2, 0.16, 0.07, 0.2), box(3, 0.01, 0.01, 0.07, 0.12, 0.1, 0.06, 0.7)},
		"one":          {box(2, 0, 0, 0, 0.15, 0.1, 0.12, 0.5)},
	} {
		for seed := range uint64(3) {
			c := look(t, seed, bodies...)
			s := segment(t, c)
			if len(s.Objects) != len(bodies) {
				t.Errorf("%s, seed %d: %d objects, want %d", name, seed, len(s.Objects), len(bodies))
			}
			for l, o := range overlap(c.Label, s.Labels) {
				if o < 0.88 {
					t.Errorf("%s, seed %d: object %d is met by %.2f of intersection over union", name, seed, l, o)
				}
			}
		}
	}
	p := scene.DefaultParams()
	p.Split = false
	c := look(t, 1, box(2, 0, 0, 0, 0.2, 0.16, 0.07, 0.2), box(3, 0.01, 0.01, 0.07, 0.12, 0.1, 0.06, 0.7))
	if s, err := scene.Segment(c, p); err != nil || len(s.Objects) != 1 {
		t.Errorf("without --split a stack is one object: %v", err)
	}
}

func TestWhatFloatsIsNoObject(t *testing.T) {
	ball := camera.Body{Solid: shape.NewSphere(0.02), X_WB: geom.Pose{P: geom.V(0.15, -0.1, 0.15)}, Label: 3}
	c := look(t, 1, box(2, -0.1, 0, 0, 0.15, 0.1, 0.12, 0.5), ball)
	s := segment(t, c)
	if len(s.Objects) != 1 {
		t.Errorf("%d objects, want the box alone", len(s.Objects))
	}
	// The same ball behind a box, which may hide what it lies on, is kept.
	hidden := camera.Body{Solid: shape.NewSphere(0.03), X_WB: geom.Pose{P: geom.V(-0.1, 0.12, 0.07)}, Label: 3}
	c = look(t, 1, box(2, -0.1, 0, 0, 0.2, 0.05, 0.12, 0), hidden)
	if s = segment(t, c); len(s.Objects) != 2 {
		t.Errorf("%d objects, want the box and what lies behind it", len(s.Objects))
	}
}

// A result does not depend on what the segmenter did before.
func TestSegmenterIsReusable(t *testing.T) {
	seg, err := scene.NewSegmenter(scene.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	clouds := []*cloud.Cloud{
		look(t, 1, box(2, -0.05, 0, 0, 0.1, 0.12, 0.12, 0), box(3, 0.2, -0.02, 0, 0.08, 0.06, 0.2, 0)),
		look(t, 2),
		look(t, 3, box(2, 0, 0, 0, 0.15, 0.1, 0.12, 0.5)),
	}
	var out scene.Segmentation
	for range 2 {
		for k, c := range clouds {
			if err := seg.Segment(c, &out); err != nil {
				t.Fatal(err)
			}
			want := segment(t, c)
			if len(out.Objects) != len(want.Objects) {
				t.Fatalf("cloud %d: %d objects, want %d", k, len(out.Objects), len(want.Objects))
			}
			for i := range want.Labels {
				if out.Labels[i] != want.Labels[i] {
					t.Fatalf("cloud %d: point %d is labelled %d, want %d", k, i, out.Labels[i], want.Labels[i])
				}
			}
			for i := range want.Objects {
				if out.Objects[i].Size != want.Objects[i].Size || out.Objects[i].X_FO != want.Objects[i].X_FO {
					t.Fatalf("cloud %d: object %d differs", k, i)
				}
			}
		}
	}
}

// recorded is the folder of real clouds that developers have and users do not.
const recorded = "../../shared/data"

func load(t testing.TB, name string) *cloud.Cloud {
	t.Helper()
	path := filepath.Join(recorded, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no recorded clouds here: %v", err)
	}
	c, err := cloud.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A mug that stands on a table: its outside, and its inside, which the camera sees apart from it.
func TestSegmentOneMug(t *testing.T) {
	s := segment(t, load(t, "pcl/table_scene_mug_stereo_textured.pcd"))
	if len(s.Objects) == 0 || len(s.Objects) > 2 {
		t.Fatalf("%d objects, want one mug of one or two parts", len(s.Objects))
	}
	for k, o := range s.Objects {
		if math.Abs(o.Size.Z-0.11) > 0.01 {
			t.Errorf("part %d is %.3f m high, want a mug of 11 cm", k, o.Size.Z)
		}
	}
}

func BenchmarkSegmentOrganised(b *testing.B) {
	seg, err := scene.NewSegmenter(scene.DefaultParams())
	if err != nil {
		b.Fatal(err)
	}
	c := look(b, 1, box(2, -0.05, 0, 0, 0.1, 0.12, 0.12, 0), box(3, 0.2, -0.02, 0, 0.08, 0.06, 0.2, 0), box(4, -0.25, 0.1, 0, 0.15, 0.1, 0.1, 0.4))
	var out scene.Segmentation
	b.ReportAllocs()
	for b.Loop() {
		if err := seg.Segment(c, &out); err != nil {
			b.Fatal(err)
		}
	}
}
