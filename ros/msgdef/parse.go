package msgdef

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

func itoa(n int) string { return strconv.Itoa(n) }

// ParseMessage reads a .msg text as the type of the given name ("pkg/Type").
func ParseMessage(name, text string) (*Message, error) {
	if _, _, ok := SplitName(name); !ok {
		return nil, fault.New("parse definition", name, fault.Invalid, "a type name looks like package/Type")
	}
	if len(text) > MaxText {
		return nil, fault.New("parse definition", name, fault.TooLarge, "%d bytes; at most %d are accepted", len(text), MaxText)
	}
	return parseSection(name, text, 1)
}

// ParseService reads a .srv text: request, a line of three dashes, response.
func ParseService(name, text string) (*Service, error) {
	parts, lines, err := sections(name, text, 2, "a service has a request and a response, separated by one line \"---\"")
	if err != nil {
		return nil, err
	}
	s := &Service{Name: name, Text: text}
	if s.Request, err = parseSection(name+"Request", parts[0], lines[0]); err != nil {
		return nil, err
	}
	if s.Response, err = parseSection(name+"Response", parts[1], lines[1]); err != nil {
		return nil, err
	}
	s.Doc = s.Request.Doc
	return s, nil
}

// ParseAction reads an .action text: goal, result and feedback, separated by lines of three dashes. It also makes the four messages
// that carry them.
func ParseAction(name, text string) (*Action, error) {
	parts, lines, err := sections(name, text, 3, "an action has a goal, a result and a feedback, separated by two lines \"---\"")
	if err != nil {
		return nil, err
	}
	a := &Action{Name: name, Text: text}
	_, short, _ := SplitName(name)
	for i, s := range []struct {
		m      **Message
		suffix string
	}{{&a.Goal, "Goal"}, {&a.Result, "Result"}, {&a.Feedback, "Feedback"}} {
		if *s.m, err = parseSection(name+s.suffix, parts[i], lines[i]); err != nil {
			return nil, err
		}
	}
	a.Doc = a.Goal.Doc
	for _, s := range []struct {
		m            **Message
		suffix, text string
	}{
		{&a.ActionGoal, "ActionGoal", "Header header\nactionlib_msgs/GoalID goal_id\n" + short + "Goal goal\n"},
		{&a.ActionResult, "ActionResult", "Header header\nactionlib_msgs/GoalStatus status\n" + short + "Result result\n"},
		{&a.ActionFeedback, "ActionFeedback", "Header header\nactionlib_msgs/GoalStatus status\n" + short + "Feedback feedback\n"},
		{&a.Action, "Action", short + "ActionGoal action_goal\n" + short + "ActionResult action_result\n" + short + "ActionFeedback action_feedback\n"},
	} {
		if *s.m, err = parseSection(name+s.suffix, s.text, 1); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// sections splits a text at lines of three dashes into exactly n parts.
func sections(name, text string, n int, want string) (parts []string, lines []int, err error) {
	if _, _, ok := SplitName(name); !ok {
		return nil, nil, fault.New("parse definition", name, fault.Invalid, "a type name looks like package/Type")
	}
	if len(text) > MaxText {
		return nil, nil, fault.New("parse definition", name, fault.TooLarge, "%d bytes; at most %d are accepted", len(text), MaxText)
	}
	start, line, first := 0, 0, 1
	for at := 0; at < len(text); {
		line++
		end := at + strings.IndexByte(text[at:], '\n') + 1
		if end == at {
			end = len(text)
		}
		if strings.TrimRight(text[at:end], " \t\r\n") == "---" {
			parts, lines = append(parts, text[start:at]), append(lines, first)
			start, first = end, line+1
		}
		at = end
	}
	parts, lines = append(parts, text[start:]), append(lines, first)
	if len(parts) != n {
		return nil, nil, fault.New("parse definition", name, fault.Invalid, "%s; this has %d sections", want, len(parts))
	}
	return parts, lines, nil
}

// parseSection reads one message; line is the number of its first line in the file.
//
// A comment block directly above fields or constants belongs to the next one; a trailing comment belongs to its line. A block at the top
// that a blank line follows is the comment of the message.
func parseSection(name, text string, line int) (*Message, error) {
	m := &Message{Name: name, Text: text}
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("parse definition", fmt.Sprintf("%s:%d", name, line), kind, format, args...)
	}
	var block []string // comment lines that are waiting for their field
	seen := map[string]bool{}
	line--
	for raw := range strings.SplitSeq(text, "\n") {
		line++
		raw = strings.TrimRight(raw, "\r")
		s := strings.TrimSpace(raw)
		if s == "" {
			if len(block) > 0 && m.Doc == "" && len(m.Fields)+len(m.Consts) == 0 {
				m.Doc = strings.TrimSpace(strings.Join(block, "\n"))
			}
			block = block[:0]
			continue
		}
		if s[0] == '#' {
			block = append(block, strings.TrimPrefix(strings.TrimLeft(s, "#"), " "))
			continue
		}
		if len(m.Fields)+len(m.Consts) >= MaxFields {
			return nil, bad(fault.TooLarge, "more than %d fields and constants", MaxFields)
		}
		code, comment, _ := strings.Cut(s, "#")
		fields := strings.Fields(code)
		if i := strings.IndexByte(code, '='); i >= 0 {
			c, trailing, err := parseConst(s, i)
			if err != nil {
				return nil, bad(fault.Invalid, "%w", err)
			}
			if seen[c.Name] {
				return nil, bad(fault.Invalid, "%q is defined twice", c.Name)
			}
			seen[c.Name] = true
			c.Comment = joinComment(block, trailing)
			m.Consts = append(m.Consts, c)
			block = block[:0]
			continue
		}
		if len(fields) != 2 {
			return nil, bad(fault.Invalid, "%q is neither \"type name\" nor \"type NAME=value\"", clip(code))
		}
		f, err := parseField(m.Package(), fields[0], fields[1])
		if err != nil {
			return nil, bad(fault.Invalid, "%w", err)
		}
		if seen[f.Name] {
			return nil, bad(fault.Invalid, "%q is defined twice", f.Name)
		}
		seen[f.Name] = true
		f.Comment = joinComment(block, comment)
		if u, rest, ok := cutUnit(f.Comment); ok {
			f.Unit, f.Comment = u, rest
		}
		m.Fields = append(m.Fields, f)
		block = block[:0]
	}
	if len(block) > 0 && m.Doc == "" && len(m.Fields)+len(m.Consts) == 0 {
		m.Doc = strings.TrimSpace(strings.Join(block, "\n"))
	}
	return m, nil
}

func clip(s string) string {
	if s = strings.TrimSpace(s); len(s) > 60 {
		s = s[:60] + "..."
	}
	return s
}

func joinComment(block []string, trailing string) string {
	lines := append([]string(nil), block...)
	if trailing = strings.TrimSpace(trailing); trailing != "" {
		lines = append(lines, trailing)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// cutUnit takes "[m/s] rest" apart.
func cutUnit(comment string) (unit, rest string, ok bool) {
	if !strings.HasPrefix(comment, "[") {
		return "", comment, false
	}
	unit, rest, ok = strings.Cut(comment[1:], "]")
	if !ok || unit == "" || strings.Contains(unit, "\n") {
		return "", comment, false
	}
	return unit, strings.TrimSpace(rest), true
}

func parseField(pkg, typ, name string) (Field, error) {
	if !isIdent(name) {
		return Field{}, fmt.Errorf("%q cannot name a field: a letter, then letters, digits and underscores", clip(name))
	}
	f := Field{Name: name, Len: Scalar}
	base, dim, array := strings.Cut(typ, "[")
	if array {
		if !strings.HasSuffix(dim, "]") {
			return f, fmt.Errorf("type %q: the bracket is not closed", clip(typ))
		}
		if dim = strings.TrimSuffix(dim, "]"); dim == "" {
			f.Len = Variable
		} else if n, err := strconv.ParseUint(dim, 10, 31); err != nil || n > MaxFixed {
			return f, fmt.Errorf("type %q: %q is no array length (a number up to %d)", clip(typ), clip(dim), MaxFixed)
		} else {
			f.Len = int(n)
		}
	}
	if b, ok := builtins[base]; ok {
		f.Builtin, f.Type = b, base
		return f, nil
	}
	switch {
	case base == "Header":
		f.Type = "std_msgs/Header"
	case isIdent(base):
		f.Type = pkg + "/" + base
	default:
		p, t, ok := SplitName(base)
		if !ok {
			return f, fmt.Errorf("%q is no type", clip(typ))
		}
		f.Type = p + "/" + t
	}
	return f, nil
}

// parseConst reads "type NAME = value # comment". The value of a string constant is the whole rest of the line.
func parseConst(s string, eq int) (c Const, comment string, err error) {
	left := strings.Fields(s[:eq])
	if len(left) != 2 {
		return c, "", fmt.Errorf("%q is no constant: it reads \"type NAME=value\"", clip(s))
	}
	c.Name, c.Builtin = left[1], builtins[left[0]]
	if !isIdent(c.Name) {
		return c, "", fmt.Errorf("%q cannot name a constant", clip(c.Name))
	}
	value := s[eq+1:]
	if c.Builtin == String {
		c.Text = strings.TrimSpace(value)
		c.Value = c.Text
		return c, "", nil
	}
	value, comment, _ = strings.Cut(value, "#")
	c.Text = strings.TrimSpace(value)
	switch c.Builtin {
	case Bool:
		switch c.Text {
		case "True", "true", "1":
			c.Value = true
		case "False", "false", "0":
			c.Value = false
		default:
			err = strconv.ErrSyntax
		}
	case Int8, Int16, Int32, Int64, Byte:
		c.Value, err = strconv.ParseInt(c.Text, 0, 8*c.Builtin.Size())
	case Uint8, Uint16, Uint32, Uint64, Char:
		c.Value, err = strconv.ParseUint(c.Text, 0, 8*c.Builtin.Size())
	case Float32, Float64:
		var v float64
		if v, err = strconv.ParseFloat(c.Text, 64); err == nil && (math.IsInf(v, 0) || math.IsNaN(v)) {
			err = strconv.ErrRange
		}
		c.Value = v
	default:
		return c, "", fmt.Errorf("constant %s: type %q cannot have constants", c.Name, clip(left[0]))
	}
	if err != nil {
		return c, "", fmt.Errorf("constant %s: %q does not fit %s", c.Name, clip(c.Text), c.Builtin)
	}
	return c, comment, nil
}
