package scene_test

import (
	"runtime"
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

// A segmenter that has seen a cloud allocates nothing on the next of the kind: not for pictures, nor for other clouds, nor in a
// zone. (On several cores, starting the goroutines takes a few small objects; AllocsPerRun measures on one.)
func TestSegmentAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	picture := view(t, geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05), 1, append(threeThings(), table(1.2, 0.8))...)
	flat := scenetest.Table([]scenetest.Block{{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.1}, {X: 0.15, L: 0.07, W: 0.05, H: 0.18}}, 1)
	seg, err := scene.NewSegmenter(scene.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	p := scene.DefaultParams()
	p.JoinVessels = true
	whole, err := scene.NewSegmenter(p)
	if err != nil {
		t.Fatal(err)
	}
	cups := look(t, 1, cup(2, -0.1, 0, 0.05, 0.10)...)
	zone := scene.NewZone(geom.Pose{})
	var out scene.Segmentation
	for name, run := range map[string]func() error{
		"picture":     func() error { return seg.Segment(picture, &out) },
		"vessels":     func() error { return whole.Segment(cups, &out) },
		"unorganised": func() error { return seg.Segment(flat, &out) },
		"zone":        func() error { return seg.SegmentZone(flat, zone, &out) },
	} {
		if n := testing.AllocsPerRun(5, func() {
			if err := run(); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
}

// Peak working memory of a picture of 307,200 points stays small beside the cloud itself (16 bytes a point).
func TestSegmentMemoryAllocBound(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	c := view(t, geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05), 1, append(threeThings(), table(1.2, 0.8))...)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := segment(t, c)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 40<<20 {
		t.Errorf("%d bytes for %d points and %d objects; at most 40 MiB", got, c.Len(), len(s.Objects))
	} else {
		t.Logf("%.1f MiB for %d points", float64(got)/(1<<20), c.Len())
	}
}

func TestSegmentIsTheSameOnAnyNumberOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	c := view(t, geom.V(0.1, -0.75, 0.6), geom.V(0, 0, 0.05), 1, append(threeThings(), table(1.2, 0.8))...)
	var want *scene.Segmentation
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		s := segment(t, c)
		if want == nil {
			want = s
			continue
		}
		if s.Table.X_FT != want.Table.X_FT || s.Table.Noise != want.Table.Noise || !slices.Equal(s.Table.Hull, want.Table.Hull) {
			t.Errorf("%d cores: the table differs", cores)
		}
		if !slices.Equal(s.Labels, want.Labels) {
			t.Errorf("%d cores: labels differ", cores)
		}
		for k := range want.Objects {
			if k >= len(s.Objects) || s.Objects[k].X_FO != want.Objects[k].X_FO || s.Objects[k].Size != want.Objects[k].Size {
				t.Errorf("%d cores: object %d differs", cores, k)
			}
		}
	}
}
