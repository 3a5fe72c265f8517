package hand

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/gripper"
	"github.com/holdfast-robotics/holdfast/node/params"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/ros"
)

// Params are the settings of a hand's node: those of its controller and a few of its own.
type Params struct {
	Hand hand.Params

	Type, Joint, Accelerometer, LeftTip, RightTip string // as the PR2's parameter server has them
	Gripper                                       string // name of what the parameters are for
	PublishSkip                                   int    // ticks
	RawData                                       bool
	Watchdog                                      float64 // s
}

// controllerType is the name of the PR2's controller, which clients may look for.
const controllerType = "pr2_gripper_sensor_controller/PR2GripperSensorController"

// Declare lists the parameters.
func (p *Params) Declare(s *param.Set) {
	p.Hand.Declare(s)
	s.Text(&p.Type, "type", controllerType, "kind of controller, for clients that ask")
	s.Text(&p.Joint, "joint_name", "", "gap joint on the bus, as r_gripper_joint; \"\" when there is one")
	s.Text(&p.Accelerometer, "accelerometer_name", "", "accelerometer on the bus, for clients that ask; the joint's own is read")
	s.Text(&p.LeftTip, "left_pressure_sensor_name", "", "left fingertip on the bus, for clients that ask; the joint's own is read")
	s.Text(&p.RightTip, "right_pressure_sensor_name", "", "right fingertip on the bus, for clients that ask; the joint's own is read")
	s.Text(&p.Gripper, "gripper", gripper.PR2, "name of the gripper that the other parameters are for; a node that starts for another one sets them anew")
	s.Int(&p.PublishSkip, "publish_skip", 10, "", 1, 1000, "ticks of a millisecond from one message to the next on each state topic; the PR2 had 1")
	s.Bool(&p.RawData, "raw_data", false, "publish raw_data")
	s.Float(&p.Watchdog, "controller_timeout", 5, "s", 0.1, 3600, "silence of the loop after which goals are aborted")
}

// DefaultParams returns the declared defaults.
func DefaultParams() Params { return param.Defaults[Params]() }

// declared is a set of parameters over p that keeps the values p has.
func declared(p *Params) (*param.Set, error) {
	was := *p
	var old Params
	from := param.Declare(&old)
	old = was
	to := param.Declare(p)
	for i, q := range to.All() {
		if err := q.Set(from.All()[i].String()); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// read returns p with what the parameter server says of the node's private parameters, and the names of those that are none, with
// the nearest that is.
func read(ctx context.Context, n *ros.Node, p Params) (_ Params, unknown []string, err error) {
	const op = "read parameters"
	set, err := declared(&p)
	if err != nil {
		return p, nil, fault.Wrap(op, n.Name(), err)
	}
	unknown, err = params.Read(ctx, n, set)
	return p, unknown, err
}

// forget sets the parameters of the control anew where the server has those of another gripper, from an earlier run; given are the names
// that somebody has set for this run. It reports the name of the other one, "" where there is none.
func forget(ctx context.Context, n *ros.Node, p Params, given []string) (other string, err error) {
	const op = "set parameters"
	v, err := n.GetParam(ctx, "~gripper")
	if fault.KindOf(err) == fault.NotFound {
		return "", nil
	}
	if err != nil {
		return "", fault.Wrap(op, n.Name(), err)
	}
	if other = fmt.Sprint(v); other == p.Gripper {
		return "", nil
	}
	set, err := declared(&p)
	if err != nil {
		return "", fault.Wrap(op, n.Name(), err)
	}
	for _, q := range set.All() {
		if slices.Contains(given, q.Name) {
			continue
		}
		if err := n.SetParam(ctx, "~"+q.Name, typed(q)); err != nil {
			return "", fault.Wrap(op, q.Name, err)
		}
	}
	return other, nil
}

// show sets the parameters that the server does not have, so that clients find what the hand works with.
func show(ctx context.Context, n *ros.Node, p Params) error {
	const op = "set parameters"
	set, err := declared(&p)
	if err != nil {
		return fault.Wrap(op, n.Name(), err)
	}
	v, err := n.GetParam(ctx, "~")
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return fault.Wrap(op, n.Name(), err)
	}
	tree, _ := v.(map[string]any)
	for _, q := range set.All() {
		if _, has := tree[q.Name]; has {
			continue
		}
		if err := n.SetParam(ctx, "~"+q.Name, typed(q)); err != nil {
			return fault.Wrap(op, q.Name, err)
		}
	}
	return nil
}

// typed is a parameter's value as the parameter server has it.
func typed(q *param.Param) any {
	text := q.String()
	switch q.Type() {
	case "float":
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return f
		}
	case "int":
		if i, err := strconv.Atoi(text); err == nil {
			return i
		}
	case "bool":
		return text == "true"
	}
	return text
}
