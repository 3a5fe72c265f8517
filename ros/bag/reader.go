package bag

import (
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Reader reads a recording. It is not safe for concurrent use.
type Reader struct {
	src    io.ReaderAt
	size   int64
	closer io.Closer
	kind   Format
	format format

	indexed bool
	conns   map[uint32]*Conn
	order   []uint32 // connections in the order of their first appearance
	texts   int      // bytes of their descriptions
	chunks  []chunk
	meta    []Metadata
	files   []Attachment
	counts  map[uint32]uint64 // messages of each connection, where the index says so for the whole file; else nil
	damage  []error
	more    int // damages that are not kept

	dec    decompressor
	packed []byte
	plain  []byte // of a chunk that is looked through at once
}

// maxDamage bounds the list of damages.
const maxDamage = 100

// chunk is a run of messages in the file: a chunk, or records that lie in the file itself.
type chunk struct {
	at         int64
	loose      int64 // bytes of records, where they are not in a chunk
	start, end int64 // earliest and latest message
	counts     []count
	counted    bool
}

type count struct {
	conn uint32
	n    uint64
}

// head is what is in front of the records of a chunk.
type head struct {
	compression Compression
	data, size  int64  // where the compressed records are
	full        uint64 // their size, decompressed
	crc         uint32 // of the decompressed records, 0 for none
}

// top is a record of the file itself.
type top struct {
	kind topKind
	head head  // of a chunk
	next int64 // the following record
	meta *Metadata
	file *Attachment
}

type topKind uint8

const (
	topOther topKind = iota
	topChunk
	topLoose // a message or connection outside chunks
	topMeta
	topFile
	topEnd // of the messages
)

// record is a record within a chunk.
type record struct {
	conn     *Conn // a connection, or nil for a message
	id       uint32
	time     int64
	from, to int // bytes of the message
}

// format is what the two formats do differently.
type format interface {
	// index reads the index; any error means that there is none to rely on.
	index(r *Reader) error
	// first is where records begin.
	first() int64
	// top reads the record of the file at a place.
	top(r *Reader, at int64) (top, error)
	// each calls f for the connections and messages among the records p, which are at a place in the file or, with inside, in a
	// chunk that is there.
	each(p []byte, at int64, f func(record) error) error
}

// Open opens a recording. A file that is not a recording is an error; one that is damaged is not, see Damage.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.File("read recording", path, err)
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, fault.New("read recording", path, fault.Invalid, "it is not a regular file")
	}
	r, err := NewReader(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fault.Wrap("read recording", path, err)
	}
	r.closer = f
	return r, nil
}

// NewReader reads a recording of a size from src.
func NewReader(src io.ReaderAt, size int64) (*Reader, error) {
	r := &Reader{src: src, size: size, conns: map[uint32]*Conn{}}
	var start [16]byte
	n, err := src.ReadAt(start[:min(size, int64(len(start)))], 0)
	if err != nil && err != io.EOF {
		return nil, fault.New("", "", fault.Unavailable, "%w", err)
	}
	head := string(start[:n])
	if rest, ok := strings.CutPrefix(head, "#ROSBAG "); ok && !strings.HasPrefix(head, bagMagic) {
		return nil, fault.New("", "", fault.Unsupported, "rosbag version %.4q; versions before 2.0 are not read, rosbag fix converts them", rest)
	}
	if rest, ok := strings.CutPrefix(head, "\x89MCAP"); ok && !strings.HasPrefix(head, mcapMagic) {
		return nil, fault.New("", "", fault.Unsupported, "MCAP version %.1q; version 0 is read", rest)
	}
	switch {
	case strings.HasPrefix(head, mcapMagic):
		r.kind, r.format = MCAP, &mcapFormat{}
	case strings.HasPrefix(head, bagMagic):
		r.kind, r.format = Rosbag, &bagFormat{}
	default:
		return nil, fault.New("", "", fault.Invalid, "it is neither MCAP nor rosbag 2.0")
	}
	if err := r.format.index(r); err != nil {
		r.forget()
		r.note(fault.Wrap("", "index", err))
		r.walk(r.format.first(), r.size)
	} else {
		r.indexed = true
	}
	slices.SortStableFunc(r.chunks, func(a, b chunk) int {
		switch {
		case a.start != b.start:
			return compare(a.start, b.start)
		default:
			return compare(a.at, b.at)
		}
	})
	return r, nil
}

func compare(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// forget drops what an index that cannot be relied on has said.
func (r *Reader) forget() {
	clear(r.conns)
	r.texts = 0
	r.order, r.chunks, r.meta, r.files, r.counts, r.damage, r.more = nil, nil, nil, nil, nil, nil, 0
}

// Close closes the file.
func (r *Reader) Close() error {
	r.dec.close()
	if r.closer == nil {
		return nil
	}
	return r.closer.Close()
}

// Format is the format of the recording.
func (r *Reader) Format() Format { return r.kind }

// Conns lists the connections in the order of their first appearance in the file.
func (r *Reader) Conns() []*Conn {
	list := make([]*Conn, len(r.order))
	for i, id := range r.order {
		list[i] = r.conns[id]
	}
	return list
}

// Metadata lists the metadata of an MCAP file.
func (r *Reader) Metadata() []Metadata { return r.meta }

// Damage says what was wrong with the file when it was opened: a missing index, an early end, chunks that cannot be read. With an
// index chunks are not looked into before their messages are asked for; see Query.Skip.
func (r *Reader) Damage() []error {
	if r.more > 0 {
		return append(slices.Clone(r.damage), fault.New("", "", fault.Other, "and %d more", r.more))
	}
	return r.damage
}

func (r *Reader) note(err error) {
	if len(r.damage) < maxDamage {
		r.damage = append(r.damage, err)
	} else {
		r.more++
	}
}

// connect makes a connection known. The first of an identity counts.
func (r *Reader) connect(id uint32, c *Conn) error {
	old := r.conns[id]
	if old == nil {
		if len(r.conns) >= MaxConns {
			return fault.New("", "", fault.TooLarge, "more than %d connections", MaxConns)
		}
		if r.texts+c.size() > maxTexts {
			return fault.New("", "", fault.TooLarge, "descriptions of connections of more than %d bytes", maxTexts)
		}
		r.texts += c.size()
		c.complete()
		r.conns[id] = c
		r.order = append(r.order, id)
		return nil
	}
	if old.Topic != c.Topic || old.Type != c.Type {
		return fault.New("", "", fault.Conflict, "connection %d is %s (%s) and also %s (%s)", id, old.Topic, old.Type, c.Topic, c.Type)
	}
	return nil
}

func (r *Reader) addChunk(c chunk) error {
	if len(r.chunks) >= maxChunks {
		return fault.New("", "", fault.TooLarge, "more than %d chunks", maxChunks)
	}
	r.chunks = append(r.chunks, c)
	return nil
}

// read fills p from a place in the file.
func (r *Reader) read(p []byte, at int64) error {
	if at < 0 || at > r.size || int64(len(p)) > r.size-at {
		return fault.New("", fmt.Sprintf("byte %d", at), fault.Truncated, "%d bytes are wanted and the file ends at byte %d", len(p), r.size)
	}
	if n, err := r.src.ReadAt(p, at); n < len(p) {
		return fault.New("", fmt.Sprintf("byte %d", at), fault.Unavailable, "%w", err)
	}
	return nil
}

// some reads up to n bytes from a place in the file, as far as there are.
func (r *Reader) some(buf []byte, at int64) ([]byte, error) {
	buf = buf[:min(int64(len(buf)), max(0, r.size-at))]
	return buf, r.read(buf, at)
}

// load decompresses the records of a chunk into buf.
func (r *Reader) load(c *chunk, buf []byte) ([]byte, error) {
	if c.loose > 0 {
		buf = slices.Grow(buf[:0], int(c.loose))[:c.loose]
		return buf, r.read(buf, c.at)
	}
	t, err := r.format.top(r, c.at)
	if err != nil {
		return buf, err
	}
	if t.kind != topChunk {
		return buf, invalid("index", c.at, "there is no chunk where it says")
	}
	return r.unpack(c.at, &t.head, buf)
}

func (r *Reader) unpack(at int64, h *head, buf []byte) ([]byte, error) {
	where := fmt.Sprintf("chunk at byte %d", at)
	if h.size > MaxChunk {
		return buf, fault.New("", where, fault.TooLarge, "it has %d bytes; %d are read", h.size, MaxChunk)
	}
	if h.size > r.size-h.data {
		return buf, short("chunk", at, r.size)
	}
	r.packed = slices.Grow(r.packed[:0], int(h.size))[:h.size]
	if err := r.read(r.packed, h.data); err != nil {
		return buf, err
	}
	buf, err := r.dec.unpack(h.compression, r.packed, h.full, buf)
	if err != nil {
		return buf, fault.Wrap("", where, err)
	}
	if h.crc != 0 && crc32.ChecksumIEEE(buf) != h.crc {
		return buf, invalid("chunk", at, "the checksum does not fit: its bytes have been changed")
	}
	return buf, nil
}

// walk goes along the records from a place to another and adds what it finds: the way to read a file without an index, and
// the gaps of one with. It stops where it cannot go on, and notes why.
func (r *Reader) walk(at, to int64) {
	const group = 1 << 20 // loose records that are handled together, bytes
	var loose chunk
	flush := func() {
		if loose.loose > 0 {
			r.inspect(&loose, nil)
		}
		loose = chunk{}
	}
	defer flush()
	for at < to {
		t, err := r.format.top(r, at)
		if err != nil {
			r.note(err)
			return
		}
		if t.next > to {
			r.note(short("record", at, to))
			return
		}
		if t.kind != topLoose || loose.loose+t.next-at > group {
			flush()
		}
		switch t.kind {
		case topLoose:
			if loose.loose == 0 {
				loose.at = at
			}
			loose.loose += t.next - at
		case topChunk:
			r.inspect(&chunk{at: at}, &t.head)
		case topMeta:
			r.meta = append(r.meta, *t.meta)
		case topFile:
			r.files = append(r.files, *t.file)
		case topEnd:
			return
		}
		at = t.next
	}
}

// inspect looks through a chunk and adds it.
func (r *Reader) inspect(c *chunk, h *head) {
	var err error
	if h != nil {
		r.plain, err = r.unpack(c.at, h, r.plain)
	} else {
		r.plain, err = r.load(c, r.plain)
	}
	if err == nil {
		err = r.survey(c, r.plain)
	}
	if err == nil && len(c.counts) > 0 {
		err = r.addChunk(*c)
	}
	if err != nil {
		r.note(err)
	}
}

// survey counts the messages of a chunk and learns its connections.
func (r *Reader) survey(c *chunk, p []byte) error {
	tally := map[uint32]uint64{}
	first := true
	err := r.format.each(p, c.at, func(m record) error {
		if m.conn != nil {
			return r.connect(m.id, m.conn)
		}
		if first || m.time < c.start {
			c.start = m.time
		}
		if first || m.time > c.end {
			c.end = m.time
		}
		first = false
		tally[m.id]++
		return nil
	})
	c.counts, c.counted = c.counts[:0], true
	for id, n := range tally {
		c.counts = append(c.counts, count{id, n})
	}
	slices.SortFunc(c.counts, func(a, b count) int { return compare(int64(a.conn), int64(b.conn)) })
	return err
}
