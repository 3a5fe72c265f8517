package hardware

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/hand"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
)

// PrepareProcess sets the runtime up for a loop of a kilohertz: places for the loop and for a collection beside it, and few collections.
func PrepareProcess() {
	runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0)))
	debug.SetGCPercent(400)
}

// RunOptions of Run.
type RunOptions struct {
	Thread     realtime.Options
	Steps      func([]realtime.Step) // told what was done for the thread; may be nil
	Lateness   *hw.Histogram         // of each cycle; may be nil
	Work       *hw.Histogram
	Background []func(context.Context) // run beside the loop until it ends
	Gone       func() error            // of the machine: when it says why the bus is lost for good, Run ends with that; may be nil
}

// Run runs a loop in real time on a thread of its own until ctx ends, then turns the motors off and closes the bus.
func Run(ctx context.Context, l *hw.Loop, o RunOptions) error {
	PrepareProcess()
	ctx, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	side, cancel := context.WithCancel(ctx)
	defer cancel()
	var beside sync.WaitGroup
	for _, f := range o.Background {
		beside.Go(func() { f(side) })
	}
	if o.Gone != nil {
		beside.Go(func() { watchBus(side, l, o.Gone, lost) })
	}
	done := make(chan error, 1)
	go func() { // the thread ends with the goroutine, since it is never unlocked
		steps := realtime.Enter(o.Thread)
		if o.Steps != nil {
			o.Steps(steps)
		}
		done <- l.Run(ctx, realtime.NewClock(o.Thread.RawSleep), o.Lateness, o.Work)
	}()
	err := <-done
	cancel()
	beside.Wait()
	var gone *goneError
	if errors.As(context.Cause(ctx), &gone) {
		return gone.error
	}
	return err
}

// goneError is why a bus is lost.
type goneError struct{ error }

// watchBus ends a loop whose bus is lost for good. A process that goes on without one would be of no use, and look alive: whoever supervises it
// starts another, which connects anew and takes over what is held.
func watchBus(ctx context.Context, l *hw.Loop, gone func() error, lost context.CancelCauseFunc) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		said := make(chan error, 1)
		l.Do(func() { said <- gone() })
		select {
		case <-ctx.Done():
			return
		case err := <-said:
			if err != nil {
				lost(&goneError{err})
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Timing is how a loop kept its time.
type Timing struct {
	Lateness, Work hw.Histogram
	Pace           hw.PaceStats
	Steps          []realtime.Step
	Allocations    uint64 // of the process, for each cycle of the loop
}

// Measure runs the loop of a simulated hand that holds something, in real time.
func Measure(ctx context.Context, thread realtime.Options, d time.Duration) (*Timing, error) {
	m, err := SimulatedMachine("r_gripper_motor", true, 1)
	if err != nil {
		return nil, err
	}
	l, err := hw.New(m.Bus, m.Config)
	if err != nil {
		return nil, err
	}
	pads := touch.PR2()
	law, err := hand.New(hand.DefaultParams(), &pads, l.Period().Seconds())
	if err != nil {
		return nil, err
	}
	if err := l.Manager.Load(hw.Spec{Name: "touch", Controller: &grasping{hw.ByTouch(law), law, false}}); err != nil {
		return nil, err
	}
	if _, err := l.Manager.Request([]string{"touch"}, nil, hw.Strict); err != nil {
		return nil, err
	}
	t := &Timing{}
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = Run(ctx, l, RunOptions{Thread: thread, Steps: func(s []realtime.Step) { t.Steps = s }, Lateness: &t.Lateness, Work: &t.Work})
	runtime.ReadMemStats(&after)
	l.Snapshot(func(s *hw.Snapshot) { t.Pace = s.Pace })
	if n := t.Work.N(); n > 0 {
		t.Allocations = (after.Mallocs - before.Mallocs) / n
	}
	return t, err
}

// grasping asks a controller by touch for a grasp as soon as it can carry one out: when its pads have sent something.
type grasping struct {
	hw.Controller
	law   *hand.Controller
	asked bool
}

func (c *grasping) Update(g *hw.Gripper) {
	if !c.asked {
		c.asked = c.law.Do(hand.Command{Verb: hand.Grasp}) == nil
	}
	c.Controller.Update(g)
}
