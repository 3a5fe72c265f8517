package bridge

import (
	"context"
	"slices"
	"strings"
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
	settleBytes = 16 << 20        // of messages of a client that wait for that
)

// publication is a topic that a client publishes.
type publication struct {
	c       *client
	topic   string   // resolved
	answers []string // of a goal topic: the topics on which the goals are answered
	typ     *dynamic.Type
	pub     *ros.RawPublisher
	ids     []string // of the advertise operations
	buf     []byte

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
	if len(s.pubs) >= maxTopics {
		return fault.New("advertise", r.Topic, fault.TooLarge, "a client may advertise %d topics", maxTopics)
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
	unlock := c.s.names.lock("topic " + topic)
	pub, err := ros.AdvertiseRaw(c.s.node, topic, info, opts...)
	unlock()
	if err != nil {
		return nil, err
	}
	p := &publication{c: c, topic: topic, typ: typ, pub: pub}
	if base, ok := strings.CutSuffix(topic, "/goal"); ok && strings.HasSuffix(typ.Name(), "ActionGoal") {
		p.answers = []string{base + "/feedback", base + "/result"}
	}
	p.settle()
	return p, nil
}

// settle waits, in a goroutine, for the subscribers, and publishes then what has come meanwhile. p.mu is held, or p is new.
func (p *publication) settle() {
	p.settled = false
	p.c.wg.Go(func() {
		ctx, cancel := context.WithTimeout(p.c.ctx, settleTime)
		defer cancel()
		p.wait(ctx)
		if p.deaf() { // the client has begun to listen meanwhile
			p.wait(ctx)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.flush()
	})
}

// wait waits for the connections that the graph promises, or as many as come before ctx ends.
func (p *publication) wait(ctx context.Context) {
	state, err := p.c.s.node.Graph().GetSystemState(ctx)
	if err != nil {
		return
	}
	if n := len(graph.Find(state.Subscribers, p.topic).Nodes); n > 0 {
		_ = p.pub.WaitForSubscribers(ctx, n)
	}
	for _, t := range p.answers {
		if sub, n := p.c.s.subscriber(t), len(graph.Find(state.Publishers, t).Nodes); sub != nil && n > 0 {
			_ = sub.WaitForPublishers(ctx, n)
		}
	}
}

// flush publishes what has waited. The lock is held.
func (p *publication) flush() {
	for _, b := range p.pending {
		_ = p.pub.Publish(b) // fails at the end only
	}
	p.c.settling.Add(-int64(p.bytes))
	p.pending, p.bytes, p.settled = nil, 0, true
}

// deaf reports whether someone here listens for answers and is not connected to who gives them.
func (p *publication) deaf() bool {
	return slices.ContainsFunc(p.answers, func(t string) bool {
		sub := p.c.s.subscriber(t)
		return sub != nil && sub.Publishers() == 0
	})
}

// send publishes the bytes of a message. The client's reader calls it.
func (p *publication) send(raw []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.settled && p.deaf() {
		p.settle()
	}
	if p.settled {
		return p.pub.Publish(raw)
	}
	if p.c.settling.Load()+int64(len(raw)) > settleBytes {
		p.flush()
		return p.pub.Publish(raw)
	}
	p.bytes += len(raw)
	p.c.settling.Add(int64(len(raw)))
	p.pending = append(p.pending, slices.Clone(raw))
	return nil
}

func (p *publication) close() {
	p.mu.Lock()
	p.flush()
	p.mu.Unlock()
	defer p.c.s.names.lock("topic " + p.topic)()
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
	p.close()
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
