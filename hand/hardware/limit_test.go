package hardware

import (
	"math"
	"testing"
)

func TestHW26_GapLimit(t *testing.T) {
	l := PR2GapLimit()
	for _, c := range []struct {
		x, v, lo, hi float64
		uncalibrated bool
	}{
		{x: 0.040, v: 0, lo: -1000, hi: 1000},
		{x: 0.040, v: 0.1, lo: -1000, hi: 500},
		{x: 0.040, v: 0.3, lo: -1000, hi: -500},
		{x: 0.083, v: 0, lo: -1000, hi: 500},
		{x: 0.086, v: 0, lo: -1000, hi: 200},
		{x: 0.088, v: 0, lo: -1000, hi: 0},
		{x: 0.090, v: 0, lo: -1000, hi: -200},
		{x: -0.005, v: 0, lo: -500, hi: 1000},
		{x: -0.012, v: 0, lo: 200, hi: 1000},
		{x: 0.090, v: 0, lo: -1000, hi: 1000, uncalibrated: true},
	} {
		lo, hi := l.Bounds(c.x, c.v, !c.uncalibrated)
		if math.Abs(lo-c.lo) > 1e-9 || math.Abs(hi-c.hi) > 1e-9 {
			t.Errorf("%+v: %v, %v", c, lo, hi)
		}
	}
	if f, ok := l.Limit(500, 0.088, 0, true); f > 1e-9 || !ok {
		t.Errorf("pushes on with %v N at the bound", f)
	}
	for _, bad := range [][3]float64{{math.NaN(), 0, 0}, {0, math.Inf(1), 0}, {0, 0, math.NaN()}, {math.Inf(1), math.Inf(-1), 0}} {
		if f, ok := l.Limit(bad[0], bad[1], bad[2], true); f != 0 || ok {
			t.Errorf("%v lets %v N through", bad, f)
		}
	}
}

// Test 18 of the touch sheet: the soft limiter of the joint stands behind every effort that is asked for.
func TestTouch18_SoftLimit(t *testing.T) {
	l := PR2GapLimit()
	for _, c := range []struct{ effort, x, v, want float64 }{{500, 0.088, 0, 0}, {-500, 0.02, -0.2, 0}} {
		if e, ok := l.Limit(c.effort, c.x, c.v, true); !ok || math.Abs(e-c.want) > 1e-9 {
			t.Errorf("%+v: %g N", c, e)
		}
	}
}
