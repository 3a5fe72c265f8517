# A client of the tabletop services: table and clusters, the box of a cluster, graspable objects.
import rospy
from object_manipulation_msgs.srv import FindClusterBoundingBox
from tabletop_collision_map_processing.srv import TabletopCollisionMapProcessing, TabletopCollisionMapProcessingRequest
from tabletop_object_detector.msg import Table
from tabletop_object_detector.srv import TabletopSegmentation, TabletopSegmentationResponse

rospy.init_node("tabletop_client")
for name in "tabletop_segmentation", "find_cluster_bounding_box", "tabletop_collision_map_processing":
    rospy.wait_for_service(name)
segment = rospy.ServiceProxy("tabletop_segmentation", TabletopSegmentation)
seen = segment(Table())
if seen.result != TabletopSegmentationResponse.SUCCESS:
    raise SystemExit("no table: %d" % seen.result)
print("table %.2f m high, %d clusters" % (seen.table.pose.pose.position.z, len(seen.clusters)))
box = rospy.ServiceProxy("find_cluster_bounding_box", FindClusterBoundingBox)(seen.clusters[0])
if box.error_code != box.SUCCESS or box.box_dims.x == box.box_dims.y == box.box_dims.z == 0.0:
    raise SystemExit("no box")
print("box %.2f %.2f %.2f of cluster 0" % (box.box_dims.x, box.box_dims.y, box.box_dims.z))
req = TabletopCollisionMapProcessingRequest()
req.detection_result.table, req.detection_result.clusters = seen.table, seen.clusters
req.reset_collision_models = req.reset_attached_models = True
req.desired_frame = "base_link"
made = rospy.ServiceProxy("tabletop_collision_map_processing", TabletopCollisionMapProcessing)(req)
for o, name in zip(made.graspable_objects, made.collision_object_names):
    print("%s in %s on %s" % (name, o.reference_frame_id, made.collision_support_surface_name))
