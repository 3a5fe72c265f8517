package msgs_test

import (
	"fmt"
	"log"

	"github.com/holdfast-robotics/holdfast/msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
)

// ROS 1 bytes and back, and a type by its name.
func Example() {
	m := &sensor_msgs.JointState{Name: []string{"gripper"}, Position: []float64{0.08}}
	b := m.AppendROS(make([]byte, 0, m.SizeROS()))
	var back sensor_msgs.JointState
	if err := back.DecodeROS(b); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(b), "bytes:", back.Name, back.Position)
	fmt.Println(msgs.Lookup("sensor_msgs/JointState").MD5)
	// Output:
	// 51 bytes: [gripper] [0.08]
	// 3066dcd76a6cfaef579bd0f34173e9fd
}
