package bridge

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
)

// Whatever a client sends wrong is answered with what is wrong, and the connection goes on.
func TestMistakes(t *testing.T) {
	w := newWorld(t)
	advertise[*std_msgs.String](t, w.robot, "/strings")
	p := dial(t, w)
	for _, c := range []struct{ send, want string }{
		{`{`, "no JSON object"},
		{`[1]`, "no JSON object"},
		{`{}`, "no op"},
		{`{"op":7}`, `"op" is a JSON number`},
		{`{"op":"frob"}`, "frob"},
		{`{"op":"subscribe","topic":"/a","id":"` + strings.Repeat("x", 2000) + `"}`, "more than 1024"},
		{`{"op":"subscribe","topic":"/` + strings.Repeat("x", 2000) + `"}`, "more than 1024"},
		{`{"op":"publish","topic":"/strings","msg":{"` + strings.Repeat("x", 1<<20) + `":1}}`, "xxx..."},
		{strings.Repeat(`{"op":`, 200000), "no JSON object"},
		{`{"op":"publish","topic":"/a","msg":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, "depth"},
		{`{"op":"advertise","topic":"/a","type":"no_such/Type"}`, "no_such/Type"},
		{`{"op":"advertise","topic":"/a","type":"<script>"}`, "no message type"},
		{`{"op":"advertise","topic":"/a"}`, "/a"},
		{`{"op":"advertise","topic":"","type":"std_msgs/String"}`, "no topic"},
		{`{"op":"advertise","topic":"a b","type":"std_msgs/String"}`, "a b"},
		{`{"op":"publish","topic":"/strings","msg":{"dat":"x"}}`, `"dat"`},
		{`{"op":"publish","topic":"/strings","msg":{"data":5}}`, "text"},
		{`{"op":"subscribe","topic":"/a","compression":"zip"}`, "zip"},
		{`{"op":"unsubscribe","topic":"/never"}`, "/never"},
		{`{"op":"unadvertise","topic":"/never"}`, "/never"},
		{`{"op":"unadvertise_service","service":"/never"}`, "/never"},
		{`{"op":"advertise_service","service":"/s","type":"no_such/Service"}`, "no_such/Service"},
		{`{"op":"advertise_service","service":"/s"}`, "no type"},
		{`{"op":"service_response","service":"/s","id":"1","result":true}`, "no call"},
		{`{"op":"call_service"}`, "no service"},
		{`{"op":"set_level","level":"loud"}`, "loud"},
		{`{"op":"png","data":"AAAA"}`, "png"},
		{`{"op":"png","data":"!"}`, "png"},
		{`{"op":"fragment","id":"1","data":"x","num":0,"total":1e9}`, "at most"},
		{`{"op":"fragment","id":"1","data":"x","num":3,"total":2}`, "num counts"},
		{`{"op":"fragment","id":"1","data":"x","num":-1,"total":2}`, "num counts"},
		{`{"op":"fragment","id":"1","data":"","num":0,"total":2}`, "empty"},
		{`{"op":"fragment","id":"1","data":"{","num":0,"total":1}`, "no JSON object"},
		{`{"op":"fragment","id":"1","data":"{\"op\":\"fragment\",\"id\":2,\"num\":0,\"total\":1,\"data\":\"x\"}","num":0,"total":1}`, "within"},
		{`{"op":"send_action_goal","action":"/act","action_type":"std_msgs/String"}`, "no id"},
		{`{"op":"cancel_action_goal","action":"/act","id":"x"}`, "/act"},
		{`{"op":"advertise_action","action":"/act","type":"x/Y"}`, "actionlib"},
	} {
		p.send("%s", c.send)
		r := p.next("status", "publish")
		if r.Level != "error" || !strings.Contains(strings.ToLower(string(r.Msg)), strings.ToLower(jsonText(c.want))) {
			t.Errorf("%.80s: told %s %.300s; want %q", c.send, r.Level, r.Msg, c.want)
		}
	}
	// The status names the operation.
	p.send(`{"op":"unsubscribe","id":"u7","topic":"/never"}`)
	if r := p.next("status"); r.ID != "u7" {
		t.Errorf("the status is of %v", r.ID)
	}
	for _, b := range [][]byte{{}, {0xff}, {0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, bytes.Repeat([]byte{0x81}, 100000), {0xd8, 85, 0x43, 1, 2, 3}} {
		if err := p.conn.Write(p.ctx, websocket.MessageBinary, b); err != nil {
			t.Fatal(err)
		}
		if r := p.next("status"); !strings.Contains(string(r.Msg), "CBOR") && !strings.Contains(string(r.Msg), "JSON") {
			t.Errorf("%.20x: told %s", b, r.Msg)
		}
	}
	p.sync()
}

func jsonText(s string) string {
	b, _ := json.Marshal(s)
	return string(b[1 : len(b)-1])
}

// A frame that is too large is told of before the connection ends, and never held.
func TestHugeFrame(t *testing.T) {
	for _, protocol := range []string{"", foxgloveV1} {
		t.Run(protocol, func(t *testing.T) {
			w := newWorld(t, func(o *Options) { o.MaxFrame = 1 << 20 })
			p := dial(t, w, func(o *websocket.DialOptions) {
				if protocol != "" {
					o.Subprotocols = []string{protocol}
				}
			})
			go func() { // the bridge stops reading; what is written then waits
				w, err := p.conn.Writer(p.ctx, websocket.MessageText)
				chunk := bytes.Repeat([]byte(" "), 64<<10)
				for i := 0; i < 1000 && err == nil; i++ {
					_, err = w.Write(chunk)
				}
			}()
			told := false
			for {
				_, b, err := p.conn.Read(p.ctx)
				if err != nil {
					if got := websocket.CloseStatus(err); got != websocket.StatusMessageTooBig {
						t.Errorf("closed with %v: %v", got, err)
					}
					break
				}
				told = told || bytes.Contains(b, []byte(`"status"`)) && bytes.Contains(b, []byte("1048576"))
			}
			if !told {
				t.Error("no status told why")
			}
		})
	}
}

// Fragments that never become a message are bounded in number and in bytes.
func TestHalfFragments(t *testing.T) {
	f := fragments{limit: 1 << 20}
	total, _ := json.Marshal(1000)
	data := strings.Repeat("x", 1<<16)
	refused := 0
	for i := range 500 {
		id, _ := json.Marshal(i % 50)
		_, err := f.add(&request{ID: id, Data: data, Num: number(i % 1000), Total: total})
		if err != nil {
			refused++
		}
		if f.bytes > f.limit || len(f.begun) > maxPieces {
			t.Fatalf("%d bytes of %d messages are held", f.bytes, len(f.begun))
		}
	}
	f.add(&request{ID: []byte("1"), Data: "a", Num: 1, Total: []byte("2")})
	whole, err := f.add(&request{ID: []byte("1"), Data: "b", Num: 0, Total: []byte("2")})
	if string(whole) != "ba" || err != nil {
		t.Errorf("got %q, %v", whole, err)
	}
}

// Fragments that the bridge makes are valid JSON each, and joined they are the text.
func TestFragments(t *testing.T) {
	text := []byte(`{"a":"ü€😀\"\\` + strings.Repeat("日本", 100) + `"}`)
	for size := minFragment; size < minFragment+8; size++ {
		var joined string
		parts := fragmentsOf(text, size, []byte(`"i"`))
		for i, b := range parts {
			var r reply
			if err := json.Unmarshal(b, &r); err != nil || r.Num != i || r.Total != len(parts) || len(r.Data) > size {
				t.Fatalf("%s: %v", b, err)
			}
			joined += r.Data
		}
		if joined != string(text) {
			t.Errorf("size %d: joined %s", size, joined)
		}
	}
}
