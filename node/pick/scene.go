package pick

import (
	"context"

	"github.com/holdfast-robotics/holdfast/geom"
	om "github.com/holdfast-robotics/holdfast/msgs/object_manipulation_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Scene is what a robot without a known world sees of it. Objects have the scene's own names; those that goals bring are not looked at.
type Scene interface {
	// Look takes in what is there now; unless anew, what was seen before will do.
	Look(ctx context.Context, anew bool) error
	// Of names the object that points in the world belong to, and Between the one between the fingers of a palm; "" for none.
	Of(points []geom.Vec) string
	Between(X_WG geom.Pose) string
	// Took notes that an object is in the hand, which closed on it at a pose, and Left that none is.
	Took(name string, X_WG geom.Pose)
	Left()
}

// target looks, and names the object of a goal: by its points where it brings some, else by its first grasp. Without a scene the goal's own
// name stands.
func (f *Face) target(ctx context.Context, goal *om.PickupGoal, grasp geom.Pose, named string) (string, error) {
	if f.opt.Scene == nil {
		return named, nil
	}
	if err := f.opt.Scene.Look(ctx, true); err != nil {
		return "", err
	}
	c := &goal.Target.Cluster
	if len(c.Points) > 0 {
		X_WF, err := f.frame(ctx, c.Header.FrameID, c.Header.Stamp)
		if err != nil {
			return "", err
		}
		points := make([]geom.Vec, len(c.Points))
		for i, p := range c.Points {
			points[i] = X_WF.Apply(geom.V(float64(p.X), float64(p.Y), float64(p.Z)))
		}
		if name := f.opt.Scene.Of(points); name != "" {
			return name, nil
		}
	}
	return f.opt.Scene.Between(grasp), nil
}

// frame is a frame in the world.
func (f *Face) frame(ctx context.Context, frame string, at wire.Time) (geom.Pose, error) {
	X_RF, err := f.inRobot(ctx, frame, at)
	return f.opt.X_RW.Inv().Mul(X_RF), err
}
