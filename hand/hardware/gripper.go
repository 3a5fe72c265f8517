package hardware

import (
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
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
	Pads     Pads
	// Reading is what a controller by touch reads: the gap, newtons of the front cells less their zero, acceleration. It is made anew
	// before the controllers run.
	Reading hand.Reading

	accel geom.Vec
}

// Pads turn counts into newtons.
type Pads struct {
	Front     []int
	PerNewton []float64
	Zero      [2][]float64 // idle count of each cell of a fingertip, front or not

	sum    [2][]float64
	left   int // frames still to average
	n      int
	frame  uint64
	values [2][]float64
}

// newPads prepares the pads of a joint.
func newPads(cfg PadConfig, cells int) (Pads, error) {
	p := Pads{Front: cfg.Front, PerNewton: cfg.PerNewton}
	if p.Front == nil {
		first := 0
		if cells == 22 { // the fingertips of the PR2: 0 to 6 are back, sides, corners and tip
			first = 7
		}
		for i := first; i < cells; i++ {
			p.Front = append(p.Front, i)
		}
	}
	if p.PerNewton == nil {
		for range p.Front {
			p.PerNewton = append(p.PerNewton, 1600)
		}
	}
	if len(p.PerNewton) != len(p.Front) {
		return p, fault.New("check pads", "", fault.Invalid, "%d sensitivities for %d cells", len(p.PerNewton), len(p.Front))
	}
	for i, c := range p.Front {
		if c < 0 || c >= cells || !(p.PerNewton[i] > 0 && p.PerNewton[i] < 1e9) {
			return p, fault.New("check pads", "", fault.Invalid, "cell %d with %g counts per newton; there are %d cells, and it must be positive", c, p.PerNewton[i], cells)
		}
	}
	for f := range p.Zero {
		p.Zero[f], p.sum[f], p.values[f] = make([]float64, cells), make([]float64, cells), make([]float64, len(p.Front))
	}
	p.StartZero(1)
	return p, nil
}

// StartZero takes the mean of the next frames as the idle count of every cell. The pads must touch nothing meanwhile.
func (p *Pads) StartZero(frames int) {
	p.left, p.n = max(1, min(frames, 1000)), 0
	clear(p.sum[0])
	clear(p.sum[1])
}

// Zeroing reports whether frames for the zero are still awaited.
func (p *Pads) Zeroing() bool { return p.left > 0 }

// frameIn takes in new counts.
func (p *Pads) frameIn(tips *[2]*PressureSensor) {
	if tips[0] == nil || tips[0].State.Frame == p.frame {
		return
	}
	p.frame = tips[0].State.Frame
	if p.left > 0 {
		p.n++
		p.left--
		for f, tip := range tips {
			for i := range p.sum[f] {
				p.sum[f][i] += float64(tip.State.Counts[i])
				p.Zero[f][i] = p.sum[f][i] / float64(p.n)
			}
		}
	}
	for f, tip := range tips {
		for k, i := range p.Front {
			p.values[f][k] = (float64(tip.State.Counts[i]) - p.Zero[f][i]) / p.PerNewton[k]
		}
	}
}

// read makes the reading of this cycle.
func (g *Gripper) read(now time.Duration) {
	g.Now = now
	g.Pads.frameIn(&g.Tips)
	r := &g.Reading
	r.Gap, r.GapVel = g.Joint.Gap, g.Joint.Speed
	r.Left, r.Right, r.Frame = g.Pads.values[0], g.Pads.values[1], g.Pads.frame
	if a := g.Accel; a != nil {
		if n := a.State.N; n > 0 {
			s := a.State.Samples[n-1]
			g.accel = geom.V(s[0], s[1], s[2])
		}
		r.Accel = g.accel
	}
}
