package bag

import (
	"io"
	"math"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// bagEncoding writes rosbag 2.0.
type bagEncoding struct {
	index []byte
}

// bagHeaderSize is the size of the header and data of the first record, which is padded so that it can be completed.
const bagHeaderSize = 4096

func appendField(b []byte, name string, value ...byte) []byte {
	b = le.AppendUint32(b, uint32(len(name)+1+len(value)))
	b = append(append(b, name...), '=')
	return append(b, value...)
}

func appendTextField(b []byte, name, value string) []byte {
	b = le.AppendUint32(b, uint32(len(name)+1+len(value)))
	b = append(append(b, name...), '=')
	return append(b, value...)
}

func appendField32(b []byte, name string, v uint32) []byte {
	b = le.AppendUint32(b, uint32(len(name)+1+4))
	return le.AppendUint32(append(append(b, name...), '='), v)
}

func appendField64(b []byte, name string, v uint64) []byte {
	b = le.AppendUint32(b, uint32(len(name)+1+8))
	return le.AppendUint64(append(append(b, name...), '='), v)
}

// bagStamp is a time as the file has it: seconds in the low word.
func bagStamp(t int64) uint64 { return uint64(t/1e9) | uint64(t%1e9)<<32 }

// open leaves room for a length; seal writes it there.
func open(b []byte) ([]byte, int) { return append(b, 0, 0, 0, 0), len(b) }
func seal(b []byte, at int)       { le.PutUint32(b[at:], uint32(len(b)-at-4)) }

func (*bagEncoding) header(index int64, conns, chunks int) []byte {
	b := []byte(bagMagic)
	b, at := open(b)
	b = appendField(b, "op", bagHeader)
	b = appendField64(b, "index_pos", uint64(index))
	b = appendField32(b, "conn_count", uint32(conns))
	b = appendField32(b, "chunk_count", uint32(chunks))
	seal(b, at)
	pad := bagHeaderSize - (len(b) - at - 4)
	b = le.AppendUint32(b, uint32(pad))
	return append(b, strings.Repeat(" ", pad)...)
}

func (e *bagEncoding) begin(w *Writer) error { return w.write(e.header(0, 0, 0)) }

func (*bagEncoding) appendConn(b []byte, id uint32, c *Conn) []byte {
	b, at := open(b)
	b = appendField(b, "op", bagConnection)
	b = appendField32(b, "conn", id)
	b = appendTextField(b, "topic", c.Topic)
	seal(b, at)
	b, at = open(b)
	b = appendTextField(b, "topic", c.Topic)
	b = appendTextField(b, "type", c.Type)
	b = appendTextField(b, "md5sum", c.MD5)
	b = appendTextField(b, "message_definition", c.Definition)
	if c.Caller != "" {
		b = appendTextField(b, "callerid", c.Caller)
	}
	if c.Latching {
		b = appendTextField(b, "latching", "1")
	}
	for _, k := range sortedKeys(c.Header) {
		if k != "" && !strings.Contains(k, "=") {
			b = appendTextField(b, k, c.Header[k])
		}
	}
	seal(b, at)
	return b
}

func sortedKeys(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (*bagEncoding) appendMessage(b []byte, id uint32, _ *conn, t int64, data []byte) []byte {
	b, at := open(b)
	b = appendField(b, "op", bagMessage)
	b = appendField32(b, "conn", id)
	b = appendField64(b, "time", bagStamp(t))
	seal(b, at)
	b = le.AppendUint32(b, uint32(len(data)))
	return append(b, data...)
}

func (e *bagEncoding) chunk(w *Writer, packed []byte) error {
	if int64(len(packed)) > math.MaxUint32 {
		return fault.New("write recording", "", fault.TooLarge, "a chunk of %d bytes", len(packed))
	}
	c := chunkEntry{at: w.at, start: w.start, end: w.end}
	b, at := open(w.head[:0])
	b = appendField(b, "op", bagChunk)
	b = appendTextField(b, "compression", string(w.opt.Compression))
	b = appendField32(b, "size", uint32(len(w.buf)))
	seal(b, at)
	w.head = le.AppendUint32(b, uint32(len(packed)))
	if err := w.write(w.head); err != nil {
		return err
	}
	if err := w.write(packed); err != nil {
		return err
	}
	b = e.index[:0]
	for id := range w.conns {
		list := w.conns[id].entries
		if len(list) == 0 {
			continue
		}
		c.per = append(c.per, perConn{conn: uint32(id), n: uint32(len(list))})
		b, at = open(b)
		b = appendField(b, "op", bagIndex)
		b = appendField32(b, "ver", 1)
		b = appendField32(b, "conn", uint32(id))
		b = appendField32(b, "count", uint32(len(list)))
		seal(b, at)
		b, at = open(b)
		for _, m := range list {
			b = le.AppendUint32(le.AppendUint64(b, bagStamp(m.time)), m.at)
		}
		seal(b, at)
	}
	e.index = b
	w.chunks = append(w.chunks, c)
	return w.write(b)
}

func (e *bagEncoding) finish(w *Writer) error {
	index := w.at
	var b []byte
	for id := range w.conns {
		b = e.appendConn(b, uint32(id), &w.conns[id].Conn)
	}
	for _, c := range w.chunks {
		var at int
		b, at = open(b)
		b = appendField(b, "op", bagChunkInfo)
		b = appendField32(b, "ver", 1)
		b = appendField64(b, "chunk_pos", uint64(c.at))
		b = appendField64(b, "start_time", bagStamp(c.start))
		b = appendField64(b, "end_time", bagStamp(c.end))
		b = appendField32(b, "count", uint32(len(c.per)))
		seal(b, at)
		b, at = open(b)
		for _, n := range c.per {
			b = le.AppendUint32(le.AppendUint32(b, n.conn), n.n)
		}
		seal(b, at)
	}
	if err := w.write(b); err != nil {
		return err
	}
	if _, err := w.out.(io.WriterAt).WriteAt(e.header(index, len(w.conns), len(w.chunks)), 0); err != nil {
		return fault.New("write recording", "", fault.Unavailable, "%w", err)
	}
	return nil
}
