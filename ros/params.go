package ros

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/internal/paramtree"
	"github.com/holdfast-robotics/holdfast/ros/names"
)

// Parameters are int, float64, bool, string, []byte, time.Time, []any, and map[string]any for a tree of them.

// GetParam returns a parameter. The error is of kind fault.NotFound when it is not set.
func (n *Node) GetParam(ctx context.Context, name string) (any, error) {
	key, err := n.names.Resolve(name)
	if err != nil {
		return nil, err
	}
	return n.master.GetParam(ctx, key)
}

// SetParam sets a parameter or a tree of them.
func (n *Node) SetParam(ctx context.Context, name string, value any) error {
	key, err := n.names.Resolve(name)
	if err != nil {
		return err
	}
	return n.master.SetParam(ctx, key, value)
}

// DeleteParam deletes a parameter or a tree of them.
func (n *Node) DeleteParam(ctx context.Context, name string) error {
	key, err := n.names.Resolve(name)
	if err != nil {
		return err
	}
	return n.master.DeleteParam(ctx, key)
}

// HasParam reports whether a parameter is set.
func (n *Node) HasParam(ctx context.Context, name string) (bool, error) {
	key, err := n.names.Resolve(name)
	if err != nil {
		return false, err
	}
	return n.master.HasParam(ctx, key)
}

// SearchParam looks for a parameter from the node's own name upwards.
func (n *Node) SearchParam(ctx context.Context, name string) (string, error) {
	if err := names.Validate(name); err != nil {
		return "", err
	}
	return n.master.SearchParam(ctx, name)
}

// Param returns a parameter as a T, or def when it is not set. An integer will do for a float64.
func Param[T any](ctx context.Context, n *Node, name string, def T) (T, error) {
	v, err := n.GetParam(ctx, name)
	if fault.KindOf(err) == fault.NotFound {
		return def, nil
	}
	if err != nil {
		return def, err
	}
	if i, ok := v.(int); ok {
		if _, wanted := any(def).(float64); wanted {
			v = float64(i)
		}
	}
	t, ok := v.(T)
	if !ok {
		return def, fault.New("read parameter", name, fault.Invalid, "it is a %T, not a %T", v, def)
	}
	return t, nil
}

// CachedParam returns a parameter from a cache that the master keeps up to date; ok is false when it is not set. Only the first
// call for a name asks the master.
func (n *Node) CachedParam(ctx context.Context, name string) (v any, ok bool, err error) {
	key, err := n.names.Resolve(name)
	if err != nil {
		return nil, false, err
	}
	return n.params.get(ctx, key)
}

// WatchParam calls f with the value of a parameter, now and whenever it changes; set is false when it is not set. Changes below
// a tree count as its own. f must not block: it delays later changes.
func (n *Node) WatchParam(ctx context.Context, name string, f func(v any, set bool)) error {
	key, err := n.names.Resolve(name)
	if err != nil {
		return err
	}
	v, ok, err := n.params.get(ctx, key)
	if err != nil {
		return err
	}
	n.params.mu.Lock()
	n.params.watchers[key] = append(n.params.watchers[key], f)
	n.params.mu.Unlock()
	f(v, ok)
	return nil
}

// paramCache holds the parameters that the node has subscribed to.
type paramCache struct {
	node *Node

	asking sync.Mutex // held while the master is asked for the first time

	mu       sync.Mutex
	tree     paramtree.Tree
	ready    map[string]bool              // keys whose value is here
	changes  int                          // updates taken
	watchers map[string][]func(any, bool) // by subscribed key; an empty list where only the cache is wanted
}

func (c *paramCache) get(ctx context.Context, key string) (any, bool, error) {
	if v, set, cached := c.lookup(key); cached {
		return v, set, nil
	}
	c.asking.Lock() // one asks, the others wait for the answer
	defer c.asking.Unlock()
	if v, set, cached := c.lookup(key); cached {
		return v, set, nil
	}
	c.mu.Lock()
	if c.watchers == nil {
		c.watchers, c.ready = map[string][]func(any, bool){}, map[string]bool{}
	}
	c.watchers[key] = nil // before asking: an update may come before the answer
	c.mu.Unlock()
	for {
		c.mu.Lock()
		changes := c.changes
		c.mu.Unlock()
		v, err := c.node.master.SubscribeParam(ctx, c.node.api, key)
		c.mu.Lock()
		if err != nil {
			delete(c.watchers, key)
			c.mu.Unlock()
			return nil, false, err
		}
		if c.changes != changes { // an update came meanwhile; which of the two is newer cannot be told
			c.mu.Unlock()
			continue
		}
		c.store(key, v)
		c.ready[key] = true
		v, set := c.tree.Get(key)
		c.mu.Unlock()
		return v, set, nil
	}
}

// lookup returns what is cached of a key, if it is.
func (c *paramCache) lookup(key string) (v any, set, cached bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ready[key] {
		return nil, false, false
	}
	v, set = c.tree.Get(key)
	return v, set, true
}

// store sets a value in the cache. An empty tree is how the master says that a parameter is not set.
func (c *paramCache) store(key string, v any) {
	if m, ok := v.(map[string]any); ok && len(m) == 0 {
		c.tree.Remove(key)
		return
	}
	_ = c.tree.Set(key, v) // too deep for the master too
}

// update takes a change from the master and reports whether anyone had asked for it.
func (c *paramCache) update(key string, v any) bool {
	type call struct {
		f   func(any, bool)
		v   any
		set bool
	}
	var calls []call
	wanted := false
	c.mu.Lock()
	for sub := range c.watchers {
		wanted = wanted || names.Within(key, sub) || names.Within(sub, key)
	}
	if wanted {
		c.changes++
		c.store(key, v)
	}
	for _, sub := range slices.Sorted(maps.Keys(c.watchers)) {
		if names.Within(key, sub) || names.Within(sub, key) {
			now, set := c.tree.Get(sub)
			for _, f := range c.watchers[sub] {
				calls = append(calls, call{f, now, set})
			}
		}
	}
	c.mu.Unlock()
	for _, one := range calls {
		one.f(one.v, one.set)
	}
	return wanted
}

// register subscribes again at a master that has been restarted, and takes over what it has.
func (c *paramCache) register(ctx context.Context) error {
	c.mu.Lock()
	keys := slices.Sorted(maps.Keys(c.watchers))
	c.mu.Unlock()
	for _, key := range keys {
		v, err := c.node.master.SubscribeParam(ctx, c.node.api, key)
		if err != nil {
			return err
		}
		c.update(key, v)
	}
	return nil
}

func (c *paramCache) shut(ctx context.Context) {
	c.mu.Lock()
	keys := slices.Sorted(maps.Keys(c.watchers))
	c.mu.Unlock()
	for _, key := range keys {
		if err := c.node.master.UnsubscribeParam(ctx, c.node.api, key); unreachable(err) {
			return
		}
	}
}

// setPrivateParams sets what _param:=value arguments ask for.
func (n *Node) setPrivateParams(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(n.settled.params)) {
		v, err := ParseParam(n.settled.params[name])
		if err != nil {
			return fault.Wrap("read arguments", "_"+name, err)
		}
		if err := n.SetParam(ctx, "~"+name, v); err != nil {
			return err
		}
	}
	return nil
}

// ParseParam reads a parameter's value as YAML, as ROS does on command lines and in files: 1, 1.5, true, text, [1, 2], {kp: 1.5}.
func ParseParam(text string) (any, error) {
	const op = "read parameter"
	if err := checkYAML(text); err != nil {
		return nil, err
	}
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		return nil, fault.New(op, "", fault.Invalid, "not YAML: %s", yaml.FormatError(err, false, false))
	}
	if v == nil {
		return text, nil // nothing at all is an empty string
	}
	return fromYAML(v, 0)
}

// checkYAML refuses what would cost the parser more than it is worth: aliases, a few of which can stand for more than the memory
// holds, and nesting without end.
func checkYAML(text string) error {
	const op = "read parameter"
	depth := 0
	for _, t := range lexer.Tokenize(text) {
		switch t.Type {
		case token.AliasType:
			return fault.New(op, "", fault.Unsupported, "aliases (*name) are not supported; write the value out")
		case token.SequenceStartType, token.MappingStartType:
			depth++
		case token.SequenceEndType, token.MappingEndType:
			depth--
		}
		if depth > paramtree.MaxDepth || t.Type == token.SequenceEntryType && t.Position != nil && t.Position.Column > 10*paramtree.MaxDepth {
			return fault.New(op, "", fault.TooLarge, "values nest deeper than %d", paramtree.MaxDepth)
		}
	}
	return nil
}

func fromYAML(v any, depth int) (any, error) {
	const op = "read parameter"
	if depth > paramtree.MaxDepth {
		return nil, fault.New(op, "", fault.TooLarge, "values nest deeper than %d", paramtree.MaxDepth)
	}
	switch v := v.(type) {
	case bool, string, float64, []byte:
		return v, nil
	case int64:
		return int(v), nil
	case int:
		return v, nil
	case uint64:
		if v > math.MaxInt32 {
			return nil, fault.New(op, fmt.Sprint(v), fault.TooLarge, "integer parameters have 32 bits")
		}
		return int(v), nil
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			var err error
			if out[i], err = fromYAML(e, depth+1); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			var err error
			if out[k], err = fromYAML(e, depth+1); err != nil {
				return nil, fault.Wrap("", k, err)
			}
		}
		return out, nil
	case nil:
		return nil, fault.New(op, "", fault.Unsupported, "parameters have no null value")
	}
	return nil, fault.New(op, fmt.Sprint(v), fault.Unsupported, "a %T cannot be a parameter", v)
}
