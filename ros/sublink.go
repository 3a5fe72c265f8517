package ros

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// subLink carries a publication to one subscriber: a queue and the goroutine that empties it.
type subLink struct {
	id        int
	conn      io.ReadWriteCloser
	local     net.Addr
	remote    net.Addr
	caller    string // the subscriber's node name
	transport string
	done      chan struct{} // closed when the writer has ended

	sentBytes, sentMessages atomic.Uint64

	mu      sync.Mutex
	more    sync.Cond
	queue   ring
	closing bool // send what is queued, then end
	busy    bool // the writer is at it
	pushed  time.Time
	dropped *atomic.Uint64

	// For writing at once, without the writer: see push.
	raw  syscall.RawConn
	try  func(fd uintptr) bool
	now  []byte // what try writes
	n    int    // how much of it was written
	rest []byte // what is left of head
	head *frame // written in part; the writer goes on with it
}

func newSubLink(n *Node, conn net.Conn, caller, transport string) *subLink {
	l := &subLink{id: int(n.lastID.Add(1)), conn: conn, local: conn.LocalAddr(), remote: conn.RemoteAddr(), caller: caller, transport: transport, done: make(chan struct{})}
	l.more.L = &l.mu
	l.busy = true // until the writer is there
	if tcp, ok := conn.(*net.TCPConn); ok {
		if raw, err := tcp.SyscallConn(); err == nil {
			l.raw = raw
			l.try = func(fd uintptr) bool {
				n, err := syscall.Write(int(fd), l.now)
				if err != nil {
					n = 0 // full, or broken: the writer will see
				}
				l.n = n
				return true
			}
		}
	}
	return l
}

const (
	atOnceSize = 32 << 10              // larger frames are left to the writer
	atOnceGap  = 20 * time.Microsecond // so are those that follow each other quicker: they are gathered
)

// push queues a frame and takes over its hold. When the link is idle and frames are few, it is written at once: waking the writer
// would take longer than writing.
func (l *subLink) push(f *frame) {
	l.mu.Lock()
	if l.closing {
		l.mu.Unlock()
		f.release()
		return
	}
	now := time.Now()
	gap := now.Sub(l.pushed)
	l.pushed = now
	if l.raw != nil && !l.busy && l.queue.n == 0 && gap > atOnceGap && len(f.b) <= atOnceSize {
		l.now, l.n = f.b, 0
		if err := l.raw.Write(l.try); err == nil && l.n > 0 {
			l.now = nil
			l.sentBytes.Add(uint64(len(f.b)))
			l.sentMessages.Add(1)
			if l.n == len(f.b) {
				l.mu.Unlock()
				f.release()
				return
			}
			l.head, l.rest = f, f.b[l.n:]
			l.busy = true
			l.mu.Unlock()
			l.more.Signal()
			return
		}
		l.now = nil
	}
	dropped := l.queue.push(f)
	l.mu.Unlock()
	l.more.Signal()
	if dropped > 0 && l.dropped != nil {
		l.dropped.Add(uint64(dropped))
	}
}

// finish lets the writer end once the queue is empty.
func (l *subLink) finish() {
	l.mu.Lock()
	l.closing = true
	l.mu.Unlock()
	l.more.Signal()
}

// batchSize is how much is gathered into one write. Frames from half of it on are written from where they are.
const batchSize = 64 << 10

// next waits for frames and takes as many as fit one write, at least one.
func (l *subLink) next(batch []*frame) []*frame {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.head == nil {
		l.busy = false
	}
	for l.queue.n == 0 && l.head == nil && !l.closing {
		l.more.Wait()
	}
	l.busy = true
	if l.head != nil {
		return batch
	}
	size := 0
	for l.queue.n > 0 {
		size += len(l.queue.buf[l.queue.head].b)
		if len(batch) > 0 && size > batchSize {
			break
		}
		batch = append(batch, l.queue.pop())
	}
	return batch
}

// serve sends until the subscriber goes or the publication is shut.
func (l *subLink) serve(p *publication) {
	defer close(l.done)
	l.mu.Lock()
	l.dropped = &p.dropped
	l.mu.Unlock()
	// A subscriber never sends anything behind its header: a read ends when it goes.
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		var one [1]byte
		_, _ = l.conn.Read(one[:])
		l.mu.Lock()
		l.closing = true
		l.queue.clear()
		l.mu.Unlock()
		l.more.Signal()
		l.conn.Close()
	}()
	flushed := false
	defer func() {
		if tcp, ok := l.conn.(*net.TCPConn); !ok || !flushed || tcp.CloseWrite() != nil {
			l.conn.Close()
		}
		<-gone // the subscriber has read everything and hangs up; shut knows how long to wait
		p.drop(l)
	}()

	scratch := make([]byte, 0, batchSize)
	var batch []*frame
	for {
		batch = l.next(batch[:0])
		if l.head != nil { // only the writer clears it, and nothing sets it while the writer is busy
			_, err := l.conn.Write(l.rest)
			l.mu.Lock()
			l.head.release()
			l.head, l.rest = nil, nil
			l.mu.Unlock()
			if err != nil {
				return
			}
			continue
		}
		if len(batch) == 0 {
			flushed = true
			return
		}
		var err error
		if len(batch) == 1 || l.transport == "UDPROS" { // a datagram never holds two messages
			for _, f := range batch {
				if _, e := l.conn.Write(f.b); e != nil {
					err = e
				}
			}
		} else {
			scratch = scratch[:0]
			for _, f := range batch {
				scratch = append(scratch, f.b...)
			}
			_, err = l.conn.Write(scratch)
		}
		for _, f := range batch {
			l.sentBytes.Add(uint64(len(f.b)))
			f.release()
		}
		l.sentMessages.Add(uint64(len(batch)))
		if err != nil {
			return
		}
	}
}
