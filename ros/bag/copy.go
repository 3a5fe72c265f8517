package bag

import "github.com/holdfast-robotics/holdfast/fault"

// Sink takes the messages of a recording: a Writer or a Splitter.
type Sink interface {
	Connect(Conn) (id uint32, err error)
	Write(id uint32, t int64, data []byte) error
	WriteMetadata(Metadata) error
	WriteAttachment(a Attachment, data []byte) error
	Flush() error
	Close() error
}

var (
	_ Sink = (*Writer)(nil)
	_ Sink = (*Splitter)(nil)
)

// Copy writes the messages that q selects to w: the way to convert, to filter and, with q.Skip, to repair. Metadata and
// attachments go along where w takes them. each, which may be nil, is told of every message and can end the copying with an error. It returns the
// number of messages.
func Copy(w Sink, r *Reader, q Query, each func(Message) error) (uint64, error) {
	ids := map[*Conn]uint32{}
	for _, m := range r.Metadata() {
		if err := w.WriteMetadata(m); err != nil && fault.KindOf(err) != fault.Unsupported {
			return 0, err
		}
	}
	for _, a := range r.Attachments() {
		data, err := r.Attached(a)
		if err == nil {
			err = w.WriteAttachment(a, data)
		} else if q.Skip != nil {
			q.Skip(err)
			continue
		}
		if err != nil && fault.KindOf(err) != fault.Unsupported {
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
		n++
		if each != nil {
			if err := each(m); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}
