package wire

import (
	"encoding/binary"
	"math"
	"slices"
)

// Extend makes b n bytes longer, growing it as append does, and returns it with the n new bytes.
func Extend(b []byte, n int) (all, added []byte) {
	at := len(b)
	if cap(b)-at < n {
		b = slices.Grow(b, n)
	}
	b = b[:at+n]
	return b, b[at:]
}

// AppendUint32 appends a 32-bit word, the form of every count.
func AppendUint32(b []byte, v uint32) []byte { return binary.LittleEndian.AppendUint32(b, v) }

// AppendString appends a string with its length.
func AppendString(b []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
}

// AppendStrings appends a string array with its count.
func AppendStrings(b []byte, s []string) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	at := len(b)
	for _, v := range s {
		n := 4 + len(v)
		if cap(b)-at < n {
			b = slices.Grow(b[:at], n)
		}
		p := b[at : at+n]
		binary.LittleEndian.PutUint32(p, uint32(len(v)))
		copyString(p[4:], v)
		at += n
	}
	return b[:at]
}

// PutString writes a string with its length and returns the rest of p.
func PutString(p []byte, s string) []byte {
	binary.LittleEndian.PutUint32(p, uint32(len(s)))
	return p[4+copy(p[4:], s):]
}

// AppendBools appends a bool array with its count.
func AppendBools(b []byte, s []bool) []byte {
	b, p := Extend(b, 4+len(s))
	binary.LittleEndian.PutUint32(p, uint32(len(s)))
	PutBools(p[4:], s)
	return b
}

// PutBools writes one byte a value.
func PutBools(p []byte, s []bool) {
	for i, v := range s {
		p[i] = Bool(v)
	}
}

// GetBools reads one byte a value; everything but 0 is true.
func GetBools(s []bool, p []byte) {
	for i := range s {
		s[i] = p[i] != 0
	}
}

// Bool is the byte of a bool.
func Bool(v bool) byte {
	if v {
		return 1
	}
	return 0
}

// The fixed-size values of a block. p must be long enough; generated code hands in constant slices, whose checks the compiler removes.

// PutUint16 writes 16 bits.
func PutUint16(p []byte, v uint16) { binary.LittleEndian.PutUint16(p, v) }

// PutUint32 writes 32 bits.
func PutUint32(p []byte, v uint32) { binary.LittleEndian.PutUint32(p, v) }

// PutUint64 writes 64 bits.
func PutUint64(p []byte, v uint64) { binary.LittleEndian.PutUint64(p, v) }

// PutFloat32 writes an IEEE 754 single.
func PutFloat32(p []byte, v float32) { binary.LittleEndian.PutUint32(p, math.Float32bits(v)) }

// PutFloat64 writes an IEEE 754 double.
func PutFloat64(p []byte, v float64) { binary.LittleEndian.PutUint64(p, math.Float64bits(v)) }

// Uint16 reads 16 bits.
func Uint16(p []byte) uint16 { return binary.LittleEndian.Uint16(p) }

// Uint32 reads 32 bits.
func Uint32(p []byte) uint32 { return binary.LittleEndian.Uint32(p) }

// Uint64 reads 64 bits.
func Uint64(p []byte) uint64 { return binary.LittleEndian.Uint64(p) }

// Float32 reads an IEEE 754 single.
func Float32(p []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(p)) }

// Float64 reads an IEEE 754 double.
func Float64(p []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(p)) }

// SizeStrings is the size of a string array with its count.
func SizeStrings(s []string) int {
	n := 4
	for _, v := range s {
		n += 4 + len(v)
	}
	return n
}

// Resize returns s with n elements. Elements that s held before, also beyond its length, keep what they hold, so that decoding into them
// reuses their memory.
func Resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	t := make([]T, n)
	copy(t, s[:cap(s)])
	return t
}
