package touch

import (
	"math"
	"testing"
)

// The filters reproduce the responses of the PR2's controller: test 1 of the fact sheet. The coefficients are designed here from band and
// ripple, the responses are those of the rounded coefficients that were shipped.
func TestTouch01_GoldenResponses(t *testing.T) {
	step := func(int) float64 { return 1 }
	ramp := func(n int) float64 { return float64(n + 1) }
	impulse := func(n int) float64 {
		if n == 0 {
			return 1
		}
		return 0
	}
	for _, c := range []struct {
		name  string
		f     Filter
		input func(int) float64
		want  []float64
		tol   float64
	}{
		{"high-pass, step", HighPass(FramePeriod, 5), step, []float64{0.4371, 0.1910, 0.0835, 0.0365, 0.0159, 0.0070, 0.0030}, 1e-3},
		{"high-pass, ramp", HighPass(FramePeriod, 5), ramp, []float64{0.4371, 0.6281, 0.7116, 0.7480}, 1e-3},
		{"band-pass of the pads, step", BandPass(1/FramePeriod, 0.8, 5, 0.5), step,
			[]float64{0.6323, 1.0303, 0.8158, 0.7862, 0.7108, 0.6555, 0.6007, 0.5516, 0.5062, 0.4646, 0.4264, 0.3913}, 1e-3},
		{"band-pass of the palm, impulse", BandPass(accelRate, 5, 1000, 0.5), impulse, []float64{0.8305, 0.2765, -0.1895, 0.1197, -0.0854, 0.0507, -0.0396}, 1e-3},
		{"band-pass of the palm, step", BandPass(accelRate, 5, 1000, 0.5), step, []float64{0.8305, 1.1070, 0.9175, 1.0371, 0.9517, 1.0024}, 1e-3},
	} {
		for n, want := range c.want {
			if got := c.f.Push(c.input(n)); math.Abs(got-want) > c.tol {
				t.Errorf("%s: [%d] = %.4f, want %.4f", c.name, n, got, want)
			}
		}
	}
	for _, c := range []struct {
		name string
		f    Filter
		b, a [3]float64
	}{
		{"speed of the gap", LowPass(1000, 5), [3]float64{0.0155, 0.0155}, [3]float64{1, -0.9691}},
		{"palm, low-pass", LowPass(accelRate, 1000), [3]float64{0.634, 0.634}, [3]float64{1, 0.2679}},
		{"palm, band-pass", BandPass(accelRate, 5, 1000, 0.5), [3]float64{0.8305, 0, -0.8305}, [3]float64{1, -0.3329, -0.6610}},
		{"pads, band-pass", BandPass(1/FramePeriod, 0.8, 5, 0.5), [3]float64{0.6323, 0, -0.6323}, [3]float64{1, -0.6294, -0.2647}},
		{"pads, high-pass", HighPass(FramePeriod, 5), [3]float64{0.437053, -0.437053}, [3]float64{1, -0.437053}},
	} {
		for i := range c.b {
			if math.Abs(c.f.B[i]-c.b[i]) > 6e-4 || math.Abs(c.f.A[i]-c.a[i]) > 6e-4 {
				t.Errorf("%s: b %.5v, a %.5v; the PR2 had %v and %v", c.name, c.f.B, c.f.A, c.b, c.a)
			}
		}
	}
}
