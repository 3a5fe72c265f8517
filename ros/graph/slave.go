package graph

import (
	"context"

	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// Slave calls the slave API of a node in the name of another.
type Slave struct{ peer }

// NewSlave returns a client of the node whose slave API is at uri.
func NewSlave(rpc *xmlrpc.Client, uri, caller string) *Slave { return &Slave{peer{rpc, uri, caller}} }

// PublisherUpdate tells a subscriber the slave URIs of a topic's publishers.
func (s *Slave) PublisherUpdate(ctx context.Context, topic string, publishers []string) error {
	_, err := s.call(ctx, "publisherUpdate", topic, publishers)
	return err
}

// ParamUpdate tells a node the new value of a parameter.
func (s *Slave) ParamUpdate(ctx context.Context, key string, value any) error {
	_, err := s.call(ctx, "paramUpdate", key, value)
	return err
}

// RequestTopic asks a publisher for a connection by one of the protocols, each a list of its name and arguments; it returns
// the protocol chosen and its arguments.
func (s *Slave) RequestTopic(ctx context.Context, topic string, protocols []any) ([]any, error) {
	v, err := s.call(ctx, "requestTopic", topic, protocols)
	return as[[]any](&s.peer, "requestTopic", v, err)
}

// Shutdown asks the node to end.
func (s *Slave) Shutdown(ctx context.Context, reason string) error {
	_, err := s.call(ctx, "shutdown", reason)
	return err
}

// GetPid returns the process id of the node.
func (s *Slave) GetPid(ctx context.Context) (int, error) {
	v, err := s.call(ctx, "getPid")
	return as[int](&s.peer, "getPid", v, err)
}

// GetMasterURI returns the master the node uses.
func (s *Slave) GetMasterURI(ctx context.Context) (string, error) {
	v, err := s.call(ctx, "getMasterUri")
	return as[string](&s.peer, "getMasterUri", v, err)
}

// GetPublications lists topic and type of what the node publishes.
func (s *Slave) GetPublications(ctx context.Context) ([][2]string, error) {
	v, err := s.call(ctx, "getPublications")
	return asPairs(&s.peer, "getPublications", v, err)
}

// GetSubscriptions lists topic and type of what the node subscribes to.
func (s *Slave) GetSubscriptions(ctx context.Context) ([][2]string, error) {
	v, err := s.call(ctx, "getSubscriptions")
	return asPairs(&s.peer, "getSubscriptions", v, err)
}

// Bus is one connection of a node.
type Bus struct {
	ID          int
	Destination string // node name, slave URI or address of the other end
	Direction   string // "i", "o" or "b"
	Transport   string // "TCPROS", "UDPROS"
	Topic       string
	Connected   bool
	Info        string
}

// GetBusInfo lists the connections of the node. Fields that the node leaves out are zero.
func (s *Slave) GetBusInfo(ctx context.Context) ([]Bus, error) {
	const method = "getBusInfo"
	v, err := s.call(ctx, method)
	list, err := as[[]any](&s.peer, method, v, err)
	if err != nil {
		return nil, err
	}
	out := make([]Bus, len(list))
	for i, e := range list {
		fields, _ := e.([]any)
		if len(fields) < 5 {
			return nil, s.odd(method, "connection %d has %d fields, at least 5 are needed", i, len(fields))
		}
		fields = append(fields, nil, nil)
		b := &out[i]
		b.ID, _ = fields[0].(int)
		b.Destination, _ = fields[1].(string)
		b.Direction, _ = fields[2].(string)
		b.Transport, _ = fields[3].(string)
		b.Topic, _ = fields[4].(string)
		switch c := fields[5].(type) { // roscpp sends a boolean, others a number
		case bool:
			b.Connected = c
		case int:
			b.Connected = c != 0
		}
		b.Info, _ = fields[6].(string)
	}
	return out, nil
}

// MessagesSent is how many messages a node has sent on its present connections of a topic. It is not known (ok false) where the node
// does not keep the count: getBusStats differs between clients.
func (s *Slave) MessagesSent(ctx context.Context, topic string) (sent int, ok bool) {
	v, err := s.call(ctx, "getBusStats")
	stats, err := as[[]any](&s.peer, "getBusStats", v, err)
	if err != nil || len(stats) < 1 {
		return 0, false
	}
	pubs, _ := stats[0].([]any)
	for _, p := range pubs {
		entry, _ := p.([]any)
		if len(entry) < 3 || entry[0] != topic {
			continue
		}
		links, _ := entry[2].([]any)
		for _, l := range links {
			fields, _ := l.([]any)
			if len(fields) < 3 {
				return 0, false
			}
			n, isInt := fields[2].(int)
			if !isInt {
				return 0, false
			}
			sent += n
		}
		return sent, len(links) > 0
	}
	return 0, false
}
