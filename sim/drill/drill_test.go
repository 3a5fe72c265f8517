package drill

import (
	"bytes"
	"image/png"
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

func TestDrill(t *testing.T) {
	r, err := Run(1)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Phase{}
	for _, p := range r.Phases {
		by[p.Name] = p
		t.Logf("%-14s %6.2f s: gap %.2f mm, %.1f N, %v", p.Name, p.End.Seconds(), p.Gap*1e3, p.Effort, p.Halt)
	}
	if p := by["open"]; math.Abs(p.Gap-0.088) > 2e-3 || p.State.Halted || p.State.Calibration != hardware.Restored {
		t.Errorf("open: %+v", p)
	}
	if p := by["close by touch"]; math.Abs(p.Gap-0.038) > 3e-3 || p.Effort > -1 {
		t.Errorf("close: %+v", p)
	}
	if p := by["stall"]; math.Abs(p.State.Commanded.Current) <= 0.204 || math.Abs(p.State.Executed.Current) < 0.19 {
		t.Errorf("stall: %+v", p)
	}
	if p := by["halt"]; !p.State.Halted || p.State.IsEnabled || p.Halt == "" || p.State.Commanded.Effort != 0 {
		t.Errorf("halt: %+v", p)
	}
	if p := by["reset"]; p.State.Halted || !p.State.IsEnabled || p.Halt != "" || p.State.Commanded.Effort != 0 {
		t.Errorf("reset: %+v: the hand must come back without effort", p)
	}
	if p := by["calibrate"]; p.State.Calibration != hardware.ByController || r.Calibration.Phase != hardware.CalDone || math.Abs(p.State.ZeroOffset+4711.0/1200*2*math.Pi) > 0.1 {
		t.Errorf("calibrate: %v, %+v", r.Calibration, p)
	}
	b, err := r.Picture()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := png.Decode(bytes.NewReader(b)); err != nil {
		t.Error(err)
	}
	again, err := Run(1)
	if err != nil || len(again.Samples) != len(r.Samples) || again.Samples[len(again.Samples)-1] != r.Samples[len(r.Samples)-1] {
		t.Error("the same seed gives another drill")
	}
	if _, err := (&Report{}).Picture(); fault.KindOf(err) != fault.Invalid {
		t.Errorf("an empty report: %v", err)
	}
}
