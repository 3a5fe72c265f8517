package sim

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
)

// calibrate starts a calibration on a rig and runs until it has ended.
func (r *rig) calibrate(c *hardware.GripperCalibration, most time.Duration) hardware.CalibrationStatus {
	r.t.Helper()
	r.start("calibration", c)
	r.run(most, func() bool { return c.Status().Done() })
	return c.Status()
}

func stopped(g *Gripper) { g.ClosedStop = true }

// known is a board that remembers the zero of an earlier run, with an encoder that was somewhere when it was powered on.
var known = BusModel{Calibrated: true, RawOffset: -1234}

func TestHW28_CalibrationAgainstTheStop(t *testing.T) {
	r := newRig(t, 0, known, stopped)
	r.bus.World().SetGap(0.050)
	p := hardware.DefaultCalibration()
	p.Force = true
	c := hardware.NewGripperCalibration(p)
	begin := r.now
	st := c.Status()
	if st = r.calibrate(c, 20*time.Second); st.Phase != hardware.CalDone {
		t.Fatalf("%v, %v", st, r.loop.HaltState())
	}
	took := (r.now - begin).Seconds()
	d := r.bus.World().Model.Gripper.Drive
	truth := d.Motor(r.bus.World().State.Gap) + d.Angle(known.RawOffset)
	if took < 7.2 || took > 8.5 {
		t.Errorf("took %.2f s, want 7.2 to 8.5", took)
	}
	if off := math.Abs(st.Zero - truth); off > 0.016 {
		t.Errorf("zero at %v rad, the drive stands at %v: %.1f counts off", st.Zero, truth, off/0.005236)
	}
	r.run(2*time.Millisecond, nil)
	g := r.gripper()
	if s := &g.Actuator.State; s.Calibration != hardware.ByController || math.Abs(s.Position) > 0.00524*1.01 || math.Abs(g.Joint.Gap) > 1e-5 || !g.Joint.Calibrated {
		t.Errorf("position %v rad, gap %v m, %v", s.Position, g.Joint.Gap, s.Calibration)
	}
	t.Logf("calibrated in %.3f s (%d cycles), %.2f counts from where the drive stands", took, st.Cycles, math.Abs(st.Zero-truth)/0.005236)

	// Without a zero to compare with, the hand opens to verify.
	r = newRig(t, 0, BusModel{RawOffset: 400}, stopped)
	c = hardware.NewGripperCalibration(hardware.DefaultCalibration())
	if st := r.calibrate(c, 30*time.Second); st.Phase != hardware.CalDone || st.Travel < 0.085 || st.Travel > 0.089 {
		t.Errorf("%v, travel %v", st, st.Travel)
	}
	t.Logf("without an earlier zero: %.2f s", r.now.Seconds())
}

func TestHW29_AlreadyCalibrated(t *testing.T) {
	r := newRig(t, 0, BusModel{Calibrated: true, RawOffset: 2349}, stopped) // 12.3 rad
	r.run(50*time.Millisecond, nil)
	c := hardware.NewGripperCalibration(hardware.DefaultCalibration())
	g := r.gripper()
	if !c.Calibrated(g) || math.Abs(g.Actuator.State.ZeroOffset-12.3) > 0.01 {
		t.Errorf("offset %v, calibrated %v", g.Actuator.State.ZeroOffset, c.Calibrated(g))
	}
	before := g.Joint.Gap
	r.run(500*time.Millisecond, nil)
	if math.Abs(g.Joint.Gap-before) > 1e-6 {
		t.Error("the hand moved")
	}
	p := hardware.DefaultCalibration()
	p.Force = true
	if c := hardware.NewGripperCalibration(p); c.Calibrated(g) {
		t.Error("force_calibration changes nothing")
	}
	r.start("calibration", c)
	r.run(2*time.Millisecond, nil)
	if s := g.Actuator.State; s.Calibration != hardware.Uncalibrated || s.ZeroOffset != 0 {
		t.Errorf("starting does not clear: %v, %v", s.Calibration, s.ZeroOffset)
	}
}

func TestHW30_ObjectBetweenTheFingers(t *testing.T) {
	stiff := func(g *Gripper) { g.ClosedStop, g.FingerStiffness = true, 2e5 }
	for name, k := range map[string]struct {
		board     BusModel
		hand      func(*Gripper)
		minTravel float64
	}{
		"zero known": {known, stiff, 0.080}, "zero unknown": {BusModel{RawOffset: 77}, stiff, 0.080},
		// Fingers that flex by a centimetre under the pressing hide most of the object: then the bound must be near the stroke.
		"soft fingers": {known, stopped, 0.086},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, 0.020, k.board, k.hand)
			p := hardware.DefaultCalibration()
			p.Force, p.MinTravel = true, k.minTravel
			c := hardware.NewGripperCalibration(p)
			st := r.calibrate(c, 60*time.Second)
			if st.Phase != hardware.CalFailed || st.Failure != hardware.CalObstructed || st.Travel >= k.minTravel {
				t.Errorf("%v, travel %v", st, st.Travel)
			}
			r.run(5*time.Millisecond, nil)
			if s := r.gripper().Actuator.State; s.Calibration != hardware.Uncalibrated || s.ZeroOffset != 0 {
				t.Errorf("%v, %v", s.Calibration, s.ZeroOffset)
			}
		})
	}
}

func TestHW31_HaltedAndNeverStopping(t *testing.T) {
	r := newRig(t, 0, known, stopped)
	r.bus.World().SetGap(0.03)
	p := hardware.DefaultCalibration()
	p.Force = true
	c := hardware.NewGripperCalibration(p)
	r.start("calibration", c)
	r.run(time.Second, func() bool { return c.Status().Phase == hardware.CalClosing })
	r.run(100*time.Millisecond, nil)
	r.loop.Halt()
	r.run(3*time.Second, nil)
	if st := c.Status(); st.Phase != hardware.CalClosing {
		t.Errorf("halted, it went on: %v", st)
	}
	r.loop.Reset()
	if !r.run(20*time.Second, func() bool { return c.Status().Done() }) || c.Status().Phase != hardware.CalDone {
		t.Errorf("after a reset: %v", c.Status())
	}

	// Halted for good: it gives up.
	r = newRig(t, 0, known, stopped)
	c = hardware.NewGripperCalibration(p)
	r.start("calibration", c)
	r.run(200*time.Millisecond, nil)
	r.loop.Halt()
	r.run(31*time.Second, nil)
	if st := c.Status(); st.Failure != hardware.CalTimeout {
		t.Errorf("halted for 31 s: %v", st)
	}

	// A drive that never stops: the tolerance is below what the encoder shows.
	r = newRig(t, 0, known, nil)
	q := p
	q.Timeout = 2
	c = hardware.NewGripperCalibration(q)
	if st := r.calibrate(c, 3*time.Second); st.Failure != hardware.CalTimeout || !strings.Contains(st.String(), "in time") {
		t.Errorf("never stopping: %v", st)
	}

	// A motor that does not move the hand.
	r = newRig(t, 0, known, func(g *Gripper) { g.Friction = 1000 })
	c = hardware.NewGripperCalibration(p)
	if st := r.calibrate(c, 10*time.Second); st.Failure != hardware.CalNoMotion {
		t.Errorf("stuck: %v", st)
	}
}

func TestHW34_RestartWithASavedOffset(t *testing.T) {
	r := newRig(t, 0, known, nil)
	if s := r.gripper().Actuator.State; s.Calibration != hardware.Restored || s.ZeroOffset == 0 {
		t.Errorf("%v, %v", s.Calibration, s.ZeroOffset)
	}
	for name, change := range map[string]func(*[hardware.MemorySize]byte){
		"corrupt": func(b *[hardware.MemorySize]byte) { b[7] ^= 1 }, "version 2": func(b *[hardware.MemorySize]byte) { b[0] = 2 }, "empty": func(b *[hardware.MemorySize]byte) { clear(b[:]) },
	} {
		r := newRig(t, 0, known, nil)
		change(&r.bus.Record)
		l, err := hardware.New(r.bus, hardware.Config{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := l.Registry.Actuators.Get("r_gripper_motor")
		if err != nil || a.State.Calibration != hardware.Uncalibrated || a.State.ZeroOffset != 0 {
			t.Errorf("%s: %v, %v, %v", name, a.State.Calibration, a.State.ZeroOffset, err)
		}
	}
	// A true zero of exactly 0 rad is a calibration all the same.
	r = newRig(t, 0, BusModel{Calibrated: true}, nil)
	if s := r.gripper().Actuator.State; s.Calibration != hardware.Restored || s.ZeroOffset != 0 {
		t.Errorf("%v, %v", s.Calibration, s.ZeroOffset)
	}
}

func TestHW25_Saturation(t *testing.T) {
	r := newRig(t, 0.04, BusModel{Calibrated: true}, nil)
	law := &ask{}
	r.start("ask", law)
	r.run(50*time.Millisecond, nil)
	law.effort = -300
	g := r.gripper()
	r.run(5*time.Second, nil)
	st := &g.Actuator.State
	// At 0.040 m, 203 counts of a milliampere are 191.60 N; here the hand has squeezed the object, so compare at its own gap.
	d := r.bus.World().Model.Gripper.Drive
	want := -d.Effort(0.203*d.TorqueConstant, st.Position)
	if st.Executed.Current != 0.203 || math.Abs(g.Joint.Effort-want) > 0.01 {
		t.Errorf("executed %v A, measured %v N, want %v", st.Executed.Current, g.Joint.Effort, want)
	}
	if at := d.Effort(0.203*d.TorqueConstant, d.Motor(0.04)); math.Abs(at-191.60) > 0.01 {
		t.Errorf("203 counts at 0.040 m are %v N", at)
	}
	if ideal := d.Effort(d.MaxCurrent*d.TorqueConstant, d.Motor(0.04)); math.Abs(ideal-192.54) > 0.01 {
		t.Errorf("an ideal scale gives %v N", ideal)
	}
	if math.Abs(st.Commanded.Current) <= 0.204 {
		t.Errorf("commanded %v A: a request is not clamped", st.Commanded.Current)
	}
}

// ask is a controller that asks for one effort.
type ask struct{ effort float64 }

func (a *ask) Start(*hardware.Gripper)    {}
func (a *ask) Update(g *hardware.Gripper) { g.Joint.Commanded = a.effort }
func (a *ask) Stop(*hardware.Gripper)     {}

// A target beyond the end is stopped by the soft limit. The sheet has 0.0875 to 0.088 m; here the hand comes to rest up to 0.07 mm past
// the bound: the limit pushes back with 100 N for a millimetre, and 7 N of friction hold against it.
func TestHW38_TargetBeyondTheEnd(t *testing.T) {
	r := newRig(t, 0, BusModel{Calibrated: true, RawOffset: 99}, func(g *Gripper) { g.Stroke = 0.09 })
	r.bus.World().SetGap(0.05)
	c := hardware.NewGapController()
	r.start("gap", c)
	r.run(20*time.Millisecond, nil)
	if err := c.Command(0.09, 50); err != nil {
		t.Fatal(err)
	}
	r.run(5*time.Second, nil)
	if gap := r.gripper().Joint.Gap; gap < 0.0875 || gap > 0.088+7e-5 {
		t.Errorf("ends at %v m", gap)
	}
}
