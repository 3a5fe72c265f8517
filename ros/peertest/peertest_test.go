package peertest

import (
	"testing"
	"time"
)

func TestRospyFindsOurMessages(t *testing.T) {
	Need(t, Clients...)
	env := Overlay(t, "http://127.0.0.1:1/", "rail_manipulation_msgs")
	out := Run(t, time.Minute, env, Python, "-c", "from rail_manipulation_msgs.msg import SegmentedObject; print(SegmentedObject._md5sum)")
	if out != "03c244ede59ea4588bc2e494270bfa93\n" {
		t.Error(out)
	}
}
