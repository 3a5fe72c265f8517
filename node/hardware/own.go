package hardware

import (
	"errors"
	"sync"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
)

// OwnTime is a bus whose machine goes on by the wall clock whatever its loop does: loops may come and go, as they do on a real machine.
type OwnTime struct {
	mu    sync.Mutex // of the bus
	bus   hw.Bus
	start time.Time
	at    time.Duration // of the last exchange
}

// NewOwnTime takes over a bus.
func NewOwnTime(bus hw.Bus) *OwnTime { return &OwnTime{bus: bus, start: time.Now()} }

// Do runs a function while no exchange is under way: for looking at a simulated machine, or moving its arm.
func (b *OwnTime) Do(f func()) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
	return true
}

// Devices are those of the bus.
func (b *OwnTime) Devices() []hw.Device { return b.bus.Devices() }

// Exchange exchanges with the bus at the machine's time instead of the loop's.
func (b *OwnTime) Exchange(_ time.Duration, out, in []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at = max(b.at, time.Since(b.start))
	return b.bus.Exchange(b.at, out, in)
}

// Close closes the bus.
func (b *OwnTime) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bus.Close()
}

var errNoMemory = errors.New("its boards remember nothing")

// LoadOffset reads a board's memory.
func (b *OwnTime) LoadOffset(i int) ([hw.MemorySize]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m, ok := b.bus.(hw.Memory); ok {
		return m.LoadOffset(i)
	}
	return [hw.MemorySize]byte{}, fault.New("load offset", "", fault.Unsupported, "%w", errNoMemory)
}

// SaveOffset writes it.
func (b *OwnTime) SaveOffset(i int, ram [hw.MemorySize]byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m, ok := b.bus.(hw.Memory); ok {
		return m.SaveOffset(i, ram)
	}
	return fault.New("save offset", "", fault.Unsupported, "%w", errNoMemory)
}
