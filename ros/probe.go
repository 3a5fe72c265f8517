package ros

import (
	"context"
	"net"
	"net/url"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Publication is what a publisher says about a topic of its.
type Publication struct {
	TypeInfo
	Node     string
	Latching bool
	Addr     string // where its data comes from
}

// ProbePublisher connects to the publisher of a topic whose slave API is at uri, without subscribing, and reads what it says about the
// topic. An error of kind fault.Unavailable names the step that failed.
func (n *Node) ProbePublisher(ctx context.Context, uri, topic string) (Publication, error) {
	answer, err := n.Slave(uri).RequestTopic(ctx, topic, []any{[]string{"TCPROS"}})
	if err != nil {
		return Publication{}, fault.Wrap("ask for a connection", uri, err)
	}
	addr, err := tcprosAddr(answer)
	if err != nil {
		return Publication{}, err
	}
	h, err := n.probe(ctx, addr, header{"callerid": n.name, "topic": topic, "type": "*", "md5sum": "*", "tcp_nodelay": "1"})
	if err != nil {
		return Publication{Addr: addr}, err
	}
	return Publication{TypeInfo{h["type"], h["md5sum"], h["message_definition"]}, h["callerid"], h["latching"] == "1", addr}, nil
}

// ProbeService asks the server of a service, at its rosrpc:// URI, for the type.
func (n *Node) ProbeService(ctx context.Context, uri, service string) (TypeInfo, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "rosrpc" || u.Host == "" {
		return TypeInfo{}, fault.New("probe service", service, fault.Invalid, "%.200q is no rosrpc:// URI", uri)
	}
	h, err := n.probe(ctx, u.Host, header{"callerid": n.name, "service": service, "type": "*", "md5sum": "*", "probe": "1"})
	if err != nil {
		return TypeInfo{}, err
	}
	return TypeInfo{Name: h["type"], MD5: h["md5sum"]}, nil
}

func (n *Node) probe(ctx context.Context, addr string, ours header) (header, error) {
	conn, err := (&net.Dialer{Timeout: connectTimeout}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, fault.New("connect", addr, fault.Unavailable, "%w", err)
	}
	defer closeOnEnd(ctx, conn)()
	return exchange(conn, ours)
}

// TopicType finds the type of a topic: from a publisher, with its definition, else from what the master knows, by name alone. The error
// is of kind fault.NotFound when nobody has named it.
func (n *Node) TopicType(ctx context.Context, topic string) (TypeInfo, error) {
	name, err := n.names.Resolve(topic)
	if err != nil {
		return TypeInfo{}, err
	}
	state, err := n.master.GetSystemState(ctx)
	if err != nil {
		return TypeInfo{}, err
	}
	for _, e := range state.Publishers {
		if e.Name != name {
			continue
		}
		for _, node := range e.Nodes {
			uri, err := n.master.LookupNode(ctx, node)
			if err != nil {
				continue // it has just gone
			}
			if p, err := n.ProbePublisher(ctx, uri, name); err == nil && p.Name != "*" {
				return p.TypeInfo, nil
			}
		}
	}
	types, err := n.master.GetTopicTypes(ctx)
	if err != nil {
		return TypeInfo{}, err
	}
	for _, t := range types {
		if t[0] == name {
			return TypeInfo{Name: t[1]}, nil
		}
	}
	return TypeInfo{}, fault.New("find topic type", name, fault.NotFound, "nobody publishes or subscribes to it")
}
