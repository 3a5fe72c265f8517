package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Do carries out a command from the next Step on. An error says that it was refused, and why; then nothing has changed. A command
// that takes over the motor ends the goal before it.
func (c *Controller) Do(cmd Command) error {
	if c.seer != nil {
		c.seer.Commanding(c, cmd)
	}
	if err := cmd.Check(); err != nil {
		return err
	}
	if err := c.able(&cmd); err != nil {
		return err
	}
	if cmd.ID == 0 {
		cmd.ID = c.ids + 1
	}
	c.ids = max(c.ids, cmd.ID)
	switch cmd.Verb {
	case Watch:
		c.arm(cmd.Event)
		c.st.Watch = Goal{ID: cmd.ID, Verb: Watch, State: Active}
		return nil
	case Zero:
		c.skin.Zero()
		return nil
	case Tighten:
		if (c.st.Mode == ForceServo || c.st.Mode == SlipServo) && cmd.Factor > 1 {
			c.st.Target = c.bounded(c.st.Target * cmd.Factor)
			c.base = c.st.Target
		}
		return nil
	case Cancel:
		c.cancel(cmd.Target)
		return nil
	}
	c.end(Preempted, Commanded)
	if cmd.Verb == Release { // the hand goes on as it is
		c.st.Motor = Goal{ID: cmd.ID, Verb: Release, State: Active}
		c.cmd = cmd
		c.replace(cmd.Event)
		return nil
	}
	c.st.Motor = Goal{ID: cmd.ID, Verb: cmd.Verb, State: Active}
	c.cmd, c.chain, c.st.Stage = cmd, false, Idle
	switch cmd.Verb {
	case Stop:
		c.enter(Disabled, Commanded)
		c.end(Succeeded, Commanded)
	case Move:
		c.move(&cmd)
	case Find:
		if cmd.Zero && c.bare == nil {
			c.zeroFirst()
		} else {
			c.find()
		}
	case Servo:
		c.st.Target = c.bounded(cmd.Force)
		if c.p.Compat {
			c.st.Target = math.Max(cmd.Force, c.p.ForceLightest)
		}
		c.squeezeFrom(ForceServo)
	case Hold:
		switch {
		case cmd.Force > 0:
			c.st.Target = cmd.Force
		case c.p.StartForce >= 0:
			c.st.Target = c.p.StartForce
		}
		c.st.Target = c.bounded(c.st.Target)
		c.squeezeFrom(SlipServo)
		c.hold()
		c.st.Stage = Lift
	case Grasp:
		c.find()
		c.chain = true
	case Grab:
		c.grab()
	}
	return nil
}

// able says why the hand cannot carry out a command now, nil when it can.
func (c *Controller) able(cmd *Command) error {
	no := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("command hand", cmd.Verb.String(), kind, format, args...)
	}
	switch cmd.Verb {
	case Watch, Release:
		if k := cmd.Event.Condition; c.bare != nil && (k == OnSlip || k == SlipAndAccel) {
			return no(fault.Unsupported, "trigger condition %d waits for slip, which a hand without pads does not feel; wait for acceleration, 4", k)
		}
	case Zero, Find:
		if c.bare != nil && cmd.Verb == Zero {
			return no(fault.Unsupported, "a hand without pads has nothing to zero")
		}
		if (cmd.Verb == Zero || cmd.Zero) && c.loaded() {
			return no(fault.Conflict, "the pads are pressed with %.1f and %.1f N; they can be zeroed only while nothing touches them, so open the hand first", c.st.Force[0], c.st.Force[1])
		}
	}
	if c.st.Fault == MotorHalted && cmd.Verb <= Grab && cmd.Verb != Stop {
		return no(fault.Unavailable, "%v", MotorHalted)
	}
	switch cmd.Verb {
	case Zero, Find, Servo, Hold, Grasp, Grab:
		switch {
		case !c.skin.Heard():
			return no(fault.Unavailable, "the pads have not sent anything yet")
		case c.skin.Age() > staleTime:
			return no(fault.Unavailable, "%v: nothing for %.2f s", StalePads, c.skin.Age())
		case !c.skin.Whole(0) || !c.skin.Whole(1):
			return no(fault.Unavailable, "%v: %d of the left pad's and %d of the right pad's cells measure", DeadPads, c.skin.Fingers[0].Good(), c.skin.Fingers[1].Good())
		}
	}
	return nil
}

func (c *Controller) move(cmd *Command) {
	c.enter(Position, Commanded)
	c.goal, c.speed, c.moveFrom = math.Max(0, cmd.Gap), cmd.Speed, math.NaN()
	if !(c.speed > 0) {
		c.speed = c.p.OpenSpeed
	}
	most := c.p.maxEffort()
	switch {
	case c.p.Compat && cmd.Effort >= 0, cmd.Effort > 0:
		c.maxEffort = math.Min(cmd.Effort, most)
	default:
		c.maxEffort = most
	}
}

// open goes to position_open.
func (c *Controller) open(why Reason) {
	c.enter(Position, why)
	c.chain, c.st.Stage = false, Open
	c.goal, c.speed = c.p.PositionOpen, c.p.OpenSpeed
}

// find begins to close.
func (c *Controller) find() {
	c.enter(FindContact, Commanded)
	c.st.Stage = Close
	c.st.Found, c.st.Touched, c.st.ContactForce, c.st.ContactGap, c.st.Hardness, c.st.Target = false, false, 0, 0, 0, 0
	c.st.Closing = c.p.ClosingSpeed()
	c.marker, c.anchored = math.NaN(), false
}

// hold begins to watch for slip, from the present target.
func (c *Controller) hold() {
	c.base, c.slid, c.doubted, c.raised, c.calm = c.st.Target, 0, 0, false, calmFrames
}

// squeezeFrom begins to squeeze from the present gap.
func (c *Controller) squeezeFrom(m Mode) {
	c.enter(m, Commanded)
	c.marker, c.anchored = math.NaN(), c.p.Compat
	c.resume = c.last < 0 // from the effort that the hand already gives
}
