package planner

import (
	_ "embed"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/peertest"
)

//go:embed testdata/client.py
var clientScript string

// A rospy client that was written for the original, unchanged: service, evaluation, action, cancellation, and a known object.
func TestT23_T36_RospyClient(t *testing.T) {
	peertest.Need(t, peertest.Clients...)
	p := DefaultParams()
	p.Cluster.SideStep = 0.005 // so that the cancellation comes while it plans
	r := newRig(t, p, Options{Known: shelf{}})
	env := peertest.Overlay(t, r.uri, "manipulation_msgs", "household_objects_database_msgs", "object_recognition_msgs")
	out := peertest.Run(t, 3*time.Minute, env, peertest.Python, "-c", clientScript)
	var lines []string
	for l := range strings.Lines(out) {
		if !strings.HasPrefix(l, "[") { // rospy's own remarks
			lines = append(lines, l)
		}
	}
	const want = `service: code 0, grasps True, first at 0.773 0.100 0.810, quality 0.94, ids unique True
evaluated: code 0, same order True, all good True
empty: code 2, grasps 0
action: state 3, grew True, prefixes True
cancelled: state 2, error 0
known: code 0, 4 grasps in odom_combined
`
	if got := strings.Join(lines, ""); got != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
