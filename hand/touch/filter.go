package touch

import "math"

// Filter is a linear filter of second order at most in direct form I:
//
//	y[n] = b0 x[n] + b1 x[n-1] + b2 x[n-2] - a1 y[n-1] - a2 y[n-2]
//
// It starts at rest.
type Filter struct {
	B, A   [3]float64 // A[0] is 1
	x1, x2 float64
	y1, y2 float64
}

// Push takes a sample in and returns the output.
func (f *Filter) Push(x float64) float64 {
	y := f.B[0]*x + f.B[1]*f.x1 + f.B[2]*f.x2 - f.A[1]*f.y1 - f.A[2]*f.y2
	f.x1, f.x2 = x, f.x1
	f.y1, f.y2 = y, f.y1
	return y
}

// Out is the last output.
func (f *Filter) Out() float64 { return f.y1 }

// Settle puts the filter where it comes to rest under a steady input.
func (f *Filter) Settle(x float64) {
	y := x * (f.B[0] + f.B[1] + f.B[2]) / (f.A[0] + f.A[1] + f.A[2])
	f.x1, f.x2, f.y1, f.y2 = x, x, y, y
}

// Shift moves the origin of the input by dx, as when its zero is taken anew: the output goes on as if the input had always been so.
// It is exact for filters without steady gain.
func (f *Filter) Shift(dx float64) { f.x1, f.x2 = f.x1+dx, f.x2+dx }

// LowPass is a Butterworth filter of first order with its -3 dB point at a cutoff, by the bilinear transform. Hz.
func LowPass(rate, cutoff float64) Filter {
	w := math.Tan(math.Pi * cutoff / rate)
	b := w / (1 + w)
	return Filter{B: [3]float64{b, b}, A: [3]float64{1, (w - 1) / (w + 1)}}
}

// BandPass is a Chebyshev filter of type I with one pair of poles: a ripple in dB between two edges, by the bilinear transform. Hz.
func BandPass(rate, low, high, ripple float64) Filter {
	w1, w2 := math.Tan(math.Pi*low/rate), math.Tan(math.Pi*high/rate)
	e := math.Sqrt(math.Pow(10, ripple/10) - 1) // of the low-pass prototype 1/(1 + e s)
	b, c := w2-w1, e*(1+w1*w2)
	a0 := b + c
	return Filter{B: [3]float64{b / a0, 0, -b / a0}, A: [3]float64{1, 2 * e * (w1*w2 - 1) / a0, (c - b) / a0}}
}

// HighPass is the difference of neighbours with a leak: y[n] = alpha (y[n-1] + x[n] - x[n-1]), alpha = 1/(1 + 2 pi cutoff period). It
// is not a Butterworth filter: at a period of 41 ms and a cutoff of 5 Hz it passes 0.54 of 5 Hz and 0.61 of 12 Hz.
func HighPass(period, cutoff float64) Filter {
	a := 1 / (1 + period*2*math.Pi*cutoff)
	return Filter{B: [3]float64{a, -a}, A: [3]float64{1, -a}}
}
