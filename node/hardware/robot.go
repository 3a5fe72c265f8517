package hardware

import (
	"context"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// robotPeriod is that of a loop over a robot's topics: joint states come a hundred times a second.
const robotPeriod = 10 * time.Millisecond

// RobotBus is a robot's own gripper behind its topics: joint_states, pressure/ACTUATOR and accelerometer/ACTUATOR in,
// GRIPPER_controller/command (pr2_controllers_msgs/Pr2GripperCommand) out, each at the rate that it has.
//
// It speaks the bytes of a board, and provides what the topics tell: no raw encoder, no currents, no voltages. A torque becomes a command
// with that effort as its bound and a gap far enough in its direction that the controller gives all of it. When joint states stop, frames
// repeat, and the loop halts after ten of them.
type RobotBus struct {
	dev   hw.Device
	trans hw.Transmission
	joint string
	cmd   *ros.Publisher[*pr2_controllers_msgs.Pr2GripperCommand]
	close []func() error

	mu       sync.Mutex
	heard    chan struct{} // closed with the first joint state
	any      bool
	gap      float64
	stamp    wire.Time
	first    wire.Time
	left     []uint16
	right    []uint16
	padStamp uint32
	accel    [4]uint32
	accelN   uint8
	closed   bool
	messages uint64

	last hw.Command
	msg  pr2_controllers_msgs.Pr2GripperCommand
}

// NewRobotBus listens to a robot whose gripper is as described. Wait waits for its first joint state.
func NewRobotBus(n *ros.Node, actuator string, g *gripper.Gripper) (*RobotBus, error) {
	prefix := strings.TrimSuffix(actuator, "_motor")
	b := &RobotBus{dev: g.Device(actuator), trans: g.Drive().Transmission, joint: prefix + "_joint", heard: make(chan struct{})}
	b.dev.Provided &= hw.HasPressure | hw.HasAccelerometer | hw.HasEffortCommand
	b.left, b.right = make([]uint16, b.dev.Cells), make([]uint16, b.dev.Cells)
	err := b.start(n, prefix, actuator)
	if err != nil {
		_ = b.Close()
		return nil, fault.Wrap("listen to robot", actuator, err)
	}
	return b, nil
}

func (b *RobotBus) start(n *ros.Node, prefix, actuator string) (err error) {
	if b.cmd, err = ros.Advertise[*pr2_controllers_msgs.Pr2GripperCommand](n, prefix+"_controller/command", ros.QueueSize(1)); err != nil {
		return err
	}
	b.close = append(b.close, b.cmd.Close)
	joints, err := ros.Subscribe(n, "joint_states", b.takeJoints, ros.QueueSize(1))
	if err != nil {
		return err
	}
	b.close = append(b.close, joints.Close)
	pressure, err := ros.Subscribe(n, "pressure/"+actuator, b.takePressure, ros.QueueSize(1))
	if err != nil {
		return err
	}
	b.close = append(b.close, pressure.Close)
	accel, err := ros.Subscribe(n, "accelerometer/"+actuator, b.takeAccel)
	if err == nil {
		b.close = append(b.close, accel.Close)
	}
	return err
}

// Wait waits until the robot has told where its gripper is.
func (b *RobotBus) Wait(ctx context.Context) error {
	select {
	case <-b.heard:
		return nil
	case <-ctx.Done():
		return fault.New("listen to robot", b.joint, fault.Timeout, "no joint state of it came; is the robot running, and is this its name?")
	}
}

func (b *RobotBus) takeJoints(m *sensor_msgs.JointState) {
	for i, name := range m.Name {
		if name != b.joint || i >= len(m.Position) {
			continue
		}
		if x := m.Position[i]; !math.IsNaN(x) && math.Abs(x) < 1 { // otherwise as if it had not come: the frame repeats
			b.mu.Lock()
			if !b.any {
				b.any, b.first = true, m.Header.Stamp
				close(b.heard)
			}
			b.gap, b.stamp = x, m.Header.Stamp
			b.messages++
			b.mu.Unlock()
		}
		return
	}
}

func (b *RobotBus) takePressure(m *pr2_msgs.PressureState) {
	if len(m.LFingerTip) != b.dev.Cells || len(m.RFingerTip) != b.dev.Cells {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.left {
		b.left[i], b.right[i] = uint16(m.LFingerTip[i]), uint16(m.RFingerTip[i])
	}
	b.padStamp++
}

func (b *RobotBus) takeAccel(m *pr2_msgs.AccelerometerState) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range m.Samples {
		copy(b.accel[1:], b.accel[:3])
		b.accel[0] = accelWord(s)
		b.accelN++
	}
}

// accelWord is the board's word; the sensor of the PR2 is set to 8 g by whoever listens to touch.
func accelWord(v geometry_msgs.Vector3) uint32 {
	return hw.EncodeAccel([3]float64{v.X, v.Y, v.Z}, hw.Range8G)
}

// Messages counts the joint states.
func (b *RobotBus) Messages() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.messages
}

// Devices is the one board that stands for the gripper.
func (b *RobotBus) Devices() []hw.Device { return []hw.Device{b.dev} }

// LoadOffset says that the robot has calibrated its gripper: its joint states count from the closed stop.
func (b *RobotBus) LoadOffset(int) ([hw.MemorySize]byte, error) { return hw.EncodeOffset(0), nil }

// SaveOffset cannot be: the robot calibrates its gripper itself.
func (b *RobotBus) SaveOffset(int, [hw.MemorySize]byte) error {
	return fault.New("save zero offset", b.joint, fault.Unsupported, "the robot calibrates its gripper itself")
}

// Exchange reports what was heard last and sends the command.
func (b *RobotBus) Exchange(_ time.Duration, out, in []byte) error {
	var c hw.Command
	if len(in) != b.dev.Size() || !c.Decode(out) {
		return hw.ErrNoFrame
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return hw.ErrClosed
	}
	if !b.any {
		return hw.ErrNoFrame
	}
	s := hw.Status{
		Mode: b.last.Mode & (hw.ModeEnable | hw.ModeCurrent), DigitalOut: c.DigitalOut,
		Timestamp: uint32(b.stamp.Sub(b.first) / time.Microsecond), EncoderCount: b.count(), AccelCount: b.accelN, Accel: b.accel,
	}
	n := b.dev.Status.Size()
	s.Encode(b.dev.Status, in[:n])
	if b.dev.Cells > 0 {
		hw.EncodePressure(in[n:], b.padStamp, b.left, b.right)
	}
	b.last = c
	return b.command(&c)
}

// count is the encoder's count that the gap stands for, finer than any joint state.
func (b *RobotBus) count() int32 {
	return int32(math.Round(b.trans.Motor(b.gap) / (2 * math.Pi) * b.dev.Motor.PulsesPerTurn))
}

// reach is how far beyond the gap a command aims, m: the stock controller gives 10000 N for a metre.
const reach = 0.1

// command sends a torque as the robot takes it.
func (b *RobotBus) command(c *hw.Command) error {
	b.msg = pr2_controllers_msgs.Pr2GripperCommand{Position: b.gap}
	if c.Mode&hw.ModeEnable != 0 {
		motor := b.trans.Motor(b.gap)
		if f := b.trans.Effort(b.dev.Motor.Effort(float64(c.Current)*b.dev.Board.CurrentScale), motor); f != 0 {
			b.msg.Position, b.msg.MaxEffort = b.gap+math.Copysign(reach, f), math.Abs(f)
		}
	}
	if b.cmd.Publish(&b.msg) != nil {
		return hw.ErrNoFrame
	}
	return nil
}

// Close makes the gripper limp and ends the topics.
func (b *RobotBus) Close() error {
	b.mu.Lock()
	if b.any && !b.closed {
		_ = b.command(&hw.Command{})
	}
	b.closed = true
	b.mu.Unlock()
	var errs []error
	for i := len(b.close) - 1; i >= 0; i-- {
		errs = append(errs, b.close[i]())
	}
	b.close = nil
	return firstOf(errs...)
}

// RobotMachine is a robot's gripper as a machine. It waits for the robot until the node's context or five seconds end.
func RobotMachine(n *ros.Node, actuator string, g *gripper.Gripper) (Machine, error) {
	b, err := NewRobotBus(n, actuator, g)
	if err != nil {
		return Machine{}, err
	}
	ctx, cancel := context.WithTimeout(n.Context(), 5*time.Second)
	defer cancel()
	if err := b.Wait(ctx); err != nil {
		_ = b.Close()
		return Machine{}, err
	}
	// A command is not stale before the loop has missed several of its slower periods.
	return Machine{Bus: b, Config: hw.Config{Period: robotPeriod, CommandTimeout: 5 * robotPeriod, Joints: []hw.JointConfig{g.Joint(actuator)}}}, nil
}
