package station

import (
	"math"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/sim"
)

// A hand takes an egg, lifts it, and puts it back; the palm feels a tap.
func TestEgg(t *testing.T) {
	s, err := New(Config{Object: "egg", Sensors: sim.RealSensors(1)})
	if err != nil {
		t.Fatal(err)
	}
	loop, err := hardware.New(s.Bus, hardware.Config{Joints: []hardware.JointConfig{s.Bus.Joint()}})
	if err != nil {
		t.Fatal(err)
	}
	pads := touch.PR2()
	p := hand.DefaultParams()
	p.ForceLimit = 8 // 10 N crack an egg
	law, err := hand.New(p, &pads, 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	if err := loop.Manager.Load(hardware.Spec{Name: "touch", Controller: hardware.ByTouch(law)}); err != nil {
		t.Fatal(err)
	}
	if _, err := loop.Manager.Request([]string{"touch"}, nil, hardware.Strict); err != nil {
		t.Fatal(err)
	}
	now := time.Duration(0)
	run := func(d time.Duration) {
		for end := now + d; now < end; now += time.Millisecond {
			loop.Step(now)
		}
	}
	run(500 * time.Millisecond)
	if err := law.Do(hand.Command{Verb: hand.Grab}); err != nil {
		t.Fatal(err)
	}
	run(5 * time.Second)
	if st := law.Status(); st.Mode != hand.SlipServo {
		t.Fatal(st.Describe())
	}
	on, _ := s.Fate()
	if err := s.Lift(0.1); err != nil {
		t.Fatal(err)
	}
	run(5 * time.Second)
	up, _ := s.Fate()
	if up.Crushed || math.Abs(up.Height-on.Height-0.1) > 5e-3 {
		t.Errorf("lifted: %v", up)
	}
	if err := law.Do(hand.Command{Verb: hand.Watch, Event: hand.Event{Condition: hand.OnAccel, Accel: 4}}); err != nil {
		t.Fatal(err)
	}
	run(time.Second)
	if law.Status().Triggered {
		t.Error("an event without a tap")
	}
	s.Tap()
	run(100 * time.Millisecond)
	if !law.Status().Triggered {
		t.Error("the palm does not feel a tap")
	}
	s.Load(0.3) // half the egg's weight
	run(time.Second)
	s.Load(0)
	if err := s.Lift(0); err != nil {
		t.Fatal(err)
	}
	run(5 * time.Second)
	if f, _ := s.Fate(); f.Crushed || math.Abs(f.Height-on.Height) > 5e-3 {
		t.Errorf("put back: %v", f)
	}
}

func TestRefuses(t *testing.T) {
	if _, err := New(Config{Object: "no-such-thing"}); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	if _, err := New(Config{Object: "cracker-box"}); err != nil && fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Fate(); ok {
		t.Error("an object in an empty hand")
	}
	s.Load(3)
}
