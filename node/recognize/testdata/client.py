# A client of rail_recognition: hears recognised objects, and asks the action about one.
import actionlib
import rospy
from rail_manipulation_msgs.msg import RecognizeObjectAction, RecognizeObjectGoal, SegmentedObjectList

rospy.init_node("recognition_client")
lists = []
heard = rospy.Subscriber("/object_recognition_listener/recognized_objects", SegmentedObjectList, lists.append)
while heard.get_num_connections() < 1:
    rospy.sleep(0.02)
print("listening")
while not lists:
    rospy.sleep(0.02)
for o in lists[0].objects:
    if o.recognized:
        print("heard %s %d with %d grasps, best %s in %s" % (o.name, o.model_id, len(o.grasps), o.grasps[0].eef_frame_id, o.grasps[0].grasp_pose.header.frame_id))
    else:
        print("heard nothing known")
client = actionlib.SimpleActionClient("/object_recognizer/recognize_object", RecognizeObjectAction)
client.wait_for_server()
for name in "", "soup":
    goal = RecognizeObjectGoal(object=lists[0].objects[0], name=name)
    goal.object.recognized, goal.object.name, goal.object.grasps = False, "", []
    client.send_goal_and_wait(goal)
    o = client.get_result().object
    print("state %d: %s" % (client.get_state(), "recognized " + o.name if o.recognized else "not recognized"))
