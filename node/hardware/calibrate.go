package hardware

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	hw "github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/msgs/holdfast_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// calibratedPeriod is how often a calibrated controller says so.
const calibratedPeriod = 500 * time.Millisecond

type calibrateGoal = actionlib.Goal[*holdfast_msgs.CalibrateGoal, *holdfast_msgs.CalibrateResult, *holdfast_msgs.CalibrateFeedback]

// calibrationFace is the ROS side of a gripper calibration: the service NAME/is_calibrated, the topic NAME/calibrated, and the action
// NAME/calibrate, which starts the controller, waits, stops it, and says why it failed.
type calibrationFace struct {
	face       *Face
	name       string
	joint      string
	ctl        *hw.GripperCalibration
	calibrated *ros.Publisher[*std_msgs.Empty]
	query      *ros.ServiceServer
	action     *actionlib.SimpleServer[*holdfast_msgs.CalibrateGoal, *holdfast_msgs.CalibrateResult, *holdfast_msgs.CalibrateFeedback]
	next       time.Duration
}

func newCalibrationFace(f *Face, name, joint string, c *hw.GripperCalibration) (extra, error) {
	x := &calibrationFace{face: f, name: name, joint: joint, ctl: c}
	if err := x.start(); err != nil {
		_ = x.Close()
		return nil, err
	}
	return x, nil
}

func (x *calibrationFace) start() (err error) {
	n := x.face.node
	if x.calibrated, err = ros.Advertise[*std_msgs.Empty](n, x.name+"/calibrated"); err != nil {
		return err
	}
	if x.query, err = ros.AdvertiseService(n, x.name+"/is_calibrated", &pr2_controllers_msgs.QueryCalibrationStateService,
		func(context.Context, *pr2_controllers_msgs.QueryCalibrationStateRequest) (*pr2_controllers_msgs.QueryCalibrationStateResponse, error) {
			ok, _, _ := x.look()
			return &pr2_controllers_msgs.QueryCalibrationStateResponse{IsCalibrated: ok}, nil
		}); err != nil {
		return err
	}
	x.action, err = actionlib.NewSimpleServer(n, x.name+"/calibrate", &holdfast_msgs.CalibrateActionType, x.execute)
	return err
}

// look reports whether there is nothing to do, and shows joint and loop time.
func (x *calibrationFace) look() (calibrated bool, j hw.JointSnapshot, now time.Duration) {
	st := x.status()
	x.face.loop.Snapshot(func(s *hw.Snapshot) {
		now = s.Now
		for i := range s.Joints {
			if s.Joints[i].Joint == x.joint {
				j = s.Joints[i]
			}
		}
	})
	return j.Calibrated && (st.Phase == hw.CalDone || !x.ctl.Params.Force && !underWay(st)), j, now
}

func underWay(s hw.CalibrationStatus) bool { return s.Phase != hw.CalIdle && !s.Done() }

func (x *calibrationFace) status() (s hw.CalibrationStatus) {
	x.ctl.Shown.Read(func(v *hw.CalibrationStatus) { s = *v })
	return s
}

func (x *calibrationFace) step(wire.Time) {
	ok, _, now := x.look()
	if ok && now >= x.next {
		x.next = now + calibratedPeriod
		x.face.report(x.calibrated.Publish(&std_msgs.Empty{}))
	}
}

// execute calibrates. Other controllers of the joint must be stopped first.
func (x *calibrationFace) execute(ctx context.Context, g *calibrateGoal) (*holdfast_msgs.CalibrateResult, error) {
	if ok, j, _ := x.look(); ok && !g.Goal().Force {
		return &holdfast_msgs.CalibrateResult{Calibrated: true, ZeroOffset: x.offset(j.Actuator), Reason: "the zero is known; nothing was moved"}, nil
	}
	if err := x.face.change(ctx, []string{x.name}, nil, hw.Strict); err != nil {
		return &holdfast_msgs.CalibrateResult{Reason: err.Error()}, err
	}
	defer func() { // a goal that was cancelled leaves no motion behind
		stop, cancel := context.WithTimeout(context.Background(), x.face.opt.SwitchTimeout)
		defer cancel()
		x.face.report(x.face.change(stop, nil, []string{x.name}, hw.BestEffort))
	}()
	t := time.NewTicker(20 * time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return &holdfast_msgs.CalibrateResult{Reason: "cancelled"}, context.Cause(ctx)
		case <-t.C:
		}
		st := x.status()
		_, j, _ := x.look()
		switch st.Phase {
		case hw.CalDone:
			return &holdfast_msgs.CalibrateResult{Calibrated: true, ZeroOffset: st.Zero, Travel: st.Travel, Reason: st.String()}, nil
		case hw.CalFailed:
			return &holdfast_msgs.CalibrateResult{Travel: st.Travel, Reason: st.String()}, fault.New("calibrate", x.joint, fault.Unavailable, "%v", st)
		}
		x.face.report(g.Feedback(&holdfast_msgs.CalibrateFeedback{Phase: st.Phase.String(), Position: j.Gap, Effort: j.Effort}))
	}
}

func (x *calibrationFace) offset(actuator string) (zero float64) {
	x.face.loop.Snapshot(func(s *hw.Snapshot) {
		for i := range s.Boards {
			if s.Boards[i].Device.Name == actuator {
				zero = s.Boards[i].State.ZeroOffset
			}
		}
	})
	return zero
}

// Close ends topic, service and action.
func (x *calibrationFace) Close() error {
	return firstOf(
		closeIf(x.action != nil, func() error { return x.action.Close() }), closeIf(x.query != nil, func() error { return x.query.Close() }),
		closeIf(x.calibrated != nil, func() error { return x.calibrated.Close() }))
}
