package scene_test

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/scene"
)

func TestEvaluate(t *testing.T) {
	var truth, got []uint32
	put := func(n int, t, l uint32) {
		for range n {
			truth, got = append(truth, t), append(got, l)
		}
	}
	put(500, 1, 1)
	put(300, 20, 2) // part 20: 300 of 400 points in object 0, which has 20 points of the table
	put(100, 20, 1)
	put(20, 1, 2)
	put(200, 30, 3) // parts 30 and 31 in one object
	put(100, 31, 3)
	put(99, 40, 4) // too small to count
	s, err := scene.Evaluate(truth, got, 20)
	if err != nil {
		t.Fatal(err)
	}
	want := []scene.PartScore{
		{Label: 20, Points: 400, Object: 0, Overlap: 300.0 / 420, Missed: 100, Extra: 20},
		{Label: 30, Points: 200, Object: 1, Overlap: 200.0 / 300, Missed: 0, Extra: 100},
		{Label: 31, Points: 100, Object: 1, Overlap: 100.0 / 300, Missed: 0, Extra: 200},
	}
	for k, w := range want {
		if k >= len(s.Parts) || s.Parts[k] != w {
			t.Fatalf("parts %+v, want %+v", s.Parts, want)
		}
	}
	weighted := (400*300.0/420 + 200*200.0/300 + 100*100.0/300) / 700
	if s.Segments != 3 || math.Abs(s.Weighted-weighted) > 1e-12 || math.Abs(s.Over-100.0/700) > 1e-12 || math.Abs(s.Under-320.0/700) > 1e-12 {
		t.Errorf("%+v, want weighted %g", s, weighted)
	}
	if _, err := scene.Evaluate(truth, got[1:], 20); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if _, err := scene.Evaluate(truth, got, 50); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

// The labels of the recorded scenes are made by people: parts of objects from 20 on.
func TestRecordedScenes(t *testing.T) {
	load(t, "mosd/learn0.pcd")
	files, err := filepath.Glob(filepath.Join(recorded, "mosd", "*.pcd"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no scenes")
	}
	var mean float64
	for _, f := range files {
		c := load(t, filepath.Join("mosd", filepath.Base(f)))
		s, err := scene.Evaluate(c.Label, segment(t, c).Labels, 20)
		if err != nil {
			t.Fatal(err)
		}
		if s.Weighted < 0.93 {
			t.Errorf("%s: weighted overlap %.3f", filepath.Base(f), s.Weighted)
		}
		if s.Segments > len(s.Parts)+1 {
			t.Errorf("%s: %d segments for %d parts of objects", filepath.Base(f), s.Segments, len(s.Parts))
		}
		mean += s.Weighted / float64(len(files))
	}
	if t.Logf("mean weighted overlap of %d scenes: %.4f", len(files), mean); mean < 0.98 {
		t.Errorf("mean weighted overlap %.4f", mean)
	}
}
