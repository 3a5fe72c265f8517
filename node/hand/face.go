package hand

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/handmsg"
	"github.com/holdfast-robotics/holdfast/node/params"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Options of the face.
type Options struct {
	// Classic is the name of the stock gripper controller whose topic command, topic state and gripper_action are served as well,
	// as /r_gripper_controller; "" is the node's own name less _sensor, "-" none.
	Classic string
	// Palm, LeftTip and RightTip are the frames of ~tactile; "" are the PR2's, by the node's prefix.
	Palm, LeftTip, RightTip string
	// PadFace is how far the face of a pad is from the origin of its fingertip's link, m; 0 is 15 mm for the fingertips of the PR2.
	PadFace float64
	// Given are the names of parameters on the server that were set for this run; the others may be of an earlier one.
	Given []string
	// State is the file in which the hand remembers, over a restart, the zero of its fingertips and whether it holds; "" for none.
	State string
	// Observe, where it is set, is told of the controller before the loop runs it: a flight recorder makes itself its observer.
	Observe func(c *hand.Controller) error

	manual bool // a test calls pump itself
}

// Face is a running node of a hand.
type Face struct {
	node   *ros.Node
	opt    Options
	link   *link
	layout touch.Layout // of the fingertips; for a hand without pads that of what stands in for them
	bare   bool         // it has none
	frames padFrames
	period time.Duration
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	ends   closers.List

	state    *ros.Publisher[*pr2_controllers_msgs.JointControllerState]
	classic  *ros.Publisher[*pr2_controllers_msgs.JointControllerState] // nil for none
	contact  *ros.Publisher[*pr2.PR2GripperFindContactData]
	force    *ros.Publisher[*pr2.PR2GripperForceServoData]
	slip     *ros.Publisher[*pr2.PR2GripperSlipServoData]
	events   *ros.Publisher[*pr2.PR2GripperEventDetectorData]
	raw      *ros.Publisher[*pr2.PR2GripperSensorRawData]
	tactile  *ros.Publisher[*holdfast_msgs.Tactile]
	status   *ros.Publisher[*holdfast_msgs.HandStatus]
	describe *ros.Publisher[*std_msgs.String]

	mu       sync.Mutex
	p        Params
	actions  []action
	calls    map[uint64]func(*event) // commands that are no goals, by number
	last     hand.Status             // the newest that was seen
	seen     bool                    // a sample or an event has come
	heard    wire.Time               // when
	base     time.Duration           // ROS time less the loop's
	based    bool
	frame    uint64 // of the fingertips, published last
	came     int    // frames
	told     string // the description that was published last
	toldTime float64
	saved    memory // as in the file
	resume   memory // as found in the file at the start
	resuming bool   // the command for it is on its way
	refused  bool   // and was not taken at first
	resumed  bool   // that is decided
	logged   hand.Status
	zeros    [2][]float64 // newest
	dropped  uint64
}

// pumpPeriod is how often what comes from the loop is looked for.
const pumpPeriod = 2 * time.Millisecond

// New makes the controller of a hand for fingertips of a layout, nil for a hand without pads, has the loop run it, and starts the face on a
// node. The loop may run already. p is what the parameter server does not say otherwise. Close ends the face and leaves the hand as it is.
func New(ctx context.Context, n *ros.Node, loop *hardware.Loop, pads *touch.Layout, p Params, opt Options) (*Face, error) {
	const op = "start hand"
	other, err := forget(ctx, n, p, opt.Given)
	if err != nil {
		return nil, fault.Wrap(op, n.Name(), err)
	}
	if other != "" {
		n.Log().Warn("the parameter server had the parameters of another gripper", "was", other, "now", p.Gripper)
	}
	p, unknown, err := read(ctx, n, p)
	if err != nil {
		return nil, fault.Wrap(op, n.Name(), err)
	}
	for _, name := range unknown {
		n.Log().Warn("unknown parameter", "name", name)
	}
	g, err := loop.Gripper(p.Joint)
	if err != nil {
		return nil, fault.Wrap(op, n.Name(), err)
	}
	if pads != nil {
		if has, want := len(g.Reading.Cells[0]), len(pads.Delivered().Cells); has != want {
			return nil, fault.New(op, n.Name(), fault.Conflict, "the board has %d cells on a fingertip and the gripper that it is said to be %d (%s); which gripper is it?", has, want, pads.Name)
		}
	}
	law, err := hand.New(p.Hand, pads, g.Period.Seconds())
	if err != nil {
		return nil, fault.Wrap(op, n.Name(), err)
	}
	f := &Face{node: n, opt: opt, p: p, layout: law.Skin().Layout().Delivered(), period: g.Period, calls: map[uint64]func(*event){}}
	f.bare = pads == nil
	if err := f.publishable(&p); err != nil {
		return nil, fault.Wrap(op, n.Name(), err)
	}
	f.ctx, f.cancel = context.WithCancel(n.Context())
	f.named(g)
	f.link = newLink(loop, law, p.PublishSkip)
	f.remember(law)
	if opt.Observe != nil {
		if err := opt.Observe(law); err != nil {
			return nil, fault.Wrap(op, n.Name(), err)
		}
	}
	if err := f.start(ctx); err != nil {
		f.Close()
		return nil, fault.Wrap(op, n.Name(), err)
	}
	name := strings.TrimPrefix(n.Name(), "/")
	if err := loop.Manager.Load(hardware.Spec{Name: name, Type: controllerType, Joint: g.Joint.Name, Controller: f.link}); err != nil {
		f.Close()
		return nil, fault.Wrap(op, n.Name(), err)
	}
	if _, err := loop.Manager.Request([]string{name}, nil, hardware.Strict); err != nil {
		f.Close()
		return nil, fault.Wrap(op, n.Name(), err)
	}
	return f, nil
}

// named fills in the names that were left open.
func (f *Face) named(g *hardware.Gripper) {
	prefix, _, _ := strings.Cut(f.node.Name()[strings.LastIndexByte(f.node.Name(), '/')+1:], "gripper")
	set := func(s *string, def string) {
		if *s == "" {
			*s = def
		}
	}
	set(&f.p.Joint, g.Joint.Name)
	set(&f.p.Accelerometer, g.Actuator.Name)
	if !f.bare {
		set(&f.p.LeftTip, g.Actuator.Name+"l_finger_tip")
		set(&f.p.RightTip, g.Actuator.Name+"r_finger_tip")
	}
	set(&f.opt.Palm, prefix+"gripper_palm_link")
	set(&f.opt.LeftTip, prefix+"gripper_l_finger_tip_link")
	set(&f.opt.RightTip, prefix+"gripper_r_finger_tip_link")
	if f.opt.PadFace == 0 && f.layout.Name == touch.PR2().Name {
		f.opt.PadFace = 0.015
	}
	f.frames = padFrames{names: [2]string{f.opt.LeftTip, f.opt.RightTip}, face: f.opt.PadFace}
	if f.opt.Classic == "" {
		f.opt.Classic = strings.Replace(f.node.Name(), "gripper_sensor_controller", "gripper_controller", 1)
	}
	if f.opt.Classic == "-" || f.opt.Classic == f.node.Name() {
		f.opt.Classic = ""
	}
}

// publishable says what of what the parameters ask for the hand cannot publish.
func (f *Face) publishable(p *Params) error {
	if n := len(f.layout.Cells); p.RawData && (f.bare || n != rawCells) {
		has := "no pads"
		if !f.bare {
			has = fmt.Sprintf("fingertips of %d", n)
		}
		return fault.New("", "raw_data", fault.Unsupported, "its message has room for the %d cells of the PR2's fingertips, and this hand has %s; listen to ~tactile", rawCells, has)
	}
	return nil
}

// advertise announces a topic; as on the PR2 only the newest message waits for a slow subscriber.
func advertise[M ros.Message](f *Face, topic string, opts ...ros.PubOption) (*ros.Publisher[M], error) {
	p, err := ros.Advertise[M](f.node, topic, append([]ros.PubOption{ros.QueueSize(1)}, opts...)...)
	return closers.Add(&f.ends, p, err)
}

func (f *Face) start(ctx context.Context) (err error) {
	if err := show(ctx, f.node, f.p); err != nil {
		return err
	}
	set, err := declared(&f.p)
	if err != nil {
		return err
	}
	described, err := params.Publish(f.node, set)
	if _, err := closers.Add(&f.ends, described, err); err != nil {
		return err
	}
	if f.state, err = advertise[*pr2_controllers_msgs.JointControllerState](f, "~state"); err != nil {
		return err
	}
	if f.contact, err = advertise[*pr2.PR2GripperFindContactData](f, "~contact_state"); err != nil {
		return err
	}
	if f.force, err = advertise[*pr2.PR2GripperForceServoData](f, "~force_servo_state"); err != nil {
		return err
	}
	if f.slip, err = advertise[*pr2.PR2GripperSlipServoData](f, "~slip_servo_state"); err != nil {
		return err
	}
	if f.events, err = advertise[*pr2.PR2GripperEventDetectorData](f, "~event_detector_state"); err != nil {
		return err
	}
	if f.raw, err = advertise[*pr2.PR2GripperSensorRawData](f, "~raw_data"); err != nil {
		return err
	}
	if !f.bare {
		if f.tactile, err = advertise[*holdfast_msgs.Tactile](f, "~tactile"); err != nil {
			return err
		}
	}
	if f.status, err = advertise[*holdfast_msgs.HandStatus](f, "~status"); err != nil {
		return err
	}
	if f.describe, err = advertise[*std_msgs.String](f, "~describe", ros.Latch()); err != nil {
		return err
	}
	if f.opt.Classic != "" {
		if f.classic, err = advertise[*pr2_controllers_msgs.JointControllerState](f, f.opt.Classic+"/state"); err != nil {
			return err
		}
	}
	if err := f.subscribe(); err != nil {
		return err
	}
	if err := f.services(); err != nil {
		return err
	}
	if err := f.serveAll(); err != nil {
		return err
	}
	if f.opt.Classic != "" {
		if err := f.serveMove(f.opt.Classic + "/gripper_action"); err != nil {
			return err
		}
	}
	if !f.opt.manual {
		f.wg.Go(f.run)
	}
	f.wg.Go(f.watch)
	return nil
}

// Close ends the actions, whose goals are aborted, and withdraws topics and services. The hand goes on as it is.
func (f *Face) Close() error {
	f.mu.Lock()
	actions, ends := f.actions, f.ends
	f.actions, f.ends = nil, closers.List{}
	f.mu.Unlock()
	var first error
	for _, a := range actions {
		first = cmp.Or(first, a.close())
	}
	first = cmp.Or(first, ends.Close())
	f.cancel()
	f.wg.Wait()
	return first
}

// run looks for what comes from the loop. It goes by the wall, since the loop may, too.
func (f *Face) run() {
	tick := time.NewTicker(pumpPeriod)
	defer tick.Stop()
	for {
		select {
		case <-f.ctx.Done():
			return
		case <-tick.C:
			f.pump()
		}
	}
}

// pump passes on what has come from the loop since the last time.
func (f *Face) pump() {
	f.mu.Lock()
	defer f.mu.Unlock()
	var e event
	for f.link.events.Get(&e) {
		f.note(&e.Status)
		f.event(&e)
	}
	var s sample
	for f.link.samples.Get(&s) {
		f.note(&s.Status)
		f.publish(&s)
		for _, a := range f.actions {
			a.sample(&s)
		}
	}
	f.link.skin.Read(f.feel)
	if d := f.link.events.Dropped() + f.link.samples.Dropped(); d != f.dropped {
		f.node.Log().Warn("the node was too slow for the hand", "dropped", d-f.dropped)
		f.dropped = d
	}
	f.describeNow()
	f.keepMemory()
}

// note remembers the newest status and when it came. The difference of ROS time and the loop's is the smallest that was seen lately,
// since everything that delays the node makes it larger.
func (f *Face) note(s *hand.Status) {
	now := f.node.Clock().Now()
	f.heard, f.seen, f.last = now, true, *s
	base := time.Duration(int64(now.Sec)*1e9+int64(now.Nsec)) - param.Seconds(s.Time)
	const jump = 100 * time.Millisecond // more is a clock that was set, or a loop that stood still
	if d := base - f.base; !f.based || d < 0 || d > jump {
		f.base, f.based = base, true
	}
}

// stamp is the ROS time of a status.
func (f *Face) stamp(s *hand.Status) wire.Time {
	ns := int64(f.base + param.Seconds(s.Time))
	if ns < 0 {
		return wire.Time{}
	}
	return wire.Time{Sec: uint32(ns / 1e9), Nsec: uint32(ns % 1e9)}
}

// event passes an event to whom it concerns.
func (f *Face) event(e *event) {
	switch e.Kind {
	case answered:
		for _, a := range f.actions {
			if a.answered(e) {
				return
			}
		}
		if call := f.calls[e.ID]; call != nil {
			delete(f.calls, e.ID)
			call(e)
		}
	case ended:
		for _, a := range f.actions {
			if a.ended(e) {
				return
			}
		}
	case changed:
		f.changed(&e.Status)
		for _, a := range f.actions {
			a.changed(e)
		}
	}
}

// publish publishes the six states, and raw_data.
func (f *Face) publish(s *sample) {
	t := f.stamp(&s.Status)
	state := jointState(&s.Status, s.Step, t)
	contact, force, slip, events := contactData(&s.Status, t), forceData(&s.Status, t), slipData(&s.Status, t), eventData(&s.Status, t)
	f.tell(f.state.Publish(state))
	f.tell(f.contact.Publish(&contact))
	f.tell(f.force.Publish(&force))
	f.tell(f.slip.Publish(&slip))
	f.tell(f.events.Publish(&events))
	if f.status.Subscribers() > 0 {
		m := handmsg.Status(&s.Status, s.Limit)
		m.Header.Stamp, m.Header.FrameID = t, f.opt.Palm
		f.tell(f.status.Publish(&m))
	}
	if f.classic != nil {
		f.tell(f.classic.Publish(state))
	}
	if f.p.RawData {
		f.link.skin.Read(func(k *skin) { f.tell(f.raw.Publish(rawData(k, t))) })
	}
}

// feel publishes a new frame of the fingertips.
func (f *Face) feel(s *skin) {
	if s.Time == 0 || s.Frame == f.frame {
		return
	}
	f.frame = s.Frame
	f.came++
	for i, z := range s.Zeros {
		f.zeros[i] = append(f.zeros[i][:0], z...)
	}
	if f.tactile != nil && f.tactile.Subscribers() > 0 {
		f.tell(f.tactile.Publish(tactile(s, &f.layout, &f.frames, f.opt.Palm, f.stamp(&hand.Status{Time: s.Time}))))
	}
}

// tell logs what could not be published.
func (f *Face) tell(err error) {
	if err != nil && fault.KindOf(err) != fault.Preempted { // Preempted: the node is closing
		f.node.Log().Error("cannot publish", "err", err)
	}
}

// changed logs a change: of what the hand does, and more quietly of what it feels.
func (f *Face) changed(s *hand.Status) {
	level, t := slog.LevelDebug, &f.logged
	switch {
	case s.Fault != t.Fault && s.Fault != hand.NoReason, s.Empty && !t.Empty && s.Mode != hand.Position:
		level = slog.LevelWarn
	case s.Mode != t.Mode, s.Stage != t.Stage, s.Why != t.Why, s.Fault != t.Fault:
		level = slog.LevelInfo
	}
	why := ""
	if s.Fault == hand.MotorHalted {
		reason := hardware.NotHalted
		f.link.loop.Snapshot(func(m *hardware.Snapshot) { why, reason = m.Halt.String(), m.Halt.Reason })
		switch {
		case reason == hardware.NeverReset: // the motors are reset with the first cycles
			level, why = slog.LevelDebug, ""
		case why != "":
			why = "; " + why + "; call pr2_ethercat/reset_motors when the cause is gone"
		}
	}
	f.logged = *s
	f.node.Log().Log(f.ctx, level, "hand: "+s.Describe()+why)
}

// describePeriod is the time between descriptions of a hand that does not change its mode, s.
const describePeriod = 0.1

// describeNow publishes in a line what the hand does and feels, when it has changed.
func (f *Face) describeNow() {
	if !f.seen || f.told != "" && f.last.Time < f.toldTime+describePeriod && f.last.Time >= f.toldTime {
		return
	}
	f.toldTime = f.last.Time
	if line := f.last.Describe(); line != f.told {
		f.told = line
		f.tell(f.describe.Publish(&std_msgs.String{Data: line}))
	}
}

// watch aborts the goals of a loop that has fallen silent, so that no client waits for ever.
func (f *Face) watch() {
	_ = clock.Every(f.ctx, f.node.Clock(), time.Second, func(now wire.Time) error { // ends with the face
		f.mu.Lock()
		defer f.mu.Unlock()
		silent := now.Sub(f.heard)
		if f.seen && silent <= param.Seconds(f.p.Watchdog) {
			return nil
		}
		text := "the hand's loop has never been heard"
		if f.seen {
			text = "the hand's loop has been silent for " + silent.Truncate(100*time.Millisecond).String() + "; last it said: " + f.last.Describe()
		}
		for _, a := range f.actions {
			a.abort(text)
		}
		return nil
	})
}
