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
	"encoding/binary"
	"errors"
	"io"

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
