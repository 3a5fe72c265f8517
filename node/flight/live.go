package flight

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync/atomic"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/tape"
)

// LiveConfig says where the attempts of a running hand are kept.
type LiveConfig struct {
	Dir  string
	Name string           // files are called NAME-DATE-TIME.mcap
	Keep int              // the newest so many are kept; the rest of that name is removed
	Now  func() time.Time // the clock of their times
	// Problem is told of what goes wrong with the files; the hand goes on.
	Problem func(error)
}

// Live records the attempts of a hand that runs: from the command that begins one until the hand has been idle for a second. It is a
// hand.Observer: the loop copies each tick into memory that was set aside, and Run, beside it, writes the files. Where Run does not
// keep up, ticks are lost, and counted in the record; the loop waits for nothing.
type Live struct {
	cfg   LiveConfig
	slots []slot
	free  *hardware.Ring[int32]  // slots that the loop may fill
	full  *hardware.Ring[int32]  // slots that are to be written
	state *hardware.Ring[[]byte] // memory for the controller's state
	lost  atomic.Uint64

	// Of the loop:
	on     bool
	first  bool   // no tick yet
	motor  uint64 // goal before the attempt
	frame  uint64
	framed bool
	ticks  int
	idle   int

	// Of the writer:
	head   Head
	tape   tape.Tape
	w      *writer
	last   hand.Status
	wrote  int
	missed uint64 // lost before the attempt
}

type kind uint8

const (
	beginning kind = iota
	ordered
	changed
	ticked
	ended
	discarded
	nothing
)

// slot is one thing that the loop tells.
type slot struct {
	kind  kind
	fresh bool
	st    hand.Status
	r     hand.Reading // its slices are the slot's own
	cells [2][]float64
	accel []geom.Vec
	cmd   hand.Command
	p     hand.Params
	state []byte // of a beginning
	lost  uint64 // before it
}

const (
	liveSlots  = 2048 // two seconds
	liveStates = 4
	maxSamples = 16      // of the accelerometer in a tick
	idleTicks  = 1000    // after which an attempt is over
	longest    = 600_000 // ticks of an attempt
	flushTicks = 1000    // after which what was written is in the file
)

// NewLive makes a recorder for a controller, which is to Observe it.
func NewLive(c *hand.Controller, cfg LiveConfig) (*Live, error) {
	if cfg.Keep < 1 {
		return nil, fault.New("record attempts", cfg.Dir, fault.Invalid, "to keep %d; give 1 or more", cfg.Keep)
	}
	if err := os.MkdirAll(cfg.Dir, 0o777); err != nil {
		return nil, fault.New("record attempts", cfg.Dir, fault.Permission, "%w", err)
	}
	cfg.Name = clean(cfg.Name)
	if cfg.Problem == nil {
		cfg.Problem = func(error) {}
	}
	l := &Live{cfg: cfg, slots: make([]slot, liveSlots), free: hardware.NewRing[int32](liveSlots), full: hardware.NewRing[int32](liveSlots), state: hardware.NewRing[[]byte](liveStates)}
	l.head = Head{Source: "hand", Name: cfg.Name}
	l.tape = tape.Begin(c)
	n := 0
	if l.tape.Layout != nil {
		n = len(l.tape.Layout.Cells)
	}
	for i := range l.slots {
		s := &l.slots[i]
		s.cells = [2][]float64{make([]float64, n), make([]float64, n)}
		s.accel = make([]geom.Vec, 0, maxSamples)
		k := int32(i)
		l.free.Put(&k)
	}
	size := len(c.AppendState(nil)) + maxSamples*24
	for range liveStates {
		b := make([]byte, 0, size)
		l.state.Put(&b)
	}
	return l, nil
}

// take gives the loop a slot; nil when none is free.
func (l *Live) take(k kind) (*slot, int32) {
	var i int32
	if !l.free.Get(&i) {
		l.lost.Add(1)
		return nil, 0
	}
	s := &l.slots[i]
	s.kind = k
	return s, i
}

// Commanding implements hand.Observer.
func (l *Live) Commanding(c *hand.Controller, cmd hand.Command) {
	switch cmd.Verb {
	case hand.Find, hand.Grasp, hand.Grab:
		l.begin(c)
	case hand.Servo, hand.Hold, hand.Release:
		if !l.on {
			l.begin(c)
		}
	}
	if !l.on {
		return
	}
	if s, i := l.take(ordered); s != nil {
		s.st, s.cmd = c.Status(), cmd
		l.full.Put(&i)
	}
}

// Changing implements hand.Observer.
func (l *Live) Changing(c *hand.Controller, p hand.Params) {
	if !l.on {
		return
	}
	if s, i := l.take(changed); s != nil {
		s.st, s.p = c.Status(), p
		l.full.Put(&i)
	}
}

// begin begins an attempt, and ends the one under way.
func (l *Live) begin(c *hand.Controller) {
	if l.on {
		l.end(c, ended)
	}
	s, i := l.take(beginning)
	if s == nil {
		return
	}
	var state []byte
	if !l.state.Get(&state) {
		l.lost.Add(1)
		s.kind = nothing
		l.full.Put(&i)
		return
	}
	s.state, s.p, s.st, s.lost = c.AppendState(state[:0]), c.Params(), c.Status(), l.lost.Load()
	l.on, l.first, l.motor, l.framed, l.ticks, l.idle = true, true, s.st.Motor.ID, false, 0, 0
	l.full.Put(&i)
}

func (l *Live) end(c *hand.Controller, k kind) {
	l.on = false
	if s, i := l.take(k); s != nil {
		s.st = c.Status()
		l.full.Put(&i)
	}
}

// Stepped implements hand.Observer.
func (l *Live) Stepped(c *hand.Controller, r *hand.Reading) {
	if !l.on {
		return
	}
	s, i := l.take(ticked)
	if s != nil {
		s.st = c.Status()
		s.r = *r
		s.fresh = !l.framed || r.Frame != l.frame
		l.framed, l.frame = true, r.Frame
		for f := range s.cells {
			s.r.Cells[f] = s.cells[f][:copy(s.cells[f], r.Cells[f])]
		}
		s.r.Accel = append(s.accel[:0], r.Accel[:min(len(r.Accel), maxSamples)]...)
		l.full.Put(&i)
	}
	st := c.Status()
	if l.first {
		l.first = false
		if st.Motor.ID == l.motor { // the command was refused
			l.end(c, discarded)
			return
		}
	}
	l.ticks++
	if (st.Mode == hand.Position || st.Mode == hand.Disabled) && st.Motor.State != hand.Active {
		l.idle++
	} else {
		l.idle = 0
	}
	if l.idle >= idleTicks || l.ticks >= longest {
		l.end(c, ended)
	}
}

// drainPeriod is how often Run looks for what the loop has told.
const drainPeriod = 50 * time.Millisecond

// Run writes the records until the context ends, and then what is left; an attempt under way ends there.
func (l *Live) Run(ctx context.Context) {
	tick := time.NewTicker(drainPeriod)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			l.Drain()
			l.finish("cut off", "the recorder was stopped")
			return
		case <-tick.C:
			l.Drain()
		}
	}
}

// Drain writes what the loop has told so far. Run does it; a program that has no Run may.
func (l *Live) Drain() {
	var i int32
	for l.full.Get(&i) {
		l.write(&l.slots[i])
		l.free.Put(&i)
	}
	if l.w != nil && l.wrote >= flushTicks {
		l.wrote = 0
		if err := l.w.w.Flush(); err != nil && l.w.err == nil {
			l.w.err = err
		}
	}
	if l.w != nil && l.w.err != nil {
		l.cfg.Problem(l.w.close())
		l.w = nil
	}
}

func (l *Live) write(s *slot) {
	if s.kind == beginning {
		l.open(s)
		return
	}
	if l.w == nil {
		return
	}
	switch s.kind {
	case ordered:
		l.w.command(s.st.Ticks, &s.cmd)
	case changed:
		l.w.settings(s.st.Ticks, &s.p)
	case ticked:
		l.w.step(&s.st, &s.r, s.fresh)
		l.last = s.st
		l.wrote++
	case ended:
		l.finish(outcomeOf(&l.last))
	case discarded:
		path := l.w.path
		_ = l.w.close() // it is removed
		l.w = nil
		if err := os.Remove(path); err != nil {
			l.cfg.Problem(fault.New("record attempts", path, fault.Permission, "%w", err))
		}
	}
}

// open begins the file of an attempt.
func (l *Live) open(s *slot) {
	l.finish(outcomeOf(&l.last))
	state := slices.Clone(s.state)
	l.state.Put(&s.state)
	s.state = nil
	l.tape.Params, l.tape.State = s.p, state
	l.missed, l.last, l.wrote = s.lost, s.st, 0
	now := l.cfg.Now().UTC()
	h := l.head
	h.Name = fmt.Sprintf("%s-%s", l.cfg.Name, now.Format("20060102-150405.000"))
	w, err := create(filepath.Join(l.cfg.Dir, h.Name+".mcap"), max(0, now.UnixNano()), h, &l.tape)
	if err != nil {
		l.cfg.Problem(err)
		return
	}
	l.w = w
	l.prune()
}

// finish ends the file of an attempt.
func (l *Live) finish(outcome, cause string) {
	if l.w == nil {
		return
	}
	st := &l.last
	o := Outcome{Outcome: outcome, Cause: cause, Believed: !st.Empty && cause == "", ForceN: (st.Force[0] + st.Force[1]) / 2, Hardness: st.Hardness, Lost: l.lost.Load() - l.missed}
	o.DurationS = float64(l.w.now-l.w.start) * 1e-9
	if err := l.w.end(&o); err != nil {
		l.cfg.Problem(err)
	}
	l.w = nil
}

// outcomeOf says how the hand was left.
func outcomeOf(st *hand.Status) (outcome, cause string) {
	g := &st.Motor
	switch {
	case g.State == hand.Aborted:
		return "aborted", g.Reason.String()
	case st.Empty:
		return "lost", st.Fault.String()
	case g.Verb == hand.Release && g.State == hand.Succeeded:
		return "released", ""
	case g.State == hand.Preempted:
		return "preempted", g.Reason.String()
	case st.Mode == hand.ForceServo || st.Mode == hand.SlipServo:
		return "holding", ""
	}
	return g.State.String(), ""
}

// prune removes the oldest files.
func (l *Live) prune() {
	entries, err := os.ReadDir(l.cfg.Dir)
	if err != nil {
		l.cfg.Problem(fault.New("record attempts", l.cfg.Dir, fault.Permission, "%w", err))
		return
	}
	ours := regexp.MustCompile(`^` + regexp.QuoteMeta(l.cfg.Name) + `-\d{8}-\d{6}\.\d{3}\.mcap$`)
	var names []string
	for _, e := range entries {
		if ours.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names) // by time
	for len(names) > l.cfg.Keep {
		if err := os.Remove(filepath.Join(l.cfg.Dir, names[0])); err != nil {
			l.cfg.Problem(fault.New("record attempts", names[0], fault.Permission, "%w", err))
		}
		names = names[1:]
	}
}
