package graspfix

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// evaluator judges the forces of a window. Its slices are scratch memory.
type evaluator struct {
	common gate   // of pooled forces
	arms   []gate // of each arm

	rows   []row
	strong []force
}

// row is a sample with its finger's arm and rank; key orders rows.
type row struct {
	at, arm, rank int32
	key           int64
}

// force is a mean force: unit vector, size, finger.
type force struct {
	u      geom.Vec
	size   float64
	finger int32
	normal bool
}

// cosMargin keeps an angle that equals the tolerance but for rounding from counting as larger.
const cosMargin = 1e-12

// gate is what a pair of forces must pass.
type gate struct {
	cosAttach, cosHold float64
	minRatio, minForce float64
}

func newGate(p *Params) (e gate) {
	attach := p.AngleDeg * p.AngleScale
	hold := attach
	if p.HoldAngleDeg > 0 {
		hold = math.Min(attach, p.HoldAngleDeg*p.AngleScale)
	}
	e.cosAttach = math.Cos(attach*math.Pi/180) - cosMargin
	e.cosHold = math.Cos(hold*math.Pi/180) - cosMargin
	e.minRatio, e.minForce = p.MinForceRatio, p.MinForce
	return e
}

// gate of an arm, or of all for -1.
func (e *evaluator) gate(arm int32) *gate {
	if arm < 0 {
		return &e.common
	}
	return &e.arms[arm]
}

// gather lists the samples of an object in the order of finger names, one arm after the other unless forces are pooled.
func (f *Fix) gather(o *object, byArm bool) []row {
	e := &f.eval
	e.rows = e.rows[:0]
	for at := o.head; at >= 0; at = f.win.samples[at].next {
		fg := &f.fingers[f.win.samples[at].finger]
		key := int64(fg.rank)
		if byArm {
			key |= int64(fg.arm) << 32
		}
		e.rows = append(e.rows, row{at, fg.arm, fg.rank, key})
	}
	if len(e.rows) > 24 {
		slices.SortFunc(e.rows, func(a, b row) int { return cmp.Compare(a.key, b.key) })
		return e.rows
	}
	for i := 1; i < len(e.rows); i++ { // few, as a rule: insertion
		r := e.rows[i]
		j := i
		for ; j > 0 && e.rows[j-1].key > r.key; j-- {
			e.rows[j] = e.rows[j-1]
		}
		e.rows[j] = r
	}
	return e.rows
}

// checkGrip is the criterion: some pair of forces opposes each other. It fills in the evidence: the opposing pair with the
// largest angle, or where there is none the pair that came nearest. The cosine is compared, which rounding cannot push out of
// its range, so that exactly opposite forces count.
func (f *Fix) checkGrip(rows []row, arm int32, held bool, ev *Evidence) bool {
	e, gate := &f.eval, f.eval.gate(arm)
	limit := gate.cosAttach
	if held {
		limit = gate.cosHold
	}
	e.strong = e.strong[:0]
	for _, r := range rows {
		s := &f.win.samples[r.at]
		m := mean(s.F_O, s.n)
		size := norm(m)
		normal := 2*s.normals > s.n
		if !(size >= gate.minForce) || size == 0 {
			continue
		}
		e.strong = append(e.strong, force{r3.Scale(1/size, m), size, s.finger, normal})
	}
	*ev = Evidence{T: ev.T, Touch: len(rows), Strong: len(e.strong)}
	if len(e.strong) == 1 {
		ev.Force[0], ev.Pair[0] = e.strong[0].size, f.fingerName(e.strong[0].finger)
	}
	const none = -1
	best := [3]struct {
		i, j int
		cos  float64
	}{{i: none, cos: 2}, {i: none, cos: 2}, {i: none, cos: 2}} // opposing; angle but not ratio; any
	for i := range e.strong {
		a := &e.strong[i]
		ev.NoForce = ev.NoForce || a.normal
		for j := i + 1; j < len(e.strong); j++ {
			b := &e.strong[j]
			c := a.u.X*b.u.X + a.u.Y*b.u.Y + a.u.Z*b.u.Z
			class := 2
			if c < limit {
				class = 1
				if a.normal || b.normal || math.Min(a.size, b.size) >= gate.minRatio*math.Max(a.size, b.size) {
					class = 0
				}
			}
			if c < best[class].cos {
				best[class].i, best[class].j, best[class].cos = i, j, c
			}
		}
	}
	for class := range best {
		b := best[class]
		if b.i == none {
			continue
		}
		p, q := &e.strong[b.i], &e.strong[b.j]
		ev.Angle = math.Acos(math.Max(-1, math.Min(1, b.cos)))
		ev.Force = [2]float64{p.size, q.size}
		ev.Ratio = math.Min(p.size, q.size) / math.Max(p.size, q.size)
		ev.Pair = [2]string{f.fingerName(p.finger), f.fingerName(q.finger)}
		return class == 0
	}
	return false
}

func (f *Fix) fingerName(i int32) string { return f.bodies[f.fingers[i].body].name }
