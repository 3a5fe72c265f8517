package msgs_test

import (
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/msgs"
)

// T39: the sums of the packages of gripping, planning and the household database, and of the service that clients shake hands with.
// That rospy accepts them is tested by the clients of node/planner.
func TestT39_SumsOfGraspPlanning(t *testing.T) {
	n := 0
	for _, r := range facts(t, "testdata/md5.tsv") {
		name, _, _ := strings.Cut(r[1], "/")
		switch name {
		case "pr2_gripper_sensor_msgs", "manipulation_msgs", "rail_manipulation_msgs", "household_objects_database_msgs", "object_recognition_msgs":
		default:
			continue
		}
		n++
		if got := sumOf(r[0], r[1]); got != r[2] {
			t.Errorf("%s %s: MD5 %s, published %s", r[0], r[1], got, r[2])
		}
	}
	if n < 134 {
		t.Errorf("%d rows, the sheet has 134", n)
	}
	if got := sumOf("srv", "manipulation_msgs/GraspPlanning"); got != "4c2871ee002c11bedb77ea487288e711" {
		t.Errorf("GraspPlanning is %s", got)
	}
}

// T40: lengths of empty messages.
func TestT40_LengthsOfEmptyMessages(t *testing.T) {
	for name, want := range map[string]int{
		"manipulation_msgs/Grasp": 252, "manipulation_msgs/GraspableObject": 549, "manipulation_msgs/GraspPlanningGoal": 569,
		"manipulation_msgs/GraspPlanningActionGoal": 597, "manipulation_msgs/SceneRegion": 513, "manipulation_msgs/PlaceLocation": 208,
		"rail_manipulation_msgs/SegmentedObject": 358, "pr2_gripper_sensor_msgs/PR2GripperSlipServoData": 45,
		"pr2_gripper_sensor_msgs/PR2GripperSensorRawData": 794, "pr2_gripper_sensor_msgs/PR2GripperPressureData": 360,
	} {
		m := msgs.Lookup(name)
		if m == nil {
			t.Errorf("there is no %s", name)
			continue
		}
		if got := m.New().SizeROS(); got != want {
			t.Errorf("%s: %d bytes, want %d", name, got, want)
		}
	}
}
