package graspfix

import (
	"fmt"
	"math"
	"sort"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// naive is the same window with maps from names to maps from names, as one would write it down first. It is what BenchmarkNaive
// measures BenchmarkUpdate against.
type naive struct {
	acc      map[string]map[string]*naiveSample
	counters map[string]int
}

type naiveSample struct {
	f, p, o geom.Vec
	n       int
}

func (w *naive) contact(object, finger string, c *Contact) {
	m := w.acc[object]
	if m == nil {
		m = map[string]*naiveSample{}
		w.acc[object] = m
	}
	s := m[finger]
	if s == nil {
		s = &naiveSample{}
		m[finger] = s
	}
	X_FW := c.X_WF.Inv()
	s.f = r3.Add(s.f, c.X_WO.R.Inv().Apply(c.F_W))
	s.p = r3.Add(s.p, X_FW.Apply(c.P_W))
	s.o = r3.Add(s.o, X_FW.Apply(c.X_WO.P))
	s.n++
}

func (w *naive) update() (gripped int) {
	objects := make([]string, 0, len(w.acc))
	for o := range w.acc {
		objects = append(objects, o)
	}
	sort.Strings(objects)
	for _, o := range objects {
		fingers := make([]string, 0, len(w.acc[o]))
		for f := range w.acc[o] {
			fingers = append(fingers, f)
		}
		sort.Strings(fingers)
		var forces []geom.Vec
		for _, f := range fingers {
			s := w.acc[o][f]
			forces = append(forces, r3.Scale(1/float64(s.n), s.f))
		}
		ok := false
		for i := range forces {
			for j := i + 1; j < len(forces) && !ok; j++ {
				a, b := r3.Norm(forces[i]), r3.Norm(forces[j])
				ok = math.Acos(r3.Dot(forces[i], forces[j])/(a*b)) > 120*math.Pi/180 && math.Min(a, b)/math.Max(a, b) >= 0.3
			}
		}
		if ok {
			gripped++
			w.counters[o]++
		}
	}
	w.acc = map[string]map[string]*naiveSample{}
	return gripped
}

func BenchmarkNaive(b *testing.B) {
	for _, n := range []struct{ objects, fingers, contacts int }{{1000, 10, 10_000}, {10_000, 10, 100_000}} {
		b.Run(fmt.Sprintf("%d_objects_%d_fingers_%d_contacts", n.objects, n.fingers, n.contacts), func(b *testing.B) {
			l := newLoad(b, Default, n.objects, n.fingers, n.contacts)
			w := &naive{acc: map[string]map[string]*naiveSample{}, counters: map[string]int{}}
			objects, fingers := make([]string, len(l.contacts)), make([]string, len(l.contacts))
			for i := range l.contacts {
				objects[i], fingers[i] = l.f.body(l.contacts[i].Object).name, l.f.body(l.contacts[i].Finger).name
			}
			b.ReportAllocs()
			for b.Loop() {
				for i := range l.contacts {
					w.contact(objects[i], fingers[i], &l.contacts[i])
				}
				w.update()
			}
		})
	}
}
