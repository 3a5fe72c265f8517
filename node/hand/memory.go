package hand

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// memory is what a hand must know to take over its grip when its process was killed and is started again. While there is no process, the one
// that owns the bus goes on with the grip; or the motor's board turns the motor off by its watchdog, and friction holds what it can.
type memory struct {
	Version int          `json:"version"`
	Layout  string       `json:"layout"`
	Zeros   [2][]float64 `json:"zeros"` // counts at rest
	Holding bool         `json:"holding"`
	Target  float64      `json:"target_n"` // grip force aimed at
	Gap     float64      `json:"gap_m"`
}

const (
	memoryVersion = 1
	memoryLimit   = 1 << 20 // bytes
	gapKept       = 10e-3   // m by which the gap may have changed without a motor
	forceKept     = 0.25    // of force_lightest that both pads must feel for something to be held
	targetMoved   = 0.02    // relative change of the grip force that is written down
)

// load reads a memory; nil where there is none.
func load(file string, l *touch.Layout) (*memory, error) {
	const op = "read hand's memory"
	in, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.New(op, file, fault.Permission, "%w", err)
	}
	defer in.Close()
	if st, err := in.Stat(); err == nil && st.Size() > memoryLimit {
		return nil, fault.New(op, file, fault.TooLarge, "%d bytes", st.Size())
	}
	var m memory
	if err := json.NewDecoder(in).Decode(&m); err != nil {
		return nil, fault.New(op, file, fault.Invalid, "%w; delete it", err)
	}
	if err := fault.Version(op, file, m.Version, 1, memoryVersion); err != nil {
		return nil, err
	}
	n := len(l.Cells)
	if m.Layout != l.Name || len(m.Zeros[0]) != n || len(m.Zeros[1]) != n {
		return nil, fault.New(op, file, fault.Invalid, "it is of fingertips %q with %d and %d cells, not of %q with %d; delete it",
			m.Layout, len(m.Zeros[0]), len(m.Zeros[1]), l.Name, n)
	}
	return &m, nil
}

// save writes a memory so that a reader finds the old one or the new one, never a part.
func (m *memory) save(file string) error {
	const op = "write hand's memory"
	b, err := json.Marshal(m)
	if err != nil {
		return fault.New(op, file, fault.Invalid, "%w", err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return fault.New(op, file, fault.Permission, "%w", err)
	}
	_, err = tmp.Write(b)
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name())
		return fault.New(op, file, fault.Other, "%w", err)
	}
	return nil
}

// remember takes over what an earlier run wrote down. The loop does not run the controller yet.
func (f *Face) remember(law *hand.Controller) {
	if f.opt.State == "" {
		return
	}
	if f.bare { // its zero is nothing
		for i := range f.zeros {
			f.zeros[i] = make([]float64, len(f.layout.Cells))
		}
	}
	m, err := load(f.opt.State, &f.layout)
	if err != nil {
		f.node.Log().Warn("the hand begins without memory", "err", err)
		return
	}
	if m != nil && law.Skin().Restore(&m.Zeros) {
		f.resume, f.saved = *m, *m
	}
}

// keepMemory writes down what has changed, and takes over the grip of an earlier run as soon as the hand feels. The lock is held.
func (f *Face) keepMemory() {
	if f.opt.State == "" || !f.seen || !f.last.Heard || f.zeros[0] == nil {
		return
	}
	if !f.resumed && !f.takeOver() {
		return
	}
	s := &f.last
	m := memory{Version: memoryVersion, Layout: f.layout.Name, Zeros: f.saved.Zeros, Gap: s.Gap}
	zeroed := s.Zero == touch.Zeroed || s.Zero == touch.ZeroRestored
	if zeroed {
		m.Zeros = f.zeros
	}
	if m.Zeros[0] == nil {
		return // not zeroed yet: nothing is known
	}
	m.Holding = s.Mode == hand.SlipServo || s.Mode == hand.ForceServo
	if m.Holding {
		m.Target = s.Target
	}
	o := &f.saved
	same := m.Holding == o.Holding && math.Abs(m.Target-o.Target) <= targetMoved*math.Abs(o.Target) && equal(m.Zeros, o.Zeros)
	if same && (!m.Holding || math.Abs(m.Gap-o.Gap) < 1e-3) {
		return
	}
	for i := range m.Zeros {
		m.Zeros[i] = append([]float64(nil), m.Zeros[i]...)
	}
	f.saved = m
	if err := m.save(f.opt.State); err != nil {
		f.node.Log().Warn("the hand will not remember its grip over a restart", "err", err)
	}
}

func equal(a, b [2][]float64) bool {
	for i := range a {
		if len(a[i]) != len(b[i]) {
			return false
		}
		for k := range a[i] {
			if a[i][k] != b[i][k] {
				return false
			}
		}
	}
	return true
}

// takeOver goes on holding what an earlier run held, if the pads still feel it. It reports whether that is decided.
func (f *Face) takeOver() bool {
	s, m := &f.last, &f.resume
	switch {
	case f.resuming:
		return false
	case !m.Holding || s.Motor.ID != 0: // nothing was held, or a client was faster
	case s.Fault == hand.MotorHalted, !f.bare && f.came < 2:
		return false // the motors are being reset; the first frame may be from before the start
	case !f.bare && min(s.Force[0], s.Force[1]) < forceKept*f.p.Hand.ForceLightest || math.Abs(s.Gap-m.Gap) > gapKept:
		f.node.Log().Warn("the hand held something when it was stopped, and does not feel it any more", "held_n", m.Target, "gap_m", m.Gap, "now", s.Describe())
	default:
		cmd := hand.Command{ID: f.link.next(), Verb: hand.Hold, Force: m.Target}
		target := m.Target
		f.calls[cmd.ID] = func(e *event) {
			f.resuming = false
			if e.Err != nil { // the motors may have been halted just now: again with the next sample
				if !f.refused {
					f.node.Log().Warn("the hand held something when it was stopped and cannot take over the grip yet", "err", e.Err)
				}
				f.refused = true
				return
			}
			f.resumed = true
			f.node.Log().Warn("the hand has taken over the grip of an earlier run", "force_n", target, "now", e.Status.Describe())
		}
		if err := f.link.send(cmd); err != nil {
			delete(f.calls, cmd.ID)
			return false // again with the next sample
		}
		f.resuming = true
		return false
	}
	if !f.link.loop.Do(func() { f.link.owned = true }) {
		return false // again with the next sample
	}
	f.resumed = true
	return true
}
