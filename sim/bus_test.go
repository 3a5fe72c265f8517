package sim

import (
	"math"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// rig is a hand over a box on the table, with its bus and loop.
type rig struct {
	t    *testing.T
	bus  *Bus
	loop *hardware.Loop
	now  time.Duration
}

// newRig makes one; width 0 leaves the hand empty.
func newRig(t *testing.T, width float64, bm BusModel, change func(*Gripper)) *rig {
	t.Helper()
	m := DefaultModel()
	g := PR2Gripper()
	if change != nil {
		change(&g)
	}
	m.Gripper = &g
	var at []geom.Pose
	height := 0.1
	if width > 0 {
		m.Objects = []Object{{Shape: shape.NewBox(geom.V(0.06, width, 0.1)), Mass: 0.2, Stiffness: 5e4, Friction: 0.6}}
		at = []geom.Pose{{P: geom.V(g.PadCenter().X, 0, 0.05)}}
		height = 0.05
	}
	w, err := New(m, at, geom.Pose{P: geom.V(0, 0, height)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSensors(w, SensorModel{Offset: 3000})
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewBus(w, s, bm)
	if err != nil {
		t.Fatal(err)
	}
	l, err := hardware.New(b, hardware.Config{Joints: []hardware.JointConfig{b.Joint()}})
	if err != nil {
		t.Fatal(err)
	}
	return &rig{t: t, bus: b, loop: l}
}

// run steps for a time, in periods of a millisecond, or until done.
func (r *rig) run(d time.Duration, done func() bool) bool {
	for end := r.now + d; r.now < end; r.now += time.Millisecond {
		r.loop.Step(r.now)
		if done != nil && done() {
			return true
		}
	}
	return false
}

func (r *rig) start(name string, c hardware.Controller) {
	r.t.Helper()
	if err := r.loop.Manager.Load(hardware.Spec{Name: name, Controller: c}); err != nil {
		r.t.Fatal(err)
	}
	if _, err := r.loop.Manager.Request([]string{name}, nil, hardware.Strict); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) gripper() *hardware.Gripper {
	g, err := r.loop.Gripper("")
	if err != nil {
		r.t.Fatal(err)
	}
	return g
}

// A grasp by touch over the whole chain: counts up, counts down, one cycle of lag.
func TestGraspOverTheBus(t *testing.T) {
	r := newRig(t, 0.04, BusModel{Calibrated: true, RawOffset: -123456}, nil)
	law, err := hand.New(hand.DefaultParams(), pads(), 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	r.start("touch", hardware.ByTouch(law))
	r.run(20*time.Millisecond, nil)
	g := r.gripper()
	if st := &g.Actuator.State; st.Halted || !st.IsEnabled || st.Calibration != hardware.Restored {
		t.Fatalf("after 20 cycles: %+v, %v", *st, r.loop.HaltState())
	}
	if gap := r.bus.World().State.Gap; math.Abs(g.Joint.Gap-gap) > 1e-6 {
		t.Errorf("the joint is at %v, the world's gap at %v", g.Joint.Gap, gap)
	}
	graspWith(t, law)
	if !r.run(8*time.Second, func() bool { return law.Status().Mode == hand.SlipServo }) {
		t.Fatalf("no grip: %+v, %v", law.Status(), r.loop.HaltState())
	}
	r.run(500*time.Millisecond, nil)
	st := law.Status()
	felt := r.bus.World().State.Bodies[0].PadForce
	if math.Abs(felt[0]-st.Target) > 1 || math.Abs(g.Joint.Gap-0.04) > 5e-3 {
		t.Errorf("presses with %v N, aims at %v N, gap %v", felt, st.Target, g.Joint.Gap)
	}
}

func TestBusStepAlloc(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	r := newRig(t, 0.04, BusModel{Calibrated: true, CurrentNoise: 1e-4}, nil)
	law, err := hand.New(hand.DefaultParams(), pads(), 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	r.start("touch", hardware.ByTouch(law))
	r.run(20*time.Millisecond, nil)
	graspWith(t, law)
	if n := testing.AllocsPerRun(3000, func() { r.loop.Step(r.now); r.now += time.Millisecond }); n != 0 {
		t.Errorf("%v allocations a cycle", n)
	}
}

func TestBusRefuses(t *testing.T) {
	m := DefaultModel()
	w, err := New(m, nil, geom.Pose{P: geom.V(0, 0, 0.2)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSensors(w, SensorModel{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewBus(w, s, BusModel{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a hand without a drive: %v", err)
	}
	g := PR2Gripper()
	g.Pads = touch.ThreeAxis4x4()
	m.Gripper = &g
	if w, err = New(m, nil, geom.Pose{P: geom.V(0, 0, 0.2)}); err != nil {
		t.Fatal(err)
	}
	if s, err = NewSensors(w, SensorModel{}); err != nil {
		t.Fatal(err)
	}
	if _, err := NewBus(w, s, BusModel{}); fault.KindOf(err) != fault.Unsupported {
		t.Errorf("pads with shear: %v", err)
	}
}

func pads() *touch.Layout {
	l := touch.PR2()
	return &l
}

func graspWith(t *testing.T, law *hand.Controller) {
	t.Helper()
	if err := law.Do(hand.Command{Verb: hand.Grasp}); err != nil {
		t.Fatal(err)
	}
}
