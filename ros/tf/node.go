package tf

import (
	"sync"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/msgs/geometry_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/std_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/tf2_msgs"
	"github.com/holdfast-robotics/holdfast/ros"
	"github.com/holdfast-robotics/holdfast/ros/geomsgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Listener fills a buffer from /tf and /tf_static.
type Listener struct {
	*Buffer
	node *ros.Node
	subs []*ros.Subscriber

	mu   sync.Mutex
	last wire.Time
	said map[string]bool // what was wrong already
}

// Listen subscribes to transforms and puts them into b. The buffer is cleared when the node's time jumps back.
func Listen(n *ros.Node, b *Buffer) (*Listener, error) {
	l := &Listener{Buffer: b, node: n, said: map[string]bool{}}
	for topic, static := range map[string]bool{"/tf": false, "/tf_static": true} {
		s, err := ros.Subscribe(n, topic, func(m *tf2_msgs.TFMessage) { l.take(m, static) }, ros.QueueSize(1000))
		if err != nil {
			l.Close()
			return nil, err
		}
		l.subs = append(l.subs, s)
	}
	return l, nil
}

// Close ends the subscriptions. The buffer stays as it is.
func (l *Listener) Close() error {
	for _, s := range l.subs {
		s.Close()
	}
	return nil
}

// maxSaid bounds how many different faults are told of.
const maxSaid = 100

func (l *Listener) take(m *tf2_msgs.TFMessage, static bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.node.Clock().Now()
	if now.Before(l.last) {
		l.node.Log().Warn("time jumped back; transforms are forgotten", "from", l.last, "to", now)
		l.Clear()
	}
	l.last = now
	for i := range m.Transforms {
		t := &m.Transforms[i]
		if err := l.Set(t, static); err != nil && len(l.said) < maxSaid && !l.said[t.ChildFrameID] {
			l.said[t.ChildFrameID] = true
			l.node.Log().Warn("a transform is refused", "err", err)
		}
	}
}

// Broadcaster publishes transforms.
type Broadcaster struct {
	moving, static *ros.Publisher[*tf2_msgs.TFMessage]

	mu     sync.Mutex
	latest tf2_msgs.TFMessage // all static transforms sent so far: a latch holds one message
}

// NewBroadcaster advertises /tf and /tf_static.
func NewBroadcaster(n *ros.Node) (*Broadcaster, error) {
	moving, err := ros.Advertise[*tf2_msgs.TFMessage](n, "/tf")
	if err != nil {
		return nil, err
	}
	static, err := ros.Advertise[*tf2_msgs.TFMessage](n, "/tf_static", ros.Latch())
	if err != nil {
		moving.Close()
		return nil, err
	}
	return &Broadcaster{moving: moving, static: static}, nil
}

// Close withdraws both topics.
func (b *Broadcaster) Close() error {
	b.moving.Close()
	return b.static.Close()
}

// Send says where frames are at the time of their stamps.
func (b *Broadcaster) Send(t ...geometry_msgs.TransformStamped) error {
	return b.moving.Publish(&tf2_msgs.TFMessage{Transforms: t})
}

// SendStatic says where frames are for good. A frame that is told of again has moved.
func (b *Broadcaster) SendStatic(t ...geometry_msgs.TransformStamped) error {
	b.mu.Lock()
	defer b.mu.Unlock()
next:
	for _, one := range t {
		for i := range b.latest.Transforms {
			if b.latest.Transforms[i].ChildFrameID == one.ChildFrameID {
				b.latest.Transforms[i] = one
				continue next
			}
		}
		b.latest.Transforms = append(b.latest.Transforms, one)
	}
	return b.static.Publish(&b.latest)
}

// Stamped makes the message that says that child is at X_PC in parent.
func Stamped(parent, child string, stamp wire.Time, X_PC geom.Pose) geometry_msgs.TransformStamped {
	return geometry_msgs.TransformStamped{
		Header: std_msgs.Header{Stamp: stamp, FrameID: parent}, ChildFrameID: child,
		Transform: geomsgs.Transform(X_PC),
	}
}
