package ros

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/names"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

const (
	masterTimeout = 10 * time.Second // one call to the master
	closeTimeout  = 2 * time.Second  // for unregistering and for sending what is queued
)

// Node is a running node.
type Node struct {
	settled
	names  *names.Resolver
	log    *slog.Logger
	rosout rosout
	clock  clock.Clock
	sim    *clock.Virtual // nil when time is not simulated
	rpc    *xmlrpc.Client
	master *graph.Master

	api    string // our slave URI
	server *xmlrpc.Server
	tcp    net.Listener

	ctx    context.Context
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
	closed sync.Once

	lastID atomic.Int32 // of connections, for getBusInfo

	mu       sync.Mutex
	pubs     map[string]*publication
	subs     map[string]*subscription
	services map[string]*serviceServer
	params   paramCache
	leaving  map[string]chan struct{} // what is being withdrawn; closed when it is

	shakes chan struct{} // handshakes in progress
	// Of peers that say nothing sensible, or nothing.
	rubbish, crowded seldom
}

// maxHandshakes bounds the connections that have not yet said who they are.
const maxHandshakes = 256

// NewNode starts a node and makes it known to the master, which must be running (WaitForMaster waits for one). ctx bounds the
// start only. Close the node.
func NewNode(ctx context.Context, cfg Config) (*Node, error) {
	const op = "start node"
	s, err := settle(cfg)
	if err != nil {
		return nil, fault.Wrap(op, cfg.Name, err)
	}
	n := &Node{
		settled: s, pubs: map[string]*publication{}, subs: map[string]*subscription{}, services: map[string]*serviceServer{},
		leaving: map[string]chan struct{}{},
		shakes:  make(chan struct{}, maxHandshakes),
	}
	if n.names, err = names.NewResolver(s.name, s.remap); err != nil {
		return nil, fault.Wrap(op, s.name, err)
	}
	local := s.Log
	if local == nil {
		local = slog.NewTextHandler(os.Stderr, nil)
	}
	n.log = slog.New(logHandler{local, &rosoutHandler{node: n}})
	n.ctx, n.cancel = context.WithCancelCause(context.Background())
	n.rpc = xmlrpc.NewClient()
	n.master = graph.NewMaster(n.rpc, s.Master, s.name)
	n.params.node = n

	l, err := net.Listen("tcp", net.JoinHostPort(s.listen, "0"))
	if err != nil {
		return nil, fault.New(op, s.name, fault.Unavailable, "%w", err)
	}
	if n.tcp, err = net.Listen("tcp", net.JoinHostPort(s.listen, "0")); err != nil {
		l.Close()
		return nil, fault.New(op, s.name, fault.Unavailable, "%w", err)
	}
	n.api = "http://" + net.JoinHostPort(s.Host, strconv.Itoa(l.Addr().(*net.TCPAddr).Port)) + "/"
	n.server = xmlrpc.Serve(l, n.slaveAPI().Handle)
	n.wg.Go(n.accept)

	if err := n.begin(ctx); err != nil {
		n.Close()
		return nil, fault.Wrap(op, s.name, err)
	}
	return n, nil
}

// begin does what needs the master.
func (n *Node) begin(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, masterTimeout)
	defer cancel()
	if _, err := n.master.GetPid(ctx); err != nil {
		return fault.New("reach master", n.Master, fault.KindOf(err), "%w (is it running? 'holdfast master' starts one; ROS_MASTER_URI says where)", err)
	}
	if u, err := url.Parse(n.Master); err == nil && loopback(n.Host) && !loopback(u.Hostname()) {
		n.log.Warn("the master is on another machine, and this node can be reached from its own only; set ROS_IP and expose it", "master", n.Master, "host", n.Host)
	}
	if err := n.setPrivateParams(ctx); err != nil {
		return err
	}
	if err := n.startClock(ctx); err != nil {
		return err
	}
	if !n.NoRosout {
		if err := n.startRosout(); err != nil {
			return err
		}
	}
	if !n.NoWatch {
		n.wg.Go(n.watchMaster)
	}
	return nil
}

// WaitForMaster waits until the master at uri answers; "" means ROS_MASTER_URI or the default.
func WaitForMaster(ctx context.Context, uri string) error {
	s, err := settle(Config{Name: "wait", Master: uri, Host: "127.0.0.1"})
	if err != nil {
		return err
	}
	rpc := xmlrpc.NewClient()
	defer rpc.Close()
	for {
		if _, err = graph.NewMaster(rpc, s.Master, "/wait").GetPid(ctx); err == nil {
			return nil
		}
		if (clock.Wall{}).Sleep(ctx, 100*time.Millisecond) != nil {
			return fault.Wrap("wait for master", s.Master, err)
		}
	}
}

// Name is the node's global name.
func (n *Node) Name() string { return n.name }

// URI is the address of the node's slave API.
func (n *Node) URI() string { return n.api }

// MasterURI is the address of the master.
func (n *Node) MasterURI() string { return n.Master }

// Clock is the node's time: wall, simulated or configured.
func (n *Node) Clock() clock.Clock { return n.clock }

// Log writes to the configured handler and to /rosout.
func (n *Node) Log() *slog.Logger { return n.log }

// Resolve makes a name global and applies the remappings.
func (n *Node) Resolve(name string) (string, error) { return n.names.Resolve(name) }

// Graph is the node's client of the master, for what has no method here.
func (n *Node) Graph() *graph.Master { return n.master }

// Slave returns a client of another node's slave API.
func (n *Node) Slave(uri string) *graph.Slave { return graph.NewSlave(n.rpc, uri, n.name) }

// Context ends when the node closes or is asked to shut down; context.Cause says why.
func (n *Node) Context() context.Context { return n.ctx }

// Done is closed when the node closes or has been asked to shut down; Close is still to be called.
func (n *Node) Done() <-chan struct{} { return n.ctx.Done() }

// errClosed is the cause of a Context that ended by Close.
var errClosed = errors.New("the node is closed")

// Close sends what is queued, as far as two seconds allow, unregisters everything, ends every goroutine and closes every
// connection. It must not be called from a callback of the node.
func (n *Node) Close() error {
	n.closed.Do(func() {
		n.unregisterAll()
		n.cancel(errClosed)
		n.tcp.Close()
		cut, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		_ = n.server.Close(cut) // the master keeps its connection open: cut it
		n.wg.Wait()
		n.rpc.Close()
	})
	return nil
}

// unregisterAll flushes publishers and withdraws everything from the master, all at once.
func (n *Node) unregisterAll() {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	n.mu.Lock()
	var wg sync.WaitGroup
	for _, s := range n.services {
		wg.Go(func() { s.shut(ctx) })
	}
	for _, s := range n.subs {
		wg.Go(func() { s.shut(ctx) })
	}
	for _, p := range n.pubs {
		wg.Go(func() { p.shut(ctx) })
	}
	n.services, n.subs, n.pubs = nil, nil, nil
	for _, gone := range n.leaving {
		wg.Go(func() { <-gone })
	}
	n.mu.Unlock()
	n.params.shut(ctx)
	wg.Wait()
}

// withdraw notes that something is being withdrawn from the master, until the returned function is called. The node is locked.
func (n *Node) withdraw(what string) (done func()) {
	gone := make(chan struct{})
	n.leaving[what] = gone
	return func() {
		n.mu.Lock()
		delete(n.leaving, what)
		n.mu.Unlock()
		close(gone)
	}
}

// awaitWithdrawn waits until nothing of that name is being withdrawn: the master would take the withdrawal for the newcomer's. The
// node is locked, and is again on return.
func (n *Node) awaitWithdrawn(what string) {
	for gone := n.leaving[what]; gone != nil; gone = n.leaving[what] {
		n.mu.Unlock()
		<-gone
		n.mu.Lock()
	}
}

// isClosed reports whether Close has begun. The lock is held.
func (n *Node) isClosed() bool { return n.pubs == nil }

func (n *Node) errClosed(op, subject string) error {
	return fault.New(op, subject, fault.Preempted, "%w", errClosed)
}

// unreachable reports whether err says that the master could not be asked: what was wanted will be done when it is back.
func unreachable(err error) bool {
	k := fault.KindOf(err)
	return k == fault.Unavailable || k == fault.Timeout
}

// retry reports whether a registration that failed will be made up for by watchMaster, and says so in the log.
func (n *Node) retry(what string, err error) bool {
	if !unreachable(err) || n.NoWatch {
		return false
	}
	n.log.Warn("the master does not answer; registering when it does", "what", what, "err", err)
	return true
}

const (
	watchPeriod = 2 * time.Second        // how often the master is asked whether it still knows us
	downPeriod  = 250 * time.Millisecond // the same while it is down
)

// watchMaster registers everything again when the master has lost it, as after a restart.
func (n *Node) watchMaster() {
	period := watchPeriod
	for {
		if (clock.Wall{}).Sleep(n.ctx, period) != nil {
			return
		}
		ctx, cancel := context.WithTimeout(n.ctx, masterTimeout)
		uri, err := n.master.LookupNode(ctx, n.name)
		var status *graph.StatusError
		switch {
		case n.ctx.Err() != nil:
		case unreachable(err):
			if period == watchPeriod {
				n.log.Warn("the master does not answer", "uri", n.Master, "err", err)
			}
			period = downPeriod
		case errors.As(err, &status):
			if period == downPeriod {
				n.log.Warn("the master is back and has forgotten this node; registering again", "uri", n.Master)
			}
			n.registerAll(ctx)
			period = watchPeriod
		case err == nil && uri != n.api:
			n.log.Warn("the master knows another node by this name", "uri", uri)
			period = watchPeriod
		default:
			period = watchPeriod
		}
		cancel()
	}
}

func (n *Node) registerAll(ctx context.Context) {
	n.mu.Lock()
	var todo []func(context.Context) error
	for _, p := range n.pubs {
		todo = append(todo, p.register)
	}
	for _, s := range n.subs {
		todo = append(todo, s.register)
	}
	for _, s := range n.services {
		todo = append(todo, s.register)
	}
	n.mu.Unlock()
	todo = append(todo, n.params.register)
	for _, register := range todo {
		if err := register(ctx); err != nil && n.ctx.Err() == nil {
			n.log.Warn("cannot register", "err", err)
		}
	}
}

// accept serves TCPROS connections.
func (n *Node) accept() {
	for {
		conn, err := n.tcp.Accept()
		if err != nil {
			if n.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			n.log.Warn("cannot accept a connection", "err", err) // out of descriptors, most likely
			if (clock.Wall{}).Sleep(n.ctx, 50*time.Millisecond) != nil {
				return
			}
			continue
		}
		select {
		case n.shakes <- struct{}{}:
		default:
			if more, yes := n.crowded.due(time.Now()); yes {
				n.log.Warn("too many connections that do not say what they want; one is refused", "from", conn.RemoteAddr(), "more_since_last", more)
			}
			conn.Close()
			continue
		}
		n.wg.Go(func() { n.welcome(conn) })
	}
}

// welcome reads a peer's header and hands the connection over.
func (n *Node) welcome(conn net.Conn) {
	defer closeOnEnd(n.ctx, conn)()
	h, err := func() (header, error) {
		defer func() { <-n.shakes }()
		if err := conn.SetDeadline(time.Now().Add(headerTimeout)); err != nil {
			return nil, err
		}
		return readHeader(conn)
	}()
	if err != nil {
		if more, yes := n.rubbish.due(time.Now()); yes && n.ctx.Err() == nil {
			n.log.Info("a peer sent no valid connection header", "from", conn.RemoteAddr(), "err", err, "more_since_last", more)
		}
		return
	}
	switch {
	case h["topic"] != "":
		err = n.welcomeSubscriber(conn, h)
	case h["service"] != "":
		err = n.welcomeClient(conn, h)
	default:
		err = fault.New("welcome", "", fault.Invalid, "the header has neither topic nor service")
	}
	if err != nil {
		n.log.Warn("refused a connection", "from", conn.RemoteAddr(), "node", h["callerid"], "topic", h["topic"], "service", h["service"], "err", err)
		_, _ = conn.Write(header{"error": err.Error()}.append(nil)) // the peer may be gone
	}
}

// closeOnEnd closes conn when ctx ends or the returned function is called.
func closeOnEnd(ctx context.Context, conn net.Conn) func() {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	return func() {
		stop()
		conn.Close()
	}
}
