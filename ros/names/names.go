// Package names resolves and checks the names of the ROS 1 graph: nodes, topics, services and parameters.
//
//	/a/b   global: as it is
//	a/b    relative: below the namespace of the node
//	~a     private: below the name of the node
//
// A name starts with a letter, '/' or '~' and goes on with letters, digits, '_' and '/'. Resolved names are global and clean:
// no doubled slash, none at the end but for the root "/". A remapping replaces a resolved name as a whole.
package names

import (
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Validate reports why name is no valid graph name; the empty name is valid and means the namespace itself.
func Validate(name string) error {
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '/':
		case i > 0 && (c >= '0' && c <= '9' || c == '_'):
		case i == 0 && c == '~':
		case i == 0:
			return fault.New("check name", quote(name), fault.Invalid, "a name starts with a letter, '/' or '~'")
		default:
			return fault.New("check name", quote(name), fault.Invalid, "character %q is not allowed: letters, digits, '_' and '/' are", name[i:i+1])
		}
	}
	return nil
}

// ValidateNode reports why name cannot be a node's own name, which has no namespace in it.
func ValidateNode(name string) error {
	if name == "" {
		return fault.New("check node name", `""`, fault.Invalid, "a node needs a name")
	}
	if strings.ContainsAny(name, "/~") {
		return fault.New("check node name", quote(name), fault.Invalid, "a node's name holds no '/' and no '~'; set its namespace with __ns:=")
	}
	return Validate(name)
}

func quote(name string) string {
	if len(name) > 80 {
		name = name[:80] + "…"
	}
	return "'" + name + "'"
}

// Clean removes doubled slashes and one at the end.
func Clean(name string) string {
	for strings.Contains(name, "//") {
		name = strings.ReplaceAll(name, "//", "/")
	}
	if len(name) > 1 {
		name = strings.TrimSuffix(name, "/")
	}
	return name
}

// Join puts name below the namespace ns; a global name stays as it is.
func Join(ns, name string) string {
	if strings.HasPrefix(name, "/") {
		return Clean(name)
	}
	return Clean(ns + "/" + name)
}

// Namespace returns the namespace a global name is in: "/a" of "/a/b", "/" of "/a".
func Namespace(name string) string {
	i := strings.LastIndexByte(Clean(name), '/')
	if i <= 0 {
		return "/"
	}
	return name[:i]
}

// Base returns the last part of a name.
func Base(name string) string {
	name = Clean(name)
	return name[strings.LastIndexByte(name, '/')+1:]
}

// Within reports whether the global name lies at or below the global name ns.
func Within(name, ns string) bool {
	return ns == "/" || name == ns || strings.HasPrefix(name, ns) && name[len(ns)] == '/'
}

// Resolve makes name global as seen by the node with the given global name, without remapping and without checking characters.
func Resolve(node, name string) string {
	switch {
	case name == "":
		return Namespace(node)
	case name[0] == '/':
		return Clean(name)
	case name[0] == '~':
		return Clean(node + "/" + name[1:])
	}
	return Join(Namespace(node), name)
}

// Resolver resolves names for one node.
type Resolver struct {
	node  string
	remap map[string]string // resolved to resolved
}

// NewResolver returns the resolver of the node with the given global name. Both sides of each remapping are resolved.
func NewResolver(node string, remap map[string]string) (*Resolver, error) {
	r := &Resolver{node: node, remap: make(map[string]string, len(remap))}
	for from, to := range remap {
		for _, side := range []string{from, to} {
			if err := Validate(side); err != nil {
				return nil, fault.Wrap("remap "+from+":="+to, "", err)
			}
		}
		r.remap[Resolve(node, from)] = Resolve(node, to)
	}
	return r, nil
}

// Node returns the global name of the node.
func (r *Resolver) Node() string { return r.node }

// Resolve checks name, makes it global and applies the remappings, once.
func (r *Resolver) Resolve(name string) (string, error) {
	if err := Validate(name); err != nil {
		return "", err
	}
	global := Resolve(r.node, name)
	if to, ok := r.remap[global]; ok {
		return to, nil
	}
	return global, nil
}
