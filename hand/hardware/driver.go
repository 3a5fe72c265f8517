package hardware

import (
	"fmt"
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// HaltReason is why the motors of a machine are off.
type HaltReason uint8

const (
	NotHalted  HaltReason = iota
	NeverReset            // since the start
	ByRequest             // of a service
	ByBus                 // no frame came back
	ByDevice              // a board reported a fault
	ByRate                // the loop ran too slowly
)

func (r HaltReason) String() string {
	return [...]string{
		NotHalted: "", NeverReset: "motors have not been reset", ByRequest: "service request", ByBus: "communication error", ByDevice: "device error",
		ByRate: "realtime loop ran too slowly",
	}[r]
}

// soonAfter is how long after a reset a fault counts as "soon after reset".
const soonAfter = 500 * time.Millisecond

// driver exchanges frames with the boards and keeps the halt latch. It belongs to the loop.
type driver struct {
	bus      Bus
	keeper   Keeper  // the bus, where it carries out wills
	left     Command // of the will that is handed over
	boards   []*board
	out, in  []byte
	offsets  []int // of each board in in
	attempts int
	timeout  time.Duration // a command older than this goes out as no effort

	halted    bool
	reason    HaltReason
	culprit   int // board that caused it, -1 for none
	soon      bool
	reset     int // countdown of the reset sequence
	wantReset bool
	wantHalt  HaltReason
	resetAt   time.Duration
	everReset bool
	commandAt time.Duration // when the present commands were computed
	commanded bool

	stats BusStats
}

// BusStats count what the bus did since the start.
type BusStats struct {
	Exchanges, Failures, Retries uint64
	Resets, Halts, ErrorHalts    uint64
	StaleCommands                uint64
	ProcessDataError             bool // no frame came back since the last reset
	Attempts                     int  // at most, in an exchange
}

// Attempts is how often an exchange with a time-out is tried: as often as fit in 100 ms, 1 to 50 times.
func Attempts(timeout time.Duration) int {
	if timeout <= 0 {
		return 50
	}
	return int(max(1, min(50, 100*time.Millisecond/timeout)))
}

func newDriver(bus Bus, reg *Registry, cfg *Config) (*driver, error) {
	devices := bus.Devices()
	if len(devices) == 0 || len(devices) > 64 {
		return nil, fault.New("start bus", "", fault.Invalid, "%d boards; 1 to 64 are possible", len(devices))
	}
	d := &driver{bus: bus, attempts: Attempts(cfg.ReceiveTimeout), timeout: cfg.CommandTimeout, halted: true, reason: NeverReset, culprit: -1}
	d.keeper, _ = bus.(Keeper)
	d.stats.Attempts = d.attempts
	size := 0
	for i := range devices {
		dev := devices[i]
		if err := dev.Validate(); err != nil {
			return nil, fault.Wrap("start bus", "", err)
		}
		b := &board{dev: dev, act: &Actuator{Name: dev.Name}, line: &DigitalOut{Name: dev.Name}, heat: InitialHeat(), haltOnHeat: cfg.HaltOnHeat}
		b.model.skip = cfg.SkipMotorModel
		b.act.State.DeviceID, b.act.State.Provided, b.act.State.Halted = int32(i), dev.Provided, true
		if err := reg.Actuators.Add(b.act); err != nil {
			return nil, fault.Wrap("start bus", "", err)
		}
		if err := reg.DigitalOuts.Add(b.line); err != nil {
			return nil, fault.Wrap("start bus", "", err)
		}
		if dev.Status != BaseStatus && dev.Provided&HasAccelerometer != 0 {
			b.accel = &Accelerometer{Name: dev.Name, Frame: dev.Name + "_accelerometer_link", Command: AccelerometerCommand{Range: Range8G, Bandwidth: Bandwidth1500}}
			if err := reg.Accelerometers.Add(b.accel); err != nil {
				return nil, fault.Wrap("start bus", "", err)
			}
		}
		for f, side := range [2]string{"l", "r"} {
			if dev.Cells == 0 {
				continue
			}
			b.tips[f] = &PressureSensor{Name: dev.Name + side + "_finger_tip", State: PressureState{Cells: dev.Cells}}
			if err := reg.Pressure.Add(b.tips[f]); err != nil {
				return nil, fault.Wrap("start bus", "", err)
			}
		}
		if mem, ok := bus.(Memory); ok {
			if ram, err := mem.LoadOffset(i); err == nil {
				if offset, err := DecodeOffset(ram[:]); err == nil {
					b.act.State.ZeroOffset, b.act.State.Calibration = offset, Restored
				}
			}
		}
		d.boards = append(d.boards, b)
		d.offsets = append(d.offsets, size)
		size += dev.Size()
	}
	d.out, d.in = make([]byte, CommandSize*len(d.boards)), make([]byte, size)
	return d, nil
}

// haltAll turns every motor off from the next frame on. The first reason stays.
func (d *driver) haltAll(now time.Duration, r HaltReason, culprit int) {
	if d.halted {
		return
	}
	d.halted, d.reason, d.culprit = true, r, culprit
	d.soon = d.everReset && now-d.resetAt < soonAfter
	if r != ByRequest {
		d.stats.ErrorHalts++
	}
}

// exchange runs one frame: commands out, states in; false when nothing came back.
func (d *driver) exchange(now time.Duration) bool {
	if d.wantReset {
		d.wantReset = false
		d.reset = 2*len(d.boards) + 5
		d.stats.Resets++
	}
	if d.wantHalt != NotHalted {
		if d.wantHalt == ByRequest {
			d.stats.Halts++
		}
		d.haltAll(now, d.wantHalt, -1)
		d.wantHalt = NotHalted
		d.reset = 0 // a reset that is under way does not undo it
	}
	resetting := d.reset > 0 && d.reset == 2*len(d.boards)+3
	if resetting {
		d.halted, d.reason, d.culprit, d.soon = false, NotHalted, -1, false
		d.stats.ProcessDataError = false
		d.resetAt, d.everReset = now, true
		for _, b := range d.boards {
			b.reset()
		}
	}
	stale := d.commanded && now-d.commandAt > d.timeout
	if stale {
		d.stats.StaleCommands++
	}
	for i, b := range d.boards {
		asked := b.act.Command.Effort
		if stale {
			b.act.Command.Effort = 0
		}
		// The last board first, two frames apart, so that not all motors start at once.
		b.pack(d.out[CommandSize*i:], !d.halted && 2*i+1 >= d.reset, resetting)
		b.act.Command.Effort = asked
	}
	d.keep()
	d.stats.Exchanges++
	ok := false
	for try := range d.attempts {
		if try > 0 {
			d.stats.Retries++
		}
		if d.bus.Exchange(now, d.out, d.in) == nil {
			ok = true
			break
		}
	}
	if !ok {
		d.stats.Failures++
		d.stats.ProcessDataError = true
		d.haltAll(now, ByBus, -1)
		return false
	}
	for i, b := range d.boards {
		if !b.unpack(d.in[d.offsets[i]:d.offsets[i]+b.dev.Size()], resetting) && !resetting {
			d.haltAll(now, ByDevice, i)
		}
	}
	if d.reset > 0 {
		d.reset--
	}
	return true
}

// Halt describes why the motors are off.
type Halt struct {
	Halted bool
	Reason HaltReason
	Soon   bool    // soon after a reset
	Device int     // board that caused it, -1 for none
	Why    Trouble // of that board
}

// String is the text of the diagnostics, "" when the motors are not halted.
func (h Halt) String() string {
	if !h.Halted {
		return ""
	}
	soon := ""
	if h.Soon {
		soon = " soon after reset"
	}
	why := ""
	if h.Device >= 0 {
		why = fmt.Sprintf(": board %d: %v", h.Device, h.Why)
	}
	return fmt.Sprintf("Motors halted%s (%v)%s", soon, h.Reason, why)
}

func (d *driver) halt() Halt {
	h := Halt{Halted: d.halted, Reason: d.reason, Soon: d.soon, Device: d.culprit}
	if d.culprit >= 0 {
		h.Why = d.boards[d.culprit].why
	}
	return h
}

// finite reports a number that is neither NaN nor infinite.
func finite(x float64) bool { return !math.IsNaN(x - x) }
