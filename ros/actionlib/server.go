package actionlib

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

const (
	defaultRate    = 5.0             // Hz of the status list
	defaultTimeout = 5 * time.Second // for which an ended goal stays in the status list, and its result is sent to new clients
)

// Server runs any number of goals at once.
type Server[G, R, F ros.Message] struct {
	node     *ros.Node
	name     string
	typ      *wire.Action
	timeout  time.Duration
	onGoal   func(*Goal[G, R, F])
	onCancel func(*Goal[G, R, F])

	status   *ros.Publisher[*actionlib_msgs.GoalStatusArray]
	feedback *ros.RawPublisher
	result   *ros.RawPublisher
	subs     []*ros.Subscriber

	cancel context.CancelFunc
	done   chan struct{}
	once   sync.Once

	mu         sync.Mutex
	goals      []*Goal[G, R, F] // in order of arrival
	byID       map[string]*Goal[G, R, F]
	lastCancel wire.Time // goals stamped up to here are cancelled
	count      int
}

// Goal is one goal at its server.
type Goal[G, R, F ros.Message] struct {
	server *Server[G, R, F]
	goal   G

	// Under the server's lock:
	status  actionlib_msgs.GoalStatus
	early   bool      // its cancellation came before it did
	expires time.Time // when it leaves the status list; zero while it runs
}

// NewServer starts an action server. onGoal gets each new goal, which is Pending; onCancel gets a goal that a client wants
// cancelled, which is Recalling or Preempting then, and may be nil. Both must return soon: they hold up later goals.
func NewServer[G, R, F ros.Message](n *ros.Node, name string, typ *wire.Action, onGoal, onCancel func(*Goal[G, R, F])) (*Server[G, R, F], error) {
	if err := check[G, R, F](typ); err != nil {
		return nil, err
	}
	full, err := n.Resolve(name)
	if err != nil {
		return nil, fault.Wrap("start action server", name, err)
	}
	ctx, cancel := context.WithCancel(n.Context())
	s := &Server[G, R, F]{
		node: n, name: full, typ: typ, onGoal: onGoal, onCancel: onCancel, byID: map[string]*Goal[G, R, F]{}, cancel: cancel, done: make(chan struct{}),
	}
	rate, err := s.settings(ctx)
	if err == nil {
		err = s.connect()
	}
	if err != nil {
		close(s.done)
		s.Close()
		return nil, fault.Wrap("start action server", full, err)
	}
	go s.run(ctx, rate)
	return s, nil
}

// settings reads the parameters of the original: the rate of the status list, searched for upwards, and how long an ended goal stays
// in it.
func (s *Server[G, R, F]) settings(ctx context.Context) (rate float64, err error) {
	rate = defaultRate
	if key, err := s.node.SearchParam(ctx, "actionlib_status_frequency"); err == nil {
		if rate, err = ros.Param(ctx, s.node, key, rate); err != nil {
			return 0, err
		}
	}
	timeout, err := ros.Param(ctx, s.node, s.name+"/status_list_timeout", defaultTimeout.Seconds())
	if err != nil {
		return 0, err
	}
	if !(rate > 0 && rate <= 1000) || !(timeout >= 0 && timeout <= 3600) {
		return 0, fault.New("read parameters", "", fault.Invalid, "the status rate must be in (0, 1000] Hz and its timeout in [0, 3600] s, not %g and %g", rate, timeout)
	}
	s.timeout = time.Duration(timeout * float64(time.Second))
	return rate, nil
}

func (s *Server[G, R, F]) connect() (err error) {
	if s.status, err = ros.Advertise[*actionlib_msgs.GoalStatusArray](s.node, s.name+"/status", ros.Latch()); err != nil {
		return err
	}
	if s.feedback, err = ros.AdvertiseRaw(s.node, s.name+"/feedback", infoOf(s.typ.ActionFeedback)); err != nil {
		return err
	}
	if s.result, err = ros.AdvertiseRaw(s.node, s.name+"/result", infoOf(s.typ.ActionResult), ros.Keep(s.timeout)); err != nil {
		return err
	}
	goal, err := ros.SubscribeRaw(s.node, s.name+"/goal", infoOf(s.typ.ActionGoal), s.takeGoal)
	if err != nil {
		return err
	}
	s.subs = append(s.subs, goal)
	cancel, err := ros.Subscribe(s.node, s.name+"/cancel", s.takeCancel)
	if err != nil {
		return err
	}
	s.subs = append(s.subs, cancel)
	s.mu.Lock()
	s.publishStatus()
	s.mu.Unlock()
	return nil
}

// Close ends the server. Goals that have not ended are aborted.
func (s *Server[G, R, F]) Close() error {
	s.once.Do(func() {
		s.cancel()
		for _, sub := range s.subs {
			sub.Close()
		}
		<-s.done
		s.mu.Lock()
		var open []*Goal[G, R, F]
		for _, g := range s.goals {
			if !Status(g.status.Status).Terminal() && !g.early {
				open = append(open, g)
			}
		}
		s.mu.Unlock()
		for _, g := range open {
			_ = g.end(Aborted, *new(R), "the action server was closed") // it may end at this moment
		}
		if s.status != nil {
			s.status.Close()
		}
		if s.feedback != nil {
			s.feedback.Close()
		}
		if s.result != nil {
			s.result.Close()
		}
	})
	return nil
}

// run publishes the status list. It goes by the wall: a simulation that stands still must not make clients believe their goals lost.
func (s *Server[G, R, F]) run(ctx context.Context, rate float64) {
	defer close(s.done)
	tick := time.NewTicker(time.Duration(float64(time.Second) / rate))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.mu.Lock()
			s.publishStatus()
			s.mu.Unlock()
		}
	}
}

// publishStatus sends the status list, less the goals whose time in it is over. The lock is held.
func (s *Server[G, R, F]) publishStatus() {
	now := time.Now()
	kept := s.goals[:0]
	list := &actionlib_msgs.GoalStatusArray{Header: std_msgs.Header{Stamp: s.node.Clock().Now()}}
	for _, g := range s.goals {
		if !g.expires.IsZero() && now.After(g.expires) {
			delete(s.byID, g.status.GoalID.ID)
			continue
		}
		kept = append(kept, g)
		list.StatusList = append(list.StatusList, g.status)
	}
	clear(s.goals[len(kept):])
	s.goals = kept
	s.tell("status", s.status.Publish(list))
}

func (s *Server[G, R, F]) tell(what string, err error) {
	if err != nil && fault.KindOf(err) != fault.Preempted { // Preempted: the node is closing
		s.node.Log().Error("cannot publish", "action", s.name, "what", what, "err", err)
	}
}

// takeGoal takes a goal message.
func (s *Server[G, R, F]) takeGoal(m ros.RawMessage) {
	goal := s.typ.Goal.New().(G)
	id, err := readGoal(m.Bytes, s.typ.ActionGoal, goal)
	if err != nil {
		s.node.Log().Warn("a goal cannot be read", "action", s.name, "client", m.Publisher, "err", err)
		return
	}
	now := s.node.Clock().Now()
	s.mu.Lock()
	s.count++
	if id.ID == "" {
		id.ID = fmt.Sprintf("%s-%d-%s", s.node.Name(), s.count, now)
	}
	stamped := !id.Stamp.IsZero()
	if !stamped {
		id.Stamp = now
	}
	if known := s.byID[id.ID]; known != nil {
		if known.early { // cancelled before it came
			known.early, known.goal = false, goal
			s.mu.Unlock()
			_ = known.end(Recalled, *new(R), "the goal was cancelled before it arrived") // cannot have ended
			return
		}
		s.mu.Unlock() // sent twice
		return
	}
	g := &Goal[G, R, F]{server: s, goal: goal, status: actionlib_msgs.GoalStatus{GoalID: id, Status: uint8(Pending)}}
	s.goals = append(s.goals, g)
	s.byID[id.ID] = g
	// A cancellation "up to" a time that lies ahead is one from before the clock jumped back.
	if now.Before(s.lastCancel) {
		s.lastCancel = wire.Time{}
	}
	recalled := stamped && !s.lastCancel.IsZero() && !s.lastCancel.Before(id.Stamp)
	s.publishStatus()
	s.mu.Unlock()
	if recalled {
		_ = g.end(Recalled, *new(R), "goals of its time were cancelled") // cannot have ended
		return
	}
	s.onGoal(g)
}

// takeCancel takes a cancellation: of all goals (no id, no time), of those up to a time, of one, or of one and those up to a time.
func (s *Server[G, R, F]) takeCancel(m *actionlib_msgs.GoalID) {
	s.mu.Lock()
	all := m.ID == "" && m.Stamp.IsZero()
	var hit []*Goal[G, R, F]
	for _, g := range s.goals {
		upTo := !m.Stamp.IsZero() && !m.Stamp.Before(g.status.GoalID.Stamp)
		if !all && g.status.GoalID.ID != m.ID && !upTo {
			continue
		}
		switch Status(g.status.Status) {
		case Pending:
			g.status.Status = uint8(Recalling)
		case Active:
			g.status.Status = uint8(Preempting)
		default:
			continue
		}
		hit = append(hit, g)
	}
	if m.ID != "" && s.byID[m.ID] == nil { // it overtook its goal
		g := &Goal[G, R, F]{server: s, early: true, status: actionlib_msgs.GoalStatus{GoalID: *m, Status: uint8(Recalling)}, expires: time.Now().Add(s.timeout)}
		s.goals = append(s.goals, g)
		s.byID[m.ID] = g
	}
	if s.lastCancel.Before(m.Stamp) {
		s.lastCancel = m.Stamp
	}
	s.publishStatus()
	s.mu.Unlock()
	if s.onCancel != nil {
		for _, g := range hit {
			s.onCancel(g)
		}
	}
}

// Goal is what the client asks for.
func (g *Goal[G, R, F]) Goal() G { return g.goal }

// ID names the goal.
func (g *Goal[G, R, F]) ID() string { return g.status.GoalID.ID } // never changes once the user has the goal

// Stamp is when the goal was sent.
func (g *Goal[G, R, F]) Stamp() wire.Time { return g.status.GoalID.Stamp }

// Status is where the goal stands.
func (g *Goal[G, R, F]) Status() Status {
	g.server.mu.Lock()
	defer g.server.mu.Unlock()
	return Status(g.status.Status)
}

// Accept begins the goal: Pending becomes Active, Recalling becomes Preempting.
func (g *Goal[G, R, F]) Accept(text string) error {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	switch Status(g.status.Status) {
	case Pending:
		g.status.Status = uint8(Active)
	case Recalling:
		g.status.Status = uint8(Preempting)
	default:
		return g.wrong("accept")
	}
	g.status.Text = text
	s.publishStatus()
	return nil
}

// Reject refuses a goal that has not been accepted. result may be nil, here and below.
func (g *Goal[G, R, F]) Reject(result R, text string) error { return g.end(Rejected, result, text) }

// Succeed ends an accepted goal well.
func (g *Goal[G, R, F]) Succeed(result R, text string) error { return g.end(Succeeded, result, text) }

// Abort ends an accepted goal badly.
func (g *Goal[G, R, F]) Abort(result R, text string) error { return g.end(Aborted, result, text) }

// Cancel ends a goal before it is done, asked for by a client or not: as Recalled before it was accepted, as Preempted after.
func (g *Goal[G, R, F]) Cancel(result R, text string) error { return g.end(Preempted, result, text) }

// Feedback tells clients how an accepted goal goes on.
func (g *Goal[G, R, F]) Feedback(f F) error {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if st := Status(g.status.Status); st != Active && st != Preempting {
		return g.wrong("send feedback")
	}
	return s.feedback.Publish(appendStatus(&std_msgs.Header{Stamp: s.node.Clock().Now()}, &g.status, f))
}

// Forget drops the goal from the status list without ending it. Clients will consider it Lost.
func (g *Goal[G, R, F]) Forget() {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	g.expires = time.Unix(1, 0)
	g.status.Status = uint8(Lost)
	s.publishStatus()
}

func (g *Goal[G, R, F]) wrong(op string) error {
	return fault.New(op, g.server.name+" goal "+g.status.GoalID.ID, fault.Conflict, "the goal is %s", Status(g.status.Status))
}

// end moves the goal to a terminal status and sends its result.
func (g *Goal[G, R, F]) end(to Status, result R, text string) error {
	s := g.server
	s.mu.Lock()
	defer s.mu.Unlock()
	now := Status(g.status.Status)
	accepted := now == Active || now == Preempting
	switch {
	case now.Terminal(), to == Rejected && accepted:
		return g.wrong("end as " + to.String())
	case to == Preempted && !accepted:
		to = Recalled
	case (to == Succeeded || to == Aborted) && !accepted && s.alive():
		return g.wrong("end as " + to.String())
	}
	var body wire.Message = result
	if any(result) == any(*new(R)) {
		body = s.typ.Result.New()
	}
	g.status.Status, g.status.Text = uint8(to), text
	g.expires = time.Now().Add(s.timeout)
	s.tell("result", s.result.Publish(appendStatus(&std_msgs.Header{Stamp: s.node.Clock().Now()}, &g.status, body)))
	s.publishStatus()
	return nil
}

// alive reports whether Close has not begun.
func (s *Server[G, R, F]) alive() bool {
	select {
	case <-s.done:
		return false
	default:
		return true
	}
}
