// Package hand is the ROS face of a hand that works by touch: the PR2's gripper sensor stack, with its names, types and parameters.
//
// The node is called as the PR2's controller was, l_gripper_sensor_controller or r_gripper_sensor_controller, and everything is below
// its name (doc/hand-ros.md tells it at length).
//
// Actions: ~gripper_action (pr2_controllers_msgs/Pr2GripperCommand), ~find_contact, ~force_servo, ~slip_servo, ~event_detector, ~grab,
// ~release (pr2_gripper_sensor_msgs), ~gripper_cmd (control_msgs/GripperCommand), and ~gripper_action of the stock controller,
// r_gripper_controller.
// Subscribes: ~command, ~find_contact, ~force_servo, ~slip_servo, ~event_detector, and command of the stock controller.
// Publishes: ~state, ~contact_state, ~force_servo_state, ~slip_servo_state, ~event_detector_state every publish_skip ticks, ~raw_data
// where raw_data is set, ~tactile (holdfast_msgs/Tactile) every frame of the fingertips, ~describe and ~parameter_descriptions
// (std_msgs/String, latched), and state of the stock controller.
// Serves: ~zero_fingertip_sensors, ~reload_params, ~stop_motor_output (std_srvs/Empty).
// For whoever runs tasks with the hand from another process (node/handclient): ~status (holdfast_msgs/HandStatus, everything that is
// known, every publish_skip ticks) and the service ~do (holdfast_msgs/DoHand: any order, answered with what became of it).
//
// # Who owns what
//
// The loop owns the controller. Commands reach it through the loop's bounded queue; samples, events and the fingertips' frames come back
// through buffers with one writer, which Face reads in a goroutine of its own. Nothing in the loop waits for the node: a node that
// stands still loses samples, and the hand goes on as it was.
package hand
