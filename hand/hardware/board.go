package hardware

import (
	"math"
	"time"
)

// board is the loop's side of one device: what it sends, what it makes of what came back, and what it holds against it.
type board struct {
	dev     Device
	act     *Actuator
	line    *DigitalOut
	accel   *Accelerometer
	tips    [2]*PressureSensor
	status  Status // of the last good frame
	command Command
	asked   Flow // of the frame that is going out

	began              bool
	stamp, stampBefore uint32
	errs               BoardErrors
	has                bool // an error is latched: the board stays off until a reset
	why                Trouble
	heat               Heat
	model              motorModel
	badEffort          uint64 // commands that were not numbers
	clamped            uint64 // frames in which the current limit acted
	haltOnHeat         bool
}

// BoardErrors count what went wrong on a board since the start.
type BoardErrors struct {
	StatusChecksum   uint64
	PressureChecksum uint64
	Drops            uint64 // frames that repeated an earlier one
	ConsecutiveDrops uint32
	MaxConsecutive   uint32
	TimestampJumps   uint64
	CountJumps       uint64 // frames whose count had moved faster than any motor of the kind turns
	EncoderErrors    uint64 // frames in which the board had counted a new illegal transition
	Lockouts         uint64
	Undervoltage     uint64
}

// Trouble is the first thing that a board was found to have since the last reset.
type Trouble uint8

const (
	NoTrouble Trouble = iota
	BadChecksum
	BadPressureChecksum
	TooManyDrops
	SafetyLockout
	Undervoltage
	Overheated
	MotorFault
	CurrentFault
	NotFinite
)

func (t Trouble) String() string {
	return [...]string{
		NoTrouble: "OK", BadChecksum: "Checksum error on status data", BadPressureChecksum: "Checksum error on pressure data",
		TooManyDrops: "Too many dropped packets", SafetyLockout: "Safety Lockout", Undervoltage: "Safety Lockout: UNDERVOLTAGE", Overheated: "Motor overheated",
		MotorFault: "Problem with the MCB, motor, encoder, or actuator model", CurrentFault: "Current loop error too large",
		NotFinite: "The commanded effort was not a number",
	}[t]
}

const (
	maxConsecutiveDrops = 10
	stampJump           = 10_000_000 // us
)

// fail latches a fault.
func (b *board) fail(t Trouble) {
	if !b.has {
		b.has, b.why = true, t
	}
}

// pack writes the command of a frame. The board is enabled when its turn has come and nothing is held against it. The command that
// is packed is a copy: what a controller wrote stays as it is.
func (b *board) pack(out []byte, enable, reset bool) {
	cmd := b.act.Command
	if b.accel != nil {
		b.command.DigitalOut = digitalOut(b.line.Command, b.accel.Command)
	} else {
		b.command.DigitalOut = digitalOut(b.line.Command, AccelerometerCommand{})
	}
	if math.IsNaN(cmd.Effort) || math.IsInf(cmd.Effort, 0) {
		b.badEffort++
		b.fail(NotFinite)
	}
	on := enable && cmd.Enable && !b.has
	b.command.Mode = ModeOff
	if on {
		b.command.Mode = ModeEnable | ModeCurrent
	} else {
		cmd.Effort = 0
	}
	if reset {
		b.command.Mode |= ModeSafetyReset
	}
	b.asked = Flow{Effort: cmd.Effort}
	if cmd.Effort != 0 { // -0 A is no current
		b.asked.Current = b.dev.Motor.Current(cmd.Effort)
	}
	b.command.Current = b.dev.counts(b.asked.Current)
	if math.Abs(b.asked.Current) > b.dev.MaxCurrent()*(1+1e-9) {
		b.clamped++
	}
	b.command.Encode(out)
}

// unpack takes in a frame; false when the machine must halt. A status with a wrong checksum changes nothing.
func (b *board) unpack(in []byte, resetting bool) bool {
	b.act.State.Commanded = b.asked
	var s Status
	n := b.dev.Status.Size()
	if !s.Decode(b.dev.Status, in) {
		b.errs.StatusChecksum++
		b.fail(BadChecksum)
		return false
	}
	ok := true
	if b.dev.Cells > 0 && !decodePressure(in[n:], &b.tips[0].State, &b.tips[1].State) {
		b.errs.PressureChecksum++
		b.fail(BadPressureChecksum)
		ok = false
	}
	dt := b.read(&s)
	if b.accel != nil {
		if !b.began {
			b.accel.State = AccelerometerState{}
		} else {
			b.accel.State.unpack(&s, b.status.AccelCount)
		}
	}
	if !b.verify(&s, dt, resetting) {
		ok = false
	}
	b.stampBefore, b.stamp = b.stamp, s.Timestamp
	b.status, b.began = s, true
	st := &b.act.State
	st.IsEnabled = s.Mode&ModeEnable != 0
	st.Halted = b.has || s.Mode == ModeOff
	return ok
}

// read turns a status into the state of the actuator and returns the time since the last one, s.
func (b *board) read(s *Status) (dt float64) {
	st, m := &b.act.State, &b.dev.Motor
	if b.began {
		us := int32(s.Timestamp - b.status.Timestamp)
		st.SampleTimestamp += time.Duration(us) * time.Microsecond
		dt = float64(us) * 1e-6
		st.Stale = s.Timestamp == b.stamp || s.Timestamp == b.stampBefore
		// A frame that repeats the last one says nothing about the speed, which stays as it was. Backwards, both differences change
		// their sign and the quotient holds.
		if us != 0 {
			st.EncoderVelocity = float64(s.EncoderCount-st.EncoderCount) / dt
			st.Velocity = m.Radians(st.EncoderVelocity)
		}
	}
	st.EncoderCount = s.EncoderCount
	st.Position = m.Radians(float64(s.EncoderCount)) - st.ZeroOffset
	if b.dev.Provided&HasSwitch != 0 {
		st.CalibrationReading = s.Calibration&calibrationLevel != 0
		st.CalibrationFallingEdgeValid = s.Calibration&calibrationFalling != 0
		st.CalibrationRisingEdgeValid = s.Calibration&calibrationRising != 0
		st.LastCalibrationRisingEdge = m.Radians(float64(s.RisingEdge))
		st.LastCalibrationFallingEdge = m.Radians(float64(s.FallingEdge))
	}
	st.Executed = b.flow(s.ProgrammedCurrent)
	st.Measured = b.flow(s.MeasuredCurrent)
	st.MaxEffort = b.dev.MaxEffort()
	st.MotorVoltage = float64(s.MotorVoltage) * b.dev.Board.VoltageScale
	st.NumEncoderErrors = int32(s.EncoderErrors)
	b.line.State = s.DigitalOut & 1
	return dt
}

func (b *board) flow(counts int16) Flow {
	if counts == 0 { // not the -0 N m of a reduction of -1
		return Flow{}
	}
	i := float64(counts) * b.dev.Board.CurrentScale
	return Flow{Current: i, Effort: b.dev.Motor.Effort(i)}
}

// verify looks for what must halt the machine.
func (b *board) verify(s *Status, dt float64, resetting bool) bool {
	st := &b.act.State
	ok := b.watchMotor(s, dt)
	if b.began && st.Stale {
		st.Drops++
		b.errs.Drops++
		b.errs.ConsecutiveDrops++
		b.errs.MaxConsecutive = max(b.errs.MaxConsecutive, b.errs.ConsecutiveDrops)
	} else {
		b.errs.ConsecutiveDrops = 0
	}
	if us := int32(s.Timestamp - b.status.Timestamp); b.began && (us < 0 || us > stampJump) {
		b.errs.TimestampJumps++
	}
	if b.began && math.Abs(st.Velocity) > b.dev.Motor.impossible() {
		b.errs.CountJumps++
	}
	if b.errs.ConsecutiveDrops > maxConsecutiveDrops {
		b.fail(TooManyDrops)
		ok = false
	}
	if s.Mode&ModeUndervolt != 0 {
		b.errs.Undervoltage++
	}
	if s.Mode&ModeLockout != 0 && !resetting {
		b.errs.Lockouts++
		if s.Mode&ModeUndervolt != 0 {
			b.fail(Undervoltage)
		} else {
			b.fail(SafetyLockout)
		}
		ok = false
	}
	if b.began && s.EncoderErrors != b.status.EncoderErrors {
		b.errs.EncoderErrors++
	}
	return ok && (!b.has || resetting)
}

// reset forgets what was held against the board.
func (b *board) reset() {
	b.has, b.why = false, NoTrouble
	b.errs.ConsecutiveDrops = 0
	b.heat.Overheated = false
	b.model.clear()
}
