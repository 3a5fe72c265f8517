// Package gripper describes parallel grippers as data: jaws, pads, drive and limits of one, and how the control by touch is set up for it.
// A few are known by name; others come from a file.
package gripper

import (
	"fmt"
	"math"
	"strings"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/param"
)

// Gripper is what is constant about a parallel gripper: one motor moves both fingers, and the pads stay parallel. What the sensors and the
// drive are is what a hand needs to be driven; stiffness, mass, friction and damping are what it needs to be simulated.
type Gripper struct {
	Name string // of the preset or the file
	// Law is the control by touch, set up for the gripper.
	Law hand.Params

	Stroke float64 // largest gap, m
	TipX   float64 // x of the fingertip's origin in the palm's frame when closed, m; the pads are measured from it

	Pads           string // PR2, Grid or None
	Rows, Columns  int
	PitchX, PitchZ float64 // m
	PadX           float64 // of the middle of the grid, m
	PerNewton      float64 // counts
	Codes          bool    // 0 and 65535 are broken wires
	Period         float64 // from frame to frame, s

	Transmission            string  // PR2 or Rails
	Lead                    float64 // m of gap for a turn of the motor
	TorqueConstant          float64 // N m/A
	MaxCurrent, CurrentStep float64 // A
	Resistance              float64 // ohm
	CountsPerTurn           float64
	RotorInertia            float64 // kg m^2
	Friction                float64 // at the gap, N
	MaxSpeed                float64 // m/s
	MaxEffort               float64 // N

	// What only a simulation needs.
	PadStiffness, PadRound      float64 // N/m, m
	FingerStiffness, FingerMass float64 // N/m, kg
	Damping                     float64 // N s/m
	NoLoadSpeed                 float64 // m/s
	Supply                      float64 // V
}

// Kinds of pads and transmissions.
const (
	PR2   = "pr2"
	Grid  = "grid"
	None  = "none"
	Rails = "rails"
)

// Declare lists the parameters of a description.
func (g *Gripper) Declare(s *param.Set) {
	s.Float(&g.Stroke, "stroke", 0.085, "m", 0.005, 0.3, "largest gap between the pads")
	s.Float(&g.TipX, "tip_x", 0.15, "m", 0.07, 1, "from the palm's origin to the origin of a fingertip, along the fingers, when closed; the pads are measured from there")
	s.Text(&g.Pads, "pads", Grid, "cells of a fingertip: those of the PR2, a grid, or none, where the motor's current tells of contact", PR2, Grid, None)
	s.Int(&g.Rows, "pad_rows", 4, "", 1, 16, "rows of the grid, the first nearest the tip; for none, of the rubber that is simulated")
	s.Int(&g.Columns, "pad_columns", 4, "", 1, 16, "and its columns, across the finger; 64 cells at most")
	s.Float(&g.PitchX, "pad_pitch_x", 4e-3, "m", 5e-4, 0.05, "from row to row")
	s.Float(&g.PitchZ, "pad_pitch_z", 4e-3, "m", 5e-4, 0.05, "from column to column")
	s.Float(&g.PadX, "pad_x", 14.5e-3, "m", -0.1, 0.2, "middle of the grid from the fingertip's origin, along the finger")
	s.Float(&g.PerNewton, "pad_counts", 1600, "1/N", 1, 60000, "counts of a cell for a newton; a cell holds 16 bits")
	s.Bool(&g.Codes, "pad_codes", false, "counts of 0 and 65535 say that a cell is not connected")
	s.Float(&g.Period, "pad_period", 0.041, "s", 0.001, 0.2, "from frame to frame")
	s.Float(&g.PadStiffness, "pad_stiffness", 100e3, "N/m", 100, 1e7, "simulated: of the whole pad on something flat")
	s.Float(&g.PadRound, "pad_round", 3e-3, "m", 1e-4, 0.02, "simulated: radius of a cell's surface")
	s.Float(&g.FingerStiffness, "finger_stiffness", 20e3, "N/m", 100, 1e7, "simulated: of one finger between drive and pad")
	s.Float(&g.FingerMass, "finger_mass", 0.2, "kg", 1e-3, 10, "simulated: of one finger")
	s.Text(&g.Transmission, "transmission", Rails, "jaws on rails, whose gap is in proportion to the motor's angle, or the linkage of the PR2", Rails, PR2)
	s.Float(&g.Lead, "lead", 1.6e-3, "m", 1e-6, 0.5, "by which the gap opens for a turn of the motor; for rails")
	s.Float(&g.TorqueConstant, "torque_constant", 0.025, "N m/A", 1e-4, 10, "of the motor")
	s.Float(&g.MaxCurrent, "max_current", 1, "A", 1e-3, 30, "that the motor may have")
	s.Float(&g.CurrentStep, "current_step", 1e-3, "A", 1e-6, 1, "of a count of the current command")
	s.Float(&g.Resistance, "motor_resistance", 5, "ohm", 1e-3, 1e4, "of the motor")
	s.Float(&g.CountsPerTurn, "encoder_counts", 4096, "", 4, 1e7, "of the encoder for a turn of the motor")
	s.Float(&g.RotorInertia, "rotor_inertia", 1e-6, "kg m^2", 1e-10, 1, "of rotor, gear and screw at the motor's shaft")
	s.Float(&g.Supply, "supply", 48, "V", 21, 600, "simulated: supply of the board")
	s.Float(&g.Friction, "friction", 4, "N", 0, 100, "of the drive at the gap; motions are helped over it, and without pads contact is told from it")
	s.Float(&g.Damping, "damping", 10, "N s/m", 0, 1e5, "simulated: of the drive at the gap")
	s.Float(&g.NoLoadSpeed, "no_load_speed", 0.15, "m/s", 1e-3, 10, "simulated: of the gap, at which the motor's force has fallen to nothing")
	s.Float(&g.MaxSpeed, "max_speed", 0.2, "m/s", 1e-3, 10, "of the gap, that the joint is kept to")
	s.Float(&g.MaxEffort, "max_effort", 90, "N", 0.1, 1000, "at the gap, that the hand is set up to use")
}

// Layout is what the fingertips send; nil for a hand without pads.
func (g *Gripper) Layout() *touch.Layout {
	if g.Pads == None {
		return nil
	}
	l := g.Rubber()
	return &l
}

// Rubber is the surface that touches, whether it feels or not.
func (g *Gripper) Rubber() touch.Layout {
	if g.Pads == PR2 {
		return touch.PR2()
	}
	l := touch.Grid(g.Name, g.Rows, g.Columns, g.PitchX, g.PitchZ, g.PadX)
	for i := range l.Cells {
		l.Cells[i].PerNewton = g.PerNewton
	}
	l.Codes = g.Codes
	return l
}

// Drive is motor, encoder and transmission.
func (g *Gripper) Drive() hardware.Drive {
	d := hardware.Drive{
		Transmission: hardware.Transmission{Lead: g.Lead}, TorqueConstant: g.TorqueConstant, MaxCurrent: g.MaxCurrent, CurrentStep: g.CurrentStep,
		CountsPerTurn: g.CountsPerTurn, RotorInertia: g.RotorInertia,
	}
	if g.Transmission == PR2 {
		d.Transmission = hardware.PR2Transmission()
	}
	return d
}

// Device is the gripper's board: that of the PR2 with this motor and these fingertips.
func (g *Gripper) Device(actuator string) hardware.Device {
	dev := hardware.PR2GripperDevice(actuator)
	m := &dev.Motor
	m.TorqueConstant, m.MaxCurrent, m.PulsesPerTurn, m.Resistance = g.TorqueConstant, g.MaxCurrent, g.CountsPerTurn, g.Resistance
	dev.Board.CurrentScale = g.CurrentStep
	if g.Transmission != PR2 {
		m.Make, m.Model, m.SpeedConstant = "", g.Name, 60/(2*math.Pi*g.TorqueConstant)
	}
	dev.Cells = 0
	if l := g.Layout(); l != nil {
		dev.Cells = len(l.Cells)
	} else {
		dev.Provided &^= hardware.HasPressure
	}
	return dev
}

// Joint is the gap as a loop drives it: JOINT of the actuator JOINT_motor.
func (g *Gripper) Joint(actuator string) hardware.JointConfig {
	limit := hardware.PR2GapLimit()
	limit.Speed, limit.High = g.MaxSpeed, g.Stroke
	limit.KVelocity = g.speedGain()
	return hardware.JointConfig{Name: strings.TrimSuffix(actuator, "_motor") + "_joint", Actuator: actuator, Transmission: g.Drive().Transmission, Limit: &limit}
}

// tick is the period of the loop that the gains are for, s.
const tick = 1e-3

// speedGain is the PR2's for heavy drives. For light ones it is less: with the delay of a tick from speed to effort a gain over the mass for a
// tick rings, and a quarter of that is quiet.
func (g *Gripper) speedGain() float64 {
	d := g.Drive()
	lightest := math.Min(d.Mass(d.Motor(0)), d.Mass(d.Motor(g.Stroke)))
	return math.Min(pr2SpeedGain, lightest/(4*tick))
}

const (
	pr2SpeedGain    = 5e3 // N s/m
	pr2PositionGain = 20e3
	spare           = 2e-3 // m by which position_open is short of the stroke
)

// law is the control by touch for what the gripper is.
func (g *Gripper) law(p *hand.Params) {
	k := g.speedGain()
	p.SpeedGain, p.PositionGain = k, pr2PositionGain*k/pr2SpeedGain
	p.PositionOpen, p.Friction, p.MaxEffort = g.Stroke-spare, g.Friction, g.MaxEffort
}

// Describe says in a line what the gripper is, and what follows from that.
func (g *Gripper) Describe() string {
	pads := "no pads: contact by the motor's current"
	if l := g.Layout(); l != nil {
		pads = fmt.Sprintf("fingertips of %d cells, %.0f frames a second", len(l.Cells), 1/g.Period)
	}
	d := g.Drive()
	closed, open := d.Motor(0), d.Motor(g.Stroke)
	force := d.MaxCurrent * d.TorqueConstant
	return fmt.Sprintf("opens to %.0f mm; %s; at most %s N at the gap, of which %.0f N are used, and %.0f N of friction; a drive of %s kg",
		g.Stroke*1e3, pads, span(d.Effort(force, closed), d.Effort(force, open)), g.Law.MaxEffort, g.Friction, span(d.Mass(closed), d.Mass(open)))
}

// span prints what lies between two numbers, or the one that they are.
func span(a, b float64) string {
	lo, hi := fmt.Sprintf("%.0f", math.Min(a, b)), fmt.Sprintf("%.0f", math.Max(a, b))
	if lo == hi {
		return lo
	}
	return lo + " to " + hi
}

// Validate says what is wrong with a gripper, nil when nothing is.
func (g *Gripper) Validate() error {
	bad := func(format string, args ...any) error {
		return fault.New("check gripper", "", fault.Invalid, format, args...)
	}
	if n := g.Rows * g.Columns; g.Pads != PR2 && n > hardware.MaxCells {
		return bad("%d by %d cells are %d; a fingertip has %d at most", g.Rows, g.Columns, n, hardware.MaxCells)
	}
	d := g.Drive()
	if err := d.Validate(); err != nil {
		return fault.Wrap("check gripper", "", err)
	}
	if back := d.Gap(d.Motor(g.Stroke)); math.Abs(back-g.Stroke) > 1e-6 {
		return bad("a stroke of %g m is out of the transmission's reach", g.Stroke)
	}
	most := math.Min(d.Effort(d.MaxCurrent*d.TorqueConstant, d.Motor(0)), d.Effort(d.MaxCurrent*d.TorqueConstant, d.Motor(g.Stroke)))
	if g.MaxEffort > most {
		return bad("max_effort is %g N and the motor gives %.1f N at the gap; lower it, or check lead, torque_constant and max_current", g.MaxEffort, most)
	}
	if g.MaxEffort < 2*g.Friction {
		return bad("max_effort is %g N, which is less than twice the friction of %g N", g.MaxEffort, g.Friction)
	}
	dev := g.Device("gripper_motor")
	if err := dev.Validate(); err != nil {
		return fault.Wrap("check gripper", "", err)
	}
	l := g.Rubber()
	return fault.Wrap("check gripper", "", l.Validate())
}
