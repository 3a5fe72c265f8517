package bridge

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/coder/websocket"
	"github.com/fxamacker/cbor/v2"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
)

// FuzzOperation sends operations to a session that is connected to a graph: whatever they are, nothing breaks, and what is answered is JSON.
func FuzzOperation(f *testing.F) {
	for _, s := range []string{
		`{"op":"advertise","id":"1","topic":"/a","type":"std_msgs/String","latch":true,"queue_size":3}`,
		`{"op":"publish","topic":"/s","msg":{"data":"x"}}`,
		`{"op":"subscribe","id":"2","topic":"/s","type":"std_msgs/String","throttle_rate":10,"queue_length":1,"fragment_size":100,"compression":"cbor"}`,
		`{"op":"unsubscribe","id":"2","topic":"/s"}`,
		`{"op":"call_service","id":3,"service":"/rosapi/message_details","args":{"type":"std_msgs/Header"}}`,
		`{"op":"call_service","service":"/rosapi/set_param","args":["/p","[1,2]"]}`,
		`{"op":"advertise_service","service":"/t","type":"std_srvs/Trigger"}`,
		`{"op":"service_response","service":"/t","id":"x","result":true,"values":{}}`,
		`{"op":"send_action_goal","id":"g","action":"/act","action_type":"actionlib/Test","args":{"goal":1},"feedback":true}`,
		`{"op":"fragment","id":"f","num":0,"total":2,"data":"{"}`,
		`{"op":"set_level","level":"info"}`, `{"op":"status"}`, `{"op":1e999}`, `[]`, `{"op":"png","data":"iVBORw0KGgo="}`,
	} {
		f.Add([]byte(s), false)
	}
	f.Add([]byte("\xa1bopfstatus"), true)
	w := newWorld(f)
	advertise[*std_msgs.String](f, w.robot, "/s")
	f.Fuzz(func(t *testing.T, data []byte, binary bool) {
		c := &client{s: w.bridge, box: newOutbox(1 << 20)}
		c.ctx, c.cancel = context.WithCancel(t.Context())
		s := newSession(c)
		typ := websocket.MessageText
		if binary {
			typ = websocket.MessageBinary
		}
		s.frame(typ, data)
		s.end()
		c.wg.Wait()
		for _, f := range c.box.control.items {
			if !json.Valid(f.data) {
				t.Errorf("answered %q", f.data)
			}
		}
	})
}

// FuzzCBOR compares the reader with another one.
func FuzzCBOR(f *testing.F) {
	for _, v := range []any{nil, true, -1, uint64(1 << 63), 1.5, float32(0.1), "ü", []byte{1, 2}, []any{1, "x"}, map[string]any{"op": "publish", "n": -500}} {
		b, err := cbor.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("\xd8\x55\x48\x00\x00\x80\x3f\x00\x00\xc0\x7f")) // float32 array with a NaN
	f.Add([]byte("\xf9\x3c\x00"))                                 // half-precision 1
	other, err := cbor.DecOptions{MaxNestedLevels: maxCBORDepth + 1, IndefLength: cbor.IndefLengthForbidden, UTF8: cbor.UTF8RejectInvalid}.DecMode()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := jsonFromCBOR(nil, data)
		if err != nil {
			return
		}
		if !json.Valid(out) {
			t.Errorf("%x became %q", data, out)
		}
		if len(out) > 26*len(data) { // a byte of a text may become \u0000, a float64 of 9 bytes 24 characters
			t.Errorf("%d bytes became %d", len(data), len(out))
		}
		if err := other.Wellformed(data); err != nil {
			t.Errorf("%x was taken for %q; the other reader says %v", data, out, err)
		}
	})
}

// FuzzFragments never holds more than its limits.
func FuzzFragments(f *testing.F) {
	f.Add([]byte("\x01\x00\x02ab\x01\x01\x02cd"))
	f.Fuzz(func(t *testing.T, data []byte) {
		fr := fragments{limit: 64}
		for len(data) >= 4 { // id, num, total, length of the data
			n := min(int(data[3]), len(data)-4)
			total, _ := json.Marshal(int8(data[2]))
			whole, err := fr.add(&request{ID: []byte{'1' + data[0]%16}, Num: number(int8(data[1])), Total: total, Data: string(data[4 : 4+n])})
			if whole != nil && err != nil || len(whole) > fr.limit {
				t.Errorf("%d bytes, %v", len(whole), err)
			}
			held := 0
			for _, p := range fr.begun {
				for _, s := range p.parts {
					held += len(s)
				}
			}
			if held != fr.bytes || held > fr.limit || len(fr.begun) > maxPieces {
				t.Fatalf("%d bytes of %d messages are held, %d are counted", held, len(fr.begun), fr.bytes)
			}
			data = data[4+n:]
		}
	})
}

func FuzzPNG(f *testing.F) {
	for _, s := range []string{`{}`, `{"op":"publish","topic":"/x","msg":{"data":"` + string(bytes.Repeat([]byte("y"), 500)) + `"}}`} {
		b, err := pngFromText([]byte(s))
		if err != nil {
			f.Fatal(err)
		}
		var r reply
		if err := json.Unmarshal(b, &r); err != nil {
			f.Fatal(err)
		}
		back, err := textFromPNG(r.Data, 1<<16)
		if string(back) != s || err != nil {
			f.Errorf("%s came back as %s, %v", s, back, err)
		}
		f.Add(r.Data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		out, err := textFromPNG(data, 1<<16)
		if err == nil && (len(out) > 1<<17 || !json.Valid(out)) {
			t.Errorf("%d bytes", len(out))
		}
	})
}

// FuzzFoxglove takes binary messages apart and what is in them is what was put there.
func FuzzFoxglove(f *testing.F) {
	call := []byte{foxServiceCall, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0}
	f.Add(append(call, "ros1data"...))
	f.Add([]byte{foxClientMessage, 1, 0, 0, 0, 9})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := parseFoxFrame(b)
		if err != nil {
			return
		}
		again := binary.LittleEndian.AppendUint32([]byte{m.op}, m.id)
		if m.op == foxServiceCall {
			again = binary.LittleEndian.AppendUint32(again, m.call)
			again = binary.LittleEndian.AppendUint32(again, uint32(len(m.encoding)))
			again = append(again, m.encoding...)
		}
		if again = append(again, m.data...); !bytes.Equal(again, b) {
			t.Errorf("%x was read as %+v", b, m)
		}
	})
}
