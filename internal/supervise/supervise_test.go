package supervise

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// fake is a process of the test: it ends when end is sent to, or when it is stopped unless it is deaf.
type fake struct {
	pid  int
	end  chan error
	deaf bool
}

func (f *fake) PID() int    { return f.pid }
func (f *fake) Wait() error { return <-f.end }
func (f *fake) Stop() error {
	if !f.deaf {
		f.end <- nil
	}
	return nil
}
func (f *fake) Kill() error { f.end <- errors.New("killed"); return nil }

// stage starts fakes and keeps what happened.
type stage struct {
	mu   sync.Mutex
	last map[string]*fake
	pid  int
	log  []string
	deaf map[string]bool
}

func (s *stage) start(name string) func() (Process, error) {
	return func() (Process, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.pid++
		f := &fake{pid: s.pid, end: make(chan error, 4), deaf: s.deaf[name]}
		s.last[name] = f
		return f, nil
	}
}

func (s *stage) tell(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, fmt.Sprintf("%s %s", e.Name, e.State))
}

func (s *stage) of(name string) *fake { s.mu.Lock(); defer s.mu.Unlock(); return s.last[name] }
func (s *stage) said() []string       { s.mu.Lock(); defer s.mu.Unlock(); return slices.Clone(s.log) }

func newStage() *stage { return &stage{last: map[string]*fake{}, deaf: map[string]bool{}} }

func TestOrderOfStartAndStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		at := time.Now()
		slow := func(context.Context) error {
			if time.Since(at) < 2*time.Second {
				return errors.New("not yet")
			}
			return nil
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			done <- Run(ctx, []Spec{
				{Name: "planner", After: []string{"hand", "scene"}, Start: s.start("planner")},
				{Name: "scene", Start: s.start("scene")},
				{Name: "hand", Start: s.start("hand"), Ready: slow},
			}, Options{Tell: s.tell})
		}()
		time.Sleep(time.Second)
		if s.of("planner") != nil {
			t.Error("the planner started before the hand was ready")
		}
		time.Sleep(2 * time.Second)
		if s.of("planner") == nil {
			t.Error("the planner did not start")
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		log := s.said()
		order := func(what string) int { return slices.Index(log, what) }
		if order("planner stopped") > order("hand stopping") || order("planner stopped") > order("scene stopping") || order("hand stopped") < 0 {
			t.Errorf("order of stopping: %q", log)
		}
	})
}

func TestRestartWithGrowingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			done <- Run(ctx, []Spec{{Name: "hand", Start: s.start("hand")}}, Options{Tell: s.tell, Backoff: time.Second, MaxPause: 4 * time.Second})
		}()
		synctest.Wait()
		for i, pause := range []time.Duration{1, 2, 4, 4} {
			pause *= time.Second
			old := s.of("hand")
			old.end <- errors.New("exit status 1")
			time.Sleep(pause - time.Millisecond)
			if s.of("hand") != old {
				t.Errorf("failure %d: started again too soon", i+1)
			}
			time.Sleep(2 * time.Millisecond)
			if s.of("hand") == old {
				t.Errorf("failure %d: not started again after %v", i+1, pause)
			}
		}
		time.Sleep(2 * time.Minute) // steady: the next failure is a first one
		old := s.of("hand")
		old.end <- errors.New("exit status 1")
		time.Sleep(1100 * time.Millisecond)
		if s.of("hand") == old {
			t.Error("a long run did not make the next pause short")
		}
		cancel()
		<-done
	})
}

func TestWhatDoesNotAnswerIsStartedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		s.deaf["hand"] = true
		var mute sync.Mutex
		silent := false
		alive := func(context.Context) error {
			mute.Lock()
			defer mute.Unlock()
			if silent {
				return errors.New("connection refused")
			}
			return nil
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			done <- Run(ctx, []Spec{{Name: "hand", Start: s.start("hand"), Alive: alive, StopTimeout: time.Second}}, Options{Tell: s.tell})
		}()
		time.Sleep(time.Minute)
		first := s.of("hand")
		mute.Lock()
		silent = true
		mute.Unlock()
		time.Sleep(7*time.Second + 600*time.Millisecond) // three misses, a second of patience, half a second of pause
		mute.Lock()
		silent = false
		mute.Unlock()
		time.Sleep(2 * time.Second)
		if s.of("hand") == first {
			t.Errorf("a deaf and silent process was left alone: %q", s.said())
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if log := s.said(); log[len(log)-1] != "hand stopped" {
			t.Errorf("%q", log)
		}
	})
}

func TestRequiredEndsAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		done := make(chan error)
		go func() {
			done <- Run(t.Context(), []Spec{
				{Name: "arm", Start: s.start("arm"), Required: true, Restart: Never},
				{Name: "scene", Start: s.start("scene")},
			}, Options{Tell: s.tell})
		}()
		synctest.Wait()
		s.of("arm").end <- errors.New("exit status 3")
		err := <-done
		if err == nil || !strings.Contains(err.Error(), "arm") || !strings.Contains(err.Error(), "exit status 3") {
			t.Errorf("error %v", err)
		}
		if !slices.Contains(s.said(), "scene stopped") {
			t.Errorf("%q", s.said())
		}
	})
}

func TestGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		starts := 0
		err := Run(t.Context(), []Spec{{Name: "hand", Required: true, Start: func() (Process, error) {
			starts++
			return nil, errors.New("no such file")
		}}}, Options{Limit: 3})
		if fault.KindOf(err) != fault.Unavailable || starts != 4 {
			t.Errorf("%d starts, %v", starts, err)
		}
	})
}

func TestNeverReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage()
		err := Run(t.Context(), []Spec{{
			Name: "hand", Start: s.start("hand"), Required: true, Restart: Never, StartTimeout: 5 * time.Second,
			Ready: func(context.Context) error { return errors.New("/describe has no publisher") },
		}, {Name: "pick", After: []string{"hand"}, Start: s.start("pick")}}, Options{})
		if err == nil || !strings.Contains(err.Error(), "/describe has no publisher") {
			t.Error(err)
		}
		if s.of("pick") != nil {
			t.Error("what needs it was started")
		}
	})
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		specs []Spec
		want  string
	}{
		{[]Spec{{Name: "a"}, {Name: "a"}}, "two processes"},
		{[]Spec{{}}, "no name"},
		{[]Spec{{Name: "a", After: []string{"b"}}}, "not there"},
		{[]Spec{{Name: "a", After: []string{"b"}}, {Name: "b", After: []string{"a"}}}, "circle"},
		{[]Spec{{Name: "a", Restart: "sometimes"}}, "on-failure"},
	} {
		if err := Check(c.specs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
		}
	}
}

func TestCommand(t *testing.T) {
	p, err := Command(exec.Command("sleep", "60"))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Stop(); err != nil {
		t.Error(err)
	}
	if err := p.Wait(); err == nil || !strings.Contains(err.Error(), "terminated") {
		t.Error(err)
	}
	if p, err := Command(exec.Command("/no/such/program")); err == nil {
		t.Error("started", p)
	}
}
