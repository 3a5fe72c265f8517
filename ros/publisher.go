package ros

import (
	"context"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Publisher publishes messages of type M on a topic.
type Publisher[M Message] struct {
	p    *publication
	once sync.Once
}

// Advertise announces a topic. Advertising a topic twice from a node shares its subscribers; the types must be the same.
func Advertise[M Message](n *Node, topic string, opts ...PubOption) (*Publisher[M], error) {
	t, err := infoOf[M]()
	if err != nil {
		return nil, err
	}
	p, err := n.advertise(topic, typeInfo(t), opts)
	if err != nil {
		return nil, err
	}
	return &Publisher[M]{p: p}, nil
}

// Publish queues m for every subscriber and returns without waiting for any. m is not kept. It fails when the publisher or the
// node is closed and when m exceeds MaxMessage.
func (p *Publisher[M]) Publish(m M) error { return p.p.publish(m) }

// Topic is the resolved name of the topic.
func (p *Publisher[M]) Topic() string { return p.p.topic }

// Subscribers is the number of connected subscribers.
func (p *Publisher[M]) Subscribers() int { return p.p.count() }

// WaitForSubscribers waits until n subscribers are connected.
func (p *Publisher[M]) WaitForSubscribers(ctx context.Context, n int) error { return p.p.await(ctx, n) }

// Dropped is the number of messages that were dropped, over all subscribers, because their queues were full.
func (p *Publisher[M]) Dropped() uint64 { return p.p.dropped.Load() }

// Close withdraws the topic, once nobody else in the node publishes it. Subscribers have read what was published by then, except
// those that took longer than two seconds.
func (p *Publisher[M]) Close() error {
	p.once.Do(p.p.leave)
	return nil
}

// RawPublisher publishes messages that are bytes already.
type RawPublisher struct {
	p    *publication
	once sync.Once
}

// AdvertiseRaw announces a topic of any type. The definition should be given: recorders and tools ask for it.
func AdvertiseRaw(n *Node, topic string, info TypeInfo, opts ...PubOption) (*RawPublisher, error) {
	if info.Name == "" || info.MD5 == "" || info.Name == "*" || info.MD5 == "*" {
		return nil, fault.New("advertise", topic, fault.Invalid, "a publisher needs a type name and its MD5 sum")
	}
	p, err := n.advertise(topic, info, opts)
	if err != nil {
		return nil, err
	}
	return &RawPublisher{p: p}, nil
}

// Publish queues a message; see Publisher.Publish.
func (p *RawPublisher) Publish(b []byte) error { return p.p.publish(rawBytes(b)) }

// Subscribers is the number of connected subscribers.
func (p *RawPublisher) Subscribers() int { return p.p.count() }

// WaitForSubscribers waits until n subscribers are connected.
func (p *RawPublisher) WaitForSubscribers(ctx context.Context, n int) error {
	return p.p.await(ctx, n)
}

// Close withdraws the topic; see Publisher.Close.
func (p *RawPublisher) Close() error {
	p.once.Do(p.p.leave)
	return nil
}

// encoder is what publish needs of a message.
type encoder interface {
	SizeROS() int
	AppendROS(b []byte) []byte
}

type rawBytes []byte

func (r rawBytes) SizeROS() int              { return len(r) }
func (r rawBytes) AppendROS(b []byte) []byte { return append(b, r...) }

var _ encoder = wire.Message(nil)

// publication is a topic that a node publishes.
type publication struct {
	node  *Node
	topic string
	info  TypeInfo

	dropped atomic.Uint64

	mu      sync.Mutex
	options pubOptions
	users   int
	links   []*subLink
	last    *frame        // latched
	kept    []kept        // oldest first
	changed chan struct{} // closed when links change
	closed  bool
}

// kept is a message that new subscribers get too, until it expires.
type kept struct {
	f       *frame
	expires time.Time
}

// remember keeps a frame for new subscribers. The lock is held.
func (p *publication) remember(f *frame) {
	p.expire()
	if len(p.kept) >= p.options.queue {
		p.kept[0].f.release()
		p.kept = slices.Delete(p.kept, 0, 1)
	}
	f.hold()
	p.kept = append(p.kept, kept{f, time.Now().Add(p.options.keep)})
}

func (p *publication) expire() {
	now := time.Now()
	n := 0
	for n < len(p.kept) && p.kept[n].expires.Before(now) {
		p.kept[n].f.release()
		n++
	}
	p.kept = slices.Delete(p.kept, 0, n)
}

func (n *Node) advertise(topic string, info TypeInfo, opts []PubOption) (*publication, error) {
	const op = "advertise"
	name, err := n.names.Resolve(topic)
	if err != nil {
		return nil, fault.Wrap(op, topic, err)
	}
	o := pubOptions{queue: DefaultQueue}
	for _, opt := range opts {
		opt.applyPub(&o)
	}
	n.mu.Lock()
	n.awaitWithdrawn("publisher of " + name)
	if n.isClosed() {
		n.mu.Unlock()
		return nil, n.errClosed(op, name)
	}
	if p := n.pubs[name]; p != nil {
		defer n.mu.Unlock()
		if why := compatible("the first publisher", p.info, "the second", info); why != "" {
			return nil, fault.New(op, name, fault.Conflict, "the node publishes it with another type: %s", why)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.users++
		p.options.latch = p.options.latch || o.latch
		p.options.queue = max(p.options.queue, o.queue)
		p.options.keep = max(p.options.keep, o.keep)
		return p, nil
	}
	p := &publication{node: n, topic: name, info: info, options: o, users: 1, changed: make(chan struct{})}
	n.pubs[name] = p
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(n.ctx, masterTimeout)
	defer cancel()
	if err := p.register(ctx); err != nil && !n.retry(name, err) {
		p.leave()
		return nil, fault.Wrap(op, name, err)
	}
	return p, nil
}

func (p *publication) register(ctx context.Context) error {
	_, err := p.node.master.RegisterPublisher(ctx, p.topic, p.info.Name, p.node.api)
	return err
}

// leave ends one user's share; the last one's ends the publication.
func (p *publication) leave() {
	n := p.node
	n.mu.Lock()
	p.mu.Lock()
	p.users--
	last := p.users == 0 && n.pubs[p.topic] == p
	p.mu.Unlock()
	if !last {
		n.mu.Unlock()
		return
	}
	delete(n.pubs, p.topic)
	done := n.withdraw("publisher of " + p.topic)
	n.mu.Unlock()
	defer done()
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	p.shut(ctx)
}

// shut sends what is queued and withdraws the topic. ctx bounds how long it waits for the subscribers. They are served to the end
// first: a subscriber that hears from the master that we are gone may close the connection on what it has not read.
func (p *publication) shut(ctx context.Context) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return
	}
	p.closed = true
	links := slices.Clone(p.links)
	if p.last != nil {
		p.last.release()
		p.last = nil
	}
	for _, k := range p.kept {
		k.f.release()
	}
	p.kept = nil
	p.mu.Unlock()
	var wg sync.WaitGroup
	for _, l := range links {
		l.finish()
		wg.Go(func() {
			select {
			case <-l.done:
			case <-ctx.Done():
				l.conn.Close()
			}
		})
	}
	wg.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_, _ = p.node.master.UnregisterPublisher(ctx, p.topic, p.node.api) // the master may be gone
}

func (p *publication) publish(m encoder) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return fault.New("publish", p.topic, fault.Preempted, "the publisher is closed")
	}
	if len(p.links) == 0 && !p.options.latch && p.options.keep == 0 {
		return nil
	}
	size := m.SizeROS()
	if size > MaxMessage {
		return fault.New("publish", p.topic, fault.TooLarge, "the message has %d bytes, at most %d can be sent", size, MaxMessage)
	}
	f := newFrame(size)
	if b := m.AppendROS(f.b[:4]); len(b) != len(f.b) {
		f.release()
		return fault.New("publish", p.topic, fault.Internal, "the message has %d bytes and announced %d; is it changed meanwhile?", len(b)-4, size)
	}
	if p.options.latch {
		if p.last != nil {
			p.last.release()
		}
		f.hold()
		p.last = f
	}
	if p.options.keep > 0 {
		p.remember(f)
	}
	for _, l := range p.links {
		f.hold()
		l.push(f)
	}
	f.release()
	return nil
}

func (p *publication) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.links)
}

func (p *publication) await(ctx context.Context, n int) error {
	for {
		p.mu.Lock()
		have, changed, closed := len(p.links), p.changed, p.closed
		p.mu.Unlock()
		if have >= n {
			return nil
		}
		if closed {
			return fault.New("wait for subscribers", p.topic, fault.Preempted, "the publisher is closed")
		}
		select {
		case <-changed:
		case <-p.node.ctx.Done():
			return p.node.errClosed("wait for subscribers", p.topic)
		case <-ctx.Done():
			return fault.New("wait for subscribers", p.topic, fault.Timeout, "%d of %d are connected: %w", have, n, context.Cause(ctx))
		}
	}
}

// add starts a link, first message included where the topic latches.
func (p *publication) add(l *subLink) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return false
	}
	l.queue.limit = p.options.queue
	p.links = append(p.links, l)
	p.expire()
	for _, k := range p.kept {
		k.f.hold()
		l.push(k.f)
	}
	if p.last != nil && len(p.kept) == 0 {
		p.last.hold()
		l.push(p.last)
	}
	close(p.changed)
	p.changed = make(chan struct{})
	return true
}

func (p *publication) drop(l *subLink) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.links, l); i >= 0 {
		p.links = slices.Delete(p.links, i, i+1)
		close(p.changed)
		p.changed = make(chan struct{})
	}
}

// check reads what a subscriber's header asks for.
func (p *publication) check(h header) error {
	if h["md5sum"] == "" {
		return fault.New("accept subscriber", p.topic, fault.Invalid, "the header lacks md5sum")
	}
	want := TypeInfo{h["type"], h["md5sum"], h["message_definition"]}
	if want.Name == "" {
		want.Name = "*"
	}
	who := h["callerid"]
	if who == "" {
		who = "the subscriber"
	}
	if why := compatible("publisher "+p.node.name, p.info, "subscriber "+who, want); why != "" {
		return fault.New("accept subscriber", p.topic, fault.Conflict, "%s", why)
	}
	return nil
}

// answer is the header that tells a subscriber what it gets.
func (p *publication) answer() header {
	p.mu.Lock()
	defer p.mu.Unlock()
	latching := "0"
	if p.options.latch {
		latching = "1"
	}
	return header{"callerid": p.node.name, "topic": p.topic, "type": p.info.Name, "md5sum": p.info.MD5,
		"message_definition": p.info.Definition, "latching": latching, "tcp_nodelay": "1"}
}

// welcomeSubscriber serves one subscriber until it goes.
func (n *Node) welcomeSubscriber(conn net.Conn, h header) error {
	n.mu.Lock()
	p := n.pubs[h["topic"]]
	n.mu.Unlock()
	if p == nil {
		return fault.New("accept subscriber", h["topic"], fault.NotFound, "node %s does not publish it", n.name)
	}
	if err := p.check(h); err != nil {
		return err
	}
	// The link is there before the subscriber knows: once it does, no message passes it by.
	l := newSubLink(n, conn, h["callerid"], "TCPROS")
	if !p.add(l) {
		return nil
	}
	_, err := conn.Write(p.answer().append(nil))
	if err == nil {
		err = conn.SetDeadline(time.Time{})
	}
	if err != nil { // gone again; serving ends at once and cleans up
		conn.Close()
	}
	l.serve(p)
	return nil
}
