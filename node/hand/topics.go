package hand

import (
	"context"
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/handmsg"
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
	return f.post(cmd.Verb, func(id uint64) {
		cmd.ID = id
		_ = f.link.do(cmd) // the answer comes as an event
	}, done)
}

// post has the loop run a function that answers under the number that it is given; done gets the answer.
func (f *Face) post(v hand.Verb, do func(id uint64), done func(*event)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	id := f.link.next()
	f.calls[id] = done
	err := f.link.run(v, func() { do(id) })
	if err != nil {
		delete(f.calls, id)
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

// services offers the PR2's three services, whose type has no room for a result: a failure is a failed call, with the reason. ~do has.
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
	s, err := ros.AdvertiseService(f.node, "~do", &holdfast_msgs.DoHandService, f.do)
	_, err = closers.Add(&f.ends, s, err)
	return err
}

// call carries out a command and waits for its answer.
func (f *Face) call(ctx context.Context, cmd hand.Command) error {
	e, err := f.await(ctx, cmd.Verb, func(id uint64) {
		cmd.ID = id
		_ = f.link.do(cmd)
	})
	if err != nil {
		return err
	}
	return e.Err
}

// await is post, and waits for the answer.
func (f *Face) await(ctx context.Context, v hand.Verb, do func(id uint64)) (e event, err error) {
	answer := make(chan event, 1)
	if err := f.post(v, do, func(e *event) { answer <- *e }); err != nil {
		return e, err
	}
	ctx, cancel := context.WithTimeout(ctx, serviceTimeout)
	defer cancel()
	select {
	case e = <-answer:
		return e, nil
	case <-ctx.Done():
		return e, fault.New("command hand", v.String(), fault.Timeout, "the loop did not answer: it stands still")
	case <-f.ctx.Done():
		return e, fault.New("command hand", v.String(), fault.Preempted, "the node is closing")
	}
}

// do carries out an order of a client that wants the answer: a refusal is one, and no failure of the call.
func (f *Face) do(ctx context.Context, req *holdfast_msgs.DoHandRequest) (*holdfast_msgs.DoHandResponse, error) {
	cmd := handmsg.CommandOf(&req.Command)
	if math.IsNaN(req.ForceLimit - req.ForceLimit) {
		return nil, fault.New("command hand", "force_limit", fault.Invalid, "it is not finite")
	}
	e, err := f.await(ctx, cmd.Verb, func(id uint64) {
		if req.Limit {
			f.link.bound(req.ForceLimit)
		}
		if req.OnlyLimit {
			f.link.answer(id, nil)
			return
		}
		cmd.ID = id
		_ = f.link.do(cmd)
	})
	if err != nil {
		return nil, err
	}
	res := &holdfast_msgs.DoHandResponse{Status: f.statusMsg(&e.Status, e.Limit)}
	if e.Err != nil {
		res.Refused, res.Kind = e.Err.Error(), uint8(fault.KindOf(e.Err))
	}
	return res, nil
}

// statusMsg is everything that is known of the hand.
func (f *Face) statusMsg(s *hand.Status, limit float64) holdfast_msgs.HandStatus {
	m := handmsg.Status(s, limit)
	f.mu.Lock()
	m.Header.Stamp, m.Header.FrameID = f.stamp(s), f.opt.Palm
	f.mu.Unlock()
	return m
}

func (f *Face) stopMotor(ctx context.Context) error {
	return f.call(ctx, hand.Command{Verb: hand.Stop})
}

// zero averages the fingertips' counts at rest, and waits for it.
func (f *Face) zero(ctx context.Context) error {
	if err := f.call(ctx, hand.Command{Verb: hand.Zero}); err != nil {
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
		f.link.setParams(p.Hand)
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
