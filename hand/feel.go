package hand

import "math"

// finger filters the force of one pad. The filters run on means of the frames of 41 ms, the rhythm of the PR2's pads, for which
// the thresholds are known; faster pads are averaged down to it, slower ones run them at their own.
type finger struct {
	sum    float64 // of the frames since the last filter step
	n      int
	x1     float64    // last input, N
	hp     float64    // high-passed: fast-adapting (FA-I), N
	lfx    [2]float64 // band-pass 0.8 to 5 Hz: inputs and outputs before, N
	lf     [2]float64
	primed bool

	cells   []float64 // sum of each cell over the frames since the last filter step, N
	before  []float64 // each cell as remembered from the last filter steps, N
	spread  float64   // sum of squares of the changes of the cells, N^2
	pattern float64   // change of the pressure pattern that is not a change of its strength, N
	change  float64   // change of the force, N

	// Mean squares of hp and pattern while nothing touches: what the sensor's noise alone does.
	hpNoise, patternNoise float64
	learnt                int // samples of the noise
}

// hpAlpha is that of a backward-difference high-pass at 5 Hz: 1/(1 + 2 pi 5 dt).
var hpAlpha = 1 / (1 + framePeriod*2*math.Pi*5)

// push runs the filters on one force.
func (f *finger) push(x float64) {
	if !f.primed { // start in the steady state of the first frame
		f.x1, f.primed = x, true
		f.lfx = [2]float64{x, x}
	}
	f.hp = hpAlpha * (f.hp + x - f.x1)
	f.x1 = x
	// Chebyshev I, 0.5 dB, 0.8 to 5 Hz at 24.4 Hz.
	y := 0.6323*x - 0.6323*f.lfx[1] + 0.6294*f.lf[0] + 0.2647*f.lf[1]
	f.lfx = [2]float64{x, f.lfx[0]}
	f.lf = [2]float64{y, f.lf[0]}
}

// patternMemory is the part of the present pattern that enters the remembered one in a filter step: a slow slide has to add up
// over a few frames before it stands out from the noise of one.
const patternMemory = 0.25

// compare measures how the pattern of pressure on the pad has changed since it was last remembered. A change of the whole grip
// scales every cell alike and does not count; an object that slides brings other parts of its surface under each cell. While
// the force itself moves, round objects spread over more cells, so that the memory then is that of one step.
func (f *finger) compare(moved float64) {
	now, old := 0.0, 0.0
	for i, s := range f.cells {
		now += s
		old += f.before[i]
	}
	k := 1 / float64(f.n)
	scale := 0.0
	if old > 0 {
		scale = now * k / old
	}
	memory := patternMemory
	if math.Abs(moved) > 0.03+0.01*math.Abs(f.x1) {
		memory = 1
	}
	sq, raw := 0.0, 0.0
	for i, s := range f.cells {
		d, e := s*k-scale*f.before[i], s*k-f.before[i]
		sq += d * d
		raw += e * e
		f.before[i] += memory * (s*k - f.before[i])
		f.cells[i] = 0
	}
	f.pattern, f.change, f.spread = math.Sqrt(sq), now*k-old, raw
}

// wanders reports a pattern of pressure that changes as it does under a sliding object. A stronger grip also spreads over more
// cells of a round object: a pattern that changes less than twice as much as the force does not count.
func (f *finger) wanders(p *Params) bool {
	floor := math.Max(p.PatternFloor, noiseMargin*math.Sqrt(f.patternNoise))
	return f.pattern > math.Max(2*math.Abs(f.change), math.Max(floor, p.PatternRatio*math.Abs(f.x1)))
}

// trembles is the slip test of the PR2's controller: a small fast disturbance of the force while its slow part is quiet.
func (f *finger) trembles(p *Params) bool {
	bound := math.Max(0.048, math.Min(0.2, p.SlipRatio*math.Abs(f.x1)))
	bound = math.Max(bound, noiseMargin*math.Sqrt(f.hpNoise))
	return math.Abs(f.hp) > bound && math.Abs(f.lf[0]) < p.SlipQuiet
}

// noiseMargin is how many standard deviations of its noise a cue must exceed: false alarms once in a few thousand frames for
// normal noise. noiseRate is how fast the noise is learnt, each filter step.
const (
	noiseMargin = 3.5
	noiseRate   = 0.03
)

// touches is the contact test: a fast change of the force, or enough of it.
func (f *finger) touches(p *Params, force float64) bool {
	return math.Abs(f.hp) > math.Max(p.HPForceTrigger, noiseMargin*math.Sqrt(f.hpNoise)) || force > p.ContactForce
}

// learn takes the cues for noise, in a hand that holds nothing.
func (f *finger) learn(p *Params) {
	if math.Abs(f.x1) > p.ContactForce/2 || math.Abs(f.hp) > p.HPForceTrigger {
		return
	}
	f.learnt++
	rate := math.Max(noiseRate, 1/float64(f.learnt))
	f.hpNoise += rate * (f.hp*f.hp - f.hpNoise)
	f.patternNoise += rate * (f.spread - f.patternNoise)
}

// feel takes in the pads' frame. It reports whether there was a new one, and whether the filters moved on with it.
func (c *Controller) feel(r *Reading) (fresh, filtered bool) {
	c.sinceFilter++
	if c.began && r.Frame == c.frame {
		return false, false
	}
	c.frame = r.Frame
	force := [2]float64{}
	for i := range r.Left {
		force[0] += r.Left[i]
		force[1] += r.Right[i]
	}
	c.st.Force, c.frameGap = force, r.Gap
	for i := range c.touch {
		c.touch[i].sum += force[i]
		c.touch[i].n++
	}
	for i := range r.Left {
		c.touch[0].cells[i] += r.Left[i]
		c.touch[1].cells[i] += r.Right[i]
	}
	if filtered = !c.began || float64(c.sinceFilter)*c.dt > framePeriod-1.5*c.dt; filtered {
		c.began, c.sinceFilter = true, 0
		for i := range c.touch {
			f := &c.touch[i]
			was := f.x1
			f.push(f.sum / float64(f.n))
			f.compare(f.x1 - was)
			if c.st.Mode == Position || c.st.Mode == FindContact && !c.st.Found {
				f.learn(&c.p)
			}
			f.sum, f.n = 0, 0
		}
	}
	for i := range c.touch {
		c.st.Contact[i] = c.touch[i].touches(&c.p, force[i])
	}
	return true, filtered
}
