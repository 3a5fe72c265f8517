package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/master"
)

// The session of doc/hand-ros.md, as a reader types it.
func TestHandDocument(t *testing.T) {
	text, err := os.ReadFile("../../doc/hand-ros.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```sh\n")
	session, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the document has no session")
	}
	m, err := master.Start(master.Options{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		m.Close(ctx)
	})
	shell := func(ctx context.Context, line string) *exec.Cmd {
		c := exec.CommandContext(ctx, "/bin/sh", "-c", "exec "+line)
		c.Env = append(os.Environ(), "ROS_MASTER_URI="+m.URI(), "ROS_IP=127.0.0.1")
		return c
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	said := map[string]string{}
	lines := 0
	for line := range strings.Lines(session) {
		line = strings.TrimSpace(line)
		lines++
		if background, ok := strings.CutSuffix(line, "&"); ok {
			p := &handProc{cmd: shell(context.Background(), background)}
			p.cmd.Stdout, p.cmd.Stderr = p, p
			if err := p.cmd.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				_ = p.cmd.Process.Signal(os.Interrupt)
				if err := p.cmd.Wait(); err != nil {
					t.Errorf("%s: %v\n%s", line, err, p)
				}
			})
			for !strings.Contains(p.String(), "is ready") && ctx.Err() == nil {
				time.Sleep(10 * time.Millisecond)
			}
			continue
		}
		out, err := shell(ctx, line).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
		_, topic, _ := strings.Cut(line, "/")
		name, _, _ := strings.Cut(topic, " ")
		said[name] = string(out)
		if strings.HasSuffix(name, "/lower") || strings.HasSuffix(name, "/lift") {
			time.Sleep(4 * time.Second) // the arm moves; a reader takes as long
		}
	}
	if lines < 8 {
		t.Errorf("a session of %d lines", lines)
	}
	for name, want := range map[string]string{
		"r_gripper_sensor_controller/grab": "realtime_controller_state: 4", "r_gripper_sensor_controller/describe": "both pads touch",
		"r_gripper_sensor_controller/slip_servo_state": "gripper_empty: false", "r_gripper_sensor_controller/release": "realtime_controller_state: 0",
		"r_gripper_sim/fate": "not damaged",
	} {
		if !strings.Contains(said[name], want) {
			t.Errorf("%s says %q, want %q", name, said[name], want)
		}
	}
}
