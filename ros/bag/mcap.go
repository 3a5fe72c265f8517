package bag

import (
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
)

// MCAP: records of an operation code and a 64-bit length.
const (
	mcapMagic   = "\x89MCAP0\r\n"
	mcapProfile = "ros1"

	mcapHeader        = 0x01
	mcapFooter        = 0x02
	mcapSchema        = 0x03
	mcapChannel       = 0x04
	mcapMessage       = 0x05
	mcapChunk         = 0x06
	mcapMessageIndex  = 0x07
	mcapChunkIndex    = 0x08
	mcapStatistics    = 0x0B
	mcapMetadata      = 0x0C
	mcapMetadataIndex = 0x0D
	mcapSummaryOffset = 0x0E
	mcapDataEnd       = 0x0F

	mcapFooterSize = 1 + 8 + 20
)

// mcapFormat reads MCAP.
type mcapFormat struct {
	schemas map[uint16]mcapType
	texts   int // bytes of the schemas
	buf     [128]byte
}

type mcapType struct{ name, encoding, text string }

func (*mcapFormat) first() int64 { return int64(len(mcapMagic)) }

// record reads the head of the record at a place, and the first bytes of its content.
func (m *mcapFormat) record(r *Reader, at int64) (op byte, data, next int64, start []byte, err error) {
	p, err := r.some(m.buf[:], at)
	if err != nil {
		return 0, 0, 0, nil, err
	}
	if len(p) < 9 {
		return 0, 0, 0, nil, short("record", at, r.size)
	}
	n := le.Uint64(p[1:])
	data = at + 9
	if n > uint64(r.size-data) {
		return p[0], 0, 0, nil, short(m.name(p[0]), at, r.size)
	}
	next = data + int64(n)
	return p[0], data, next, p[9:min(int64(len(p)), 9+int64(n))], nil
}

func (*mcapFormat) name(op byte) string {
	switch op {
	case mcapChunk:
		return "chunk"
	case mcapMessage:
		return "message"
	}
	return "record"
}

func (m *mcapFormat) body(r *Reader, data, next int64) ([]byte, error) {
	if next-data > maxRecord {
		return nil, fault.New("", fmt.Sprintf("record at byte %d", data-9), fault.TooLarge, "it has %d bytes; %d are read", next-data, int64(maxRecord))
	}
	p := make([]byte, next-data)
	return p, r.read(p, data)
}

func (m *mcapFormat) top(r *Reader, at int64) (top, error) {
	op, data, next, start, err := m.record(r, at)
	if err != nil {
		return top{}, err
	}
	t := top{next: next}
	switch op {
	case mcapMessage, mcapSchema, mcapChannel:
		if next-at > MaxChunk {
			return t, fault.New("", fmt.Sprintf("%s at byte %d", m.name(op), at), fault.TooLarge, "it has %d bytes; %d are read", next-at, int64(MaxChunk))
		}
		t.kind = topLoose
	case mcapChunk:
		t.kind = topChunk
		in := input{p: start}
		in.take(16) // times of the first and last message
		t.head.full = in.u64()
		t.head.crc = in.u32()
		t.head.compression = Compression(in.text())
		size := in.u64()
		if t.head.compression == "" {
			t.head.compression = None
		}
		t.head.data = data + int64(len(start)-len(in.p))
		if in.bad || size != uint64(next-t.head.data) {
			return t, invalid("chunk", at, "its head does not fit it")
		}
		t.head.size = int64(size)
	case mcapMetadata:
		p, err := m.body(r, data, next)
		if err != nil {
			return t, err
		}
		md, ok := parseMetadata(p)
		if !ok {
			return t, invalid("metadata", at, "it cannot be read")
		}
		t.kind, t.meta = topMeta, md
	case mcapAttachment:
		if t.file, err = m.attachment(r, at, data, next); err != nil {
			return t, err
		}
		t.kind = topFile
	case mcapDataEnd, mcapFooter:
		t.kind = topEnd
	case 0:
		return t, invalid("record", at, "it has no operation code")
	}
	return t, nil
}

// texts reads a map of texts.
func texts(in *input) (map[string]string, bool) {
	p := input{p: in.bytes()}
	var m map[string]string
	for len(p.p) > 0 {
		k, v := p.text(), p.text()
		if p.bad {
			return nil, false
		}
		if m == nil {
			m = map[string]string{}
		}
		m[k] = v
	}
	return m, !in.bad
}

func parseMetadata(p []byte) (*Metadata, bool) {
	in := input{p: p}
	md := &Metadata{Name: in.text()}
	var ok bool
	md.Values, ok = texts(&in)
	return md, ok
}

func (m *mcapFormat) schema(p []byte) bool {
	in := input{p: p}
	id := in.u16()
	t := mcapType{name: in.text(), encoding: in.text(), text: in.text()}
	if in.bad || id == 0 {
		return false
	}
	if m.schemas == nil {
		m.schemas = map[uint16]mcapType{}
	}
	if _, known := m.schemas[id]; !known {
		if m.texts+len(t.name)+len(t.text) > maxTexts {
			return false
		}
		m.texts += len(t.name) + len(t.text)
		m.schemas[id] = t
	}
	return true
}

func (m *mcapFormat) channel(p []byte) (uint32, *Conn, bool) {
	in := input{p: p}
	id, schema := in.u16(), in.u16()
	c := &Conn{Topic: in.text(), Encoding: in.text()}
	meta, ok := texts(&in)
	if !ok {
		return 0, nil, false
	}
	t := m.schemas[schema]
	c.Type, c.Schema, c.Definition = t.name, t.encoding, t.text
	for k, v := range meta {
		switch k {
		case "callerid":
			c.Caller = v
		case "latching":
			c.Latching = v == "1" || v == "true"
		case "md5sum":
			c.MD5 = v
		case "topic", "type", "message_definition":
		default:
			if c.Header == nil {
				c.Header = map[string]string{}
			}
			c.Header[k] = v
		}
	}
	return uint32(id), c, true
}

func (m *mcapFormat) each(p []byte, at int64, f func(record) error) error {
	in := input{p: p}
	for len(in.p) > 0 {
		place := len(p) - len(in.p)
		op := in.u8()
		body := in.take(in.u64())
		if in.bad {
			return invalid("chunk", at, "the record at %d of its %d bytes does not end within it", place, len(p))
		}
		ok := true
		var err error
		switch op {
		case mcapMessage:
			b := input{p: body}
			id := b.u16()
			b.u32() // sequence
			t := b.nanos()
			b.u64() // time of publication
			if ok = !b.bad; ok {
				end := len(p) - len(in.p)
				err = f(record{id: uint32(id), time: t, from: end - len(b.p), to: end})
			}
		case mcapSchema:
			ok = m.schema(body)
		case mcapChannel:
			var c *Conn
			var id uint32
			if id, c, ok = m.channel(body); ok {
				err = f(record{conn: c, id: id})
			}
		}
		if !ok {
			return invalid("chunk", at, "the record at %d of its %d bytes cannot be read", place, len(p))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// index reads the summary, and what lies between the chunks that it lists.
func (m *mcapFormat) index(r *Reader) error {
	end := r.size - int64(len(mcapMagic)) - mcapFooterSize
	var tail [mcapFooterSize + len(mcapMagic)]byte
	if end < m.first() {
		return fault.New("", "", fault.NotFound, "there is none: the file ends at once")
	}
	if err := r.read(tail[:], end); err != nil {
		return err
	}
	if string(tail[mcapFooterSize:]) != mcapMagic || tail[0] != mcapFooter || le.Uint64(tail[1:]) != 20 {
		return fault.New("", "", fault.NotFound, "there is none: the recording was cut off, or is still going on")
	}
	summary, want := le.Uint64(tail[9:]), le.Uint32(tail[25:])
	if summary == 0 {
		return fault.New("", "", fault.NotFound, "the file has been written without one")
	}
	if summary > uint64(end) || summary < uint64(m.first()) {
		return invalid("footer", end, "the index is said to be at byte %d", summary)
	}
	sum := crc32.NewIEEE()
	type listed struct {
		chunk
		next int64
	}
	var list []listed
	counts := map[uint32]uint64{}
	statistics := false
	for at := int64(summary); at < end; {
		op, data, next, _, err := m.record(r, at)
		if err != nil {
			return err
		}
		if next > end {
			return invalid("record", at, "it reaches into the footer")
		}
		p, err := m.body(r, data, next)
		if err != nil {
			return err
		}
		if want != 0 {
			sum.Write(append(le.AppendUint64([]byte{op}, uint64(len(p))), p...))
		}
		ok := true
		switch op {
		case mcapSchema:
			ok = m.schema(p)
		case mcapChannel:
			var id uint32
			var c *Conn
			if id, c, ok = m.channel(p); ok {
				if err := r.connect(id, c); err != nil {
					return err
				}
			}
		case mcapChunkIndex:
			in := input{p: p}
			c := listed{}
			c.start, c.end = in.nanos(), in.nanos()
			start, length := in.u64(), in.u64()
			offsets := input{p: in.bytes()}
			indexes := in.u64()
			if in.bad || start > summary || length > summary-start || indexes > summary-start-length || len(list) >= maxChunks {
				return invalid("chunk index", at, "it does not fit the file")
			}
			c.at, c.next = int64(start), int64(start+length+indexes)
			for len(offsets.p) > 0 {
				id := uint32(offsets.u16())
				offsets.u64()
				if offsets.bad || r.conns[id] == nil {
					return invalid("chunk index", at, "channel %d is not described", id)
				}
				c.counts = append(c.counts, count{conn: id})
			}
			list = append(list, c)
		case mcapStatistics:
			in := input{p: p}
			in.take(8 + 2 + 4 + 4 + 4 + 4 + 8 + 8)
			per := input{p: in.bytes()}
			for len(per.p) > 0 {
				id := uint32(per.u16())
				counts[id] = per.u64()
			}
			ok = !in.bad && !per.bad
			statistics = true
		}
		if !ok {
			return invalid("record", at, "it cannot be read")
		}
		at = next
	}
	sum.Write(tail[:25])
	if want != 0 && sum.Sum32() != want {
		return invalid("footer", end, "the checksum of the index does not fit")
	}
	slices.SortFunc(list, func(a, b listed) int { return compare(a.at, b.at) })
	at := m.first()
	for i := range list {
		c := &list[i]
		if c.at < at {
			return invalid("chunk index", c.at, "it says that chunks overlap")
		}
		r.walk(at, c.at)
		if err := r.addChunk(c.chunk); err != nil {
			return err
		}
		at = c.next
	}
	r.walk(at, int64(summary))
	if len(r.damage) > 0 {
		return r.damage[0]
	}
	if statistics {
		r.counts = counts
	}
	return nil
}
