// Package bridge lets browsers and other programs without ROS take part in a ROS 1 graph, over WebSocket.
//
// One Server speaks two protocols on one address; the subprotocol that a client asks for decides:
//
//   - rosbridge v2 (JSON, PNG, CBOR), the protocol of roslibjs and roslibpy, with the services of rosapi answered by the bridge itself;
//   - the Foxglove WebSocket protocol (foxglove.websocket.v1 and foxglove.sdk.v1).
//
// Requests that are no WebSocket go to Options.Page, so that a page and its sockets share one origin.
//
// Any topic and service of the graph can be used. Types that the binary does not know are read by the definition their publisher sends;
// service types, whose definition does not travel, must be known or given (Options.Definitions).
//
// Nothing waits for a slow client: each has its own queues, in which the newest message of a topic replaces older ones, and a budget of
// bytes that it cannot exceed. ROS 1 has no authentication, so a Server takes clients of its own machine only, unless it has a token.
package bridge

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/msgdef"
)

// Defaults of Options.
const (
	DefaultAddr       = "127.0.0.1:9090" // the port of rosbridge
	DefaultMaxFrame   = 32 << 20
	DefaultBudget     = 64 << 20
	DefaultMaxClients = 64
)

// Options of a server. The zero value serves the programs and pages of this machine.
type Options struct {
	Token       string       // what every client must show; without one only clients of this machine are taken
	Origins     []string     // web origins that may connect beside the server's own and those of this machine: "https://lab.example:8080"
	Page        http.Handler // answers requests that are no WebSocket; nil: one line of text
	Definitions *msgdef.Set  // types beyond those of package msgs; not to be changed any more
	MaxFrame    int          // bytes of the largest frame, and of the largest message in fragments, that is taken from a client
	Budget      int          // bytes of ROS messages that wait for one client
	MaxClients  int          // at the same time
	Log         *slog.Logger // default: the node's
}

// Server serves clients in the name of a node. It is an [http.Handler].
type Server struct {
	node   *ros.Node
	opt    Options
	types  types
	names  nameLocks
	goals  goalBook
	graph  graphWatch
	stops  stops
	log    *slog.Logger
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	count  atomic.Int64 // clients

	mu     sync.Mutex
	closed bool
	hubs   map[string]*hub
	web    []*http.Server
}

// New makes a server. Close it, before the node.
func New(n *ros.Node, opt Options) *Server {
	if opt.MaxFrame <= 0 {
		opt.MaxFrame = DefaultMaxFrame
	}
	if opt.Budget <= 0 {
		opt.Budget = DefaultBudget
	}
	if opt.MaxClients <= 0 {
		opt.MaxClients = DefaultMaxClients
	}
	if opt.Log == nil {
		opt.Log = n.Log()
	}
	s := &Server{node: n, opt: opt, log: opt.Log, hubs: map[string]*hub{}}
	s.ctx, s.cancel = context.WithCancel(n.Context())
	s.types.extra = opt.Definitions
	s.goals.server = s
	s.graph.server = s
	return s
}

// Close ends every client and every Serve, and waits for them.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	web := s.web
	s.mu.Unlock()
	s.cancel()
	for _, w := range web {
		w.Close()
	}
	s.goals.close()
	s.wg.Wait()
	s.stops.close()
	return nil
}

// begin counts work in that Close waits for; false when the server is closed.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.wg.Add(1)
	return true
}

// spawn runs f in a goroutine that Close waits for.
func (s *Server) spawn(f func()) bool {
	if !s.begin() {
		return false
	}
	go func() {
		defer s.wg.Done()
		f()
	}()
	return true
}

// socketBuffer bounds what the kernel takes of messages that a client does not read. It would take megabytes, which the client then gets
// late.
const socketBuffer = 128 << 10

// Serve serves HTTP on l, over TLS when cert is given, until Close. It owns l. A server that is part of a larger one is used as a
// handler instead.
func (s *Server) Serve(l net.Listener, cert *tls.Config) error {
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
		TLSNextProto:      map[string]func(*http.Server, *tls.Conn, http.Handler){}, // a WebSocket needs HTTP/1.1
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			if t, ok := c.(*tls.Conn); ok {
				c = t.NetConn()
			}
			if t, ok := c.(*net.TCPConn); ok {
				_ = t.SetWriteBuffer(socketBuffer) // an optimisation
			}
			return ctx
		},
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		l.Close()
		return nil
	}
	s.web = append(s.web, web)
	s.mu.Unlock()
	if cert != nil {
		l = tls.NewListener(l, cert)
	}
	if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fault.New("serve", l.Addr().String(), fault.Unavailable, "%w", err)
	}
	return nil
}

// ServeHTTP takes a client, or shows the page.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if status, why := s.guard(w, r); status != 0 {
		s.log.Warn("a client was refused", "from", r.RemoteAddr, "origin", r.Header.Get("Origin"), "why", why)
		http.Error(w, why, status)
		return
	}
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		if r.URL.Path == "/stop" {
			s.serveStop(w, r)
			return
		}
		if s.opt.Page != nil {
			s.opt.Page.ServeHTTP(w, r)
			return
		}
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		_, _ = io.WriteString(w, "The bridge to ROS: connect with a rosbridge or Foxglove client over WebSocket.\n")
		return
	}
	if !s.begin() {
		http.Error(w, "the bridge is closed", http.StatusServiceUnavailable)
		return
	}
	defer s.wg.Done()
	if s.count.Add(1) > int64(s.opt.MaxClients) {
		s.count.Add(-1)
		http.Error(w, "too many clients", http.StatusServiceUnavailable)
		return
	}
	defer s.count.Add(-1)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       []string{foxgloveSDK, foxgloveV1, "rosbridge_v2"},
		InsecureSkipVerify: true, // the guard has looked at the origin
	})
	if err != nil {
		s.log.Info("a client was refused", "from", r.RemoteAddr, "why", err)
		return
	}
	s.serve(conn, r.RemoteAddr)
}

// serve talks to a client until either side ends.
func (s *Server) serve(conn *websocket.Conn, remote string) {
	c := newClient(s, conn, remote)
	defer c.close()
	switch conn.Subprotocol() {
	case foxgloveSDK, foxgloveV1:
		newFoxglove(c).run()
	default:
		newSession(c).run()
	}
}
