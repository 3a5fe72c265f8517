# A client of rail_segmentation: segments, looks at what comes, removes one object, clears.
import rospy
from rail_manipulation_msgs.msg import SegmentedObjectList
from rail_segmentation.srv import RemoveObject
from sensor_msgs import point_cloud2
from std_srvs.srv import Empty
from visualization_msgs.msg import MarkerArray

rospy.init_node("rail_client")
lists, arrays = [], []
subscribers = [rospy.Subscriber("/rail_segmentation/segmented_objects", SegmentedObjectList, lists.append),
               rospy.Subscriber("/rail_segmentation/markers", MarkerArray, arrays.append)]
rospy.wait_for_service("/rail_segmentation/segment")
segment = rospy.ServiceProxy("/rail_segmentation/segment", Empty)
clear = rospy.ServiceProxy("/rail_segmentation/clear", Empty)
remove = rospy.ServiceProxy("/rail_segmentation/remove_object", RemoveObject)


def wait(n):
    while len(lists) < n or len(arrays) < n:
        rospy.sleep(0.02)


while any(s.get_num_connections() < 1 for s in subscribers):
    rospy.sleep(0.02)
segment()
wait(2)
print("first: %d objects, cleared %s" % (len(lists[0].objects), lists[0].cleared))
found = lists[1]
print("then: %d objects, cleared %s, in %s" % (len(found.objects), found.cleared, found.header.frame_id))
for i, o in enumerate(found.objects):
    points = list(point_cloud2.read_points(o.point_cloud, field_names=("x", "y", "z", "rgb")))
    print("object %d: all points %s, %.2f x %.2f x %.2f m at %.2f %.2f %.2f, image %s, marker %d, recognized %s" % (
        i, len(points) == o.point_cloud.width > 1000, o.width, o.depth, o.height, o.center.x, o.center.y, o.center.z, o.image.encoding, o.marker.id, o.recognized))
remove(1)
wait(3)
print("after removal: %d objects, marker actions %s" % (len(lists[2].objects), [m.action for m in arrays[2].markers]))
try:
    remove(9)
except rospy.ServiceException as e:
    print("no object 9")
late = rospy.wait_for_message("/rail_segmentation/segmented_objects", SegmentedObjectList, timeout=20)
print("late: %d objects" % len(late.objects))
clear()
wait(4)
print("cleared: %d objects, cleared %s, %d lists in all" % (len(lists[3].objects), lists[3].cleared, len(lists)))
