package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/node/report"
)

// TestMain is also the process of the board.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == boardFlag {
		boardMain(os.Args[2], os.Args[3])
	}
	os.Exit(m.Run())
}

// TestShort is twenty seconds of faults: everything comes up, goes on, and nothing is dropped, crushed or lost. What grows takes longer to see:
// make soak.
func TestShort(t *testing.T) {
	if os.Getenv("HOLDFAST_SOAK_SHORT") == "" {
		t.Skip("it takes two minutes: make soak-short")
	}
	program := filepath.Join(t.TempDir(), "holdfast")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../cmd/holdfast")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	o := options{time: 20 * time.Second, warm: 5 * time.Second, rest: time.Second, every: 2 * time.Second, seed: 5, dir: filepath.Join(t.TempDir(), "soak"), program: program, short: true}
	ok, err := run(t.Context(), o)
	if err != nil || !ok {
		log, _ := os.ReadFile(filepath.Join(o.dir, "log.txt"))
		t.Fatalf("%v\n%s", err, log)
	}
	page, err := os.ReadFile(filepath.Join(o.dir, "soak.html"))
	if err != nil || strings.Count(string(page), "<svg") < 4 {
		t.Errorf("the report has %d plots, %v", strings.Count(string(page), "<svg"), err)
	}
}

// What must fail the run does.
func TestJudge(t *testing.T) {
	dir := t.TempDir()
	s := &soak{options: options{dir: dir, time: time.Second}, counts: map[string]int{"dropped": 1, "crushed at the table": 2, "rail: open: stuck": 1}, kills: map[string][]time.Time{},
		watch: &watcher{series: map[string][]sample{}}}
	s.lab.db = filepath.Join(dir, "lab.db")
	base := map[string]sample{"hand": {PID: 1, Goroutines: 50, FDs: 20, Live: 7e6, RSS: 50e6}, "scene": {PID: 2}, "up": {PID: 3, Goroutines: 10}}
	end := map[string]sample{"hand": {PID: 1, Goroutines: 50, FDs: 20, Live: 80e6, RSS: 60e6}, "up": {PID: 3, Goroutines: 11}}
	failed := map[string]report.SoakCheck{}
	for _, c := range s.judge(t.Context(), base, end, 5).Checks {
		if !c.OK {
			failed[c.What] = c
		}
	}
	for _, what := range []string{"objects were picked up", "nothing dropped", "nothing crushed", "no goal and no call was stuck", "no recorded message is lost", "hand is as after the warm-up", "scene is there at the end"} {
		if _, ok := failed[what]; !ok {
			t.Errorf("%s did not fail: %v", what, failed)
		}
	}
	if _, bad := failed["up is as after the warm-up"]; bad {
		t.Error(failed["up is as after the warm-up"])
	}
}
