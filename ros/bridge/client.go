package bridge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/holdfast-robotics/holdfast/fault"
)

const (
	writeTimeout = time.Minute // for one message; a client that takes longer is gone
	joinSize     = 16 << 10    // parts of a message up to this size are joined rather than sent as frames of their own
)

// client is a connection: what the two protocols have in common.
type client struct {
	s      *Server
	conn   *websocket.Conn
	remote string
	ctx    context.Context
	cancel context.CancelFunc
	box    *outbox
	wg     sync.WaitGroup
	joined []byte // scratch of the writer

	settling atomic.Int64 // bytes that wait in new publications
}

func newClient(s *Server, conn *websocket.Conn, remote string) *client {
	c := &client{s: s, conn: conn, remote: remote, box: newOutbox(s.opt.Budget)}
	c.ctx, c.cancel = context.WithCancel(s.ctx)
	conn.SetReadLimit(-1) // read looks after it, and says so in words
	c.wg.Go(func() {
		if err := c.box.drain(c.ctx, c); err != nil && c.ctx.Err() == nil {
			s.log.Info("a client was lost", "from", remote, "why", err)
		}
		c.cancel()
	})
	return c
}

func (c *client) close() {
	c.cancel()
	c.box.shut()
	c.conn.CloseNow() //nolint:errcheck // it may be closed already
	c.wg.Wait()
}

// errTooLarge is a frame that exceeds the limit.
var errTooLarge = errors.New("frame too large")

// read returns the next frame, in buf if it has room.
func (c *client) read(buf []byte) (websocket.MessageType, []byte, error) {
	typ, r, err := c.conn.Reader(c.ctx)
	if err != nil {
		return 0, buf, err
	}
	buf = buf[:0]
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):min(cap(buf), len(buf)+1<<20)])
		buf = buf[:len(buf)+n]
		if len(buf) > c.s.opt.MaxFrame {
			return typ, buf, errTooLarge
		}
		if errors.Is(err, io.EOF) {
			return typ, buf, nil
		}
		if err != nil {
			return typ, buf, err
		}
	}
}

// loop reads frames until the client goes. refused is told of one that is too large, the last; nothing is read of a client that is behind with
// its answers.
func (c *client) loop(frame func(websocket.MessageType, []byte), refused func(error)) {
	var buf []byte
	for {
		typ, data, err := c.read(buf)
		if errors.Is(err, errTooLarge) {
			err := c.tooLarge()
			refused(err)
			c.refuse(websocket.StatusMessageTooBig, clipText(err.Error()))
			return
		}
		if err != nil {
			return
		}
		frame(typ, data)
		if buf = data; cap(buf) > 1<<20 { // one large frame is no reason to keep the room for another
			buf = nil
		}
		if c.box.await(c.ctx) != nil {
			return
		}
	}
}

// refuse ends the connection with a reason, after what is in the outbox.
func (c *client) refuse(code websocket.StatusCode, why string) {
	ctx, cancel := context.WithTimeout(c.ctx, time.Second)
	defer cancel()
	c.box.flush(ctx)
	_ = c.conn.Close(code, why) // waits a few seconds for the other side
}

// write sends a message made of parts.
func (c *client) write(typ websocket.MessageType, parts ...[]byte) error {
	ctx, cancel := context.WithTimeout(c.ctx, writeTimeout)
	defer cancel()
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	if len(parts) == 1 {
		return c.conn.Write(ctx, typ, parts[0])
	}
	if size <= joinSize {
		c.joined = c.joined[:0]
		for _, p := range parts {
			c.joined = append(c.joined, p...)
		}
		return c.conn.Write(ctx, typ, c.joined)
	}
	w, err := c.conn.Writer(ctx, typ)
	if err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := w.Write(p); err != nil {
			return err
		}
	}
	return w.Close()
}

// serviceTimeout bounds what has no limit of its own: a look at the graph, a service call without timeout.
const graphTimeout = 5 * time.Second

func (c *client) short() (context.Context, context.CancelFunc) {
	return context.WithTimeout(c.ctx, graphTimeout)
}

// tooLargeText is what a client is told about a frame that exceeds the limit.
func (c *client) tooLarge() error {
	return fault.New("read frame", "", fault.TooLarge, "it has more than %d bytes; the connection ends", c.s.opt.MaxFrame)
}

var _ http.Handler = (*Server)(nil)
