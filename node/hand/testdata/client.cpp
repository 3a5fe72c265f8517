// A client of the PR2's gripper sensor stack as a lab has had it, in the shape of a gripper class.
#include <actionlib/client/simple_action_client.h>
#include <pr2_controllers_msgs/Pr2GripperCommandAction.h>
#include <pr2_gripper_sensor_msgs/PR2GripperEventDetectorAction.h>
#include <pr2_gripper_sensor_msgs/PR2GripperFindContactAction.h>
#include <pr2_gripper_sensor_msgs/PR2GripperForceServoAction.h>
#include <pr2_gripper_sensor_msgs/PR2GripperGrabAction.h>
#include <pr2_gripper_sensor_msgs/PR2GripperReleaseAction.h>
#include <pr2_gripper_sensor_msgs/PR2GripperSlipServoAction.h>
#include <ros/ros.h>

using namespace pr2_controllers_msgs;
using namespace pr2_gripper_sensor_msgs;

typedef actionlib::SimpleActionClient<Pr2GripperCommandAction> GripperClient;
typedef actionlib::SimpleActionClient<PR2GripperFindContactAction> ContactClient;
typedef actionlib::SimpleActionClient<PR2GripperForceServoAction> ForceClient;
typedef actionlib::SimpleActionClient<PR2GripperSlipServoAction> SlipClient;
typedef actionlib::SimpleActionClient<PR2GripperEventDetectorAction> EventClient;
typedef actionlib::SimpleActionClient<PR2GripperGrabAction> GrabClient;
typedef actionlib::SimpleActionClient<PR2GripperReleaseAction> ReleaseClient;

static PR2GripperSlipServoData felt;
static int first = -1;
static void slipFeedback(const PR2GripperSlipServoFeedbackConstPtr& f) { felt = f->data; }
static void grabFeedback(const PR2GripperGrabFeedbackConstPtr& f) { if (first < 0) first = f->data.rtstate.realtime_controller_state; }

template <class C> static void wait(C& c) {
  if (!c.waitForServer(ros::Duration(30))) { printf("client: no server\n"); exit(1); }
}
template <class C> static const char* finish(C& c, double seconds) {
  static std::string s;
  c.waitForResult(ros::Duration(seconds));
  s = c.getState().toString();
  return s.c_str();
}

static void openGripper(GripperClient& c) {
  Pr2GripperCommandGoal g;
  g.command.position = 0.09;
  g.command.max_effort = -1.0;
  c.sendGoal(g);
  const char* s = finish(c, 30);
  printf("client: gripper_action %s position %g reached %d\n", s, c.getResult()->position, c.getResult()->reached_goal);
  fflush(stdout);
}

int main(int argc, char** argv) {
  ros::init(argc, argv, "simple_gripper");
  const std::string ns = "r_gripper_sensor_controller/";
  GripperClient gripper(ns + "gripper_action", true);
  ContactClient contact(ns + "find_contact", true);
  ForceClient force(ns + "force_servo", true);
  SlipClient slip(ns + "slip_servo", true);
  EventClient event(ns + "event_detector", true);
  GrabClient grab(ns + "grab", true);
  ReleaseClient release(ns + "release", true);
  wait(gripper); wait(contact); wait(force); wait(slip); wait(event); wait(grab); wait(release);
  const char* s;

  openGripper(gripper);

  PR2GripperFindContactGoal c;
  c.command.contact_conditions = c.command.BOTH;
  c.command.zero_fingertip_sensors = true;
  contact.sendGoal(c);
  s = finish(contact, 30);
  const PR2GripperFindContactData& d = contact.getResult()->data;
  printf("client: find_contact %s met %d left %g right %g position %g rtstate %d\n", s, d.contact_conditions_met, d.left_fingertip_pad_force,
         d.right_fingertip_pad_force, d.joint_position, d.rtstate.realtime_controller_state);

  PR2GripperForceServoGoal f;
  f.command.fingertip_force = 4.0;
  force.sendGoal(f);
  s = finish(force, 30);
  printf("client: force_servo %s achieved %d left %g rtstate %d\n", s, force.getResult()->data.force_achieved,
         force.getResult()->data.left_fingertip_pad_force, force.getResult()->data.rtstate.realtime_controller_state);

  slip.sendGoal(PR2GripperSlipServoGoal(), SlipClient::SimpleDoneCallback(), SlipClient::SimpleActiveCallback(), &slipFeedback);
  ros::Duration(0.5).sleep();
  printf("client: slip_servo %s empty %d rtstate %d left %g\n", slip.getState().toString().c_str(), felt.gripper_empty, felt.rtstate.realtime_controller_state, felt.left_fingertip_pad_force);

  PR2GripperEventDetectorGoal e;
  e.command.trigger_conditions = e.command.FINGER_SIDE_IMPACT_OR_SLIP_OR_ACC;
  e.command.acceleration_trigger_magnitude = 4.0;
  e.command.slip_trigger_magnitude = 0.005;
  event.sendGoal(e);
  ros::Duration(0.5).sleep();
  printf("client: event_detector waits %s\n", event.getState().toString().c_str());
  fflush(stdout);
  s = finish(event, 30);
  printf("client: event_detector %s met %d acceleration %d slip %d\n", s, event.getResult()->data.trigger_conditions_met,
         event.getResult()->data.acceleration_event, event.getResult()->data.slip_event);

  openGripper(gripper);
  s = finish(slip, 10);
  printf("client: slip_servo %s\n", s);

  PR2GripperGrabGoal g;
  g.command.hardness_gain = 0.03;
  grab.sendGoal(g, GrabClient::SimpleDoneCallback(), GrabClient::SimpleActiveCallback(), &grabFeedback);
  s = finish(grab, 60);
  printf("client: grab %s rtstate %d first %d\n", s, grab.getResult()->data.rtstate.realtime_controller_state, first);

  PR2GripperReleaseGoal r;
  r.command.event.trigger_conditions = r.command.event.FINGER_SIDE_IMPACT_OR_SLIP_OR_ACC;
  r.command.event.acceleration_trigger_magnitude = 5.0;
  r.command.event.slip_trigger_magnitude = 0.01;
  release.sendGoal(r);
  ros::Duration(0.5).sleep();
  printf("client: release waits %s\n", release.getState().toString().c_str());
  fflush(stdout);
  s = finish(release, 30);
  printf("client: release %s rtstate %d\n", s, release.getResult()->data.rtstate.realtime_controller_state);

  c.command.contact_conditions = 9;
  contact.sendGoal(c);
  s = finish(contact, 10);
  printf("client: find_contact %s %s\n", s, contact.getState().getText().c_str());
  c.command.contact_conditions = 0;
  c.command.zero_fingertip_sensors = false;
  contact.sendGoal(c);
  while (contact.getState() != actionlib::SimpleClientGoalState::ACTIVE) ros::Duration(0.01).sleep();
  contact.cancelGoal();
  s = finish(contact, 10);
  printf("client: find_contact %s\n", s);
}
