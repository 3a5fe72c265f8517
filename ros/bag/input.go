package bag

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

var le = binary.LittleEndian

// input is read from the front. What is not there reads as zero and leaves bad set.
type input struct {
	p   []byte
	bad bool
}

func (in *input) take(n uint64) []byte {
	if in.bad || n > uint64(len(in.p)) {
		in.bad, in.p = true, nil
		return nil
	}
	p := in.p[:n]
	in.p = in.p[n:]
	return p
}

func (in *input) u8() uint8 {
	if p := in.take(1); p != nil {
		return p[0]
	}
	return 0
}

func (in *input) u16() uint16 {
	if p := in.take(2); p != nil {
		return le.Uint16(p)
	}
	return 0
}

func (in *input) u32() uint32 {
	if p := in.take(4); p != nil {
		return le.Uint32(p)
	}
	return 0
}

func (in *input) u64() uint64 {
	if p := in.take(8); p != nil {
		return le.Uint64(p)
	}
	return 0
}

// bytes and text have a 32-bit length in front.
func (in *input) bytes() []byte { return in.take(uint64(in.u32())) }
func (in *input) text() string  { return string(in.bytes()) }

// nanos is a 64-bit time. Recordings end before 2262.
func (in *input) nanos() int64 { return clampTime(in.u64()) }

func clampTime(t uint64) int64 { return int64(min(t, math.MaxInt64)) }

func appendText(b []byte, s string) []byte { return append(le.AppendUint32(b, uint32(len(s))), s...) }

func short(what string, at int64, end int64) error {
	return fault.New("", fmt.Sprintf("%s at byte %d", what, at), fault.Truncated, "the file ends within it, at byte %d", end)
}

func invalid(what string, at int64, format string, args ...any) error {
	return fault.New("", fmt.Sprintf("%s at byte %d", what, at), fault.Invalid, format, args...)
}
