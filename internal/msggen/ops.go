package main

import (
	"fmt"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

// header is in most messages, so it dissolves as well, although its size varies.
const header = "std_msgs/Header"

// shape is what code generation asks of a message type.
type shape struct {
	min   int  // bytes of the smallest message
	fixed bool // all messages have that size
	flat  bool // in memory it looks as on the wire: numbers of one width
	width int  // of the numbers of a flat type
}

func (g *generator) shape(name string) *shape {
	if s := g.shapes[name]; s != nil {
		return s
	}
	s := &shape{flat: true}
	s.min, s.fixed, _ = g.set.Size(name) // Check has resolved everything
	m := g.set.Messages[name]
	for i := range m.Fields {
		f := &m.Fields[i]
		w, flat := flatWidth(f.Builtin)
		if f.Builtin == msgdef.NotBuiltin {
			in := g.shape(f.Type)
			w, flat = in.width, in.flat
		}
		if !flat || f.Len == msgdef.Variable || s.width != 0 && s.width != w {
			s.flat = false
		}
		s.width = w
	}
	if s.min == 0 {
		s.flat = false
	}
	g.shapes[name] = s
	return s
}

// flatWidth is the width of the numbers in a built-in type whose memory is its wire form.
func flatWidth(b msgdef.Builtin) (int, bool) {
	switch b {
	case msgdef.NotBuiltin, msgdef.Bool, msgdef.String:
		return 0, false
	case msgdef.Time, msgdef.Duration:
		return 4, true
	}
	return b.Size(), true
}

type opKind uint8

const (
	opBlock        opKind = iota // a run of fixed-size values
	opString                     // string
	opStrings                    // string[]
	opBytes                      // uint8[] or char[]
	opBools                      // bool[]
	opFlat                       // variable array of a flat type
	opMessage                    // a message of varying size
	opMessages                   // variable array of messages of varying size
	opFixedSlice                 // variable array of messages of one size that are not flat
	opMessageArray               // fixed array of messages that are not flat
	opStringArray                // string[n]
)

// op is a step of encoding or decoding a message.
type op struct {
	kind   opKind
	expr   string // Go expression of the field
	path   string // its name in the definition
	size   int    // opBlock: bytes; arrays: smallest bytes of an element
	width  int    // opFlat
	n      int    // fixed arrays: length
	fixed  bool   // opMessageArray: elements have one size
	leaves []leaf // opBlock
}

// min is the constant part of the size; what varies is added by [file.size].
func (o *op) min() int {
	switch o.kind {
	case opBlock:
		return o.size
	case opMessage, opMessageArray, opStringArray:
		return 0
	}
	return 4
}

// leaf is a value within a block.
type leaf struct {
	expr, path string
	builtin    msgdef.Builtin // NotBuiltin: a fixed array of a flat message type
	off, size  int            // of the whole leaf
	n          int            // length of a fixed array; -1 for a single value
	width      int
}

// ops lists the steps for a message. Fixed-size nested messages and headers dissolve into what is around them.
func (g *generator) ops(m *msgdef.Message, expr, path string) []op {
	var ops []op
	g.addOps(&ops, m, expr, path)
	return ops
}

func addLeaf(ops *[]op, l leaf) {
	if l.size == 0 {
		return
	}
	n := len(*ops)
	if n == 0 || (*ops)[n-1].kind != opBlock {
		*ops = append(*ops, op{kind: opBlock})
		n++
	}
	o := &(*ops)[n-1]
	l.off = o.size
	o.size += l.size
	o.leaves = append(o.leaves, l)
}

func (g *generator) addOps(ops *[]op, m *msgdef.Message, expr, path string) {
	for i := range m.Fields {
		f := &m.Fields[i]
		e, p := expr+"."+goField(f.Name), f.Name
		if path != "" {
			p = path + "." + p
		}
		width, flat := flatWidth(f.Builtin)
		size := f.Builtin.Size()
		fixed := f.Builtin != msgdef.String
		if f.Builtin == msgdef.NotBuiltin {
			s := g.shape(f.Type)
			width, flat, size, fixed = s.width, s.flat, s.min, s.fixed
		}
		add := func(o op) {
			o.expr, o.path, o.size, o.width, o.n, o.fixed = e, p, size, width, f.Len, fixed
			*ops = append(*ops, o)
		}
		switch {
		case f.Len == msgdef.Scalar && f.Builtin == msgdef.String:
			add(op{kind: opString})
		case f.Len == msgdef.Scalar && f.Builtin != msgdef.NotBuiltin:
			addLeaf(ops, leaf{expr: e, path: p, builtin: f.Builtin, size: size, n: -1, width: width})
		case f.Len == msgdef.Scalar && (fixed || f.Type == header):
			g.addOps(ops, g.set.Messages[f.Type], e, p)
		case f.Len == msgdef.Scalar:
			add(op{kind: opMessage})
		case f.Len == msgdef.Variable:
			switch {
			case f.Builtin == msgdef.String:
				add(op{kind: opStrings})
			case f.Builtin == msgdef.Uint8 || f.Builtin == msgdef.Char:
				add(op{kind: opBytes})
			case f.Builtin == msgdef.Bool:
				add(op{kind: opBools})
			case flat:
				add(op{kind: opFlat})
			case fixed:
				add(op{kind: opFixedSlice})
			default:
				add(op{kind: opMessages})
			}
		case f.Builtin == msgdef.String:
			add(op{kind: opStringArray})
		case f.Builtin != msgdef.NotBuiltin || flat:
			addLeaf(ops, leaf{expr: e, path: p, builtin: f.Builtin, size: size * f.Len, n: f.Len, width: width})
		default:
			add(op{kind: opMessageArray})
		}
	}
}

// layout names the values of a block for the reader's error: "x:8 k:8*9".
func (o *op) layout() string {
	var parts []string
	for _, l := range o.leaves {
		if l.n >= 0 {
			parts = append(parts, fmt.Sprintf("%s:%d*%d", l.path, l.size/l.n, l.n))
		} else {
			parts = append(parts, fmt.Sprintf("%s:%d", l.path, l.size))
		}
	}
	return strings.Join(parts, " ")
}

// at is the bytes of a leaf, from its offset on.
func (l *leaf) at(v string, plus int) string {
	if l.off+plus == 0 {
		return v
	}
	return fmt.Sprintf("%s[%d:]", v, l.off+plus)
}

func (l *leaf) all(v string) string { return fmt.Sprintf("%s[%d:%d]", v, l.off, l.off+l.size) }

func (l *leaf) put(v string) string {
	if l.n >= 0 {
		if l.builtin == msgdef.Bool {
			return fmt.Sprintf("wire.PutBools(%s, %s[:])", l.all(v), l.expr)
		}
		return fmt.Sprintf("wire.PutFlat(%s, %s[:], %d)", l.all(v), l.expr, l.width)
	}
	switch l.builtin {
	case msgdef.Bool:
		return fmt.Sprintf("%s[%d] = wire.Bool(%s)", v, l.off, l.expr)
	case msgdef.Int8, msgdef.Byte:
		return fmt.Sprintf("%s[%d] = uint8(%s)", v, l.off, l.expr)
	case msgdef.Uint8, msgdef.Char:
		return fmt.Sprintf("%s[%d] = %s", v, l.off, l.expr)
	case msgdef.Int16, msgdef.Int32, msgdef.Int64:
		u := "u" + l.builtin.String()
		return fmt.Sprintf("wire.Put%s(%s, %s(%s))", title(u), l.at(v, 0), u, l.expr)
	case msgdef.Time:
		return fmt.Sprintf("wire.PutUint32(%s, %s.Sec)\nwire.PutUint32(%s, %s.Nsec)", l.at(v, 0), l.expr, l.at(v, 4), l.expr)
	case msgdef.Duration:
		return fmt.Sprintf("wire.PutUint32(%s, uint32(%s.Sec))\nwire.PutUint32(%s, uint32(%s.Nsec))", l.at(v, 0), l.expr, l.at(v, 4), l.expr)
	}
	return fmt.Sprintf("wire.Put%s(%s, %s)", title(l.builtin.String()), l.at(v, 0), l.expr)
}

func (l *leaf) get(v string) string {
	if l.n >= 0 {
		if l.builtin == msgdef.Bool {
			return fmt.Sprintf("wire.GetBools(%s[:], %s)", l.expr, l.all(v))
		}
		return fmt.Sprintf("wire.GetFlat(%s[:], %s, %d)", l.expr, l.all(v), l.width)
	}
	switch l.builtin {
	case msgdef.Bool:
		return fmt.Sprintf("%s = %s[%d] != 0", l.expr, v, l.off)
	case msgdef.Int8, msgdef.Byte:
		return fmt.Sprintf("%s = int8(%s[%d])", l.expr, v, l.off)
	case msgdef.Uint8, msgdef.Char:
		return fmt.Sprintf("%s = %s[%d]", l.expr, v, l.off)
	case msgdef.Int16, msgdef.Int32, msgdef.Int64:
		return fmt.Sprintf("%s = %s(wire.Uint%d(%s))", l.expr, l.builtin, 8*l.size, l.at(v, 0))
	case msgdef.Time:
		return fmt.Sprintf("%s = wire.Time{Sec: wire.Uint32(%s), Nsec: wire.Uint32(%s)}", l.expr, l.at(v, 0), l.at(v, 4))
	case msgdef.Duration:
		return fmt.Sprintf("%s = wire.Duration{Sec: int32(wire.Uint32(%s)), Nsec: int32(wire.Uint32(%s))}", l.expr, l.at(v, 0), l.at(v, 4))
	}
	return fmt.Sprintf("%s = wire.%s(%s)", l.expr, title(l.builtin.String()), l.at(v, 0))
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
