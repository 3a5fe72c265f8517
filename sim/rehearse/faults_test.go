package rehearse

import (
	"math"
	"slices"
	"testing"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/pick"
	"github.com/holdfast-robotics/holdfast/sim"
)

// What goes wrong with hand and senses while an object is held, or while the hand closes on it: nothing held is dropped, nothing is
// crushed, and a hand that cannot go on says why. The test prints the table of outcomes.
func TestFaultTable(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name    string
		spoil   func(*disturber, *hand.Reading)
		lost    bool        // ticks in which the loop does not run at all
		holding hand.Reason // that is shown while holding
		closing hand.Reason // with which the goal ends while closing; NoReason where it goes on
	}{
		{name: "left pad dead, all cells 0", spoil: func(_ *disturber, r *hand.Reading) { fill(r.Cells[0], 0) }, holding: hand.LamePad, closing: hand.DeadPads},
		{name: "left pad numb, all cells idle", spoil: func(_ *disturber, r *hand.Reading) { fill(r.Cells[0], 3000) }, holding: hand.LamePad, closing: hand.OneSided},
		{name: "both pads dead, all cells 65535", spoil: func(_ *disturber, r *hand.Reading) { fill(r.Cells[0], 65535); fill(r.Cells[1], 65535) }, holding: hand.DeadPads, closing: hand.DeadPads},
		{name: "frames freeze", spoil: func(d *disturber, r *hand.Reading) {
			r.Frame = d.frame
			copy(r.Cells[0], d.cells[0])
			copy(r.Cells[1], d.cells[1])
		}, holding: hand.StalePads, closing: hand.StalePads},
		{name: "counts not a number", spoil: func(_ *disturber, r *hand.Reading) { fill(r.Cells[0], nan); fill(r.Cells[1], nan) }, holding: hand.DeadPads, closing: hand.DeadPads},
		{name: "gap not a number", spoil: func(_ *disturber, r *hand.Reading) { r.Gap = nan }, holding: hand.BadReading, closing: hand.BadReading},
		{name: "encoder jumps by 10 mm", spoil: func(_ *disturber, r *hand.Reading) { r.Gap += 0.01 }, holding: hand.EncoderJump},
		{name: "encoder jumps by -10 mm", spoil: func(_ *disturber, r *hand.Reading) { r.Gap -= 0.01 }, holding: hand.EncoderJump},
		{name: "one wild encoder reading", spoil: func(d *disturber, r *hand.Reading) {
			if d.ticks == 1 {
				r.Gap = 5
			}
		}, holding: hand.EncoderJump},
		{name: "the loop stalls for 50 ms", lost: true},
		{name: "the motor is halted for a second", spoil: func(d *disturber, r *hand.Reading) { r.Halted = d.ticks < 1000 }, holding: hand.MotorHalted, closing: hand.MotorHalted},
	} {
		for name, o := range map[string]Object{"egg": egg(), "can": can()} {
			o.Mass = math.Min(o.Mass, 0.3)
			res, st := disturb(t, o, true, c.spoil, c.lost)
			t.Logf("%-33s holding %s: %v with %.2f N, peak %.2f N, slid %.1f mm", c.name, name, res.Outcome, res.ForceN, res.PeakForceN, res.SlipM*1e3)
			if res.Outcome != pick.Held {
				t.Errorf("%s: held %s: %v, %s", c.name, name, res.Outcome, res.Reason)
			}
			if c.holding != hand.NoReason && !st.seen[c.holding] {
				t.Errorf("%s: holding %s shows %v, want %q", c.name, name, st.seen, c.holding)
			}
			res, st = disturb(t, o, false, c.spoil, c.lost)
			t.Logf("%-33s closing on %s: the goal %v, %v; peak %.2f N", c.name, name, st.goal.State, st.goal.Reason, res.PeakForceN)
			if res.Outcome == pick.Crushed {
				t.Errorf("%s: closing on %s: %s", c.name, name, res.Reason)
			}
			switch ended := st.goal.State == hand.Aborted; {
			case c.closing != hand.NoReason && (!ended || st.goal.Reason != c.closing):
				t.Errorf("%s: closing on %s ends as %v, %v; want %q", c.name, name, st.goal.State, st.goal.Reason, c.closing)
			case c.closing == hand.NoReason && st.goal.State != hand.Succeeded:
				t.Errorf("%s: closing on %s ends as %v, %v; it should go on", c.name, name, st.goal.State, st.goal.Reason)
			}
		}
	}
}

func fill(x []float64, v float64) {
	for i := range x {
		x[i] = v
	}
}

// disturber is what a fault knows of the time before it.
type disturber struct {
	ticks int // since the fault began
	frame uint64
	cells [2][]float64
}

type outcome struct {
	goal hand.Goal
	seen map[hand.Reason]bool
}

// disturb picks an object and spoils the readings while it is held, for three seconds, or from a few millimetres before the contact on.
func disturb(t *testing.T, o Object, holding bool, spoil func(*disturber, *hand.Reading), lost bool) (Result, outcome) {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Sensors = sim.RealSensors(5)
	cfg.Plan.HoldTime = 3
	d := disturber{}
	out := outcome{seen: map[hand.Reason]bool{}}
	cfg.Disturb = func(_ *sim.World, r *hand.Reading, phase pick.Phase) bool {
		due := phase == pick.HoldingObject
		if !holding {
			due = phase == pick.Closing && r.Gap < 2*o.Shape.Half().Y+0.003
		}
		if d.ticks == 0 {
			if !due {
				return true
			}
			d.frame, d.cells = r.Frame, [2][]float64{slices.Clone(r.Cells[0]), slices.Clone(r.Cells[1])}
		}
		d.ticks++
		if spoil != nil {
			spoil(&d, r)
		}
		return !(lost && d.ticks <= 50)
	}
	cfg.Trace = func(_ *sim.World, st hand.Status, _ pick.Phase) {
		if d.ticks > 0 {
			out.goal = st.Motor
			out.seen[st.Fault] = true
		}
	}
	return run(t, cfg, o, side(cfg, o)), out
}
