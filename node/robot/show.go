package robot

import (
	"context"
	"time"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/tf"
)

// Shown publishes where the palm of a simulated robot is, as a robot's state publisher does.
type Shown struct {
	cast  *tf.Broadcaster
	stop  context.CancelFunc
	ended chan struct{}
}

// showEvery is the time from one transform to the next.
const showEvery = 20 * time.Millisecond

// Show starts to publish the palm on /tf as frame hand in frame base, 50 times a second. X_BW is the world, in which the arm works, in base.
func Show(n *ros.Node, l *Loop, base, hand string, X_BW geom.Pose) (*Shown, error) {
	cast, err := tf.NewBroadcaster(n)
	if err != nil {
		return nil, fault.Wrap("show robot", n.Name(), err)
	}
	ctx, stop := context.WithCancel(n.Context())
	s := &Shown{cast: cast, stop: stop, ended: make(chan struct{})}
	go func() {
		defer close(s.ended)
		tick := time.NewTicker(showEvery)
		defer tick.Stop()
		for {
			var X_WG geom.Pose
			if !l.Do(func(r *pick.Robot) { X_WG = r.Arm.Palm() }) {
				return
			}
			if err := cast.Send(tf.Stamped(base, hand, n.Clock().Now(), X_BW.Mul(X_WG))); err != nil {
				n.Log().Debug("the palm is not told", "err", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return s, nil
}

// Close ends it.
func (s *Shown) Close() error {
	s.stop()
	<-s.ended
	return s.cast.Close()
}
