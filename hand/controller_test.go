package hand

import (
	"math"
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

func newController(t testing.TB, p Params) *Controller {
	t.Helper()
	pads := touch.PR2()
	c, err := New(p, &pads, 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Cells of the PR2's fingertip: 7 beside the flat pad, 15 on it; what they say when nothing touches them.
const (
	sideCells = 7
	padCells  = 15
	idle      = 3000
)

// rig is a hand on a spring: a gap joint of 95 kg with friction closing on an object of a width and stiffness between pads that
// deliver a frame every 41 ms. It is the model of the fact sheet, independent of package sim.
type rig struct {
	c        *Controller
	r        Reading
	k, width float64
	x, v     float64
	effort   float64
	tick     int
	slip     float64    // added to the pads in one frame in two, N
	extra    [2]float64 // pressed on each pad besides, N
	dead     [2]bool    // a pad that feels nothing
	frozen   bool       // no more frames
	bare     bool       // no pads
}

// newRig is a hand that has been switched on for half a second, open, its fingertips zeroed.
func newRig(t testing.TB, width, k float64) *rig { return newRigWith(t, DefaultParams(), width, k) }

func newRigWith(t testing.TB, p Params, width, k float64) *rig {
	g := &rig{c: newController(t, p), k: k, width: width, x: 0.086}
	for f := range g.r.Cells {
		g.r.Cells[f] = make([]float64, sideCells+padCells)
	}
	g.run(500)
	return g
}

func (g *rig) force() float64 { return math.Max(0, g.k*(g.width-g.x)) }

// do gives a command that must not be refused.
func (g *rig) do(t testing.TB, cmd Command) {
	t.Helper()
	if err := g.c.Do(cmd); err != nil {
		t.Fatal(err)
	}
}

// frame sends the pads' frame with a force on each flat pad, N.
func (g *rig) frame(left, right float64) {
	g.r.Frame++
	for f, n := range []float64{left, right} {
		for i := range g.r.Cells[f] {
			g.r.Cells[f][i] = idle
			if i >= sideCells {
				g.r.Cells[f][i] += n / padCells * 1600
			}
		}
	}
}

func (g *rig) step() {
	if g.tick%41 == 0 && !g.frozen && !g.bare {
		var n [2]float64
		for i := range n {
			n[i] = g.force() + g.extra[i]
			if g.r.Frame%2 == 1 {
				n[i] += g.slip
			}
			if g.dead[i] {
				n[i] = 0
			}
		}
		g.frame(n[0], n[1])
	}
	g.tick++
	g.r.Time = float64(g.tick) * 1e-3
	g.r.Gap, g.r.GapVel = g.x, g.v
	g.effort = g.c.Step(&g.r)
	g.advance(g.effort)
}

// advance moves the hand for a tick.
func (g *rig) advance(effort float64) {
	g.r.Effort = effort
	net := effort + g.force()
	if math.Abs(net) < 7 && math.Abs(g.v) < 1e-4 {
		net, g.v = 0, 0
	} else {
		net -= math.Copysign(7, g.v)
	}
	g.v += net / 95 * 1e-3
	g.x = math.Max(0, g.x+g.v*1e-3)
}

func (g *rig) run(ticks int) {
	for i := 0; i < ticks; i++ {
		g.step()
	}
}

func TestMoveTo(t *testing.T) {
	g := newRig(t, 0, 1)
	g.do(t, Command{Verb: Move, Gap: 0.03, Speed: 0.02})
	fastest := 0.0
	for i := 0; i < 5000; i++ {
		g.step()
		fastest = math.Max(fastest, -g.v)
		if math.Abs(g.effort) > g.c.p.MaxEffort {
			t.Fatalf("effort %v N is over max_joint_effort", g.effort)
		}
	}
	if math.Abs(g.x-0.03) > 5e-4 || fastest > 0.03 {
		t.Errorf("went to %v at up to %v m/s", g.x, fastest)
	}
}

// The grasp of the fact sheet: contact after about the way over the speed, a grip that suits the stiffness, held.
func TestGraspOnASpring(t *testing.T) {
	last := 0.0
	for _, k := range []float64{200, 1e3, 3e3, 6e3, 1e4} {
		g := newRig(t, 0.05, k)
		g.do(t, Command{Verb: Grasp})
		peak, found := 0.0, 0
		for i := 0; i < 8000; i++ {
			g.step()
			peak = math.Max(peak, g.force())
			if found == 0 && g.c.Status().Found {
				found = i
			}
		}
		st := g.c.Status()
		if st.Mode != SlipServo || !st.Reached || st.Fault != NoReason {
			t.Fatalf("k = %g: %+v", k, st)
		}
		if found < 1700 || found > 2300 {
			t.Errorf("k = %g: contact after %d ms, want about (86-50)/20 s", k, found)
		}
		if math.Abs(g.force()-st.Target) > 0.4 || st.Target < 1.2 || st.Target < last-0.5 {
			t.Errorf("k = %g: holds %.2f N of %.2f N, softer was %.2f N", k, g.force(), st.Target, last)
		}
		if peak > 15 { // a contact just after a frame is felt 41 ms later
			t.Errorf("k = %g: peak of %.1f N", k, peak)
		}
		if st.Slips != 0 {
			t.Errorf("k = %g: felt slip %d times on a still spring", k, st.Slips)
		}
		if h := st.Hardness; k >= 1e3 && (h < 0.4*k || h > 1.6*k) {
			t.Errorf("k = %g: felt a hardness of %.0f N/m", k, h)
		}
		last = st.Target
	}
}

func TestTightenIsBoundedAndNeverLoosens(t *testing.T) {
	g := newRig(t, 0.05, 5e3)
	g.do(t, Command{Verb: Tighten, Factor: 2}) // not squeezing: nothing to tighten
	g.do(t, Command{Verb: Grasp})
	g.run(6000)
	before := g.c.Status().Target
	for _, f := range []float64{0.5, 0, -1} {
		g.do(t, Command{Verb: Tighten, Factor: f})
	}
	if err := g.c.Do(Command{Verb: Tighten, Factor: math.NaN()}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("NaN: %v", err)
	}
	if got := g.c.Status().Target; got != before {
		t.Fatalf("target went from %g to %g N", before, got)
	}
	g.do(t, Command{Verb: Tighten, Factor: 1.5})
	g.run(2000)
	if got := g.force(); math.Abs(got-1.5*before) > 0.4 {
		t.Errorf("holds %.2f N, want 1.5 times %.2f N", got, before)
	}
	g.do(t, Command{Verb: Tighten, Factor: 1e9})
	if got := g.c.Status().Target; got != g.c.Params().ForceLimit {
		t.Errorf("target %g N, want the limit", got)
	}
}

// A hand that may not press hard closes slower, and so touches softer.
func TestLowLimitTouchesSoftly(t *testing.T) {
	peak := func(limit float64) float64 {
		g := newRig(t, 0.05, 1e4)
		g.c.p.ForceLimit = limit
		g.do(t, Command{Verb: Grasp})
		top := 0.0
		for i := 0; i < 12000; i++ {
			g.step()
			top = math.Max(top, g.force())
		}
		if st := g.c.Status(); st.Mode != SlipServo {
			t.Fatalf("limit %g N: %+v", limit, st)
		}
		return top
	}
	if soft, hard := peak(2.5), peak(30); soft > 3 || soft > 0.8*hard {
		t.Errorf("peak of %.1f N under a limit of 2.5 N, %.1f N without", soft, hard)
	}
	p := DefaultParams()
	if p.ClosingSpeed() != p.CloseSpeed {
		t.Errorf("closes with %v m/s by default", p.ClosingSpeed())
	}
}

func TestClosedOnNothing(t *testing.T) {
	g := newRig(t, 0, 1)
	g.do(t, Command{Verb: Grasp})
	g.run(7000)
	if st := g.c.Status(); st.Fault != NoContact || !st.Empty || st.Mode != Position || math.Abs(g.effort) > 20 {
		t.Errorf("%+v, effort %v", st, g.effort)
	}
}

func TestSlipRaisesTheGripUpToTheLimit(t *testing.T) {
	g := newRig(t, 0.05, 5e3)
	g.c.p.ForceLimit = 8
	g.do(t, Command{Verb: Grasp})
	g.run(6000)
	before := g.c.Status()
	if before.Mode != SlipServo {
		t.Fatalf("%+v", before)
	}
	g.slip = 0.2 // alternating from frame to frame: the tremor of a slide
	g.run(410)
	if st := g.c.Status(); st.Slips == 0 || st.Target <= before.Target {
		t.Errorf("no reaction: %+v", st)
	}
	g.run(6000)
	st := g.c.Status()
	if st.Target != 8 || !st.Limited || g.force() > 8.6 {
		t.Errorf("target %v, limited %v, force %v; the limit is 8 N", st.Target, st.Limited, g.force())
	}
}

// Broken readings never open the hand and never squeeze harder, whatever the mode.
func TestBadReadings(t *testing.T) {
	nan := math.NaN()
	breaks := map[string]func(*Reading){
		"NaN gap":    func(r *Reading) { r.Gap = nan },
		"NaN speed":  func(r *Reading) { r.GapVel = nan },
		"few cells":  func(r *Reading) { r.Cells[0] = r.Cells[0][:3] },
		"no cells":   func(r *Reading) { r.Cells = [2][]float64{} },
		"NaN shear":  func(r *Reading) { r.Shear[1] = nan },
		"mixed infs": func(r *Reading) { r.Gap, r.GapVel = math.Inf(1), math.Inf(-1) },
	}
	for name, spoil := range breaks {
		for after, want := range map[int]Mode{500: FindContact, 6000: SlipServo} {
			g := newRig(t, 0.05, 5e3)
			g.do(t, Command{Verb: Grasp})
			g.run(after)
			if g.c.Status().Mode != want {
				t.Fatalf("mode %v after %d ms", g.c.Status().Mode, after)
			}
			held := g.effort
			bad := g.r
			bad.Cells = [2][]float64{slices.Clone(g.r.Cells[0]), slices.Clone(g.r.Cells[1])}
			spoil(&bad)
			for i := 0; i < 400; i++ {
				e := g.c.Step(&bad)
				if g.c.Status().Fault != BadReading {
					t.Fatalf("%s in %v: no fault", name, want)
				}
				switch {
				case math.IsNaN(e), e > 0, e < -g.c.squeezeBound():
					t.Fatalf("%s in %v: effort %v", name, want, e)
				case want == SlipServo && e != held:
					t.Fatalf("%s: the grip changes from %v to %v N", name, held, e)
				case want == FindContact && e != 0:
					t.Fatalf("%s: goes on closing with %v N", name, e)
				}
			}
			// Good readings again, with the next frame of the pads: no jump, and the grasp goes on.
			for frame := g.r.Frame; g.r.Frame == frame; {
				g.step()
			}
			if g.c.Status().Fault != NoReason || math.Abs(g.effort-held) > 30 {
				t.Errorf("%s in %v: resumes with %v N after %v N, fault %v", name, want, g.effort, held, g.c.Status().Fault)
			}
			g.run(4000)
			if st := g.c.Status(); st.Mode != SlipServo || st.Fault != NoReason {
				t.Errorf("%s in %v: ends as %+v", name, want, st)
			}
		}
	}
}

// holding is a rig that has grasped, and its grip force.
func holding(t *testing.T) (*rig, float64) {
	g := newRig(t, 0.05, 8e3)
	g.do(t, Command{Verb: Grasp})
	g.run(6000)
	if st := g.c.Status(); st.Mode != SlipServo || !st.Reached {
		t.Fatalf("%+v", st)
	}
	return g, g.force()
}

// between fails when the grip force leaves a range in the next ticks.
func (g *rig) between(t *testing.T, ticks int, lo, hi float64, fault Reason) {
	t.Helper()
	seen := NoReason
	for i := 0; i < ticks; i++ {
		g.step()
		if f := g.force(); f < lo || f > hi {
			t.Fatalf("after %d ms the grip is %.2f N, out of %.2f to %.2f; %+v", i, f, lo, hi, g.c.Status())
		}
		if f := g.c.Status().Fault; f != NoReason {
			seen = f
		}
	}
	if seen != fault {
		t.Errorf("fault %v, want %v", seen, fault)
	}
}

// What goes wrong with the pads while an object is held: it is neither dropped nor crushed, and the grip goes on when they are back.
func TestSensesFailWhileHolding(t *testing.T) {
	for name, c := range map[string]struct {
		spoil, mend func(*rig)
		fault       Reason
	}{
		"frames freeze":      {func(g *rig) { g.frozen = true }, func(g *rig) { g.frozen = false }, StalePads},
		"both pads die":      {func(g *rig) { g.dead = [2]bool{true, true} }, func(g *rig) { g.dead = [2]bool{} }, NumbPads},
		"the left pad dies":  {func(g *rig) { g.dead[0] = true }, func(g *rig) { g.dead[0] = false }, LamePad},
		"the right pad dies": {func(g *rig) { g.dead[1] = true }, func(g *rig) { g.dead[1] = false }, LamePad},
	} {
		t.Run(name, func(t *testing.T) {
			g, f := holding(t)
			c.spoil(g)
			g.between(t, 5000, 0.8*f, 1.35*f, c.fault)
			c.mend(g)
			g.run(100)
			g.between(t, 3000, 0.8*f, 1.35*f, NoReason)
		})
	}
}

// After broken readings the grip goes on from where it was.
func TestGripSurvivesBadReadings(t *testing.T) {
	g, f := holding(t)
	bad := g.r
	bad.Gap = math.NaN()
	for i := 0; i < 500; i++ {
		if e := g.c.Step(&bad); e > 0 || e < -40 {
			t.Fatalf("effort %v", e)
		}
	}
	g.run(41) // the pads' next frame
	g.between(t, 3000, 0.85*f, 1.2*f, NoReason)
}

// A pad that is dead from the start stops the hand before it does harm.
func TestDeadPadStopsTheClosing(t *testing.T) {
	for side := 0; side < 2; side++ {
		g := newRig(t, 0.05, 8e3)
		g.dead[side] = true
		g.do(t, Command{Verb: Grasp})
		peak := 0.0
		for i := 0; i < 8000; i++ {
			g.step()
			peak = math.Max(peak, g.force())
		}
		if st := g.c.Status(); st.Fault != OneSided || st.Mode != Position || peak > 10.5 {
			t.Errorf("finger %d: peak of %.1f N, %+v", side, peak, st)
		}
	}
}

// Pads that read zero for ever do not let the force servo squeeze without limit.
func TestDeadPadsAreBounded(t *testing.T) {
	g := newRig(t, 0.05, 5e3)
	g.do(t, Command{Verb: Grasp})
	g.run(6000)
	for i := 0; i < 5000; i++ {
		g.frame(0, g.force())
		g.r.Gap, g.r.GapVel = g.x, 0
		if e := g.c.Step(&g.r); e < -(g.c.p.ForceLimit+7) || e > 0 {
			t.Fatalf("effort %v N", e)
		}
	}
}

func TestShearTightensBeforeSlip(t *testing.T) {
	g := newRig(t, 0.05, 5e3)
	g.c.skin.Layout().Shear = true
	g.do(t, Command{Verb: Grasp})
	g.run(6000)
	g.r.Shear[0], g.r.Shear[1] = 3, 3
	g.run(3000)
	if f, want := g.force(), 3/g.c.p.ShearRatio; math.Abs(f-want) > 0.4 {
		t.Errorf("grips with %.2f N under 3 N of shear, want %.2f", f, want)
	}
}

func TestAccelerationTightens(t *testing.T) {
	g := newRig(t, 0.05, 5e3)
	g.r.Accel = []geom.Vec{geom.V(0, 0, 9.81)}
	g.do(t, Command{Verb: Grasp})
	g.run(6000)
	f := g.force()
	g.r.Accel[0] = geom.V(0, 0, 9.81*1.5)
	g.run(2000)
	if got := g.force(); got < 1.35*f || got > 1.65*f {
		t.Errorf("grips with %.2f N at 1.5 g after %.2f N at rest", got, f)
	}
}

func TestNewRefuses(t *testing.T) {
	pads := touch.PR2()
	for _, c := range []struct {
		pads touch.Layout
		dt   float64
	}{{touch.Layout{}, 1e-3}, {pads, 0}, {pads, 1}, {pads, math.NaN()}} {
		if _, err := New(DefaultParams(), &c.pads, c.dt); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%d cells, %g s: %v", len(c.pads.Cells), c.dt, err)
		}
	}
}

func TestStepAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	g := newRig(t, 0.05, 5e3)
	g.do(t, Command{Verb: Grasp})
	if n := testing.AllocsPerRun(6000, g.step); n != 0 {
		t.Errorf("%v allocations a step", n)
	}
}

func BenchmarkStep(b *testing.B) {
	g := newRig(b, 0.05, 5e3)
	g.do(b, Command{Verb: Grasp})
	g.run(6000)
	b.ReportAllocs()
	for b.Loop() {
		g.r.Frame++
		g.c.Step(&g.r)
	}
}

// A grip that slip has raised relaxes once it is calm, but not to what slipped; a grip that never slipped stays as it is, for a minute.
func TestGripRelaxesSlowly(t *testing.T) {
	g, f := holding(t)
	g.between(t, 60000, 0.95*f, 1.05*f, NoReason)
	if st := g.c.Status(); st.Empty || st.Mode != SlipServo || st.Slips != 0 {
		t.Fatalf("after a minute of stillness: %+v", st)
	}
	g.slip = 0.15
	g.run(41 * 4)
	g.slip = 0
	g.run(1000)
	raised := g.c.Status().Target
	if raised < 1.4*f {
		t.Fatalf("raised from %.2f to %.2f N only", f, raised)
	}
	g.run(1500)
	if got := g.c.Status().Target; got != raised {
		t.Errorf("relaxes to %.2f N at once", got)
	}
	g.run(60000)
	st := g.c.Status()
	if floor := math.Max(g.c.base, g.c.slid*(1+g.c.p.SlipMargin)*relaxSpare); !(st.Target < raised) || math.Abs(st.Target-floor) > 1e-9 || st.Target < f {
		t.Errorf("from %.2f N to %.2f N after a minute, want the floor of %.2f N", raised, st.Target, floor)
	}
}

// How fast the hand answers, on this model of the fact sheet: in ticks of a millisecond and frames of the pads.
func TestReaction(t *testing.T) {
	// From a changed cell to a changed effort: the frame in which it stands is acted on in the same tick.
	var efforts [2]float64
	for i := range efforts { // two hands that have lived through the same
		g, _ := holding(t)
		for g.tick%41 != 0 {
			g.step()
		}
		g.frame(g.force(), g.force())
		if i == 1 {
			g.r.Cells[0][sideCells+7] -= 0.1 * 1600
			g.r.Cells[1][sideCells+7] -= 0.1 * 1600
		}
		g.r.Gap, g.r.GapVel = g.x, g.v
		efforts[i] = g.c.Step(&g.r)
	}
	if efforts[0] == efforts[1] {
		t.Error("a frame with a changed taxel is not acted on in its tick")
	}
	t.Log("taxel change to changed effort: the tick of its frame; 0 frames, up to 41 ms of waiting for the frame")

	// From the onset of slip to a raised target, and to a raised force.
	g, f := holding(t)
	before := g.c.Status().Target
	for g.tick%41 != 1 { // the worst case: just after a frame
		g.step()
	}
	g.slip = 0.2
	start := g.tick
	asked, raised := 0, 0
	for range 1000 {
		g.step()
		if asked == 0 && g.c.Status().Target > before {
			asked = g.tick - start
		}
		if raised == 0 && g.force() > 1.1*f {
			raised = g.tick - start
		}
	}
	t.Logf("slip onset to raised target: %d ms, %.1f frames; to 10 %% more force: %d ms, %.1f frames", asked, float64(asked)/41, raised, float64(raised)/41)
	if asked == 0 || asked > 2*41 || raised == 0 || raised > 4*41 {
		t.Errorf("target raised after %d ms, force after %d ms", asked, raised)
	}
}

// A target that rises is followed fast, and the force overshoots it by a fifth of the rise at most where the hardness is not what was felt.
// What was felt too hard takes longer.
func TestTightensWithoutOvershoot(t *testing.T) {
	for _, k := range []float64{2e3, 8e3, 2e4} {
		for _, wrong := range []float64{0.6, 1, 1.7} { // felt over true
			g := newRig(t, 0.05, k)
			g.do(t, Command{Verb: Grasp})
			g.run(6000)
			g.c.st.Hardness = wrong * k
			before := g.force()
			g.do(t, Command{Verb: Tighten, Factor: 1.4})
			step := g.c.Status().Target - before
			peak, half := 0.0, 0
			for i := range 1500 {
				g.step()
				peak = math.Max(peak, g.force())
				if half == 0 && g.force() > before+step/2 {
					half = i
				}
			}
			t.Logf("k = %5.0f N/m felt as %3.1f of that: half of the rise after %3d ms, overshoot %4.1f %% of it", k, wrong, half, 100*(peak-before-step)/step)
			if half == 0 || wrong <= 1 && half > 100 || peak-before > 1.2*step {
				t.Errorf("k = %g, felt %g of it: half of the rise after %d ms, peak %.2f N, from %.2f N by %.2f N", k, wrong, half, peak, before, step)
			}
		}
	}
}
