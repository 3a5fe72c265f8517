package msgs_test

import "testing"

// The sums of appendix B of the hardware sheet.
func TestHW40_HardwareSums(t *testing.T) {
	for name, want := range map[string]string{
		"pr2_mechanism_msgs/MechanismStatistics": "b4a99069393681672c01f8c823458e04", "pr2_mechanism_msgs/ActuatorStatistics": "c37184273b29627de29382f1d3670175",
		"pr2_mechanism_msgs/JointStatistics": "90fdc8acbce5bc783d8b4aec49af6590", "pr2_mechanism_msgs/ControllerStatistics": "6d15d137eea402018e3c7c8dbecd4b95",
		"pr2_mechanism_msgs/SwitchControllerGoal": "c3f1879cbb2d6cd8732c0e031574dde5", "pr2_mechanism_msgs/SwitchControllerAction": "c7b048ee44f1abe19d1dfae77332d13a",
		"pr2_controllers_msgs/JointControllerState": "c0d034a7bf20aeb1c37f3eccb7992b69", "pr2_controllers_msgs/JointControllerStateArray": "c47bacaf87f2bc9b8921b0761fb4177e",
		"pr2_controllers_msgs/JointTrajectoryControllerState": "10817c60c2486ef6b33e97dcd87f4474", "pr2_controllers_msgs/SingleJointPositionAction": "c4a786b7d53e5d0983decf967a5a779e",
		"pr2_controllers_msgs/PointHeadAction": "7252920f1243de1b741f14f214125371", "pr2_controllers_msgs/JointTrajectoryAction": "a04ba3ee8f6a2d0985a6aeaf23d9d7ad",
		"pr2_controllers_msgs/Pr2GripperCommand": "680acaff79486f017132a7f198d40f08", "pr2_controllers_msgs/Pr2GripperCommandAction": "950b2a6ebe831f5d4f4ceaba3d8be01e",
		"pr2_controllers_msgs/Pr2GripperCommandGoal": "86fd82f4ddc48a4cb6856cfa69217e43", "pr2_controllers_msgs/Pr2GripperCommandResult": "e4cbff56d3562bcf113da5a5adeef91f",
		"pr2_controllers_msgs/Pr2GripperCommandFeedback": "e4cbff56d3562bcf113da5a5adeef91f", "pr2_controllers_msgs/Pr2GripperCommandActionGoal": "aa581f648a35ed681db2ec0bf7a82bea",
		"pr2_controllers_msgs/Pr2GripperCommandActionResult": "143702cb2df0f163c5283cedc5efc6b6", "pr2_controllers_msgs/Pr2GripperCommandActionFeedback": "653dff30c045f5e6ff3feb3409f4558d",
		"control_msgs/GripperCommandAction": "950b2a6ebe831f5d4f4ceaba3d8be01e",
		"pr2_msgs/PressureState":            "756fb3b75fa8884524fd0789a78eb04b", "pr2_msgs/PowerBoardState": "08899b671e6a1a449e7ce0000da8ae7b", "pr2_msgs/AccelerometerState": "26492e97ed8c13252c4a85592d3e93fd",
		"fingertip_pressure/PressureInfo": "a11fc5bae3534aa023741e378743af5b", "fingertip_pressure/PressureInfoElement": "1cb486bb542ab85e1ff8d84fe9cc899f",
		"ethercat_hardware/ActuatorInfo": "40f44d8ec4380adc0b63713486eecb09", "ethercat_hardware/BoardInfo": "ffcb87ef2725c5fab7d0d8fcd4c7e7bc",
		"ethercat_hardware/MotorTraceSample": "3734a66334bc2033448f9c561d39c5e0", "ethercat_hardware/MotorTrace": "ada0b8b7f00967d292bd5bb4f59d4bd8",
		"ethercat_hardware/MotorTemperature": "d8c7239cd096d6f25b75bff6b63f2162", "ethercat_hardware/RawFTData": "85f5ed45095367bfb8fb2e57954c0b89",
		"std_msgs/Bool": "8b94c1b53db61fb6aed406028ad6332a", "std_msgs/Empty": "d41d8cd98f00b204e9800998ecf8427e", "std_msgs/Float64": "fdb28210bfa9d7c91146260178d9a584",
		"sensor_msgs/JointState": "3066dcd76a6cfaef579bd0f34173e9fd", "diagnostic_msgs/DiagnosticArray": "60810da900de1dd6ddd437c3503511da",
	} {
		if got := sumOf("msg", name); got != want {
			t.Errorf("%s: %s, published %s", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"pr2_mechanism_msgs/LoadController": "647e5c54b8d6468952d8d31f1efe96c0", "pr2_mechanism_msgs/UnloadController": "647e5c54b8d6468952d8d31f1efe96c0",
		"pr2_mechanism_msgs/SwitchController": "5e857dedf71d6f337975e15a1e7cfdd8", "pr2_mechanism_msgs/ListControllers": "39c8d39516aed5c7d76284ac06c220e5",
		"pr2_mechanism_msgs/ListControllerTypes": "80aee506387f88339842e9a93044c959", "pr2_mechanism_msgs/ReloadControllerLibraries": "40e8c411fd1797d2e2c486018f846040",
		"pr2_controllers_msgs/QueryCalibrationState": "28af3beedcb84986b8e470dc5470507d", "pr2_controllers_msgs/QueryTrajectoryState": "ec93cdecbd8062d761aa52b7c90cd44b",
	} {
		if got := sumOf("srv", name); got != want {
			t.Errorf("service %s: %s, published %s", name, got, want)
		}
	}
}
