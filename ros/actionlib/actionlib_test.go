package actionlib

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	act "github.com/holdfast-robotics/holdfast/msgs/actionlib"
	"github.com/holdfast-robotics/holdfast/msgs/actionlib_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/rosgraph_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type (
	goalT     = *act.TestGoal
	resultT   = *act.TestResult
	feedbackT = *act.TestFeedback
	handle    = Goal[goalT, resultT, feedbackT]
)

func testMaster(t testing.TB, params map[string]any) string {
	t.Helper()
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0", Params: params})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	})
	return m.URI()
}

func testNode(t testing.TB, uri, name string) *ros.Node {
	t.Helper()
	n, err := ros.NewNode(t.Context(), ros.Config{Name: name, Master: uri, Log: slog.DiscardHandler, Host: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

func limit(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func testServer(t testing.TB, n *ros.Node, onGoal, onCancel func(*handle)) *Server[goalT, resultT, feedbackT] {
	t.Helper()
	s, err := NewServer(n, "act", &act.TestActionType, onGoal, onCancel)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func testClient(t testing.TB, n *ros.Node) *Client[goalT, resultT, feedbackT] {
	t.Helper()
	c, err := NewClient[goalT, resultT, feedbackT](n, "act", &act.TestActionType)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func ready(t testing.TB, c *Client[goalT, resultT, feedbackT]) {
	t.Helper()
	if err := c.WaitForServer(limit(t)); err != nil {
		t.Fatal(err)
	}
}

func send(t testing.TB, c *Client[goalT, resultT, feedbackT], n int32) *ClientGoal[goalT, resultT, feedbackT] {
	t.Helper()
	g, err := c.Send(&act.TestGoal{Goal: n}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// outcome waits for a goal and describes its end.
func outcome(t testing.TB, g *ClientGoal[goalT, resultT, feedbackT]) string {
	t.Helper()
	r, err := g.Wait(limit(t))
	var e *Error
	switch {
	case err == nil:
		return fmt.Sprint("SUCCEEDED ", r.Result)
	case errors.As(err, &e):
		if r == nil {
			return e.Status.String()
		}
		return fmt.Sprint(e.Status, " ", r.Result)
	}
	t.Fatal(err)
	return ""
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

func result(n int32) resultT { return &act.TestResult{Result: n} }

// Every way a goal can go through the states, at the server and as the client sees it.
func TestStateMachine(t *testing.T) {
	uri := testMaster(t, nil)
	goals, cancels := make(chan *handle, 10), make(chan *handle, 10)
	testServer(t, testNode(t, uri, "server"), func(g *handle) { goals <- g }, func(g *handle) { cancels <- g })
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	for name, run := range map[string]struct {
		server func(g *handle)
		cancel bool // before it is accepted
		want   string
	}{
		"succeed":             {func(g *handle) { must(t, g.Accept("")); must(t, g.Succeed(result(1), "")) }, false, "SUCCEEDED 1"},
		"abort":               {func(g *handle) { must(t, g.Accept("")); must(t, g.Abort(result(2), "")) }, false, "ABORTED 2"},
		"reject":              {func(g *handle) { must(t, g.Reject(nil, "no")) }, false, "REJECTED 0"},
		"server preempts":     {func(g *handle) { must(t, g.Accept("")); must(t, g.Cancel(result(3), "")) }, false, "PREEMPTED 3"},
		"server recalls":      {func(g *handle) { must(t, g.Cancel(result(4), "")) }, false, "RECALLED 4"},
		"recall":              {func(g *handle) { must(t, g.Cancel(nil, "")) }, true, "RECALLED 0"},
		"reject recalling":    {func(g *handle) { must(t, g.Reject(nil, "")) }, true, "REJECTED 0"},
		"preempt":             {func(g *handle) { must(t, g.Accept("")); must(t, g.Cancel(result(5), "")) }, true, "PREEMPTED 5"},
		"succeed preempting":  {func(g *handle) { must(t, g.Accept("")); must(t, g.Succeed(result(6), "")) }, true, "SUCCEEDED 6"},
		"abort preempting":    {func(g *handle) { must(t, g.Accept("")); must(t, g.Abort(result(7), "")) }, true, "ABORTED 7"},
		"succeed while ended": {func(g *handle) { must(t, g.Accept("")); must(t, g.Succeed(result(8), "")) }, false, "SUCCEEDED 8"},
	} {
		sent := send(t, c, 1)
		g := <-goals
		if g.Status() != Pending || g.ID() != sent.ID() || g.Goal().Goal != 1 {
			t.Errorf("%s: %v %s", name, g.Status(), g.ID())
		}
		for _, early := range []error{g.Succeed(nil, ""), g.Abort(nil, ""), g.Feedback(&act.TestFeedback{})} {
			if fault.KindOf(early) != fault.Conflict {
				t.Errorf("%s: before it was accepted: %v", name, early)
			}
		}
		if run.cancel {
			must(t, sent.Cancel())
			if <-cancels != g || g.Status() != Recalling {
				t.Errorf("%s: %v", name, g.Status())
			}
		}
		run.server(g)
		if got := outcome(t, sent); got != run.want {
			t.Errorf("%s: %s, want %s", name, got, run.want)
		}
		for _, late := range []error{g.Accept(""), g.Succeed(nil, ""), g.Abort(nil, ""), g.Reject(nil, ""), g.Cancel(nil, ""), g.Feedback(&act.TestFeedback{})} {
			if fault.KindOf(late) != fault.Conflict {
				t.Errorf("%s: after the end: %v", name, late)
			}
		}
		must(t, sent.Cancel()) // in DONE: nothing happens
		if sent.State() != Done {
			t.Errorf("%s: %v", name, sent.State())
		}
	}
	if len(cancels) > 0 {
		t.Error("a goal that had ended was cancelled")
	}
}

func TestFeedbackAndStates(t *testing.T) {
	uri := testMaster(t, nil)
	goals, cancels := make(chan *handle, 10), make(chan *handle, 10)
	testServer(t, testNode(t, uri, "server"), func(g *handle) { goals <- g }, func(g *handle) { cancels <- g })
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	feedback := make(chan int32, 100)
	sent, err := c.Send(&act.TestGoal{Goal: 3}, func(f feedbackT) { feedback <- f.Feedback })
	must(t, err)
	g := <-goals
	state := func(want State) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); sent.State() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("state %v, want %v", sent.State(), want)
			}
		}
	}
	state(StatePending)
	must(t, g.Accept("at it"))
	state(StateActive)
	for i := range int32(10) {
		must(t, g.Feedback(&act.TestFeedback{Feedback: i}))
	}
	for i := range int32(10) {
		if f := <-feedback; f != i {
			t.Fatalf("feedback %d is %d", i, f)
		}
	}
	must(t, sent.Cancel())
	<-cancels
	state(StatePreempting)
	if s, text := sent.Status(); s != Preempting || text != "at it" {
		t.Error(s, text)
	}
	must(t, g.Cancel(nil, "given up"))
	if got := outcome(t, sent); got != "PREEMPTED 0" {
		t.Error(got)
	}
}

func TestCancelByTimeAndAll(t *testing.T) {
	uri := testMaster(t, nil)
	goals := make(chan *handle, 10)
	testServer(t, testNode(t, uri, "server"), func(g *handle) { must(t, g.Accept("")); goals <- g }, func(g *handle) { must(t, g.Cancel(nil, "")) })
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	first := send(t, c, 1)
	stamp := (<-goals).Stamp()
	second, third := send(t, c, 2), send(t, c, 3)
	<-goals
	<-goals
	must(t, c.CancelUpTo(stamp))
	if got := outcome(t, first); got != "PREEMPTED 0" {
		t.Error(got)
	}
	if s := second.State(); s == Done {
		t.Error("cancelled too")
	}
	must(t, c.CancelAll())
	for _, g := range []*ClientGoal[goalT, resultT, feedbackT]{second, third} {
		if got := outcome(t, g); got != "PREEMPTED 0" {
			t.Error(got)
		}
	}
}

// raw speaks the protocol without the client, to make the orders of arrival that clients suffer from.
func TestCancelOvertakesGoal(t *testing.T) {
	uri := testMaster(t, nil)
	testServer(t, testNode(t, uri, "server"), func(g *handle) { t.Error("a cancelled goal was handed out") }, nil)
	n := testNode(t, uri, "client")
	cancel, err := ros.Advertise[*actionlib_msgs.GoalID](n, "/act/cancel")
	must(t, err)
	goal, err := ros.Advertise[*act.TestActionGoal](n, "/act/goal")
	must(t, err)
	results, listed := make(chan *act.TestActionResult, 10), make(chan string, 1000)
	_, err = ros.Subscribe(n, "/act/result", func(m *act.TestActionResult) { results <- m })
	must(t, err)
	_, err = ros.Subscribe(n, "/act/status", func(m *actionlib_msgs.GoalStatusArray) {
		for _, s := range m.StatusList {
			listed <- fmt.Sprint(s.GoalID.ID, " ", Status(s.Status))
		}
	})
	must(t, err)
	must(t, cancel.WaitForSubscribers(limit(t), 1))
	must(t, goal.WaitForSubscribers(limit(t), 1))
	must(t, cancel.Publish(&actionlib_msgs.GoalID{ID: "early"}))
	for <-listed != "early RECALLING" {
	}
	must(t, goal.Publish(&act.TestActionGoal{GoalID: actionlib_msgs.GoalID{ID: "early"}}))
	if r := <-results; Status(r.Status.Status) != Recalled || r.Status.GoalID.ID != "early" {
		t.Errorf("%+v", r)
	}
	// Goals up to a time that comes before them.
	must(t, cancel.Publish(&actionlib_msgs.GoalID{ID: "mark", Stamp: wire.Time{Sec: 100}}))
	for <-listed != "mark RECALLING" {
	}
	must(t, goal.Publish(&act.TestActionGoal{GoalID: actionlib_msgs.GoalID{ID: "old", Stamp: wire.Time{Sec: 99}}}))
	if r := <-results; Status(r.Status.Status) != Recalled || r.Status.GoalID.ID != "old" {
		t.Errorf("%+v", r)
	}
}

// A result that was sent before the client's subscription was there comes all the same.
func TestResultBeforeClientIsReady(t *testing.T) {
	uri := testMaster(t, nil)
	testServer(t, testNode(t, uri, "server"), func(g *handle) { must(t, g.Accept("")); must(t, g.Succeed(result(5), "")) }, nil)
	n := testNode(t, uri, "client")
	goal, err := ros.Advertise[*act.TestActionGoal](n, "/act/goal")
	must(t, err)
	must(t, goal.WaitForSubscribers(limit(t), 1))
	ended := make(chan struct{})
	_, err = ros.Subscribe(n, "/act/status", func(m *actionlib_msgs.GoalStatusArray) {
		for _, s := range m.StatusList {
			if Status(s.Status) == Succeeded {
				select {
				case ended <- struct{}{}:
				default:
				}
			}
		}
	})
	must(t, err)
	must(t, goal.Publish(&act.TestActionGoal{GoalID: actionlib_msgs.GoalID{ID: "mine"}}))
	<-ended
	results := make(chan *act.TestActionResult, 10)
	_, err = ros.Subscribe(n, "/act/result", func(m *act.TestActionResult) { results <- m })
	must(t, err)
	select {
	case r := <-results:
		if r.Status.GoalID.ID != "mine" || r.Result.Result != 5 {
			t.Errorf("%+v", r)
		}
	case <-time.After(10 * time.Second):
		t.Error("the result is lost")
	}
}

// fakeServer publishes what a test wants.
type fakeServer struct {
	status *ros.Publisher[*actionlib_msgs.GoalStatusArray]
	result *ros.Publisher[*act.TestActionResult]
	goals  chan actionlib_msgs.GoalID
}

func newFakeServer(t *testing.T, n *ros.Node) *fakeServer {
	f := &fakeServer{goals: make(chan actionlib_msgs.GoalID, 10)}
	var err error
	f.status, err = ros.Advertise[*actionlib_msgs.GoalStatusArray](n, "/act/status", ros.Latch())
	must(t, err)
	f.result, err = ros.Advertise[*act.TestActionResult](n, "/act/result")
	must(t, err)
	_, err = ros.Advertise[*act.TestActionFeedback](n, "/act/feedback")
	must(t, err)
	_, err = ros.Subscribe(n, "/act/goal", func(m *act.TestActionGoal) { f.goals <- m.GoalID })
	must(t, err)
	_, err = ros.Subscribe(n, "/act/cancel", func(*actionlib_msgs.GoalID) {})
	must(t, err)
	f.list(t)
	return f
}

func (f *fakeServer) list(t *testing.T, s ...actionlib_msgs.GoalStatus) {
	must(t, f.status.Publish(&actionlib_msgs.GoalStatusArray{StatusList: s}))
}

// SUCCEEDED is seen before the result; a list without the goal comes between two with it; a result comes before any status.
func TestClientRaces(t *testing.T) {
	uri := testMaster(t, nil)
	f := newFakeServer(t, testNode(t, uri, "server"))
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	until := func(g *ClientGoal[goalT, resultT, feedbackT], want State) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); g.State() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("state %v, want %v", g.State(), want)
			}
		}
	}
	g := send(t, c, 1)
	id := <-f.goals
	st := func(s Status) actionlib_msgs.GoalStatus {
		return actionlib_msgs.GoalStatus{GoalID: id, Status: uint8(s)}
	}
	f.list(t, st(Active))
	until(g, StateActive)
	f.list(t)              // missing once: not lost
	f.list(t, st(Pending)) // older than what is known
	f.list(t, st(Active))
	f.list(t, st(Succeeded))
	until(g, WaitingForResult)
	select {
	case <-g.Done():
		t.Error("done without a result")
	default:
	}
	must(t, f.result.Publish(&act.TestActionResult{Status: st(Succeeded), Result: act.TestResult{Result: 9}}))
	if got := outcome(t, g); got != "SUCCEEDED 9" {
		t.Error(got)
	}
	f.list(t, st(Active)) // nonsense after the end
	if g.State() != Done {
		t.Error(g.State())
	}

	g = send(t, c, 2)
	id = <-f.goals
	must(t, f.result.Publish(&act.TestActionResult{Status: st(Aborted), Result: act.TestResult{Result: 1}}))
	if got := outcome(t, g); got != "ABORTED 1" {
		t.Error(got)
	}

	// Cancelled, and a status list from before that arrives.
	g = send(t, c, 3)
	id = <-f.goals
	f.list(t, st(Active))
	until(g, StateActive)
	must(t, g.Cancel())
	f.list(t, st(Active))
	if g.State() != WaitingForCancelAck {
		t.Error(g.State())
	}
	f.list(t, st(Preempting))
	until(g, StatePreempting)
	// Never heard of again: lost, in the end.
	if got := outcome(t, g); got != "LOST" {
		t.Error(got)
	}
}

// A server dies with a goal, and nobody answers when that is given up: the goal is lost.
func TestDoWithADeadServer(t *testing.T) {
	uri := testMaster(t, nil)
	server := testNode(t, uri, "server")
	f := newFakeServer(t, server)
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	ctx, giveUp := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := c.Do(ctx, &act.TestGoal{Goal: 1}, nil)
		done <- err
	}()
	id := <-f.goals
	f.list(t, actionlib_msgs.GoalStatus{GoalID: id, Status: uint8(Active)})
	server.Close()
	giveUp()
	var e *Error
	if err := <-done; !errors.As(err, &e) || e.Status != Lost {
		t.Errorf("%v", err)
	}
}

func TestSimpleServer(t *testing.T) {
	uri := testMaster(t, map[string]any{"actionlib_status_frequency": 50})
	began := make(chan int32, 10)
	s, err := NewSimpleServer(testNode(t, uri, "server"), "act", &act.TestActionType, func(ctx context.Context, g *handle) (resultT, error) {
		n := g.Goal().Goal
		began <- n
		switch n {
		case 1: // finishes at once
			return result(1), nil
		case 2:
			return result(2), errors.New("cannot")
		case 3:
			panic("oh")
		case 5:
			return result(5), &Error{Status: Succeeded, Text: "in its way"}
		case 4: // ends although it is preempted
			<-ctx.Done()
			return result(4), nil
		}
		<-ctx.Done()
		return result(-n), context.Cause(ctx)
	})
	must(t, err)
	defer s.Close()
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	for n, want := range map[int32]string{1: "SUCCEEDED 1", 2: "ABORTED 2", 3: "ABORTED 0"} {
		if got := outcome(t, send(t, c, n)); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
		<-began
	}
	g := send(t, c, 5)
	if got := outcome(t, g); got != "SUCCEEDED 5" {
		t.Errorf("with a text: %s", got)
	}
	if _, text := g.Status(); text != "in its way" {
		t.Errorf("the text is %q", text)
	}
	<-began
	// Cancel; preempt by a new goal; the one that waits is replaced.
	g = send(t, c, 10)
	<-began
	must(t, g.Cancel())
	if got := outcome(t, g); got != "PREEMPTED -10" {
		t.Error(got)
	}
	a := send(t, c, 11)
	<-began
	b := send(t, c, 12)
	if got := outcome(t, a); got != "PREEMPTED -11" {
		t.Error(got)
	}
	if n := <-began; n != 12 {
		t.Error(n)
	}
	must(t, b.Cancel())
	outcome(t, b)
	d := send(t, c, 4)
	<-began
	e := send(t, c, 1)
	if got := outcome(t, d); got != "SUCCEEDED 4" {
		t.Error(got)
	}
	if got := outcome(t, e); got != "SUCCEEDED 1" {
		t.Error(got)
	}
	<-began

	// Do cancels when its context ends.
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	r, err := c.Do(ctx, &act.TestGoal{Goal: 20}, nil)
	var outcome *Error
	if !errors.As(err, &outcome) || outcome.Status != Preempted || r.Result != -20 {
		t.Error(r, err)
	}
}

// Under simulated time, without a clock, with one that stands still and one that jumps back, goals run all the same.
func TestSimulatedTime(t *testing.T) {
	uri := testMaster(t, map[string]any{"use_sim_time": true})
	s, err := NewSimpleServer(testNode(t, uri, "server"), "act", &act.TestActionType, func(_ context.Context, g *handle) (resultT, error) {
		return result(g.Goal().Goal), nil
	})
	must(t, err)
	defer s.Close()
	n := testNode(t, uri, "client")
	c := testClient(t, n)
	ready(t, c)
	tick, err := ros.Advertise[*rosgraph_msgs.Clock](testNode(t, uri, "clock"), "/clock", ros.Latch())
	must(t, err)
	must(t, tick.WaitForSubscribers(limit(t), 2))
	for _, sec := range []uint32{0, 0, 1000, 1000, 10} {
		if sec > 0 {
			must(t, tick.Publish(&rosgraph_msgs.Clock{Clock: wire.Time{Sec: sec}}))
			for n.Clock().Now().Sec != sec {
				time.Sleep(time.Millisecond)
			}
			if sec == 1000 {
				must(t, c.CancelUpTo(wire.Time{Sec: 999}))
			}
		}
		if got := outcome(t, send(t, c, 7)); got != "SUCCEEDED 7" {
			t.Errorf("at %d s: %s", sec, got)
		}
	}
}

func TestClosing(t *testing.T) {
	uri := testMaster(t, nil)
	goals := make(chan *handle, 10)
	s := testServer(t, testNode(t, uri, "server"), func(g *handle) { goals <- g }, nil)
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	open := send(t, c, 1)
	<-goals
	s.Close()
	if got := outcome(t, open); got != "ABORTED 0" {
		t.Error(got)
	}
	lost := send(t, c, 2)
	c.Close()
	if got := outcome(t, lost); got != "LOST" {
		t.Error(got)
	}
	if _, err := c.Send(&act.TestGoal{}, nil); fault.KindOf(err) != fault.Preempted {
		t.Error(err)
	}
	if _, err := NewClient[goalT, resultT, *act.TwoIntsFeedback](c.node, "act", &act.TestActionType); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := testClient(t, testNode(t, uri, "late")).WaitForServer(ctx); fault.KindOf(err) != fault.Timeout {
		t.Error(err)
	}
}

func FuzzParts(f *testing.F) {
	f.Add(appendGoal(&std_msgs.Header{FrameID: "f"}, &actionlib_msgs.GoalID{ID: "x"}, &act.TestGoal{Goal: 1}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var g act.TestGoal
		var m act.TestActionGoal
		_, err := readGoal(b, act.TestActionType.ActionGoal, &g)
		if direct := m.DecodeROS(b); (err == nil) != (direct == nil) || err == nil && g != m.Goal {
			t.Fatal(err, direct)
		}
		var r act.TestResult
		_, _ = readStatus(b, act.TestActionType.ActionResult, &r)
	})
}
