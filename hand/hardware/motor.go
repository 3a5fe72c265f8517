package hardware

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Motor is what a board's memory says of its motor.
type Motor struct {
	Make, Model      string
	MaxCurrent       float64 // A
	SpeedConstant    float64 // rpm/V
	Resistance       float64 // ohm
	TorqueConstant   float64 // N m/A
	EncoderReduction float64 // its sign is that of the motor against the encoder: -1 on the PR2
	PulsesPerTurn    float64 // encoder counts for a turn of the shaft
	Thermal          Thermal
}

// PR2GripperMotor is a Maxon 222057.
func PR2GripperMotor() Motor {
	return Motor{
		Make: "Maxon", Model: "222057", MaxCurrent: 0.204, SpeedConstant: 156, Resistance: 56.2, TorqueConstant: 0.0613,
		EncoderReduction: -1, PulsesPerTurn: 1200,
		Thermal: Thermal{HousingToAmbient: 7.5, WindingToHousing: 2.1, WindingTime: 17.7, HousingTime: 900, MaxWinding: 125},
	}
}

// Validate says what is wrong with a motor, nil when nothing is.
func (m *Motor) Validate() error {
	for _, v := range []struct {
		name     string
		value    float64
		min, max float64
	}{
		{"current limit", m.MaxCurrent, 1e-4, 1e3}, {"speed constant", m.SpeedConstant, 1e-3, 1e6}, {"resistance", m.Resistance, 1e-4, 1e6},
		{"torque constant", m.TorqueConstant, 1e-6, 100}, {"pulses per turn", m.PulsesPerTurn, 1, 1e7}, {"encoder reduction", math.Abs(m.EncoderReduction), 1e-3, 1e3},
	} {
		if !(v.value >= v.min && v.value <= v.max) {
			return fault.New("check motor", v.name, fault.Invalid, "%g is outside %g to %g", v.value, v.min, v.max)
		}
	}
	return m.Thermal.Validate()
}

// BackEMF is the voltage for each rad/s: 60 / (2 pi speed constant).
func (m *Motor) BackEMF() float64 { return 60 / (2 * math.Pi * m.SpeedConstant) }

// impossible is a speed (rad/s) that it never has, whatever drives it: five times that at 60 V without load.
func (m *Motor) impossible() float64 { return 5 * 60 / m.BackEMF() }

// Effort is the torque (N m, in the encoder's sense) of a current (A).
func (m *Motor) Effort(current float64) float64 {
	return current * m.TorqueConstant * m.EncoderReduction
}

// Current is the current (A) for a torque (N m).
func (m *Motor) Current(effort float64) float64 {
	return effort / m.EncoderReduction / m.TorqueConstant
}

// Radians is the angle (rad) of a number of encoder counts.
func (m *Motor) Radians(counts float64) float64 { return counts / m.PulsesPerTurn * 2 * math.Pi }

// Board is what a motor's board says of itself.
type Board struct {
	CurrentScale float64 // A for each count
	VoltageScale float64 // V for each count
	CurrentLimit float64 // A; the smaller of it and the motor's holds
	Resistance   float64 // ohm, of the bridge
	MaxPWM       float64 // largest ratio of the bridge
	Watchdog     float64 // s without a frame after which the board turns its motor off; 0 when it is not known
}

// PR2GripperBoard is a WG006. Scales and watchdog are assumptions.
func PR2GripperBoard() Board {
	return Board{CurrentScale: 1e-3, VoltageScale: 1e-2, CurrentLimit: 32.767, Resistance: 5, MaxPWM: 0x2700 / float64(fullPWM), Watchdog: 0.1}
}

// Validate says what is wrong with a board, nil when nothing is.
func (b *Board) Validate() error {
	for _, v := range []struct {
		name     string
		value    float64
		min, max float64
	}{
		{"current scale", b.CurrentScale, 1e-7, 1}, {"voltage scale", b.VoltageScale, 1e-6, 10}, {"current limit", b.CurrentLimit, 1e-4, 1e4},
		{"bridge resistance", b.Resistance, 0, 1e4}, {"PWM ratio", b.MaxPWM, 1e-3, 1}, {"watchdog", b.Watchdog, 0, 10},
	} {
		if !(v.value >= v.min && v.value <= v.max) {
			return fault.New("check board", v.name, fault.Invalid, "%g is outside %g to %g", v.value, v.min, v.max)
		}
	}
	return nil
}

// MaxCurrent is the limit that holds, A.
func (d *Device) MaxCurrent() float64 { return math.Min(d.Board.CurrentLimit, d.Motor.MaxCurrent) }

// MaxEffort is the torque at that limit, N m.
func (d *Device) MaxEffort() float64 { return math.Abs(d.Motor.Effort(d.MaxCurrent())) }

// counts turns a current into the board's counts: within the limit, rounded towards zero.
func (d *Device) counts(current float64) int16 {
	limit := d.MaxCurrent()
	n := math.Trunc(math.Max(-limit, math.Min(limit, current)) / d.Board.CurrentScale)
	return int16(math.Max(math.MinInt16, math.Min(math.MaxInt16, n)))
}
