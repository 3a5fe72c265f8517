package hardware

import (
	"math"
	"time"

	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/diagnostic_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/fingertip_pressure"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_mechanism_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// fingerJoints are the passive joints of a gripper, after its prefix, in the order of JointSnapshot.Fingers.
var fingerJoints = [4]string{"_l_finger_joint", "_r_finger_joint", "_l_finger_tip_joint", "_r_finger_tip_joint"}

// prefix is the name of a gripper: r_gripper of r_gripper_joint.
func prefix(joint string) string {
	const end = "_joint"
	if n := len(joint) - len(end); n > 0 && joint[n:] == end {
		return joint[:n]
	}
	return joint
}

func (f *Face) publishJoints(s *hw.Snapshot, now wire.Time) {
	m := &f.jointMsg
	m.Header.Stamp = now
	m.Name, m.Position, m.Velocity, m.Effort = m.Name[:0], m.Position[:0], m.Velocity[:0], m.Effort[:0]
	add := func(name string, x, v, e float64) {
		m.Name, m.Position, m.Velocity, m.Effort = append(m.Name, name), append(m.Position, x), append(m.Velocity, v), append(m.Effort, e)
	}
	for i := range s.Joints {
		j := &s.Joints[i]
		add(j.Joint, j.Gap, j.Speed, j.Effort)
		for k, end := range fingerJoints {
			if !j.Turns { // jaws on rails have no such joints
				break
			}
			p := &j.Fingers[k]
			add(prefix(j.Joint)+end, p.Position, p.Velocity, p.Effort)
		}
	}
	f.report(f.joints.Publish(m))
}

// loopTime is a time of the loop as ROS has it: the board's clock starts at 0.
func loopTime(t time.Duration) wire.Time {
	t = max(0, t)
	return wire.Time{Sec: uint32(t / time.Second), Nsec: uint32(t % time.Second)}
}

func rosDuration(seconds float64) wire.Duration {
	whole := math.Floor(seconds)
	return wire.Duration{Sec: int32(whole), Nsec: int32((seconds - whole) * 1e9)}
}

func (f *Face) publishStatistics(s *hw.Snapshot, now wire.Time) {
	m := &f.stat
	m.Header.Stamp = now
	m.ActuatorStatistics, m.JointStatistics, m.ControllerStatistics = m.ActuatorStatistics[:0], m.JointStatistics[:0], m.ControllerStatistics[:0]
	for i := range s.Boards {
		m.ActuatorStatistics = append(m.ActuatorStatistics, actuatorStatistics(s.Boards[i].Device.Name, &s.Boards[i].State))
	}
	for i := range s.Joints {
		j := &s.Joints[i]
		m.JointStatistics = append(m.JointStatistics, pr2_mechanism_msgs.JointStatistics{
			Name: j.Joint, Timestamp: now, Position: j.Gap, Velocity: j.Speed, MeasuredEffort: j.Effort, CommandedEffort: j.Commanded, IsCalibrated: j.Calibrated,
			ViolatedLimits: j.Stats.LimitsHit, Odometer: j.Stats.Odometer, MinPosition: j.Stats.MinPosition, MaxPosition: j.Stats.MaxPosition,
			MaxAbsVelocity: j.Stats.MaxAbsVelocity, MaxAbsEffort: j.Stats.MaxAbsEffort,
		})
	}
	for i := range s.Controllers {
		c := &s.Controllers[i]
		o := pr2_mechanism_msgs.ControllerStatistics{
			Name: c.Name, Timestamp: now, Running: c.Running, MaxTime: rosDuration(c.Max), MeanTime: rosDuration(c.Mean), VarianceTime: rosDuration(c.StdDev),
			NumControlLoopOverruns: int32(min(c.Overruns, math.MaxInt32)),
		}
		if c.EverOverrun {
			o.TimeLastControlLoopOverrun = stampAt(now, s.Now, c.LastOverrun)
		}
		m.ControllerStatistics = append(m.ControllerStatistics, o)
	}
	f.report(f.statistics.Publish(m))
	f.loop.ResetJointWindows()
}

// actuatorStatistics is the message of a state, field by field.
func actuatorStatistics(name string, s *hw.ActuatorState) pr2_mechanism_msgs.ActuatorStatistics {
	return pr2_mechanism_msgs.ActuatorStatistics{
		Name: name, DeviceID: s.DeviceID, Timestamp: loopTime(s.SampleTimestamp), EncoderCount: s.EncoderCount, EncoderOffset: s.ZeroOffset, Position: s.Position,
		EncoderVelocity: s.EncoderVelocity, Velocity: s.Velocity, CalibrationReading: s.CalibrationReading,
		CalibrationRisingEdgeValid: s.CalibrationRisingEdgeValid, CalibrationFallingEdgeValid: s.CalibrationFallingEdgeValid,
		LastCalibrationRisingEdge: s.LastCalibrationRisingEdge, LastCalibrationFallingEdge: s.LastCalibrationFallingEdge, IsEnabled: s.IsEnabled, Halted: s.Halted,
		LastCommandedCurrent: s.Commanded.Current, LastCommandedEffort: s.Commanded.Effort, LastExecutedCurrent: s.Executed.Current, LastExecutedEffort: s.Executed.Effort,
		LastMeasuredCurrent: s.Measured.Current, LastMeasuredEffort: s.Measured.Effort, MotorVoltage: s.MotorVoltage, NumEncoderErrors: s.NumEncoderErrors,
	}
}

func (f *Face) publishPressure(b *boardFace, s *hw.BoardSnapshot, now wire.Time) {
	if b.pressure == nil || s.Tips[0].Frame == b.seen {
		return
	}
	b.seen = s.Tips[0].Frame
	m := &f.pressureMsg
	m.Header.Stamp = now
	m.LFingerTip, m.RFingerTip = counts(m.LFingerTip, &s.Tips[0]), counts(m.RFingerTip, &s.Tips[1])
	f.report(b.pressure.Publish(m))
}

// counts are the cells of a fingertip as the message has them: the upper half of the range appears negative.
func counts(out []int16, p *hw.PressureState) []int16 {
	out = out[:0]
	for _, c := range p.Counts[:p.Cells] {
		out = append(out, int16(c))
	}
	return out
}

func (f *Face) publishAccel(loopNow time.Duration, now wire.Time) {
	var b hw.AccelBatch
	for f.loop.NextAccel(&b) {
		if b.Device >= len(f.boards) || f.boards[b.Device].accel == nil {
			continue
		}
		o := &f.boards[b.Device]
		m := &f.accelMsg
		m.Header.Stamp, m.Header.FrameID = stampAt(now, loopNow, b.Now), o.frame
		m.Samples = m.Samples[:0]
		for _, s := range b.Samples[:b.N] {
			m.Samples = append(m.Samples, geometry_msgs.Vector3{X: s[0], Y: s[1], Z: s[2]})
		}
		f.report(o.accel.Publish(m))
	}
}

func (f *Face) publishDiagnoses(list []hw.Diagnosis, now wire.Time) {
	m := &diagnostic_msgs.DiagnosticArray{}
	m.Header.Stamp = now
	for _, d := range list {
		s := diagnostic_msgs.DiagnosticStatus{Level: int8(d.Level), Name: d.Name, Message: d.Message, HardwareID: d.HardwareID}
		for _, kv := range d.Values {
			s.Values = append(s.Values, diagnostic_msgs.KeyValue{Key: kv.Key, Value: kv.Value})
		}
		m.Status = append(m.Status, s)
	}
	f.report(f.diag.Publish(m))
}

// pressureInfo is the geometry of the PR2's fingertips: the left one as the driver has it, the right one turned half a turn about x.
func pressureInfo(gripper string) *fingertip_pressure.PressureInfo {
	type cell struct{ center, half1, half2 [3]float64 } // mm
	cells := []cell{
		{[3]float64{25.3, -4, 0}, [3]float64{0, 0, -10}, [3]float64{-2.8, 0, 0}},
		{[3]float64{12.5, -9.8, -11.5}, [3]float64{12, 0, 0}, [3]float64{0, -3, 0}},
		{[3]float64{27.75, -10.3, -9.25}, [3]float64{-3.25, 0, -2.25}, [3]float64{0, 2.5, 0}},
		{[3]float64{31, -10.3, -3.5}, [3]float64{0, 0, -3.5}, [3]float64{0, 2.5, 0}},
		{[3]float64{31, -10.3, 3.5}, [3]float64{0, 0, 3.5}, [3]float64{0, -2.5, 0}},
		{[3]float64{27.75, -10.3, 9.25}, [3]float64{-3.25, 0, 2.25}, [3]float64{0, -2.5, 0}},
		{[3]float64{12.5, -9.8, 11.5}, [3]float64{12, 0, 0}, [3]float64{0, 3, 0}},
	}
	for row := range 5 {
		for column := range 3 {
			cells = append(cells, cell{[3]float64{26.5 - 6*float64(row), -15, 5.6 - 5.6*float64(column)}, [3]float64{0, 0, 2.8}, [3]float64{-3, 0, 0}})
		}
	}
	m := &fingertip_pressure.PressureInfo{}
	for k, sign := range []float64{1, -1} {
		e := fingertip_pressure.PressureInfoElement{FrameID: gripper + "_" + "lr"[k:k+1] + "_finger_tip_link"}
		v := func(p [3]float64) geometry_msgs.Vector3 {
			return geometry_msgs.Vector3{X: p[0] * 1e-3, Y: sign * p[1] * 1e-3, Z: sign * p[2] * 1e-3}
		}
		for i, c := range cells {
			e.Center, e.Halfside1, e.Halfside2 = append(e.Center, v(c.center)), append(e.Halfside1, v(c.half1)), append(e.Halfside2, v(c.half2))
			e.ForcePerUnit = append(e.ForcePerUnit, perNewton(i))
		}
		m.Sensor = append(m.Sensor, e)
	}
	return m
}

// perNewton are the counts for a newton of a cell of the PR2's fingertips.
func perNewton(cell int) float64 {
	switch {
	case cell == 1 || cell == 6:
		return 400
	case cell < 7:
		return 600
	}
	return 1600
}
