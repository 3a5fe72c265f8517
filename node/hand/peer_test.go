package hand

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/peertest"
)

const peerLimit = 3 * time.Minute

// pace steps the rig by the wall until the function that it returns is called, and runs what comes through the channel between steps.
func (r *rig) pace() (do chan<- func(), stop func()) {
	work, quit, done := make(chan func()), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		start, began := time.Now(), r.now
		for {
			select {
			case f := <-work:
				f()
			case <-quit:
				return
			case <-tick.C:
				r.step(int((time.Since(start) - (r.now - began)) / time.Millisecond))
			}
		}
	}()
	return work, func() { close(quit); <-done }
}

// number is the number behind a word in a line.
func number(t *testing.T, line, word string) float64 {
	t.Helper()
	_, rest, found := strings.Cut(line, " "+word+" ")
	var x float64
	if _, err := fmt.Sscan(rest, &x); !found || err != nil {
		t.Errorf("no number behind %q in %q", word, line)
	}
	return x
}

// watch runs a client, taps the hand when it waits for that, and checks what it saw against the values of the sheet.
func watch(t *testing.T, r *rig, p *peertest.Proc, yes string) {
	t.Helper()
	do, stop := r.pace()
	defer stop()
	for _, waits := range []string{"event_detector waits ACTIVE", "release waits ACTIVE"} {
		p.Until(waits)
		do <- func() { r.tap = 12 }
	}
	out, err := p.Wait()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var lines []string
	for l := range strings.Lines(out) {
		if l, ok := strings.CutPrefix(l, "client: "); ok {
			lines = append(lines, strings.TrimSpace(l))
		}
	}
	t.Log(strings.Join(lines, "\n"))
	want := []string{
		"gripper_action SUCCEEDED", "find_contact SUCCEEDED met " + yes, "force_servo SUCCEEDED achieved " + yes, "slip_servo ACTIVE", "event_detector waits ACTIVE",
		"event_detector SUCCEEDED met " + yes, "gripper_action SUCCEEDED", "slip_servo PREEMPTED", "grab SUCCEEDED rtstate 4 first 3", "release waits ACTIVE", "release SUCCEEDED rtstate 0",
		"find_contact REJECTED", "find_contact PREEMPTED",
	}
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), out)
	}
	for i, w := range want {
		if !strings.HasPrefix(lines[i], w) {
			t.Errorf("%q, want %q", lines[i], w)
		}
	}
	// 31: 0.09 m is reached at 0.080 m.
	if x := number(t, lines[0], "position"); x < 0.08 {
		t.Errorf("open at %g m", x)
	}
	// Contact with the box of 50 mm.
	if x := number(t, lines[1], "position"); math.Abs(x-0.05) > 2e-3 || number(t, lines[1], "rtstate") != 3 || number(t, lines[1], "left") < 0.5 {
		t.Errorf("contact: %s", lines[1])
	}
	// 13: within 0.3 N.
	if n := number(t, lines[2], "left"); math.Abs(n-4) > 0.4 || number(t, lines[2], "rtstate") != 4 {
		t.Errorf("force: %s", lines[2])
	}
	if number(t, lines[3], "rtstate") != 6 || math.Abs(number(t, lines[3], "left")-4) > 1 {
		t.Errorf("slip servo: %s", lines[3])
	}
	if !strings.Contains(lines[11], "contact condition 9") {
		t.Errorf("a goal that cannot be: %s", lines[11])
	}
}

// Clients of the original PR2 package, in Python and in C++, unchanged, run all seven actions on the simulated hand.
func TestPeerClients(t *testing.T) {
	peertest.Need(t, append(append([]string{}, peertest.Clients...), peertest.CppClients...)...)
	t.Run("rospy", func(t *testing.T) {
		r := newRig(t, soft())
		env := peertest.Overlay(t, r.master, "pr2_gripper_sensor_msgs", "pr2_controllers_msgs")
		watch(t, r, peertest.Start(t, peerLimit, env, peertest.Python, "testdata/client.py"), "True")
	})
	t.Run("roscpp", func(t *testing.T) {
		r := newRig(t, soft())
		env := peertest.OverlayCpp(t, r.master, "pr2_gripper_sensor_msgs", "pr2_controllers_msgs")
		bin := filepath.Join(t.TempDir(), "client")
		peertest.Run(t, 2*peerLimit, env, "/bin/sh", "-c", "g++ -o "+bin+" testdata/client.cpp $(pkg-config --cflags --libs roscpp actionlib)")
		watch(t, r, peertest.Start(t, peerLimit, env, bin), "1")
	})
}
