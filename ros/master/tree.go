package master

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/names"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// tree is the parameter tree. Values are never changed in place: setting a key makes new maps from the root down to it, so
// that what was handed out earlier can be written to a socket without a lock.
type tree struct {
	root map[string]any
}

// maxTreeDepth keeps every subtree of the tree within what XML-RPC may nest.
const maxTreeDepth = xmlrpc.MaxDepth - 2

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

// get returns the value at a clean global key.
func (t *tree) get(key string) (any, bool) {
	var v any = t.root
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

// set stores a value. What stood on the way and is no tree is replaced.
func (t *tree) set(key string, v any) error {
	parts := split(key)
	if len(parts) == 0 {
		m, ok := v.(map[string]any)
		if !ok {
			return &graph.StatusError{Code: graph.Error, Message: "the root of the parameters can only be set to a struct"}
		}
		t.root = m
		return nil
	}
	if d := len(parts) + depth(v); d > maxTreeDepth {
		return &graph.StatusError{Code: graph.Error, Message: fmt.Sprintf("parameters nest %d deep, at most %d are allowed", d, maxTreeDepth)}
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

// remove deletes a key and reports whether it was there.
func (t *tree) remove(key string) bool {
	if _, ok := t.get(key); !ok || key == "/" {
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

// search looks for key from the caller's own name upwards. Only the first part of a key with slashes must exist.
func (t *tree) search(caller, key string) (string, bool) {
	if strings.HasPrefix(key, "/") {
		_, ok := t.get(names.Clean(key))
		return names.Clean(key), ok
	}
	first, _, _ := strings.Cut(key, "/")
	for ns := names.Join("/", caller); ; ns = names.Namespace(ns) {
		if _, ok := t.get(names.Join(ns, first)); ok {
			return names.Join(ns, key), true
		}
		if ns == "/" {
			return "", false
		}
	}
}

// names lists the keys of all values that are no trees, sorted.
func (t *tree) names() []any {
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
