package hand

// Observer sees what goes into a controller and what it makes of it, in order: a flight recorder. It is called by the one who owns the
// controller, in its loop: it must neither wait nor allocate.
type Observer interface {
	// Commanding tells of a command that Do is about to carry out, or to refuse.
	Commanding(c *Controller, cmd Command)
	// Changing tells of settings that SetParams is about to take over.
	Changing(c *Controller, p Params)
	// Stepped tells of a tick that is over. The reading is the caller's of Step.
	Stepped(c *Controller, r *Reading)
}

// Observe has an observer see everything from now on; nil for none.
func (c *Controller) Observe(o Observer) { c.seer = o }

// Bare reports whether the hand has no pads and feels with its motor.
func (c *Controller) Bare() bool { return c.bare != nil }

// Period is the time of a tick, s.
func (c *Controller) Period() float64 { return c.dt }
