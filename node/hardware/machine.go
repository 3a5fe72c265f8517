package hardware

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/replay"
	"github.com/holdfast-robotics/holdfast/hand/hardware/sidecar"
	"github.com/holdfast-robotics/holdfast/internal/realtime"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// Machine is a bus with what a loop over it needs.
type Machine struct {
	Bus        hw.Bus
	Config     hw.Config
	Background []func(context.Context) // to be run beside the loop
	// Gone says why the bus will never answer again, nil while it may. It is called from the loop. May be nil.
	Gone func() error
}

// SimulatedMachine is a PR2's gripper in the simulated world, open over a block of 40 mm on a table.
func SimulatedMachine(actuator string, calibrated bool, seed uint64) (Machine, error) {
	place, err := station.New(station.Config{
		Object: station.Block, Motor: actuator, Sensors: sim.RealSensors(seed), CurrentNoise: 5e-4, Seed: seed, Uncalibrated: !calibrated,
	})
	if err != nil {
		return Machine{}, err
	}
	return Of(place.Bus), nil
}

// Of is a simulated bus as a machine.
func Of(b *sim.Bus) Machine {
	return Machine{Bus: b, Config: hw.Config{Joints: []hw.JointConfig{b.Joint()}}}
}

// sidecarWait is how long an exchange with a sidecar may take.
const sidecarWait = 5 * time.Millisecond

// SidecarMachine is a process that owns the bus of a described gripper: at host:port, or at the path of a Unix socket. It is waited for until
// ctx ends.
func SidecarMachine(ctx context.Context, address string, g *gripper.Gripper) (Machine, error) {
	conn, err := dial(ctx, address)
	if err != nil {
		return Machine{}, err
	}
	l := newLine(conn)
	greeting := true
	c, err := sidecar.Connect(l, func() {
		if greeting {
			l.wait(5 * time.Second)
		} else {
			l.wait(sidecarWait)
		}
	})
	greeting = false
	if err != nil {
		return Machine{}, errors.Join(err, l.Close())
	}
	m := Machine{Bus: c, Config: hw.Config{ReceiveTimeout: sidecarWait}, Gone: c.Err}
	for _, d := range c.Devices() {
		m.Config.Joints = append(m.Config.Joints, g.Joint(d.Name))
	}
	return m, nil
}

func network(address string) string {
	if strings.Contains(address, "/") {
		return "unix"
	}
	return "tcp"
}

// dial connects, again and again until ctx ends: the sidecar may not be up yet.
func dial(ctx context.Context, address string) (net.Conn, error) {
	var d net.Dialer
	for {
		conn, err := d.DialContext(ctx, network(address), address)
		if err == nil {
			return conn, nil
		}
		select {
		case <-ctx.Done():
			return nil, fault.New("connect to sidecar", address, fault.Unavailable, "%w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// silence is how long a sidecar that we serve hears nothing of its loop before it turns the motors off, or goes on with the loop's will: less
// than the watchdog of a board, since a board that has turned its motor off holds nothing.
const silence = 80 * time.Millisecond

// SidecarOptions of ServeSidecar.
type SidecarOptions struct {
	Hold    time.Duration // for how long what a loop held is held that goes away without a good-bye; 0 for not at all
	Silence time.Duration // of a loop after which it counts as gone; 0 is 80 ms, less than the watchdog of a board
}

// beginning is how long it waits for the first exchange: a process that starts has much to do.
const beginning = 30 * time.Second

// ServeSidecar serves a bus to one loop after the other, until ctx ends: a sidecar for tests and trials. ready is called with the address
// that it listens at.
func ServeSidecar(ctx context.Context, address string, bus hw.Bus, o SidecarOptions, ready func(string), problem func(string)) error {
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, network(address), address)
	if err != nil {
		return fault.New("listen", address, fault.Unavailable, "%w", err)
	}
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	defer ln.Close()
	ready(ln.Addr().String())
	if o.Silence == 0 {
		o.Silence = silence
	}
	var l line
	s := &sidecar.Server{Bus: bus, Hold: o.Hold, Deadline: func(moving bool) {
		if moving {
			l.wait(o.Silence)
		} else {
			l.wait(beginning)
		}
	}}
	keep := &keeper{server: s}
	defer keep.end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		conn, err := ln.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) { // at the end of the context, whose own sign may come later
				return bus.Close()
			}
			return fault.New("listen", address, fault.Unavailable, "%w", err)
		}
		l = newLine(conn)
		own := l
		end := context.AfterFunc(ctx, func() { own.Close() })
		if err := s.Serve(l); err != nil {
			said := err.Error()
			if keep.begin(ctx) {
				said += fmt.Sprintf("; what it held is held for %v", o.Hold)
			}
			problem(said)
		}
		end()
		l.Close()
	}
}

// keeper goes on for a loop that went away, until another has decided or time is up.
type keeper struct {
	server *sidecar.Server
	stop   context.CancelFunc
	wait   sync.WaitGroup
}

// end stops what begin began.
func (k *keeper) end() {
	if k.stop != nil {
		k.stop()
		k.wait.Wait()
	}
}

// begin reports whether there is something to be held, and holds it.
func (k *keeper) begin(ctx context.Context) bool {
	k.end()
	if !k.server.Holding() {
		return false
	}
	ctx, k.stop = context.WithCancel(ctx)
	k.wait.Go(func() {
		realtime.Enter(realtime.Options{Priority: keeperPriority, CPU: -1}) // where it may; the thread ends with the goroutine
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		last := time.Now()
		for ctx.Err() == nil && k.server.Holding() {
			<-tick.C
			now := time.Now()
			k.server.Keep(now.Sub(last))
			last = now
		}
	})
	return true
}

// keeperPriority is above that of a loop.
const keeperPriority = 85

// recordRoom is the number of exchanges that wait for the disk: four seconds.
const recordRoom = 4096

// recording is a recorder that owns its file.
type recording struct {
	*replay.Recorder
	file *os.File
}

// Close finishes the recording.
func (r *recording) Close() error {
	err := r.Recorder.Close()
	if e := r.file.Close(); err == nil && e != nil {
		err = fault.New("write recording", r.file.Name(), fault.Unavailable, "%w", e)
	}
	return err
}

// Recorded is a machine whose bus is recorded to a file.
func Recorded(m Machine, name string) (Machine, error) {
	file, err := os.Create(name)
	if err != nil {
		return m, fault.New("write recording", name, fault.Permission, "%w", err)
	}
	r, err := replay.NewRecorder(m.Bus, file, recordRoom)
	if err != nil {
		return m, errors.Join(err, file.Close())
	}
	m.Bus = &recording{r, file}
	m.Background = append(m.Background, func(ctx context.Context) {
		t := time.NewTicker(20 * time.Millisecond)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if r.Drain() != nil { // Close says it again, and to somebody
					return
				}
			}
		}
	})
	return m, nil
}

// Played is what came of a recording.
type Played struct {
	Cycles, Exchanges uint64
	Last              time.Duration
	Halt              string
	Diverged          *replay.Divergence
}

// Play runs a loop without controllers over a recording. A recording that ends early is an error, after what was played.
func Play(name string) (*Played, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fault.File("read recording", name, err)
	}
	defer file.Close()
	b, err := replay.Open(bufio.NewReader(file))
	if err != nil {
		return nil, fault.Wrap("", name, err)
	}
	l, err := hw.New(b, hw.Config{})
	if err != nil {
		return nil, fault.Wrap("", name, err)
	}
	p := &Played{}
	for {
		now, ok := b.Next()
		if !ok {
			break
		}
		l.Step(now)
		p.Last = now
	}
	p.Cycles, p.Exchanges, p.Halt, p.Diverged = l.Cycle(), b.Exchanges(), l.HaltState().String(), b.Diverged()
	return p, fault.Wrap("", name, b.Err())
}
