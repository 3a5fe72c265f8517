package master

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/internal/paramtree"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T) *Master {
	t.Helper()
	m, err := Start(Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		m.Close(ctx) // a kept connection may outlive the second; it is cut then
	})
	return m
}

func client(t *testing.T) *xmlrpc.Client {
	c := xmlrpc.NewClient()
	t.Cleanup(c.Close)
	return c
}

// fake is a node's slave API that writes down what it is told.
type fake struct {
	uri   string
	calls chan string
	block chan struct{} // when not nil, calls wait for it
	close func()
}

func newFake(t *testing.T, block chan struct{}) *fake {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{uri: "http://" + l.Addr().String() + "/", calls: make(chan string, 10000), block: block}
	s := xmlrpc.Serve(l, func(ctx context.Context, method string, args []any) (any, error) {
		if f.block != nil {
			select {
			case <-f.block:
			case <-ctx.Done():
			}
		}
		f.calls <- fmt.Sprint(method, args)
		return []any{1, "", 0}, nil
	})
	f.close = sync.OnceFunc(func() {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		s.Close(ctx)
	})
	t.Cleanup(f.close)
	return f
}

// expect takes the next calls and compares them.
func (f *fake) expect(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		select {
		case got := <-f.calls:
			if got != w {
				t.Errorf("got  %s\nwant %s", got, w)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("no call; want %s", w)
		}
	}
}

func TestRegistration(t *testing.T) {
	m, rpc, ctx := start(t), client(t), t.Context()
	a := graph.NewMaster(rpc, m.URI(), "/a")
	b := graph.NewMaster(rpc, m.URI(), "/b")
	na, nb := newFake(t, nil), newFake(t, nil)

	if pubs, err := b.RegisterSubscriber(ctx, "/t", "*", nb.uri); err != nil || len(pubs) != 0 {
		t.Fatal(pubs, err)
	}
	if subs, err := a.RegisterPublisher(ctx, "/t", "std_msgs/String", na.uri); err != nil || cmp.Diff(subs, []string{nb.uri}) != "" {
		t.Fatal(subs, err)
	}
	nb.expect(t, "publisherUpdate[/master /t ["+na.uri+"]]")
	if err := a.RegisterService(ctx, "/s", "rosrpc://127.0.0.1:1", na.uri); err != nil {
		t.Fatal(err)
	}
	state, err := a.GetSystemState(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := graph.State{
		Publishers:  []graph.Entry{{Name: "/t", Nodes: []string{"/a"}}},
		Subscribers: []graph.Entry{{Name: "/t", Nodes: []string{"/b"}}}, Services: []graph.Entry{{Name: "/s", Nodes: []string{"/a"}}},
	}
	if d := cmp.Diff(want, state); d != "" {
		t.Error(d)
	}
	for _, ns := range []string{"", "/"} {
		if list, err := a.GetPublishedTopics(ctx, ns); err != nil || cmp.Diff(list, [][2]string{{"/t", "std_msgs/String"}}) != "" {
			t.Error(ns, list, err)
		}
	}
	if list, err := a.GetPublishedTopics(ctx, "/t"); err != nil || len(list) != 0 {
		t.Error(list, err)
	}
	if uri, err := a.LookupNode(ctx, "/b"); uri != nb.uri || err != nil {
		t.Error(uri, err)
	}
	if uri, err := a.LookupService(ctx, "/s"); uri != "rosrpc://127.0.0.1:1" || err != nil {
		t.Error(uri, err)
	}

	// Unregistering counts, tells subscribers, and makes a node unknown with its last registration.
	if ok, err := a.UnregisterPublisher(ctx, "/t", nb.uri); ok || err != nil {
		t.Error("foreign api:", ok, err)
	}
	if ok, err := a.UnregisterPublisher(ctx, "/t", na.uri); !ok || err != nil {
		t.Error(ok, err)
	}
	nb.expect(t, "publisherUpdate[/master /t []]")
	if _, err := a.LookupNode(ctx, "/a"); err != nil {
		t.Error("has a service still:", err)
	}
	if ok, err := a.UnregisterService(ctx, "/s", "rosrpc://127.0.0.1:1"); !ok || err != nil {
		t.Error(ok, err)
	}
	var status *graph.StatusError
	if _, err := a.LookupNode(ctx, "/a"); !errors.As(err, &status) || status.Code != graph.Error {
		t.Error(err)
	}
	if types, err := a.GetTopicTypes(ctx); err != nil || cmp.Diff(types, [][2]string{{"/t", "std_msgs/String"}}) != "" {
		t.Error("types outlive publishers:", types, err)
	}
	if uri, err := a.GetURI(ctx); uri != m.URI() || err != nil {
		t.Error(uri, err)
	}
}

func TestReplacedNodeIsShutDown(t *testing.T) {
	m, rpc, ctx := start(t), client(t), t.Context()
	a := graph.NewMaster(rpc, m.URI(), "/a")
	old, young, sub := newFake(t, nil), newFake(t, nil), newFake(t, nil)
	if _, err := graph.NewMaster(rpc, m.URI(), "/sub").RegisterSubscriber(ctx, "/t", "*", sub.uri); err != nil {
		t.Fatal(err)
	}
	if _, err := a.RegisterPublisher(ctx, "/t", "a/B", old.uri); err != nil {
		t.Fatal(err)
	}
	sub.expect(t, "publisherUpdate[/master /t ["+old.uri+"]]")
	if _, err := a.RegisterSubscriber(ctx, "/x", "a/B", young.uri); err != nil {
		t.Fatal(err)
	}
	old.expect(t, "shutdown[/master [/a] Reason: new node registered with same name]")
	sub.expect(t, "publisherUpdate[/master /t []]")
	if uri, err := a.LookupNode(ctx, "/a"); uri != young.uri || err != nil {
		t.Error(uri, err)
	}
}

func TestParamUpdates(t *testing.T) {
	m, rpc, ctx := start(t), client(t), t.Context()
	a := graph.NewMaster(rpc, m.URI(), "/a")
	top, leaf := newFake(t, nil), newFake(t, nil)
	if v, err := a.SubscribeParam(ctx, leaf.uri, "/p/q/r"); err != nil || cmp.Diff(v, any(map[string]any{})) != "" {
		t.Fatal(v, err)
	}
	if _, err := graph.NewMaster(rpc, m.URI(), "/top").SubscribeParam(ctx, top.uri, "/p"); err != nil {
		t.Fatal(err)
	}
	set := func(key string, v any) {
		t.Helper()
		if err := a.SetParam(ctx, key, v); err != nil {
			t.Fatal(err)
		}
	}
	set("/p/q", map[string]any{"r": 1})
	top.expect(t, "paramUpdate[/master /p/q/ map[r:1]]")
	leaf.expect(t, "paramUpdate[/master /p/q/r/ 1]")
	set("/pq", 5) // no part of /p
	set("/p", "scalar")
	top.expect(t, "paramUpdate[/master /p/ scalar]")
	leaf.expect(t, "paramUpdate[/master /p/q/r/ map[]]")
	set("/p/q/r", 2.5)
	leaf.expect(t, "paramUpdate[/master /p/q/r/ 2.5]")
	top.expect(t, "paramUpdate[/master /p/q/r/ 2.5]")
	if err := a.UnsubscribeParam(ctx, leaf.uri, "/p/q/r"); err != nil {
		t.Fatal(err)
	}
	if err := a.DeleteParam(ctx, "/p/q"); err != nil {
		t.Fatal(err)
	}
	top.expect(t, "paramUpdate[/master /p/q/ map[]]")
	if len(leaf.calls) > 0 {
		t.Error("called after unsubscribing:", <-leaf.calls)
	}
}

// A node that hangs gets its notices late and only those that still matter; others get theirs at once.
func TestSlowNodeDelaysNoOther(t *testing.T) {
	m, rpc, ctx := start(t), client(t), t.Context()
	block := make(chan struct{})
	slow, quick := newFake(t, block), newFake(t, nil)
	for name, f := range map[string]*fake{"/slow": slow, "/quick": quick} {
		if _, err := graph.NewMaster(rpc, m.URI(), name).RegisterSubscriber(ctx, "/t", "*", f.uri); err != nil {
			t.Fatal(err)
		}
	}
	var list []string
	for i := range 20 {
		uri := fmt.Sprintf("http://127.0.0.1:%d/", 20000+i)
		if _, err := graph.NewMaster(rpc, m.URI(), fmt.Sprint("/pub", i)).RegisterPublisher(ctx, "/t", "a/B", uri); err != nil {
			t.Fatal(err)
		}
		list = append(list, uri)
		quick.expect(t, fmt.Sprintf("publisherUpdate[/master /t %v]", list))
	}
	close(block)
	slow.expect(t, fmt.Sprintf("publisherUpdate[/master /t %v]", list[:1]), fmt.Sprintf("publisherUpdate[/master /t %v]", list))
}

func TestDeadNodeIsForgotten(t *testing.T) {
	m, rpc, ctx := start(t), client(t), t.Context()
	dead, alive := newFake(t, nil), newFake(t, nil)
	d := graph.NewMaster(rpc, m.URI(), "/dead")
	if _, err := d.RegisterPublisher(ctx, "/t", "a/B", dead.uri); err != nil {
		t.Fatal(err)
	}
	if _, err := d.RegisterSubscriber(ctx, "/u", "a/B", dead.uri); err != nil {
		t.Fatal(err)
	}
	a := graph.NewMaster(rpc, m.URI(), "/alive")
	if _, err := a.RegisterSubscriber(ctx, "/t", "a/B", alive.uri); err != nil {
		t.Fatal(err)
	}
	dead.close()
	if _, err := a.RegisterPublisher(ctx, "/u", "a/B", alive.uri); err != nil { // the notice to /dead is refused
		t.Fatal(err)
	}
	alive.expect(t, "publisherUpdate[/master /t []]")
	if _, err := a.LookupNode(ctx, "/dead"); err == nil {
		t.Error("still known")
	}
}

func TestParamTree(t *testing.T) {
	m, rpc, ctx := start(t), client(t), t.Context()
	a := graph.NewMaster(rpc, m.URI(), "/ns/a")
	deep := "/d" + strings.Repeat("/d", paramtree.MaxDepth)
	for key, v := range map[string]any{"/": 1, deep: 1} {
		if err := a.SetParam(ctx, key, v); err == nil {
			t.Errorf("%.20s set", key)
		}
	}
	set := func(key string, v any) {
		t.Helper()
		if err := a.SetParam(ctx, key, v); err != nil {
			t.Fatal(err)
		}
	}
	set("rel", 1)
	set("~priv", true)
	set("/robot/arm", map[string]any{"kp": 1.5, "joints": []any{"a", "b"}, "empty": map[string]any{}})
	set("/robot/arm/ki/", 2)
	got, err := a.GetParam(ctx, "/")
	if err != nil {
		t.Fatal(err)
	}
	want := any(map[string]any{
		"ns":    map[string]any{"rel": 1, "a": map[string]any{"priv": true}},
		"robot": map[string]any{"arm": map[string]any{"kp": 1.5, "ki": 2, "joints": []any{"a", "b"}, "empty": map[string]any{}}},
	})
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if list, err := a.GetParamNames(ctx); err != nil || cmp.Diff(list, []string{"/ns/a/priv", "/ns/rel", "/robot/arm/joints", "/robot/arm/ki", "/robot/arm/kp"}) != "" {
		t.Error(list, err)
	}
	for key, want := range map[string]string{"rel": "/ns/rel", "priv": "/ns/a/priv", "robot/none": "/robot/none", "/robot": "/robot", "ns": "/ns"} {
		if got, err := a.SearchParam(ctx, key); got != want || err != nil {
			t.Errorf("search %s: %s, want %s (%v)", key, got, want, err)
		}
	}
	for _, key := range []string{"none", "/none", "~priv", ""} {
		if got, err := a.SearchParam(ctx, key); err == nil {
			t.Errorf("search %s: %s", key, got)
		}
	}
	if ok, err := a.HasParam(ctx, "/robot/arm/kp/below"); ok || err != nil {
		t.Error(ok, err)
	}
	if err := a.DeleteParam(ctx, "/robot/arm"); err != nil {
		t.Error(err)
	}
	for _, key := range []string{"/robot/arm", "/", "/none/x"} {
		if err := a.DeleteParam(ctx, key); err == nil {
			t.Errorf("%s deleted", key)
		}
	}
}

func TestShutdownAndPortInUse(t *testing.T) {
	m, rpc := start(t), client(t)
	if _, err := Start(Options{Addr: strings.TrimSuffix(strings.TrimPrefix(m.URI(), "http://"), "/")}); fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
	if err := graph.NewSlave(rpc, m.URI(), "/a").Shutdown(t.Context(), "enough"); err != nil {
		t.Fatal(err)
	}
	<-m.Done()
}

func TestLoopback(t *testing.T) {
	for addr, want := range map[string]bool{"127.0.0.1:1": true, "[::1]:1": true, "localhost:1": true, "0.0.0.0:1": false, ":1": false, "10.0.0.1:1": false, "x": false} {
		if got := Loopback(addr); got != want {
			t.Errorf("%s: %v", addr, got)
		}
	}
}

func BenchmarkGetParam(b *testing.B) {
	m, err := Start(Options{Addr: "127.0.0.1:0", Params: map[string]any{"a": map[string]any{"b": 1}}})
	if err != nil {
		b.Fatal(err)
	}
	rpc := xmlrpc.NewClient()
	c := graph.NewMaster(rpc, m.URI(), "/bench")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.GetParam(b.Context(), "/a/b"); err != nil {
			b.Fatal(err)
		}
	}
	rpc.Close()
	m.Close(b.Context())
}
