package touch

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// Palm is what the accelerometer in the palm feels.
type Palm struct {
	Band geom.Vec // FA-II: the last sample, band-passed 5 to 1000 Hz, m/s^2
	Raw  geom.Vec // the last sample, low-passed at 1000 Hz, gravity included, m/s^2
	Peak float64  // largest magnitude of Band over the samples of the last tick, m/s^2

	band, low [3]Filter
	primed    bool
	dt        float64 `state:"-"`
}

// accelRate is the rate of the PR2's accelerometer, 3 samples a millisecond, Hz.
const accelRate = 3000

// NewPalm makes the filters of an accelerometer that is read every dt seconds.
func NewPalm(dt float64) Palm {
	p := Palm{dt: dt}
	for i := range p.band {
		p.band[i], p.low[i] = BandPass(accelRate, 5, 1000, 0.5), LowPass(accelRate, 1000)
	}
	return p
}

// Push takes in the samples since the last tick, oldest first, m/s^2. Samples that come slower than the PR2's are held, so that the
// filters keep their band. The first sample is taken for a steady one, so that gravity at the start is no event. A sample that is not
// finite is left out.
func (p *Palm) Push(samples []geom.Vec) {
	p.Peak = 0
	if len(samples) == 0 {
		return
	}
	repeat := max(1, int(math.Round(accelRate*p.dt/float64(len(samples)))))
	for _, a := range samples {
		if !geom.IsFinite(a) {
			continue
		}
		x := [3]float64{a.X, a.Y, a.Z}
		if !p.primed {
			p.primed = true
			for i := range x {
				p.band[i].Settle(x[i])
				p.low[i].Settle(x[i])
			}
		}
		for range repeat {
			var b, l [3]float64
			for i := range x {
				b[i], l[i] = p.band[i].Push(x[i]), p.low[i].Push(x[i])
			}
			p.Band, p.Raw = geom.V(b[0], b[1], b[2]), geom.V(l[0], l[1], l[2])
			p.Peak = math.Max(p.Peak, math.Sqrt(b[0]*b[0]+b[1]*b[1]+b[2]*b[2]))
		}
	}
}
