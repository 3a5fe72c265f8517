// Package hardwaretest has buses for tests: a fake whose boards do what a test tells them, a wrapper that disturbs any bus, and a suite
// that any bus must pass.
package hardwaretest

import (
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

// Board is a board without a motor: it keeps its modes as a real one does, echoes the current that it was told, and otherwise says what
// its Status holds.
type Board struct {
	Device hardware.Device
	// Status is what it says next. Mode, currents and Timestamp are set by the board before Move.
	Status   hardware.Status
	Left     []uint16
	Right    []uint16
	PadStamp uint32
	Tick     uint32 // us that its clock gains in an exchange
	// Move, when it is set, is called before each answer with the command of the exchange before: the place for a motor.
	Move func(b *Board, c hardware.Command)
	// Commands are all that came, while the bus keeps them.
	Commands []hardware.Command
	Memory   [hardware.MemorySize]byte

	last hardware.Command
}

// Fake is a bus of such boards.
type Fake struct {
	Boards []*Board
	Now    []time.Duration // of each exchange, while the bus keeps them
	Closed bool
	Keep   bool // keep Commands and Now; without, an exchange allocates nothing
}

// NewFake makes a bus of gripper boards with these names, which keeps what comes.
func NewFake(names ...string) *Fake {
	f := &Fake{Keep: true}
	for _, n := range names {
		f.Boards = append(f.Boards, NewBoard(hardware.PR2GripperDevice(n)))
	}
	return f
}

// NewBoard makes a board of a device, at rest.
func NewBoard(d hardware.Device) *Board {
	b := &Board{Device: d, Tick: 1000, Left: make([]uint16, d.Cells), Right: make([]uint16, d.Cells)}
	b.Status.SupplyVoltage, b.Status.BoardTemperature = 7200, 35*128
	return b
}

// Devices are those of the boards.
func (f *Fake) Devices() []hardware.Device {
	var out []hardware.Device
	for _, b := range f.Boards {
		out = append(out, b.Device)
	}
	return out
}

// Exchange answers for each board and takes its command.
func (f *Fake) Exchange(now time.Duration, out, in []byte) error {
	if f.Closed {
		return hardware.ErrClosed
	}
	size := 0
	for _, b := range f.Boards {
		size += b.Device.Size()
	}
	if len(in) != size || len(out) != hardware.CommandSize*len(f.Boards) {
		return hardware.ErrNoFrame
	}
	if f.Keep {
		f.Now = append(f.Now, now)
	}
	for _, b := range f.Boards {
		var c hardware.Command
		if !c.Decode(out) {
			return hardware.ErrNoFrame
		}
		b.answer(in[:b.Device.Size()])
		b.take(c, f.Keep)
		out, in = out[hardware.CommandSize:], in[b.Device.Size():]
	}
	return nil
}

func (b *Board) answer(in []byte) {
	s := &b.Status
	s.Timestamp += b.Tick
	s.PacketCount++
	s.ProgrammedCurrent, s.MeasuredCurrent = b.last.Current, b.last.Current
	if b.Move != nil {
		b.Move(b, b.last)
	}
	n := b.Device.Status.Size()
	s.Encode(b.Device.Status, in[:n])
	if b.Device.Cells > 0 {
		hardware.EncodePressure(in[n:], b.PadStamp, b.Left, b.Right)
	}
}

// take obeys a command: a locked-out board stays off until a safety reset.
func (b *Board) take(c hardware.Command, keep bool) {
	if keep {
		b.Commands = append(b.Commands, c)
	}
	b.last = c
	if c.Mode&hardware.ModeSafetyReset != 0 {
		b.Status.Mode = hardware.ModeOff
	}
	if b.Status.Mode&hardware.ModeLockout == 0 {
		b.Status.Mode = c.Mode & (hardware.ModeEnable | hardware.ModeCurrent)
	}
}

// LoadOffset gives a board's memory.
func (f *Fake) LoadOffset(i int) ([hardware.MemorySize]byte, error) { return f.Boards[i].Memory, nil }

// SaveOffset sets it.
func (f *Fake) SaveOffset(i int, ram [hardware.MemorySize]byte) error {
	f.Boards[i].Memory = ram
	return nil
}

// Close ends it.
func (f *Fake) Close() error {
	f.Closed = true
	return nil
}

// Faulty disturbs a bus. Each function is asked with the number of the exchange, from 0; nil disturbs nothing.
type Faulty struct {
	hardware.Bus
	Lose   func(n uint64) bool       // no frame goes out, and none comes back
	Repeat func(n uint64) bool       // the frame of the exchange before comes back again
	Swap   func(n uint64) bool       // the frame before that one comes back
	Edit   func(n uint64, in []byte) // changes bytes on the way
	N      uint64                    // exchanges so far

	past [3][]byte
}

// Exchange passes on, disturbed.
func (f *Faulty) Exchange(now time.Duration, out, in []byte) error {
	n := f.N
	f.N++
	if f.Lose != nil && f.Lose(n) {
		return hardware.ErrNoFrame
	}
	if err := f.Bus.Exchange(now, out, in); err != nil {
		return err
	}
	slot := &f.past[n%3]
	if len(*slot) != len(in) {
		*slot = make([]byte, len(in))
	}
	copy(*slot, in)
	if f.Repeat != nil && n >= 1 && f.Repeat(n) && f.past[(n-1)%3] != nil {
		copy(in, f.past[(n-1)%3])
		copy(*slot, in)
	}
	if f.Swap != nil && n >= 2 && f.Swap(n) && f.past[(n-2)%3] != nil {
		copy(in, f.past[(n-2)%3])
	}
	if f.Edit != nil {
		f.Edit(n, in)
	}
	return nil
}

// LoadOffset passes on where the bus has a memory.
func (f *Faulty) LoadOffset(i int) ([hardware.MemorySize]byte, error) {
	if m, ok := f.Bus.(hardware.Memory); ok {
		return m.LoadOffset(i)
	}
	return [hardware.MemorySize]byte{}, nil
}

// SaveOffset passes on where the bus has a memory.
func (f *Faulty) SaveOffset(i int, ram [hardware.MemorySize]byte) error {
	if m, ok := f.Bus.(hardware.Memory); ok {
		return m.SaveOffset(i, ram)
	}
	return nil
}
