package live

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func startMaster(t *testing.T) *master.Master {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		m.Close(ctx)
	})
	return m
}

func newNode(t *testing.T, m *master.Master, name string, c clock.Clock) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: m.URI(), Host: "127.0.0.1", Log: slog.DiscardHandler, NoRosout: true, NoWatch: true, Clock: c})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

func advertise(t *testing.T, n *ros.Node, topic string, opts ...ros.PubOption) *ros.Publisher[*std_msgs.String] {
	t.Helper()
	p, err := ros.Advertise[*std_msgs.String](n, topic, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type told struct {
	topic, text, caller string
	time                int64
}

func listed(t *testing.T, path string) []told {
	t.Helper()
	r, err := bag.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if d := r.Damage(); len(d) > 0 {
		t.Fatal(d)
	}
	var list []told
	for m, err := range r.Messages(bag.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		var s std_msgs.String
		if err := s.DecodeROS(m.Data); err != nil {
			t.Fatal(err)
		}
		list = append(list, told{m.Conn.Topic, s.Data, m.Conn.Caller, m.Time})
	}
	return list
}

// What two nodes publish is recorded with topic, type and publisher; topics that come later are found.
func TestRecord(t *testing.T) {
	for _, ext := range []string{"mcap", "bag"} {
		t.Run(ext, func(t *testing.T) {
			m := startMaster(t)
			now := clock.NewVirtual(wire.Time{Sec: 100})
			a, b := newNode(t, m, "a", nil), newNode(t, m, "b", nil)
			latched := advertise(t, a, "/map", ros.Latch())
			if err := latched.Publish(&std_msgs.String{Data: "the map"}); err != nil {
				t.Fatal(err)
			}
			talk := advertise(t, a, "/talk")
			path := filepath.Join(t.TempDir(), "r."+ext)
			done := make(chan error, 1)
			var sum Summary
			go func() {
				var err error
				sum, err = Record(t.Context(), newNode(t, m, "recorder", now), RecordOptions{All: true, Exclude: regexp.MustCompile("/(private|rosout).*"), Path: path, Messages: 4})
				done <- err
			}()
			publish := func(p *ros.Publisher[*std_msgs.String], text string) {
				t.Helper()
				if err := p.WaitForSubscribers(t.Context(), 1); err != nil {
					t.Fatal(err)
				}
				if err := p.Publish(&std_msgs.String{Data: text}); err != nil {
					t.Fatal(err)
				}
			}
			private := advertise(t, b, "/private")
			publish(talk, "one")
			late := advertise(t, b, "/late")
			publish(late, "two")
			publish(talk, "three")
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			if private.Subscribers() != 0 {
				t.Error("/private is recorded")
			}
			if sum.Messages != 4 || sum.Topics != 3 || sum.Dropped != 0 || len(sum.Files) != 1 || sum.Bytes == 0 {
				t.Errorf("%+v", sum)
			}
			got := listed(t, path)
			for _, want := range []told{{"/map", "the map", "/a", 100e9}, {"/talk", "one", "/a", 100e9}, {"/late", "two", "/b", 100e9}, {"/talk", "three", "/a", 100e9}} {
				if !slices.Contains(got, want) {
					t.Errorf("%+v is missing in %+v", want, got)
				}
			}
		})
	}
}

func TestRecordRefuses(t *testing.T) {
	m := startMaster(t)
	n := newNode(t, m, "r", nil)
	for want, opt := range map[fault.Kind]RecordOptions{
		fault.Invalid:    {Path: filepath.Join(t.TempDir(), "a.mcap")},
		fault.Permission: {Path: filepath.Join(t.TempDir(), "no", "a.mcap"), All: true},
	} {
		if _, err := Record(t.Context(), n, opt); fault.KindOf(err) != want {
			t.Errorf("%v", err)
		}
	}
}

// sampleBag writes texts, one each 100 ms from 50 s on, and one topic of /clock.
func sampleBag(t *testing.T, texts ...string) *bag.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.mcap")
	w, err := bag.Create(path, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := (*std_msgs.String)(nil)
	id, err := w.Connect(bag.Conn{Topic: "/talk", Type: s.TypeName(), MD5: s.MD5(), Definition: s.Definition()})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if err := w.Write(id, 50e9+int64(i)*1e8, (&std_msgs.String{Data: text}).AppendROS(nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := bag.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// Subscribers get every message; /clock tells the times of the recording.
func TestPlay(t *testing.T) {
	m := startMaster(t)
	heard := make(chan string, 100)
	listener := newNode(t, m, "listener", nil)
	if _, err := ros.Subscribe(listener, "/replayed/talk", func(m *std_msgs.String) { heard <- m.Data }); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var times []int64
	if _, err := ros.Subscribe(listener, "/clock", func(m *rosgraph_msgs.Clock) {
		mu.Lock()
		defer mu.Unlock()
		times = append(times, m.Clock.Nanos())
	}); err != nil {
		t.Fatal(err)
	}
	r := sampleBag(t, "a", "b", "c", "d")
	sum, err := Play(t.Context(), newNode(t, m, "player", nil), []*bag.Reader{r}, PlayOptions{Rate: 10, ClockHz: 1000, Prefix: "/replayed", Wait: 10 * time.Second})
	if err != nil || sum.Messages != 4 {
		t.Fatal(sum, err)
	}
	for _, want := range []string{"a", "b", "c", "d"} {
		if got := <-heard; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for { // the last one is on its way
		mu.Lock()
		n := len(times)
		ok := n > 0 && times[n-1] == 50.3e9
		mu.Unlock()
		if ok {
			break
		}
		time.Sleep(time.Millisecond)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.IsSorted(times) || times[0] < 50e9 || len(times) < 10 {
		t.Errorf("/clock said %v", times)
	}
}

// In virtual time: the pace, the rate, a part, and a loop that ends with the context.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		opt  PlayOptions
		want string
	}{
		{PlayOptions{}, "[a@0s b@100ms c@200ms d@300ms]"},
		{PlayOptions{Rate: 2}, "[a@0s b@50ms c@100ms d@150ms]"},
		{PlayOptions{Query: bag.Query{From: 50.1e9, To: 50.3e9}}, "[b@0s c@100ms]"},
		{PlayOptions{Loop: true}, "[a@0s b@100ms c@200ms d@300ms a@300ms b@400ms c@500ms d@600ms a@600ms]"},
	} {
		r := sampleBag(t, "a", "b", "c", "d")
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			start := time.Now()
			var got []string
			c.opt.Each = func(m bag.Message) {
				var s std_msgs.String
				if err := s.DecodeROS(m.Data); err != nil {
					t.Fatal(err)
				}
				if got = append(got, fmt.Sprintf("%s@%v", s.Data, time.Since(start))); len(got) == 9 {
					cancel()
				}
			}
			p := &player{opt: c.opt}
			p.opt.Clock = clock.Wall{}
			if p.opt.Rate == 0 {
				p.opt.Rate = 1
			}
			for first := true; first || c.opt.Loop && ctx.Err() == nil; first = false {
				if err := p.once(ctx, []*bag.Reader{r}); err != nil {
					t.Fatal(err)
				}
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("%+v: %v, want %s", c.opt.Query, got, c.want)
			}
		})
	}
}
