package graspfix

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-robotics/holdfast/geom"
)

// load is a window of many contacts: objects in a row, each touched by some of the fingers, with fingers of one hand.
type load struct {
	f        *Fix
	contacts []Contact
	period   float64
	k        int
}

func newLoad(t testing.TB, preset string, objects, fingers, contacts int) *load {
	var links []string
	for i := range fingers {
		links = append(links, fmt.Sprintf("finger_%03d", i))
	}
	l := &load{f: fix(t, preset, nil, Arm{Name: "arm", Palm: "palm", Links: links}), period: 0.2}
	per := contacts / objects
	for o := range objects {
		id := l.f.ID(fmt.Sprintf("object_%05d::link::collision", o), "")
		for c := range per {
			// The forces fan out over 100 degrees: no pair opposes, so that every pair is looked at.
			s, co := math.Sincos(float64(c) / float64(per) * 100 * math.Pi / 180)
			l.contacts = append(l.contacts, Contact{Object: id, Finger: l.f.ID(fmt.Sprintf("robot::%s::collision", links[(o+c)%fingers]), ""), Points: 4,
				F_W: geom.V(5*co, 5*s, 0), P_W: geom.V(0.02*co, 0.02*s, 0), X_WF: geom.Pose{R: geom.RPY(0.1, 0.2, 0.3), P: geom.V(0.03, 0, 0)}, X_WO: geom.Pose{R: geom.RPY(0, 0, 1)}})
		}
	}
	return l
}

func (l *load) window() {
	t := float64(l.k) * l.period
	l.k++
	for i := range l.contacts {
		l.contacts[i].T = t + 0.1
		l.f.Contact(&l.contacts[i])
	}
	l.f.Advance(float64(l.k)*l.period, 0)
}

// BenchmarkUpdate is one window: intake of every contact and the judgement at its end. The cost is linear: ten times the contacts
// on the same objects cost less than ten times as much. Ten times the objects cost more, since they outgrow the processor's cache.
func BenchmarkUpdate(b *testing.B) {
	for _, preset := range []string{Default, Classic} {
		for _, n := range []struct{ objects, fingers, contacts int }{{1000, 10, 10_000}, {1000, 100, 10_000}, {1000, 10, 100_000}, {10_000, 10, 100_000}} {
			b.Run(fmt.Sprintf("%s/%d_objects_%d_fingers_%d_contacts", preset, n.objects, n.fingers, n.contacts), func(b *testing.B) {
				l := newLoad(b, preset, n.objects, n.fingers, n.contacts)
				l.window()
				b.ReportAllocs()
				for b.Loop() {
					l.window()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n.contacts), "ns/contact")
			})
		}
	}
}

// BenchmarkS5 is an object that 200 finger collisions touch without any opposing pair.
func BenchmarkS5(b *testing.B) {
	l := newLoad(b, Default, 1, 200, 200)
	for b.Loop() {
		l.window()
	}
}

func BenchmarkPreset(b *testing.B) { // two fingers, one object: what a usual simulation pays for a window at 1 kHz physics
	l := newLoad(b, Default, 1, 2, 400)
	for b.Loop() {
		l.window()
	}
}

func TestAllocFree(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	both(t, func(t *testing.T, preset string) {
		l := newLoad(t, preset, 200, 10, 2000)
		for range 3 {
			l.window()
		}
		if n := testing.AllocsPerRun(20, l.window); n != 0 {
			t.Errorf("%g allocations a window", n)
		}
		// Also with names that are looked up, and while something is held.
		r := newRig(t, config(t, preset, nil), nil)
		r.U(10)
		if n := testing.AllocsPerRun(20, func() {
			r.f.IDBytes([]byte(boxName), nil)
			at := float64(r.tick) * r.dt
			r.tick++
			r.contact(at, "L", boxName)
			r.f.SetPose("R", at, geom.Pose{})
			r.f.Advance(at+r.dt, 0)
		}); n != 0 {
			t.Errorf("%g allocations a window while held", n)
		}
	})
}

// S4: a hundred arms attach in one window: a hundred events in the order of the objects' names.
func TestS4_HundredArms(t *testing.T) {
	var arms []Arm
	for a := range 100 {
		arm := Arm{Name: fmt.Sprintf("arm_%02d", a), Palm: fmt.Sprintf("palm_%02d", a)}
		for k := range 10 {
			arm.Links = append(arm.Links, fmt.Sprintf("f_%02d_%d", a, k))
		}
		arms = append(arms, arm)
	}
	both(t, func(t *testing.T, preset string) {
		r := newRig(t, config(t, preset, nil, arms...), nil)
		for k := range 6 {
			for a := 99; a >= 0; a-- {
				for n, l := range arms[a].Links {
					r.f.Contact(&Contact{T: float64(k)*0.2 + 0.1, Object: r.f.ID(fmt.Sprintf("o_%02d::l::c", 99-a), ""), Finger: r.f.ID(l, ""), Points: 1, F_W: geom.V(5-10*float64(n%2), 0, 0)})
				}
			}
			r.f.Advance(float64(k+1)*0.2, 0)
		}
		var objects []string
		for _, e := range r.events {
			if e.T != 1.2 || e.Kind != Attach {
				t.Fatalf("%+v", e)
			}
			objects = append(objects, e.Object)
		}
		if len(objects) != 100 || !slices.IsSorted(objects) {
			t.Errorf("%d events: %s", len(objects), strings.Join(objects, " "))
		}
	})
}

// S1, S2 and S5 run to their end and report what an update took; the figure is for reading, not asserted.
func TestS1_S2_S5_Scale(t *testing.T) {
	for _, c := range []struct {
		name                                string
		objects, fingers, contacts, windows int
	}{{"S1", 1000, 10, 10_000, 300}, {"S2", 10_000, 10, 100_000, 10}, {"S5", 1, 200, 200, 10}} {
		windows := c.windows
		if testing.Short() || raceEnabled {
			windows = 3
		}
		l := newLoad(t, Default, c.objects, c.fingers, c.contacts)
		var took []time.Duration
		for range windows {
			took = append(took, timed(l.window))
		}
		s := l.f.Stats()
		if int(s.Updates) != windows || int(s.FingerContacts) != windows*len(l.contacts) {
			t.Errorf("%s: %d windows, %d contacts", c.name, s.Updates, s.FingerContacts)
		}
		slices.Sort(took)
		t.Logf("%s: median %v, p99 %v a window", c.name, took[len(took)/2], took[len(took)*99/100])
	}
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
