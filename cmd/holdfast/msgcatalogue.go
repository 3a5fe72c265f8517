package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

// catalogue is the types that the msg verbs know: those of Holdfast, and those of --path, which win.
type catalogue struct {
	set   *msgdef.Set
	types []msgType // what was asked for: all of --path, or all known types
}

// msgType is a line of the catalogue. Kinds are msg, srv, srv-request, srv-response and action-msg, and action for the definition itself.
type msgType struct {
	kind, name string
	part       bool // of a service or action, not a definition of its own
}

func loadCatalogue(paths []string) (*catalogue, error) {
	c := &catalogue{set: &msgdef.Set{}}
	for _, p := range paths {
		if err := addPath(c.set, p); err != nil {
			return nil, err
		}
	}
	if len(paths) > 0 {
		c.collect()
	}
	// Text of our own parses; the test of the generator sees to it.
	for _, v := range msgs.Services() {
		if c.set.Services[v.Name] == nil && c.set.Messages[v.Request.Name] == nil && c.set.Messages[v.Response.Name] == nil {
			if err := c.set.AddFile(v.Name, ".srv", v.Text); err != nil {
				return nil, err
			}
		}
	}
	for _, a := range msgs.Actions() {
		taken := slices.ContainsFunc(msgdefNames(a.Name), func(n string) bool { return c.set.Messages[n] != nil })
		if c.set.Actions[a.Name] == nil && !taken {
			if err := c.set.AddFile(a.Name, ".action", a.Text); err != nil {
				return nil, err
			}
		}
	}
	for _, m := range msgs.Messages() {
		if c.set.Messages[m.Name] == nil {
			if err := c.set.AddFile(m.Name, ".msg", m.Text); err != nil {
				return nil, err
			}
		}
	}
	if len(paths) == 0 {
		c.collect()
	}
	return c, nil
}

// msgdefNames are the names of the seven messages of an action.
func msgdefNames(action string) []string {
	names := []string{"Action", "ActionGoal", "ActionResult", "ActionFeedback", "Goal", "Result", "Feedback"}
	for i, n := range names {
		names[i] = action + n
	}
	return names
}

// addPath adds a definition file or every definition below a folder.
func addPath(set *msgdef.Set, path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return fault.New("load definitions", path, fault.Invalid, "%w", err)
	}
	info, err := os.Stat(abs)
	if err != nil {
		return fault.New("load definitions", path, fault.NotFound, "no such file or folder")
	}
	dir := abs
	if !info.IsDir() {
		dir = filepath.Dir(abs)
	}
	pkg := filepath.Base(dir)
	if pkg == "msg" || pkg == "srv" || pkg == "action" {
		pkg = filepath.Base(filepath.Dir(dir))
	}
	if info.IsDir() {
		return fault.Wrap("", path, set.AddFS(os.DirFS(abs), pkg))
	}
	text, err := os.ReadFile(abs)
	if err != nil {
		return fault.New("load definitions", path, fault.Permission, "%w", err)
	}
	kind := filepath.Ext(abs)
	return fault.Wrap("", path, set.AddFile(pkg+"/"+strings.TrimSuffix(filepath.Base(abs), kind), kind, string(text)))
}

// collect lists everything in the set.
func (c *catalogue) collect() {
	part := map[string]string{}
	for n, v := range c.set.Services {
		part[v.Request.Name], part[v.Response.Name] = "srv-request", "srv-response"
		c.types = append(c.types, msgType{kind: "srv", name: n})
	}
	for n, a := range c.set.Actions {
		for _, m := range a.Messages() {
			part[m.Name] = "action-msg"
		}
		c.types = append(c.types, msgType{kind: "action", name: n})
	}
	for n := range c.set.Messages {
		t := msgType{kind: "msg", name: n}
		if k := part[n]; k != "" {
			t.kind, t.part = k, true
		}
		c.types = append(c.types, t)
	}
	slices.SortFunc(c.types, func(a, b msgType) int {
		return strings.Compare(a.name+"\x00"+a.kind, b.name+"\x00"+b.kind)
	})
}

// find returns the types of a name: one, or two where a service and an action share it. A name without a package will do if it is the only one.
func (c *catalogue) find(name string) ([]msgType, error) {
	if p, t, ok := msgdef.SplitName(name); ok {
		name = p + "/" + t
	}
	all := &catalogue{set: c.set}
	all.collect()
	var found []msgType
	var near []string
	for _, t := range all.types {
		_, short, _ := strings.Cut(t.name, "/")
		_, asked, full := strings.Cut(name, "/")
		switch {
		case t.name == name || !full && short == name:
			found = append(found, t)
		case strings.EqualFold(short, name) || full && strings.EqualFold(short, asked):
			near = append(near, t.name)
		}
	}
	if len(found) == 0 {
		hint := "see 'holdfast msg list', or give its file or folder with --path"
		if len(near) > 0 {
			hint = "did you mean " + strings.Join(slices.Compact(near), " or ") + "?"
		}
		return nil, fault.New("find type", name, fault.NotFound, "no such type is known; %s", hint)
	}
	for _, t := range found[1:] {
		if t.name != found[0].name {
			return nil, fault.New("find type", name, fault.Conflict, "both %s and %s have this name; give the package too", found[0].name, t.name)
		}
	}
	return found, nil
}

// sum is the MD5 sum of a type; that of an action is that of the message that joins its parts.
func (c *catalogue) sum(t msgType) (string, error) {
	switch t.kind {
	case "srv":
		return c.set.ServiceMD5(t.name)
	case "action":
		return c.set.MD5(t.name + "Action")
	}
	return c.set.MD5(t.name)
}

func (c *catalogue) doc(t msgType) string {
	switch t.kind {
	case "srv":
		return c.set.Services[t.name].Doc
	case "action":
		return c.set.Actions[t.name].Doc
	}
	return c.set.Messages[t.name].Doc
}
