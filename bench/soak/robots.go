package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/internal/vitals"
	"github.com/holdfast-robotics/holdfast/ros"
)

// config is the lab's robot from one file. %s: addresses of master, bridge; sidecar; folder.
const config = `version: 1
listen: %[1]s
nodes:
  - name: hand
    run: [hand, --sidecar, %[3]s, --state, %[4]s/hand.json, --flight, %[4]s/flights, --flight-keep, "5000"]
    node: /r_gripper_sensor_controller
    ready: [/r_gripper_sensor_controller/describe]
    restart: always
  - name: scene
    run: [scene, --db, %[4]s/lab.db, --max-cloud-age, "0"]
    node: /rail_segmentation
    restart: always
  - name: planner
    run: [planner]
    node: /point_cluster_grasp_planner
    restart: always
  - name: rail
    run: [rail, --sim, --object, apple, --db, %[4]s/lab.db]
    node: /rail_grasp_collection
    after: [scene]
    restart: always
  - name: bridge
    run: [bridge, --listen, %[2]s, --flights, %[4]s/flights]
    node: /holdfast_bridge
    restart: always
  - name: record
    run: [record, /soak/count, /joint_states, /tf, /r_gripper_sensor_controller/slip_servo_state, --split-size, 20MB]
    restart: always
`

// lab is that robot while it runs.
type lab struct {
	up     *process
	node   *ros.Node // of the clients
	bridge string    // ws://HOST:PORT
	db     string

	mu  sync.Mutex
	pid map[string]int
}

// nodes are those that may be killed.
var nodes = []string{"hand", "scene", "planner", "rail", "bridge", "record"}

func (l *lab) of(name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pid[name]
}

// process is a verb of holdfast that runs.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
	err   error
}

// spawn starts a verb. Each line of its output goes to a file and to see.
func (s *soak) spawn(name string, see func(line string), args ...string) (*process, error) {
	cmd := exec.Command(s.program, args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), vitals.Env+"="+filepath.Join(s.dir, "vitals"))
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = w, w
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt of this program is not theirs
	log, err := os.Create(filepath.Join(s.dir, name+".log"))
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w.Close()
	p := &process{cmd: cmd, ended: make(chan struct{})}
	read := make(chan struct{})
	go func() {
		defer close(read)
		defer log.Close()
		defer r.Close()
		in := bufio.NewReader(r)
		for {
			line, err := in.ReadString('\n')
			_, _ = log.WriteString(line) // the log is an aid
			if see != nil && line != "" {
				see(strings.TrimRight(line, "\n"))
			}
			if err != nil {
				return
			}
		}
	}()
	go func() { p.err = cmd.Wait(); <-read; close(p.ended) }()
	s.watch.follow(name, cmd.Process.Pid)
	return p, nil
}

// stop asks a process to end, and kills it when it does not.
func (p *process) stop(limit time.Duration) error {
	_ = p.cmd.Process.Signal(os.Interrupt) // it may have ended
	select {
	case <-p.ended:
		return p.err
	case <-time.After(limit):
		_ = p.cmd.Process.Kill()
		<-p.ended
		return fault.New("stop", p.cmd.Args[1], fault.Timeout, "it had to be killed after %v", limit)
	}
}

// free is an address on the loopback device that nobody uses.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

var running = regexp.MustCompile(`^(\w+) is running \(process (\d+)\)`)

// bringUp starts both robots and the clients' nodes.
func (s *soak) bringUp(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	var err error
	socket := filepath.Join(s.dir, "board.sock")
	if s.board, err = newBoard(socket, s.seed, &sayer{s: s, who: "board"}); err != nil {
		return err
	}
	master, err := free()
	if err != nil {
		return err
	}
	page, err := free()
	if err != nil {
		return err
	}
	file := filepath.Join(s.dir, "robot.yaml")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, master, page, socket, s.dir), 0o644); err != nil {
		return err
	}
	s.lab.bridge, s.lab.db = "ws://"+page, filepath.Join(s.dir, "lab.db")
	ready := make(chan struct{})
	if s.lab.up, err = s.spawn("up", func(line string) {
		if m := running.FindStringSubmatch(line); m != nil {
			pid, _ := strconv.Atoi(m[2])
			s.lab.mu.Lock()
			s.lab.pid[m[1]] = pid
			s.lab.mu.Unlock()
			s.watch.follow(m[1], pid)
		}
		if line == "everything is up" {
			close(ready)
		}
	}, "up", file); err != nil {
		return err
	}
	if err := s.until(ctx, s.lab.up, ready); err != nil {
		return err
	}
	if s.lab.node, err = s.client(ctx, "soak", "http://"+master); err != nil {
		return err
	}
	if err := s.operator("hand", s.lab.node, s.board.sound); err != nil {
		return err
	}
	return s.bringTable(ctx)
}

// bringTable starts the robot before its table.
func (s *soak) bringTable(ctx context.Context) error {
	master, err := free()
	if err != nil {
		return err
	}
	ready := make(chan struct{})
	var once sync.Once
	if s.table.run, err = s.spawn("table", func(line string) {
		if strings.HasPrefix(line, "http://") {
			once.Do(func() {
				s.table.page = "ws" + strings.TrimSuffix(strings.TrimPrefix(line, "http"), "/")
				close(ready)
			})
		}
	}, "demo", "--web", "--objects", "6", "--seed", "2", "--listen", "127.0.0.1:0", "--master", master, "--record", filepath.Join(s.dir, "table")); err != nil {
		return err
	}
	if err := s.until(ctx, s.table.run, ready); err != nil {
		return err
	}
	if s.table.node, err = s.client(ctx, "soak", "http://"+master); err != nil {
		return err
	}
	return s.operator("table", s.table.node, func() bool { return true })
}

// table is the robot before its table.
type table struct {
	run  *process
	node *ros.Node // of the clients
	page string    // ws://HOST:PORT
}

func (s *soak) client(ctx context.Context, name, master string) (*ros.Node, error) {
	return ros.NewNode(ctx, ros.Config{Name: name, Master: master, Log: slog.NewTextHandler(&sayer{s: s, who: name}, &slog.HandlerOptions{Level: slog.LevelError}), NoRosout: true})
}

// sayer passes log lines on.
type sayer struct {
	s   *soak
	who string
}

func (w *sayer) Write(b []byte) (int, error) {
	w.s.say("%s: %s", w.who, bytes.TrimSpace(b))
	return len(b), nil
}

var _ io.Writer = (*sayer)(nil)

func (s *soak) until(ctx context.Context, p *process, ready chan struct{}) error {
	select {
	case <-ready:
		return nil
	case <-p.ended:
		return fault.New("start", p.cmd.Args[1], fault.Unavailable, "it ended: %v; its log is in %s", p.err, s.dir)
	case <-ctx.Done():
		return fault.New("start", p.cmd.Args[1], fault.Timeout, "it is not ready; its log is in %s", s.dir)
	}
}

// takeDown ends everything, clients first.
func (s *soak) takeDown() {
	for _, n := range []*ros.Node{s.table.node, s.lab.node} {
		if n != nil {
			_ = n.Close() // what is left to send does not matter any more
		}
	}
	for name, p := range map[string]*process{"table": s.table.run, "up": s.lab.up} {
		if p == nil {
			continue
		}
		if err := p.stop(time.Minute); err != nil {
			s.count("ends that went wrong")
			s.say("%s did not end well: %v", name, err)
		}
	}
	if s.board != nil {
		if err := s.board.close(); err != nil {
			s.say("the board did not end well: %v", err)
		}
	}
}
