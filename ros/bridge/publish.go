package bridge

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

const (
	settleTime  = 2 * time.Second // for subscribers that are there to connect to a new publisher
	settleBytes = 8 << 20         // of messages that wait for that
)

// publication is a topic that a client publishes.
type publication struct {
	topic string // resolved
	typ   *dynamic.Type
	pub   *ros.RawPublisher
	ids   []string // of the advertise operations
	buf   []byte

	mu      sync.Mutex
	settled bool
	pending [][]byte // published before the subscribers were connected
	bytes   int
}

func (s *session) advertise(r *request) error {
	if p := s.pubs[r.Topic]; p != nil {
		if r.Type != "" && typeName(r.Type) != p.typ.Name() {
			return fault.New("advertise", r.Topic, fault.Conflict, "it is advertised as %s, not %s", p.typ.Name(), r.Type)
		}
		if !slices.Contains(p.ids, r.key()) && len(p.ids) < maxTopics {
			p.ids = append(p.ids, r.key())
		}
		return nil
	}
	p, err := s.newPublication(r.Topic, r.Type, r.Latch, r.QueueSize.in(0, 10000))
	if err != nil {
		return err
	}
	p.ids = []string{r.key()}
	s.pubs[r.Topic] = p
	return nil
}

// newPublication advertises a topic; an empty type is looked for in the graph.
func (c *client) newPublication(name, typ string, latch bool, queue int) (*publication, error) {
	topic, err := c.resolve(name, "topic")
	if err != nil {
		return nil, err
	}
	known, err := c.typeFor(topic, typ)
	if err != nil {
		return nil, fault.Wrap("advertise", topic, err)
	}
	return c.publishAs(topic, known, infoOf(known), latch, queue)
}

// typeFor finds the type of a topic that a client wants to publish: the named one, by the graph's definition if it is not known here.
func (c *client) typeFor(topic, name string) (*dynamic.Type, error) {
	if name != "" {
		if _, _, ok := msgdef.SplitName(name); !ok {
			return nil, fault.New("find type", "", fault.Invalid, "%q is no message type; one reads std_msgs/String", clipText(name))
		}
		known, err := c.s.types.find(name)
		if err == nil {
			return known, nil
		}
		if info, e := c.infoOfTopic(topic); e == nil && info.Name == typeName(name) && info.Definition != "" {
			return c.s.types.of(info)
		}
		return nil, err
	}
	info, err := c.infoOfTopic(topic)
	if err != nil {
		return nil, err
	}
	if info.MD5 == "" {
		return c.s.types.find(info.Name)
	}
	return c.s.types.of(info)
}

// publishAs advertises a topic. What is published before the subscribers that the graph knows are connected waits for them, so that a
// goal or a command sent right after advertising arrives.
func (c *client) publishAs(topic string, typ *dynamic.Type, info ros.TypeInfo, latch bool, queue int) (*publication, error) {
	var opts []ros.PubOption
	if latch {
		opts = append(opts, ros.Latch())
	}
	if queue > 0 {
		opts = append(opts, ros.QueueSize(queue))
	}
	pub, err := ros.AdvertiseRaw(c.s.node, topic, info, opts...)
	if err != nil {
		return nil, err
	}
	p := &publication{topic: topic, typ: typ, pub: pub}
	c.wg.Go(func() { p.settle(c.ctx, c.s) })
	return p, nil
}

// settle waits for the subscribers and publishes what has waited.
func (p *publication) settle(ctx context.Context, s *Server) {
	wait, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	if state, err := s.node.Graph().GetSystemState(wait); err == nil {
		if n := len(graph.Find(state.Subscribers, p.topic).Nodes); n > 0 {
			_ = p.pub.WaitForSubscribers(wait, n) // or as many as come in time
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.pending {
		_ = p.pub.Publish(b) // fails at the end only
	}
	p.pending, p.settled = nil, true
}

// send publishes the bytes of a message.
func (p *publication) send(raw []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.settled {
		return p.pub.Publish(raw)
	}
	p.bytes += len(raw)
	if p.bytes > settleBytes {
		return p.pub.Publish(raw)
	}
	p.pending = append(p.pending, slices.Clone(raw))
	return nil
}

func (p *publication) close() {
	p.mu.Lock()
	for _, b := range p.pending {
		_ = p.pub.Publish(b)
	}
	p.pending, p.settled = nil, true
	p.mu.Unlock()
	p.pub.Close()
}

func (s *session) unadvertise(r *request) error {
	p := s.pubs[r.Topic]
	if p == nil {
		return fault.New("unadvertise", r.Topic, fault.NotFound, "this client does not advertise it")
	}
	if id := r.key(); id != "" {
		p.ids = slices.DeleteFunc(p.ids, func(o string) bool { return o == id })
	} else {
		p.ids = nil
	}
	if len(p.ids) > 0 {
		return nil
	}
	delete(s.pubs, r.Topic)
	s.wg.Go(p.close) // what is queued may take a moment
	return nil
}

func (s *session) publish(r *request) error {
	p := s.pubs[r.Topic]
	if p == nil { // without advertise, as the protocol allows
		if len(s.pubs) >= maxTopics {
			return fault.New("publish", r.Topic, fault.TooLarge, "a client may advertise %d topics", maxTopics)
		}
		var err error
		if p, err = s.newPublication(r.Topic, r.Type, r.Latch, 0); err != nil {
			return err
		}
		s.pubs[r.Topic] = p
	}
	if isNothing(r.Msg) {
		r.Msg = []byte("{}")
	}
	raw, err := p.typ.AppendStampedFromJSON(p.buf[:0], r.Msg, s.s.node.Clock().Now())
	if err != nil {
		return fault.Wrap("publish", r.Topic, err)
	}
	if p.buf = raw; cap(raw) > 1<<20 {
		p.buf = nil
	}
	s.s.goals.sent(s, p, raw)
	return p.send(raw)
}
