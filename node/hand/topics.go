package hand

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
)

// order listens to a raw command topic. A command that is refused is logged: a topic has no other answer.
func order[M ros.Message](f *Face, topic string, command func(M) hand.Command) error {
	s, err := ros.Subscribe(f.node, topic, func(m M) {
		cmd := command(m)
		err := cmd.Check()
		if err == nil {
			err = f.ask(cmd, func(e *event) {
				if e.Err != nil {
					f.node.Log().Warn("a command was refused", "topic", topic, "err", e.Err)
				}
			})
		}
		if err != nil {
			f.node.Log().Warn("a command was refused", "topic", topic, "err", err)
		}
	}, ros.QueueSize(1))
	_, err = closers.Add(&f.ends, s, err)
	return err
}

// ask sends a command that is no goal; done gets its answer.
func (f *Face) ask(cmd hand.Command, done func(*event)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	cmd.ID = f.link.next()
	f.calls[cmd.ID] = done
	err := f.link.send(cmd)
	if err != nil {
		delete(f.calls, cmd.ID)
	}
	return err
}

// subscribe listens to the raw command topics.
func (f *Face) subscribe() error {
	position := func(m *pr2_controllers_msgs.Pr2GripperCommand) hand.Command {
		return hand.Command{Verb: hand.Move, Gap: m.Position, Effort: m.MaxEffort}
	}
	if err := order(f, "~command", position); err != nil {
		return err
	}
	if f.opt.Classic != "" {
		if err := order(f, f.opt.Classic+"/command", position); err != nil {
			return err
		}
	}
	if err := order(f, "~find_contact", func(m *pr2.PR2GripperFindContactCommand) hand.Command {
		return hand.Command{Verb: hand.Find, Pads: hand.Pads(m.ContactConditions)} // zeroing belongs to the action
	}); err != nil {
		return err
	}
	if err := order(f, "~force_servo", func(m *pr2.PR2GripperForceServoCommand) hand.Command {
		return hand.Command{Verb: hand.Servo, Force: m.FingertipForce}
	}); err != nil {
		return err
	}
	if err := order(f, "~slip_servo", func(*pr2.PR2GripperSlipServoCommand) hand.Command { return hand.Command{Verb: hand.Hold} }); err != nil {
		return err
	}
	return order(f, "~event_detector", func(m *pr2.PR2GripperEventDetectorCommand) hand.Command {
		return hand.Command{Verb: hand.Watch, Event: eventOf(m)}
	})
}

// serviceTimeout is how long a service waits for the loop.
const serviceTimeout = 2 * time.Second

type (
	emptyRequest  = *std_srvs.EmptyRequest
	emptyResponse = *std_srvs.EmptyResponse
)

// services offers the three services. Their type has no room for a result: a failure is a failed call, with the reason.
func (f *Face) services() error {
	for name, do := range map[string]func(context.Context) error{
		"~zero_fingertip_sensors": f.zero, "~reload_params": f.Reload, "~stop_motor_output": f.stopMotor,
	} {
		s, err := ros.AdvertiseService(f.node, name, &std_srvs.EmptyService, func(ctx context.Context, _ emptyRequest) (emptyResponse, error) {
			return &std_srvs.EmptyResponse{}, do(ctx)
		})
		if _, err := closers.Add(&f.ends, s, err); err != nil {
			return err
		}
	}
	return nil
}

// call carries out a command and waits for its answer.
func (f *Face) call(ctx context.Context, cmd hand.Command) (hand.Status, error) {
	answer := make(chan event, 1)
	if err := f.ask(cmd, func(e *event) { answer <- *e }); err != nil {
		return hand.Status{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, serviceTimeout)
	defer cancel()
	select {
	case e := <-answer:
		return e.Status, e.Err
	case <-ctx.Done():
		return hand.Status{}, fault.New("command hand", cmd.Verb.String(), fault.Timeout, "the loop did not answer: it stands still")
	case <-f.ctx.Done():
		return hand.Status{}, fault.New("command hand", cmd.Verb.String(), fault.Preempted, "the node is closing")
	}
}

func (f *Face) stopMotor(ctx context.Context) error {
	_, err := f.call(ctx, hand.Command{Verb: hand.Stop})
	return err
}

// zero averages the fingertips' counts at rest, and waits for it.
func (f *Face) zero(ctx context.Context) error {
	if _, err := f.call(ctx, hand.Command{Verb: hand.Zero}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, serviceTimeout)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		f.mu.Lock()
		state, ok := f.last.Zero, f.seen
		f.mu.Unlock()
		switch {
		case !ok || state == touch.ZeroBusy:
		case state == touch.Zeroed:
			return nil
		default:
			return fault.New("zero fingertips", f.node.Name(), fault.Unavailable, "%v", state)
		}
		select {
		case <-ctx.Done():
			return fault.New("zero fingertips", f.node.Name(), fault.Timeout, "the pads or the loop stand still")
		case <-f.ctx.Done():
			return fault.New("zero fingertips", f.node.Name(), fault.Preempted, "the node is closing")
		case <-tick.C:
		}
	}
}

// Reload takes over what the parameter server says now. An error leaves everything as it was.
func (f *Face) Reload(ctx context.Context) error {
	f.mu.Lock()
	p := f.p
	f.mu.Unlock()
	p, unknown, err := read(ctx, f.node, p)
	if err != nil {
		return err
	}
	for _, name := range unknown {
		f.node.Log().Warn("unknown parameter", "name", name)
	}
	if err := f.publishable(&p); err != nil {
		return fault.Wrap("reload parameters", f.node.Name(), err)
	}
	done := make(chan struct{})
	if !f.link.loop.Do(func() {
		f.link.law.SetParams(p.Hand)
		f.link.skip = uint64(p.PublishSkip)
		close(done)
	}) {
		return fault.New("reload parameters", f.node.Name(), fault.Unavailable, "the loop does not take commands")
	}
	ctx, cancel := context.WithTimeout(ctx, serviceTimeout)
	defer cancel()
	select {
	case <-done:
	case <-ctx.Done():
		return fault.New("reload parameters", f.node.Name(), fault.Timeout, "the loop did not answer: it stands still")
	}
	f.mu.Lock()
	f.p = p
	f.mu.Unlock()
	return nil
}
