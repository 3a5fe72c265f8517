package sim

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
)

// CellFault is a cell that does not measure: it says Count whatever presses it. 0 and 65535 are what the PR2's boards say of a
// broken wire; the idle offset is a dead cell that looks healthy.
type CellFault struct {
	Finger, Cell int
	Count        uint16
	From         float64 // time at which it breaks, s
}

// SensorModel is how far the hand's sensors are from the truth. The zero value is quantised and otherwise perfect.
type SensorModel struct {
	Noise  float64 // standard deviation of a cell, counts
	Offset float64 // idle reading of a cell, counts; each cell differs by up to a tenth; 0 for idleCount in all cells
	Drift  float64 // of the offset, counts a second
	Delay  float64 // from pressing to the frame that shows it, seconds
	Faults []CellFault
	// Frozen is the time after which the pads send no more frames, s; 0 for never.
	Frozen float64
	Accel  Accelerometer
	// CountOffset is what the encoder says at a motor angle of 0: after power-up an encoder knows nothing of where the hand is.
	// Reading.Gap is that of a calibrated joint all the same.
	CountOffset int32
	Seed        uint64
}

// RealSensors are sensors as noisy as the PR2's: a few counts on a cell, an idle offset, 8 g accelerometer steps of 0.15 m/s^2.
func RealSensors(seed uint64) SensorModel {
	return SensorModel{Noise: 8, Offset: 3000, Drift: 0.5, Accel: Accelerometer{Noise: 0.14, Hum: 20}, Seed: seed}
}

// gapTick is the resolution of the gap: one count of the PR2's encoder at mid-stroke, metres.
const gapTick = 3.4e-7

// Sensors turns the state of a world into what the hand's sensors say: the gap in encoder steps, pad frames of counts at their
// own rate, and the palm's acceleration with gravity.
type Sensors struct {
	// Reading is what a controller gets.
	Reading hand.Reading
	// Counts are the raw frames of the left and right fingertip, every cell of the layout.
	Counts [2][]uint16
	// Encoder is the motor's count, where the gripper has a drive; it wraps.
	Encoder int32

	world  *World
	model  SensorModel
	rng    *rand.Rand
	offset [2][]float64
	stuck  [2][]CellFault // by cell; From is +Inf for a good one
	past   [][2][]sample  // ring of what was pressed, for the delay
	head   int
	next   float64 // time of the next pad frame
	began  bool    // the encoder has been read
	palm   palmSense
}

// idleCount is what a perfect cell says when nothing presses it: 0 would be a broken wire.
const idleCount = 2000

// sample is what pressed a cell: normal force and shear, N.
type sample struct{ n, x, z float64 }

// NewSensors makes the sensors of a world's gripper.
func NewSensors(w *World, m SensorModel) (*Sensors, error) {
	g := w.Model.Gripper
	if g == nil {
		return nil, fault.New("make sensors", "", fault.Invalid, "the world has no gripper")
	}
	for _, err := range []error{
		check("sensor noise", m.Noise, 0, 1e4, "counts"), check("sensor offset", m.Offset, 0, 65535, "counts"),
		check("sensor drift", m.Drift, -1e4, 1e4, "counts/s"), check("sensor delay", m.Delay, 0, 1, "s"),
		m.Accel.validate(),
	} {
		if err != nil {
			return nil, err
		}
	}
	s := &Sensors{world: w, model: m, rng: rand.New(rand.NewPCG(m.Seed, 0x73656e736f7273))}
	s.palm = palmSense{Accelerometer: m.Accel, rng: rand.New(rand.NewPCG(m.Seed, 0x6163636c))}
	n := len(g.Pads.Cells)
	for f := range s.Counts {
		s.Counts[f] = make([]uint16, n)
		s.offset[f] = make([]float64, n)
		s.stuck[f] = make([]CellFault, n)
		for i := range s.stuck[f] {
			s.stuck[f][i].From = math.Inf(1)
			s.offset[f][i] = idleCount
			if vary := 0.9 + 0.2*s.rng.Float64(); m.Offset > 0 {
				s.offset[f][i] = m.Offset * vary
			}
		}
	}
	for _, c := range m.Faults {
		if c.Finger < 0 || c.Finger > 1 || c.Cell < 0 || c.Cell >= n {
			return nil, fault.New("make sensors", fmt.Sprintf("fault of finger %d, cell %d", c.Finger, c.Cell), fault.Invalid, "there are 2 fingers with %d cells", n)
		}
		s.stuck[c.Finger][c.Cell] = c
	}
	s.past = make([][2][]sample, int(m.Delay/w.Model.Dt+0.5)+1)
	for k := range s.past {
		for f := range s.past[k] {
			s.past[k][f] = make([]sample, n)
		}
	}
	if g.Blind {
		for f := range s.Counts {
			s.Counts[f] = nil
		}
		return s, nil
	}
	cells := len(g.Pads.Delivered().Cells)
	s.Reading.Cells = [2][]float64{make([]float64, cells), make([]float64, cells)}
	return s, nil
}

// Read samples the world after a step. The reading stays valid until the next call.
func (s *Sensors) Read() *hand.Reading {
	st, r := &s.world.State, &s.Reading
	s.encoder()
	s.palm.step(s.world)
	r.Time, r.Effort, r.Accel = st.Time, st.Effort, s.palm.samples[:s.palm.n]
	// The ring holds the last steps; the oldest of it is what the delay lets through.
	for f := range s.past[s.head] {
		for i := range s.past[s.head][f] {
			s.past[s.head][f][i] = sample{st.Normal[f][i], st.Shear[f][i][0], st.Shear[f][i][1]}
		}
	}
	s.head = (s.head + 1) % len(s.past)
	if s.world.Model.Gripper.Blind {
		return r
	}
	if st.Time < s.next-1e-9 || s.model.Frozen > 0 && st.Time >= s.model.Frozen {
		return r
	}
	s.next = math.Max(s.next+s.world.Model.Gripper.PadPeriod, st.Time)
	s.frame(&s.past[s.head])
	return r
}

// encoder reads the gap in whole counts. With a drive the speed is the difference of two counts, as the PR2's boards give it.
func (s *Sensors) encoder() {
	st, r := &s.world.State, &s.Reading
	d := s.world.Model.Gripper.Drive
	if d == nil {
		r.Gap, r.GapVel = math.Round(st.Gap/gapTick)*gapTick, st.GapVel
		return
	}
	last := s.Encoder
	s.Encoder = d.Count(d.Motor(st.Gap)) + s.model.CountOffset
	if !s.began {
		last, s.began = s.Encoder, true
	}
	angle := d.Angle(s.Encoder - s.model.CountOffset)
	r.Gap = d.Gap(angle)
	r.GapVel = d.Angle(s.Encoder-last) / s.world.Model.Dt * d.Slope(angle)
}

// frame turns what pressed the pads into counts.
func (s *Sensors) frame(felt *[2][]sample) {
	r, pads := &s.Reading, &s.world.Model.Gripper.Pads
	r.Frame++
	for f := range felt {
		var x, z, sum float64
		for i, p := range felt[f] {
			v := s.offset[f][i] + s.model.Drift*s.world.State.Time + pads.Cells[i].PerNewton*p.n
			if s.model.Noise > 0 {
				v += s.model.Noise * s.rng.NormFloat64()
			}
			if c := &s.stuck[f][i]; s.world.State.Time >= c.From {
				v = float64(c.Count)
			}
			s.Counts[f][i] = uint16(math.Max(0, math.Min(65535, math.Round(v))))
			x, z = x+p.x, z+p.z
			switch count := float64(s.Counts[f][i]); {
			case !pads.Sum:
				r.Cells[f][i] = count
			case pads.Cells[i].Front:
				sum += count
			}
		}
		if pads.Sum {
			r.Cells[f][0] = sum
		}
		r.Shear[f] = math.Hypot(x, z)
	}
}
