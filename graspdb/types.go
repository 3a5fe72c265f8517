package graspdb

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// Demonstration is a grasp that was shown on an object.
type Demonstration struct {
	ID         int64 // 1 and up; 0 is not stored
	ObjectName string
	Frame      string    // F, the frame of the pose and the cloud
	X_FG       geom.Pose // hand in F
	HandFrame  string    // name of frame G, the end effector's link
	Cloud      []byte    // sensor_msgs/PointCloud2, ROS 1 bytes
	Image      []byte    // sensor_msgs/Image, ROS 1 bytes
	Created    time.Time
	Source     string // where it was imported from, empty if it was made here
}

// Model is an object that can be recognised, with its grasps.
type Model struct {
	ID         int64
	ObjectName string
	Cloud      []byte // sensor_msgs/PointCloud2, ROS 1 bytes; nil if none
	Mesh       Mesh   // in the model's frame; empty if none
	Created    time.Time
	Source     string

	// Of objects from a household database.
	ScaledModelID  int64   // the key that clients of that database use; 0 if none
	Scale          float64 // of the mesh; 0 if none
	RecognitionKey string  // the name a recogniser knows it by
	Maker          string
	Description    string
	Tags           []string

	Grasps []Grasp
}

// Mesh is a triangle mesh.
type Mesh struct {
	Vertices  []geom.Vec // m
	Triangles [][3]int32 // indices of vertices
}

// Grasp is a pose of the hand on a model and what became of it so far.
type Grasp struct {
	ID        int64
	ModelID   int64
	Frame     string    // F, the model's frame or the robot's fixed frame
	X_FG      geom.Pose // hand in F
	HandFrame string    // name of frame G
	Hand      string    // which hand it is for; empty for any
	Successes int64
	Attempts  int64
	Created   time.Time
	Source    string

	// Of grasps from a household database or a planner.
	PregraspJoints []float64
	GraspJoints    []float64
	Quality        float64 // 0 to 1, higher is better; 0 if none was given
	Representative bool    // stands for a cluster of similar grasps
}

// Rate is successes per attempt, 0 when nothing was tried.
func (g *Grasp) Rate() float64 {
	if g.Attempts == 0 {
		return 0
	}
	return float64(g.Successes) / float64(g.Attempts)
}

// Expected is the success rate to expect of the next attempt: the mean of a Beta distribution whose prior counts as weight
// attempts at rate prior. One success in one attempt is not certainty.
func (g *Grasp) Expected(prior, weight float64) float64 {
	return (float64(g.Successes) + prior*weight) / (float64(g.Attempts) + weight)
}

// Best is the index of the grasp with the highest rate, the first of equals; -1 if there is none.
func Best(grasps []Grasp) int {
	at := -1
	for i := range grasps {
		if at < 0 || grasps[i].Rate() > grasps[at].Rate() {
			at = i
		}
	}
	return at
}

// Outcome says how an attempt ended.
type Outcome string

// Outcomes. Unreached attempts never touched the object and do not count against a grasp.
const (
	Held      Outcome = "held"
	Placed    Outcome = "placed"
	Slipped   Outcome = "slipped"
	Dropped   Outcome = "dropped"
	Crushed   Outcome = "crushed"
	Missed    Outcome = "missed"
	Unreached Outcome = "unreached"
	Stopped   Outcome = "stopped" // cancelled by the caller or by a safety stop; does not count either
)

var outcomes = []Outcome{Held, Placed, Slipped, Dropped, Crushed, Missed, Unreached, Stopped}

// Outcomes lists them all, in the order in which they are told.
func Outcomes() []Outcome { return slices.Clone(outcomes) }

// Success tells whether the object was held.
func (o Outcome) Success() bool { return o == Held || o == Placed }

// Counts tells whether the attempt says something about the grasp.
func (o Outcome) Counts() bool { return o != Unreached && o != Stopped }

// Phase is one step of an attempt.
type Phase struct {
	Name  string  `json:"name"`
	Start float64 `json:"start_s"` // since the attempt's start
	End   float64 `json:"end_s"`
}

// Attempt is one try at an object.
type Attempt struct {
	ID         int64
	GraspID    int64 // the stored grasp that was used; 0 for a fresh one
	ObjectName string
	Robot      string
	Scene      string // a name or file of the scene or of its recording
	Hand       string
	Frame      string
	X_FG       geom.Pose
	Predicted  float64 // probability of success that the planner gave
	Started    time.Time
	Duration   time.Duration
	GripForce  float64 // N while holding
	MaxForce   float64 // N at most
	Slip       float64 // m
	Phases     []Phase
	Outcome    Outcome
	Cause      string // in words
}

// key is the form in which a name is stored and looked up.
func key(name string) string { return strings.ToUpper(strings.TrimSpace(name)) }

// CheckName says why an object cannot have a name, nil when it can: a name is a line of text that is not empty.
func CheckName(name string) error {
	const op = "check name"
	switch {
	case key(name) == "":
		return fault.New(op, "", fault.Invalid, "the object has no name")
	case len(name) > 1000:
		return fault.New(op, "", fault.TooLarge, "the object's name has %d bytes; 1000 are possible", len(name))
	}
	return text(op, "the object's name", name)
}

// text refuses what one of the two databases cannot store.
func text(op, what, s string) error {
	switch {
	case !utf8.ValidString(s):
		return fault.New(op, what, fault.Invalid, "not valid UTF-8: %q", s)
	case strings.ContainsRune(s, 0):
		return fault.New(op, what, fault.Invalid, "holds a zero byte: %q", s)
	}
	return nil
}

func finite(op, what string, values ...float64) error {
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fault.New(op, what, fault.Invalid, "%g is not a finite number", v)
		}
	}
	return nil
}

// pose7 is x, y, z, qx, qy, qz, qw.
func pose7(x geom.Pose) [7]float64 {
	if x.R == (geom.Rot{}) {
		x.R.W = 1
	}
	return [7]float64{x.P.X, x.P.Y, x.P.Z, x.R.X, x.R.Y, x.R.Z, x.R.W}
}

func poseOf(op, what string, v [7]float64) (geom.Pose, error) {
	if err := finite(op, what, v[:]...); err != nil {
		return geom.Pose{}, err
	}
	r := geom.Rot{W: v[6], X: v[3], Y: v[4], Z: v[5]}
	if n := r.W*r.W + r.X*r.X + r.Y*r.Y + r.Z*r.Z; math.Abs(n-1) < 1e-9 {
		return geom.Pose{R: r, P: geom.V(v[0], v[1], v[2])}, nil // what was stored comes back to the last bit
	}
	r, ok := geom.Quat(v[6], v[3], v[4], v[5])
	if !ok {
		return geom.Pose{}, fault.New(op, what, fault.Invalid, "the quaternion (%g, %g, %g, %g) has no direction", v[3], v[4], v[5], v[6])
	}
	return geom.Pose{R: r, P: geom.V(v[0], v[1], v[2])}, nil
}
