package hardwaretest

import (
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

// Subject is a bus under test.
type Subject struct {
	Bus    hardware.Bus
	Period time.Duration // of the loop; default 1 ms
	// Wait, when it is set, is called after each cycle: for a bus behind which something runs in its own time.
	Wait func()
	// Joint is the joint to be moved; the zero value is the default of a loop.
	Joint *hardware.JointConfig
}

// pusher asks for one effort.
type pusher struct{ effort float64 }

func (p *pusher) Start(*hardware.Gripper)    {}
func (p *pusher) Update(g *hardware.Gripper) { g.Joint.Commanded = p.effort }
func (p *pusher) Stop(*hardware.Gripper)     {}

// conformanceCycles is how many cycles each part of the suite runs.
const conformanceCycles = 60

// Conform is the suite that any bus must pass: whatever carries the bytes, a loop over it is enabled, drives, halts, is reset and ends the
// same way, and what a bus does not provide stays empty.
func Conform(t *testing.T, s Subject) {
	t.Helper()
	if s.Period == 0 {
		s.Period = time.Millisecond
	}
	devices := s.Bus.Devices()
	if len(devices) == 0 {
		t.Fatal("no boards")
	}
	for i := range devices {
		if err := devices[i].Validate(); err != nil {
			t.Fatal(err)
		}
		if devices[i].Provided&hardware.HasEffortCommand == 0 {
			t.Fatalf("%s takes no effort", devices[i].Name)
		}
	}
	cfg := hardware.Config{Period: s.Period}
	if s.Joint != nil {
		cfg.Joints = []hardware.JointConfig{*s.Joint}
	}
	l, err := hardware.New(s.Bus, cfg)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Duration(0)
	run := func() {
		for range conformanceCycles {
			l.Step(now)
			now += s.Period
			if s.Wait != nil {
				s.Wait()
			}
		}
	}
	push := &pusher{}
	joint := l.Registry.Actuators.All()[0]
	if err := l.Manager.Load(hardware.Spec{Name: "push", Joint: firstJoint(l), Controller: push}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Manager.Request([]string{"push"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	run()
	if h := l.HaltState(); h.Halted {
		t.Fatalf("not enabled after %d cycles: %v", conformanceCycles, h)
	}
	st := &joint.State
	if st.Halted || !st.IsEnabled || st.SampleTimestamp <= 0 {
		t.Errorf("after the reset: %+v", *st)
	}
	before := st.SampleTimestamp
	push.effort = -20
	run()
	if st.SampleTimestamp <= before {
		t.Errorf("the board's clock stands at %v", st.SampleTimestamp)
	}
	if st.Commanded.Effort == 0 || st.Commanded.Current == 0 {
		t.Errorf("commanded %+v", st.Commanded)
	}
	missing(t, devices[0].Provided, st, l)
	if devices[0].Provided&hardware.HasCurrent != 0 && (st.Executed.Current == 0 || st.Executed.Effort*st.Commanded.Effort < 0) {
		t.Errorf("executed %+v of %+v", st.Executed, st.Commanded)
	}

	l.Halt()
	run()
	if h := l.HaltState(); h.Reason != hardware.ByRequest || st.IsEnabled || !st.Halted {
		t.Errorf("halted: %v, %+v", h, *st)
	}
	if st.Commanded.Effort != 0 {
		t.Errorf("halted, and commanded %+v", st.Commanded)
	}
	l.Reset()
	run()
	if h := l.HaltState(); h.Halted || !st.IsEnabled {
		t.Errorf("reset: %v, %+v", h, *st)
	}

	if err := s.Bus.Exchange(now, make([]byte, 1), make([]byte, 1)); err == nil {
		t.Error("frames of the wrong size are exchanged")
	}
	if err := l.Shutdown(); err != nil {
		t.Error(err)
	}
	out, in := make([]byte, hardware.CommandSize*len(devices)), 0
	for i := range devices {
		in += devices[i].Size()
	}
	if err := s.Bus.Exchange(now, out, make([]byte, in)); err == nil {
		t.Error("a closed bus exchanges frames")
	}
}

func firstJoint(l *hardware.Loop) (name string) {
	l.Snapshot(func(s *hardware.Snapshot) { name = s.Joints[0].Joint })
	return name
}

// missing checks that what a bus does not provide stays empty, and is reported.
func missing(t *testing.T, has hardware.Capability, st *hardware.ActuatorState, l *hardware.Loop) {
	t.Helper()
	if st.Provided != has {
		t.Errorf("provides %v, says %v", has.Names(), st.Provided.Names())
	}
	for _, c := range []struct {
		need  hardware.Capability
		empty bool
		what  string
	}{
		{hardware.HasCurrent, st.Executed == (hardware.Flow{}) && st.Measured == (hardware.Flow{}), "executed and measured current"},
		{hardware.HasVoltage, st.MotorVoltage == 0, "motor voltage"},
		{hardware.HasSwitch, !st.CalibrationReading && !st.CalibrationRisingEdgeValid && !st.CalibrationFallingEdgeValid && st.LastCalibrationRisingEdge == 0, "calibration switch"},
		{hardware.HasEncoderErrors, st.NumEncoderErrors == 0, "encoder errors"},
		{hardware.HasPressure, len(l.Registry.Pressure.All()) == 0, "pressure"},
		{hardware.HasAccelerometer, len(l.Registry.Accelerometers.All()) == 0, "accelerometer"},
	} {
		if has&c.need == 0 && !c.empty {
			t.Errorf("%s is filled, and is not provided", c.what)
		}
	}
}
