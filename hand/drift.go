package hand

import "math"

// Pads drift, some by newtons in ten minutes. A hand at rest lets its zero follow what the pads show, so slowly that nothing that comes to touch
// them is taken for drift. In a hand that holds, the zero is never led by the pads alone: the gap tells, by the hardness that was felt, how much
// the force can have changed since the grip came to rest. What the pads say beyond that is drift. Without this a force servo whose pads drift up
// opens until the object falls, and one whose pads drift down squeezes it.
const (
	restTime    = 5.0  // s without anything happening, before a zero follows
	restForce   = 0.2  // N on a pad from which on something touches it
	driftRate   = 0.02 // N/s that a zero follows by at most
	openSlack   = 0.1  // of the target, that the gap may tell of less force than the pads
	closeSlack  = 0.3  // and of more: soft things relax, and have to be followed
	slackLeast  = 0.1  // N, of both
	driftSmooth = 2.0  // s over which forces and gaps are averaged
	steadyForce = 0.3  // N about the target, within which a grip is at rest
)

// drift is what is remembered to tell a drift of the zero from a force.
type drift struct {
	quiet  float64 // s for which nothing has happened
	since  float64 // s since the filters moved on
	aimed  float64 // target of this rest, N
	slips  uint64  // felt until then
	force  float64 // smoothed, N
	gap    float64 // smoothed, m
	base   float64 // true force, as far as is known, at the gap at which the grip came to rest, N
	at     float64 // that gap, m
	unsure float64 // what the pads say over the true force, N: the drift that is within the slack
	rested bool    // base and at are set
}

// settleZero lets the zero follow in a tick.
func (c *Controller) settleZero(r *Reading, filtered bool) {
	d := &c.zeroing
	d.since += c.dt
	if !filtered || c.p.Compat || c.bare != nil {
		return
	}
	dt := d.since
	d.since = 0
	switch {
	case (c.st.Mode == Position || c.st.Mode == Disabled) && c.st.Motor.State != Active && math.Abs(r.GapVel) < c.p.SpeedTolerance:
		d.rested, d.unsure = false, 0
		if d.quiet += dt; d.quiet < restTime {
			return
		}
		for i := range c.skin.Fingers {
			if f := &c.skin.Fingers[i]; math.Abs(f.Mean) < restForce && math.Abs(f.Fast) < c.p.HPForceTrigger {
				c.skin.Follow(i, driftRate*dt)
			}
		}
	case c.squeezing() && c.st.Stage != Unload && !c.numb && !c.st.Empty && c.st.Hardness > 0:
		c.settleGrip(r, dt)
	default:
		*d = drift{}
	}
}

// settleGrip is settleZero of a hand that holds.
func (c *Controller) settleGrip(r *Reading, dt float64) {
	d := &c.zeroing
	force := c.felt(c.skin.Fingers[0].Mean, c.skin.Fingers[1].Mean)
	if c.st.Target != d.aimed || c.st.Slips != d.slips || math.Abs(force-c.aim) > steadyForce+openSlack*c.aim {
		d.aimed, d.slips, d.quiet, d.rested = c.st.Target, c.st.Slips, 0, false
	}
	if d.quiet == 0 {
		d.force, d.gap = force, r.Gap
	}
	part := math.Min(1, dt/driftSmooth)
	d.force += part * (force - d.force)
	d.gap += part * (r.Gap - d.gap)
	if d.quiet += dt; d.quiet < restTime {
		return
	}
	if !d.rested { // what was unsure stays so
		d.rested, d.base, d.at = true, d.force-d.unsure, d.gap
	}
	d.unsure = d.force - d.base - c.st.Hardness*(d.at-d.gap)
	over := math.Max(0, d.unsure-math.Max(slackLeast, openSlack*c.st.Target)) + math.Min(0, d.unsure+math.Max(slackLeast, closeSlack*c.st.Target))
	if over = clamp(over, -driftRate*dt, driftRate*dt); over != 0 {
		for i := range c.skin.Fingers {
			c.skin.Lean(i, over)
		}
		d.force -= over
		d.unsure -= over
	}
}
