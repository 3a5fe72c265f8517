package board

import (
	"bytes"
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve runs a server on a socket of the test and returns how to reach it.
func serve(t *testing.T, bus hardware.Bus) (*Server, func() net.Conn) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "board")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(bus)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return s, func() net.Conn {
		c, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
}

func TestBytesArrive(t *testing.T) {
	fake := hardwaretest.NewFake("l_gripper_motor", "r_gripper_motor")
	s, dial := serve(t, fake)
	for range 2 { // one after the other
		c, err := NewClient(dial())
		if err != nil {
			t.Fatal(err)
		}
		out, in := sizes(c.Devices())
		cmd := bytes.Repeat([]byte{0}, out)
		(&hardware.Command{Mode: hardware.ModeEnable, Current: 77}).Encode(cmd)
		(&hardware.Command{}).Encode(cmd[hardware.CommandSize:])
		got := make([]byte, in)
		if err := c.Exchange(0, cmd, got); err != nil {
			t.Fatal(err)
		}
		if err := c.SaveOffset(1, hardware.EncodeOffset(12.5)); err != nil {
			t.Error(err)
		}
		ram, err := c.LoadOffset(1)
		if err != nil {
			t.Error(err)
		}
		if x, err := hardware.DecodeOffset(ram[:]); x != 12.5 || err != nil {
			t.Error(x, err)
		}
		if err := c.SaveOffset(2, ram); err == nil {
			t.Error("a board that is not there remembers")
		}
		if err := c.Exchange(0, cmd[1:], got); err == nil {
			t.Error("a frame of the wrong length is taken")
		}
		s.Do(func() {
			cmds := fake.Boards[0].Commands
			if last := cmds[len(cmds)-1]; last.Current != 77 {
				t.Errorf("%+v", last)
			}
		})
		c.Close()
		if err := c.Exchange(0, cmd, got); err == nil {
			t.Error("a closed connection answers")
		}
	}
}

// A loop drives a simulated board through the socket.
func TestLoopOverSocket(t *testing.T) {
	place, err := station.New(station.Config{Object: "egg"})
	if err != nil {
		t.Fatal(err)
	}
	_, dial := serve(t, place.Bus)
	c, err := NewClient(dial())
	if err != nil {
		t.Fatal(err)
	}
	loop, err := hardware.New(c, hardware.Config{Joints: []hardware.JointConfig{place.Bus.Joint()}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		loop.Step(time.Duration(i) * time.Millisecond)
		time.Sleep(time.Millisecond) // the board goes by the wall
	}
	g, err := loop.Gripper("")
	if err != nil {
		t.Fatal(err)
	}
	if st := &g.Actuator.State; st.Halted || st.Calibration != hardware.Restored || g.Joint.Gap < 0.08 {
		t.Errorf("%+v, gap %g m, %v", st, g.Joint.Gap, loop.HaltState())
	}
}

func TestHostilePeers(t *testing.T) {
	for name, greeting := range map[string]string{
		"no JSON": "hello\n", "version": `{"version":9,"devices":[]}` + "\n", "no boards": `{"version":1}` + "\n", "endless": strings.Repeat("x", maxHello+1<<17), "silent end": "",
		"bad board": `{"version":1,"devices":[{"Name":"x","Cells":1000000}]}` + "\n",
	} {
		a, b := net.Pipe()
		go func() {
			_, _ = b.Write([]byte(greeting)) // the client hangs up on it
			b.Close()
		}()
		if _, err := NewClient(a); fault.KindOf(err) == fault.Other || err == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The server hangs up on nonsense and serves the next.
	_, dial := serve(t, hardwaretest.NewFake("r_gripper_motor"))
	c := dial()
	if _, err := c.Write([]byte("GET / HTTP/1.1\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	good, err := NewClient(dial())
	if err != nil {
		t.Fatal(err)
	}
	good.Close()
}
