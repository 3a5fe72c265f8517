package graspfix

import (
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

// ReplayOptions say what of a recording goes into a fix.
type ReplayOptions struct {
	Contacts   []string            // topics of gazebo_msgs/ContactsState; default: all of that type
	LinkStates string              // topic of gazebo_msgs/LinkStates; default: all of that type
	Frame      graspfix.ForceFrame // of the forces
	Until      float64             // stop after this simulated time, s; 0: at the end
	Tick       func(t float64)     // called after each message of /clock; may be nil
	Stop       func() bool         // asked between messages; may be nil
}

// Replay feeds a fix with what a recording has of contacts, link states and /clock, in the order of receipt: as Face does with
// the topics themselves. The time of receipt is the wall time of the original's update rate.
func Replay(fix *graspfix.Fix, r *bag.Reader, opt ReplayOptions) error {
	var contacts gazebo_msgs.ContactsState
	var links gazebo_msgs.LinkStates
	var tick rosgraph_msgs.Clock
	kinds := map[*bag.Conn]ros.Message{}
	found, types := false, []string{}
	for _, c := range r.Conns() {
		var m ros.Message
		switch {
		case c.Type == contacts.TypeName() && (len(opt.Contacts) == 0 || slices.Contains(opt.Contacts, c.Topic)):
			m = &contacts
			found = true
		case c.Type == links.TypeName() && (opt.LinkStates == "" || opt.LinkStates == c.Topic):
			m = &links
		case c.Type == tick.TypeName() && c.Topic == "/clock":
			m = &tick
		default:
			types = append(types, c.Topic+" ("+c.Type+")")
			continue
		}
		if c.MD5 != m.MD5() && c.MD5 != "*" {
			return fault.New("replay contacts", c.Topic, fault.Invalid, "%s", ros.Mismatch("the recording", ros.TypeInfo{Name: c.Type, MD5: c.MD5, Definition: c.Definition},
				"the grasp fix", ros.TypeInfo{Name: m.TypeName(), MD5: m.MD5(), Definition: m.Definition()}))
		}
		kinds[c] = m
	}
	if !found {
		return fault.New("replay contacts", "", fault.NotFound, "the recording has no topic of gazebo_msgs/ContactsState; it has %.300q", types)
	}
	f := newFeed(fix, opt.Frame)
	for m, err := range r.Messages(bag.Query{Match: func(c *bag.Conn) bool { return kinds[c] != nil }}) {
		if err != nil {
			return err
		}
		if opt.Stop != nil && opt.Stop() {
			return nil
		}
		into := kinds[m.Conn]
		if err := into.DecodeROS(m.Data); err != nil {
			fix.Report(graspfix.Malformed, "%s: %v", m.Conn.Topic, err)
			continue
		}
		t := fix.Now()
		switch into {
		case &contacts:
			t = contacts.Header.Stamp.Seconds()
		case &tick:
			t = tick.Clock.Seconds()
		}
		if opt.Until > 0 && t > opt.Until {
			fix.Advance(opt.Until, 0)
			return nil
		}
		switch into {
		case &contacts:
			f.contacts(&contacts, float64(m.Time)*1e-9)
		case &links:
			f.links(&links)
		case &tick:
			fix.Advance(t, float64(m.Time)*1e-9)
			if opt.Tick != nil {
				opt.Tick(t)
			}
		}
	}
	if now := fix.Now(); now == now {
		fix.Advance(now, 0)
	}
	return nil
}
