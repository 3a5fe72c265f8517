# A client as labs have had it since 2012: the planner's service and action, with actionlib's simple client.
import sys
import actionlib
import rospy
from actionlib_msgs.msg import GoalStatus
from geometry_msgs.msg import Point32
from household_objects_database_msgs.msg import DatabaseModelPose
from manipulation_msgs.msg import GraspPlanningAction, GraspPlanningGoal
from manipulation_msgs.srv import GraspPlanning, GraspPlanningRequest

rospy.init_node("lab")


def box(n):
    points = []
    for i in range(n + 1):
        for j in range(n + 1):
            for k in range(2 * n + 1):
                if k == 2 * n or i in (0, n) or j in (0, n):
                    points.append(Point32(0.6 + 0.06 * (i / n - 0.5), 0.1 + 0.04 * (j / n - 0.5), 0.75 + 0.06 * k / n))
    return points


def fill(request, n):
    request.arm_name = "right_arm"
    request.target.reference_frame_id = "base_link"
    request.target.cluster.header.frame_id = "base_link"
    request.target.cluster.points = box(n)
    return request


rospy.wait_for_service("plan_point_cluster_grasp", 20)
plan = rospy.ServiceProxy("plan_point_cluster_grasp", GraspPlanning)
res = plan(fill(GraspPlanningRequest(), 12))
g = res.grasps[0]
print("service: code %d, grasps %s, first at %.3f %.3f %.3f, quality %.2f, ids unique %s" % (
    res.error_code.value, len(res.grasps) > 10, g.grasp_pose.pose.position.x, g.grasp_pose.pose.position.y, g.grasp_pose.pose.position.z,
    g.grasp_quality, len(set(x.id for x in res.grasps)) == len(res.grasps)))
evaluate = rospy.ServiceProxy("evaluate_point_cluster_grasps", GraspPlanning)
request = fill(GraspPlanningRequest(), 12)
request.grasps_to_evaluate = res.grasps[3:0:-1]
back = evaluate(request)
print("evaluated: code %d, same order %s, all good %s" % (
    back.error_code.value, [x.id for x in back.grasps] == [x.id for x in request.grasps_to_evaluate], min(x.grasp_quality for x in back.grasps) > 0.5))
print("empty: code %d, grasps %d" % (lambda r: (r.error_code.value, len(r.grasps)))(plan(GraspPlanningRequest())))

client = actionlib.SimpleActionClient("plan_point_cluster_grasp", GraspPlanningAction)
assert client.wait_for_server(rospy.Duration(20))
for attempt in range(5):  # feedback travels by a connection of its own, and on a busy machine comes after the result
    lists = []
    client.send_goal(fill(GraspPlanningGoal(), 12), feedback_cb=lambda f: lists.append(f.grasps))
    assert client.wait_for_result(rospy.Duration(30))
    final = client.get_result().grasps
    rospy.sleep(0.3)
    if len(lists) > 1:
        break
sizes = [len(x) for x in lists]
prefixes = all([a.id for a in x] == [b.id for b in final[:len(x)]] for x in lists)
print("action: state %d, grew %s, prefixes %s" % (client.get_state(), sizes == sorted(set(sizes)) and len(sizes) > 1, prefixes))

client.send_goal(fill(GraspPlanningGoal(), 120))
while client.get_state() == GoalStatus.PENDING:
    rospy.sleep(0.001)
client.cancel_goal()
assert client.wait_for_result(rospy.Duration(30))
print("cancelled: state %d, error %d" % (client.get_state(), client.get_result().error_code.value))

known = rospy.ServiceProxy("database_grasp_planning", GraspPlanning)
request = GraspPlanningRequest(arm_name="right_arm")
request.target.reference_frame_id = "odom_combined"
model = DatabaseModelPose(model_id=18665)
model.type.key = "18665"
model.pose.header.frame_id = "odom_combined"
model.pose.pose.orientation.w = 1
request.target.potential_models = [model]
res = known(request)
print("known: code %d, %d grasps in %s" % (res.error_code.value, len(res.grasps), res.grasps[0].grasp_pose.header.frame_id))
