package hand

import "github.com/holdfast-robotics/holdfast/hand"

// Inside is a hand as a task of package pick commands it (pick.Hand), beside the clients of the face: a command takes the motor from the goal
// before, whose client is told. Its methods are for the loop alone: in hardware.Loop.Do, or in a hook of its bus.
type Inside struct{ link *link }

// Inside returns the hand as the loop sees it.
func (f *Face) Inside() Inside { return Inside{f.link} }

// Do begins to carry out a command.
func (h Inside) Do(cmd hand.Command) error {
	if cmd.ID == 0 {
		cmd.ID = h.link.next()
	}
	return h.link.do(cmd)
}

// Status is how the hand stands.
func (h Inside) Status() hand.Status { return h.link.law.Status() }

// Params are the settings in force.
func (h Inside) Params() hand.Params { return h.link.law.Params() }

// SetParams takes over settings; the goal under way goes on with them.
func (h Inside) SetParams(p hand.Params) { h.link.law.SetParams(p) }
