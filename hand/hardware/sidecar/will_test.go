package sidecar

import (
	"net"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// keeping is a sidecar that carries wills out, and the board behind it.
type keeping struct {
	t    *testing.T
	fake *hardwaretest.Fake
	s    *Server
}

func newKeeping(t *testing.T) *keeping {
	f := hardwaretest.NewFake("m")
	return &keeping{t, f, &Server{Bus: f, Hold: 100 * time.Millisecond}}
}

// loop is one that is connected.
type loop struct {
	*Client
	k    *keeping
	done chan error
	now  time.Duration
}

func (k *keeping) connect() *loop {
	k.t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan error, 1)
	go func() { done <- k.s.Serve(theirs); theirs.Close() }()
	c, err := Connect(ours, nil)
	if err != nil {
		k.t.Fatal(err)
	}
	if c.Hold() != k.s.Hold {
		k.t.Errorf("it says that it holds for %v", c.Hold())
	}
	return &loop{c, k, done, time.Hour}
}

// exchange sends a current, mA, and a will, and checks the current that the board gets.
func (l *loop) exchange(current int16, kind hardware.WillKind, will, want int16) {
	l.k.t.Helper()
	out, in := make([]byte, hardware.CommandSize), make([]byte, l.size)
	(&hardware.Command{Mode: hardware.ModeEnable | hardware.ModeCurrent, Current: current}).Encode(out)
	l.Keep(0, kind, &hardware.Command{Mode: hardware.ModeEnable | hardware.ModeCurrent, Current: will})
	l.now += time.Millisecond
	if err := l.Exchange(l.now, out, in); err != nil {
		l.k.t.Fatal(err)
	}
	l.k.last(want)
}

// last checks the current that the board got last; 0 is a motor that is off, or on without current.
func (k *keeping) last(want int16) {
	k.t.Helper()
	c := k.fake.Boards[0].Commands
	if got := c[len(c)-1]; got.Current != want || want != 0 && got.Mode&hardware.ModeEnable == 0 {
		k.t.Errorf("the board is told %+v, want %d mA", got, want)
	}
}

// gone ends a loop without a good-bye.
func (l *loop) gone() {
	l.k.t.Helper()
	l.rw.Close()
	if err := <-l.done; fault.KindOf(err) != fault.Unavailable {
		l.k.t.Errorf("%v", err)
	}
}

// What a loop held that is killed is held by the sidecar, also while the next loop reads the boards, until that one has decided.
func TestWillIsCarriedOut(t *testing.T) {
	k := newKeeping(t)
	l := k.connect()
	l.exchange(-50, hardware.Hold, -20, -50)
	l.gone()
	k.last(-20)
	if !k.s.Holding() {
		t.Fatal("it does not hold")
	}
	for range 30 {
		k.s.Keep(time.Millisecond)
		k.last(-20)
	}
	next := k.connect()
	k.s.Keep(time.Millisecond) // while it prepares
	for range 30 {
		next.exchange(0, hardware.Undecided, 0, -20)
	}
	before := len(k.fake.Boards[0].Commands)
	k.s.Keep(time.Millisecond) // the loop exchanges itself
	if n := len(k.fake.Boards[0].Commands); n != before {
		t.Error("two exchange with the board")
	}
	next.exchange(-30, hardware.Hold, -25, -30)
	if k.s.Holding() {
		t.Error("it still holds for the first loop")
	}
	next.gone()
	k.last(-25)

	last := k.connect()
	last.exchange(0, hardware.Nothing, 0, 0)
	last.gone()
	if k.last(0); k.s.Holding() {
		t.Error("holds what was given up")
	}
}

func TestWillEnds(t *testing.T) {
	k := newKeeping(t)
	l := k.connect()
	l.exchange(-50, hardware.Hold, -20, -50)
	l.gone()
	for range 101 {
		k.s.Keep(time.Millisecond)
	}
	if k.s.Holding() {
		t.Error("it holds for longer than it said")
	}
	n := k.connect() // and with a loop that does not decide
	n.exchange(-50, hardware.Hold, -20, -50)
	n.gone()
	n = k.connect()
	for range 101 { // the first begins the time
		n.exchange(0, hardware.Undecided, 0, -20)
	}
	n.exchange(0, hardware.Undecided, 0, 0)

	// A good-bye is a last word.
	n.exchange(-50, hardware.Hold, -20, -50)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-n.done; err != nil {
		t.Error(err)
	}
	if k.last(0); k.s.Holding() {
		t.Error("it holds after a good-bye")
	}
	// A loop without a will, or a sidecar that carries none out.
	n = k.connect()
	n.exchange(-50, hardware.Nothing, 0, -50)
	n.gone()
	k.last(0)
	k.s.Hold = 0
	n = k.connect()
	n.exchange(-50, hardware.Hold, -20, -50)
	n.gone()
	k.last(0)
}

// A will that is none ends the connection, and the motor.
func TestWillMustBeACommand(t *testing.T) {
	for name, p := range map[string][]byte{
		"kind": {9, 0, 0, 0, 0, 0, 0, 0, 0x42}, "checksum": {2, 3, 0, 0, 0, 5, 0, 0, 1}, "short": {2},
	} {
		t.Run(name, func(t *testing.T) {
			k := newKeeping(t)
			l := k.connect()
			l.exchange(-50, hardware.Nothing, 0, -50)
			if _, err := l.rw.Write(append([]byte{byte(1 + len(p)), 0, 0, 0, msgWill}, p...)); err != nil {
				t.Fatal(err)
			}
			if err := <-l.done; fault.KindOf(err) != fault.Invalid {
				t.Error(err)
			}
			k.last(0)
		})
	}
}

func TestAllocWill(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	c := &Client{will: make([]byte, willSize), hello: welcome{Devices: make([]hardware.Device, 1)}}
	cmd := hardware.Command{Mode: 3, Current: -20}
	if n := testing.AllocsPerRun(100, func() { cmd.Current--; c.Keep(0, hardware.Hold, &cmd) }); n > 0 {
		t.Errorf("%g allocations", n)
	}
}
