package bridge

import (
	"sync"
	"sync/atomic"

	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// maxLatched bounds the latched messages that are remembered of a topic, one a publisher.
const maxLatched = 64

// listener takes the messages of a topic. take must not block, and holds the sample if it keeps it.
type listener interface{ take(*sample) }

// hub is one subscription of the node, shared by all who listen to the topic.
type hub struct {
	s     *Server
	topic string
	users int // under the server's lock

	life sync.Mutex // held while subscribing and unsubscribing
	sub  atomic.Pointer[ros.Subscriber]

	mu        sync.Mutex
	listeners []listener
	latched   map[string]*sample // by publisher
	info      *ros.TypeInfo      // of the last message
	typ       *dynamic.Type
	typErr    error
}

// listen adds a listener to a topic of the resolved name; what latched publishers sent before comes first. first, which may be nil, is
// called before that and before anything else comes.
func (s *Server) listen(topic string, l listener, first func()) (stop func(), err error) {
	s.mu.Lock()
	h := s.hubs[topic]
	if h == nil {
		h = &hub{s: s, topic: topic, latched: map[string]*sample{}}
		s.hubs[topic] = h
	}
	h.users++
	s.mu.Unlock()

	h.life.Lock()
	defer h.life.Unlock()
	h.mu.Lock()
	if first != nil {
		first()
	}
	if sub := h.sub.Load(); sub != nil && sub.Publishers() > 0 { // of the latched messages of publishers that are gone nobody should hear
		for _, s := range h.latched {
			l.take(s)
		}
	}
	h.listeners = append(h.listeners, l)
	h.mu.Unlock()
	if h.sub.Load() == nil {
		sub, err := ros.SubscribeRaw(s.node, topic, ros.AnyType, h.take)
		if err != nil {
			h.leave(l)
			return nil, err
		}
		h.sub.Store(sub)
	}
	var once sync.Once
	return func() {
		once.Do(func() {
			h.life.Lock()
			defer h.life.Unlock()
			h.leave(l)
		})
	}, nil
}

// subscriber is the node's subscription to a topic, nil when nobody listens to it.
func (s *Server) subscriber(topic string) *ros.Subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.hubs[topic]; h != nil {
		return h.sub.Load()
	}
	return nil
}

// leave removes a listener; the last one ends the subscription. life is held.
func (h *hub) leave(l listener) {
	h.mu.Lock()
	kept := make([]listener, 0, len(h.listeners))
	for _, o := range h.listeners {
		if o != l {
			kept = append(kept, o)
		}
	}
	h.listeners = kept
	h.mu.Unlock()
	h.s.mu.Lock()
	h.users--
	last := h.users == 0
	h.s.mu.Unlock()
	if !last {
		return
	}
	if sub := h.sub.Swap(nil); sub != nil {
		sub.Close()
	}
	h.mu.Lock()
	for _, s := range h.latched {
		s.release()
	}
	clear(h.latched)
	h.mu.Unlock()
	h.s.mu.Lock()
	if h.users == 0 { // nobody came meanwhile
		delete(h.s.hubs, h.topic)
	}
	h.s.mu.Unlock()
}

// take passes a message on.
func (h *hub) take(m ros.RawMessage) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.listeners) == 0 { // the subscription is ending
		return
	}
	if h.info != m.Type {
		h.info = m.Type
		h.typ, h.typErr = h.s.types.of(*m.Type)
	}
	s := newSample(m.Bytes)
	s.typ, s.typErr, s.name, s.sum, s.from = h.typ, h.typErr, m.Type.Name, m.Type.MD5, m.Publisher
	for _, l := range h.listeners {
		l.take(s)
	}
	if !m.Latched {
		s.release()
		return
	}
	if old := h.latched[m.Publisher]; old != nil {
		old.release()
	} else if len(h.latched) >= maxLatched {
		s.release()
		return
	}
	h.latched[m.Publisher] = s
}
