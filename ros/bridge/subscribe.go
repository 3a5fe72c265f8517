package bridge

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// compression is the form in which a client wants a topic, the strongest last.
type compression int

const (
	asText compression = iota
	asPNG
	asCBOR
	asRawCBOR
)

var compressions = map[string]compression{"": asText, "none": asText, "png": asPNG, "cbor": asCBOR, "cbor-raw": asRawCBOR}

// wish is how one subscribe operation wants a topic.
type wish struct {
	throttle time.Duration
	limit    int // 0: not said
	fragment int // 0: whole
	form     compression
}

// subscription is a topic that a client listens to, once however many operations asked for it.
type subscription struct {
	s      *session
	name   string // as the client wrote it: messages must carry the same
	topic  string // resolved
	typ    string // that the client expects; may be empty
	wishes map[string]wish
	stream *stream
	stop   func()

	// Under the outbox' lock, which the writer takes for a moment:
	form     compression
	fragment int

	// Of the writer:
	head, cborHead []byte
	scratch        []byte
	told           string // the problem that was last told of
	count          int
}

func (s *session) subscribe(r *request) error {
	form, ok := compressions[r.Compression]
	if !ok {
		return fault.New("subscribe", r.Topic, fault.Unsupported, "compression %q is none of none, png, cbor, cbor-raw", clipText(r.Compression))
	}
	w := wish{
		throttle: time.Duration(r.ThrottleRate.in(0, 1<<30)) * time.Millisecond,
		limit:    r.QueueLength.in(0, 10000),
		form:     form,
	}
	if r.FragmentSize > 0 {
		w.fragment = r.FragmentSize.in(minFragment, 1<<30)
	}
	sub := s.subs[r.Topic]
	if sub != nil {
		if len(sub.wishes) >= maxTopics {
			return fault.New("subscribe", r.Topic, fault.TooLarge, "a client may subscribe to a topic %d times", maxTopics)
		}
		sub.wishes[r.key()] = w
		sub.apply()
		return nil
	}
	if len(s.subs) >= maxTopics {
		return fault.New("subscribe", r.Topic, fault.TooLarge, "a client may subscribe to %d topics", maxTopics)
	}
	topic, err := s.resolve(r.Topic, "topic")
	if err != nil {
		return err
	}
	sub = &subscription{s: s, name: r.Topic, topic: topic, typ: r.Type, wishes: map[string]wish{r.key(): w}}
	if sub.typ != "" {
		sub.typ = typeName(sub.typ)
	}
	name := appendJSON(nil, r.Topic)
	sub.head = append(append([]byte(`{"op":"publish","topic":`), name...), `,"msg":`...)
	b := dynamic.AppendCBORText(dynamic.AppendCBORText(dynamic.AppendCBORMap(nil, 3), "op"), "publish")
	b = dynamic.AppendCBORText(dynamic.AppendCBORText(b, "topic"), r.Topic)
	sub.cborHead = dynamic.AppendCBORText(b, "msg")
	sub.stream = s.box.open(0, 0, sub.write)
	sub.stream.huge = func(n int) {
		s.status(levelWarning, nil, fault.New("subscribe", sub.name, fault.TooLarge, "messages of %d bytes are not passed on; the budget of a client is %d", n, s.box.budget))
	}
	sub.apply()
	sub.stop, err = s.s.listen(topic, sub.stream, func() { s.s.goals.replay(topic, sub.stream) })
	if err != nil {
		sub.stream.close()
		return err
	}
	s.subs[r.Topic] = sub
	return nil
}

// apply makes one stream of all wishes: the lowest throttle, the greatest queue, the strongest compression.
func (sub *subscription) apply() {
	first := true
	var all wish
	for _, w := range sub.wishes {
		if first {
			all, first = w, false
			continue
		}
		all.throttle = min(all.throttle, w.throttle)
		all.limit = max(all.limit, w.limit)
		all.form = max(all.form, w.form)
		if w.fragment > 0 && (all.fragment == 0 || w.fragment < all.fragment) {
			all.fragment = w.fragment
		}
	}
	sub.s.box.mu.Lock()
	sub.form, sub.fragment = all.form, all.fragment
	sub.s.box.mu.Unlock()
	sub.stream.set(all.throttle, all.limit)
}

func (s *session) unsubscribe(r *request) error {
	sub := s.subs[r.Topic]
	if sub == nil {
		return fault.New("unsubscribe", r.Topic, fault.NotFound, "this client does not subscribe to it")
	}
	if id := r.key(); id != "" {
		delete(sub.wishes, id)
	} else {
		clear(sub.wishes)
	}
	if len(sub.wishes) > 0 {
		sub.apply()
		return nil
	}
	delete(s.subs, r.Topic)
	sub.close()
	return nil
}

func (sub *subscription) close() {
	sub.stop()
	sub.stream.close()
}

// write sends a message in the form that is wanted. The outbox calls it.
func (sub *subscription) write(s *sample) error {
	sub.s.box.mu.Lock()
	form, fragment := sub.form, sub.fragment
	sub.s.box.mu.Unlock()
	if sub.typ != "" && s.name != sub.typ {
		return sub.tell("the publisher " + s.from + " has type " + s.name + ", the client expects " + sub.typ)
	}
	c := sub.s.client
	switch form {
	case asRawCBOR:
		now := c.s.node.Clock().Now()
		b := dynamic.AppendCBORMap(append(sub.scratch[:0], sub.cborHead...), 3)
		b = dynamic.AppendCBORUint(dynamic.AppendCBORText(b, "secs"), uint64(now.Sec))
		b = dynamic.AppendCBORUint(dynamic.AppendCBORText(b, "nsecs"), uint64(now.Nsec))
		sub.scratch = dynamic.AppendCBORBytesHead(dynamic.AppendCBORText(b, "bytes"), len(s.raw))
		return c.write(websocket.MessageBinary, sub.scratch, s.raw)
	case asCBOR:
		body, err := s.asCBOR()
		if err != nil {
			return sub.tell(err.Error())
		}
		return c.write(websocket.MessageBinary, sub.cborHead, body)
	}
	body, err := s.asJSON()
	if err != nil {
		return sub.tell(err.Error())
	}
	if form == asText && fragment == 0 {
		return c.write(websocket.MessageText, sub.head, body, closing)
	}
	whole := append(append(append(sub.scratch[:0], sub.head...), body...), '}')
	if sub.scratch = whole; cap(whole) > 1<<20 {
		sub.scratch = nil
	}
	if form == asPNG {
		if whole, err = pngFromText(whole); err != nil {
			return sub.tell(err.Error())
		}
	}
	if fragment == 0 || len(whole) <= fragment {
		return c.write(websocket.MessageText, whole)
	}
	sub.count++
	return sub.s.writeFragments(whole, fragment, appendJSON(nil, sub.name+":"+strconv.Itoa(sub.count)))
}

var closing = []byte{'}'}

// tell says why messages of the topic do not come, once a reason.
func (sub *subscription) tell(why string) error {
	if sub.told != why {
		sub.told = why
		sub.s.status(levelError, json.RawMessage(nil), fault.New("subscribe", sub.name, fault.Conflict, "%s", why))
	}
	return nil
}
