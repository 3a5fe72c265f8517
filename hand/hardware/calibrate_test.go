package hardware_test

import (
	"math"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// flagBoard is a board with a switch whose motor follows the sign of its current, a count a cycle for each 5 mA.
func flagBoard(edge float64) *hardwaretest.Board {
	d := hardware.PR2GripperDevice("flag_motor")
	d.Status, d.Cells = hardware.BaseStatus, 0
	d.Provided = d.Provided&^(hardware.HasPressure|hardware.HasAccelerometer) | hardware.HasSwitch
	b := hardwaretest.NewBoard(d)
	place := 0.0 // rad
	high := false
	b.Move = func(b *hardwaretest.Board, c hardware.Command) {
		place -= 400 * float64(c.Current) * 1e-3 * 1e-3 // rad: 0.4 rad a cycle for an ampere
		if now := place > edge; now != high {
			high = now
			// The board latches between its samples: the very place of the edge.
			if at := int32(math.Round(edge / (2 * math.Pi) * 1200)); high {
				b.Status.RisingEdge = at
				b.Status.Calibration |= 1 << 3
			} else {
				b.Status.FallingEdge = at
				b.Status.Calibration |= 1 << 2
			}
		}
		b.Status.Calibration &^= 1
		if high {
			b.Status.Calibration |= 1
		}
		b.Status.EncoderCount = int32(math.Round(place / (2 * math.Pi) * 1200))
	}
	return b
}

func TestHW32_CalibrationByASwitch(t *testing.T) {
	const edge = 10.0
	p := hardware.DefaultCalibration()
	p.Velocity = 0.01
	newFlag := func() (*bench, *hardware.SwitchCalibration) {
		f := &hardwaretest.Fake{Boards: []*hardwaretest.Board{flagBoard(edge)}}
		b := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true, Joints: []hardware.JointConfig{{Name: "flag_joint", Actuator: "flag_motor", Transmission: hardware.PR2Transmission()}}})
		c := hardware.NewSwitchCalibration(p, 0)
		b.start("calibration", c)
		return b, c
	}
	b, c := newFlag()
	for i := 0; i < 60000 && !c.Status().Done(); i++ {
		b.run(1)
	}
	st := b.state()
	at := st.Position + st.ZeroOffset
	if c.Status().Phase != hardware.CalDone || math.Abs(st.ZeroOffset-10) > 0.003 || st.Calibration != hardware.ByController {
		t.Fatalf("%v, offset %v", c.Status(), st.ZeroOffset)
	}
	if at-10 < 0.01 {
		t.Errorf("sampled at %v rad: the test cannot tell the edge from the sample", at)
	}
	// Starting above the switch: first away from it, then back.
	f := &hardwaretest.Fake{Boards: []*hardwaretest.Board{flagBoard(-1)}}
	high := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true, Joints: []hardware.JointConfig{{Name: "flag_joint", Actuator: "flag_motor", Transmission: hardware.PR2Transmission()}}})
	c = hardware.NewSwitchCalibration(p, 0.5)
	high.start("calibration", c)
	phases := map[hardware.CalibrationPhase]bool{}
	for i := 0; i < 60000 && !c.Status().Done(); i++ {
		high.run(1)
		phases[c.Status().Phase] = true
	}
	if !phases[hardware.CalMovingToLow] || c.Status().Phase != hardware.CalDone || math.Abs(high.state().ZeroOffset+1.5) > 0.003 {
		t.Errorf("%v by way of %v, offset %v", c.Status(), phases, high.state().ZeroOffset)
	}

	// Pushed over the switch the wrong way: it begins anew at once, and waits for nothing.
	b, c = newFlag()
	board := b.fake.Boards[0]
	for c.Status().Phase != hardware.CalMovingToHigh {
		b.run(1)
	}
	board.Move = func(b *hardwaretest.Board, _ hardware.Command) {
		b.Status.EncoderCount -= 100
		b.Status.Calibration |= 1 | 1<<3
	}
	b.run(1)
	if s := c.Status(); s.Phase != hardware.CalBeginning {
		t.Errorf("pushed the wrong way: %v", s)
	}
	b.run(2)
	if s := c.Status(); s.Phase != hardware.CalMovingToLow {
		t.Errorf("then: %v", s)
	}

	// A board without a switch has no such calibration.
	n := newBench(t)
	c = hardware.NewSwitchCalibration(p, 0)
	n.start("calibration", c)
	n.run(2)
	if s := c.Status(); s.Failure != hardware.CalNoSwitch {
		t.Errorf("without a switch: %v", s)
	}

	// A switch that never comes.
	b, c = newFlag()
	b.fake.Boards[0].Move = nil
	b.step = 10 * time.Millisecond
	for i := 0; i < 4000 && !c.Status().Done(); i++ {
		b.run(1)
	}
	if s := c.Status(); s.Failure != hardware.CalTimeout {
		t.Errorf("no edge: %v", s)
	}
}
