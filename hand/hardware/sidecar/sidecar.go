// Package sidecar is the protocol between a loop and a process that owns the bus: an EtherCAT card with a master in C, a serial line, a
// simulator. It runs over any stream. The process keeps the realtime promise towards the boards, so that a pause of ours costs a stale
// command and never a missed frame.
//
// All numbers are little-endian. The loop connects and greets with "HFSC", u16 version 1, u16 0. The sidecar answers "HFSC", u16 version,
// u16 0, u32 length, JSON {"devices": [...], "memory": [[16 bytes], ...]}. From then on each side sends messages: u32 length of what
// follows, u8 type, payload.
//
//	loop to sidecar    1  exchange  u32 number, i64 time of the loop in ns, commands (8 bytes a board)
//	                   2  save      u32 board, 16 bytes of memory; no answer
//	                   3  bye       motors off; the sidecar closes
//	sidecar to loop    1  frame     u32 number, u8 result (0 a frame follows, 1 none came back, 2 the bus is closed), frame
//
// A frame answers the exchange of its number. A loop that waited in vain goes on with the next number and drops late answers. A sidecar
// that hears nothing for its watchdog's time, or whose loop goes away, turns the motors off.
package sidecar

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

const (
	magic      = "HFSC"
	version    = 1
	maxMessage = 1 << 16
	maxWelcome = 1 << 20

	msgExchange = 1
	msgSave     = 2
	msgBye      = 3
	msgFrame    = 1

	resultFrame  = 0
	resultNone   = 1
	resultClosed = 2
)

type welcome struct {
	Devices []hardware.Device           `json:"devices"`
	Memory  [][hardware.MemorySize]byte `json:"memory,omitempty"`
}

// stream reads whole messages from something that may stop in the middle of one and go on later.
type stream struct {
	r    io.Reader
	buf  []byte // what has come and is not consumed
	used int
}

// fill reads until n bytes are there.
func (s *stream) fill(n int) error {
	for s.used < n {
		if len(s.buf) < n {
			s.buf = append(s.buf, make([]byte, n-len(s.buf))...)
		}
		m, err := s.r.Read(s.buf[s.used:])
		s.used += m
		if err != nil && s.used < n {
			return err
		}
	}
	return nil
}

// drop forgets the first n bytes.
func (s *stream) drop(n int) {
	copy(s.buf, s.buf[n:s.used])
	s.used -= n
}

// errLength is a message whose length cannot be: the stream has lost its place.
var errLength = errors.New("a message with an impossible length")

// message waits for a whole message and returns its type and payload, which are valid until the next call.
func (s *stream) message() (typ byte, payload []byte, err error) {
	if err := s.fill(4); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(s.buf)
	if n < 1 || n > maxMessage {
		return 0, nil, errLength
	}
	if err := s.fill(4 + int(n)); err != nil {
		return 0, nil, err
	}
	return s.buf[4], s.buf[5 : 4+n], nil
}

// consumed forgets the message that message returned.
func (s *stream) consumed() { s.drop(4 + int(binary.LittleEndian.Uint32(s.buf))) }

// Client is the loop's side: a bus.
type Client struct {
	rw       io.ReadWriteCloser
	deadline func()
	in       stream
	out      []byte
	hello    welcome
	size     int // of a frame
	number   uint32
	broken   error
	late     uint64
	save     atomic.Pointer[[4 + hardware.MemorySize]byte]
}

// Connect greets a sidecar. deadline, which may be nil, is called before each wait: it sets the time after which reading and writing give
// up.
func Connect(rw io.ReadWriteCloser, deadline func()) (*Client, error) {
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("connect to sidecar", "", kind, format, args...)
	}
	if deadline == nil {
		deadline = func() {}
	}
	c := &Client{rw: rw, deadline: deadline, in: stream{r: rw}}
	deadline()
	if _, err := rw.Write(append([]byte(magic), version, 0, 0, 0)); err != nil {
		return nil, bad(fault.Unavailable, "%w", err)
	}
	if err := c.in.fill(12); err != nil {
		return nil, bad(fault.Unavailable, "no greeting: %w", err)
	}
	if string(c.in.buf[:4]) != magic {
		return nil, bad(fault.Invalid, "what answers is no sidecar")
	}
	if v := binary.LittleEndian.Uint16(c.in.buf[4:]); v != version {
		return nil, bad(fault.Unsupported, "it speaks version %d, we speak %d", v, version)
	}
	n := binary.LittleEndian.Uint32(c.in.buf[8:])
	if n > maxWelcome {
		return nil, bad(fault.TooLarge, "a greeting of %d bytes, the limit is %d", n, maxWelcome)
	}
	c.in.drop(12)
	for have := 0; have < int(n); { // in pieces, so that a length alone allocates nothing
		have = min(have+1<<12, int(n))
		if err := c.in.fill(have); err != nil {
			return nil, bad(fault.Truncated, "its greeting ends early: %w", err)
		}
	}
	if err := json.Unmarshal(c.in.buf[:n], &c.hello); err != nil {
		return nil, bad(fault.Invalid, "its greeting: %w", err)
	}
	c.in.drop(int(n))
	if k := len(c.hello.Devices); k == 0 || k > 64 || len(c.hello.Memory) != 0 && len(c.hello.Memory) != k {
		return nil, bad(fault.Invalid, "%d boards with %d memories", k, len(c.hello.Memory))
	}
	for i := range c.hello.Devices {
		if err := c.hello.Devices[i].Validate(); err != nil {
			return nil, fault.Wrap("connect to sidecar", "", err)
		}
		c.size += c.hello.Devices[i].Size()
	}
	if c.size > maxMessage-16 {
		return nil, bad(fault.TooLarge, "frames of %d bytes", c.size)
	}
	if need := 4 + 1 + 5 + c.size; len(c.in.buf) < need {
		c.in.buf = append(c.in.buf, make([]byte, need-len(c.in.buf))...)
	}
	c.out = make([]byte, 0, 2*(5+12)+4+hardware.MemorySize+hardware.CommandSize*len(c.hello.Devices))
	return c, nil
}

// Devices are those that the sidecar told of.
func (c *Client) Devices() []hardware.Device { return c.hello.Devices }

// Late counts answers that came after the loop had gone on.
func (c *Client) Late() uint64 { return c.late }

// Err says why the connection is of no use any more, nil while it is.
func (c *Client) Err() error { return c.broken }

// LoadOffset gives the memory that a board had when the sidecar greeted.
func (c *Client) LoadOffset(i int) ([hardware.MemorySize]byte, error) {
	if i < len(c.hello.Memory) {
		return c.hello.Memory[i], nil
	}
	return [hardware.MemorySize]byte{}, nil
}

// SaveOffset sends a memory with the next exchange.
func (c *Client) SaveOffset(i int, ram [hardware.MemorySize]byte) error {
	var m [4 + hardware.MemorySize]byte
	binary.LittleEndian.PutUint32(m[:], uint32(i))
	copy(m[4:], ram[:])
	c.save.Store(&m)
	return nil
}

// Exchange sends the commands and waits for their frame.
func (c *Client) Exchange(now time.Duration, out, in []byte) error {
	if c.broken != nil {
		return hardware.ErrClosed
	}
	if len(in) != c.size || len(out) != hardware.CommandSize*len(c.hello.Devices) {
		return hardware.ErrNoFrame
	}
	c.number++
	b := c.out[:0]
	if m := c.save.Swap(nil); m != nil {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(1+len(m))), msgSave)
		b = append(b, m[:]...)
	}
	b = append(binary.LittleEndian.AppendUint32(b, uint32(1+12+len(out))), msgExchange)
	b = binary.LittleEndian.AppendUint32(b, c.number)
	b = binary.LittleEndian.AppendUint64(b, uint64(now))
	b = append(b, out...)
	c.deadline()
	if n, err := c.rw.Write(b); err != nil {
		if n > 0 && n < len(b) {
			c.broken = errors.New("a message was written in part")
		}
		return hardware.ErrNoFrame
	}
	for {
		typ, p, err := c.in.message()
		if err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, errLength) {
				c.broken = err
			}
			return hardware.ErrNoFrame
		}
		if typ != msgFrame || len(p) < 5 || p[4] == resultFrame && len(p) != 5+c.size || p[4] > resultClosed {
			c.broken = errors.New("a message that is no frame")
			return hardware.ErrNoFrame
		}
		number, result := binary.LittleEndian.Uint32(p), p[4]
		if number != c.number {
			c.late++
			c.in.consumed()
			continue
		}
		if result == resultFrame {
			copy(in, p[5:])
		}
		c.in.consumed()
		switch result {
		case resultNone:
			return hardware.ErrNoFrame
		case resultClosed:
			return hardware.ErrClosed
		}
		return nil
	}
}

// Close says good-bye.
func (c *Client) Close() error {
	if c.broken == nil {
		c.deadline()
		_, _ = c.rw.Write([]byte{1, 0, 0, 0, msgBye}) // the sidecar notices either way
		c.broken = io.EOF
	}
	if err := c.rw.Close(); err != nil {
		return fault.New("close sidecar", "", fault.Unavailable, "%w", err)
	}
	return nil
}

// Server is the sidecar's side, for tests and for buses that are written in Go.
type Server struct {
	Bus hardware.Bus
	// Deadline, when it is set, is called before each wait: it sets the time after which reading gives up, which turns the motors off.
	// moving says that the loop has begun to exchange: before that it may take its time.
	Deadline func(moving bool)

	began bool
	now   time.Duration
}

// Serve serves one loop until it says good-bye or goes away. The motors are off afterwards, however it ended. The error is nil after a
// good-bye.
func (s *Server) Serve(rw io.ReadWriter) (err error) {
	devices := s.Bus.Devices()
	size := 0
	for i := range devices {
		size += devices[i].Size()
	}
	out, in := make([]byte, hardware.CommandSize*len(devices)), make([]byte, size)
	defer func() { s.off(out, in) }()
	bad := func(kind fault.Kind, format string, args ...any) error {
		return fault.New("serve loop", "", kind, format, args...)
	}
	src := stream{r: rw}
	if s.Deadline == nil {
		s.Deadline = func(bool) {}
	}
	s.Deadline(false)
	if err := src.fill(8); err != nil {
		return bad(fault.Truncated, "no greeting: %w", err)
	}
	if string(src.buf[:4]) != magic || binary.LittleEndian.Uint16(src.buf[4:]) != version {
		return bad(fault.Invalid, "what connects is no loop of version %d", version)
	}
	src.drop(8)
	hello := welcome{Devices: devices}
	mem, _ := s.Bus.(hardware.Memory)
	if mem != nil {
		for i := range devices {
			ram, err := mem.LoadOffset(i)
			if err != nil {
				return fault.Wrap("serve loop", "", err)
			}
			hello.Memory = append(hello.Memory, ram)
		}
	}
	text, err := json.Marshal(hello)
	if err != nil {
		return bad(fault.Internal, "%w", err)
	}
	head := append([]byte(magic), version, 0, 0, 0)
	if _, err := rw.Write(append(binary.LittleEndian.AppendUint32(head, uint32(len(text))), text...)); err != nil {
		return bad(fault.Unavailable, "%w", err)
	}
	reply := make([]byte, 0, 16+size)
	for {
		s.Deadline(s.began)
		typ, p, err := src.message()
		if err != nil {
			return bad(fault.Unavailable, "the loop is gone: %w", err)
		}
		switch {
		case typ == msgBye:
			return nil
		case typ == msgSave && len(p) == 4+hardware.MemorySize:
			if i := binary.LittleEndian.Uint32(p); mem != nil && int(i) < len(devices) {
				if err := mem.SaveOffset(int(i), [hardware.MemorySize]byte(p[4:])); err != nil {
					return fault.Wrap("serve loop", "", err)
				}
			}
		case typ == msgExchange && len(p) == 12+len(out):
			copy(out, p[12:])
			s.now, s.began = time.Duration(binary.LittleEndian.Uint64(p[4:])), true
			result := byte(resultFrame)
			if err := s.Bus.Exchange(s.now, out, in); errors.Is(err, hardware.ErrClosed) {
				result = resultClosed
			} else if err != nil {
				result = resultNone
			}
			n := 5
			if result == resultFrame {
				n += size
			}
			reply = append(binary.LittleEndian.AppendUint32(reply[:0], uint32(1+n)), msgFrame)
			reply = append(append(reply, p[:4]...), result)
			if result == resultFrame {
				reply = append(reply, in...)
			}
			if _, err := rw.Write(reply); err != nil {
				return bad(fault.Unavailable, "the loop is gone: %w", err)
			}
		default:
			return bad(fault.Invalid, "a message of type %d with %d bytes", typ, len(p))
		}
		src.consumed()
	}
}

// off turns the motors off.
func (s *Server) off(out, in []byte) {
	if !s.began {
		return
	}
	for i := 0; i+hardware.CommandSize <= len(out); i += hardware.CommandSize {
		(&hardware.Command{}).Encode(out[i:])
	}
	_ = s.Bus.Exchange(s.now, out, in) // the watchdog of the boards stands behind it
}
