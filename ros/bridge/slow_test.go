package bridge

import (
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
)

// listeners returns the streams of a topic.
func (w *world) streams(topic string) []*stream {
	w.bridge.mu.Lock()
	h := w.bridge.hubs[topic]
	w.bridge.mu.Unlock()
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []*stream
	for _, l := range h.listeners {
		if st, ok := l.(*stream); ok {
			out = append(out, st)
		}
	}
	return out
}

// A client that does not read 2 MB clouds delays neither the bridge nor another client, costs the memory of two clouds, and gets the newest
// one as soon as it has read what was on its way.
func TestSlowClient(t *testing.T) {
	const points, clouds = 131072, 60 // 2 MiB each
	for _, form := range []string{"cbor", "none", "foxglove"} {
		t.Run(form, func(t *testing.T) {
			w := newWorld(t)
			pub := advertise[*sensor_msgs.PointCloud2](t, w.robot, "/cloud", ros.QueueSize(2))
			fast := dial(t, w)
			fast.send(`{"op":"subscribe","topic":"/cloud","compression":"cbor-raw"}`)
			if err := pub.WaitForSubscribers(fast.ctx, 1); err != nil {
				t.Fatal(err)
			}
			// The slow one is a stream of the same outbox code whose writes wait, as writes to a full socket do.
			slow := newSlow(t, w, "/cloud", form)
			c := cloudOf(points)
			send := func(i int) {
				c.Header.Seq = uint32(i)
				if err := pub.Publish(c); err != nil {
					t.Fatal(err)
				}
				if _, b := fast.frame(); len(b) < 16*points {
					t.Fatalf("got %d bytes", len(b))
				}
			}
			send(0)
			<-slow.writing // the first cloud is on its way, and stays there
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			for i := 1; i < clouds; i++ {
				send(i)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			slow.box.mu.Lock()
			waiting, queued := slow.box.bytes, slow.stream.queue.len()
			slow.box.mu.Unlock()
			if queued != 1 || waiting > 17*points {
				t.Errorf("%d clouds of %d bytes wait", queued, waiting)
			}
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
				t.Errorf("the heap has grown by %d bytes", grown)
			}
			close(slow.release)
			if seq := <-slow.sent; seq != 0 {
				t.Errorf("first came cloud %d", seq)
			}
			if seq := <-slow.sent; seq != clouds-1 {
				t.Errorf("then came cloud %d, not the newest", seq)
			}
			if slow.stream.dropped != clouds-2 {
				t.Errorf("%d clouds were dropped", slow.stream.dropped)
			}
		})
	}
}

// slow is a client whose connection takes nothing until release is closed.
type slow struct {
	box     *outbox
	stream  *stream
	writing chan struct{} // the first write has begun
	release chan struct{}
	sent    chan uint32 // sequence numbers
}

func newSlow(t *testing.T, w *world, topic, form string) *slow {
	t.Helper()
	s := &slow{box: newOutbox(DefaultBudget), writing: make(chan struct{}), release: make(chan struct{}), sent: make(chan uint32, 100)}
	var once sync.Once
	s.stream = s.box.open(0, 0, func(m *sample) error {
		once.Do(func() { close(s.writing) })
		<-s.release
		var err error
		switch form { // what a real one would make
		case "cbor":
			_, err = m.asCBOR()
		case "none":
			_, err = m.asJSON()
		}
		s.sent <- uint32(m.raw[0]) | uint32(m.raw[1])<<8
		return err
	})
	stop, err := w.bridge.listen(topic, s.stream, nil)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	ctx := limit(t)
	go func() {
		defer close(done)
		_ = s.box.drain(ctx, nil) // ends with the outbox
	}()
	t.Cleanup(func() {
		stop()
		s.box.shut()
		<-done
	})
	return s
}

// Over a real connection: a client that has not read for 60 clouds finds at most what the sockets held, then the newest.
func TestSlowSocket(t *testing.T) {
	const points, clouds = 131072, 60
	w := newWorld(t)
	pub := advertise[*sensor_msgs.PointCloud2](t, w.robot, "/cloud", ros.QueueSize(2))
	fast, late := dial(t, w), dial(t, w)
	for _, p := range []*peer{fast, late} {
		p.send(`{"op":"subscribe","topic":"/cloud","compression":"cbor-raw"}`)
		p.sync()
	}
	if err := pub.WaitForSubscribers(fast.ctx, 1); err != nil {
		t.Fatal(err)
	}
	c := cloudOf(points)
	c.Header.FrameID = "seq"
	for i := range clouds {
		c.Header.Seq = uint32(i)
		pub.Publish(c)
		fast.frame()
	}
	stale, last := 0, -1
	for last != clouds-1 {
		_, b := late.frame()
		seq := int(b[len(b)-bodySize(c)]) // less than 256
		if seq <= last {
			t.Fatalf("cloud %d after %d", seq, last)
		}
		last = seq
		stale++
	}
	t.Logf("%d of %d clouds came late", stale-1, clouds)
	if stale > 8 { // 6 MB is the most that the receiver's socket takes by default
		t.Errorf("%d clouds came before the newest", stale-1)
	}
}

func bodySize(m ros.Message) int { return m.SizeROS() }

// Small messages are events: a client that is a little behind gets all of them, in order.
func TestEventsAreKept(t *testing.T) {
	w := newWorld(t)
	pub := advertise[*std_msgs.Int32](t, w.robot, "/events", ros.QueueSize(1000))
	p := dial(t, w)
	p.send(`{"op":"subscribe","topic":"/events"}`)
	p.sync()
	if err := pub.WaitForSubscribers(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	for i := range queueLen {
		pub.Publish(&std_msgs.Int32{Data: int32(i)})
	}
	for i := range queueLen {
		if r := p.next("publish"); string(r.Msg) != fmt.Sprintf(`{"data":%d}`, i) {
			t.Fatalf("event %d is %s", i, r.Msg)
		}
	}
}

func sampleOf(n int) *sample { return newSample(make([]byte, n)) }

// What an outbox sends next, and what it drops.
func TestOutbox(t *testing.T) {
	t0 := time.Now()
	at := func(ms int) time.Time { return t0.Add(time.Duration(ms) * time.Millisecond) }
	take := func(st *stream, n int) {
		s := sampleOf(n)
		st.take(s)
		s.release()
	}
	t.Run("answers first, then the oldest", func(t *testing.T) {
		b := newOutbox(1000)
		x, y := b.open(0, 10, nil), b.open(0, 10, nil)
		take(y, 1)
		take(x, 2)
		take(y, 3)
		b.send(websocket.MessageText, []byte("answer"))
		if f, _, _, _ := b.pick(t0); string(f.data) != "answer" {
			t.Errorf("first goes %q", f.data)
		}
		for _, want := range []int{1, 2, 3} {
			if _, _, s, _ := b.pick(t0); s == nil || s.size() != want {
				t.Fatalf("then goes %v, want %d", s, want)
			}
		}
	})
	t.Run("throttle", func(t *testing.T) {
		b := newOutbox(1000)
		st := b.open(100*time.Millisecond, 0, nil)
		take(st, 1)
		if _, _, s, _ := b.pick(at(0)); s == nil {
			t.Fatal("the first does not go at once")
		}
		take(st, 2)
		take(st, 3) // replaces 2
		if _, _, s, wait := b.pick(at(40)); s != nil || wait != 60*time.Millisecond {
			t.Errorf("too early: %v, to wait %v", s, wait)
		}
		if _, _, s, _ := b.pick(at(100)); s == nil || s.size() != 3 {
			t.Errorf("the newest is not kept: %v", s)
		}
	})
	t.Run("queue length", func(t *testing.T) {
		b := newOutbox(1 << 30)
		st := b.open(0, 3, nil)
		for i := range 10 {
			take(st, 1<<20+i)
		}
		if st.queue.len() != 3 || st.queue.front().s.size() != 1<<20+7 || st.dropped != 7 {
			t.Errorf("%d wait, %d are dropped", st.queue.len(), st.dropped)
		}
	})
	t.Run("a large message waits until the one before has been read", func(t *testing.T) {
		b := newOutbox(1 << 30)
		cloud, events := b.open(0, 0, nil), b.open(0, 0, nil)
		b.asking, b.largeAt = true, at(1000)
		take(cloud, 1<<20)
		take(cloud, 1<<20+1)
		take(events, 10)
		if _, _, s, _ := b.pick(at(0)); s == nil || s.size() != 10 {
			t.Errorf("small messages wait, too: %v", s)
		}
		if _, _, s, wait := b.pick(at(400)); s != nil || wait != 600*time.Millisecond {
			t.Errorf("not read yet: %v, to wait %v", s, wait)
		}
		b.asking = false // it has been read
		if _, _, s, _ := b.pick(at(400)); s == nil || s.size() != 1<<20+1 {
			t.Errorf("the newest does not go: %v", s)
		}
		b.asking = true
		take(cloud, 1<<20+2)
		if _, _, s, _ := b.pick(at(1000)); s == nil || s.size() != 1<<20+2 {
			t.Errorf("a client that does not answer gets nothing more: %v", s)
		}
	})
	t.Run("budget", func(t *testing.T) {
		b := newOutbox(1000)
		big, small := b.open(0, 100, nil), b.open(0, 100, nil)
		take(small, 100)
		for range 20 {
			take(big, 150)
		}
		if b.bytes > 1000 || small.queue.len() != 1 || big.queue.len() != 6 {
			t.Errorf("%d bytes, %d small, %d big", b.bytes, small.queue.len(), big.queue.len())
		}
		told := 0
		big.huge = func(n int) { told = n }
		take(big, 1001)
		take(big, 1002)
		if told != 1001 || b.bytes > 1000 {
			t.Errorf("told of %d bytes; %d wait", told, b.bytes)
		}
		small.close()
		big.close()
		if b.bytes != 0 || len(b.streams) != 0 {
			t.Errorf("%d bytes of %d streams are left", b.bytes, len(b.streams))
		}
	})
}

// Several subscriptions of one topic by one client are one stream: the strongest compression, the lowest throttle, the greatest queue.
func TestMerge(t *testing.T) {
	w := newWorld(t)
	advertise[*std_msgs.String](t, w.robot, "/s")
	p := dial(t, w)
	p.send(`{"op":"subscribe","id":"1","topic":"/s","throttle_rate":500,"queue_length":1}`)
	p.send(`{"op":"subscribe","id":"2","topic":"/s","throttle_rate":100,"queue_length":5,"compression":"cbor"}`)
	p.sync()
	st := w.streams("/s")
	if len(st) != 1 {
		t.Fatalf("%d streams", len(st))
	}
	check := func(throttle time.Duration, limit int) {
		t.Helper()
		st[0].box.mu.Lock()
		defer st[0].box.mu.Unlock()
		if st[0].throttle != throttle || st[0].limit != limit {
			t.Errorf("throttle %v, queue %d; want %v, %d", st[0].throttle, st[0].limit, throttle, limit)
		}
	}
	check(100*time.Millisecond, 5)
	p.send(`{"op":"unsubscribe","id":"2","topic":"/s"}`)
	p.sync()
	check(500*time.Millisecond, 1)
	p.send(`{"op":"unsubscribe","topic":"/s"}`)
	p.sync()
	if st := w.streams("/s"); len(st) != 0 {
		t.Errorf("%d streams are left", len(st))
	}
}

// A type that the client does not expect is told of, once, and not sent.
func TestUnexpectedType(t *testing.T) {
	w := newWorld(t)
	pub := advertise[*std_msgs.String](t, w.robot, "/s")
	p := dial(t, w)
	p.send(`{"op":"subscribe","topic":"/s","type":"std_msgs/Int32"}`)
	p.sync()
	if err := pub.WaitForSubscribers(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	pub.Publish(&std_msgs.String{Data: "x"})
	var said string
	if err := json.Unmarshal(p.next("status").Msg, &said); err != nil || said != "/s: subscribe: the publisher /robot has type std_msgs/String, the client expects std_msgs/Int32" {
		t.Errorf("told %q", said)
	}
}
