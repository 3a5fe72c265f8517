// Package handclient commands a hand that runs in another process, for tasks of package pick: a pick.Hand over the topic ~status and the
// service ~do of a hand's node (node/hand).
//
// A hand that has died or hangs says nothing new: its last status stands, with its time, by which tasks find that out within half a second
// and bring the arm to a stop. Orders to it fail within Patience.
package handclient

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/node/handmsg"
	"github.com/holdfast-robotics/holdfast/node/params"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
)

// Patience is how long an order waits for its answer. The loop of a task stands still meanwhile, so that it is less than the silence after which
// the hand counts as gone.
const Patience = 300 * time.Millisecond

// restart is the number of ticks by which the count of a hand must fall back to be that of a new process: less is a message that was overtaken
// by the answer to an order.
const restart = 500

type client = ros.ServiceClient[*holdfast_msgs.DoHandRequest, *holdfast_msgs.DoHandResponse]

// Client is a pick.Hand. It is safe for concurrent use. Close it.
type Client struct {
	name string
	ctx  context.Context // of the node
	do   *client
	sub  *ros.Subscriber
	came chan struct{} // closed with the first status

	mu     sync.Mutex
	st     hand.Status
	params hand.Params
	limit  float64 // wanted, N; 0 for the hand's own
	set    bool    // and in force, as far as is known
}

var _ pick.Hand = (*Client)(nil)

// Dial connects to the hand of a node and waits until it has said something, as long as ctx allows.
func Dial(ctx context.Context, n *ros.Node, name string) (*Client, error) {
	const op = "connect hand"
	c := &Client{name: name, ctx: n.Context(), came: make(chan struct{})}
	var err error
	if c.sub, err = ros.Subscribe(n, name+"/status", c.hear, ros.QueueSize(1)); err != nil {
		return nil, fault.Wrap(op, name, err)
	}
	if c.do, err = ros.NewServiceClient[*holdfast_msgs.DoHandRequest, *holdfast_msgs.DoHandResponse](n, name+"/do", &holdfast_msgs.DoHandService, true); err != nil {
		return nil, fault.Wrap(op, name, errors.Join(err, c.sub.Close()))
	}
	if err := c.greet(ctx, n); err != nil {
		return nil, fault.Wrap(op, name, errors.Join(err, c.Close()))
	}
	return c, nil
}

// greet waits for the hand, reads its settings and frees it of the limit of an earlier task.
func (c *Client) greet(ctx context.Context, n *ros.Node) error {
	select {
	case <-c.came:
	case <-ctx.Done():
		return fault.New("", "", fault.Unavailable, "it says nothing on %s/status: is 'holdfast hand' running, and is its name right?", c.name)
	}
	if err := c.do.Wait(ctx); err != nil {
		return err
	}
	p := hand.DefaultParams()
	if _, err := params.ReadFrom(ctx, n, c.name, param.Over(&p)); err != nil {
		return err
	}
	c.mu.Lock()
	c.params = p
	c.mu.Unlock()
	return c.ask(ctx, &holdfast_msgs.DoHandRequest{OnlyLimit: true})
}

// Close ends the client. The hand goes on as it is.
func (c *Client) Close() error { return errors.Join(c.do.Close(), c.sub.Close()) }

// hear takes in a status.
func (c *Client) hear(m *holdfast_msgs.HandStatus) {
	st, err := handmsg.StatusOf(m)
	if err != nil { // a hand that talks nonsense is as good as silent
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	anew := st.Ticks+restart < c.st.Ticks
	if st.Ticks <= c.st.Ticks && !anew {
		return
	}
	c.set = c.set && !anew
	if c.st = st; st.Ticks > 0 {
		select {
		case <-c.came:
		default:
			close(c.came)
		}
	}
}

// ask makes a call, with the force limit where the hand may not have it, and takes over the status in the answer.
func (c *Client) ask(ctx context.Context, req *holdfast_msgs.DoHandRequest) error {
	c.mu.Lock()
	req.Limit, req.ForceLimit = !c.set, c.limit
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	const op = "command hand"
	res, err := c.do.Call(ctx, req)
	if err != nil {
		return fault.New(op, c.name, fault.Unavailable, "%w; its process has ended or hangs: start it again, it holds what it held", err)
	}
	st, err := handmsg.StatusOf(&res.Status)
	if err != nil {
		return fault.Wrap(op, c.name, err)
	}
	c.mu.Lock()
	if st.Ticks >= c.st.Ticks || st.Ticks+restart < c.st.Ticks {
		c.st = st
	}
	if req.Limit && req.ForceLimit == c.limit {
		c.set = true
	}
	c.mu.Unlock()
	if res.Refused != "" {
		k := fault.Kind(res.Kind)
		if k > fault.Internal {
			k = fault.Other
		}
		return fault.New(op, c.name, k, "%s", res.Refused)
	}
	return nil
}

// Do gives the hand an order and waits for its answer. An order whose force limit the hand has not taken is not carried out.
func (c *Client) Do(cmd hand.Command) error {
	return c.ask(c.ctx, &holdfast_msgs.DoHandRequest{Command: handmsg.Command(&cmd)})
}

// Status is what the hand has said last.
func (c *Client) Status() hand.Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.st
}

// Params are the hand's settings as they were when the client connected, with the force limit of SetParams.
func (c *Client) Params() hand.Params {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.params
	if c.limit > 0 && (p.ForceLimit < 0 || c.limit < p.ForceLimit) {
		p.ForceLimit = c.limit
	}
	return p
}

// SetParams has the hand take over the force limit; other settings are the hand's own. A limit that does not reach it now goes with the next
// order.
func (c *Client) SetParams(p hand.Params) {
	limit := max(0, p.ForceLimit)
	c.mu.Lock()
	c.set = c.set && c.limit == limit
	c.limit = limit
	set := c.set
	c.mu.Unlock()
	if !set {
		_ = c.ask(c.ctx, &holdfast_msgs.DoHandRequest{OnlyLimit: true}) // Do tells of a hand that is not there
	}
}
