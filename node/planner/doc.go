// Package planner is the ROS face of grasp planning: manipulation_msgs/GraspPlanning as a service and as an action, under the names
// that clients of the PR2's planners and of MoveIt know.
//
//	plan_point_cluster_grasp            service and action: grasps of a cluster, in the way that parameter planner names
//	evaluate_point_cluster_grasps       service: the same grasps with their quality
//	set_point_cluster_grasp_params      service: settings of the cluster planner
//	plan_segmented_clutter_grasps       service; segmented_clutter_grasp_planner_server, action: every thing in a box
//	database_grasp_planning             service and action, and the service objects_database_node/database_grasp_planning: known objects
//	plan_grasps                         service and action: Holdfast's own planner; grasps_to_evaluate are evaluated instead
//	probabilistic_grasp_planning, push_grasp_planner_action_server   actions: the same under names of launch files
//
// Publishes point_cluster_grasp_planner_markers (visualization_msgs/Marker: the grasps of the last answer, red to green by quality).
// Reads hand_description, one entry an arm; without it the PR2's two arms are there.
//
// Feedback of actions is cumulative: each list continues the one before, and the result continues the last. A goal that is
// cancelled ends preempted with the grasps so far.
package planner
