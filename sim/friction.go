package sim

import (
	"fmt"
	"math"

	"github.com/holdfast-robotics/holdfast/fault"
)

// Friction is Coulomb's between a pair of surfaces, with a fall from static to kinetic as they begin to slide (Stribeck 1902, in
// the exponential form of Bo and Pavelescu 1982 without its viscous part):
//
//	mu(v) = Kinetic + (Static - Kinetic) exp(-(v / Width)^2)       v the speed of sliding
//
// While it sticks a contact is a spring and does not slide, however it moves.
type Friction struct {
	Static  float64
	Kinetic float64 // at most Static; 0 means Static
	Width   float64 // m/s; 0 means 1 mm/s
}

// defaultWidth is of the order of what Armstrong-Helouvry, Dupont and Canudas de Wit 1994 tabulate for dry surfaces.
const defaultWidth = 1e-3 // m/s

// At is the coefficient at a speed of sliding, m/s.
func (f *Friction) At(v float64) float64 {
	if f.Kinetic == f.Static || f.Kinetic == 0 || v == 0 {
		return f.Static
	}
	w := f.Width
	if w == 0 {
		w = defaultWidth
	}
	v /= w
	return f.Kinetic + (f.Static-f.Kinetic)*math.Exp(-v*v)
}

func (f *Friction) validate(name string) error {
	for _, err := range []error{
		check(name+": friction", f.Static, 0, 10, ""),
		check(name+": kinetic friction", f.Kinetic, 0, f.Static, "(the static one)"),
		check(name+": Stribeck width", f.Width, 0, 1, "m/s"),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// What an object may touch besides other objects, for Pair.
const (
	Tabletop = -1
	Pads     = -2
)

// Pair is the friction of an object against another surface, in place of what the objects say themselves.
type Pair struct {
	A int // an object
	B int // another object, Tabletop or Pads
	Friction
}

// frictions resolves the friction of every pair of surfaces.
func (m *Model) frictions() (pads, table, pairs []Friction) {
	n := len(m.Objects)
	pads, table, pairs = make([]Friction, n), make([]Friction, n), make([]Friction, n*n)
	for i := range m.Objects {
		o := &m.Objects[i]
		pads[i], table[i] = o.law(o.Friction), o.law(o.tableFriction())
	}
	for i := range table {
		for j := range table { // the smoother of two surfaces decides
			pairs[i*n+j] = table[i]
			if table[j].Static < table[i].Static {
				pairs[i*n+j] = table[j]
			}
		}
	}
	for _, p := range m.Pairs {
		switch p.B {
		case Tabletop:
			table[p.A] = p.Friction
		case Pads:
			pads[p.A] = p.Friction
		default:
			pairs[p.A*n+p.B], pairs[p.B*n+p.A] = p.Friction, p.Friction
		}
	}
	return pads, table, pairs
}

// law is the object's own friction for a static coefficient.
func (o *Object) law(static float64) Friction {
	k := o.Kinetic
	if k == 0 {
		k = 1
	}
	return Friction{Static: static, Kinetic: k * static, Width: o.Stribeck}
}

func (m *Model) validatePairs() error {
	for i, p := range m.Pairs {
		name := fmt.Sprintf("pair %d", i)
		if p.A < 0 || p.A >= len(m.Objects) || p.B < Pads || p.B >= len(m.Objects) || p.A == p.B {
			return fault.New("build world", name, fault.Invalid, "of surfaces %d and %d; A is one of %d objects, B another one, Tabletop or Pads", p.A, p.B, len(m.Objects))
		}
		if err := p.validate(name); err != nil {
			return err
		}
	}
	return nil
}
