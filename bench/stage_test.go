package bench

import (
	"context"
	"testing"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
)

// BenchmarkStages times each stage of a pick on a 307,200-point cloud of a laid table with eight objects.
func BenchmarkStages(b *testing.B) {
	table, err := rehearse.NewTable(1, 8)
	if err != nil {
		b.Fatal(err)
	}
	file, err := cloud.AppendPCD(nil, table.Cloud, cloud.BinaryCompressed)
	if err != nil {
		b.Fatal(err)
	}
	seg, err := scene.Segment(table.Cloud, scene.DefaultParams())
	if err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := cloud.Read(file, "table.pcd"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("segment", func(b *testing.B) {
		s, err := scene.NewSegmenter(scene.DefaultParams())
		if err != nil {
			b.Fatal(err)
		}
		var out scene.Segmentation
		b.ReportAllocs()
		for b.Loop() {
			if err := s.Segment(table.Cloud, &out); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("plan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			planner, err := grasp.NewPlanner(seg, grasp.DefaultHand(), grasp.DefaultParams(), grasp.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for k := range seg.Objects {
				if _, err := planner.Plan(context.Background(), k); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("plan and rehearse", func(b *testing.B) {
		cfg := rehearse.SceneConfig{Grasp: grasp.DefaultParams(), Hand: grasp.DefaultHand(), Rehearsal: rehearse.DefaultConfig(), Tries: 1, Truth: table.Truth(seg)}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := rehearse.Scene(context.Background(), seg, cfg); err != nil {
				b.Fatal(err)
			}
		}
	})
}
