package bag

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Limits at which a recording goes on in another file. Zero is no limit.
type Limits struct {
	Size     int64         // bytes of a file; it ends at the first message that would exceed it
	Duration time.Duration // between the first message of a file and the first of the next
	Files    int           // the oldest are removed beyond so many
}

func (l Limits) none() bool { return l.Size == 0 && l.Duration == 0 }

// Splitter writes a recording to one file, or with limits to files that are numbered: out_0.mcap, out_1.mcap ... Each file is
// whole in itself: it describes its connections, and begins with the last message of those that latch.
type Splitter struct {
	path    string
	opt     Options
	limits  Limits
	w       *Writer
	files   []string
	conns   []splitConn
	serial  int
	start   int64
	empty   bool
	total   uint64
	bytes   int64 // of the files before
	removed func(path string) error
}

// splitConn is a connection over all files.
type splitConn struct {
	Conn
	file    int // the last file that describes it
	id      uint32
	last    []byte // message, of a connection that latches
	hasLast bool
}

// NewSplitter begins a recording. remove deletes a file, where limits ask for it.
func NewSplitter(path string, opt Options, limits Limits, remove func(path string) error) (*Splitter, error) {
	s := &Splitter{path: path, opt: opt, limits: limits, serial: -1, removed: remove}
	if limits.Size < 0 || limits.Duration < 0 || limits.Files < 0 {
		return nil, fault.New("record", path, fault.Invalid, "limits are not negative")
	}
	if limits.Files > 0 && limits.none() {
		return nil, fault.New("record", path, fault.Invalid, "a number of files needs a size or a duration of each")
	}
	return s, s.next()
}

// name of the file with a number.
func (s *Splitter) name() string {
	if s.limits.none() {
		return s.path
	}
	ext := filepath.Ext(s.path)
	return fmt.Sprintf("%s_%d%s", strings.TrimSuffix(s.path, ext), s.serial, ext)
}

// next ends the present file and begins another.
func (s *Splitter) next() error {
	if s.w != nil {
		if err := s.w.Close(); err != nil {
			return err
		}
		s.bytes += s.w.Size()
	}
	s.serial++
	w, err := Create(s.name(), s.opt)
	if err != nil {
		return err
	}
	s.w, s.empty = w, true
	s.files = append(s.files, s.name())
	if s.limits.Files > 0 && len(s.files) > s.limits.Files {
		if err := s.removed(s.files[0]); err != nil {
			return fault.New("record", s.files[0], fault.Permission, "the oldest file cannot be removed: %w", err)
		}
		s.files = s.files[1:]
	}
	return nil
}

// Connect adds a connection; see Writer.Connect. It is written to the first file that has messages of it.
func (s *Splitter) Connect(c Conn) (uint32, error) {
	id, err := s.w.Connect(c)
	if err != nil {
		return 0, err
	}
	s.conns = append(s.conns, splitConn{Conn: c, file: s.serial, id: id})
	return uint32(len(s.conns) - 1), nil
}

// Write adds a message; see Writer.Write.
func (s *Splitter) Write(id uint32, t int64, data []byte) error {
	if int(id) >= len(s.conns) {
		return fault.New("record", fmt.Sprintf("connection %d", id), fault.NotFound, "it has not been added")
	}
	c := &s.conns[id]
	if !s.empty && (s.limits.Size > 0 && s.w.Size()+int64(len(data)) > s.limits.Size || s.limits.Duration > 0 && t-s.start >= int64(s.limits.Duration)) {
		if err := s.next(); err != nil {
			return err
		}
		for i := range s.conns {
			if k := &s.conns[i]; k.hasLast && k != c {
				if err := s.put(k, t, k.last); err != nil {
					return err
				}
			}
		}
	}
	if c.Latching && !s.limits.none() {
		c.last, c.hasLast = append(c.last[:0], data...), true
	}
	s.total++
	return s.put(c, t, data)
}

func (s *Splitter) put(c *splitConn, t int64, data []byte) error {
	if c.file != s.serial {
		id, err := s.w.Connect(c.Conn)
		if err != nil {
			return err
		}
		c.id, c.file = id, s.serial
	}
	if s.empty {
		s.start, s.empty = t, false
	}
	return s.w.Write(c.id, t, data)
}

// Flush writes the open chunk; see Writer.Flush.
func (s *Splitter) Flush() error { return s.w.Flush() }

// Close ends the last file.
func (s *Splitter) Close() error { return s.w.Close() }

// WriteMetadata adds metadata to the present file; see Writer.WriteMetadata.
func (s *Splitter) WriteMetadata(m Metadata) error { return s.w.WriteMetadata(m) }

// Files lists the files that there are.
func (s *Splitter) Files() []string { return s.files }

// Messages is the number of messages so far, without those that files begin with.
func (s *Splitter) Messages() uint64 { return s.total }

// Size is the number of bytes of all files so far.
func (s *Splitter) Size() int64 { return s.bytes + s.w.Size() }
