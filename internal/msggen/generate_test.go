package main

import (
	"bytes"
	"os"
	"testing"
	"testing/fstest"
)

func TestGeneratedIsFresh(t *testing.T) {
	want, err := generate(os.DirFS("../../definitions"), "github.com/holdfast-robotics/holdfast/msgs", "github.com/holdfast-robotics/holdfast/ros/wire")
	if err != nil {
		t.Fatal(err)
	}
	got, err := generated("../../msgs")
	if err != nil {
		t.Fatal(err)
	}
	for p, content := range want {
		if !bytes.Equal(got[p], content) {
			t.Errorf("msgs/%s is stale: run go generate ./msgs", p)
		}
		delete(got, p)
	}
	for p := range got {
		t.Errorf("msgs/%s belongs to no definition any more: run go generate ./msgs", p)
	}
}

func TestNames(t *testing.T) {
	for _, c := range [][3]string{
		{goField("frame_id"), "FrameID", "field"},
		{goField("D"), "D", "field"},
		{goField("l_finger_tip"), "LFingerTip", "field"},
		{goField("x_1_2"), "X1_2", "field"},
		{goConst("GRASP_OUT_OF_REACH"), "GraspOutOfReach", "constant"},
		{goConst("MOVE_3D"), "Move3d", "constant"},
		{goConst("ID_NOT_FOUND"), "IDNotFound", "constant"},
		{fileName("PointCloud2"), "point_cloud2", "file"},
		{fileName("PR2GripperSensorRTState"), "pr2_gripper_sensor_rt_state", "file"},
		{fileName("SelfTest"), "self_test_", "file"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: got %s, want %s", c[2], c[0], c[1])
		}
	}
}

// Definitions that cannot become good Go must stop the generator, with a reason.
func TestRefused(t *testing.T) {
	for name, text := range map[string]string{
		"no comment at the top":   "int32 a # a\n",
		"no comment at the field": "# Doc.\n\nint32 a\n",
		"two fields of one name":  "# Doc.\n\nint32 a_b # a\nint32 aB # b\n",
		"unknown type":            "# Doc.\n\nNothing a # a\n",
	} {
		fs := fstest.MapFS{"std_msgs/msg/X.msg": {Data: []byte(text)}}
		if _, err := generate(fs, "m", "w"); err == nil {
			t.Errorf("%s: generated", name)
		}
	}
}
