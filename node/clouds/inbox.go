package clouds

import (
	"context"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Received is a cloud message that an inbox lends.
type Received struct {
	Msg  sensor_msgs.PointCloud2 // not to be changed
	at   wire.Time               // when it came
	used int                     // by how many at present
}

// Stamp is when the cloud was seen, as far as is known.
func (r *Received) Stamp() wire.Time {
	if r.Msg.Header.Stamp.IsZero() {
		return r.at
	}
	return r.Msg.Header.Stamp
}

// Inbox keeps the newest message of a topic, undecoded: most are never looked at. Its memory is that of the messages in use and two
// more. It is safe for concurrent use.
type Inbox struct {
	mu      sync.Mutex
	newest  *Received
	spare   *Received
	changed chan struct{} // closed when a cloud comes
}

// NewInbox makes an empty one.
func NewInbox() *Inbox { return &Inbox{changed: make(chan struct{})} }

// Put copies a message that is only lent.
func (b *Inbox) Put(m *sensor_msgs.PointCloud2, now wire.Time) {
	b.mu.Lock()
	r := b.spare
	b.spare = nil
	b.mu.Unlock()
	if r == nil {
		r = &Received{}
	}
	fields, data := append(r.Msg.Fields[:0], m.Fields...), append(r.Msg.Data[:0], m.Data...)
	r.Msg, r.at = *m, now
	r.Msg.Fields, r.Msg.Data = fields, data
	b.mu.Lock()
	defer b.mu.Unlock()
	if old := b.newest; old != nil && old.used == 0 {
		b.spare = old
	}
	b.newest = r
	close(b.changed)
	b.changed = make(chan struct{})
}

// get returns the newest cloud, to be released, or nil, and what is closed when another comes.
func (b *Inbox) get() (*Received, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.newest != nil {
		b.newest.used++
	}
	return b.newest, b.changed
}

// Release gives a cloud back.
func (b *Inbox) Release(r *Received) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.used--; r.used == 0 && r != b.newest {
		b.spare = r
	}
}

// Await waits, until ctx ends, for a cloud that is not older than age (0: any) and not from before since (zero: any). The cloud is to be
// released. Errors have kind Unavailable when none has come, and Timeout when it is too old; they name the topic.
func (b *Inbox) Await(ctx context.Context, topic string, now func() wire.Time, age time.Duration, since wire.Time) (*Received, error) {
	const op = "get cloud"
	for {
		r, next := b.get()
		var why error
		switch {
		case r == nil:
			why = fault.New(op, topic, fault.Unavailable, "no cloud has come: does the camera publish sensor_msgs/PointCloud2 there?")
		case age > 0 && now().Sub(r.Stamp()) > age:
			why = fault.New(op, topic, fault.Timeout, "the newest cloud is %.2f s old, more than max_cloud_age %g s: does the camera still run, and do the clocks agree?", now().Sub(r.Stamp()).Seconds(), age.Seconds())
		case r.Stamp().Before(since):
			why = fault.New(op, topic, fault.Timeout, "no cloud from after the call has come: the newest is %.2f s older", since.Sub(r.Stamp()).Seconds())
		default:
			return r, nil
		}
		if r != nil {
			b.Release(r)
		}
		select {
		case <-next:
		case <-ctx.Done():
			return nil, why
		}
	}
}
