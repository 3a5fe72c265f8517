// Package multicore spreads work over the cores in a way that no result depends on their number.
package multicore

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Each runs f for 0 to n-1 on all cores and waits. An item goes to the core that is free first.
func Each(n int, f func(k int)) { EachPiece(n, 1, func(k, _, _ int) { f(k) }) }

// Pieces is the number of pieces of at most size items that n items are cut into.
func Pieces(n, size int) int { return (n + size - 1) / size }

// EachPiece runs f on every piece of n items, [from, to), and waits. Sums made piece by piece round alike on any machine.
func EachPiece(n, size int, f func(piece, from, to int)) {
	pieces := Pieces(n, size)
	workers := min(runtime.GOMAXPROCS(0), pieces)
	if workers <= 1 {
		for p := range pieces {
			f(p, p*size, min(n, (p+1)*size))
		}
		return
	}
	share(workers, pieces, n, size, f)
}

func share(workers, pieces, n, size int, f func(piece, from, to int)) {
	var next atomic.Int64
	work := func() {
		for {
			p := int(next.Add(1)) - 1
			if p >= pieces {
				return
			}
			f(p, p*size, min(n, (p+1)*size))
		}
	}
	var wg sync.WaitGroup
	for range workers - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}
