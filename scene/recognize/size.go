package recognize

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
)

// dims are the sizes by which an object can be told to be too large or too small for a model, m.
type dims struct {
	upright       bool
	height        float64 // along up
	top           float64 // along up, over the middle of the shape
	narrow, broad float64 // least and greatest breadth, horizontally
	length        float64 // greatest extent in any direction
}

// measure takes the sizes of a shape. With up zero there is the length alone.
func measure(s *shape, up geom.Vec) dims {
	d := dims{}
	for _, a := range lookouts(geom.Vec{}) {
		d.length = max(d.length, width(s, a))
	}
	if up == (geom.Vec{}) {
		return d
	}
	lo, hi := extent(s, up)
	d.upright, d.height, d.top, d.narrow = true, hi-lo, hi, math.Inf(1)
	a := geom.Orthogonal(up)
	b := r3.Cross(up, a)
	const turns = 24
	for k := range turns {
		sin, cos := math.Sincos(math.Pi * float64(k) / turns)
		w := width(s, r3.Add(r3.Scale(cos, a), r3.Scale(sin, b)))
		d.narrow, d.broad = min(d.narrow, w), max(d.broad, w)
	}
	return d
}

func width(s *shape, a geom.Vec) float64 {
	lo, hi := extent(s, a)
	return hi - lo
}

// extent is how far all but a two-hundredth of the points at either end reach along a direction, from the middle.
func extent(s *shape, a geom.Vec) (lo, hi float64) {
	n := s.points.Len()
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r3.Dot(s.at(i), a))
	}
	slices.Sort(v)
	cut := n / 200
	return float64(v[cut]), float64(v[n-1-cut])
}

// against says why an object cannot be an instance of a model, or "".
func (o *dims) against(m *dims, tolerance float64) string {
	larger := func(what string, a, b float64) string {
		if limit := 1.1*b + tolerance; a > limit {
			return fmt.Sprintf("%s of %.0f mm, the model %.0f mm", what, 1e3*a, 1e3*b)
		}
		return ""
	}
	if o.upright && m.upright {
		if s := larger("height", o.height, m.height); s != "" {
			return s
		}
		if s := larger("breadth", o.broad, m.broad); s != "" {
			return s
		}
		// Seen from one side an object shows most of its height and at least its lesser breadth; half of that may be hidden.
		if o.height < 0.5*m.height-tolerance {
			return fmt.Sprintf("height of %.0f mm, the model %.0f mm", 1e3*o.height, 1e3*m.height)
		}
		if o.broad < 0.5*m.narrow-tolerance {
			return fmt.Sprintf("breadth of %.0f mm, the model at least %.0f mm", 1e3*o.broad, 1e3*m.narrow)
		}
		return ""
	}
	return larger("length", o.length, m.length)
}
