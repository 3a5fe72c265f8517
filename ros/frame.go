package ros

import (
	"encoding/binary"
	"io"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/holdfast-robotics/holdfast/fault"
)

// MaxMessage is the largest message that is read or written, in bytes: the limit of roscpp.
const MaxMessage = 1_000_000_000

// frame is one message on its way: four bytes of length, then the message. It is shared by all queues it waits in and goes back
// to its pool when the last has released it.
type frame struct {
	b    []byte
	refs atomic.Int32
	from *source // where it came from; nil for one that goes out
}

func (f *frame) body() []byte { return f.b[4:] }

// framePools hold frames by the power of two of their capacity.
var framePools [31]sync.Pool

func class(n int) int { return max(bits.Len(uint(n-1)), 6) }

// newFrame returns a frame with room for a message of n bytes, length written, held once.
func newFrame(n int) *frame {
	size := n + 4
	c := class(size)
	f, _ := framePools[c].Get().(*frame)
	if f == nil {
		f = &frame{b: make([]byte, 1<<c)}
	}
	f.b = f.b[:size]
	f.refs.Store(1)
	binary.LittleEndian.PutUint32(f.b, uint32(n))
	return f
}

func (f *frame) hold() { f.refs.Add(1) }

func (f *frame) release() {
	if f.refs.Add(-1) == 0 {
		f.from = nil
		framePools[class(cap(f.b))].Put(f)
	}
}

// trustedSize is how much memory a peer gets on its word alone. Beyond it, memory grows as the bytes arrive.
const trustedSize = 1 << 20

// readFrame reads a frame from a stream.
func readFrame(r io.Reader, head []byte) (*frame, error) {
	if _, err := io.ReadFull(r, head[:4]); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head)
	if n > MaxMessage {
		return nil, fault.New("receive", "", fault.TooLarge, "a message of %d bytes is announced, at most %d are taken", n, MaxMessage)
	}
	return readBody(r, int(n))
}

func readBody(r io.Reader, n int) (*frame, error) {
	have := 0
	f := newFrame(min(n, trustedSize))
	for {
		if _, err := io.ReadFull(r, f.body()[have:]); err != nil {
			f.release()
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		have = len(f.body())
		if have == n {
			return f, nil
		}
		more := newFrame(min(n, 4*have))
		copy(more.body(), f.body())
		f.release()
		f = more
	}
}

// ring is a queue that drops its oldest frame when full.
type ring struct {
	buf     []*frame
	head, n int
	bytes   int
	limit   int
}

// maxQueued bounds the memory of one queue; at least one frame is always kept.
const maxQueued = 256 << 20

// push adds a frame and takes over its hold; it returns how many old ones were dropped.
func (q *ring) push(f *frame) (dropped int) {
	for q.n > 0 && (q.n >= q.limit || q.bytes+len(f.b) > maxQueued) {
		q.pop().release()
		dropped++
	}
	if q.n == len(q.buf) {
		grown := make([]*frame, max(8, 2*len(q.buf)))
		for i := range q.n {
			grown[i] = q.buf[(q.head+i)%len(q.buf)]
		}
		q.buf, q.head = grown, 0
	}
	q.buf[(q.head+q.n)%len(q.buf)] = f
	q.n++
	q.bytes += len(f.b)
	return dropped
}

func (q *ring) pop() *frame {
	if q.n == 0 {
		return nil
	}
	f := q.buf[q.head]
	q.buf[q.head] = nil
	q.head = (q.head + 1) % len(q.buf)
	q.n--
	q.bytes -= len(f.b)
	return f
}

func (q *ring) clear() {
	for q.n > 0 {
		q.pop().release()
	}
}
