// Package master is the ROS 1 master and parameter server.
//
// It answers the Master and the Parameter API and the part of the Slave API that a master has. Clients of any kind work with it
// unchanged. Where it goes beyond the original:
//
//   - The notices of each node (publisherUpdate, paramUpdate, shutdown) go out in order from a queue of its own; a node that hangs
//     delays no other. While a node lags, notices that a newer one makes pointless are left out.
//   - A node that died without unregistering is forgotten as soon as a notice to it is refused.
//   - When a node is replaced by another of the same name, subscribers learn at once that the old one's publishers are gone.
package master

import (
	"context"
	"log/slog"
	"net"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/internal/paramtree"
	"github.com/holdfast-robotics/holdfast/ros/names"
	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// callerID is the name in which the master calls nodes.
const callerID = "/master"

// DefaultAddr is where a master listens unless told otherwise: the loopback device, because ROS 1 has no authentication.
const DefaultAddr = "127.0.0.1:11311"

// Options of a master. The zero value is a master on DefaultAddr.
type Options struct {
	Addr   string         // where to listen; port 0 picks one
	Host   string         // host name or address in the master's URI; default: that of Addr, or the machine's name if that is unspecified
	Params map[string]any // initial parameters, a tree
	Log    *slog.Logger   // nil: nothing is logged
}

// Master is a running master.
type Master struct {
	uri    string
	log    *slog.Logger
	server *xmlrpc.Server
	notify *notifier

	stop sync.Once
	done chan struct{}

	mu     sync.Mutex
	reg    registry
	params paramtree.Tree
}

// Start runs a master until Close.
func Start(opts Options) (*Master, error) {
	addr := opts.Addr
	if addr == "" {
		addr = DefaultAddr
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fault.New("start master", addr, fault.Unavailable, "%w (is another master running?)", err)
	}
	host, port, _ := net.SplitHostPort(l.Addr().String())
	if ip := net.ParseIP(host); ip.IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			host = "localhost"
		}
	}
	if opts.Host != "" {
		host = opts.Host
	}
	m := &Master{
		uri: "http://" + net.JoinHostPort(host, port) + "/", log: opts.Log, done: make(chan struct{}), reg: newRegistry(),
	}
	if m.log == nil {
		m.log = slog.New(slog.DiscardHandler)
	}
	if err := m.params.Set("/", orEmpty(opts.Params)); err != nil {
		l.Close()
		return nil, fault.Wrap("start master", "", err)
	}
	m.notify = newNotifier(m.log, m.gone)
	m.server = xmlrpc.Serve(l, m.table().Handle)
	return m, nil
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// URI is the address clients use as ROS_MASTER_URI.
func (m *Master) URI() string { return m.uri }

// Done is closed when a client has asked the master to shut down; Close is still to be called.
func (m *Master) Done() <-chan struct{} { return m.done }

// Close ends the master. Calls in progress may finish until ctx ends.
func (m *Master) Close(ctx context.Context) error {
	err := m.server.Close(ctx)
	m.notify.close()
	m.stop.Do(func() { close(m.done) })
	return err
}

// gone forgets every node whose slave API is at api.
func (m *Master) gone(api string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for node, at := range m.reg.nodes {
		if at == api {
			m.drop(ref{node, at})
		}
	}
}

// drop forgets a node and tells the subscribers of what it published. The lock is held.
func (m *Master) drop(n ref) {
	for _, name := range m.reg.forget(n) {
		m.publishersChanged(name)
	}
}

// enter records that a node registers something. Another node of the same name is shut down. The lock is held.
func (m *Master) enter(n ref) {
	old, known := m.reg.nodes[n.node]
	if known && old != n.api {
		m.log.Warn("a new node replaces one of the same name", "node", n.node, "old", old, "new", n.api)
		m.drop(ref{n.node, old})
		m.notify.post(old, notice{"shutdown", func(ctx context.Context, s *graph.Slave) error {
			return s.Shutdown(ctx, "["+n.node+"] Reason: new node registered with same name")
		}})
	}
	m.reg.nodes[n.node] = n.api
}

// publishersChanged tells the subscribers of a topic its publishers. The lock is held.
func (m *Master) publishersChanged(name string) {
	t := m.reg.topics[name]
	pubs := apis(t.pubs)
	for _, sub := range slices.Compact(slices.Sorted(slices.Values(apis(t.subs)))) {
		m.notify.post(sub, notice{"publisherUpdate " + name, func(ctx context.Context, s *graph.Slave) error {
			return s.PublisherUpdate(ctx, name, pubs)
		}})
	}
}

// paramChanged tells the subscribers of key, of what is above it and of what was or is below it. The lock is held.
func (m *Master) paramChanged(key string, v any, before paramtree.Tree) {
	for sub, nodes := range m.reg.paramSubs {
		at, value := key, v
		switch {
		case names.Within(key, sub): // the subscriber sees the change where it happened
		case names.Within(sub, key): // or the new value, perhaps none, of what it watches below
			at = sub
			_, was := before.Get(sub)
			is := false
			if value, is = m.params.Get(sub); !is {
				value = map[string]any{}
			}
			if !was && !is {
				continue
			}
		default:
			continue
		}
		if at != "/" {
			at += "/" // as the original spells keys in updates; clients clean them
		}
		for _, n := range nodes {
			m.notify.post(n.api, notice{"paramUpdate " + at, func(ctx context.Context, s *graph.Slave) error {
				return s.ParamUpdate(ctx, at, value)
			}})
		}
	}
}

// Loopback reports whether what listens at addr can be reached from this machine alone.
func Loopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return ip.IsLoopback() || strings.EqualFold(host, "localhost")
}
