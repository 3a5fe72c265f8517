package hardware

import (
	"encoding/binary"
	"math/bits"
)

// What goes over the wire, packed and little-endian: one command of 8 bytes out for each board, a status and, where the board has
// fingertips, a pressure block back. Each block ends with a checksum.

// CommandSize is the length of a command.
const CommandSize = 8

// Bits of the mode byte, of command and status.
const (
	ModeOff         = 0x00
	ModeEnable      = 0x01
	ModeCurrent     = 0x02
	ModeSafetyReset = 0x10
	ModeLockout     = 0x20
	ModeUndervolt   = 0x40
	ModeReset       = 0x80
)

// fullPWM is the count of a bridge that is on all the time.
const fullPWM = 0x4000

// Checksum is the sum that closes a block of which data is all but the last byte: from 0x42, rotate right by one and XOR, for each
// byte, and rotate once more. Over a whole block it is 0.
func Checksum(data []byte) byte { return bits.RotateLeft8(rotateXOR(data), -1) }

// intact reports whether the checksum at the end of a block is right.
func intact(block []byte) bool { return rotateXOR(block) == 0 }

func rotateXOR(data []byte) byte {
	sum := byte(0x42)
	for _, b := range data {
		sum = bits.RotateLeft8(sum, -1) ^ b
	}
	return sum
}

// Command is one board's command.
type Command struct {
	Mode       byte
	DigitalOut byte
	PWM        int16
	Current    int16 // counts of the board's current scale
}

// Encode writes the 8 bytes of a command.
func (c *Command) Encode(b []byte) {
	_ = b[CommandSize-1]
	b[0], b[1] = c.Mode, c.DigitalOut
	binary.LittleEndian.PutUint16(b[2:], uint16(c.PWM))
	binary.LittleEndian.PutUint16(b[4:], uint16(c.Current))
	b[6] = 0
	b[7] = Checksum(b[:7])
}

// Decode reads the 8 bytes of a command; false when the checksum is wrong or bytes are missing.
func (c *Command) Decode(b []byte) bool {
	if len(b) < CommandSize || !intact(b[:CommandSize]) {
		return false
	}
	*c = Command{Mode: b[0], DigitalOut: b[1], PWM: int16(binary.LittleEndian.Uint16(b[2:])), Current: int16(binary.LittleEndian.Uint16(b[4:]))}
	return true
}

// digitalOut packs what shares a byte: the line of the board, bandwidth and range of the accelerometer.
func digitalOut(line uint8, a AccelerometerCommand) byte {
	if a.Range > Range8G {
		a.Range = 0
	}
	if a.Bandwidth > Bandwidth1500 {
		a.Bandwidth = 0
	}
	b := byte(a.Bandwidth)<<1 | byte(a.Range)<<4
	if line != 0 {
		b |= 1
	}
	return b
}

// StatusKind is the layout of a board's status.
type StatusKind uint8

const (
	BaseStatus     StatusKind = 0 // 44 bytes: a motor with a calibration switch
	GripperStatus1 StatusKind = 1 // 61 bytes: gripper board, firmware 1, with an accelerometer and no switch
	GripperStatus2 StatusKind = 2 // 129 bytes: firmware 2, with room for a force-torque sensor
	GripperStatus3 StatusKind = 3 // the same status, and a pressure block that is padded to 513 bytes
)

// Size is the length of the status.
func (k StatusKind) Size() int {
	switch k {
	case GripperStatus1:
		return 61
	case GripperStatus2, GripperStatus3:
		return 129
	}
	return 44
}

// Status is what a board says of itself in a frame.
type Status struct {
	Mode              byte
	DigitalOut        byte
	PWM               int16
	ProgrammedCurrent int16
	MeasuredCurrent   int16
	Timestamp         uint32 // us
	EncoderCount      int32
	IndexPosition     int32
	EncoderErrors     uint16
	EncoderStatus     byte
	Calibration       byte // bit 0 level, bit 2 falling edge latched, bit 3 rising edge latched
	RisingEdge        int32
	FallingEdge       int32
	BoardTemperature  uint16 // 1/128 C
	BridgeTemperature uint16
	SupplyVoltage     uint16 // counts of the voltage scale
	MotorVoltage      int16
	PacketCount       uint16
	AccelCount        uint8
	Accel             [4]uint32 // newest first
}

// Bits of Status.Calibration.
const (
	calibrationLevel   = 1 << 0
	calibrationFalling = 1 << 2
	calibrationRising  = 1 << 3
)

// Encode writes a status of a kind.
func (s *Status) Encode(k StatusKind, b []byte) {
	n := k.Size()
	b = b[:n]
	clear(b)
	le := binary.LittleEndian
	b[0], b[1] = s.Mode, s.DigitalOut
	le.PutUint16(b[2:], uint16(s.PWM))
	le.PutUint16(b[4:], uint16(s.ProgrammedCurrent))
	le.PutUint16(b[6:], uint16(s.MeasuredCurrent))
	le.PutUint32(b[8:], s.Timestamp)
	le.PutUint32(b[12:], uint32(s.EncoderCount))
	le.PutUint32(b[16:], uint32(s.IndexPosition))
	le.PutUint16(b[20:], s.EncoderErrors)
	b[22] = s.EncoderStatus
	if k == BaseStatus {
		b[23] = s.Calibration
		le.PutUint32(b[24:], uint32(s.RisingEdge))
		le.PutUint32(b[28:], uint32(s.FallingEdge))
	}
	le.PutUint16(b[32:], s.BoardTemperature)
	le.PutUint16(b[34:], s.BridgeTemperature)
	le.PutUint16(b[36:], s.SupplyVoltage)
	le.PutUint16(b[38:], uint16(s.MotorVoltage))
	le.PutUint16(b[40:], s.PacketCount)
	if k != BaseStatus {
		b[43] = s.AccelCount
		for i, w := range s.Accel {
			le.PutUint32(b[44+4*i:], w)
		}
	}
	b[n-1] = Checksum(b[:n-1])
}

// Decode reads a status of a kind; false, and no change, when the checksum is wrong or bytes are missing. A gripper board has no
// calibration switch: the bytes in its place are not read.
func (s *Status) Decode(k StatusKind, b []byte) bool {
	n := k.Size()
	if len(b) < n || !intact(b[:n]) {
		return false
	}
	le := binary.LittleEndian
	*s = Status{
		Mode: b[0], DigitalOut: b[1], PWM: int16(le.Uint16(b[2:])), ProgrammedCurrent: int16(le.Uint16(b[4:])), MeasuredCurrent: int16(le.Uint16(b[6:])),
		Timestamp: le.Uint32(b[8:]), EncoderCount: int32(le.Uint32(b[12:])), IndexPosition: int32(le.Uint32(b[16:])),
		EncoderErrors: le.Uint16(b[20:]), EncoderStatus: b[22],
		BoardTemperature: le.Uint16(b[32:]), BridgeTemperature: le.Uint16(b[34:]), SupplyVoltage: le.Uint16(b[36:]), MotorVoltage: int16(le.Uint16(b[38:])),
		PacketCount: le.Uint16(b[40:]),
	}
	if k == BaseStatus {
		s.Calibration, s.RisingEdge, s.FallingEdge = b[23], int32(le.Uint32(b[24:])), int32(le.Uint32(b[28:]))
		return true
	}
	s.AccelCount = b[43]
	for i := range s.Accel {
		s.Accel[i] = le.Uint32(b[44+4*i:])
	}
	return true
}

// paddedPressure is the length of a pressure block of firmware 3.
const paddedPressure = 513

// PressureSize is the length of a device's pressure block: a timestamp, two arrays, a byte of padding and a checksum; 94 bytes for 22
// cells, or 513 with the padding of firmware 3.
func (d *Device) PressureSize() int {
	switch {
	case d.Cells == 0:
		return 0
	case d.Status == GripperStatus3:
		return paddedPressure
	}
	return 6 + 4*d.Cells
}

// EncodePressure writes a pressure block that fills b; the counts are big-endian, as the fingertips send them.
func EncodePressure(b []byte, timestamp uint32, left, right []uint16) {
	clear(b)
	binary.LittleEndian.PutUint32(b, timestamp)
	for i := range left {
		binary.BigEndian.PutUint16(b[4+2*i:], left[i])
		binary.BigEndian.PutUint16(b[4+2*len(left)+2*i:], right[i])
	}
	b[len(b)-1] = Checksum(b[:len(b)-1])
}

// decodePressure reads a pressure block that fills b into the two arrays; false, and no change, when the checksum is wrong.
func decodePressure(b []byte, left, right *PressureState) bool {
	if len(b) < 6+4*left.Cells || !intact(b) {
		return false
	}
	stamp := binary.LittleEndian.Uint32(b)
	fresh := left.Frame == 0 || stamp != left.Timestamp
	for f, s := range [2]*PressureState{left, right} {
		s.Timestamp = stamp
		if fresh {
			s.Frame++
		}
		for i := range s.Counts[:s.Cells] {
			s.Counts[i] = binary.BigEndian.Uint16(b[4+2*(f*s.Cells+i):])
		}
	}
	return true
}

// standardGravity is what the accelerometer's scale is made of, m/s^2.
const standardGravity = 9.81

// DecodeAccel reads one word of the accelerometer: three 10-bit numbers and the range in force for them. m/s^2.
func DecodeAccel(w uint32) [3]float64 {
	scale := standardGravity / float64(int(1)<<(8-w>>30))
	axis := func(shift uint) float64 { return float64(int32(w<<(22-shift))>>22) * scale }
	return [3]float64{axis(0), axis(10), axis(20)}
}

// EncodeAccel is the word of an acceleration in m/s^2: rounded, and bounded by the range.
func EncodeAccel(a [3]float64, r Range) uint32 {
	if r > Range8G {
		r = 0
	}
	w := uint32(r) << 30
	for i, x := range a {
		n := x / standardGravity * float64(int(1)<<(8-r))
		w |= (uint32(int32(max(-512, min(511, roundHalf(n))))) & 0x3ff) << (10 * i)
	}
	return w
}

// roundHalf rounds half away from zero; NaN becomes 0.
func roundHalf(x float64) float64 {
	switch {
	case x >= 0:
		return float64(int64(min(x, 1e9) + 0.5))
	case x < 0:
		return float64(int64(max(x, -1e9) - 0.5))
	}
	return 0
}

// unpackAccel takes over the samples that are new in a status: oldest first.
func (a *AccelerometerState) unpack(s *Status, last uint8) {
	fresh := int(s.AccelCount - last)
	a.N = min(fresh, len(s.Accel))
	a.Missed += uint64(fresh - a.N)
	a.Total += uint64(a.N)
	for i := range a.N {
		a.Samples[i] = DecodeAccel(s.Accel[a.N-1-i])
	}
}
