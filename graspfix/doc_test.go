package graspfix

import (
	"os"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/param"
)

// The page documents every parameter with its default, every preset and every code.
func TestDocumentation(t *testing.T) {
	page, err := os.ReadFile("../doc/graspfix.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	var p Params
	for _, q := range param.Declare(&p).All() {
		def := q.Default()
		if q.Name == "grip_count_threshold" {
			def = "half of"
		}
		row := ""
		for _, l := range strings.Split(text, "\n") {
			if strings.HasPrefix(l, "| `"+q.Name+"`") {
				row = l
			}
		}
		if !strings.Contains(row, "| "+def) {
			t.Errorf("%s with default %s: %q", q.Name, def, row)
		}
	}
	for _, n := range PresetNames() {
		if !strings.Contains(text, "| `"+n+"` |") {
			t.Errorf("preset %s is missing", n)
		}
	}
	for _, c := range []Code{NoSuchLink, StreamSilent, NoFinger, NoContact, UnlistedLink, ObjectStatic, ObjectIsRobot, NoForces, ArraysBad, OneSided, ForceTooSmall, AngleTooSmall,
		RatioTooSmall, Counting, GripperBusy, HeldByOther, SplitObject, Pending, ActuatorRefused, IsAttached, StillGripped, CounterHolds, WithinTolerance, Flapping, SqueezedIn,
		PosesMissing, ManualHold, NotTouchedLately} {
		if !strings.Contains(text, "`"+string(c)+"`") {
			t.Errorf("code %s is missing", c)
		}
	}
}
