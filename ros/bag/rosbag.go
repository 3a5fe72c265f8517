package bag

import (
	"bytes"
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// rosbag 2.0: records of a header of named fields and data, each with its length in front.
const bagMagic = "#ROSBAG V2.0\n"

const (
	bagMessage    = 0x02
	bagHeader     = 0x03
	bagIndex      = 0x04
	bagChunk      = 0x05
	bagChunkInfo  = 0x06
	bagConnection = 0x07
)

// bagFormat reads rosbag 2.0.
type bagFormat struct {
	buf [4096]byte
}

func (*bagFormat) first() int64 { return int64(len(bagMagic)) }

// fields reads the fields of a header that are asked for: values are set for the names that are there.
func fields(header []byte, f func(name, value []byte)) bool {
	in := input{p: header}
	for len(in.p) > 0 {
		name, value, ok := bytes.Cut(in.bytes(), []byte{'='})
		if in.bad || !ok {
			return false
		}
		f(name, value)
	}
	return true
}

// bagRecord is the header of a record, its fields taken apart.
type bagRecord struct {
	op                uint8
	conn, count, size uint32
	time              int64
	start, end        int64
	pos               uint64
	chunks            uint32 // of the whole file
	topic             string
	compression       []byte
	have              uint16 // bits of the fields that are there
}

const (
	haveConn = 1 << iota
	haveTime
	haveSize
	havePos
	haveCount
	haveStart
	haveEnd
	haveTopic
	haveOp
)

func bagTime(v []byte) int64 { return int64(le.Uint32(v))*1e9 + int64(le.Uint32(v[4:])) }

// parse takes a header apart. Only what has the right size counts.
func (r *bagRecord) parse(header []byte) bool {
	*r = bagRecord{}
	return fields(header, func(name, v []byte) {
		u32 := func(to *uint32, bit uint16) {
			if len(v) == 4 {
				*to = le.Uint32(v)
				r.have |= bit
			}
		}
		stamp := func(to *int64, bit uint16) {
			if len(v) == 8 {
				*to = bagTime(v)
				r.have |= bit
			}
		}
		switch string(name) {
		case "op":
			if len(v) == 1 {
				r.op = v[0]
				r.have |= haveOp
			}
		case "conn":
			u32(&r.conn, haveConn)
		case "count":
			u32(&r.count, haveCount)
		case "size":
			u32(&r.size, haveSize)
		case "chunk_count":
			u32(&r.chunks, 0)
		case "time":
			stamp(&r.time, haveTime)
		case "start_time":
			stamp(&r.start, haveStart)
		case "end_time":
			stamp(&r.end, haveEnd)
		case "index_pos", "chunk_pos":
			if len(v) == 8 {
				r.pos = le.Uint64(v)
				r.have |= havePos
			}
		case "topic":
			r.topic = string(v)
			r.have |= haveTopic
		case "compression":
			r.compression = v
		}
	}) && r.have&haveOp != 0
}

func (r *bagRecord) has(bits uint16) bool { return r.have&bits == bits }

// record reads the header of the record at a place; data is where its data begins and next where it ends.
func (b *bagFormat) record(r *Reader, at int64) (rec bagRecord, data, next int64, err error) {
	p, err := r.some(b.buf[:], at)
	if err != nil {
		return rec, 0, 0, err
	}
	if len(p) < 4 {
		return rec, 0, 0, short("record", at, r.size)
	}
	n := int64(le.Uint32(p))
	switch {
	case n > maxRecord:
		return rec, 0, 0, invalid("record", at, "its header is said to have %d bytes", n)
	case at+4+n+4 > r.size:
		return rec, 0, 0, short("record", at, r.size)
	case 4+n+4 > int64(len(p)):
		p = make([]byte, 4+n+4)
		if err := r.read(p, at); err != nil {
			return rec, 0, 0, err
		}
	}
	if !rec.parse(p[4 : 4+n]) {
		return rec, 0, 0, invalid("record", at, "its header cannot be read")
	}
	rec.compression = bytes.Clone(rec.compression)
	data = at + 4 + n + 4
	next = data + int64(le.Uint32(p[4+n:]))
	if next > r.size {
		return rec, 0, 0, short(b.name(rec.op), at, r.size)
	}
	return rec, data, next, nil
}

func (*bagFormat) name(op uint8) string {
	switch op {
	case bagChunk:
		return "chunk"
	case bagConnection:
		return "connection"
	case bagIndex, bagChunkInfo:
		return "index"
	}
	return "record"
}

// body reads the data of a record.
func (b *bagFormat) body(r *Reader, data, next int64) ([]byte, error) {
	if next-data > maxRecord {
		return nil, fault.New("", fmt.Sprintf("record at byte %d", data), fault.TooLarge, "it has %d bytes; %d are read", next-data, int64(maxRecord))
	}
	p := make([]byte, next-data)
	return p, r.read(p, data)
}

func (b *bagFormat) top(r *Reader, at int64) (top, error) {
	rec, data, next, err := b.record(r, at)
	if err != nil {
		return top{}, err
	}
	t := top{next: next}
	switch rec.op {
	case bagChunk:
		if !rec.has(haveSize) {
			return t, invalid("chunk", at, "it does not say its size")
		}
		t.kind = topChunk
		t.head = head{compression: Compression(rec.compression), data: data, size: next - data, full: uint64(rec.size)}
	case bagMessage, bagConnection: // connections behind the chunks belong to the index, and are those of the chunks
		t.kind = topLoose
	}
	return t, nil
}

func (b *bagFormat) each(p []byte, at int64, f func(record) error) error {
	in := input{p: p}
	var rec bagRecord
	for len(in.p) > 0 {
		place := len(p) - len(in.p)
		header := in.bytes()
		data := in.bytes()
		if in.bad {
			return invalid("chunk", at, "the record at %d of its %d bytes does not end within it", place, len(p))
		}
		if !rec.parse(header) {
			return invalid("chunk", at, "the record at %d of its %d bytes cannot be read", place, len(p))
		}
		var err error
		switch {
		case rec.op == bagMessage && rec.has(haveConn|haveTime):
			end := len(p) - len(in.p)
			err = f(record{id: rec.conn, time: rec.time, from: end - len(data), to: end})
		case rec.op == bagConnection && rec.has(haveConn|haveTopic):
			c, ok := bagConn(rec.topic, data)
			if !ok {
				return invalid("chunk", at, "the header of connection %d cannot be read", rec.conn)
			}
			err = f(record{conn: c, id: rec.conn})
		case rec.op == bagMessage, rec.op == bagConnection:
			err = invalid("chunk", at, "the record at %d of its %d bytes lacks fields", place, len(p))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bagConn reads a connection header.
func bagConn(topic string, data []byte) (*Conn, bool) {
	c := &Conn{Topic: topic}
	ok := fields(data, func(name, v []byte) {
		switch s := string(v); string(name) {
		case "type":
			c.Type = s
		case "md5sum":
			c.MD5 = s
		case "message_definition":
			c.Definition = s
		case "callerid":
			c.Caller = s
		case "latching":
			c.Latching = s == "1"
		case "topic": // as published; the record's is after remapping
		default:
			if c.Header == nil {
				c.Header = map[string]string{}
			}
			c.Header[string(name)] = s
		}
	})
	return c, ok
}

// index reads the connections and chunk infos at the end of the file.
func (b *bagFormat) index(r *Reader) error {
	rec, _, next, err := b.record(r, b.first())
	if err != nil {
		return err
	}
	if rec.op != bagHeader {
		return invalid("record", b.first(), "the bag header is missing")
	}
	if !rec.has(havePos) || rec.pos == 0 {
		return fault.New("", "", fault.NotFound, "there is none: the recording was cut off, or is still going on")
	}
	if rec.pos < uint64(next) || rec.pos > uint64(r.size) || rec.pos > math.MaxInt64 {
		return invalid("bag header", b.first(), "the index is said to be at byte %d of %d", rec.pos, r.size)
	}
	wanted, listed := rec.chunks, uint32(0)
	index := int64(rec.pos)
	for at := index; at < r.size; {
		rec, data, next, err := b.record(r, at)
		if err != nil {
			return err
		}
		switch {
		case rec.op == bagConnection && rec.has(haveConn|haveTopic):
			p, err := b.body(r, data, next)
			if err != nil {
				return err
			}
			c, ok := bagConn(rec.topic, p)
			if !ok {
				return invalid("connection", at, "its header cannot be read")
			}
			if err := r.connect(rec.conn, c); err != nil {
				return err
			}
		case rec.op == bagChunkInfo && rec.has(havePos|haveStart|haveEnd|haveCount):
			p, err := b.body(r, data, next)
			if err != nil {
				return err
			}
			if uint64(len(p)) != 8*uint64(rec.count) || rec.pos >= uint64(index) {
				return invalid("chunk info", at, "it does not fit the file")
			}
			listed++
			c := chunk{at: int64(rec.pos), start: rec.start, end: rec.end, counts: make([]count, 0, rec.count), counted: true}
			for in := (input{p: p}); len(in.p) > 0; {
				n := count{in.u32(), uint64(in.u32())}
				if r.conns[n.conn] == nil {
					return invalid("chunk info", at, "connection %d is not described", n.conn)
				}
				c.counts = append(c.counts, n)
			}
			if len(c.counts) == 0 {
				break
			}
			if err := r.addChunk(c); err != nil {
				return err
			}
		default:
			return invalid("record", at, "it does not belong into an index")
		}
		at = next
	}
	if listed != wanted {
		return invalid("bag header", b.first(), "%d chunks are announced and %d are listed", wanted, listed)
	}
	return nil
}
