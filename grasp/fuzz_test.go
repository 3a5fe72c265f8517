package grasp

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Any points whatever, as two objects and loose ones, are planned for without a panic, and what comes out are numbers.
func FuzzPlan(f *testing.F) {
	seed := func(pts []geom.Vec) {
		var b []byte
		for _, p := range pts {
			for _, v := range [3]float64{p.X, p.Y, p.Z} {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
			}
		}
		f.Add(b)
	}
	seed(brick{l: 0.06, w: 0.04, h: 0.05}.shell())
	seed([]geom.Vec{geom.V(0, 0, 0.1), geom.V(1e9, 0, 1), geom.V(math.NaN(), 0, 1), geom.V(900, -900, 0.3)})
	f.Fuzz(func(t *testing.T, data []byte) {
		n := min(len(data)/12, 2000)
		if n == 0 {
			return
		}
		c := cloud.New(n, 1)
		for i := range n {
			at := func(k int) float64 {
				return float64(math.Float32frombits(binary.LittleEndian.Uint32(data[12*i+4*k:])))
			}
			c.Set(i, geom.V(at(0), at(1), at(2)))
		}
		var lists [2][]int32
		for i := range n {
			if i%3 < 2 {
				lists[i%3] = append(lists[i%3], int32(i))
			}
		}
		s, err := scene.FromClusters(c, scene.Table{}, lists[:])
		if err != nil {
			return
		}
		pl, err := NewPlanner(s, DefaultHand(), DefaultParams(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k := range s.Objects {
			plan, err := pl.Plan(t.Context(), k)
			if err != nil {
				t.Fatal(err)
			}
			for i := range plan.Grasps {
				if g := &plan.Grasps[i]; !(g.Quality >= 0 && g.Quality <= 1) || !g.X_FG.IsFinite() || !(g.Width <= g.Opening) {
					t.Fatalf("grasp %d: %+v", i, g)
				}
			}
			for i := range plan.Rejected {
				if plan.Rejected[i].Detail() == "" {
					t.Fatal("rejected without a reason")
				}
			}
		}
	})
}
