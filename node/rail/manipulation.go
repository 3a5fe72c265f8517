package rail

import (
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/rail_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/actionlib"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

type (
	gripperGoal     = rail_manipulation_msgs.GripperGoal
	gripperResult   = rail_manipulation_msgs.GripperResult
	gripperFeedback = rail_manipulation_msgs.GripperFeedback
	liftGoal        = rail_manipulation_msgs.LiftGoal
	liftResult      = rail_manipulation_msgs.LiftResult
	liftFeedback    = rail_manipulation_msgs.LiftFeedback
	verifyGoal      = rail_manipulation_msgs.VerifyGraspGoal
	verifyResult    = rail_manipulation_msgs.VerifyGraspResult
	verifyFeedback  = rail_manipulation_msgs.VerifyGraspFeedback
)

// ManipulationParams are the settings of the manipulation actions.
type ManipulationParams struct {
	Pick           pick.Params
	LiftHeight     float64 // m
	GripperTimeout float64 // s
	LiftTimeout    float64 // s
	VerifyTimeout  float64 // s
}

// Declare lists the parameters.
func (p *ManipulationParams) Declare(s *param.Set) {
	s.Float(&p.LiftHeight, "lift_height", 0.1, "m", 0.001, 1, "of Lift: 0.10 with carl_moveit, 0.15 with wpi_jaco")
	s.Float(&p.GripperTimeout, "gripper_timeout", 9, "s", 0.05, 600, "after which Gripper gives up; clients of the originals wait 10 s")
	s.Float(&p.LiftTimeout, "lift_timeout", 9, "s", 0.05, 600, "after which Lift stops the arm and gives up")
	s.Float(&p.VerifyTimeout, "verify_timeout", 9, "s", 0.05, 600, "after which VerifyGrasp gives up")
	p.Pick.Declare(s)
}

// DefaultManipulationParams returns the declared defaults.
func DefaultManipulationParams() ManipulationParams { return param.Defaults[ManipulationParams]() }

// Manipulation serves Gripper, Lift and VerifyGrasp over a robot.
//
// Gripper closes by touch, or opens. Its success means that the commanded motion came to a valid end: the fingers are where they were sent,
// or stand at an object, or have closed on nothing. Lift raises the palm straight up, its orientation kept, with the object held; its
// success means that the palm is up and nothing was lost. VerifyGrasp asks touch, effort and gap, after a shake of a millimetre: its success
// means that there is an answer, and grasping is the answer.
type Manipulation struct {
	closers.List
	node *ros.Node
	loop *robot.Loop
	p    ManipulationParams
}

// NewManipulation starts the actions on a node, which is called manipulation for the defaults of the collector's clients.
func NewManipulation(n *ros.Node, loop *robot.Loop, p ManipulationParams) (*Manipulation, error) {
	f := &Manipulation{node: n, loop: loop, p: p}
	return closers.Started(f, "start manipulation actions", f.start())
}

func (f *Manipulation) start() error {
	if err := serve(f, "~gripper", &rail_manipulation_msgs.GripperActionType, f.gripper); err != nil {
		return err
	}
	if err := serve(f, "~lift", &rail_manipulation_msgs.LiftActionType, f.lift); err != nil {
		return err
	}
	return serve(f, "~verify_grasp", &rail_manipulation_msgs.VerifyGraspActionType, f.verify)
}

// serve starts one action.
func serve[G, R, F ros.Message](f *Manipulation, name string, typ *wire.Action, execute func(context.Context, *actionlib.Goal[G, R, F]) (R, error)) error {
	s, err := actionlib.NewSimpleServer(f.node, name, typ, execute)
	_, err = closers.Add(&f.List, s, err)
	return err
}

func (f *Manipulation) gripper(ctx context.Context, g *actionlib.Goal[*gripperGoal, *gripperResult, *gripperFeedback]) (*gripperResult, error) {
	shut := g.Goal().Close
	err := f.run(ctx, f.p.GripperTimeout, func(r *pick.Robot) (pick.Task, error) { return pick.NewGrip(r, shut, f.p.Pick), nil },
		func(text string) { _ = g.Feedback(&gripperFeedback{Message: text}) })
	if err != nil {
		return &gripperResult{}, ending(ctx, err)
	}
	text := "the hand is open"
	if shut {
		text = "the hand has closed"
		f.loop.Do(func(r *pick.Robot) {
			_, why := r.Grasping()
			text += ": " + why
		})
	}
	return &gripperResult{Success: true}, said(text)
}

func (f *Manipulation) lift(ctx context.Context, g *actionlib.Goal[*liftGoal, *liftResult, *liftFeedback]) (*liftResult, error) {
	var task *pick.Lift
	err := f.run(ctx, f.p.LiftTimeout, func(r *pick.Robot) (pick.Task, error) {
		var err error
		task, err = pick.NewLift(r, f.p.LiftHeight, f.p.Pick)
		return task, err
	}, func(text string) { _ = g.Feedback(&liftFeedback{Message: text}) })
	if err != nil {
		return &liftResult{}, ending(ctx, err)
	}
	text := ""
	f.loop.Do(func(*pick.Robot) {
		text = fmt.Sprintf("lifted by %.0f mm, with nothing in the hand", 1e3*task.Risen())
		if task.Held() {
			text = fmt.Sprintf("lifted by %.0f mm with what the hand holds", 1e3*task.Risen())
		}
	})
	return &liftResult{Success: true}, said(text)
}

func (f *Manipulation) verify(ctx context.Context, g *actionlib.Goal[*verifyGoal, *verifyResult, *verifyFeedback]) (*verifyResult, error) {
	var task *pick.Verify
	err := f.run(ctx, f.p.VerifyTimeout, func(r *pick.Robot) (pick.Task, error) {
		task = pick.NewVerify(r, f.p.Pick)
		return task, nil
	}, func(text string) { _ = g.Feedback(&verifyFeedback{Message: text}) })
	if err != nil {
		return &verifyResult{}, ending(ctx, err)
	}
	is, why := task.Grasping()
	return &verifyResult{Success: true, Grasping: is}, said(why)
}

// run carries out a task within a time (s), and tells its phases.
func (f *Manipulation) run(ctx context.Context, limit float64, mk func(*pick.Robot) (pick.Task, error), tell func(string)) error {
	late := fault.New("", "", fault.Timeout, "not done after %g s", limit)
	in, stop := context.WithTimeoutCause(ctx, param.Seconds(limit), late)
	defer stop()
	err := f.loop.Run(in, mk, func(e pick.Event) {
		text := e.Phase.String()
		if e.Text != "" {
			text += ": " + e.Text
		}
		tell(text)
	})
	if fault.KindOf(err) == fault.Preempted && ctx.Err() == nil && in.Err() != nil {
		return late
	}
	return err
}

// said ends an action well, with words.
func said(text string) error { return &actionlib.Error{Status: actionlib.Succeeded, Text: text} }

// ending is how an action ends whose work failed.
func ending(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil && fault.KindOf(err) == fault.Preempted:
		return &actionlib.Error{Status: actionlib.Preempted, Text: err.Error()}
	case fault.KindOf(err) == fault.Conflict && errors.Is(err, robot.ErrBusy):
		return &actionlib.Error{Status: actionlib.Preempted, Text: err.Error()}
	}
	return said(err.Error())
}
