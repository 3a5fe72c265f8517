package real

import (
	"context"
	"sync"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/node/clouds"
	"github.com/holdfast-robotics/holdfast/param"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/pick/seen"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Scene is what the camera of a robot sees: a scene of node/pick.
type Scene struct {
	*seen.World
	node  *ros.Node
	p     *Params
	tf    *tf.Listener
	arm   pick.Arm
	inbox *clouds.Inbox
	sub   *ros.Subscriber

	mu     sync.Mutex // of the rest
	engine *scene.Segmenter
	cloud  cloud.Cloud
	found  scene.Segmentation
}

func newScene(n *ros.Node, p *Params, l *tf.Listener, a pick.Arm) (*Scene, error) {
	s := &Scene{World: seen.New(p.Gripper), node: n, p: p, tf: l, arm: a, inbox: clouds.NewInbox()}
	var err error
	if s.engine, err = scene.NewSegmenter(p.Scene); err != nil {
		return nil, err
	}
	s.sub, err = ros.Subscribe(n, p.Camera.Topic, func(m *sensor_msgs.PointCloud2) { s.inbox.Put(m, n.Clock().Now()) }, ros.QueueSize(1))
	return s, err
}

// Close ends looking.
func (s *Scene) Close() error { return s.sub.Close() }

// Look segments the newest cloud; unless anew, only when nothing has been seen yet.
func (s *Scene) Look(ctx context.Context, anew bool) error {
	const op = "look"
	if !anew && s.Known() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	wait, cancel := context.WithTimeout(ctx, param.Seconds(s.p.Camera.Wait))
	defer cancel()
	r, err := s.inbox.Await(wait, s.p.Camera.Topic, s.node.Clock().Now, param.Seconds(s.p.Camera.MaxAge), wire.Time{})
	if err != nil {
		return fault.Wrap(op, "", err)
	}
	defer s.inbox.Release(r)
	if err := clouds.ToCloud(&r.Msg, &s.cloud); err != nil {
		return fault.Wrap(op, s.p.Camera.Topic, err)
	}
	tfWait, stop := context.WithTimeout(ctx, param.Seconds(s.p.Camera.TFWait))
	defer stop()
	X_WF, _, err := s.tf.Buffer.Wait(tfWait, s.p.Arm.RobotFrame, r.Msg.Header.FrameID, r.Msg.Header.Stamp)
	if err != nil {
		return fault.Wrap(op, s.p.Camera.Topic, err)
	}
	if err := s.engine.Segment(&s.cloud, &s.found); err != nil {
		return fault.Wrap(op, s.p.Camera.Topic, err)
	}
	s.See(&s.found, X_WF, s.arm.Palm())
	return nil
}
