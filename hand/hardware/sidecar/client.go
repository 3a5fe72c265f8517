package sidecar

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

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
