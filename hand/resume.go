package hand

import "github.com/holdfast-robotics/holdfast/fault"

// Snapshot is what a hand must know to go on holding when its process is started anew: the zero of its fingertips, which cannot be
// taken while something is held, and the grip. Keep it whenever Holding or Target change.
type Snapshot struct {
	Holding bool
	Target  float64      // N
	Zeros   [2][]float64 // counts of each cell at rest, left finger first
}

// Snapshot copies the present state into dst, which it allocates the first time.
func (c *Controller) Snapshot(dst *Snapshot) {
	n := len(c.skin.Layout().Cells)
	for i := range dst.Zeros {
		if len(dst.Zeros[i]) != n {
			dst.Zeros[i] = make([]float64, n)
		}
	}
	c.skin.Zeros(&dst.Zeros)
	dst.Holding, dst.Target = c.holding(), c.st.Target
}

// Resume takes up the work of a controller of the same hand that has ended, from its snapshot. Call it before the first Step. A hand that
// held squeezes again as it did, from the gap at which it finds itself, as a slip servo with a goal of its own.
func (c *Controller) Resume(s *Snapshot) error {
	if c.st.Ticks > 0 {
		return fault.New("resume hand", "", fault.Conflict, "it runs already; resume before the first step")
	}
	if !(s.Target >= 0 && s.Target <= hardForce) {
		return fault.New("resume hand", "", fault.Invalid, "a grip of %g N", s.Target)
	}
	if c.bare == nil && !c.skin.Restore(&s.Zeros) {
		return fault.New("resume hand", "", fault.Invalid, "the zeros are not finite or not those of fingertips with %d cells", len(c.skin.Layout().Cells))
	}
	if s.Holding {
		c.ids++
		c.st.Motor = Goal{ID: c.ids, Verb: Hold, State: Active}
		c.cmd = Command{ID: c.ids, Verb: Hold}
		c.st.Target = c.bounded(s.Target)
		c.squeezeFrom(SlipServo)
		c.base, c.slid = c.st.Target, 0
		c.st.Stage = Lift
	}
	return nil
}
