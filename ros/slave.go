package ros

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"

	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/names"
)

// slaveAPI is what the master and other nodes may call.
func (n *Node) slaveAPI() graph.Table {
	type args = []any
	return graph.Table{
		"getPid": {Fail: 0, Do: func(context.Context, string, args) (any, string, error) { return os.Getpid(), "", nil }},
		"getMasterUri": {Fail: "", Do: func(context.Context, string, args) (any, string, error) {
			return n.Master, "", nil
		}},
		"getName": {Fail: "", Do: func(context.Context, string, args) (any, string, error) { return n.name, "", nil }},
		"getPublications": {Fail: args{}, Do: func(context.Context, string, args) (any, string, error) {
			return n.publications(), "publications", nil
		}},
		"getSubscriptions": {Fail: args{}, Do: func(context.Context, string, args) (any, string, error) {
			return n.subscriptions(), "subscriptions", nil
		}},
		"getBusInfo":  {Fail: args{}, Do: func(context.Context, string, args) (any, string, error) { return n.busInfo(), "bus info", nil }},
		"getBusStats": {Fail: args{}, Do: func(context.Context, string, args) (any, string, error) { return n.busStats(), "bus stats", nil }},
		"publisherUpdate": {Args: []graph.Arg{graph.NameArg, urisArg}, Fail: 0, Do: func(_ context.Context, _ string, a args) (any, string, error) {
			n.mu.Lock()
			s := n.subs[a[0].(string)]
			n.mu.Unlock()
			if s != nil { // else it has just been closed
				s.update(a[1].([]string))
			}
			return 0, "", nil
		}},
		"paramUpdate": {Args: []graph.Arg{graph.NameArg, graph.AnyArg}, Fail: 0, Do: func(_ context.Context, _ string, a args) (any, string, error) {
			if !n.params.update(names.Clean(a[0].(string)), a[1]) {
				return nil, "", fmt.Errorf("node %s did not subscribe to parameter %s", n.name, a[0])
			}
			return 0, "", nil
		}},
		"requestTopic": {Args: []graph.Arg{graph.NameArg, protocolsArg}, Fail: args{}, Do: n.requestTopic},
		"shutdown": {Args: []graph.Arg{graph.StringArg}, Optional: 1, Fail: 0, Do: func(_ context.Context, caller string, a args) (any, string, error) {
			reason, _ := a[0].(string)
			n.log.Warn("asked to shut down", "by", caller, "reason", reason)
			n.cancel(fmt.Errorf("asked to shut down by %s: %s", caller, reason))
			return 0, "shutdown", nil
		}},
	}
}

// urisArg takes a list of slave URIs.
func urisArg(caller string, v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, errors.New("must be a list of URIs")
	}
	uri := graph.URIArg("http")
	out := make([]string, len(list))
	for i, e := range list {
		s, err := uri(caller, e)
		if err != nil {
			return nil, fmt.Errorf("element %d %w", i, err)
		}
		out[i] = s.(string)
	}
	return out, nil
}

// protocolsArg takes a list of protocols, each a list that begins with a name.
func protocolsArg(_ string, v any) (any, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, errors.New("must be a list of protocols")
	}
	out := make([][]any, len(list))
	for i, e := range list {
		p, _ := e.([]any)
		if len(p) == 0 {
			return nil, fmt.Errorf("protocol %d must be a list that begins with a name", i)
		}
		if _, ok := p[0].(string); !ok {
			return nil, fmt.Errorf("protocol %d must begin with a name", i)
		}
		out[i] = p
	}
	return out, nil
}

func (n *Node) requestTopic(_ context.Context, caller string, args []any) (any, string, error) {
	topic, protocols := args[0].(string), args[1].([][]any)
	n.mu.Lock()
	p := n.pubs[topic]
	n.mu.Unlock()
	if p == nil {
		return nil, "", &graph.StatusError{Code: graph.Failure, Message: fmt.Sprintf("node %s does not publish %s", n.name, topic)}
	}
	for _, proto := range protocols {
		switch proto[0] {
		case "TCPROS":
			return []any{"TCPROS", n.Host, n.tcp.Addr().(*net.TCPAddr).Port}, "ready on " + n.Host, nil
		case "UDPROS":
			answer, err := n.offerUDP(p, proto)
			if err != nil {
				n.log.Warn("refused a connection", "node", caller, "topic", topic, "err", err)
				return nil, "", &graph.StatusError{Code: graph.Failure, Message: err.Error()}
			}
			return answer, "ready on " + n.Host, nil
		}
	}
	return nil, "", &graph.StatusError{Code: graph.Failure, Message: "none of these protocols is supported: TCPROS and UDPROS are"}
}

func (n *Node) publications() []any {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := []any{}
	for _, name := range slices.Sorted(maps.Keys(n.pubs)) {
		out = append(out, []string{name, n.pubs[name].info.Name})
	}
	return out
}

func (n *Node) subscriptions() []any {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := []any{}
	for _, name := range slices.Sorted(maps.Keys(n.subs)) {
		out = append(out, []string{name, n.subs[name].info.Name})
	}
	return out
}

// busInfo lists [id, other end, direction, transport, topic, connected, text] of each connection. The other end of an incoming
// one is the publisher's slave URI, that of an outgoing one the subscriber's name.
func (n *Node) busInfo() []any {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := []any{}
	for _, name := range slices.Sorted(maps.Keys(n.pubs)) {
		p := n.pubs[name]
		p.mu.Lock()
		for _, l := range p.links {
			out = append(out, []any{l.id, l.caller, "o", l.transport, name, true,
				fmt.Sprintf("%s connection on port %d to [%s]", l.transport, port(l.local), l.remote)})
		}
		p.mu.Unlock()
	}
	for _, name := range slices.Sorted(maps.Keys(n.subs)) {
		s := n.subs[name]
		s.mu.Lock()
		for _, uri := range slices.Sorted(maps.Keys(s.links)) {
			l := s.links[uri]
			if src := l.source; src != nil {
				out = append(out, []any{l.id, uri, "i", src.transport, name, true, fmt.Sprintf("%s connection to [%s]", src.transport, src.remote)})
			} else {
				out = append(out, []any{l.id, uri, "i", "TCPROS", name, false, "not connected"})
			}
		}
		s.mu.Unlock()
	}
	return out
}

func port(a net.Addr) int {
	switch a := a.(type) {
	case *net.TCPAddr:
		return a.Port
	case *net.UDPAddr:
		return a.Port
	}
	return 0
}

// busStats lists counters: [publishers, subscribers, services]. XML-RPC integers have 32 bits; larger counters stop there.
func (n *Node) busStats() []any {
	count := func(v uint64) int { return int(min(v, 1<<31-1)) }
	n.mu.Lock()
	defer n.mu.Unlock()
	pubs, subs, services := []any{}, []any{}, []any{}
	for _, name := range slices.Sorted(maps.Keys(n.pubs)) {
		p := n.pubs[name]
		p.mu.Lock()
		links, total := []any{}, uint64(0)
		for _, l := range p.links {
			b, m := l.sentBytes.Load(), l.sentMessages.Load()
			total += b
			links = append(links, []any{l.id, count(b), count(m), 1})
		}
		p.mu.Unlock()
		pubs = append(pubs, []any{name, count(total), links})
	}
	for _, name := range slices.Sorted(maps.Keys(n.subs)) {
		s := n.subs[name]
		s.mu.Lock()
		links := []any{}
		for _, uri := range slices.Sorted(maps.Keys(s.links)) {
			l := s.links[uri]
			connected := 0
			if l.source != nil {
				connected = 1
			}
			links = append(links, []any{l.id, count(l.received.Load()), -1, connected})
		}
		s.mu.Unlock()
		subs = append(subs, []any{name, links})
	}
	var calls, in, out uint64
	for _, s := range n.services {
		calls, in, out = calls+s.calls.Load(), in+s.bytesIn.Load(), out+s.bytesOut.Load()
	}
	services = append(services, count(calls), count(in), count(out))
	return []any{pubs, subs, services}
}
