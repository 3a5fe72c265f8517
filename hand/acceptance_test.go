package hand

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

// The acceptance tests of the fact sheet "gripper by touch", section 9, as far as they concern the controller: C is for compatible, F for
// fixed. 1 is in package touch; 24, 26, 33 and 34 belong to the ROS face. Here a reading is what the test says it is: nothing moves by itself.

// desk is a hand whose gap and pads are given.
type desk struct {
	t *testing.T
	c *Controller
	r Reading
	n [2]float64 // force on each flat pad, N
	k int        // ticks
}

// newDesk is an open hand that has been zeroed.
func newDesk(t *testing.T, p Params) *desk {
	d := &desk{t: t, c: newController(t, p)}
	for f := range d.r.Cells {
		d.r.Cells[f] = make([]float64, sideCells+padCells)
	}
	d.r.Gap = 0.086
	d.run(500)
	return d
}

// tick runs one, with a pad frame every 41.
func (d *desk) tick() float64 {
	if d.k%41 == 0 {
		d.r.Frame++
		for f := range d.r.Cells {
			for i := range d.r.Cells[f] {
				d.r.Cells[f][i] = idle
				if i >= sideCells {
					d.r.Cells[f][i] += d.n[f] / padCells * 1600
				}
			}
		}
	}
	d.k++
	d.r.Time = float64(d.k) * 1e-3
	return d.c.Step(&d.r)
}

func (d *desk) run(ticks int) {
	for range ticks {
		d.tick()
	}
}

// toFrame runs to the tick before the next frame.
func (d *desk) toFrame() {
	for d.k%41 != 0 {
		d.tick()
	}
}

// press sets the force on both pads and lets the filters come to rest.
func (d *desk) press(n float64) {
	d.n = [2]float64{n, n}
	d.run(41 * 60)
	d.toFrame()
}

// place moves the gap slowly enough to be believed.
func (d *desk) place(gap float64) {
	for math.Abs(d.r.Gap-gap) > 1e-9 {
		d.r.Gap += clamp(gap-d.r.Gap, -1e-4, 1e-4)
		d.tick()
	}
}

func (d *desk) do(cmd Command) {
	d.t.Helper()
	if err := d.c.Do(cmd); err != nil {
		d.t.Fatal(err)
	}
}

// near fails when a number is not what it must be.
func (d *desk) near(what string, got, want, tol float64) {
	d.t.Helper()
	if !(math.Abs(got-want) <= tol) {
		d.t.Errorf("%s: %.6g, want %.6g", what, got, want)
	}
}

func TestTouch02_Counts(t *testing.T) {
	d := newDesk(t, Original())
	for d.k%41 != 0 {
		d.tick()
	}
	d.tick() // a frame with the idle counts
	d.r.Frame++
	for i := range d.r.Cells[0] {
		if i < sideCells {
			d.r.Cells[0][i] += 1000
		} else {
			d.r.Cells[0][i] += 160
		}
	}
	d.c.Step(&d.r)
	f := d.c.Status().Force
	d.near("left", f[0], 1.5, 1e-9)
	d.near("right", f[1], 0, 1e-9)
}

func TestTouch03_Contact(t *testing.T) {
	for _, c := range []struct {
		from, to float64
		want     bool
		frames   int // after which it is looked at
	}{
		{0, 0.22, false, 1}, {0, 0.24, true, 1}, {0, 0.24, false, 3}, {0.96, 0.96, true, 60}, {0.94, 0.94, false, 60},
	} {
		d := newDesk(t, Original())
		d.press(c.from)
		d.n = [2]float64{c.to, c.to}
		d.run(41 * c.frames)
		if got := d.c.Status().Contact; got != [2]bool{c.want, c.want} {
			t.Errorf("from %g to %g N, %d frames later: contact %v, want %v", c.from, c.to, c.frames, got, c.want)
		}
	}
}

// slipping is a hand of the PR2's laws that holds in slip servo with a force.
func slipping(t *testing.T, p Params, n float64) *desk {
	d := newDesk(t, p)
	d.place(0.05)
	d.press(n)
	d.do(Command{Verb: Hold, Force: n})
	d.run(82)
	d.toFrame()
	return d
}

func TestTouch04_SlipIsFeltForOneFrame(t *testing.T) {
	d := slipping(t, Original(), 5)
	d.n[0] = 5.2
	felt := 0
	for range 41 * 5 {
		d.tick()
		if d.c.Status().Slip {
			felt++
		}
	}
	if felt != 41 {
		t.Errorf("slip for %d ticks, want 41", felt)
	}
	d.near("target", d.c.Status().Target, 5*1.0854, 5*5e-4)
}

func TestTouch05_StepsThatAreNoSlip(t *testing.T) {
	for _, step := range []float64{0.6, 0.05} {
		d := slipping(t, Original(), 5)
		d.n[0] += step
		for range 41 * 10 {
			d.tick()
			if d.c.Status().Slip {
				t.Fatalf("a step of %g N counts as slip", step)
			}
		}
	}
}

func TestTouch06_AlternatingForceIsSlip(t *testing.T) {
	tremble := func(p Params) Status {
		d := slipping(t, p, 3)
		d.n = [2]float64{2.9, 2.9} // a first step of half the height is not slip yet
		d.run(41)
		for k := range 24 {
			d.n = [2]float64{3.1, 3.1}
			if k%2 == 1 {
				d.n = [2]float64{2.9, 2.9}
			}
			for range 41 {
				if d.tick(); !d.c.Status().Slip {
					t.Fatalf("frame %d: no slip", k)
				}
			}
		}
		return d.c.Status()
	}
	got := tremble(Original()).Target // 24 frames are 0.984 s, in which the original grew 1.002^984 = 7.14 times
	if want := 3 * math.Pow(1.002, 984); math.Abs(got-want) > 0.01*want {
		t.Errorf("target %.2f N after a second, want %.2f", got, want)
	}
	p := Original()
	p.ForceLimit = 8
	if st := tremble(p); st.Target != 8 || !st.Limited {
		t.Errorf("target %g N, limited %v under a limit of 8 N", st.Target, st.Limited)
	}
}

func TestTouch07_Zeroing(t *testing.T) {
	d := newDesk(t, DefaultParams())
	d.do(Command{Verb: Zero})
	seed := uint64(1)
	noise := func() float64 { // even over -20 to 20 counts
		seed = seed*6364136223846793005 + 1442695040888963407
		return float64(seed>>40)/float64(1<<24)*40 - 20
	}
	frames := 0
	for d.c.Skin().ZeroState() != 2 && frames < 25 { // Zeroed
		frames++
		d.r.Frame++
		for f := range d.r.Cells {
			for i := range d.r.Cells[f] {
				d.r.Cells[f][i] = idle + math.Round(noise())
			}
		}
		for range 41 {
			d.k++
			d.c.Step(&d.r)
		}
	}
	d.k = 0 // a frame without noise shows what is left
	d.tick()
	st := d.c.Status()
	t.Logf("%v after %d frames, %.4f and %.4f N are left", st.Zero, frames, st.Force[0], st.Force[1])
	d.near("left", st.Force[0], 0, 0.05)
	d.near("right", st.Force[1], 0, 0.05)

	d = newDesk(t, DefaultParams())
	d.place(0.05)
	d.press(5)
	if err := d.c.Do(Command{Verb: Zero}); fault.KindOf(err) != fault.Conflict {
		t.Errorf("zeroing under 5 N: %v", err)
	}
	// Something touches the pads while they are zeroed.
	d = newDesk(t, DefaultParams())
	d.do(Command{Verb: Zero})
	d.run(100)
	d.n = [2]float64{2, 2}
	d.run(400)
	if st := d.c.Status(); st.Zero.String()[:15] != "zeroing refused" || math.Abs(st.Force[0]-2) > 1e-6 {
		t.Errorf("%v, force %v", st.Zero, st.Force)
	}
}

func TestTouch08_PositionLaw(t *testing.T) {
	for _, c := range []struct{ effort, v, want float64 }{{-1, 0, 600}, {25, 0, 25}, {-1, -0.01, 650}} {
		d := newDesk(t, Original())
		d.place(0.05)
		d.r.GapVel = c.v
		d.do(Command{Verb: Move, Gap: 0.08, Effort: c.effort})
		d.near("effort", d.tick(), c.want, 1e-9)
	}
}

func TestTouch09_FindContactLaw(t *testing.T) {
	d := newDesk(t, Original())
	d.place(0.06)
	d.do(Command{Verb: Find})
	d.near("effort", d.tick(), -107.4, 1e-9)
	d.near("set-point", d.c.Status().SetPoint, 0.05998, 1e-12)
	// F: no set-point runs away and no more than the bound is given, blocked without a word from the pads.
	d = newDesk(t, DefaultParams())
	d.place(0.06)
	d.do(Command{Verb: Find})
	for range 3000 {
		if e := d.tick(); e < -d.c.squeezeBound() {
			t.Fatalf("effort %g N", e)
		}
	}
	if g := d.c.Status().Motor; g.State != Aborted || g.Reason != Stalled {
		t.Errorf("%+v", g)
	}
}

func TestTouch10_ForceLaw(t *testing.T) {
	d := newDesk(t, Original())
	d.place(0.05)
	d.n = [2]float64{4, 6}
	d.run(41 * 60)
	d.do(Command{Verb: Servo, Force: 5})
	d.near("effort", d.tick(), -15.03, 5e-3)
	d.near("set-point", d.c.Status().SetPoint, 0.05-0.0016e-3, 1e-12)
	c := newController(t, Original())
	d.near("too much", c.forceSpeed(5, 6), 0.0008, 1e-12)
	d.near("far too little", c.forceSpeed(1000, 0), -0.5, 1e-12)
}

func TestTouch11_SmallestForce(t *testing.T) {
	for _, f := range []float64{-3, 0.5, 0} {
		d := newDesk(t, Original())
		d.place(0.05)
		d.do(Command{Verb: Servo, Force: f})
		d.tick()
		d.near("target", d.c.Status().Target, 1.2, 0)
	}
}

func TestTouch12_ContactIsFoundOnThe51stTick(t *testing.T) {
	for name, p := range map[string]Params{"C": Original(), "F": DefaultParams()} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, p)
			d.place(0.05)
			d.do(Command{Verb: Find})
			d.run(410) // still nothing
			d.toFrame()
			d.n = [2]float64{3, 3}
			for k := 1; k <= 60; k++ {
				d.tick()
				st := d.c.Status()
				if found := k >= 51; st.Found != found || found != (st.Mode == Position) {
					t.Fatalf("tick %d of contact: found %v, mode %v", k, st.Found, st.Mode)
				}
			}
		})
	}
	// F: a bump that is gone with the next frame does not count, and the hand closes on.
	d := newDesk(t, DefaultParams())
	d.place(0.05)
	d.do(Command{Verb: Find})
	d.run(100)
	d.toFrame()
	d.n = [2]float64{0.6, 0.6}
	d.run(41)
	if !d.c.Status().Touched {
		t.Error("the bump is not felt")
	}
	d.n = [2]float64{}
	d.run(41 * 4)
	if st := d.c.Status(); st.Touched || st.Found || st.Mode != FindContact {
		t.Errorf("after a bump: touched %v, found %v, mode %v", st.Touched, st.Found, st.Mode)
	}
	// A contact that exists from the start.
	d = newDesk(t, Original())
	d.place(0.05)
	d.press(3)
	d.do(Command{Verb: Find})
	for k := 1; k <= 250; k++ {
		d.tick()
		if st := d.c.Status().Motor; (st.State == Succeeded) != (k >= 200) {
			t.Fatalf("tick %d: %v", k, st.State)
		}
	}
}

func TestTouch13_ForceIsReachedOnThe252ndTick(t *testing.T) {
	for name, p := range map[string]Params{"C": Original(), "F": DefaultParams()} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, p)
			d.place(0.05)
			d.press(5)
			d.do(Command{Verb: Servo, Force: 5.1})
			qualifying := 0
			for k := 1; qualifying < 300 && k < 2000; k++ {
				switch k { // some frames that do not qualify
				case 4 * 41:
					d.n = [2]float64{6, 6}
				case 6 * 41:
					d.n = [2]float64{5, 5}
				}
				d.tick()
				switch ok := math.Abs(d.c.Status().Force[0]-5.1) < 0.3; {
				case ok:
					qualifying++
				case !p.Compat: // F: they must be consecutive
					qualifying = 0
				}
				if reached := d.c.Status().Reached; reached != (qualifying >= 252) {
					t.Fatalf("qualifying tick %d: reached %v", qualifying, reached)
				}
			}
			if qualifying >= 300 {
				return
			}
			t.Error("never reached")
		})
	}
}

func TestTouch14_ForceServoFromOpen(t *testing.T) {
	for name, p := range map[string]Params{"C": Original(), "F": DefaultParams()} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, p)
			d.place(0.088)
			const force = 6.0
			d.do(Command{Verb: Servo, Force: force})
			if e := d.tick(); math.Abs(e) >= 100 {
				t.Errorf("first effort %g N", e)
			}
			last := d.c.Status().SetPoint
			for range 1000 {
				d.tick()
				if v := (last - d.c.Status().SetPoint) / 1e-3; v > 0.0016*force+1e-9 {
					t.Fatalf("approaches with %g m/s", v)
				}
				last = d.c.Status().SetPoint
			}
		})
	}
}

func TestTouch15_DeformationLimit(t *testing.T) {
	d := slipping(t, Original(), 5)
	d.near("marker", d.c.marker, 0.05, 1e-9)
	d.place(0.0199)
	d.n = [2]float64{2, 2} // asks to close
	d.run(41 * 10)
	st := d.c.Status()
	d.near("deformation", st.Deformation, -0.0301, 1e-9)
	if !st.Deformed {
		t.Error("deformation_limit_reached is not set")
	}
	d.c.ref = 0.01
	d.c.st.Slip = false
	e := d.tick()
	v := d.c.forceSpeed(st.Target, 2)
	d.near("effort at the clipped gap", e, -20e3*(0.0199-0.020)-5e3*(0-v)-7, 1e-6)
	// F: it counts from the first contact, so that a hand that closes from wide open reaches a small object.
	g := newRig(t, 0.02, 5e3)
	g.do(t, Command{Verb: Servo, Force: 4})
	g.run(15000)
	if st := g.c.Status(); st.Motor.State != Succeeded || math.Abs(g.force()-4) > 0.4 {
		t.Errorf("F: %v with %.2f N at %.1f mm", st.Motor, g.force(), g.x*1e3)
	}
}

func TestTouch16_Empty(t *testing.T) {
	for _, c := range []struct {
		force, gap float64
		want       bool
	}{{0.94, 0.05, true}, {3, 0.003, true}, {0.96, 0.01, false}} {
		d := newDesk(t, Original())
		d.place(c.gap)
		d.press(c.force)
		d.do(Command{Verb: Hold})
		if e := d.tick(); d.c.Status().Empty != c.want || (e == -originalEffort) != c.want {
			t.Errorf("%g N at %g m: empty %v, effort %g N", c.force, c.gap, d.c.Status().Empty, e)
		}
	}
	// F: with a bounded effort, and a goal that ends.
	d := newDesk(t, DefaultParams())
	d.c.p.MaxEffort = 20
	d.place(0.05)
	d.do(Command{Verb: Hold})
	for range 500 {
		if e := d.tick(); e < -20 {
			t.Fatalf("effort %g N over max_joint_effort", e)
		}
	}
	if g := d.c.Status().Motor; g.State != Aborted || g.Reason != Lost {
		t.Errorf("F: %+v", g)
	}
}

func TestTouch17_Hardness(t *testing.T) {
	for _, c := range []struct{ contact, limit, want float64 }{{2, -1, 3}, {2, 2.5, 2.5}, {0.4, -1, 1.2}} {
		p := Original()
		p.ForceLimit = c.limit
		d := newDesk(t, p)
		d.near("grip", d.c.gripForce(c.contact, 0.02), c.want, 1e-9)
	}
}

// wave feeds the accelerometer three samples a tick.
func (d *desk) wave(ticks int, a func(t float64) geom.Vec) {
	d.r.Accel = make([]geom.Vec, 3)
	start := d.k
	for range ticks {
		for i := range d.r.Accel {
			d.r.Accel[i] = a(float64(d.k-start)*1e-3 + float64(i)/3000)
		}
		d.tick()
	}
}

func TestTouch19_Acceleration(t *testing.T) {
	sine := func(amplitude float64) func(float64) geom.Vec {
		return func(t float64) geom.Vec { return geom.V(0, amplitude*math.Sin(2*math.Pi*200*t), 9.81) }
	}
	for _, c := range []struct {
		amplitude float64
		want      bool
	}{{4.8, false}, {5.3, true}} {
		d := newDesk(t, Original())
		d.wave(1000, sine(0))
		d.do(Command{Verb: Watch, Event: Event{Condition: OnAccel, Accel: 5}})
		d.wave(500, sine(c.amplitude))
		if st := d.c.Status(); st.AccelEvent != c.want || st.Triggered != c.want {
			t.Errorf("%g m/s^2: event %v, triggered %v", c.amplitude, st.AccelEvent, st.Triggered)
		}
	}
	d := newDesk(t, Original())
	d.wave(1000, sine(0))
	d.do(Command{Verb: Watch, Event: Event{Condition: OnAccel, Accel: 2}})
	peak := 0.0
	d.wave(2000, func(t float64) geom.Vec {
		peak = math.Max(peak, d.c.Palm().Peak)
		a := math.Pi / 4 * (1 - math.Cos(math.Pi*t/2)) // 90 degrees in 2 s
		return geom.V(9.81*math.Sin(a), 0, 9.81*math.Cos(a))
	})
	t.Logf("a tilt of 90 degrees in 2 s peaks at %.2f m/s^2", peak)
	if d.c.Status().Triggered {
		t.Error("a slow tilt fires")
	}
	// F: gravity at the start is no event.
	d = newDesk(t, Original())
	d.do(Command{Verb: Watch, Event: Event{Condition: OnAccel, Accel: 2}})
	d.wave(500, sine(0))
	if d.c.Status().Triggered {
		t.Error("gravity fires at the start")
	}
}

// strike adds counts to a side cell of the left fingertip in one frame.
func (d *desk) strike(cell int, counts float64) {
	d.toFrame()
	d.r.Frame++
	d.r.Cells[0][cell] += counts
	for range 41 {
		d.k++
		d.r.Time = float64(d.k) * 1e-3
		d.c.Step(&d.r)
	}
}

func TestTouch20_SideImpact(t *testing.T) {
	for _, c := range []struct {
		counts float64
		want   bool
	}{{228, false}, {229, true}, {-1000, false}} {
		d := newDesk(t, Original())
		d.do(Command{Verb: Watch, Event: Event{Condition: SideOrAccel, Accel: 50, Slip: 1}})
		d.strike(3, c.counts)
		st := d.c.Status()
		if st.Triggered != c.want || st.SlipEvent || st.AccelEvent {
			t.Errorf("%+g counts: triggered %v, slip %v, acceleration %v", c.counts, st.Triggered, st.SlipEvent, st.AccelEvent)
		}
	}
	// F: in newtons, by the cell's own scale: 0.2 N of a long side with 400 counts a newton.
	for _, c := range []struct {
		counts float64
		want   bool
	}{{180, false}, {186, true}} {
		d := newDesk(t, DefaultParams())
		d.do(Command{Verb: Watch, Event: Event{Condition: SideOrAccel, Accel: 50, Slip: 1}})
		d.strike(1, c.counts)
		if st := d.c.Status(); st.Triggered != c.want {
			t.Errorf("F: %+g counts on a side: %v", c.counts, st.Triggered)
		}
	}
}

func TestTouch21_Conditions(t *testing.T) {
	still := func(float64) geom.Vec { return geom.V(0, 0, 9.81) }
	d := newDesk(t, Original())
	d.press(3)
	d.wave(500, still)
	d.do(Command{Verb: Watch, Event: Event{Condition: SlipAndAccel, Accel: 5, Slip: 0.01}})
	d.wave(1000, still)
	d.toFrame()
	d.n = [2]float64{3.2, 3.2}
	d.wave(2000, still)
	if st := d.c.Status(); !st.SlipEvent || st.Triggered {
		t.Fatalf("after the slip: slip %v, triggered %v", st.SlipEvent, st.Triggered)
	}
	d.wave(20, func(t float64) geom.Vec { return geom.V(0, 12*math.Sin(2*math.Pi*200*t), 9.81) })
	if st := d.c.Status(); !st.Triggered || st.Watch.State != Succeeded {
		t.Errorf("after both: triggered %v, goal %v", st.Triggered, st.Watch.State)
	}
	if err := d.c.Do(Command{Verb: Watch, Event: Event{Condition: 7}}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("F: condition 7: %v", err)
	}
}

func TestTouch22_ZeroTriggers(t *testing.T) {
	d := newDesk(t, Original())
	noisy := func(t float64) geom.Vec { return geom.V(0, 0.02*math.Sin(2*math.Pi*300*t), 9.81) }
	d.wave(500, noisy)
	d.do(Command{Verb: Watch, Event: Event{Condition: OnAccel}})
	for k := 1; k <= 150; k++ {
		d.wave(1, noisy)
		if st := d.c.Status().Watch; (st.State == Succeeded) != (k >= 100) {
			t.Fatalf("%d ms: %v", k, st.State)
		}
	}
	// The slip threshold is 0.048 N at any force: a step of 0.12 N is slip at 20 N, where a part of 0.01 would ask for 0.2.
	for slip, want := range map[float64]bool{0: true, 0.01: false} {
		d := newDesk(t, Original())
		d.press(20)
		d.do(Command{Verb: Watch, Event: Event{Condition: OnSlip, Slip: slip}})
		d.n[0] += 0.12
		d.run(41)
		if got := d.c.Status().Triggered; got != want {
			t.Errorf("slip %g: %v", slip, got)
		}
	}
}

func TestTouch23_ArmingClears(t *testing.T) {
	d := newDesk(t, Original())
	d.wave(200, func(float64) geom.Vec { return geom.V(0, 0, 9.81) })
	d.do(Command{Verb: Watch, Event: Event{Condition: OnAccel, Accel: 3}})
	d.wave(200, func(t float64) geom.Vec { return geom.V(0, 9*math.Sin(2*math.Pi*200*t), 9.81) })
	if !d.c.Status().Triggered {
		t.Fatal("not triggered")
	}
	d.wave(1000, func(float64) geom.Vec { return geom.V(0, 0, 9.81) })
	d.do(Command{Verb: Watch, Event: Event{Condition: OnAccel, Accel: 3}})
	d.wave(1000, func(float64) geom.Vec { return geom.V(0, 0, 9.81) })
	if st := d.c.Status(); st.Triggered || st.AccelEvent || st.Watch.State != Active {
		t.Errorf("second goal without a stimulus: %+v", st.Watch)
	}
}

func TestTouch25_Cancel(t *testing.T) {
	for name, p := range map[string]Params{"C": Original(), "F": DefaultParams()} {
		d := newDesk(t, p)
		d.place(0.06)
		d.do(Command{ID: 7, Verb: Find})
		d.run(100)
		d.do(Command{Verb: Cancel, Target: 7})
		if e, st := d.tick(), d.c.Status(); e != 0 || st.Mode != Disabled || st.Motor.State != Preempted {
			t.Errorf("%s: effort %g, mode %v, goal %v", name, e, st.Mode, st.Motor.State)
		}
		d.do(Command{ID: 8, Verb: Move, Gap: 0.03})
		d.do(Command{ID: 9, Verb: Watch, Event: Event{Condition: OnAccel, Accel: 5}})
		d.run(10)
		d.do(Command{Verb: Cancel, Target: 9})
		d.tick()
		if st := d.c.Status(); st.Mode != Position || st.Motor.State != Active || st.Watch.State != Preempted {
			t.Errorf("%s: after the cancel of the detector mode %v, move %v, detector %v", name, st.Mode, st.Motor.State, st.Watch.State)
		}
	}
}

func TestTouch27_MoveEndsASlipServo(t *testing.T) {
	g, _ := holding(t)
	g.do(t, Command{ID: 50, Verb: Hold})
	g.run(200)
	g.do(t, Command{ID: 51, Verb: Move, Gap: 0.07})
	g.step()
	if m := g.c.Status().Motor; m.ID != 51 || m.State != Active {
		t.Fatalf("%+v", m)
	}
	g.do(t, Command{Verb: Cancel, Target: 50})
	g.run(3000)
	if st := g.c.Status(); st.Motor.State != Succeeded || math.Abs(g.x-0.07) > 0.011 {
		t.Errorf("a late cancel of the old goal: %+v at %g m", st.Motor, g.x)
	}
}

func TestTouch28_DeadSensors(t *testing.T) {
	for name, count := range map[string]float64{"all 0": 0, "all 65535": 65535, "NaN": math.NaN()} {
		d := newDesk(t, DefaultParams())
		d.place(0.06)
		for f := range d.r.Cells {
			for i := range d.r.Cells[f] {
				d.r.Cells[f][i] = count
			}
		}
		d.r.Frame++
		d.c.Step(&d.r)
		for _, v := range []Verb{Find, Servo, Hold, Grasp, Grab} {
			if err := d.c.Do(Command{Verb: v, Force: 3}); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("%s: %v: %v", name, v, err)
			}
		}
		if err := d.c.Do(Command{Verb: Move, Gap: 0.05}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if e := d.c.Step(&d.r); !(e < 0) {
			t.Errorf("%s: a move gives %g N", name, e)
		}
	}
}

func TestTouch29_Grab(t *testing.T) {
	for name, p := range map[string]Params{"C": Original(), "F": DefaultParams()} {
		t.Run(name, func(t *testing.T) {
			p.PositionOpen = 0.086
			// An object of 5 kN/m in a row with two pads of 20 kN/m, as in the sheet's model.
			g := newRigWith(t, p, 0.05, 1/(1/5e3+2/20e3))
			g.do(t, Command{Verb: Move, Gap: 0.07, Effort: -1})
			g.run(2000)
			g.do(t, Command{Verb: Grab, Gain: 0.03})
			var stages []Stage
			ticks := 0
			for ; g.c.Status().Motor.State == Active && ticks < 10000; ticks++ {
				g.step()
				if s := g.c.Status().Stage; len(stages) == 0 || stages[len(stages)-1] != s {
					stages = append(stages, s)
				}
			}
			st := g.c.Status()
			if len(stages) != 4 || stages[0] != Prepare || stages[1] != Close || stages[2] != Load || stages[3] != Lift {
				t.Errorf("stages %v", stages)
			}
			if st.Motor.State != Succeeded || st.Mode != SlipServo || ticks >= 8000 || st.Target < 3.3*0.6 || st.Target > 3.3*1.4 {
				t.Errorf("%v after %d ms, mode %v, grip %.2f N, want 3.3 N by 40 %%", st.Motor, ticks, st.Mode, st.Target)
			}
			t.Logf("grip %.2f N after %d ms", st.Target, ticks)
		})
	}
	// On nothing.
	g := newRig(t, 0, 1)
	g.do(t, Command{Verb: Grab})
	g.run(9000)
	if st := g.c.Status(); st.Motor.State != Aborted || st.Motor.Reason != NoContact || st.Mode != Position || math.Abs(g.effort) > 10 {
		t.Errorf("F: nothing there: %v, mode %v, effort %g N", st.Motor, st.Mode, g.effort)
	}
}

func TestTouch30_Release(t *testing.T) {
	calm := geom.V(0, 0, 9.81)
	for name, p := range map[string]Params{"C": Original(), "F": DefaultParams()} {
		t.Run(name, func(t *testing.T) {
			g := newRigWith(t, p, 0.05, 8e3)
			g.r.Accel = []geom.Vec{calm, calm, calm}
			g.do(t, Command{Verb: Grasp})
			g.run(6000)
			if st := g.c.Status(); st.Mode != SlipServo {
				t.Fatalf("%+v", st)
			}
			grip := g.force()
			release := Command{ID: 20, Verb: Release, Event: Event{Condition: SideOrSlipOrAccel, Accel: 5, Slip: 0.01}}
			g.do(t, release)
			g.run(60000)
			if st := g.c.Status(); st.Motor.State != Active || st.Stage != Replace || math.Abs(g.force()-grip) > 0.3 {
				t.Fatalf("after 60 s without a stimulus: %v, %v, grip %.2f N", st.Motor, st.Stage, g.force())
			}
			// F: a cancel is honoured without opening.
			g.do(t, Command{Verb: Cancel, Target: 20})
			g.run(200)
			if st := g.c.Status(); st.Motor.State != Preempted || st.Mode != SlipServo || math.Abs(g.force()-grip) > 0.3 {
				t.Errorf("cancelled: %v, mode %v, grip %.2f N", st.Motor, st.Mode, g.force())
			}
			release.ID = 21
			g.do(t, release)
			g.run(500)
			opened := 0
			for k := 1; k <= 600 && opened == 0; k++ {
				for i := range g.r.Accel {
					g.r.Accel[i] = geom.V(0, 0, 9.81+8*math.Sin(2*math.Pi*200*(float64(k)*1e-3+float64(i)/3000)))
				}
				g.step()
				if g.c.Status().Stage != Replace {
					opened = k
				}
			}
			t.Logf("opens after %d ms", opened)
			if opened == 0 || opened > 150 {
				t.Errorf("opens after %d ms", opened)
			}
			g.run(2500)
			if st := g.c.Status(); st.Motor.State != Succeeded || g.force() != 0 || g.x < 0.07 {
				t.Errorf("%v at %g m", st.Motor, g.x)
			}
		})
	}
}

func TestTouch31_Move(t *testing.T) {
	g := newRigWith(t, Original(), 0, 1)
	g.x = 0.0
	g.do(t, Command{Verb: Move, Gap: 0.09, Effort: -1})
	for g.c.Status().Motor.State == Active && g.tick < 20000 {
		g.step()
	}
	if m := g.c.Status().Motor; m.State != Succeeded || g.x < 0.08 || g.x > 0.0801 {
		t.Errorf("open: %+v at %g m", m, g.x)
	}
	// Blocked at 50 mm.
	for _, c := range []struct {
		effort float64
		want   GoalState
	}{{30, Aborted}, {0, Active}} {
		d := newDesk(t, Original())
		d.place(0.05)
		d.do(Command{Verb: Move, Gap: 0.02, Effort: c.effort})
		for k := 1; k <= 99; k++ {
			if d.tick(); d.c.Status().Motor.State != Active {
				t.Fatalf("stalled after %d ms", k)
			}
		}
		d.run(100)
		if m := d.c.Status().Motor; m.State != c.want || c.want == Aborted && m.Reason != Stalled {
			t.Errorf("effort %g: %+v, want %v", c.effort, m, c.want)
		}
	}
	// F: a hand that is stopped 9 mm short of closed has something between its fingers.
	d := newDesk(t, DefaultParams())
	d.place(0.009)
	d.do(Command{Verb: Move, Gap: 0})
	d.run(300)
	if m := d.c.Status().Motor; m.State != Aborted || m.Reason != Stalled {
		t.Errorf("F: blocked at 9 mm: %+v", m)
	}
}

func TestTouch32_EffortOfAMoveDoesNotStay(t *testing.T) {
	g := newRig(t, 0.05, 8e3)
	g.do(t, Command{Verb: Move, Gap: 0.06, Effort: 5})
	g.run(200)
	g.do(t, Command{Verb: Servo, Force: 12})
	g.run(8000)
	if math.Abs(g.force()-12) > 0.4 {
		t.Errorf("squeezes with %.2f N after a move with 5 N, want 12", g.force())
	}
}
