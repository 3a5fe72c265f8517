package tabletop

import (
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/sim/camera"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/rehearse"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// Single is a robot whose open fingers are around one object that stands on the table, as after a person has driven the arm there.
type Single struct {
	*robot.Robot
	placed catalogue.Placed
}

// NewSingle puts an object of the catalogue in the middle of the table and the hand over it, looking down, the fingers across its narrower
// side. Objects and home of cfg are replaced.
func NewSingle(object string, cfg robot.Config) (*Single, error) {
	const op = "make robot"
	o, err := catalogue.Find(object)
	if err != nil {
		return nil, err
	}
	half := o.RestHalf()
	if wide := 2 * min(half.X, half.Y); wide > cfg.Gripper.Stroke-slack {
		return nil, fault.New(op, o.Name, fault.TooLarge, "it is %.0f mm wide, and the hand opens %.0f mm", 1e3*wide, 1e3*cfg.Gripper.Stroke)
	}
	s := &Single{placed: catalogue.Placed{Object: o, X_WO: geom.Pose{R: o.Rest, P: geom.V(0, 0, half.Z)}, Label: catalogue.LabelObject}}
	known := rehearse.Known(&o)
	cfg.Objects, cfg.X_WO = append(cfg.Objects[:0:0], known.Object), []geom.Pose{s.placed.X_WO}
	down := geom.AxisAngle(geom.UnitY, math.Pi/2)
	if half.X < half.Y {
		down = geom.AxisAngle(geom.UnitZ, math.Pi/2).Mul(down)
	}
	// The pads at the object's middle, not in the table, and the palm over its top.
	reach := cfg.Gripper.PadCenter().X
	z := max(max(half.Z, lowest)+reach, 2*half.Z+slack)
	cfg.Home = geom.Pose{R: down, P: geom.V(0, 0, z)}
	if s.Robot, err = robot.New(cfg); err != nil {
		return nil, fault.Wrap(op, o.Name, err)
	}
	return s, nil
}

const (
	slack  = 0.004 // m
	lowest = 0.02  // m, of the middle of the pads over the table
)

// Scene is what stands on the table now, for a camera. It does not change later.
func (s *Single) Scene() *camera.Scene {
	p := s.placed
	p.X_WO = s.World.State.Bodies[0].X_WO
	return (&catalogue.Arrangement{Objects: []catalogue.Placed{p}}).Scene()
}

// Camera is the pose of the camera that looks at the table.
func (s *Single) Camera() geom.Pose { return catalogue.Camera() }
