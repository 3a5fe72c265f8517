package ros

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// ServiceServer answers the calls of a service.
type ServiceServer struct {
	s    *serviceServer
	once sync.Once
}

// AdvertiseService answers calls of a service with f. Calls of different connections run at the same time. The text of an error
// is sent to the caller. The context of a call ends when the service or the node is closed.
func AdvertiseService[Req, Res Message](n *Node, name string, typ *wire.Service, f func(ctx context.Context, req Req) (Res, error)) (*ServiceServer, error) {
	req, _, err := serviceTypes[Req, Res](typ)
	if err != nil {
		return nil, err
	}
	return n.advertiseService(name, typ, func(ctx context.Context, in []byte, out []byte) ([]byte, error) {
		m := req.New().(Req)
		if err := m.DecodeROS(in); err != nil {
			return nil, err
		}
		res, err := f(ctx, m)
		if err != nil {
			return nil, err
		}
		if any(res) == any(*new(Res)) {
			return nil, fault.New("answer service", name, fault.Internal, "the service answered nothing")
		}
		return res.AppendROS(out), nil
	})
}

// AdvertiseServiceRaw answers calls with bytes: f appends the response to out.
func AdvertiseServiceRaw(n *Node, name string, typ *wire.Service, f func(ctx context.Context, req, out []byte) ([]byte, error)) (*ServiceServer, error) {
	return n.advertiseService(name, typ, f)
}

// serviceTypes checks that Req and Res are the two sides of typ.
func serviceTypes[Req, Res Message](typ *wire.Service) (req, res *wire.Type, err error) {
	if req, err = infoOf[Req](); err != nil {
		return nil, nil, err
	}
	if res, err = infoOf[Res](); err != nil {
		return nil, nil, err
	}
	if req != typ.Request || res != typ.Response {
		return nil, nil, fault.New("use service type", typ.Name, fault.Invalid, "its sides are %s and %s, not %s and %s", typ.Request.Name, typ.Response.Name, req.Name, res.Name)
	}
	return req, res, nil
}

// Name is the resolved name of the service.
func (s *ServiceServer) Name() string { return s.s.name }

// Close withdraws the service and cuts its connections.
func (s *ServiceServer) Close() error {
	s.once.Do(func() {
		n := s.s.node
		n.mu.Lock()
		done := func() {}
		if n.services[s.s.name] == s.s {
			delete(n.services, s.s.name)
			done = n.withdraw("service " + s.s.name)
		}
		n.mu.Unlock()
		defer done()
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		s.s.shut(ctx)
	})
	return nil
}

type serviceServer struct {
	node   *Node
	name   string
	typ    *wire.Service
	uri    string
	handle func(ctx context.Context, in, out []byte) ([]byte, error)
	ctx    context.Context
	cancel context.CancelFunc

	calls, bytesIn, bytesOut atomic.Uint64
}

func (n *Node) advertiseService(service string, typ *wire.Service, handle func(context.Context, []byte, []byte) ([]byte, error)) (*ServiceServer, error) {
	const op = "advertise service"
	name, err := n.names.Resolve(service)
	if err != nil {
		return nil, fault.Wrap(op, service, err)
	}
	s := &serviceServer{node: n, name: name, typ: typ, handle: handle}
	s.uri = "rosrpc://" + net.JoinHostPort(n.Host, strconv.Itoa(n.tcp.Addr().(*net.TCPAddr).Port))
	s.ctx, s.cancel = context.WithCancel(n.ctx)
	n.mu.Lock()
	n.awaitWithdrawn("service " + name)
	if n.isClosed() {
		n.mu.Unlock()
		s.cancel()
		return nil, n.errClosed(op, name)
	}
	if n.services[name] != nil {
		n.mu.Unlock()
		s.cancel()
		return nil, fault.New(op, name, fault.Conflict, "the node provides it already")
	}
	n.services[name] = s
	n.mu.Unlock()
	ctx, cancel := context.WithTimeout(n.ctx, masterTimeout)
	defer cancel()
	server := &ServiceServer{s: s}
	if err := s.register(ctx); err != nil && !n.retry(name, err) {
		server.Close()
		return nil, fault.Wrap(op, name, err)
	}
	return server, nil
}

func (s *serviceServer) register(ctx context.Context) error {
	return s.node.master.RegisterService(ctx, s.name, s.uri, s.node.api)
}

func (s *serviceServer) shut(ctx context.Context) {
	s.cancel()
	_, _ = s.node.master.UnregisterService(ctx, s.name, s.uri) // the master may be gone
}

// welcomeClient serves one client of a service until it goes.
func (n *Node) welcomeClient(conn net.Conn, h header) error {
	const op = "accept client"
	n.mu.Lock()
	s := n.services[h["service"]]
	n.mu.Unlock()
	if s == nil {
		return fault.New(op, h["service"], fault.NotFound, "node %s does not provide it", n.name)
	}
	probe := h["probe"] == "1"
	if sum := h["md5sum"]; !probe && sum != "*" && sum != s.typ.MD5 {
		return fault.New(op, s.name, fault.Conflict, "server %s has type %s with MD5 %s, client %s wants %s with MD5 %s",
			n.name, s.typ.Name, s.typ.MD5, h["callerid"], h["type"], sum)
	}
	ours := header{"callerid": n.name, "service": s.name, "type": s.typ.Name, "md5sum": s.typ.MD5,
		"request_type": s.typ.Request.Name, "response_type": s.typ.Response.Name}
	if _, err := conn.Write(ours.append(nil)); err != nil || probe {
		return nil
	}
	if err := conn.SetDeadline(time.Time{}); err != nil {
		return nil
	}
	defer closeOnEnd(s.ctx, conn)()
	err := s.serve(conn, h["persistent"] == "1")
	if err != nil && !errors.Is(err, io.EOF) && s.ctx.Err() == nil {
		n.log.Info("a service connection ended", "service", s.name, "client", h["callerid"], "err", err)
	}
	return nil
}

func (s *serviceServer) serve(conn net.Conn, persistent bool) error {
	var head [4]byte
	var out []byte
	for {
		f, err := readFrame(conn, head[:])
		if err != nil {
			return err
		}
		s.calls.Add(1)
		s.bytesIn.Add(uint64(len(f.b)))
		out, err = s.answer(conn, f.body(), out[:0])
		f.release()
		if err != nil {
			return err
		}
		s.bytesOut.Add(uint64(len(out)))
		if _, err := conn.Write(out); err != nil {
			return err
		}
		if !persistent {
			return nil
		}
	}
}

// answer runs one call and appends the reply: a byte that says whether it went well, a length, and the response or the text of
// the error.
func (s *serviceServer) answer(conn net.Conn, in, out []byte) (reply []byte, err error) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	out = append(out, 1, 0, 0, 0, 0)
	reply, err = s.call(ctx, in, out)
	if err == nil && len(reply)-5 > MaxMessage {
		err = fault.New("answer service", s.name, fault.TooLarge, "the response has %d bytes, at most %d can be sent", len(reply)-5, MaxMessage)
	}
	if err != nil {
		s.node.log.Info("a service call failed", "service", s.name, "from", conn.RemoteAddr(), "err", err)
		reply = append(append(out[:0], 0, 0, 0, 0, 0), err.Error()...)
	}
	binary.LittleEndian.PutUint32(reply[1:], uint32(len(reply)-5))
	return reply, nil
}

// call keeps a panic of the callback from ending the program: the caller learns of it, and so does the log.
func (s *serviceServer) call(ctx context.Context, in, out []byte) (reply []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault.New("answer service", s.name, fault.Internal, "the service failed: %v", r)
			s.node.log.Error("a service panicked", "service", s.name, "panic", r)
		}
	}()
	return s.handle(ctx, in, out)
}
