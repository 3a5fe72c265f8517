package ros

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
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
	dropped *atomic.Uint64
}

func newSubLink(n *Node, conn net.Conn, caller, transport string) *subLink {
	l := &subLink{id: int(n.lastID.Add(1)), conn: conn, local: conn.LocalAddr(), remote: conn.RemoteAddr(), caller: caller, transport: transport, done: make(chan struct{})}
	l.more.L = &l.mu
	return l
}

// push queues a frame and takes over its hold.
func (l *subLink) push(f *frame) {
	l.mu.Lock()
	if l.closing {
		l.mu.Unlock()
		f.release()
		return
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
	for l.queue.n == 0 && !l.closing {
		l.more.Wait()
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
	defer func() {
		l.conn.Close()
		<-gone
		p.drop(l)
	}()

	scratch := make([]byte, 0, batchSize)
	var batch []*frame
	for {
		batch = l.next(batch[:0])
		if len(batch) == 0 {
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
