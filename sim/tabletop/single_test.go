package tabletop

import (
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim/catalogue"
	"github.com/holdfast-robotics/holdfast/sim/robot"
)

// What stands between the fingers is grasped and lifted without an approach, and what the camera sees goes up with it.
func TestSingle(t *testing.T) {
	n := 0
	for _, name := range []string{"apple", "egg", "gelatin-box", "salt-shaker"} {
		if _, err := catalogue.Find(name); err != nil {
			continue
		}
		n++
		s, err := NewSingle(name, robot.DefaultConfig(1))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		low := s.Scene().Bodies
		p := pick.DefaultParams()
		if err := s.Run(t.Context(), pick.NewGrip(s.Robot.Robot, true, p)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		l, err := pick.NewLift(s.Robot.Robot, 0.1, p)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Run(t.Context(), l); err != nil || !l.Held() {
			t.Errorf("%s: %v", name, err)
		}
		high := s.Scene().Bodies
		if d := high[len(high)-1].X_WB.P.Z - low[len(low)-1].X_WB.P.Z; d < 0.08 || d > 0.12 {
			t.Errorf("%s: it has gone up by %g m", name, d)
		}
	}
	if n < 3 {
		t.Errorf("the catalogue has %d of these", n)
	}
	if _, err := NewSingle("elephant", robot.DefaultConfig(1)); err == nil {
		t.Error("an elephant was found")
	}
}

func TestSingleTooWide(t *testing.T) {
	cfg := robot.DefaultConfig(1)
	cfg.Gripper.Stroke = 0.04
	if _, err := NewSingle("apple", cfg); fault.KindOf(err) != fault.TooLarge || !strings.Contains(err.Error(), "the hand opens 40 mm") {
		t.Errorf("%v", err)
	}
}
