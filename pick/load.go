package pick

import (
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/hand"
)

// weight finds out at which height of a slow lift an object began to hang: from there on the load does not grow any more.
type weight struct {
	last float64 // s
	load float64 // N, filtered
	mark float64 // N, load that was last seen to grow
	at   float64 // m, the height at that time
}

// see takes in the height and the load of a tick, N.
func (w *weight) see(t, risen, load float64) {
	const growth = 1.1
	w.load += (load - w.load) * math.Min(1, (t-w.last)/hangTime)
	w.last = t
	if w.load > hangLoad && w.load > growth*w.mark {
		w.mark, w.at = w.load, risen
	}
}

// hanging tells by the load on the hand what silent pads cannot: whether something is still there.
type hanging struct {
	most  float64 // N, largest load so far, filtered
	load  float64 // N, filtered
	since float64 // s, from which the pads have been silent
	last  float64 // s
	state hangState
}

type hangState uint8

const (
	felt     hangState = iota // the pads feel it, or the load does
	unloaded                  // neither does
	unknown                   // the pads are silent, and there never was a load to speak of
)

const (
	hangTime  = 0.02 // s of the filter
	hangLoad  = 0.2  // N that tell something
	hangPart  = 0.4  // of the largest load that means that it still hangs
	hangDelay = 0.15 // s of silence after which to ask
)

// see takes in the load of a tick, N.
func (h *hanging) see(t, load float64, st *hand.Status) hangState {
	dt := t - h.last
	h.last = t
	h.load += (load - h.load) * math.Min(1, dt/hangTime)
	silent := st.Fault == hand.NumbPads
	if !silent {
		h.most = math.Max(h.most, h.load)
		h.since = t
	}
	h.state = felt
	if silent && t-h.since > hangDelay {
		switch {
		case h.most < hangLoad:
			h.state = unknown
		case h.load < hangPart*h.most:
			h.state = unloaded
		}
	}
	return h.state
}

// silence is how long a hand may say nothing new, s, before it counts as gone.
const silence = 0.5

// lifeSign watches the time in the hand's status. A hand whose status carries no time is not watched.
type lifeSign struct {
	last, seen float64
}

// fresh reports that the last news of the hand is recent enough to build on.
func (l *lifeSign) fresh(t float64) bool { return t-l.seen < silence/4 }

func (l *lifeSign) check(t float64, st *hand.Status) string {
	if st.Time <= 0 || st.Time != l.last {
		l.last, l.seen = st.Time, t
		return ""
	}
	if t-l.seen > silence {
		return fmt.Sprintf("the hand has said nothing for %.1f s: its process has ended or hangs; start it again, it holds what it held", t-l.seen)
	}
	return ""
}
