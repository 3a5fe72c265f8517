// Package paramtree is a tree of parameters, shared by the parameter server and by the caches of nodes.
package paramtree

import (
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/names"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// Tree is a parameter tree. Values are never changed in place: setting a key makes new maps from the root down to it, so that
// what was handed out earlier, a copy of the Tree included, stays as it was and can be read without a lock. The zero Tree is
// empty. Keys are clean global names.
type Tree struct {
	root map[string]any
}

// MaxDepth keeps every part of a tree within what XML-RPC may nest.
const MaxDepth = xmlrpc.MaxDepth - 2

func split(key string) []string {
	if key == "/" {
		return nil
	}
	return strings.Split(key[1:], "/")
}

func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			deepest = max(deepest, depth(e))
		}
	case []any:
		for _, e := range v {
			deepest = max(deepest, depth(e))
		}
	}
	return deepest + 1
}

// Get returns the value at a key; trees come as nested maps, which must not be changed.
func (t *Tree) Get(key string) (any, bool) {
	var v any = t.root
	if t.root == nil {
		v = map[string]any{}
	}
	for _, part := range split(key) {
		m, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = m[part]; !ok {
			return nil, false
		}
	}
	return v, true
}

// Set stores a value. What stood on the way and is no tree is replaced.
func (t *Tree) Set(key string, v any) error {
	parts := split(key)
	if len(parts) == 0 {
		m, ok := v.(map[string]any)
		if !ok {
			return fault.New("set parameter", key, fault.Invalid, "the root of the parameters can only be set to a struct")
		}
		t.root = m
		return nil
	}
	if d := len(parts) + depth(v); d > MaxDepth {
		return fault.New("set parameter", "", fault.TooLarge, "parameters nest %d deep, at most %d are allowed", d, MaxDepth)
	}
	t.root = with(t.root, parts, v)
	return nil
}

func with(m map[string]any, parts []string, v any) map[string]any {
	m = maps.Clone(m)
	if m == nil {
		m = map[string]any{}
	}
	if len(parts) > 1 {
		below, _ := m[parts[0]].(map[string]any)
		v = with(below, parts[1:], v)
	}
	m[parts[0]] = v
	return m
}

// Remove deletes a key and reports whether it was there.
func (t *Tree) Remove(key string) bool {
	if _, ok := t.Get(key); !ok || key == "/" {
		return false
	}
	t.root = without(t.root, split(key))
	return true
}

func without(m map[string]any, parts []string) map[string]any {
	m = maps.Clone(m)
	if len(parts) == 1 {
		delete(m, parts[0])
	} else {
		m[parts[0]] = without(m[parts[0]].(map[string]any), parts[1:])
	}
	return m
}

// Search looks for key from the caller's own name upwards. Only the first part of a key with slashes must exist.
func (t *Tree) Search(caller, key string) (string, bool) {
	if strings.HasPrefix(key, "/") {
		_, ok := t.Get(names.Clean(key))
		return names.Clean(key), ok
	}
	first, _, _ := strings.Cut(key, "/")
	for ns := names.Join("/", caller); ; ns = names.Namespace(ns) {
		if _, ok := t.Get(names.Join(ns, first)); ok {
			return names.Join(ns, key), true
		}
		if ns == "/" {
			return "", false
		}
	}
}

// Names lists the keys of all values that are no trees, sorted.
func (t *Tree) Names() []any {
	list := []any{}
	var walk func(prefix string, m map[string]any)
	walk = func(prefix string, m map[string]any) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if below, ok := m[k].(map[string]any); ok {
				walk(prefix+k+"/", below)
			} else {
				list = append(list, prefix+k)
			}
		}
	}
	walk("/", t.root)
	return list
}
