package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// limit bounds what a test waits for.
func limit(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// until waits for a condition that nothing announces.
func until(ctx context.Context, t testing.TB, what string, cond func() bool) {
	t.Helper()
	for !cond() {
		select {
		case <-ctx.Done():
			t.Fatalf("waited in vain: %s", what)
		case <-time.After(time.Millisecond):
		}
	}
}

// world is a master, a robot and a bridge.
type world struct {
	uri    string
	robot  *ros.Node
	bridge *Server
	url    string
}

func testMaster(t testing.TB) string {
	t.Helper()
	m := must[*master.Master](t)(master.Start(master.Options{Addr: "127.0.0.1:0"}))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	})
	return m.URI()
}

func testNode(t testing.TB, uri, name string) *ros.Node {
	t.Helper()
	n := must[*ros.Node](t)(ros.NewNode(t.Context(), ros.Config{Name: name, Master: uri, Log: slog.DiscardHandler, Host: "127.0.0.1", NoRosout: true}))
	t.Cleanup(func() { n.Close() })
	return n
}

func newWorld(t testing.TB, change ...func(*Options)) *world {
	t.Helper()
	w := &world{uri: testMaster(t)}
	w.robot = testNode(t, w.uri, "robot")
	var opt Options
	for _, f := range change {
		f(&opt)
	}
	w.start(t, opt)
	return w
}

// start runs a bridge in the graph of the world's master.
func (w *world) start(t testing.TB, opt Options) {
	t.Helper()
	opt.Log = slog.New(slog.DiscardHandler)
	w.bridge = New(testNode(t, w.uri, "bridge"), opt)
	l := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	w.url = "ws://" + l.Addr().String()
	done := make(chan error, 1)
	go func() { done <- w.bridge.Serve(l, nil) }()
	t.Cleanup(func() {
		w.bridge.Close()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}

// peer is a client of the bridge that a test plays.
type peer struct {
	t    testing.TB
	ctx  context.Context
	conn *websocket.Conn
}

func dial(t testing.TB, w *world, opt ...func(*websocket.DialOptions)) *peer {
	t.Helper()
	ctx := limit(t)
	var o websocket.DialOptions
	for _, f := range opt {
		f(&o)
	}
	conn, _, err := websocket.Dial(ctx, w.url, &o)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(-1)
	t.Cleanup(func() { conn.CloseNow() })
	return &peer{t, ctx, conn}
}

func (p *peer) send(format string, args ...any) {
	p.t.Helper()
	if err := p.conn.Write(p.ctx, websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) frame() (websocket.MessageType, []byte) {
	p.t.Helper()
	typ, b, err := p.conn.Read(p.ctx)
	if err != nil {
		p.t.Fatal(err)
	}
	return typ, b
}

type reply struct {
	Op, Topic, Service, Level, Action string
	ID                                any
	Msg                               json.RawMessage
	Args, Values                      json.RawMessage
	Result                            bool
	Data                              string
	Num, Total, Status                int
}

// next returns the next message of one of the ops.
func (p *peer) next(ops ...string) reply {
	p.t.Helper()
	for {
		_, b := p.frame()
		var r reply
		if err := json.Unmarshal(b, &r); err != nil && r.Op == "" {
			p.t.Fatalf("%v in %.300s", err, b)
		}
		for _, op := range ops {
			if r.Op == op {
				return r
			}
		}
		if r.Op == "status" {
			p.t.Fatalf("the bridge says: %s", b)
		}
	}
}

// call calls a service and returns the values.
func (p *peer) call(service, args string) reply {
	p.t.Helper()
	p.send(`{"op":"call_service","id":"call %s","service":%q,"args":%s}`, service, service, args)
	r := p.next("service_response")
	if r.ID != "call "+service || r.Service != service {
		p.t.Fatalf("answered %+v to a call of %s", r, service)
	}
	return r
}

// sync returns when the bridge has handled everything that was sent before.
func (p *peer) sync() {
	p.t.Helper()
	p.call("/rosapi/get_time", "{}")
}

func text(t testing.TB, msg json.RawMessage) string {
	t.Helper()
	var m struct{ Data string }
	if err := json.Unmarshal(msg, &m); err != nil {
		t.Fatalf("%v: %s", err, msg)
	}
	return m.Data
}

// A client hears a topic of another node, and a node hears what a client publishes the moment after it advertised.
func TestTopics(t *testing.T) {
	w := newWorld(t)
	heard := make(chan string, 10)
	must[*ros.Subscriber](t)(ros.Subscribe(w.robot, "/to_robot", func(m *std_msgs.String) { heard <- m.Data }))
	pub := must[*ros.Publisher[*std_msgs.String]](t)(ros.Advertise[*std_msgs.String](w.robot, "/from_robot"))

	p := dial(t, w)
	p.send(`{"op":"advertise","id":"a1","topic":"/to_robot","type":"std_msgs/String"}`)
	p.send(`{"op":"publish","topic":"/to_robot","msg":{"data":"grüß \"dich\""}}`)
	if got := <-heard; got != `grüß "dich"` {
		t.Errorf("the robot heard %q", got)
	}
	p.send(`{"op":"subscribe","id":"s1","topic":"/from_robot","type":"std_msgs/String"}`)
	if err := pub.WaitForSubscribers(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	pub.Publish(&std_msgs.String{Data: "hello\n"})
	r := p.next("publish")
	if r.Topic != "/from_robot" || text(t, r.Msg) != "hello\n" {
		t.Errorf("the client heard %+v", r)
	}
	p.send(`{"op":"unsubscribe","id":"s1","topic":"/from_robot"}`)
	p.send(`{"op":"unadvertise","id":"a1","topic":"/to_robot"}`)
	p.sync()
	until(p.ctx, t, "the last listener's going ends the subscription", func() bool { return pub.Subscribers() == 0 })
}

func TestServices(t *testing.T) {
	w := newWorld(t)
	must[*ros.ServiceServer](t)(ros.AdvertiseService(w.robot, "/switch", &std_srvs.SetBoolService, func(_ context.Context, r *std_srvs.SetBoolRequest) (*std_srvs.SetBoolResponse, error) {
		if !r.Data {
			return nil, fmt.Errorf("it stays on")
		}
		return &std_srvs.SetBoolResponse{Success: true, Message: "on"}, nil
	}))
	p := dial(t, w)
	for args, want := range map[string]string{
		`{"data":true}`: `true {"success":true,"message":"on"}`,
		`[true]`:        `true {"success":true,"message":"on"}`,
		`{}`:            `false "it stays on"`,
	} {
		r := p.call("/switch", args)
		if got := fmt.Sprintf("%v %s", r.Result, r.Values); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
	if r := p.call("/nothing", "{}"); r.Result || !strings.Contains(string(r.Values), "/nothing") {
		t.Errorf("a missing service answers %v %s", r.Result, r.Values)
	}
	if r := p.call("/switch", `{"dta":true}`); r.Result || !strings.Contains(string(r.Values), "dta") {
		t.Errorf("a wrong field answers %v %s", r.Result, r.Values)
	}

	// The other way.
	p.send(`{"op":"advertise_service","service":"/client","type":"std_srvs/SetBool"}`)
	p.sync()
	c := must[*ros.ServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse]](t)(ros.NewServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse](w.robot, "/client", &std_srvs.SetBoolService, false))
	type answer struct {
		res *std_srvs.SetBoolResponse
		err error
	}
	answers := make(chan answer, 1)
	ask := func() reply {
		go func() {
			res, err := c.Call(p.ctx, &std_srvs.SetBoolRequest{Data: true})
			answers <- answer{res, err}
		}()
		r := p.next("call_service")
		if string(r.Args) != `{"data":true}` || r.Service != "/client" {
			t.Fatalf("asked %+v", r)
		}
		return r
	}
	r := ask()
	p.send(`{"op":"service_response","service":"/client","id":%q,"result":true,"values":{"success":true,"message":"by hand"}}`, r.ID)
	if a := <-answers; a.err != nil || a.res.Message != "by hand" {
		t.Errorf("got %+v", a)
	}
	r = ask()
	p.send(`{"op":"service_response","service":"/client","id":%q,"result":false,"values":"not now"}`, r.ID)
	if a := <-answers; a.err == nil || !strings.Contains(a.err.Error(), "not now") {
		t.Errorf("got %+v", a)
	}
	ask()
	p.conn.CloseNow()
	if a := <-answers; a.err == nil {
		t.Errorf("a client that is gone answered %+v", a)
	}
}

func TestPage(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "page ", r.URL.Path) })
	w := newWorld(t, func(o *Options) { o.Page = page })
	res, err := http.Get("http" + strings.TrimPrefix(w.url, "ws") + "/x")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b := make([]byte, 100)
	n, _ := res.Body.Read(b)
	if string(b[:n]) != "page /x" {
		t.Errorf("got %q", b[:n])
	}
	http.DefaultClient.CloseIdleConnections()
	dial(t, w).sync()
}
