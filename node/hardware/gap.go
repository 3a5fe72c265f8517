package hardware

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// stateRate is that of the state of a gripper controller, Hz.
const stateRate = 100

type gapAction = actionlib.Goal[*pr2_controllers_msgs.Pr2GripperCommandGoal, *pr2_controllers_msgs.Pr2GripperCommandResult, *pr2_controllers_msgs.Pr2GripperCommandFeedback]

// gapFace is the ROS side of a stock gripper controller: NAME/command, NAME/state, and the action NAME/gripper_action.
type gapFace struct {
	face   *Face
	name   string
	ctl    *hw.GapController
	goals  hw.GoalParams
	state  *ros.Publisher[*pr2_controllers_msgs.JointControllerState]
	cmd    *ros.Subscriber
	action *actionlib.SimpleServer[*pr2_controllers_msgs.Pr2GripperCommandGoal, *pr2_controllers_msgs.Pr2GripperCommandResult, *pr2_controllers_msgs.Pr2GripperCommandFeedback]
	next   time.Duration
	msg    pr2_controllers_msgs.JointControllerState
}

func newGapFace(f *Face, name string, c *hw.GapController) (extra, error) {
	x := &gapFace{face: f, name: name, ctl: c}
	if err := f.params(name+"/gripper_action_node", &x.goals); err != nil {
		return nil, err
	}
	err := x.start()
	if err != nil {
		_ = x.Close()
		return nil, err
	}
	return x, nil
}

func (x *gapFace) start() (err error) {
	n := x.face.node
	if x.state, err = ros.Advertise[*pr2_controllers_msgs.JointControllerState](n, x.name+"/state"); err != nil {
		return err
	}
	if x.cmd, err = ros.Subscribe(n, x.name+"/command", func(m *pr2_controllers_msgs.Pr2GripperCommand) {
		x.face.report(x.command(m.Position, m.MaxEffort))
	}); err != nil {
		return err
	}
	x.action, err = actionlib.NewSimpleServer(n, x.name+"/gripper_action", &pr2_controllers_msgs.Pr2GripperCommandActionType, x.execute)
	return err
}

// command hands a command to the controller.
func (x *gapFace) command(gap, effort float64) error {
	if err := hw.NewGapController().Command(gap, effort); err != nil { // checked here: the loop has nobody to tell
		return err
	}
	if !x.face.loop.Do(func() { _ = x.ctl.Command(gap, effort) }) {
		return fault.New("command gripper", x.name, fault.Unavailable, "the loop takes no requests")
	}
	return nil
}

func (x *gapFace) shown() (s hw.GapState) {
	x.ctl.Shown.Read(func(v *hw.GapState) { s = *v })
	return s
}

func (x *gapFace) step(now wire.Time) {
	s := x.shown()
	if s.Now < x.next {
		return
	}
	x.next = due(x.next, s.Now, stateRate)
	x.msg = pr2_controllers_msgs.JointControllerState{
		SetPoint: s.SetPoint, ProcessValue: s.Gap, ProcessValueDot: s.Speed, Error: s.SetPoint - s.Gap, TimeStep: x.face.loop.Period().Seconds(), Command: s.Command, P: x.ctl.P, D: x.ctl.D,
	}
	x.msg.Header.Stamp = now
	x.face.report(x.state.Publish(&x.msg))
}

// execute follows a goal to its end. Times are those of the loop while it runs; a loop that stands still is noticed by the wall clock.
func (x *gapFace) execute(ctx context.Context, g *gapAction) (*pr2_controllers_msgs.Pr2GripperCommandResult, error) {
	c := g.Goal().Command
	result := func(s hw.GapState) *pr2_controllers_msgs.Pr2GripperCommandResult {
		return &pr2_controllers_msgs.Pr2GripperCommandResult{Position: s.Gap, Effort: s.Command}
	}
	if err := x.command(c.Position, c.MaxEffort); err != nil {
		return result(x.shown()), err
	}
	begin := x.shown()
	goal := hw.NewGapGoal(x.goals, c.Position, c.MaxEffort, begin.Now)
	last, lastWall := begin.Now, time.Now()
	t := time.NewTicker(time.Second / stateRate)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			s := x.shown()
			if g.Status() == actionlib.Preempting { // cancelled, and not replaced by another goal: go limp where it is
				x.face.report(x.command(s.Gap, 0))
			}
			return result(s), context.Cause(ctx)
		case <-t.C:
		}
		s := x.shown()
		if s.Now == last {
			if goal.Watch(begin.Now+time.Since(lastWall), begin.Now) == hw.GapSilent {
				return result(s), fault.New("move gripper", x.name, fault.Unavailable, "the controller has said nothing for 5 s; is it running?")
			}
			continue
		}
		last, lastWall = s.Now, time.Now()
		out := goal.State(s.Now, s.SetPoint, s.Gap, s.Speed)
		r := result(s)
		switch out {
		case hw.GapReached:
			r.ReachedGoal = true
			return r, nil
		case hw.GapStalled:
			r.Stalled = true
			return r, &actionlib.Error{Status: actionlib.Aborted, Text: "stalled: usually something is held"}
		case hw.GapPreempted:
			return r, &actionlib.Error{Status: actionlib.Preempted, Text: "the controller follows another set-point"}
		}
		x.face.report(g.Feedback(&pr2_controllers_msgs.Pr2GripperCommandFeedback{Position: s.Gap, Effort: s.Command}))
	}
}

// Close ends topics and action.
func (x *gapFace) Close() error {
	return firstOf(
		closeIf(x.action != nil, func() error { return x.action.Close() }), closeIf(x.cmd != nil, func() error { return x.cmd.Close() }),
		closeIf(x.state != nil, func() error { return x.state.Close() }))
}

// firstOf is the first error.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func closeIf(open bool, close func() error) error {
	if !open {
		return nil
	}
	return close()
}
