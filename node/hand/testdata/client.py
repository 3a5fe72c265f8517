#!/usr/bin/env python3
# A client of the PR2's gripper sensor stack as a lab has had it: seven actions, one after the other.
import sys
import actionlib
import rospy
from actionlib_msgs.msg import GoalStatus
from pr2_controllers_msgs.msg import *
from pr2_gripper_sensor_msgs.msg import *

NS = "r_gripper_sensor_controller/"
STATE = dict((v, k) for k, v in vars(GoalStatus).items() if isinstance(v, int) and k.isupper())


def say(*words):
    print("client:", *words, flush=True)


def connect(name, action):
    client = actionlib.SimpleActionClient(NS + name, action)
    if not client.wait_for_server(rospy.Duration(30)):
        sys.exit("no server " + name)
    return client


def state(client):
    return STATE[client.get_state()]


def finish(client, seconds):
    client.wait_for_result(rospy.Duration(seconds))
    return client.get_result()


rospy.init_node("simple_gripper_client")
gripper = connect("gripper_action", Pr2GripperCommandAction)
contact = connect("find_contact", PR2GripperFindContactAction)
force = connect("force_servo", PR2GripperForceServoAction)
slip = connect("slip_servo", PR2GripperSlipServoAction)
event = connect("event_detector", PR2GripperEventDetectorAction)
grab = connect("grab", PR2GripperGrabAction)
release = connect("release", PR2GripperReleaseAction)


def open_gripper():
    goal = Pr2GripperCommandGoal()
    goal.command.position = 0.09
    goal.command.max_effort = -1.0
    gripper.send_goal(goal)
    r = finish(gripper, 30)
    say("gripper_action", state(gripper), "position", r.position, "reached", r.reached_goal)


open_gripper()

goal = PR2GripperFindContactGoal()
goal.command.contact_conditions = goal.command.BOTH
goal.command.zero_fingertip_sensors = True
contact.send_goal(goal)
d = finish(contact, 30).data
say("find_contact", state(contact), "met", d.contact_conditions_met, "left", d.left_fingertip_pad_force, "right", d.right_fingertip_pad_force,
    "position", d.joint_position, "rtstate", d.rtstate.realtime_controller_state)

goal = PR2GripperForceServoGoal()
goal.command.fingertip_force = 4.0
force.send_goal(goal)
d = finish(force, 30).data
say("force_servo", state(force), "achieved", d.force_achieved, "left", d.left_fingertip_pad_force, "rtstate", d.rtstate.realtime_controller_state)

felt = []
slip.send_goal(PR2GripperSlipServoGoal(), feedback_cb=lambda f: felt.append(f.data))
rospy.sleep(0.5)
say("slip_servo", state(slip), "empty", felt[-1].gripper_empty, "rtstate", felt[-1].rtstate.realtime_controller_state, "left", felt[-1].left_fingertip_pad_force)

goal = PR2GripperEventDetectorGoal()
goal.command.trigger_conditions = goal.command.FINGER_SIDE_IMPACT_OR_SLIP_OR_ACC
goal.command.acceleration_trigger_magnitude = 4.0
goal.command.slip_trigger_magnitude = 0.005
event.send_goal(goal)
rospy.sleep(0.5)
say("event_detector waits", state(event))
d = finish(event, 30).data
say("event_detector", state(event), "met", d.trigger_conditions_met, "acceleration", d.acceleration_event, "slip", d.slip_event)

open_gripper()
slip.wait_for_result(rospy.Duration(10))
say("slip_servo", state(slip))

modes = []
goal = PR2GripperGrabGoal()
goal.command.hardness_gain = 0.03
grab.send_goal(goal, feedback_cb=lambda f: modes.append(f.data.rtstate.realtime_controller_state))
r = finish(grab, 60)
say("grab", state(grab), "rtstate", r.data.rtstate.realtime_controller_state, "first", modes[0])

goal = PR2GripperReleaseGoal()
goal.command.event.trigger_conditions = goal.command.event.FINGER_SIDE_IMPACT_OR_SLIP_OR_ACC
goal.command.event.acceleration_trigger_magnitude = 5.0
goal.command.event.slip_trigger_magnitude = 0.01
release.send_goal(goal)
rospy.sleep(0.5)
say("release waits", state(release))
r = finish(release, 30)
say("release", state(release), "rtstate", r.data.rtstate.realtime_controller_state)

goal = PR2GripperFindContactGoal()
goal.command.contact_conditions = 9
contact.send_goal(goal)
contact.wait_for_result(rospy.Duration(10))
say("find_contact", state(contact), contact.get_goal_status_text())

goal = PR2GripperFindContactGoal()
contact.send_goal(goal)
while contact.get_state() != GoalStatus.ACTIVE:
    rospy.sleep(0.01)
contact.cancel_goal()
contact.wait_for_result(rospy.Duration(10))
say("find_contact", state(contact))
