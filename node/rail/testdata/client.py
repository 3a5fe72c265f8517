#!/usr/bin/env python3
# A day with RAIL's manipulation stack, as its users write it: segment, grasp and store, look at what is stored, make a model, recognise,
# learn. It knows nothing of who serves the actions.
import os
import sys

import actionlib
import rospy
from actionlib_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseArray, PoseStamped
from rail_manipulation_msgs.msg import (GripperAction, GripperGoal, LiftAction, LiftGoal, RecognizeObjectAction, RecognizeObjectGoal,
                                        SegmentedObjectList, VerifyGraspAction, VerifyGraspGoal)
from rail_pick_and_place_msgs.msg import (GenerateModelsAction, GenerateModelsGoal, GetYesNoFeedbackAction, GetYesNoFeedbackResult,
                                          GraspAndStoreAction, GraspAndStoreGoal, RetrieveGraspDemonstrationAction,
                                          RetrieveGraspDemonstrationGoal, RetrieveGraspModelAction, RetrieveGraspModelGoal,
                                          TrainMetricsAction, TrainMetricsGoal)
from sensor_msgs.msg import PointCloud2
from std_srvs.srv import Empty

STATES = {getattr(GoalStatus, s): s for s in ("PREEMPTED", "SUCCEEDED", "ABORTED", "REJECTED", "RECALLED", "LOST")}


def client(name, action):
    c = actionlib.SimpleActionClient(name, action)
    if not c.wait_for_server(rospy.Duration(30)):
        raise SystemExit("no server " + name)
    return c


def run(c, goal, tries=3):
    for _ in range(tries):  # SimpleActionClient can miss the end of a short goal
        c.send_goal(goal)
        if c.wait_for_result(rospy.Duration(20)):
            return STATES[c.get_state()], c.get_result()
    raise SystemExit("no result")


rospy.init_node("rail_user")
gripper = client("/manipulation/gripper", GripperAction)
lift = client("/manipulation/lift", LiftAction)
verify = client("/manipulation/verify_grasp", VerifyGraspAction)
store = client("/rail_grasp_collection/grasp_and_store", GraspAndStoreAction)
retrieve = client("/rail_grasp_retriever/retrieve_grasp", RetrieveGraspDemonstrationAction)
retrieve_model = client("/rail_grasp_model_retriever/retrieve_grasp_model", RetrieveGraspModelAction)
generate = client("/model_generator/generate_models", GenerateModelsAction)
recognize = client("/object_recognizer/recognize_object", RecognizeObjectAction)

# The Segment panel.
lists = []
rospy.Subscriber("/rail_segmentation/segmented_objects", SegmentedObjectList, lists.append)
rospy.wait_for_service("/rail_segmentation/segment")
rospy.ServiceProxy("/rail_segmentation/segment", Empty)()
while not any(not l.cleared and l.objects for l in lists):
    rospy.sleep(0.02)
objects = lists[-1].objects
print("segmented %d in %s" % (len(objects), objects[0].point_cloud.header.frame_id))

print("gripper open %s %s" % run(gripper, GripperGoal(close=False)))
state, r = run(verify, VerifyGraspGoal())
print("verify nothing %s success %s grasping %s" % (state, r.success, r.grasping))

# The GraspCollection panel.
state, r = run(store, GraspAndStoreGoal(lift=False, verify=True, object_name="red box"), tries=1)
print("store %s success %s id %d" % (state, r.success, r.id))
run(gripper, GripperGoal(close=False))
said = []
store.send_goal(GraspAndStoreGoal(lift=True, verify=True, object_name="Red Box"), feedback_cb=lambda f: said.append(f.message))
store.wait_for_result(rospy.Duration(60))
r = store.get_result()
print("store %s success %s id %d" % (STATES[store.get_state()], r.success, r.id))
print("said %s" % ", ".join(said[-4:]))  # rospy drops what comes while it still sends the goal, which may be "closing the gripper"

# Lift and VerifyGrasp by themselves, with what is in the hand.
said = []
lift.send_goal(LiftGoal(), feedback_cb=lambda f: said.append(f.message))
lift.wait_for_result(rospy.Duration(60))
print("lift %s success %s feedback %s" % (STATES[lift.get_state()], lift.get_result().success, len(said) > 0))
state, r = run(verify, VerifyGraspGoal())
print("verify %s success %s grasping %s" % (state, r.success, r.grasping))
began = []
lift.send_goal(LiftGoal(), feedback_cb=lambda f: began.append(f.message))
while not began:
    rospy.sleep(0.002)
lift.cancel_goal()
lift.wait_for_result(rospy.Duration(60))
print("lift cancelled %s success %s" % (STATES[lift.get_state()], lift.get_result().success))
state, r = run(verify, VerifyGraspGoal())
print("verify %s success %s grasping %s" % (state, r.success, r.grasping))
state, r = run(gripper, GripperGoal(close=False))
print("gripper open %s success %s" % (state, r.success))

# What is stored.
state, r = run(retrieve, RetrieveGraspDemonstrationGoal(id=2))
print("demonstration %s success %s: %s in %s of %s, points %s, created %s" % (
    state, r.success, r.grasp.object_name, r.grasp.grasp_pose.header.frame_id, r.grasp.eef_frame_id, r.grasp.point_cloud.width > 200,
    abs((rospy.Time.now() - r.grasp.created).to_sec()) < 120))
shown = rospy.wait_for_message("/rail_grasp_retriever/pose", PoseStamped, 30)
print("shown pose is that %s, cloud %s" % (
    shown.pose == r.grasp.grasp_pose.pose, rospy.wait_for_message("/rail_grasp_retriever/point_cloud", PointCloud2, 30).width == r.grasp.point_cloud.width))
state, r = run(retrieve, RetrieveGraspDemonstrationGoal(id=99))
print("demonstration 99 %s success %s" % (state, r.success))

# The MetricTraining panel: it serves the question.
panel = actionlib.SimpleActionServer("/metric_trainer/get_yes_no_feedback", GetYesNoFeedbackAction,
                                     lambda goal: panel.set_succeeded(GetYesNoFeedbackResult(yes=True)), False)
panel.start()
train = client("/metric_trainer/train_metrics", TrainMetricsAction)
state, r = run(train, TrainMetricsGoal(object_name="red box"))
print("train %s success %s" % (state, r.success))
state, r = run(train, TrainMetricsGoal(object_name="nothing"))
print("train nothing %s success %s" % (state, r.success))

# The ModelGeneration panel.
state, r = run(generate, GenerateModelsGoal(grasp_demonstration_ids=[1, 2], max_model_size=6))
print("models %s %s" % (state, list(r.new_model_ids)))
model = r.new_model_ids[0]
state, r = run(retrieve_model, RetrieveGraspModelGoal(id=model))
print("model %s success %s: %s with %d grasps" % (state, r.success, r.grasp_model.object_name, len(r.grasp_model.grasps)))
print("shown %d grasps" % len(rospy.wait_for_message("/rail_grasp_model_retriever/poses", PoseArray, 30).poses))
state, r = run(recognize, RecognizeObjectGoal(object=objects[0], name=""))
print("recognised %s %s as %s with %d grasps" % (state, r.object.recognized, r.object.name, len(r.object.grasps)))

# Learning, which the original left open.
from holdfast_msgs.srv import ChooseGrasp, RecordGraspOutcome  # noqa: E402
choose = rospy.ServiceProxy("/graspdb/choose_grasp", ChooseGrasp)
record = rospy.ServiceProxy("/graspdb/record_grasp_outcome", RecordGraspOutcome)
first = choose(object_name="red box").grasp.id
counted = record(grasp_id=first, success=False)
second = choose(object_name="red box").grasp.id
print("counted %d of %d, another next %s" % (counted.successes, counted.attempts, first != second))

# At once, with the thread of the panel's action server: in a shutdown of rospy's own it goes on to publish on topics that are closed, and complains.
sys.stdout.flush()
os._exit(0)
