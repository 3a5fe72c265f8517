package clouds

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func TestInbox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewInbox()
		now := func() wire.Time { return wire.TimeOf(time.Now()) }
		message := func(n int, stamp wire.Time) *sensor_msgs.PointCloud2 {
			m := &sensor_msgs.PointCloud2{Data: make([]byte, n)}
			m.Header.Stamp = stamp
			return m
		}
		await := func(age time.Duration, since wire.Time) (*Received, error) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			return b.Await(ctx, "/camera", now, age, since)
		}
		if _, err := await(0, wire.Time{}); fault.KindOf(err) != fault.Unavailable {
			t.Error(err)
		}
		b.Put(message(1, wire.Time{}), now()) // counts from its arrival
		time.Sleep(3 * time.Second)
		if _, err := await(2*time.Second, wire.Time{}); fault.KindOf(err) != fault.Timeout {
			t.Error(err)
		}
		first, err := await(0, wire.Time{})
		if err != nil {
			t.Fatal(err)
		}
		// One who waits gets the cloud that comes; what is lent does not change meanwhile.
		called := now()
		go func() {
			time.Sleep(500 * time.Millisecond)
			b.Put(message(2, called.Add(-time.Millisecond)), now()) // seen before the call
			b.Put(message(3, now()), now())
		}()
		second, err := await(0, called)
		if err != nil || len(second.Msg.Data) != 3 {
			t.Fatal(err)
		}
		for n := range 5 {
			b.Put(message(10+n, now()), now())
		}
		if len(first.Msg.Data) != 1 || len(second.Msg.Data) != 3 {
			t.Error("a lent cloud was overwritten")
		}
		b.Release(first)
		b.Release(second)
		if _, err := await(0, now().Add(time.Minute)); fault.KindOf(err) != fault.Timeout {
			t.Error(err)
		}
	})
}

// In the steady state the bytes of a cloud go into memory that is there.
func TestInboxAllocNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	b, m := NewInbox(), &sensor_msgs.PointCloud2{Data: make([]byte, 1<<20), Fields: make([]sensor_msgs.PointField, 4)}
	for range 4 {
		b.Put(m, wire.Time{})
	}
	if n := testing.AllocsPerRun(20, func() { b.Put(m, wire.Time{}) }); n > 1 { // the channel that tells those who wait
		t.Errorf("a cloud allocates %v times", n)
	}
}
