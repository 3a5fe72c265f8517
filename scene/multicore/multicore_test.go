package multicore

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEveryItemOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, cores := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(cores)
		for _, n := range []int{0, 1, 5, 100} {
			seen := make([]atomic.Int32, n)
			Each(n, func(k int) { seen[k].Add(1) })
			for k := range seen {
				if seen[k].Load() != 1 {
					t.Errorf("%d cores: item %d of %d was done %d times", cores, k, n, seen[k].Load())
				}
			}
		}
	}
}

func TestPiecesCoverTheItems(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 11, 95} {
		bounds := make([][2]int, Pieces(n, 10))
		EachPiece(n, 10, func(p, from, to int) { bounds[p] = [2]int{from, to} })
		at := 0
		for _, b := range bounds {
			if b[0] != at || b[1] <= b[0] || b[1]-b[0] > 10 {
				t.Errorf("%d items: pieces %v", n, bounds)
			}
			at = b[1]
		}
		if at != n || !slices.IsSortedFunc(bounds, func(a, b [2]int) int { return a[0] - b[0] }) {
			t.Errorf("%d items: pieces %v", n, bounds)
		}
	}
}
