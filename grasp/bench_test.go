package grasp

import (
	"context"
	"testing"

	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

func benchScene(b testing.TB) *scene.Segmentation {
	return segment(b, scenetest.Block{X: -0.2, Y: 0.1, L: 0.12, W: 0.06, H: 0.10, Yaw: 0.3}, scenetest.Block{X: 0.1, Y: 0, L: 0.05, W: 0.05, H: 0.18})
}

func BenchmarkPlan(b *testing.B) {
	s := benchScene(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		plans, err := pl.PlanAll(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		for _, p := range plans {
			n += p.Candidates()
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "candidates/s")
}

// The judge alone, on one core.
func BenchmarkJudge(b *testing.B) {
	pl, err := NewPlanner(benchScene(b), DefaultHand(), DefaultParams(), Options{})
	if err != nil {
		b.Fatal(err)
	}
	w := pl.take()
	w.propose(0)
	b.ReportAllocs()
	k := 0
	for b.Loop() {
		g := Grasp{X_TG: w.list[k%len(w.list)].x_TG, Kind: w.list[k%len(w.list)].kind}
		w.judge(&g)
		k++
	}
	b.ReportMetric(float64(k)/b.Elapsed().Seconds(), "candidates/s")
}
