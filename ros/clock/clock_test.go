package clock

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func at(sec uint32) wire.Time { return wire.Time{Sec: sec} }

func TestWallSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := (Wall{}).Sleep(t.Context(), time.Hour); err != nil || time.Since(start) != time.Hour {
			t.Error(err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := (Wall{}).Sleep(ctx, time.Hour); fault.KindOf(err) != fault.Preempted {
			t.Error(err)
		}
	})
}

func TestVirtualSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := NewVirtual(at(10))
		done := make(chan error, 1)
		sleep := func() { go func() { done <- v.Sleep(t.Context(), 5*time.Second) }(); synctest.Wait() }
		pending := func() bool { synctest.Wait(); return len(done) == 0 }

		sleep()
		v.Advance(4 * time.Second)
		if !pending() {
			t.Error("woke early")
		}
		v.Advance(time.Second)
		if err := <-done; err != nil {
			t.Error(err)
		}
		sleep()
		v.Set(at(3))
		if err := <-done; !errors.Is(err, ErrJumped) {
			t.Error(err)
		}
		if err := v.Sleep(t.Context(), 0); err != nil {
			t.Error(err)
		}

		// Without time, sleep begins when time does.
		v = &Virtual{}
		sleep()
		v.Set(at(1000))
		if !pending() {
			t.Error("woke before its time had passed")
		}
		v.Set(at(1005))
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := NewVirtual(at(100))
		var calls []uint32
		stop := errors.New("stop")
		done := make(chan error, 1)
		go func() {
			done <- Every(t.Context(), v, 10*time.Second, func(now wire.Time) error {
				calls = append(calls, now.Sec)
				if len(calls) == 5 {
					return stop
				}
				return nil
			})
		}()
		for _, sec := range []uint32{105, 110, 112, 120, 50, 59, 60, 95, 100, 105} { // 120→50: set back; 60→95: late
			synctest.Wait()
			v.Set(at(sec))
		}
		if err := <-done; !errors.Is(err, stop) {
			t.Error(err)
		}
		want := []uint32{110, 120, 60, 95, 105}
		for i := range want {
			if calls[i] != want[i] {
				t.Errorf("calls at %v, want %v", calls, want)
				break
			}
		}
		if err := Every(t.Context(), v, 0, nil); fault.KindOf(err) != fault.Invalid {
			t.Error(err)
		}
	})
}
