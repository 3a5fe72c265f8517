package touch

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Health is whether a cell measures.
type Health uint8

const (
	Good  Health = iota
	Dead         // not connected: its count is not finite, or one of those by which the board says so
	Stuck        // its count stands still while its neighbours' noise moves
)

func (h Health) String() string {
	switch h {
	case Good:
		return "good"
	case Dead:
		return "dead"
	case Stuck:
		return "stuck"
	}
	return "unknown"
}

// stuckFrames is for how many frames a count must stand still, among cells that are noisy, to be stuck.
const stuckFrames = 50

// Thresholds of the cues, as far as the skin itself needs them.
type Thresholds struct {
	ContactForce float64 // N
	Trigger      float64 // of the high-passed force, N
}

// Skin is both fingertips of a hand, left first. It is not safe for concurrent use.
type Skin struct {
	Fingers [2]Finger

	layout Layout  `state:"-"`
	dt     float64 `state:"-"`
	front  []int   `state:"-"` // indices of the flat pad's cells
	// scratch is for a zero that is about to be set.
	scratch []float64 `state:"-"`

	began   bool
	frame   uint64
	silent  int // ticks since the last frame
	period  int // ticks between the last two
	filters int // ticks since the last step of the filters
	frames  int // taken in so far
	self    float64
	zeroing zeroing
}

// New makes a skin for fingertips of a layout, of which Push is called every dt seconds. A layout that gives only the sum of its
// cells has one cell: see Layout.Delivered.
func New(l Layout, dt float64) (*Skin, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	if !(dt >= 1e-4 && dt <= 0.01) {
		return nil, fault.New("make skin", "", fault.Invalid, "a tick of %g s; 0.0001 to 0.01 s are possible", dt)
	}
	s := &Skin{layout: l.Delivered(), dt: dt}
	for i, c := range s.layout.Cells {
		if c.Front {
			s.front = append(s.front, i)
		}
	}
	for f := range s.Fingers {
		s.Fingers[f] = newFinger(&s.layout, len(s.front))
	}
	s.zeroing.init(len(s.layout.Cells))
	s.scratch = make([]float64, len(s.layout.Cells))
	return s, nil
}

// Layout is that of the cells that a frame has.
func (s *Skin) Layout() *Layout { return &s.layout }

// Fits reports whether a frame has the layout's number of cells on both fingers.
func (s *Skin) Fits(cells *[2][]float64) bool {
	n := len(s.layout.Cells)
	return len(cells[0]) == n && len(cells[1]) == n
}

// Heard reports whether a frame has come; Age is the time since the last one, s.
func (s *Skin) Heard() bool { return s.began }

// Age is the time since the last frame, or since New where there was none, s.
func (s *Skin) Age() float64 { return float64(s.silent) * s.dt }

// Period is the time between the last two frames, s.
func (s *Skin) Period() float64 { return float64(s.period) * s.dt }

// Whole reports whether at least half of the cells of a finger's flat pad measure. A finger that is not feels nothing.
func (s *Skin) Whole(finger int) bool { return s.Fingers[finger].whole() }

// Next reports whether a frame number is a new one, without taking anything in.
func (s *Skin) Next(frame uint64) bool { return !s.began || frame != s.frame }

// Push takes in what the pads say in one tick: the counts of every cell of the left and right fingertip and the number of their
// frame. Explained is the force that the hand's own motion has added since the last frame, as far as is known, N. Quiet says that the hand
// holds nothing, so that what the pads show is their noise. It reports whether there was a new frame, and whether the filters moved on
// with it.
func (s *Skin) Push(cells *[2][]float64, frame uint64, explained float64, quiet bool, t Thresholds) (fresh, filtered bool) {
	s.tick()
	s.filters++
	if s.began && frame == s.frame {
		s.silent++
		return false, false
	}
	first := !s.began
	filtered = first || float64(s.filters)*s.dt > FramePeriod-1.5*s.dt
	s.began, s.frame, s.period, s.silent = true, frame, s.silent+1, 0
	s.frames++
	s.self += explained
	for i := range s.Fingers {
		s.Fingers[i].take(&s.layout, s.front, cells[i], first)
	}
	if first && s.zeroing.state == NeverZeroed {
		s.zeroing.begin()
	}
	s.zero()
	if filtered {
		s.filters = 0
		for i := range s.Fingers {
			f := &s.Fingers[i]
			f.step(&s.layout, s.self)
			if quiet {
				f.learn(t.ContactForce/2, t.Trigger)
			}
		}
	}
	return true, filtered
}

// Idle is Push for a tick in which nothing was read.
func (s *Skin) Idle() {
	s.tick()
	s.silent++
	s.filters++
}

// take reads a frame.
func (f *Finger) take(l *Layout, front []int, counts []float64, first bool) {
	noisy := 0
	for i, c := range counts {
		dead := math.IsNaN(c-c) || l.Codes && (c == 0 || c == 65535)
		if first {
			f.still[i] = c
		}
		if !f.known[i] && !dead { // a cell that comes late starts from nothing
			f.zero[i], f.known[i] = c, true
		}
		switch {
		case dead:
			f.health[i] = Dead
			f.raw[i] = f.zero[i]
			continue
		case c != f.still[i]:
			f.still[i], f.stuck[i] = c, 0
			noisy++
			if f.health[i] == Stuck {
				f.health[i] = Good
			}
		default:
			f.stuck[i]++
		}
		if f.health[i] == Dead {
			f.health[i] = Good
		}
		f.raw[i] = c
	}
	for i := range counts { // without noise in the others a still cell proves nothing
		if f.health[i] == Good && f.stuck[i] >= stuckFrames && 4*noisy > 3*len(counts) {
			f.health[i] = Stuck
		}
	}
	f.weigh(l, front)
	for i, c := range f.cells {
		f.sums[i] += c
	}
	for i := range f.counts {
		f.counts[i] += f.raw[i] - f.zero[i]
	}
	f.sum += f.Force
	f.n++
}

// weigh adds up the flat pad. Cells that do not measure stand for the mean of the others.
func (f *Finger) weigh(l *Layout, front []int) {
	f.Force, f.good = 0, 0
	for k, i := range front {
		f.cells[k] = 0
		if f.health[i] != Good {
			f.before[k], f.sums[k] = 0, 0
			continue
		}
		f.cells[k] = (f.raw[i] - f.zero[i]) / l.Cells[i].PerNewton
		f.Force += f.cells[k]
		f.good++
	}
	switch {
	case !f.whole():
		f.Force = 0
	case f.good < len(front):
		f.Force *= float64(len(front)) / float64(f.good)
	}
}

func (f *Finger) whole() bool { return 2*f.good >= len(f.cells) }
