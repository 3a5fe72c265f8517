package pick

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/ros/peertest"
)

//go:embed testdata/client.py
var clientScript string

// A rospy client that was written for the original, unchanged: pickup, place, and both cancelled in the middle.
func TestRospyClient(t *testing.T) {
	peertest.Need(t, peertest.Clients...)
	r := newRig(t, 8, DefaultParams(), thing{"soup-can", 0, 0.2})
	x := r.overhead(0).P
	env := peertest.Overlay(t, r.uri, "manipulation_msgs", "object_manipulation_msgs", "arm_navigation_msgs", "household_objects_database_msgs", "object_recognition_msgs")
	out := peertest.Run(t, 5*time.Minute, env, peertest.Python, "-c", clientScript, fmt.Sprint(x.X), fmt.Sprint(x.Y), fmt.Sprint(x.Z))
	var lines []string
	for l := range strings.Lines(out) {
		if !strings.HasPrefix(l, "[") { // rospy's own remarks
			lines = append(lines, l)
		}
	}
	const want = `pickup: state 3, value 1, grasp top, results [(1, False)], feedback [(0, 1)]
phases: [0, 1, 2, 3, 4, 5, 12, 16, 13]
place cancelled on its way: state 2, value 0
place: state 3, value 1, results [1]
pickup cancelled in the lift: state 2, value 0, last phase 15
hand full: state 4, value -1
put down: state 3, value 1
nothing there: state 4, failed True, results [(12, False)]
`
	if got := strings.Join(lines, ""); got != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
