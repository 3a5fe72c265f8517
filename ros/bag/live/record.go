// Package live records the topics of a ROS graph and plays recordings back into one.
package live

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
)

// RecordOptions say what to record, and where to.
type RecordOptions struct {
	Topics  []string       // by name
	All     bool           // every topic that there is and that will come
	Match   *regexp.Regexp // every topic whose name it matches
	Exclude *regexp.Regexp // but none of these

	Path   string // ends in .mcap or .bag
	File   bag.Options
	Limits bag.Limits

	Duration time.Duration // by the node's clock; 0 until the context ends
	Messages uint64        // end after so many; 0 for no limit
	Queue    int           // of a topic, messages; default 1000
	Flush    time.Duration // longest time for which a message stays in memory; default 1 s
	Report   func(string)  // told what happens; may be nil
}

// Summary of what was recorded.
type Summary struct {
	Files    []string
	Messages uint64
	Bytes    int64
	Topics   int
	Dropped  uint64 // messages that came faster than they could be written
}

// Record records until the context ends, which is no error, or a limit is reached. The recording is whole when it returns; when the
// program dies instead, what was flushed can be read.
func Record(ctx context.Context, n *ros.Node, opt RecordOptions) (Summary, error) {
	if opt.Queue == 0 {
		opt.Queue = 1000
	}
	if opt.Flush == 0 {
		opt.Flush = time.Second
	}
	if opt.Report == nil {
		opt.Report = func(string) {}
	}
	if len(opt.Topics) == 0 && !opt.All && opt.Match == nil {
		return Summary{}, fault.New("record", opt.Path, fault.Invalid, "no topic is named")
	}
	if err := waitForTime(ctx, n, opt.Report); err != nil {
		return Summary{}, err
	}
	s, err := bag.NewSplitter(opt.Path, opt.File, opt.Limits, os.Remove)
	if err != nil {
		return Summary{}, err
	}
	r := &recorder{n: n, opt: opt, sink: s, conns: map[origin]uint32{}, subs: map[string]*ros.Subscriber{}, done: make(chan struct{})}
	err = r.run(ctx)
	for _, sub := range r.subs {
		sub.Close()
	}
	r.mu.Lock() // calls of subscribers that are under way end here
	defer r.mu.Unlock()
	r.ended = true
	sum := Summary{Files: s.Files(), Messages: s.Messages(), Topics: len(r.subs)}
	for _, sub := range r.subs {
		sum.Dropped += sub.Dropped()
	}
	if err == nil {
		err = r.err
	}
	if cerr := s.Close(); err == nil {
		err = cerr
	}
	sum.Bytes = s.Size()
	return sum, err
}

// waitForTime waits for the first message of /clock where time is simulated: messages would all be of time 0 before.
func waitForTime(ctx context.Context, n *ros.Node, report func(string)) error {
	if !n.Simulated() || !n.Clock().Now().IsZero() {
		return nil
	}
	report("waiting for /clock, since /use_sim_time is set")
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for n.Clock().Now().IsZero() {
		select {
		case <-ctx.Done():
			return fault.New("record", "/clock", fault.Preempted, "nothing has published it")
		case <-tick.C:
		}
	}
	return nil
}

// origin is what has a connection of its own.
type origin struct {
	topic, publisher, md5 string
	latched               bool
}

type recorder struct {
	n    *ros.Node
	opt  RecordOptions
	subs map[string]*ros.Subscriber // of the goroutine of run

	mu    sync.Mutex
	sink  *bag.Splitter
	conns map[origin]uint32
	ended bool
	err   error
	stop  sync.Once
	done  chan struct{} // closed when the limit of messages or an error ends the recording
}

func (r *recorder) run(ctx context.Context) error {
	for _, t := range r.opt.Topics {
		name, err := r.n.Resolve(t)
		if err != nil {
			return err
		}
		if err := r.subscribe(name); err != nil {
			return err
		}
	}
	start := r.n.Clock().Now()
	search := time.NewTicker(500 * time.Millisecond)
	defer search.Stop()
	flush := time.NewTicker(r.opt.Flush)
	defer flush.Stop()
	end := time.NewTicker(20 * time.Millisecond)
	defer end.Stop()
	silent := false
	for {
		if r.opt.All || r.opt.Match != nil {
			if err := r.search(ctx); err != nil && ctx.Err() == nil && !silent { // the master may come back
				r.opt.Report(err.Error())
				silent = true
			} else if err == nil {
				silent = false
			}
		}
	wait:
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-r.n.Done():
				return nil
			case <-r.done:
				return nil
			case <-end.C:
				if d := r.opt.Duration; d > 0 && r.n.Clock().Now().Sub(start) >= d {
					return nil
				}
			case <-flush.C:
				r.mu.Lock()
				if err := r.sink.Flush(); err != nil {
					r.fail(err)
				}
				r.mu.Unlock()
			case <-search.C:
				break wait
			}
		}
	}
}

// search subscribes to topics that have come.
func (r *recorder) search(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	state, err := r.n.Graph().GetSystemState(ctx)
	if err != nil {
		return err
	}
	for _, t := range state.Publishers {
		name := t.Name
		if _, known := r.subs[name]; known || !r.wanted(name) {
			continue
		}
		if err := r.subscribe(name); err != nil {
			return err
		}
	}
	return nil
}

func (r *recorder) wanted(topic string) bool {
	return (r.opt.All || r.opt.Match != nil && r.opt.Match.MatchString(topic)) && (r.opt.Exclude == nil || !r.opt.Exclude.MatchString(topic))
}

func (r *recorder) subscribe(topic string) error {
	if _, known := r.subs[topic]; known {
		return nil
	}
	sub, err := ros.SubscribeRaw(r.n, topic, ros.AnyType, func(m ros.RawMessage) { r.take(topic, &m) }, ros.QueueSize(r.opt.Queue))
	if err != nil {
		return err
	}
	r.subs[topic] = sub
	r.opt.Report(fmt.Sprintf("recording %s", topic))
	return nil
}

// take writes a message. It allocates nothing once the connection is known.
func (r *recorder) take(topic string, m *ros.RawMessage) {
	now := r.n.Clock().Now().Nanos()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended || r.err != nil || r.full() {
		return
	}
	o := origin{topic, m.Publisher, m.Type.MD5, m.Latched}
	id, known := r.conns[o]
	if !known {
		var err error
		id, err = r.sink.Connect(bag.Conn{Topic: topic, Type: m.Type.Name, MD5: m.Type.MD5, Definition: m.Type.Definition, Caller: m.Publisher, Latching: m.Latched})
		if err != nil {
			r.fail(err)
			return
		}
		r.conns[o] = id
	}
	if err := r.sink.Write(id, now, m.Bytes); err != nil {
		r.fail(err)
	} else if r.full() {
		r.finish()
	}
}

func (r *recorder) full() bool { return r.opt.Messages > 0 && r.sink.Messages() >= r.opt.Messages }

func (r *recorder) fail(err error) {
	if r.err == nil {
		r.err = err
		r.finish()
	}
}

func (r *recorder) finish() { r.stop.Do(func() { close(r.done) }) }
