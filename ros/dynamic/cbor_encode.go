package dynamic

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/holdfast-robotics/holdfast/ros/msgdef"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// The CBOR form follows rosbridge: a message is a map with the names of its fields; time and duration are {"secs":..,"nsecs":..}; uint8[]
// and char[] are byte strings; other arrays of numbers are typed arrays (RFC 8746), little-endian, which is what the wire has; arrays of
// anything else are arrays. NaN and the infinities are themselves.

// Major types and simple values of CBOR (RFC 8949).
const (
	cborUint, cborNeg, cborBytes, cborText, cborArray, cborMap, cborTag = 0 << 5, 1 << 5, 2 << 5, 3 << 5, 4 << 5, 5 << 5, 6 << 5

	cborFalse, cborTrue, cborFloat32, cborFloat64 = 0xf4, 0xf5, 0xfa, 0xfb
)

// typedArray are the tags of little-endian typed arrays.
var typedArray = map[msgdef.Builtin]uint64{
	msgdef.Uint16: 69, msgdef.Uint32: 70, msgdef.Uint64: 71, msgdef.Int8: 72, msgdef.Byte: 72, msgdef.Int16: 77, msgdef.Int32: 78,
	msgdef.Int64: 79, msgdef.Float32: 85, msgdef.Float64: 86,
}

// AppendCBOR appends the CBOR form of the message whose ROS bytes are raw.
func (t *Type) AppendCBOR(b, raw []byte) ([]byte, error) {
	r := wire.NewReader(raw)
	out, ok := t.root.cbor(b, &r)
	if err := r.Finish(t.ros.Name); err != nil || !ok {
		return b, err
	}
	return out, nil
}

// appendCBORHead appends the head of an item: major type and length or value.
func appendCBORHead(b []byte, major byte, n uint64) []byte {
	switch {
	case n < 24:
		return append(b, major|byte(n))
	case n <= math.MaxUint8:
		return append(b, major|24, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(b, major|25), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(b, major|26), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, major|27), n)
}

// AppendCBORText appends a text to CBOR.
func AppendCBORText(b []byte, s string) []byte {
	return append(appendCBORHead(b, cborText, uint64(len(s))), s...)
}

// AppendCBORMap appends the head of a map of n pairs to CBOR.
func AppendCBORMap(b []byte, n int) []byte { return appendCBORHead(b, cborMap, uint64(n)) }

// AppendCBORUint appends an unsigned integer to CBOR.
func AppendCBORUint(b []byte, v uint64) []byte { return appendCBORHead(b, cborUint, v) }

// AppendCBORBytes appends a byte string to CBOR.
func AppendCBORBytes(b, p []byte) []byte {
	return append(appendCBORHead(b, cborBytes, uint64(len(p))), p...)
}

func appendCBORInt(b []byte, v int64) []byte {
	if v < 0 {
		return appendCBORHead(b, cborNeg, uint64(^v))
	}
	return appendCBORHead(b, cborUint, uint64(v))
}

func (rec *record) cbor(b []byte, r *wire.Reader) ([]byte, bool) {
	b = appendCBORHead(b, cborMap, uint64(len(rec.fields)))
	for i := range rec.fields {
		f := &rec.fields[i]
		b = AppendCBORText(b, f.name)
		var ok bool
		if b, ok = f.cbor(b, r); !ok {
			return b, false
		}
	}
	return b, true
}

func (f *field) cbor(b []byte, r *wire.Reader) ([]byte, bool) {
	n := f.len
	switch n {
	case msgdef.Scalar:
		b, ok := f.cborElement(b, r)
		return b, ok || r.At(f.name)
	case msgdef.Variable:
		var ok bool
		if n, ok = r.Count(f.size); !ok {
			return b, r.At(f.name)
		}
	}
	tag := typedArray[f.builtin]
	if tag > 0 || f.bytes() {
		p, ok := r.Take(n * f.size)
		if !ok {
			return b, r.At(f.name)
		}
		if tag > 0 {
			b = appendCBORHead(b, cborTag, tag)
		}
		return AppendCBORBytes(b, p), true
	}
	b = appendCBORHead(b, cborArray, uint64(n))
	for i := range n {
		var ok bool
		if b, ok = f.cborElement(b, r); !ok {
			return b, r.AtIndex(f.name, i)
		}
	}
	return b, true
}

func (f *field) cborElement(b []byte, r *wire.Reader) ([]byte, bool) {
	if f.rec != nil {
		return f.rec.cbor(b, r)
	}
	p, ok := f.take(r)
	if !ok {
		return b, false
	}
	switch f.builtin {
	case msgdef.String:
		return appendCBORString(b, p), true
	case msgdef.Bool:
		if p[0] != 0 {
			return append(b, cborTrue), true
		}
		return append(b, cborFalse), true
	case msgdef.Float32:
		return binary.BigEndian.AppendUint32(append(b, cborFloat32), wire.Uint32(p)), true
	case msgdef.Float64:
		return binary.BigEndian.AppendUint64(append(b, cborFloat64), wire.Uint64(p)), true
	case msgdef.Time, msgdef.Duration:
		secs, nsecs := uint64(wire.Uint32(p)), uint64(wire.Uint32(p[4:]))
		b = AppendCBORText(AppendCBORMap(b, 2), "secs")
		if f.builtin == msgdef.Time {
			return appendCBORHead(AppendCBORText(appendCBORHead(b, cborUint, secs), "nsecs"), cborUint, nsecs), true
		}
		return appendCBORInt(AppendCBORText(appendCBORInt(b, int64(int32(secs))), "nsecs"), int64(int32(nsecs))), true
	case msgdef.Int8, msgdef.Byte, msgdef.Int16, msgdef.Int32, msgdef.Int64:
		return appendCBORInt(b, signed(p)), true
	}
	return appendCBORHead(b, cborUint, unsigned(p)), true
}

// appendCBORString appends a string, bytes that are no UTF-8 replaced: a CBOR text must be UTF-8.
func appendCBORString(b, s []byte) []byte {
	if !utf8.Valid(s) {
		s = bytes.ToValidUTF8(s, []byte("\uFFFD"))
	}
	return append(appendCBORHead(b, cborText, uint64(len(s))), s...)
}

// AppendCBORBytesHead appends the head of a byte string of n bytes to CBOR; the bytes are to follow.
func AppendCBORBytesHead(b []byte, n int) []byte { return appendCBORHead(b, cborBytes, uint64(n)) }
