package hardware

import "strconv"

// Field is one of the 24 fields of the PR2's ActuatorState: what it means, in which unit, and who writes it.
type Field struct {
	Name    string // as in pr2_hardware_interface, without the underscore at the end
	Unit    string
	Writer  string
	Meaning string
	Needs   Capability // what a bus must provide for it; 0 for nothing
	get     func(*ActuatorState) any
}

// Value is the field of a state as text; "-" where the bus does not provide it.
func (f *Field) Value(s *ActuatorState) string {
	if s.Provided&f.Needs != f.Needs {
		return "-"
	}
	switch v := f.get(s).(type) {
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case int32:
		return strconv.Itoa(int(v))
	case float64:
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return ""
}

const (
	byUnpack = "driver, when a frame came back"
	byPack   = "driver, when a frame went out"
)

// Fields are the fields in the order of time, motion, calibration, enabling, currents and efforts, and the rest.
var Fields = []Field{
	{"sample_timestamp", "s", byUnpack, "time since the bus was started, by the board's own clock; the one to differentiate with", 0, func(s *ActuatorState) any { return s.SampleTimestamp.Seconds() }},
	{"timestamp", "s", byUnpack, "the same, for old users", 0, func(s *ActuatorState) any { return s.Timestamp() }},
	{"device_id", "", byUnpack, "place on the bus", 0, func(s *ActuatorState) any { return s.DeviceID }},
	{"encoder_count", "ticks", byUnpack, "raw count; wraps", HasEncoder, func(s *ActuatorState) any { return s.EncoderCount }},
	{"position", "rad", byUnpack, "2 pi encoder_count / pulses per turn - zero_offset", 0, func(s *ActuatorState) any { return s.Position }},
	{"encoder_velocity", "ticks/s", byUnpack, "difference of two counts over that of their stamps", HasEncoder, func(s *ActuatorState) any { return s.EncoderVelocity }},
	{"velocity", "rad/s", byUnpack, "the same at the motor's shaft", 0, func(s *ActuatorState) any { return s.Velocity }},
	{"calibration_reading", "", byUnpack, "level of the calibration switch", HasSwitch, func(s *ActuatorState) any { return s.CalibrationReading }},
	{"calibration_rising_edge_valid", "", byUnpack, "the switch has gone high since the board was powered on", HasSwitch, func(s *ActuatorState) any { return s.CalibrationRisingEdgeValid }},
	{"calibration_falling_edge_valid", "", byUnpack, "the switch has gone low since the board was powered on", HasSwitch, func(s *ActuatorState) any { return s.CalibrationFallingEdgeValid }},
	{"last_calibration_rising_edge", "rad", byUnpack, "where it last went high, zero_offset not subtracted", HasSwitch, func(s *ActuatorState) any { return s.LastCalibrationRisingEdge }},
	{"last_calibration_falling_edge", "rad", byUnpack, "where it last went low, zero_offset not subtracted", HasSwitch, func(s *ActuatorState) any { return s.LastCalibrationFallingEdge }},
	{"is_enabled", "", byUnpack, "the board powers the motor, by its own word", 0, func(s *ActuatorState) any { return s.IsEnabled }},
	{"halted", "", byUnpack, "a fault is latched, or the board is off", 0, func(s *ActuatorState) any { return s.Halted }},
	{"last_commanded_current", "A", byPack, "current for last_commanded_effort, before limits", 0, func(s *ActuatorState) any { return s.Commanded.Current }},
	{"last_commanded_effort", "N m", byPack, "torque asked for in the last frame; 0 while halted", 0, func(s *ActuatorState) any { return s.Commanded.Effort }},
	{"last_executed_current", "A", byUnpack, "current that the board set, after limits and rounding", HasCurrent, func(s *ActuatorState) any { return s.Executed.Current }},
	{"last_executed_effort", "N m", byUnpack, "its torque", HasCurrent, func(s *ActuatorState) any { return s.Executed.Effort }},
	{"last_measured_current", "A", byUnpack, "current that flowed", HasCurrent, func(s *ActuatorState) any { return s.Measured.Current }},
	{"last_measured_effort", "N m", byUnpack, "its torque", HasCurrent, func(s *ActuatorState) any { return s.Measured.Effort }},
	{"max_effort", "N m", byUnpack, "torque at the current limit; never negative", 0, func(s *ActuatorState) any { return s.MaxEffort }},
	{"motor_voltage", "V", byUnpack, "measured at the motor", HasVoltage, func(s *ActuatorState) any { return s.MotorVoltage }},
	{"num_encoder_errors", "", byUnpack, "illegal transitions of the encoder, counted by the board", HasEncoderErrors, func(s *ActuatorState) any { return s.NumEncoderErrors }},
	{"zero_offset", "rad", "calibration, once; or the board's memory, at the start", "bias subtracted in position", 0, func(s *ActuatorState) any { return s.ZeroOffset }},
}
