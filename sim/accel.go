package sim

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Accelerometer is the three-axis sensor in the palm, a BMA150 behind the gripper's board.
type Accelerometer struct {
	Rate      float64 // samples a second; 0 means 3000
	Range     float64 // largest reading in g, 2, 4 or 8; 0 means 8
	Bandwidth float64 // Hz, of a first-order low-pass; 0 means 1500, which passes everything
	// Exact leaves out quantisation and range.
	Exact bool
	Noise float64 // standard deviation of a sample along each axis, m/s^2
	// Hum is the amplitude of the gear's vibration for each m/s of gap speed, 1/s. Its tone is that of the teeth: HumTeeth a turn of
	// the motor (0 means 12), which turns 2400 times a metre of gap where the gripper has no Drive.
	Hum, HumTeeth float64
	// PalmMass is what the reaction of fingers and contacts shakes, kg (0 means 1.01, the PR2's palm, fingers and tips), on an arm that
	// gives: it rings with Ring (Hz; 0 means 30) and a tenth of critical damping. The last two are estimates.
	PalmMass, Ring float64
}

const (
	accelBatch    = 4 // samples that a board keeps between two exchanges
	standard      = 9.81
	ringDamping   = 0.1
	turnsPerMetre = 2400.0
)

func or(v, otherwise float64) float64 {
	if v == 0 {
		return otherwise
	}
	return v
}

func (a *Accelerometer) validate() error {
	for _, err := range []error{
		check("accelerometer rate", a.Rate, 0, 1e5, "Hz"), check("accelerometer bandwidth", a.Bandwidth, 0, 1e5, "Hz"),
		check("accelerometer noise", a.Noise, 0, 100, "m/s^2"), check("gear hum", a.Hum, 0, 1e4, "1/s"), check("gear teeth", a.HumTeeth, 0, 1e4, ""),
		check("palm mass", a.PalmMass, 0, 1e3, "kg"), check("ring of the arm", a.Ring, 0, 1e4, "Hz"),
	} {
		if err != nil {
			return err
		}
	}
	switch a.Range {
	case 0, 2, 4, 8:
		return nil
	}
	return fault.New("make sensors", "accelerometer range", fault.Invalid, "%g g is none of 2, 4 and 8", a.Range)
}

// palmSense is the state of the accelerometer.
type palmSense struct {
	Accelerometer
	rng     *rand.Rand
	samples [accelBatch]geom.Vec
	n       int
	counter uint8
	missed  uint64
	due     float64  // samples that are due, a fraction
	force   geom.Vec // reaction on the palm at the last tick, W
	v, x    geom.Vec // of the palm on its arm, W
	gap     float64  // at the last tick
	low     geom.Vec // low-pass
	began   bool
}

// step takes the samples of the tick that has passed: gravity and the arm's acceleration, the ringing of the palm on its arm under the
// reaction of what it touches, and the vibration of the gear.
func (p *palmSense) step(w *World) {
	st := &w.State
	rate, mass, omega := or(p.Rate, 3000), or(p.PalmMass, 1.01), 2*math.Pi*or(p.Ring, 30)
	first := !p.began
	if first { // at rest under what presses it
		p.force, p.gap, p.began = st.HandForce, st.Gap, true
		p.x = r3.Scale(1/(mass*omega*omega), st.HandForce)
	}
	p.due += rate * w.Model.Dt
	n := int(p.due + 1e-9)
	p.due -= float64(n)
	p.n = 0
	if n == 0 {
		return
	}
	if n > accelBatch {
		p.missed += uint64(n - accelBatch)
	}
	p.counter += uint8(n)
	h := w.Model.Dt / float64(n)
	R_GW := st.X_WG.R.Inv()
	given := r3.Sub(st.A_WG, w.Model.Gravity)
	turns := turnsPerMetre
	if d := w.Model.Gripper.Drive; d != nil {
		turns = 1 / (2 * math.Pi * d.Slope(d.Motor(st.Gap)))
	}
	tooth := turns * or(p.HumTeeth, 12)
	pass := 1.0
	if b := or(p.Bandwidth, 1500); b < rate/2 {
		pass = 1 - math.Exp(-2*math.Pi*b/rate)
	}
	for k := 1; k <= n; k++ {
		s := float64(k) / float64(n)
		f := r3.Add(r3.Scale(1-s, p.force), r3.Scale(s, st.HandForce))
		// m x'' = f - f_0 - m (2 zeta omega x' + omega^2 x), backward Euler
		pull := r3.Sub(r3.Scale(1/mass, f), r3.Scale(omega*omega, p.x))
		v := r3.Scale(1/(1+h*(2*ringDamping*omega+h*omega*omega)), r3.Add(p.v, r3.Scale(h, pull)))
		ring := r3.Scale(1/h, r3.Sub(v, p.v))
		p.v = v
		p.x = r3.Add(p.x, r3.Scale(h, v))
		a := R_GW.Apply(r3.Add(given, ring))
		if p.Hum > 0 && st.GapVel != 0 {
			phase := 2 * math.Pi * tooth * (p.gap + s*(st.Gap-p.gap))
			level := p.Hum * math.Abs(st.GapVel)
			s1, c1 := math.Sincos(phase)
			a = r3.Add(a, geom.V(level*c1, level*s1, level/2*math.Sin(2*phase+1)))
		}
		if p.Noise > 0 {
			a = r3.Add(a, geom.V(p.Noise*p.rng.NormFloat64(), p.Noise*p.rng.NormFloat64(), p.Noise*p.rng.NormFloat64()))
		}
		if first {
			p.low, first = a, false
		}
		p.low = r3.Add(p.low, r3.Scale(pass, r3.Sub(a, p.low)))
		if k <= n-accelBatch {
			continue // the board keeps the newest
		}
		p.samples[p.n] = p.quantised(p.low)
		p.n++
	}
	p.force, p.gap = st.HandForce, st.Gap
}

// quantised is what ten bits say: 512 steps either way.
func (p *palmSense) quantised(a geom.Vec) geom.Vec {
	if p.Exact {
		return a
	}
	lsb := standard * or(p.Range, 8) / 512
	q := func(v float64) float64 { return lsb * math.Max(-512, math.Min(511, math.Round(v/lsb))) }
	return geom.V(q(a.X), q(a.Y), q(a.Z))
}

// AccelCounter is the board's counter of samples, modulo 256.
func (s *Sensors) AccelCounter() uint8 { return s.palm.counter }

// AccelMissed is the number of samples that were overwritten before they were read.
func (s *Sensors) AccelMissed() uint64 { return s.palm.missed }
