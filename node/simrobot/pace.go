package simrobot

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

// Pace steps the loop of a machine's hand by the wall clock, speed times as fast, until ctx ends, and turns the motors off then: for who needs
// no steady loop. Time that the computer cannot keep up with is lost.
func Pace(ctx context.Context, loop *hardware.Loop, speed float64) error {
	const wake, most = time.Millisecond, 40 * time.Millisecond
	clock := time.NewTicker(wake)
	defer clock.Stop()
	last, due := time.Now(), 0.0
	for now := time.Duration(0); ; {
		select {
		case <-ctx.Done():
			return loop.Shutdown()
		case <-clock.C:
		}
		t := time.Now()
		due += speed * float64(min(t.Sub(last), most)) / float64(loop.Period())
		for last = t; due >= 1; due-- {
			now += loop.Period()
			loop.Step(now)
		}
	}
}
