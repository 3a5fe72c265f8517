// Package msgdef reads ROS 1 interface definitions: .msg, .srv and .action files, folders of them, and the concatenated text that
// connection headers and recordings carry.
//
// It is the one place that knows the definition language, the MD5 rule and the sizes that follow from a definition. The generator of
// the Go types, dynamic messages and the command line all stand on it. Input may be hostile: everything is bounded.
package msgdef

import (
	"strings"
)

// Limits on definitions. Real ones stay far below; they keep a hostile text from describing a message of unbounded size or depth.
const (
	MaxText   = 4 << 20 // bytes of one text
	MaxTypes  = 4096    // types in one concatenated text
	MaxDepth  = 64      // messages within messages
	MaxFields = 1 << 14 // fields of one message
	MaxFixed  = 1 << 28 // bytes of the fixed-size part of one message
)

// Builtin is a built-in field type.
type Builtin uint8

// The built-in types. Byte and Char are old names of int8 and uint8: same bytes, but they count as different in an MD5 sum, and Char
// arrays are byte arrays in JSON.
const (
	NotBuiltin Builtin = iota
	Bool
	Int8
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
	String
	Time
	Duration
	Byte
	Char
)

var builtinNames = [...]string{
	NotBuiltin: "", Bool: "bool", Int8: "int8", Uint8: "uint8", Int16: "int16", Uint16: "uint16", Int32: "int32", Uint32: "uint32",
	Int64: "int64", Uint64: "uint64", Float32: "float32", Float64: "float64", String: "string", Time: "time", Duration: "duration",
	Byte: "byte", Char: "char",
}

var builtins = func() map[string]Builtin {
	m := map[string]Builtin{}
	for b, n := range builtinNames {
		if n != "" {
			m[n] = Builtin(b)
		}
	}
	return m
}()

func (b Builtin) String() string { return builtinNames[b] }

// Size is the size on the wire; for a string, of its length.
func (b Builtin) Size() int {
	switch b {
	case Bool, Int8, Uint8, Byte, Char:
		return 1
	case Int16, Uint16:
		return 2
	case Int32, Uint32, Float32, String:
		return 4
	case Int64, Uint64, Float64, Time, Duration:
		return 8
	}
	return 0
}

// Values of Field.Len that are not the length of a fixed array.
const (
	Scalar   = -1 // one value
	Variable = -2 // an array of any length
)

// Field is a field of a message.
type Field struct {
	Name    string
	Builtin Builtin // NotBuiltin: Type names a message
	Type    string  // "float64", or a message type with its package: "std_msgs/Header"
	Len     int     // Scalar, Variable, or the length of a fixed array
	Comment string  // without '#', lines separated by \n
	Unit    string  // from a comment that starts with [unit]; "" when it does not
}

// IsArray reports whether the field is an array.
func (f *Field) IsArray() bool { return f.Len != Scalar }

// TypeString is the type as definitions write it: "float64[9]".
func (f *Field) TypeString() string { return f.Type + f.suffix() }

func (f *Field) suffix() string {
	switch f.Len {
	case Scalar:
		return ""
	case Variable:
		return "[]"
	}
	return "[" + itoa(f.Len) + "]"
}

// Const is a constant of a message.
type Const struct {
	Name    string
	Builtin Builtin
	Text    string // the value as written
	Value   any    // bool, int64, uint64, float64 or string
	Comment string
}

// Message is one message definition.
type Message struct {
	Name   string // "geometry_msgs/Pose"
	Doc    string // the comment at the top
	Consts []Const
	Fields []Field
	Text   string // the definition as written
}

// Package is the ROS package of a message.
func (m *Message) Package() string { return pkgOf(m.Name) }

// ShortName is the name without the package.
func (m *Message) ShortName() string { return m.Name[len(pkgOf(m.Name))+1:] }

// Service is a service definition: two messages.
type Service struct {
	Name              string
	Doc               string
	Request, Response *Message // named Name+"Request", Name+"Response"
	Text              string
}

// Action is an action definition: three messages of its own, and the four that carry them.
type Action struct {
	Name                                             string
	Doc                                              string
	Goal, Result, Feedback                           *Message
	ActionGoal, ActionResult, ActionFeedback, Action *Message
	Text                                             string
}

// Messages lists the seven messages, the carrying ones first.
func (a *Action) Messages() []*Message {
	return []*Message{a.Action, a.ActionGoal, a.ActionResult, a.ActionFeedback, a.Goal, a.Result, a.Feedback}
}

func pkgOf(name string) string {
	pkg, _, _ := strings.Cut(name, "/")
	return pkg
}

// SplitName takes "pkg/Type" (also "pkg/msg/Type" and the like) apart.
func SplitName(name string) (pkg, typ string, ok bool) {
	parts := strings.Split(name, "/")
	if len(parts) == 3 && (parts[1] == "msg" || parts[1] == "srv" || parts[1] == "action") {
		parts = []string{parts[0], parts[2]}
	}
	if len(parts) != 2 || !isIdent(parts[0]) || !isIdent(parts[1]) {
		return "", "", false
	}
	return parts[0], parts[1], true
}

func isIdent(s string) bool {
	for i, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}
