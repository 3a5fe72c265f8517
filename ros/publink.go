package ros

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/clock"
)

// pubLink is a subscription's connection to one publisher. It connects again when it is cut, as long as the master lists the
// publisher.
type pubLink struct {
	id     int
	s      *subscription
	uri    string // the publisher's slave API
	ctx    context.Context
	cancel context.CancelFunc

	received atomic.Uint64 // bytes

	// Under the subscription's lock:
	source  *source     // nil while not connected
	latched *frame      // the last message of a latching publisher
	waiting bool        // to connect again
	leaving *time.Timer // the master no longer lists the publisher; see linger
}

// source is what a publisher said about itself when it was connected. It does not change.
type source struct {
	publisher string // node name
	info      TypeInfo
	latching  bool
	transport string
	remote    string
}

func newPubLink(s *subscription, uri string) *pubLink {
	l := &pubLink{id: int(s.node.lastID.Add(1)), s: s, uri: uri}
	l.ctx, l.cancel = context.WithCancel(s.node.ctx)
	return l
}

const (
	backoffFirst   = 50 * time.Millisecond
	backoffLast    = 5 * time.Second
	backoffRefused = 30 * time.Second // when the peer said no, for a reason that seldom passes
	connectTimeout = 5 * time.Second
)

// run keeps the link connected.
func (l *pubLink) run() {
	wait, said := backoffFirst, ""
	for !l.over() {
		began := time.Now()
		err := l.connect()
		disconnected := l.disconnected()
		if l.over() {
			return
		}
		if disconnected {
			said = ""
			if time.Since(began) > backoffLast {
				wait = backoffFirst
			}
		}
		level := l.s.node.log.Info
		if fault.KindOf(err) == fault.Conflict {
			wait, level = backoffRefused, l.s.node.log.Warn
		}
		if text := err.Error(); text != said && !errors.Is(err, io.EOF) && !errors.Is(err, syscall.ECONNREFUSED) {
			level("not connected to a publisher", "topic", l.s.topic, "publisher", l.uri, "err", err)
			said = text
		}
		if l.sleep(wait) != nil {
			return
		}
		wait = min(2*wait, backoffLast)
	}
}

// lingering is how long a publisher that the master no longer lists may go on: what it sent before it went is on its way still.
const lingering = closeTimeout

// linger lets a link end by itself, as the publisher closes the connection, and cuts it if that takes long. The lock is held.
func (l *pubLink) linger() {
	if l.waiting {
		l.remove()
		return
	}
	if l.leaving == nil {
		l.leaving = time.AfterFunc(lingering, func() {
			l.s.mu.Lock()
			defer l.s.mu.Unlock()
			if l.leaving != nil {
				l.remove()
			}
		})
	}
}

// stay keeps a link whose publisher the master lists. The lock is held.
func (l *pubLink) stay() {
	if l.leaving != nil {
		l.leaving.Stop()
		l.leaving = nil
	}
}

// remove ends a link at once. The lock is held.
func (l *pubLink) remove() {
	l.stay()
	l.cancel()
	if l.s.links[l.uri] == l {
		delete(l.s.links, l.uri)
	}
}

// over reports whether the link is to end instead of connecting once more.
func (l *pubLink) over() bool {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if l.leaving != nil {
		l.remove()
	}
	return l.ctx.Err() != nil
}

// sleep waits before the next try to connect.
func (l *pubLink) sleep(d time.Duration) error {
	set := func(waiting bool) {
		l.s.mu.Lock()
		l.waiting = waiting
		l.s.mu.Unlock()
	}
	set(true)
	defer set(false)
	return (clock.Wall{}).Sleep(l.ctx, d)
}

// disconnected notes the end of a connection and reports whether there was one.
func (l *pubLink) disconnected() bool {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if l.source == nil {
		return false
	}
	l.source = nil
	l.forget()
	l.s.connected--
	close(l.s.changed)
	l.s.changed = make(chan struct{})
	return true
}

func (l *pubLink) forget() {
	if l.latched != nil {
		l.latched.release()
		l.latched = nil
	}
}

// connect asks the publisher for a connection and reads from it until it ends; the error is never nil.
func (l *pubLink) connect() error {
	if l.s.udp > 0 {
		return l.connectUDP()
	}
	ctx, cancel := context.WithTimeout(l.ctx, connectTimeout)
	defer cancel()
	answer, err := l.s.node.Slave(l.uri).RequestTopic(ctx, l.s.topic, []any{[]string{"TCPROS"}})
	if err != nil {
		return err
	}
	addr, err := tcprosAddr(answer)
	if err != nil {
		return fault.Wrap("connect", l.uri, err)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return fault.New("connect", addr, fault.Unavailable, "%w", err)
	}
	defer closeOnEnd(l.ctx, conn)()
	h, err := exchange(conn, l.header())
	if err != nil {
		return fault.Wrap("connect", addr, err)
	}
	src, err := l.accept(h, "TCPROS", addr)
	if err != nil {
		return err
	}
	r := bufio.NewReaderSize(conn, 64<<10)
	var head [4]byte
	for {
		f, err := readFrame(r, head[:])
		if err != nil {
			return fault.Wrap("receive", addr, err)
		}
		l.deliver(src, f, r.Buffered() > 0)
	}
}

// tcprosAddr takes the address out of the answer to requestTopic.
func tcprosAddr(answer []any) (string, error) {
	if len(answer) >= 3 && answer[0] == "TCPROS" {
		host, ok1 := answer[1].(string)
		port, ok2 := answer[2].(int)
		if ok1 && ok2 && port > 0 && port <= 65535 {
			return net.JoinHostPort(host, strconv.Itoa(port)), nil
		}
	}
	return "", fault.New("request topic", "", fault.Invalid, "answer %.200v is not [TCPROS, host, port]", answer)
}

// header is what we tell a publisher.
func (l *pubLink) header() header {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	h := header{"callerid": l.s.node.name, "topic": l.s.topic, "type": l.s.info.Name, "md5sum": l.s.info.MD5, "tcp_nodelay": "1"}
	if l.s.info.Definition != "" {
		h["message_definition"] = l.s.info.Definition
	}
	return h
}

// accept checks what a publisher told us and counts the link as connected.
func (l *pubLink) accept(h header, transport, remote string) (*source, error) {
	got := TypeInfo{h["type"], h["md5sum"], h["message_definition"]}
	if got.Name == "" {
		got.Name = "*"
	}
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if got.MD5 == "" {
		return nil, fault.New("connect", remote, fault.Invalid, "the publisher's header lacks md5sum")
	}
	if why := compatible("publisher "+h["callerid"], got, "subscriber "+l.s.node.name, l.s.info); why != "" {
		return nil, fault.New("connect", remote, fault.Conflict, "%s", why)
	}
	l.source = &source{h["callerid"], got, h["latching"] == "1", transport, remote}
	l.s.connected++
	close(l.s.changed)
	l.s.changed = make(chan struct{})
	return l.source, nil
}

// feeds reports whether a callback wants what this publisher sends.
func (s *source) feeds(k *sink) bool {
	return s.info.MD5 == k.info.MD5 || compatible("", s.info, "", k.info) == ""
}

// deliver hands a frame to every callback and takes over its hold. more says that others follow at once.
func (l *pubLink) deliver(src *source, f *frame, more bool) {
	l.received.Add(uint64(len(f.b)))
	f.from = src
	l.s.mu.Lock()
	sinks := l.s.sinks
	if src.latching {
		l.forget()
		f.hold()
		l.latched = f
	}
	l.s.mu.Unlock()
	for _, k := range sinks {
		if !src.feeds(k) {
			if !k.badType.Swap(true) {
				l.s.node.log.Warn("messages are of another type", "topic", l.s.topic,
					"err", compatible("publisher "+src.publisher, src.info, "subscriber "+l.s.node.name, k.info))
			}
			continue
		}
		if len(sinks) == 1 && !more && k.claim() {
			k.call(l.s, f)
			break
		}
		f.hold()
		k.push(f)
	}
	f.release()
}
