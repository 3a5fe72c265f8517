package hardware

import (
	"sync"
	"sync/atomic"
)

// Latest hands the newest value from one writer to readers without making the writer wait or allocate: three values of which the
// writer has one, the readers have one, and the third is the newest finished one.
type Latest[T any] struct {
	values [3]T
	middle atomic.Uint32 // index of the third, with dirty set when no reader has seen it
	back   uint32        // the writer's
	mu     sync.Mutex    // among readers
	front  uint32        // the readers'
}

const dirty = 4

// NewLatest prepares the three values.
func NewLatest[T any](prepare func(*T)) *Latest[T] {
	l := &Latest[T]{back: 0, front: 2}
	l.middle.Store(1)
	for i := range l.values {
		prepare(&l.values[i])
	}
	return l
}

// Back is the writer's value; it holds something old.
func (l *Latest[T]) Back() *T { return &l.values[l.back] }

// Publish hands over the writer's value and takes another.
func (l *Latest[T]) Publish() { l.back = l.middle.Swap(l.back|dirty) &^ dirty }

// Read calls f with the newest value, which is f's until it returns.
func (l *Latest[T]) Read(f func(*T)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.middle.Load()&dirty != 0 {
		l.front = l.middle.Swap(l.front) &^ dirty
	}
	f(&l.values[l.front])
}

// Ring hands every value from one writer to one reader at a time. When it is full the writer drops the value and counts that.
type Ring[T any] struct {
	values  []T
	head    atomic.Uint64 // values written
	tail    atomic.Uint64 // values read
	dropped atomic.Uint64
	mu      sync.Mutex // among readers
}

// NewRing makes a ring for n values.
func NewRing[T any](n int) *Ring[T] { return &Ring[T]{values: make([]T, n)} }

// Put writes a value. It never waits.
func (r *Ring[T]) Put(v *T) bool {
	h := r.head.Load()
	if h-r.tail.Load() == uint64(len(r.values)) {
		r.dropped.Add(1)
		return false
	}
	r.values[h%uint64(len(r.values))] = *v
	r.head.Store(h + 1)
	return true
}

// Get reads the oldest value.
func (r *Ring[T]) Get(v *T) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.tail.Load()
	if t == r.head.Load() {
		return false
	}
	*v = r.values[t%uint64(len(r.values))]
	r.tail.Store(t + 1)
	return true
}

// Dropped counts the values that found the ring full.
func (r *Ring[T]) Dropped() uint64 { return r.dropped.Load() }

// inbox brings functions into the loop, which runs them between two cycles. Senders wait for each other, the loop for nobody.
type inbox struct {
	mu   sync.Mutex
	ring *Ring[func()]
}

func (b *inbox) put(f func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ring.Put(&f)
}

// take is Get without the readers' lock: the loop is the only reader.
func (b *inbox) take() func() {
	r := b.ring
	t := r.tail.Load()
	if t == r.head.Load() {
		return nil
	}
	slot := &r.values[t%uint64(len(r.values))]
	f := *slot
	*slot = nil
	r.tail.Store(t + 1)
	return f
}
