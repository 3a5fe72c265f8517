package hand

import (
	"bytes"
	"math"
	"testing"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/hand/touch"
)

// seen is a tick or an order, as an observer is told.
type seen struct {
	cmd    *Command
	p      *Params
	r      Reading
	effort float64
	mode   Mode
}

type diary struct{ list []seen }

func (d *diary) Commanding(_ *Controller, cmd Command) { d.list = append(d.list, seen{cmd: &cmd}) }
func (d *diary) Changing(_ *Controller, p Params)      { d.list = append(d.list, seen{p: &p}) }
func (d *diary) Stepped(c *Controller, r *Reading) {
	own := *r
	for f := range own.Cells {
		own.Cells[f] = append([]float64(nil), r.Cells[f]...)
	}
	own.Accel = append([]geom.Vec(nil), r.Accel...)
	d.list = append(d.list, seen{r: own, effort: c.last, mode: c.st.Mode})
}

// A controller that takes over the state of another goes on exactly as that one, wherever it was; what an observer was told is all that
// it takes.
func TestStateRestored(t *testing.T) {
	for _, bare := range []bool{false, true} {
		g := newRig(t, 0.05, 10e3)
		fresh := func() *Controller { return newController(t, DefaultParams()) }
		if bare {
			fresh = func() *Controller {
				c, err := New(DefaultParams(), nil, 1e-3)
				if err != nil {
					t.Fatal(err)
				}
				return c
			}
			g.c, g.bare = fresh(), true
			g.r.Cells = [2][]float64{}
		}
		type mark struct {
			at    int
			state []byte
		}
		var d diary
		var marks []mark
		g.c.Observe(&d)
		for k := range 6000 {
			switch k {
			case 100:
				g.do(t, Command{Verb: Watch, Event: Event{Condition: OnAccel, Accel: 4}})
				g.do(t, Command{Verb: Grab})
			case 4000:
				g.slip = 0.3
			case 4300:
				g.slip = 0
				p := g.c.Params()
				p.SlipGain = 1.5
				g.c.SetParams(p)
			case 4500:
				g.do(t, Command{Verb: Release, Event: Event{Condition: OnAccel, Accel: 2}})
			}
			g.r.Accel = g.r.Accel[:0]
			if k%3 == 0 {
				g.r.Accel = append(g.r.Accel, geom.V(0, 0, 9.81+0.1*math.Sin(float64(k))))
			}
			if k > 5000 && k < 5005 {
				g.r.Accel = append(g.r.Accel, geom.V(0, 12, 9.81))
			}
			if k%397 == 0 {
				marks = append(marks, mark{len(d.list), g.c.AppendState(nil)})
			}
			g.step()
		}
		end := g.c.AppendState(nil)
		for _, m := range marks {
			c := fresh()
			if err := c.RestoreState(m.state); err != nil {
				t.Fatal(err)
			}
			if again := c.AppendState(nil); !bytes.Equal(again, m.state) {
				t.Fatal("the state is not what was restored")
			}
			for k := range d.list {
				s := &d.list[k]
				switch {
				case k < m.at:
					if s.p != nil {
						c.SetParams(*s.p)
					}
				case s.cmd != nil:
					if err := c.Do(*s.cmd); err != nil {
						t.Fatal(err)
					}
				case s.p != nil:
					c.SetParams(*s.p)
				default:
					if e := c.Step(&s.r); math.Float64bits(e) != math.Float64bits(s.effort) || c.st.Mode != s.mode {
						t.Fatalf("from %d: entry %d: effort %v in %v, was %v in %v", m.at, k, e, c.st.Mode, s.effort, s.mode)
					}
				}
			}
			if got := c.AppendState(nil); !bytes.Equal(got, end) {
				t.Errorf("bare %v, from %d: the controllers ended apart", bare, m.at)
			}
		}
		if !bare && g.c.st.Mode != Position {
			t.Errorf("the rig did not go the whole way: %v", g.c.st.Describe())
		}
	}
}

func TestStateRefused(t *testing.T) {
	c := newController(t, DefaultParams())
	b := c.AppendState(nil)
	small, err := New(DefaultParams(), &touch.Layout{Name: "x", Cells: touch.Matrix4x4().Cells}, 1e-3)
	if err != nil {
		t.Fatal(err)
	}
	other := bytes.Clone(b)
	other[5]++
	for name, at := range map[string]struct {
		c    *Controller
		b    []byte
		kind fault.Kind
	}{
		"nothing":         {c, nil, fault.Invalid},
		"another version": {c, other, fault.Unsupported},
		"another layout":  {small, b, fault.Invalid},
		"cut":             {c, b[:len(b)-3], fault.Truncated},
		"longer":          {c, append(bytes.Clone(b), 0), fault.Invalid},
	} {
		if err := at.c.RestoreState(at.b); fault.KindOf(err) != at.kind {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStateAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	c := newController(t, DefaultParams())
	b := c.AppendState(nil)
	if n := testing.AllocsPerRun(100, func() { b = c.AppendState(b[:0]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAppendState(b *testing.B) {
	c := newController(b, DefaultParams())
	var buf []byte
	for b.Loop() {
		buf = c.AppendState(buf[:0])
	}
	b.SetBytes(int64(len(buf)))
}

// Whatever the state, it is taken over or refused, and a controller that took it over goes on without a panic.
func FuzzRestoreState(f *testing.F) {
	g := newRig(f, 0.05, 10e3)
	f.Add(g.c.AppendState(nil))
	g.do(f, Command{Verb: Grab})
	g.run(3000)
	f.Add(g.c.AppendState(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		c := newController(t, DefaultParams())
		if c.RestoreState(b) != nil {
			return
		}
		r := Reading{Gap: 0.05, Cells: [2][]float64{make([]float64, sideCells+padCells), make([]float64, sideCells+padCells)}}
		for k := range 100 {
			r.Time, r.Frame = float64(k)*1e-3, uint64(k/7)
			c.Step(&r)
			if k == 50 {
				_ = c.Do(Command{Verb: Grasp}) // refused or not
			}
		}
		_ = c.Status().Describe()
	})
}
