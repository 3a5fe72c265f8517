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
	Alias bool

	b    []byte
	off  int
	path string // of the field that failed, built from the inside out
	kind fault.Kind
	msg  string // "" while nothing has failed
}

// NewReader reads b from its beginning.
func NewReader(b []byte) Reader { return Reader{b: b} }

// Reset starts over with another input, keeping Alias.
func (r *Reader) Reset(b []byte) { *r = Reader{Alias: r.Alias, b: b} }

// Offset is the number of bytes read.
func (r *Reader) Offset() int { return r.off }

// Left is the number of bytes not yet read.
func (r *Reader) Left() int { return len(r.b) - r.off }

// Failed reports whether a read failed.
func (r *Reader) Failed() bool { return r.msg != "" }

// Finish reports what went wrong while reading a value of the named type; bytes left over are an error too.
func (r *Reader) Finish(typeName string) error {
	if r.msg == "" && r.off != len(r.b) {
		r.fail(fault.Invalid, "%d bytes are left behind the last field: another type, or another version of it", r.Left())
	}
	return r.Err(typeName)
}

// Err reports what went wrong while reading a value of the named type, or nil. Unlike [Reader.Finish] it allows more input to follow.
func (r *Reader) Err(typeName string) error {
	if r.msg == "" {
		return nil
	}
	if r.path != "" {
		typeName += "." + r.path
	}
	return fault.New("decode", typeName, r.kind, "%s", r.msg)
}

// fail records the first failure. The message ends with the place.
func (r *Reader) fail(kind fault.Kind, format string, args ...any) {
	if r.msg == "" {
		r.kind = kind
		r.msg = fmt.Sprintf(format, args...) + fmt.Sprintf(" (at byte %d of %d)", r.off, len(r.b))
	}
}

// Fail records a failure that the reader itself cannot see, such as a value out of range. It returns false.
func (r *Reader) Fail(kind fault.Kind, format string, args ...any) bool {
	r.fail(kind, format, args...)
	return false
}

// At names the field in which a read failed. It returns false, for the return statement.
func (r *Reader) At(field string) bool {
	if r.path == "" || strings.HasPrefix(r.path, "[") {
		r.path = field + r.path
	} else {
		r.path = field + "." + r.path
	}
	return false
}

// AtIndex names the array element in which a read failed. It returns false.
func (r *Reader) AtIndex(field string, i int) bool { return r.At(field + "[" + strconv.Itoa(i) + "]") }

// Take reads the n bytes of a run of fixed-size fields; nil when they are not there. The layout, as in "seq:4 stamp:8 k:8*9", names the
// fields for the error.
func (r *Reader) Take(n int, layout string) []byte {
	if len(r.b)-r.off < n {
		r.short(layout)
		return nil
	}
	r.off += n
	return r.b[r.off-n : r.off]
}

// short finds the field of a block at which the input ends.
func (r *Reader) short(layout string) {
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
			r.At(name)
			return
		}
		at += w * n
	}
	r.fail(fault.Internal, "layout %q is shorter than its block", layout)
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
	off := r.off
	if len(r.b)-off < 4 {
		return r.badChunk()
	}
	n := uint64(binary.LittleEndian.Uint32(r.b[off:]))
	if n > uint64(len(r.b)-off-4) {
		return r.badChunk()
	}
	r.off = off + 4 + int(n)
	return r.b[off+4 : r.off : r.off], true
}

func (r *Reader) badChunk() ([]byte, bool) {
	if r.Left() < 4 {
		r.fail(fault.Truncated, "its length needs 4 bytes, but %d are left", r.Left())
	} else {
		n := binary.LittleEndian.Uint32(r.b[r.off:])
		r.off += 4
		r.fail(fault.TooLarge, "%d bytes long, but %d bytes are left", n, r.Left())
	}
	return nil, false
}

// String reads a string. A string that is already equal is kept.
func (r *Reader) String(s *string) bool {
	p, ok := r.chunk()
	if !ok {
		return false
	}
	if string(p) != *s {
		*s = string(p)
	}
	return true
}

// Strings reads a string array, reusing its memory and the strings that are equal.
func (r *Reader) Strings(s *[]string) bool {
	n, ok := r.Count(4)
	if !ok {
		return false
	}
	v := Resize(*s, n)
	for i := range v {
		p, ok := r.chunk()
		if !ok {
			*s = v
			return r.AtIndex("", i)
		}
		if string(p) != v[i] {
			v[i] = string(p)
		}
	}
	*s = v
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

// Slice returns the bytes of the input from one offset to another.
func (r *Reader) Slice(from, to int) []byte { return r.b[from:to:to] }
