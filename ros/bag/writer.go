package bag

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Options of a recording that is written.
type Options struct {
	Format      Format      // default: by the file's name; MCAP where there is none
	Compression Compression // default: lz4
	ChunkSize   int         // bytes of a chunk before it is compressed; default 1 MiB
	Overwrite   bool        // replace a file that exists
}

const defaultChunk = 1 << 20

// Writer writes a recording. Messages are gathered into chunks; what has been written to the file when the program dies can be
// read. Once a write fails every further call returns that error. It is not safe for concurrent use.
type Writer struct {
	out    io.Writer
	closer io.Closer
	opt    Options
	format encoding
	pack   *compressor

	at     int64  // bytes written
	buf    []byte // the open chunk
	spare  []byte // its usual memory, while one huge message needs more
	conns  []conn
	start  int64 // of the open chunk
	end    int64
	count  int // messages in it
	chunks []chunkEntry
	total  uint64
	head   []byte // scratch
	meta   []metaEntry
	files  []Attachment
	err    error
	closed bool
}

// conn is a connection and its messages in the open chunk.
type conn struct {
	Conn
	seq     uint32
	total   uint64
	entries []placed
}

// placed is a message in the open chunk.
type placed struct {
	time int64
	at   uint32
}

func (a placed) compare(b placed) int { return compare(a.time, b.time) }

// chunkEntry is a chunk that has been written.
type chunkEntry struct {
	at, size, next int64 // of the record, without and with the indexes behind it
	start, end     int64
	packed, full   int
	per            []perConn
}

type perConn struct {
	conn  uint32
	n     uint32
	index int64 // where its index is, within the file
}

type metaEntry struct {
	at, size int64
	name     string
}

// encoding is what the two formats do differently.
type encoding interface {
	begin(w *Writer) error
	appendConn(b []byte, id uint32, c *Conn) []byte
	appendMessage(b []byte, id uint32, c *conn, t int64, data []byte) []byte
	chunk(w *Writer, packed []byte) error
	finish(w *Writer) error
}

// Create makes a recording in a file. A file that exists is kept unless opt.Overwrite is set.
func Create(path string, opt Options) (*Writer, error) {
	if opt.Format == "" {
		var err error
		if opt.Format, err = FormatOf(path); err != nil {
			return nil, err
		}
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if !opt.Overwrite {
		flags |= os.O_EXCL
	}
	f, err := os.OpenFile(path, flags, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, fault.New("record", path, fault.Conflict, "the file exists; name another, or ask to overwrite it")
	case err != nil:
		return nil, fault.New("record", path, fault.Permission, "%w", err)
	}
	w, err := NewWriter(f, opt)
	if err != nil {
		f.Close()
		return nil, fault.Wrap("record", path, err)
	}
	w.closer = f
	return w, nil
}

// NewWriter writes a recording to out. A rosbag is written to something that is an io.WriterAt too: its first record is
// completed at the end.
func NewWriter(out io.Writer, opt Options) (*Writer, error) {
	if opt.Compression == "" {
		opt.Compression = LZ4
	}
	if opt.ChunkSize <= 0 {
		opt.ChunkSize = defaultChunk
	}
	if opt.ChunkSize > MaxChunk/2 {
		return nil, fault.New("", "", fault.TooLarge, "chunks of %d bytes; at most %d", opt.ChunkSize, MaxChunk/2)
	}
	w := &Writer{out: out, opt: opt}
	switch opt.Format {
	case Rosbag:
		if opt.Compression == Zstd {
			return nil, fault.New("", "", fault.Unsupported, "rosbag knows no zstd; use none or lz4")
		}
		if _, ok := out.(io.WriterAt); !ok {
			return nil, fault.New("", "", fault.Unsupported, "a rosbag is written to a file; write MCAP to a pipe")
		}
		w.format = &bagEncoding{}
	case MCAP, "":
		w.opt.Format = MCAP
		w.format = &mcapEncoding{}
	default:
		return nil, fault.New("", "format "+string(opt.Format), fault.Unsupported, "mcap and bag are written")
	}
	var err error
	if w.pack, err = newCompressor(opt.Compression); err != nil {
		return nil, err
	}
	if err := w.format.begin(w); err != nil {
		return nil, err
	}
	return w, nil
}

// write adds bytes to the file.
func (w *Writer) write(p []byte) error {
	n, err := w.out.Write(p)
	w.at += int64(n)
	if err != nil {
		return fault.New("write recording", "", fault.Unavailable, "%w", err)
	}
	return nil
}

func (w *Writer) fail(err error) error {
	if w.err == nil {
		w.err = err
	}
	return w.err
}

// Connect adds a connection and returns its number for Write.
func (w *Writer) Connect(c Conn) (uint32, error) {
	if w.err != nil {
		return 0, w.err
	}
	if c.Encoding == "" {
		c.Encoding = ROS1
	}
	if c.Schema == "" {
		c.Schema = ROS1Msg
	}
	limit := MaxConns - 1
	switch {
	case c.Topic == "":
		return 0, fault.New("record", "", fault.Invalid, "a connection without topic")
	case len(c.Topic)+len(c.Type)+len(c.Definition) > maxRecord/2:
		return 0, fault.New("record", c.Topic, fault.TooLarge, "its description has more than %d bytes", maxRecord/2)
	case len(w.conns) >= limit:
		return 0, fault.New("record", c.Topic, fault.TooLarge, "more than %d connections", limit)
	case w.opt.Format == Rosbag && !c.ros1():
		return 0, fault.New("record", c.Topic, fault.Unsupported, "a rosbag holds ROS 1 messages, not %s", c.Encoding)
	}
	c.complete()
	id := uint32(len(w.conns))
	w.conns = append(w.conns, conn{Conn: c})
	w.buf = w.format.appendConn(w.buf, id, &c)
	return id, nil
}

// Write adds a message, received at t nanoseconds. data is not kept.
func (w *Writer) Write(id uint32, t int64, data []byte) error {
	if w.err != nil {
		return w.err
	}
	if int(id) >= len(w.conns) {
		return fault.New("record", fmt.Sprintf("connection %d", id), fault.NotFound, "it has not been added")
	}
	c := &w.conns[id]
	if t < 0 {
		return fault.New("record", c.Topic, fault.Invalid, "a message of the time %d", t)
	}
	if w.opt.Format == Rosbag && t/1e9 > math.MaxUint32 {
		return fault.New("record", c.Topic, fault.Invalid, "the time %d ns is after 2106, which a rosbag cannot say", t)
	}
	if len(data) > MaxChunk-maxRecord {
		return fault.New("record", c.Topic, fault.TooLarge, "a message of %d bytes; at most %d", len(data), MaxChunk-maxRecord)
	}
	if len(w.buf) > 0 && len(w.buf)+len(data) > w.opt.ChunkSize {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if w.count == 0 || t < w.start {
		w.start = t
	}
	if w.count == 0 || t > w.end {
		w.end = t
	}
	w.count++
	w.total++
	c.total++
	if need := len(w.buf) + len(data) + messageHead; need > cap(w.buf) && need > 4*w.opt.ChunkSize {
		w.grow(need)
	}
	c.entries = append(c.entries, placed{t, uint32(len(w.buf))})
	w.buf = w.format.appendMessage(w.buf, id, c, t, data)
	c.seq++
	return nil
}

// messageHead is more than what a message has before its data.
const messageHead = 128

// huge has memory of messages that are larger than chunks, such as clouds: a recording does not keep it, the next such message takes it.
var huge = sync.Pool{New: func() any { return new([]byte) }}

// grow makes room for so many bytes in the open chunk.
func (w *Writer) grow(need int) {
	big := *huge.Get().(*[]byte)
	if cap(big) < need {
		big = make([]byte, 0, need)
	}
	big = append(big[:0], w.buf...)
	if w.spare == nil {
		if w.spare = w.buf; w.spare == nil {
			w.spare = []byte{}
		}
	}
	w.buf = big
}

// Flush writes the open chunk to the file. Writing one does not need it: it bounds what a recording loses when the program dies.
func (w *Writer) Flush() error {
	if w.err != nil {
		return w.err
	}
	if w.count == 0 { // connections alone wait for their messages
		return nil
	}
	packed, err := w.pack.pack(w.buf)
	if err != nil {
		return w.fail(fault.New("write recording", "", fault.Other, "%w", err))
	}
	for i := range w.conns { // rosbag's own reader takes the entries of an index to be in order
		if list := w.conns[i].entries; !slices.IsSortedFunc(list, placed.compare) {
			slices.SortStableFunc(list, placed.compare)
		}
	}
	if err := w.format.chunk(w, packed); err != nil {
		return w.fail(err)
	}
	w.buf, w.count = w.buf[:0], 0
	for i := range w.conns {
		w.conns[i].entries = w.conns[i].entries[:0]
	}
	if w.spare != nil {
		big := w.buf
		w.buf, w.spare = w.spare[:0], nil
		huge.Put(&big)
	}
	return nil
}

// Size is the number of bytes of the file so far, with the open chunk before it is compressed.
func (w *Writer) Size() int64 { return w.at + int64(len(w.buf)) }

// Messages is the number of messages so far.
func (w *Writer) Messages() uint64 { return w.total }

// Close writes the index and closes the file.
func (w *Writer) Close() error {
	if w.closed {
		return w.err
	}
	w.closed = true
	err := w.Flush()
	w.pack.close()
	if err == nil {
		err = w.format.finish(w)
	}
	if w.closer != nil {
		if e := w.closer.Close(); err == nil && e != nil {
			err = fault.New("write recording", "", fault.Unavailable, "%w", e)
		}
	}
	w.fail(fault.New("write recording", "", fault.Invalid, "it is closed"))
	return err
}
