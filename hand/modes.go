package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/hand/touch"
)

const (
	bounceForce = 0.1  // N under which a pad that has touched touches no longer
	settleTime  = 0.05 // s of contact before it counts as found
	reachTime   = 0.25 // s of the right force before it counts as reached
	blockedTime = 0.5  // s of full effort without a move or a word from the pads
	calmFrames  = 4
	relaxAfter  = 3.0  // s without slip after which a grip that slip has raised relaxes
	relaxSpare  = 1.15 // over the force that slipped, with the margin, that it keeps
)

// asked reports whether the pads that the command names touch.
func (c *Controller) asked() bool {
	l, r := c.st.Contact[0], c.st.Contact[1]
	switch c.cmd.Pads {
	case Left:
		return l
	case Right:
		return r
	case Either:
		return l || r
	}
	return l && r
}

// bounced takes back a contact of which a pad that was asked for feels nothing any more: the settling must be one of contact throughout.
func (c *Controller) bounced() bool {
	l, r := c.st.Force[0] > bounceForce, c.st.Force[1] > bounceForce // a fast fall counts as contact, too, but not here
	on := l && r
	switch c.cmd.Pads {
	case Left:
		on = l
	case Right:
		on = r
	case Either:
		on = l || r
	}
	if on || c.bare != nil {
		return false
	}
	c.st.Touched, c.st.ContactForce, c.settle, c.anchored = false, 0, 0, false
	return true
}

func (c *Controller) findContact(r *Reading, fresh bool) float64 {
	bound := c.squeezeBound()
	if c.p.Compat {
		if c.asked() {
			c.st.Touched = true
			return c.settled(r, bound)
		}
	} else {
		if !c.st.Touched && fresh && c.asked() {
			c.st.Touched = true
			c.st.ContactGap = r.Gap
			c.marker, c.anchored = r.Gap, true
			c.ref = r.Gap
			c.first, c.firstGap = c.st.Force, r.Gap
		}
		if c.st.Touched && !(fresh && c.bounced()) {
			return c.settled(r, bound)
		}
	}
	if fresh && !c.st.Contact[0] && !c.st.Contact[1] {
		c.lowTouch = r.Gap
	}
	v := c.p.CloseSpeed
	if !c.p.Compat {
		if r.Gap <= c.p.EmptyGap {
			c.fail(NoContact, r)
			return c.position(r)
		}
		dead := false
		if v, dead = c.oneSided(fresh); dead {
			c.fail(OneSided, r)
			return c.position(r)
		}
	}
	c.st.Closing = v
	c.lead(r, -v, bound)
	e := c.servo(r, c.ref, -v, -bound, c.p.maxEffort())
	if e <= -bound && math.Abs(r.GapVel) < c.p.SpeedTolerance {
		c.blocked++
	} else {
		c.blocked = 0
	}
	if float64(c.blocked)*c.dt > blockedTime {
		c.fail(Stalled, r)
		return c.position(r)
	}
	return e
}

// settled holds the gap of the first contact for a moment and takes the measure of the object.
func (c *Controller) settled(r *Reading, bound float64) float64 {
	c.settle++
	mean := (c.st.Force[0] + c.st.Force[1]) / 2
	c.st.ContactForce = math.Max(c.st.ContactForce, mean)
	if c.p.Compat {
		c.ref, c.st.ContactGap, c.marker = r.Gap, r.Gap, r.Gap
	}
	if float64(c.settle)*c.dt < settleTime+0.5*c.dt {
		return c.servo(r, c.ref, 0, -bound, c.p.maxEffort())
	}
	if c.bare != nil {
		c.pressed = 0
	}
	// Hardness from two frames in contact where the hand moved enough between them, else from the last gap without contact.
	first := (c.first[0] + c.first[1]) / 2
	if dx, df := c.firstGap-r.Gap, mean-first; dx > 5e-5 && df > 0.1 {
		c.st.Hardness = df / dx
	} else if dx := c.lowTouch - r.Gap; dx > 5e-5 {
		c.st.Hardness = math.Max(mean, 0) / dx
	}
	if !c.p.Compat && r.Gap <= c.p.EmptyGap {
		c.fail(NoContact, r)
		return c.position(r)
	}
	c.st.Found = true
	if !c.chain {
		gap := c.st.ContactGap
		c.st.Target = c.bounded(c.st.ContactForce) // a slip servo goes on with it
		c.enter(Position, ContactMade)
		c.goal, c.speed, c.ref = gap, c.p.OpenSpeed, r.Gap
		return c.position(r)
	}
	force, speed := c.st.ContactForce, c.st.Closing
	if c.p.Compat {
		force, speed = mean, c.p.CloseSpeed
	}
	c.st.Target = c.gripForce(force, speed)
	c.enter(ForceServo, HardnessFelt)
	if c.st.Stage == Close {
		c.st.Stage = Load
	}
	c.ref = r.Gap
	return c.forceServo(r, false)
}

// gripForce is what the felt hardness asks for: the force of a contact at a speed of closing, over that speed, times a gain. A client that
// names a gain gets just that; otherwise soft things get more and hard ones less, within grip_least and grip_most.
func (c *Controller) gripForce(contact, speed float64) float64 {
	switch {
	case c.bare != nil:
		return c.bounded(c.p.BareGrip)
	case c.cmd.Gain > 0:
		return c.bounded(c.cmd.Gain * contact / speed)
	case c.p.Compat:
		return c.bounded(c.p.HardnessGain * contact / speed)
	}
	return c.bounded(math.Min(math.Hypot(c.p.HardnessGain*contact/speed, c.p.GripLeast), c.p.GripMost))
}

func (c *Controller) forceServo(r *Reading, fresh bool) float64 {
	if c.st.Stage == Unload {
		return c.unload(r, fresh)
	}
	c.aim = c.st.Target
	e := c.squeeze(r, c.st.Target, fresh)
	weak := c.felt(c.st.Force[0], c.st.Force[1])
	if c.bare != nil {
		weak = c.pressed
	}
	speed := r.GapVel
	if c.p.Compat {
		speed = c.vel.Out()
	}
	if math.Abs(weak-c.st.Target) < c.p.ForceTolerance && math.Abs(speed) < c.p.SpeedTolerance {
		c.still++
	} else if !c.p.Compat {
		c.still = 0
	}
	if float64(c.still)*c.dt > reachTime+1.5*c.dt { // the 252nd tick of a millisecond
		c.st.Reached = true
	}
	c.st.Limited = c.st.Target >= c.p.forceLimit()
	if c.chain {
		if c.st.Reached || float64(c.ticks)*c.dt > c.p.LoadTimeout {
			reached, ref, why := c.st.Reached, c.ref, ForceReached
			if !reached {
				why = LoadTimeUp
			}
			stage := c.st.Stage
			c.enter(SlipServo, why)
			c.hold()
			if stage == Load { // a release may wait already
				c.st.Stage = Lift
			}
			c.st.Reached, c.ref = reached, ref
		}
		return e
	}
	if !c.p.Compat && r.Gap <= c.p.EmptyGap {
		c.fail(NoContact, r)
		return c.position(r)
	}
	return e
}

func (c *Controller) slipServo(r *Reading, fresh, filtered bool) float64 {
	if c.p.Compat {
		return c.originalSlipServo(r, fresh, filtered)
	}
	if filtered {
		left, right := &c.skin.Fingers[0], &c.skin.Fingers[1]
		c.st.Slip = left.Wanders(c.p.PatternFloor, c.p.PatternRatio) || right.Wanders(c.p.PatternFloor, c.p.PatternRatio)
		if math.Abs(c.felt(left.Mean, right.Mean)-c.aim) < c.p.ForceTolerance { // while the force is on its way, the hand itself makes it tremble
			c.st.Slip = c.st.Slip || c.trembles()
		}
		c.st.Slip = c.st.Slip && c.bare == nil
		weak := math.Min(left.Mean, right.Mean)
		if c.st.Slip {
			c.st.Slips++
			c.tighten(weak)
			c.calm = 0
		} else if c.calm++; c.calm == calmFrames && c.raised {
			// The grip now just holds: people, too, add a margin after they have felt a slip.
			c.raised = false
			c.st.Target = c.bounded(c.st.Target * (1 + c.p.SlipMargin))
		}
		c.relax()
		if c.skin.Layout().Shear {
			for i, s := range r.Shear {
				// A pad that feels shear can tell before it slips how much of the friction is used.
				if need := s / c.p.ShearRatio; need > c.st.Target && c.st.Force[i] < need {
					c.st.Target = c.bounded(need)
					c.base = c.st.Target
				}
			}
		}
		mean := (c.st.Force[0] + c.st.Force[1]) / 2
		lost := mean < 0.25*c.p.ForceLightest && !c.numb
		if c.bare != nil { // it knows only that nothing stops it
			lost = r.GapVel < -c.p.ClosingSpeed()/4
		}
		if lost || r.Gap <= c.p.EmptyGap {
			c.gone++
		} else {
			c.gone = 0
		}
		c.st.Empty = c.gone >= 2
	}
	c.st.Limited = c.st.Target >= c.p.forceLimit()
	c.aim = math.Min(c.p.forceLimit(), c.st.Target*c.inertia(r))
	return c.squeeze(r, c.aim, fresh)
}

// doubt is how many times the force under which slip was felt first a grip must have become for a lone frame of slip to be doubted, and
// doubtFrames within how many frames a second one must follow.
const (
	doubt       = 2.0
	doubtFrames = 3
	shaken      = 1.1 // palm acceleration over gravity from which on the arm itself makes the pads tremble
)

// tighten raises the grip for a frame of slip. What slides goes on sliding until the force has risen, which takes more than a frame, and
// needs no more than its weight over its friction. A tremor that is gone with the next frame when the grip is already twice as strong as
// when it was felt first comes from something else, fuzz or the arm: it counts, and does not tighten. One that stays does, without a margin.
// While the arm shakes the palm a lone frame brings no margin either.
func (c *Controller) tighten(weak float64) {
	if c.doubted == 0 {
		c.doubted = doubt * weak
	}
	lone, doubted := c.calm >= doubtFrames, c.st.Target >= c.doubted
	if lone && doubted {
		return
	}
	c.raised = !doubted && (c.raised || !lone || c.load < shaken)
	c.slid = math.Max(c.slid, weak)
	c.st.Target = c.bounded(c.st.Target * c.p.SlipGain)
}

// relax lets a grip that slip has raised too far come down, slowly: not under what it was loaded with, nor under what slipped.
func (c *Controller) relax() {
	if float64(c.calm)*touch.FramePeriod < relaxAfter {
		return
	}
	floor := math.Max(c.base, c.slid*(1+c.p.SlipMargin)*relaxSpare)
	if c.st.Target > floor {
		c.st.Target = math.Max(floor, c.st.Target*(1-c.p.RelaxRate*touch.FramePeriod))
	}
}

// trembles is the slip servo's cue in the sum of a pad's force.
func (c *Controller) trembles() bool {
	return c.skin.Fingers[0].Trembles(c.p.SlipRatio, c.p.SlipQuiet) || c.skin.Fingers[1].Trembles(c.p.SlipRatio, c.p.SlipQuiet)
}

// inertia is the factor on the grip: a palm that accelerates loads it like more weight; grip with it, as people do, and let go of
// it slowly.
func (c *Controller) inertia(r *Reading) float64 {
	a := 1.0
	if n := len(r.Accel); n > 0 {
		g := r.Accel[n-1]
		a = math.Sqrt(g.X*g.X+g.Y*g.Y+g.Z*g.Z) / gravity
	}
	if !(a < 3) {
		a = 1
	}
	c.load = math.Max(a, 1+(c.load-1)*(1-2*c.dt))
	return 1 + c.p.InertiaGain*math.Max(0, c.load-1.02)
}

// originalEffort is what the PR2 squeezed with when it found the hand empty, N.
const originalEffort = 100.0

// originalSlipServo is the slip servo of the PR2's controller. Its growth of 1.002 a millisecond is that of slip_gain a frame.
func (c *Controller) originalSlipServo(r *Reading, fresh, filtered bool) float64 {
	c.st.Slip = c.trembles()
	if c.st.Slip && filtered {
		c.st.Slips++
		c.st.Target *= c.p.SlipGain
	}
	if c.st.Limited = c.st.Target >= c.p.forceLimit(); c.st.Limited {
		c.st.Target = c.p.forceLimit()
	}
	c.st.Target = math.Max(c.st.Target, c.p.ForceLightest)
	e := c.squeeze(r, c.st.Target, fresh)
	mean := (c.st.Force[0] + c.st.Force[1]) / 2
	if c.st.Empty = mean < c.p.contactForce() || r.Gap <= c.p.EmptyGap; c.st.Empty {
		c.marker = r.Gap
		return -math.Min(originalEffort, c.p.maxEffort())
	}
	return e
}
