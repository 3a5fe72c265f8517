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
	before  []float64 // mean of each cell at the last filter step, N
	pattern float64   // change of the pressure pattern that is not a change of its strength, N
	change  float64   // change of the force, N
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

// compare measures how the pattern of pressure on the pad has changed since the last filter step. A change of the whole grip
// scales every cell alike and does not count; an object that slides brings other parts of its surface under each cell.
func (f *finger) compare() {
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
	sq := 0.0
	for i, s := range f.cells {
		d := s*k - scale*f.before[i]
		sq += d * d
		f.before[i], f.cells[i] = s*k, 0
	}
	f.pattern, f.change = math.Sqrt(sq), now*k-old
}

// wanders reports a pattern of pressure that changes as it does under a sliding object. A stronger grip also spreads over more
// cells of a round object: a pattern that changes less than the force does not count.
func (f *finger) wanders(p *Params) bool {
	return f.pattern > math.Max(math.Abs(f.change), math.Max(p.PatternFloor, p.PatternRatio*math.Abs(f.x1)))
}

// trembles is the slip test of the PR2's controller: a small fast disturbance of the force while its slow part is quiet.
func (f *finger) trembles(p *Params) bool {
	bound := math.Max(0.048, math.Min(0.2, p.SlipRatio*math.Abs(f.x1)))
	return math.Abs(f.hp) > bound && math.Abs(f.lf[0]) < p.SlipQuiet
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
	c.st.Force = force
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
			f.push(f.sum / float64(f.n))
			f.compare()
			f.sum, f.n = 0, 0
		}
	}
	for i := range c.touch {
		c.st.Contact[i] = math.Abs(c.touch[i].hp) > c.p.HPForceTrigger || force[i] > c.p.ContactForce
	}
	return true, filtered
}
