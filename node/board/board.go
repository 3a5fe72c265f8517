// Package board carries a bus over a socket, so that a hand's loop and the machine that it moves live in processes of their own: the loop
// can be killed and started again while a simulated machine goes on, as a real one would.
//
// The one who dials drives; one at a time. The machine's time is that of its own process.
//
// The server greets with a line of JSON that describes the boards. Then each request is a letter and what belongs to it, and each answer
// a byte, 0 for done, and what belongs to it:
//
//	x COMMANDS        answer: frames      hardware.Bus.Exchange
//	l DEVICE          answer: memory      hardware.Memory.LoadOffset; DEVICE is a byte
//	s DEVICE memory   answer: nothing     hardware.Memory.SaveOffset
package board

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

const (
	version    = 1
	maxHello   = 1 << 20 // bytes
	maxBoards  = 64
	answerTime = 2 * time.Second // for the greeting, and of an exchange, after which the board is given up
)

// hello is what the server says first.
type hello struct {
	Version int               `json:"version"`
	Devices []hardware.Device `json:"devices"`
}

// size of both frames, bytes.
func sizes(devices []hardware.Device) (out, in int) {
	for i := range devices {
		in += devices[i].Size()
	}
	return hardware.CommandSize * len(devices), in
}

// Server gives one bus to one client at a time.
type Server struct {
	mu    sync.Mutex // of the bus
	bus   hardware.Bus
	start time.Time
	at    time.Duration // of the last exchange
}

// NewServer makes a server of a bus.
func NewServer(bus hardware.Bus) *Server { return &Server{bus: bus, start: time.Now()} }

// Do runs a function while no exchange is under way: for looking at a simulated machine, or moving its arm.
func (s *Server) Do(f func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
	return true
}

// Serve accepts clients until ctx ends or the listener fails. It closes the listener, not the bus.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	defer context.AfterFunc(ctx, func() { l.Close() })()
	defer l.Close()
	for {
		c, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fault.New("serve board", l.Addr().String(), fault.Unavailable, "%w", err)
		}
		s.client(ctx, c)
	}
}

// client serves one client until it goes away or sends what is no request.
func (s *Server) client(ctx context.Context, c net.Conn) {
	devices := s.bus.Devices()
	greeting, err := json.Marshal(hello{version, devices})
	if err != nil {
		c.Close()
		return
	}
	outSize, inSize := sizes(devices)
	line := steady(c, 0)
	defer context.AfterFunc(ctx, func() { hangUp(line, c) })()
	defer hangUp(line, c)
	if _, err := line.Write(append(greeting, '\n')); err != nil {
		return
	}
	in := bufio.NewReader(line)
	out, answer := make([]byte, outSize), make([]byte, 1+inSize)
	for {
		op, err := in.ReadByte()
		if err != nil {
			return
		}
		n := 1
		switch op {
		case 'x':
			if _, err := io.ReadFull(in, out); err != nil {
				return
			}
			answer[0] = 0
			if s.exchange(out, answer[1:]) != nil {
				answer[0] = 1
			}
			n += inSize
		case 'l', 's':
			if n, err = s.memory(op, in, devices, answer); err != nil {
				return
			}
		default:
			return
		}
		if _, err := line.Write(answer[:n]); err != nil {
			return
		}
	}
}

func (s *Server) exchange(out, in []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = max(s.at, time.Since(s.start))
	return s.bus.Exchange(s.at, out, in)
}

// memory serves a board's memory; answer has room for it, since a frame is longer.
func (s *Server) memory(op byte, in *bufio.Reader, devices []hardware.Device, answer []byte) (int, error) {
	i, err := in.ReadByte()
	if err != nil {
		return 0, err
	}
	var ram [hardware.MemorySize]byte
	if op == 's' {
		if _, err := io.ReadFull(in, ram[:]); err != nil {
			return 0, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	answer[0] = 1
	mem, ok := s.bus.(hardware.Memory)
	switch {
	case !ok || int(i) >= len(devices):
	case op == 's':
		if mem.SaveOffset(int(i), ram) == nil {
			answer[0] = 0
		}
	default:
		if ram, err = mem.LoadOffset(int(i)); err == nil {
			answer[0] = 0
		}
	}
	if op == 's' {
		return 1, nil
	}
	return 1 + copy(answer[1:], ram[:]), nil
}

// Client is a bus on the other side of a connection. It implements hardware.Bus and hardware.Memory, and belongs to one loop.
type Client struct {
	conn    net.Conn
	line    io.ReadWriter // the same for exchanges
	in      *bufio.Reader
	devices []hardware.Device
	out     []byte
	answer  []byte
	broken  bool // an answer is missing: what comes next would be taken for another
}

// NewClient takes over a connection to a server.
func NewClient(conn net.Conn) (*Client, error) {
	line := steady(conn, answerTime)
	c := &Client{conn: conn, line: line, in: bufio.NewReaderSize(line, 1<<16)}
	if err := c.greet(); err != nil {
		conn.Close()
		return nil, fault.Wrap("connect to board", conn.RemoteAddr().String(), err)
	}
	return c, nil
}

func (c *Client) greet() error {
	var line []byte
	for {
		part, err := c.in.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			break
		}
		if err != bufio.ErrBufferFull {
			return fault.New("", "", fault.Unavailable, "it does not greet: another loop may drive it: %w", err)
		}
		if len(line) > maxHello {
			return fault.New("", "", fault.TooLarge, "a greeting of more than %d bytes", maxHello)
		}
	}
	var h hello
	if err := json.Unmarshal(line, &h); err != nil {
		return fault.New("", "", fault.Invalid, "its greeting cannot be read: %w", err)
	}
	if h.Version != version || len(h.Devices) == 0 || len(h.Devices) > maxBoards {
		return fault.New("", "", fault.Unsupported, "it speaks version %d and has %d boards; version %d and 1 to %d boards are known", h.Version, len(h.Devices), version, maxBoards)
	}
	for i := range h.Devices {
		if err := h.Devices[i].Validate(); err != nil {
			return err
		}
	}
	c.devices = h.Devices
	out, in := sizes(c.devices)
	c.out, c.answer = make([]byte, 1+out), make([]byte, 1+in)
	return nil
}

// Devices are the boards.
func (c *Client) Devices() []hardware.Device { return c.devices }

// request sends a request and fills answer.
func (c *Client) request(req, answer []byte) error {
	if c.broken {
		return hardware.ErrClosed
	}
	_, err := c.line.Write(req)
	if err == nil {
		_, err = io.ReadFull(c.in, answer)
	}
	if err != nil {
		c.broken = true
		return hardware.ErrNoFrame
	}
	if answer[0] != 0 {
		return hardware.ErrNoFrame
	}
	return nil
}

// Exchange sends commands and reads frames. The time is that of the other side.
func (c *Client) Exchange(_ time.Duration, out, in []byte) error {
	if len(out)+1 != len(c.out) || len(in)+1 != len(c.answer) {
		return hardware.ErrNoFrame
	}
	c.out[0] = 'x'
	copy(c.out[1:], out)
	err := c.request(c.out, c.answer)
	copy(in, c.answer[1:])
	return err
}

// LoadOffset reads a board's memory.
func (c *Client) LoadOffset(device int) (ram [hardware.MemorySize]byte, err error) {
	var answer [1 + hardware.MemorySize]byte
	err = c.request([]byte{'l', byte(device)}, answer[:])
	copy(ram[:], answer[1:])
	return ram, err
}

// SaveOffset writes it.
func (c *Client) SaveOffset(device int, ram [hardware.MemorySize]byte) error {
	var answer [1]byte
	return c.request(append([]byte{'s', byte(device)}, ram[:]...), answer[:])
}

// Close leaves the board, whose watchdog turns its motor off.
func (c *Client) Close() error {
	return hangUp(c.line, c.conn)
}

// hangUp closes a connection and its second descriptor.
func hangUp(line io.ReadWriter, c net.Conn) error {
	if f, ok := line.(io.Closer); ok && line != io.ReadWriter(c) {
		_ = f.Close() // ends a read that waits
	}
	return c.Close()
}
