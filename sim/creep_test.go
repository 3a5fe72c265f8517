package sim

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
)

// General engines creep by 0.3 to 300 micrometres a second here; the limit is 0.01.
func TestProofCreepOfTheCapsule(t *testing.T) {
	res, err := Creep([]float64{12, 30, 60}, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range res {
		atMost(t, fmt.Sprintf("capsule of 45 g held with %g N: creep", r.LoadN), r.CreepUmPerSec, 0.01, "um/s")
		if !r.Held {
			t.Errorf("%+v", r)
		}
	}
	// The test can fail: with less grip than the weight needs, it is lost.
	if res, err = Creep([]float64{0.3}, 1); err != nil || res[0].Held {
		t.Errorf("held with 0.3 N: %+v, %v", res, err)
	}
}

// An hour in the hand, without drift.
func TestProofHourOfHolding(t *testing.T) {
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
	atMost(t, "an hour in the hand: drift", r3.Norm(r3.Sub(y.P, x.P))+x.R.Angle(y.R), 1e-9, "m, rad")
}
