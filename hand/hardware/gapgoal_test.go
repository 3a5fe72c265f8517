package hardware_test

import (
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/hand/hardware"
	"github.com/holdfast-robotics/holdfast/param"
)

func goalParams() (p hardware.GoalParams) {
	param.Declare(&p)
	return p
}

const ms = time.Millisecond

func TestHW39_GapGoal(t *testing.T) {
	g := hardware.NewGapGoal(goalParams(), 0.02, 50, 0)
	for i := range 100 {
		now := time.Duration(i) * 10 * ms
		gap := 0.086 - 0.02*now.Seconds()*5
		out := g.State(now, 0.02, gap, -0.1)
		if want := gap-0.02 < 0.01; (out == hardware.GapReached) != want && gap > 0.02 {
			t.Fatalf("gap %v: %v", gap, out)
		}
	}
	// Stalled on an object: between 0.1 and 0.3 s after it stopped.
	g = hardware.NewGapGoal(goalParams(), 0.0, 50, 0)
	for now := time.Duration(0); ; now += 10 * ms {
		speed := -0.02
		if now > time.Second {
			speed = 0
		}
		if out := g.State(now, 0, 0.04, speed); out == hardware.GapStalled {
			if d := now - time.Second; d < 100*ms || d > 300*ms {
				t.Errorf("stalled %v after it stopped", d)
			}
			break
		} else if now > 2*time.Second {
			t.Fatal("never stalls")
		}
	}
	// Limp hands never stall.
	g = hardware.NewGapGoal(goalParams(), 0.0, 0, 0)
	for now := time.Duration(0); now < 5*time.Second; now += 10 * ms {
		if out := g.State(now, 0, 0.04, 0); out != hardware.GapMoving {
			t.Fatalf("limp, at %v: %v", now, out)
		}
	}
	// Another set-point is ignored for a second, then ends the goal, and nothing after that makes it succeed.
	g = hardware.NewGapGoal(goalParams(), 0.02, 50, 0)
	if out := g.State(900*ms, 0.08, 0.08, 0); out != hardware.GapMoving {
		t.Errorf("within the grace: %v", out)
	}
	if out := g.State(1100*ms, 0.08, 0.08, 0); out != hardware.GapPreempted {
		t.Errorf("after it: %v", out)
	}
	if out := g.State(1200*ms, 0.02, 0.02, 0); out != hardware.GapPreempted {
		t.Errorf("a dead goal becomes %v", out)
	}
	// Silence.
	for _, last := range []time.Duration{-1, 0} {
		g = hardware.NewGapGoal(goalParams(), 0.02, 50, 0)
		if g.Watch(5*time.Second, last) != hardware.GapMoving || g.Watch(6*time.Second, last) != hardware.GapSilent {
			t.Errorf("last state at %v", last)
		}
	}
}
