package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
	nodehw "github.com/holdfast-robotics/holdfast/node/hardware"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// Faults of a board.
const (
	sound     int32 = iota
	noFrames        // what is sent does not come back
	frozen          // the fingertips' frames repeat
	deadLeft        // all cells of the left pad say what a broken wire says
	corrupted       // the fingertips' frames have a wrong checksum
	boardFaults
)

var boardFaultNames = [...]string{"sound", "board: no frames", "board: frozen pads", "board: dead left pad", "board: corrupted pads"}

// board is the machine of the lab's hand, as a sidecar has it: a simulated hand around an apple, with faults to switch on. It is a process of its
// own, which makes no garbage: a sidecar keeps the realtime promise towards the hand.
type board struct {
	cmd *exec.Cmd
	in  io.WriteCloser

	mu   sync.Mutex // of one question and its answer
	out  *bufio.Scanner
	last int32 // fault
}

// faulty is a bus with faults.
type faulty struct {
	*sim.Bus
	fault *atomic.Int32
	kept  []byte
}

func (b *faulty) Exchange(now time.Duration, out, in []byte) error {
	err := b.Bus.Exchange(now, out, in)
	d := &b.Bus.Devices()[0]
	pads := in[d.Status.Size():]
	f := b.fault.Load()
	if f != frozen {
		b.kept = append(b.kept[:0], pads...)
	}
	switch f {
	case noFrames:
		return hw.ErrNoFrame
	case frozen:
		copy(pads, b.kept)
	case deadLeft:
		for i := 4; i < 4+2*d.Cells; i++ {
			pads[i] = 0xff
		}
		pads[len(pads)-1] = hw.Checksum(pads[:len(pads)-1])
	case corrupted:
		pads[len(pads)-1] ^= 0x55
	}
	return err
}

// boardFlag begins the arguments of the process of the board: socket and seed follow.
const boardFlag = "board"

// serveBoard is that process. It reads commands, a line each: fault N, lift HEIGHT, fate; and answers with a line.
func serveBoard(socket string, seed uint64, in io.Reader, out, problems io.Writer) error {
	g, err := gripper.Find(gripper.PR2)
	if err != nil {
		return err
	}
	place, err := station.New(station.Config{Gripper: g, Object: "apple", Motor: "r_gripper_motor", Seed: seed, Sensors: sim.RealSensors(seed)})
	if err != nil {
		return err
	}
	var fault atomic.Int32
	bus := nodehw.NewOwnTime(&faulty{Bus: place.Bus, fault: &fault})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	nodehw.PrepareProcess()
	ended, ready := make(chan error, 1), make(chan struct{})
	go func() {
		realtime.Enter(realtime.Options{Priority: 75, CPU: -1}) // where the system allows none, the hand's loop halts now and then
		ended <- nodehw.ServeSidecar(ctx, socket, bus, nodehw.SidecarOptions{Hold: 30 * time.Second}, func(string) { close(ready) }, func(text string) { fmt.Fprintln(problems, "sidecar:", text) })
	}()
	select {
	case <-ready:
	case err := <-ended:
		return err
	}
	fmt.Fprintln(out, "ready")
	for lines := bufio.NewScanner(in); lines.Scan(); {
		what, arg, _ := strings.Cut(lines.Text(), " ")
		switch what {
		case "fault":
			n, err := strconv.Atoi(arg)
			if err == nil {
				fault.Store(int32(n))
			}
			fmt.Fprintln(out, "ok")
		case "lift":
			h, err := strconv.ParseFloat(arg, 64)
			if err == nil {
				bus.Do(func() { err = place.Lift(h) })
			}
			if err != nil {
				fmt.Fprintln(out, err)
				continue
			}
			fmt.Fprintln(out, "ok")
		case "fate":
			var f station.Fate
			bus.Do(func() { f, _ = place.Fate() })
			text, err := json.Marshal(f)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s\n", text)
		}
	}
	cancel()
	return <-ended
}

// newBoard starts the process.
func newBoard(socket string, seed uint64, problems io.Writer) (*board, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &board{cmd: exec.Command(self, boardFlag, socket, itoa(seed))}
	b.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	b.cmd.Stderr = problems
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	b.out = bufio.NewScanner(out)
	if !b.out.Scan() || b.out.Text() != "ready" {
		return nil, fault.New("start board", socket, fault.Unavailable, "it ended: %v", b.cmd.Wait())
	}
	return b, nil
}

// ask sends a command and returns the answer, "" when the process has ended.
func (b *board) ask(format string, args ...any) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := fmt.Fprintf(b.in, format+"\n", args...); err != nil || !b.out.Scan() {
		return ""
	}
	return b.out.Text()
}

// close ends the board, and the world with it.
func (b *board) close() error {
	_ = b.in.Close() // which ends it
	return b.cmd.Wait()
}

// fate looks at the apple.
func (b *board) fate() (f station.Fate) {
	_ = json.Unmarshal([]byte(b.ask("fate")), &f) // an answer that is none shows as an apple on the floor
	return f
}

func (b *board) setFault(f int32) {
	b.ask("fault %d", f)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last = f
}

func (b *board) sound() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last == sound
}

// lift carries the hand up, or back for 0, and waits until it is there.
func (b *board) lift(ctx context.Context, height float64) error {
	start := b.fate()
	if said := b.ask("lift %g", height); said != "ok" {
		return fault.New("lift", "", fault.Unavailable, "%s", said)
	}
	last := start.Palm.P.Z
	for range 200 { // 20 s: the world stands still while nobody drives the board
		wait(ctx, 100*time.Millisecond)
		now := b.fate().Palm.P.Z
		if now == last && now != start.Palm.P.Z {
			return nil
		}
		last = now
	}
	return fault.New("lift", "", fault.Timeout, "the hand has not moved for 20 s")
}
