// Package real puts a robot together from what a ROS graph has of it: an arm (node/arm), a hand in a process of its own (node/handclient) and a
// camera, as one description says (doc/robot.md). What runs tasks (node/pick, node/rail) then works as before a simulated one.
package real

import (
	"context"
	"errors"
	"os"
	"slices"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/node/arm"
	"github.com/holdfast-robotics/holdfast/node/closers"
	"github.com/holdfast-robotics/holdfast/node/handclient"
	"github.com/holdfast-robotics/holdfast/node/robot"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/seen"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene"
)

// Hand says where the hand is.
type Hand struct {
	Node string
	Wait float64 // s
}

// Declare lists the parameters.
func (p *Hand) Declare(s *param.Set) {
	s.Text(&p.Node, "node", "/r_gripper_sensor_controller", "name of the node of 'holdfast hand'")
	s.Float(&p.Wait, "wait", 30, "s", 0.1, 600, "until the hand, and the frames of hand and palm, must be there")
}

// Camera says what the robot sees with.
type Camera struct {
	Topic  string
	MaxAge float64 // s
	Wait   float64 // s
	TFWait float64 // s
}

// Declare lists the parameters.
func (p *Camera) Declare(s *param.Set) {
	s.Text(&p.Topic, "cloud_topic", "", "topic of the camera's clouds; empty: nothing is looked at, and no motion of the hand is checked for what is in the way")
	s.Float(&p.MaxAge, "max_cloud_age", 5, "s", 0, 1e6, "a cloud that was taken earlier is too old for a pickup; 0 for any age")
	s.Float(&p.Wait, "cloud_wait", 5, "s", 0.1, 600, "until a cloud must have come")
	s.Float(&p.TFWait, "tf_wait", 1, "s", 0, 600, "until the transform of the cloud's frame at its time must be known")
}

// Params describe a robot, a section each.
type Params struct {
	Arm     arm.Params
	Hand    Hand
	Gripper grasp.Hand
	Camera  Camera
	Scene   scene.Params
	Task    pick.Params
}

// sections are the parameters by the names of the sections.
func (p *Params) sections() map[string]*param.Set {
	return map[string]*param.Set{
		"arm": param.Over(&p.Arm), "hand": param.Over(&p.Hand), "gripper": param.Over(&p.Gripper), "camera": param.Over(&p.Camera), "scene": param.Over(&p.Scene), "task": param.Over(&p.Task),
	}
}

// Sections are the names of the sections, in order.
var Sections = []string{"arm", "hand", "gripper", "camera", "scene", "task"}

// DefaultParams are the declared defaults.
func DefaultParams() Params {
	return Params{
		Arm: arm.DefaultParams(), Hand: param.Defaults[Hand](), Gripper: grasp.DefaultHand(), Camera: param.Defaults[Camera](), Scene: scene.DefaultParams(), Task: pick.DefaultParams(),
	}
}

// Load reads a description from a file.
func Load(path string) (Params, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Params{}, fault.File("read robot", path, err)
	}
	return Read(path, text)
}

// Read reads a description. The gripper's name brings its sizes, which the other lines of the section change.
func Read(subject string, text []byte) (Params, error) {
	p := DefaultParams()
	names, err := param.Read(subject, text, &param.Set{}, p.sections())
	if err == nil && slices.Contains(names, "gripper.hand") {
		if h, e := grasp.FindHand(p.Gripper.Name); e == nil {
			p = DefaultParams()
			p.Gripper = h
			_, err = param.Read(subject, text, &param.Set{}, p.sections())
		}
	}
	return p, fault.Wrap("read robot", "", err)
}

// Robot is a robot that is connected.
type Robot struct {
	closers.List
	Loop *robot.Loop
	// X_AG is the palm in the hand frame.
	X_AG geom.Pose
	// Scene is what the robot sees; nil without a camera.
	Scene *Scene
}

// Connect connects to a robot and waits for what it cannot be without: the hand, and the frame of its palm. What else is not there is told when
// it is needed.
func Connect(ctx context.Context, n *ros.Node, p Params) (*Robot, error) {
	r := &Robot{X_AG: geom.Pose{R: geom.IdentityRot}}
	return closers.Started(r, "connect robot", r.start(ctx, n, &p))
}

func (r *Robot) start(ctx context.Context, n *ros.Node, p *Params) error {
	ctx, cancel := context.WithTimeout(ctx, param.Seconds(p.Hand.Wait))
	defer cancel()
	l, err := tf.Listen(n, tf.NewBuffer(0))
	if _, err = closers.Add(&r.List, l, err); err != nil {
		return err
	}
	if palm := p.Arm.PalmFrame; palm != "" && palm != p.Arm.HandFrame {
		if r.X_AG, _, err = l.Wait(ctx, p.Arm.HandFrame, palm, wire.Time{}); err != nil {
			return err
		}
	}
	hand, err := handclient.Dial(ctx, n, p.Hand.Node)
	if _, err = closers.Add(&r.List, hand, err); err != nil {
		return err
	}
	a, err := arm.Connect(n, p.Arm, r.X_AG)
	if _, err = closers.Add(&r.List, a, err); err != nil {
		return err
	}
	c := &checker{}
	if plans, ok := a.(planner); ok {
		c.arm = plans
	}
	if p.Camera.Topic != "" {
		r.Scene, err = newScene(n, p, l, a)
		if _, err = closers.Add(&r.List, r.Scene, err); err != nil {
			return err
		}
		c.hand = r.Scene.World
	}
	var check pick.Checker
	if c.arm != nil || c.hand != nil {
		check = c
	}
	r.Loop = robot.Drive(pick.NewRobot(a, hand, check))
	closers.Keep(&r.List, func() error { r.Loop.Close(); a.Stop(); return nil })
	return nil
}

// planner is an arm that knows what it can reach.
type planner interface {
	Reach(X_WG geom.Pose) error
	Line(from, to geom.Pose, n int) (int, error)
}

// checker asks the camera's world about the hand, and the arm's planner about the arm; either may be nil.
type checker struct {
	hand *seen.World
	arm  planner
}

var _ pick.Checker = (*checker)(nil)

func (c *checker) Hand(q *pick.Query) error {
	if c.hand == nil {
		return nil
	}
	return c.hand.Hand(q)
}

func (c *checker) Reach(q *pick.Query) error {
	if c.arm != nil {
		if err := c.arm.Reach(q.X_WG); err != nil {
			return err
		}
	}
	return c.Hand(q)
}

func (c *checker) Line(q *pick.Query, to geom.Pose, n int) (int, error) {
	good, err := n+1, error(nil)
	if c.arm != nil {
		good, err = c.arm.Line(q.X_WG, to, n)
		var b *pick.Blocked
		if err != nil && !errors.As(err, &b) {
			return good, err
		}
	}
	if c.hand != nil {
		if free, e := c.hand.Line(q, to, n); e != nil && free <= good {
			return free, e
		}
	}
	return good, err
}
