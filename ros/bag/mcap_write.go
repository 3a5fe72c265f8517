package bag

import (
	"hash/crc32"

	"github.com/holdfast-robotics/holdfast/fault"
)

// mcapEncoding writes MCAP.
type mcapEncoding struct {
	schemas map[mcapType]uint16
	texts   []mcapType // by number, from 1
	index   []byte
}

// begun leaves room for the length of a record; sealed writes it there.
func begun(b []byte, op byte) ([]byte, int) { return append(b, op, 0, 0, 0, 0, 0, 0, 0, 0), len(b) + 1 }
func sealed(b []byte, at int)               { le.PutUint64(b[at:], uint64(len(b)-at-8)) }

func (*mcapEncoding) begin(w *Writer) error {
	b := []byte(mcapMagic)
	b, at := begun(b, mcapHeader)
	b = appendText(b, mcapProfile)
	b = appendText(b, "holdfast")
	sealed(b, at)
	return w.write(b)
}

func appendSchema(b []byte, id uint16, t mcapType) []byte {
	b, at := begun(b, mcapSchema)
	b = le.AppendUint16(b, id)
	b = appendText(b, t.name)
	b = appendText(b, t.encoding)
	b = appendText(b, t.text)
	sealed(b, at)
	return b
}

func (e *mcapEncoding) appendChannel(b []byte, id uint32, c *Conn) []byte {
	b, at := begun(b, mcapChannel)
	b = le.AppendUint16(b, uint16(id))
	b = le.AppendUint16(b, e.schemas[mcapType{c.Type, c.Schema, c.Definition}])
	b = appendText(b, c.Topic)
	b = appendText(b, c.Encoding)
	b, m := open(b)
	if c.MD5 != "" {
		b = appendText(appendText(b, "md5sum"), c.MD5)
	}
	if c.Caller != "" {
		b = appendText(appendText(b, "callerid"), c.Caller)
	}
	if c.Latching {
		b = appendText(appendText(b, "latching"), "1")
	}
	for _, k := range sortedKeys(c.Header) {
		b = appendText(appendText(b, k), c.Header[k])
	}
	seal(b, m)
	sealed(b, at)
	return b
}

func (e *mcapEncoding) appendConn(b []byte, id uint32, c *Conn) []byte {
	t := mcapType{c.Type, c.Schema, c.Definition}
	if e.schemas == nil {
		e.schemas = map[mcapType]uint16{}
	}
	if _, known := e.schemas[t]; !known {
		e.texts = append(e.texts, t)
		e.schemas[t] = uint16(len(e.texts))
		b = appendSchema(b, uint16(len(e.texts)), t)
	}
	return e.appendChannel(b, id, c)
}

func (*mcapEncoding) appendMessage(b []byte, id uint32, c *conn, t int64, data []byte) []byte {
	b = append(b, mcapMessage)
	b = le.AppendUint64(b, uint64(2+4+8+8+len(data)))
	b = le.AppendUint16(b, uint16(id))
	b = le.AppendUint32(b, c.seq)
	b = le.AppendUint64(b, uint64(t))
	b = le.AppendUint64(b, uint64(t))
	return append(b, data...)
}

// mcapName is a compression as the file has it.
func mcapName(c Compression) string {
	if c == None {
		return ""
	}
	return string(c)
}

func (e *mcapEncoding) chunk(w *Writer, packed []byte) error {
	c := chunkEntry{at: w.at, start: w.start, end: w.end, packed: len(packed), full: len(w.buf)}
	b, at := begun(w.head[:0], mcapChunk)
	b = le.AppendUint64(b, uint64(w.start))
	b = le.AppendUint64(b, uint64(w.end))
	b = le.AppendUint64(b, uint64(len(w.buf)))
	b = le.AppendUint32(b, crc32.ChecksumIEEE(w.buf))
	b = appendText(b, mcapName(w.opt.Compression))
	b = le.AppendUint64(b, uint64(len(packed)))
	le.PutUint64(b[at:], uint64(len(b)-at-8+len(packed)))
	w.head = b
	if err := w.write(b); err != nil {
		return err
	}
	if err := w.write(packed); err != nil {
		return err
	}
	c.size = w.at - c.at
	b = e.index[:0]
	for id := range w.conns {
		list := w.conns[id].entries
		if len(list) == 0 {
			continue
		}
		c.per = append(c.per, perConn{conn: uint32(id), n: uint32(len(list)), index: w.at + int64(len(b))})
		b, at = begun(b, mcapMessageIndex)
		b = le.AppendUint16(b, uint16(id))
		var n int
		b, n = open(b)
		for _, m := range list {
			b = le.AppendUint64(le.AppendUint64(b, uint64(m.time)), uint64(m.at))
		}
		seal(b, n)
		sealed(b, at)
	}
	e.index = b
	c.next = w.at + int64(len(b))
	w.chunks = append(w.chunks, c)
	return w.write(b)
}

// WriteMetadata adds metadata, such as the settings that were in force. MCAP alone has them.
func (w *Writer) WriteMetadata(m Metadata) error {
	if w.err != nil {
		return w.err
	}
	if w.opt.Format != MCAP {
		return fault.New("record", "metadata "+m.Name, fault.Unsupported, "a rosbag has no metadata; write MCAP")
	}
	b, at := begun(nil, mcapMetadata)
	b = appendText(b, m.Name)
	b, n := open(b)
	for _, k := range sortedKeys(m.Values) {
		b = appendText(appendText(b, k), m.Values[k])
	}
	seal(b, n)
	sealed(b, at)
	if len(b) > maxRecord {
		return fault.New("record", "metadata "+m.Name, fault.TooLarge, "it has %d bytes; at most %d", len(b), maxRecord)
	}
	w.meta = append(w.meta, metaEntry{w.at, int64(len(b)), m.Name})
	if err := w.write(b); err != nil {
		return w.fail(err)
	}
	return nil
}

func (e *mcapEncoding) finish(w *Writer) error {
	b, at := begun(nil, mcapDataEnd)
	b = le.AppendUint32(b, 0)
	sealed(b, at)
	if err := w.write(b); err != nil {
		return err
	}
	summary := w.at
	b = b[:0]
	type group struct {
		op       byte
		from, to int
	}
	var groups []group
	add := func(op byte, n int, f func(i int)) {
		from := len(b)
		for i := range n {
			f(i)
		}
		if n > 0 {
			groups = append(groups, group{op, from, len(b)})
		}
	}
	add(mcapSchema, len(e.texts), func(i int) { b = appendSchema(b, uint16(i+1), e.texts[i]) })
	add(mcapChannel, len(w.conns), func(i int) { b = e.appendChannel(b, uint32(i), &w.conns[i].Conn) })
	add(mcapStatistics, 1, func(int) { b = e.appendStatistics(b, w) })
	add(mcapChunkIndex, len(w.chunks), func(i int) {
		c := &w.chunks[i]
		var at, n int
		b, at = begun(b, mcapChunkIndex)
		for _, v := range []uint64{uint64(c.start), uint64(c.end), uint64(c.at), uint64(c.size)} {
			b = le.AppendUint64(b, v)
		}
		b, n = open(b)
		for _, p := range c.per {
			b = le.AppendUint64(le.AppendUint16(b, uint16(p.conn)), uint64(p.index))
		}
		seal(b, n)
		b = le.AppendUint64(b, uint64(c.next-c.at-c.size))
		b = appendText(b, mcapName(w.opt.Compression))
		b = le.AppendUint64(le.AppendUint64(b, uint64(c.packed)), uint64(c.full))
		sealed(b, at)
	})
	add(mcapMetadataIndex, len(w.meta), func(i int) {
		var at int
		b, at = begun(b, mcapMetadataIndex)
		b = le.AppendUint64(le.AppendUint64(b, uint64(w.meta[i].at)), uint64(w.meta[i].size))
		b = appendText(b, w.meta[i].name)
		sealed(b, at)
	})
	add(mcapAttachmentIndex, len(w.files), func(i int) { b = appendAttachmentIndex(b, &w.files[i]) })
	offsets := summary + int64(len(b))
	for _, g := range groups {
		b, at = begun(b, mcapSummaryOffset)
		b = append(b, g.op)
		b = le.AppendUint64(le.AppendUint64(b, uint64(summary+int64(g.from))), uint64(g.to-g.from))
		sealed(b, at)
	}
	b, at = begun(b, mcapFooter)
	b = le.AppendUint64(le.AppendUint64(b, uint64(summary)), uint64(offsets))
	le.PutUint64(b[at:], 20)
	b = le.AppendUint32(b, crc32.ChecksumIEEE(b))
	return w.write(append(b, mcapMagic...))
}

func (e *mcapEncoding) appendStatistics(b []byte, w *Writer) []byte {
	var start, end int64
	for i, c := range w.chunks {
		if i == 0 || c.start < start {
			start = c.start
		}
		end = max(end, c.end)
	}
	b, at := begun(b, mcapStatistics)
	b = le.AppendUint64(b, w.total)
	b = le.AppendUint16(b, uint16(len(e.texts)))
	for _, n := range []int{len(w.conns), len(w.files), len(w.meta), len(w.chunks)} {
		b = le.AppendUint32(b, uint32(n))
	}
	b = le.AppendUint64(le.AppendUint64(b, uint64(start)), uint64(end))
	b, n := open(b)
	for id := range w.conns {
		b = le.AppendUint64(le.AppendUint16(b, uint16(id)), w.conns[id].total)
	}
	seal(b, n)
	sealed(b, at)
	return b
}
