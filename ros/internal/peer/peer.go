// Package peer runs Debian's ROS 1 programs beside a test.
//
// Every program is told to use the loopback device, ends with the test, and has a time limit.
package peer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/xmlrpc"
)

// Python is Debian's interpreter, the one its ROS packages are installed for.
const Python = "/usr/bin/python3"

// Packages that tests ask for.
var (
	Tools   = []string{"python3-roslaunch", "python3-rosmaster", "python3-rospy", "python3-rostopic", "python3-rosservice", "python3-rosnode", "python3-rosparam"}
	Msgs    = []string{"python3-std-msgs", "python3-std-srvs", "python3-geometry-msgs", "python3-sensor-msgs", "ros-std-msgs"}
	Roscpp  = []string{"libroscpp-dev", "libstd-msgs-dev", "libstd-srvs-dev", "libsensor-msgs-dev", "libgeometry-msgs-dev", "g++", "pkg-config"}
	Actions = []string{"python3-actionlib", "libactionlib-dev", "libactionlib-msgs-dev", "python3-actionlib-msgs"}
	TF      = []string{"python3-tf2-ros", "python3-tf2-msgs", "python3-geometry-msgs"}
	Bag     = []string{"python3-rosbag"}
)

var (
	installMu sync.Mutex
	installed = map[string]error{}
)

// Need installs Debian packages through scripts/deps.sh, and skips the test with the reason where that is not possible.
func Need(t testing.TB, groups ...[]string) {
	t.Helper()
	installMu.Lock()
	defer installMu.Unlock()
	var pkgs []string
	for _, g := range groups {
		pkgs = append(pkgs, g...)
	}
	key := strings.Join(pkgs, " ")
	err, known := installed[key]
	if !known {
		_, self, _, _ := runtime.Caller(0)
		script := filepath.Join(filepath.Dir(self), "../../../scripts/deps.sh")
		var out []byte
		if out, err = exec.Command(script, pkgs...).CombinedOutput(); err != nil {
			err = fmt.Errorf("%s", bytes.TrimSpace(out))
		}
		installed[key] = err
	}
	if err != nil {
		t.Skip("needs Debian's ROS packages:", err)
	}
}

// Env is the environment of a ROS program that uses the master at uri. Its logs go to a folder of the test.
func Env(t testing.TB, uri string) []string {
	t.Helper()
	return append(os.Environ(), "ROS_MASTER_URI="+uri, "ROS_IP=127.0.0.1", "ROS_LOG_DIR="+t.TempDir(), "ROS_HOME="+t.TempDir(),
		"PATH=/usr/bin:/bin:"+os.Getenv("PATH"), "PYTHONUNBUFFERED=1", "PYTHONWARNINGS=ignore")
}

// Proc is a running program.
type Proc struct {
	t    testing.TB
	cmd  *exec.Cmd
	done chan struct{}
	err  error

	mu   sync.Mutex
	cond *sync.Cond
	out  bytes.Buffer
}

// Write collects output.
func (p *Proc) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Write(b)
	p.cond.Broadcast()
	return len(b), nil
}

// Start runs a program in a process group of its own until it ends, the test ends or limit passes.
func Start(t testing.TB, limit time.Duration, env []string, name string, args ...string) *Proc {
	t.Helper()
	p := &Proc{t: t, done: make(chan struct{})}
	p.cond = sync.NewCond(&p.mu)
	p.cmd = exec.Command(name, args...)
	p.cmd.Env = env
	p.cmd.Stdout, p.cmd.Stderr = p, p
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = 2 * time.Second
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(limit, func() {
		p.Write([]byte("\n[time limit of " + limit.String() + " reached]\n"))
		p.Signal(syscall.SIGKILL)
	})
	go func() {
		p.err = p.cmd.Wait()
		timer.Stop()
		close(p.done)
		p.mu.Lock()
		p.cond.Broadcast()
		p.mu.Unlock()
	}()
	t.Cleanup(func() { p.Stop() })
	return p
}

// Signal sends a signal to the program and its children.
func (p *Proc) Signal(sig syscall.Signal) {
	select {
	case <-p.done:
	default:
		_ = syscall.Kill(-p.cmd.Process.Pid, sig) // it may just have ended
	}
}

// Stop interrupts the program, kills it if it does not end, and returns its output.
func (p *Proc) Stop() string {
	p.Signal(syscall.SIGINT)
	select {
	case <-p.done:
	case <-time.After(5 * time.Second):
		p.Signal(syscall.SIGKILL)
		<-p.done
	}
	return p.Output()
}

// Kill ends the program the hard way.
func (p *Proc) Kill() {
	p.Signal(syscall.SIGKILL)
	<-p.done
}

// Ended reports whether the program has ended.
func (p *Proc) Ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Pid is the process id of the program.
func (p *Proc) Pid() int { return p.cmd.Process.Pid }

// Wait waits for the end and returns the output and the exit error.
func (p *Proc) Wait() (string, error) {
	<-p.done
	return p.Output(), p.err
}

// Output is what the program has written so far, standard error included.
func (p *Proc) Output() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

// Until waits for text in the output; the test fails when the program ends or its time is over before.
func (p *Proc) Until(text string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for !strings.Contains(p.out.String(), text) {
		select {
		case <-p.done:
			p.t.Fatalf("%v ended without saying %q:\n%s", p.cmd.Args, text, p.out.String())
		default:
		}
		p.cond.Wait()
	}
}

// Run runs a program to its end and fails the test if it fails.
func Run(t testing.TB, limit time.Duration, env []string, name string, args ...string) string {
	t.Helper()
	out, err := Start(t, limit, env, name, args...).Wait()
	if err != nil {
		t.Fatalf("%s %.200q: %v\n%s", name, args, err, out)
	}
	return out
}

// FreePort is a TCP port of the loopback device that nothing listened on just now.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// StartRosmaster runs Debian's rosmaster and returns its URI.
func StartRosmaster(t testing.TB, limit time.Duration) (uri string, p *Proc) {
	t.Helper()
	port := FreePort(t)
	uri = "http://127.0.0.1:" + strconv.Itoa(port) + "/"
	p = Start(t, limit, Env(t, uri), "/usr/bin/rosmaster", "--core", "-p", strconv.Itoa(port))
	rpc := xmlrpc.NewClient()
	defer rpc.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		if _, err := rpc.Call(ctx, uri, "getPid", "/test"); err == nil {
			return uri, p
		}
		select {
		case <-p.done:
			t.Fatalf("rosmaster: %v\n%s", p.err, p.Output())
		case <-ctx.Done():
			t.Fatal(errors.New("rosmaster does not answer"), p.Output())
		case <-time.After(20 * time.Millisecond):
		}
	}
}
