// Package graspfix is the ROS face of the grasp fix: contacts and link states of a simulator come in, events go out, and objects are
// welded through gazebo_ros_link_attacher.
//
// Subscribes: the contact topics (gazebo_msgs/ContactsState, several are merged), /gazebo/link_states (gazebo_msgs/LinkStates).
// Publishes: ~grasp_events (gazebo_grasp_plugin_ros/GazeboGraspEvent, the original's message; a transfer is a detach and an attach),
// ~events (std_msgs/String, latched: the event as JSON, with time, reason and palm twist).
// Calls: the services attach and detach (gazebo_ros_link_attacher/Attach), unless it is a dry run.
// Serves: ~explain (std_srvs/Trigger: why each object is attached or not).
package graspfix

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/graspfix"
	"github.com/holdfast-robotics/holdfast/graspfix/stream"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_grasp_plugin_ros"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/gazebo_ros_link_attacher"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
)

// Options of the face.
type Options struct {
	Contacts   []string            // topics of gazebo_msgs/ContactsState; default: contacts
	LinkStates string              // default: /gazebo/link_states
	Frame      graspfix.ForceFrame // of the forces; Gazebo classic gives them in each link's own frame
	Attach     string              // service that attaches; "" for a dry run
	Detach     string              // service that detaches
	RobotModel string              // name of the robot's model, which the attacher needs
	Timeout    time.Duration       // of a service call; default 1 s
	Problem    func(string)        // told what could not be used; may be nil
}

// Face is a running grasp fix.
type Face struct {
	opt    Options
	ctx    context.Context
	cancel context.CancelFunc
	calls  sync.WaitGroup

	mu     sync.Mutex
	fix    *graspfix.Fix
	feed   *feed
	closed bool
	ends   closers.List

	plain          *ros.Publisher[*gazebo_grasp_plugin_ros.GazeboGraspEvent]
	rich           *ros.Publisher[*std_msgs.String]
	attach, detach *ros.ServiceClient[*gazebo_ros_link_attacher.AttachRequest, *gazebo_ros_link_attacher.AttachResponse]
}

// New starts the fix on a node. Close ends it.
func New(node *ros.Node, cfg *graspfix.Config, opt Options) (*Face, error) {
	if len(opt.Contacts) == 0 {
		opt.Contacts = []string{"contacts"}
	}
	if opt.LinkStates == "" {
		opt.LinkStates = "/gazebo/link_states"
	}
	if opt.Timeout == 0 {
		opt.Timeout = time.Second
	}
	f := &Face{opt: opt}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	return closers.Started(f, "start grasp fix", f.start(node, cfg))
}

func (f *Face) start(node *ros.Node, cfg *graspfix.Config) error {
	var act graspfix.Actuator
	if f.opt.Attach != "" {
		if f.opt.RobotModel == "" || f.opt.Detach == "" {
			return fault.New("", "actuator", fault.Invalid, "the attacher needs the name of the robot's model and a detach service")
		}
		act = f
	}
	var err error
	f.fix, err = graspfix.New(cfg, act, graspfix.Hooks{OnEvent: f.event, OnProblem: func(p graspfix.Problem, text string) { f.say(p.String() + ": " + text) }})
	if err != nil {
		return err
	}
	f.feed = newFeed(f.fix, f.opt.Frame)
	if f.plain, err = ros.Advertise[*gazebo_grasp_plugin_ros.GazeboGraspEvent](node, "~grasp_events"); err != nil {
		return err
	}
	closers.Keep(&f.ends, f.plain.Close)
	if f.rich, err = ros.Advertise[*std_msgs.String](node, "~events", ros.Latch()); err != nil {
		return err
	}
	closers.Keep(&f.ends, f.rich.Close)
	if act != nil {
		typ := &gazebo_ros_link_attacher.AttachService
		if f.attach, err = ros.NewServiceClient[*gazebo_ros_link_attacher.AttachRequest, *gazebo_ros_link_attacher.AttachResponse](node, f.opt.Attach, typ, false); err != nil {
			return err
		}
		closers.Keep(&f.ends, f.attach.Close)
		if f.detach, err = ros.NewServiceClient[*gazebo_ros_link_attacher.AttachRequest, *gazebo_ros_link_attacher.AttachResponse](node, f.opt.Detach, typ, false); err != nil {
			return err
		}
		closers.Keep(&f.ends, f.detach.Close)
	}
	explain, err := ros.AdvertiseService(node, "~explain", &std_srvs.TriggerService, func(context.Context, *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		return &std_srvs.TriggerResponse{Success: true, Message: f.Explain()}, nil
	})
	if err != nil {
		return err
	}
	closers.Keep(&f.ends, explain.Close)
	links, err := ros.Subscribe(node, f.opt.LinkStates, f.links)
	if err != nil {
		return err
	}
	closers.Keep(&f.ends, links.Close)
	for _, topic := range f.opt.Contacts {
		s, err := ros.Subscribe(node, topic, f.contacts)
		if err != nil {
			return err
		}
		closers.Keep(&f.ends, s.Close)
	}
	clock, err := ros.Subscribe(node, "/clock", func(m *rosgraph_msgs.Clock) { f.advance(m.Clock.Seconds()) })
	if err != nil {
		return err
	}
	closers.Keep(&f.ends, clock.Close)
	return nil
}

// Close ends subscriptions and waits for service calls that are under way. What is held stays held.
func (f *Face) Close() error {
	f.mu.Lock()
	f.closed = true
	ends := f.ends
	f.ends = closers.List{}
	f.mu.Unlock()
	err := ends.Close()
	f.cancel()
	f.calls.Wait()
	return err
}

// Explain says for each object why it is attached or not, one a line.
func (f *Face) Explain() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var lines []string
	for _, v := range f.fix.ExplainAll() {
		lines = append(lines, v.String())
	}
	return strings.Join(lines, "\n")
}

// Attached returns what is held, object to arm.
func (f *Face) Attached() map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fix.Attached()
}

func (f *Face) say(text string) {
	if f.opt.Problem != nil {
		f.opt.Problem(text)
	}
}

func (f *Face) advance(t float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.fix.Advance(t, wall())
	}
}

// wall is the time of the original's update rate.
func wall() float64 { return float64(time.Now().UnixNano()) * 1e-9 }

func (f *Face) links(m *gazebo_msgs.LinkStates) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.feed.links(m)
	}
}

func (f *Face) contacts(m *gazebo_msgs.ContactsState) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.feed.contacts(m, wall())
	}
}

// event publishes an event; the fix calls it with the lock held.
func (f *Face) event(e graspfix.Event) {
	line, err := json.Marshal(stream.NewEventLine(e))
	if err == nil {
		err = f.rich.Publish(&std_msgs.String{Data: string(line)})
	}
	if e.Kind == graspfix.Transfer && err == nil {
		err = f.plain.Publish(&gazebo_grasp_plugin_ros.GazeboGraspEvent{Arm: e.From, Object: e.Object})
	}
	if err == nil {
		err = f.plain.Publish(&gazebo_grasp_plugin_ros.GazeboGraspEvent{Arm: e.Arm, Object: e.Object, Attached: e.Kind != graspfix.Detach})
	}
	if err != nil {
		f.say("an event could not be published: " + err.Error())
	}
}

// Attach asks the attacher in the background; the fix calls it.
func (f *Face) Attach(w graspfix.Weld) error {
	f.call(f.attach, w, func(err error) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if err := f.fix.Acknowledge(w.Arm, err); err != nil {
			f.say("a late answer of the attacher: " + err.Error())
		}
	})
	return graspfix.ErrPending
}

// Detach asks the attacher in the background; the fix calls it.
func (f *Face) Detach(w graspfix.Weld) error {
	f.call(f.detach, w, func(err error) {
		if err != nil {
			f.say("the attacher did not let go of " + w.Object + ": " + err.Error())
		}
	})
	return graspfix.ErrPending
}

func (f *Face) call(c *ros.ServiceClient[*gazebo_ros_link_attacher.AttachRequest, *gazebo_ros_link_attacher.AttachResponse], w graspfix.Weld, done func(error)) {
	f.calls.Go(func() {
		ctx, cancel := context.WithTimeout(f.ctx, f.opt.Timeout)
		defer cancel()
		r, err := c.Call(ctx, &gazebo_ros_link_attacher.AttachRequest{
			ModelName1: f.opt.RobotModel, LinkName1: w.Palm, ModelName2: w.ObjectModel, LinkName2: w.ObjectLink[strings.LastIndexByte(w.ObjectLink, ':')+1:],
		})
		if err == nil && !r.Ok {
			err = fault.New("attach", w.Object, fault.Unavailable, "the attacher answered that it did not")
		}
		done(err)
	})
}
