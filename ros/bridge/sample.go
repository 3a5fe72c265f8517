package bridge

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/dynamic"
)

// sample is one message of a topic, shared by all who wait for it. Its forms are made once, by the first who sends one.
type sample struct {
	raw    []byte
	at     time.Time     // when it came
	typ    *dynamic.Type // nil: unknown, for the reason in typErr
	typErr error
	name   string // of the type, as the publisher declared it
	sum    string
	from   string // the publisher
	refs   atomic.Int32
	mu     sync.Mutex
	json   form
	cbor   form
}

type form struct {
	b    []byte
	err  error
	made bool
}

// samplePool holds samples with their memory.
var samplePool = sync.Pool{New: func() any { return new(sample) }}

// keepBytes is the memory of a form that goes back to the pool with it; larger ones are the collector's.
const keepBytes = 16 << 20

// newSample copies a message. It is held once.
func newSample(raw []byte) *sample {
	s := samplePool.Get().(*sample)
	s.raw = append(s.raw[:0], raw...)
	s.refs.Store(1)
	s.at = time.Now()
	return s
}

func (s *sample) size() int { return len(s.raw) }

func (s *sample) hold() { s.refs.Add(1) }

func (s *sample) release() {
	if s.refs.Add(-1) != 0 {
		return
	}
	s.typ, s.typErr, s.name, s.sum, s.from = nil, nil, "", "", ""
	if cap(s.raw)+cap(s.json.b)+cap(s.cbor.b) > keepBytes {
		return
	}
	s.json.made, s.cbor.made = false, false
	samplePool.Put(s)
}

// asJSON is the message as JSON, valid as long as the sample is held.
func (s *sample) asJSON() ([]byte, error) { return s.as(&s.json, (*dynamic.Type).AppendJSON) }

// asCBOR is the message as CBOR, valid as long as the sample is held.
func (s *sample) asCBOR() ([]byte, error) { return s.as(&s.cbor, (*dynamic.Type).AppendCBOR) }

func (s *sample) as(f *form, encode func(*dynamic.Type, []byte, []byte) ([]byte, error)) ([]byte, error) {
	if s.typ == nil {
		return nil, s.typErr
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !f.made {
		f.b, f.err = encode(s.typ, f.b[:0], s.raw)
		f.made = true
	}
	return f.b, f.err
}
