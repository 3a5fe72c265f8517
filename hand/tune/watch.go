package tune

import (
	"math"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
)

// watcher looks at one recording while it is played.
type watcher struct {
	t   *Tuner
	rec *tape.Tape

	began bool
	frame uint64
	slide float64 // at the last frame, m
	onset [2]int  // tick in which each finger first pressed, -1 for not yet
	cued  [][2][]int

	stretch int // ticks in the present stretch of 50 ms
	peak    float64
	struck  uint32
	hit     bool
}

func (w *watcher) tick(k int, c *hand.Controller) {
	st, truth := c.Status(), &w.rec.Truth[k]
	w.impact(k, c, &st)
	for f, n := range truth.Force {
		if n >= pressed && w.onset[f] < 0 {
			w.onset[f] = k
		}
	}
	r := &w.rec.Ticks[k].Reading
	if w.began && r.Frame == w.frame {
		return
	}
	first := !w.began
	w.began, w.frame = true, r.Frame
	way := truth.Slide - w.slide
	w.slide = truth.Slide
	if first {
		return
	}
	p := c.Params()
	switch {
	case st.Mode == hand.FindContact || st.Mode == hand.ForceServo && w.young(k):
		w.contact(k, c, &p, truth)
	case st.Mode == hand.SlipServo:
		w.slip(c, &st, &p, way)
	}
}

// young reports the first moments after both fingers have come to the object.
func (w *watcher) young(k int) bool {
	return w.onset[0] >= 0 && w.onset[1] >= 0 && float64(k-max(w.onset[0], w.onset[1]))*w.rec.Dt < lookAfter
}

// contact judges the cues of contact, finger by finger.
func (w *watcher) contact(k int, c *hand.Controller, p *hand.Params, truth *tape.Truth) {
	for i := range cues {
		if cues[i].kind != "contact" {
			continue
		}
		n := &w.t.counts[i]
		for f := range truth.Force {
			on, off := truth.Force[f] >= pressed, truth.Force[f] == 0 && w.onset[f] < 0
			// A cue of change is over soon after the change: only the moments around the contact count.
			if on && float64(k-w.onset[f])*w.rec.Dt > 0.1 {
				on = false
			}
			finger := &c.Skin().Fingers[f]
			w.each(i, p, func(at int, v float64) {
				fires := cues[i].fires(finger, p, v)
				if fires && on && w.cued[i][f][at] < 0 {
					w.cued[i][f][at] = k
				}
				n.judge(at, fires, on, off)
			})
			n.sample(on, off)
		}
	}
}

// slip judges the cues of slip, of both fingers together, as the controller does.
func (w *watcher) slip(c *hand.Controller, st *hand.Status, p *hand.Params, way float64) {
	l, r := &c.Skin().Fingers[0], &c.Skin().Fingers[1]
	settled := math.Abs(math.Min(l.Mean, r.Mean)-st.Target) < p.ForceTolerance // while the force is on its way, the controller does not look at tremors
	for i := range cues {
		q, n := &cues[i], &w.t.counts[i]
		if q.kind != "slip" || (q.name == "slip_ratio" || q.name == "slip_quiet") && !settled {
			continue
		}
		on, off := way >= slid, way < rested
		w.each(i, p, func(at int, v float64) {
			n.judge(at, q.fires(l, p, v) || q.fires(r, p, v), on, off)
		})
		n.sample(on, off)
	}
}

// impact judges the vibration of the palm while the hand holds, in stretches of 50 ms.
func (w *watcher) impact(k int, c *hand.Controller, st *hand.Status) {
	i := len(cues) - 1
	struck := w.rec.Truth[k].Struck
	if st.Mode != hand.SlipServo {
		w.stretch, w.peak, w.hit, w.struck = 0, 0, false, struck
		return
	}
	w.peak = math.Max(w.peak, c.Palm().Peak)
	if struck != w.struck { // the stretch begins with the blow
		if !w.hit {
			w.stretch, w.peak = 0, c.Palm().Peak
		}
		w.hit, w.struck = true, struck
	}
	if w.stretch++; float64(w.stretch)*w.rec.Dt < window {
		return
	}
	n := &w.t.counts[i]
	for at, v := range cues[i].values {
		n.judge(at, w.peak > v, w.hit, !w.hit)
	}
	n.sample(w.hit, !w.hit)
	w.stretch, w.peak, w.hit = 0, 0, false
}

// each goes through the values of a cue, and the recorded one last.
func (w *watcher) each(i int, p *hand.Params, do func(at int, v float64)) {
	for at, v := range cues[i].values {
		do(at, v)
	}
	do(len(cues[i].values), cues[i].now(p))
}

// finish notes how long after the true contact of both fingers each value of the cues of contact saw it.
func (w *watcher) finish() {
	if w.onset[0] < 0 || w.onset[1] < 0 {
		return
	}
	both := max(w.onset[0], w.onset[1])
	for i := range cues {
		if cues[i].kind != "contact" {
			continue
		}
		for at := range w.t.counts[i].delays {
			if l, r := w.cued[i][0][at], w.cued[i][1][at]; l >= 0 && r >= 0 {
				w.t.counts[i].delays[at] = append(w.t.counts[i].delays[at], float64(max(l, r)-both)*w.rec.Dt)
			}
		}
	}
}
