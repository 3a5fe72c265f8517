package ros

import (
	"bytes"
	"io"
	"net"
	"testing"

	"github.com/holdfast-robotics/holdfast/ros/graph"
)

// slowSubscriber connects to a publisher as a subscriber that reads nothing yet.
func slowSubscriber(t *testing.T, n *Node, topic string) net.Conn {
	t.Helper()
	conn := ok[net.Conn](t)(net.Dial("tcp", n.tcp.Addr().String()))
	t.Cleanup(func() { conn.Close() })
	h := header{"callerid": "/slow", "topic": topic, "type": "std_msgs/String", "md5sum": (*str)(nil).MD5()}
	ok[int](t)(conn.Write(h.append(nil)))
	ok[header](t)(readHeader(conn))
	return conn
}

// A publisher that says its last word and goes is registered until the word has been read: a subscriber that hears from the master
// first may hang up on it.
func TestLastMessageIsRead(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b")
	registered := func() bool {
		return len(graph.Find(ok[graph.State](t)(b.Graph().GetSystemState(t.Context())).Publishers, "/t").Nodes) > 0
	}
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	conn := slowSubscriber(t, a, "/t")
	if err := pub.Publish(&str{Data: "last"}); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error, 1)
	go func() { closed <- pub.Close() }()
	var head [4]byte
	f := ok[*frame](t)(readFrame(conn, head[:]))
	if !bytes.Contains(f.body(), []byte("last")) {
		t.Errorf("%q", f.body())
	}
	f.release()
	if _, err := conn.Read(head[:]); err != io.EOF {
		t.Error("behind the last message:", err)
	}
	if !registered() {
		t.Error("withdrawn before the subscriber had gone")
	}
	conn.Close()
	if err := receive(t, closed); err != nil || registered() {
		t.Error("still registered", err)
	}

	// One that never reads holds it up for two seconds, not for ever; who advertises meanwhile is registered in the end.
	pub = ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	slowSubscriber(t, a, "/t")
	go func() { closed <- pub.Close() }()
	eventually(t, "it is being withdrawn", func() bool { a.mu.Lock(); defer a.mu.Unlock(); return len(a.leaving) == 1 })
	ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	if err := receive(t, closed); err != nil || !registered() {
		t.Error("the newcomer was withdrawn too", err)
	}
}

// What a publisher sends while the master withdraws it arrives.
func TestPublisherGoesBeforeItsLastMessage(t *testing.T) {
	m := testMaster(t, "127.0.0.1:0")
	a, b := testNode(t, m.URI(), "a"), testNode(t, m.URI(), "b")
	got := make(chan string, 10)
	sub := ok[*Subscriber](t)(Subscribe(b, "/t", func(m *str) { got <- m.Data }))
	pub := ok[*Publisher[*str]](t)(Advertise[*str](a, "/t"))
	if err := pub.WaitForSubscribers(limit(t), 1); err != nil {
		t.Fatal(err)
	}
	eventually(t, "connected", func() bool { return sub.Publishers() == 1 })
	leaving := func() bool {
		sub.s.mu.Lock()
		defer sub.s.mu.Unlock()
		for _, l := range sub.s.links {
			if l.leaving != nil {
				return true
			}
		}
		return false
	}
	unregister := func() {
		ok[bool](t)(a.master.UnregisterPublisher(t.Context(), "/t", a.api))
		eventually(t, "the subscriber has heard", leaving)
	}
	say := func(s string) {
		if err := pub.Publish(&str{Data: s}); err != nil || receive(t, got) != s {
			t.Error(s, err)
		}
	}
	unregister()
	say("one")
	ok[[]string](t)(a.master.RegisterPublisher(t.Context(), "/t", "std_msgs/String", a.api))
	eventually(t, "it stays", func() bool { return !leaving() })
	say("two")
	unregister()
	eventually(t, "a publisher that goes on is cut", func() bool { return sub.Publishers() == 0 })
	sub.s.mu.Lock()
	defer sub.s.mu.Unlock()
	if len(sub.s.links) > 0 {
		t.Error("links are left:", sub.s.links)
	}
}
