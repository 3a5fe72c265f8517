package hand

import (
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// The process dies while it holds: the motor gives nothing for a second, the gear holds what it can, and a new controller goes on with the
// zero and the grip of the old one.
func TestTakeOverAGrip(t *testing.T) {
	g, f := holding(t)
	var zeros [2][]float64
	for i := range zeros {
		zeros[i] = make([]float64, sideCells+padCells)
	}
	g.c.Skin().Zeros(&zeros)
	target := g.c.Status().Target
	g.c = newController(t, DefaultParams())
	if bad := [2][]float64{{1}, {1}}; g.c.Skin().Restore(&bad) {
		t.Error("takes over the zeros of other fingertips")
	}
	if !g.c.Skin().Restore(&zeros) {
		t.Fatal("refuses its own zeros")
	}
	for range 1000 { // without power
		g.advance(0)
	}
	g.run(50) // the pads' first frame
	g.do(t, Command{Verb: Hold, Force: target})
	g.run(3000)
	if st := g.c.Status(); st.Mode != SlipServo || st.Empty || math.Abs(g.force()-f) > 0.1*f {
		t.Errorf("grips with %.2f N after %.2f N; %s", g.force(), f, st.Describe())
	}
	g.do(t, Command{Verb: Move, Gap: 0.08})
	g.run(3000)
	if st := g.c.Status(); st.Motor.State != Succeeded || math.Abs(st.Force[0]) > 0.05 || st.Zero != touch.ZeroRestored {
		t.Errorf("open: %+v, %v N, %v", st.Motor, st.Force, st.Zero)
	}
}

// A hand without pads feels with its motor.
func TestBareHand(t *testing.T) {
	bare := func(width, k float64) *rig {
		c, err := New(DefaultParams(), nil, 1e-3)
		if err != nil {
			t.Fatal(err)
		}
		g := &rig{c: c, k: k, width: width, x: 0.086, bare: true}
		g.run(500)
		return g
	}
	for _, k := range []float64{1e3, 5e3, 2e4} {
		g := bare(0.05, k)
		g.do(t, Command{Verb: Grab})
		g.run(15000)
		st := g.c.Status()
		want := g.c.p.BareGrip
		if st.Motor.State != Succeeded || st.Mode != SlipServo || g.force() < 0.8*want || g.force() > want+4 {
			t.Errorf("k = %g: %.2f N, want %g; %s", k, g.force(), want, st.Describe())
		}
		g.run(60000)
		if f := g.force(); f < 0.8*want || f > want+4 || g.c.Status().Empty {
			t.Errorf("k = %g: %.2f N after a minute; %s", k, f, g.c.Status().Describe())
		}
		g.k = 0 // it is gone
		g.run(2000)
		if st := g.c.Status(); !st.Empty {
			t.Errorf("k = %g: does not notice that it lost it: %s", k, st.Describe())
		}
	}
	g := bare(0, 1)
	g.do(t, Command{Verb: Grasp})
	g.run(14000)
	if m := g.c.Status().Motor; m.State != Aborted || m.Reason != NoContact {
		t.Errorf("on nothing: %+v", m)
	}
	if err := g.c.Do(Command{Verb: Zero}); fault.KindOf(err) != fault.Unsupported {
		t.Error(err)
	}
	g = bare(0.05, 5e3)
	g.do(t, Command{Verb: Grasp})
	g.run(2000)
	g.r.Effort = math.NaN()
	g.c.Step(&g.r)
	if f := g.c.Status().Fault; f != BadReading {
		t.Errorf("an effort that is no number: %v", f)
	}
}

func TestDescribe(t *testing.T) {
	g, _ := holding(t)
	st := g.c.Status()
	for _, want := range []string{"slip servo, lift and hold (the force is reached): gap 49", "both pads touch", "aims at"} {
		if !strings.Contains(st.Describe(), want) {
			t.Errorf("%q lacks %q", st.Describe(), want)
		}
	}
	g.frozen = true
	g.run(500)
	if st := g.c.Status(); !strings.Contains(st.Describe(), "fault: the pads have stopped sending") {
		t.Error(st.Describe())
	}
}
