package hand

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// A hand without pads feels with its motor: what the effort exceeds the friction by presses something. The friction is learnt anew each
// time the hand closes through free air. The force is that of both sides alike; it is right while the hand closes or has closed, and up
// to twice the friction too small after it has yielded. Slip and side impacts are not felt.

const (
	currentPeriod  = 10   // ticks of a frame, over which the effort is averaged
	currentGo      = 0.1  // s of steady closing after which the hand is known to move freely
	currentBlank   = 0.6  // s after which it is believed to press something if it has not come to that
	currentCruise  = 0.15 // deviation from the closing speed, as a part, up to which the closing is steady
	currentLearn   = 20.0 // 1/s, how fast the friction follows the effort until the hand is known to move freely
	currentFollow  = 0.3  // 1/s, and then, so that a soft thing is not taken for friction
	currentContact = 2.0  // N over the friction that count as contact
	currentCells   = 1000 // counts for a newton
)

// current stands in for the pads of a hand that has none.
type current struct {
	seen     Reading
	cells    [2][1]float64
	friction float64 // N
	sum      float64 // of the force over the ticks of the frame, N
	n        int
	closing  int // ticks of this closing
	steady   int // of them at its speed
}

// currentLayout is the one cell on each side that the motor stands for.
func currentLayout() touch.Layout {
	return touch.Layout{Name: "motor current", Cells: []touch.Cell{{Normal: geom.V(0, -1, 0), Area: 1e-4, Front: true, PerNewton: currentCells}}}
}

// newCurrent makes the stand-in, and its zero, which is nothing.
func newCurrent(skin *touch.Skin, friction float64) *current {
	m := &current{friction: friction}
	m.seen.Cells = [2][]float64{m.cells[0][:], m.cells[1][:]}
	skin.Restore(&m.seen.Cells)
	return m
}

// read returns a reading whose pads say what the motor feels.
func (m *current) read(c *Controller, r *Reading) *Reading {
	cells, frame := m.seen.Cells, m.seen.Frame
	m.seen = *r
	m.seen.Cells, m.seen.Frame = cells, frame
	free := c.st.Mode == FindContact && !c.st.Touched
	force := -r.Effort - m.friction
	switch {
	case !free:
		m.closing, m.steady = 0, 0
		if !c.squeezing() && c.st.Mode != FindContact {
			force = 0
		}
	default:
		m.closing++
		steady := math.Abs(r.GapVel+c.st.Closing) < currentCruise*c.st.Closing
		if steady {
			m.steady++
		}
		going := float64(m.steady)*c.dt > currentGo
		switch {
		case steady && !going:
			m.friction += currentLearn * c.dt * force
		case steady && math.Abs(force) < currentContact:
			m.friction += currentFollow * c.dt * force
		}
		if !going && float64(m.closing)*c.dt < currentBlank {
			force = 0
		}
	}
	if math.IsNaN(force - force) {
		m.seen.Gap = math.NaN() // an effort that is no number is a reading that is none
		return &m.seen
	}
	m.sum += force
	if m.n++; m.n == currentPeriod {
		for i := range cells {
			cells[i][0] = m.sum / currentPeriod * currentCells
		}
		m.sum, m.n = 0, 0
		m.seen.Frame++
	}
	return &m.seen
}
