package bag

import (
	"cmp"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
)

// latches tells whether a connection's last message is for those who come later. Recorders of MCAP files do not always say so of /tf_static.
func latches(c *Conn) bool { return c.Latching || c.Topic == "/tf_static" }

// latched yields the last message before q.From of each connection that latches, in the order in which they came. It reports whether to go on.
func (r *Reader) latched(q Query, yield func(Message, error) bool) bool {
	match := q.Match
	before := Query{Topics: q.Topics, To: q.From, Skip: q.Skip, Match: func(c *Conn) bool { return latches(c) && (match == nil || match(c)) }}
	last := map[*Conn]Message{}
	size := 0
	for m, err := range r.Messages(before) {
		if err == nil {
			old := last[m.Conn]
			if size += len(m.Data) - len(old.Data); size > maxLatched {
				err = fault.New("read latched messages", "", fault.TooLarge, "those before the part hold more than %d MB; select topics", maxLatched>>20)
			}
			m.Data = append(old.Data[:0], m.Data...)
			last[m.Conn] = m
		}
		if err != nil {
			yield(Message{}, err)
			return false
		}
	}
	l := make([]Message, 0, len(last))
	for _, id := range r.order {
		if m, ok := last[r.conns[id]]; ok {
			l = append(l, m)
		}
	}
	slices.SortStableFunc(l, func(a, b Message) int { return cmp.Compare(a.Time, b.Time) })
	for _, m := range l {
		m.Time = q.From
		if !yield(m, nil) {
			return false
		}
	}
	return true
}
