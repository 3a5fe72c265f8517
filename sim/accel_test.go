package sim

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// inAir is an open hand in the air with sensors.
func inAir(t testing.TB, a Accelerometer) (*World, *Sensors) {
	w := mustNew(t, DefaultModel(), nil, at3(0, 0, 0.5))
	return w, mustSense(t, w, SensorModel{Accel: a})
}

// Three samples a millisecond, in steps of the range's resolution, within the range.
func TestAccelerometerSamples(t *testing.T) {
	for _, c := range []struct{ g, lsb float64 }{{0, 9.81 / 64}, {8, 9.81 / 64}, {4, 9.81 / 128}, {2, 9.81 / 256}} {
		w, s := inAir(t, Accelerometer{Range: c.g, Noise: 0.3})
		counter := s.AccelCounter()
		for i := 0; i < 100; i++ {
			w.Step()
			s.Read()
			if len(s.Reading.Accel) != 3 || s.AccelCounter()-counter != 3 {
				t.Fatalf("%d samples, counter %d after %d", len(s.Reading.Accel), s.AccelCounter(), counter)
			}
			counter = s.AccelCounter()
			for _, a := range s.Reading.Accel {
				if n := a.Z / c.lsb; math.Abs(n-math.Round(n)) > 1e-9 || math.Abs(a.Z-9.81) > 2 {
					t.Fatalf("range %g: %v is no multiple of %g", c.g, a, c.lsb)
				}
			}
		}
		w.SetPalmTwist(geom.V(0, 0, 1), geom.Vec{}) // 1000 m/s^2
		w.Step()
		s.Read()
		if got, want := s.Reading.Accel[2].Z, 511*c.lsb; math.Abs(got-want) > 1e-9 {
			t.Errorf("range %g: reads %g at most, want %g", c.g, got, want)
		}
	}
	// A slow reader loses samples, and is told.
	w, s := inAir(t, Accelerometer{Rate: 7000})
	w.Step()
	s.Read()
	if len(s.Reading.Accel) != 4 || s.AccelMissed() != 3 || s.AccelCounter() != 7 {
		t.Errorf("%d samples, %d missed, counter %d", len(s.Reading.Accel), s.AccelMissed(), s.AccelCounter())
	}
	// At other rates the samples come as they are due.
	w, s = inAir(t, Accelerometer{Rate: 2500})
	n := 0
	for i := 0; i < 1000; i++ {
		w.Step()
		s.Read()
		n += len(s.Reading.Accel)
	}
	if n != 2500 {
		t.Errorf("%d samples in a second at 2500 Hz", n)
	}
	for _, a := range []Accelerometer{{Range: 3}, {Rate: -1}, {Noise: math.NaN()}, {PalmMass: math.Inf(1)}} {
		if _, err := NewSensors(w, SensorModel{Accel: a}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", a, err)
		}
	}
}

// What strikes the hand shakes the palm: F / m at once, then the ringing of the arm, and nothing once the load is steady.
func TestProofPalmFeelsContact(t *testing.T) {
	w, s := inAir(t, Accelerometer{Exact: true, PalmMass: 2, Ring: 25})
	w.Step()
	s.Read()
	w.State.HandForce = geom.V(6, 0, 0) // a step within a millisecond
	s.Read()
	equals(t, "blow on the palm: acceleration F / m", s.Reading.Accel[2].X, 3, 0.06, "m/s2")
	var crossings []float64
	last, peak := 1.0, 0.0
	for i := 0; i < 3000; i++ {
		s.Read()
		for k, a := range s.Reading.Accel {
			if last < 0 && a.X >= 0 {
				crossings = append(crossings, float64(i)+float64(k)/3)
			}
			last = a.X
			if i > 2000 {
				peak = math.Max(peak, math.Abs(a.X))
			}
		}
	}
	period := (crossings[4] - crossings[0]) / 4e3
	equals(t, "and then it rings with the arm's", 1/period, 25*math.Sqrt(1-ringDamping*ringDamping), 0.02, "Hz")
	atMost(t, "until the load is steady", peak, 1e-6, "m/s2")
}

// A real contact: setting the tips down on the table is felt, and carrying a load steadily is not.
func TestPalmFeelsTheTable(t *testing.T) {
	R := geom.AxisAngle(geom.UnitY, math.Pi/2)
	g := DefaultGripper()
	w := mustNew(t, DefaultModel(), nil, geom.Pose{R: R, P: geom.V(0, 0, g.Lowest(R, g.Stroke)+0.005)})
	s := mustSense(t, w, SensorModel{Accel: Accelerometer{Exact: true}})
	w.SetPalmTwist(geom.V(0, 0, -0.1), geom.Vec{})
	w.Step()
	s.Read()
	before, after := 0.0, 0.0
	for i := 0; i < 60; i++ {
		w.Step()
		s.Read()
		for _, a := range s.Reading.Accel {
			d := r3.Norm(r3.Sub(a, geom.V(-9.81, 0, 0)))
			if w.State.TableForce == (geom.Vec{}) {
				before = math.Max(before, d)
			} else {
				after = math.Max(after, d)
			}
		}
	}
	if before > 1e-6 || after < 3 {
		t.Errorf("%g m/s^2 on the way, %g m/s^2 at the table", before, after)
	}
}

// The gear hums with its teeth while the gap moves, and a low bandwidth does not hear it.
func TestGearHum(t *testing.T) {
	tone := func(a Accelerometer) float64 {
		w, s := inAir(t, a)
		w.SetGap(0.05)
		const speed = 0.02
		f := turnsPerMetre * 12 * speed // 576 Hz
		var re, im float64
		n := 0
		for i := 0; i < 500; i++ {
			w.State.GapVel = -speed
			w.State.Gap -= speed * w.Model.Dt
			s.Read()
			for _, a := range s.Reading.Accel {
				sin, cos := math.Sincos(2 * math.Pi * f * float64(n) / 3000)
				re, im, n = re+a.X*cos, im+a.X*sin, n+1
			}
		}
		return 2 * math.Hypot(re, im) / float64(n)
	}
	if got := tone(Accelerometer{Exact: true, Hum: 20}); math.Abs(got-0.4) > 0.02 {
		t.Errorf("hums with %g m/s^2 at 576 Hz, want 20 x 0.02", got)
	}
	if got := tone(Accelerometer{Exact: true, Hum: 20, Bandwidth: 25}); got > 0.04 {
		t.Errorf("hums with %g m/s^2 behind 25 Hz", got)
	}
	if got := tone(Accelerometer{Exact: true}); got > 1e-9 {
		t.Errorf("a silent gear hums with %g m/s^2", got)
	}
}
