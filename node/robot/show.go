package robot

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Shown publishes the frames of a simulated robot, as a robot's state publisher does.
type Shown struct {
	cast *tf.Broadcaster
	*ticker
}

// showEvery is the time from one transform to the next.
const showEvery = 20 * time.Millisecond

// Show starts to publish frames on /tf, 50 times a second, and those that do not move on /tf_static. now returns them, stamped with its time,
// and none when the robot has ended.
func Show(n *ros.Node, now func(wire.Time) []geometry_msgs.TransformStamped, fixed ...geometry_msgs.TransformStamped) (*Shown, error) {
	cast, err := tf.NewBroadcaster(n)
	if err == nil && len(fixed) > 0 {
		if err = cast.SendStatic(fixed...); err != nil {
			err = errors.Join(err, cast.Close())
		}
	}
	if err != nil {
		return nil, fault.Wrap("show robot", n.Name(), err)
	}
	return &Shown{cast, every(n, showEvery, func() bool {
		frames := now(n.Clock().Now())
		if len(frames) > 0 {
			tell(n, "a frame", cast.Send(frames...))
		}
		return len(frames) > 0
	})}, nil
}

// Palm are the frames of a robot's loop: the palm as frame hand in frame base. X_BW is the world, in which the arm works, in base.
func Palm(l *Loop, base, hand string, X_BW geom.Pose) func(wire.Time) []geometry_msgs.TransformStamped {
	return func(now wire.Time) []geometry_msgs.TransformStamped {
		var X_WG geom.Pose
		if !l.Do(func(r *pick.Robot) { X_WG = r.Arm.Palm() }) {
			return nil
		}
		return []geometry_msgs.TransformStamped{tf.Stamped(base, hand, now, X_BW.Mul(X_WG))}
	}
}

// Close ends it.
func (s *Shown) Close() error {
	s.end()
	return s.cast.Close()
}

// ticker calls a function now and then by the wall clock.
type ticker struct {
	stop  context.CancelFunc
	ended chan struct{}
}

// every calls do until it returns false, the node closes, or end is called.
func every(n *ros.Node, period time.Duration, do func() bool) *ticker {
	ctx, stop := context.WithCancel(n.Context())
	k := &ticker{stop: stop, ended: make(chan struct{})}
	go func() {
		defer close(k.ended)
		tick := time.NewTicker(period)
		defer tick.Stop()
		for do() {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return k
}

func (k *ticker) end() {
	k.stop()
	<-k.ended
}

// tell logs what could not be published.
func tell(n *ros.Node, what string, err error) {
	if err != nil && fault.KindOf(err) != fault.Preempted { // Preempted: the node is closing
		n.Log().Error(what+" is not told", "err", err)
	}
}
