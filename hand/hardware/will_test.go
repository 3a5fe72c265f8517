package hardware_test

import (
	"math"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// keeper is a bus that remembers the last will.
type keeper struct {
	*hardwaretest.Fake
	kind hardware.WillKind
	cmd  hardware.Command
}

func (k *keeper) Keep(_ int, kind hardware.WillKind, cmd *hardware.Command) {
	k.kind, k.cmd = kind, *cmd
}

// willing is a controller with a will.
type willing struct {
	effort float64
	will   hardware.Will
}

func (*willing) Start(*hardware.Gripper) {}
func (*willing) Stop(*hardware.Gripper)  {}
func (w *willing) Update(g *hardware.Gripper) {
	g.Joint.Commanded, g.Joint.Will = w.effort, w.will
}

// The will of a controller reaches a bus that carries wills out, as the command that it is; a loop that has not decided says so, and a halted
// motor has none.
func TestWillReachesTheBus(t *testing.T) {
	k := &keeper{Fake: hardwaretest.NewFake("r_gripper_motor")}
	l, err := hardware.New(k, hardware.Config{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Duration(0)
	step := func(n int) {
		for range n {
			l.Step(now)
			now += l.Period()
		}
	}
	step(20)
	if k.kind != hardware.Undecided {
		t.Errorf("before a controller runs: %v", k.kind)
	}
	c := &willing{}
	if err := l.Manager.Load(hardware.Spec{Name: "c", Controller: c}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Manager.Request([]string{"c"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	step(5)
	if k.kind != hardware.Undecided {
		t.Errorf("a controller that has not decided: %v", k.kind)
	}
	c.will = hardware.Will{Kind: hardware.Hold, Effort: -16}
	step(3)
	g, err := l.Gripper("")
	if err != nil {
		t.Fatal(err)
	}
	d := hardware.PR2Drive()
	torque := d.Torque(-16, d.Motor(g.Joint.Gap))
	want := int16(-torque / d.TorqueConstant * 1000) // mA; the motor's sense is the encoder's reversed
	if k.kind != hardware.Hold || k.cmd.Mode != hardware.ModeEnable|hardware.ModeCurrent || k.cmd.Current < want-1 || k.cmd.Current > want+1 || want == 0 {
		t.Errorf("hold: %v %+v, want %d mA", k.kind, k.cmd, want)
	}
	c.will = hardware.Will{} // silence after a decision is none
	step(3)
	if k.kind != hardware.Nothing || k.cmd != (hardware.Command{}) {
		t.Errorf("silence: %v %+v", k.kind, k.cmd)
	}
	c.will = hardware.Will{Kind: hardware.Hold, Effort: math.NaN()}
	step(3)
	if k.kind != hardware.Nothing {
		t.Errorf("an effort that is no number: %v", k.kind)
	}
	c.will = hardware.Will{Kind: hardware.Hold, Effort: -1e9}
	step(3)
	if most := int16(d.MaxCurrent * 1000); k.cmd.Current > most || k.cmd.Current < -most || k.kind != hardware.Hold {
		t.Errorf("more than the motor has: %+v", k.cmd)
	}
	l.Halt()
	step(3)
	if k.kind != hardware.Nothing {
		t.Errorf("halted: %v", k.kind)
	}
}
