package main

import (
	"strconv"
	"strings"
	"unicode"
)

// packageDocs says what each ROS package is about; it ends the package comment.
var packageDocs = map[string]string{
	"actionlib":                         "actions that the tests of action clients and servers use.",
	"actionlib_msgs":                    "names and states of the goals of actions.",
	"arm_navigation_msgs":               "constraints and collision switches of arm motions, as far as Pickup and Place need them.",
	"control_msgs":                      "joint trajectories, and the gripper command of later controllers.",
	"diagnostic_msgs":                   "how components do.",
	"ethercat_hardware":                 "motors and boards of a PR2, and traces of a motor.",
	"fingertip_pressure":                "where the cells of a PR2's fingertips are.",
	"gazebo_grasp_plugin_ros":           "of the ROS bridge of GazeboGraspFix: objects attached and let go.",
	"gazebo_msgs":                       "contacts and states of a simulated world.",
	"gazebo_ros_link_attacher":          "of the Gazebo plugin that welds two links on request.",
	"geometry_msgs":                     "points, poses, velocities and forces.",
	"holdfast_msgs":                     "a hand that works by touch: orders, what it feels and does, and the calibration of a gripper.",
	"household_objects_database_msgs":   "models of everyday objects and where they were seen.",
	"manipulation_msgs":                 "grasps, places, the objects they are for, and how attempts end.",
	"moveit_msgs":                       "what MoveIt plans: straight ways, free ways and postures (as in release 0.11.4, the last for ROS Noetic).",
	"object_manipulation_msgs":          "the pickup and place actions, and the boxes around clusters.",
	"object_recognition_msgs":           "the key of a recognised object.",
	"octomap_msgs":                      "occupied and free space, in which MoveIt plans.",
	"pr2_gripper_grasp_planner_cluster": "settings of the point cluster grasp planner.",
	"pr2_controllers_msgs":              "command and state of the PR2 gripper controller.",
	"pr2_gripper_sensor_msgs":           "a gripper that works by touch: contact, force, slip, events, grab and release.",
	"pr2_mechanism_msgs":                "motors, joints and controllers of a PR2, and services of the controller manager.",
	"pr2_msgs":                          "fingertip pressure and palm acceleration of a PR2.",
	"rail_manipulation_msgs":            "segmented objects, their grasps, and actions of a hand (release 0.0.7).",
	"rail_pick_and_place_msgs":          "demonstrated grasps and models learned from them.",
	"rail_segmentation":                 "services of the segmentation node.",
	"roscpp":                            "services that every node offers about its loggers.",
	"rosgraph_msgs":                     "simulated time, log lines and connection statistics.",
	"sensor_msgs":                       "clouds, pictures, joints and other measurements.",
	"shape_msgs":                        "meshes, planes and solids.",
	"std_msgs":                          "the header, single values and plain arrays.",
	"std_srvs":                          "services without a subject of their own.",
	"stereo_msgs":                       "disparity pictures.",
	"tabletop_collision_map_processing": "graspable objects made of clusters.",
	"tabletop_object_detector":          "tables, and clusters of points on them.",
	"tf2_msgs":                          "transforms between frames.",
	"trajectory_msgs":                   "how joints move over time.",
	"visualization_msgs":                "shapes for a viewer to draw, and to grab.",
}

// initialisms are the words that Go writes in capitals.
var initialisms = map[string]string{"id": "ID", "db": "DB", "tf": "TF", "ids": "IDs"}

// goField turns a field name into an exported Go name: "frame_id" becomes FrameID. Capitals inside a word stay.
func goField(name string) string { return camel(strings.Split(name, "_"), false) }

// goConst turns a constant name into the second half of a Go name: "GRASP_OUT_OF_REACH" becomes GraspOutOfReach.
func goConst(name string) string { return camel(strings.Split(name, "_"), true) }

func camel(words []string, lower bool) string {
	var b strings.Builder
	for _, w := range words {
		if w == "" {
			continue
		}
		if lower && strings.ToUpper(w) == w {
			w = strings.ToLower(w)
		}
		if s, ok := initialisms[w]; ok {
			b.WriteString(s)
			continue
		}
		// two numbers in a row keep apart: x_1_2 is X1_2, not X12
		if s := b.String(); s != "" && isDigit(s[len(s)-1]) && isDigit(w[0]) {
			b.WriteByte('_')
		}
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// fileName turns a type name into a file name: "PointCloud2" becomes point_cloud2.
func fileName(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if i > 0 && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || next) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	s := b.String()
	if strings.HasSuffix(s, "_test") {
		s += "_" // not a test file
	}
	return s
}

// typeVar is the name of the descriptor of a message.
func typeVar(short string) string { return strings.ToLower(short[:1]) + short[1:] + "Type" }

// sentence makes a comment end with a full stop.
func sentence(s string) string {
	if s = strings.TrimSpace(s); s != "" && !strings.ContainsAny(s[len(s)-1:], ".!?:") {
		s += "."
	}
	return s
}

// literal is a Go string literal, raw where that reads better.
func literal(s string) string {
	if !strings.ContainsAny(s, "`\r") && strings.Contains(s, "\n") {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}
