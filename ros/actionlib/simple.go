package actionlib

import (
	"context"
	"errors"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// ErrPreempted is the cause with which the context of a goal ends when a client cancels it or another goal takes its place.
var ErrPreempted = errors.New("preempted")

// SimpleServer runs one goal at a time. A new goal preempts the one that runs and takes the place of one that waits.
type SimpleServer[G, R, F ros.Message] struct {
	server  *Server[G, R, F]
	execute func(ctx context.Context, g *Goal[G, R, F]) (R, error)
	stop    context.CancelFunc
	ctx     context.Context
	ended   chan struct{}

	mu      sync.Mutex
	next    *Goal[G, R, F]
	running *Goal[G, R, F]
	preempt context.CancelCauseFunc // of the running goal
	wake    chan struct{}
}

// NewSimpleServer starts a server that runs execute for each goal, in turn.
//
// The context ends with cause ErrPreempted when the goal is to be given up; execute should return soon then. What it returns decides
// the outcome: no error, Succeeded; an error after the context has ended that is (errors.Is) the context's error or cause, Preempted;
// an *Error of Succeeded, Preempted or Aborted, that with its text; another, Aborted with its text. The result is sent in every case; nil means an empty one.
func NewSimpleServer[G, R, F ros.Message](n *ros.Node, name string, typ *wire.Action, execute func(ctx context.Context, g *Goal[G, R, F]) (R, error)) (*SimpleServer[G, R, F], error) {
	s := &SimpleServer[G, R, F]{execute: execute, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	s.ctx, s.stop = context.WithCancel(n.Context())
	var err error
	if s.server, err = NewServer(n, name, typ, s.onGoal, s.onCancel); err != nil {
		s.stop()
		return nil, err
	}
	go s.run()
	return s, nil
}

// Close preempts the goal that runs, waits for execute to return and ends the server.
func (s *SimpleServer[G, R, F]) Close() error {
	s.stop()
	<-s.ended
	return s.server.Close()
}

func (s *SimpleServer[G, R, F]) onGoal(g *Goal[G, R, F]) {
	s.mu.Lock()
	old := s.next
	s.next = g
	if s.preempt != nil {
		s.preempt(ErrPreempted)
	}
	s.mu.Unlock()
	if old != nil {
		_ = old.Cancel(*new(R), "another goal was received") // a client may have ended it just now
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *SimpleServer[G, R, F]) onCancel(g *Goal[G, R, F]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g == s.running && s.preempt != nil {
		s.preempt(ErrPreempted)
	}
	// One that waits is taken up and found Recalling.
}

func (s *SimpleServer[G, R, F]) run() {
	defer close(s.ended)
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.wake:
		}
		s.mu.Lock()
		g := s.next
		s.next = nil
		if g == nil {
			s.mu.Unlock()
			continue
		}
		ctx, preempt := context.WithCancelCause(s.ctx)
		s.running, s.preempt = g, preempt
		s.mu.Unlock()
		s.one(ctx, g, preempt)
		s.mu.Lock()
		s.running, s.preempt = nil, nil
		s.mu.Unlock()
		preempt(nil)
	}
}

func (s *SimpleServer[G, R, F]) one(ctx context.Context, g *Goal[G, R, F], preempt context.CancelCauseFunc) {
	if g.Status() == Recalling {
		_ = g.Cancel(*new(R), "cancelled before it began") // it can only have ended the same way
		return
	}
	if err := g.Accept("accepted by the simple action server"); err != nil {
		return // ended meanwhile
	}
	if g.Status() == Preempting { // cancelled between the two
		preempt(ErrPreempted)
	}
	result, err := s.call(ctx, g)
	var outcome *Error
	switch {
	case g.Status() == Lost: // forgotten by execute
		return
	case err == nil:
		err = g.Succeed(result, "")
	case ctx.Err() != nil && (errors.Is(err, ErrPreempted) || errors.Is(err, ctx.Err())):
		err = g.Cancel(result, "preempted")
	case errors.As(err, &outcome) && outcome.Status == Succeeded:
		err = g.Succeed(result, outcome.Text)
	case errors.As(err, &outcome) && outcome.Status == Preempted:
		err = g.Cancel(result, outcome.Text)
	case errors.As(err, &outcome) && outcome.Status == Aborted:
		err = g.Abort(result, outcome.Text)
	default:
		err = g.Abort(result, err.Error())
	}
	if err != nil {
		s.server.node.Log().Error("cannot end a goal", "action", s.server.name, "err", err)
	}
}

// call keeps a panic of execute from leaving the goal open for ever.
func (s *SimpleServer[G, R, F]) call(ctx context.Context, g *Goal[G, R, F]) (result R, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault.New("execute goal", s.server.name, fault.Internal, "the action failed: %v", r)
			s.server.node.Log().Error("an action panicked", "action", s.server.name, "panic", r)
		}
	}()
	return s.execute(ctx, g)
}
