package recognize

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// rgb is a colour, 0 to 255 each.
type rgb struct{ r, g, b float32 }

func unpack(c uint32) rgb {
	return rgb{float32(c >> 16 & 255), float32(c >> 8 & 255), float32(c & 255)}
}

func (a rgb) scaled(k float32) rgb { return rgb{k * a.r, k * a.g, k * a.b} }

func (a rgb) distance(b rgb) float64 {
	r, g, bl := a.r-b.r, a.g-b.g, a.b-b.b
	return math.Sqrt(float64(r*r + g*g + bl*bl))
}

// colourSum finds the common brightness that brings colours a nearest to colours b.
type colourSum struct{ n, aa, ab float64 }

func (s *colourSum) add(a, b rgb) {
	s.n++
	s.aa += float64(a.r*a.r + a.g*a.g + a.b*a.b)
	s.ab += float64(a.r*b.r + a.g*b.g + a.b*b.b)
}

// gainLimit bounds how much darker or brighter the light may have been.
const gainLimit = 1.4

func (s *colourSum) gain() float64 {
	if s.aa == 0 {
		return 1
	}
	return min(max(s.ab/s.aa, 1/gainLimit), gainLimit)
}

// distance is the mean distance of the object's colours from those of the model's points within tau; NaN without any.
func (s *colourSum) distance(o *observation, m *shape, X_MO geom.Pose, tau float64) float64 {
	if s.n == 0 {
		return math.NaN()
	}
	g := float32(s.gain())
	sum := 0.0
	for i := range o.colour {
		p := X_MO.Apply(o.at(i))
		k, _ := m.target.Nearest(float32(p.X), float32(p.Y), float32(p.Z), float32(tau*tau))
		if k >= 0 {
			sum += o.colour[i].scaled(g).distance(m.colour[k])
		}
	}
	return sum / s.n
}

// meanDistance is the distance of two colours after the best common brightness.
func meanDistance(a, b rgb) float64 {
	var s colourSum
	s.add(a, b)
	return a.scaled(float32(s.gain())).distance(b)
}
