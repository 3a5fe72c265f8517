package graspfix

import (
	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/param"
)

// Params are the settings of the decision. The first six have the names, units and meanings of the original plugin.
type Params struct {
	AngleDeg          float64 // two forces oppose each other when the angle between them is larger, degrees
	UpdateRate        float64 // windows a second, Hz
	MaxGripCount      int     // ceiling of the counter, windows
	Threshold         int     // attach above, consider release at or below
	ReleaseTolerance  float64 // m
	DisableCollisions bool    // the actuator shall switch off collisions between object and fingers

	HoldAngleDeg    float64 // as AngleDeg, for an object that is held: hysteresis
	AngleScale      float64 // factor on both angles; the ROS 2 fork halves them
	MinForceRatio   float64 // smaller over larger force of an opposing pair
	MinForce        float64 // mean forces below count as none, N
	TimeBase        string  // sim or wall
	ObjectKey       string  // what is one object: collision, link or model
	ForcePool       string  // whose forces may oppose each other: all grippers' or one gripper's
	ReleaseMetric   string  // length or vector
	ReleaseVote     string  // any or all
	ReleasePolicy   string  // geometry or manual
	MissingWrench   string  // drop or normals
	OwnLinks        bool    // links of the robot may be objects
	Transfer        bool    // an object is held by one gripper at a time and can be handed over
	ActuatorTimeout float64 // s
	Expiry          float64 // an object that nothing holds or touches is forgotten after, s
}

// Names of presets, for help texts.
const (
	Classic    = "classic"     // the original, with its limits
	HumbleFork = "humble-fork" // the ROS 2 fork: half the angle
	Fast       = "fast"        // attaches within 0.1 s
	Default    = "default"     // recommended
)

// PresetNames lists the presets, the recommended one first.
func PresetNames() []string { return []string{Default, Classic, HumbleFork, Fast} }

// Preset returns the settings of a preset.
func Preset(name string) (Params, error) {
	var p Params
	param.Declare(&p)
	switch name {
	case Default, "":
	case Fast:
		p.UpdateRate, p.Threshold, p.MaxGripCount = 20, 1, 3
		p.AngleDeg, p.HoldAngleDeg = 100, 95
	case Classic, HumbleFork:
		p.HoldAngleDeg = 0
		p.TimeBase, p.ObjectKey, p.ForcePool = "wall", "collision", "all"
		p.ReleaseMetric, p.MissingWrench = "length", "drop"
		p.OwnLinks, p.Transfer = true, false
		if name == HumbleFork {
			p.AngleScale = 0.5
		}
	default:
		hint := ""
		if n := param.Nearest(name, PresetNames()); n != "" {
			hint = "; did you mean " + n + "?"
		}
		return p, fault.New("choose preset", name, fault.NotFound, "is not one of %v%s", PresetNames(), hint)
	}
	return p, nil
}

// Declare lists the parameters. The ranges here are those of the type; what can never attach is found by Config.Check, which
// can say why.
func (p *Params) Declare(s *param.Set) {
	const most = 1e9
	s.Float(&p.AngleDeg, "forces_angle_tolerance", 120, "deg", -most, most, "two forces on an object oppose each other when the angle between them is larger than this; larger is stricter")
	s.Float(&p.UpdateRate, "update_rate", 5, "Hz", -most, most, "how often contacts are judged; each time is one window")
	s.Int(&p.MaxGripCount, "max_grip_count", 10, "windows", -most, most, "ceiling of the counter that rises in each window with a grip and falls in each without")
	s.Int(&p.Threshold, "grip_count_threshold", 5, "windows", -most, most, "the object is attached when the counter is above, and may be let go when it is not; half of max_grip_count when absent")
	s.Float(&p.ReleaseTolerance, "release_tolerance", 0.005, "m", -most, most, "how far a finger may move from where it touched before the object is let go")
	s.Bool(&p.DisableCollisions, "disable_collisions_on_attach", false, "ask the actuator to switch off collisions between a held object and the fingers that hold it")

	s.Float(&p.HoldAngleDeg, "hold_angle", 100, "deg", 0, 180, "forces_angle_tolerance for an object that is held already, so that a weak grip does not come and go; 0 for the same")
	s.Float(&p.AngleScale, "angle_scale", 1, "", 0.1, 1, "factor on both angles; 0.5 is what the ROS 2 fork does")
	s.Float(&p.MinForceRatio, "min_force_ratio", 0.3, "", 0, 1, "smaller over larger force of two that oppose each other")
	s.Float(&p.MinForce, "min_force", 1e-4, "N", 0, 1e6, "mean forces below count as none")
	s.Text(&p.TimeBase, "time_base", "sim", "clock of update_rate: simulated time, or wall time where the input has it", "sim", "wall")
	s.Text(&p.ObjectKey, "object_key", "link", "what is one object: a collision element, a link with all of its elements, or a model", "collision", "link", "model")
	s.Text(&p.ForcePool, "force_pool", "gripper", "whose forces may oppose each other: those of one gripper, or of all together", "gripper", "all")
	s.Text(&p.ReleaseMetric, "release_metric", "vector", "vector: way of the finger away from or along the object; length: change of the distance from finger to object origin, in either direction", "vector", "length")
	s.Text(&p.ReleaseVote, "release_vote", "any", "how many of the fingers that held the object must have moved", "any", "all")
	s.Text(&p.ReleasePolicy, "release_policy", "geometry", "geometry: let go when fingers have moved; manual: only when asked", "geometry", "manual")
	s.Text(&p.MissingWrench, "missing_wrench", "normals", "contacts that come without force: use their normals and no force ratio, or drop them", "normals", "drop")
	s.Bool(&p.OwnLinks, "own_links_as_objects", false, "links of the robot itself may be taken for objects")
	s.Bool(&p.Transfer, "transfer", true, "an object is held by one gripper at a time, and passes to another that grips it when the first opens")
	s.Float(&p.ActuatorTimeout, "actuator_timeout", 1, "s", 0.001, 3600, "time in which the simulator must acknowledge an attach")
	s.Float(&p.Expiry, "expiry", 60, "s", 0.1, 1e9, "an object that nothing has touched for so long is forgotten")
}
