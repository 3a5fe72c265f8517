package picture

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

func TestDrawShowsObjectsInTheirColours(t *testing.T) {
	c := scenetest.Table([]scenetest.Block{{L: 0.1, W: 0.1, H: 0.1}, {X: 0.3, L: 0.08, W: 0.06, H: 0.1}}, 1)
	seg, err := scene.Segment(c, scene.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	b, err := PNG(seg, []Gripper{{X_FG: geom.Pose{P: geom.V(0, 0, 0.2)}, Opening: 0.08, Length: 0.06}})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	count := map[[3]uint32]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			r, g, b, _ := img.At(x, y).RGBA()
			count[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	for k := range seg.Objects {
		h := hue(k)
		if n := count[[3]uint32{uint32(h.R), uint32(h.G), uint32(h.B)}]; n < 100 {
			t.Errorf("box of object %d covers %d pixels", k, n)
		}
		if n := count[[3]uint32{(150 + uint32(h.R)) / 2, (150 + uint32(h.G)) / 2, (150 + uint32(h.B)) / 2}]; n < 1000 {
			t.Errorf("object %d covers %d pixels", k, n)
		}
	}
	if n := count[[3]uint32{150, 150, 150}]; n < 10000 {
		t.Errorf("the table covers %d pixels", n)
	}
}

// Nothing in a scene may put the picture out: empty ones, NaN everywhere, objects behind the camera.
func TestDrawSurvives(t *testing.T) {
	for _, c := range []*cloud.Cloud{cloud.New(0, 0), cloud.New(4, 4)} {
		Draw(&scene.Segmentation{Cloud: c, Labels: make([]uint32, c.Len())}, []Gripper{{X_FG: geom.Pose{P: geom.V(math.NaN(), 0, 0)}}})
	}
}
