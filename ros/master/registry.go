package master

import (
	"maps"
	"slices"
)

// ref is a node as it registered something: its name and where its slave API is.
type ref struct{ node, api string }

// topic is a topic somebody has registered for. It stays after its last node has gone, for its type.
type topic struct {
	typ        string // "*" until somebody names one
	pubs, subs []ref  // in order of registration
}

type service struct {
	ref
	uri string // rosrpc://
}

// registry is who publishes, subscribes and serves what. It holds no lock.
type registry struct {
	nodes     map[string]string // name to slave URI, while the node has any registration
	topics    map[string]*topic
	services  map[string]service
	paramSubs map[string][]ref // by parameter key
}

func newRegistry() registry {
	return registry{map[string]string{}, map[string]*topic{}, map[string]service{}, map[string][]ref{}}
}

func (r *registry) topic(name string) *topic {
	t := r.topics[name]
	if t == nil {
		t = &topic{typ: "*"}
		r.topics[name] = t
	}
	return t
}

func add(list []ref, n ref) []ref {
	if slices.Contains(list, n) {
		return list
	}
	return append(slices.Clone(list), n)
}

func remove(list []ref, n ref) ([]ref, bool) {
	i := slices.Index(list, n)
	if i < 0 {
		return list, false
	}
	return slices.Delete(slices.Clone(list), i, i+1), true
}

// forget drops everything a node registered and returns the topics that lost a publisher.
func (r *registry) forget(n ref) (changed []string) {
	for _, name := range slices.Sorted(maps.Keys(r.topics)) {
		t := r.topics[name]
		var was bool
		if t.pubs, was = remove(t.pubs, n); was {
			changed = append(changed, name)
		}
		t.subs, _ = remove(t.subs, n)
	}
	maps.DeleteFunc(r.services, func(_ string, s service) bool { return s.ref == n })
	for key, list := range r.paramSubs {
		r.setParamSubs(key, list, n)
	}
	if r.nodes[n.node] == n.api {
		delete(r.nodes, n.node)
	}
	return changed
}

// setParamSubs removes n from the subscribers of a parameter.
func (r *registry) setParamSubs(key string, list []ref, n ref) bool {
	list, was := remove(list, n)
	if len(list) == 0 {
		delete(r.paramSubs, key)
	} else {
		r.paramSubs[key] = list
	}
	return was
}

// prune forgets the name of a node that has no registration left.
func (r *registry) prune(node string) {
	has := func(list []ref) bool { return slices.ContainsFunc(list, func(n ref) bool { return n.node == node }) }
	for _, t := range r.topics {
		if has(t.pubs) || has(t.subs) {
			return
		}
	}
	for _, s := range r.services {
		if s.node == node {
			return
		}
	}
	for _, list := range r.paramSubs {
		if has(list) {
			return
		}
	}
	delete(r.nodes, node)
}

func apis(list []ref) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.api
	}
	return out
}

// state lists the graph as getSystemState answers it, sorted by name.
func (r *registry) state() []any {
	pubs, subs, services := []any{}, []any{}, []any{}
	nodes := func(list []ref) []any {
		out := make([]any, len(list))
		for i, n := range list {
			out[i] = n.node
		}
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(r.topics)) {
		t := r.topics[name]
		if len(t.pubs) > 0 {
			pubs = append(pubs, []any{name, nodes(t.pubs)})
		}
		if len(t.subs) > 0 {
			subs = append(subs, []any{name, nodes(t.subs)})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.services)) {
		services = append(services, []any{name, []any{r.services[name].node}})
	}
	return []any{pubs, subs, services}
}
