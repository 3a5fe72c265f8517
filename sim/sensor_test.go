package sim

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

func mustSense(t testing.TB, w *World, m SensorModel) *Sensors {
	t.Helper()
	s, err := NewSensors(w, m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sum is the force of a finger's flat pad, N, taking the offset of each cell as known.
func (s *Sensors) sum(finger int) float64 {
	n := 0.0
	pads := &s.world.Model.Gripper.Pads
	for i, c := range pads.Cells {
		if c.Front {
			n += (float64(s.Counts[finger][i]) - math.Round(s.offset[finger][i])) / c.PerNewton
		}
	}
	return n
}

func total(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

func TestLayouts(t *testing.T) {
	for _, l := range touch.Layouts() {
		g := DefaultGripper()
		g.Pads = l
		if err := g.Validate(); err != nil {
			t.Error(err)
		}
		for i, c := range l.Cells {
			if c.Front != (c.Normal == geom.V(0, -1, 0)) || c.Front && c.Center.Y != 0 || !c.Front && c.Center.Y <= 0 {
				t.Errorf("%s: cell %d: %+v is not on the pad's face or behind it", l.Name, i, c)
			}
		}
	}
	p := touch.PR2()
	if len(p.Cells) != 22 {
		t.Fatalf("%d cells", len(p.Cells))
	}
	// A few cells as the sheet has them: row nearest the tip, last row, the middle of the pad, areas.
	for i, want := range map[int]geom.Vec{7: geom.V(26.5e-3, 0, 5.6e-3), 9: geom.V(26.5e-3, 0, -5.6e-3), 14: geom.V(14.5e-3, 0, 0), 21: geom.V(2.5e-3, 0, -5.6e-3)} {
		if d := r3.Norm(r3.Sub(p.Cells[i].Center, want)); d > 1e-9 {
			t.Errorf("cell %d at %v, want %v", i, p.Cells[i].Center, want)
		}
	}
	if a := p.PadArea(); math.Abs(a-30e-3*16.8e-3) > 1e-9 {
		t.Errorf("pad of %g m^2, want 30 x 16.8 mm", a)
	}
}

// The counts of all cells, less the offsets, add up to the load within the quantisation, before and after a step of it.
func TestProofPadSumIsTheLoad(t *testing.T) {
	for _, l := range touch.Layouts() {
		w := held(t, box(0.1), 8, func(m *Model) { m.Gripper.Pads = l })
		s := mustSense(t, w, SensorModel{Offset: 3000})
		r := s.Read()
		cells := float64(len(l.Cells))
		for f, got := range []float64{s.sum(0), s.sum(1)} {
			if math.Abs(got-8) > 0.5*cells/1600 {
				t.Errorf("%s, finger %d: %v N of 8", l.Name, f, got)
			}
		}
		if l.Shear {
			// Each pad carries half of the weight.
			for f, got := range r.Shear {
				equals(t, fmt.Sprintf("pad %s, finger %d: shear, half of the weight", l.Name, f), got, 0.1*9.81/2, 0.01, "N")
			}
		}
		w.SetEffort(-12)
		for i := 0; i < 4000; i++ {
			w.Step()
			s.Read()
		}
		for f, got := range []float64{s.sum(0), s.sum(1)} {
			prove(t, math.Abs(got-12) <= 0.5*cells/1600, fmt.Sprintf("pad %s, finger %d: sum of the cells after a step to 12 N", l.Name, f), fmt.Sprintf("%.5g N", got), fmt.Sprintf("12 N within the quantisation of %.2g N", 0.5*cells/1600))
		}
	}
}

func TestSensorNoiseOffsetAndDrift(t *testing.T) {
	w := mustNew(t, DefaultModel(), nil, at3(0, 0, 0.5))
	w.Model.Gripper.PadPeriod = 0.001
	s := mustSense(t, w, SensorModel{Noise: 8, Offset: 3000, Drift: 100, Seed: 5})
	const n = 4000
	var first, last, sq, mean float64
	for i := 0; i < n; i++ {
		w.Step()
		s.Read()
		c := float64(s.Counts[0][10])
		c -= s.offset[0][10] + 100*w.State.Time
		mean += c / n
		sq += c * c / n
		v := float64(s.Counts[1][3])
		if i < 500 {
			first += v / 500
		}
		if i >= n-500 {
			last += v / 500
		}
	}
	if sd := math.Sqrt(sq - mean*mean); math.Abs(sd-8) > 0.5 || math.Abs(mean) > 0.5 {
		t.Errorf("noise of %v counts about %v, want 8 about 0", sd, mean)
	}
	if d := last - first; math.Abs(d-350) > 5 {
		t.Errorf("drifts by %v counts in 3.5 s at 100 a second", d)
	}
	other := mustSense(t, w, SensorModel{Noise: 8, Offset: 3000, Seed: 6})
	if s.offset[0][3] == other.offset[0][3] || s.offset[0][3] == s.offset[0][4] {
		t.Error("offsets do not differ between seeds or cells")
	}
}

func TestPadRateAndDelay(t *testing.T) {
	w := held(t, box(0.1), 5, func(m *Model) { m.Gravity = geom.Vec{} })
	start := w.State.Time
	s := mustSense(t, w, SensorModel{Delay: 0.02})
	var at []float64
	frame := uint64(0)
	w.SetEffort(-9)
	rose := 0.0
	for w.State.Time < start+1 {
		w.Step()
		r := s.Read()
		if r.Frame != frame {
			frame = r.Frame
			at = append(at, w.State.Time)
		}
		if rose == 0 && s.sum(0) > 6 {
			rose = w.State.Time
		}
	}
	if len(at) < 24 || len(at) > 26 {
		t.Errorf("%d frames in a second, want 24.4", len(at))
	}
	// The truth passes 6 N some time before a frame of at least 20 ms later shows it.
	v := held(t, box(0.1), 5, func(m *Model) { m.Gravity = geom.Vec{} })
	v.SetEffort(-9)
	for total(v.State.Normal[0]) <= 6 {
		v.Step()
	}
	if d := rose - v.State.Time; d < 0.02-1e-9 || d > 0.02+0.042 {
		t.Errorf("shown %g s after the fact, want 0.02 to 0.061", d)
	}
}

func TestFaultyCells(t *testing.T) {
	w := held(t, box(0.1), 15, nil)
	s := mustSense(t, w, SensorModel{Offset: 3000, Faults: []CellFault{{Finger: 0, Cell: 14}, {Finger: 1, Cell: 8, Count: 65535}}})
	s.Read()
	if s.Counts[0][14] != 0 || s.Counts[1][8] != 65535 {
		t.Errorf("counts %d, %d", s.Counts[0][14], s.Counts[1][8])
	}
	if got := s.sum(0) + math.Round(s.offset[0][14])/1600; math.Abs(got-14) > 0.02 {
		t.Errorf("14 of 15 cells feel %v N of 15", got)
	}
	for _, m := range []SensorModel{{Faults: []CellFault{{Finger: 2}}}, {Faults: []CellFault{{Cell: 22}}}, {Noise: math.NaN()}, {Delay: 9}} {
		if _, err := NewSensors(w, m); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

// Sensors can break while they are in use: a cell, or the whole stream of frames.
func TestSensorsBreakInUse(t *testing.T) {
	w := held(t, box(0.1), 15, nil)
	w.State.Time = 0
	s := mustSense(t, w, SensorModel{Offset: 3000, Faults: []CellFault{{Finger: 0, Cell: 14, From: 0.5}}, Frozen: 1})
	var frames uint64
	for w.State.Time < 2 {
		w.Step()
		r := s.Read()
		if w.State.Time < 0.5 && math.Abs(s.sum(0)-15) > 0.02 {
			t.Fatalf("%v N at %v s", s.sum(0), w.State.Time)
		}
		if w.State.Time < 1 {
			frames = r.Frame
		}
	}
	r := s.Read()
	if s.Counts[0][14] != 0 || r.Frame != frames {
		t.Errorf("count %d, frame %d after %d", s.Counts[0][14], r.Frame, frames)
	}
}

// Against another engine: a cube of 100 g in a two-finger lift, gripped with 9.41 N, has 174.0 degrees between the finger forces and a
// ratio of 1.00 (MuJoCo 3.3.8).
func TestFingerForcesAgainstMuJoCo(t *testing.T) {
	w := held(t, box(0.1), 9.408, nil)
	var f [2]geom.Vec // on the object, in G
	for side := range f {
		sign := 1 - 2*float64(side)
		for i, n := range w.State.Normal[side] {
			f[side] = r3.Add(f[side], geom.V(-w.State.Shear[side][i][0], -sign*n, -sign*w.State.Shear[side][i][1]))
		}
	}
	angle := math.Acos(r3.Dot(f[0], f[1])/(r3.Norm(f[0])*r3.Norm(f[1]))) * 180 / math.Pi
	if ratio := r3.Norm(f[0]) / r3.Norm(f[1]); math.Abs(angle-174.0) > 0.1 || math.Abs(ratio-1) > 1e-3 {
		t.Errorf("%.2f degrees, ratio %.3f", angle, ratio)
	}
}

// The palm feels gravity, tilted with it, and the arm's acceleration.
func TestPalmAcceleration(t *testing.T) {
	R := geom.AxisAngle(geom.UnitY, math.Pi/2) // x of G down
	w := mustNew(t, DefaultModel(), nil, geom.Pose{R: R, P: geom.V(0, 0, 0.5)})
	s := mustSense(t, w, SensorModel{Accel: Accelerometer{Exact: true}})
	w.Step()
	if a := s.Read().Accel[0]; r3.Norm(r3.Sub(a, geom.V(-9.81, 0, 0))) > 1e-9 {
		t.Errorf("at rest %v, want 9.81 up, which is -x", a)
	}
	w.SetPalmTwist(geom.V(0, 0, 2e-3), geom.Vec{})
	w.Step()
	if a := s.Read().Accel[0]; r3.Norm(r3.Sub(a, geom.V(-11.81, 0, 0))) > 1e-9 {
		t.Errorf("accelerating by 2 m/s^2 upwards %v", a)
	}
}

// The PR2's drive: a count is 0.34 um of gap at mid-stroke, the limit of 0.204 A presses with 192.5 N, and the hand is as heavy as
// its rotor.
func TestPR2Drive(t *testing.T) {
	m := DefaultModel()
	g := PR2Gripper()
	g.Friction, g.Damping, g.NoLoadSpeed = 0, 0, 10
	m.Gripper = &g
	w := mustNew(t, m, nil, at3(0, 0, 0.5))
	w.SetGap(0.04)
	s := mustSense(t, w, SensorModel{})
	if r := s.Read(); math.Abs(r.Gap-0.04) > 1.8e-7 || s.Encoder != int32(math.Round(580.988732/(2*math.Pi)*1200)) || r.GapVel != 0 {
		t.Errorf("gap %v, count %d, speed %v", r.Gap, s.Encoder, r.GapVel)
	}
	w.SetEffort(300)
	w.Step()
	if math.Abs(w.State.Effort-192.5) > 0.1 {
		t.Errorf("gives %v N of 300, want the limit of 192.5", w.State.Effort)
	}
	if a := w.State.GapVel / m.Dt; math.Abs(a-192.5/94.8) > 0.02 {
		t.Errorf("accelerates at %v m/s^2", a)
	}
	if r := s.Read(); math.Abs(r.GapVel-w.State.GapVel) > 4e-4 {
		t.Errorf("reads %v m/s of %v: off by more than a count a millisecond", r.GapVel, w.State.GapVel)
	}
	// Running free, the energy stays although the inertia changes with the gap.
	w.SetEffort(0)
	w.State.GapVel = 0.03
	e := w.Energy().Kinetic
	for w.State.Gap < 0.08 {
		w.Step()
	}
	if d := math.Abs(w.Energy().Kinetic-e) / e; d > 0.01 {
		t.Errorf("energy of the free drive changes by %g of itself", d)
	}
	g.Stroke = 0.3
	if err := g.Validate(); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a stroke beyond the linkage: %v", err)
	}
}

func TestSensorAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	w := held(t, box(0.1), 5, nil)
	s := mustSense(t, w, RealSensors(1))
	if n := testing.AllocsPerRun(1000, func() { s.Read(); w.State.Time += 1e-3 }); n != 0 {
		t.Errorf("%v allocations a reading", n)
	}
}
