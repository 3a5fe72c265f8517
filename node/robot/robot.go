// Package robot owns a robot for the ROS faces that move it: one loop steps it, and carries out one task of package pick at a time.
//
// A face asks for a task with Run, from any goroutine, and waits:
//
//	err := loop.Run(ctx, func(r *pick.Robot) (pick.Task, error) { return pick.NewLift(r, 0.1, params) }, nil)
//
// The end of the context gives the task up: the arm stops, what is held stays held, and Run returns once that has come about. Reads of the
// robot's state go through Do. A robot that is busy refuses a second task with fault.Conflict.
package robot

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/pick"
	simrobot "github.com/holdfast-robotics/holdfast/sim/robot"
)

// ErrBusy is in the error of a task that was refused because another one is under way.
var ErrBusy = errors.New("the robot is busy with another task")

// Loop steps a robot until it is closed.
type Loop struct {
	robot *pick.Robot
	pass  func() float64 // lets a tick pass and returns the robot's time, s
	speed float64
	ask   chan func()
	stop  chan struct{}
	ended sync.WaitGroup

	// Of the loop's goroutine alone.
	task  pick.Task
	told  int
	watch func(pick.Event)
	done  chan struct{}
}

// Simulate starts the loop of a simulated robot. Its time runs speed times as fast as the wall's; with a speed of 0 as fast as the machine
// can while a task runs, and else it stands.
func Simulate(r *simrobot.Robot, speed float64) (*Loop, error) {
	if !(speed >= 0 && speed <= 1000) {
		return nil, fault.New("start robot", "", fault.Invalid, "a speed of %g; 0 to 1000 are possible", speed)
	}
	return start(r.Robot, func() float64 { r.Step(); return r.Time() }, speed), nil
}

// Drive starts the loop of a robot that goes on by itself, as one over ROS topics does. Tasks are stepped 250 times a second.
func Drive(r *pick.Robot) *Loop {
	begin := time.Now()
	return start(r, func() float64 { return time.Since(begin).Seconds() }, 0.25)
}

// Ride makes the loop of a robot that is stepped by somebody else, such as the loop of its hand: whoever that is calls tick once a cycle, with
// the robot's time, s, and only there is the robot touched.
func Ride(r *pick.Robot) (l *Loop, tick func(t float64)) {
	l = &Loop{robot: r, ask: make(chan func()), stop: make(chan struct{})}
	var now float64
	l.pass = func() float64 { return now }
	return l, func(t float64) {
		now = t
		for {
			select {
			case f := <-l.ask:
				f()
				continue
			default:
			}
			break
		}
		l.tick()
	}
}

func start(r *pick.Robot, pass func() float64, speed float64) *Loop {
	l := &Loop{robot: r, pass: pass, speed: speed, ask: make(chan func()), stop: make(chan struct{})}
	l.ended.Add(1)
	go l.run()
	return l
}

// batch is how often the loop wakes up by the wall clock.
const batch = 4 * time.Millisecond

// run is the loop.
func (l *Loop) run() {
	defer l.ended.Done()
	wake := time.NewTicker(batch)
	defer wake.Stop()
	debt := 0.0 // ticks that are due
	for {
		if l.speed == 0 && l.task != nil {
			select {
			case <-l.stop:
				return
			case f := <-l.ask:
				f()
			default:
				l.tick()
			}
			continue
		}
		select {
		case <-l.stop:
			return
		case f := <-l.ask:
			f()
		case <-wake.C:
			for debt = min(debt+l.speed*batch.Seconds()*1e3, 100); debt >= 1; debt-- {
				l.tick()
			}
		}
	}
}

func (l *Loop) tick() {
	t := l.pass()
	if l.task == nil {
		return
	}
	l.task.Step(t)
	l.tell()
	if l.task.Done() {
		l.task = nil
		close(l.done)
	}
}

// tell hands over the events that are new.
func (l *Loop) tell() {
	for events := l.task.Events(); l.told < len(events); l.told++ {
		if l.watch != nil {
			l.watch(events[l.told])
		}
	}
}

// Do runs a function where the robot may be touched, between two ticks, and waits for it. False says that the loop has ended.
func (l *Loop) Do(f func(*pick.Robot)) bool {
	done := make(chan struct{})
	select {
	case l.ask <- func() { f(l.robot); close(done) }:
		<-done
		return true
	case <-l.stop:
		return false
	}
}

// Run makes a task where the robot may be touched, carries it out and returns its error. watch, when set, is called from the loop for each
// phase entered, and must return soon. When the context ends the task is given up.
func (l *Loop) Run(ctx context.Context, mk func(*pick.Robot) (pick.Task, error), watch func(pick.Event)) error {
	const op = "run task"
	var task pick.Task
	var err error
	done := make(chan struct{})
	if !l.Do(func(r *pick.Robot) {
		if l.task != nil {
			err = fault.New(op, "", fault.Conflict, "%w; cancel that or wait for its end", ErrBusy)
			return
		}
		if task, err = mk(r); err == nil {
			l.task, l.told, l.watch, l.done = task, 0, watch, done
		}
	}) {
		return fault.New(op, "", fault.Unavailable, "the robot's loop has ended")
	}
	if err != nil {
		return err
	}
	select {
	case <-done:
	case <-l.stop:
		return fault.New(op, "", fault.Unavailable, "the robot's loop has ended")
	case <-ctx.Done():
		l.Do(func(*pick.Robot) { task.Preempt() })
		select {
		case <-done:
		case <-l.stop:
		}
	}
	return task.Err()
}

// Close ends the loop. A task under way is left where it is: give it up first.
func (l *Loop) Close() {
	close(l.stop)
	l.ended.Wait()
}
