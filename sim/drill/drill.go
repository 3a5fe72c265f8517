// Package drill puts a simulated gripper through everything that its motor's state can tell: open, close on an object, stall, halt, reset,
// calibrate. It keeps what ActuatorState said in each cycle.
package drill

import (
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/station"
)

// Phase is one part of the drill.
type Phase struct {
	Name       string
	Doc        string
	Begin, End time.Duration
	State      hardware.ActuatorState // at the end
	Gap        float64                // m, at the end
	Effort     float64                // N, measured, at the end
	Halt       string                 // why the motors are off, "" when they are not
}

// Sample is one cycle.
type Sample struct {
	Now        time.Duration
	State      hardware.ActuatorState
	Gap, Truth float64 // m; Truth is the world's
	Effort     float64 // N, measured
	Commanded  float64 // N, after the limits
	PadForce   [2]float64
}

// Report is what a drill gives.
type Report struct {
	Phases  []Phase
	Samples []Sample // each tenth cycle
	// Calibration is how the calibration ended.
	Calibration hardware.CalibrationStatus
}

// sampleEvery is the distance of samples in cycles.
const sampleEvery = 10

// runner is a drill under way.
type runner struct {
	bus  *sim.Bus
	loop *hardware.Loop
	g    *hardware.Gripper
	now  time.Duration
	n    int
	rep  *Report
}

// Run runs a drill with the seed of everything that is drawn at random.
func Run(seed uint64) (*Report, error) {
	r, err := newRunner(seed)
	if err != nil {
		return nil, fault.Wrap("run drill", "", err)
	}
	gap := hardware.NewGapController()
	pads := r.bus.World().Model.Gripper.Pads
	law, err := hand.New(hand.DefaultParams(), &pads, r.loop.Period().Seconds())
	if err != nil {
		return nil, fault.Wrap("run drill", "", err)
	}
	p := hardware.DefaultCalibration()
	p.Force, p.MinTravel = true, r.bus.World().Model.Gripper.Stroke-0.002
	cal := hardware.NewGripperCalibration(p)
	m := r.loop.Manager
	for _, s := range []hardware.Spec{{Name: "gap", Controller: gap}, {Name: "touch", Controller: hardware.ByTouch(law)}, {Name: "calibration", Controller: cal}} {
		if err := m.Load(s); err != nil {
			return nil, fault.Wrap("run drill", "", err)
		}
	}
	var failed error
	run := func(name string) { // instead of what runs
		var stop []string
		for _, c := range m.List() {
			if c.Running {
				stop = append(stop, c.Name)
			}
		}
		if _, err := m.Request([]string{name}, stop, hardware.Strict); err != nil && failed == nil {
			failed = err
		}
		r.step()
	}
	at := func(target, effort float64) {
		if err := gap.Command(target, effort); err != nil && failed == nil {
			failed = err
		}
	}

	r.phase("power on", "the motors are reset, one after the other", func() { r.steps(20*time.Millisecond, nil) })
	r.phase("open", "from 60 mm to the open stop, 50 N", func() {
		run("gap")
		at(0.09, 50)
		r.steps(2*time.Second, nil)
	})
	r.phase("close by touch", "on a box of 40 mm, until it is held", func() {
		run("touch")
		r.steps(100*time.Millisecond, nil) // for the first frames of the pads
		if err := law.Do(hand.Command{Verb: hand.Grasp}); err != nil && failed == nil {
			failed = err
		}
		r.steps(6*time.Second, func() bool { return law.Status().Mode == hand.SlipServo && law.Status().Reached })
	})
	r.phase("stall", "pressing the box with 300 N, more than the motor has", func() {
		run("gap")
		at(-0.02, 300)
		r.steps(2*time.Second, nil)
	})
	r.phase("halt", "the supply fails: the board locks itself out", func() {
		r.bus.SetSupply(12)
		r.steps(500*time.Millisecond, nil)
	})
	r.phase("reset", "the supply is back", func() {
		r.bus.SetSupply(72)
		r.loop.Reset()
		r.steps(500*time.Millisecond, nil)
	})
	r.phase("let go", "open, and take the box away", func() {
		at(0.09, 50)
		r.steps(3*time.Second, nil)
	})
	r.clear()
	r.phase("calibrate", "close against the stop, back off, close again", func() {
		run("calibration")
		r.steps(60*time.Second, func() bool { return cal.Status().Done() })
		r.steps(20*time.Millisecond, nil)
	})
	r.rep.Calibration = cal.Status()
	return r.rep, fault.Wrap("run drill", "", failed)
}

// begin is the gap at which the drill finds the hand, m.
const begin = 0.06

func newRunner(seed uint64) (*runner, error) {
	// The encoder was somewhere when the board was powered on; the board remembers the zero of an earlier run.
	place, err := station.New(station.Config{Object: station.Block, Sensors: sim.RealSensors(seed), CurrentNoise: 5e-4, Seed: seed})
	if err != nil {
		return nil, err
	}
	place.World.SetGap(begin)
	l, err := hardware.New(place.Bus, hardware.Config{Joints: []hardware.JointConfig{place.Bus.Joint()}})
	if err != nil {
		return nil, err
	}
	gr, err := l.Gripper("")
	return &runner{bus: place.Bus, loop: l, g: gr, rep: &Report{}}, err
}

// clear takes the box out of the hand's way: it is carried off to the side.
func (r *runner) clear() {
	b := &r.bus.World().State.Bodies[0]
	b.X_WO.P.Y += 1
	b.V, b.W = geom.Vec{}, geom.Vec{}
}

func (r *runner) phase(name, doc string, do func()) {
	p := Phase{Name: name, Doc: doc, Begin: r.now}
	do()
	p.End, p.State, p.Gap, p.Effort, p.Halt = r.now, r.g.Actuator.State, r.g.Joint.Gap, r.g.Joint.Effort, r.loop.HaltState().String()
	r.rep.Phases = append(r.rep.Phases, p)
}

func (r *runner) steps(d time.Duration, done func() bool) {
	for end := r.now + d; r.now < end; {
		r.step()
		if done != nil && done() {
			return
		}
	}
}

func (r *runner) step() {
	r.loop.Step(r.now)
	if r.n%sampleEvery == 0 {
		s := Sample{Now: r.now, State: r.g.Actuator.State, Gap: r.g.Joint.Gap, Truth: r.bus.World().State.Gap, Effort: r.g.Joint.Effort, Commanded: r.g.Joint.Commanded}
		for _, b := range r.bus.World().State.Bodies {
			s.PadForce[0] += b.PadForce[0]
			s.PadForce[1] += b.PadForce[1]
		}
		r.rep.Samples = append(r.rep.Samples, s)
	}
	r.n++
	r.now += r.loop.Period()
}
