package hardware

import (
	"math"
	"testing"
)

func TestHW41_Heating(t *testing.T) {
	th := PR2GripperMotor().Thermal
	h := InitialHeat()
	for i := 1; i <= 100_000; i++ {
		h.Step(&th, 2.339, 1e-3)
		switch i {
		case 10_000:
			if math.Abs(h.Winding-62.128) > 0.01 || math.Abs(h.Housing-60.045) > 0.01 {
				t.Errorf("after 10 s: %v", h)
			}
		case 100_000:
			if math.Abs(h.Winding-66.053) > 0.01 || math.Abs(h.Housing-61.453) > 0.01 {
				t.Errorf("after 100 s: %v", h)
			}
		}
	}
	for seconds, want := range map[float64][2]float64{100: {60.039, 59.410}, 30_000: {30, 30}} {
		h := Heat{Winding: 100, Housing: 60, Ambient: 30}
		h.Cool(&th, seconds)
		if math.Abs(h.Winding-want[0]) > 1e-3 || math.Abs(h.Housing-want[1]) > 1e-3 {
			t.Errorf("%g s without power: %v, want %v", seconds, h, want)
		}
	}
	h = InitialHeat() // an hour of stall
	for range 3600 * 100 {
		h.Step(&th, 2.339, 0.01)
	}
	if h.Winding > 85 || h.Overheated {
		t.Errorf("an hour of stall: %v", h)
	}
	h.Step(&th, 1e6, 1) // nothing of the kind can happen to it, but if
	if !h.Overheated || !h.Hot(&th) {
		t.Errorf("%v", h)
	}
	before := h
	h.Step(&th, math.NaN(), 1)
	h.Step(&th, 1, math.NaN())
	if h != before {
		t.Error("not a number changes the temperature")
	}
}

func TestHW42_MotorModel(t *testing.T) {
	d := PR2GripperDevice("m")
	trips := func(ratio float64) (at, warned int) {
		var m motorModel
		// A standing motor without current: the allowed difference is 4 V, so a supply of 4 V times the ratio at full bridge is the ratio.
		s := ModelSample{Supply: -4 * ratio, PWM: 1}
		m.measured.y = 0
		s.Voltage = -4 * ratio // the measured voltage agrees with the board's
		for i := 1; i <= 2000; i++ {
			m.step(&d, &s)
			if warned == 0 && m.warns(&d) {
				warned = i
			}
			if m.verdict(&d) == MotorFault {
				return i, warned
			}
		}
		return 0, warned
	}
	for ratio, want := range map[float64]int{2: 39, 1.5: 59, 1.2: 93, 0.9: 0} {
		at, warned := trips(ratio)
		if at != want {
			t.Errorf("ratio %g trips on sample %d, want %d", ratio, at, want)
		}
		if ratio > 0.7 && warned == 0 {
			t.Errorf("ratio %g gives no warning", ratio)
		}
	}
	if at, warned := trips(0.69); at != 0 || warned != 0 {
		t.Errorf("ratio 0.69: %d, %d", at, warned)
	}
	// A motor that is disabled is not judged.
	b := board{dev: d, act: &Actuator{}, line: &DigitalOut{}, began: true, heat: InitialHeat()}
	b.status.SupplyVoltage = 7200
	s := Status{Mode: ModeOff, PWM: 0x2000, MotorVoltage: -3000, BoardTemperature: 35 * 128}
	for range 5000 {
		if !b.watchMotor(&s, 1e-3) {
			t.Fatal("a disabled motor trips")
		}
	}
	s.Mode = ModeEnable
	for range 200 {
		if !b.watchMotor(&s, 1e-3) {
			if b.why != MotorFault {
				t.Errorf("%v", b.why)
			}
			return
		}
	}
	t.Error("an enabled motor with the same readings does not trip")
}
