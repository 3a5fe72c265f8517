package sim

import (
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// pointing is the hand that points straight down, its tips at a height over the table.
func pointing(t *testing.T, height float64) (*World, geom.Rot) {
	R := geom.AxisAngle(geom.UnitY, math.Pi/2)
	g := DefaultGripper()
	return mustNew(t, DefaultModel(), nil, geom.Pose{R: R, P: geom.V(0, 0, g.Lowest(R, g.Stroke)+height)}), R
}

// Fingertips that come down on the table feel it in the cells of their tips, and the arm feels it.
func TestFingertipsFeelTheTable(t *testing.T) {
	w, _ := pointing(t, 0.002)
	w.SetPalmTwist(geom.V(0, 0, -0.01), geom.Vec{})
	steps(w, 300)
	w.SetPalmTwist(geom.Vec{}, geom.Vec{})
	steps(w, 300)
	s := &w.State
	k := 0.0
	for f := range s.Normal {
		for i, n := range s.Normal[f] {
			switch tip := i >= 2 && i <= 5; {
			case tip && i != 2 && i != 5 && !(n > 1):
				t.Errorf("finger %d: cell %d feels %g N", f, i, n)
			case !tip && math.Abs(n) > 1e-9:
				t.Errorf("finger %d: cell %d, which does not look forward, feels %g N", f, i, n)
			}
		}
	}
	// 1 mm deep: only the rubber of the tips, 4 cells that look ahead, pushes.
	for _, c := range []int{3, 4} {
		k += 2 * w.cells[c].k
	}
	equals(t, "fingertips 1 mm in the table: force of the table", s.TableForce.Z, k*1e-3, 0.01, "N")
	if s.HandForce != s.TableForce {
		t.Errorf("the hand feels %v, the table gives %v", s.HandForce, s.TableForce)
	}
	sensors := mustSense(t, w, SensorModel{})
	sensors.Read()
	if sensors.Counts[0][3] < idleCount+300 || sensors.Counts[1][4] < idleCount+300 || sensors.Counts[0][14] != idleCount {
		t.Errorf("counts %v", sensors.Counts)
	}
}

// Deeper than the rubber there is the frame of the finger: nothing passes silently.
func TestFingersDoNotPassTheTable(t *testing.T) {
	for name, c := range map[string]struct {
		R      geom.Rot
		floor  float64 // N that 5 mm cost at least
		height float64
	}{
		"tips":          {geom.AxisAngle(geom.UnitY, math.Pi/2), 60, 0},
		"flat":          {geom.IdentityRot, 300, 0},
		"on its side":   {geom.AxisAngle(geom.UnitX, math.Pi/2), 20, 0},
		"leaning by 40": {geom.AxisAngle(geom.UnitY, 40*math.Pi/180), 40, 0},
	} {
		g := DefaultGripper()
		w := mustNew(t, DefaultModel(), nil, geom.Pose{R: c.R, P: geom.V(0, 0, g.Lowest(c.R, g.Stroke)+0.001)})
		for i := 0; i < 600; i++ {
			w.SetPalmTwist(geom.V(0, 0, -0.01), geom.Vec{})
			w.Step()
		}
		if f := w.State.TableForce.Z; !(f > c.floor) {
			t.Errorf("%s: 5 mm into the table cost %g N", name, f)
		}
	}
}

// An arm with a limit stops where the hand runs into the table, says so, and goes on when it is told to go back.
func TestArmStopsAtTheTable(t *testing.T) {
	w, R := pointing(t, 0.02)
	arm := NewArm(w)
	arm.Limits.Force = 30
	down := w.State.X_WG
	down.P.Z -= 0.06
	if err := arm.MoveTo(down, 0.05, 1); err != nil {
		t.Fatal(err)
	}
	peak := 0.0
	for i := 0; i < 3000; i++ {
		arm.Step()
		w.Step()
		peak = math.Max(peak, w.State.HandForce.Z)
	}
	if err := arm.Fault(); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "ran into something") || arm.Moving() {
		t.Errorf("%v, moving %v", err, arm.Moving())
	}
	if peak > 45 || w.State.X_WG.P.Z < down.P.Z+0.03 {
		t.Errorf("presses with up to %g N and stops at %v", peak, w.State.X_WG.P)
	}
	back := geom.Pose{R: R, P: geom.V(0, 0, 0.4)}
	if err := arm.MoveTo(back, 0.1, 1); err != nil || arm.Fault() != nil {
		t.Fatal(err, arm.Fault())
	}
	for i := 0; i < 5000 && arm.Moving(); i++ {
		arm.Step()
		w.Step()
	}
	if math.Abs(w.State.X_WG.P.Z-0.4) > 1e-6 || w.State.TableForce != (geom.Vec{}) {
		t.Errorf("back at %v with %v", w.State.X_WG.P, w.State.TableForce)
	}
}

// Friction of the tips on the table sticks as any other: fingers that press on it and are then moved aside feel mu N at most.
func TestFingersRubOnTheTable(t *testing.T) {
	w, _ := pointing(t, 0.0005)
	w.SetPalmTwist(geom.V(0, 0, -0.01), geom.Vec{})
	steps(w, 150)
	w.SetPalmTwist(geom.V(0.05, 0, 0), geom.Vec{}) // across the closing direction
	steps(w, 200)
	f := w.State.TableForce
	equals(t, "fingertips dragged over the table: friction over load", -f.X/f.Z, w.Model.Gripper.TableFriction, 0.01, "")
}

func TestHandInTheTableIsRefused(t *testing.T) {
	if _, err := New(DefaultModel(), nil, geom.Pose{}); fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "inside the table; raise it") {
		t.Errorf("%v", err)
	}
}

// The PR2's tips move on an arc: those of the open hand are 13.6 mm further back, by the pivots of its links.
func TestTipsMoveOnAnArc(t *testing.T) {
	g := PR2Gripper()
	g.Arc = PR2Arc()
	if err := g.Validate(); err != nil {
		t.Fatal(err)
	}
	// A link turned by q carries the tip's pivot to (0.07691 + 0.09137 cos q - 0.00495 sin q, 0.01 + 0.09137 sin q + 0.00495 cos q).
	for _, q := range []float64{0, 0.1, 0.3, 0.5} {
		x := 0.07691 + 0.09137*math.Cos(q) - 0.00495*math.Sin(q)
		half := 0.01 + 0.09137*math.Sin(q) + 0.00495*math.Cos(q) - 0.01495
		if got := g.PadCenterAt(2*half).X - g.PadCenter().X + g.TipX; math.Abs(got-x) > 1e-6 {
			t.Errorf("at %g rad the tip is at %g m, want %g", q, got, x)
		}
	}
	// A cube that the tips close on is carried along their arc, forwards, as they squeeze it deeper.
	m := DefaultModel()
	m.Table, m.Gravity = nil, geom.Vec{}
	m.Gripper = &g
	o := box(0.05)
	o.Stiffness = 500
	m.Objects = []Object{o}
	w := mustNew(t, m, []geom.Pose{{P: g.PadCenterAt(0.04)}}, geom.Pose{})
	w.SetGap(0.041)
	w.SetEffort(-10)
	steps(w, 3000)
	way := w.State.Bodies[0].X_WO.P.X - g.PadCenterAt(0.04).X
	pads := w.State.Pad[0] + w.State.Pad[1]
	if want := g.PadCenterAt(pads).X - g.PadCenterAt(0.04).X; want < 1e-5 || math.Abs(way-want) > 0.1*want+2e-6 {
		t.Errorf("carried forwards by %g m, the tips by %g m", way, want)
	}
	g.Arc = &Arc{Length: 0.04}
	if err := g.Validate(); fault.KindOf(err) != fault.Invalid {
		t.Errorf("links of 4 cm: %v", err)
	}
}

func TestHandOnTableAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	w, _ := pointing(t, 0.0005)
	w.SetPalmTwist(geom.V(0, 0, -0.01), geom.Vec{})
	steps(w, 100)
	w.SetPalmTwist(geom.V(0.001, 0, 0), geom.Vec{})
	if n := testing.AllocsPerRun(500, w.Step); n != 0 || w.State.TableForce.Z <= 0 {
		t.Errorf("%v allocations a step with %v on the hand", n, w.State.TableForce)
	}
}
