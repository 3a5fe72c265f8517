package dynamic

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/holdfast-robotics/holdfast/ros/msgdef"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// The JSON form follows rosbridge: a message is an object with the names of its fields; time and duration are {"secs":..,"nsecs":..};
// uint8[] and char[] are base64 text; NaN and the infinities, which JSON does not have, are null; 64-bit integers are written exactly.
// Bytes of a string that are not UTF-8 become U+FFFD.

// MarshalJSON returns the JSON form of any message.
func MarshalJSON(m wire.Message) ([]byte, error) {
	t, err := Of(m)
	if err != nil {
		return nil, err
	}
	if d, ok := m.(*Message); ok {
		return t.AppendJSON(nil, d.raw)
	}
	return t.AppendJSON(nil, m.AppendROS(nil))
}

// MarshalJSON implements [encoding/json.Marshaler].
func (m *Message) MarshalJSON() ([]byte, error) { return m.typ.AppendJSON(nil, m.raw) }

// AppendJSON appends the JSON form of the message whose ROS bytes are raw.
func (t *Type) AppendJSON(b, raw []byte) ([]byte, error) {
	r := wire.NewReader(raw)
	out, ok := t.root.json(b, &r)
	if err := r.Finish(t.ros.Name); err != nil || !ok {
		return b, err
	}
	return out, nil
}

func (rec *record) json(b []byte, r *wire.Reader) ([]byte, bool) {
	b = append(b, '{')
	for i := range rec.fields {
		f := &rec.fields[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, f.name...) // an identifier: nothing to escape
		b = append(b, '"', ':')
		var ok bool
		if b, ok = f.json(b, r); !ok {
			return b, false
		}
	}
	return append(b, '}'), true
}

func (f *field) json(b []byte, r *wire.Reader) ([]byte, bool) {
	n := f.len
	switch n {
	case msgdef.Scalar:
		b, ok := f.jsonElement(b, r)
		return b, ok || r.At(f.name)
	case msgdef.Variable:
		var ok bool
		if n, ok = r.Count(f.size); !ok {
			return b, r.At(f.name)
		}
	}
	if f.bytes() {
		p, ok := r.Take(n)
		if !ok {
			return b, r.At(f.name)
		}
		b = appendBase64(append(b, '"'), p)
		return append(b, '"'), true
	}
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		var ok bool
		if b, ok = f.jsonElement(b, r); !ok {
			return b, r.AtIndex(f.name, i)
		}
	}
	return append(b, ']'), true
}

func (f *field) jsonElement(b []byte, r *wire.Reader) ([]byte, bool) {
	if f.rec != nil {
		return f.rec.json(b, r)
	}
	p, ok := f.take(r)
	if !ok {
		return b, false
	}
	switch f.builtin {
	case msgdef.String:
		return appendJSONString(b, p), true
	case msgdef.Bool:
		return strconv.AppendBool(b, p[0] != 0), true
	case msgdef.Float32:
		return appendJSONFloat(b, float64(wire.Float32(p)), 32), true
	case msgdef.Float64:
		return appendJSONFloat(b, wire.Float64(p), 64), true
	case msgdef.Time:
		b = strconv.AppendUint(append(b, `{"secs":`...), uint64(wire.Uint32(p)), 10)
		b = strconv.AppendUint(append(b, `,"nsecs":`...), uint64(wire.Uint32(p[4:])), 10)
		return append(b, '}'), true
	case msgdef.Duration:
		b = strconv.AppendInt(append(b, `{"secs":`...), int64(int32(wire.Uint32(p))), 10)
		b = strconv.AppendInt(append(b, `,"nsecs":`...), int64(int32(wire.Uint32(p[4:]))), 10)
		return append(b, '}'), true
	case msgdef.Int8, msgdef.Byte, msgdef.Int16, msgdef.Int32, msgdef.Int64:
		return strconv.AppendInt(b, signed(p), 10), true
	}
	return strconv.AppendUint(b, unsigned(p), 10), true
}

// appendJSONFloat writes the shortest number that reads back as the same value.
func appendJSONFloat(b []byte, v float64, bits int) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(b, "null"...)
	}
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(b, v, 'e', -1, bits)
	}
	return strconv.AppendFloat(b, v, 'f', -1, bits)
}

func appendJSONString(b, s []byte) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for len(s) > 0 {
		switch c := s[0]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c < utf8.RuneSelf:
			b = append(b, c)
		default:
			r, n := utf8.DecodeRune(s)
			b = utf8.AppendRune(b, r) // U+FFFD for what is no UTF-8
			s = s[n:]
			continue
		}
		s = s[1:]
	}
	return append(b, '"')
}
