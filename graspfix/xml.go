package graspfix

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
)

// Limits of an XML document.
const (
	maxXML   = 32 << 20
	maxDepth = 200
	maxElems = 1 << 20
)

// elem is an element with its text, as small a tree as the readers need.
type elem struct {
	name  string
	attr  []xml.Attr
	text  string
	kids  []*elem
	line  int
	outer *elem
}

func (e *elem) get(attr string) string {
	for _, a := range e.attr {
		if a.Name.Local == attr {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// parseXML reads a document or a fragment with several roots under one nameless element.
func parseXML(subject string, in []byte) (*elem, error) {
	if len(in) > maxXML {
		return nil, fault.New("read xml", subject, fault.TooLarge, "%d bytes; a robot description has at most %d", len(in), maxXML)
	}
	d := xml.NewDecoder(bytes.NewReader(in))
	d.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		return nil, fmt.Errorf("encoding %q is not supported, save the file as UTF-8", label)
	}
	root := &elem{}
	at, depth, count := root, 0, 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			if at != root {
				return nil, fault.New("read xml", subject, fault.Truncated, "the file ends inside <%s> of line %d", at.name, at.line)
			}
			return root, nil
		}
		if err != nil {
			var syntax *xml.SyntaxError
			if errors.As(err, &syntax) {
				return nil, fault.New("read xml", fmt.Sprintf("%s:%d", subject, syntax.Line), fault.Invalid, "%s", syntax.Msg)
			}
			return nil, fault.New("read xml", subject, fault.Invalid, "%w", err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			depth++
			count++
			if depth > maxDepth || count > maxElems {
				return nil, fault.New("read xml", subject, fault.TooLarge, "more than %d levels or %d elements", maxDepth, maxElems)
			}
			line, _ := d.InputPos()
			e := &elem{name: t.Name.Local, attr: t.Copy().Attr, line: line, outer: at}
			at.kids = append(at.kids, e)
			at = e
		case xml.EndElement:
			depth--
			at = at.outer
		case xml.CharData:
			if len(at.text)+len(t) <= 4096 { // names and numbers are short
				at.text += string(t)
			}
		}
	}
}

// walk visits an element and all below it.
func (e *elem) walk(visit func(*elem)) {
	visit(e)
	for _, k := range e.kids {
		k.walk(visit)
	}
}

func (e *elem) within(name string) bool {
	for o := e.outer; o != nil; o = o.outer {
		if o.name == name {
			return true
		}
	}
	return false
}

// readXML finds the plugin's element and reads it; the rest of the document tells the robot's links.
func readXML(subject string, in []byte) (*settings, error) {
	root, err := parseXML(subject, in)
	if err != nil {
		return nil, err
	}
	var found []*elem
	root.walk(func(e *elem) {
		if e.name != "plugin" {
			return
		}
		is := strings.Contains(e.get("filename"), "grasp_fix") || strings.Contains(e.get("name"), "grasp_fix")
		for _, k := range e.kids {
			is = is || k.name == "arm"
		}
		if is {
			found = append(found, e)
		}
	})
	if len(found) == 0 {
		var seen []string
		root.walk(func(e *elem) {
			if e.name == "plugin" {
				seen = append(seen, e.get("filename"))
			}
		})
		hint := "it has no <plugin> at all"
		if len(seen) > 0 {
			hint = fmt.Sprintf("its plugins are %q", seen)
		}
		return nil, fault.New("read grasp fix", subject, fault.NotFound, "no <plugin> with filename libgazebo_grasp_fix.so or with an <arm>; %s", hint)
	}
	e := found[0]
	s := &settings{}
	if len(found) > 1 {
		s.notes = append(s.notes, Note{Warn, "plugin", fmt.Sprintf("there are %d grasp fix plugins; the one of line %d is used, write its arms into one", len(found), e.line)})
	}
	if s.robot, err = robotOf(subject, root); err != nil && fault.KindOf(err) != fault.NotFound {
		return nil, err
	}
	if e.within("robot") && !e.within("gazebo") {
		s.notes = append(s.notes, Note{Warn, "plugin", fmt.Sprintf("the plugin of line %d is not inside <gazebo>; Gazebo ignores it there", e.line)})
	}
	s.plugin(e)
	return s, nil
}

// plugin reads the children of the plugin's element, as the original did: the first of each counts, numbers by their front.
func (s *settings) plugin(e *elem) {
	var known []string
	var p Params
	kinds := map[string]string{}
	for _, q := range param.Declare(&p).All() {
		known = append(known, q.Name)
		kinds[q.Name] = q.Type()
	}
	given := map[string]bool{}
	for _, k := range e.kids {
		name, value := k.name, strings.TrimSpace(k.text)
		if to := aliases[name]; to != "" {
			name = to
		}
		switch {
		case name == "arm":
			s.arms = append(s.arms, s.armOf(k, kinds))
			continue
		case name == "contact_topic":
			s.noteTopic(value)
			continue
		case name == "preset":
			s.preset = value
			continue
		case kinds[name] == "":
			hint := "it is ignored"
			if n := param.Nearest(name, append(known, "arm")); n != "" {
				hint = fmt.Sprintf("did you mean <%s>?", n)
			}
			s.warn(name, "<%s> of line %d is not known; %s", name, k.line, hint)
			continue
		case given[name]:
			s.warn(name, "is given twice; the first counts, not the one of line %d", k.line)
			continue
		}
		given[name] = true
		s.values = append(s.values, setting{name, s.value(name, kinds[name], value, name)})
	}
}

// value reads a parameter as the plugin's format does, and warns where that is not what is written.
func (s *settings) value(name, kind, value, about string) string {
	switch kind {
	case "bool":
		on := value == "true" || value == "1"
		if !on && value != "false" && value != "0" {
			s.warn(about, "%q counts as false: only true and 1, in small letters, are true", value)
		}
		return fmt.Sprint(on)
	case "int", "float":
		whole := kind == "int" || name == "update_rate"
		v, exact := number(value, whole)
		if !exact {
			s.warn(about, "%q is read as %s, as the plugin's format does", value, v)
		}
		return v
	}
	return value
}

func (s *settings) warn(about, format string, args ...any) {
	s.notes = append(s.notes, Note{Warn, about, fmt.Sprintf(format, args...)})
}

func (s *settings) armOf(e *elem, kinds map[string]string) armText {
	var a armText
	for _, k := range e.kids {
		name, v := k.name, strings.TrimSpace(k.text)
		if to := aliases[name]; to != "" {
			name = to
		}
		switch {
		case name == "arm_name" && v != "":
			a.name = append(a.name, v)
		case name == "palm_link" && v != "":
			a.palm = append(a.palm, v)
		case name == "gripper_link" && v != "":
			a.links = append(a.links, v)
		case contains(OwnNames(), name): // the original ignores them here
			a.own = append(a.own, setting{name, s.value(name, kinds[name], v, "arm's "+name)})
		case name != "arm_name" && name != "palm_link" && name != "gripper_link":
			a.unknown = append(a.unknown, name)
		}
	}
	return a
}
