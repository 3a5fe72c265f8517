package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// The grab and the release: sequences over the modes, in the controller's own time.

const (
	openNear    = 3e-3 // m by which an open hand may miss position_open before it closes
	openTime    = 4.0  // s for which the opening of a grab is waited for, as the PR2 did
	zeroRetries = 1    // times that a zeroing which was disturbed is tried again
)

// prepare opens the hand, zeroes the fingertips and begins to close.
func (c *Controller) prepare(r *Reading) {
	if c.opening {
		if math.Abs(r.GapVel) > c.p.StallSpeed {
			c.still = 0
		} else {
			c.still++
		}
		stopped := float64(c.still)*c.dt > c.p.StallTime
		if r.Gap < c.p.PositionOpen-openNear && !stopped && float64(c.ticks)*c.dt < openTime {
			return
		}
		c.opening = false
		if c.bare == nil {
			c.skin.Zero()
			return
		}
	}
	switch state := c.skin.ZeroState(); {
	case c.bare != nil:
	case state == touch.ZeroBusy:
		return
	case state == touch.Zeroed || c.p.Compat:
	case state == touch.ZeroNoisy && c.retries > 0:
		c.retries--
		c.skin.Zero()
		return
	default:
		c.fail(ZeroRefused, r)
		return
	}
	grab := c.cmd.Verb == Grab
	c.find()
	c.chain = grab
}

// grab begins with the open hand.
func (c *Controller) grab() {
	c.open(Commanded)
	c.st.Stage, c.opening, c.retries = Prepare, true, zeroRetries
}

// zeroFirst holds the gap while the fingertips are zeroed, then finds contact.
func (c *Controller) zeroFirst() {
	c.stay(math.NaN(), Commanded)
	c.st.Stage, c.opening, c.retries = Prepare, false, zeroRetries
	c.skin.Zero()
}

// replace waits for the event by which the hand lets go, and holds meanwhile as it did.
func (c *Controller) replace(want Event) {
	c.arm(want)
	c.st.Stage, c.st.Why = Replace, Commanded
}

// release lets go.
func (c *Controller) release() {
	if !c.squeezing() || c.p.Compat || c.p.UnloadTime <= 0 {
		c.open(EventSeen)
		c.end(Succeeded, EventSeen)
		return
	}
	c.enter(ForceServo, EventSeen)
	c.st.Stage, c.chain, c.resume = Unload, false, true
}

// unload lets the force fall evenly, then opens.
func (c *Controller) unload(r *Reading, fresh bool) float64 {
	t := float64(c.ticks) * c.dt / c.p.UnloadTime
	weak := math.Min(c.st.Force[0], c.st.Force[1])
	if !(t < 1) || weak < 0.1 && c.ticks > 1 && !c.numb {
		c.open(Unloaded)
		c.end(Succeeded, Unloaded)
		c.restart(r)
		return c.position(r)
	}
	c.aim = c.st.Target * (1 - t)
	return c.squeeze(r, c.aim, fresh)
}

// squeezing reports a mode that squeezes what may be between the pads.
func (c *Controller) squeezing() bool { return c.st.Mode == ForceServo || c.st.Mode == SlipServo }

// holding reports that something is between the pads, as far as is known.
func (c *Controller) holding() bool {
	return c.squeezing() && (c.numb || (c.st.Force[0]+c.st.Force[1])/2 > 0.25*c.p.ForceLightest)
}

// loaded reports that something presses the pads, which then must not be zeroed.
func (c *Controller) loaded() bool {
	return c.holding() || math.Min(c.st.Force[0], c.st.Force[1]) > c.p.contactForce() && c.st.Gap < c.p.PositionOpen-2*openNear
}

// cancel ends a goal of a client that wants it no longer, if it still is under way. What is held stays held.
func (c *Controller) cancel(id uint64) {
	if g := &c.st.Watch; g.ID == id && g.State == Active {
		g.State, g.Reason = Preempted, Cancelled
		c.event.armed = false
		return
	}
	g := &c.st.Motor
	if g.ID != id || g.State != Active {
		return
	}
	c.end(Preempted, Cancelled)
	switch {
	case g.Verb == Release && c.st.Stage == Replace:
		c.event.armed = false
		c.st.Stage = Idle
		if c.st.Mode == SlipServo {
			c.st.Stage = Lift
		}
		c.st.Why = Cancelled
	case c.st.Stage == Unload:
		c.st.Target = c.bounded(c.aim)
		c.enter(SlipServo, Cancelled)
		c.st.Stage, c.resume = Lift, true
	case c.holding() && !c.p.Compat:
		c.chain, c.st.Why = false, Cancelled
	default:
		c.st.Stage, c.chain = Idle, false
		c.enter(Disabled, Cancelled)
	}
}
