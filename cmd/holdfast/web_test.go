package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const chromium = "/usr/bin/chromium"

// The page in a real browser: it loads without complaints, shows the cloud, picks, lights up, stops, and tells when the robot is gone.
// HOLDFAST_SHOTS names a folder for pictures of its states, which take a while.
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
	ctx, cut := context.WithCancel(t.Context())
	defer cut()
	out, in := io.Pipe()
	demo := newRoot()
	demo.SetArgs([]string{"demo", "--web", "--listen", "127.0.0.1:0", "--master", "127.0.0.1:0", "--objects", "4"})
	demo.SetOut(in)
	demo.SetErr(io.Discard)
	ended := make(chan error, 1)
	go func() {
		err := demo.ExecuteContext(ctx)
		in.CloseWithError(io.EOF)
		ended <- err
	}()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the demo did not say where the page is: %v, %v", err, <-ended)
	}
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join(root, "web/test/browser.mjs"), strings.TrimSpace(url), chromium, os.Getenv("HOLDFAST_SHOTS"))
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
	if err := <-ended; err != nil {
		t.Errorf("the demo: %v", err)
	}
}
