// Package hardware is the ROS face of the hardware layer, with the names of the PR2: what its realtime process and controller manager
// published and served.
//
// Publishes: joint_states (sensor_msgs/JointState, 100 Hz), mechanism_statistics (pr2_mechanism_msgs/MechanismStatistics, 1 Hz),
// pressure/ACTUATOR (pr2_msgs/PressureState, each new frame), pressure/ACTUATOR_info (fingertip_pressure/PressureInfo, latched),
// accelerometer/ACTUATOR (pr2_msgs/AccelerometerState, each cycle), /diagnostics (diagnostic_msgs/DiagnosticArray, 1 Hz) and
// pr2_ethercat/motors_halted (std_msgs/Bool, latched: each second, and at once when it changes).
//
// Serves: pr2_ethercat/reset_motors and halt_motors (std_srvs/Empty), and pr2_controller_manager/load_controller, unload_controller,
// switch_controller, list_controllers, list_controller_types, reload_controller_libraries (pr2_mechanism_msgs).
//
// Controllers that it can load: pr2_mechanism_controllers/Pr2GripperController, with its topics command and state and the action
// gripper_action, and pr2_calibration_controllers/GripperCalibrationController, with is_calibrated, calibrated and the action calibrate.
//
// The loop is never waited for: the face reads what the loop hands over, and gives it functions to run between two cycles.
package hardware

import (
	"cmp"
	"context"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/diagnostic_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/fingertip_pressure"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_mechanism_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Options of the face.
type Options struct {
	JointStateRate float64       // Hz; default 100
	StatisticsRate float64       // Hz; default 1
	SwitchTimeout  time.Duration // of switch_controller; default 1 s
	Problem        func(string)  // told what could not be done; may be nil
}

// poll is how often the face looks at the loop.
const poll = 2 * time.Millisecond

// Face is the running face of a loop.
type Face struct {
	node *ros.Node
	loop *hw.Loop
	opt  Options

	ends   closers.List
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}

	joints     *ros.Publisher[*sensor_msgs.JointState]
	statistics *ros.Publisher[*pr2_mechanism_msgs.MechanismStatistics]
	diag       *ros.Publisher[*diagnostic_msgs.DiagnosticArray]
	halted     *ros.Publisher[*std_msgs.Bool]
	boards     []boardFace
	saved      []savedOffset

	services sync.Mutex // one request of the controller manager at a time

	mu     sync.Mutex
	extras map[string]extra // of loaded controllers

	diagnoser             hw.Diagnoser
	nextJoint, nextStat   time.Duration // by the loop's time
	nextSecond            time.Duration
	wasHalted, everHalted bool
	jointMsg              sensor_msgs.JointState
	stat                  pr2_mechanism_msgs.MechanismStatistics
	pressureMsg           pr2_msgs.PressureState
	accelMsg              pr2_msgs.AccelerometerState
}

// boardFace are the topics of a board.
type boardFace struct {
	name     string
	frame    string
	pressure *ros.Publisher[*pr2_msgs.PressureState]
	accel    *ros.Publisher[*pr2_msgs.AccelerometerState]
	seen     uint64 // pressure frames
}

// savedOffset is what a board's memory is known to hold.
type savedOffset struct {
	offset float64
	has    bool
}

// New starts the face of a loop on a node. The loop may run already. Close ends the face; the loop goes on.
func New(node *ros.Node, loop *hw.Loop, opt Options) (*Face, error) {
	f, err := newFace(node, loop, opt)
	if err != nil {
		return nil, err
	}
	go f.run()
	return f, nil
}

// newFace is New without the goroutine that publishes.
func newFace(node *ros.Node, loop *hw.Loop, opt Options) (*Face, error) {
	if opt.JointStateRate == 0 {
		opt.JointStateRate = 100
	}
	if opt.StatisticsRate == 0 {
		opt.StatisticsRate = 1
	}
	if opt.SwitchTimeout == 0 {
		opt.SwitchTimeout = time.Second
	}
	if opt.Problem == nil {
		opt.Problem = func(string) {}
	}
	if !(opt.JointStateRate > 0 && opt.JointStateRate <= 1000 && opt.StatisticsRate > 0 && opt.StatisticsRate <= 100) {
		return nil, fault.New("start hardware face", "", fault.Invalid, "joint states at %g Hz and statistics at %g Hz; up to 1000 and 100 are possible", opt.JointStateRate, opt.StatisticsRate)
	}
	f := &Face{node: node, loop: loop, opt: opt, extras: map[string]extra{}, done: make(chan struct{})}
	f.ctx, f.cancel = context.WithCancel(node.Context())
	if err := f.start(); err != nil {
		close(f.done)
		_ = f.Close()
		return nil, fault.Wrap("start hardware face", "", err)
	}
	return f, nil
}

func (f *Face) start() error {
	var err error
	if f.joints, err = advertise[*sensor_msgs.JointState](f, "joint_states"); err != nil {
		return err
	}
	if f.statistics, err = advertise[*pr2_mechanism_msgs.MechanismStatistics](f, "mechanism_statistics"); err != nil {
		return err
	}
	if f.diag, err = advertise[*diagnostic_msgs.DiagnosticArray](f, "/diagnostics"); err != nil {
		return err
	}
	if f.halted, err = advertise[*std_msgs.Bool](f, "pr2_ethercat/motors_halted", ros.Latch()); err != nil {
		return err
	}
	var devices []hw.Device
	f.loop.Snapshot(func(s *hw.Snapshot) {
		for i := range s.Boards {
			devices = append(devices, s.Boards[i].Device)
			f.saved = append(f.saved, savedOffset{s.Boards[i].State.ZeroOffset, s.Boards[i].State.Calibration != hw.Uncalibrated})
		}
	})
	for i := range devices {
		if err := f.startBoard(&devices[i]); err != nil {
			return err
		}
	}
	if err := f.service("pr2_ethercat/reset_motors", f.loop.Reset); err != nil {
		return err
	}
	if err := f.service("pr2_ethercat/halt_motors", f.loop.Halt); err != nil {
		return err
	}
	f.registerTypes()
	return f.startManager()
}

func advertise[M ros.Message](f *Face, topic string, opts ...ros.PubOption) (*ros.Publisher[M], error) {
	p, err := ros.Advertise[M](f.node, topic, opts...)
	if err == nil {
		closers.Keep(&f.ends, p.Close)
	}
	return p, err
}

func (f *Face) startBoard(d *hw.Device) error {
	b := boardFace{name: d.Name, frame: d.Name + "_accelerometer_link"}
	var err error
	if d.Provided&hw.HasPressure != 0 {
		if b.pressure, err = advertise[*pr2_msgs.PressureState](f, "pressure/"+d.Name); err != nil {
			return err
		}
		if d.Cells == 22 { // the cells of the PR2's fingertips are known
			info, err := advertise[*fingertip_pressure.PressureInfo](f, "pressure/"+d.Name+"_info", ros.Latch())
			if err != nil {
				return err
			}
			if err := info.Publish(pressureInfo(strings.TrimSuffix(d.Name, "_motor"))); err != nil {
				return err
			}
		}
	}
	if d.Provided&hw.HasAccelerometer != 0 {
		if b.accel, err = advertise[*pr2_msgs.AccelerometerState](f, "accelerometer/"+d.Name, ros.QueueSize(1000)); err != nil {
			return err
		}
	}
	f.boards = append(f.boards, b)
	return nil
}

// service serves something that the loop does between two cycles.
func (f *Face) service(name string, do func() bool) error {
	s, err := ros.AdvertiseService(f.node, name, &std_srvs.EmptyService, func(context.Context, *std_srvs.EmptyRequest) (*std_srvs.EmptyResponse, error) {
		if !do() {
			return nil, fault.New("", name, fault.Unavailable, "the loop takes no requests")
		}
		return &std_srvs.EmptyResponse{}, nil
	})
	if err == nil {
		closers.Keep(&f.ends, s.Close)
	}
	return err
}

// Close ends the face. Controllers that were loaded through it stay in the loop, without their topics.
func (f *Face) Close() error {
	f.cancel()
	<-f.done
	f.mu.Lock()
	extras := f.extras
	f.extras = nil
	f.mu.Unlock()
	var first error
	for _, x := range extras {
		if err := x.Close(); err != nil && first == nil {
			first = err
		}
	}
	return cmp.Or(first, f.ends.Close())
}

func (f *Face) run() {
	defer close(f.done)
	t := time.NewTicker(poll)
	defer t.Stop()
	for {
		select {
		case <-f.ctx.Done():
			return
		case <-t.C:
			f.step()
		}
	}
}

// report tells of an error that nobody waits for.
func (f *Face) report(err error) {
	if err != nil && f.ctx.Err() == nil {
		f.opt.Problem(err.Error())
	}
}

// step publishes what is due by the loop's time.
func (f *Face) step() {
	now := f.node.Clock().Now()
	var diagnoses []hw.Diagnosis
	second := false
	f.loop.Snapshot(func(s *hw.Snapshot) {
		if s.Now >= f.nextJoint {
			f.nextJoint = due(f.nextJoint, s.Now, f.opt.JointStateRate)
			f.publishJoints(s, now)
		}
		if s.Now >= f.nextStat {
			f.nextStat = due(f.nextStat, s.Now, f.opt.StatisticsRate)
			f.publishStatistics(s, now)
		}
		if second = s.Now >= f.nextSecond; second {
			f.nextSecond = due(f.nextSecond, s.Now, 1)
			diagnoses = f.diagnoser.Diagnose(s)
		}
		if second || s.Halt.Halted != f.wasHalted || !f.everHalted {
			f.wasHalted, f.everHalted = s.Halt.Halted, true
			f.report(f.halted.Publish(&std_msgs.Bool{Data: s.Halt.Halted}))
		}
		for i := range f.boards {
			f.publishPressure(&f.boards[i], &s.Boards[i], now)
		}
		f.publishAccel(s.Now, now)
	})
	if second {
		f.publishDiagnoses(diagnoses, now)
		f.saveOffsets()
	}
	f.mu.Lock()
	for _, x := range f.extras {
		x.step(now)
	}
	f.mu.Unlock()
}

// due is the time of the next publication at a rate: missed ones are skipped.
func due(last, now time.Duration, rate float64) time.Duration {
	period := time.Duration(float64(time.Second) / rate)
	next := last + period
	if next <= now {
		next = now.Truncate(period) + period
	}
	return next
}

// saveOffsets writes zero offsets of new calibrations into the memory of the boards.
func (f *Face) saveOffsets() {
	type todo struct {
		i      int
		offset float64
	}
	var list []todo
	f.loop.Snapshot(func(s *hw.Snapshot) {
		for i := range s.Boards {
			st := &s.Boards[i].State
			if st.Calibration == hw.ByController && (!f.saved[i].has || f.saved[i].offset != st.ZeroOffset) {
				list = append(list, todo{i, st.ZeroOffset})
			}
		}
	})
	for _, t := range list {
		f.report(f.loop.SaveOffset(t.i, t.offset))
		f.saved[t.i] = savedOffset{t.offset, true}
	}
}

// stampAt is the ROS time of a moment of the loop, which is at loopNow now.
func stampAt(now wire.Time, loopNow, at time.Duration) wire.Time {
	if now.IsZero() {
		return now
	}
	return now.Add(at - loopNow)
}
