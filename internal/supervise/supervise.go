// Package supervise keeps a set of processes alive: it starts them in the order of what they need, waits until each is ready, restarts
// what dies or no longer answers, with growing pauses, and stops them in the reverse order.
//
// What a process is, how it is started and how its health is asked for is the caller's: the package starts nothing by itself and is
// tested in virtual time. Command makes a Process of an operating system's command.
package supervise

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Restart says after which end a process is started again.
type Restart string

const (
	OnFailure Restart = "on-failure" // it failed, was killed or no longer answered; the default
	Always    Restart = "always"     // whatever the end
	Never     Restart = "never"
)

// Process is one that runs.
type Process interface {
	PID() int
	// Wait returns when the process has ended, with an error unless it ended well. It is called once.
	Wait() error
	// Stop asks the process to end; Kill ends it.
	Stop() error
	Kill() error
}

// Spec is a process to keep alive.
type Spec struct {
	Name     string
	After    []string // names that must be ready before this one starts, and that stop after it
	Restart  Restart
	Required bool // when it ends for good, everything ends

	Start func() (Process, error)
	// Ready is asked every Options.Poll until it answers nil; nil means ready as soon as it runs.
	Ready func(ctx context.Context) error
	// Alive is asked every Options.Health once it was ready; Options.Misses failures in a row and it is killed and counts as failed.
	Alive func(ctx context.Context) error

	StartTimeout time.Duration // to be ready; 0 for a minute
	StopTimeout  time.Duration // between being asked to end and being killed; 0 for ten seconds
}

// Options of Run; the zero value of a field means its default.
type Options struct {
	Poll     time.Duration // between questions of readiness, 100 ms
	Health   time.Duration // between questions of health, 2 s; also what each may take
	Misses   int           // failures in a row that count, 3
	Backoff  time.Duration // pause before the first restart, 500 ms; doubles with each failure in a row up to MaxPause
	MaxPause time.Duration // 30 s
	Steady   time.Duration // running that long makes the next failure a first one, one minute
	Limit    int           // failures in a row after which a process is given up, 10
	// Tell hears of every change of state. Calls come one at a time.
	Tell func(Event)
}

// State of a process.
type State string

const (
	Waiting  State = "waiting"  // for what it needs
	Starting State = "starting" // it runs, and is not ready
	Running  State = "running"  // ready
	Pausing  State = "pausing"  // before a restart
	Stopping State = "stopping" // it was asked to end
	Stopped  State = "stopped"  // ended, as it should
	Failed   State = "failed"   // ended for good, and should not have
)

// Event is a change of the state of a process.
type Event struct {
	Name     string
	State    State
	PID      int    // 0 where none runs
	Restarts int    // since the beginning
	Reason   string // why, in words; empty where it is plain
}

func (o Options) withDefaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&o.Poll, 100*time.Millisecond)
	def(&o.Health, 2*time.Second)
	def(&o.Backoff, 500*time.Millisecond)
	def(&o.MaxPause, 30*time.Second)
	def(&o.Steady, time.Minute)
	if o.Misses <= 0 {
		o.Misses = 3
	}
	if o.Limit <= 0 {
		o.Limit = 10
	}
	if o.Tell == nil {
		o.Tell = func(Event) {}
	}
	return o
}

// Check reports what is wrong with a set of processes: a name that is empty or used twice, a need that does not exist, or a circle of needs.
func Check(specs []Spec) error {
	index := map[string]int{}
	for i, s := range specs {
		if s.Name == "" {
			return fault.New("check", fmt.Sprintf("process %d", i+1), fault.Invalid, "it has no name")
		}
		if _, twice := index[s.Name]; twice {
			return fault.New("check", s.Name, fault.Invalid, "two processes have this name")
		}
		switch s.Restart {
		case "", OnFailure, Always, Never:
		default:
			return fault.New("check", s.Name, fault.Invalid, "restart %q: say %s, %s or %s", s.Restart, OnFailure, Always, Never)
		}
		index[s.Name] = i
	}
	const entered, left = 1, 2
	mark := make([]int, len(specs))
	var visit func(i int) error
	visit = func(i int) error {
		mark[i] = entered
		for _, need := range specs[i].After {
			j, ok := index[need]
			if !ok {
				return fault.New("check", specs[i].Name, fault.NotFound, "it starts after %q, which is not there", need)
			}
			if mark[j] == entered {
				return fault.New("check", specs[i].Name, fault.Invalid, "it starts after %q, which starts after it: a circle", need)
			}
			if mark[j] == 0 {
				if err := visit(j); err != nil {
					return err
				}
			}
		}
		mark[i] = left
		return nil
	}
	for i := range specs {
		if mark[i] == 0 {
			if err := visit(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// Run keeps the processes alive until the context ends, or until a required one has ended for good, or all have; then it stops the rest in
// order and returns. The error names the required process that ended, or a set that Check refuses.
func Run(ctx context.Context, specs []Spec, opt Options) error {
	if err := Check(specs); err != nil {
		return err
	}
	opt = opt.withDefaults()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)

	var telling sync.Mutex
	tell := opt.Tell
	opt.Tell = func(e Event) {
		telling.Lock()
		defer telling.Unlock()
		tell(e)
	}
	keepers := make(map[string]*keeper, len(specs))
	for _, s := range specs {
		keepers[s.Name] = &keeper{Spec: s, opt: opt, ready: make(chan struct{}), done: make(chan struct{})}
	}
	for _, k := range keepers {
		for _, need := range k.After {
			k.needs = append(k.needs, keepers[need])
			keepers[need].users = append(keepers[need].users, k)
		}
	}
	var all sync.WaitGroup
	for _, s := range specs {
		k := keepers[s.Name]
		all.Go(func() {
			if err := k.keep(ctx); err != nil && k.Required {
				cancel(err)
			}
			close(k.done)
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// keeper owns one process. Its fields are its goroutine's own; others see only the two channels.
type keeper struct {
	Spec
	opt          Options
	needs, users []*keeper
	ready        chan struct{} // closed when it is ready for the first time
	done         chan struct{} // closed when it will not run again

	restarts int
	wasReady bool
}

func (k *keeper) tell(s State, pid int, reason string) {
	k.opt.Tell(Event{Name: k.Name, State: s, PID: pid, Restarts: k.restarts, Reason: reason})
}

// keep runs the process until it is to run no more. The error says why it ended if that was not asked for.
func (k *keeper) keep(ctx context.Context) error {
	if len(k.needs) > 0 {
		k.tell(Waiting, 0, "")
	}
	for _, need := range k.needs {
		select {
		case <-need.ready:
		case <-need.done:
			if !need.isReady() {
				err := fault.New("start", k.Name, fault.Unavailable, "%s, which it needs, ended before it was ready", need.Name)
				k.tell(Failed, 0, err.Error())
				return err
			}
		case <-ctx.Done():
			k.tell(Stopped, 0, "never started")
			return nil
		}
	}
	for inARow := 0; ; {
		lasted, err := k.run(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if lasted >= k.opt.Steady {
			inARow = 0
		}
		switch {
		case k.Restart == Never && err != nil:
			k.tell(Failed, 0, err.Error())
			return fault.Wrap("keep", k.Name, err)
		case err == nil && k.Restart != Always:
			k.tell(Stopped, 0, "")
			return fault.New("keep", k.Name, fault.Other, "it ended, and everything needs it")
		}
		inARow++
		if inARow > k.opt.Limit {
			err = fault.New("keep", k.Name, fault.Unavailable, "given up after %d failures in a row, the last: %w", inARow, err)
			k.tell(Failed, 0, err.Error())
			return err
		}
		pause := k.opt.Backoff << min(inARow-1, 20)
		pause = min(pause, k.opt.MaxPause)
		reason := "it ended"
		if err != nil {
			reason = err.Error()
		}
		k.tell(Pausing, 0, fmt.Sprintf("%s; again in %v", reason, pause))
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			k.tell(Stopped, 0, "")
			return nil
		}
		k.restarts++
	}
}

func (k *keeper) isReady() bool {
	select {
	case <-k.ready:
		return true
	default:
		return false
	}
}

// run starts the process once and returns how long it lasted, when it has ended: by itself, for want of health, or because the context ended
// and all that need it have ended too.
func (k *keeper) run(ctx context.Context) (time.Duration, error) {
	began := time.Now()
	p, err := k.Start()
	if err != nil {
		return 0, err
	}
	k.tell(Starting, p.PID(), "")
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()

	sick := make(chan error, 1)
	watch, stopWatch := context.WithCancel(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		k.watch(watch, p.PID(), sick)
	}()
	defer func() { stopWatch(); <-watched }()

	select {
	case err := <-ended:
		return time.Since(began), err
	case why := <-sick:
		if ctx.Err() == nil {
			k.tell(Stopping, p.PID(), why.Error())
			k.stop(p, ended)
			return time.Since(began), why
		}
	case <-ctx.Done():
	}
	for _, user := range k.users {
		select {
		case <-user.done:
		case err := <-ended: // nothing can be done for those that still need it
			return time.Since(began), err
		}
	}
	k.tell(Stopping, p.PID(), "")
	killed := k.stop(p, ended)
	k.tell(Stopped, 0, killed)
	return time.Since(began), nil
}

// stop asks a process to end, and ends it when it does not. It says so in words where that was needed.
func (k *keeper) stop(p Process, ended <-chan error) string {
	if err := p.Stop(); err != nil && !errors.Is(err, errGone) {
		_ = p.Kill()
	}
	patience := k.StopTimeout
	if patience <= 0 {
		patience = 10 * time.Second
	}
	select {
	case <-ended:
		return ""
	case <-time.After(patience):
		_ = p.Kill()
		<-ended
		return fmt.Sprintf("killed, since it did not end within %v", patience)
	}
}

// watch asks for readiness, then for health, and reports the first trouble.
func (k *keeper) watch(ctx context.Context, pid int, sick chan<- error) {
	patience := k.StartTimeout
	if patience <= 0 {
		patience = time.Minute
	}
	if k.Ready != nil {
		if err := k.untilReady(ctx, patience); err != nil {
			sick <- err
			return
		}
	}
	if ctx.Err() != nil {
		return
	}
	k.tell(Running, pid, "")
	if !k.wasReady {
		k.wasReady = true
		close(k.ready)
	}
	if k.Alive == nil {
		return
	}
	tick := time.NewTicker(k.opt.Health)
	defer tick.Stop()
	for missed := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := ask(ctx, k.opt.Health, k.Alive); err == nil {
			missed = 0
		} else if missed++; missed >= k.opt.Misses {
			sick <- fault.New("ask", k.Name, fault.Unavailable, "no sign of life %d times in a row: %w", missed, err)
			return
		}
	}
}

func (k *keeper) untilReady(ctx context.Context, patience time.Duration) error {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	tick := time.NewTicker(k.opt.Poll)
	defer tick.Stop()
	for {
		err := ask(ctx, k.opt.Health, k.Ready)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-deadline.C:
			return fault.New("start", k.Name, fault.Unavailable, "not ready after %v: %w", patience, err)
		case <-tick.C:
		}
	}
}

func ask(ctx context.Context, patience time.Duration, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return f(ctx)
}
