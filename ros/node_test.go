package ros

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func testMaster(t testing.TB, addr string) *master.Master {
	t.Helper()
	m, err := master.Start(master.Options{Addr: addr})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeMaster(m) })
	return m
}

func closeMaster(m *master.Master) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	m.Close(ctx)
}

// log collects what a node logs.
type log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func testNode(t testing.TB, uri, name string, change ...func(*Config)) *Node {
	t.Helper()
	c := Config{Name: name, Master: uri, Log: slog.DiscardHandler, Host: "127.0.0.1"}
	for _, f := range change {
		f(&c)
	}
	n, err := NewNode(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

func ok[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func limit(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// receive takes a value from a channel or fails.
func receive[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

// eventually waits for a condition that nothing signals.
func eventually(t testing.TB, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !cond(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: ", what)
		}
	}
}

type str = std_msgs.String

func TestPubSub(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b")
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "chatter"))
	got := make(chan string, 2000)
	sub := ok[*Subscriber](t)(Subscribe(b, "chatter", func(m *str) { got <- m.Data }, QueueSize(2000)))
	if err := pub.WaitForSubscribers(limit(t), 1); err != nil {
		t.Fatal(err)
	}
	const count = 50
	for i := range count {
		if err := pub.Publish(&str{Data: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range count {
		if s := receive(t, got); s != fmt.Sprint(i) {
			t.Fatalf("message %d is %q", i, s)
		}
	}
	if sub.Topic() != "/chatter" || pub.Topic() != "/chatter" || sub.Publishers() != 1 || pub.Subscribers() != 1 {
		t.Error(sub.Topic(), pub.Topic(), sub.Publishers(), pub.Subscribers())
	}
	sub.Close()
	eventually(t, "the publisher sees the subscriber go", func() bool { return pub.Subscribers() == 0 })
	pub.Close()
	if err := pub.Publish(&str{}); fault.KindOf(err) != fault.Preempted {
		t.Error(err)
	}
	state := ok[graph.State](t)(a.Graph().GetSystemState(t.Context()))
	for _, e := range append(state.Publishers, state.Subscribers...) {
		if e.Name == "/chatter" {
			t.Error("still registered:", e)
		}
	}
}

// A subscriber that comes before its publisher, a second callback in the node, a latched message for late ones.
func TestLatchAndSharing(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b")
	one, two, raw := make(chan string, 10), make(chan string, 10), make(chan RawMessage, 10)
	ok[*Subscriber](t)(Subscribe(b, "/l", func(m *str) { one <- m.Data }))
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "/l", Latch()))
	for _, s := range []string{"old", "new"} {
		if err := pub.Publish(&str{Data: s}); err != nil {
			t.Fatal(err)
		}
	}
	for receive(t, one) != "new" {
	}
	ok[*Subscriber](t)(Subscribe(b, "/l", func(m *str) { two <- m.Data }))
	if s := receive(t, two); s != "new" {
		t.Error(s)
	}
	c := testNode(t, m.URI(), "c")
	ok[*Subscriber](t)(SubscribeRaw(c, "/l", AnyType, func(m RawMessage) {
		m.Bytes = bytes.Clone(m.Bytes)
		raw <- m
	}))
	r := receive(t, raw)
	if r.Type.Name != "std_msgs/String" || r.Publisher != "/a" || !r.Latched || string(r.Bytes) != "\x03\x00\x00\x00new" || !strings.Contains(r.Type.Definition, "string data") {
		t.Errorf("%+v", r)
	}
	// A second publisher of the node shares the topic; the first may go.
	again := ok[*Publisher[*str]](t)(Advertise[*str](a, "/l"))
	pub.Close()
	if err := again.Publish(&str{Data: "third"}); err != nil {
		t.Fatal(err)
	}
	if s := receive(t, one); s != "third" {
		t.Error(s)
	}
	if _, err := Advertise[*std_msgs.Int32](a, "/l"); fault.KindOf(err) != fault.Conflict {
		t.Error(err)
	}
	if _, err := Subscribe(b, "/l", func(*std_msgs.Int32) {}); fault.KindOf(err) != fault.Conflict {
		t.Error(err)
	}
}

// A callback that does not keep up loses the oldest messages; a subscriber that does not read harms no other.
func TestQueues(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b, c := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b"), testNode(t, m.URI(), "c")
	pub := ok[*Publisher[*std_msgs.UInt8MultiArray]](t)(Advertise[*std_msgs.UInt8MultiArray](a, "big", QueueSize(2)))
	got := make(chan byte, 1000)
	release := make(chan struct{})
	letGo := sync.OnceFunc(func() { close(release) })
	defer letGo()
	slow := ok[*Subscriber](t)(Subscribe(b, "big", func(m *std_msgs.UInt8MultiArray) {
		got <- m.Data[0]
		<-release
	}, QueueSize(3)))
	quick := make(chan byte, 1000)
	ok[*Subscriber](t)(Subscribe(c, "big", func(m *std_msgs.UInt8MultiArray) { quick <- m.Data[0] }))
	// A peer that connects and never reads.
	deaf := ok[net.Conn](t)(net.Dial("tcp", a.tcp.Addr().String()))
	defer deaf.Close()
	h := header{"callerid": "/deaf", "topic": "/big", "md5sum": "*", "type": "*"}
	ok[int](t)(deaf.Write(h.append(nil)))
	if err := pub.WaitForSubscribers(limit(t), 3); err != nil {
		t.Fatal(err)
	}
	const count = 60
	data := make([]byte, 1<<20)
	for i := range count {
		data[0] = byte(i)
		if err := pub.Publish(&std_msgs.UInt8MultiArray{Data: data}); err != nil {
			t.Fatal(err)
		}
		if v := receive(t, quick); v != byte(i) {
			t.Fatalf("the quick subscriber got %d instead of %d", v, i)
		}
		eventually(t, "the slow one has got it too", func() bool {
			slow.sink.mu.Lock()
			defer slow.sink.mu.Unlock()
			return len(got)+slow.sink.queue.n+int(slow.Dropped()) == i+1
		})
	}
	if slow.Dropped() != count-1-3 {
		t.Error("dropped:", slow.Dropped())
	}
	letGo()
	var all []byte
	for range 4 {
		all = append(all, receive(t, got))
	}
	if d := cmp.Diff([]byte{0, count - 3, count - 2, count - 1}, all); d != "" {
		t.Error(d)
	}
	if pub.Dropped() == 0 {
		t.Error("nothing was dropped for the peer that does not read")
	}
}

// A callback that was quick and becomes slow: order is kept, the newest messages win, and calls stay one at a time.
func TestCallbackBecomesSlow(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b, c := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b"), testNode(t, m.URI(), "c")
	pub := ok[*Publisher[*std_msgs.UInt64]](t)(Advertise[*std_msgs.UInt64](a, "/n"))
	other := ok[*Publisher[*std_msgs.UInt64]](t)(Advertise[*std_msgs.UInt64](c, "/n"))
	got, hold := make(chan uint64, 10000), make(chan chan struct{}, 1)
	letGo := make(chan struct{})
	free := sync.OnceFunc(func() { close(letGo) })
	defer free()
	var inside atomic.Int32
	sub := ok[*Subscriber](t)(Subscribe(b, "/n", func(m *std_msgs.UInt64) {
		if inside.Add(1) != 1 {
			t.Error("two calls at a time")
		}
		defer inside.Add(-1)
		got <- m.Data
		select {
		case held := <-hold:
			close(held)
			<-letGo
		default:
		}
	}, QueueSize(5)))
	for _, p := range []*Publisher[*std_msgs.UInt64]{pub, other} {
		if err := p.WaitForSubscribers(limit(t), 1); err != nil {
			t.Fatal(err)
		}
	}
	send := func(p *Publisher[*std_msgs.UInt64], n uint64) {
		t.Helper()
		if err := p.Publish(&std_msgs.UInt64{Data: n}); err != nil {
			t.Fatal(err)
		}
	}
	n := uint64(0)
	next := func() { // one after the other, from either publisher
		n++
		send([]*Publisher[*std_msgs.UInt64]{pub, other}[n%2], n)
		if g := receive(t, got); g != n {
			t.Fatalf("%d instead of %d", g, n)
		}
	}
	quick := func() {
		for sub.sink.mu.Lock(); sub.sink.short < 2*shortEnough; sub.sink.mu.Lock() {
			sub.sink.mu.Unlock()
			next()
		}
		sub.sink.mu.Unlock()
	}
	quick()
	held := make(chan struct{})
	hold <- held
	next()
	<-held
	last := n + 1000
	for n < last {
		n++
		send(pub, n)
	}
	send(other, last+1)
	free()
	prev := uint64(0)
	for g := uint64(0); g < last; {
		if g = receive(t, got); g <= last && g < prev {
			t.Fatalf("%d after %d", g, prev)
		} else if g <= last {
			prev = g
		}
	}
}

func TestTypeMismatchIsToldToBothSides(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	var la, lb log
	a := testNode(t, m.URI(), "a", func(c *Config) { c.Log = slog.NewTextHandler(&la, nil) })
	b := testNode(t, m.URI(), "b", func(c *Config) { c.Log = slog.NewTextHandler(&lb, nil) })
	ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	other := TypeInfo{Name: "std_msgs/String", MD5: strings.Repeat("0", 32), Definition: "string text # named otherwise\n"}
	ok[*Subscriber](t)(SubscribeRaw(b, "/t", other, func(RawMessage) { t.Error("called") }))
	for name, l := range map[string]*log{"publisher": &la, "subscriber": &lb} {
		eventually(t, name+" says why", func() bool {
			return strings.Contains(l.String(), "only publisher /a has: string data; only subscriber /b has: string text")
		})
	}
}

func TestServices(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b")
	serve := func() *ServiceServer {
		return ok[*ServiceServer](t)(AdvertiseService(a, "switch", &std_srvs.SetBoolService, func(_ context.Context, req *std_srvs.SetBoolRequest) (*std_srvs.SetBoolResponse, error) {
			if !req.Data {
				return nil, errors.New("cannot be switched off")
			}
			return &std_srvs.SetBoolResponse{Success: true, Message: "on"}, nil
		}))
	}
	s := serve()
	for _, persistent := range []bool{false, true} {
		c := ok[*ServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse]](t)(NewServiceClient[*std_srvs.SetBoolRequest, *std_srvs.SetBoolResponse](b, "switch", &std_srvs.SetBoolService, persistent))
		if err := c.Wait(limit(t)); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			res, err := c.Call(limit(t), &std_srvs.SetBoolRequest{Data: true})
			if err != nil || !res.Success || res.Message != "on" {
				t.Fatal(res, err)
			}
		}
		var told *ServiceError
		if _, err := c.Call(limit(t), &std_srvs.SetBoolRequest{}); !errors.As(err, &told) || told.Text != "cannot be switched off" {
			t.Error(err)
		}
		// The server comes back while the client's connection is kept.
		s.Close()
		if _, err := c.Call(limit(t), &std_srvs.SetBoolRequest{Data: true}); err == nil {
			t.Error("called a closed service")
		}
		s = serve()
		if _, err := c.Call(limit(t), &std_srvs.SetBoolRequest{Data: true}); err != nil {
			t.Error(err)
		}
		c.Close()
	}
	if _, err := NewServiceClient[*std_srvs.SetBoolRequest, *std_srvs.TriggerResponse](b, "switch", &std_srvs.SetBoolService, false); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	wrong := ok[*ServiceClient[*std_srvs.TriggerRequest, *std_srvs.TriggerResponse]](t)(NewServiceClient[*std_srvs.TriggerRequest, *std_srvs.TriggerResponse](b, "switch", &std_srvs.TriggerService, false))
	if _, err := wrong.Call(limit(t), &std_srvs.TriggerRequest{}); fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "std_srvs/SetBool") {
		t.Error(err)
	}
	if _, err := AdvertiseServiceRaw(a, "switch", &std_srvs.SetBoolService, nil); fault.KindOf(err) != fault.Conflict {
		t.Error(err)
	}
}

func TestServiceDeadlineAndPanic(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a := testNode(t, m.URI(), "a")
	began := make(chan struct{}, 1)
	ok[*ServiceServer](t)(AdvertiseService(a, "slow", &std_srvs.EmptyService, func(ctx context.Context, _ *std_srvs.EmptyRequest) (*std_srvs.EmptyResponse, error) {
		began <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	ok[*ServiceServer](t)(AdvertiseService(a, "bad", &std_srvs.EmptyService, func(context.Context, *std_srvs.EmptyRequest) (*std_srvs.EmptyResponse, error) {
		panic("oh")
	}))
	c := ok[*Caller](t)(NewCaller(a, "slow", "*", "*", true))
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	if _, err := c.Call(ctx, nil); fault.KindOf(err) != fault.Preempted {
		t.Error(err)
	}
	c = ok[*Caller](t)(NewCaller(a, "bad", "*", "*", false))
	var told *ServiceError
	if _, err := c.Call(limit(t), nil); !errors.As(err, &told) || !strings.Contains(told.Text, "oh") {
		t.Error(err)
	}
	c = ok[*Caller](t)(NewCaller(a, "none", "*", "*", false))
	if _, err := c.Call(limit(t), nil); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestParams(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	n := testNode(t, m.URI(), "n", func(c *Config) {
		c.Namespace = "/lab"
		c.Args = []string{"_rate:=10.5", "_count:=3", "_list:=[1, a, true]", "_empty:=", "_tree:={kp: 1, ki: {x: 2}}", "speed:=velocity"}
	})
	ctx := limit(t)
	if v, err := Param(ctx, n, "~rate", 0.0); v != 10.5 || err != nil {
		t.Error(v, err)
	}
	if v, err := Param(ctx, n, "~count", 0.0); v != 3 || err != nil {
		t.Error("an integer for a float:", v, err)
	}
	if v, err := Param(ctx, n, "~none", "def"); v != "def" || err != nil {
		t.Error(v, err)
	}
	if _, err := Param(ctx, n, "~rate", 1); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if v, err := n.GetParam(ctx, "~list"); err != nil || cmp.Diff(v, any([]any{1, "a", true})) != "" {
		t.Error(v, err)
	}
	if v, err := n.GetParam(ctx, "~empty"); err != nil || v != "" {
		t.Error(v, err)
	}
	if err := n.SetParam(ctx, "speed", 4); err != nil {
		t.Fatal(err)
	}
	if v, err := n.GetParam(ctx, "/lab/velocity"); err != nil || v != 4 {
		t.Error("remapped:", v, err)
	}
	if key, err := n.SearchParam(ctx, "tree"); err != nil || key != "/lab/n/tree" {
		t.Error(key, err)
	}

	// The cache follows the master.
	changes := make(chan string, 10)
	if err := n.WatchParam(ctx, "~tree", func(v any, set bool) { changes <- fmt.Sprintf("%v %v", v, set) }); err != nil {
		t.Fatal(err)
	}
	expect := func(want string) {
		t.Helper()
		if got := receive(t, changes); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	expect("map[ki:map[x:2] kp:1] true")
	other := testNode(t, m.URI(), "other")
	set := func(key string, v any) {
		t.Helper()
		if err := other.SetParam(ctx, key, v); err != nil {
			t.Fatal(err)
		}
	}
	set("/lab/n/tree/ki/x", 5)
	expect("map[ki:map[x:5] kp:1] true")
	set("/lab/n/tree", "flat")
	expect("flat true")
	if err := other.DeleteParam(ctx, "/lab/n/tree"); err != nil {
		t.Fatal(err)
	}
	expect("<nil> false")
	set("/lab/n/tree/a", 1)
	expect("map[a:1] true")
	if v, set, err := n.CachedParam(ctx, "~tree"); err != nil || !set || cmp.Diff(v, any(map[string]any{"a": 1})) != "" {
		t.Error(v, set, err)
	}
	if v, set, err := n.CachedParam(ctx, "/not/there"); v != nil || set || err != nil {
		t.Error(v, set, err)
	}
}

func TestRosoutAndLoggers(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b")
	got := make(chan *rosgraph_msgs.Log, 10)
	ok[*Subscriber](t)(Subscribe(b, "/rosout", func(m *rosgraph_msgs.Log) {
		if m.Name == "/a" {
			got <- m
		}
	}))
	a.Log().With("joint", 3).WithGroup("arm").Warn("too hot", "celsius", 90)
	l := receive(t, got)
	if l.Msg != "too hot joint=3 arm.celsius=90" || l.Level != rosgraph_msgs.LogWarn || !strings.HasSuffix(l.File, "node_test.go") || l.Line == 0 || l.Header.Stamp.IsZero() {
		t.Errorf("%+v", l)
	}
}

func TestSimulatedTime(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a := testNode(t, m.URI(), "a")
	if err := a.SetParam(limit(t), "/use_sim_time", true); err != nil {
		t.Fatal(err)
	}
	pub := ok[*Publisher[*rosgraph_msgs.Clock]](t)(Advertise[*rosgraph_msgs.Clock](a, "/clock", Latch()))
	b := testNode(t, m.URI(), "b")
	if !b.Simulated() || a.Simulated() || !b.Clock().Now().IsZero() {
		t.Error(b.Simulated(), a.Simulated(), b.Clock().Now())
	}
	tick := func(sec uint32) {
		if err := pub.Publish(&rosgraph_msgs.Clock{Clock: wire.Time{Sec: sec}}); err != nil {
			t.Error(err)
		}
	}
	tick(100)
	eventually(t, "the clock comes", func() bool { return b.Clock().Now() == wire.Time{Sec: 100} })
	done := make(chan error)
	go func() { done <- b.Clock().Sleep(limit(t), 5*time.Second) }()
	eventually(t, "somebody sleeps", func() bool { return b.sim.Waiting() == 1 })
	tick(105)
	if err := receive(t, done); err != nil {
		t.Error(err)
	}
}
