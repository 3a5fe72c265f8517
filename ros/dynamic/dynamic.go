// Package dynamic handles messages of types that are known only at run time, by their definition: for echo, recording and bridges. It is
// also the JSON codec of all messages, generated ones included.
//
// A dynamic message keeps its bytes and looks into them when asked, so that passing it on costs no more than a copy.
package dynamic

import (
	"slices"
	"strings"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Type is a message type made from its definition. It is safe for concurrent use.
type Type struct {
	ros  wire.Type
	set  *msgdef.Set
	root *record
}

// record is a message type, ready for walking along bytes.
type record struct {
	name   string
	fields []field
	min    int  // bytes of the smallest message
	fixed  bool // all messages have that size
}

type field struct {
	name    string
	builtin msgdef.Builtin
	rec     *record // of a message
	len     int     // msgdef.Scalar, msgdef.Variable, or the length of a fixed array
	size    int     // bytes of the smallest element
	fixed   bool    // all elements have that size
}

func (f *field) bytes() bool {
	return f.len != msgdef.Scalar && (f.builtin == msgdef.Uint8 || f.builtin == msgdef.Char)
}

// Parse makes a type from the concatenated definition that connection headers and recordings carry.
func Parse(name, definition string) (*Type, error) {
	set, err := msgdef.ParseDefinition(name, definition)
	if err != nil {
		return nil, err
	}
	return New(set, name)
}

// New makes a type from a set of definitions.
func New(set *msgdef.Set, name string) (*Type, error) {
	sum, err := set.MD5(name)
	if err != nil {
		return nil, err
	}
	deps, _ := set.Depends(name) // MD5 has resolved everything
	t := &Type{set: set}
	t.root = t.compile(name, map[string]*record{})
	types := make([]*wire.Type, len(deps))
	for i, d := range deps {
		sum, _ := set.MD5(d)
		types[i] = &wire.Type{Name: d, MD5: sum, Text: set.Messages[d].Text}
	}
	t.ros = wire.Type{
		Name: name, MD5: sum, Text: set.Messages[name].Text,
		Deps: func() []*wire.Type { return types },
		New:  func() wire.Message { return t.New() },
	}
	return t, nil
}

func (t *Type) compile(name string, done map[string]*record) *record {
	if r := done[name]; r != nil {
		return r
	}
	r := &record{name: name}
	done[name] = r
	r.min, r.fixed, _ = t.set.Size(name)
	for _, f := range t.set.Messages[name].Fields {
		c := field{name: f.Name, builtin: f.Builtin, len: f.Len, size: f.Builtin.Size(), fixed: f.Builtin != msgdef.String}
		if f.Builtin == msgdef.NotBuiltin {
			c.rec = t.compile(f.Type, done)
			c.size, c.fixed = c.rec.min, c.rec.fixed
		}
		r.fields = append(r.fields, c)
	}
	return r
}

var compiled sync.Map // *wire.Type of generated messages -> *Type; bounded by the number of generated types

// Of returns the type of any message.
func Of(m wire.Message) (*Type, error) {
	if d, ok := m.(*Message); ok {
		return d.typ, nil
	}
	ros := m.ROSType()
	if t, ok := compiled.Load(ros); ok {
		return t.(*Type), nil
	}
	t, err := Parse(ros.Name, ros.Definition())
	if err != nil {
		return nil, err
	}
	compiled.Store(ros, t)
	return t, nil
}

// Name is the name of the type.
func (t *Type) Name() string { return t.ros.Name }

// MD5 is the sum that peers compare.
func (t *Type) MD5() string { return t.ros.MD5 }

// Definition is the text of the type and of those it refers to.
func (t *Type) Definition() string { return t.ros.Definition() }

// FieldNames lists the fields.
func (t *Type) FieldNames() []string {
	names := make([]string, len(t.root.fields))
	for i := range names {
		names[i] = t.root.fields[i].name
	}
	return names
}

// ROSType describes the type.
func (t *Type) ROSType() *wire.Type { return &t.ros }

// New makes an empty message. All its values are zero.
func (t *Type) New() *Message { return &Message{typ: t, raw: t.root.appendZero(nil)} }

// appendZero appends an empty message: min zero bytes, which is what zero values, empty strings and empty arrays look like.
func (r *record) appendZero(b []byte) []byte { return append(b, make([]byte, r.min)...) }

// Check walks along a message and reports what is wrong with it.
func (t *Type) Check(raw []byte) error {
	r := wire.NewReader(raw)
	t.root.skip(&r)
	return r.Finish(t.ros.Name)
}

// Message is a message of a type that is known at run time. It implements [wire.Message].
type Message struct {
	typ *Type
	raw []byte
}

// Type returns the type.
func (m *Message) Type() *Type { return m.typ }

// ROSType describes the type.
func (m *Message) ROSType() *wire.Type { return &m.typ.ros }

// TypeName is the name of the type.
func (m *Message) TypeName() string { return m.typ.ros.Name }

// MD5 is the sum that peers compare.
func (m *Message) MD5() string { return m.typ.ros.MD5 }

// Definition is the text of the type and of those it refers to.
func (m *Message) Definition() string { return m.typ.ros.Definition() }

// SizeROS is the number of bytes of the message.
func (m *Message) SizeROS() int { return len(m.raw) }

// AppendROS appends the bytes of the message to b.
func (m *Message) AppendROS(b []byte) []byte { return append(b, m.raw...) }

// Bytes are the bytes of the message; the caller must not change them.
func (m *Message) Bytes() []byte { return m.raw }

// ReadROS reads a message from r, which it checks and keeps as a copy; with r.Alias it keeps the input itself.
func (m *Message) ReadROS(r *wire.Reader) bool {
	rest := r.Rest()
	if !m.typ.root.skip(r) {
		return false
	}
	raw := rest[:len(rest)-r.Left()]
	if r.Alias {
		m.raw = raw
	} else {
		m.raw = append(m.raw[:0], raw...)
	}
	return true
}

// DecodeROS reads a message that fills b.
func (m *Message) DecodeROS(b []byte) error {
	r := wire.NewReader(b)
	m.ReadROS(&r)
	return r.Finish(m.typ.ros.Name)
}

// skip walks along a message.
func (rec *record) skip(r *wire.Reader) bool {
	if rec.fixed && r.Left() >= rec.min {
		r.Done(r.Rest()[rec.min:])
		return true
	}
	for i := range rec.fields {
		if !rec.fields[i].skip(r) {
			return false
		}
	}
	return true
}

func (f *field) skip(r *wire.Reader) bool {
	switch f.len {
	case msgdef.Scalar:
		return f.skipElement(r) || r.At(f.name)
	case msgdef.Variable:
		n, ok := r.Count(f.size)
		if !ok {
			return r.At(f.name)
		}
		return f.skipN(r, n)
	}
	return f.skipN(r, f.len)
}

func (f *field) skipN(r *wire.Reader, n int) bool {
	if f.fixed && r.Left() >= n*f.size {
		r.Done(r.Rest()[n*f.size:])
		return true
	}
	for i := range n {
		if !f.skipElement(r) {
			return r.AtIndex(f.name, i)
		}
	}
	return true
}

func (f *field) skipElement(r *wire.Reader) bool {
	if f.rec != nil {
		return f.rec.skip(r)
	}
	_, ok := f.take(r)
	return ok
}

// take reads the bytes of one element of a builtin type; of a string, those behind its length.
func (f *field) take(r *wire.Reader) ([]byte, bool) {
	n := f.size
	if f.builtin == msgdef.String {
		var ok bool
		if n, ok = r.Count(1); !ok {
			return nil, false
		}
	}
	return r.Take(n)
}

// Value finds a value by path, as in "header.stamp" or "fields[2].name". Numbers come as int64, uint64 or float64, times as wire.Time and
// wire.Duration, byte arrays as []byte within the message, messages as *Message within the message, other arrays as []any.
func (m *Message) Value(path string) (any, error) {
	bad := func(kind fault.Kind, format string, args ...any) (any, error) {
		return nil, fault.New("find value", m.typ.ros.Name+"."+path, kind, format, args...)
	}
	r := wire.NewReader(m.raw)
	rec := m.typ.root
	for rest := path; ; {
		var step string
		step, rest, _ = strings.Cut(rest, ".")
		name, index, err := splitIndex(step)
		if err != nil {
			return bad(fault.Invalid, "%w", err)
		}
		at := slices.IndexFunc(rec.fields, func(f field) bool { return f.name == name })
		if at < 0 {
			return bad(fault.NotFound, "%s has no field %q; it has %s", rec.name, name, rec.fieldNames())
		}
		for i := range rec.fields[:at] {
			if !rec.fields[i].skip(&r) {
				return nil, r.Err(m.typ.ros.Name)
			}
		}
		f := &rec.fields[at]
		if index >= 0 {
			n := f.len
			switch n {
			case msgdef.Scalar:
				return bad(fault.Invalid, "%q is no array", name)
			case msgdef.Variable:
				var ok bool
				if n, ok = r.Count(f.size); !ok {
					return nil, r.Err(m.typ.ros.Name)
				}
			}
			if index >= n {
				return bad(fault.NotFound, "%q has %d elements", name, n)
			}
			if !f.skipN(&r, index) {
				return nil, r.Err(m.typ.ros.Name)
			}
		}
		if rest == "" {
			v, ok := m.typ.value(f, &r, index >= 0)
			if !ok {
				return nil, r.Err(m.typ.ros.Name)
			}
			return v, nil
		}
		if f.rec == nil || f.len != msgdef.Scalar && index < 0 {
			return bad(fault.Invalid, "%q is not a message", step)
		}
		rec = f.rec
	}
}

func (rec *record) fieldNames() string {
	var names []string
	for _, f := range rec.fields {
		names = append(names, f.name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
