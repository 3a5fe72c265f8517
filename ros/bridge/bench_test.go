package bridge

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
)

// A message on its way through the bridge, up to the socket, allocates nothing.
func TestPassAlloc(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	b := newOutbox(DefaultBudget)
	w := newWorld(t)
	h := &hub{s: w.bridge, topic: "/joints", latched: map[string]*sample{}}
	for range 3 {
		h.listeners = append(h.listeners, b.open(0, 0, nil))
	}
	m := &sensor_msgs.JointState{Name: []string{"a", "b"}, Position: []float64{1, 2}, Velocity: []float64{3, 4}, Effort: []float64{5, 6}}
	typ := must[*ros.TypeInfo](t)(typeOf(w, m))
	raw := m.AppendROS(nil)
	now := time.Now()
	pass := func() {
		h.take(ros.RawMessage{Type: typ, Publisher: "/robot", Bytes: raw})
		for {
			_, st, s, _ := b.pick(now)
			if st == nil {
				return
			}
			if _, err := s.asJSON(); err != nil {
				t.Fatal(err)
			}
			if _, err := s.asCBOR(); err != nil {
				t.Fatal(err)
			}
			s.release()
		}
	}
	pass()
	if n := testing.AllocsPerRun(200, pass); n > 0.5 { // the pool may be emptied by a collection
		t.Errorf("%v allocations a message", n)
	}
}

func typeOf(w *world, m ros.Message) (*ros.TypeInfo, error) {
	t, err := w.bridge.types.find(m.TypeName())
	if err != nil {
		return nil, err
	}
	info := infoOf(t)
	return &info, nil
}

// channelOf waits until a Foxglove client is told of a topic.
func channelOf(p *peer, topic string) uint32 {
	p.t.Helper()
	for {
		var m struct{ Channels []channel }
		if _, b := p.frame(); json.Unmarshal(b, &m) != nil {
			p.t.Fatalf("got %.100s", b)
		}
		for _, c := range m.Channels {
			if c.Topic == topic {
				return c.ID
			}
		}
	}
}

// BenchmarkClouds is 2 MiB clouds from a publisher over the bridge to a client, each form.
func BenchmarkClouds(b *testing.B) {
	for _, form := range []string{"none", "cbor", "cbor-raw", "foxglove"} {
		b.Run(form, func(b *testing.B) {
			w := newWorld(b)
			c := cloudOf(131072)
			pub := advertise[*sensor_msgs.PointCloud2](b, w.robot, "/cloud", ros.QueueSize(2))
			p := dial(b, w, func(o *websocket.DialOptions) {
				if form == "foxglove" {
					o.Subprotocols = []string{foxgloveV1}
				}
			})
			if form == "foxglove" {
				id := channelOf(p, "/cloud")
				p.send(`{"op":"subscribe","subscriptions":[{"id":1,"channelId":%d}]}`, id)
			} else {
				p.send(`{"op":"subscribe","topic":"/cloud","compression":%q}`, form)
			}
			if err := pub.WaitForSubscribers(p.ctx, 1); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(c.Data)))
			b.ReportAllocs()
			for b.Loop() {
				if err := pub.Publish(c); err != nil {
					b.Fatal(err)
				}
				for {
					if _, m := p.frame(); len(m) > len(c.Data) {
						break
					}
				}
			}
		})
	}
}
