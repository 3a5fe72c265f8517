# A joint trajectory controller as labs write them: a rospy action server.
import rospy
import actionlib
from control_msgs.msg import FollowJointTrajectoryAction, FollowJointTrajectoryResult, FollowJointTrajectoryFeedback


def say(text):
    print(text, flush=True)


class Controller:
    def __init__(self):
        self.goals = 0
        self.server = actionlib.SimpleActionServer('/controller/follow_joint_trajectory', FollowJointTrajectoryAction, self.execute, False)
        self.server.start()

    def execute(self, goal):
        points = goal.trajectory.points
        end = points[-1].positions[0]
        times = [p.time_from_start.to_sec() for p in points]
        assert times == sorted(times) and times[0] == 0 and goal.trajectory.header.stamp.to_sec() == 0
        assert all(len(p.velocities) == 1 for p in points) and points[0].velocities[0] == 0
        if end == -1:
            self.server.set_aborted(FollowJointTrajectoryResult(error_code=FollowJointTrajectoryResult.PATH_TOLERANCE_VIOLATED, error_string='elbow is stuck'))
            self.goals += 1
            return
        if end == 1:
            say('waits')
            while not self.server.is_preempt_requested():
                feedback = FollowJointTrajectoryFeedback(joint_names=goal.trajectory.joint_names)
                self.server.publish_feedback(feedback)
                rospy.sleep(0.01)
            self.server.set_preempted(FollowJointTrajectoryResult())
            say('preempted')
            self.goals += 1
            return
        rospy.sleep(times[-1])
        self.server.set_succeeded(FollowJointTrajectoryResult(error_code=FollowJointTrajectoryResult.SUCCESSFUL))
        say('followed %d points %s' % (len(points), ' '.join(goal.trajectory.joint_names)))
        self.goals += 1


rospy.init_node('controller')
c = Controller()
say('ready')
while c.goals < 3 and not rospy.is_shutdown():
    rospy.sleep(0.05)
rospy.sleep(0.5)  # until the last result is out
