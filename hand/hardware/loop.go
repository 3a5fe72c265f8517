package hardware

import (
	"strings"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Config is what a loop is made of besides its bus.
type Config struct {
	Period         time.Duration // default 1 ms
	ReceiveTimeout time.Duration // of the bus; default 5 ms
	CommandTimeout time.Duration // an effort that was computed longer ago goes out as none; default 20 ms
	Joints         []JointConfig // nil: a PR2 gripper's for each board
	HaltOnHeat     bool          // a motor that is too hot halts the machine
	SkipMotorModel bool          // the motor model gives no verdict
	NoReset        bool          // the motors stay halted until the first Reset
}

// Loop is the way from a bus to controllers and back, stepped once a period:
//
//	bus -> ActuatorState, PressureState, AccelerometerState -> joint (gap, speed, effort) -> controllers -> joint effort ->
//	soft limits -> motor effort -> bus, in the next cycle
//
// so that an effort that answers the frame of one cycle goes out with the frame of the next. Step belongs to one goroutine; Do,
// Halt, Reset, Manager and what hands values over may be used from others.
type Loop struct {
	Registry *Registry
	Manager  *Manager

	cfg       Config
	bus       Bus
	drv       *driver
	grippers  []*Gripper
	in        inbox
	clock     func() time.Duration
	cycle     uint64
	now       time.Duration
	wasHalted bool
	ok        bool // the last exchange
	pace      pace
	exchanged time.Duration // when the parts of the cycle were done, by the clock
	managed   time.Duration
	out       *Latest[Snapshot]
	accel     *Ring[AccelBatch]
}

// New makes a loop over a bus. The motors are reset with the first cycles.
func New(bus Bus, cfg Config) (*Loop, error) {
	if cfg.Period == 0 {
		cfg.Period = time.Millisecond
	}
	if cfg.ReceiveTimeout == 0 {
		cfg.ReceiveTimeout = 5 * time.Millisecond
	}
	if cfg.CommandTimeout == 0 {
		cfg.CommandTimeout = 20 * time.Millisecond
	}
	if cfg.Period < 100*time.Microsecond || cfg.Period > time.Second {
		return nil, fault.New("make loop", "", fault.Invalid, "a period of %v; 100 us to 1 s are possible", cfg.Period)
	}
	l := &Loop{Registry: NewRegistry(), cfg: cfg, bus: bus, wasHalted: true}
	l.clock = func() time.Duration { return l.now }
	l.in.ring = NewRing[func()](256)
	l.Manager = &Manager{loop: l, factories: map[string]Factory{}}
	drv, err := newDriver(bus, l.Registry, &cfg)
	if err != nil {
		return nil, err
	}
	l.drv = drv
	joints := cfg.Joints
	if joints == nil {
		for _, b := range drv.boards {
			limit := PR2GapLimit()
			joints = append(joints, JointConfig{
				Name: strings.TrimSuffix(b.dev.Name, "_motor") + "_joint", Actuator: b.dev.Name, Transmission: PR2Transmission(), Limit: &limit,
			})
		}
	}
	for _, c := range joints {
		if err := l.addJoint(c); err != nil {
			return nil, fault.Wrap("make loop", "", err)
		}
	}
	drv.wantReset = !cfg.NoReset
	l.pace.period = cfg.Period
	l.pace.resetRate()
	l.out = NewLatest(l.prepare)
	l.accel = NewRing[AccelBatch](accelBacklog)
	return l, nil
}

func (l *Loop) addJoint(c JointConfig) error {
	var b *board
	for _, o := range l.drv.boards {
		if o.dev.Name == c.Actuator {
			b = o
		}
	}
	if b == nil {
		return fault.New("", c.Name, fault.NotFound, "its actuator %q is not on the bus", c.Actuator)
	}
	for _, g := range l.grippers {
		if g.Joint.Name == c.Name || g.Joint.board == b {
			return fault.New("", c.Name, fault.Conflict, "the name or the actuator %s belongs to another joint", c.Actuator)
		}
	}
	j, err := newJoint(c, b)
	if err != nil {
		return err
	}
	g := &Gripper{Joint: j, Actuator: b.act, Tips: b.tips, Accel: b.accel, Period: l.cfg.Period, Reading: newReading(b.dev.Cells)}
	l.grippers = append(l.grippers, g)
	return nil
}

// Gripper finds a gripper by the name of its joint; "" is the only one. What it shows is valid inside the loop.
func (l *Loop) Gripper(joint string) (*Gripper, error) {
	if joint == "" && len(l.grippers) == 1 {
		return l.grippers[0], nil
	}
	var names []string
	for _, g := range l.grippers {
		if g.Joint.Name == joint {
			return g, nil
		}
		names = append(names, g.Joint.Name)
	}
	return nil, fault.New("find joint", joint, fault.NotFound, "there are %s", strings.Join(names, ", "))
}

// Do runs a function in the loop at the end of a cycle; false when too many wait. The function must not wait or take long.
func (l *Loop) Do(f func()) bool { return l.in.put(f) }

// Halt turns the motors off from the next cycle on, until a Reset.
func (l *Loop) Halt() bool { return l.Do(func() { l.drv.wantHalt = ByRequest }) }

// Reset clears halt and faults and turns the motors on again, one after the other.
func (l *Loop) Reset() bool {
	return l.Do(func() {
		l.drv.wantReset = true
		l.pace.resetRate()
	})
}

// Step runs one cycle in virtual time. now is the time since the loop was started; it must not go back, and a cycle in which it did
// has the time of the cycle before.
func (l *Loop) Step(now time.Duration) {
	l.step(now)
	l.pace.stats.Cycles++
}

func (l *Loop) step(now time.Duration) {
	if now < l.now {
		l.pace.stats.Backwards++
		now = l.now
	}
	l.now = now
	l.ok = l.drv.exchange(now)
	for _, g := range l.grippers {
		if l.ok {
			g.Joint.read()
		}
		g.read(now)
		g.Joint.Commanded, g.Joint.Will = 0, Will{}
	}
	l.exchanged = l.clock()
	halted := l.anyHalted()
	l.Manager.update(now, l.wasHalted && !halted, l.clock)
	l.wasHalted = halted
	for _, g := range l.grippers {
		g.Joint.write()
	}
	l.drv.commandAt, l.drv.commanded = now, true
	l.managed = l.clock()
	l.publish()
	for f := l.in.take(); f != nil; f = l.in.take() {
		f()
	}
	l.cycle++
}

// anyHalted reports whether a motor with a joint is off.
func (l *Loop) anyHalted() bool {
	for _, g := range l.grippers {
		if g.Actuator.State.Halted {
			return true
		}
	}
	return false
}

// Now is the time of the last cycle. It and the following belong into the loop.
func (l *Loop) Now() time.Duration { return l.now }

// Cycle counts the cycles.
func (l *Loop) Cycle() uint64 { return l.cycle }

// HaltState says whether and why the motors are off.
func (l *Loop) HaltState() Halt { return l.drv.halt() }

// BusStats are those of the bus.
func (l *Loop) BusStats() BusStats { return l.drv.stats }

// Period is that of the loop. It does not change.
func (l *Loop) Period() time.Duration { return l.cfg.Period }

// SaveOffset writes a zero offset into a board's memory, where the bus has one. It may block, and does not belong into the loop.
func (l *Loop) SaveOffset(board int, offset float64) error {
	m, ok := l.bus.(Memory)
	if !ok {
		return nil
	}
	return fault.Wrap("save zero offset", "", m.SaveOffset(board, EncodeOffset(offset)))
}

// Shutdown sends a last frame with every motor off and closes the bus. It is the last call.
func (l *Loop) Shutdown() error {
	for _, b := range l.drv.boards {
		b.act.Command = ActuatorCommand{}
	}
	l.drv.wantReset, l.drv.wantHalt = false, ByRequest
	l.drv.exchange(l.now)
	return fault.Wrap("close bus", "", l.bus.Close())
}
