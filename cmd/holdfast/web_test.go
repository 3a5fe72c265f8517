package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const chromium = "/usr/bin/chromium"

// The page in a real browser: it loads without complaints, shows the cloud, picks, lights up, stops, and tells when the robot is gone.
// HOLDFAST_SHOTS names a folder for pictures of its states, and HOLDFAST_MEASURE=1 measures; both take a while.
func TestWebPage(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("HOLDFAST_PEERS") != "" {
		for _, args := range [][]string{{"scripts/deps.sh", "chromium", "fonts-liberation"}, {"scripts/npm.sh", "web"}} {
			cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
			cmd.Dir = root
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, out)
			}
		}
	} else {
		for _, need := range []string{chromium, filepath.Join(root, "web/node_modules/playwright-core")} {
			if _, err := os.Stat(need); err != nil {
				t.Skipf("%s is not installed: scripts/deps.sh chromium fonts-liberation && scripts/npm.sh web", need)
			}
		}
	}
	// A process of its own: the race detector would make its simulated time slower than the page's.
	program := filepath.Join(t.TempDir(), "holdfast")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	ctx, cut := context.WithCancel(t.Context())
	defer cut()
	demo := exec.CommandContext(ctx, program, "demo", "--web", "--listen", "127.0.0.1:0", "--master", "127.0.0.1:0", "--objects", "4")
	demo.Cancel = func() error { return demo.Process.Signal(os.Interrupt) }
	demo.WaitDelay = 20 * time.Second
	var log bytes.Buffer
	demo.Stderr = &log
	out, err := demo.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the demo did not say where the page is: %v, %v\n%s", err, demo.Wait(), &log)
	}
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join(root, "web/test/browser.mjs"), strings.TrimSpace(url), chromium, os.Getenv("HOLDFAST_SHOTS"), os.Getenv("HOLDFAST_MEASURE"))
	cmd.Stderr = os.Stderr
	lines, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for s := bufio.NewScanner(lines); s.Scan(); {
		if s.Text() == "cut" {
			cut()
			continue
		}
		t.Log(s.Text())
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	cut()
	if err := demo.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("the demo: %v\n%s", err, &log)
	}
}
