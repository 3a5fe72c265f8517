package graspfix

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// sample is the sum over a window of what one finger collision did to one object. F is in the object's frame, so that vectors
// on one object compare even while it turns; the means are the sums over n.
type sample struct {
	object, finger int32
	next           int32 // of the same object, -1
	n              int32 // contact entries
	normals        int32 // of these, entries without force
	F_O            geom.Vec
}

// touch is where a sample's contacts were, likewise. It is apart from the sample, since the judgement of a window, which
// goes over all samples, does not read it: only an attach does.
type touch struct {
	link int32
	P_F  geom.Vec // p_FC
	O_F  geom.Vec // p_FO: origin of the object's link
	P_O  geom.Vec // p_OC
}

// window gathers samples: an open hash table from (object, finger) to sample, emptied by counting generations, so that a window
// costs what was put into it and allocates nothing once it has been as full before.
type window struct {
	samples []sample
	touches []touch // of the same index
	table   []slot
	gen     uint32
}

type slot struct {
	key uint64
	gen uint32
	at  int32
}

func (w *window) init() { w.table, w.gen = make([]slot, 256), 1 }

func (w *window) clear() {
	w.samples, w.touches = w.samples[:0], w.touches[:0]
	w.gen++
	if w.gen == 0 { // wrapped: old slots could look new
		clear(w.table)
		w.gen = 1
	}
}

// place is where the search for a sample begins. Four fingers of one object share a cache line.
func place(object, finger int32) uint64 {
	h := uint64(uint32(object))<<30 ^ uint64(uint32(finger)>>2)
	h *= 0x9e3779b97f4a7c15 // 2^64 over the golden ratio (Knuth, 6.4)
	return h>>32<<2 | uint64(finger&3)
}

// find returns the sample of an object and a finger, making it when there is none; made tells which.
func (w *window) find(object, finger int32) (s *sample, at int32, made bool) {
	key := uint64(uint32(object))<<32 | uint64(uint32(finger))
	mask := uint64(len(w.table) - 1)
	for i := place(object, finger) & mask; ; i = (i + 1) & mask {
		e := &w.table[i]
		if e.gen != w.gen {
			if 2*len(w.samples) >= len(w.table) {
				w.grow()
				return w.find(object, finger)
			}
			at = int32(len(w.samples))
			*e = slot{key, w.gen, at}
			w.samples = append(w.samples, sample{object: object, finger: finger, next: -1})
			w.touches = append(w.touches, touch{})
			return &w.samples[at], at, true
		}
		if e.key == key {
			return &w.samples[e.at], e.at, false
		}
	}
}

func (w *window) grow() {
	old := w.table
	w.table = make([]slot, 2*len(old))
	mask := uint64(len(w.table) - 1)
	for _, e := range old {
		if e.gen != w.gen {
			continue
		}
		i := place(int32(uint32(e.key>>32)), int32(uint32(e.key))) & mask
		for w.table[i].gen == w.gen {
			i = (i + 1) & mask
		}
		w.table[i] = e
	}
}

func add(a, b geom.Vec) geom.Vec { return geom.Vec{X: a.X + b.X, Y: a.Y + b.Y, Z: a.Z + b.Z} }

func sub(a, b geom.Vec) geom.Vec { return geom.Vec{X: a.X - b.X, Y: a.Y - b.Y, Z: a.Z - b.Z} }

// norm is the length of a vector of ordinary size; r3.Norm guards against overflow and costs several times as much.
func norm(v geom.Vec) float64 { return math.Sqrt(v.X*v.X + v.Y*v.Y + v.Z*v.Z) }

func mean(sum geom.Vec, n int32) geom.Vec { return r3.Scale(1/float64(n), sum) }
