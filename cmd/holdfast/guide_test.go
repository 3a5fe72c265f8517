package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/peertest"
)

// The documents are sessions: a block "```console" has commands behind "$ " and what they print below. "..." stands for anything, as a line
// for any lines. A block "```yaml mine.yaml" is a file that the reader writes. The blocks of a page are run in one shell, from top to
// bottom, in an empty folder, on a loopback device of their own where the system allows one. The home folder has
// a checkout of the sources in ~/holdfast.
//
// A command that ends in & runs on; the lines below it are what it must have printed before the next command. What still runs at the end
// of the page is asked to end, and must do so without an error.

const (
	guidePage  = "HOLDFAST_GUIDE" // the page that this process runs, in a network of its own
	guidePeers = "HOLDFAST_PEERS" // set: a peer that is missing fails the test
)

// alone is held by a page that uses the machine's own loopback device.
var alone sync.Mutex

// fence is a fenced block of a page.
type fence struct {
	lang, file string
	start, end int // of the body, in bytes
	line       int // of the body's first line
}

var fences = regexp.MustCompile("(?ms)^```(\\w+)(?: +(\\S+))?[^\\n`]*\\n(.*?)^```$")

func fencesOf(page string) []fence {
	var all []fence
	for _, m := range fences.FindAllStringSubmatchIndex(page, -1) {
		f := fence{lang: page[m[2]:m[3]], start: m[6], end: m[7], line: 1 + strings.Count(page[:m[6]], "\n")}
		if m[4] >= 0 {
			f.file = page[m[4]:m[5]]
		}
		all = append(all, f)
	}
	return all
}

// pages are the documents, by path from the root of the repository.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, pattern := range []string{"README.md", "CONTRIBUTING.md", "doc/*.md", "doc/guide/*.md"} {
		names, err := filepath.Glob("../../" + pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[strings.TrimPrefix(name, "../../")] = string(text)
		}
	}
	return all
}

// TestGuides follows the documents word for word. With -update it writes what the commands print into them.
func TestGuides(t *testing.T) {
	for name, page := range pages(t) {
		blocks := fencesOf(page)
		if !slices.ContainsFunc(blocks, func(f fence) bool { return f.lang == "console" }) {
			continue
		}
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			if os.Getenv(guidePage) == name {
				loopbackUp(t)
				follow(t, name, page, blocks)
				return
			}
			t.Parallel()
			env := append(os.Environ(), guidePage+"="+name)
			if strings.Contains(page, "\n$ python3 ") {
				env = append(env, python(t)...)
			}
			if strings.Contains(page, "/examples/mujoco/") {
				needMuJoCo(t)
			}
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			run := func(attr *syscall.SysProcAttr) (out []byte, started bool, err error) {
				cmd := exec.CommandContext(ctx, self, "-test.run=^TestGuides$/^"+regexp.QuoteMeta(strings.ReplaceAll(name, "/", "_"))+"$", fmt.Sprintf("-update=%v", *update))
				cmd.Env = env
				cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
				cmd.WaitDelay = 10 * time.Second
				cmd.SysProcAttr = attr
				var b bytes.Buffer
				cmd.Stdout, cmd.Stderr = &b, &b
				if err := cmd.Start(); err != nil {
					return nil, false, err
				}
				err = cmd.Wait()
				return b.Bytes(), true, err
			}
			var out []byte
			var started bool
			if attr := ownNetwork(); attr != nil {
				out, started, err = run(attr)
			}
			if !started { // no namespaces here: the machine's own loopback will do, where its ports are free
				t.Log("no network apart:", err)
				alone.Lock()
				defer alone.Unlock()
				for _, port := range []string{"8080", "9090", "11311"} {
					l, err := net.Listen("tcp", "127.0.0.1:"+port)
					if err != nil {
						t.Skip("the page needs a port that is in use, and this system gives no network apart:", err)
					}
					l.Close()
				}
				out, _, err = run(nil)
			}
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// python makes the messages of the originals for rospy, and returns the environment that finds them.
func python(t *testing.T) []string {
	t.Helper()
	if err := exec.Command(peertest.Python, "-c", "import rospy, actionlib").Run(); err != nil {
		if os.Getenv(guidePeers) != "" {
			t.Fatal("no rospy:", err)
		}
		t.Skip("no rospy for", peertest.Python)
	}
	return peertest.Overlay(t, "http://localhost:11311", "pr2_gripper_sensor_msgs", "pr2_controllers_msgs", "rail_manipulation_msgs")
}

// needMuJoCo has the packages of the example installed, in the network that has them.
func needMuJoCo(t *testing.T) {
	t.Helper()
	out, err := exec.Command("../../scripts/npm.sh", "examples/mujoco").CombinedOutput()
	switch {
	case err == nil:
	case os.Getenv(guidePeers) != "":
		t.Fatalf("no MuJoCo: %v\n%s", err, out)
	default:
		t.Skipf("no MuJoCo: %v\n%s", err, out)
	}
}

// follow runs one page.
func follow(t *testing.T, name, page string, blocks []fence) {
	dir, jobs := t.TempDir(), t.TempDir()
	bin := filepath.Join(jobs, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(peertest.Python, filepath.Join(bin, "python3")); err != nil { // Debian's, which has rospy
		t.Fatal(err)
	}
	sources, err := filepath.Abs("../..")
	if err == nil {
		err = os.Symlink(sources, filepath.Join(jobs, "holdfast"))
	}
	if err != nil {
		t.Fatal(err)
	}
	s := startShell(t, dir, jobs, bin)
	fresh, last := "", 0
	for _, b := range blocks {
		body := page[b.start:b.end]
		if b.file != "" && b.lang != "go" {
			if err := os.WriteFile(filepath.Join(dir, b.file), []byte(body), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if b.lang != "console" {
			continue
		}
		fresh += page[last:b.start]
		last = b.end
		for line, c := range commandsOf(body) {
			got, ok := s.run(c.command, c.want)
			switch {
			case ok:
				got = c.want
			case !*update:
				t.Errorf("%s:%d: $ %s\nthe page has\n%s\nbut it prints\n%s\n(go test ./cmd/holdfast -run Guides -update writes it into the page)", name, b.line+line, c.command, c.want, got)
			}
			fresh += c.text + got
		}
	}
	s.end()
	if fresh += page[last:]; *update && fresh != page {
		if err := os.WriteFile("../../"+name, []byte(fresh), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

type guideCommand struct {
	text    string // as it is in the page, lines that end in a backslash and all
	command string
	want    string
}

// commandsOf goes through the commands of a block, by the line of each.
func commandsOf(body string) func(func(int, guideCommand) bool) {
	return func(yield func(int, guideCommand) bool) {
		var c guideCommand
		at, more := 0, false
		for i, line := range slices.Collect(strings.Lines(body)) {
			start := strings.HasPrefix(line, "$ ")
			switch {
			case start && c.text != "" && !yield(at, c):
				return
			case start:
				c, at = guideCommand{text: line, command: strings.TrimPrefix(line, "$ ")}, i
			case more:
				c.text, c.command = c.text+line, c.command+line
			default:
				c.want += line
				continue
			}
			more = strings.HasSuffix(line, "\\\n")
			if !more {
				c.command = strings.TrimSuffix(c.command, "\n")
			}
		}
		if c.text != "" {
			yield(at, c)
		}
	}
}

// matches compares output with what a page has, where "..." stands for anything.
func matches(want, got string) bool {
	var b strings.Builder
	b.WriteString("^")
	for line := range strings.Lines(want) {
		if line == "...\n" {
			b.WriteString("(?:.*\n)*")
			continue
		}
		for i, part := range strings.Split(line, "...") {
			if i > 0 {
				b.WriteString(".*")
			}
			b.WriteString(regexp.QuoteMeta(part))
		}
	}
	return regexp.MustCompile(b.String() + "$").MatchString(got)
}

func TestGuideMatches(t *testing.T) {
	for _, c := range []struct {
		want, got string
		ok        bool
	}{
		{"a\n", "a\n", true}, {"a\n", "b\n", false}, {"a\n", "a\nb\n", false}, {"a\n...\n", "a\nb\nc\n", true}, {"...\nc\n", "c\n", true},
		{"in ... s\n", "in 3 s\n", true}, {"in ... s\n", "in 3 s\n4 s\n", false}, {"", "", true}, {"", "a\n", false}, {"(a)\n", "a\n", false},
	} {
		if matches(c.want, c.got) != c.ok {
			t.Errorf("%q is %q: want %v", c.got, c.want, c.ok)
		}
	}
	var all []string
	for line, c := range commandsOf("$ one \\\n  two\nout\n$ three &\n") {
		all = append(all, fmt.Sprint(line, " ", c.command, "|", c.want))
	}
	if want := []string{"0 one \\\n  two|out\n", "3 three &|"}; !slices.Equal(all, want) {
		t.Errorf("commands are %q, want %q", all, want)
	}
}

// trim removes the blanks at the ends of lines, which no reader sees.
func trim(out []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(out)) {
		b.WriteString(strings.TrimRight(line, " \t\r\n") + "\n")
	}
	return b.String()
}

// guideShell is the shell of a page. Foreground commands print to a file that is emptied for each, background ones each to one of their own.
type guideShell struct {
	t          *testing.T
	cmd        *exec.Cmd
	in         *os.File // commands
	done       *os.File // the status of each
	dir, jobs  string
	background []string
}

func startShell(t *testing.T, dir, jobs, bin string) *guideShell {
	t.Helper()
	s := &guideShell{t: t, dir: dir, jobs: jobs}
	in, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	done, status, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.in, s.done = w, done
	s.cmd = exec.Command("bash", "--norc", "--noprofile")
	s.cmd.Dir, s.cmd.Stdin, s.cmd.ExtraFiles = dir, in, []*os.File{status}
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "ROS_") && !strings.HasPrefix(name, "HOLDFAST_") && !strings.HasPrefix(name, "XDG_") && name != "PATH" && name != "HOME" {
			s.cmd.Env = append(s.cmd.Env, v)
		}
	}
	s.cmd.Env = append(s.cmd.Env, "HOME="+jobs, "PATH="+bin+":"+os.Getenv("PATH"), "PYTHONUNBUFFERED=1", "PYTHONWARNINGS=ignore", "LC_ALL=C")
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in.Close()
	status.Close()
	t.Cleanup(func() {
		s.in.Close()
		s.done.Close()
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // what is left after end, or after a command that does not end
		_ = s.cmd.Wait()                                      // what it says has been looked at
	})
	return s
}

// tell has the shell do something and returns its status.
func (s *guideShell) tell(line string) (status string) {
	if _, err := fmt.Fprintf(s.in, "%s\necho $? >&3\n", line); err != nil {
		s.t.Fatalf("the shell has ended: %v", err)
	}
	if err := s.done.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		s.t.Fatal(err)
	}
	b := make([]byte, 16)
	n, err := s.done.Read(b)
	if err != nil {
		out, _ := os.ReadFile(filepath.Join(s.jobs, "out")) // without it, the error must do
		s.t.Fatalf("%s: does not end: %v\n%s", line, err, out)
	}
	return strings.TrimSpace(string(b[:n]))
}

// run runs a command as it is in a page, and says whether it prints what the page has.
func (s *guideShell) run(command, want string) (got string, ok bool) {
	if job, isJob := strings.CutSuffix(command, "&"); isJob {
		file := filepath.Join(s.jobs, fmt.Sprint("job", len(s.background)))
		s.background = append(s.background, command)
		s.tell(fmt.Sprintf("{ exec %s; } >%s 2>&1 3>&- & echo $! >%s.pid", job, file, file))
		limit := time.Now().Add(time.Minute)
		if *update {
			limit = time.Now().Add(10 * time.Second)
		}
		for {
			out, err := os.ReadFile(file)
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				s.t.Fatal(err)
			}
			if got = trim(out); want == "" || matches(want+"...\n", got) {
				return "", true
			}
			if time.Now().After(limit) {
				return got, false
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	file := filepath.Join(s.jobs, "out")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		s.t.Fatal(err)
	}
	s.tell(fmt.Sprintf("exec >>%s 2>&1\n%s", file, command))
	out, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	got = trim(out)
	return got, matches(want, got)
}

// end asks what still runs to end, the latest first, and wants it to do so in peace.
func (s *guideShell) end() {
	for i, command := range slices.Backward(s.background) {
		file := filepath.Join(s.jobs, fmt.Sprint("job", i))
		status := s.tell(fmt.Sprintf("kill $(cat %s.pid) 2>/dev/null; wait $(cat %s.pid)", file, file))
		if status != "0" && status != "143" { // 143: ended by our signal
			out, _ := os.ReadFile(file) // without it, the status must do
			s.t.Errorf("%s ends with status %s\n%s", command, status, out)
		}
	}
}
