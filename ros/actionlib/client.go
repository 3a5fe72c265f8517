package actionlib

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// State is how far a client has come with a goal: the server's status and what is still on its way.
type State uint8

const (
	WaitingForGoalAck   State = iota // sent; the server has not been heard of it
	StatePending                     // the server has it and has not begun
	StateActive                      // the server works on it
	WaitingForCancelAck              // cancelled; the server has not been heard of that
	StateRecalling                   // the server is cancelling it before it began
	StatePreempting                  // the server is giving it up
	WaitingForResult                 // it has ended; the result has not come
	Done                             // it has ended and the result is here, or it is lost
)

var stateNames = [...]string{"WAITING_FOR_GOAL_ACK", "PENDING", "ACTIVE", "WAITING_FOR_CANCEL_ACK", "RECALLING", "PREEMPTING", "WAITING_FOR_RESULT", "DONE"}

func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("state %d", uint8(s))
}

// lostAfter is how long a goal may be missing from the server's status lists, or the server from the graph.
const lostAfter = 5 * time.Second

// Client sends goals to an action server and follows them.
type Client[G, R, F ros.Message] struct {
	node *ros.Node
	name string
	typ  *wire.Action

	goal   *ros.RawPublisher
	cancel *ros.Publisher[*actionlib_msgs.GoalID]
	subs   []*ros.Subscriber
	stop   context.CancelFunc
	done   chan struct{}
	once   sync.Once

	mu     sync.Mutex
	closed bool
	server string // node name of the server, once its status has been heard
	goals  map[string]*ClientGoal[G, R, F]
	count  int
}

// ClientGoal is a goal as its client sees it.
type ClientGoal[G, R, F ros.Message] struct {
	client   *Client[G, R, F]
	id       actionlib_msgs.GoalID
	feedback func(F)
	done     chan struct{}

	// Under the client's lock:
	state  State
	status Status
	text   string
	result R
	seen   time.Time // when the server last listed it, or when it was sent
}

// NewClient returns a client of the action server of a name. Close it.
func NewClient[G, R, F ros.Message](n *ros.Node, name string, typ *wire.Action) (*Client[G, R, F], error) {
	const op = "start action client"
	if err := check[G, R, F](typ); err != nil {
		return nil, err
	}
	full, err := n.Resolve(name)
	if err != nil {
		return nil, fault.Wrap(op, name, err)
	}
	ctx, stop := context.WithCancel(n.Context())
	c := &Client[G, R, F]{node: n, name: full, typ: typ, goals: map[string]*ClientGoal[G, R, F]{}, stop: stop, done: make(chan struct{})}
	if err := c.connect(); err != nil {
		close(c.done)
		c.Close()
		return nil, fault.Wrap(op, full, err)
	}
	go c.watch(ctx)
	return c, nil
}

func (c *Client[G, R, F]) connect() (err error) {
	status, err := ros.SubscribeRaw(c.node, c.name+"/status", infoOf((*actionlib_msgs.GoalStatusArray)(nil).ROSType()), c.takeStatus)
	if err != nil {
		return err
	}
	c.subs = append(c.subs, status)
	feedback, err := ros.SubscribeRaw(c.node, c.name+"/feedback", infoOf(c.typ.ActionFeedback), c.takeFeedback)
	if err != nil {
		return err
	}
	c.subs = append(c.subs, feedback)
	result, err := ros.SubscribeRaw(c.node, c.name+"/result", infoOf(c.typ.ActionResult), c.takeResult)
	if err != nil {
		return err
	}
	c.subs = append(c.subs, result)
	if c.goal, err = ros.AdvertiseRaw(c.node, c.name+"/goal", infoOf(c.typ.ActionGoal)); err != nil {
		return err
	}
	c.cancel, err = ros.Advertise[*actionlib_msgs.GoalID](c.node, c.name+"/cancel")
	return err
}

// Close ends the client. Its goals go on at the server; those that wait for them here learn that they are lost.
func (c *Client[G, R, F]) Close() error {
	c.once.Do(func() {
		c.stop()
		<-c.done
		for _, s := range c.subs {
			s.Close()
		}
		if c.goal != nil {
			c.goal.Close()
		}
		if c.cancel != nil {
			c.cancel.Close()
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.closed = true
		for _, g := range c.goals {
			c.finish(g, Lost, "the client was closed", *new(R))
		}
	})
	return nil
}

// WaitForServer waits until a server is there and connected in all five ways, so that neither a goal nor its result can be missed.
func (c *Client[G, R, F]) WaitForServer(ctx context.Context) error {
	for !c.connected() {
		if (clock.Wall{}).Sleep(ctx, 5*time.Millisecond) != nil {
			return fault.New("wait for action server", c.name, fault.Timeout, "it is not there, or not connected on all of goal, cancel, status, feedback and result: %w", context.Cause(ctx))
		}
		if c.node.Context().Err() != nil {
			return fault.New("wait for action server", c.name, fault.Preempted, "%w", context.Cause(c.node.Context()))
		}
	}
	return nil
}

func (c *Client[G, R, F]) connected() bool {
	for _, s := range c.subs {
		if s.Publishers() == 0 {
			return false
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.server != "" && c.goal.Subscribers() > 0 && c.cancel.Subscribers() > 0
}

// Send sends a goal. feedback, which may be nil, is called for each feedback message and must return soon.
func (c *Client[G, R, F]) Send(goal G, feedback func(F)) (*ClientGoal[G, R, F], error) {
	now := c.node.Clock().Now()
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, fault.New("send goal", c.name, fault.Preempted, "the client is closed")
	}
	c.count++
	// Node, count and time as in the original; the random part keeps ids apart when simulated time stands at zero.
	id := fmt.Sprintf("%s-%d-%s-%08x", c.node.Name(), c.count, now, rand.Uint32())
	g := &ClientGoal[G, R, F]{client: c, id: actionlib_msgs.GoalID{Stamp: now, ID: id}, feedback: feedback, done: make(chan struct{}), seen: time.Now()}
	c.goals[id] = g
	c.mu.Unlock()
	if err := c.goal.Publish(appendGoal(&std_msgs.Header{Stamp: now}, &g.id, goal)); err != nil {
		c.mu.Lock()
		delete(c.goals, id)
		c.mu.Unlock()
		return nil, fault.Wrap("send goal", c.name, err)
	}
	return g, nil
}

// Do sends a goal and waits for its result. When ctx ends first the goal is cancelled, and Do waits for what the server makes of
// that, up to ten seconds: long enough to tell that a server which has died meanwhile has lost it. An outcome other than Succeeded is an
// *Error; the result is returned with it.
func (c *Client[G, R, F]) Do(ctx context.Context, goal G, feedback func(F)) (R, error) {
	g, err := c.Send(goal, feedback)
	if err != nil {
		return *new(R), err
	}
	r, err := g.Wait(ctx)
	if ctx.Err() == nil || fault.KindOf(err) != fault.Preempted {
		return r, err
	}
	if err := g.Cancel(); err != nil {
		return r, err
	}
	rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*lostAfter)
	defer cancel()
	return g.Wait(rest)
}

// CancelAll cancels every goal of the server, of whatever client.
func (c *Client[G, R, F]) CancelAll() error { return c.cancel.Publish(&actionlib_msgs.GoalID{}) }

// CancelUpTo cancels every goal of the server that was sent up to t.
func (c *Client[G, R, F]) CancelUpTo(t wire.Time) error {
	return c.cancel.Publish(&actionlib_msgs.GoalID{Stamp: t})
}

// ID names the goal.
func (g *ClientGoal[G, R, F]) ID() string { return g.id.ID }

// State is how far the client has come.
func (g *ClientGoal[G, R, F]) State() State {
	g.client.mu.Lock()
	defer g.client.mu.Unlock()
	return g.state
}

// Status is the server's last word on the goal.
func (g *ClientGoal[G, R, F]) Status() (Status, string) {
	g.client.mu.Lock()
	defer g.client.mu.Unlock()
	return g.status, g.text
}

// Done is closed when the goal has ended.
func (g *ClientGoal[G, R, F]) Done() <-chan struct{} { return g.done }

// Cancel asks the server to give the goal up. The goal goes on until the server agrees; when it has ended already nothing happens.
func (g *ClientGoal[G, R, F]) Cancel() error {
	c := g.client
	c.mu.Lock()
	switch g.state {
	case WaitingForGoalAck, StatePending, StateActive:
		g.state = WaitingForCancelAck
	case WaitingForCancelAck:
	default:
		c.mu.Unlock()
		return nil
	}
	c.mu.Unlock()
	return c.cancel.Publish(&actionlib_msgs.GoalID{ID: g.id.ID})
}

// Wait waits for the outcome. Succeeded gives no error, everything else an *Error; the end of ctx one of kind fault.Preempted.
func (g *ClientGoal[G, R, F]) Wait(ctx context.Context) (R, error) {
	select {
	case <-g.done:
	case <-ctx.Done():
		return *new(R), fault.New("wait for goal", g.client.name, fault.Preempted, "%w", context.Cause(ctx))
	}
	g.client.mu.Lock()
	defer g.client.mu.Unlock()
	if g.status != Succeeded {
		return g.result, &Error{g.status, g.text}
	}
	return g.result, nil
}

// finish ends a goal here. The lock is held.
func (c *Client[G, R, F]) finish(g *ClientGoal[G, R, F], s Status, text string, result R) {
	g.state, g.status, g.text, g.result = Done, s, text, result
	delete(c.goals, g.id.ID)
	close(g.done)
}

func (c *Client[G, R, F]) takeStatus(m ros.RawMessage) {
	var list actionlib_msgs.GoalStatusArray
	if err := list.DecodeROS(m.Bytes); err != nil {
		c.node.Log().Warn("a status list cannot be read", "action", c.name, "err", err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server != "" && c.server != m.Publisher {
		c.node.Log().Warn("the action server has changed; is there more than one?", "action", c.name, "was", c.server, "is", m.Publisher)
	}
	c.server = m.Publisher
	for _, s := range list.StatusList {
		if g := c.goals[s.GoalID.ID]; g != nil {
			g.seen = time.Now()
			g.follow(Status(s.Status), s.Text)
		}
	}
}

// follow takes a status the server lists. States never go back: a list may be older than what is known already.
func (g *ClientGoal[G, R, F]) follow(s Status, text string) {
	g.status, g.text = s, text
	var next State
	switch s {
	case Pending:
		next = StatePending
	case Active:
		next = StateActive
	case Recalling:
		next = StateRecalling
	case Preempting:
		next = StatePreempting
	default:
		next = WaitingForResult
	}
	if g.state == WaitingForCancelAck && next < WaitingForCancelAck {
		return // the cancellation is still on its way
	}
	g.state = max(g.state, next)
}

func (c *Client[G, R, F]) takeFeedback(m ros.RawMessage) {
	f := c.typ.Feedback.New().(F)
	s, err := readStatus(m.Bytes, c.typ.ActionFeedback, f)
	if err != nil {
		c.node.Log().Warn("feedback cannot be read", "action", c.name, "err", err)
		return
	}
	c.mu.Lock()
	g := c.goals[s.GoalID.ID]
	c.mu.Unlock()
	if g != nil && g.feedback != nil {
		g.feedback(f)
	}
}

func (c *Client[G, R, F]) takeResult(m ros.RawMessage) {
	r := c.typ.Result.New().(R)
	s, err := readStatus(m.Bytes, c.typ.ActionResult, r)
	if err != nil {
		c.node.Log().Warn("a result cannot be read", "action", c.name, "err", err)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if g := c.goals[s.GoalID.ID]; g != nil {
		c.finish(g, Status(s.Status), s.Text, r)
	}
}

// watch gives up goals that the server does not list any more.
func (c *Client[G, R, F]) watch(ctx context.Context) {
	defer close(c.done)
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.mu.Lock()
		var lost []*ClientGoal[G, R, F]
		for _, g := range c.goals {
			if time.Since(g.seen) > lostAfter {
				lost = append(lost, g)
			}
		}
		slices.SortFunc(lost, func(a, b *ClientGoal[G, R, F]) int { return a.seen.Compare(b.seen) })
		for _, g := range lost {
			why := "the server does not list the goal any more"
			switch {
			case c.server == "":
				why = "no server has been heard"
			case g.state == WaitingForGoalAck:
				why = "the server has not taken the goal"
			case g.state == WaitingForResult:
				why = fmt.Sprintf("the goal has ended as %s and its result did not come", g.status)
			}
			c.finish(g, Lost, why, *new(R))
		}
		c.mu.Unlock()
	}
}
