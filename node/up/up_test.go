package up

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/internal/supervise"
	"github.com/holdfast-robotics/holdfast/msgs/diagnostic_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/master"
)

// TestMain is also the node of the tests: started with NODE in the environment it is a ROS node of that name, until it is told to end.
func TestMain(m *testing.M) {
	if name := os.Getenv("NODE"); name != "" {
		n, err := ros.NewNode(context.Background(), ros.Config{Name: name})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("ready as", n.Name())
		<-n.Done()
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/holdfast-robotics/holdfast/internal/supervise.init.func1.1")) // the thread that starts processes
}

// ear hears events and output.
type ear struct {
	mu     sync.Mutex
	events []supervise.Event
	out    bytes.Buffer
	more   chan struct{}
}

func (e *ear) Write(b []byte) (int, error) { e.mu.Lock(); defer e.mu.Unlock(); return e.out.Write(b) }

func (e *ear) tell(v supervise.Event) {
	e.mu.Lock()
	e.events = append(e.events, v)
	e.mu.Unlock()
	select {
	case e.more <- struct{}{}:
	default:
	}
}

// await returns the nth event of a process in a state, counted from 1.
func (e *ear) await(t *testing.T, name string, s supervise.State, n int) supervise.Event {
	t.Helper()
	limit := time.After(time.Minute)
	for {
		count := 0
		e.mu.Lock()
		for _, v := range e.events {
			if v.Name == name && v.State == s {
				if count++; count == n {
					e.mu.Unlock()
					return v
				}
			}
		}
		e.mu.Unlock()
		select {
		case <-e.more:
		case <-limit:
			t.Fatalf("%s was not %s %d times: %+v", name, s, n, e.events)
		}
	}
}

func TestKilledNodeComesBack(t *testing.T) {
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	}()
	config := fmt.Sprintf(`
version: 1
parameters: {grip: {force: 4.5}}
nodes:
  - {name: user, command: [%[1]q], env: {NODE: user}, node: /user, after: [hand]}
  - {name: hand, command: [%[1]q], env: {NODE: hand}, node: /hand, ready: [/rosout]}
`, os.Args[0])
	c, err := Parse("test", []byte(config))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e := &ear{more: make(chan struct{}, 1)}
	done := make(chan error, 1)
	go func() {
		done <- Run(ctx, c, Options{Master: m.URI(), Out: e, Tell: e.tell, Timing: supervise.Options{Backoff: 10 * time.Millisecond, Health: time.Second}})
	}()
	e.await(t, "user", supervise.Running, 1)

	n, err := ros.NewNode(t.Context(), ros.Config{Name: "test", Master: m.URI()})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	if v, err := n.GetParam(t.Context(), "/grip/force"); err != nil || v != 4.5 {
		t.Errorf("parameter %v, %v", v, err)
	}
	diagnosed := make(chan string, 100)
	if _, err := ros.Subscribe(n, "/diagnostics", func(m *diagnostic_msgs.DiagnosticArray) {
		for _, s := range m.Status {
			select {
			case diagnosed <- fmt.Sprintf("%s %d %s", s.Name, s.Level, s.Message):
			default:
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	if got := <-diagnosed; got != "holdfast_up: user 0 running" {
		t.Errorf("diagnostics: %q", got)
	}

	first := e.await(t, "hand", supervise.Running, 1)
	p, _ := os.FindProcess(first.PID)
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
	why := e.await(t, "hand", supervise.Pausing, 1)
	if !strings.Contains(why.Reason, "killed") {
		t.Errorf("reason %q", why.Reason)
	}
	if second := e.await(t, "hand", supervise.Running, 2); second.PID == first.PID || second.Restarts != 1 {
		t.Errorf("%+v after %+v", second, first)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	e.await(t, "hand", supervise.Stopped, 1)
	if out := e.out.String(); !strings.Contains(out, "hand | ready as /hand\n") {
		t.Errorf("output %q", out)
	}
}

func TestParse(t *testing.T) {
	if _, err := Parse("example", []byte(Example)); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ text, want string }{
		{"nodes: [{name: a, run: [hand]}]", "no version"},
		{"version: 2\nnodes: [{name: a, run: [hand]}]", "version 2"},
		{"version: 1", "no nodes"},
		{"version: 1\nnode: []", "node"},
		{"version: 1\nnodes: [{name: a}]", "either run"},
		{"version: 1\nnodes: [{name: a, run: [up, x.yaml]}]", "other than up"},
		{"version: 1\nnodes: [{name: a, run: [hand], node: hand}]", "/hand"},
		{"version: 1\nnodes: [{name: a, run: [hand], stop_timeout: 5}]", "30s"},
		{"version: 1\nnodes: [{name: a, run: [hand], after: [b]}]", "not there"},
		{"version: 1\nlisten: 0.0.0.0:11311\nnodes: [{name: a, run: [hand]}]", "no authentication"},
		{"version: 1\nmaster: robot\nnodes: [{name: a, run: [hand]}]", "http://"},
	} {
		if _, err := Parse("robot.yaml", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "robot.yaml") {
			t.Errorf("%s\n\twant %q, got %v", c.text, c.want, err)
		}
	}
}

func TestLinesStayWhole(t *testing.T) {
	var b bytes.Buffer
	l := &lines{w: &b}
	hand, scene := l.of("hand"), l.of("scene")
	fmt.Fprint(hand, "one\ntw")
	fmt.Fprint(scene, "x\r\n")
	fmt.Fprint(hand, "o\n")
	fmt.Fprint(scene, strings.Repeat("y", maxLine+2))
	want := "hand | one\nscene | x\nhand | two\nscene | " + strings.Repeat("y", maxLine) + "\n"
	if got := b.String(); got != want {
		t.Errorf("%.200q", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(Example))
	f.Add([]byte("version: 1\nnodes: [{name: a, command: [x], after: [a]}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("fuzz", text)
		if err == nil && len(c.Nodes) == 0 {
			t.Error("a configuration without nodes was taken")
		}
	})
}
