package live

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/bag"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// PlayOptions say how to play.
type PlayOptions struct {
	Query   bag.Query     // which messages; From and To are absolute
	Rate    float64       // times as fast as recorded; default 1
	Loop    bool          // again and again until the context ends
	ClockHz float64       // publish /clock so often; 0: not at all
	Prefix  string        // in front of every topic
	Wait    time.Duration // longest wait for subscribers that the master knows to connect; default 1 s
	Queue   int           // of a topic, messages; default 1000

	Clock  clock.Clock       // that paces; default the wall
	Report func(string)      // told what happens; may be nil
	Each   func(bag.Message) // told of each message when its time has come; may be nil
}

// Played sums up.
type Played struct {
	Messages uint64
	Late     time.Duration // by which the latest message came late
}

const (
	aheadMessages = 4096     // read ahead of the messages that are due
	aheadBytes    = 64 << 20 // and as many bytes
)

// Play publishes the messages of recordings at the pace of their times. Chunks are read ahead, so that there is no pause where one
// begins. It returns at the end of the recordings or of the context, the latter being no error.
func Play(ctx context.Context, n *ros.Node, rs []*bag.Reader, opt PlayOptions) (Played, error) {
	if opt.Rate == 0 {
		opt.Rate = 1
	}
	if opt.Wait == 0 {
		opt.Wait = time.Second
	}
	if opt.Queue == 0 {
		opt.Queue = 1000
	}
	if opt.Clock == nil {
		opt.Clock = clock.Wall{}
	}
	if opt.Report == nil {
		opt.Report = func(string) {}
	}
	if !(opt.Rate > 0) || math.IsInf(opt.Rate, 0) || !(opt.ClockHz >= 0 && opt.ClockHz <= 10000) {
		return Played{}, fault.New("play", "", fault.Invalid, "a rate is above 0, /clock comes at up to 10000 Hz")
	}
	p := &player{n: n, opt: opt, pubs: map[*bag.Conn]*ros.RawPublisher{}}
	defer p.close()
	if err := p.advertise(ctx, rs); err != nil {
		return p.sum, err
	}
	for {
		before := p.sum.Messages
		if err := p.once(ctx, rs); err != nil || !opt.Loop || ctx.Err() != nil {
			return p.sum, err
		}
		if p.sum.Messages == before {
			return p.sum, fault.New("play", "", fault.NotFound, "no message is selected, so that there is nothing to loop over")
		}
	}
}

type player struct {
	n    *ros.Node
	opt  PlayOptions
	pubs map[*bag.Conn]*ros.RawPublisher
	time *ros.Publisher[*rosgraph_msgs.Clock]
	sum  Played
}

func (p *player) close() {
	for _, pub := range p.pubs {
		pub.Close()
	}
	if p.time != nil {
		p.time.Close()
	}
}

// skips reports whether a connection is not played: /clock is ours where we publish it.
func (p *player) skips(c *bag.Conn) bool {
	q := &p.opt.Query
	return q.Topics != nil && !slices.Contains(q.Topics, c.Topic) || q.Match != nil && !q.Match(c) || p.opt.ClockHz > 0 && c.Topic == "/clock" ||
		c.Encoding != "" && c.Encoding != bag.ROS1
}

func (p *player) advertise(ctx context.Context, rs []*bag.Reader) error {
	if p.opt.ClockHz > 0 {
		var err error
		if p.time, err = ros.Advertise[*rosgraph_msgs.Clock](p.n, "/clock"); err != nil {
			return err
		}
	}
	topics := map[string]*ros.RawPublisher{}
	for _, r := range rs {
		for _, c := range r.Conns() {
			if p.skips(c) {
				if c.Encoding != "" && c.Encoding != bag.ROS1 {
					p.opt.Report(fmt.Sprintf("%s is left out: its messages are %s, not ROS 1", c.Topic, c.Encoding))
				}
				continue
			}
			opts := []ros.PubOption{ros.QueueSize(p.opt.Queue)}
			if c.Latching {
				opts = append(opts, ros.Latch())
			}
			info := ros.TypeInfo{Name: c.Type, MD5: c.MD5, Definition: c.Definition}
			if info.MD5 == "" {
				info.MD5 = "*"
			}
			pub, err := ros.AdvertiseRaw(p.n, p.opt.Prefix+c.Topic, info, opts...)
			if err != nil {
				return fault.Wrap("play", c.Topic, err)
			}
			p.pubs[c] = pub
			topics[p.opt.Prefix+c.Topic] = pub
		}
	}
	return p.await(ctx, topics)
}

// await gives subscribers that the master knows of time to connect.
func (p *player) await(ctx context.Context, topics map[string]*ros.RawPublisher) error {
	wait, cancel := context.WithTimeout(ctx, p.opt.Wait)
	defer cancel()
	state, err := p.n.Graph().GetSystemState(wait)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	for topic, pub := range topics {
		name, err := p.n.Resolve(topic)
		if err != nil {
			return err
		}
		nodes := slices.DeleteFunc(slices.Clone(graph.Find(state.Subscribers, name).Nodes), func(s string) bool { return s == p.n.Name() })
		if pub.WaitForSubscribers(wait, len(nodes)) != nil && ctx.Err() == nil {
			p.opt.Report(fmt.Sprintf("%d of %d subscribers of %s are connected", pub.Subscribers(), len(nodes), name))
		}
	}
	return nil
}

// item is a message that has been read ahead.
type item struct {
	m    bag.Message
	err  error
	size int
}

// ahead reads messages and keeps up to a bound of them.
func (p *player) ahead(ctx context.Context, rs []*bag.Reader) (<-chan item, chan<- int) {
	out, free := make(chan item, aheadMessages), make(chan int, aheadMessages+1)
	q := p.opt.Query
	q.Match = func(c *bag.Conn) bool { return !p.skips(c) }
	go func() {
		defer close(out)
		held := 0
		for m, err := range bag.Merge(rs, q) {
			it := item{m: m, err: err, size: len(m.Data)}
			for held > 0 && held+it.size > aheadBytes {
				select {
				case n := <-free:
					held -= n
				case <-ctx.Done():
					return
				}
			}
			for more := true; more; {
				select {
				case n := <-free:
					held -= n
				default:
					more = false
				}
			}
			it.m.Data = slices.Clone(m.Data)
			held += it.size
			select {
			case out <- it:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out, free
}

// once plays the recordings from beginning to end.
func (p *player) once(ctx context.Context, rs []*bag.Reader) error {
	reading, cancel := context.WithCancel(ctx)
	items, free := p.ahead(reading, rs)
	defer func() { // the readers are free again when the goroutine has ended
		cancel()
		for range items {
		}
	}()
	var first, last int64
	var begun wire.Time
	var tick time.Duration // of /clock, by the pacing clock
	started := false
	due := func(t int64) time.Duration { return time.Duration(float64(t-first) / p.opt.Rate) }
	for it := range items {
		if it.err != nil {
			return it.err
		}
		t := it.m.Time
		if !started {
			first, last, begun, started = t, t, p.opt.Clock.Now(), true
		}
		last = max(last, t)
		for {
			now := p.opt.Clock.Now().Sub(begun)
			wake := due(t)
			if p.time != nil && tick <= wake {
				if now < tick {
					if err := p.opt.Clock.Sleep(ctx, tick-now); err != nil {
						return stopped(ctx, err)
					}
				}
				if err := p.tell(first + int64(float64(tick)*p.opt.Rate)); err != nil {
					return err
				}
				tick += time.Duration(float64(time.Second) / p.opt.ClockHz)
				continue
			}
			if now < wake {
				if err := p.opt.Clock.Sleep(ctx, wake-now); err != nil {
					return stopped(ctx, err)
				}
				continue
			}
			p.sum.Late = max(p.sum.Late, now-wake)
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		if pub := p.pubs[it.m.Conn]; pub != nil {
			if err := pub.Publish(it.m.Data); err != nil {
				return err
			}
			p.sum.Messages++
		}
		if p.opt.Each != nil {
			p.opt.Each(it.m)
		}
		select {
		case free <- it.size:
		default: // the reader has ended
		}
	}
	if p.time != nil && started && ctx.Err() == nil {
		return p.tell(last)
	}
	return nil
}

// tell publishes the time of the recording.
func (p *player) tell(t int64) error {
	return p.time.Publish(&rosgraph_msgs.Clock{Clock: wire.Time{Sec: uint32(t / 1e9), Nsec: uint32(t % 1e9)}})
}

// stopped makes an interruption no error.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
