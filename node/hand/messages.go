package hand

import (
	"math"
	"time"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// What a status says in the PR2's messages.

func rtState(m hand.Mode) pr2.PR2GripperSensorRTState {
	return pr2.PR2GripperSensorRTState{RealtimeControllerState: int8(m)}
}

func jointState(s *hand.Status, step time.Duration, stamp wire.Time) *pr2_controllers_msgs.JointControllerState {
	return &pr2_controllers_msgs.JointControllerState{
		Header: std_msgs.Header{Stamp: stamp}, SetPoint: s.SetPoint, ProcessValue: s.Gap, ProcessValueDot: s.GapVel, Error: s.Gap - s.SetPoint,
		TimeStep: step.Seconds(), Command: s.Effort,
	}
}

func contactData(s *hand.Status, stamp wire.Time) pr2.PR2GripperFindContactData {
	gap := s.ContactGap
	if gap == 0 { // none yet
		gap = s.Gap
	}
	return pr2.PR2GripperFindContactData{
		Stamp: stamp, ContactConditionsMet: s.Found, LeftFingertipPadContact: s.Contact[0], RightFingertipPadContact: s.Contact[1],
		LeftFingertipPadForce: s.Force[0], RightFingertipPadForce: s.Force[1], JointPosition: gap, JointEffort: s.Effort, Rtstate: rtState(s.Mode),
	}
}

func forceData(s *hand.Status, stamp wire.Time) pr2.PR2GripperForceServoData {
	return pr2.PR2GripperForceServoData{
		Stamp: stamp, LeftFingertipPadForce: s.Force[0], RightFingertipPadForce: s.Force[1], JointEffort: s.Effort, ForceAchieved: s.Reached, Rtstate: rtState(s.Mode),
	}
}

func slipData(s *hand.Status, stamp wire.Time) pr2.PR2GripperSlipServoData {
	return pr2.PR2GripperSlipServoData{
		Stamp: stamp, Deformation: finite(s.Deformation), LeftFingertipPadForce: s.Force[0], RightFingertipPadForce: s.Force[1], JointEffort: s.Effort,
		SlipDetected: s.Slip, DeformationLimitReached: s.Deformed, FingertipForceLimitReached: s.Limited, GripperEmpty: s.Empty, Rtstate: rtState(s.Mode),
	}
}

// finite is 0 for what is not known yet.
func finite(x float64) float64 {
	if math.IsNaN(x - x) {
		return 0
	}
	return x
}

func eventData(s *hand.Status, stamp wire.Time) pr2.PR2GripperEventDetectorData {
	return pr2.PR2GripperEventDetectorData{
		Stamp: stamp, TriggerConditionsMet: s.Triggered, SlipEvent: s.SlipEvent, AccelerationEvent: s.AccelEvent,
		AccelerationVector: [3]float64{s.Accel.X, s.Accel.Y, s.Accel.Z},
	}
}

// rawCells is the number of cells that PR2GripperSensorRawData has room for.
const rawCells = 22

func rawData(s *skin, stamp wire.Time) *pr2.PR2GripperSensorRawData {
	m := &pr2.PR2GripperSensorRawData{
		Stamp: stamp, LeftFingerPadForce: s.Force[0], RightFingerPadForce: s.Force[1], LeftFingerPadForceFiltered: s.Fast[0], RightFingerPadForceFiltered: s.Fast[1],
		AccXRaw: s.Palm[0][0], AccYRaw: s.Palm[0][1], AccZRaw: s.Palm[0][2], AccXFiltered: s.Palm[1][0], AccYFiltered: s.Palm[1][1], AccZFiltered: s.Palm[1][2],
		LeftContact: s.Contact[0], RightContact: s.Contact[1],
	}
	copy(m.LeftFingerPadForces[:], s.Counts[0])
	copy(m.RightFingerPadForces[:], s.Counts[1])
	copy(m.LeftFingerPadForcesFiltered[:], s.Edge[0])
	copy(m.RightFingerPadForcesFiltered[:], s.Edge[1])
	return m
}

// padFrames are the links of the left and right fingertip, and how far the pad's face is from their origins along -y of the left one.
type padFrames struct {
	names [2]string
	face  float64 // m
}

// tactile says for any layout what the fingertips feel.
func tactile(s *skin, l *touch.Layout, frames *padFrames, palm string, stamp wire.Time) *holdfast_msgs.Tactile {
	m := &holdfast_msgs.Tactile{
		Header: std_msgs.Header{Stamp: stamp, FrameID: palm}, Frame: uint32(s.Frame), Zeroed: s.Zero == touch.Zeroed || s.Zero == touch.ZeroRestored,
		Pads: make([]holdfast_msgs.TactilePad, 2),
	}
	n := len(l.Cells)
	for f := range m.Pads {
		p := &m.Pads[f]
		p.FrameID, p.Force, p.ForceRate, p.Contact, p.Valid = frames.names[f], s.Force[f], s.Fast[f], s.Contact[f], s.Whole[f]
		p.Positions, p.Normals = make([]geometry_msgs.Point, n), make([]geometry_msgs.Vector3, n)
		p.Areas, p.Front, p.Forces, p.Validity = make([]float32, n), make([]bool, n), make([]float32, n), make([]uint8, n)
		side := 1.0 // the right fingertip is the left one turned half a turn about x
		if f == 1 {
			side = -1
		}
		for i, c := range l.Cells {
			p.Positions[i] = geometry_msgs.Point{X: c.Center.X, Y: side * (c.Center.Y - frames.face), Z: side * c.Center.Z}
			p.Normals[i] = geometry_msgs.Vector3{X: c.Normal.X, Y: side * c.Normal.Y, Z: side * c.Normal.Z}
			p.Areas[i], p.Front[i] = float32(c.Area), c.Front
			switch s.Health[f][i] {
			case touch.Good:
				p.Forces[i] = float32(s.Counts[f][i] / c.PerNewton)
			case touch.Dead:
				p.Forces[i], p.Validity[i] = float32(math.NaN()), holdfast_msgs.TactilePadDead
			default:
				p.Forces[i], p.Validity[i] = float32(math.NaN()), holdfast_msgs.TactilePadStuck
			}
		}
	}
	return m
}
