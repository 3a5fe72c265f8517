package master

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/names"
)

// do adapts a method that needs neither a context nor anything but the lock.
func (m *Master) do(f func(caller string, args []any) (value any, message string, err error)) func(context.Context, string, []any) (any, string, error) {
	return func(_ context.Context, caller string, args []any) (any, string, error) {
		m.mu.Lock()
		defer m.mu.Unlock()
		return f(names.Join("/", caller), args)
	}
}

func refuse(format string, args ...any) error {
	return &graph.StatusError{Code: graph.Error, Message: fmt.Sprintf(format, args...)}
}

// table is the master's API.
func (m *Master) table() graph.Table {
	var (
		name, typ, text = graph.NameArg, graph.TypeArg, graph.StringArg
		api, rosrpc     = graph.URIArg("http"), graph.URIArg("rosrpc")
	)
	return graph.Table{
		// The Master API.
		"registerPublisher":    {Args: []graph.Arg{name, typ, api}, Fail: []any{}, Do: m.do(m.registerPublisher)},
		"unregisterPublisher":  {Args: []graph.Arg{name, api}, Fail: 0, Do: m.do(m.unregisterPublisher)},
		"registerSubscriber":   {Args: []graph.Arg{name, typ, api}, Fail: []any{}, Do: m.do(m.registerSubscriber)},
		"unregisterSubscriber": {Args: []graph.Arg{name, api}, Fail: 0, Do: m.do(m.unregisterSubscriber)},
		"registerService":      {Args: []graph.Arg{name, rosrpc, api}, Fail: 0, Do: m.do(m.registerService)},
		"unregisterService":    {Args: []graph.Arg{name, rosrpc}, Fail: 0, Do: m.do(m.unregisterService)},
		"lookupNode":           {Args: []graph.Arg{name}, Fail: "", Do: m.do(m.lookupNode)},
		"lookupService":        {Args: []graph.Arg{name}, Fail: "", Do: m.do(m.lookupService)},
		"getPublishedTopics":   {Args: []graph.Arg{graph.NamespaceArg}, Fail: []any{}, Do: m.do(m.getPublishedTopics)},
		"getTopicTypes":        {Fail: []any{}, Do: m.do(m.getTopicTypes)},
		"getSystemState": {Fail: []any{[]any{}, []any{}, []any{}}, Do: m.do(func(string, []any) (any, string, error) {
			return m.reg.state(), "current system state", nil
		})},
		"getUri": {Fail: "", Do: m.do(func(string, []any) (any, string, error) { return m.uri, "", nil })},

		// The Parameter API.
		"setParam":         {Args: []graph.Arg{name, graph.AnyArg}, Fail: 0, Do: m.do(m.setParam)},
		"getParam":         {Args: []graph.Arg{name}, Fail: 0, Do: m.do(m.getParam)},
		"deleteParam":      {Args: []graph.Arg{name}, Fail: 0, Do: m.do(m.deleteParam)},
		"hasParam":         {Args: []graph.Arg{name}, Fail: false, Do: m.do(m.hasParam)},
		"searchParam":      {Args: []graph.Arg{text}, Fail: "", Do: m.do(m.searchParam)},
		"subscribeParam":   {Args: []graph.Arg{api, name}, Fail: map[string]any{}, Do: m.do(m.subscribeParam)},
		"unsubscribeParam": {Args: []graph.Arg{api, name}, Fail: 0, Do: m.do(m.unsubscribeParam)},
		"getParamNames": {Fail: []any{}, Do: m.do(func(string, []any) (any, string, error) {
			return m.params.Names(), "parameter names", nil
		})},

		// What a master has of the Slave API.
		"getPid":   {Fail: 0, Do: m.do(func(string, []any) (any, string, error) { return os.Getpid(), "", nil })},
		"shutdown": {Args: []graph.Arg{text}, Optional: 1, Fail: 0, Do: m.do(m.shutdown)},
	}
}

func (m *Master) registerPublisher(caller string, args []any) (any, string, error) {
	name, typ, n := args[0].(string), args[1].(string), ref{caller, args[2].(string)}
	m.enter(n)
	t := m.reg.topic(name)
	if typ != "*" {
		t.typ = typ
	}
	t.pubs = add(t.pubs, n)
	m.publishersChanged(name)
	return apis(t.subs), fmt.Sprintf("Registered [%s] as publisher of [%s]", caller, name), nil
}

func (m *Master) unregisterPublisher(caller string, args []any) (any, string, error) {
	name, n := args[0].(string), ref{caller, args[1].(string)}
	t := m.reg.topics[name]
	if t != nil {
		var was bool
		if t.pubs, was = remove(t.pubs, n); was {
			m.reg.prune(caller)
			m.publishersChanged(name)
			return 1, fmt.Sprintf("Unregistered [%s] as publisher of [%s]", caller, name), nil
		}
	}
	return 0, fmt.Sprintf("[%s] at %s is not registered as publisher of [%s]", caller, n.api, name), nil
}

func (m *Master) registerSubscriber(caller string, args []any) (any, string, error) {
	name, typ, n := args[0].(string), args[1].(string), ref{caller, args[2].(string)}
	m.enter(n)
	t := m.reg.topic(name)
	if t.typ == "*" { // a publisher's word counts for more
		t.typ = typ
	}
	t.subs = add(t.subs, n)
	return apis(t.pubs), fmt.Sprintf("Subscribed [%s] to [%s]", caller, name), nil
}

func (m *Master) unregisterSubscriber(caller string, args []any) (any, string, error) {
	name, n := args[0].(string), ref{caller, args[1].(string)}
	t := m.reg.topics[name]
	if t != nil {
		var was bool
		if t.subs, was = remove(t.subs, n); was {
			m.reg.prune(caller)
			return 1, fmt.Sprintf("Unregistered [%s] as subscriber of [%s]", caller, name), nil
		}
	}
	return 0, fmt.Sprintf("[%s] at %s is not registered as subscriber of [%s]", caller, n.api, name), nil
}

func (m *Master) registerService(caller string, args []any) (any, string, error) {
	name, uri, n := args[0].(string), args[1].(string), ref{caller, args[2].(string)}
	m.enter(n)
	old, replaced := m.reg.services[name]
	m.reg.services[name] = service{n, uri}
	if replaced && old.node != caller {
		m.reg.prune(old.node)
	}
	return 1, fmt.Sprintf("Registered [%s] as provider of [%s]", caller, name), nil
}

func (m *Master) unregisterService(caller string, args []any) (any, string, error) {
	name, uri := args[0].(string), args[1].(string)
	s, ok := m.reg.services[name]
	if !ok || s.uri != uri || s.node != caller {
		return 0, fmt.Sprintf("[%s] at %s is not the provider of [%s]", caller, uri, name), nil
	}
	delete(m.reg.services, name)
	m.reg.prune(caller)
	return 1, fmt.Sprintf("Unregistered [%s] as provider of [%s]", caller, name), nil
}

func (m *Master) lookupNode(_ string, args []any) (any, string, error) {
	api, ok := m.reg.nodes[args[0].(string)]
	if !ok {
		return nil, "", refuse("unknown node [%s]", args[0])
	}
	return api, "node api", nil
}

func (m *Master) lookupService(_ string, args []any) (any, string, error) {
	s, ok := m.reg.services[args[0].(string)]
	if !ok {
		return nil, "", refuse("no provider of service [%s]", args[0])
	}
	return s.uri, "rosrpc URI: [" + s.uri + "]", nil
}

func (m *Master) getPublishedTopics(_ string, args []any) (any, string, error) {
	ns := args[0].(string)
	list := []any{}
	for _, name := range slices.Sorted(maps.Keys(m.reg.topics)) {
		if t := m.reg.topics[name]; len(t.pubs) > 0 && (ns == "" || name != ns && names.Within(name, ns)) {
			list = append(list, []string{name, t.typ})
		}
	}
	return list, "current topics", nil
}

func (m *Master) getTopicTypes(string, []any) (any, string, error) {
	list := []any{}
	for _, name := range slices.Sorted(maps.Keys(m.reg.topics)) {
		if typ := m.reg.topics[name].typ; typ != "*" {
			list = append(list, []string{name, typ})
		}
	}
	return list, "current topic types", nil
}

func (m *Master) setParam(caller string, args []any) (any, string, error) {
	key := args[0].(string)
	if args[1] == nil {
		return nil, "", refuse("parameter [%s] cannot be nil", key)
	}
	before := m.params
	if err := m.params.Set(key, args[1]); err != nil {
		return nil, "", err
	}
	m.paramChanged(key, args[1], before)
	return 0, "parameter " + key + " set", nil
}

func (m *Master) getParam(_ string, args []any) (any, string, error) {
	v, ok := m.params.Get(args[0].(string))
	if !ok {
		return nil, "", refuse("Parameter [%s] is not set", args[0])
	}
	return v, "Parameter [" + args[0].(string) + "]", nil
}

func (m *Master) deleteParam(_ string, args []any) (any, string, error) {
	key := args[0].(string)
	if key == "/" {
		return nil, "", refuse("the root of the parameters cannot be deleted")
	}
	before := m.params
	if !m.params.Remove(key) {
		return nil, "", refuse("parameter [%s] is not set", key)
	}
	m.paramChanged(key, map[string]any{}, before)
	return 0, "parameter " + key + " deleted", nil
}

func (m *Master) hasParam(_ string, args []any) (any, string, error) {
	_, ok := m.params.Get(args[0].(string))
	return ok, args[0].(string), nil
}

func (m *Master) searchParam(caller string, args []any) (any, string, error) {
	key := args[0].(string)
	if key == "" || strings.HasPrefix(key, "~") {
		return nil, "", refuse("%q cannot be searched for: a relative name can", key)
	}
	found, ok := m.params.Search(caller, key)
	if !ok {
		return nil, "", refuse("Cannot find parameter [%s] in an upwards search", key)
	}
	return found, "Found [" + found + "]", nil
}

func (m *Master) subscribeParam(caller string, args []any) (any, string, error) {
	n, key := ref{caller, args[0].(string)}, args[1].(string)
	m.enter(n)
	m.reg.paramSubs[key] = add(m.reg.paramSubs[key], n)
	v, ok := m.params.Get(key)
	if !ok {
		v = map[string]any{}
	}
	return v, "Subscribed to parameter [" + key + "]", nil
}

func (m *Master) unsubscribeParam(caller string, args []any) (any, string, error) {
	n, key := ref{caller, args[0].(string)}, args[1].(string)
	if !m.reg.setParamSubs(key, m.reg.paramSubs[key], n) {
		return 0, fmt.Sprintf("[%s] at %s is not subscribed to parameter [%s]", caller, n.api, key), nil
	}
	m.reg.prune(caller)
	return 1, "Unsubscribed from parameter [" + key + "]", nil
}

func (m *Master) shutdown(caller string, args []any) (any, string, error) {
	reason, _ := args[0].(string)
	m.log.Warn("asked to shut down", "by", caller, "reason", reason)
	m.stop.Do(func() { close(m.done) })
	return 0, "shutdown", nil
}
