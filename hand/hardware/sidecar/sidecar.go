// Package sidecar is the protocol between a loop and a process that owns the bus: an EtherCAT card with a master in C, a serial line, a
// simulator. It runs over any stream. The process keeps the realtime promise towards the boards, so that a pause of ours costs a stale
// command and never a missed frame.
//
// All numbers are little-endian. The loop connects and greets with "HFSC", u16 version 1, u16 0. The sidecar answers "HFSC", u16 version,
// u16 0, u32 length, JSON {"devices": [...], "memory": [[16 bytes], ...], "hold_s": 30}. From then on each side sends messages: u32 length of what
// follows, u8 type, payload.
//
//	loop to sidecar    1  exchange  u32 number, i64 time of the loop in ns, commands (8 bytes a board)
//	                   2  save      u32 board, 16 bytes of memory; no answer
//	                   3  bye       motors off; the sidecar closes
//	                   4  will      for each board u8 kind (0 undecided, 1 nothing, 2 hold) and a command; no answer
//	sidecar to loop    1  frame     u32 number, u8 result (0 a frame follows, 1 none came back, 2 the bus is closed), frame
//
// A frame answers the exchange of its number. A loop that waited in vain goes on with the next number and drops late answers. A sidecar
// that hears nothing for its watchdog's time, or whose loop goes away without a good-bye, turns the motors off; but a board whose last will
// was to hold goes on with the command of that will for hold_s seconds at most, so that what was held is not dropped. A loop that connects
// meanwhile reads the boards, and its commands count for such a board from its first will on that is not "undecided". A sidecar without hold_s
// carries no wills out, and is sent none.
package sidecar

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"syscall"
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
	msgWill     = 4
	msgFrame    = 1

	resultFrame  = 0
	resultNone   = 1
	resultClosed = 2
)

type welcome struct {
	Devices []hardware.Device           `json:"devices"`
	Memory  [][hardware.MemorySize]byte `json:"memory,omitempty"`
	Hold    float64                     `json:"hold_s,omitempty"`
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
	will     []byte // as it is
	told     []byte // as it was sent
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
		return nil, bad(fault.Unsupported, "it speaks version %d and this holdfast version %d: upgrade the older of the two", v, version)
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
	c.will, c.told = make([]byte, willSize*len(c.hello.Devices)), make([]byte, willSize*len(c.hello.Devices))
	c.out = make([]byte, 0, 3*(5+12)+4+hardware.MemorySize+(hardware.CommandSize+willSize)*len(c.hello.Devices))
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

// willSize is the length of a board's will.
const willSize = 1 + hardware.CommandSize

// Keep sends a will with the next exchange, where the sidecar carries wills out.
func (c *Client) Keep(board int, k hardware.WillKind, cmd *hardware.Command) {
	if board < 0 || board >= len(c.hello.Devices) {
		return
	}
	w := c.will[board*willSize : (board+1)*willSize]
	w[0] = byte(k)
	cmd.Encode(w[1:])
}

// Hold is for how long the sidecar carries a will out; 0 for not at all.
func (c *Client) Hold() time.Duration { return time.Duration(c.hello.Hold * 1e9) }

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
	willing := c.hello.Hold > 0 && !bytes.Equal(c.will, c.told)
	if willing {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(1+len(c.will))), msgWill)
		b = append(b, c.will...)
	}
	b = append(binary.LittleEndian.AppendUint32(b, uint32(1+12+len(out))), msgExchange)
	b = binary.LittleEndian.AppendUint32(b, c.number)
	b = binary.LittleEndian.AppendUint64(b, uint64(now))
	b = append(b, out...)
	c.deadline()
	if n, err := c.rw.Write(b); err != nil {
		switch {
		case n > 0 && n < len(b):
			c.broken = errors.New("a message was written in part")
		case hungUp(err):
			c.broken = err
		}
		return hardware.ErrNoFrame
	}
	if willing {
		copy(c.told, c.will)
	}
	for {
		typ, p, err := c.in.message()
		if err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, errLength) || hungUp(err) {
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

// hungUp tells that the sidecar has closed the connection, as it does on a loop that stood still for longer than its patience.
func hungUp(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.ErrClosedPipe)
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

// Server is the sidecar's side, for tests and for buses that are written in Go. It serves one loop after the other.
type Server struct {
	Bus hardware.Bus
	// Hold is for how long the wills of a loop that went away are carried out, by exchanges of the next loop or by Keep; 0 for not at all.
	Hold time.Duration
	// Deadline, when it is set, is called before each wait: it sets the time after which reading gives up, which turns the motors off.
	// moving says that the loop has begun to exchange: before that it may take its time.
	Deadline func(moving bool)

	mu    sync.Mutex // of what follows, and of exchanges
	began bool       // a loop exchanges
	now   time.Duration
	kept  []kept
}

// kept is what a board is to do when the loop goes away, and does when it has gone.
type kept struct {
	will hardware.Command // of a Hold
	hold bool
	left time.Duration // of carrying it out for a loop that went away
}

// Holding reports a board that goes on with the will of a loop that went away.
func (s *Server) Holding() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.holding()
}

func (s *Server) holding() bool {
	for i := range s.kept {
		if s.kept[i].left > 0 {
			return true
		}
	}
	return false
}

// Keep exchanges with the boards while no loop does, a time after the last exchange. It is to be called each millisecond while Holding, from
// any goroutine.
func (s *Server) Keep(dt time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.began || !s.holding() {
		return
	}
	out, in := s.frames()
	s.now += dt
	s.stand(out, dt)
	_ = s.Bus.Exchange(s.now, out, in) // a board that does not answer has a watchdog of its own
}

// frames makes room for a frame in each direction, with all motors off.
func (s *Server) frames() (out, in []byte) {
	devices := s.Bus.Devices()
	size := 0
	for i := range devices {
		size += devices[i].Size()
	}
	out, in = make([]byte, hardware.CommandSize*len(devices)), make([]byte, size)
	for i := range devices {
		(&hardware.Command{}).Encode(out[hardware.CommandSize*i:])
	}
	return out, in
}

// stand puts the commands of wills that are being carried out in the place of others. A reset goes through, so that a board that its own
// watchdog has turned off comes back.
func (s *Server) stand(out []byte, dt time.Duration) {
	for i := range s.kept {
		k := &s.kept[i]
		if k.left <= 0 {
			continue
		}
		k.left -= dt
		var asked hardware.Command
		cmd, place := k.will, out[hardware.CommandSize*i:hardware.CommandSize*(i+1)]
		if asked.Decode(place) {
			cmd.Mode |= asked.Mode & hardware.ModeSafetyReset
		}
		cmd.Encode(place)
	}
}

// inherit begins to carry out what the loop that has just gone away wanted.
func (s *Server) inherit() {
	for i := range s.kept {
		if k := &s.kept[i]; k.hold {
			k.hold, k.left = false, s.Hold
		}
	}
}

// willed takes in the wills of all boards. A board whose loop has decided is the loop's.
func (s *Server) willed(p []byte) error {
	for i := range s.kept {
		w := p[willSize*i : willSize*(i+1)]
		var cmd hardware.Command
		if !cmd.Decode(w[1:]) || w[0] > byte(hardware.Hold) || cmd.Mode&^(hardware.ModeEnable|hardware.ModeCurrent) != 0 {
			return fault.New("serve loop", "", fault.Invalid, "a will that is none")
		}
		if kind := hardware.WillKind(w[0]); kind != hardware.Undecided {
			s.kept[i] = kept{will: cmd, hold: kind == hardware.Hold}
		}
	}
	return nil
}

// Serve serves one loop until it says good-bye or goes away. The motors are off afterwards, however it ended, but for those that hold by a
// will: see Holding. The error is nil after a good-bye.
func (s *Server) Serve(rw io.ReadWriter) (err error) {
	devices := s.Bus.Devices()
	out, in := s.frames()
	size := len(in)
	s.mu.Lock()
	if len(s.kept) != len(devices) {
		s.kept = make([]kept, len(devices))
	}
	s.mu.Unlock()
	bye := false
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !bye && s.Hold > 0 {
			s.inherit()
		}
		s.off(out, in)
		s.began = false
	}()
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
	hello := welcome{Devices: devices, Hold: s.Hold.Seconds()}
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
			s.mu.Lock()
			clear(s.kept)
			s.mu.Unlock()
			bye = true
			return nil
		case typ == msgWill && len(p) == willSize*len(devices):
			s.mu.Lock()
			err := s.willed(p)
			s.mu.Unlock()
			if err != nil {
				return err
			}
		case typ == msgSave && len(p) == 4+hardware.MemorySize:
			if i := binary.LittleEndian.Uint32(p); mem != nil && int(i) < len(devices) {
				if err := mem.SaveOffset(int(i), [hardware.MemorySize]byte(p[4:])); err != nil {
					return fault.Wrap("serve loop", "", err)
				}
			}
		case typ == msgExchange && len(p) == 12+len(out):
			copy(out, p[12:])
			s.mu.Lock()
			now := time.Duration(binary.LittleEndian.Uint64(p[4:]))
			dt := time.Duration(0) // the loop's clock may be any
			if s.began {
				dt = min(max(0, now-s.now), time.Second)
			}
			s.now, s.began = now, true
			s.stand(out, dt)
			result := byte(resultFrame)
			if err := s.Bus.Exchange(s.now, out, in); errors.Is(err, hardware.ErrClosed) {
				result = resultClosed
			} else if err != nil {
				result = resultNone
			}
			s.mu.Unlock()
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

// off turns the motors off that do not hold by a will.
func (s *Server) off(out, in []byte) {
	if !s.began {
		return
	}
	for i := 0; i+hardware.CommandSize <= len(out); i += hardware.CommandSize {
		(&hardware.Command{}).Encode(out[i:])
	}
	s.stand(out, 0)
	_ = s.Bus.Exchange(s.now, out, in) // the watchdog of the boards stands behind it
}
