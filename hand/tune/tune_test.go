package tune

import (
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/hand/touch"
	"github.com/holdfast-robotics/holdfast/param"
)

func TestArea(t *testing.T) {
	for _, c := range []struct {
		points []Point
		want   float64
	}{
		{nil, 0.5},
		{[]Point{{TPR: 1, FPR: 0}}, 1},
		{[]Point{{TPR: 0, FPR: 1}}, 0},
		{[]Point{{TPR: 0.8, FPR: 0.2}}, 0.8},
		{[]Point{{TPR: 0.8, FPR: 0.2}, {TPR: 0.2, FPR: 0.1}, {TPR: 1, FPR: 1}}, 0.5*0.1*0.2 + 0.1*0.5 + 0.8*0.9},
	} {
		if got := area(c.points); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %g, want %g", c.points, got, c.want)
		}
	}
}

// Every value that is tried is one that the parameter takes.
func TestSweepsAreInRange(t *testing.T) {
	var p hand.Params
	set := param.Declare(&p)
	for _, q := range cues {
		if !q.param {
			continue
		}
		d, err := set.Get(q.name)
		if err != nil {
			t.Fatal(err)
		}
		if d.Unit != q.unit {
			t.Errorf("%s is in %q, the sweep in %q", q.name, d.Unit, q.unit)
		}
		if now := q.now(&p); d.String() != d.Default() || now < q.values[0] || now > q.values[len(q.values)-1] {
			t.Errorf("%s: the default %g is not within the sweep", q.name, now)
		}
		for _, v := range q.values {
			if v < d.Min || v > d.Max {
				t.Errorf("%s: %g is out of range", q.name, v)
			}
		}
	}
}

// squeeze is a made-up recording: the fingers close on a thing that presses back with a force that jumps to 0.5 N at 3 s, which a
// contact_force of 0.95 N does not see.
func squeeze(t *testing.T) *tape.Tape {
	t.Helper()
	pads := touch.PR2()
	p := hand.DefaultParams()
	p.HPForceTrigger = 5 // only the force itself counts
	c, err := hand.New(p, &pads, 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	rec := tape.Record(c)
	r := hand.Reading{Gap: 0.08, Cells: [2][]float64{make([]float64, len(pads.Cells)), make([]float64, len(pads.Cells))}}
	for k := range 4000 {
		if k == 1000 {
			if err := c.Do(hand.Command{Verb: hand.Find}); err != nil {
				t.Fatal(err)
			}
		}
		force := 0.0
		if k >= 3000 {
			force = 0.5
		}
		if k%41 == 0 {
			r.Frame++
			for f := range r.Cells {
				for i, cell := range pads.Cells {
					r.Cells[f][i] = 3000 + 8*math.Sin(float64((k+7*f)*(i+1)))
					if cell.Front {
						r.Cells[f][i] += force / 15 * 1600
					}
				}
			}
		}
		r.Time, r.Gap, r.GapVel = float64(k+1)*1e-3, math.Max(0.04, 0.08-0.02*math.Max(0, float64(k-1000)*1e-3)), -0.02
		c.Step(&r)
		rec.Tape.Truth = append(rec.Tape.Truth, tape.Truth{Force: [2]float64{force, force}})
	}
	return &rec.Tape
}

func TestContactForce(t *testing.T) {
	rec := squeeze(t)
	sum := New()
	for range 20 { // in parts, as the cores do it
		part := New()
		if err := part.Add(rec, "held", true); err != nil {
			t.Fatal(err)
		}
		sum.Merge(part)
	}
	none := *rec
	none.Truth = nil
	if err := sum.Add(&none, "", false); err != nil {
		t.Fatal(err)
	}
	res := sum.Result(0.001)
	if res.Ignored != 1 || res.Belief.RightlyHeld != 20 || res.Belief.Outcomes["held"] != 20 {
		t.Errorf("%+v, %d ignored", res.Belief, res.Ignored)
	}
	for _, c := range res.Curves {
		switch c.Name {
		case "contact_force":
			// Two or three frames of 41 ms in the 0.1 s that count, of each finger, in each of 20 recordings.
			if c.Positives < 20*2*2 || c.Positives > 20*2*3 || c.Negatives < 20*2*40 {
				t.Errorf("%d events and %d others", c.Positives, c.Negatives)
			}
			if c.Now.Value != 0.95 || c.Now.TPR != 0 || !c.Change || c.Suggested < 0.05 || c.Suggested > 0.5 || c.Best.TPR < 0.99 || c.Best.FPR > 0.001 || c.AUC < 0.99 {
				t.Errorf("%+v", c)
			}
			if c.Best.Delay < 0 || c.Best.Delay > 0.041 {
				t.Errorf("the cue comes %g s after the contact", c.Best.Delay)
			}
		case "acceleration_trigger_magnitude", "slip_ratio":
			if c.Positives != 0 || c.Change || c.AUC != -1 {
				t.Errorf("%+v", c)
			}
		}
	}
}
