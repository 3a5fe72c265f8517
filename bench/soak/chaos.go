package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/sys/unix"

	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
)

// chaos injects one fault after the other, with pauses between, until the context ends. Each is over, and what it broke back, before the next.
func (s *soak) chaos(ctx context.Context) {
	for {
		wait(ctx, s.between(s.every/2, 3*s.every/2))
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.faults = append(s.faults, time.Since(s.start).Seconds())
		s.mu.Unlock()
		var what string
		switch s.draw(12) {
		case 0:
			what = s.kill(ctx)
		case 1:
			what = s.freeze(ctx)
		case 2, 3:
			what = s.breakBoard(ctx)
		case 4:
			what = s.slowBrowser(ctx)
		case 5:
			what = s.rudeBrowsers(ctx)
		case 6:
			what = s.holdDatabase(ctx)
		case 7, 8:
			what = s.garbage(ctx)
		case 9:
			what = s.badClouds(ctx)
		case 10:
			what = s.guests(ctx)
		case 11:
			what = s.cancelAll(ctx)
		}
		kind, _, _ := strings.Cut(what, ";")
		s.count("fault: " + kind)
		s.say("fault: %s", what)
	}
}

// kill ends a node with SIGKILL and waits until it is back.
func (s *soak) kill(ctx context.Context) string {
	name := nodes[s.draw(len(nodes))]
	pid := s.lab.of(name)
	s.mu.Lock()
	s.kills[name] = append(s.kills[name], time.Now())
	s.mu.Unlock()
	_ = syscall.Kill(pid, syscall.SIGKILL) // it may just have ended
	since := time.Now()
	for s.lab.of(name) == pid && time.Since(since) < patience {
		wait(context.Background(), 50*time.Millisecond)
	}
	if s.lab.of(name) == pid {
		s.count("nodes that did not come back")
	}
	return fmt.Sprintf("kill -9; %s, back after %.1f s", name, time.Since(since).Seconds())
}

// freeze stops a node for a while: a camera that is silent, a hand that does not answer.
func (s *soak) freeze(ctx context.Context) string {
	name := nodes[s.draw(len(nodes))]
	pid := s.lab.of(name)
	d := s.between(500*time.Millisecond, 4*time.Second)
	if syscall.Kill(pid, syscall.SIGSTOP) == nil {
		wait(ctx, d)
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
	return fmt.Sprintf("node stands still; %s for %v", name, d)
}

// breakBoard breaks what the lab's hand feels, for a while.
func (s *soak) breakBoard(ctx context.Context) string {
	f := 1 + int32(s.draw(int(boardFaults)-1))
	d := s.between(200*time.Millisecond, 4*time.Second)
	s.board.setFault(f)
	wait(ctx, d)
	s.board.setFault(sound)
	return fmt.Sprintf("%s; for %v", boardFaultNames[f], d)
}

func (s *soak) anyPage() string { return []string{s.lab.bridge, s.table.page}[s.draw(2)] }

// slowBrowser asks for everything and reads nothing.
func (s *soak) slowBrowser(ctx context.Context) string {
	conn, err := open(ctx, s.anyPage(), `{"op":"subscribe","topic":"`+camera+`"}`, `{"op":"subscribe","topic":"/joint_states"}`, `{"op":"subscribe","topic":"/tf"}`)
	if err != nil {
		return "slow browser; not let in"
	}
	wait(ctx, s.between(2*time.Second, 10*time.Second))
	conn.CloseNow()
	return "slow browser"
}

// rudeBrowsers come, subscribe, advertise, send nonsense and vanish.
func (s *soak) rudeBrowsers(ctx context.Context) string {
	for range 10 {
		conn, err := open(ctx, s.anyPage(), `{"op":"subscribe","topic":"`+camera+`","compression":"png"}`, `{"op":"advertise","topic":"/soak/rude","type":"std_msgs/String"}`,
			`{"op":"publish","topic":"/soak/rude","msg":{"data":5}}`, `{"op":"call_service","service":"/nowhere","args":[]}`, `{"op":`, `[]`, `{"op":"subscribe","topic":"not a name"}`)
		if err != nil {
			continue
		}
		_ = conn.Write(ctx, websocket.MessageBinary, s.noise(200)) // it may be cut already
		wait(ctx, s.between(0, 100*time.Millisecond))
		conn.CloseNow()
	}
	return "rude browsers"
}

// holdDatabase takes the write lock of the database, as another process does that stands still within a transaction.
func (s *soak) holdDatabase(ctx context.Context) string {
	const writeLock = 120 // SQLite's WAL-index format: the byte that a writer locks
	f, err := os.OpenFile(s.lab.db+"-shm", os.O_RDWR, 0)
	if err != nil {
		return "database locked; not yet there"
	}
	defer f.Close() // which gives the lock back
	l := unix.Flock_t{Type: unix.F_WRLCK, Start: writeLock, Len: 1}
	if err := unix.FcntlFlock(f.Fd(), unix.F_OFD_SETLK, &l); err != nil {
		return "database locked; by another writer, as it happens"
	}
	d := s.between(time.Second, 7*time.Second)
	wait(ctx, d)
	return fmt.Sprintf("database locked; for %v", d)
}

// noise are bytes of no meaning.
func (s *soak) noise(n int) []byte {
	b := make([]byte, 1+s.draw(n))
	for i := range b {
		b[i] = byte(s.draw(256))
	}
	return b
}

// garbage sends bytes that are wrong to every socket that a process listens at.
func (s *soak) garbage(ctx context.Context) string {
	n := 0
	for _, pid := range s.watch.now() {
		for _, at := range listeners(pid) {
			for _, b := range [][]byte{
				s.noise(2000), {}, {0xff, 0xff, 0xff, 0x7f, 1, 2, 3}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
				[]byte("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n<?xml version=\"1.0\"?><methodCall><methodName>getPid"),
				[]byte("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
				[]byte("HFSC\xff\xff\x00\x00"),
			} {
				conn, err := net.DialTimeout("tcp", at, time.Second)
				if err != nil {
					continue
				}
				_, _ = conn.Write(b) // it may be cut already
				n++
				if s.draw(4) > 0 {
					conn.Close()
					continue
				}
				time.AfterFunc(s.between(0, 3*time.Second), func() { conn.Close() })
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	s.mu.Lock()
	s.counts["hostile connections"] += n
	s.mu.Unlock()
	return fmt.Sprintf("wrong bytes on every socket; %d connections", n)
}

// badClouds publishes clouds that contradict themselves, and a frame that is as old as the world.
func (s *soak) badClouds(ctx context.Context) string {
	pub, err := ros.Advertise[*sensor_msgs.PointCloud2](s.lab.node, camera)
	if err != nil {
		return "bad clouds; " + err.Error()
	}
	defer pub.Close()
	short, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := pub.WaitForSubscribers(short, 1); err != nil {
		return "bad clouds; nobody listens"
	}
	f := func(name string, at uint32, kind uint8) sensor_msgs.PointField {
		return sensor_msgs.PointField{Name: name, Offset: at, Datatype: kind, Count: 1}
	}
	xyz := []sensor_msgs.PointField{f("x", 0, 7), f("y", 4, 7), f("z", 8, 7)}
	for _, c := range []*sensor_msgs.PointCloud2{
		{}, {Width: 1 << 31, Height: 1 << 31, PointStep: 1 << 31, RowStep: 1 << 31, Fields: xyz},
		{Width: 100, Height: 1, PointStep: 12, RowStep: 1200, Fields: xyz, Data: s.noise(1200)},
		{Width: 100, Height: 1, PointStep: 12, RowStep: 1200, Fields: []sensor_msgs.PointField{f("x", 4e9, 7), f("y", 4, 99), f("z", 8, 7)}, Data: make([]byte, 1200)},
		{Width: 100, Height: 1, PointStep: 12, RowStep: 1200, Fields: xyz, Data: make([]byte, 1200)},
	} {
		c.Header.FrameID = "base_footprint"
		if err := pub.Publish(c); err != nil {
			return "bad clouds; " + err.Error()
		}
	}
	wait(ctx, s.between(0, 2*time.Second))
	return "bad clouds, frozen frames"
}

// guests are nodes that come, subscribe to everything and go.
func (s *soak) guests(ctx context.Context) string {
	for range 3 {
		n, err := s.client(ctx, "soak_guest", s.lab.node.MasterURI())
		if err != nil {
			continue
		}
		for _, topic := range []string{"/joint_states", "/tf", camera, "/r_gripper_sensor_controller/tactile"} {
			if _, err := ros.SubscribeRaw(n, topic, ros.AnyType, func(ros.RawMessage) {}); err != nil {
				break
			}
		}
		wait(ctx, s.between(0, time.Second))
		_ = n.Close() // a guest does not care
	}
	return "guests that come and go"
}

// cancelAll cancels whatever goal the lab's robot is at, from the side. Not that of the table: what is in its hand would be nobody's.
func (s *soak) cancelAll(ctx context.Context) string {
	action := []string{"/rail_grasp_collection/grasp_and_store", "/r_gripper_sensor_controller/grab"}[s.draw(2)]
	pub, err := ros.AdvertiseRaw(s.lab.node, action+"/cancel", ros.TypeInfo{Name: "actionlib_msgs/GoalID", MD5: "302881f31927c1df708a2dbab0e80ee8",
		Definition: "time stamp\nstring id\n"})
	if err != nil {
		return "goals cancelled from the side; " + err.Error()
	}
	defer pub.Close()
	short, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if err := pub.WaitForSubscribers(short, 1); err != nil {
		return "goals cancelled from the side; nobody listens"
	}
	_ = pub.Publish(make([]byte, 12)) // no stamp, no id: every goal
	return "goals cancelled from the side"
}

// listeners are the addresses on the loopback device at which a process listens.
func listeners(pid int) (out []string) {
	fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		return nil
	}
	own := map[string]bool{}
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil && strings.HasPrefix(to, "socket:[") {
			own[strings.TrimSuffix(strings.TrimPrefix(to, "socket:["), "]")] = true
		}
	}
	for _, file := range []string{"tcp", "tcp6"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, file))
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(text), "\n") {
			f := strings.Fields(line)
			if len(f) < 10 || f[3] != "0A" || !own[f[9]] {
				continue
			}
			if _, hex, ok := strings.Cut(f[1], ":"); ok {
				var port int
				if _, err := fmt.Sscanf(hex, "%X", &port); err == nil {
					out = append(out, fmt.Sprintf("127.0.0.1:%d", port))
				}
			}
		}
	}
	return out
}
