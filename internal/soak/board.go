package main

import (
	"context"
	"sync/atomic"
	"time"

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

// board is the machine of the lab's hand, as a sidecar has it: a simulated hand around an apple, with faults to switch on.
type board struct {
	place  *station.Station
	time   *nodehw.OwnTime
	fault  atomic.Int32
	cancel context.CancelFunc
	ended  chan error
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

func newBoard(socket string, seed uint64, say func(string, ...any)) (*board, error) {
	g, err := gripper.Find(gripper.PR2)
	if err != nil {
		return nil, err
	}
	b := &board{ended: make(chan error, 1)}
	if b.place, err = station.New(station.Config{Gripper: g, Object: "apple", Motor: "r_gripper_motor", Seed: seed, Sensors: sim.RealSensors(seed)}); err != nil {
		return nil, err
	}
	b.time = nodehw.NewOwnTime(&faulty{Bus: b.place.Bus, fault: &b.fault})
	ctx, cancel := context.WithCancel(context.Background())
	b.cancel = cancel
	ready := make(chan struct{})
	go func() {
		// A process that owns a bus keeps the realtime promise; where the system allows none, the hand's loop halts now and then.
		for _, step := range realtime.Enter(realtime.Options{Priority: 75, CPU: -1}) {
			say("board: %v", step)
		}
		b.ended <- nodehw.ServeSidecar(ctx, socket, b.time, nodehw.SidecarOptions{Hold: 30 * time.Second}, func(string) { close(ready) }, func(text string) { say("sidecar: %s", text) })
	}()
	select {
	case <-ready:
		return b, nil
	case err := <-b.ended:
		cancel()
		return nil, err
	}
}

func (b *board) close() { b.cancel(); <-b.ended }

// fate looks at the apple.
func (b *board) fate() (f station.Fate) {
	b.time.Do(func() { f, _ = b.place.Fate() })
	return f
}

// lift carries the hand up, or back for 0, and waits until it is there.
func (b *board) lift(ctx context.Context, height float64) (bool, error) {
	start := b.fate()
	var err error
	b.time.Do(func() { err = b.place.Lift(height) })
	if err != nil {
		return false, err
	}
	last := start.Palm.P.Z
	for range 200 { // 20 s: the world stands still while nobody drives the board
		wait(ctx, 100*time.Millisecond)
		now := b.fate().Palm.P.Z
		if now == last && now != start.Palm.P.Z {
			return true, nil
		}
		last = now
	}
	return false, nil
}
