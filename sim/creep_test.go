package sim

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// General engines creep by 0.3 to 300 micrometres a second here; the limit is 0.01.
func TestCreepOfTheCapsule(t *testing.T) {
	res, err := Creep([]float64{12, 30, 60}, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range res {
		t.Logf("%+v", r)
		if !r.Held || r.CreepUmPerSec > 0.01 {
			t.Errorf("%+v", r)
		}
	}
	// The test can fail: with less grip than the weight needs, it is lost.
	if res, err = Creep([]float64{0.3}, 1); err != nil || res[0].Held {
		t.Errorf("held with 0.3 N: %+v, %v", res, err)
	}
}

// An hour in the hand, without drift.
func TestHourOfHolding(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("3.6 million steps")
	}
	w, err := CreepScene(12)
	if err != nil {
		t.Fatal(err)
	}
	steps(w, 2000)
	x := w.State.Bodies[0].X_WO
	steps(w, 3600*1000)
	y := w.State.Bodies[0].X_WO
	if d := r3.Norm(r3.Sub(y.P, x.P)); d > 1e-9 || x.R.Angle(y.R) > 1e-9 {
		t.Errorf("drifts by %g m and %g rad in an hour", d, x.R.Angle(y.R))
	}
}
