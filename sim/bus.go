package sim

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

// BusModel is what is particular about a simulated gripper board.
type BusModel struct {
	Gripper *gripper.Gripper // nil for the PR2's
	Name    string           // of the actuator; default r_gripper_motor
	// RawOffset is the encoder's count at a motor angle of 0, which nobody knows before the calibration.
	RawOffset int32
	// Calibrated boards remember the right zero offset, as after a calibration in an earlier run.
	Calibrated   bool
	Supply       float64 // V; default that of the gripper
	CurrentNoise float64 // standard deviation of the measured current, A
	Temperature  float64 // of the board, C; default 35
	Seed         uint64
}

// Bus is a world's gripper behind the bytes of its board: motor, encoder, current loop, fingertips and accelerometer, with the counts,
// the clock, the modes and the watchdog of a board. It implements hardware.Bus. The world moves on with the time of the exchanges.
type Bus struct {
	// Before, when it is set, is called before each step of the world: the place for an arm.
	Before func()
	// Record is a board's memory of its zero offset over a restart.
	Record [hardware.MemorySize]byte

	gripper *gripper.Gripper
	world   *World
	sensors *Sensors
	dev     hardware.Device
	model   BusModel
	rng     *rand.Rand

	began, closed bool
	start         time.Duration // loop's time of the first exchange
	step          time.Duration // of the world
	steps         int64         // since then, and steps that were lost; whole numbers, so that the board's clock does not drift
	cmd           hardware.Command
	mode          byte
	lockout       bool
	lowSupply     bool
	packets       uint16
	accel         [4]uint32
	accelCount    uint8
	lastAccel     [3]float64
	frame         uint64
	padStamp      uint32
	counts        [2][]uint16 // of the last frame
}

// maxCatchUp bounds the time that one exchange makes up for; more is lost, as when a process was suspended.
const maxCatchUp = time.Second

// NewBus makes the bus of a world whose gripper is GripperOf the model's.
func NewBus(w *World, s *Sensors, m BusModel) (*Bus, error) {
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("make simulated bus", m.Name, kind, format, args...)
	}
	g := w.Model.Gripper
	if g == nil || g.Drive == nil {
		return nil, bad(fault.Invalid, "the world's gripper has no drive; take PR2Gripper")
	}
	if s == nil || s.world != w {
		return nil, bad(fault.Invalid, "the sensors are those of another world")
	}
	d := m.Gripper
	if d == nil {
		d = pr2()
	}
	if m.Name == "" {
		m.Name = "r_gripper_motor"
	}
	dev := d.Device(m.Name)
	switch n := len(g.Pads.Cells); {
	case *g.Drive != d.Drive():
		return nil, bad(fault.Invalid, "the world's gripper has another drive than that of %s", d.Name)
	case g.Pads.Shear || g.Pads.Sum:
		return nil, bad(fault.Unsupported, "pads that feel shear, or send a sum, have no place in the board's frame; take others")
	case n > hardware.MaxCells:
		return nil, bad(fault.TooLarge, "%d cells, the limit is %d", n, hardware.MaxCells)
	case !g.Blind: // an experiment may have other pads
		dev.Cells = n
	}
	if m.Supply == 0 {
		m.Supply = d.Supply
	}
	if m.Temperature == 0 {
		m.Temperature = 35
	}
	for _, err := range []error{
		check("supply voltage", m.Supply, 1, 600, "V"), check("current noise", m.CurrentNoise, 0, 10, "A"), check("board temperature", m.Temperature, 0, 200, "C"),
	} {
		if err != nil {
			return nil, err
		}
	}
	b := &Bus{gripper: d, world: w, sensors: s, dev: dev, model: m, step: time.Duration(math.Round(w.Model.Dt * 1e9)), rng: rand.New(rand.NewPCG(m.Seed, 0x627573))}
	for f := range b.counts {
		b.counts[f] = make([]uint16, dev.Cells)
	}
	if m.Calibrated {
		b.Record = hardware.EncodeOffset(dev.Motor.Radians(float64(m.RawOffset)))
	}
	return b, dev.Validate()
}

// Joint is the joint of this bus's gripper.
func (b *Bus) Joint() hardware.JointConfig { return b.gripper.Joint(b.dev.Name) }

// Gripper is the description of it.
func (b *Bus) Gripper() *gripper.Gripper { return b.gripper }

// World is what the bus moves.
func (b *Bus) World() *World { return b.world }

// Devices is the one board.
func (b *Bus) Devices() []hardware.Device { return []hardware.Device{b.dev} }

// LoadOffset gives the board's memory.
func (b *Bus) LoadOffset(int) ([hardware.MemorySize]byte, error) { return b.Record, nil }

// SaveOffset sets it.
func (b *Bus) SaveOffset(_ int, ram [hardware.MemorySize]byte) error {
	b.Record = ram
	return nil
}

// Close turns the motor off.
func (b *Bus) Close() error {
	b.closed = true
	b.world.SetEffort(0)
	return nil
}

// SetSupply changes the supply voltage, V. Below 20 V the board locks itself out.
func (b *Bus) SetSupply(volts float64) { b.model.Supply = volts }

// undervoltage is the supply below which a board turns its motor off, V.
const undervoltage = 20

// Exchange moves the world to now with the command of the exchange before, reports, and takes the next command.
func (b *Bus) Exchange(now time.Duration, out, in []byte) error {
	if b.closed {
		return hardware.ErrClosed
	}
	var cmd hardware.Command
	if len(in) != b.dev.Size() || !cmd.Decode(out) {
		return hardware.ErrNoFrame // a board does not answer what it cannot read
	}
	if !b.began {
		b.began, b.start = true, now
		b.sensors.Read()
		b.feel()
	}
	b.advance(now)
	b.report(in)
	b.obey(&cmd)
	return nil
}

// advance steps the world to the loop's time. Where the commands stay away for longer than the watchdog, the motor goes off on the
// way.
func (b *Bus) advance(now time.Duration) {
	due := int64(math.Round(float64(now-b.start) / float64(b.step)))
	n := due - b.steps
	if n > int64(maxCatchUp/b.step) {
		n = int64(maxCatchUp / b.step)
	}
	b.steps = max(due-n, b.steps)
	watchdog := int64(math.Round(b.dev.Board.Watchdog * 1e9 / float64(b.step)))
	for i := range n {
		if b.dev.Board.Watchdog > 0 && i >= watchdog && b.mode&hardware.ModeEnable != 0 {
			b.lockout, b.mode = true, hardware.ModeOff
		}
		b.drive()
		if b.Before != nil {
			b.Before()
		}
		b.steps++
		b.world.Step()
		b.sensors.Read()
		b.feel()
	}
}

// drive gives the motor the effort of the programmed current.
func (b *Bus) drive() {
	d := b.world.Model.Gripper.Drive
	if b.mode&hardware.ModeEnable == 0 {
		b.world.SetEffort(0)
		return
	}
	current := float64(b.cmd.Current) * b.dev.Board.CurrentScale
	b.world.SetEffort(d.Effort(b.dev.Motor.Effort(current), d.Motor(b.world.State.Gap)))
}

// feel takes over what the sensors have after a step: three samples of the accelerometer, and the pads where they have a new frame.
func (b *Bus) feel() {
	r := &b.sensors.Reading
	last := r.Accel[len(r.Accel)-1]
	a := [3]float64{last.X, last.Y, last.Z}
	rng := hardware.Range(b.cmd.DigitalOut >> 4 & 3)
	const perStep = 3
	for k := 1; k <= perStep; k++ { // the board samples between our steps
		var x [3]float64
		for i := range x {
			x[i] = b.lastAccel[i] + (a[i]-b.lastAccel[i])*float64(k)/perStep
		}
		copy(b.accel[1:], b.accel[:3])
		b.accel[0] = hardware.EncodeAccel(x, rng)
		b.accelCount++
	}
	b.lastAccel = a
	if r.Frame != b.frame {
		b.frame, b.padStamp = r.Frame, b.clock()
		for f := range b.counts {
			copy(b.counts[f], b.sensors.Counts[f])
		}
	}
}

// clock is the board's, us.
func (b *Bus) clock() uint32 { return uint32(b.steps * int64(b.step) / 1000) }

// report writes the board's frame.
func (b *Bus) report(in []byte) {
	st, d, m := &b.world.State, b.world.Model.Gripper.Drive, &b.dev.Motor
	angle := d.Motor(st.Gap)
	delivered := 0.0 // A
	if b.mode&hardware.ModeEnable != 0 {
		delivered = m.Current(d.Torque(st.Effort, angle))
	}
	measured := delivered
	if b.model.CurrentNoise > 0 {
		measured += b.model.CurrentNoise * b.rng.NormFloat64()
	}
	speed := st.GapVel / d.Slope(angle)
	volts := delivered*m.Resistance + speed*m.EncoderReduction*m.BackEMF()
	pwm := (volts + b.dev.Board.Resistance*delivered) / b.model.Supply
	if b.mode&hardware.ModeEnable == 0 {
		pwm = 0
	}
	b.packets++
	mode := b.mode
	if b.lockout {
		mode = hardware.ModeLockout
	}
	if b.lowSupply {
		mode |= hardware.ModeUndervolt
	}
	s := hardware.Status{
		Mode: mode, DigitalOut: b.cmd.DigitalOut, PWM: int16(whole(pwm*0x4000, math.MaxInt16)),
		// The board lowers what it was asked for to what its supply can drive at this speed, and says so.
		ProgrammedCurrent: int16(whole(delivered/b.dev.Board.CurrentScale, math.MaxInt16)),
		MeasuredCurrent:   int16(whole(measured/b.dev.Board.CurrentScale, math.MaxInt16)),
		Timestamp:         b.clock(), EncoderCount: b.sensors.Encoder + b.model.RawOffset,
		BoardTemperature: uint16(b.model.Temperature * 128), BridgeTemperature: uint16(b.model.Temperature * 128),
		SupplyVoltage: uint16(whole(math.Max(0, b.model.Supply/b.dev.Board.VoltageScale), math.MaxUint16)),
		MotorVoltage:  int16(whole(volts/b.dev.Board.VoltageScale, math.MaxInt16)),
		PacketCount:   b.packets, AccelCount: b.accelCount, Accel: b.accel,
	}
	n := b.dev.Status.Size()
	s.Encode(b.dev.Status, in[:n])
	if b.dev.Cells == 0 {
		return
	}
	hardware.EncodePressure(in[n:], b.padStamp, b.counts[0], b.counts[1])
}

// whole is the nearest whole number, within a bound; NaN is 0.
func whole(x, most float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return math.Round(math.Max(-most, math.Min(most, x)))
}

// obey takes a command.
func (b *Bus) obey(cmd *hardware.Command) {
	b.cmd = *cmd
	b.lowSupply = b.model.Supply < undervoltage
	if cmd.Mode&hardware.ModeSafetyReset != 0 {
		b.lockout = false
	}
	if b.lowSupply && b.mode&hardware.ModeEnable != 0 {
		b.lockout = true
	}
	b.mode = hardware.ModeOff
	if cmd.Mode&hardware.ModeEnable != 0 && !b.lockout {
		b.mode = cmd.Mode & (hardware.ModeEnable | hardware.ModeCurrent)
	}
}
