package real

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/node/arm"
	"github.com/holdfast-robotics/holdfast/param"
)

// Descriptions of robots of every version that there has been load; those of a newer one are refused.
func TestGoldenRobots(t *testing.T) {
	for v := 1; v <= param.Version; v++ {
		p, err := Load(fmt.Sprintf("testdata/version%d.yaml", v))
		if err != nil || p.Arm.Kind != arm.KindMoveIt || p.Arm.Trajectory != "/r_arm_controller/follow_joint_trajectory" || p.Hand.Node != "/r_gripper_sensor_controller" ||
			p.Gripper.Name != "pr2" || p.Gripper.FingerLength != 0.07 || p.Camera.MaxAge != 0 || p.Scene.ClusterTolerance != 0.012 || p.Task.TravelSpeed != 0.3 {
			t.Errorf("version %d: %+v, %v", v, p, err)
		}
	}
	_, err := Read("robot.yaml", fmt.Appendf(nil, "version: %d\narm:\n  kind: moveit\n", param.Version+1))
	if err == nil || !strings.Contains(err.Error(), "newer holdfast") || !strings.Contains(err.Error(), "robot.yaml") {
		t.Error(err)
	}
}
