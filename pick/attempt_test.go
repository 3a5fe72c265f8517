package pick

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
)

// fakeArm goes to a goal in one step, or drifts a millimetre a step.
type fakeArm struct {
	x      geom.Pose
	v      geom.Vec
	force  geom.Vec
	goals  []geom.Pose
	stuck  bool // MoveTo never ends
	moving bool
	fault  error
}

func (a *fakeArm) Palm() geom.Pose { return a.x }
func (a *fakeArm) MoveTo(x geom.Pose, _, _ float64) error {
	a.goals = append(a.goals, x)
	a.v, a.moving = geom.Vec{}, true
	return nil
}
func (a *fakeArm) Drift(v geom.Vec) { a.v = v }
func (a *fakeArm) Stop()            { a.v = geom.Vec{}; a.moving = false }
func (a *fakeArm) Fault() error     { return a.fault }
func (a *fakeArm) Transit(x geom.Pose, v, accel float64) error {
	return a.MoveTo(x, v, accel)
}
func (a *fakeArm) Force() geom.Vec { return a.force }
func (a *fakeArm) Moving() bool    { return a.moving }
func (a *fakeArm) step() {
	if a.moving && !a.stuck {
		a.x, a.moving = a.goals[len(a.goals)-1], false
	}
	a.x.P = r3.Add(a.x.P, r3.Scale(0.1, a.v))
}

// fakeHand reports a scripted status.
type fakeHand struct {
	st      hand.Status
	grasps  int
	reserve float64
	factors []float64
	params  hand.Params // the last that were set
}

func (h *fakeHand) tightened() float64 {
	f := 1.0
	for _, x := range h.factors {
		f *= x
	}
	return f
}

func (h *fakeHand) Do(cmd hand.Command) error {
	switch cmd.Verb {
	case hand.Grasp:
		h.grasps++
	case hand.Tighten:
		h.reserve += cmd.Factor
		h.factors = append(h.factors, cmd.Factor)
	}
	return nil
}
func (h *fakeHand) Status() hand.Status     { return h.st }
func (h *fakeHand) Params() hand.Params     { return hand.DefaultParams() }
func (h *fakeHand) SetParams(p hand.Params) { h.params = p }

func newExec(t *testing.T) (*Executive, *fakeArm, *fakeHand) {
	t.Helper()
	plan := DefaultPlan(geom.Pose{P: geom.V(0, 0, 0.1)}, geom.UnitZ)
	a, h := &fakeArm{x: plan.Start()}, &fakeHand{}
	e, err := New(a, h, plan)
	if err != nil {
		t.Fatal(err)
	}
	return e, a, h
}

func TestPhasesOfASuccess(t *testing.T) {
	e, a, h := newExec(t)
	var seen []Phase
	top := 0.0
	for i := 0; i < 2000 && !e.Verdict().Done; i++ {
		p := e.Step(float64(i) * 1e-2)
		if len(seen) == 0 || seen[len(seen)-1] != p {
			seen = append(seen, p)
		}
		switch p {
		case Closing:
			h.st.Touched = true
		case AdjustingGrasp:
			h.st.Mode, h.st.Slips = hand.SlipServo, 1
		}
		a.step()
		top = math.Max(top, a.x.P.Z)
	}
	want := []Phase{MovingToGrasp, Closing, AdjustingGrasp, Lifting, Shaking, HoldingObject, Succeeded}
	if !slices.Equal(seen, want) {
		t.Errorf("phases %v, want %v", seen, want)
	}
	if want := DefaultPlan(geom.Pose{}, geom.UnitZ).Reserve; h.reserve != want {
		t.Errorf("tightened by %g in all, want once by %g", h.reserve, want)
	}
	if v := e.Verdict(); !v.Grasping || v.Reason != "" || h.grasps != 1 || math.Abs(top-0.2) > 1e-9 {
		t.Errorf("%+v, %d grasps, lifted to %v", v, h.grasps, top)
	}
}

// until runs the executive up to a phase.
func until(t *testing.T, e *Executive, a *fakeArm, h *fakeHand, want Phase) float64 {
	t.Helper()
	for i := 0; i < 2000; i++ {
		now := float64(i) * 1e-2
		switch e.Step(now) {
		case want:
			return now
		case Closing:
			h.st.Touched = true
		case AdjustingGrasp:
			h.st.Mode = hand.SlipServo
		}
		a.step()
	}
	t.Fatalf("never reached %v, ended in %v %+v", want, e.Phase(), e.Verdict())
	return 0
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		at     Phase
		change func(*fakeArm, *fakeHand)
		after  float64 // s
		reason string
	}{
		{MovingToGrasp, func(a *fakeArm, _ *fakeHand) { a.stuck = true; a.force = geom.V(0, 0, 20) }, 0, "ran into something"},
		{MovingToGrasp, func(a *fakeArm, h *fakeHand) { a.stuck = true; h.st.Force[1] = 20 }, 0, "ran into something"},
		{Closing, func(_ *fakeArm, h *fakeHand) { h.st.Motor = hand.Goal{State: hand.Aborted, Reason: hand.NoContact} }, 0, "without finding anything"},
		{Closing, func(_ *fakeArm, h *fakeHand) { h.st.Motor = hand.Goal{State: hand.Aborted, Reason: hand.OneSided} }, 0, "the other feels nothing"},
		{Closing, func(*fakeArm, *fakeHand) {}, 60, "did not find contact"},
		{AdjustingGrasp, func(_ *fakeArm, h *fakeHand) { h.st.Mode = hand.ForceServo }, 60, "did not reach its grip force"},
		{Lifting, func(_ *fakeArm, h *fakeHand) { h.st.Empty = true }, 0, "the hand is empty"},
		{HoldingObject, func(_ *fakeArm, h *fakeHand) { h.st.Empty = true }, 0, "the hand is empty"},
	} {
		e, a, h := newExec(t)
		now := until(t, e, a, h, c.at)
		c.change(a, h)
		e.Step(now + c.after + 0.01)
		a.step()
		if v := e.Verdict(); !v.Done || v.Grasping || v.At != c.at || !strings.Contains(v.Reason, c.reason) || e.Phase() != Failed {
			t.Errorf("%v: %+v, want %q", c.at, v, c.reason)
		}
		if a.v != (geom.Vec{}) {
			t.Errorf("%v: the arm goes on", c.at)
		}
	}
}

// The palm gives way to the side of the finger that touches alone, at half the closing speed, and not without end.
func TestCentring(t *testing.T) {
	for _, side := range []int{0, 1} {
		e, a, h := newExec(t)
		h.st.Force = [2]float64{}
		now := until(t, e, a, h, Closing)
		h.st.Touched = false
		h.st.Force[side], h.st.Closing = 1, hand.DefaultParams().CloseSpeed
		e.Step(now)
		sign := 1 - 2*float64(side)
		if want := sign * hand.DefaultParams().CloseSpeed / 2; a.v != geom.V(0, want, 0) {
			t.Fatalf("finger %d: drifts at %v, want %v along y", side, a.v, want)
		}
		for i := 0; i < 100; i++ {
			a.step()
			e.Step(now)
		}
		if y := sign * a.x.P.Y; y > e.plan.Centre+2e-3 || y < e.plan.Centre-1e-3 || a.v != (geom.Vec{}) {
			t.Errorf("finger %d: went %v m aside, at most %v is allowed", side, y, e.plan.Centre)
		}
	}
}

// While slip is felt the lift stays slow.
func TestLiftWaitsForTheGrip(t *testing.T) {
	e, a, h := newExec(t)
	now := until(t, e, a, h, Lifting)
	lifts := len(a.goals)
	h.st.Slip = true
	for i := 0; i < 10; i++ {
		e.Step(now)
		a.step()
		if r3.Norm(a.v) > e.plan.TestSpeed+1e-12 || len(a.goals) != lifts {
			t.Fatal("lifts at full speed while the object slips")
		}
	}
	h.st.Slip = false
	for i := 0; i < 20; i++ {
		e.Step(now)
		a.step()
	}
	if len(a.goals) == lifts {
		t.Error("never lifts after the slip has ended")
	}
}

// A load whose pull grows with the grip slides, felt or not: the hand tightens until it hangs.
func TestProbingFindsASlidingLoad(t *testing.T) {
	for _, c := range []struct {
		friction, weight float64
		wantGrip         float64 // at least, N
		most             float64
	}{{0.3, 6, 10, 13.1}, {0.5, 2.4, 3, 3.5}, {0.9, 0.5, 3, 3}} {
		e, a, h := newExec(t)
		e.plan.HeavyReserve = 1 // TestGripOfTheLift has what comes on top
		grip := 3.0
		now := until(t, e, a, h, Lifting)
		for i := 0; i < 4000 && e.Phase() == Lifting; i++ {
			h.st.Force = [2]float64{grip * h.tightened(), grip * h.tightened()}
			pull := math.Min(c.weight, 2*c.friction*h.st.Force[0])
			a.force = geom.V(0, 0, -pull)
			e.Step(now + float64(i)*1e-2)
			a.x.P = r3.Add(a.x.P, r3.Scale(1e-2, a.v))
			if a.moving {
				a.step()
			}
		}
		if f := h.st.Force[0]; e.Phase() != Shaking || f < c.wantGrip || f > c.most {
			t.Errorf("friction %g, weight %g N: grip %.2f N in %v, %+v; want %g to %g", c.friction, c.weight, f, e.Phase(), e.Verdict(), c.wantGrip, c.most)
		}
	}
}

// Once the weight is carried, the grip gets a margin by the load, for the torque of what is gripped off its middle, and a bound, so that
// tremors of the arm that are taken for slip do not crush what is weak. A full paper cup of 2.5 N that 12 N crush was gripped with 12.1.
func TestGripOfTheLift(t *testing.T) {
	for _, c := range []struct {
		load, grip  float64
		slips       uint64
		factor, cap float64 // 0 for none
	}{
		{2.5, 5.3, 0, 1, 10.6},
		{2.5, 5.3, 1, 1.15, 10.6},
		{0.6, 3, 0, 1, 5.85}, // what carries it were it as smooth as things are
		{4.5, 15, 0, 1.2, 30},
		{6, 15, 0, 1.4, 30},
		{12, 15, 1, 1.4 * 1.15, 30},
	} {
		e, a, h := newExec(t)
		e.plan.Probe = 1
		now := until(t, e, a, h, Lifting)
		a.force, h.st.Force, h.st.Slips = geom.V(0, 0, -c.load), [2]float64{c.grip, c.grip}, c.slips
		for i := 0; i < 4000 && !e.moved; i++ {
			e.Step(now + float64(i)*1e-2)
			a.x.P = r3.Add(a.x.P, r3.Scale(1e-2, a.v))
		}
		if f := h.tightened(); !e.moved || math.Abs(f-c.factor) > 1e-3 {
			t.Errorf("%+v: tightened by %g", c, f)
		}
		if most := h.params.ForceLimit; most > c.cap+1e-3 || most < c.cap-0.05 && c.cap < 30 || most == 0 && c.cap < 30 {
			t.Errorf("%+v: bounded by %g N", c, most)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	good := DefaultPlan(geom.Pose{}, geom.UnitZ)
	for name, change := range map[string]func(*Plan){
		"NaN pose":       func(p *Plan) { p.X_WG.P.X = math.NaN() },
		"no speed":       func(p *Plan) { p.LiftSpeed = 0 },
		"NaN height":     func(p *Plan) { p.LiftHeight = math.NaN() },
		"infinite up":    func(p *Plan) { p.Up.Z = math.Inf(1) },
		"negative speed": func(p *Plan) { p.ApproachSpeed = -1 },
	} {
		p := good
		change(&p)
		if _, err := New(&fakeArm{}, &fakeHand{}, p); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
