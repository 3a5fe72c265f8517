package sim

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/hand"
)

// gapTick is the resolution of the gap: one count of the PR2's encoder at mid-stroke, metres.
const gapTick = 3.4e-7

// Sensors turns the state of a world into what the hand's sensors say: the gap in encoder steps, pad frames at their own rate,
// the palm's acceleration with gravity.
type Sensors struct {
	Reading hand.Reading

	world *World
	front []int
	next  float64 // time of the next pad frame
}

// NewSensors makes the sensors of a world's gripper.
func NewSensors(w *World) *Sensors {
	s := &Sensors{world: w}
	for i, c := range w.Model.Gripper.Pads.Cells {
		if c.Front {
			s.front = append(s.front, i)
		}
	}
	s.Reading.Left = make([]float64, len(s.front))
	s.Reading.Right = make([]float64, len(s.front))
	return s
}

// Cells is the number of cells of each flat pad.
func (s *Sensors) Cells() int { return len(s.front) }

// Read samples the world after a step. The reading stays valid until the next call.
func (s *Sensors) Read() *hand.Reading {
	st, r := &s.world.State, &s.Reading
	r.Gap = math.Round(st.Gap/gapTick) * gapTick
	r.GapVel = st.GapVel
	r.Accel = st.X_WG.R.Inv().Apply(r3.Sub(st.A_WG, s.world.Model.Gravity))
	if st.Time >= s.next-1e-9 {
		period := s.world.Model.Gripper.PadPeriod
		s.next = math.Max(s.next+period, st.Time)
		r.Frame++
		for i, c := range s.front {
			r.Left[i] = st.Normal[0][c]
			r.Right[i] = st.Normal[1][c]
		}
	}
	return r
}
