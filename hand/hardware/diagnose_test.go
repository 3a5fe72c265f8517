package hardware_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// diagnosis finds one by name.
func (b *bench) diagnosis(d *hardware.Diagnoser, name string) hardware.Diagnosis {
	b.t.Helper()
	var out hardware.Diagnosis
	b.loop.Snapshot(func(s *hardware.Snapshot) {
		for _, x := range d.Diagnose(s) {
			if x.Name == name {
				out = x
			}
		}
	})
	if out.Name == "" {
		b.t.Fatalf("nothing is said of %s", name)
	}
	return out
}

func value(d hardware.Diagnosis, key string) string {
	for _, kv := range d.Values {
		if kv.Key == key {
			return kv.Value
		}
	}
	return "(missing)"
}

func TestHW43_PressureDiagnostics(t *testing.T) {
	fill := func(cells []uint16, v uint16) {
		for i := range cells {
			cells[i] = v
		}
	}
	for name, c := range map[string]struct {
		change func(b *hardwaretest.Board)
		level  hardware.Level
		text   string
	}{
		"all good":       {func(*hardwaretest.Board) {}, hardware.OK, "OK"},
		"one dead":       {func(b *hardwaretest.Board) { b.Left[3] = 0 }, hardware.Warn, "damaged"},
		"one full":       {func(b *hardwaretest.Board) { b.Right[3] = 0xFFFF }, hardware.Warn, "damaged"},
		"left not there": {func(b *hardwaretest.Board) { fill(b.Left, 0) }, hardware.Warn, "left finger may not be connected"},
		"none there":     {func(b *hardwaretest.Board) { fill(b.Left, 0xFFFF); fill(b.Right, 0) }, hardware.Warn, "sensors may not be connected"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			board := b.fake.Boards[0]
			fill(board.Left, 3000)
			fill(board.Right, 3000)
			c.change(board)
			b.ready()
			var d hardware.Diagnoser
			got := b.diagnosis(&d, "Pressure sensors (r_gripper_motor)")
			if got.Level != c.level || !strings.Contains(got.Message, c.text) || value(got, "Data size") != "94" {
				t.Errorf("%+v", got)
			}
		})
	}
	f := hardwaretest.NewFake(actuator)
	b := benchOn(t, f, &hardwaretest.Faulty{Bus: f, Edit: func(n uint64, in []byte) { in[70] ^= 1 }}, hardware.Config{})
	b.run(10)
	var d hardware.Diagnoser
	if got := b.diagnosis(&d, "Pressure sensors (r_gripper_motor)"); got.Level != hardware.Error || value(got, "Checksum error count") != "10" {
		t.Errorf("%+v", got)
	}
}

func TestDiagnosesOfFaults(t *testing.T) {
	var d hardware.Diagnoser
	b := newBench(t).ready()
	if got := b.diagnosis(&d, "EtherCAT Master"); got.Level != hardware.OK || value(got, "Motors halted") != "false" || value(got, "Max PD Retries") != "20" {
		t.Errorf("%+v", got)
	}
	dev := b.diagnosis(&d, "EtherCAT Device (r_gripper_motor)")
	if dev.Level != hardware.OK || dev.HardwareID != "68-05006-00000" || value(dev, "Calibration Status") != "No calibration" || value(dev, "Mode") != "ENABLE, CURRENT" ||
		value(dev, "Calibration reading") != "not provided" || value(dev, "SW Max Current") != "0.204" {
		t.Errorf("%+v", dev)
	}
	if got := b.diagnosis(&d, "Joint (r_gripper_joint)"); got.Level != hardware.Warn || got.Message != "Uncalibrated" || value(got, "Max Position") != "N/A" {
		t.Errorf("%+v", got)
	}
	if got := b.diagnosis(&d, "Controller (No controllers)"); got.Level != hardware.OK {
		t.Errorf("%+v", got)
	}
	b.fake.Boards[0].Status.EncoderErrors = 3
	b.run(1)
	if got := b.diagnosis(&d, "EtherCAT Device (r_gripper_motor)"); got.Level != hardware.Warn || !strings.Contains(got.Message, "Encoder errors detected") || value(got, "Num encoder_errors") != "3" {
		t.Errorf("%+v", got)
	}
	b.fake.Boards[0].Status.EncoderCount += 5_000_000 // a jump gives no number that is none, and is told
	b.run(1)
	if got := b.diagnosis(&d, "EtherCAT Device (r_gripper_motor)"); !strings.Contains(got.Message, "Encoder count jumped") || value(got, "Encoder jumps") != "1" {
		t.Errorf("%+v", got)
	}
	if j := b.gripper("").Joint; math.IsNaN(j.Gap-j.Gap) || math.IsNaN(j.Speed-j.Speed) || j.Gap > 0.2 {
		t.Errorf("after a jump: gap %v, speed %v", j.Gap, j.Speed)
	}
	b.start("bad", &push{effort: math.NaN()})
	b.run(10)
	if got := b.diagnosis(&d, "Controller (bad)"); got.Level != hardware.Warn || !strings.Contains(got.Message, "not a number") {
		t.Errorf("%+v", got)
	}
	if got := b.diagnosis(&d, "Joint (r_gripper_joint)"); !strings.Contains(got.Message, "were not numbers") {
		t.Errorf("%+v", got)
	}
	b.loop.Halt()
	b.run(2)
	if got := b.diagnosis(&d, "EtherCAT Master"); got.Level != hardware.Error || got.Message != "Motors halted soon after reset (service request)" || value(got, "Halt motors service count") != "1" {
		t.Errorf("%+v", got)
	}
	// A bus that has died: the joint says so after three seconds.
	b.fake.Boards[0].Tick = 0
	for range 40 {
		b.now += 100 * time.Millisecond
		b.run(1)
		b.diagnosis(&d, "Joint (r_gripper_joint)")
	}
	if got := b.diagnosis(&d, "Joint (r_gripper_joint)"); got.Level != hardware.Error || !strings.Contains(got.Message, "No update for") {
		t.Errorf("%+v", got)
	}
}

func TestAccelerometerDiagnosis(t *testing.T) {
	for perCycle, want := range map[uint8]hardware.Level{1: hardware.Warn, 3: hardware.OK} {
		b := newBench(t)
		b.fake.Boards[0].Move = func(b *hardwaretest.Board, _ hardware.Command) { b.Status.AccelCount += perCycle }
		b.ready()
		var d hardware.Diagnoser
		b.diagnosis(&d, "Accelerometer (r_gripper_motor)")
		b.run(1000)
		got := b.diagnosis(&d, "Accelerometer (r_gripper_motor)")
		if got.Level != want || value(got, "Accelerometer range") != "+/-8 G" || value(got, "Accelerometer bandwidth") != "1500 Hz" {
			t.Errorf("%d samples a cycle: %+v", perCycle, got)
		}
	}
}

func TestOverrunDiagnosis(t *testing.T) {
	_, s := runFor(t, 900, func(n int) time.Duration {
		if n >= 100 && n < 124 && n%2 == 0 {
			return 1300 * time.Microsecond
		}
		return 0
	})
	var d hardware.Diagnoser
	for _, x := range d.Diagnose(s) {
		if x.Name == "Realtime Control Loop" && (x.Level != hardware.Warn || value(x, "Control Loop Overruns") != "12") {
			t.Errorf("%+v", x)
		}
	}
}
