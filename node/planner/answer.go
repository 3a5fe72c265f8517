package planner

import (
	"fmt"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// draft is a grasp before it is a message.
type draft struct {
	X_RA          geom.Pose
	quality       float64
	approach, min float64  // m
	open          float64  // share of the open posture, 0 to 1
	touch         []string // names of what may be touched
}

// noForceLimit is what max_contact_force says when there is none.
const noForceLimit = -1

// message makes the message of grasp k of a task.
func (t *task) message(k int, d *draft, stamp wire.Time) graspMsg {
	h := std_msgs.Header{Stamp: stamp, FrameID: t.ref}
	a := t.arm
	move := func(dir geom.Vec) manipulation_msgs.GripperTranslation {
		return manipulation_msgs.GripperTranslation{
			Direction:       geometry_msgs.Vector3Stamped{Header: std_msgs.Header{Stamp: stamp, FrameID: a.frame}, Vector: geomsgs.Vector3(dir)},
			DesiredDistance: float32(d.approach), MinDistance: float32(d.min),
		}
	}
	posture := func(open float64, efforts []float64) sensor_msgs.JointState {
		return sensor_msgs.JointState{Header: std_msgs.Header{Stamp: stamp}, Name: a.joints, Position: between(a.postures.closed, a.postures.open, open), Effort: efforts}
	}
	return graspMsg{
		ID:              fmt.Sprintf("%s-%d-%d", a.name, t.number, k),
		PreGraspPosture: posture(d.open, a.postures.openEfforts), GraspPosture: posture(0, a.postures.holdEfforts),
		GraspPose:    geometry_msgs.PoseStamped{Header: h, Pose: geomsgs.Pose(d.X_RA)},
		GraspQuality: d.quality, Approach: move(a.approach), Retreat: move(r3.Scale(-1, a.approach)),
		MaxContactForce: noForceLimit, AllowedTouchObjects: d.touch,
	}
}

// between are joint positions some way from closed to open.
func between(closed, open []float64, part float64) []float64 {
	if part == 1 || len(closed) != len(open) {
		return open
	}
	out := make([]float64, len(open))
	for i := range out {
		out[i] = closed[i] + part*(open[i]-closed[i])
	}
	return out
}

// messages appends what drafts has beyond out.
func (t *task) messages(out []graspMsg, n int, at func(k int) draft, stamp wire.Time) []graspMsg {
	for k := len(out); k < n; k++ {
		d := at(k)
		out = append(out, t.message(k, &d, stamp))
	}
	return out
}
