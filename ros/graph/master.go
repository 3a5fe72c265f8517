package graph

import (
	"context"
	"slices"

	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// Master calls a master and its parameter server in the name of a node. Names are sent as they are: resolve them first.
type Master struct{ peer }

// NewMaster returns a client of the master at uri.
func NewMaster(rpc *xmlrpc.Client, uri, caller string) *Master {
	return &Master{peer{rpc, uri, caller}}
}

// URI returns the master's address.
func (m *Master) URI() string { return m.uri }

// RegisterPublisher announces a publisher and returns the slave URIs of the topic's subscribers.
func (m *Master) RegisterPublisher(ctx context.Context, topic, typ, api string) ([]string, error) {
	v, err := m.call(ctx, "registerPublisher", topic, typ, api)
	return asStrings(&m.peer, "registerPublisher", v, err)
}

// UnregisterPublisher withdraws a publisher and reports whether it was registered.
func (m *Master) UnregisterPublisher(ctx context.Context, topic, api string) (bool, error) {
	return m.count(ctx, "unregisterPublisher", topic, api)
}

// RegisterSubscriber announces a subscriber and returns the slave URIs of the topic's publishers. Type "*" takes any.
func (m *Master) RegisterSubscriber(ctx context.Context, topic, typ, api string) ([]string, error) {
	v, err := m.call(ctx, "registerSubscriber", topic, typ, api)
	return asStrings(&m.peer, "registerSubscriber", v, err)
}

// UnregisterSubscriber withdraws a subscriber and reports whether it was registered.
func (m *Master) UnregisterSubscriber(ctx context.Context, topic, api string) (bool, error) {
	return m.count(ctx, "unregisterSubscriber", topic, api)
}

// RegisterService announces a service at a rosrpc:// URI.
func (m *Master) RegisterService(ctx context.Context, service, serviceAPI, api string) error {
	_, err := m.call(ctx, "registerService", service, serviceAPI, api)
	return err
}

// UnregisterService withdraws a service and reports whether it was registered.
func (m *Master) UnregisterService(ctx context.Context, service, serviceAPI string) (bool, error) {
	return m.count(ctx, "unregisterService", service, serviceAPI)
}

func (m *Master) count(ctx context.Context, method string, args ...any) (bool, error) {
	v, err := m.call(ctx, method, args...)
	n, err := as[int](&m.peer, method, v, err)
	return n > 0, err
}

func (m *Master) text(ctx context.Context, method string, args ...any) (string, error) {
	v, err := m.call(ctx, method, args...)
	return as[string](&m.peer, method, v, err)
}

// LookupNode returns the slave URI of a node.
func (m *Master) LookupNode(ctx context.Context, node string) (string, error) {
	return m.text(ctx, "lookupNode", node)
}

// LookupService returns the rosrpc:// URI of a service.
func (m *Master) LookupService(ctx context.Context, service string) (string, error) {
	return m.text(ctx, "lookupService", service)
}

// GetURI returns the address the master believes to have.
func (m *Master) GetURI(ctx context.Context) (string, error) { return m.text(ctx, "getUri") }

// GetPid returns the master's process id.
func (m *Master) GetPid(ctx context.Context) (int, error) {
	v, err := m.call(ctx, "getPid")
	return as[int](&m.peer, "getPid", v, err)
}

// GetPublishedTopics lists topic and type of the topics below a namespace that have a publisher; "" means all.
func (m *Master) GetPublishedTopics(ctx context.Context, ns string) ([][2]string, error) {
	v, err := m.call(ctx, "getPublishedTopics", ns)
	return asPairs(&m.peer, "getPublishedTopics", v, err)
}

// GetTopicTypes lists topic and type of every topic the master has heard of.
func (m *Master) GetTopicTypes(ctx context.Context) ([][2]string, error) {
	v, err := m.call(ctx, "getTopicTypes")
	return asPairs(&m.peer, "getTopicTypes", v, err)
}

// State is who publishes, subscribes and serves what.
type State struct{ Publishers, Subscribers, Services []Entry }

// Entry is a topic or service and its nodes.
type Entry struct {
	Name  string
	Nodes []string
}

// Has reports whether a node is among those of the entry.
func (e Entry) Has(node string) bool { return slices.Contains(e.Nodes, node) }

// Find returns the entry of a name, an empty one where there is none.
func Find(list []Entry, name string) Entry {
	for _, e := range list {
		if e.Name == name {
			return e
		}
	}
	return Entry{Name: name}
}

// Topics lists every topic that has a publisher or a subscriber, sorted.
func (s State) Topics() []string {
	var out []string
	for _, list := range [][]Entry{s.Publishers, s.Subscribers} {
		for _, e := range list {
			out = append(out, e.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Nodes lists every node that publishes, subscribes or serves, sorted.
func (s State) Nodes() []string {
	var out []string
	for _, list := range [][]Entry{s.Publishers, s.Subscribers, s.Services} {
		for _, e := range list {
			out = append(out, e.Nodes...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// GetSystemState returns the whole graph.
func (m *Master) GetSystemState(ctx context.Context) (State, error) {
	const method = "getSystemState"
	v, err := m.call(ctx, method)
	lists, err := as[[]any](&m.peer, method, v, err)
	if err != nil {
		return State{}, err
	}
	if len(lists) != 3 {
		return State{}, m.odd(method, "a state has three lists, this one %d", len(lists))
	}
	var s State
	for i, out := range []*[]Entry{&s.Publishers, &s.Subscribers, &s.Services} {
		entries, err := as[[]any](&m.peer, method, lists[i], nil)
		if err != nil {
			return State{}, err
		}
		for _, e := range entries {
			pair, _ := e.([]any)
			if len(pair) != 2 {
				return State{}, m.odd(method, "an entry is [name, nodes]")
			}
			name, err := as[string](&m.peer, method, pair[0], nil)
			if err != nil {
				return State{}, err
			}
			nodes, err := asStrings(&m.peer, method, pair[1], nil)
			if err != nil {
				return State{}, err
			}
			*out = append(*out, Entry{name, nodes})
		}
	}
	return s, nil
}

// GetParam returns a parameter, or a tree of them as nested maps.
func (m *Master) GetParam(ctx context.Context, key string) (any, error) {
	return m.call(ctx, "getParam", key)
}

// SetParam sets a parameter, or a tree of them.
func (m *Master) SetParam(ctx context.Context, key string, value any) error {
	_, err := m.call(ctx, "setParam", key, value)
	return err
}

// DeleteParam deletes a parameter, or a tree of them.
func (m *Master) DeleteParam(ctx context.Context, key string) error {
	_, err := m.call(ctx, "deleteParam", key)
	return err
}

// HasParam reports whether a parameter is set.
func (m *Master) HasParam(ctx context.Context, key string) (bool, error) {
	v, err := m.call(ctx, "hasParam", key)
	return as[bool](&m.peer, "hasParam", v, err)
}

// SearchParam looks for a parameter from the caller's name upwards and returns the first full name that has it.
func (m *Master) SearchParam(ctx context.Context, key string) (string, error) {
	return m.text(ctx, "searchParam", key)
}

// GetParamNames lists all parameters.
func (m *Master) GetParamNames(ctx context.Context) ([]string, error) {
	v, err := m.call(ctx, "getParamNames")
	return asStrings(&m.peer, "getParamNames", v, err)
}

// SubscribeParam returns a parameter, an empty map if it is not set, and has changes sent to the slave at api.
func (m *Master) SubscribeParam(ctx context.Context, api, key string) (any, error) {
	return m.call(ctx, "subscribeParam", api, key)
}

// UnsubscribeParam ends SubscribeParam.
func (m *Master) UnsubscribeParam(ctx context.Context, api, key string) error {
	_, err := m.call(ctx, "unsubscribeParam", api, key)
	return err
}
