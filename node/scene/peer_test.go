package scene

import (
	_ "embed"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/ros/peertest"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

//go:embed testdata/client.py
var clientScript string

// 37: a rospy client that was written for the original, against ours.
func TestRospyClient(t *testing.T) {
	peertest.Need(t, peertest.Clients...)
	r := newRig(t, DefaultParams(), nil, &here)
	var s scenetest.Samples
	table(&s)
	box(&s, 0.60, 0.10, 0.06, 0.06, 0.12, red)
	box(&s, 0.80, -0.10, 0.04, 0.08, 0.08, red)
	r.see(s.Cloud(geom.V(0, 0, 1.4)), base)
	r.face.p.MaxCloudAge = 0 // python takes its time to start
	env := peertest.Overlay(t, r.uri, "rail_manipulation_msgs", "rail_segmentation")
	out := peertest.Run(t, 5*time.Minute, env, peertest.Python, "-c", clientScript)
	const want = `first: 0 objects, cleared True
then: 2 objects, cleared False, in base_footprint
object 0: all points True, 0.06 x 0.06 x 0.12 m at 0.63 0.13 0.76, image bgr8, marker 0, recognized False
object 1: all points True, 0.04 x 0.08 x 0.08 m at 0.82 -0.06 0.74, image bgr8, marker 1, recognized False
after removal: 1 objects, marker actions [0, 2]
no object 9
late: 1 objects
cleared: 0 objects, cleared True, 4 lists in all
`
	if out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
