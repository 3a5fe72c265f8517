package ros

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// ServiceClient calls a service.
type ServiceClient[Req, Res Message] struct {
	c   *Caller
	res *wire.Type
}

// NewServiceClient returns a client. A persistent one keeps its connection from call to call and connects anew when it has been
// cut; another looks the service up at every call. Close it.
func NewServiceClient[Req, Res Message](n *Node, name string, typ *wire.Service, persistent bool) (*ServiceClient[Req, Res], error) {
	_, res, err := serviceTypes[Req, Res](typ)
	if err != nil {
		return nil, err
	}
	c, err := NewCaller(n, name, typ.Name, typ.MD5, persistent)
	if err != nil {
		return nil, err
	}
	return &ServiceClient[Req, Res]{c, res}, nil
}

// Call runs one call. When the server answered with an error, errors.As finds a *ServiceError.
func (c *ServiceClient[Req, Res]) Call(ctx context.Context, req Req) (Res, error) {
	var none Res
	b, err := c.c.Call(ctx, req.AppendROS(nil))
	if err != nil {
		return none, err
	}
	res := c.res.New().(Res)
	if err := res.DecodeROS(b); err != nil {
		return none, fault.Wrap("call service", c.c.name, err)
	}
	return res, nil
}

// Wait waits until the service is there.
func (c *ServiceClient[Req, Res]) Wait(ctx context.Context) error { return c.c.Wait(ctx) }

// Close drops the connection of a persistent client.
func (c *ServiceClient[Req, Res]) Close() error { return c.c.Close() }

// ServiceError is the text of an error that a service answered.
type ServiceError struct{ Text string }

func (e *ServiceError) Error() string { return e.Text }

// Caller calls a service with bytes.
type Caller struct {
	node       *Node
	name       string
	typ, md5   string
	persistent bool

	mu   sync.Mutex // held during a call
	conn net.Conn   // kept when persistent
	drop func()
}

// NewCaller returns a caller of a service of a type known by name and MD5 sum, or "*" for both.
func NewCaller(n *Node, service, typ, md5 string, persistent bool) (*Caller, error) {
	name, err := n.names.Resolve(service)
	if err != nil {
		return nil, fault.Wrap("call service", service, err)
	}
	return &Caller{node: n, name: name, typ: typ, md5: md5, persistent: persistent}, nil
}

// Close drops the connection of a persistent caller.
func (c *Caller) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hangUp()
	return nil
}

func (c *Caller) hangUp() {
	if c.conn != nil {
		c.drop()
		c.conn = nil
	}
}

// Wait waits until the service is there and answers.
func (c *Caller) Wait(ctx context.Context) error {
	for {
		conn, drop, err := c.dial(ctx, true)
		if err == nil {
			drop()
			_ = conn
			return nil
		}
		if fault.KindOf(err) == fault.Conflict {
			return err
		}
		if (clock.Wall{}).Sleep(ctx, 50*time.Millisecond) != nil {
			return fault.New("wait for service", c.name, fault.Timeout, "%w", err)
		}
		if c.node.ctx.Err() != nil {
			return c.node.errClosed("wait for service", c.name)
		}
	}
}

// Connect connects a persistent caller, if it is not yet or no longer connected, so that the next call takes no longer than the service does.
func (c *Caller) Connect(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.persistent || c.conn != nil && idle(c.conn) {
		return nil
	}
	c.hangUp()
	conn, drop, err := c.dial(ctx, false)
	if err != nil {
		return err
	}
	c.conn, c.drop = conn, drop
	return nil
}

// dial looks the service up and connects.
func (c *Caller) dial(ctx context.Context, probe bool) (net.Conn, func(), error) {
	const op = "call service"
	uri, err := c.node.master.LookupService(ctx, c.name)
	if err != nil {
		return nil, nil, fault.Wrap(op, c.name, err)
	}
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "rosrpc" || u.Host == "" {
		return nil, nil, fault.New(op, c.name, fault.Invalid, "the master has %.200q for it, which is no rosrpc:// URI", uri)
	}
	conn, err := (&net.Dialer{Timeout: connectTimeout}).DialContext(ctx, "tcp", u.Host)
	if err != nil {
		return nil, nil, fault.New(op, c.name, fault.Unavailable, "its server does not answer: %w", err)
	}
	stopNode := closeOnEnd(c.node.ctx, conn)
	stopCall := context.AfterFunc(ctx, func() { conn.Close() })
	h := header{"callerid": c.node.name, "service": c.name, "type": c.typ, "md5sum": c.md5, "tcp_nodelay": "1"}
	if probe {
		h["probe"] = "1"
		h["md5sum"] = "*"
	}
	if c.persistent && !probe {
		h["persistent"] = "1"
	}
	_, err = exchange(conn, h)
	stopCall()
	if err != nil {
		stopNode()
		return nil, nil, fault.Wrap(op, c.name+" at "+u.Host, err)
	}
	return conn, stopNode, nil
}

// Call sends a request and waits for the response. One call runs at a time.
func (c *Caller) Call(ctx context.Context, req []byte) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil && !idle(c.conn) { // cut while nobody looked: the server was restarted
		c.hangUp()
	}
	return c.callOnce(ctx, req)
}

// idle reports whether a connection is open and has nothing to read. Finding that out before a request is sent is better than
// sending it twice.
func idle(conn net.Conn) bool {
	tcp, ok := conn.(*net.TCPConn)
	if !ok {
		return false
	}
	raw, err := tcp.SyscallConn()
	if err != nil {
		return false
	}
	var peek error
	if err := raw.Read(func(fd uintptr) bool {
		var one [1]byte
		_, _, peek = syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		return true
	}); err != nil {
		return false
	}
	return errors.Is(peek, syscall.EAGAIN)
}

func (c *Caller) callOnce(ctx context.Context, req []byte) ([]byte, error) {
	const op = "call service"
	if len(req) > MaxMessage {
		return nil, fault.New(op, c.name, fault.TooLarge, "the request has %d bytes, at most %d can be sent", len(req), MaxMessage)
	}
	if c.conn == nil {
		conn, drop, err := c.dial(ctx, false)
		if err != nil {
			return nil, err
		}
		c.conn, c.drop = conn, drop
	}
	conn := c.conn
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	f := newFrame(len(req))
	copy(f.body(), req)
	_, err := conn.Write(f.b)
	f.release()
	var ok byte
	var res []byte
	if err == nil {
		ok, res, err = readReply(conn)
	}
	stopped := stop()
	if err != nil || !stopped || !c.persistent {
		c.hangUp()
	}
	switch {
	case err != nil && ctx.Err() != nil:
		kind := fault.Preempted
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			kind = fault.Timeout
		}
		return nil, fault.New(op, c.name, kind, "%w", context.Cause(ctx))
	case err != nil:
		return nil, fault.New(op, c.name, fault.Unavailable, "%w", err)
	case ok == 0:
		return nil, fault.New(op, c.name, fault.Other, "%w", &ServiceError{string(res)})
	}
	return res, nil
}

func readReply(conn net.Conn) (ok byte, body []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		return 0, nil, fmt.Errorf("the server ended the connection without an answer: %w", err)
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > MaxMessage {
		return 0, nil, fmt.Errorf("a response of %d bytes is announced, at most %d are taken", n, MaxMessage)
	}
	f, err := readBody(conn, int(n))
	if err != nil {
		return 0, nil, err
	}
	body = append([]byte(nil), f.body()...)
	f.release()
	return head[0], body, nil
}
