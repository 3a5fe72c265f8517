package hand

import (
	"fmt"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs/control_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// action is an action server as the face sees it. The face's lock is held in all calls but close.
type action interface {
	answered(e *event) bool // reports whether the command was its own
	ended(e *event) bool
	changed(e *event)
	sample(s *sample)
	abort(text string) // every goal
	open() int         // goals that have not ended
	close() error
}

// job is a goal on its way through the hand.
type job[G, R, F ros.Message] struct {
	goal  *actionlib.Goal[G, R, F]
	id    uint64    // of its command
	begun bool      // the hand has taken the command
	from  float64   // gap when it began, m
	last  hand.Mode // Grab: of the last change
	cmd   hand.Command
}

// server is the face of one action: each goal is a command to the hand, whose end is the goal's.
type server[G, R, F ros.Message] struct {
	face *Face
	srv  *actionlib.Server[G, R, F]
	jobs map[uint64]*job[G, R, F]

	command func(G) hand.Command
	result  func(j *job[G, R, F], s *hand.Status, to hand.Goal, stamp wire.Time) R
	watch   func(j *job[G, R, F], s *hand.Status, stamp wire.Time) (F, bool) // feedback for a sample
	held    bool                                                             // a move that is stopped by an object has succeeded
}

func serve[G, R, F ros.Message](f *Face, name string, typ *wire.Action, s *server[G, R, F]) error {
	s.face, s.jobs = f, map[uint64]*job[G, R, F]{}
	var err error
	f.mu.Lock() // no goal before it is known
	defer f.mu.Unlock()
	if s.srv, err = actionlib.NewServer(f.node, name, typ, s.onGoal, s.onCancel); err != nil {
		return err
	}
	f.actions = append(f.actions, s)
	return nil
}

// tell logs what a client may have made impossible just now.
func (s *server[G, R, F]) tell(err error) {
	if err != nil {
		s.face.node.Log().Debug("a goal had ended already", "err", err)
	}
}

func (s *server[G, R, F]) onGoal(g *actionlib.Goal[G, R, F]) {
	cmd := s.command(g.Goal())
	if err := cmd.Check(); err != nil {
		s.tell(g.Reject(*new(R), err.Error()))
		return
	}
	f := s.face
	f.mu.Lock()
	defer f.mu.Unlock()
	cmd.ID = f.link.next()
	s.jobs[cmd.ID] = &job[G, R, F]{goal: g, id: cmd.ID, cmd: cmd}
	if err := f.link.send(cmd); err != nil {
		delete(s.jobs, cmd.ID)
		s.tell(g.Reject(*new(R), err.Error()))
	}
}

func (s *server[G, R, F]) onCancel(g *actionlib.Goal[G, R, F]) {
	f := s.face
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, j := range s.jobs {
		if j.goal != g {
			continue
		}
		// The answer is the end of the goal. A loop that does not take it leaves the goal to the watchdog.
		if err := f.link.send(hand.Command{ID: f.link.next(), Verb: hand.Cancel, Target: j.id}); err != nil {
			f.node.Log().Warn("a goal could not be cancelled", "err", err)
		}
	}
}

func (s *server[G, R, F]) answered(e *event) bool {
	j := s.jobs[e.ID]
	if j == nil {
		return false
	}
	if e.Err != nil {
		delete(s.jobs, j.id)
		s.tell(j.goal.Reject(s.result(j, &e.Status, hand.Goal{State: hand.Aborted}, s.face.stamp(&e.Status)), e.Err.Error()))
		return true
	}
	j.begun, j.from, j.last = true, e.Status.Gap, e.Status.Mode
	s.tell(j.goal.Accept(e.Status.Describe()))
	return true
}

func (s *server[G, R, F]) ended(e *event) bool {
	j := s.jobs[e.Goal.ID]
	if j == nil {
		return false
	}
	delete(s.jobs, j.id)
	if !j.begun { // its answer was lost
		s.tell(j.goal.Accept(""))
	}
	st := &e.Status
	body := s.result(j, st, e.Goal, s.face.stamp(st))
	why := fmt.Sprintf("%v; %s", e.Goal.Reason, st.Describe())
	if e.Goal.Verb == hand.Move && e.Goal.Reason == hand.Stalled {
		why = fmt.Sprintf("something stops the hand at %.1f mm; %s", st.Gap*1e3, st.Describe())
	}
	switch {
	case e.Goal.State == hand.Succeeded:
		s.tell(j.goal.Succeed(body, why))
	case s.held && j.holds(st, e.Goal):
		s.tell(j.goal.Succeed(body, fmt.Sprintf("holding: stopped by something %.1f mm wide; %s", st.Gap*1e3, st.Describe())))
	case e.Goal.State == hand.Preempted && e.Goal.Reason == hand.Commanded:
		s.tell(j.goal.Cancel(body, "another command took over; "+st.Describe()))
	case e.Goal.State == hand.Preempted:
		s.tell(j.goal.Cancel(body, why))
	default:
		s.tell(j.goal.Abort(body, why))
	}
	return true
}

// holds reports a closing move that something between the fingers has stopped.
func (j *job[G, R, F]) holds(st *hand.Status, g hand.Goal) bool {
	return g.State == hand.Aborted && g.Reason == hand.Stalled && j.cmd.Gap < j.from && st.Gap > j.cmd.Gap
}

func (s *server[G, R, F]) changed(e *event) { s.feed(&e.Status, true) }

func (s *server[G, R, F]) sample(x *sample) { s.feed(&x.Status, false) }

// feed sends feedback. Actions whose feedback is the mode alone send it when it changes, the others with every sample.
func (s *server[G, R, F]) feed(st *hand.Status, change bool) {
	for _, j := range s.jobs {
		if !j.begun || st.Motor.ID != j.id && st.Watch.ID != j.id {
			continue
		}
		if change != (j.cmd.Verb == hand.Grab) || s.watch == nil {
			continue
		}
		if body, ok := s.watch(j, st, s.face.stamp(st)); ok {
			s.tell(j.goal.Feedback(body))
		}
	}
}

func (s *server[G, R, F]) abort(text string) {
	for id, j := range s.jobs {
		delete(s.jobs, id)
		if !j.begun {
			s.tell(j.goal.Accept(""))
		}
		s.tell(j.goal.Abort(*new(R), text))
	}
}

func (s *server[G, R, F]) open() int { return len(s.jobs) }

func (s *server[G, R, F]) close() error { return s.srv.Close() }

// serveAll starts the actions of the PR2's gripper sensor stack, and control_msgs' one.
func (f *Face) serveAll() error {
	for _, err := range []error{
		f.serveFind(), f.serveForce(), f.serveSlip(), f.serveEvent(), f.serveGrab(), f.serveRelease(), f.serveMove("~gripper_action"), f.serveCommand("~gripper_cmd"),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *Face) serveFind() error {
	type (
		G = *pr2.PR2GripperFindContactGoal
		R = *pr2.PR2GripperFindContactResult
		F = *pr2.PR2GripperFindContactFeedback
	)
	return serve(f, "~find_contact", &pr2.PR2GripperFindContactActionType, &server[G, R, F]{
		command: func(g G) hand.Command {
			return hand.Command{Verb: hand.Find, Pads: hand.Pads(g.Command.ContactConditions), Zero: g.Command.ZeroFingertipSensors}
		},
		result: func(_ *job[G, R, F], s *hand.Status, _ hand.Goal, t wire.Time) R {
			return &pr2.PR2GripperFindContactResult{Data: contactData(s, t)}
		},
		watch: func(_ *job[G, R, F], s *hand.Status, t wire.Time) (F, bool) {
			return &pr2.PR2GripperFindContactFeedback{Data: contactData(s, t)}, true
		},
	})
}

func (f *Face) serveForce() error {
	type (
		G = *pr2.PR2GripperForceServoGoal
		R = *pr2.PR2GripperForceServoResult
		F = *pr2.PR2GripperForceServoFeedback
	)
	return serve(f, "~force_servo", &pr2.PR2GripperForceServoActionType, &server[G, R, F]{
		command: func(g G) hand.Command { return hand.Command{Verb: hand.Servo, Force: g.Command.FingertipForce} },
		result: func(_ *job[G, R, F], s *hand.Status, _ hand.Goal, t wire.Time) R {
			return &pr2.PR2GripperForceServoResult{Data: forceData(s, t)}
		},
		watch: func(_ *job[G, R, F], s *hand.Status, t wire.Time) (F, bool) {
			return &pr2.PR2GripperForceServoFeedback{Data: forceData(s, t)}, true
		},
	})
}

func (f *Face) serveSlip() error {
	type (
		G = *pr2.PR2GripperSlipServoGoal
		R = *pr2.PR2GripperSlipServoResult
		F = *pr2.PR2GripperSlipServoFeedback
	)
	return serve(f, "~slip_servo", &pr2.PR2GripperSlipServoActionType, &server[G, R, F]{
		command: func(G) hand.Command { return hand.Command{Verb: hand.Hold} },
		result: func(_ *job[G, R, F], s *hand.Status, _ hand.Goal, t wire.Time) R {
			return &pr2.PR2GripperSlipServoResult{Data: slipData(s, t)}
		},
		watch: func(_ *job[G, R, F], s *hand.Status, t wire.Time) (F, bool) {
			return &pr2.PR2GripperSlipServoFeedback{Data: slipData(s, t)}, true
		},
	})
}

func eventOf(c *pr2.PR2GripperEventDetectorCommand) hand.Event {
	return hand.Event{Condition: hand.Condition(c.TriggerConditions), Accel: c.AccelerationTriggerMagnitude, Slip: c.SlipTriggerMagnitude}
}

func (f *Face) serveEvent() error {
	type (
		G = *pr2.PR2GripperEventDetectorGoal
		R = *pr2.PR2GripperEventDetectorResult
		F = *pr2.PR2GripperEventDetectorFeedback
	)
	return serve(f, "~event_detector", &pr2.PR2GripperEventDetectorActionType, &server[G, R, F]{
		command: func(g G) hand.Command { return hand.Command{Verb: hand.Watch, Event: eventOf(&g.Command)} },
		result: func(_ *job[G, R, F], s *hand.Status, _ hand.Goal, t wire.Time) R {
			return &pr2.PR2GripperEventDetectorResult{Data: eventData(s, t)}
		},
		watch: func(_ *job[G, R, F], s *hand.Status, t wire.Time) (F, bool) {
			return &pr2.PR2GripperEventDetectorFeedback{Data: eventData(s, t)}, true
		},
	})
}

func (f *Face) serveGrab() error {
	type (
		G = *pr2.PR2GripperGrabGoal
		R = *pr2.PR2GripperGrabResult
		F = *pr2.PR2GripperGrabFeedback
	)
	return serve(f, "~grab", &pr2.PR2GripperGrabActionType, &server[G, R, F]{
		command: func(g G) hand.Command { return hand.Command{Verb: hand.Grab, Gain: g.Command.HardnessGain} },
		// The result of the PR2 is the mode in which its force servo ended; the slip servo takes over after it.
		result: func(_ *job[G, R, F], s *hand.Status, to hand.Goal, _ wire.Time) R {
			m := s.Mode
			if to.State == hand.Succeeded {
				m = hand.ForceServo
			}
			return &pr2.PR2GripperGrabResult{Data: pr2.PR2GripperGrabData{Rtstate: rtState(m)}}
		},
		// And its feedback the modes in which finding contact and the force servo ended.
		watch: func(j *job[G, R, F], s *hand.Status, _ wire.Time) (F, bool) {
			was := j.last
			j.last = s.Mode
			var m hand.Mode
			switch {
			case was == hand.FindContact && s.Mode == hand.ForceServo:
				m = hand.Position
			case was == hand.ForceServo && s.Mode == hand.SlipServo:
				m = hand.ForceServo
			default:
				return nil, false
			}
			return &pr2.PR2GripperGrabFeedback{Data: pr2.PR2GripperGrabData{Rtstate: rtState(m)}}, true
		},
	})
}

func (f *Face) serveRelease() error {
	type (
		G = *pr2.PR2GripperReleaseGoal
		R = *pr2.PR2GripperReleaseResult
		F = *pr2.PR2GripperReleaseFeedback
	)
	return serve(f, "~release", &pr2.PR2GripperReleaseActionType, &server[G, R, F]{
		command: func(g G) hand.Command { return hand.Command{Verb: hand.Release, Event: eventOf(&g.Command.Event)} },
		// The PR2's result was always 0 when it had let go.
		result: func(_ *job[G, R, F], s *hand.Status, to hand.Goal, _ wire.Time) R {
			m := s.Mode
			if to.State == hand.Succeeded {
				m = hand.Disabled
			}
			return &pr2.PR2GripperReleaseResult{Data: pr2.PR2GripperReleaseData{Rtstate: rtState(m)}}
		},
	})
}

// moveResult is how a move stands: the gap, the measured effort, and whether it is blocked or there.
func moveResult(s *hand.Status, g hand.Goal) (gap, effort float64, stalled, reached bool) {
	return s.Gap, s.Effort, g.State == hand.Aborted && g.Reason == hand.Stalled, g.State == hand.Succeeded
}

// serveMove is the PR2's gripper action: a hand that is stopped by an object ends ABORTED and stalled.
func (f *Face) serveMove(name string) error {
	type (
		G = *pr2_controllers_msgs.Pr2GripperCommandGoal
		R = *pr2_controllers_msgs.Pr2GripperCommandResult
		F = *pr2_controllers_msgs.Pr2GripperCommandFeedback
	)
	return serve(f, name, &pr2_controllers_msgs.Pr2GripperCommandActionType, &server[G, R, F]{
		command: func(g G) hand.Command {
			return hand.Command{Verb: hand.Move, Gap: g.Command.Position, Effort: g.Command.MaxEffort}
		},
		result: func(_ *job[G, R, F], s *hand.Status, g hand.Goal, _ wire.Time) R {
			r := new(pr2_controllers_msgs.Pr2GripperCommandResult)
			r.Position, r.Effort, r.Stalled, r.ReachedGoal = moveResult(s, g)
			return r
		},
		watch: func(_ *job[G, R, F], s *hand.Status, _ wire.Time) (F, bool) {
			return &pr2_controllers_msgs.Pr2GripperCommandFeedback{Position: s.Gap, Effort: s.Effort}, true
		},
	})
}

// serveCommand is control_msgs' gripper action: a motion that has ended in a valid state has succeeded, and the result says whether the
// gap was reached or something is held.
func (f *Face) serveCommand(name string) error {
	type (
		G = *control_msgs.GripperCommandGoal
		R = *control_msgs.GripperCommandResult
		F = *control_msgs.GripperCommandFeedback
	)
	return serve(f, name, &control_msgs.GripperCommandActionType, &server[G, R, F]{
		held: true,
		command: func(g G) hand.Command {
			return hand.Command{Verb: hand.Move, Gap: g.Command.Position, Effort: g.Command.MaxEffort}
		},
		result: func(_ *job[G, R, F], s *hand.Status, g hand.Goal, _ wire.Time) R {
			r := new(control_msgs.GripperCommandResult)
			r.Position, r.Effort, r.Stalled, r.ReachedGoal = moveResult(s, g)
			return r
		},
		watch: func(_ *job[G, R, F], s *hand.Status, _ wire.Time) (F, bool) {
			return &control_msgs.GripperCommandFeedback{Position: s.Gap, Effort: s.Effort}, true
		},
	})
}
