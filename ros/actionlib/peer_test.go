package actionlib

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	act "github.com/holdfast-robotics/holdfast/msgs/actionlib"
	pr2 "github.com/holdfast-robotics/holdfast/msgs/pr2_gripper_sensor_msgs"
	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

const peerLimit = 3 * time.Minute

// The client a lab has had for ten years.
const rospyFindContact = `
import rospy, actionlib
from pr2_gripper_sensor_msgs.msg import *
rospy.init_node("client")
c = actionlib.SimpleActionClient("gripper/find_contact", PR2GripperFindContactAction)
assert c.wait_for_server(rospy.Duration(20))
feedback = []
goal = PR2GripperFindContactGoal()
goal.command.contact_conditions = goal.command.EITHER
goal.command.zero_fingertip_sensors = True
c.send_goal(goal, feedback_cb=feedback.append)
assert c.wait_for_result(rospy.Duration(20))
r = c.get_result()
print("state", c.get_state(), "met", r.data.contact_conditions_met, "force", r.data.left_fingertip_pad_force, "feedback", len(feedback), flush=True)
goal.command.contact_conditions = goal.command.BOTH
c.send_goal(goal)
while c.get_state() != actionlib.GoalStatus.ACTIVE:
    rospy.sleep(0.01)
c.cancel_goal()
assert c.wait_for_result(rospy.Duration(20))
print("state", c.get_state(), c.get_goal_status_text(), flush=True)
`

const roscppFindContact = `
#include <ros/ros.h>
#include <actionlib/client/simple_action_client.h>
#include <pr2_gripper_sensor_msgs/PR2GripperFindContactAction.h>
using namespace pr2_gripper_sensor_msgs;
int seen = 0;
void feedback(const PR2GripperFindContactFeedbackConstPtr&) { seen++; }
void done(const actionlib::SimpleClientGoalState&, const PR2GripperFindContactResultConstPtr&) {}
void active() {}
int main(int argc, char** argv) {
  ros::init(argc, argv, "cpp_client");
  actionlib::SimpleActionClient<PR2GripperFindContactAction> c("gripper/find_contact", true);
  if (!c.waitForServer(ros::Duration(20))) return 1;
  PR2GripperFindContactGoal goal;
  goal.command.contact_conditions = goal.command.EITHER;
  c.sendGoal(goal, done, active, feedback);
  if (!c.waitForResult(ros::Duration(20))) return 2;
  printf("state %s met %d force %g feedback %d\n", c.getState().toString().c_str(), c.getResult()->data.contact_conditions_met, c.getResult()->data.left_fingertip_pad_force, seen);
  goal.command.contact_conditions = goal.command.BOTH;
  c.sendGoal(goal);
  while (c.getState() != actionlib::SimpleClientGoalState::ACTIVE) ros::Duration(0.01).sleep();
  c.cancelGoal();
  if (!c.waitForResult(ros::Duration(20))) return 3;
  printf("state %s\n", c.getState().toString().c_str());
}
`

// linesOf keeps the lines that a peer's own program prints: rospy's client logs "Got a transition callback on a goal handle
// that we're not tracking" when a status overtakes its bookkeeping, also between two of the original's own ends.
func linesOf(out, prefix string) string {
	var b strings.Builder
	for l := range strings.Lines(out) {
		if strings.HasPrefix(l, prefix) {
			b.WriteString(l)
		}
	}
	return b.String()
}

// Clients of the original PR2 package, in Python and in C++, unchanged, against our server.
func TestFindContactClients(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs, peer.Roscpp, peer.Actions, peer.Generators)
	overlay := peer.Overlay(t, "pr2_gripper_sensor_msgs")
	uri := testMaster(t, nil)
	gripper := testNode(t, uri, "gripper")
	s, err := NewSimpleServer(gripper, "gripper/find_contact", &pr2.PR2GripperFindContactActionType,
		func(ctx context.Context, g *Goal[*pr2.PR2GripperFindContactGoal, *pr2.PR2GripperFindContactResult, *pr2.PR2GripperFindContactFeedback]) (*pr2.PR2GripperFindContactResult, error) {
			if g.Goal().Command.ContactConditions == pr2.PR2GripperFindContactCommandBoth {
				<-ctx.Done()
				return nil, context.Cause(ctx)
			}
			// rospy takes a goal's answers while its connection for feedback may still be coming up.
			if err := gripper.Clock().Sleep(ctx, 200*time.Millisecond); err != nil {
				return nil, err
			}
			for i := range 10 {
				if err := g.Feedback(&pr2.PR2GripperFindContactFeedback{Data: pr2.PR2GripperFindContactData{JointPosition: float64(i)}}); err != nil {
					return nil, err
				}
			}
			// Feedback and result travel by connections of their own; give the last feedback its lead.
			if err := gripper.Clock().Sleep(ctx, 200*time.Millisecond); err != nil {
				return nil, err
			}
			return &pr2.PR2GripperFindContactResult{Data: pr2.PR2GripperFindContactData{ContactConditionsMet: true, LeftFingertipPadForce: 2.5}}, nil
		})
	must(t, err)
	defer s.Close()
	env := append(peer.Env(t, uri), overlay...)
	t.Run("clients", func(t *testing.T) {
		out := linesOf(peer.Run(t, peerLimit, env, peer.Python, "-c", rospyFindContact), "state ")
		if want := "state 3 met True force 2.5 feedback 10\nstate 2 preempted\n"; out != want {
			t.Errorf("rospy: got\n%swant\n%s", out, want)
		}
		src, bin := filepath.Join(t.TempDir(), "c.cpp"), filepath.Join(t.TempDir(), "c")
		must(t, os.WriteFile(src, []byte(roscppFindContact), 0o644))
		peer.Run(t, 2*peerLimit, env, "/bin/sh", "-c", "g++ -o "+bin+" "+src+" $(pkg-config --cflags --libs roscpp actionlib)")
		out = peer.Run(t, peerLimit, env, bin)
		if want := "state SUCCEEDED met 1 force 2.5 feedback 10\nstate PREEMPTED\n"; out != want {
			t.Errorf("roscpp: got\n%swant\n%s", out, want)
		}
	})
}

// The original's reference server: what its own tests ask of a server, by goal.
const rospyReference = `
import rospy, actionlib
from actionlib.msg import TestAction, TestResult, TestFeedback
rospy.init_node("ref")
kept = []
def goal(g):
    n = g.get_goal().goal
    if n == 1: g.set_accepted(); g.set_succeeded(TestResult(n), "The ref server has succeeded")
    elif n == 2: g.set_accepted(); g.set_aborted(TestResult(n), "The ref server has aborted")
    elif n == 3: g.set_rejected(TestResult(n), "The ref server has rejected")
    elif n == 4: g.set_accepted(); kept.append(g)
    elif n == 7:
        g.set_accepted()
        for i, k in enumerate(kept): k.publish_feedback(TestFeedback(n - i))
        g.set_succeeded(TestResult(n), "sent feedback")
    elif n == 8:
        g.set_accepted()
        for i, k in enumerate(kept):
            (k.set_succeeded if i % 2 == 0 else k.set_aborted)(TestResult(n - i), "ended")
        kept.clear()
        g.set_succeeded(TestResult(n), "ended all")
def cancel(g): g.set_canceled(TestResult(-1), "cancelled")
s = actionlib.ActionServer("act", TestAction, goal, cancel, auto_start=False)
s.start()
print("up", flush=True)
rospy.spin()
`

// Our client against Debian's server, and our own reference server to the same questions.
func TestReferenceServers(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs, peer.Actions)
	for _, who := range []string{"rospy", "ours"} {
		t.Run(who, func(t *testing.T) {
			uri := testMaster(t, nil)
			if who == "rospy" {
				peer.Start(t, peerLimit, peer.Env(t, uri), peer.Python, "-c", rospyReference).Until("up")
			} else {
				var kept []*handle
				testServer(t, testNode(t, uri, "ref"), func(g *handle) {
					n := g.Goal().Goal
					if n == 3 {
						must(t, g.Reject(result(n), "The ref server has rejected"))
						return
					}
					must(t, g.Accept(""))
					switch n {
					case 1:
						must(t, g.Succeed(result(n), "The ref server has succeeded"))
					case 2:
						must(t, g.Abort(result(n), "The ref server has aborted"))
					case 4:
						kept = append(kept, g)
					case 7:
						for i, k := range kept {
							must(t, k.Feedback(&act.TestFeedback{Feedback: n - int32(i)}))
						}
						must(t, g.Succeed(result(n), "sent feedback"))
					case 8:
						for i, k := range kept {
							if i%2 == 0 {
								must(t, k.Succeed(result(n-int32(i)), "ended"))
							} else {
								must(t, k.Abort(result(n-int32(i)), "ended"))
							}
						}
						kept = nil
						must(t, g.Succeed(result(n), "ended all"))
					}
				}, func(g *handle) { must(t, g.Cancel(result(-1), "cancelled")) })
			}
			c := testClient(t, testNode(t, uri, "client"))
			ready(t, c)
			if who == "rospy" { // it answers a subscriber before it publishes to it: the first results may reach nobody
				for i := 0; i < 5 && strings.HasPrefix(outcome(t, send(t, c, 1)), "LOST"); i++ {
				}
			}
			feedback := make(chan int32, 10)
			var out []string
			keep := func() *ClientGoal[goalT, resultT, feedbackT] {
				g, err := c.Send(&act.TestGoal{Goal: 4}, func(f feedbackT) { feedback <- f.Feedback })
				must(t, err)
				for end := time.Now().Add(10 * time.Second); g.State() != StateActive && time.Now().Before(end); {
					time.Sleep(time.Millisecond)
				}
				return g
			}
			note := func(g *ClientGoal[goalT, resultT, feedbackT]) {
				o := outcome(t, g)
				_, text := g.Status()
				out = append(out, o+" "+text)
			}
			note(send(t, c, 1))
			note(send(t, c, 2))
			note(send(t, c, 3))
			a, b := keep(), keep()
			note(send(t, c, 7))
			out = append(out, fmt.Sprint(<-feedback, <-feedback))
			note(send(t, c, 8))
			note(a)
			note(b)
			d := keep()
			must(t, d.Cancel())
			note(d)
			want := "SUCCEEDED 1 The ref server has succeeded|ABORTED 2 The ref server has aborted|REJECTED 3 The ref server has rejected|SUCCEEDED 7 sent feedback|7 6|" +
				"SUCCEEDED 8 ended all|SUCCEEDED 8 ended|ABORTED 7 ended|PREEMPTED -1 cancelled"
			if got := strings.Join(out, "|"); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// What the original's request server does when told, answered by ours and seen by Debian's client.
const rospyRequests = `
import rospy, actionlib
from actionlib.msg import TestRequestAction, TestRequestGoal as G
rospy.init_node("client")
c = actionlib.SimpleActionClient("request", TestRequestAction)
assert c.wait_for_server(rospy.Duration(20))
def ask(cancel=False, wait=20, **kw):
    c.send_goal(G(**kw))
    if cancel:
        rospy.sleep(0.3)
        c.cancel_goal()
    c.wait_for_result(rospy.Duration(wait))
    r = c.get_result()
    print(c.get_state(), r.the_result if r else None, c.get_goal_status_text(), flush=True)
ask(terminate_status=G.TERMINATE_SUCCESS, the_result=1, result_text="fine")
ask(terminate_status=G.TERMINATE_ABORTED, the_result=2, result_text="bad")
ask(terminate_status=G.TERMINATE_EXCEPTION, the_result=3)
ask(terminate_status=G.TERMINATE_SUCCESS, the_result=4, pause_status=rospy.Duration(10), cancel=True)
ask(terminate_status=G.TERMINATE_SUCCESS, the_result=5, delay_terminate=rospy.Duration(1), ignore_cancel=True, cancel=True, result_text="went on")
ask(terminate_status=G.TERMINATE_LOSE, the_result=6)
`

func TestRequestServer(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs, peer.Actions)
	uri := testMaster(t, nil)
	n := testNode(t, uri, "server")
	s, err := NewSimpleServer(n, "request", &act.TestRequestActionType,
		func(ctx context.Context, g *Goal[*act.TestRequestGoal, *act.TestRequestResult, *act.TestRequestFeedback]) (*act.TestRequestResult, error) {
			q := g.Goal()
			if q.IgnoreCancel {
				ctx = context.WithoutCancel(ctx)
			}
			if err := n.Clock().Sleep(ctx, q.PauseStatus.Go()+q.DelayTerminate.Go()); err != nil {
				return nil, errors.Join(err, ErrPreempted)
			}
			r := &act.TestRequestResult{TheResult: q.TheResult}
			switch q.TerminateStatus {
			case act.TestRequestGoalTerminateAborted:
				return r, &Error{Aborted, q.ResultText}
			case act.TestRequestGoalTerminateException:
				panic("as asked")
			case act.TestRequestGoalTerminateLose:
				g.Forget()
			}
			return r, nil
		})
	must(t, err)
	defer s.Close()
	out := peer.Run(t, peerLimit, peer.Env(t, uri), peer.Python, "-c", rospyRequests)
	var lines []string
	for l := range strings.Lines(out) {
		if !strings.HasPrefix(l, "[") { // rospy's log
			lines = append(lines, strings.TrimSuffix(l, "\n"))
		}
	}
	for i, want := range []string{"3 1 ", "4 2 bad", "4 0 ", "2 0 preempted", "3 5 ", "9 "} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d: want %q in\n%s", i, want, out)
		}
	}
}

const roscppServer = `
#include <ros/ros.h>
#include <actionlib/server/simple_action_server.h>
#include <actionlib/TestAction.h>
typedef actionlib::SimpleActionServer<actionlib::TestAction> Server;
void execute(const actionlib::TestGoalConstPtr& g, Server* s) {
  actionlib::TestResult r;
  actionlib::TestFeedback f;
  r.result = 10 * g->goal;
  f.feedback = g->goal;
  s->publishFeedback(f);
  ros::Duration(0.2).sleep();
  if (g->goal == 1) s->setSucceeded(r, "done");
  else if (g->goal == 2) s->setAborted(r, "cannot");
  else {
    while (ros::ok() && !s->isPreemptRequested()) ros::Duration(0.005).sleep();
    s->setPreempted(r, "given up");
  }
}
int main(int argc, char** argv) {
  ros::init(argc, argv, "cpp_server");
  ros::NodeHandle n;
  Server* s = new Server(n, "act", [&s](const actionlib::TestGoalConstPtr& g) { execute(g, s); }, false);
  s->start();
  ros::spin();
}
`

// Our client against a server in C++.
func TestRoscppServer(t *testing.T) {
	peer.Need(t, peer.Roscpp, peer.Actions)
	uri := testMaster(t, nil)
	env := peer.Env(t, uri)
	src, bin := filepath.Join(t.TempDir(), "s.cpp"), filepath.Join(t.TempDir(), "s")
	must(t, os.WriteFile(src, []byte(roscppServer), 0o644))
	peer.Run(t, 2*peerLimit, env, "/bin/sh", "-c", "g++ -o "+bin+" "+src+" $(pkg-config --cflags --libs roscpp actionlib)")
	server := peer.Start(t, peerLimit, env, bin)
	c := testClient(t, testNode(t, uri, "client"))
	ready(t, c)
	feedback := make(chan int32, 10)
	ask := func(n int32) *ClientGoal[goalT, resultT, feedbackT] {
		g, err := c.Send(&act.TestGoal{Goal: n}, func(f feedbackT) { feedback <- f.Feedback })
		must(t, err)
		if f := <-feedback; f != n {
			t.Errorf("feedback %d for goal %d", f, n)
		}
		return g
	}
	for n, want := range map[int32]string{1: "SUCCEEDED 10 done", 2: "ABORTED 20 cannot"} {
		g := ask(n)
		got := outcome(t, g)
		if _, text := g.Status(); got+" "+text != want {
			t.Errorf("%s %s, want %s", got, text, want)
		}
	}
	g := ask(3)
	must(t, g.Cancel())
	if got := outcome(t, g); got != "PREEMPTED 30" {
		t.Error(got)
	}
	a := ask(4)
	b := ask(1) // preempts the other
	if got := outcome(t, a) + ", " + outcome(t, b); got != "PREEMPTED 40, SUCCEEDED 10" {
		t.Error(got)
	}
	// Killed while it works: the goal is lost, and the client says so.
	lost := ask(5)
	server.Kill()
	if got := outcome(t, lost); got != "LOST" {
		t.Error(got)
	}
}
