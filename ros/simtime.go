package ros

import (
	"context"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/ros/clock"
)

// startClock decides what time is: what the configuration says, else /clock where /use_sim_time is true, else the wall.
func (n *Node) startClock(ctx context.Context) error {
	if n.settled.Clock != nil {
		n.clock = n.settled.Clock
		return nil
	}
	v, err := n.master.GetParam(ctx, "/use_sim_time")
	switch on, isBool := v.(bool); {
	case fault.KindOf(err) == fault.NotFound || err == nil && isBool && !on:
		n.clock = clock.Wall{}
		return nil
	case err != nil:
		return err
	case !isBool:
		return fault.New("read parameter", "/use_sim_time", fault.Invalid, "it is a %T, not a bool", v)
	}
	n.sim = &clock.Virtual{}
	n.clock = n.sim
	_, err = Subscribe(n, "/clock", func(m *rosgraph_msgs.Clock) { n.sim.Set(m.Clock) }, QueueSize(1), Borrow())
	return err
}

// Simulated reports whether the node's time comes from /clock.
func (n *Node) Simulated() bool { return n.sim != nil }
