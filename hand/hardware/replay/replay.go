// Package replay records what goes over a bus, and plays it back as a bus: a loop over a recording sees the very bytes that the loop over
// the machine saw, and every command that differs is found.
//
// A recording is a header and a record for each exchange, little-endian:
//
//	"HFHW", u16 version 1, u16 0, u32 length of the header, header: JSON {"devices": [...], "memory": [[16 bytes], ...]}
//	record: i64 time of the loop in ns, u32 records that were lost before it, u8 result (0 a frame came back, 1 none did, 2 the bus is
//	closed), commands (8 bytes a board), and with result 0 the frame (Device.Size bytes a board)
package replay

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

const (
	magic      = "HFHW"
	version    = 1
	prefixSize = 8 + 4 + 1
	maxHeader  = 1 << 20
	maxBoards  = 64
)

const (
	resultOK     = 0
	resultNone   = 1
	resultClosed = 2
)

type header struct {
	Devices []hardware.Device           `json:"devices"`
	Memory  [][hardware.MemorySize]byte `json:"memory,omitempty"`
}

// sizes are the lengths of commands and frame of a bus.
func sizes(devices []hardware.Device) (out, in int) {
	for i := range devices {
		in += devices[i].Size()
	}
	return hardware.CommandSize * len(devices), in
}

// Recorder is a bus that passes everything on to another and keeps it. Exchange copies into memory that is set aside; Drain, from another
// goroutine or between cycles, writes it out. When nobody drains, records are dropped and counted rather than the loop held up.
type Recorder struct {
	hardware.Bus
	w       *bufio.Writer
	ring    *hardware.Ring[record]
	out, in int
	dropped uint32
	lost    uint64
}

// maxFrame bounds commands and frame of a record together, so that a ring of them can be set aside.
const maxFrame = 2048

type record struct {
	n    int
	data [prefixSize + maxFrame]byte
}

// NewRecorder makes one with room for a number of records, and writes the header.
func NewRecorder(bus hardware.Bus, w io.Writer, room int) (*Recorder, error) {
	h := header{Devices: bus.Devices()}
	out, in := sizes(h.Devices)
	if out+in > maxFrame {
		return nil, fault.New("record bus", "", fault.TooLarge, "%d bytes a cycle, the limit is %d", out+in, maxFrame)
	}
	if m, ok := bus.(hardware.Memory); ok {
		for i := range h.Devices {
			ram, err := m.LoadOffset(i)
			if err != nil {
				return nil, fault.Wrap("record bus", "", err)
			}
			h.Memory = append(h.Memory, ram)
		}
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fault.New("record bus", "", fault.Invalid, "%w", err)
	}
	r := &Recorder{Bus: bus, w: bufio.NewWriterSize(w, 1<<16), ring: hardware.NewRing[record](max(1, room)), out: out, in: in}
	head := append([]byte(magic), version, 0, 0, 0)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(text)))
	if _, err := r.w.Write(append(head, text...)); err != nil {
		return nil, fault.New("record bus", "", fault.Unavailable, "%w", err)
	}
	return r, nil
}

// Exchange passes on and keeps.
func (r *Recorder) Exchange(now time.Duration, out, in []byte) error {
	err := r.Bus.Exchange(now, out, in)
	if len(out) != r.out || len(in) != r.in {
		return err // not a frame of this bus
	}
	var rec record
	binary.LittleEndian.PutUint64(rec.data[:], uint64(now))
	binary.LittleEndian.PutUint32(rec.data[8:], r.dropped)
	switch {
	case err == nil:
		rec.data[12] = resultOK
	case errors.Is(err, hardware.ErrClosed):
		rec.data[12] = resultClosed
	default:
		rec.data[12] = resultNone
	}
	rec.n = prefixSize + copy(rec.data[prefixSize:], out)
	if err == nil {
		rec.n += copy(rec.data[rec.n:], in)
	}
	if r.ring.Put(&rec) {
		r.dropped = 0
	} else {
		r.dropped++
		r.lost++
	}
	return err
}

// Drain writes out what has been kept.
func (r *Recorder) Drain() error {
	var rec record
	for r.ring.Get(&rec) {
		if _, err := r.w.Write(rec.data[:rec.n]); err != nil {
			return fault.New("write recording", "", fault.Unavailable, "%w", err)
		}
	}
	return nil
}

// Close closes the bus and finishes the recording. Records that were dropped are an error.
func (r *Recorder) Close() error {
	err := r.Bus.Close()
	if e := r.Drain(); err == nil {
		err = e
	}
	if e := r.w.Flush(); err == nil && e != nil {
		err = fault.New("write recording", "", fault.Unavailable, "%w", e)
	}
	if err == nil && r.lost > 0 {
		err = fault.New("write recording", "", fault.Unavailable, "%d exchanges were dropped: writing did not keep up", r.lost)
	}
	return err
}

// Keep passes a will on to a bus that carries it out. It is not recorded: nobody goes away when a recording is played.
func (r *Recorder) Keep(board int, k hardware.WillKind, cmd *hardware.Command) {
	if b, ok := r.Bus.(hardware.Keeper); ok {
		b.Keep(board, k, cmd)
	}
}

// LoadOffset passes on where the bus has a memory.
func (r *Recorder) LoadOffset(i int) ([hardware.MemorySize]byte, error) {
	if m, ok := r.Bus.(hardware.Memory); ok {
		return m.LoadOffset(i)
	}
	return [hardware.MemorySize]byte{}, nil
}

// SaveOffset passes on where the bus has a memory.
func (r *Recorder) SaveOffset(i int, ram [hardware.MemorySize]byte) error {
	if m, ok := r.Bus.(hardware.Memory); ok {
		return m.SaveOffset(i, ram)
	}
	return nil
}

// Divergence is the first command that was not as in the recording.
type Divergence struct {
	Exchange  uint64 // number of the exchange, from 0
	Now       time.Duration
	Device    string // "" when the time was different
	Got, Want hardware.Command
	WantNow   time.Duration
}

func (d *Divergence) String() string {
	if d == nil {
		return "as recorded"
	}
	if d.Device == "" {
		return fmt.Sprintf("exchange %d: at %v, was recorded at %v", d.Exchange, d.Now, d.WantNow)
	}
	return fmt.Sprintf("exchange %d at %v: %s is told %+v, was told %+v", d.Exchange, d.Now, d.Device, d.Got, d.Want)
}

// Bus plays a recording.
type Bus struct {
	head     header
	r        *bufio.Reader
	prefix   [prefixSize]byte
	out, in  []byte
	have     bool // the next record's prefix and commands are read
	now      time.Duration
	gap      uint32
	result   byte
	n        uint64
	diverged *Divergence
	err      error
	closed   bool
}

// Open reads the header of a recording.
func Open(src io.Reader) (*Bus, error) {
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("read recording", "", kind, format, args...)
	}
	b := &Bus{r: bufio.NewReaderSize(src, 1<<16)}
	var fixed [12]byte
	if _, err := io.ReadFull(b.r, fixed[:]); err != nil {
		return nil, bad(fault.Truncated, "it ends within its header")
	}
	if string(fixed[:4]) != magic {
		return nil, bad(fault.Invalid, "it does not begin with %q: not a recording of a bus", magic)
	}
	if err := fault.Version("read recording", "", int(binary.LittleEndian.Uint16(fixed[4:])), 1, version); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(fixed[8:])
	if n > maxHeader {
		return nil, bad(fault.TooLarge, "a header of %d bytes, the limit is %d", n, maxHeader)
	}
	var text bytes.Buffer
	if m, err := io.CopyN(&text, b.r, int64(n)); err != nil {
		return nil, bad(fault.Truncated, "%d bytes of a header of %d", m, n)
	}
	if err := json.Unmarshal(text.Bytes(), &b.head); err != nil {
		return nil, bad(fault.Invalid, "header: %w", err)
	}
	if k := len(b.head.Devices); k == 0 || k > maxBoards || len(b.head.Memory) != 0 && len(b.head.Memory) != k {
		return nil, bad(fault.Invalid, "%d boards with %d memories", k, len(b.head.Memory))
	}
	for i := range b.head.Devices {
		if err := b.head.Devices[i].Validate(); err != nil {
			return nil, fault.Wrap("read recording", "", err)
		}
	}
	out, in := sizes(b.head.Devices)
	b.out, b.in = make([]byte, out), make([]byte, in)
	return b, nil
}

// Devices are those of the recording.
func (b *Bus) Devices() []hardware.Device { return b.head.Devices }

// LoadOffset gives the memory that the boards had.
func (b *Bus) LoadOffset(i int) ([hardware.MemorySize]byte, error) {
	if i < len(b.head.Memory) {
		return b.head.Memory[i], nil
	}
	return [hardware.MemorySize]byte{}, nil
}

// SaveOffset changes nothing: the recording is what it is.
func (b *Bus) SaveOffset(int, [hardware.MemorySize]byte) error { return nil }

// fetch reads the next record up to its frame.
func (b *Bus) fetch() bool {
	if b.have || b.err != nil {
		return b.have
	}
	if _, err := io.ReadFull(b.r, b.prefix[:]); err != nil {
		if !errors.Is(err, io.EOF) {
			b.err = fault.New("read recording", "", fault.Truncated, "it ends within exchange %d", b.n)
		}
		return false
	}
	if _, err := io.ReadFull(b.r, b.out); err != nil {
		b.err = fault.New("read recording", "", fault.Truncated, "it ends within exchange %d", b.n)
		return false
	}
	b.now = time.Duration(binary.LittleEndian.Uint64(b.prefix[:]))
	b.gap, b.result = binary.LittleEndian.Uint32(b.prefix[8:]), b.prefix[12]
	switch {
	case b.result > resultClosed:
		b.err = fault.New("read recording", "", fault.Invalid, "exchange %d has result %d", b.n, b.result)
		return false
	case b.gap > 0:
		b.err = fault.New("read recording", "", fault.Invalid, "%d exchanges are missing before exchange %d; it cannot be played further", b.gap, b.n)
		return false
	}
	if b.result == resultOK {
		if _, err := io.ReadFull(b.r, b.in); err != nil {
			b.err = fault.New("read recording", "", fault.Truncated, "it ends within exchange %d", b.n)
			return false
		}
	}
	b.have = true
	return true
}

// Next is the time of the next exchange: the time to step the loop with. false is the end; see Err.
func (b *Bus) Next() (time.Duration, bool) {
	if b.closed || !b.fetch() {
		return 0, false
	}
	return b.now, b.result != resultClosed
}

// Err says why the recording ended early, nil when it did not.
func (b *Bus) Err() error { return b.err }

// Diverged is the first command that was not as recorded, nil for none.
func (b *Bus) Diverged() *Divergence { return b.diverged }

// Exchanges is the number of exchanges so far.
func (b *Bus) Exchanges() uint64 { return b.n }

// Exchange plays the next record, whatever the commands are, and remembers where they first differ.
func (b *Bus) Exchange(now time.Duration, out, in []byte) error {
	if b.closed {
		return hardware.ErrClosed
	}
	if len(in) != len(b.in) || len(out) != len(b.out) {
		return hardware.ErrNoFrame
	}
	if !b.fetch() {
		return hardware.ErrClosed
	}
	b.compare(now, out)
	b.n++
	b.have = false
	switch b.result {
	case resultNone:
		return hardware.ErrNoFrame
	case resultClosed:
		return hardware.ErrClosed
	}
	copy(in, b.in)
	return nil
}

func (b *Bus) compare(now time.Duration, out []byte) {
	if b.diverged != nil {
		return
	}
	if now != b.now {
		b.diverged = &Divergence{Exchange: b.n, Now: now, WantNow: b.now}
		return
	}
	if bytes.Equal(out, b.out) {
		return
	}
	for i := range b.head.Devices {
		lo := hardware.CommandSize * i
		if !bytes.Equal(out[lo:lo+hardware.CommandSize], b.out[lo:lo+hardware.CommandSize]) {
			d := &Divergence{Exchange: b.n, Now: now, Device: b.head.Devices[i].Name, WantNow: b.now}
			d.Got.Decode(out[lo:])
			d.Want.Decode(b.out[lo:])
			b.diverged = d
			return
		}
	}
}

// Close ends it.
func (b *Bus) Close() error {
	b.closed = true
	return nil
}
