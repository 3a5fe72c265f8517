package bridge

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

const (
	maxGoals = 256             // that are remembered
	goalTime = 5 * time.Minute // for which a result waits for a client that comes back
)

// goalBook remembers the goals that clients have sent, so that a client whose connection broke learns what became of its goal: when it
// is back and subscribes to the result topic, it gets the results of goals whose sender is gone. A client knows its own by their ids, as
// with every result.
type goalBook struct {
	server *Server

	mu     sync.Mutex
	goals  []*goal // oldest first
	bytes  int     // of results
	topics map[string]*resultTopic
	timer  *time.Timer
	closed bool
}

type goal struct {
	result string // topic of results, resolved
	id     string
	gone   *atomic.Bool // its sender has
	answer *sample      // nil: it goes on
	until  time.Time
}

// resultTopic is a result topic that the book listens to; it implements listener.
type resultTopic struct {
	book  *goalBook
	topic string
	stop  func() // nil while subscribing
	goals int
}

// sent notes a goal, if the message is one.
func (b *goalBook) sent(s *session, p *publication, raw []byte) {
	base, isGoal := strings.CutSuffix(p.topic, "/goal")
	if !isGoal || !strings.HasSuffix(p.typ.Name(), "ActionGoal") {
		return
	}
	id := textAt(p.typ, raw, "goal_id.id")
	if id == "" || len(id) > maxName { // without, the server chooses one, which nobody here learns
		return
	}
	b.add(s, base+"/result", id)
}

// textAt reads a text within a message, "" where there is none.
func textAt(t *dynamic.Type, raw []byte, path string) string {
	m := t.New()
	if m.DecodeROS(raw) != nil {
		return ""
	}
	v, _ := m.Value(path)
	text, _ := v.(string)
	return text
}

func (b *goalBook) add(s *session, topic, id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	if b.topics == nil {
		b.topics = map[string]*resultTopic{}
	}
	for _, g := range b.goals {
		if g.result == topic && g.id == id { // sent again: by a client that came back
			g.gone = s.ended
			return
		}
	}
	if len(b.goals) >= maxGoals {
		b.forget(0)
	}
	b.goals = append(b.goals, &goal{result: topic, id: id, gone: s.ended})
	t := b.topics[topic]
	if t == nil {
		t = &resultTopic{book: b, topic: topic}
		b.topics[topic] = t
		b.server.spawn(t.start)
	}
	t.goals++
}

// start subscribes.
func (t *resultTopic) start() {
	stop, err := t.book.server.listen(t.topic, t, nil)
	b := t.book
	b.mu.Lock()
	if err != nil {
		b.server.log.Warn("results cannot be remembered", "topic", t.topic, "err", err)
		if b.topics[t.topic] == t {
			delete(b.topics, t.topic)
		}
		b.mu.Unlock()
		return
	}
	if b.topics[t.topic] != t { // not wanted any more
		b.mu.Unlock()
		stop()
		return
	}
	t.stop = stop
	b.mu.Unlock()
}

// forget drops a goal. The lock is held.
func (b *goalBook) forget(i int) {
	g := b.goals[i]
	if g.answer != nil {
		b.bytes -= g.answer.size()
		g.answer.release()
	}
	b.goals = append(b.goals[:i:i], b.goals[i+1:]...)
	t := b.topics[g.result]
	if t == nil {
		return
	}
	if t.goals--; t.goals > 0 {
		return
	}
	delete(b.topics, g.result)
	if t.stop != nil && !b.closed {
		b.server.spawn(t.stop) // asks the master
	}
}

// take notes a result.
func (t *resultTopic) take(s *sample) {
	if s.typ == nil {
		return
	}
	id := textAt(s.typ, s.raw, "status.goal_id.id")
	b := t.book
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, g := range b.goals {
		if g.result == t.topic && g.id == id && g.answer == nil {
			s.hold()
			g.answer = s
			g.until = time.Now().Add(goalTime)
			b.bytes += s.size()
			b.schedule()
			break
		}
	}
	for i := 0; b.bytes > b.server.opt.Budget; { // the oldest results go
		if b.goals[i].answer == nil {
			i++
			continue
		}
		b.forget(i)
	}
}

// schedule makes sure that results are forgotten in time. The lock is held.
func (b *goalBook) schedule() {
	if b.timer == nil && !b.closed {
		b.timer = time.AfterFunc(goalTime, b.expire)
	}
}

func (b *goalBook) expire() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer = nil
	now := time.Now()
	left := false
	for i := 0; i < len(b.goals); {
		g := b.goals[i]
		if g.answer != nil && !g.until.After(now) {
			b.forget(i)
			continue
		}
		left = left || g.answer != nil
		i++
	}
	if left {
		b.schedule()
	}
}

// replay hands the results of goals whose sender is gone to a new subscriber of a result topic.
func (b *goalBook) replay(topic string, to listener) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, g := range b.goals {
		if g.result == topic && g.answer != nil && g.gone.Load() {
			to.take(g.answer)
		}
	}
}

func (b *goalBook) close() {
	b.mu.Lock()
	b.closed = true
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
	var stops []func()
	for _, t := range b.topics {
		if t.stop != nil {
			stops = append(stops, t.stop)
		}
	}
	for len(b.goals) > 0 {
		b.forget(0)
	}
	b.topics = nil
	b.mu.Unlock()
	for _, stop := range stops {
		stop()
	}
}
