// Package multicore spreads work over the cores in a way that no result depends on their number.
package multicore

import (
	"runtime"
	"sync"
)

// Each runs f for 0 to n-1 on all cores and waits.
func Each(n int, f func(k int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for k := range n {
			f(k)
		}
		return
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for k := w; k < n; k += workers {
				f(k)
			}
		})
	}
	wg.Wait()
}

// Pieces is the number of pieces of at most size items that n items are cut into.
func Pieces(n, size int) int { return (n + size - 1) / size }

// EachPiece runs f on every piece of n items, [from, to), and waits. Sums made piece by piece round alike on any machine.
func EachPiece(n, size int, f func(piece, from, to int)) {
	Each(Pieces(n, size), func(p int) { f(p, p*size, min(n, (p+1)*size)) })
}
