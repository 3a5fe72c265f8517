package bridge

import (
	"context"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	// queueBytes bounds what waits of a topic for a client that asked for no queue length: events wait for their turn, clouds and
	// pictures, each of which is larger, only the newest.
	queueBytes = 256 << 10
	queueLen   = 100
	// controlBytes is how much a client may be behind with answers before no more of its requests are read.
	controlBytes = 4 << 20
	// pongPatience is how long a large message waits for the client to have read the one before. Kernels keep up to 32 MB for a reader,
	// which is a second of clouds: what lies there can no longer be replaced by what is newer.
	pongPatience = time.Second
)

// outbox is what waits for one client: answers, which are never dropped, and messages of topics. Answers go first; among topics the
// oldest message goes first, so that none waits for ever.
type outbox struct {
	budget int

	mu      sync.Mutex
	wake    chan struct{} // has room for one
	room    chan struct{} // closed and replaced when answers have been sent
	control fifo[frame]
	waiting int // bytes of control
	streams []*stream
	bytes   int // of messages in streams
	sending bool
	seq     uint64
	closed  bool
	asking  bool      // a ping follows the last large message and has not been answered
	largeAt time.Time // when the next large one may go all the same
}

// fifo is a queue that keeps its memory.
type fifo[T any] struct {
	items []T
	head  int
}

func (q *fifo[T]) len() int  { return len(q.items) - q.head }
func (q *fifo[T]) front() *T { return &q.items[q.head] }

func (q *fifo[T]) push(v T) {
	if q.head > 0 && len(q.items) == cap(q.items) {
		n := copy(q.items, q.items[q.head:])
		clear(q.items[n:])
		q.items, q.head = q.items[:n], 0
	}
	q.items = append(q.items, v)
}

func (q *fifo[T]) pop() T {
	v := q.items[q.head]
	var zero T
	q.items[q.head] = zero
	if q.head++; q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
	}
	return v
}

// frame is a whole message.
type frame struct {
	typ  websocket.MessageType
	data []byte
}

// stream is a topic on its way to one client.
type stream struct {
	box   *outbox
	write func(*sample) error // called by the outbox' goroutine
	huge  func(bytes int)     // told of the first message that exceeds the budget; may be nil

	// Under the outbox' lock:
	throttle time.Duration // from one message to the next
	limit    int           // messages that wait; 0: as many as fit queueBytes, one at least
	queue    fifo[queued]
	bytes    int
	next     time.Time // when the next may be sent
	dropped  uint64
	gone     bool
	told     bool // huge has been called
}

type queued struct {
	s   *sample
	seq uint64
}

func newOutbox(budget int) *outbox {
	return &outbox{budget: budget, wake: make(chan struct{}, 1), room: make(chan struct{})}
}

func (b *outbox) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// send queues an answer.
func (b *outbox) send(typ websocket.MessageType, data []byte) {
	b.mu.Lock()
	if !b.closed {
		b.control.push(frame{typ, data})
		b.waiting += len(data)
	}
	b.mu.Unlock()
	b.signal()
}

// offer queues news, unless the client is behind with its answers.
func (b *outbox) offer(text []byte) {
	b.mu.Lock()
	behind := b.waiting > controlBytes
	b.mu.Unlock()
	if !behind {
		b.send(websocket.MessageText, text)
	}
}

// await waits until the client has taken most of its answers.
func (b *outbox) await(ctx context.Context) error {
	return b.until(ctx, func() bool { return b.waiting <= controlBytes })
}

// flush waits until the client has been sent all of its answers.
func (b *outbox) flush(ctx context.Context) error {
	return b.until(ctx, func() bool { return b.control.len() == 0 && !b.sending })
}

func (b *outbox) until(ctx context.Context, done func() bool) error {
	for {
		b.mu.Lock()
		ok, room := done() || b.closed, b.room
		b.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// open adds a stream.
func (b *outbox) open(throttle time.Duration, limit int, write func(*sample) error) *stream {
	st := &stream{box: b, write: write, throttle: throttle, limit: limit}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.streams = append(b.streams, st)
	return st
}

// set changes how a stream is sent.
func (st *stream) set(throttle time.Duration, limit int) {
	st.box.mu.Lock()
	if throttle < st.throttle {
		st.next = time.Time{}
	}
	st.throttle, st.limit = throttle, limit
	st.box.mu.Unlock()
	st.box.signal()
}

// close removes a stream and what waits in it.
func (st *stream) close() {
	b := st.box
	b.mu.Lock()
	defer b.mu.Unlock()
	st.gone = true
	for st.queue.len() > 0 {
		b.drop(st)
	}
	for i, o := range b.streams {
		if o == st {
			b.streams = append(b.streams[:i:i], b.streams[i+1:]...)
			break
		}
	}
}

// take queues a message; it implements listener.
func (st *stream) take(s *sample) {
	b := st.box
	b.mu.Lock()
	if b.closed || st.gone {
		b.mu.Unlock()
		return
	}
	if s.size() > b.budget {
		st.dropped++
		tell := !st.told && st.huge != nil
		st.told = true
		b.mu.Unlock()
		if tell {
			st.huge(s.size())
		}
		return
	}
	s.hold()
	b.seq++
	st.queue.push(queued{s, b.seq})
	st.bytes += s.size()
	b.bytes += s.size()
	for st.queue.len() > 1 && st.full() {
		b.drop(st)
		st.dropped++
	}
	for b.bytes > b.budget {
		st := b.largest()
		b.drop(st)
		st.dropped++
	}
	b.mu.Unlock()
	b.signal()
}

func (st *stream) full() bool {
	if st.limit > 0 {
		return st.queue.len() > st.limit
	}
	if st.throttle > 0 { // whoever wants fewer messages wants the newest
		return true
	}
	return st.queue.len() > queueLen || st.bytes > queueBytes
}

// largest is the stream with the most bytes.
func (b *outbox) largest() *stream {
	var most *stream
	for _, st := range b.streams {
		if most == nil || st.bytes > most.bytes {
			most = st
		}
	}
	return most
}

// drop removes the oldest message of a stream. The lock is held.
func (b *outbox) drop(st *stream) {
	s := st.pop()
	s.release()
}

func (st *stream) pop() *sample {
	s := st.queue.pop().s
	st.bytes -= s.size()
	st.box.bytes -= s.size()
	return s
}

// pick chooses what is sent next: an answer, or a message of a stream; wait is how long until a throttled one may go, 0 for ever.
func (b *outbox) pick(now time.Time) (f frame, st *stream, s *sample, wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.control.len() > 0 {
		f = b.control.pop()
		b.sending = true
		return f, nil, nil, 0
	}
	for _, o := range b.streams {
		if o.queue.len() == 0 {
			continue
		}
		next := o.next
		if b.asking && b.largeAt.After(next) && o.queue.front().s.size() > queueBytes {
			next = b.largeAt
		}
		if d := next.Sub(now); d > 0 {
			if wait == 0 || d < wait {
				wait = d
			}
			continue
		}
		if st == nil || o.queue.front().seq < st.queue.front().seq {
			st = o
		}
	}
	if st == nil {
		return f, nil, nil, wait
	}
	s = st.pop()
	st.next = time.Time{}
	if st.throttle > 0 {
		st.next = now.Add(st.throttle)
	}
	return f, st, s, 0
}

// sent notes that an answer has gone out.
func (b *outbox) sent(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting -= n
	b.sending = false
	close(b.room)
	b.room = make(chan struct{})
}

// ask has a client that was sent a large message say when it has read it. Clients answer pings in the order of what they read.
func (b *outbox) ask(c *client) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.largeAt = time.Now().Add(pongPatience)
	if b.asking || b.closed {
		return
	}
	b.asking = true
	c.wg.Go(func() {
		if c.conn.Ping(c.ctx) != nil { // the connection ends
			return
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.asking = false
		b.signal()
	})
}

// drain sends what comes until ctx ends or sending fails.
func (b *outbox) drain(ctx context.Context, c *client) error {
	defer b.shut()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		f, st, s, wait := b.pick(time.Now())
		switch {
		case f.data != nil:
			err := c.write(f.typ, f.data)
			b.sent(len(f.data))
			if err != nil {
				return err
			}
		case st != nil:
			err := st.write(s)
			large := s.size() > queueBytes
			s.release()
			if err != nil {
				return err
			}
			if large && c != nil {
				b.ask(c)
			}
		default:
			if wait == 0 {
				wait = time.Hour
			}
			timer.Reset(wait)
			select {
			case <-b.wake:
			case <-timer.C:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// shut drops everything and takes nothing more.
func (b *outbox) shut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.closed = true
	b.control, b.waiting, b.sending = fifo[frame]{}, 0, false
	for _, st := range b.streams {
		for st.queue.len() > 0 {
			b.drop(st)
		}
	}
	close(b.room)
	b.room = make(chan struct{})
}
