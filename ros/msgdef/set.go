package msgdef

import (
	"crypto/md5"
	"encoding/hex"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Set is a collection of definitions in which references are resolved. The zero value is empty and ready to use; a Set is not safe for
// concurrent use while it is being filled or asked for the first time.
type Set struct {
	Messages map[string]*Message // also the parts of services and actions
	Services map[string]*Service
	Actions  map[string]*Action

	info map[string]*info
}

// info is what follows from a message and all that it refers to.
type info struct {
	busy  bool // being computed: meeting it again means a cycle
	md5   string
	deps  []string // transitively, in order of first use
	min   int      // bytes of the smallest message
	fixed bool     // every message has that size
	depth int
}

// AddMessage adds a message.
func (s *Set) AddMessage(m *Message) error {
	if s.Messages == nil {
		s.Messages = map[string]*Message{}
	}
	if old := s.Messages[m.Name]; old != nil && old.Text != m.Text {
		return fault.New("load definitions", m.Name, fault.Conflict, "it is defined twice, differently")
	}
	s.Messages[m.Name] = m
	return nil
}

// AddService adds a service and its two messages.
func (s *Set) AddService(v *Service) error {
	if s.Services == nil {
		s.Services = map[string]*Service{}
	}
	if old := s.Services[v.Name]; old != nil && old.Text != v.Text {
		return fault.New("load definitions", v.Name, fault.Conflict, "the service is defined twice, differently")
	}
	s.Services[v.Name] = v
	if err := s.AddMessage(v.Request); err != nil {
		return err
	}
	return s.AddMessage(v.Response)
}

// AddAction adds an action and its seven messages.
func (s *Set) AddAction(a *Action) error {
	if s.Actions == nil {
		s.Actions = map[string]*Action{}
	}
	if old := s.Actions[a.Name]; old != nil && old.Text != a.Text {
		return fault.New("load definitions", a.Name, fault.Conflict, "the action is defined twice, differently")
	}
	s.Actions[a.Name] = a
	for _, m := range a.Messages() {
		if err := s.AddMessage(m); err != nil {
			return err
		}
	}
	return nil
}

// AddFile adds a definition by its kind: ".msg", ".srv" or ".action".
func (s *Set) AddFile(name, kind, text string) error {
	switch kind {
	case ".msg":
		m, err := ParseMessage(name, text)
		if err != nil {
			return err
		}
		return s.AddMessage(m)
	case ".srv":
		v, err := ParseService(name, text)
		if err != nil {
			return err
		}
		return s.AddService(v)
	case ".action":
		a, err := ParseAction(name, text)
		if err != nil {
			return err
		}
		return s.AddAction(a)
	}
	return fault.New("load definitions", name, fault.Unsupported, "definitions are .msg, .srv and .action files, not %q", kind)
}

// AddFS adds every definition below a folder. The package of a file is the folder that holds its msg, srv or action folder; without such
// a folder, the folder that holds the file. Messages that genaction tools have written beside their action are skipped.
func (s *Set) AddFS(fsys fs.FS, pkg string) error {
	type file struct{ name, kind, text string }
	var files []file
	actions := map[string]bool{}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		kind := path.Ext(p)
		if kind != ".msg" && kind != ".srv" && kind != ".action" {
			return nil
		}
		dir := path.Dir(p)
		if b := path.Base(dir); b == "msg" || b == "srv" || b == "action" {
			dir = path.Dir(dir)
		}
		in := path.Base(dir)
		if in == "." {
			in = pkg
		}
		text, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		f := file{in + "/" + strings.TrimSuffix(path.Base(p), kind), kind, string(text)}
		if kind == ".action" {
			actions[f.name] = true
		}
		files = append(files, f)
		return nil
	})
	if err != nil {
		return fault.New("load definitions", "", fault.NotFound, "%w", err)
	}
	for _, f := range files {
		if f.kind == ".msg" && partOfAction(f.name, actions) {
			continue
		}
		if err := s.AddFile(f.name, f.kind, f.text); err != nil {
			return err
		}
	}
	return nil
}

func partOfAction(name string, actions map[string]bool) bool {
	for _, suffix := range []string{"ActionGoal", "ActionResult", "ActionFeedback", "Action", "Goal", "Result", "Feedback"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && actions[base] {
			return true
		}
	}
	return false
}

// ParseDefinition reads a concatenated text: the definition of the named type, then those it refers to behind separators.
func ParseDefinition(name, text string) (*Set, error) {
	if len(text) > MaxText {
		return nil, fault.New("parse definition", name, fault.TooLarge, "%d bytes; at most %d are accepted", len(text), MaxText)
	}
	s := &Set{}
	own := name
	var body []string
	flush := func() error {
		m, err := ParseMessage(own, strings.Join(body, "\n"))
		if err != nil {
			return err
		}
		body = body[:0]
		return s.AddMessage(m)
	}
	header := false // the line behind a separator names the next type
	for line := range strings.SplitSeq(text, "\n") {
		t := strings.TrimRight(line, " \t\r")
		switch {
		case header:
			if len(s.Messages) >= MaxTypes {
				return nil, fault.New("parse definition", name, fault.TooLarge, "more than %d types", MaxTypes)
			}
			next, ok := strings.CutPrefix(t, "MSG: ")
			p, typ, valid := SplitName(strings.TrimSpace(next))
			if !ok || !valid {
				return nil, fault.New("parse definition", name, fault.Invalid, "a separator must be followed by \"MSG: package/Type\", not %q", clip(line))
			}
			own, header = p+"/"+typ, false
		case len(t) >= 40 && strings.Trim(t, "=") == "":
			if err := flush(); err != nil {
				return nil, err
			}
			header = true
		default:
			body = append(body, line)
		}
	}
	if header {
		return nil, fault.New("parse definition", name, fault.Truncated, "the text ends behind a separator")
	}
	if err := flush(); err != nil {
		return nil, err
	}
	_, err := s.resolve(name)
	return s, err
}

// Check resolves every message, so that later questions cannot fail.
func (s *Set) Check() error {
	for _, n := range slices.Sorted(maps.Keys(s.Messages)) {
		if _, err := s.resolve(n); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) resolve(name string) (*info, error) { return s.resolveAt(name, 0) }

func (s *Set) resolveAt(name string, depth int) (*info, error) {
	if in := s.info[name]; in != nil {
		if in.busy {
			return nil, fault.New("resolve definition", name, fault.Invalid, "it contains itself")
		}
		return in, nil
	}
	m := s.Messages[name]
	if m == nil {
		return nil, fault.New("resolve definition", name, fault.NotFound, "no definition of this type is known")
	}
	if s.info == nil {
		s.info = map[string]*info{}
	}
	tooDeep := func() error {
		return fault.New("resolve definition", name, fault.TooLarge, "messages are nested more than %d deep", MaxDepth)
	}
	if depth > MaxDepth {
		return nil, tooDeep()
	}
	in := &info{busy: true, fixed: true}
	s.info[name] = in
	fail := func(err error) (*info, error) {
		delete(s.info, name)
		return nil, err
	}
	seen := map[string]bool{}
	add := func(dep string) {
		if !seen[dep] {
			seen[dep] = true
			in.deps = append(in.deps, dep)
		}
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		elem, fixed := f.Builtin.Size(), f.Builtin != String
		if f.Builtin == NotBuiltin {
			if s.Messages[f.Type] == nil {
				return fail(fault.New("resolve definition", name+"."+f.Name, fault.NotFound, "no definition of %s is known", f.Type))
			}
			d, err := s.resolveAt(f.Type, depth+1)
			if err != nil {
				return fail(err)
			}
			add(f.Type)
			for _, dep := range d.deps {
				add(dep)
			}
			if in.depth = max(in.depth, d.depth+1); in.depth > MaxDepth {
				return fail(tooDeep())
			}
			elem, fixed = d.min, d.fixed
		}
		switch {
		case f.Len == Variable:
			in.min, in.fixed = in.min+4, false
		case f.Len == Scalar:
			in.min, in.fixed = in.min+elem, in.fixed && fixed
		default:
			if f.Len > 0 && elem > MaxFixed/f.Len || elem == 0 && f.Len > wire.MaxEmpty {
				return fail(fault.New("resolve definition", name+"."+f.Name, fault.TooLarge, "the array is larger than %d bytes", MaxFixed))
			}
			in.min, in.fixed = in.min+elem*f.Len, in.fixed && fixed
		}
		if in.min > MaxFixed {
			return fail(fault.New("resolve definition", name+"."+f.Name, fault.TooLarge, "the message is larger than %d bytes", MaxFixed))
		}
	}
	text, err := s.sumText(m)
	if err != nil {
		return fail(err)
	}
	h := md5.Sum([]byte(text))
	in.md5 = hex.EncodeToString(h[:])
	in.busy = false
	return in, nil
}

// MD5 is the sum of a message: over its constants and fields, in which a message type stands for its own sum.
func (s *Set) MD5(name string) (string, error) {
	in, err := s.resolve(name)
	if err != nil {
		return "", err
	}
	return in.md5, nil
}

// sumText is the text an MD5 is taken over.
func (s *Set) sumText(m *Message) (string, error) {
	var b strings.Builder
	line := func(parts ...string) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	for _, c := range m.Consts {
		line(c.Builtin.String(), " ", c.Name, "=", c.Text)
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Builtin != NotBuiltin {
			line(f.TypeString(), " ", f.Name)
			continue
		}
		d, err := s.resolve(f.Type)
		if err != nil {
			return "", err
		}
		line(d.md5, " ", f.Name)
	}
	return b.String(), nil
}

// ServiceMD5 is the sum of a service: over the texts of both sides, one behind the other.
func (s *Set) ServiceMD5(name string) (string, error) {
	v := s.Services[name]
	if v == nil {
		return "", fault.New("resolve definition", name, fault.NotFound, "no service of this name is known")
	}
	req, err := s.sumText(v.Request)
	if err != nil {
		return "", err
	}
	res, err := s.sumText(v.Response)
	if err != nil {
		return "", err
	}
	h := md5.Sum([]byte(req + res))
	return hex.EncodeToString(h[:]), nil
}

// Depends lists the messages that a message refers to, transitively, in order of first use.
func (s *Set) Depends(name string) ([]string, error) {
	in, err := s.resolve(name)
	if err != nil {
		return nil, err
	}
	return in.deps, nil
}

// Definition is the concatenated text of a message and all that it refers to.
func (s *Set) Definition(name string) (string, error) {
	in, err := s.resolve(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(s.Messages[name].Text)
	for _, d := range in.deps {
		wire.AppendDefinition(&b, d, s.Messages[d].Text)
	}
	return b.String(), nil
}

// Size is the size on the wire of the smallest message of a type, and whether all have that size.
func (s *Set) Size(name string) (smallest int, fixed bool, err error) {
	in, err := s.resolve(name)
	if err != nil {
		return 0, false, err
	}
	return in.min, in.fixed, nil
}
