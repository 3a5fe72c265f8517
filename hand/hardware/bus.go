package hardware

import (
	"errors"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Bus moves bytes between a loop and the boards of a machine: one frame of commands out, one frame of readings in. The bytes are
// those of the boards (see wire.go), whatever carries them, so that everything above is the same for a simulated, a recorded and a
// real machine.
//
// The order of boards in both frames is that of Devices: CommandSize bytes each out, Device.Size bytes each in.
type Bus interface {
	// Devices are the boards. They do not change.
	Devices() []Device
	// Exchange sends out and fills in. now is the loop's time. On an error in may hold anything. It may be called again with the same
	// now as a retry, and allocates nothing.
	Exchange(now time.Duration, out, in []byte) error
	// Close disables the motors as far as the bus can.
	Close() error
}

// Errors of Exchange. They are made once, so that a failing bus allocates no more than a good one.
var (
	ErrNoFrame = errors.New("no frame came back")
	ErrClosed  = errors.New("the bus is closed")
)

// Memory is what a bus implements whose boards remember their zero offset over a restart of the loop. It may block.
type Memory interface {
	LoadOffset(device int) ([MemorySize]byte, error)
	SaveOffset(device int, ram [MemorySize]byte) error
}

// Device is one board with its motor and sensors, as read from it before the loop starts.
type Device struct {
	Name     string // of the actuator: r_gripper_motor
	Serial   uint32
	Status   StatusKind
	Cells    int // of each of two fingertip arrays; 0 for none
	Provided Capability
	Motor    Motor
	Board    Board
}

// Size is the number of bytes the board sends each cycle.
func (d *Device) Size() int { return d.Status.Size() + d.PressureSize() }

// Validate says what is wrong with a device, nil when nothing is.
func (d *Device) Validate() error {
	if d.Name == "" || len(d.Name) > 64 {
		return fault.New("check device", d.Name, fault.Invalid, "its name must have 1 to 64 letters")
	}
	if d.Status > GripperStatus3 {
		return fault.New("check device", d.Name, fault.Unsupported, "a status of kind %d", d.Status)
	}
	if d.Cells < 0 || d.Cells > MaxCells {
		return fault.New("check device", d.Name, fault.Invalid, "%d pressure cells; 0 to %d are possible", d.Cells, MaxCells)
	}
	if err := d.Motor.Validate(); err != nil {
		return fault.Wrap("", d.Name, err)
	}
	return fault.Wrap("", d.Name, d.Board.Validate())
}

// PR2GripperDevice is a gripper's board of the PR2 with its motor and fingertips. Scales of the board are not published: a milliampere
// and ten millivolts for each count are assumed.
func PR2GripperDevice(name string) Device {
	return Device{
		Name: name, Status: GripperStatus1, Cells: 22, Motor: PR2GripperMotor(), Board: PR2GripperBoard(),
		Provided: HasEncoder | HasCurrent | HasVoltage | HasEncoderErrors | HasTemperature | HasReset | HasPressure | HasAccelerometer | HasEffortCommand,
	}
}
