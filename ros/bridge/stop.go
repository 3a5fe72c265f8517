package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/clock"
)

// An emergency stop is a service without arguments that takes the effort from a motor, and actions whose goals are all cancelled. By the
// operations of rosbridge it takes a look-up at the master, connections and handshakes, while somebody waits. The operations "stop_ready"
// and "stop", and POST /stop, do it over connections that stand already.

const (
	stopTimeout = 2 * time.Second
	maxStops    = 16 // that are kept ready
	maxCancel   = 32 // actions of a stop
	maxPresses  = 8  // of a client that wait for their answers
)

// stopAgain is when a stop is repeated: an action may have commanded the hand once more before it heard that it is cancelled, and
// publishers that are new may not have had their subscribers yet.
var stopAgain = []time.Duration{100 * time.Millisecond, 200 * time.Millisecond}

// stop is ready to stop a robot.
type stop struct {
	caller *ros.Caller
	cancel []*ros.Publisher[*actionlib_msgs.GoalID]
	users  int       // under stops.mu
	used   time.Time // under stops.mu
}

// stops are those of a server, by what they stop.
type stops struct {
	making sync.Mutex // held while one is made, which asks the master; those that are there do not wait for it
	mu     sync.Mutex
	all    map[string]*stop
}

// take finds a stop.
func (a *stops) take(key string) *stop {
	a.mu.Lock()
	defer a.mu.Unlock()
	k := a.all[key]
	if k != nil {
		k.users++
	}
	return k
}

// give gives a stop back.
func (a *stops) give(k *stop) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k.users--
	k.used = time.Now()
}

// stopFor finds or makes the stop for a service and actions. give it back when it has been used.
func (s *Server) stopFor(service string, actions []string) (k *stop, give func(), err error) {
	const op = "stop"
	if len(actions) > maxCancel {
		return nil, nil, fault.New(op, service, fault.TooLarge, "%d actions; a stop cancels %d at most", len(actions), maxCancel)
	}
	names := append([]string{service}, actions...)
	for i, name := range names {
		if name == "" || len(name) > maxName {
			return nil, nil, fault.New(op, "", fault.Invalid, "the service, or an action, has no name or one of more than %d bytes", maxName)
		}
		if names[i], err = s.node.Resolve(name); err != nil {
			return nil, nil, err
		}
	}
	key := strings.Join(names, " ")
	if k = s.stops.take(key); k == nil {
		s.stops.making.Lock()
		defer s.stops.making.Unlock()
		if k = s.stops.take(key); k == nil {
			if !s.stops.room() {
				return nil, nil, fault.New(op, service, fault.TooLarge, "%d other stops are in use", maxStops)
			}
			if k, err = s.newStop(names[0], names[1:]); err != nil {
				return nil, nil, err
			}
			s.stops.add(key, k)
		}
	}
	return k, func() { s.stops.give(k) }, nil
}

// add keeps a stop that has a user.
func (a *stops) add(key string, k *stop) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all = map[string]*stop{}
	}
	k.users = 1
	a.all[key] = k
}

// room makes room for one more by ending the one that was used longest ago; false when all are in use.
func (a *stops) room() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.all) < maxStops {
		return true
	}
	oldest := ""
	for key, k := range a.all {
		if k.users == 0 && (oldest == "" || k.used.Before(a.all[oldest].used)) {
			oldest = key
		}
	}
	if oldest == "" {
		return false
	}
	k := a.all[oldest]
	delete(a.all, oldest)
	go k.close() //nolint:errcheck // nobody is left to tell
	return true
}

// close ends all stops.
func (a *stops) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range a.all {
		_ = k.close() // the node ends with them
	}
	clear(a.all)
}

func (s *Server) newStop(service string, actions []string) (*stop, error) {
	// A service of any type whose request is empty will do.
	caller, err := ros.NewCaller(s.node, service, "*", "*", true)
	if err != nil {
		return nil, err
	}
	k := &stop{caller: caller}
	for _, action := range actions {
		topic := action + "/cancel"
		unlock := s.names.lock("topic " + topic)
		pub, err := ros.Advertise[*actionlib_msgs.GoalID](s.node, topic)
		unlock()
		if err != nil {
			return nil, errors.Join(err, k.close())
		}
		k.cancel = append(k.cancel, pub)
	}
	return k, nil
}

func (k *stop) close() error {
	errs := []error{k.caller.Close()}
	for _, p := range k.cancel {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}

// press stops: the motor first, then the goals. It returns when the service has answered.
func (k *stop) press(ctx context.Context) error {
	done := make(chan error, 1)
	go func() {
		_, err := k.caller.Call(ctx, nil)
		if err != nil && ctx.Err() == nil && fault.KindOf(err) == fault.Unavailable { // its server was restarted; twice does no harm
			_, err = k.caller.Call(ctx, nil)
		}
		done <- err
	}()
	var errs []error
	for _, p := range k.cancel {
		if err := p.Publish(&actionlib_msgs.GoalID{}); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(append([]error{<-done}, errs...)...)
}

// stopNow stops, and goes on doing so for a moment after it has returned.
func (s *Server) stopNow(service string, actions []string) error {
	k, give, err := s.stopFor(service, actions)
	if err != nil {
		return err
	}
	press := func() error {
		ctx, cancel := context.WithTimeout(s.ctx, stopTimeout)
		defer cancel()
		return k.press(ctx)
	}
	err = press()
	again := func() {
		defer give()
		for _, wait := range stopAgain {
			if (clock.Wall{}).Sleep(s.ctx, wait) != nil {
				return
			}
			if err := press(); err != nil {
				s.log.Warn("a stop could not be repeated", "service", service, "err", err)
			}
		}
	}
	if !s.spawn(again) {
		give()
	}
	return err
}

// readyStop connects what a stop needs, and reports whether it would work.
func (s *Server) readyStop(service string, actions []string) error {
	k, give, err := s.stopFor(service, actions)
	if err != nil {
		return err
	}
	defer give()
	ctx, cancel := context.WithTimeout(s.ctx, stopTimeout)
	defer cancel()
	return k.caller.Connect(ctx)
}

// stop answers the operations "stop" and "stop_ready". Neither waits for anything else that the client has asked for.
func (s *session) stop(r *request) error {
	do := s.s.stopNow
	if r.Op == "stop_ready" {
		do = s.s.readyStop
	}
	select {
	case s.presses <- struct{}{}:
	default:
		return fault.New(r.Op, r.Service, fault.TooLarge, "%d of this client wait for their answers", maxPresses)
	}
	s.wg.Go(func() {
		defer func() { <-s.presses }()
		err := do(r.Service, r.Cancel)
		s.text(object("op", r.Op, "id", r.ID, "result", err == nil, "values", reason(err)))
	})
	return nil
}

// reason is the text of an error, left out of an object where there is none.
func reason(err error) json.RawMessage {
	if err == nil {
		return nil
	}
	return appendJSON(nil, words(err))
}

// serveStop answers POST /stop?service=NAME&cancel=ACTION&cancel=ACTION, for clients whose socket is broken or busy.
func (s *Server) serveStop(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "a stop is a POST", http.StatusMethodNotAllowed)
		return
	}
	if !s.begin() {
		http.Error(w, "the bridge is closed", http.StatusServiceUnavailable)
		return
	}
	defer s.wg.Done()
	q := r.URL.Query()
	err := s.stopNow(q.Get("service"), slices.Clone(q["cancel"]))
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		s.log.Warn("a stop failed", "from", r.RemoteAddr, "err", err)
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_, _ = w.Write(object("result", err == nil, "values", reason(err))) // a client that has gone
}
