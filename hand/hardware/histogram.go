package hardware

import (
	"math/bits"
	"time"
)

// Histogram counts durations with a resolution of 1 us below 128 us and of 1.6 % above. It takes no memory beyond itself.
type Histogram struct {
	n      uint64
	max    time.Duration
	counts [128 + 64*32]uint64
}

func bucket(us uint64) int {
	if us < 128 {
		return int(us)
	}
	e := bits.Len64(us) - 7 // 1 for 128 to 255
	return min(128+64*(e-1)+int(us>>e)-64, 128+64*32-1)
}

// edge is the largest duration of a bucket, us.
func edge(i int) uint64 {
	if i < 128 {
		return uint64(i)
	}
	e := (i-128)/64 + 1
	return uint64((i-128)%64+64+1)<<e - 1
}

// Add counts a duration; one below zero counts as 0.
func (h *Histogram) Add(d time.Duration) {
	h.n++
	h.max = max(h.max, d)
	h.counts[bucket(uint64(max(0, d.Microseconds())))]++
}

// N is the number of durations.
func (h *Histogram) N() uint64 { return h.n }

// Max is the largest.
func (h *Histogram) Max() time.Duration { return h.max }

// Quantile is the duration that a part q of the counted ones does not exceed.
func (h *Histogram) Quantile(q float64) time.Duration {
	want, seen := uint64(q*float64(h.n)), uint64(0)
	for i, c := range h.counts {
		if seen += c; c > 0 && seen >= max(want, 1) {
			return min(time.Duration(edge(i))*time.Microsecond, h.max)
		}
	}
	return h.max
}
