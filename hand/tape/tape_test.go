package tape

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// grab runs a hand on a spring of 10 kN/m and 50 mm and records it from a tick on, with orders on the way.
func grab(t *testing.T, layout *touch.Layout, from int) *Tape {
	t.Helper()
	c, err := hand.New(hand.DefaultParams(), layout, 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	var r hand.Reading
	n := 0
	if layout != nil {
		n = len(layout.Cells)
		r.Cells = [2][]float64{make([]float64, n), make([]float64, n)}
	}
	x, v := 0.086, 0.0
	var rec *Recorder
	do := func(cmd hand.Command) {
		if err := c.Do(cmd); err != nil {
			t.Fatal(err)
		}
	}
	for k := range 6000 {
		if k == from {
			rec = Record(c)
		}
		switch k {
		case 500:
			do(hand.Command{Verb: hand.Grab})
		case 4800:
			p := c.Params()
			p.InertiaGain = 2
			c.SetParams(p)
		case 5000:
			do(hand.Command{Verb: hand.Release, Event: hand.Event{Condition: hand.OnAccel, Accel: 3}})
		case 5100:
			_ = c.Do(hand.Command{Verb: hand.Find, Pads: 9}) // refused
		}
		force := math.Max(0, 10e3*(0.05-x))
		if k%41 == 0 && n > 0 {
			r.Frame++
			for f := range r.Cells {
				for i, cell := range layout.Cells {
					r.Cells[f][i] = 3000 + 3*math.Sin(float64(k*(i+1)))
					if cell.Front {
						r.Cells[f][i] += force / 15 * 1600
					}
				}
			}
		}
		r.Accel = append(r.Accel[:0], geom.V(0, 0, 9.81))
		if k == 5500 {
			r.Accel[0].Y = 20
		}
		r.Time, r.Gap, r.GapVel = float64(k+1)*1e-3, x, v
		if k == 3000 {
			r.Gap = math.NaN()
		}
		effort := c.Step(&r)
		r.Effort = effort
		net := effort + force
		if math.Abs(net) < 7 && math.Abs(v) < 1e-4 {
			net, v = 0, 0
		} else {
			net -= math.Copysign(7, v)
		}
		v += net / 95 * 1e-3
		x = math.Max(0, x+v*1e-3)
	}
	return &rec.Tape
}

// A tape decides the same again, whether it begins with a new controller or in the middle of a grasp, with pads and without, over
// refused commands, changed settings and readings that are no numbers.
func TestPlayIsIdentical(t *testing.T) {
	pads := touch.PR2()
	for name, tape := range map[string]*Tape{
		"from the start": grab(t, &pads, 0), "before the grab": grab(t, &pads, 499), "within it": grab(t, &pads, 2222), "without pads": grab(t, nil, 0), "without pads, within": grab(t, nil, 3210),
	} {
		again, err := tape.Run(nil)
		if err != nil {
			t.Fatal(name, err)
		}
		d := Compare(tape.Decisions(), again, tape.Dt)
		if d.Verdict != Identical || d.FirstTick != -1 {
			t.Errorf("%s: %+v", name, d)
		}
		if len(Transitions(again, tape.Dt)) < 4 {
			t.Errorf("%s: nothing happens on the tape", name)
		}
	}
}

// A controller that has got a command before its first tick is not as it was made.
func TestBeginAfterACommand(t *testing.T) {
	pads := touch.PR2()
	c, err := hand.New(hand.DefaultParams(), &pads, 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	if b := Begin(c); len(b.State) != 0 {
		t.Error("a new controller has a state")
	}
	if err := c.Do(hand.Command{Verb: hand.Move, Gap: 0.03}); err != nil {
		t.Fatal(err)
	}
	rec := Record(c)
	r := hand.Reading{Gap: 0.05, Cells: [2][]float64{make([]float64, len(pads.Cells)), make([]float64, len(pads.Cells))}}
	for range 100 {
		c.Step(&r)
	}
	again, err := rec.Tape.Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := Compare(rec.Tape.Decisions(), again, rec.Tape.Dt); d.Verdict != Identical {
		t.Errorf("%+v", d)
	}
}

func TestPlayAgainst(t *testing.T) {
	pads := touch.PR2()
	tape := grab(t, &pads, 0)
	for _, c := range []struct {
		change func(*hand.Params)
		want   Verdict
		kinds  string
	}{
		{func(p *hand.Params) { p.RelaxRate = 0.02 }, Identical, ""}, // nothing relaxes on this tape
		{func(p *hand.Params) { p.OpenSpeed = 0.03 }, Efforts, ""},   // of the release
		{func(p *hand.Params) { p.HPForceTrigger, p.ContactForce = 8, 8 }, Ends, "gone"},
	} {
		again, err := tape.Run(func(p *hand.Params) error { c.change(p); return nil })
		if err != nil {
			t.Fatal(err)
		}
		d := Compare(tape.Decisions(), again, tape.Dt)
		if d.Verdict != c.want {
			t.Errorf("%v, want %v: %+v", d.Verdict, c.want, d)
		}
		if c.want != Identical && (d.FirstTick < 0 || tape.Ticks[d.FirstTick].Decision.Same(&again[d.FirstTick])) {
			t.Errorf("the first difference is not at %d", d.FirstTick)
		}
		found := c.kinds == ""
		for _, x := range d.Changes {
			found = found || x.Kind == c.kinds
		}
		if !found {
			t.Errorf("no transition is %s: %+v", c.kinds, d.Changes)
		}
	}
	bad := errors.New("no")
	if _, err := tape.Run(func(*hand.Params) error { return bad }); !errors.Is(err, bad) {
		t.Error(err)
	}
	broken := *tape
	broken.State = []byte("x")
	if _, err := broken.Run(nil); err == nil || !strings.Contains(err.Error(), "replay") {
		t.Error(err)
	}
}

func TestDiffer(t *testing.T) {
	row := func(modes ...hand.Mode) []Transition {
		var list []Decision
		for _, m := range modes {
			list = append(list, Decision{Mode: m})
		}
		return Transitions(list, 1)
	}
	p, f, s := hand.Position, hand.FindContact, hand.SlipServo
	for _, c := range []struct {
		a, b []Transition
		want string
	}{
		{row(p, f, s), row(p, f, s), ""},
		{row(p, f, s), row(p, f, f, s), "moved"},
		{row(p, f, s), row(p, f), "gone"},
		{row(p, f), row(p, f, s), "new"},
		{row(p, s, f), row(p, f, f), "gone moved"}, // the third is found again one earlier
		{nil, row(p), "new"},
	} {
		var got []string
		for _, x := range differ(c.a, c.b) {
			got = append(got, x.Kind)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v, want %q", got, c.want)
		}
	}
}
