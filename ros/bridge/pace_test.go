package bridge

import (
	"encoding/json"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// With HOLDFAST_MEASURE=1: clouds of 2 MB at 30 Hz, by the wall clock, to roslib that takes its time for each and to a client that reads nothing. It
// prints how old what arrives is, the memory of the whole process, and what was dropped. No cloud may overtake another, and the memory is bounded.
func TestSlowClientPace(t *testing.T) {
	if os.Getenv("HOLDFAST_MEASURE") == "" {
		t.Skip("HOLDFAST_MEASURE=1 measures")
	}
	const points, rate, seconds = 131072, 30, 10
	for _, works := range [][]string{{"0"}, {"100"}, {"400"}, {"deaf"}, {"400", "deaf", "deaf"}} {
		w := newWorld(t)
		pub := advertise[*sensor_msgs.PointCloud2](t, w.robot, "/cloud", ros.QueueSize(2))
		var before, now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		outs := make([]chan []byte, len(works))
		for i, work := range works {
			cmd := exec.CommandContext(t.Context(), "node", "slow.mjs", w.url, work, strconv.Itoa(seconds+1))
			cmd.Dir = clients
			cmd.Stderr = os.Stderr
			outs[i] = make(chan []byte, 1)
			go func() {
				out, err := cmd.Output()
				if err != nil {
					t.Errorf("%s: %v", work, err)
				}
				outs[i] <- out
			}()
		}
		until(limit(t), t, "subscriptions", func() bool { return len(w.streams("/cloud")) == len(works) })
		c := cloudOf(points)
		var peak, live uint64
		sent := 0
		tick := time.NewTicker(time.Second / rate)
		for end := time.Now().Add(seconds * time.Second); time.Now().Before(end); <-tick.C {
			at := time.Now()
			c.Header.Seq, c.Header.Stamp = uint32(sent), wire.Time{Sec: uint32(at.Unix()), Nsec: uint32(at.Nanosecond())}
			if err := pub.Publish(c); err != nil {
				t.Fatal(err)
			}
			if sent++; sent%10 == 0 {
				runtime.ReadMemStats(&now)
				peak, live = max(peak, now.Sys-now.HeapReleased), max(live, now.HeapAlloc)
			}
		}
		tick.Stop()
		var dropped []uint64
		var waiting []int
		for _, st := range w.streams("/cloud") {
			st.box.mu.Lock()
			dropped, waiting = append(dropped, st.dropped), append(waiting, st.box.bytes)
			st.box.mu.Unlock()
		}
		for range 4 * rate { // what a slow client ends by
			c.Header.Seq++
			at := time.Now()
			c.Header.Stamp = wire.Time{Sec: uint32(at.Unix()), Nsec: uint32(at.Nanosecond())}
			if err := pub.Publish(c); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second / rate)
		}
		t.Logf("clients %v: %d clouds sent; dropped %v, waiting %v bytes; heap at most %d MB, process %d MB (%d MB before)", works, sent, dropped, waiting, live>>20, peak>>20, before.Sys>>20)
		for i, o := range outs {
			out := <-o
			if works[i] == "deaf" {
				continue
			}
			var got struct {
				Clouds, Backwards int
				P50, P99, Done    float64
			}
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%s: %v: %s", works[i], err, out)
			}
			t.Logf("  %s ms a cloud: %d came, %.0f ms old (p50), %.0f ms (p99); %.0f ms (p99) when it was done with", works[i], got.Clouds, got.P50, got.P99, got.Done)
			if got.Backwards > 0 {
				t.Errorf("%d clouds came after later ones", got.Backwards)
			}
		}
		for _, n := range waiting {
			if n > 2*(16*points+1<<10) {
				t.Errorf("%d bytes wait for a client", n)
			}
		}
	}
}
