package bag

import "github.com/holdfast-robotics/holdfast/fault"

// Sink takes the messages of a recording: a Writer or a Splitter.
type Sink interface {
	Connect(Conn) (id uint32, err error)
	Write(id uint32, t int64, data []byte) error
	WriteMetadata(Metadata) error
	Flush() error
	Close() error
}

var (
	_ Sink = (*Writer)(nil)
	_ Sink = (*Splitter)(nil)
)

// Copy writes the messages that q selects to w: the way to convert, to filter and, with q.Skip, to repair. Metadata goes along
// where w takes it. progress, which may be nil, is told the number of messages now and then. It returns that number.
func Copy(w Sink, r *Reader, q Query, progress func(n uint64)) (uint64, error) {
	const often = 1000
	ids := map[*Conn]uint32{}
	for _, m := range r.Metadata() {
		if err := w.WriteMetadata(m); err != nil && fault.KindOf(err) != fault.Unsupported {
			return 0, err
		}
	}
	var n uint64
	for m, err := range r.Messages(q) {
		if err != nil {
			return n, err
		}
		id, known := ids[m.Conn]
		if !known {
			if id, err = w.Connect(*m.Conn); err != nil {
				return n, err
			}
			ids[m.Conn] = id
		}
		if err := w.Write(id, m.Time, m.Data); err != nil {
			return n, err
		}
		if n++; progress != nil && n%often == 0 {
			progress(n)
		}
	}
	return n, nil
}
