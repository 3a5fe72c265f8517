package graspfix

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/holdfast-robotics/holdfast/geom"
)

// ledger follows the events and says when they cannot be true.
type ledger struct {
	arms map[string]bool
	held map[string]string // object -> arm
	arm  map[string]string // arm -> object
	last float64
	seq  uint64
	bad  string
}

func newLedger(arms ...string) *ledger {
	l := &ledger{arms: map[string]bool{}, held: map[string]string{}, arm: map[string]string{}}
	for _, a := range arms {
		l.arms[a] = true
	}
	return l
}

func (l *ledger) event(e Event) {
	fail := func(format string, args ...any) {
		if l.bad == "" {
			l.bad = fmt.Sprintf(format, args...) + fmt.Sprintf(": %+v", e)
		}
	}
	if !l.arms[e.Arm] {
		fail("a gripper that does not exist")
	}
	if e.Seq != l.seq+1 {
		fail("sequence number after %d", l.seq)
	}
	if e.T < l.last && e.Reason != ClockReset {
		fail("time went back from %g", l.last)
	}
	l.seq, l.last = e.Seq, e.T
	switch e.Kind {
	case Attach:
		if l.held[e.Object] != "" || l.arm[e.Arm] != "" {
			fail("attached while %q holds it or the arm holds %q", l.held[e.Object], l.arm[e.Arm])
		}
	case Detach:
		if l.held[e.Object] != e.Arm || l.arm[e.Arm] != e.Object {
			fail("let go of what %q holds, the arm holds %q", l.held[e.Object], l.arm[e.Arm])
		}
		delete(l.held, e.Object)
		delete(l.arm, e.Arm)
		return
	case Transfer:
		if l.held[e.Object] != e.From || l.arm[e.From] != e.Object || l.arm[e.Arm] != "" {
			fail("transferred what %q holds to an arm that holds %q", l.held[e.Object], l.arm[e.Arm])
		}
		delete(l.arm, e.From)
	}
	l.held[e.Object], l.arm[e.Arm] = e.Arm, e.Object
}

func (l *ledger) agrees(f *Fix) string {
	if l.bad != "" {
		return l.bad
	}
	now := f.Attached()
	if len(now) != len(l.held) {
		return fmt.Sprintf("events say %v is held, the state says %v", l.held, now)
	}
	for o, a := range now {
		if l.held[o] != a || f.Held(a) != o {
			return fmt.Sprintf("events say %v is held, the state says %v", l.held, now)
		}
	}
	for i := range f.objects {
		for _, g := range f.objects[i].grips {
			if g.counter < 0 || g.counter > f.cfg.MaxGripCount {
				return fmt.Sprintf("counter %d", g.counter)
			}
		}
	}
	return ""
}

var armsAB = []Arm{{Name: "b", Palm: "p", Links: []string{"b1", "b2"}}, {Name: "a", Palm: "q", Links: []string{"a1", "a2"}}}

// A day of simulated time with random contacts: the memory does not grow and the invariants hold.
func TestADayOfRandomContacts(t *testing.T) {
	hours := 24
	if testing.Short() || raceEnabled {
		hours = 1
	}
	l := newLedger("a", "b")
	f, err := New(config(t, Default, nil, armsAB...), nil, Hooks{OnEvent: l.event})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	var before, after runtime.MemStats
	for h := range hours {
		if h == 1 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		randomContacts(f, rnd, float64(h)*3600, float64(h+1)*3600)
		if bad := l.agrees(f); bad != "" {
			t.Fatalf("hour %d: %s", h, bad)
		}
	}
	if hours > 1 {
		runtime.GC()
		runtime.ReadMemStats(&after)
		if after.HeapAlloc > before.HeapAlloc+64<<10 {
			t.Errorf("heap grew from %d to %d bytes", before.HeapAlloc, after.HeapAlloc)
		}
	}
	t.Logf("%d events in %d h, %d windows, %d contacts", l.seq, hours, f.Stats().Updates, f.Stats().Contacts)
	if l.seq < 100 {
		t.Errorf("little happened: %d events", l.seq)
	}
}

// The day again with physics at 1 kHz, an actuator that refuses and is late, objects that come and go under new names, and
// every preset that hands over. It takes minutes: make day.
func TestALongDay(t *testing.T) {
	if os.Getenv("HOLDFAST_DAY") == "" {
		t.Skip("takes minutes; make day runs it")
	}
	for _, preset := range []string{Default, Fast} {
		t.Run(preset, func(t *testing.T) {
			l := newLedger("a", "b")
			rnd := rand.New(rand.NewPCG(5, 6))
			f, err := New(config(t, preset, nil, armsAB...), &moody{rnd: rnd, mood: 2}, Hooks{OnEvent: l.event})
			if err != nil {
				t.Fatal(err)
			}
			var first, most uint64
			for m := range 24 * 60 {
				from := float64(m) * 60
				randomSteps(f, rnd, from, from+60, 1e-3)
				for _, arm := range []string{"a", "b"} {
					_ = f.Acknowledge(arm, nil) // refused when nothing is pending
				}
				f.ID(fmt.Sprintf("part_%d::link::c", m), "")
				f.ExplainAll()
				if bad := l.agrees(f); bad != "" {
					t.Fatalf("minute %d: %s", m, bad)
				}
				if m%60 == 59 {
					var mem runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&mem)
					if first == 0 {
						first = mem.HeapAlloc
					}
					most = max(most, mem.HeapAlloc)
				}
			}
			if most > first+64<<10 {
				t.Errorf("heap grew from %d to %d bytes", first, most)
			}
			t.Logf("%d events in 24 h, %d windows, %d contacts; heap %d bytes after the first hour, at most %d later", l.seq, f.Stats().Updates, f.Stats().Contacts, first, most)
		})
	}
}

// Whatever comes in and whatever the actuator answers, an object is never held by two grippers.
func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := Preset(rapid.SampledFrom([]string{Default, Fast}).Draw(t, "preset"))
		if err != nil {
			t.Fatal(err)
		}
		p.ObjectKey = rapid.SampledFrom([]string{"collision", "link", "model"}).Draw(t, "key")
		p.ReleaseMetric = rapid.SampledFrom([]string{"vector", "length"}).Draw(t, "metric")
		p.DisableCollisions = rapid.Bool().Draw(t, "off")
		cfg := &Config{Params: p, Arms: armsAB}
		cfg.Check()
		l := newLedger("a", "b")
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		act := &moody{rnd: rnd, mood: rapid.IntRange(0, 3).Draw(t, "mood")}
		f, err := New(cfg, act, Hooks{OnEvent: l.event})
		if err != nil {
			t.Fatal(err)
		}
		for k := range 8 {
			randomContacts(f, rnd, float64(k)*4, float64(k+1)*4)
			if rnd.IntN(3) == 0 {
				_ = f.Acknowledge([]string{"a", "b"}[rnd.IntN(2)], nil) // refused when nothing is pending
			}
			if bad := l.agrees(f); bad != "" {
				t.Fatal(bad)
			}
			f.ExplainAll()
			if rnd.IntN(10) == 0 {
				f.Advance(float64(k)*2, 0) // the clock goes back
				l.last = 0
			}
		}
	})
}

// moody is an actuator that refuses or is late at times.
type moody struct {
	rnd  *rand.Rand
	mood int
}

func (m *moody) answer() error {
	if m.mood == 0 || m.rnd.IntN(4) > m.mood {
		return nil
	}
	if m.rnd.IntN(2) == 0 {
		return ErrPending
	}
	return conflict("weld", "", "not in the mood")
}
func (m *moody) Attach(Weld) error { return m.answer() }
func (m *moody) Detach(Weld) error { return m.answer() }

// S6: a million names in an hour do not fill the memory.
func TestS6_Churn(t *testing.T) {
	n := 1_000_000
	if testing.Short() || raceEnabled {
		n = 50_000
	}
	f := fix(t, Default, func(p *Params) { p.Expiry = 10 })
	l, r := f.ID("L", ""), f.ID("R", "")
	most := 0
	for i := range n {
		at := 3600 * float64(i) / float64(n)
		o := f.ID(fmt.Sprintf("part_%d::link::c", i), "")
		f.Contact(&Contact{T: at, Object: o, Finger: l, Points: 1, F_W: geom.V(1, 0, 0)})
		f.Contact(&Contact{T: at, Object: o, Finger: r, Points: 1, F_W: geom.V(-1, 0, 0)})
		most = max(most, len(f.byName))
	}
	if perWindow := n / 3600 * 12; most > 2*perWindow || len(f.bodies) > 2*perWindow || len(f.links) > 2*perWindow || len(f.objects) > 2*perWindow {
		t.Errorf("%d names remembered at once, %d bodies, %d links, %d objects; about %d are younger than expiry", most, len(f.bodies), len(f.links), len(f.objects), perWindow)
	}
	// An old handle is refused, not mistaken for a newer object.
	stale := f.ID("part_x::link::c", "")
	f.Advance(4000, 0)
	f.Contact(&Contact{T: 4000, Object: stale, Finger: l, Points: 1, F_W: geom.V(1, 0, 0)})
	if f.Stats().Dropped[StaleID] != 1 {
		t.Errorf("dropped %v", f.Stats().Dropped)
	}
}
