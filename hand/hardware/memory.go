package hardware

import (
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// MemorySize is the length of what a board remembers over a restart of the loop: version 1, three unused bytes, the zero offset, CRC.
const MemorySize = 16

// EncodeOffset is the memory of a zero offset (rad).
func EncodeOffset(offset float64) [MemorySize]byte {
	var b [MemorySize]byte
	b[0] = 1
	binary.LittleEndian.PutUint64(b[4:], math.Float64bits(offset))
	binary.LittleEndian.PutUint32(b[12:], crc32.ChecksumIEEE(b[:12]))
	return b
}

// DecodeOffset reads a board's memory. A board that was just powered on, or another version, remembers nothing.
func DecodeOffset(b []byte) (float64, error) {
	if len(b) < MemorySize {
		return 0, fault.New("read zero offset", "", fault.Truncated, "%d bytes of %d", len(b), MemorySize)
	}
	if b[0] != 1 {
		return 0, fault.New("read zero offset", "", fault.Unsupported, "version %d; version 1 is known", b[0])
	}
	if crc32.ChecksumIEEE(b[:12]) != binary.LittleEndian.Uint32(b[12:]) {
		return 0, fault.New("read zero offset", "", fault.Invalid, "the check sum is wrong: the board remembers nothing; calibrate")
	}
	offset := math.Float64frombits(binary.LittleEndian.Uint64(b[4:]))
	if math.IsNaN(offset) || math.Abs(offset) > 1e9 {
		return 0, fault.New("read zero offset", "", fault.Invalid, "%g rad is no offset", offset)
	}
	return offset, nil
}

// eepromSize is the length of the page that describes a motor.
const eepromSize = 264

// DecodeEEPROM reads the page in which a board keeps what motor it drives.
func DecodeEEPROM(b []byte) (id uint32, name string, m Motor, err error) {
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("read motor data", name, kind, format, args...)
	}
	if len(b) < eepromSize {
		return 0, "", m, bad(fault.Truncated, "%d bytes of %d", len(b), eepromSize)
	}
	le := binary.LittleEndian
	if crc32.ChecksumIEEE(b[:252]) != le.Uint32(b[252:]) && crc32.ChecksumIEEE(b[:260]) != le.Uint32(b[260:]) {
		return 0, "", m, bad(fault.Invalid, "both check sums are wrong: the board has not been programmed")
	}
	if major, minor := le.Uint16(b), le.Uint16(b[2:]); major != 0 || minor != 2 {
		return 0, "", m, bad(fault.Unsupported, "version %d.%d; version 0.2 is known", major, minor)
	}
	text := func(b []byte) string {
		for i, c := range b {
			if c == 0 {
				return string(b[:i])
			}
		}
		return string(b)
	}
	num := func(i int) float64 { return math.Float64frombits(le.Uint64(b[i:])) }
	name = text(b[8:72])
	m = Motor{
		Make: text(b[104:136]), Model: text(b[136:168]), MaxCurrent: num(168), SpeedConstant: num(176), Resistance: num(184), TorqueConstant: num(192),
		EncoderReduction: num(200), PulsesPerTurn: float64(le.Uint32(b[208:])), Thermal: PR2GripperMotor().Thermal,
	}
	return le.Uint32(b[4:]), name, m, fault.Wrap("read motor data", name, m.Validate())
}

// EncodeEEPROM writes such a page.
func EncodeEEPROM(id uint32, name string, m *Motor) []byte {
	b := make([]byte, eepromSize)
	le := binary.LittleEndian
	le.PutUint16(b[2:], 2)
	le.PutUint32(b[4:], id)
	copy(b[8:71], name)
	copy(b[104:135], m.Make)
	copy(b[136:167], m.Model)
	for i, v := range []float64{m.MaxCurrent, m.SpeedConstant, m.Resistance, m.TorqueConstant, m.EncoderReduction} {
		le.PutUint64(b[168+8*i:], math.Float64bits(v))
	}
	le.PutUint32(b[208:], uint32(m.PulsesPerTurn))
	le.PutUint32(b[252:], crc32.ChecksumIEEE(b[:252]))
	le.PutUint32(b[260:], crc32.ChecksumIEEE(b[:260]))
	return b
}
