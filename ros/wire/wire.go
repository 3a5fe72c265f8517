// Package wire is the ROS 1 byte format: what generated messages are made of.
//
// A message is the concatenation of its fields, little-endian, without padding or tags. Strings and variable arrays carry a
// 32-bit count in front; fixed arrays and nested messages do not. Time and duration are two 32-bit words. Nothing in the bytes
// says which type they are, which is why peers compare type names and MD5 sums first.
//
// Encoding appends to a buffer and never fails. Decoding goes through a [Reader], which checks every length against what is left
// before anything is allocated, and names the field where the input went wrong.
package wire

import (
	"slices"
	"strings"
)

// Message is what every generated message and every dynamic message can do.
//
// AppendROS allocates nothing when b has room for SizeROS more bytes. ReadROS and DecodeROS reuse the memory that the message
// already holds: slices keep their arrays and a string that is already equal is kept, so a stream of alike messages decodes without
// allocation. After an error the message holds a mixture of old and new content.
type Message interface {
	TypeName() string          // "geometry_msgs/Pose"
	ROSType() *Type            // the description of the type
	MD5() string               // 32 hexadecimal digits over the definition and all that it refers to
	Definition() string        // the definition with all that it refers to, as connection headers and recordings carry it
	SizeROS() int              // number of bytes AppendROS will append
	AppendROS(b []byte) []byte // appends the message
	ReadROS(r *Reader) bool    // reads one message; false leaves the reason in r
	DecodeROS(b []byte) error  // reads a message that fills b exactly, copying everything it keeps
}

// Type describes a message type. Values are read-only.
type Type struct {
	Name string         // "geometry_msgs/Pose"
	MD5  string         //
	Text string         // its own definition, without what it refers to
	Deps func() []*Type // the message types of its fields, in order of first use; nil for none
	New  func() Message // makes an empty message
}

// Definition returns the text of t and of every type it refers to, in the form connection headers and recordings carry.
func (t *Type) Definition() string {
	var b strings.Builder
	b.WriteString(t.Text)
	for _, d := range t.AllDeps() {
		AppendDefinition(&b, d.Name, d.Text)
	}
	return b.String()
}

// AllDeps lists the types that t refers to, directly or through others, in order of first use.
func (t *Type) AllDeps() []*Type {
	var all []*Type
	var walk func(t *Type)
	walk = func(t *Type) {
		if t.Deps == nil {
			return
		}
		for _, d := range t.Deps() {
			if !slices.Contains(all, d) {
				all = append(all, d)
				walk(d)
			}
		}
	}
	walk(t)
	return all
}

// AppendDefinition adds the text of a type that is referred to, behind the separator that readers of definitions expect.
func AppendDefinition(b *strings.Builder, name, text string) {
	b.WriteString("\n" + Separator + "\nMSG: " + name + "\n" + text)
}

// Separator stands between the definitions of a type and of those it refers to.
const Separator = "================================================================================"

// Service describes a service type. The MD5 sum covers both sides; Request and Response have sums of their own, which are not used on
// the wire. Values are read-only.
type Service struct {
	Name     string // "manipulation_msgs/GraspPlanning"
	MD5      string
	Text     string // the definition: request, a line of three dashes, response
	Request  *Type
	Response *Type
}

// Action describes an action type: three sections and the four messages that carry them. Values are read-only.
type Action struct {
	Name                     string // "rail_manipulation_msgs/Lift"
	MD5                      string // of the message that joins goal, result and feedback
	Text                     string // the definition: goal, result, feedback, separated by lines of three dashes
	Action                   *Type
	ActionGoal, ActionResult *Type
	ActionFeedback           *Type
	Goal, Result, Feedback   *Type
}

// Messages lists the seven messages of an action in the order in which tools list them.
func (a *Action) Messages() []*Type {
	return []*Type{a.Action, a.ActionGoal, a.ActionResult, a.ActionFeedback, a.Goal, a.Result, a.Feedback}
}
