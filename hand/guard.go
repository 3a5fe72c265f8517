package hand

import "math"

// What the hand does when its senses fail. The rule behind all of it: an object that is held is neither let go of nor squeezed
// harder, and a hand that holds nothing stops.

const (
	staleTime     = 0.25 // s without a pad frame after which the pads count as silent
	staleClosing  = 0.1  // s, the same while the hand closes, which would press on blindly
	unevenRatio   = 0.6  // of the stronger pad's force that the weaker is taken for at least: what is squeezed presses both pads alike
	oneSidedSpeed = 0.4  // of the closing speed, while one pad alone touches
	bareSpeed     = 0.5  // of the closing speed, of a hand without pads
	oneSidedRise  = 1.0  // N from frame to frame by which that force must grow to be more than a push
	lameRatio     = 0.3  // weaker over stronger pad below which the weaker counts as lame
	numbRatio     = 0.15 // force over the last one below which it cannot have fallen with the gap as it is
	fastestGap    = 1.0  // m/s, more than any hand can move
	jumpMargin    = 2e-4 // m
	jumpTicks     = 3    // for which a gap must stay where it jumped to, to be believed
	lateReset     = 5e-3 // s by which a tick may come late before the set-point is found anew
	blindTime     = 0.5  // s without senses after which a hand that holds nothing gives up
	blindHold     = 5.0  // and one that holds calls its goal off, and goes on holding
)

// guard is what is remembered of the senses.
type guard struct {
	resume      bool    // the set-point must be found anew
	risen       int     // frames in which a pad pressed alone felt more
	alone       float64 // its last force, N
	lame        int     // frames in which one pad felt next to nothing
	numb        bool    // both pads fell silent
	beforeForce float64 // mean force and gap at the last good frame, N and m
	beforeGap   float64
	frameGap    float64 // gap at the last frame, m
	lastGap     float64 // gap at the last tick that was believed, m
	haveGap     bool
	jumped      int  // ticks for which the gap has been elsewhere
	unseeing    int  // ticks without senses
	late        bool // the last tick came so late that the set-point must be found anew
}

// clear forgets what belongs to a mode.
func (g *guard) clear() {
	g.risen, g.alone, g.lame, g.numb, g.beforeForce = 0, 0, 0, false, 0
}

// sense takes in a reading. It reports whether there was a pad frame, whether the filters moved on with it, and whether the readings
// can be trusted in this tick; the fault says why not.
func (c *Controller) sense(r *Reading) (fresh, filtered, ok bool) {
	c.palm.Push(r.Accel)
	if !c.usable(r) {
		c.skin.Idle()
		c.st.Fault = BadReading
		return false, false, false
	}
	fresh, filtered = c.feel(r)
	c.vel.Push(r.GapVel)
	c.detect()
	left, right := c.skin.Whole(0), c.skin.Whole(1)
	fault := NoReason
	switch holding := c.squeezing(); {
	case r.Halted:
		fault = MotorHalted
	case c.jump(r):
		fault = EncoderJump
	case c.st.Mode == Position || c.st.Mode == Disabled:
	case c.skin.Age() > staleTime, c.st.Mode == FindContact && c.skin.Age() > math.Max(staleClosing, 2.5*math.Min(c.skin.Period(), 0.1)):
		fault = StalePads
	case !left && !right || !holding && !(left && right): // one whole pad is enough to go on holding
		fault = DeadPads
	}
	if f := c.st.Fault; fault != NoReason || f == BadReading || f == StalePads || f == DeadPads || f == EncoderJump || f == MotorHalted {
		c.st.Fault = fault
	}
	return fresh, filtered, fault == NoReason
}

// feel takes in the pads' frame.
func (c *Controller) feel(r *Reading) (fresh, filtered bool) {
	t := c.thresholds()
	quiet := c.st.Mode == Position || c.st.Mode == FindContact && !c.st.Touched
	explained := 0.0
	if c.squeezing() && !c.p.Compat && c.skin.Next(r.Frame) {
		explained = c.st.Hardness * (c.frameGap - r.Gap)
	}
	fresh, filtered = c.skin.Push(&r.Cells, r.Frame, explained, quiet, t)
	if !fresh {
		return false, false
	}
	c.frameGap = r.Gap
	for i := range c.skin.Fingers {
		f := &c.skin.Fingers[i]
		c.st.Force[i] = f.Force
		c.st.Contact[i] = f.Touches(t.Trigger, t.ContactForce)
		c.touched[i] = c.touched[i] || c.st.Contact[i]
	}
	return fresh, filtered
}

func (c *Controller) usable(r *Reading) bool {
	sum := r.Gap + r.GapVel + r.Shear[0] + r.Shear[1]
	return c.skin.Fits(&r.Cells) && !math.IsNaN(sum-sum) // false for NaN and for infinities of any sign
}

// jump reports a gap that cannot be: it moved faster than a hand can. A gap that stays where it jumped to is believed, and everything
// that is measured from the gap moves along.
func (c *Controller) jump(r *Reading) bool {
	d := r.Gap - c.lastGap
	if !c.haveGap || math.Abs(d) <= fastestGap*c.dt+jumpMargin {
		c.haveGap, c.lastGap, c.jumped = true, r.Gap, 0
		return false
	}
	if c.jumped++; c.jumped < jumpTicks {
		return true
	}
	c.jumped, c.lastGap = 0, r.Gap
	c.marker += d
	c.frameGap += d
	c.beforeGap += d
	c.lowTouch += d
	c.firstGap += d
	c.st.ContactGap += d
	c.resume = true
	return false
}

// blind is the effort without senses: the grip as it was, or nothing when there is none. A motor that is halted does not begin to move
// again by itself; one that held goes on holding.
func (c *Controller) blind() float64 {
	c.resume = true
	c.unseeing++
	t := float64(c.unseeing) * c.dt
	if c.squeezing() {
		if t > blindHold || c.st.Fault == MotorHalted {
			c.end(Aborted, c.st.Fault)
		}
		return c.keep()
	}
	if f := c.st.Fault; t > blindTime && c.st.Mode != Disabled || f == MotorHalted {
		c.end(Aborted, f)
		c.chain, c.st.Stage = false, Idle
		c.enter(Disabled, f)
		c.st.Fault, c.resume = f, true
	}
	return 0
}

// keep is the last effort as far as it closes, within the bound of a squeeze.
func (c *Controller) keep() float64 { return clamp(c.last, -c.squeezeBound(), 0) }

// restart puts the set-point where it gives the last effort, so that the grip goes on after a gap in the senses.
func (c *Controller) restart(r *Reading) {
	c.ref = r.Gap
	if c.resume && (c.st.Mode == ForceServo || c.st.Mode == SlipServo) {
		c.ref = r.Gap + c.keep()/c.p.PositionGain
	}
	c.resume = false
}

// oneSided watches a closing hand of which one pad alone is pressed. A thing that is pushed along resists with its friction on the
// table and no more; a force that keeps growing means that the other pad presses as hard and does not feel it.
func (c *Controller) oneSided(fresh bool) (closing float64, dead bool) {
	closing = c.p.ClosingSpeed()
	if c.bare != nil { // the moving hand is heavy, and its motor feels the contact late
		return bareSpeed * closing, false
	}
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
		if hi > c.p.contactForce() && lo < lameRatio*hi {
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
		c.st.Fault = NoReason
	}
	return math.Max(c.felt(lo, hi), unevenRatio*hi)
}

// felt is the force that counts of two pads. A client that asks for a force asks for it on both, as the PR2 had it; what is grasped will hang in
// the hand, and then both are pressed with the mean.
func (c *Controller) felt(a, b float64) float64 {
	if c.st.Motor.Verb == Servo || c.p.Compat {
		return math.Min(a, b)
	}
	return (a + b) / 2
}
