package dynamic

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// UnmarshalJSON sets any message from its JSON form; see [Type.AppendFromJSON].
func UnmarshalJSON(data []byte, m wire.Message) error {
	t, err := Of(m)
	if err != nil {
		return err
	}
	raw, err := t.AppendFromJSON(nil, data)
	if err != nil {
		return err
	}
	return m.DecodeROS(raw)
}

// UnmarshalJSON implements [encoding/json.Unmarshaler].
func (m *Message) UnmarshalJSON(data []byte) error {
	raw, err := m.typ.AppendFromJSON(nil, data)
	if err == nil {
		m.raw = raw
	}
	return err
}

// AppendFromJSON appends the ROS bytes of the message whose JSON form is data. Fields that are missing are zero; a field that the type
// does not have, a number that does not fit and a fixed array of another length are errors. Byte arrays may also be arrays of numbers,
// and null is NaN where a float is wanted.
func (t *Type) AppendFromJSON(b, data []byte) ([]byte, error) { return t.appendFromJSON(b, data, nil) }

// AppendStampedFromJSON is AppendFromJSON for a message that is sent now: headers that come without a stamp get it, as rosbridge does.
func (t *Type) AppendStampedFromJSON(b, data []byte, now wire.Time) ([]byte, error) {
	return t.appendFromJSON(b, data, &now)
}

func (t *Type) appendFromJSON(b, data []byte, now *wire.Time) ([]byte, error) {
	if !json.Valid(data) {
		var v any
		err := json.Unmarshal(data, &v) // for its words
		if err == nil {
			err = fmt.Errorf("no JSON")
		}
		return b, fault.New("read JSON", t.ros.Name, fault.Invalid, "%w", err)
	}
	s := scanner{data: data, limit: len(b) + msgdef.MaxFixed, now: now}
	out, err := s.record(b, t.root)
	if err != nil {
		return b, fault.New("read JSON", t.ros.Name+s.path, fault.Invalid, "%w", err)
	}
	return out, nil
}

// scanner walks along JSON that is known to be valid.
type scanner struct {
	data  []byte
	at    int
	limit int        // bytes of the result, so that a short text cannot ask for unbounded fixed arrays
	path  string     // of the value that is wrong, built from the inside out
	now   *wire.Time // for headers without a stamp; nil: zero
}

// peek skips white space and returns the next character.
func (s *scanner) peek() byte {
	for {
		switch c := s.data[s.at]; c {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return c
		}
	}
}

// value returns the text of the next value and moves behind it.
func (s *scanner) value() []byte {
	c := s.peek()
	start, depth := s.at, 0
	switch c {
	case '"':
		s.skipString()
	case '{', '[':
		for {
			switch s.data[s.at] {
			case '"':
				s.skipString()
				continue
			case '{', '[':
				depth++
			case '}', ']':
				depth--
			}
			s.at++
			if depth == 0 {
				break
			}
		}
	default:
	number:
		for s.at < len(s.data) {
			switch s.data[s.at] {
			case ',', '}', ']', ' ', '\t', '\r', '\n':
				break number
			}
			s.at++
		}
	}
	return s.data[start:s.at]
}

func (s *scanner) skipString() {
	for s.at++; s.data[s.at] != '"'; s.at++ {
		if s.data[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
}

// text reads a string.
func (s *scanner) text() (string, error) {
	if c := s.peek(); c != '"' {
		return "", fmt.Errorf("%s where a text must be", clip(s.value()))
	}
	v := s.value()
	for _, c := range v {
		if c == '\\' || c >= 0x80 { // escapes, and bytes that may be no UTF-8
			var t string
			err := json.Unmarshal(v, &t)
			return t, err
		}
	}
	return string(v[1 : len(v)-1]), nil
}

func clip(v []byte) string {
	if len(v) > 40 {
		return string(v[:40]) + "..."
	}
	return string(v)
}

// elements calls f for each element of an array or member of an object, from the opening to behind the closing bracket.
func (s *scanner) elements(end byte, f func(i int) error) error {
	s.at++
	for i := 0; ; i++ {
		c := s.peek()
		if c == end {
			s.at++
			return nil
		}
		if c == ',' {
			s.at++
		}
		if err := f(i); err != nil {
			return err
		}
	}
}

// members finds the members of an object whose names are given, and leaves their places in spots; 0 for those that are missing.
func (s *scanner) members(index func(name string) int, what string, spots []int) error {
	if c := s.peek(); c != '{' {
		return fmt.Errorf("%s where an object must be", clip(s.value()))
	}
	return s.elements('}', func(int) error {
		name, err := s.text()
		if err != nil {
			return err
		}
		i := index(name)
		if i < 0 {
			return fmt.Errorf("no field %q; %s", name, what)
		}
		s.peek()
		s.at++ // the colon
		s.peek()
		spots[i] = s.at
		s.value()
		return nil
	})
}

func (s *scanner) record(b []byte, rec *record) ([]byte, error) {
	spots := make([]int, len(rec.fields))
	err := s.members(func(name string) int {
		for i := range rec.fields {
			if rec.fields[i].name == name {
				return i
			}
		}
		return -1
	}, rec.name+" has "+rec.fieldNames(), spots)
	if err != nil {
		return b, err
	}
	end := s.at
	for i := range rec.fields {
		f := &rec.fields[i]
		if spots[i] == 0 {
			n := f.size
			switch f.len {
			case msgdef.Scalar:
			case msgdef.Variable:
				n = 4
			default:
				n *= f.len
			}
			if len(b)+n > s.limit {
				return b, fmt.Errorf("the message is larger than %d bytes", msgdef.MaxFixed)
			}
			start := len(b)
			b = append(b, make([]byte, n)...)
			if s.now != nil && f.builtin == msgdef.Time && f.name == "stamp" && rec.name == "std_msgs/Header" {
				wire.PutUint32(b[start:], s.now.Sec)
				wire.PutUint32(b[start+4:], s.now.Nsec)
			}
			continue
		}
		s.at = spots[i]
		if b, err = s.field(b, f); err != nil {
			s.in("." + f.name)
			return b, err
		}
	}
	s.at = end
	return b, nil
}

func (s *scanner) in(step string) { s.path = step + s.path }

func (s *scanner) field(b []byte, f *field) ([]byte, error) {
	if f.len == msgdef.Scalar {
		return s.element(b, f)
	}
	count := len(b)
	if f.len == msgdef.Variable {
		b = wire.AppendUint32(b, 0)
	}
	n := 0
	switch c := s.peek(); {
	case c == '"' && f.bytes():
		t, err := s.text()
		if err != nil {
			return b, err
		}
		start := len(b)
		if b, err = base64.StdEncoding.AppendDecode(b, []byte(t)); err != nil {
			return b, fmt.Errorf("no base64: %w", err)
		}
		n = len(b) - start
	case c == '[':
		err := s.elements(']', func(i int) (err error) {
			if f.size == 0 && i >= wire.MaxEmpty {
				return fmt.Errorf("more than %d elements of no size", wire.MaxEmpty)
			}
			if b, err = s.element(b, f); err != nil {
				s.in("[" + strconv.Itoa(i) + "]")
			}
			n++
			return err
		})
		if err != nil {
			return b, err
		}
	default:
		return b, fmt.Errorf("%s where an array must be", clip(s.value()))
	}
	if f.len != msgdef.Variable {
		if n != f.len {
			return b, fmt.Errorf("%d elements where there must be %d", n, f.len)
		}
		return b, nil
	}
	if uint64(n) > math.MaxUint32 {
		return b, fmt.Errorf("%d elements are too many", n)
	}
	wire.PutUint32(b[count:], uint32(n))
	return b, nil
}

func (s *scanner) element(b []byte, f *field) ([]byte, error) {
	if len(b)+f.size > s.limit {
		return b, fmt.Errorf("the message is larger than %d bytes", msgdef.MaxFixed)
	}
	if f.rec != nil {
		return s.record(b, f.rec)
	}
	switch f.builtin {
	case msgdef.String:
		t, err := s.text()
		return wire.AppendString(b, t), err
	case msgdef.Time, msgdef.Duration:
		return s.time(b, f.builtin)
	}
	v := string(s.value())
	b, p := wire.Extend(b, f.size)
	switch f.builtin {
	case msgdef.Bool:
		if v != "true" && v != "false" {
			return b, fmt.Errorf("%s where true or false must be", clip([]byte(v)))
		}
		p[0] = wire.Bool(v == "true")
		return b, nil
	case msgdef.Float32, msgdef.Float64:
		x, err := math.NaN(), error(nil)
		if v != "null" {
			if x, err = strconv.ParseFloat(v, 8*f.size); err != nil {
				return b, fmt.Errorf("%s is no %s", clip([]byte(v)), f.builtin)
			}
		}
		if f.size == 4 {
			wire.PutFloat32(p, float32(x))
		} else {
			wire.PutFloat64(p, x)
		}
		return b, nil
	}
	x, err := integer(v, f.builtin)
	if err != nil {
		return b, err
	}
	switch f.size {
	case 1:
		p[0] = uint8(x)
	case 2:
		wire.PutUint16(p, uint16(x))
	case 4:
		wire.PutUint32(p, uint32(x))
	case 8:
		wire.PutUint64(p, x)
	}
	return b, nil
}

// integer reads an integer of a built-in type; a number like 1e3 or 2.0 is one too.
func integer(v string, b msgdef.Builtin) (uint64, error) {
	bits, sign := 8*b.Size(), false
	switch b {
	case msgdef.Int8, msgdef.Byte, msgdef.Int16, msgdef.Int32, msgdef.Int64:
		sign = true
		if x, err := strconv.ParseInt(v, 10, bits); err == nil {
			return uint64(x), nil
		}
	default:
		if x, err := strconv.ParseUint(v, 10, bits); err == nil {
			return x, nil
		}
	}
	if x, err := strconv.ParseFloat(v, 64); err == nil && x == math.Trunc(x) && math.Abs(x) <= 1<<53 {
		if i := int64(x); sign && i>>(bits-1) == i>>63 || !sign && i >= 0 && (bits == 64 || i>>bits == 0) {
			return uint64(i), nil
		}
	}
	return 0, fmt.Errorf("%s does not fit %s", clip([]byte(v)), b)
}

func (s *scanner) time(b []byte, typ msgdef.Builtin) ([]byte, error) {
	spots := make([]int, 2)
	err := s.members(func(name string) int {
		switch name {
		case "secs", "sec":
			return 0
		case "nsecs", "nsec":
			return 1
		}
		return -1
	}, "a time has secs and nsecs", spots)
	if err != nil {
		return b, err
	}
	end := s.at
	word := msgdef.Uint32
	if typ == msgdef.Duration {
		word = msgdef.Int32
	}
	for i, spot := range spots {
		var x uint64
		if spot != 0 {
			s.at = spot
			if x, err = integer(string(s.value()), word); err != nil {
				s.in([]string{".secs", ".nsecs"}[i])
				return b, err
			}
		}
		b = wire.AppendUint32(b, uint32(x))
	}
	s.at = end
	return b, nil
}
