// Package flight is the flight recorder: each attempt of a hand is one self-contained recording, an MCAP file of ROS 1 messages that the
// usual tools show, and that package hand/tape replays.
//
// Topics: /flight/head and /flight/outcome (std_msgs/String: Head and Outcome as JSON), /hand/tick, /hand/command, /hand/settings
// (holdfast_msgs), /hand/log (rosgraph_msgs/Log: every change of what the hand does, with its reason, and the phases), /pick/phase
// (manipulation_msgs/ManipulationPhase), /truth (holdfast_msgs/GraspTruth), /tf, and of a scene /cloud (sensor_msgs/PointCloud2),
// /objects and /grasps (visualization_msgs).
//
// Times are those of the ticks, which are evenly apart, from the beginning of the attempt on.
package flight

import (
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// Format and Version say what a record is.
const (
	Format  = "holdfast flight record"
	Version = 1
)

// Topics of a record.
const (
	topicHead     = "/flight/head"
	topicOutcome  = "/flight/outcome"
	topicTick     = "/hand/tick"
	topicCommand  = "/hand/command"
	topicSettings = "/hand/settings"
	topicLog      = "/hand/log"
	topicPhase    = "/pick/phase"
	topicTruth    = "/truth"
	topicTF       = "/tf"
	topicCloud    = "/cloud"
	topicObjects  = "/objects"
	topicGrasps   = "/grasps"
)

// Head is what a record says of the attempt before it begins.
type Head struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Name    string `json:"name"` // of the attempt
	// Source is rehearsal or demo for a simulated world, whose truth is in the record, or hand for a hand that ran.
	Source string `json:"source"`
	Object string `json:"object,omitempty"`
	// Properties are what the rehearsal takes the object for.
	Properties  *Properties `json:"properties,omitempty"`
	Grasp       *Choice     `json:"grasp,omitempty"`      // that was tried
	RunnersUp   []Choice    `json:"runners_up,omitempty"` // best first; those before the chosen one were tried before it
	Rejected    []Rejected  `json:"rejected,omitempty"`
	Assumptions []string    `json:"assumptions,omitempty"`

	Dt     float64       `json:"dt_s"`
	Layout *touch.Layout `json:"pads"`            // nil for a hand without
	State  []byte        `json:"state,omitempty"` // of the controller; none for a new one
}

// Properties of an object in a simulated world.
type Properties struct {
	Mass       float64 `json:"mass_kg"`
	Stiffness  float64 `json:"stiffness_n_per_m"`
	Friction   float64 `json:"friction"`
	CrushForce float64 `json:"crush_force_n"`
}

// Choice is a grasp that was planned.
type Choice struct {
	Rank    int        `json:"rank"` // from 1, by quality
	Kind    string     `json:"kind"`
	Quality float64    `json:"quality"`
	Opening float64    `json:"opening_m"`
	Width   float64    `json:"width_m"`
	Palm    [7]float64 `json:"palm"` // in the cloud's frame: x, y, z in m, quaternion x, y, z, w
}

// Rejected counts the candidates that were not taken for one reason.
type Rejected struct {
	Reason  string `json:"reason"`
	Count   int    `json:"count"`
	Example string `json:"example"`
}

// Outcome is what became of the attempt.
type Outcome struct {
	// Outcome of a rehearsal is held, slipped, crushed or missed; of a demo placed, left, missed or crushed; for a hand that ran, what became
	// of its goal.
	Outcome string `json:"outcome"`
	Cause   string `json:"cause"` // why it is not held; empty when it is
	// Believed is whether the hand itself took the object for held, by touch alone.
	Believed   bool    `json:"believed_held"`
	ForceN     float64 `json:"force_n"`      // grip force of a finger at the end
	PeakForceN float64 `json:"peak_force_n"` // largest force of a finger
	SlipM      float64 `json:"slip_m"`
	TiltRad    float64 `json:"tilt_rad"`
	Hardness   float64 `json:"hardness_n_per_m"` // felt
	DurationS  float64 `json:"duration_s"`
	Lost       uint64  `json:"lost_ticks,omitempty"` // that the recorder could not keep
	Grasp      *Choice `json:"grasp,omitempty"`      // that was carried out, where the attempt chose it; rank 0
}
