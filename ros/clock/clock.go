// Package clock is time as ROS nodes see it: the wall, a simulation's /clock, or a test's own.
package clock

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Clock tells the time and waits for it.
type Clock interface {
	// Now is the present time; zero while there is none yet.
	Now() wire.Time
	// Sleep waits until d has passed. It returns an error of kind fault.Preempted when ctx ends first, and ErrJumped when time
	// was set back meanwhile.
	Sleep(ctx context.Context, d time.Duration) error
}

// ErrJumped is returned to those who slept while time was set back, as happens when a simulation is reset or a recording starts over.
var ErrJumped = errors.New("time went backwards")

// Wall is the machine's clock.
type Wall struct{}

// Now is the machine's time.
func (Wall) Now() wire.Time { return wire.TimeOf(time.Now()) }

// Sleep waits by the machine's monotonic clock.
func (Wall) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ended(ctx)
	}
}

func ended(ctx context.Context) error {
	return fault.New("sleep", "", fault.Preempted, "%w", context.Cause(ctx))
}

// Virtual is a clock that stands still unless it is set. Its zero value has no time yet.
type Virtual struct {
	mu      sync.Mutex
	now     wire.Time
	waiting map[*waiter]struct{}
}

type waiter struct {
	from, until wire.Time // zero from: counting has not begun
	d           time.Duration
	wake        chan error
}

// NewVirtual returns a clock that stands at now.
func NewVirtual(now wire.Time) *Virtual { return &Virtual{now: now} }

// Now is the time last set.
func (v *Virtual) Now() wire.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Set moves the clock, forwards or back, and wakes whom it concerns.
func (v *Virtual) Set(now wire.Time) {
	v.mu.Lock()
	defer v.mu.Unlock()
	back := now.Before(v.now)
	v.now = now
	for w := range v.waiting {
		switch {
		case w.from.IsZero():
			w.begin(now)
		case back:
			w.wake <- ErrJumped
			delete(v.waiting, w)
			continue
		}
		if !w.from.IsZero() && !now.Before(w.until) {
			w.wake <- nil
			delete(v.waiting, w)
		}
	}
}

// Advance moves the clock on.
func (v *Virtual) Advance(d time.Duration) { v.Set(v.Now().Add(d)) }

// Waiting is the number of sleepers; tests wait for it before they move the clock.
func (v *Virtual) Waiting() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.waiting)
}

func (w *waiter) begin(now wire.Time) {
	if !now.IsZero() {
		w.from, w.until = now, now.Add(w.d)
	}
}

// Sleep waits until the clock has been moved on by d, counted from the first time there is.
func (v *Virtual) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	w := &waiter{d: d, wake: make(chan error, 1)}
	v.mu.Lock()
	w.begin(v.now)
	if v.waiting == nil {
		v.waiting = map[*waiter]struct{}{}
	}
	v.waiting[w] = struct{}{}
	v.mu.Unlock()
	select {
	case err := <-w.wake:
		return err
	case <-ctx.Done():
		v.mu.Lock()
		delete(v.waiting, w)
		v.mu.Unlock()
		return ended(ctx)
	}
}

// Every calls f at a steady rate, first after one period, until ctx ends or f fails. A call that takes longer than the period
// makes later ones start late, without a burst to catch up. When time is set back, counting starts anew.
func Every(ctx context.Context, c Clock, period time.Duration, f func(now wire.Time) error) error {
	if period <= 0 {
		return fault.New("repeat", period.String(), fault.Invalid, "a period is positive")
	}
	next := c.Now().Add(period)
	for {
		wait := next.Sub(c.Now())
		if c.Now().IsZero() || wait < 0 || wait > period { // no time yet, late, or set back
			if wait < 0 {
				wait = 0
			} else {
				wait = period
			}
			next = c.Now().Add(wait)
		}
		err := c.Sleep(ctx, wait)
		if errors.Is(err, ErrJumped) {
			next = c.Now().Add(period)
			continue
		}
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ended(ctx)
		}
		if err := f(c.Now()); err != nil {
			return err
		}
		if now := c.Now(); next.Add(period).Before(now) {
			next = now
		}
		next = next.Add(period)
	}
}
