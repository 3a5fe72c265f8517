package scene_test

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// cup is a vessel of staves.
func cup(label uint32, x, y, r, h float64) []camera.Body {
	const staves, wall = 32, 0.004
	var out []camera.Body
	for k := range staves {
		a := 2 * math.Pi * float64(k) / staves
		s, c := math.Sincos(a)
		out = append(out, box(label, x+r*c, y+r*s, 0, wall, 2*r*math.Tan(math.Pi/staves)+0.001, h, a))
	}
	return append(out, box(label, x, y, 0, 1.6*r, 1.6*r, wall, 0))
}

func joined(t *testing.T, seed uint64, bodies ...camera.Body) (apart, whole *scene.Segmentation) {
	t.Helper()
	c := look(t, seed, bodies...)
	p := scene.DefaultParams()
	p.JoinVessels = true
	whole, err := scene.Segment(c, p)
	if err != nil {
		t.Fatal(err)
	}
	return segment(t, c), whole
}

func TestJoinVessels(t *testing.T) {
	for seed := range uint64(3) {
		apart, whole := joined(t, seed, cup(2, -0.1, 0, 0.05, 0.10)...)
		if len(apart.Objects) < 2 || len(whole.Objects) != len(apart.Objects)-1 {
			t.Errorf("seed %d: a cup is %d objects, joined %d", seed, len(apart.Objects), len(whole.Objects))
		}
		if o := &whole.Objects[0]; math.Abs(o.Size.X-0.104) > 0.012 || math.Abs(o.Size.Y-0.104) > 0.012 || math.Abs(o.Size.Z-0.10) > 0.006 {
			t.Errorf("seed %d: the cup measures %v", seed, o.Size)
		}
		// Two cups that touch are two.
		apart, whole = joined(t, seed, append(cup(2, -0.052, 0, 0.05, 0.10), cup(3, 0.054, 0, 0.05, 0.10)...)...)
		if len(apart.Objects) < 4 || len(whole.Objects) != len(apart.Objects)-2 {
			t.Errorf("seed %d: two cups are %d objects, joined %d", seed, len(apart.Objects), len(whole.Objects))
		}
	}
	// What is no vessel stays apart: things side by side, one behind the other, of one height.
	for name, bodies := range map[string][]camera.Body{
		"boxes side by side":      {box(2, -0.05, 0, 0, 0.1, 0.1, 0.12, 0), box(3, 0.052, 0, 0, 0.1, 0.1, 0.12, 0)},
		"boxes one behind other":  {box(2, 0, -0.05, 0, 0.1, 0.05, 0.12, 0), box(3, 0, 0.03, 0, 0.1, 0.05, 0.12, 0)},
		"boxes around a corner":   {box(2, 0, 0, 0, 0.12, 0.03, 0.12, 0), box(3, 0.075, 0.05, 0, 0.03, 0.12, 0.12, 0)},
		"balls":                   {{Solid: shape.NewSphere(0.05), Label: 2, X_WB: geom.Pose{P: geom.V(-0.05, 0, 0.05)}}, {Solid: shape.NewSphere(0.05), Label: 3, X_WB: geom.Pose{P: geom.V(0.05, 0.03, 0.05)}}},
		"a ball that a cup hides": append(cup(2, 0, 0, 0.05, 0.10), camera.Body{Solid: shape.NewSphere(0.05), Label: 3, X_WB: geom.Pose{P: geom.V(0, 0.11, 0.05)}}),
	} {
		for seed := range uint64(2) {
			apart, whole := joined(t, seed, bodies...)
			want := len(apart.Objects)
			if name == "a ball that a cup hides" {
				want--
			}
			if len(whole.Objects) != want {
				t.Errorf("%s, seed %d: %d objects, joined %d", name, seed, len(apart.Objects), len(whole.Objects))
			}
		}
	}
}

// The vessels of recorded scenes are whole, and nothing else is joined.
func TestJoinVesselsOfRecordedScenes(t *testing.T) {
	p := scene.DefaultParams()
	p.JoinVessels = true
	for name, want := range map[string]int{
		"mosd/learn33.pcd":                        6, // two dishes with lids, a bowl, two cups, the handle of a dish
		"mosd/learn36.pcd":                        4, // a dish, a bowl, a bowl with a handle, and its floor, which is seen as a part of its own
		"mosd/learn39.pcd":                        6,
		"mosd/learn0.pcd":                         2,
		"mosd/learn24.pcd":                        4,
		"pcl/table_scene_mug_stereo_textured.pcd": 1,
	} {
		s, err := scene.Segment(load(t, name), p)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Objects) != want {
			t.Errorf("%s: %d objects, want %d", name, len(s.Objects), want)
		}
	}
}
