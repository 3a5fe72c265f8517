package recognize

import (
	"math"
	"math/rand/v2"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// made samples objects that need no recording: 0 is a box of 60 x 100 x 160 mm with a face of another colour, 1 a can of 33 mm
// radius and 110 mm height, 2 a box like 0 but half as wide.
func made(which int) *Model {
	rng := rand.New(rand.NewPCG(uint64(which), 3))
	const n = 6000
	c := cloud.New(n, 1)
	c.RGB = make([]uint32, n)
	for i := range n {
		var p geom.Vec
		colour := [3]float64{180, 60, 40}
		switch which {
		case 1:
			s, cs := math.Sincos(2 * math.Pi * rng.Float64())
			p = geom.V(0.033*cs, 0.033*s, 0.11*rng.Float64()-0.055)
			colour = [3]float64{40, 90, 170}
			if p.Z > 0.02 {
				colour = [3]float64{200, 200, 190}
			}
		default:
			l, w, h := 0.06, 0.10, 0.16
			if which == 2 {
				w = 0.05
			}
			p = geom.V(l*(rng.Float64()-0.5), w*(rng.Float64()-0.5), h*(rng.Float64()-0.5))
			u := rng.Float64() * (l*w + l*h + w*h)
			side := math.Copysign(0.5, rng.Float64()-0.5)
			switch {
			case u < l*w:
				p.Z = side * h
			case u < l*w+l*h:
				p.Y = side * w
				if side > 0 {
					colour = [3]float64{220, 210, 60}
				}
			default:
				p.X = side * l
			}
		}
		c.Set(i, p)
		v := uint32(0xff)
		for _, f := range colour {
			v = v<<8 | uint32(max(0, min(255, f+10*rng.NormFloat64())))
		}
		c.RGB[i] = v
	}
	return &Model{Name: "made", Cloud: c, Up: geom.UnitZ}
}
