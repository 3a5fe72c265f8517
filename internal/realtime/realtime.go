// Package realtime is what a loop of a kilohertz needs of the operating system: a thread of its own, a priority, memory that stays, and
// a clock that sleeps in the kernel. It is apart from the loop so that the loop itself knows no system and runs in virtual time.
//
// Go has no priorities. A goroutine that is locked to its thread, and that thread under SCHED_FIFO, is woken by the kernel as fast as a C
// program would be; threads that the runtime makes later keep the normal priority. There are two ways to sleep:
//
// A system call that the runtime sees. It lends the thread's place to others meanwhile, and has one back at once as long as GOMAXPROCS
// leaves one free. Right for a process that does little else: as good as C.
//
// A raw system call, which the runtime takes for a computation: nothing else in the process can take the place meanwhile. But a thread
// that computes for ever is asked to step aside each ten milliseconds, and comes back by way of threads of normal priority, so that a
// machine that is busy otherwise delays it. Which is better beside other work in the same process depends on the machine: measure both.
package realtime

import (
	"fmt"
	"runtime"
	"time"
)

// Options of a thread.
type Options struct {
	Priority int  // of SCHED_FIFO, 1 to 99; 0 leaves the normal one
	Memory   bool // keep the memory of the process from being swapped out
	CPU      int  // the only processor it may use; negative for any
	RawSleep bool // sleep without telling the runtime; for NewClock
}

// Step is one thing that was done for the thread, or could not be.
type Step struct {
	What string
	Err  error // nil when it was done
}

func (s Step) String() string {
	if s.Err != nil {
		return fmt.Sprintf("%s: %v", s.What, s.Err)
	}
	return s.What
}

// Enter locks the calling goroutine to its thread and prepares the thread. Nothing that fails ends it: the loop runs, with the delays of
// an ordinary thread. It must be called by the goroutine that runs the loop.
func Enter(o Options) []Step {
	runtime.LockOSThread()
	return enter(o)
}

// Clock sleeps in the kernel on the clock that never steps. It satisfies hardware.Timer.
type Clock struct {
	base   time.Time
	origin time.Duration // of the kernel's clock at base
	raw    bool
}

// Now is the kernel's monotonic time.
func (c *Clock) Now() time.Duration { return c.origin + time.Since(c.base) }

// Finding is what was found about a machine: whether it is fit for a loop of a kilohertz, and what to change.
type Finding struct {
	Name   string
	Value  string
	Good   bool
	Advice string // "" when it is good
}
