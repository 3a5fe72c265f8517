package bag

import "math"

// Info sums a recording up.
type Info struct {
	Format     Format
	Size       int64 // bytes
	Indexed    bool
	Start, End int64 // times of the first and last message, nanoseconds
	Messages   uint64
	Chunks     map[Compression]int
	Conns      []ConnInfo
	Damage     []error
}

// ConnInfo is a connection and the number of its messages.
type ConnInfo struct {
	*Conn
	Messages uint64
}

// Info sums the recording up. Files whose index counts no messages are read through for it.
func (r *Reader) Info() Info {
	in := Info{Format: r.kind, Size: r.size, Indexed: r.indexed, Start: math.MaxInt64, End: math.MinInt64, Chunks: map[Compression]int{}}
	damage := append([]error(nil), r.Damage()...)
	counts := map[uint32]uint64{}
	for i := range r.chunks {
		c := &r.chunks[i]
		if c.loose > 0 {
			in.Chunks[""]++
		} else if t, err := r.format.top(r, c.at); err != nil || t.kind != topChunk {
			damage = append(damage, invalid("index", c.at, "there is no chunk where it says"))
			continue
		} else {
			in.Chunks[t.head.compression]++
		}
		if !c.counted && r.counts == nil {
			var err error
			if r.plain, err = r.load(c, r.plain); err == nil {
				err = r.survey(c, r.plain)
			}
			if err != nil {
				damage = append(damage, err)
				continue
			}
		}
		if c.counts != nil {
			in.Start, in.End = min(in.Start, c.start), max(in.End, c.end)
		}
		for _, n := range c.counts {
			counts[n.conn] += n.n
		}
	}
	if r.counts != nil {
		counts = r.counts
	}
	if in.Start > in.End {
		in.Start, in.End = 0, 0
	}
	for _, id := range r.order {
		in.Conns = append(in.Conns, ConnInfo{r.conns[id], counts[id]})
		in.Messages += counts[id]
	}
	in.Damage = damage
	return in
}
