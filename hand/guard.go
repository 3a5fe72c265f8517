package hand

import "math"

// What the hand does when its senses fail. The rule behind all of it: an object that is held is neither let go of nor squeezed
// harder, and a hand that holds nothing stops.

const (
	staleTime     = 0.25 // s without a pad frame after which the pads count as silent
	oneSidedSpeed = 0.4  // of the closing speed, while one pad alone touches
	oneSidedRise  = 1.0  // N from frame to frame by which that force must grow to be more than a push
	lameRatio     = 0.3  // weaker over stronger pad below which the weaker counts as lame
	numbRatio     = 0.15 // force over the last one below which it cannot have fallen with the gap as it is
)

// senses reports whether the readings can be trusted in this tick, and sets the fault when not.
func (c *Controller) senses(r *Reading) bool {
	if !c.usable(r) {
		c.st.Fault = BadReading
		return false
	}
	if c.began && r.Frame == c.frame {
		c.silent++
	} else {
		c.silent = 0
	}
	if float64(c.silent)*c.dt > staleTime && c.st.Mode != Position && c.st.Mode != Disabled {
		c.st.Fault = StalePads
		return false
	}
	if c.st.Fault == BadReading || c.st.Fault == StalePads {
		c.st.Fault = NoFault
	}
	return true
}

// blind is the effort without senses: the grip as it was, or nothing when there is none.
func (c *Controller) blind() float64 {
	c.resume = true
	switch c.st.Mode {
	case ForceServo, SlipServo:
		return c.keep()
	}
	return 0
}

// keep is the last effort as far as it closes, within the bound of a squeeze.
func (c *Controller) keep() float64 { return math.Max(-c.squeezeBound(), math.Min(0, c.last)) }

// restart puts the set-point where it gives the last effort, so that the grip goes on after a gap in the senses.
func (c *Controller) restart(r *Reading) {
	c.ref = r.Gap
	if c.resume && (c.st.Mode == ForceServo || c.st.Mode == SlipServo) {
		c.ref = r.Gap + c.keep()/kp
	}
	c.resume = false
}

// oneSided watches a closing hand of which one pad alone is pressed. A thing that is pushed along resists with its friction on the
// table and no more; a force that keeps growing means that the other pad presses as hard and does not feel it.
func (c *Controller) oneSided(fresh bool) (closing float64, dead bool) {
	closing = c.p.ClosingSpeed()
	lo, hi := math.Min(c.st.Force[0], c.st.Force[1]), math.Max(c.st.Force[0], c.st.Force[1])
	if !(hi > 0.5 && lo < 0.15) {
		c.risen, c.alone = 0, 0
		return closing, false
	}
	if fresh {
		if hi-c.alone > oneSidedRise {
			c.risen++
		} else {
			c.risen = 0
		}
		c.alone = hi
	}
	return oneSidedSpeed * closing, c.risen >= 2
}

// grip is the force to servo on: that of the weaker pad, unless the weaker one is so weak that it must be lame, since what is
// squeezed presses both pads alike.
func (c *Controller) grip(fresh bool) float64 {
	lo, hi := math.Min(c.st.Force[0], c.st.Force[1]), math.Max(c.st.Force[0], c.st.Force[1])
	if fresh {
		if hi > c.p.ContactForce && lo < lameRatio*hi {
			c.lame++
		} else {
			c.lame = 0
		}
		// Both pads silent at once, with the gap as it was: the object cannot have gone so fast.
		mean := (lo + hi) / 2
		expected := math.Max(0, c.st.Hardness*(c.frameGap-c.beforeGap))
		if c.beforeForce > 0.5 && mean < numbRatio*c.beforeForce && expected < 0.5*c.beforeForce {
			c.numb = true
		} else if mean > 0.5*c.beforeForce {
			c.numb = false
		}
		if !c.numb {
			c.beforeForce, c.beforeGap = mean, c.frameGap
		}
	}
	switch {
	case c.numb:
		c.st.Fault = NumbPads
	case c.lame > 0:
		if c.lame > 1 {
			c.st.Fault = LamePad
		}
		return hi
	case c.st.Fault == NumbPads || c.st.Fault == LamePad:
		c.st.Fault = NoFault
	}
	return lo
}
