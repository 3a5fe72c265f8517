package master

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

const (
	notifyTimeout = 5 * time.Second // one call to one node
	maxPending    = 4096            // notices that wait for one node
)

// notice is one call to a node. A later notice with the same key makes an earlier one that still waits pointless.
type notice struct {
	key  string
	send func(ctx context.Context, s *graph.Slave) error
}

// notifier calls nodes. Each node has a queue and, while that is not empty, a goroutine of its own, so that the notices of one
// node keep their order and a node that does not answer delays no other.
type notifier struct {
	log     *slog.Logger
	rpc     *xmlrpc.Client
	refused func(api string) // nothing listens at api any more

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu     sync.Mutex
	queues map[string][]notice // by slave URI; present while its goroutine runs
}

func newNotifier(log *slog.Logger, refused func(api string)) *notifier {
	n := &notifier{log: log, rpc: xmlrpc.NewClient(), refused: refused, queues: map[string][]notice{}}
	n.ctx, n.cancel = context.WithCancel(context.Background())
	return n
}

func (n *notifier) close() {
	n.mu.Lock()
	n.cancel()
	n.mu.Unlock()
	n.wg.Wait()
	n.rpc.Close()
}

// post queues a notice for the node at api.
func (n *notifier) post(api string, msg notice) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx.Err() != nil {
		return
	}
	queue, running := n.queues[api]
	for i := range queue {
		if queue[i].key == msg.key {
			// The newer one goes to the end: it holds for what was queued in between as well.
			queue = append(queue[:i], queue[i+1:]...)
			break
		}
	}
	if len(queue) == maxPending {
		n.log.Warn("a node does not take its notices; the oldest is dropped", "uri", api, "dropped", queue[0].key)
		queue = queue[1:]
	}
	n.queues[api] = append(queue, msg)
	if !running {
		n.wg.Go(func() { n.run(api) })
	}
}

func (n *notifier) next(api string) (notice, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	queue := n.queues[api]
	if len(queue) == 0 || n.ctx.Err() != nil {
		delete(n.queues, api)
		return notice{}, false
	}
	msg := queue[0]
	n.queues[api] = queue[1:]
	return msg, true
}

func (n *notifier) run(api string) {
	slave := graph.NewSlave(n.rpc, api, callerID)
	for {
		msg, ok := n.next(api)
		if !ok {
			return
		}
		ctx, cancel := context.WithTimeout(n.ctx, notifyTimeout)
		err := msg.send(ctx, slave)
		cancel()
		var status *graph.StatusError
		var answered *xmlrpc.Fault
		switch {
		case err == nil || n.ctx.Err() != nil:
		case errors.Is(err, syscall.ECONNREFUSED):
			n.log.Info("a node has gone without unregistering", "uri", api)
			n.refused(api)
		case errors.As(err, &status), errors.As(err, &answered):
			n.log.Warn("a node refused a notice", "uri", api, "notice", msg.key, "err", err)
		case fault.KindOf(err) == fault.Timeout:
			n.log.Warn("a node does not answer", "uri", api, "notice", msg.key)
		default:
			n.log.Warn("cannot notify a node", "uri", api, "notice", msg.key, "err", err)
		}
	}
}
