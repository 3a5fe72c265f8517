package dynamic

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// splitIndex takes "name[3]" apart; the index is -1 when there is none.
func splitIndex(step string) (name string, index int, err error) {
	name, in, ok := strings.Cut(step, "[")
	if !ok {
		return name, -1, nil
	}
	in, ok = strings.CutSuffix(in, "]")
	n, err := strconv.ParseUint(in, 10, 31)
	if !ok || err != nil {
		return "", 0, fmt.Errorf("%q is no array element; it reads name[0]", step)
	}
	return name, int(n), nil
}

// value reads the value of a field, or of one element of it.
func (t *Type) value(f *field, r *wire.Reader, element bool) (any, bool) {
	var sub *Type
	if f.rec != nil {
		var err error
		if sub, err = New(t.set, f.rec.name); err != nil {
			return nil, r.Fail(fault.Internal, "%v", err) // t itself is made of the same set
		}
	}
	if element || f.len == msgdef.Scalar {
		return f.value(r, sub)
	}
	n := f.len
	if n == msgdef.Variable {
		var ok bool
		if n, ok = r.Count(f.size); !ok {
			return nil, false
		}
	}
	if f.bytes() {
		return r.Take(n)
	}
	all := make([]any, 0, n)
	for range n {
		v, ok := f.value(r, sub)
		if !ok {
			return nil, false
		}
		all = append(all, v)
	}
	return all, true
}

// value reads one element; sub is the type of a message.
func (f *field) value(r *wire.Reader, sub *Type) (any, bool) {
	if f.rec != nil {
		rest := r.Rest()
		if !f.rec.skip(r) {
			return nil, false
		}
		return &Message{typ: sub, raw: rest[:len(rest)-r.Left()]}, true
	}
	p, ok := f.take(r)
	if !ok {
		return nil, false
	}
	switch f.builtin {
	case msgdef.String:
		return string(p), true
	case msgdef.Bool:
		return p[0] != 0, true
	case msgdef.Float32:
		return float64(wire.Float32(p)), true
	case msgdef.Float64:
		return wire.Float64(p), true
	case msgdef.Time:
		return wire.Time{Sec: wire.Uint32(p), Nsec: wire.Uint32(p[4:])}, true
	case msgdef.Duration:
		return wire.Duration{Sec: int32(wire.Uint32(p)), Nsec: int32(wire.Uint32(p[4:]))}, true
	case msgdef.Int8, msgdef.Byte, msgdef.Int16, msgdef.Int32, msgdef.Int64:
		return signed(p), true
	}
	return unsigned(p), true
}

// signed and unsigned read an integer as wide as p.
func signed(p []byte) int64 {
	switch len(p) {
	case 1:
		return int64(int8(p[0]))
	case 2:
		return int64(int16(wire.Uint16(p)))
	case 4:
		return int64(int32(wire.Uint32(p)))
	}
	return int64(wire.Uint64(p))
}

func unsigned(p []byte) uint64 {
	switch len(p) {
	case 1:
		return uint64(p[0])
	case 2:
		return uint64(wire.Uint16(p))
	case 4:
		return uint64(wire.Uint32(p))
	}
	return wire.Uint64(p)
}
