package msgs_test

import (
	"fmt"
	"testing"

	"github.com/holdfast-robotics/holdfast/msgs/pr2_controllers_msgs"
	"github.com/holdfast-robotics/holdfast/msgs/sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/wire"
)

// The messages that bench/messages compares with roscpp.
func benchMessages() []wire.Message {
	cloud := &sensor_msgs.PointCloud2{Height: 480, Width: 640, PointStep: 32, RowStep: 32 * 640, Data: make([]byte, 32*640*480)}
	for _, n := range []string{"x", "y", "z", "rgb"} {
		cloud.Fields = append(cloud.Fields, sensor_msgs.PointField{Name: n, Datatype: sensor_msgs.PointFieldFloat32, Count: 1})
	}
	joints := &sensor_msgs.JointState{}
	for i := range 20 {
		joints.Name = append(joints.Name, fmt.Sprintf("r_arm_joint_number_%02d", i))
		joints.Position = append(joints.Position, float64(i))
		joints.Velocity = append(joints.Velocity, float64(i))
		joints.Effort = append(joints.Effort, float64(i))
	}
	state := &pr2_controllers_msgs.JointControllerState{SetPoint: 1}
	cloud.Header.FrameID, joints.Header.FrameID, state.Header.FrameID = "camera_rgb_optical_frame", "base_link", "base_link"
	return []wire.Message{cloud, joints, state}
}

func BenchmarkEncode(b *testing.B) {
	for _, m := range benchMessages() {
		b.Run(m.ROSType().Name, func(b *testing.B) {
			buf := make([]byte, 0, m.SizeROS())
			b.SetBytes(int64(m.SizeROS()))
			b.ReportAllocs()
			for b.Loop() {
				buf = m.AppendROS(buf[:0])
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, alias := range []bool{false, true} {
		for _, m := range benchMessages() {
			b.Run(fmt.Sprintf("%s/alias=%v", m.ROSType().Name, alias), func(b *testing.B) {
				raw := m.AppendROS(nil)
				r := wire.Reader{Alias: alias}
				into := m.ROSType().New()
				b.SetBytes(int64(len(raw)))
				b.ReportAllocs()
				for b.Loop() {
					if r.Reset(raw); !into.ReadROS(&r) {
						b.Fatal(r.Err(m.TypeName()))
					}
				}
			})
		}
	}
}
