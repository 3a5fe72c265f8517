package master

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-robotics/holdfast/ros/graph"
	"github.com/holdfast-robotics/holdfast/ros/internal/peer"
)

const talker = `
import rospy, sys
from std_msgs.msg import String
from std_srvs.srv import Trigger, TriggerResponse
rospy.init_node("talker")
pub = rospy.Publisher("chatter", String, queue_size=10, latch=True)
srv = rospy.Service("ask", Trigger, lambda req: TriggerResponse(True, "answer"))
pub.publish("hello")
print("up", flush=True)
rospy.spin()
`

// A rospy talker and Debian's command line tools, all through our master.
func TestDebianTools(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs)
	m := start(t)
	env := peer.Env(t, m.URI())
	const limit = 3 * time.Minute
	node := peer.Start(t, limit, env, peer.Python, "-c", talker)
	node.Until("up")
	for name, c := range map[string]struct {
		args []string
		want []string
	}{
		"topic list":   {[]string{"/usr/bin/rostopic", "list"}, []string{"/chatter", "/rosout"}},
		"topic type":   {[]string{"/usr/bin/rostopic", "type", "/chatter"}, []string{"std_msgs/String"}},
		"topic info":   {[]string{"/usr/bin/rostopic", "info", "/chatter"}, []string{"Publishers:", "* /talker (http://127.0.0.1:"}},
		"topic echo":   {[]string{"/usr/bin/rostopic", "echo", "-n", "1", "/chatter"}, []string{`data: "hello"`}},
		"service list": {[]string{"/usr/bin/rosservice", "list"}, []string{"/ask", "/talker/get_loggers"}},
		"service call": {[]string{"/usr/bin/rosservice", "call", "/ask"}, []string{"success: True", `message: "answer"`}},
		"node list":    {[]string{"/usr/bin/rosnode", "list"}, []string{"/talker"}},
		"node info":    {[]string{"/usr/bin/rosnode", "info", "/talker"}, []string{"* /chatter [std_msgs/String]", "* /ask", "Pid:"}},
		"node ping":    {[]string{"/usr/bin/rosnode", "ping", "-c", "1", "/talker"}, []string{"xmlrpc reply from http://127.0.0.1:"}},
		"param": {[]string{"/bin/sh", "-c", `set -e
			rosparam set /gains "{kp: 1.5, joints: [a, b], deep: {active: true}}"
			rosparam set /text "a <b> & c"
			rosparam get /gains; rosparam get /text; rosparam list
			rosparam dump /dev/stdout /gains
			rosparam delete /gains/deep; rosparam get /gains/deep || echo gone`},
			[]string{"kp: 1.5", "- b", "a <b> & c", "/gains/deep/active", "gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := peer.Run(t, limit, env, c.args[0], c.args[1:]...)
			for _, w := range c.want {
				if !strings.Contains(out, w) {
					t.Errorf("%q is missing in\n%s", w, out)
				}
			}
		})
	}
}

func TestRospyNodeOfSameNameAndKill(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs)
	m := start(t)
	env := peer.Env(t, m.URI())
	first := peer.Start(t, 3*time.Minute, env, peer.Python, "-c", talker)
	first.Until("up")
	second := peer.Start(t, 3*time.Minute, env, peer.Python, "-c", talker)
	second.Until("up")
	if out, _ := first.Wait(); !strings.Contains(out, "new node registered with same name") {
		t.Errorf("the first node ended for another reason:\n%s", out)
	}
	if out := peer.Run(t, 3*time.Minute, env, "/usr/bin/rosnode", "kill", "/talker"); !strings.Contains(out, "killed") {
		t.Errorf("%s", out)
	}
	second.Wait()
}

const launchFile = `<launch>
  <param name="gain" value="1.5"/>
  <rosparam>{table: {a: 1, b: [x, y]}}</rosparam>
  <group ns="lab">
    <node name="talker" pkg="rostopic" type="rostopic" args="pub -r 10 chatter std_msgs/String hello"><remap from="chatter" to="other"/></node>
  </group>
</launch>`

// A launch file, whose parameters come in one system.multicall, run by Debian's roslaunch with our master.
func TestRoslaunch(t *testing.T) {
	peer.Need(t, peer.Tools, peer.Msgs)
	m := start(t)
	file := filepath.Join(t.TempDir(), "x.launch")
	if err := os.WriteFile(file, []byte(launchFile), 0o644); err != nil {
		t.Fatal(err)
	}
	launch := peer.Start(t, 3*time.Minute, peer.Env(t, m.URI()), "/usr/bin/roslaunch", file)
	c := graph.NewMaster(client(t), m.URI(), "/test")
	for {
		state, err := c.GetSystemState(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if graph.Find(state.Publishers, "/lab/other").Has("/lab/talker") {
			break
		}
		if launch.Ended() {
			t.Fatal(launch.Output())
		}
		time.Sleep(20 * time.Millisecond)
	}
	if v, err := c.GetParam(t.Context(), "/table"); err != nil || cmp.Diff(v, any(map[string]any{"a": 1, "b": []any{"x", "y"}})) != "" {
		t.Error(v, err)
	}
	if v, err := c.GetParam(t.Context(), "/gain"); err != nil || v != 1.5 {
		t.Error(v, err)
	}
}
