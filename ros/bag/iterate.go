package bag

import (
	"container/heap"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Query selects messages.
type Query struct {
	Topics   []string         // of these alone; nil for all
	Match    func(*Conn) bool // of these connections alone; nil for all
	From, To int64            // received at From or later and before To, nanoseconds; To 0 for the end
	// Latched adds what a subscriber who comes at From would get at once: of each connection that latches, and of /tf_static, the last message
	// before From, as if it had come at From.
	Latched bool
	// Skip is told what cannot be read and is left out. Without it the first such thing ends the messages with an error.
	Skip func(error)
}

// selector is a query made ready.
type selector struct {
	q    Query
	want map[uint32]bool
}

func (s *selector) wants(id uint32, c *Conn) bool {
	want, known := s.want[id]
	if !known {
		want = (s.q.Topics == nil || slices.Contains(s.q.Topics, c.Topic)) && (s.q.Match == nil || s.q.Match(c))
		s.want[id] = want
	}
	return want
}

// Messages lists messages in the order of their times; those of one time as they are in the file. Chunks whose times overlap are
// read together, within a bound of memory.
func (r *Reader) Messages(q Query) iter.Seq2[Message, error] {
	if q.To == 0 {
		q.To = math.MaxInt64
	}
	return func(yield func(Message, error) bool) {
		if q.Latched && q.From > 0 && !r.latched(q, yield) {
			return
		}
		m := merger{r: r, sel: selector{q, map[uint32]bool{}}, rest: r.chunks}
		for {
			if err := m.fill(); err != nil {
				yield(Message{}, err)
				return
			}
			if len(m.open) == 0 {
				return
			}
			c := m.open[0]
			if c.buf == nil {
				if err := m.reload(c); err != nil {
					yield(Message{}, err)
					return
				}
				continue
			}
			e := c.entries[c.next]
			if !yield(Message{Conn: r.conns[e.conn], Time: e.time, Data: c.buf[e.from:e.to:e.to]}, nil) {
				return
			}
			if c.next++; c.next < len(c.entries) {
				c.time = c.entries[c.next].time
				heap.Fix(&m.open, 0)
				continue
			}
			heap.Pop(&m.open)
			m.used -= len(c.buf)
			m.spare = append(m.spare, c)
		}
	}
}

// merger puts the messages of several chunks into one order.
type merger struct {
	r     *Reader
	sel   selector
	rest  []chunk // not yet reached
	open  cursors
	spare []*cursor // their memory is used again
	used  int       // bytes of the buffers of open
}

// cursor is a chunk that is being read. Its buffer may have been given up.
type cursor struct {
	chunk   *chunk
	time    int64 // of the next message
	next    int
	entries []entry
	buf     []byte
}

// entry is a message in a chunk.
type entry struct {
	time     int64
	conn     uint32
	from, to uint32
}

// cursors is a heap by the time of the next message.
type cursors []*cursor

func (c cursors) Len() int { return len(c) }
func (c cursors) Less(i, j int) bool {
	return c[i].time < c[j].time || c[i].time == c[j].time && c[i].chunk.at < c[j].chunk.at
}
func (c cursors) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(x any)   { *c = append(*c, x.(*cursor)) }
func (c *cursors) Pop() any {
	old := *c
	x := old[len(old)-1]
	*c = old[:len(old)-1]
	return x
}

// fill opens the chunks that may hold the next message.
func (m *merger) fill() error {
	for len(m.rest) > 0 && (len(m.open) == 0 || m.rest[0].start <= m.open[0].time) {
		c := &m.rest[0]
		m.rest = m.rest[1:]
		if !m.touches(c) {
			continue
		}
		k := &cursor{}
		if n := len(m.spare); n > 0 {
			k, m.spare = m.spare[n-1], m.spare[:n-1]
		}
		k.chunk, k.next = c, 0
		if err := m.read(k); err != nil {
			if m.sel.q.Skip == nil {
				return err
			}
			m.sel.q.Skip(err)
		}
		if len(k.entries) == 0 {
			m.spare = append(m.spare, k)
			continue
		}
		k.time = k.entries[0].time
		m.used += len(k.buf)
		heap.Push(&m.open, k)
		m.giveUp(k)
	}
	return nil
}

// touches reports whether a chunk may hold what is asked for.
func (m *merger) touches(c *chunk) bool {
	if c.end < m.sel.q.From || c.start >= m.sel.q.To {
		return false
	}
	for _, n := range c.counts {
		if conn := m.r.conns[n.conn]; conn == nil || m.sel.wants(n.conn, conn) {
			return true
		}
	}
	return c.counts == nil
}

// giveUp frees the buffers that are needed last, down to the bound, but for one.
func (m *merger) giveUp(but *cursor) {
	for m.used > openChunks {
		var last *cursor
		for _, k := range m.open {
			if k != but && k.buf != nil && (last == nil || m.open.later(k, last)) {
				last = k
			}
		}
		if last == nil {
			return
		}
		m.used -= len(last.buf)
		last.buf, last.entries = nil, nil
	}
}

func (c cursors) later(a, b *cursor) bool {
	return a.time > b.time || a.time == b.time && a.chunk.at > b.chunk.at
}

// reload reads a chunk again whose buffer had been given up.
func (m *merger) reload(k *cursor) error {
	if err := m.read(k); err != nil && m.sel.q.Skip == nil {
		return err
	}
	if k.next >= len(k.entries) {
		return fault.New("", fmt.Sprintf("chunk at byte %d", k.chunk.at), fault.Conflict, "it has changed while it was being read")
	}
	m.used += len(k.buf)
	m.giveUp(k)
	return nil
}

// read decompresses a chunk and lists the messages in it that are asked for, by time. After an error the list holds those
// in front of the damage.
func (m *merger) read(k *cursor) error {
	k.entries = k.entries[:0]
	var err error
	if k.buf, err = m.r.load(k.chunk, k.buf); err != nil {
		return err
	}
	if k.buf == nil {
		k.buf = []byte{}
	}
	sorted, last := true, int64(math.MinInt64)
	stray := uint32(0)
	strays := 0
	err = m.r.format.each(k.buf, k.chunk.at, func(rec record) error {
		if rec.conn != nil {
			return m.r.connect(rec.id, rec.conn)
		}
		c := m.r.conns[rec.id]
		if c == nil {
			stray = rec.id
			strays++
			return nil
		}
		if rec.time < m.sel.q.From || rec.time >= m.sel.q.To || !m.sel.wants(rec.id, c) {
			return nil
		}
		sorted = sorted && rec.time >= last
		last = rec.time
		k.entries = append(k.entries, entry{rec.time, rec.id, uint32(rec.from), uint32(rec.to)})
		return nil
	})
	if err == nil && strays > 0 {
		err = invalid("chunk", k.chunk.at, "%d messages are of connections that the file does not describe, such as %d", strays, stray)
	}
	if !sorted {
		slices.SortStableFunc(k.entries, func(a, b entry) int { return compare(a.time, b.time) })
	}
	return err
}

// Merge lists the messages of several recordings in one order of time, as those of a recording that has been split.
func Merge(rs []*Reader, q Query) iter.Seq2[Message, error] {
	if len(rs) == 1 {
		return rs[0].Messages(q)
	}
	return func(yield func(Message, error) bool) {
		type stream struct {
			m    Message
			next func() (Message, error, bool)
		}
		var open []*stream
		// pull moves a stream on; it is dropped at its end.
		pull := func(s *stream) (more bool, err error) {
			s.m, err, more = s.next()
			return more, err
		}
		for _, r := range rs {
			next, stop := iter.Pull2(r.Messages(q))
			defer stop()
			s := &stream{next: next}
			more, err := pull(s)
			if err != nil {
				yield(Message{}, err)
				return
			}
			if more {
				open = append(open, s)
			}
		}
		for len(open) > 0 {
			first := 0
			for i, s := range open {
				if s.m.Time < open[first].m.Time {
					first = i
				}
			}
			if !yield(open[first].m, nil) {
				return
			}
			more, err := pull(open[first])
			if err != nil {
				yield(Message{}, err)
				return
			}
			if !more {
				open = slices.Delete(open, first, first+1)
			}
		}
	}
}
