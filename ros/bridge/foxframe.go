package bridge

import (
	"encoding/binary"
	"slices"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
)

// foxFrame is a binary message of a client, taken apart.
type foxFrame struct {
	op       byte
	id       uint32 // of the channel or service
	call     uint32
	encoding string
	data     []byte // within the frame
}

func parseFoxFrame(b []byte) (f foxFrame, err error) {
	bad := func(kind fault.Kind, format string, args ...any) (foxFrame, error) {
		return foxFrame{}, fault.New("read binary message", "", kind, format, args...)
	}
	if len(b) == 0 {
		return bad(fault.Truncated, "it is empty")
	}
	f.op = b[0]
	switch f.op {
	case foxClientMessage:
		if len(b) < 5 {
			return bad(fault.Truncated, "%d bytes are too few for a message", len(b))
		}
		f.id, f.data = binary.LittleEndian.Uint32(b[1:]), b[5:]
	case foxServiceCall:
		if len(b) < 13 {
			return bad(fault.Truncated, "%d bytes are too few for a service call", len(b))
		}
		f.id, f.call = binary.LittleEndian.Uint32(b[1:]), binary.LittleEndian.Uint32(b[5:])
		n := binary.LittleEndian.Uint32(b[9:])
		if uint64(n) > uint64(len(b)-13) {
			return bad(fault.Truncated, "an encoding of %d bytes is announced, %d are left", n, len(b)-13)
		}
		f.encoding, f.data = string(b[13:13+n]), b[13+n:]
	default:
		return bad(fault.Unsupported, "unknown opcode %d", f.op)
	}
	return f, nil
}

// callService answers in a goroutine of its own.
func (f *foxglove) callService(m foxFrame) {
	fail := func(err error) {
		f.tell(map[string]any{"op": "serviceCallFailure", "serviceId": m.id, "callId": m.call, "message": words(err)})
	}
	f.mu.Lock()
	sv, ok := f.services[m.id]
	f.mu.Unlock()
	if !ok {
		fail(fault.New("call service", "", fault.NotFound, "there is no service %d", m.id))
		return
	}
	if m.encoding != "ros1" && m.encoding != "json" {
		fail(fault.New("call service", sv.name, fault.Unsupported, "encoding %q is neither ros1 nor json", clipText(m.encoding)))
		return
	}
	select {
	case f.calls <- struct{}{}:
	default:
		fail(fault.New("call service", sv.name, fault.TooLarge, "%d calls of this client are in progress; that is the limit", maxCalls))
		return
	}
	m.data = slices.Clone(m.data)
	f.wg.Go(func() {
		defer func() { <-f.calls }()
		res, err := f.call(sv, m)
		if err == nil && len(res) > f.s.opt.Budget {
			err = fault.New("call service", sv.name, fault.TooLarge, "the response has %d bytes; the budget of a client is %d", len(res), f.s.opt.Budget)
		}
		if f.box.await(f.ctx) != nil {
			return
		}
		if err != nil {
			fail(err)
			return
		}
		b := binary.LittleEndian.AppendUint32([]byte{foxServiceResponse}, m.id)
		b = binary.LittleEndian.AppendUint32(b, m.call)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(m.encoding)))
		f.box.send(websocket.MessageBinary, append(append(b, m.encoding...), res...))
	})
}

func (f *foxglove) call(sv foxService, m foxFrame) ([]byte, error) {
	req := m.data
	var err error
	if m.encoding == "json" {
		req, err = requestFrom(sv.typ.req, m.data, f.s)
	} else {
		err = sv.typ.req.Check(req)
	}
	if err != nil {
		return nil, fault.Wrap("call service", sv.name, err)
	}
	caller, err := ros.NewCaller(f.s.node, sv.name, sv.typ.name, sv.typ.md5, false)
	if err != nil {
		return nil, err
	}
	res, err := caller.Call(f.ctx, req)
	if err != nil || m.encoding != "json" {
		return res, err
	}
	return sv.typ.res.AppendJSON(nil, res)
}
