package ros

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_srvs"
	"github.com/holdfast-robotics/holdfast/ros/clock"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

const soakChild = "HOLDFAST_SOAK_CHILD"

// TestSoakChild is the process that TestSoak kills: it publishes, subscribes and serves until it dies.
func TestSoakChild(t *testing.T) {
	uri := os.Getenv(soakChild)
	if uri == "" {
		t.Skip("runs as a child of TestSoak only")
	}
	n := testNode(t, uri, "child", func(c *Config) { c.Anonymous = true })
	pub := ok[*Publisher[*std_msgs.UInt64]](t)(Advertise[*std_msgs.UInt64](n, "/soak/child"))
	var echoed atomic.Uint64
	ok[*Subscriber](t)(Subscribe(n, "/soak/parent", func(m *std_msgs.UInt64) { echoed.Store(m.Data) }))
	ok[*ServiceServer](t)(AdvertiseService(n, "/soak/ask", &std_srvs.TriggerService, func(context.Context, *std_srvs.TriggerRequest) (*std_srvs.TriggerResponse, error) {
		return &std_srvs.TriggerResponse{Success: true}, nil
	}))
	_ = clock.Every(t.Context(), clock.Wall{}, time.Millisecond, func(wire.Time) error { // until it is killed
		return pub.Publish(&std_msgs.UInt64{Data: echoed.Load()})
	})
}

// TestSoak disturbs a graph at random: it kills child processes with SIGKILL, stops and restarts the master, opens hostile connections, and
// closes and opens nodes, publishers and subscribers. After each disturbance messages must flow both ways between this process
// and the child. At the end nothing may be left behind.
//
// It runs for two disturbances, or as long as HOLDFAST_SOAK says: make soak.
func TestSoak(t *testing.T) {
	duration, err := time.ParseDuration(os.Getenv("HOLDFAST_SOAK"))
	long := err == nil
	self := ok[string](t)(os.Executable())
	m := testMaster(t, "127.0.0.1:0")
	addr := strings.TrimSuffix(strings.TrimPrefix(m.URI(), "http://"), "/")
	n := testNode(t, m.URI(), "parent")
	var tick, back atomic.Uint64
	pub := ok[*Publisher[*std_msgs.UInt64]](t)(Advertise[*std_msgs.UInt64](n, "/soak/parent"))
	var received atomic.Uint64
	ok[*Subscriber](t)(Subscribe(n, "/soak/child", func(m *std_msgs.UInt64) {
		back.Store(m.Data)
		received.Add(1)
	}))
	ctx, cancel := context.WithCancel(t.Context())
	ticking := make(chan struct{})
	go func() {
		defer close(ticking)
		_ = clock.Every(ctx, clock.Wall{}, time.Millisecond, func(wire.Time) error { return pub.Publish(&std_msgs.UInt64{Data: tick.Add(1)}) })
	}()
	defer func() { cancel(); <-ticking }()

	var child *exec.Cmd
	spawn := func() {
		child = exec.Command(self, "-test.run=^TestSoakChild$", "-test.timeout=24h")
		child.Env = append(os.Environ(), soakChild+"="+m.URI())
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
	}
	kill := func() {
		_ = child.Process.Kill()
		_ = child.Wait() // killed, as intended
	}
	spawn()
	defer func() { kill() }()

	began := time.Now()
	worst := time.Duration(0)
	var counts [5]int
	baseline := 0
	for round := 0; round < 2 || long && time.Since(began) < duration; round++ {
		what := rand.IntN(len(counts))
		if !long {
			what = round
		}
		switch what {
		case 0:
			kill()
			spawn()
		case 1:
			closeMaster(m)
			time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond)
			m = testMaster(t, addr)
		case 2:
			for name, b := range hostile() {
				conn, err := net.Dial("tcp", n.tcp.Addr().String())
				if err != nil {
					t.Fatal(name, err)
				}
				_, _ = conn.Write(b) // the node may cut it already
				conn.Close()
			}
		case 3:
			guest := ok[*Node](t)(NewNode(t.Context(), Config{Name: "guest", Master: m.URI(), Host: "127.0.0.1", Log: slog.DiscardHandler}))
			ok[*Subscriber](t)(Subscribe(guest, "/soak/parent", func(*std_msgs.UInt64) {}))
			ok[*Publisher[*std_msgs.UInt64]](t)(Advertise[*std_msgs.UInt64](guest, "/soak/parent"))
			guest.Close()
		case 4:
			c := ok[*Caller](t)(NewCaller(n, "/soak/ask", "*", "*", rand.IntN(2) == 0))
			if err := c.Wait(limit(t)); err != nil {
				t.Fatal(err)
			}
			ok[[]byte](t)(c.Call(limit(t), nil))
			c.Close()
		}
		counts[what]++
		mark, since := tick.Load(), time.Now()
		eventually(t, "messages flow both ways again", func() bool { return back.Load() > mark })
		worst = max(worst, time.Since(since))
		if round == 20 {
			baseline = runtime.NumGoroutine()
		}
	}
	if baseline > 0 && runtime.NumGoroutine() > baseline+50 {
		t.Errorf("%d goroutines after 20 disturbances, %d now", baseline, runtime.NumGoroutine())
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	t.Logf("%v: %d kills, %d master restarts, %d hostile rounds, %d guests, %d calls; %d messages received; longest silence %v; %d goroutines, %d MB of heap",
		time.Since(began).Round(time.Second), counts[0], counts[1], counts[2], counts[3], counts[4], received.Load(), worst.Round(time.Millisecond), runtime.NumGoroutine(), mem.HeapAlloc>>20)
}
