package hardware_test

import (
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/hardware/hardwaretest"
)

// at puts a calibrated joint at a gap and speed (motor rad/s).
func at(b *bench, gap, speed float64) {
	board := b.fake.Boards[0]
	tr := hardware.PR2Transmission()
	board.Status.EncoderCount = int32(math.Round(tr.Motor(gap) / (2 * math.Pi) * 1200))
	b.run(1)
	board.Status.EncoderCount += int32(math.Round(speed / (2 * math.Pi) * 1200 * 1e-3))
	b.run(1)
}

func calibrated(t *testing.T) *bench {
	f := hardwaretest.NewFake(actuator)
	f.Boards[0].Memory = hardware.EncodeOffset(0)
	return benchOn(t, f, nil, hardware.Config{SkipMotorModel: true})
}

func TestHW22_FingersAtMotorZero(t *testing.T) {
	b := calibrated(t)
	b.run(1)
	j := b.gripper("").Joint
	if !near(j.Gap, 1.304218e-7, 1e-5) {
		t.Errorf("gap %v", j.Gap)
	}
	for i, f := range j.Fingers {
		if !near(f.Position, 0.0020968, 1e-5) {
			t.Errorf("finger %d at %v rad", i, f.Position)
		}
	}
}

func TestHW23_EffortBothWays(t *testing.T) {
	tr := hardware.PR2Transmission()
	motor := tr.Motor(0.04)
	for f, want := range map[float64]float64{10: 6.494863e-4, 50: 3.247431e-3, 100: 6.494863e-3} {
		tau := tr.Torque(f, motor)
		if !near(tau, want, 1e-6) || math.Abs(tr.Effort(tau, motor)-f) > 1e-4 {
			t.Errorf("%v N are %v Nm, and back %v N", f, tau, tr.Effort(tau, motor))
		}
	}
	// Through the chain: what a controller asks, the motor is told, in the next cycle.
	b := calibrated(t)
	p := &push{effort: 50}
	b.start("push", p)
	b.ready()
	at(b, 0.04, 0)
	b.run(2)
	if got := b.state().Commanded.Effort; !near(got, 3.247431e-3, 1e-5) {
		t.Errorf("commanded %v Nm", got)
	}
	b.run(1)
	if got := b.gripper("").Joint.Effort; math.Abs(got-50) > 1 { // whole counts of a milliampere are 0.94 N
		t.Errorf("measured %v N", got)
	}
}

func TestHW24_Speeds(t *testing.T) {
	tr := hardware.PR2Transmission()
	motor := tr.Motor(0.04)
	if v := 100 * tr.Slope(motor); !near(v, 6.494863e-3, 1e-6) {
		t.Errorf("gap at %v m/s", v)
	}
	if v := 100 * tr.FingerSlope(motor); !near(v, 0.03700961, 1e-6) {
		t.Errorf("finger at %v rad/s", v)
	}
	b := calibrated(t)
	at(b, 0.04, 2*math.Pi*10) // 12 counts in a millisecond
	j := b.gripper("").Joint
	if !near(j.Speed, 2*math.Pi*10*6.494863e-5, 1e-3) || !near(j.Fingers[1].Velocity, 2*math.Pi*10*3.700961e-4, 1e-3) {
		t.Errorf("speed %v, finger %v", j.Speed, j.Fingers[1].Velocity)
	}
}

func TestHW26_LimitsInTheChain(t *testing.T) {
	b := calibrated(t)
	p := &push{effort: 900}
	b.start("push", p)
	b.ready()
	at(b, 0.086, 0)
	b.run(1)
	j := b.gripper("").Joint
	if math.Abs(j.Commanded-200) > 1 || j.Asked != 900 {
		t.Errorf("near the end: %v of %v N", j.Commanded, j.Asked)
	}
	b.loop.Snapshot(func(s *hardware.Snapshot) {
		if !s.Joints[0].Stats.LimitsHit {
			t.Error("the limit acted and is not reported")
		}
	})
	// Without calibration there is no position to be limited.
	u := newBench(t)
	u.start("push", &push{effort: 900})
	u.ready()
	at(u, 0.09, 0)
	u.run(1)
	if got := u.gripper("").Joint.Commanded; got != 900 {
		t.Errorf("uncalibrated: %v N", got)
	}
	// A joint without limits has none.
	f := hardwaretest.NewFake(actuator)
	n := benchOn(t, f, nil, hardware.Config{SkipMotorModel: true, Joints: []hardware.JointConfig{{Name: "j", Actuator: actuator, Transmission: hardware.PR2Transmission()}}})
	n.start("push", &push{effort: 5000})
	n.ready()
	if got := n.gripper("").Joint.Commanded; got != 5000 {
		t.Errorf("without limits: %v N", got)
	}
	// A position that is not a number gives no effort and is counted.
	b.state().ZeroOffset = math.NaN()
	b.run(2)
	b.loop.Snapshot(func(s *hardware.Snapshot) {
		if s.Joints[0].Commanded != 0 || s.Joints[0].Fault.NotFinite == 0 {
			t.Errorf("%+v", s.Joints[0])
		}
	})
	if c := b.fake.Boards[0].Commands[len(b.fake.Boards[0].Commands)-1]; c.Current != 0 {
		t.Errorf("%+v goes out", c)
	}
}

const urdf = `<robot name="pr2">
  <joint name="r_gripper_joint" type="prismatic">
    <limit effort="1000.0" lower="0.0" upper="0.09" velocity="0.2"/>
    <safety_controller k_position="20.0" k_velocity="5000.0" soft_lower_limit="-0.01" soft_upper_limit="0.088"/>
  </joint>
  <transmission name="r_gripper_trans" type="pr2_mechanism_model/PR2GripperTransmission">
    <actuator name="r_gripper_motor"/>
    <gap_joint L0="0.0375528" a="0.0683698" b="0.0433849" gear_ratio="40.095" h="0.0" mechanical_reduction="1.0" name="r_gripper_joint" phi0="29.7089" r="0.0915" screw_reduction="0.004" t0="-0.0001914" theta0="3.6029"/>
  </transmission>
  <transmission name="x" type="pr2_mechanism_model/SimpleTransmission"><actuator name="a"/></transmission>
</robot>`

func TestHW27_TransmissionAttributes(t *testing.T) {
	g, err := hardware.ReadURDF([]byte(urdf))
	if err != nil || len(g) != 1 || len(g[0].Warnings) != 0 {
		t.Fatalf("%+v, %v", g, err)
	}
	want := hardware.PR2Transmission()
	got := g[0].Joint.Transmission
	if math.Abs(got.Gap(500)-want.Gap(500)) > 1e-12 || g[0].Joint.Actuator != actuator || *g[0].Joint.Limit != hardware.PR2GapLimit() {
		t.Errorf("%+v", g[0])
	}
	if _, err := hardware.ReadURDF([]byte(strings.Replace(urdf, `mechanical_reduction="1.0"`, "", 1))); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "mechanical_reduction") {
		t.Errorf("without mechanical_reduction: %v", err)
	}
	g, err = hardware.ReadURDF([]byte(strings.Replace(urdf, `screw_reduction="0.004"`, "", 1)))
	if err != nil || g[0].Joint.Transmission.Screw != 0.002 || len(g[0].Warnings) != 1 || !strings.Contains(g[0].Warnings[0], "screw_reduction") {
		t.Errorf("without screw_reduction: %+v, %v", g, err)
	}
	for name, text := range map[string]string{
		"not a number": strings.Replace(urdf, `gear_ratio="40.095"`, `gear_ratio="many"`, 1), "NaN": strings.Replace(urdf, `a="0.0683698"`, `a="NaN"`, 1),
		"cut off": urdf[:len(urdf)/2], "limit that is no number": strings.Replace(urdf, `velocity="0.2"`, `velocity="fast"`, 1),
		"reduction of 0": strings.Replace(urdf, `mechanical_reduction="1.0"`, `mechanical_reduction="0"`, 1),
	} {
		if _, err := hardware.ReadURDF([]byte(text)); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzURDF(f *testing.F) {
	f.Add([]byte(urdf))
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := hardware.ReadURDF(b)
		if err != nil {
			return
		}
		for _, g := range g {
			if err := g.Joint.Transmission.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
