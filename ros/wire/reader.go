package wire

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// MaxEmpty bounds the count of an array whose elements take no bytes on the wire, such as an array of empty messages: nothing else would.
const MaxEmpty = 1 << 16

// Reader reads ROS 1 bytes. The first failure stays: it is told once, by [Reader.Finish], with the field and the place.
//
// Alias makes byte arrays (uint8[] and char[]) point into the input instead of copying it. The message is then valid as long as the input
// is, and must not be decoded into without Alias later, since that would write over the input.
type Reader struct {
	b     []byte
	off   int
	err   *failure // nil while nothing has failed
	Alias bool
}

// failure is what went wrong first.
type failure struct {
	path string // of the field, built from the inside out
	kind fault.Kind
	msg  string
}

// NewReader reads b from its beginning.
func NewReader(b []byte) Reader { return Reader{b: b} }

// Reset starts over with another input, keeping Alias.
func (r *Reader) Reset(b []byte) { r.b, r.off, r.err = b, 0, nil }

// Offset is the number of bytes read.
func (r *Reader) Offset() int { return r.off }

// Left is the number of bytes not yet read.
func (r *Reader) Left() int { return len(r.b) - r.off }

// Finish reports what went wrong while reading a value of the named type; bytes left over are an error too.
func (r *Reader) Finish(typeName string) error {
	if r.err == nil && r.off == len(r.b) {
		return nil
	}
	return r.finish(typeName)
}

func (r *Reader) finish(typeName string) error {
	if r.err == nil {
		r.fail(fault.Invalid, "%d bytes are left behind the last field: another type, or another version of it", r.Left())
	}
	return r.Err(typeName)
}

// Failed reports whether a read failed.
func (r *Reader) Failed() bool { return r.err != nil }

// Err reports what went wrong while reading a value of the named type, or nil. Unlike [Reader.Finish] it allows more input to follow.
func (r *Reader) Err(typeName string) error {
	if r.err == nil {
		return nil
	}
	if r.err.path != "" {
		typeName += "." + r.err.path
	}
	return fault.New("decode", typeName, r.err.kind, "%s", r.err.msg)
}

// fail records the first failure. The message ends with the place.
func (r *Reader) fail(kind fault.Kind, format string, args ...any) {
	if r.err == nil {
		r.err = &failure{kind: kind, msg: fmt.Sprintf(format, args...) + fmt.Sprintf(" (at byte %d of %d)", r.off, len(r.b))}
	}
}

// Fail records a failure that the reader itself cannot see, such as a value out of range. It returns false.
func (r *Reader) Fail(kind fault.Kind, format string, args ...any) bool {
	r.fail(kind, format, args...)
	return false
}

// At names the field in which a read failed. It returns false, for the return statement.
func (r *Reader) At(field string) bool {
	if r.err.path != "" && r.err.path[0] != '[' {
		field += "."
	}
	r.err.path = field + r.err.path
	return false
}

// AtIndex names the array element in which a read failed. It returns false.
func (r *Reader) AtIndex(field string, i int) bool { return r.At(field + "[" + strconv.Itoa(i) + "]") }

// Rest is the input that has not been read. Generated code walks along it and hands what is left to [Reader.Done].
func (r *Reader) Rest() []byte { return r.b[r.off:] }

// Done goes on at rest, which is the end of [Reader.Rest].
func (r *Reader) Done(rest []byte) { r.off = len(r.b) - len(rest) }

// GetString reads a string from the front of p and returns what follows. A string that is already equal is kept. When it is not there, p
// comes back as it was, for [Reader.BadString].
func GetString(p []byte, s *string) (rest []byte, ok bool) {
	if len(p) < 4 {
		return p, false
	}
	n := uint(binary.LittleEndian.Uint32(p))
	if n > uint(len(p)-4) {
		return p, false
	}
	v := p[4 : 4+n]
	if !equal(v, *s) {
		*s = string(v)
	}
	return p[4+n:], true
}

// BadString tells that rest does not start with a whole string. It returns false.
func (r *Reader) BadString(rest []byte, field string) bool {
	r.Done(rest)
	r.badChunk()
	return r.At(field)
}

// Short tells that rest ends within a run of fixed-size fields. The layout, as in "seq:4 stamp:8 k:8*9", names the fields, so that the
// error names the one. It returns false.
func (r *Reader) Short(rest []byte, layout string) bool {
	r.Done(rest)
	at := 0
	for f := range strings.FieldsSeq(layout) {
		name, size, _ := strings.Cut(f, ":")
		size, count, array := strings.Cut(size, "*")
		w, _ := strconv.Atoi(size)
		n := 1
		if array {
			n, _ = strconv.Atoi(count)
		}
		if left := r.Left() - at; w*n > left {
			if array {
				name += "[" + strconv.Itoa(left/w) + "]"
				left %= w
			}
			r.fail(fault.Truncated, "it needs %d bytes, but %d are left", w, left)
			return r.At(name)
		}
		at += w * n
	}
	return r.Fail(fault.Internal, "layout %q is shorter than its block", layout)
}

// Count reads the count of a variable array whose elements take at least size bytes each, and makes sure that they can be there.
func (r *Reader) Count(size int) (n int, ok bool) {
	if len(r.b)-r.off < 4 {
		r.fail(fault.Truncated, "its length needs 4 bytes, but %d are left", r.Left())
		return 0, false
	}
	c := binary.LittleEndian.Uint32(r.b[r.off:])
	r.off += 4
	if size == 0 {
		if c > MaxEmpty {
			r.fail(fault.TooLarge, "%d elements of no size; at most %d are accepted", c, MaxEmpty)
			return 0, false
		}
	} else if uint64(c)*uint64(size) > uint64(len(r.b)-r.off) {
		r.fail(fault.TooLarge, "%d elements of at least %d bytes, but %d bytes are left", c, size, r.Left())
		return 0, false
	}
	return int(c), true
}

// chunk reads a count of bytes and the bytes.
func (r *Reader) chunk() ([]byte, bool) {
	i := r.off + 4
	if i > len(r.b) {
		return nil, r.badChunk()
	}
	n := uint(binary.LittleEndian.Uint32(r.b[i-4:]))
	if n > uint(len(r.b)-i) {
		return nil, r.badChunk()
	}
	r.off = i + int(n)
	return r.b[i:r.off:r.off], true
}

func (r *Reader) badChunk() bool {
	if r.Left() < 4 {
		return r.Fail(fault.Truncated, "its length needs 4 bytes, but %d are left", r.Left())
	}
	n := binary.LittleEndian.Uint32(r.b[r.off:])
	r.off += 4
	return r.Fail(fault.TooLarge, "%d bytes long, but %d bytes are left", n, r.Left())
}

// String reads a string. A string that is already equal is kept.
func (r *Reader) String(s *string) bool {
	rest, ok := GetString(r.Rest(), s)
	if !ok {
		return r.badChunk()
	}
	r.Done(rest)
	return true
}

// Strings reads a string array, reusing its memory and the strings that are equal.
func (r *Reader) Strings(s *[]string) bool {
	n, ok := r.Count(4)
	if !ok {
		return false
	}
	v := Resize(*s, n)
	*s = v
	p := r.Rest()
	for i := range v {
		if p, ok = GetString(p, &v[i]); !ok {
			return r.BadString(p, "["+strconv.Itoa(i)+"]")
		}
	}
	r.Done(p)
	return true
}

// Bytes reads a byte array, reusing its memory or, with Alias, pointing into the input.
func (r *Reader) Bytes(s *[]byte) bool {
	p, ok := r.chunk()
	if !ok {
		return false
	}
	if r.Alias {
		*s = p
	} else {
		*s = append((*s)[:0], p...)
	}
	return true
}

// Bools reads a bool array, reusing its memory.
func (r *Reader) Bools(s *[]bool) bool {
	p, ok := r.chunk()
	if !ok {
		return false
	}
	*s = Resize(*s, len(p))
	GetBools(*s, p)
	return true
}

// Take reads n bytes.
func (r *Reader) Take(n int) (p []byte, ok bool) {
	if n < 0 || n > r.Left() {
		return nil, r.Fail(fault.Truncated, "it needs %d bytes, but %d are left", n, r.Left())
	}
	r.off += n
	return r.b[r.off-n : r.off : r.off], true
}
