// Package ros is a ROS 1 node in Go: topics, services, parameters, names, logging and time, without a ROS installation.
//
//	node, err := ros.NewNode(ctx, ros.Config{Name: "talker", Args: os.Args[1:]})
//	defer node.Close()
//	pub, err := ros.Advertise[*std_msgs.String](node, "chatter")
//	err = pub.Publish(&std_msgs.String{Data: "hello"})
//	sub, err := ros.Subscribe(node, "answers", func(m *std_msgs.String) { ... })
//
// A Node owns every goroutine and connection that its methods start and ends them in Close. Methods are safe for concurrent use.
// Names may be relative, private ("~x") or global; they are resolved and remapped as roscpp and rospy do.
//
// Nothing is hidden by the network: a publisher has a bounded queue for each subscriber and drops the oldest message of a
// subscriber that does not keep up; others do not notice.
package ros

import (
	"reflect"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// Message is a generated message type, by pointer: *std_msgs.String. Its descriptive methods work on a nil pointer.
type Message interface {
	wire.Message
	ROSType() *wire.Type
}

// TypeInfo says what travels on a topic. The type "*" with sum "*" takes anything.
type TypeInfo struct {
	Name       string // "std_msgs/String"
	MD5        string
	Definition string // with the definitions of all types it refers to; may be empty
}

// AnyType subscribes to a topic whatever its type.
var AnyType = TypeInfo{Name: "*", MD5: "*"}

// RawMessage is a message in its bytes.
type RawMessage struct {
	Type      *TypeInfo // as the publisher declared it
	Publisher string    // node name
	Latched   bool      // the publisher latches; the message may be old
	Bytes     []byte    // valid during the callback only
}

// infoOf describes M, and makes sure that it is a pointer to a generated type.
func infoOf[M Message]() (*wire.Type, error) {
	t := reflect.TypeFor[M]()
	if t.Kind() != reflect.Pointer {
		return nil, fault.New("use message type", t.String(), fault.Invalid, "want a pointer to a generated type, such as *std_msgs.String")
	}
	var m M
	return m.ROSType(), nil
}

func typeInfo(t *wire.Type) TypeInfo { return TypeInfo{t.Name, t.MD5, t.Definition()} }
