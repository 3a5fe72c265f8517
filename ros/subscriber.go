package ros

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Subscriber receives the messages of a topic.
type Subscriber struct {
	s    *subscription
	sink *sink
	once sync.Once
}

// Subscribe calls f for each message of a topic, one at a time, in the order each publisher sent them. f may keep the message,
// unless Borrow is given. While f runs, messages wait in a queue; when that is full the oldest is dropped.
func Subscribe[M Message](n *Node, topic string, f func(m M), opts ...SubOption) (*Subscriber, error) {
	t, err := infoOf[M]()
	if err != nil {
		return nil, err
	}
	o := subOptionsOf(opts)
	r := wire.Reader{Alias: o.borrow}
	var m M
	if o.borrow {
		m = t.New().(M)
	}
	return n.subscribe(topic, typeInfo(t), o, func(fr *frame) error {
		if !o.borrow {
			m = t.New().(M)
		}
		r.Reset(fr.body())
		m.ReadROS(&r)
		if err := r.Finish(t.Name); err != nil {
			return err
		}
		f(m)
		return nil
	})
}

// SubscribeRaw calls f with the bytes of each message. AnyType takes topics of every type.
func SubscribeRaw(n *Node, topic string, info TypeInfo, f func(m RawMessage), opts ...SubOption) (*Subscriber, error) {
	return n.subscribe(topic, info, subOptionsOf(opts), func(fr *frame) error {
		f(RawMessage{Type: &fr.from.info, Publisher: fr.from.publisher, Latched: fr.from.latching, Bytes: fr.body()})
		return nil
	})
}

func subOptionsOf(opts []SubOption) subOptions {
	o := subOptions{queue: DefaultQueue}
	for _, opt := range opts {
		opt.applySub(&o)
	}
	return o
}

// Topic is the resolved name of the topic.
func (s *Subscriber) Topic() string { return s.s.topic }

// Publishers is the number of connected publishers.
func (s *Subscriber) Publishers() int { return s.s.count() }

// WaitForPublishers waits until n publishers are connected.
func (s *Subscriber) WaitForPublishers(ctx context.Context, n int) error { return s.s.await(ctx, n) }

// Dropped is the number of messages that were dropped because the callback did not keep up.
func (s *Subscriber) Dropped() uint64 { return s.sink.dropped.Load() }

// Close ends the subscription. No call of the callback begins afterwards; one in progress, which may be the caller, goes on.
func (s *Subscriber) Close() error {
	s.once.Do(func() { s.s.leave(s.sink) })
	return nil
}

// sink is one callback and the queue before it.
type sink struct {
	info    TypeInfo
	handle  func(f *frame) error
	dropped atomic.Uint64

	mu      sync.Mutex
	more    sync.Cond
	queue   ring
	closed  bool
	running bool        // the callback is being called
	short   int         // how many calls in a row were short
	badType atomic.Bool // said once
}

const (
	shortCall   = 50 * time.Microsecond
	shortEnough = 16
)

// claim reserves the callback for a link that has a frame in its hands. Calling from there spares the way over the queue and another
// goroutine, which takes longer than most callbacks. It is granted only where the callback is free, nothing waits for it, and
// its last calls were short: while it runs the link reads nothing, and messages that become outdated pile up unseen.
func (k *sink) claim() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed || k.running || k.queue.n > 0 || k.short < shortEnough {
		return false
	}
	k.running = true
	return true
}

// call runs the callback, which has been reserved, and sets it free.
func (k *sink) call(s *subscription, f *frame) {
	began := time.Now()
	if err := k.handle(f); err != nil {
		s.node.log.Warn("a message cannot be read", "topic", s.topic, "publisher", f.from.publisher, "err", err)
	}
	took := time.Since(began)
	k.mu.Lock()
	k.running = false
	k.short++
	if took > shortCall {
		k.short = 0
	}
	waiting := k.queue.n > 0
	k.mu.Unlock()
	if waiting {
		k.more.Signal()
	}
}

func (k *sink) push(f *frame) {
	k.mu.Lock()
	if k.closed {
		k.mu.Unlock()
		f.release()
		return
	}
	dropped := k.queue.push(f)
	k.mu.Unlock()
	k.more.Signal()
	if dropped > 0 {
		k.dropped.Add(uint64(dropped))
	}
}

func (k *sink) shut() {
	k.mu.Lock()
	k.closed = true
	k.queue.clear()
	k.mu.Unlock()
	k.more.Signal()
}

// next waits for a frame and reserves the callback for it; nil when the sink is closed.
func (k *sink) next() *frame {
	k.mu.Lock()
	defer k.mu.Unlock()
	for (k.queue.n == 0 || k.running) && !k.closed {
		k.more.Wait()
	}
	if k.closed {
		return nil
	}
	k.running = true
	return k.queue.pop()
}

// run calls the callback.
func (k *sink) run(s *subscription) {
	for f := k.next(); f != nil; f = k.next() {
		k.call(s, f)
		f.release()
	}
}

// subscription is a topic that a node listens to.
type subscription struct {
	node  *Node
	topic string
	udp   int // largest datagram; 0: TCP

	mu         sync.Mutex
	info       TypeInfo
	sinks      []*sink // replaced, never changed
	links      map[string]*pubLink
	connected  int
	changed    chan struct{}
	generation int // of the list of publishers
	closed     bool
}

func (n *Node) subscribe(topic string, info TypeInfo, o subOptions, handle func(*frame) error) (*Subscriber, error) {
	const op = "subscribe"
	name, err := n.names.Resolve(topic)
	if err != nil {
		return nil, fault.Wrap(op, topic, err)
	}
	k := &sink{info: info, handle: handle}
	k.more.L = &k.mu
	k.queue.limit = o.queue
	n.mu.Lock()
	n.awaitWithdrawn("subscriber of " + name)
	if n.isClosed() {
		n.mu.Unlock()
		return nil, n.errClosed(op, name)
	}
	s := n.subs[name]
	if s != nil {
		defer n.mu.Unlock()
		return s.join(k, o)
	}
	s = &subscription{node: n, topic: name, udp: o.udp, info: info, sinks: []*sink{k}, links: map[string]*pubLink{}, changed: make(chan struct{})}
	n.subs[name] = s
	n.wg.Go(func() { k.run(s) })
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(n.ctx, masterTimeout)
	defer cancel()
	if err := s.register(ctx); err != nil && !n.retry(name, err) {
		s.leave(k)
		return nil, fault.Wrap(op, name, err)
	}
	return &Subscriber{s: s, sink: k}, nil
}

// join adds a callback to a subscription that exists. The node is locked.
func (s *subscription) join(k *sink, o subOptions) (*Subscriber, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if why := compatible("the first subscriber", s.info, "the second", k.info); why != "" {
		return nil, fault.New("subscribe", s.topic, fault.Conflict, "the node subscribes to it with another type: %s", why)
	}
	if (s.udp > 0) != (o.udp > 0) {
		return nil, fault.New("subscribe", s.topic, fault.Conflict, "the node subscribes to it by the other transport")
	}
	for _, l := range s.links { // what a latched publisher sent before
		if f := l.latched; f != nil && f.from.feeds(k) {
			f.hold()
			k.push(f)
		}
	}
	s.sinks = append(slices.Clone(s.sinks), k)
	s.node.wg.Go(func() { k.run(s) })
	return &Subscriber{s: s, sink: k}, nil
}

func (s *subscription) register(ctx context.Context) error {
	s.mu.Lock()
	generation, typ := s.generation, s.info.Name
	s.mu.Unlock()
	pubs, err := s.node.master.RegisterSubscriber(ctx, s.topic, typ, s.node.api)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.generation == generation { // no newer list has come by publisherUpdate meanwhile
		s.set(pubs)
	}
	return nil
}

// update takes a new list of publishers' slave URIs.
func (s *subscription) update(pubs []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.generation++
	s.set(pubs)
}

// set starts and stops links. The lock is held.
func (s *subscription) set(pubs []string) {
	if s.closed {
		return
	}
	for uri, l := range s.links {
		if !slices.Contains(pubs, uri) {
			l.linger()
		}
	}
	for _, uri := range pubs {
		if l := s.links[uri]; l != nil {
			l.stay()
			continue
		}
		l := newPubLink(s, uri)
		s.links[uri] = l
		s.node.wg.Go(l.run)
	}
}

// leave ends one callback; the last one's ends the subscription.
func (s *subscription) leave(k *sink) {
	k.shut()
	s.node.mu.Lock()
	s.mu.Lock()
	if i := slices.Index(s.sinks, k); i >= 0 {
		s.sinks = slices.Delete(slices.Clone(s.sinks), i, i+1)
	}
	last := len(s.sinks) == 0 && s.node.subs[s.topic] == s
	s.mu.Unlock()
	if !last {
		s.node.mu.Unlock()
		return
	}
	delete(s.node.subs, s.topic)
	done := s.node.withdraw("subscriber of " + s.topic)
	s.node.mu.Unlock()
	defer done()
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	s.shut(ctx)
}

// shut withdraws the subscription and cuts its links.
func (s *subscription) shut(ctx context.Context) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return
	}
	for _, l := range s.links {
		l.remove()
	}
	s.closed = true
	sinks := s.sinks
	s.mu.Unlock()
	for _, k := range sinks {
		k.shut()
	}
	_, _ = s.node.master.UnregisterSubscriber(ctx, s.topic, s.node.api) // the master may be gone
}

func (s *subscription) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.connected
}

func (s *subscription) await(ctx context.Context, n int) error {
	for {
		s.mu.Lock()
		have, changed, closed := s.connected, s.changed, s.closed
		s.mu.Unlock()
		if have >= n {
			return nil
		}
		if closed {
			return fault.New("wait for publishers", s.topic, fault.Preempted, "the subscriber is closed")
		}
		select {
		case <-changed:
		case <-s.node.ctx.Done():
			return s.node.errClosed("wait for publishers", s.topic)
		case <-ctx.Done():
			return fault.New("wait for publishers", s.topic, fault.Timeout, "%d of %d are connected: %w", have, n, context.Cause(ctx))
		}
	}
}
