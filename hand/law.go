package hand

import "math"

const (
	frictionRamp = 5e-4 // m/s at which it is in full; the PR2 took the sign of the speed
	closeGain    = 0.0016
	openGain     = 0.0008 // m/s for each newton that is missing or too much
	maxForceRate = 0.5    // m/s, the PR2's bound on the speed of the force law
	leadBound    = 0.03   // m, and on the lead of its set-point
	loopRate     = 12     // 1/s, bandwidth of the force loop once the hardness is known
	gravity      = 9.81
)

func clamp(x, lo, hi float64) float64 { return math.Max(lo, math.Min(hi, x)) }

// squeezeBound is the largest closing effort while an object may be between the pads.
func (c *Controller) squeezeBound() float64 {
	if c.p.Compat {
		return c.p.maxEffort()
	}
	return math.Min(c.p.maxEffort(), c.p.forceLimit()+c.p.Friction)
}

// servo is the position law: gap and speed wanted to effort, with a friction term in the direction of the wanted motion.
func (c *Controller) servo(r *Reading, gap, speed, lo, hi float64) float64 {
	if c.p.DeformationStop >= 0 && c.st.Mode != Position { // the deformation guard forbids closing only
		limit := c.marker - c.p.DeformationStop
		if gap < limit && gap < r.Gap {
			gap = math.Max(gap, limit)
		}
		c.st.Deformed = r.Gap < limit
	}
	friction := clamp(speed/frictionRamp, -1, 1)
	if c.p.Compat && speed != 0 {
		friction = math.Copysign(1, speed)
	}
	e := -c.p.PositionGain*(r.Gap-gap) - c.p.SpeedGain*(r.GapVel-speed) + c.p.Friction*friction
	return clamp(e, lo, hi)
}

// lead moves the set-point by a speed, but not further from the gap than an effort can explain, so that nothing winds up.
func (c *Controller) lead(r *Reading, speed, effort float64) {
	c.ref += speed * c.dt
	if !c.p.Compat {
		m := effort / c.p.PositionGain
		c.ref = clamp(c.ref, r.Gap-m, r.Gap+m)
	}
}

func (c *Controller) position(r *Reading) float64 {
	m := c.maxEffort
	if c.p.Compat {
		c.ref = c.goal
		return c.servo(r, c.goal, 0, -m, m)
	}
	v := clamp((c.goal-c.ref)/c.dt, -c.speed, c.speed)
	c.lead(r, v, m)
	if c.ref == c.goal {
		v = 0
	}
	return c.servo(r, c.ref, v, -m, m)
}

// forceSpeed is the force law: the error of a force (N, squeezing positive) becomes a speed of the gap, m/s.
func (c *Controller) forceSpeed(target, weak float64) float64 {
	gain := closeGain
	if weak >= target {
		gain = openGain
	}
	fastest := maxForceRate
	if !c.p.Compat {
		if h := c.st.Hardness; h > 0 { // the loop's bandwidth is gain times hardness; the hardness may be off, so it has to stay below the frame rate
			gain *= clamp(loopRate/(closeGain*h), 0.2, 4)
		}
		fastest = c.p.ClosingSpeed()
	}
	return clamp(-gain*(target-weak), -fastest, fastest)
}

// pressRate is how fast the effort of a hand without pads grows, N/s.
const pressRate = 40

// press is the force law of a hand without pads: the effort that gives the force over the friction, held back where the hand moves
// faster than it may close.
func (c *Controller) press(r *Reading, target float64) float64 {
	c.pressed = clamp(target, c.pressed-pressRate*c.dt, c.pressed+pressRate*c.dt)
	over := math.Min(0, r.GapVel+bareSpeed*c.p.ClosingSpeed()/2)
	return clamp(-c.pressed-c.bare.friction-c.p.SpeedGain*over, -c.squeezeBound(), c.p.maxEffort())
}

// squeeze servoes the weaker pad to a force; the integral of the speed is the set-point.
func (c *Controller) squeeze(r *Reading, target float64, fresh bool) float64 {
	if c.bare != nil {
		return c.press(r, target)
	}
	weak := c.grip(fresh)
	if c.numb {
		c.resume = true
		return c.keep()
	}
	bound := c.squeezeBound()
	if c.p.Compat {
		v := c.forceSpeed(target, math.Min(c.st.Force[0], c.st.Force[1]))
		if !(c.ref-r.Gap > leadBound && v > 0) && !(c.ref-r.Gap < -leadBound && v < 0) {
			c.ref += v * c.dt
		}
		return c.servo(r, c.ref, v, -bound, bound)
	}
	if h := c.st.Hardness; h > 0 { // between frames the gap tells how the force has changed
		weak += h * (c.frameGap - r.Gap)
	}
	v := math.Max(c.forceSpeed(target, weak)+c.ahead(target), -c.p.ClosingSpeed())
	c.lead(r, v, bound)
	return c.servo(r, c.ref, v, -bound, c.p.maxEffort())
}

// What a target rises by moves the set-point ahead of what is felt: a part of the way that the felt hardness says, fast. The rest is left to
// the force loop, for the hardness may be off.
const (
	aheadPart = 0.6
	aheadRate = 40.0 // 1/s
)

// ahead is the speed of the gap, m/s, that a risen target asks for by itself. Targets that fall are left to the force loop.
func (c *Controller) ahead(target float64) float64 {
	h := c.st.Hardness
	if math.IsNaN(c.followed) || target < c.followed || !(h > 0) {
		c.followed = target
		return 0
	}
	step := (target - c.followed) * aheadRate * c.dt
	c.followed += step
	return -aheadPart * step / (h * c.dt)
}
