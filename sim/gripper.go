package sim

import (
	"sync"

	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
)

// estimates that no description gives.
const (
	padDissipation = 10.0 // s/m
	padOnTable     = 0.6  // friction
)

// GripperOf is a described gripper in the simulated world.
func GripperOf(d *gripper.Gripper) Gripper {
	drive := d.Drive()
	most := drive.Effort(drive.MaxCurrent*drive.TorqueConstant, drive.Motor(0))
	return Gripper{
		Stroke: d.Stroke, Hand: bodyOf(d), TipX: d.TipX, Drive: &drive, Inertia: drive.Mass(drive.Motor(0)), MaxEffort: most,
		Damping: d.Damping, Friction: d.Friction, NoLoadSpeed: d.NoLoadSpeed, FingerStiffness: d.FingerStiffness, FingerMass: d.FingerMass,
		Pads: d.Rubber(), Blind: d.Layout() == nil, PadStiffness: d.PadStiffness, PadDissipation: padDissipation, PadRound: d.PadRound, PadPeriod: d.Period,
		TableFriction: padOnTable,
	}
}

// bodyOf are the sizes of fingers and palm, which a description does not give: those that grasps are planned for by default.
func bodyOf(d *gripper.Gripper) grasp.Hand {
	h := grasp.DefaultHand()
	h.Name, h.MaxOpening = d.Name, d.Stroke
	return h
}

var pr2 = sync.OnceValue(gripper.PR2Hand)

// PR2Gripper is the PR2's with its own transmission, motor and encoder, and its stroke of 0.088 m.
func PR2Gripper() Gripper { return GripperOf(pr2()) }
