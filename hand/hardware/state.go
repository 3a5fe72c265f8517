package hardware

import "time"

// Flow is one of the three faces of what a motor does: a current and the torque that goes with it.
type Flow struct {
	Current float64 // A
	Effort  float64 // N m at the shaft, in the encoder's sense; Current * torque constant * encoder reduction
}

// ActuatorState is what is known of a motor after an exchange, with the fields and meanings of pr2_hardware_interface. The seed's
// timestamp_ is the method Timestamp, so that it cannot differ from SampleTimestamp.
//
// Invariants, after every exchange that succeeded:
//
//	Position = 2 pi EncoderCount / pulses per turn - ZeroOffset
//	Effort = Current * torque constant * encoder reduction, for Commanded (of the request), Executed and Measured
//	|Executed.Current| <= current limit; Commanded may ask for more
//	Halted = !IsEnabled unless the board holds a fault; an edge is meaningful only while its Valid is true
//
// An exchange that fails changes nothing: a consumer sees that by SampleTimestamp.
type ActuatorState struct {
	SampleTimestamp time.Duration // since the bus was started, by the board's own clock; the one to differentiate with
	DeviceID        int32         // place on the bus

	EncoderCount    int32   // ticks, wraps
	Position        float64 // rad of the motor's shaft
	EncoderVelocity float64 // ticks/s
	Velocity        float64 // rad/s

	CalibrationReading          bool // level of the calibration switch
	CalibrationRisingEdgeValid  bool
	CalibrationFallingEdgeValid bool
	LastCalibrationRisingEdge   float64 // rad without ZeroOffset: where the switch last went high
	LastCalibrationFallingEdge  float64 // rad without ZeroOffset: where the switch last went low

	IsEnabled bool // the board powers the motor, by its own word
	Halted    bool // a fault is latched, or the board is off

	Commanded Flow // last_commanded_*: what was asked for in the last frame that went out, before limits
	Executed  Flow // last_executed_*: what the board set, after limits and rounding; of the frame before
	Measured  Flow // last_measured_*: what flowed

	MaxEffort        float64 // N m, never negative; 0 until the first exchange
	MotorVoltage     float64 // V
	NumEncoderErrors int32   // illegal transitions of the encoder, counted by the board
	ZeroOffset       float64 // rad, subtracted in Position

	// What the seed's struct could not say.

	Calibration Calibration // tells a ZeroOffset of 0 from none
	Stale       bool        // the last frame repeated an earlier one
	Drops       uint32      // frames that did, since the start
	Provided    Capability  // which fields the bus fills
}

// Timestamp is SampleTimestamp in seconds: timestamp_, which old controllers read.
func (s *ActuatorState) Timestamp() float64 { return s.SampleTimestamp.Seconds() }

// ActuatorCommand is what a motor is asked to do.
type ActuatorCommand struct {
	Enable bool
	Effort float64 // N m at the shaft, in the encoder's sense
	Will   Will
}

// Actuator is a motor by name. One loop writes it.
type Actuator struct {
	Name    string
	State   ActuatorState
	Command ActuatorCommand
}

// Calibration says where a zero offset comes from.
type Calibration uint8

// The numbers are those of recordings.
const (
	Uncalibrated Calibration = 0
	ByController Calibration = 1 // a calibration of this run
	Restored     Calibration = 2 // the board remembered the one of an earlier run
)

func (c Calibration) String() string {
	switch c {
	case Uncalibrated:
		return "No calibration"
	case ByController:
		return "Calibrated by controller"
	case Restored:
		return "Using saved calibration"
	}
	return "unknown"
}

// Capability is a set of things that a bus provides for a motor. A field that is not provided stays 0 and is reported as missing,
// never made up.
type Capability uint16

const (
	HasEncoder       Capability = 1 << iota // raw counts of the motor, so that calibration makes sense
	HasCurrent                              // executed and measured current
	HasVoltage                              // motor and supply voltage
	HasSwitch                               // a calibration switch with latched edges
	HasEncoderErrors                        // a count of illegal transitions
	HasTemperature                          // of board and bridge
	HasReset                                // halt and reset reach the board
	HasPressure                             // fingertip arrays
	HasAccelerometer                        // of the palm
	HasEffortCommand                        // the motor obeys a torque
)

var capabilityNames = []string{
	"encoder", "current", "voltage", "calibration switch", "encoder errors", "temperature", "reset", "pressure", "accelerometer",
	"effort command",
}

// Names lists what is in the set.
func (c Capability) Names() []string {
	var out []string
	for i, n := range capabilityNames {
		if c&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}

// MaxCells bounds a fingertip array.
const MaxCells = 64

// PressureState is one fingertip array: raw counts, and when they were taken. A count of 0 or 65535 is a dead cell.
type PressureState struct {
	Timestamp uint32 // us, the board's clock; a frame is new when it changes
	Frame     uint64 // counts the new frames
	Cells     int
	Counts    [MaxCells]uint16
}

// PressureSensor is a fingertip array by name: the actuator's with l_finger_tip or r_finger_tip behind it.
type PressureSensor struct {
	Name  string
	State PressureState
}

// Range is an accelerometer's: the numbers of the wire.
type Range uint8

const (
	Range2G Range = 0
	Range4G Range = 1
	Range8G Range = 2
)

// Bandwidth is an accelerometer's: the numbers of the wire.
type Bandwidth uint8

const (
	Bandwidth25   Bandwidth = 0 // Hz
	Bandwidth50   Bandwidth = 1
	Bandwidth100  Bandwidth = 2
	Bandwidth190  Bandwidth = 3
	Bandwidth375  Bandwidth = 4
	Bandwidth750  Bandwidth = 5
	Bandwidth1500 Bandwidth = 6
)

// AccelerometerCommand sets an accelerometer. What is out of range goes out as 0: 2 g, 25 Hz.
type AccelerometerCommand struct {
	Range     Range
	Bandwidth Bandwidth
}

// AccelerometerState is what an accelerometer delivered since the cycle before.
type AccelerometerState struct {
	Samples [4][3]float64 // m/s^2, oldest first; N of them are new
	N       int
	Total   uint64 // samples since the start
	Missed  uint64 // samples that were overwritten before a frame took them
}

// Accelerometer is that of a palm, under the name of the actuator.
type Accelerometer struct {
	Name    string
	Frame   string // name_accelerometer_link
	Command AccelerometerCommand
	State   AccelerometerState
}

// DigitalOut is a switchable line of a board.
type DigitalOut struct {
	Name    string
	State   uint8
	Command uint8
}
