# A client as labs have had it since 2011: pickup and place of the object manipulator, with actionlib's simple client.
import sys
import actionlib
import rospy
from actionlib_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from manipulation_msgs.msg import Grasp, GripperTranslation, ManipulationPhase, ManipulationResult
from object_manipulation_msgs.msg import PickupAction, PickupGoal, PlaceAction, PlaceGoal

x, y, z = [float(a) for a in sys.argv[1:4]]
rospy.init_node("lab")
phases = []
rospy.Subscriber("/reactive_manipulation_phase", ManipulationPhase, lambda m: phases.append(m.phase))
pickup = actionlib.SimpleActionClient("/object_manipulator/object_manipulator_pickup", PickupAction)
place = actionlib.SimpleActionClient("/object_manipulator/object_manipulator_place", PlaceAction)
assert pickup.wait_for_server(rospy.Duration(20)) and place.wait_for_server(rospy.Duration(20))
rospy.sleep(0.5)  # for the phases' connection


def translation(frame, v, desired, least):
    t = GripperTranslation()
    t.direction.header.frame_id = frame
    t.direction.vector.x, t.direction.vector.y, t.direction.vector.z = v
    t.desired_distance, t.min_distance = desired, least
    return t


def over(x, y, z):
    p = PoseStamped()
    p.header.frame_id = "base_link"
    p.pose.position.x, p.pose.position.y, p.pose.position.z = x, y, z
    p.pose.orientation.y = p.pose.orientation.w = 0.7071067811865476
    return p


def goal(x, y, z):
    g = Grasp(id="top", grasp_pose=over(x, y, z), approach=translation("r_wrist_roll_link", (1, 0, 0), 0.08, 0.04))
    return PickupGoal(arm_name="right_arm", desired_grasps=[g], lift=translation("base_link", (0, 0, 1), 0.1, 0.05),
                      collision_object_name="soup-can", collision_support_surface_name="table", use_reactive_execution=True, use_reactive_lift=True, max_contact_force=50)


def put(x, y, z):
    return PlaceGoal(arm_name="right_arm", place_locations=[over(x, y, z)], approach=translation("base_link", (0, 0, -1), 0.1, 0.05),
                     desired_retreat_distance=0.1, min_retreat_distance=0.05, collision_object_name="soup-can", collision_support_surface_name="table", use_reactive_place=True)


def at_phase(n, wanted, seconds=60):
    end = rospy.get_time() + seconds
    while wanted not in phases[n:] and rospy.get_time() < end:
        rospy.sleep(0.002)
    return wanted in phases[n:]


feedback = []
pickup.send_goal(goal(x, y, z), feedback_cb=feedback.append)
assert pickup.wait_for_result(rospy.Duration(100))
r = pickup.get_result()
rospy.sleep(0.3)  # feedback and phases travel by connections of their own
print("pickup: state %d, value %d, grasp %s, results %s, feedback %s" % (
    pickup.get_state(), r.manipulation_result.value, r.grasp.id, [(a.result_code, a.continuation_possible) for a in r.attempted_grasp_results],
    [(f.current_grasp, f.total_grasps) for f in feedback]))
print("phases: %s" % phases)

n = len(phases)
place.send_goal(put(x, y - 0.4, z))
assert at_phase(n, ManipulationPhase.MOVING_TO_PLACE)
rospy.sleep(0.05)
place.cancel_goal()
assert place.wait_for_result(rospy.Duration(30))
print("place cancelled on its way: state %d, value %d" % (place.get_state(), place.get_result().manipulation_result.value))

place.send_goal(put(x, y - 0.4, z))
assert place.wait_for_result(rospy.Duration(100))
r = place.get_result()
print("place: state %d, value %d, results %s" % (place.get_state(), r.manipulation_result.value, [a.result_code for a in r.attempted_location_results]))

n = len(phases)
pickup.send_goal(goal(x, y - 0.4, z))
assert at_phase(n, ManipulationPhase.LIFTING)
pickup.cancel_goal()
assert pickup.wait_for_result(rospy.Duration(30))
rospy.sleep(0.3)
print("pickup cancelled in the lift: state %d, value %d, last phase %d" % (pickup.get_state(), pickup.get_result().manipulation_result.value, phases[-1]))
assert pickup.get_state() == GoalStatus.PREEMPTED

pickup.send_goal(goal(x, y, z))
assert pickup.wait_for_result(rospy.Duration(100))
print("hand full: state %d, value %d" % (pickup.get_state(), pickup.get_result().manipulation_result.value))
place.send_goal(put(x, y, z))
assert place.wait_for_result(rospy.Duration(100))
print("put down: state %d, value %d" % (place.get_state(), place.get_result().manipulation_result.value))

pickup.send_goal(goal(x + 0.5, y, z))
assert pickup.wait_for_result(rospy.Duration(100))
r = pickup.get_result()
print("nothing there: state %d, failed %s, results %s" % (
    pickup.get_state(), r.manipulation_result.value == ManipulationResult.FAILED, [(a.result_code, a.continuation_possible) for a in r.attempted_grasp_results]))
