// Package tune looks for the thresholds of a hand's cues over recordings whose truth is known, as a simulation knows it: when each finger
// really pressed the object, when the object slid, when something struck. For each threshold it counts how often the cue is right and how
// often it is a false alarm over a sweep of values: a receiver operating characteristic.
//
// What is judged is each frame of the pads in which the controller looks at the cue (for impacts, each stretch of 50 ms in which the hand
// holds). A frame counts as
//
//	contact   positive: the finger pressed the object with 0.1 N or more; negative: it did not touch it; while the hand looks for contact
//	slip      positive: the object slid 40 um or more since the frame before, 1 mm/s; negative: less than 4 um; while the hand holds
//	impact    positive: something struck; negative: nothing did; while the hand holds
//
// Frames between are left out. Each cue is judged alone, with the other settings as they were recorded.
package tune

import (
	"cmp"
	"math"
	"slices"

	"github.com/holdfast-robotics/holdfast/hand"
	"github.com/holdfast-robotics/holdfast/hand/tape"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

const (
	pressed   = 0.1   // N
	slid      = 40e-6 // m
	rested    = 4e-6  // m
	window    = 0.05  // s, of impacts
	lookAfter = 0.3   // s after the first true contact for which frames count
)

// Point is what one value of a threshold does.
type Point struct {
	Value  float64 `json:"value"`
	Hits   int     `json:"hits"`   // of the positives
	Alarms int     `json:"alarms"` // false ones, of the negatives
	TPR    float64 `json:"true_positive_rate"`
	FPR    float64 `json:"false_positive_rate"`
	Delay  float64 `json:"delay_s"` // median from the true contact to both fingers' cue; -1 where that is not known
}

// Curve is the sweep of one threshold.
type Curve struct {
	Name      string  `json:"name"` // of the parameter
	Unit      string  `json:"unit"`
	Cue       string  `json:"cue"`  // contact, slip, impact
	What      string  `json:"what"` // is compared with the threshold
	Positives int     `json:"positives"`
	Negatives int     `json:"negatives"`
	AUC       float64 `json:"auc"` // area under the curve; -1 where it is not known
	Points    []Point `json:"points"`
	Now       Point   `json:"now"` // with the recorded value
	Suggested float64 `json:"suggested"`
	Best      Point   `json:"best"`   // with the suggested value
	Why       string  `json:"why"`    // of the suggestion, or why there is none
	Change    bool    `json:"change"` // the suggestion is worth a change
	// Also are parameters that go with the suggestion.
	Also map[string]float64 `json:"also,omitempty"`
	// IsParam tells a parameter of the hand from a number that commands carry.
	IsParam bool `json:"parameter"`
}

// Belief is what the hand took for held, against the truth.
type Belief struct {
	Records     int            `json:"records"`
	Outcomes    map[string]int `json:"outcomes"`
	RightlyHeld int            `json:"rightly_held"` // believed and true
	WronglyHeld int            `json:"wrongly_held"` // believed, and lost
	RightlyLost int            `json:"rightly_lost"`
	WronglyLost int            `json:"wrongly_lost"`
}

// Result of a tuning.
type Result struct {
	Version int     `json:"version"`
	Curves  []Curve `json:"curves"`
	Belief  Belief  `json:"belief"`
	Ignored int     `json:"ignored"` // records without truth
}

// cue is one threshold that is swept.
type cue struct {
	name, unit, kind, what string
	values                 []float64
	now                    func(*hand.Params) float64
	fires                  func(f *touch.Finger, p *hand.Params, v float64) bool // of one finger
	param                  bool
}

// sweep is a row of values, evenly apart by their logarithm.
func sweep(lo, hi float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = round3(lo * math.Pow(hi/lo, float64(i)/float64(n-1)))
	}
	return out
}

// round3 keeps three digits, so that suggestions can be read.
func round3(v float64) float64 {
	if v == 0 {
		return 0
	}
	e := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*e) / e
}

const steps = 40

// cues are the thresholds, in the order of the declaration of the parameters.
var cues = []cue{
	{name: "hp_force_trigger", unit: "N", kind: "contact", what: "change of a pad's force, high-passed", values: sweep(0.01, 3, steps), param: true,
		now:   func(p *hand.Params) float64 { return p.HPForceTrigger },
		fires: func(f *touch.Finger, _ *hand.Params, v float64) bool { return f.Touches(v, math.Inf(1)) }},
	{name: "contact_force", unit: "N", kind: "contact", what: "force of a pad", values: sweep(0.02, 5, steps), param: true,
		now:   func(p *hand.Params) float64 { return p.ContactForce },
		fires: func(f *touch.Finger, _ *hand.Params, v float64) bool { return f.Touches(math.Inf(1), v) }},
	{name: "slip_ratio", unit: "", kind: "slip", what: "tremor of a pad's force, as a part of it", values: sweep(0.0005, 0.2, steps), param: true,
		now:   func(p *hand.Params) float64 { return p.SlipRatio },
		fires: func(f *touch.Finger, p *hand.Params, v float64) bool { return f.Trembles(v, p.SlipQuiet) }},
	{name: "slip_quiet", unit: "N", kind: "slip", what: "slow change of a pad's force above which a tremor is no slip", values: sweep(0.01, 3, steps), param: true,
		now:   func(p *hand.Params) float64 { return p.SlipQuiet },
		fires: func(f *touch.Finger, p *hand.Params, v float64) bool { return f.Trembles(p.SlipRatio, v) }},
	{name: "pattern_floor", unit: "N", kind: "slip", what: "change of the pressure pattern of a pad, with pattern_ratio in proportion", values: sweep(0.005, 2, steps), param: true,
		now:   func(p *hand.Params) float64 { return p.PatternFloor },
		fires: func(f *touch.Finger, p *hand.Params, v float64) bool { return f.Wanders(v, ratio(p, v)) }},
	{name: "acceleration_trigger_magnitude", unit: "m/s^2", kind: "impact", what: "vibration of the palm, 5 to 1000 Hz", values: sweep(0.1, 50, steps)},
}

// ratio is pattern_ratio in the proportion to pattern_floor that the settings have: the larger of the two bounds holds, so that one alone
// moves little.
func ratio(p *hand.Params, floor float64) float64 {
	return p.PatternRatio * floor / math.Max(p.PatternFloor, 1e-3)
}

// count is the tally of one threshold.
type count struct {
	pos, neg     int
	hits, alarms []int       // by value; the last is the recorded one
	delays       [][]float64 // s, by value
}

// judge counts a cue that fires with a value: rightly where what it is for is on, wrongly where it is off.
func (n *count) judge(at int, fires, on, off bool) {
	switch {
	case fires && on:
		n.hits[at]++
	case fires && off:
		n.alarms[at]++
	}
}

// sample counts a moment that is one or the other; between them is neither.
func (n *count) sample(on, off bool) {
	switch {
	case on:
		n.pos++
	case off:
		n.neg++
	}
}

// Tuner gathers recordings.
type Tuner struct {
	counts []count
	now    []float64   // the recorded value of each cue; NaN before one was seen
	params hand.Params // of the last recording
	mixed  []bool      // recordings differ in it
	res    Result
}

// New makes a tuner.
func New() *Tuner {
	t := &Tuner{counts: make([]count, len(cues)), now: make([]float64, len(cues)), mixed: make([]bool, len(cues))}
	for i := range t.counts {
		n := len(cues[i].values) + 1
		t.counts[i] = count{hits: make([]int, n), alarms: make([]int, n), delays: make([][]float64, n)}
		t.now[i] = math.NaN()
	}
	t.res.Belief.Outcomes = map[string]int{}
	return t
}

// Add takes in a recording, what became of the object, and whether the hand believed that it held it; an outcome of "" is not known.
func (t *Tuner) Add(rec *tape.Tape, outcome string, believed bool) error {
	if len(rec.Truth) != len(rec.Ticks) || rec.Layout == nil {
		t.res.Ignored++
		return nil
	}
	if outcome != "" {
		b := &t.res.Belief
		b.Records++
		b.Outcomes[outcome]++
		switch held := outcome == "held"; {
		case held && believed:
			b.RightlyHeld++
		case believed:
			b.WronglyHeld++
		case held:
			b.WronglyLost++
		default:
			b.RightlyLost++
		}
	}
	t.params = rec.Params
	for i := range cues {
		if cues[i].now == nil {
			continue
		}
		v := cues[i].now(&rec.Params)
		t.mixed[i] = t.mixed[i] || !math.IsNaN(t.now[i]) && t.now[i] != v
		t.now[i] = v
	}
	w := watcher{t: t, rec: rec, onset: [2]int{-1, -1}, cued: make([][2][]int, len(cues))}
	for i := range w.cued {
		n := len(cues[i].values) + 1
		for f := range w.cued[i] {
			w.cued[i][f] = slices.Repeat([]int{-1}, n)
		}
	}
	if err := rec.Play(nil, w.tick); err != nil {
		return err
	}
	w.finish()
	return nil
}

// Merge takes in what another tuner has gathered.
func (t *Tuner) Merge(o *Tuner) {
	for i := range t.counts {
		a, b := &t.counts[i], &o.counts[i]
		a.pos, a.neg = a.pos+b.pos, a.neg+b.neg
		for k := range a.hits {
			a.hits[k] += b.hits[k]
			a.alarms[k] += b.alarms[k]
			a.delays[k] = append(a.delays[k], b.delays[k]...)
		}
		t.mixed[i] = t.mixed[i] || o.mixed[i] || !math.IsNaN(t.now[i]) && !math.IsNaN(o.now[i]) && t.now[i] != o.now[i]
		if math.IsNaN(t.now[i]) {
			t.now[i], t.params = o.now[i], o.params
		}
	}
	a, b := &t.res.Belief, &o.res.Belief
	a.Records += b.Records
	for k, n := range b.Outcomes {
		a.Outcomes[k] += n
	}
	a.RightlyHeld, a.WronglyHeld, a.RightlyLost, a.WronglyLost = a.RightlyHeld+b.RightlyHeld, a.WronglyHeld+b.WronglyHeld, a.RightlyLost+b.RightlyLost, a.WronglyLost+b.WronglyLost
	t.res.Ignored += o.res.Ignored
}

// least is how many positives and negatives it takes for a suggestion.
const least = 30

// Result weighs what was gathered. alarms is the part of the negatives in which a cue may be wrong.
func (t *Tuner) Result(alarms float64) Result {
	r := t.res
	r.Version = 1
	for i := range cues {
		r.Curves = append(r.Curves, t.curve(i, alarms))
	}
	return r
}

func (t *Tuner) curve(i int, alarms float64) Curve {
	q, n := &cues[i], &t.counts[i]
	c := Curve{Name: q.name, Unit: q.unit, Cue: q.kind, What: q.what, Positives: n.pos, Negatives: n.neg, AUC: -1, IsParam: q.param, Points: []Point{}}
	at := func(k int, v float64) Point {
		p := Point{Value: v, Hits: n.hits[k], Alarms: n.alarms[k], Delay: -1}
		if n.pos > 0 {
			p.TPR = float64(p.Hits) / float64(n.pos)
		}
		if n.neg > 0 {
			p.FPR = float64(p.Alarms) / float64(n.neg)
		}
		if d := n.delays[k]; len(d) > 0 {
			slices.Sort(d)
			p.Delay = d[len(d)/2]
		}
		return p
	}
	for k, v := range q.values {
		c.Points = append(c.Points, at(k, v))
	}
	known := q.param && !math.IsNaN(t.now[i])
	if known {
		c.Now = at(len(q.values), t.now[i])
	}
	c.Suggested = c.Now.Value
	c.Best = c.Now
	if n.pos < least || n.neg < least {
		c.Why = "too few events for a suggestion"
		if n.pos == 0 {
			c.Why = "nothing of the kind happened in these recordings"
		}
		return c
	}
	c.AUC = area(c.Points)
	// Of the values with the most hits, or nearly so, within the false alarms that are allowed, one with the fewest alarms: the middle of them.
	most := -1.0
	for _, p := range c.Points {
		if p.FPR <= alarms {
			most = math.Max(most, p.TPR)
		}
	}
	const nearly = 0.01
	rank := slices.Clone(c.Points)
	slices.SortStableFunc(rank, func(a, b Point) int {
		short := func(p Point) float64 { return math.Max(0, most-nearly-p.TPR) }
		return cmp.Or(cmp.Compare(excess(a.FPR, alarms), excess(b.FPR, alarms)), cmp.Compare(short(a), short(b)), cmp.Compare(a.Alarms, b.Alarms))
	})
	same := 1
	for same < len(rank) && rank[same].Alarms == rank[0].Alarms && rank[same].TPR >= most-nearly {
		same++
	}
	pick := rank[same/2]
	const worth = 0.02
	switch {
	case excess(pick.FPR, alarms) > 0:
		c.Best, c.Suggested = pick, pick.Value
		c.Why = "no value has so few false alarms; this one has the fewest"
		c.Change = known && c.Now.FPR > pick.FPR
	case !known:
		c.Best, c.Suggested, c.Change = pick, pick.Value, true
		c.Why = "the most hits within the false alarms that are allowed; commands carry it"
	case c.Now.FPR <= alarms && pick.TPR < c.Now.TPR+worth:
		c.Why = "as good as the best"
	default:
		c.Best, c.Suggested, c.Change = pick, pick.Value, true
		c.Why = "more hits within the false alarms that are allowed"
		if c.Now.FPR > alarms {
			c.Why = "fewer false alarms"
		}
	}
	if c.Change && c.Name == "pattern_floor" {
		c.Also = map[string]float64{"pattern_ratio": round3(math.Min(1, ratio(&t.params, c.Suggested)))}
	}
	if t.mixed[i] {
		c.Why += "; the recordings have several values"
	}
	return c
}

func excess(fpr, alarms float64) float64 { return math.Max(0, fpr-alarms) }

// area under a curve, by trapezia through (0, 0) and (1, 1).
func area(points []Point) float64 {
	row := make([][2]float64, 0, len(points)+2)
	row = append(row, [2]float64{0, 0}, [2]float64{1, 1})
	for _, p := range points {
		row = append(row, [2]float64{p.FPR, p.TPR})
	}
	slices.SortFunc(row, func(a, b [2]float64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	sum := 0.0
	for i := 1; i < len(row); i++ {
		sum += (row[i][0] - row[i-1][0]) * (row[i][1] + row[i-1][1]) / 2
	}
	return sum
}
