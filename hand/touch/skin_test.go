package touch

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
)

const idle = 3000

// pads sends frames of PR2 fingertips with a force on each flat pad.
type pads struct {
	s     *Skin
	cells [2][]float64
	frame uint64
	noise float64 // counts
	rng   *rand.Rand
	spoil func(cells *[2][]float64)
}

func newPads(t *testing.T) *pads {
	t.Helper()
	s, err := New(PR2(), 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	p := &pads{s: s, rng: rand.New(rand.NewPCG(1, 2))}
	for f := range p.cells {
		p.cells[f] = make([]float64, 22)
	}
	return p
}

// send runs one frame and the ticks until the next.
func (p *pads) send(n float64) {
	p.frame++
	for f := range p.cells {
		for i := range p.cells[f] {
			p.cells[f][i] = idle + math.Round(p.noise*p.rng.NormFloat64())
			if i >= 7 {
				p.cells[f][i] += n / 15 * 1600
			}
		}
	}
	if p.spoil != nil {
		p.spoil(&p.cells)
	}
	for range 41 {
		p.s.Push(&p.cells, p.frame, 0, false, Thresholds{})
	}
}

// A cell that breaks is left out, the others stand for it, and it comes back; half of a pad is too little.
func TestDeadCells(t *testing.T) {
	for name, count := range map[string]float64{"0": 0, "65535": 65535, "NaN": math.NaN(), "Inf": math.Inf(1)} {
		p := newPads(t)
		for range 20 {
			p.send(0)
		}
		p.spoil = func(c *[2][]float64) { c[0][14] = count }
		p.send(6)
		f := &p.s.Fingers[0]
		if f.Health(14) != Dead || f.Good() != 14 || math.Abs(f.Force-6) > 1e-6 || !p.s.Whole(0) {
			t.Errorf("%s: %v, %d good, %g N of 6", name, f.Health(14), f.Good(), f.Force)
		}
		p.spoil = func(c *[2][]float64) {
			for i := 7; i < 15; i++ {
				c[0][i] = count
			}
		}
		p.send(6)
		if p.s.Whole(0) || f.Force != 0 || !p.s.Whole(1) {
			t.Errorf("%s: 8 of 15 dead: whole %v, %g N", name, p.s.Whole(0), f.Force)
		}
		p.spoil = nil
		p.send(6)
		if f.Good() != 15 || math.Abs(f.Force-6) > 1e-6 {
			t.Errorf("%s: mended: %d good, %g N", name, f.Good(), f.Force)
		}
	}
}

// A count that stands still among noisy ones is stuck, among still ones it is not.
func TestStuckCells(t *testing.T) {
	for _, noise := range []float64{0, 8} {
		p := newPads(t)
		p.noise = noise
		p.spoil = func(c *[2][]float64) { c[1][9] = idle + 2 }
		for range stuckFrames + 5 {
			p.send(3)
		}
		want := Good
		if noise > 0 {
			want = Stuck
		}
		if got := p.s.Fingers[1].Health(9); got != want {
			t.Errorf("noise of %g counts: %v, want %v", noise, got, want)
		}
		p.spoil = nil
		p.noise = 8
		p.send(3)
		p.send(3)
		if got := p.s.Fingers[1].Health(9); got != Good {
			t.Errorf("it moves again: %v", got)
		}
	}
}

// A new zero is no event: the filters do not see it.
func TestZeroIsNoEvent(t *testing.T) {
	p := newPads(t)
	for range 20 {
		p.send(0)
	}
	drift := 0.0
	p.spoil = func(c *[2][]float64) {
		for f := range c {
			for i := range c[f] {
				c[f][i] += drift
			}
		}
	}
	for range 100 { // slowly, by 0.94 N
		drift++
		p.send(0)
	}
	for range 60 {
		p.send(0)
	}
	f := &p.s.Fingers[0]
	before := f.Force
	p.s.Zero()
	for range 8 {
		p.send(0)
		if math.Abs(f.Fast) > 1e-6 || math.Abs(f.Slow) > 2e-3 || math.Abs(f.Edge(3)) > 1e-6 || f.Pattern > 1e-9 {
			t.Fatalf("fast %g, slow %g N, edge %g counts, pattern %g N", f.Fast, f.Slow, f.Edge(3), f.Pattern)
		}
	}
	if p.s.ZeroState() != Zeroed || math.Abs(before-15*100/1600.0) > 1e-6 || math.Abs(f.Force) > 1e-9 {
		t.Errorf("%v, from %g to %g N", p.s.ZeroState(), before, f.Force)
	}
	p.s.Zero() // and then no frame comes
	for range 2000 {
		p.s.Push(&p.cells, p.frame, 0, false, Thresholds{})
	}
	if p.s.ZeroState() != ZeroSilent {
		t.Error(p.s.ZeroState())
	}
}

// Frames count, not counts that happen to change: a frame that is equal to the last one moves the filters on, the same frame again does
// not, whatever its counts.
func TestFramesMoveTheFilters(t *testing.T) {
	p := newPads(t)
	for range 10 {
		p.send(0)
	}
	p.send(1)
	f := &p.s.Fingers[0]
	one := f.Fast
	p.cells[0][10] += 500
	if fresh, filtered := p.s.Push(&p.cells, p.frame, 0, false, Thresholds{}); fresh || filtered || f.Fast != one {
		t.Error("changed counts of the same frame are taken in")
	}
	p.send(1)
	if r := f.Fast / one; math.Abs(r-0.437053) > 1e-5 {
		t.Errorf("an equal frame moves the high-pass by a factor of %g, want 0.437", r)
	}
	if p.s.Age() > 0.041 || math.Abs(p.s.Period()-0.042) > 1e-9 {
		t.Errorf("age %g s, period %g s", p.s.Age(), p.s.Period())
	}
}

func TestLayouts(t *testing.T) {
	for _, l := range Layouts() {
		if err := l.Validate(); err != nil {
			t.Error(err)
		}
		d := l.Delivered()
		if err := d.Validate(); err != nil {
			t.Error(err)
		}
		if l.Sum != (len(d.Cells) == 1) || math.Abs(d.PadArea()-l.PadArea()) > 1e-12 {
			t.Errorf("%s delivers %d cells of %g m^2", l.Name, len(d.Cells), d.PadArea())
		}
	}
	for name, l := range map[string]Layout{
		"none":     {},
		"many":     Grid("many", 40, 40, 1e-3, 1e-3, 0),
		"no front": {Cells: []Cell{{Normal: geom.UnitX, Area: 1e-4, PerNewton: 1}}},
		"no scale": {Cells: []Cell{{Normal: geom.UnitX, Area: 1e-4, Front: true}}},
		"NaN":      {Cells: []Cell{{Normal: geom.UnitX, Area: 1e-4, Front: true, PerNewton: 1, Center: geom.V(math.NaN(), 0, 0)}}},
		"skew":     {Cells: []Cell{{Normal: r3.Scale(2, geom.UnitX), Area: 1e-4, Front: true, PerNewton: 1}}},
	} {
		if _, err := New(l, 1e-3); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An accelerometer of one sample a tick keeps the band: 100 Hz pass, and gravity does not.
func TestSlowAccelerometer(t *testing.T) {
	p := NewPalm(1e-3)
	peak := 0.0
	for k := range 2000 {
		a := geom.V(3*math.Sin(2*math.Pi*100*float64(k)*1e-3), 0, 9.81)
		p.Push([]geom.Vec{a})
		if k > 1000 {
			peak = math.Max(peak, p.Peak)
		}
	}
	if peak < 2.7 || peak > 3.6 || math.Abs(p.Band.Z) > 1e-3 {
		t.Errorf("3 m/s^2 at 100 Hz peak as %g, gravity leaves %g", peak, p.Band.Z)
	}
	p.Push([]geom.Vec{geom.V(math.NaN(), 0, 0)})
	if !geom.IsFinite(p.Band) {
		t.Error("a sample that is no number spoils the filters")
	}
}

func TestPushAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	p := newPads(t)
	if n := testing.AllocsPerRun(100, func() { p.send(2) }); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// Whatever the counts, forces are numbers and nothing panics.
func FuzzPush(f *testing.F) {
	f.Add(uint64(1), 0.0, 65535.0, 3000.0)
	f.Add(uint64(2), math.NaN(), math.Inf(1), -1e308)
	f.Add(uint64(3), 1e308, 1e308, 1e308)
	f.Fuzz(func(t *testing.T, seed uint64, a, b, c float64) {
		s, err := New(PR2(), 1e-3)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		var cells [2][]float64
		for i := range cells {
			cells[i] = make([]float64, 22)
		}
		for k := range 200 {
			for i := range cells {
				for j := range cells[i] {
					cells[i][j] = []float64{a, b, c, idle, 65535 * rng.Float64()}[rng.IntN(5)]
				}
			}
			if k == 50 {
				s.Zero()
			}
			s.Push(&cells, uint64(k/7), 0, k < 100, Thresholds{ContactForce: 1, Trigger: 0.1})
		}
		for i := range s.Fingers {
			if x := s.Fingers[i].Force; math.IsNaN(x) && math.Abs(a)+math.Abs(b)+math.Abs(c) < 1e9 {
				t.Errorf("finger %d: force %g", i, x)
			}
		}
	})
}
