package hand

import "math"

// A goal must be under way for a moment before it can succeed, so that what was felt before it does not count, s. They are those of
// the PR2's action servers.
const (
	findAge  = 0.2
	otherAge = 0.1
)

const closedEnough = 1e-3 // m by which a closing hand may miss its gap and still have reached it

// progress sees whether the motor's goal has been reached, or cannot be.
func (c *Controller) progress(r *Reading) {
	g, s := &c.st.Motor, &c.st
	if g.State == Active {
		switch g.Verb {
		case Move:
			c.moved(r)
		case Find:
			if s.Found && g.Age >= findAge-c.dt/2 {
				c.end(Succeeded, ContactMade)
			}
		case Servo:
			if s.Reached && g.Age >= otherAge-c.dt/2 {
				c.end(Succeeded, ForceReached)
			}
		case Hold:
			if s.Empty && g.Age >= otherAge && !c.p.Compat {
				c.fail(Lost, r)
			}
		case Grasp, Grab:
			if s.Mode == SlipServo {
				c.end(Succeeded, s.Why)
			}
		case Release:
			switch {
			case s.Stage != Replace:
			case s.Triggered && g.Age >= otherAge-c.dt/2:
				c.release()
			case s.Empty && !c.p.Compat:
				c.end(Aborted, Lost)
				s.Stage = Idle
			}
		}
	}
	if s.Stage == Prepare && g.State == Active {
		c.prepare(r)
	}
	if s.Mode == FindContact && !c.p.Compat && float64(c.ticks)*c.dt > c.timeout(c.p.FindTimeout) {
		c.fail(TimedOut, r)
	}
	if w := &s.Watch; w.State == Active && s.Triggered && w.Age >= otherAge-c.dt/2 {
		w.State, w.Reason = Succeeded, EventSeen
	}
}

// timeout is the command's own, or a parameter.
func (c *Controller) timeout(param float64) float64 {
	if c.cmd.Timeout > 0 {
		return c.cmd.Timeout
	}
	return param
}

// moved sees whether a move is at its end. A hand that closes and is stopped short of its gap has something between its fingers.
func (c *Controller) moved(r *Reading) {
	d := math.Abs(r.Gap - c.goal)
	near := c.p.PositionTol
	if !c.p.Compat && c.cmd.Gap < c.moveFrom {
		near = math.Min(near, closedEnough)
	}
	if d < near {
		c.end(Succeeded, Arrived)
		c.st.Why = Arrived
		return
	}
	if math.Abs(r.GapVel) > c.p.StallSpeed {
		c.still = 0
	} else {
		c.still++
	}
	switch {
	case float64(c.still)*c.dt > c.p.StallTime && c.maxEffort != 0:
		c.end(Aborted, Stalled)
	case float64(c.ticks)*c.dt > c.timeout(c.p.MoveTimeout) && !c.p.Compat:
		c.end(Aborted, TimedOut)
	}
}
