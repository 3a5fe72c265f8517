//go:build !linux

package realtime

import (
	"errors"
	"time"
)

// NewClock makes a clock.
func NewClock(bool) *Clock { return &Clock{base: time.Now()} }

// SleepUntil returns when the time has come, or at once when it has passed. Without Linux it is an ordinary sleep, late by a millisecond
// or so.
func (c *Clock) SleepUntil(t time.Duration) { time.Sleep(t - c.Now()) }

func enter(Options) []Step {
	return []Step{{"realtime thread", errors.New("only Linux has one; the loop runs with the delays of an ordinary thread")}}
}

// Check looks at limits, priorities and kernel.
func Check(int) []Finding {
	return []Finding{{"operating system", "not Linux", false, "run the hand on Linux; elsewhere a loop of a kilohertz cannot be kept"}}
}
