package scenetest

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Samples collects points of surfaces, exact and without noise, for scenes whose numbers are given.
type Samples struct {
	P      []geom.Vec
	Colour []uint32
	Label  []uint32
}

// Grid adds a horizontal grid of points, ends included.
func (s *Samples) Grid(x0, x1, y0, y1, z, step float64, colour, label uint32) {
	for _, x := range steps(x0, x1, step) {
		for _, y := range steps(y0, y1, step) {
			s.Add(geom.V(x, y, z), colour, label)
		}
	}
}

// Box adds the four sides and the top of an upright box that is turned by yaw about its middle, sampled in steps from its
// lower corner.
func (s *Samples) Box(lo, hi geom.Vec, yaw, step float64, colour, label uint32) {
	sn, co := math.Sincos(yaw)
	mx, my := (lo.X+hi.X)/2, (lo.Y+hi.Y)/2
	put := func(x, y, z float64) {
		s.Add(geom.V(mx+(x-mx)*co-(y-my)*sn, my+(x-mx)*sn+(y-my)*co, z), colour, label)
	}
	for _, z := range steps(lo.Z, hi.Z, step) {
		for _, x := range steps(lo.X, hi.X, step) {
			put(x, lo.Y, z)
			put(x, hi.Y, z)
		}
		for _, y := range steps(lo.Y, hi.Y, step) {
			put(lo.X, y, z)
			put(hi.X, y, z)
		}
	}
	for _, x := range steps(lo.X, hi.X, step) {
		for _, y := range steps(lo.Y, hi.Y, step) {
			put(x, y, hi.Z)
		}
	}
}

// Add adds one point.
func (s *Samples) Add(p geom.Vec, colour, label uint32) {
	s.P, s.Colour, s.Label = append(s.P, p), append(s.Colour, colour), append(s.Label, label)
}

// Cloud returns the points as an unorganised cloud with colours and labels, seen from a place.
func (s *Samples) Cloud(sensor geom.Vec) *cloud.Cloud {
	c := cloud.New(len(s.P), 1)
	for i, p := range s.P {
		c.Set(i, p)
	}
	c.RGB, c.Label = append([]uint32(nil), s.Colour...), append([]uint32(nil), s.Label...)
	c.X_FS.P = sensor
	return c
}

// steps returns lo, lo+step ... to hi.
func steps(lo, hi, step float64) []float64 {
	n := int(math.Floor((hi-lo)/step+1e-6)) + 1
	out := make([]float64, n)
	for k := range out {
		out[k] = lo + float64(k)*step
	}
	return out
}
