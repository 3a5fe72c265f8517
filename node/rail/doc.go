// Package rail is the ROS face of what GT-RAIL's manipulation packages did with a hand and a memory: the actions Gripper, Lift and
// VerifyGrasp over a robot, and the nodes of rail_grasp_collection and rail_recognition that store and show grasps.
//
//	Manipulation    /manipulation: ~gripper, ~lift, ~verify_grasp (rail_manipulation_msgs)
//	Collector       /rail_grasp_collection: ~grasp_and_store (rail_pick_and_place_msgs)
//	Retriever       /rail_grasp_retriever: ~retrieve_grasp, latched ~point_cloud and ~pose
//	ModelRetriever  /rail_grasp_model_retriever: ~retrieve_grasp_model, latched ~point_cloud and ~poses
//	Memory          /graspdb: ~choose_grasp, ~record_grasp_outcome (holdfast_msgs)
//
// # How actions end
//
// As in the originals an action that could not do its work ends as SUCCEEDED with success false, and the status text says which step failed
// and why: clients of the originals look at success alone. A goal that a client cancels, or that comes while the robot is busy with another
// one, ends as PREEMPTED. A node stays alive whatever happens to a goal.
package rail
