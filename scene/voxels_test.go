package scene_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// A thinner keeps what a plain map of cubes keeps, in the order of the cloud, and no point that is none.
func TestThinnerAllocs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := &cloud.Cloud{}
	for i := range 20000 {
		p := [3]float32{rng.Float32() - 0.5, rng.Float32() - 0.5, rng.Float32() / 10}
		if i%17 == 0 {
			p[rng.IntN(3)] = float32(math.NaN())
		}
		c.X, c.Y, c.Z = append(c.X, p[0]), append(c.Y, p[1]), append(c.Z, p[2])
	}
	const side = 1.0 / 64
	seen := map[[3]float64]bool{}
	var want []int32
	for i := range c.Len() {
		k := [3]float64{math.Floor(float64(c.X[i]) / side), math.Floor(float64(c.Y[i]) / side), math.Floor(float64(c.Z[i]) / side)}
		if c.Valid(i) && !seen[k] {
			seen[k] = true
			want = append(want, int32(i))
		}
	}
	var th scene.Thinner
	for range 2 { // again with the memory of the first time
		if got := th.First(c, side); !slices.Equal(got, want) {
			t.Errorf("%d points, not %d", len(got), len(want))
		}
		if got := th.First(&cloud.Cloud{}, side); len(got) != 0 {
			t.Errorf("%d points of an empty cloud", len(got))
		}
	}
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	if n := testing.AllocsPerRun(5, func() { th.First(c, side) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkThinner(b *testing.B) {
	c := &cloud.Cloud{}
	for y := range 480 { // a table from a camera: the points lie 2 mm apart
		for x := range 640 {
			c.X, c.Y, c.Z = append(c.X, float32(x)*0.002), append(c.Y, float32(y)*0.002), append(c.Z, float32(x*y%7)*0.0005)
		}
	}
	var th scene.Thinner
	for b.Loop() {
		th.First(c, 0.003)
	}
}
