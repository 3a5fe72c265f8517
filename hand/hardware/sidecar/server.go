package sidecar

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

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
