package ros

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// The master dies and comes back on the same port: nodes register again and talk.
func TestMasterRestart(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	addr := strings.TrimSuffix(strings.TrimPrefix(m.URI(), "http://"), "/")
	a := testNode(t, m.URI(), "a")
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	ok[*ServiceServer](t)(AdvertiseServiceRaw(a, "/s", &std_srvs.EmptyService, func(_ context.Context, _, out []byte) ([]byte, error) { return out, nil }))
	changes := make(chan any, 10)
	if err := a.WatchParam(t.Context(), "/p", func(v any, _ bool) { changes <- v }); err != nil {
		t.Fatal(err)
	}
	<-changes
	closeMaster(m)

	// What is advertised while the master is down is registered when it is back.
	late := make(chan string, 1)
	ok[*Subscriber](t)(Subscribe(a, "/late", func(m *str) { late <- m.Data }))
	m = testMaster(t, addr)
	b := testNode(t, m.URI(), "b")
	got := make(chan string, 1)
	ok[*Subscriber](t)(Subscribe(b, "/t", func(m *str) { got <- m.Data }))
	if err := pub.WaitForSubscribers(limit(t), 1); err != nil {
		t.Fatal(err)
	}
	if err := pub.Publish(&str{Data: "again"}); err != nil || receive(t, got) != "again" {
		t.Fatal(err)
	}
	pub2 := ok[*Publisher[*str]](t)(Advertise[*str](b, "/late", Latch()))
	if err := pub2.Publish(&str{Data: "late"}); err != nil || receive(t, late) != "late" {
		t.Fatal(err)
	}
	c := ok[*Caller](t)(NewCaller(b, "/s", "*", "*", false))
	if err := c.Wait(limit(t)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the parameter is subscribed again", func() bool {
		if err := b.SetParam(t.Context(), "/p", 5); err != nil {
			t.Fatal(err)
		}
		select {
		case v := <-changes:
			return v == 5
		case <-time.After(50 * time.Millisecond):
			return false
		}
	})
}

func TestNodeOfSameNameEndsTheOld(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	old := testNode(t, m.URI(), "same")
	young := testNode(t, m.URI(), "same")
	receive(t, old.Done())
	if cause := context.Cause(old.Context()); cause == nil || !strings.Contains(cause.Error(), "same name") {
		t.Error(cause)
	}
	if young.Context().Err() != nil {
		t.Error("the new one ended")
	}
}

func TestNewNodeErrors(t *testing.T) {
	free := ok[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	free.Close()
	for name, c := range map[string]struct {
		cfg  Config
		kind fault.Kind
	}{
		"no master":   {Config{Name: "n", Master: "http://" + free.Addr().String()}, fault.Unavailable},
		"bad master":  {Config{Name: "n", Master: "localhost"}, fault.Invalid},
		"no name":     {Config{Master: "http://127.0.0.1:1"}, fault.Invalid},
		"bad name":    {Config{Name: "a/b"}, fault.Invalid},
		"bad args":    {Config{Name: "n", Args: []string{"a:="}}, fault.Invalid},
		"exposed":     {Config{Name: "n", Host: "192.0.2.1"}, fault.Permission},
		"not a host":  {Config{Name: "n", Host: "http://me:1"}, fault.Invalid},
		"exposed arg": {Config{Name: "n", Args: []string{"__ip:=192.0.2.1"}}, fault.Permission},
	} {
		if _, err := NewNode(t.Context(), c.cfg); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := WaitForMaster(ctx, "http://"+free.Addr().String()); err == nil {
		t.Error("waited for nothing")
	}
}

// hostile are openings that no peer of good will sends; each must end without harm to the rest.
func hostile() map[string][]byte {
	field := func(s string) []byte { return append(binary.LittleEndian.AppendUint32(nil, uint32(len(s))), s...) }
	framed := func(b []byte) []byte { return append(binary.LittleEndian.AppendUint32(nil, uint32(len(b))), b...) }
	return map[string][]byte{
		"4 GB header":     {0xff, 0xff, 0xff, 0xff},
		"negative length": {0, 0, 0, 0x80},
		"4 GB field":      framed([]byte{0xff, 0xff, 0xff, 0xff, 'a'}),
		"no equals sign":  framed(field("nonsense")),
		"empty":           framed(nil),
		"http":            []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		"unknown topic":   header{"topic": "/none", "md5sum": "*"}.append(nil),
		"no md5":          header{"topic": "/t"}.append(nil),
		"unknown service": header{"service": "/none", "md5sum": "*"}.append(nil),
		"4 GB request":    append(header{"service": "/s", "md5sum": "*"}.append(nil), 0xff, 0xff, 0xff, 0xff),
		"short request":   append(header{"service": "/s", "md5sum": "*"}.append(nil), 4, 0, 0, 0, 1),
		"garbage request": append(header{"service": "/s", "md5sum": "*"}.append(nil), 3, 0, 0, 0, 1, 2, 3),
		"half a header":   header{"topic": "/t", "md5sum": "*"}.append(nil)[:9],
	}
}

func TestHostilePeers(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a := testNode(t, m.URI(), "a")
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	ok[*ServiceServer](t)(AdvertiseService(a, "/s", &std_srvs.SetBoolService, func(context.Context, *std_srvs.SetBoolRequest) (*std_srvs.SetBoolResponse, error) {
		return &std_srvs.SetBoolResponse{}, nil
	}))
	for name, opening := range hostile() {
		conn := ok[*net.TCPConn](t)(net.DialTCP("tcp", nil, a.tcp.Addr().(*net.TCPAddr)))
		ok[int](t)(conn.Write(opening))
		conn.CloseWrite() // half closed: the node must not wait for more
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the connection is still open", name)
		}
		conn.Close()
	}
	got := make(chan string, 1)
	ok[*Subscriber](t)(Subscribe(testNode(t, m.URI(), "b"), "/t", func(m *str) { got <- m.Data }))
	if err := pub.WaitForSubscribers(limit(t), 1); err != nil {
		t.Fatal(err)
	}
	if err := pub.Publish(&str{Data: "fine"}); err != nil || receive(t, got) != "fine" {
		t.Error(err)
	}
}

// Publishers that lie to a subscriber: it tells, and goes on with the good one.
func TestHostilePublishers(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	b := testNode(t, m.URI(), "b")
	good := header{"callerid": "/evil", "topic": "/t", "type": "std_msgs/String", "md5sum": (*str)(nil).MD5()}.append(nil)
	for _, stream := range [][]byte{
		{0xff, 0xff, 0xff, 0xff}, append(bytes.Clone(good), 0xff, 0xff, 0xff, 0xff), append(bytes.Clone(good), 3, 0, 0, 0, 9, 9, 9),
		append(bytes.Clone(good), 8, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3, 4), header{"error": "go away"}.append(nil), header{"topic": "/t"}.append(nil),
	} {
		data := ok[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
		defer data.Close()
		go func() {
			for {
				conn, err := data.Accept()
				if err != nil {
					return
				}
				_, _ = readHeader(conn)
				_, _ = conn.Write(stream)
				conn.Close()
			}
		}()
		api := ok[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
		s := xmlrpc.Serve(api, func(context.Context, string, []any) (any, error) {
			return []any{1, "", []any{"TCPROS", "127.0.0.1", data.Addr().(*net.TCPAddr).Port}}, nil
		})
		defer func() {
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			s.Close(ctx)
		}()
		uri := "http://" + api.Addr().String() + "/"
		ok[[]string](t)(graph.NewMaster(b.rpc, m.URI(), "/evil"+api.Addr().String()[10:]).RegisterPublisher(t.Context(), "/t", "std_msgs/String", uri))
	}
	pub := ok[*Publisher[*str]](t)(Advertise[*str](testNode(t, m.URI(), "a"), "/t", Latch()))
	if err := pub.Publish(&str{Data: "good"}); err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 10)
	ok[*Subscriber](t)(Subscribe(b, "/t", func(m *str) { got <- m.Data }))
	if s := receive(t, got); s != "good" {
		t.Error(s)
	}
}

// Connecting and leaving many times leaves nothing behind; goleak looks after goroutines.
func TestManyConnects(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a := testNode(t, m.URI(), "a")
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	descriptors := func() int { return len(ok[[]os.DirEntry](t)(os.ReadDir("/proc/self/fd"))) }
	hello := header{"callerid": "/x", "topic": "/t", "md5sum": "*", "type": "*"}.append(nil)
	before := descriptors()
	for range 1000 {
		conn := ok[net.Conn](t)(net.Dial("tcp", a.tcp.Addr().String()))
		ok[int](t)(conn.Write(hello))
		ok[header](t)(readHeader(conn))
		conn.Close()
	}
	eventually(t, "all have gone", func() bool { return pub.Subscribers() == 0 && descriptors() <= before+2 })
}

func TestSlaveAPI(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	n := testNode(t, m.URI(), "n")
	ok[*Publisher[*str]](t)(Advertise[*str](n, "/t"))
	ok[*Subscriber](t)(Subscribe(n, "/t", func(*str) {}))
	call := func(method string, args ...any) []any {
		t.Helper()
		v, err := n.rpc.Call(t.Context(), n.URI(), method, args...)
		if err != nil {
			t.Fatal(method, err)
		}
		return v.([]any)
	}
	// code and value of right calls
	for _, c := range []struct {
		method string
		args   []any
		value  any
	}{
		{"getPid", nil, os.Getpid()}, {"getMasterUri", nil, m.URI()}, {"getName", nil, "/n"},
		{"getPublications", nil, []any{[]any{"/rosout", "rosgraph_msgs/Log"}, []any{"/t", "std_msgs/String"}}},
		{"getSubscriptions", nil, []any{[]any{"/t", "std_msgs/String"}}},
		{"publisherUpdate", []any{"/t", []any{}}, 0}, {"publisherUpdate", []any{"/other", []any{}}, 0},
		{"requestTopic", []any{"/t", []any{[]any{"OTHER", 1}, []any{"TCPROS"}}}, []any{"TCPROS", "127.0.0.1", n.tcp.Addr().(*net.TCPAddr).Port}},
	} {
		a := call(c.method, append([]any{"/test"}, c.args...)...)
		if d := cmp.Diff([]any{1, c.value}, []any{a[0], a[2]}); d != "" {
			t.Error(c.method, d)
		}
	}
	// wrong ones
	for _, c := range []struct {
		method string
		args   []any
		code   int
	}{
		{"getPid", nil, -1}, {"getPid", []any{1}, -1}, {"getPid", []any{"/x", 1}, -1}, {"getMasterUri", nil, -1}, {"getPublications", nil, -1}, {"getSubscriptions", []any{"/x", 1}, -1},
		{"getBusInfo", nil, -1}, {"getBusStats", []any{"/x", "y"}, -1}, {"publisherUpdate", []any{"/x", "/t"}, -1}, {"publisherUpdate", []any{"/x", "/t", "no list"}, -1},
		{"publisherUpdate", []any{"/x", "", []any{}}, -1}, {"publisherUpdate", []any{"/x", "/t", []any{"no uri"}}, -1}, {"paramUpdate", []any{"/x", "/p"}, -1}, {"paramUpdate", []any{"/x", "/never", 1}, -1},
		{"requestTopic", []any{"/x", "/t"}, -1}, {"requestTopic", []any{"/x", "", []any{}}, -1}, {"requestTopic", []any{"/x", "/t", "TCPROS"}, -1},
		{"requestTopic", []any{"/x", "/t", []any{[]any{1}}}, -1}, {"requestTopic", []any{"/x", "/none", []any{[]any{"TCPROS"}}}, 0}, {"requestTopic", []any{"/x", "/t", []any{[]any{"X"}}}, 0},
		{"requestTopic", []any{"/x", "/t", []any{[]any{"UDPROS", []byte("x"), "127.0.0.1", 1, 1500}}}, 0}, {"requestTopic", []any{"/x", "/t", []any{[]any{"UDPROS"}}}, 0},
	} {
		if a := call(c.method, c.args...); a[0] != c.code {
			t.Errorf("%s%v: %v, want code %d", c.method, c.args, a, c.code)
		}
	}
	var f *xmlrpc.Fault
	if _, err := n.rpc.Call(t.Context(), n.URI(), "nonsense", "/x"); !errors.As(err, &f) {
		t.Error(err)
	}
	eventually(t, "both ends are listed", func() bool {
		bus := ok[[]graph.Bus](t)(n.Slave(n.URI()).GetBusInfo(t.Context()))
		in, out := 0, 0
		for _, b := range bus {
			if b.Topic == "/t" && b.Connected {
				switch {
				case b.Direction == "i" && b.Destination == n.URI():
					in++
				case b.Direction == "o" && b.Destination == "/n":
					out++
				}
			}
		}
		// publisherUpdate above said that nobody publishes, so the incoming one has gone.
		return in == 0 && out == 0 && len(bus) == 0
	})
	if stats := call("getBusStats", "/x"); stats[0] != 1 || len(stats[2].([]any)) != 3 {
		t.Error(stats)
	}
	call("shutdown", "/test", "done")
	receive(t, n.Done())
}

func TestMessageTooLarge(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	p := ok[*RawPublisher](t)(AdvertiseRaw(testNode(t, m.URI(), "a"), "/t", TypeInfo{"a/B", "x", ""}, Latch()))
	if err := p.p.publish(huge{}); fault.KindOf(err) != fault.TooLarge {
		t.Error(err)
	}
	if _, err := AdvertiseRaw(p.p.node, "/u", AnyType); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

type huge struct{}

func (huge) SizeROS() int              { return MaxMessage + 1 }
func (huge) AppendROS(b []byte) []byte { panic("must not be asked") }

func TestUDPReassembly(t *testing.T) {
	message := func(n int) []byte {
		b := binary.LittleEndian.AppendUint32(nil, uint32(n))
		for i := range n {
			b = append(b, byte(i*7))
		}
		return b
	}
	cut := func(b []byte, id uint8) (out [][]byte) {
		here, there := ok[*net.UDPConn](t)(net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})), (*net.UDPConn)(nil)
		defer here.Close()
		there = ok[*net.UDPConn](t)(net.DialUDP("udp", nil, here.LocalAddr().(*net.UDPAddr)))
		defer there.Close()
		w := &udpWriter{UDPConn: there, id: 9, payload: 100, message: id - 1}
		ok[int](t)(w.Write(b))
		buf := make([]byte, 1000)
		for range (len(b) + 99) / 100 {
			n := ok[int](t)(here.Read(buf))
			out = append(out, bytes.Clone(buf[:n]))
		}
		return out
	}
	var a assembler
	feed := func(datagrams ...[]byte) (frames [][]byte) {
		for _, d := range datagrams {
			if f := a.take(d, 9); f != nil {
				frames = append(frames, bytes.Clone(f.body()))
			}
		}
		return frames
	}
	big := cut(message(450), 5)
	for name, order := range map[string][]int{"in order": {0, 1, 2, 3, 4}, "reversed": {4, 3, 2, 1, 0}, "twice": {0, 1, 1, 2, 3, 3, 4}} {
		a = assembler{}
		var d [][]byte
		for _, i := range order {
			d = append(d, big[i])
		}
		if got := feed(d...); len(got) != 1 || !bytes.Equal(got[0], message(450)[4:]) {
			t.Errorf("%s: %d frames", name, len(got))
		}
	}
	a = assembler{}
	next := cut(message(20), 6)
	if got := feed(append(append(big[:3:3], next...), big[3:]...)...); len(got) != 1 || len(got[0]) != 20 {
		t.Error("a lost block must cost its message only:", len(got))
	}
	if got := feed(nil, []byte{1}, append([]byte{8, 0, 0, 0}, next[0][4:]...), []byte{9, 0, 0, 0, 7, 1, 1, 0}, []byte{9, 0, 0, 0, 0, 9, 0, 0}); len(got) != 0 {
		t.Error("nonsense was taken for a message")
	}
}

func FuzzHeader(f *testing.F) {
	f.Add(header{"a": "b", "topic": "/t"}.append(nil))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		h, err := readHeader(bytes.NewReader(b))
		if err != nil {
			return
		}
		again, err := readHeader(bytes.NewReader(h.append(nil)))
		if d := cmp.Diff(h, again); d != "" || err != nil {
			t.Fatal(d, err)
		}
	})
}

func FuzzDatagrams(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 'x'}, []byte{1, 0, 0, 0, 1, 1, 1, 0})
	f.Fuzz(func(t *testing.T, one, two []byte) {
		var a assembler
		for _, d := range [][]byte{one, two, one} {
			if fr := a.take(d, 1); fr != nil {
				fr.release()
			}
		}
	})
}

func FuzzMismatch(f *testing.F) {
	f.Add("float64 x # metres\n====\nMSG: a/B\nstring S=#x\n", "float32 x\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		text := compatible("a", TypeInfo{"p/T", "1", a}, "b", TypeInfo{"p/T", "2", b})
		if text == "" {
			t.Fatal("no reason")
		}
	})
}

func TestDefinitionDiff(t *testing.T) {
	for _, c := range [][3]string{
		{"float64 x # m\nfloat64 y\n", "float64  x\nfloat32 y # other\n", "; only A has: float64 y; only B has: float32 y"},
		{"int8 a\nint8 b\n", "int8 b\nint8 a\n", "; the same fields are in another order"},
		{"p/H h\n====\nMSG: p/H\nint8 a\n", "p/H h\n====\nMSG: p/H\nint16 a\n", "; only A has: p/H: int8 a; only B has: p/H: int16 a"},
		{"string S=a#b\n", "string S=a#c\n", "; only A has: string S=a#b; only B has: string S=a#c"},
		{"", strings.Repeat("int8 a\n", 10), "; only B has: int8 a, int8 a, int8 a, int8 a, int8 a, int8 a, int8 a, int8 a and 2 more"},
	} {
		if got := diffDefinitions("A", c[0], "B", c[1]); got != c[2] {
			t.Errorf("%q %q:\n got %s\nwant %s", c[0], c[1], got, c[2])
		}
	}
}

func TestPublishAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	m := testMaster(t, "127.0.0.1:0")
	a := testNode(t, m.URI(), "a")
	pub := ok[*Publisher[*std_msgs.Float64]](t)(Advertise[*std_msgs.Float64](a, "/t"))
	got := make(chan float64, 1)
	ok[*Subscriber](t)(Subscribe(a, "/t", func(m *std_msgs.Float64) { got <- m.Data }, Borrow()))
	if err := pub.WaitForSubscribers(limit(t), 1); err != nil {
		t.Fatal(err)
	}
	msg := &std_msgs.Float64{Data: 1}
	if n := testing.AllocsPerRun(1000, func() {
		if err := pub.Publish(msg); err != nil {
			t.Error(err)
		}
		<-got
	}); n > 0 {
		t.Errorf("%v allocations from Publish to callback", n)
	}
}

// Peers that connect and say nothing: they are refused beyond a number, and nobody else notices.
func TestSilentPeers(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a := testNode(t, m.URI(), "a")
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	got := make(chan string, 1)
	ok[*Subscriber](t)(Subscribe(testNode(t, m.URI(), "b"), "/t", func(m *str) { got <- m.Data }))
	if err := pub.WaitForSubscribers(limit(t), 1); err != nil {
		t.Fatal(err)
	}
	var silent []net.Conn
	for range maxHandshakes + 20 {
		silent = append(silent, ok[net.Conn](t)(net.Dial("tcp", a.tcp.Addr().String())))
	}
	cut := 0
	for _, c := range silent[maxHandshakes:] {
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			cut++
		}
	}
	if cut != 20 {
		t.Errorf("%d of 20 connections too many were cut", cut)
	}
	if err := pub.Publish(&str{Data: "fine"}); err != nil || receive(t, got) != "fine" {
		t.Error(err)
	}
	for _, c := range silent {
		c.Close()
	}
	eventually(t, "new peers are welcome again", func() bool {
		conn := ok[net.Conn](t)(net.Dial("tcp", a.tcp.Addr().String()))
		defer conn.Close()
		_, _ = conn.Write(header{"topic": "/t", "md5sum": "*"}.append(nil))
		conn.SetReadDeadline(time.Now().Add(time.Second))
		_, err := readHeader(conn)
		return err == nil
	})
}

func FuzzParseParam(f *testing.F) {
	for _, s := range []string{"1", "a: [1, {b: 2.5}]", "&a [*a, *a]", "!!binary aGk=", "{? x : y}", "- - -", "1e400", "'", "a: &x [1]\nb: *x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseParam(text)
		if err != nil {
			return
		}
		if _, err := xmlrpc.AppendCall(nil, "setParam", "/n", "/p", v); err != nil && fault.KindOf(err) == fault.Unsupported {
			t.Errorf("%q became a %T, which is no parameter: %v", text, v, err)
		}
	})
}

// A document that refers to itself over and over does not fill the memory.
func TestYAMLBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		b.WriteString(strings.ReplaceAll("aN: &aN [*aP, *aP, *aP, *aP, *aP, *aP, *aP, *aP, *aP, *aP]\n", "aN", "a"+string(rune('a'+i))))
		s := strings.ReplaceAll(b.String(), "aP", map[bool]string{true: "a0", false: "a" + string(rune('a'+i-1))}[i == 1])
		b.Reset()
		b.WriteString(s)
	}
	if _, err := ParseParam(b.String()); fault.KindOf(err) != fault.Unsupported {
		t.Error(err)
	}
	for _, deep := range []string{strings.Repeat("[", 1e5), strings.Repeat("- ", 1e5), strings.Repeat("{a: ", 1e5)} {
		if _, err := ParseParam(deep); err == nil {
			t.Errorf("%.10s... is a parameter", deep)
		}
	}
}
