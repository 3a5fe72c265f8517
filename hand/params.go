package hand

import "github.com/holdfast-robotics/holdfast/param"

// Params are the settings of a Controller. The names are those of the PR2's gripper sensor controller where it had them.
type Params struct {
	Compat          bool
	CloseSpeed      float64 // m/s
	OpenSpeed       float64 // m/s
	PositionOpen    float64 // m
	PositionGain    float64 // N/m
	SpeedGain       float64 // N s/m
	Friction        float64 // N
	MaxEffort       float64 // N
	ForceLimit      float64 // N per finger
	ForceLightest   float64 // N
	HPForceTrigger  float64 // N
	ContactForce    float64 // N
	HardnessGain    float64 // m/s
	GripLeast       float64 // N
	GripMost        float64 // N
	BareGrip        float64 // N
	DeformationStop float64 // m
	ForceTolerance  float64 // N
	SpeedTolerance  float64 // m/s
	SlipRatio       float64
	SlipQuiet       float64 // N
	SlipGain        float64
	SlipMargin      float64
	RelaxRate       float64 // 1/s
	PatternFloor    float64 // N
	PatternRatio    float64
	ShearRatio      float64
	InertiaGain     float64
	LoadTimeout     float64 // s
	EmptyGap        float64 // m
	StartForce      float64 // N
	FindTimeout     float64 // s
	MoveTimeout     float64 // s
	PositionTol     float64 // m
	StallSpeed      float64 // m/s
	StallTime       float64 // s
	UnloadTime      float64 // s
	SideImpact      float64 // N
}

// DefaultParams are the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// Original are the settings that the PR2's controller was shipped with, and its laws.
func Original() Params {
	p := DefaultParams()
	p.Compat = true
	p.MaxEffort, p.ForceLimit, p.PositionOpen = -1, -1, 0.09
	p.SpeedTolerance = 0.01 // 0.001 was shipped, the position tolerance overwrote it
	p.StallSpeed = 1e-6
	p.SlipGain, p.SlipMargin, p.InertiaGain = 1.0854, 0, 0
	p.GripLeast, p.GripMost, p.RelaxRate = 0, 500, 0
	return p
}

// Bounds that no setting removes: the joint's own.
const (
	hardEffort = 1000.0 // N
	hardForce  = 1000.0 // N
)

// maxEffort is max_joint_effort or the joint's own bound.
func (p *Params) maxEffort() float64 {
	if p.MaxEffort < 0 {
		return hardEffort
	}
	return p.MaxEffort
}

// forceLimit is fingertip_force_limit or the bound that no setting removes.
func (p *Params) forceLimit() float64 {
	if p.ForceLimit < 0 {
		return hardForce
	}
	return p.ForceLimit
}

// contactForce is the pad force that counts as contact; the PR2 derived it from the smallest squeeze.
func (p *Params) contactForce() float64 {
	if p.Compat {
		return p.ForceLightest - 0.25
	}
	return p.ContactForce
}

// FixedForce are the settings for a hand that squeezes with one force (N) whatever it feels, for comparison.
func (p Params) FixedForce(force float64) Params {
	p.ForceLightest, p.HardnessGain, p.GripLeast, p.SlipGain, p.SlipMargin, p.InertiaGain, p.RelaxRate, p.ShearRatio = force, 0, 0, 1, 0, 0, 0, 1e3
	p.BareGrip, p.ForceLimit = force, max(p.ForceLimit, force)
	return p
}

// ClosingSpeed is close_speed, or less where fingertip_force_limit is low: until a late pad frame tells of the contact, the hand
// has pressed a hard object with up to 500 N for each metre a second.
func (p *Params) ClosingSpeed() float64 {
	const forEachSpeed = 500 // N s/m
	return p.CloseSpeed * max(0.25, min(1, p.forceLimit()/(forEachSpeed*p.CloseSpeed)))
}

// Declare lists the parameters.
func (p *Params) Declare(s *param.Set) {
	s.Bool(&p.Compat, "compat", false, "carry out the laws of the PR2's controller as they were, where a client could depend on it, instead of the better ones")
	s.Float(&p.CloseSpeed, "close_speed", 0.02, "m/s", 0.001, 0.2, "speed of the gap while the hand looks for contact")
	s.Float(&p.OpenSpeed, "open_speed", 0.05, "m/s", 0.001, 0.2, "speed of the gap while the hand opens")
	s.Float(&p.PositionOpen, "position_open", 0.086, "m", 0, 1, "gap of the open hand")
	s.Float(&p.PositionGain, "position_gain", 20e3, "N/m", 10, 1e6, "effort for each metre that the gap is off its set-point; it must not be 0, since the set-point of a grip is found from its effort")
	s.Float(&p.SpeedGain, "speed_gain", 5e3, "N s/m", 0, 1e6, "effort for each m/s that the gap's speed is off; a light drive needs less, under a quarter of its mass a tick")
	s.Float(&p.Friction, "drive_friction", 7, "N", 0, 100, "effort by which a motion in one direction is helped over the friction of the drive")
	s.Float(&p.MaxEffort, "max_joint_effort", 100, "N", -1, 1000, "largest effort at the gap in any mode; negative for no limit but that of the joint, 1000 N")
	s.Float(&p.ForceLimit, "fingertip_force_limit", 30, "N", -1, 500, "largest grip force per finger that is ever aimed at; negative for 1000 N")
	s.Float(&p.ForceLightest, "force_lightest", 1.2, "N", 0.1, 20, "smallest grip force")
	s.Float(&p.HPForceTrigger, "hp_force_trigger", 0.1, "N", 0.01, 10, "change of a pad's force, high-passed, that counts as contact")
	s.Float(&p.ContactForce, "contact_force", 0.95, "N", 0.01, 20, "pad force that counts as contact")
	s.Float(&p.HardnessGain, "hardness_gain", 0.03, "m/s", 0, 1, "grip force for each newton of contact force and metre a second of closing speed")
	s.Float(&p.GripLeast, "grip_least", 3, "N", 0, 100, "grip force that the softest object is loaded with; harder ones get the root of its square and that of what their hardness asks for")
	s.Float(&p.GripMost, "grip_most", 7, "N", 0.1, 500, "grip force that the hardest object is loaded with; slip raises it further")
	s.Float(&p.BareGrip, "bare_grip", 10, "N", 0.1, 500, "grip force of a hand without pads, which feels neither hardness nor slip")
	s.Float(&p.DeformationStop, "deformation_limit", 0.03, "m", -1, 1, "closing past the first contact at which the hand stops; negative for none")
	s.Float(&p.ForceTolerance, "force_servo_force_tolerance", 0.3, "N", 0.01, 10, "error of the grip force that counts as reached")
	s.Float(&p.SpeedTolerance, "force_servo_velocity_tolerance", 0.001, "m/s", 1e-5, 0.1, "speed of the gap that counts as still")
	s.Float(&p.SlipRatio, "slip_ratio", 0.007, "", 0, 1, "high-passed part of a pad's force that counts as slip, between 0.048 and 0.2 N")
	s.Float(&p.SlipQuiet, "slip_quiet", 0.18, "N", 0.01, 10, "slow change of a pad's force above which a disturbance is not slip")
	s.Float(&p.RelaxRate, "relax_rate", 0.03, "1/s", 0, 1, "decay of a grip that slip has raised, after 3 s without slip, down to what then held")
	s.Float(&p.PatternFloor, "pattern_floor", 0.06, "N", 0.001, 10, "change of the pressure pattern of a pad, from frame to frame, that counts as slip")
	s.Float(&p.PatternRatio, "pattern_ratio", 0.015, "", 0, 1, "the same as a part of the pad's force; the larger of the two holds")
	s.Float(&p.SlipGain, "slip_gain", 1.2, "", 1, 2, "growth of the grip force for each pad frame in which slip is felt")
	s.Float(&p.SlipMargin, "slip_margin", 0.2, "", 0, 1, "part of the grip force that is added once a slip has ended")
	s.Float(&p.ShearRatio, "shear_ratio", 0.35, "", 0.05, 2, "shear over normal force, for pads that feel shear, above which the grip is tightened before it slips")
	s.Float(&p.InertiaGain, "inertia_gain", 1, "", 0, 3, "how much the grip grows with the palm's acceleration beyond gravity; 1 is in proportion")
	s.Float(&p.LoadTimeout, "load_timeout", 3, "s", 0.1, 60, "time to reach the grip force, after which the hand holds what it has")
	s.Float(&p.EmptyGap, "empty_gap", 0.003, "m", 0, 0.05, "gap below which there is nothing between the pads")
	s.Float(&p.StartForce, "slip_servo_start_force", -1, "N", -1, 500, "grip force with which a slip servo begins; negative for the last one, or that of the contact")
	s.Float(&p.FindTimeout, "find_timeout", 15, "s", 0.1, 600, "time to find contact, after which the hand stops")
	s.Float(&p.MoveTimeout, "move_timeout", 15, "s", 0.1, 600, "time to reach a gap, after which the goal is aborted")
	s.Float(&p.PositionTol, "position_servo_position_tolerance", 0.01, "m", 1e-5, 0.1, "error of the gap that counts as reached; a hand that closes must come within 1 mm, or with compat as near as this")
	s.Float(&p.StallSpeed, "stall_velocity_threshold", 5e-4, "m/s", 0, 0.1, "speed of the gap up to which a move counts as blocked")
	s.Float(&p.StallTime, "stall_timeout", 0.1, "s", 0.01, 60, "time for which it must be so")
	s.Float(&p.UnloadTime, "unload_time", 0.2, "s", 0, 10, "time in which a release lets the grip force fall to nothing before it opens; with compat there is none")
	s.Float(&p.SideImpact, "side_impact", 0.2, "N", 0.01, 10, "fast rise of the force on a cell beside the flat pad that counts as a side impact")
}
