// Package robot is a simulated robot in a simulated world: an arm that carries a hand, the hand's controller, its sensors, and the objects on
// a table. It goes on tick by tick, in virtual time, and carries out one task of package pick at a time.
package robot

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
)

// Config of a robot and its world.
type Config struct {
	Hand    hand.Params
	Gripper sim.Gripper
	Sensors sim.SensorModel
	Limits  sim.ArmLimits
	Objects []sim.Object
	X_WO    []geom.Pose // of the objects
	Sleep   bool        // see sim.Model
	Home    geom.Pose   // X_WG at the start; the zero pose stands for DefaultHome
}

// DefaultConfig is the default hand and gripper with the noise of real sensors and an empty table.
func DefaultConfig(seed uint64) Config {
	return Config{Hand: hand.DefaultParams(), Gripper: sim.DefaultGripper(), Sensors: sim.RealSensors(seed), Limits: sim.ArmLimits{Force: wristLimit}}
}

// wristLimit is the force on the hand at which the arm stops, N: three times what an object of 2 kg weighs.
const wristLimit = 60.0

// DefaultHome is a palm that looks down on the table from half a metre, beside where objects are laid.
func DefaultHome() geom.Pose {
	return geom.Pose{R: geom.RPY(0, 1.5707963267948966, 0), P: geom.V(-0.45, 0, 0.55)}
}

// Robot is a robot with its world. It is not safe for concurrent use: one loop owns it.
type Robot struct {
	World *sim.World
	Arm   *sim.Arm
	Hand  *hand.Controller
	Robot *pick.Robot // what tasks run on: arm, hand, and the arm as checker

	// Spoil, when set, may change what the hand is about to read, or keep the hand's loop from running in a tick by returning false. The
	// motor then goes on as it was told last; a reading that says halted stands for a motor without power.
	Spoil func(*hand.Reading) bool
	// Killed: the hand's process is gone. Its motor is off by the board's watchdog.
	Killed bool
	// Each, when set, is called after every tick.
	Each func(*Robot)

	sensors *sim.Sensors
	effort  float64
}

// New builds the world and puts the robot into it, its hand open.
func New(cfg Config) (*Robot, error) {
	const op = "make robot"
	m := sim.DefaultModel()
	g := cfg.Gripper
	m.Gripper, m.Objects, m.Sleep = &g, cfg.Objects, cfg.Sleep
	home := cfg.Home
	if home == (geom.Pose{}) {
		home = DefaultHome()
	}
	w, err := sim.New(m, cfg.X_WO, home)
	if err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	r := &Robot{World: w, Arm: sim.NewArm(w)}
	r.Arm.Limits = cfg.Limits
	if r.sensors, err = sim.NewSensors(w, cfg.Sensors); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if r.Hand, err = hand.New(cfg.Hand, &g.Pads, m.Dt); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	if err := r.Hand.Do(hand.Command{Verb: hand.Move, Gap: cfg.Hand.PositionOpen}); err != nil {
		return nil, fault.Wrap(op, "", err)
	}
	r.Robot = pick.NewRobot(r.Arm, r.Hand, r.Arm)
	return r, nil
}

// Time is the world's time, s.
func (r *Robot) Time() float64 { return r.World.State.Time }

// Step lets a tick of a millisecond pass.
func (r *Robot) Step() {
	r.Arm.Step()
	in := r.sensors.Read()
	if !r.Killed && (r.Spoil == nil || r.Spoil(in)) {
		r.effort = r.Hand.Step(in)
	}
	if in.Halted || r.Killed {
		r.effort = 0
	}
	r.World.SetEffort(r.effort)
	r.World.Step()
	if r.Each != nil {
		r.Each(r)
	}
}

// Run carries out a task to its end, tick by tick. When the context ends the task is given up, and Run returns when that has come about. It
// returns the task's error.
func (r *Robot) Run(ctx context.Context, k pick.Task) error {
	done := ctx.Done()
	for !k.Done() {
		select {
		case <-done:
			k.Preempt()
			done = nil
		default:
		}
		r.Step()
		k.Step(r.Time())
	}
	return k.Err()
}

// Settle lets some time pass, s.
func (r *Robot) Settle(seconds float64) {
	for end := r.Time() + seconds; r.Time() < end; {
		r.Step()
	}
}

// Nearest names the object whose middle is nearest to the point between the pads of a palm at a pose, within a distance (m); "" for none.
func (r *Robot) Nearest(X_WG geom.Pose, within float64) string {
	pad := X_WG.Apply(r.World.Model.Gripper.PadCenter())
	name := ""
	for i := range r.World.State.Bodies {
		if d := r3.Norm(r3.Sub(r.World.State.Bodies[i].X_WO.P, pad)); d <= within {
			name, within = r.World.Model.Objects[i].Name, d
		}
	}
	return name
}
