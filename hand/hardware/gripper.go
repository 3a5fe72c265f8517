package hardware

import (
	"time"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// Gripper is what a controller sees of a machine: one joint with its motor, fingertips and accelerometer. It is valid inside the
// loop.
type Gripper struct {
	Joint    *Joint
	Actuator *Actuator
	Tips     [2]*PressureSensor // left and right; nil without fingertips
	Accel    *Accelerometer     // nil without one
	Now      time.Duration      // of the cycle
	Period   time.Duration      // of the loop
	// Reading is what a controller by touch reads: the gap and its effort, raw counts of the fingertips, acceleration. It is made anew
	// before the controllers run.
	Reading hand.Reading
}

// read makes the reading of this cycle.
func (g *Gripper) read(now time.Duration) {
	g.Now = now
	r := &g.Reading
	r.Time, r.Gap, r.GapVel, r.Effort, r.Halted = now.Seconds(), g.Joint.Gap, g.Joint.Speed, g.Joint.Effort, g.Actuator.State.Halted
	if l := g.Tips[0]; l != nil && l.State.Frame != r.Frame {
		r.Frame = l.State.Frame
		for f, tip := range g.Tips {
			for i, n := range tip.State.Counts[:len(r.Cells[f])] {
				r.Cells[f][i] = float64(n)
			}
		}
	}
	r.Accel = r.Accel[:0]
	if a := g.Accel; a != nil {
		for _, s := range a.State.Samples[:a.State.N] {
			r.Accel = append(r.Accel, geom.V(s[0], s[1], s[2]))
		}
	}
}

// newReading prepares the reading of a gripper, so that making it anew allocates nothing.
func newReading(cells int) hand.Reading {
	return hand.Reading{Cells: [2][]float64{make([]float64, cells), make([]float64, cells)}, Accel: make([]geom.Vec, 0, len(AccelerometerState{}.Samples))}
}
