// Package station is a simulated hand behind its board, carried by an arm over a table, with one everyday object between its open
// fingers: what one needs to try a hand, and to show what becomes of the object.
package station

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/sim"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// Config of a station. The zero value is a PR2's hand with nothing between the fingers.
type Config struct {
	Gripper *gripper.Gripper // nil for the PR2's
	Object  string           // of the catalogue, or Block; "" for none
	Motor   string           // name of the actuator; default r_gripper_motor
	Sensors sim.SensorModel
	Seed    uint64
	// CurrentNoise is the standard deviation of the measured current, A.
	CurrentNoise float64
	// Uncalibrated is a board that remembers no zero: the hand does not move before its calibration.
	Uncalibrated bool
}

// Block is an object that the catalogue does not have: a firm block of 60 by 40 by 100 mm, 0.2 kg, that nothing damages.
const Block = "block"

func block() rehearse.Object {
	return rehearse.Object{Object: sim.Object{Name: Block, Shape: shape.NewBox(geom.V(0.06, 0.04, 0.1)), Mass: 0.2, Stiffness: 5e4, Friction: 0.6}, Rest: geom.IdentityRot}
}

// place finds an object and its half extents as it rests.
func place(name string) (rehearse.Object, geom.Vec, error) {
	if name == Block {
		b := block()
		return b, b.Shape.Half(), nil
	}
	o, err := catalogue.Find(name)
	if err != nil {
		return rehearse.Object{}, geom.Vec{}, err
	}
	return rehearse.Known(&o), o.RestHalf(), nil
}

// Station is such a hand. It moves with the exchanges of Bus and belongs to whoever makes them.
type Station struct {
	World *sim.World
	Bus   *sim.Bus
	Arm   *sim.Arm

	home  geom.Pose
	shake int // steps for which the palm is still shaken
	crush float64
}

const (
	sideways = 0.045 // m over the table from which the middle of an object is taken from the side; lower ones from above
	lowest   = 0.02  // m, least height of the middle of the pads, from above
)

// New makes a station. The hand closes across the narrower side of the object, from the side or for low objects from above, and is open.
func New(cfg Config) (*Station, error) {
	const op = "make station"
	m := sim.DefaultModel()
	if cfg.Gripper == nil {
		cfg.Gripper = gripper.PR2Hand()
	}
	g := sim.GripperOf(cfg.Gripper)
	g.ClosedStop = true
	m.Gripper = &g
	palm := geom.Pose{P: geom.V(-g.PadCenter().X, 0, 0.1)}
	var at []geom.Pose
	s := &Station{}
	if cfg.Object != "" {
		known, half, err := place(cfg.Object)
		if err != nil {
			return nil, err
		}
		if width := 2 * math.Min(half.X, half.Y); width > g.Stroke-4e-3 {
			return nil, fault.New(op, cfg.Object, fault.Invalid, "it is %.0f mm wide and the hand opens to %.0f mm", width*1e3, g.Stroke*1e3)
		}
		R := geom.IdentityRot
		if half.X < half.Y {
			R = geom.AxisAngle(geom.UnitZ, math.Pi/2)
		}
		m.Objects = []sim.Object{known.Object}
		at = []geom.Pose{{R: known.Rest, P: geom.V(0, 0, half.Z)}}
		height := half.Z
		if half.Z < sideways {
			R = R.Mul(geom.AxisAngle(geom.UnitY, math.Pi/2))
			height = math.Max(half.Z, lowest)
		}
		palm = geom.Pose{R: R, P: r3.Add(geom.V(0, 0, height), R.Apply(geom.V(-g.PadCenter().X, 0, 0)))}
		s.crush = known.CrushForce
	}
	var err error
	if s.World, err = sim.New(m, at, palm); err != nil {
		return nil, fault.Wrap(op, cfg.Object, err)
	}
	sensors, err := sim.NewSensors(s.World, cfg.Sensors)
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	s.Bus, err = sim.NewBus(s.World, sensors, sim.BusModel{
		Gripper: cfg.Gripper, Name: cfg.Motor, Calibrated: !cfg.Uncalibrated, RawOffset: -4711, CurrentNoise: cfg.CurrentNoise, Seed: cfg.Seed,
	})
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	s.Arm, s.home = sim.NewArm(s.World), palm
	s.Bus.Before = s.before
	return s, nil
}

// before moves the palm in each step of the world.
func (s *Station) before() {
	s.Arm.Step()
	if s.shake > 0 {
		s.shake--
		v := geom.Vec{}
		if s.shake%2 == 1 {
			v.Z = shakeAccel * s.World.Model.Dt
		}
		s.World.SetPalmTwist(v, geom.Vec{})
	}
}

const (
	shakeSteps = 12
	shakeAccel = 8.0  // m/s^2
	armSpeed   = 0.05 // m/s
	armAccel   = 0.1  // m/s^2
)

// Tap shakes the palm as a light blow does: 8 m/s^2 for a few milliseconds.
func (s *Station) Tap() { s.shake = shakeSteps }

// Lift carries the hand to a height above where it began, m, and back for 0.
func (s *Station) Lift(height float64) error {
	to := s.home
	to.P.Z += height
	return s.Arm.MoveTo(to, armSpeed, armAccel)
}

// Load hangs a further weight on the object, N; 0 takes it off.
func (s *Station) Load(weight float64) {
	if len(s.World.State.Bodies) > 0 && weight >= 0 {
		s.World.State.Bodies[0].Push = geom.V(0, 0, -weight)
	}
}

// Fate is what has become of the object so far.
type Fate struct {
	Object  string
	Force   float64 // of the weaker finger, N
	Peak    float64 // largest force of a finger, N
	Crush   float64 // force of a finger that damages it, N; 0 when nothing does
	Crushed bool
	Height  float64   // of its middle over the table, m
	InHand  geom.Vec  // place of its middle in the palm's frame, m
	Palm    geom.Pose // X_WG
}

// Fate looks at the object; false where there is none.
func (s *Station) Fate() (f Fate, ok bool) {
	if len(s.World.State.Bodies) == 0 {
		return f, false
	}
	b := &s.World.State.Bodies[0]
	x := s.World.State.X_WG
	return Fate{
		Object: s.World.Model.Objects[0].Name, Force: math.Min(b.PadForce[0], b.PadForce[1]), Peak: math.Max(b.PeakForce[0], b.PeakForce[1]),
		Crush: s.crush, Crushed: b.Crushed, Height: b.X_WO.P.Z, InHand: x.Inv().Apply(b.X_WO.P), Palm: x,
	}, true
}

func (f Fate) String() string {
	damage := "not damaged"
	if f.Crushed {
		damage = "crushed"
	}
	return fmt.Sprintf("%s: its middle %.0f mm over the table, the fingers press it with %.1f N, with %.1f N at most (%.0f N damage it), %s",
		f.Object, f.Height*1e3, f.Force, f.Peak, f.Crush, damage)
}
