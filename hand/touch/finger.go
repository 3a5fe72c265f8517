package touch

import "math"

// Finger is what one fingertip feels. Force belongs to the last frame, everything else to the last step of the filters.
type Finger struct {
	Force float64 // SA-I: of the flat pad, N; negative when the zero has drifted
	Mean  float64 // the force that the filters took in last, N
	Fast  float64 // FA-I: high-passed at 5 Hz, N
	Slow  float64 // band-passed 0.8 to 5 Hz, N
	Self  float64 // the part of Fast that the hand's own motion explains, N

	Pattern float64 // change of the pattern of pressure that is not a change of its strength, N
	Change  float64 // change of the force against the remembered pattern, N

	// FastNoise and PatternNoise are mean squares of Fast and of the cells' change while nothing touches: what the sensor's noise alone does.
	FastNoise, PatternNoise float64
	// KnowsNoise lets the cues' thresholds rise above that noise.
	KnowsNoise bool

	raw    []float64 // counts of the last frame
	zero   []float64 // counts at rest
	known  []bool    // the cell has a zero
	cells  []float64 // force on each front cell in the last frame, N
	health []Health
	good   int // front cells that measure

	fast   Filter
	slow   Filter
	self   Filter
	sum    float64 // of Force over the frames since the last step, N
	n      int
	primed bool

	sums   []float64 // of each front cell over the frames since the last step, N
	before []float64 // each front cell as remembered, N
	spread float64   // sum of squares of the changes of the cells, N^2
	learnt int       // samples of the noise

	counts []float64 // sum of every cell over the frames since the last step, zeroed counts
	edge   []Filter  // high-pass of every cell, counts

	still []float64 // the count of each cell when it last moved
	stuck []int     // frames for which it has not
}

// FramePeriod is the rhythm of the PR2's pads, for which the thresholds of the cues are known, s.
const FramePeriod = 0.041

func newFinger(l *Layout, front int) Finger {
	n := len(l.Cells)
	f := Finger{
		raw: make([]float64, n), zero: make([]float64, n), known: make([]bool, n), health: make([]Health, n), counts: make([]float64, n), edge: make([]Filter, n),
		still: make([]float64, n), stuck: make([]int, n),
		cells: make([]float64, front), sums: make([]float64, front), before: make([]float64, front),
		fast: HighPass(FramePeriod, 5), self: HighPass(FramePeriod, 5), slow: BandPass(1/FramePeriod, 0.8, 5, 0.5), good: front,
	}
	for i := range f.edge {
		f.edge[i] = HighPass(FramePeriod, 5)
	}
	return f
}

// Count is a cell's last count less its zero; Edge the same high-passed. Any cell of the layout.
func (f *Finger) Count(cell int) float64 { return f.raw[cell] - f.zero[cell] }

// Edge is the high-passed count of a cell.
func (f *Finger) Edge(cell int) float64 { return f.edge[cell].Out() }

// Health of a cell.
func (f *Finger) Health(cell int) Health { return f.health[cell] }

// Good is how many cells of the flat pad measure.
func (f *Finger) Good() int { return f.good }

// step runs the filters on the mean of the frames since the last step. Explained is the force that the hand's own motion has added
// since New, N.
func (f *Finger) step(l *Layout, explained float64) {
	x := f.sum / float64(f.n)
	if !f.primed { // start in the steady state of the first frame
		f.primed, f.Mean = true, x
		f.fast.Settle(x)
		f.slow.Settle(x)
	}
	was := f.Mean
	f.Mean, f.Fast, f.Slow = x, f.fast.Push(x), f.slow.Push(x)
	f.Self = f.self.Push(explained)
	f.compare(x - was)
	for i := range f.counts {
		if f.health[i] != Good {
			f.edge[i].Settle(0)
		} else {
			f.edge[i].Push(f.counts[i] / float64(f.n))
		}
		f.counts[i] = 0
	}
	f.sum, f.n = 0, 0
}

// patternMemory is the part of the present pattern that enters the remembered one in a step: a slow slide has to add up over a few
// frames before it stands out from the noise of one.
const patternMemory = 0.25

// patternLeast is the force on a pad from which on its pattern can be told from its strength, N.
const patternLeast = 0.3

// compare measures how the pattern of pressure on the pad has changed since it was last remembered. A change of the whole grip
// scales every cell alike and does not count; an object that slides brings other parts of its surface under each cell. While
// the force itself moves, round objects spread over more cells, so that the memory then is that of one step.
func (f *Finger) compare(moved float64) {
	now, old := 0.0, 0.0
	for i, s := range f.sums {
		now += s
		old += f.before[i]
	}
	k := 1 / float64(f.n)
	scale := 1.0 // of next to nothing no ratio is known
	if old > patternLeast {
		scale = now * k / old
	}
	memory := patternMemory
	if math.Abs(moved) > 0.03+0.01*math.Abs(f.Mean) {
		memory = 1
	}
	sq, raw := 0.0, 0.0
	for i, s := range f.sums {
		d, e := s*k-scale*f.before[i], s*k-f.before[i]
		sq += d * d
		raw += e * e
		f.before[i] += memory * (s*k - f.before[i])
		f.sums[i] = 0
	}
	f.Pattern, f.Change, f.spread = math.Sqrt(sq), now*k-old, raw
}

// noiseMargin is how many standard deviations of its noise a cue must exceed: false alarms once in a few thousand frames for
// normal noise. noiseRate is how fast the noise is learnt, each step.
const (
	noiseMargin = 3.5
	noiseRate   = 0.03
)

// noise is what a cue must exceed by the noise that was learnt.
func (f *Finger) noise(square float64) float64 {
	if !f.KnowsNoise {
		return 0
	}
	return noiseMargin * math.Sqrt(square)
}

// learn takes the cues for noise, in a hand that holds nothing.
func (f *Finger) learn(force, trigger float64) {
	if math.Abs(f.Mean) > force || math.Abs(f.Fast) > trigger {
		return
	}
	f.learnt++
	rate := math.Max(noiseRate, 1/float64(f.learnt))
	f.FastNoise += rate * (f.Fast*f.Fast - f.FastNoise)
	f.PatternNoise += rate * (f.spread - f.PatternNoise)
}

// Touches is the contact test: a fast change of the force, or enough of it. N.
func (f *Finger) Touches(trigger, force float64) bool {
	return math.Abs(f.Fast) > math.Max(trigger, f.noise(f.FastNoise)) || f.Force > force
}

// Trembles is the slip test of the PR2's controller: a small fast disturbance of the force, over a part of it between 0.048 and
// 0.2 N, while its slow part is below quiet, N. What the hand's own motion explains does not count.
func (f *Finger) Trembles(part, quiet float64) bool {
	bound := math.Max(0.048, math.Min(0.2, part*math.Abs(f.Mean)))
	bound = math.Max(bound, f.noise(f.FastNoise))
	fast := math.Min(math.Abs(f.Fast), math.Abs(f.Fast-f.Self))
	return fast > bound && math.Abs(f.Slow) < quiet
}

// Wanders reports a pattern of pressure that changes as it does under a sliding object: by more than floor, N, and a part of the
// force. A stronger grip also spreads over more cells of a round object: a pattern that changes less than twice as much as the force
// does not count.
func (f *Finger) Wanders(floor, part float64) bool {
	floor = math.Max(floor, f.noise(f.PatternNoise))
	return f.Pattern > math.Max(2*math.Abs(f.Change), math.Max(floor, part*math.Abs(f.Mean)))
}
