// Package handmsg says orders to a hand and what it answers in messages, and reads them: for the hand's node, its clients and its recordings.
package handmsg

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
)

// Command is a command as a message, without header and tick.
func Command(c *hand.Command) holdfast_msgs.HandCommand {
	return holdfast_msgs.HandCommand{
		Name: c.Verb.String(), ID: c.ID, Verb: uint8(c.Verb), Gap: c.Gap, Speed: c.Speed, Effort: c.Effort, Pads: int8(c.Pads), Zero: c.Zero, Force: c.Force, Gain: c.Gain,
		Factor: c.Factor, TriggerConditions: int8(c.Event.Condition), Acceleration: c.Event.Accel, Slip: c.Event.Slip, Target: c.Target, Timeout: c.Timeout,
	}
}

// CommandOf is the command of a message. It is as good as the message: see hand.Command.Check.
func CommandOf(m *holdfast_msgs.HandCommand) hand.Command {
	return hand.Command{
		ID: m.ID, Verb: hand.Verb(m.Verb), Gap: m.Gap, Speed: m.Speed, Effort: m.Effort, Pads: hand.Pads(m.Pads), Zero: m.Zero, Force: m.Force, Gain: m.Gain, Factor: m.Factor,
		Event: hand.Event{Condition: hand.Condition(m.TriggerConditions), Accel: m.Acceleration, Slip: m.Slip}, Target: m.Target, Timeout: m.Timeout,
	}
}

// Status is a status as a message, without header; limit is the force limit in force, N.
func Status(s *hand.Status, limit float64) holdfast_msgs.HandStatus {
	return holdfast_msgs.HandStatus{
		Time: s.Time, Ticks: s.Ticks, Mode: int8(s.Mode), Stage: uint8(s.Stage), Why: uint8(s.Why), Fault: uint8(s.Fault), Motor: goal(&s.Motor), Watch: goal(&s.Watch),
		Zero: uint8(s.Zero), Late: s.Late, Heard: s.Heard, PadAge: s.PadAge, Good: [2]uint16{uint16(s.Good[0]), uint16(s.Good[1])},
		SetPoint: s.SetPoint, Gap: s.Gap, GapVel: s.GapVel, Effort: s.Effort, Commanded: s.Commanded,
		Force: s.Force, Contact: s.Contact, Touched: s.Touched, Found: s.Found, Closing: s.Closing, ContactGap: s.ContactGap, ContactForce: s.ContactForce, Hardness: s.Hardness,
		Target: s.Target, Keep: s.Keep, Limited: s.Limited, Reached: s.Reached, Slip: s.Slip, Slips: s.Slips, Deformation: s.Deformation, Deformed: s.Deformed, Empty: s.Empty,
		Triggered: s.Triggered, SlipEvent: s.SlipEvent, AccelEvent: s.AccelEvent, SideImpact: s.SideImpact,
		Accel: geomsgs.Vector3(s.Accel), ForceLimit: limit,
	}
}

// StatusOf is the status of a message. A message whose gap, effort or forces are not finite is an error: no hand says so, and whoever moves an
// arm by it must not.
func StatusOf(m *holdfast_msgs.HandStatus) (hand.Status, error) {
	for _, f := range [...]float64{m.Time, m.Gap, m.GapVel, m.Effort, m.Force[0], m.Force[1], m.Target, m.Closing} {
		if math.IsNaN(f - f) {
			return hand.Status{}, fault.New("read hand status", "", fault.Invalid, "time, gap, effort or a force is not finite")
		}
	}
	return hand.Status{
		Time: m.Time, Ticks: m.Ticks, Mode: hand.Mode(m.Mode), Stage: hand.Stage(m.Stage), Why: hand.Reason(m.Why), Fault: hand.Reason(m.Fault), Motor: goalOf(&m.Motor), Watch: goalOf(&m.Watch),
		Zero: touch.ZeroState(m.Zero), Late: m.Late, Heard: m.Heard, PadAge: m.PadAge, Good: [2]int{int(m.Good[0]), int(m.Good[1])},
		SetPoint: m.SetPoint, Gap: m.Gap, GapVel: m.GapVel, Effort: m.Effort, Commanded: m.Commanded,
		Force: m.Force, Contact: m.Contact, Touched: m.Touched, Found: m.Found, Closing: m.Closing, ContactGap: m.ContactGap, ContactForce: m.ContactForce, Hardness: m.Hardness,
		Target: m.Target, Keep: m.Keep, Limited: m.Limited, Reached: m.Reached, Slip: m.Slip, Slips: m.Slips, Deformation: m.Deformation, Deformed: m.Deformed, Empty: m.Empty,
		Triggered: m.Triggered, SlipEvent: m.SlipEvent, AccelEvent: m.AccelEvent, SideImpact: m.SideImpact, Accel: geomsgs.FromVector3(m.Accel),
	}, nil
}

func goal(g *hand.Goal) holdfast_msgs.HandGoal {
	return holdfast_msgs.HandGoal{ID: g.ID, Verb: uint8(g.Verb), State: uint8(g.State), Reason: uint8(g.Reason), Age: g.Age}
}

func goalOf(m *holdfast_msgs.HandGoal) hand.Goal {
	return hand.Goal{ID: m.ID, Verb: hand.Verb(m.Verb), State: hand.GoalState(m.State), Reason: hand.Reason(m.Reason), Age: m.Age}
}
