package scene

import (
	"context"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// received is a cloud message and when it came.
type received struct {
	msg  sensor_msgs.PointCloud2
	at   wire.Time
	used int // by how many at present
}

// stamp is when the cloud was seen, as far as is known.
func (r *received) stamp() wire.Time {
	if r.msg.Header.Stamp.IsZero() {
		return r.at
	}
	return r.msg.Header.Stamp
}

// inbox keeps the newest cloud, undecoded: most are never looked at. Its memory is that of the clouds in use and two more.
type inbox struct {
	mu      sync.Mutex
	newest  *received
	spare   *received
	changed chan struct{} // closed when a cloud comes
}

func newInbox() *inbox { return &inbox{changed: make(chan struct{})} }

// put copies a message that is only lent.
func (b *inbox) put(m *sensor_msgs.PointCloud2, now wire.Time) {
	b.mu.Lock()
	r := b.spare
	b.spare = nil
	b.mu.Unlock()
	if r == nil {
		r = &received{}
	}
	fields, data := append(r.msg.Fields[:0], m.Fields...), append(r.msg.Data[:0], m.Data...)
	r.msg, r.at = *m, now
	r.msg.Fields, r.msg.Data = fields, data
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
func (b *inbox) get() (*received, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.newest != nil {
		b.newest.used++
	}
	return b.newest, b.changed
}

func (b *inbox) release(r *received) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.used--; r.used == 0 && r != b.newest {
		b.spare = r
	}
}

// await waits for a cloud that is not older than age (0: any) and not from before since (zero: any). now tells the time.
func (b *inbox) await(ctx context.Context, topic string, now func() wire.Time, age time.Duration, since wire.Time) (*received, error) {
	const op = "get cloud"
	for {
		r, next := b.get()
		var why error
		switch {
		case r == nil:
			why = fault.New(op, topic, fault.Unavailable, "no cloud has come: does the camera publish sensor_msgs/PointCloud2 there?")
		case age > 0 && now().Sub(r.stamp()) > age:
			why = fault.New(op, topic, fault.Timeout, "the newest cloud is %.2f s old, more than max_cloud_age %g s: does the camera still run, and do the clocks agree?", now().Sub(r.stamp()).Seconds(), age.Seconds())
		case r.stamp().Before(since):
			why = fault.New(op, topic, fault.Timeout, "no cloud from after the call has come: the newest is %.2f s older", since.Sub(r.stamp()).Seconds())
		default:
			return r, nil
		}
		if r != nil {
			b.release(r)
		}
		select {
		case <-next:
		case <-ctx.Done():
			return nil, why
		}
	}
}
