package scene

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Clumps on a line, each 2 cm from the next: whether they are one cluster is a matter of the tolerance. PCL's result sets are compared
// in bench/segment.
func TestEuclideanClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	c := cloud.New(1000, 1)
	for i := range c.X {
		clump := i % 4
		c.Set(i, geom.V(0.05*float64(clump)+0.03*rng.Float64(), 0.03*rng.Float64(), 0.03*rng.Float64()))
	}
	all := rng.Perm(c.Len())
	list := make([]int32, 0, len(all))
	for _, i := range all {
		if i%4 != 2 || i < 500 { // the third clump has half the points
			list = append(list, int32(i))
		}
	}
	got, err := EuclideanClusters(c, list, 0.015)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 || len(got[0]) != 250 || len(got[3]) != 125 {
		t.Fatalf("%d clusters", len(got))
	}
	for k, g := range got {
		for n, i := range g {
			if i%4 != g[0]%4 || n > 0 && g[n-1] >= i {
				t.Fatalf("cluster %d: point %d", k, i)
			}
		}
	}
	if got[0][0]%4 != 0 || got[1][0]%4 != 1 || got[2][0]%4 != 3 {
		t.Error("clusters of equal size are not in the order of their first points")
	}
	if got, err := EuclideanClusters(c, list, 0.03); err != nil || len(got) != 1 || len(got[0]) != len(list) {
		t.Errorf("%d clusters, %v", len(got), err)
	}
	if got, err := EuclideanClusters(c, nil, 0.03); err != nil || len(got) != 0 {
		t.Error(got, err)
	}
	c.X[7] = float32(math.NaN())
	for _, bad := range []struct {
		list      []int32
		tolerance float64
		text      string
	}{
		{[]int32{1, 1}, 0.01, "twice"}, {[]int32{1000}, 0.01, "outside"}, {[]int32{-1}, 0.01, "outside"}, {[]int32{7}, 0.01, "not finite"},
		{[]int32{1}, 0, "tolerance"}, {[]int32{1}, math.NaN(), "tolerance"}, {[]int32{1}, math.Inf(1), "tolerance"},
	} {
		if _, err := EuclideanClusters(c, bad.list, bad.tolerance); err == nil || !strings.Contains(err.Error(), bad.text) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}

// Two dense clumps that do not quite touch are told apart in bounded time: their points are not compared pair by pair.
func TestEuclideanClumpsApart(t *testing.T) {
	const n = 100_000
	c := cloud.New(n, 1)
	rng := rand.New(rand.NewPCG(5, 6))
	list := make([]int32, n)
	for i := range c.X {
		c.Set(i, geom.V(0.0116*float64(i%2)+0.001*rng.Float64(), 0, 0))
		list[i] = int32(i)
	}
	got, err := EuclideanClusters(c, list, 0.01)
	if err != nil || len(got) != 2 || len(got[0]) != n/2 {
		t.Errorf("%d clusters, %v", len(got), err)
	}
}
