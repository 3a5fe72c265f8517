// Package scenetest makes clouds of simple table scenes for tests that must not depend on a camera model: every side of
// every block is sampled evenly.
package scenetest

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// Block is a box that stands on the table: middle of its footprint, side lengths (metres), and turn about the vertical.
type Block struct{ X, Y, L, W, H, Yaw float64 }

// Table samples a table top of 1.0 x 0.8 m at z = 0 and the tops and sides of blocks on it, in a frame with z up, every
// 4 mm, with 1 mm of noise. The sensor is 0.8 m above and in front of the middle.
func Table(blocks []Block, seed uint64) *cloud.Cloud {
	rng := rand.New(rand.NewPCG(seed, 1))
	var pts []geom.Vec
	const d = 0.004
	put := func(p geom.Vec) {
		p.Z += 0.001 * rng.NormFloat64()
		pts = append(pts, p)
	}
	inside := func(b Block, x, y float64) bool {
		s, c := math.Sincos(b.Yaw)
		u, v := (x-b.X)*c+(y-b.Y)*s, -(x-b.X)*s+(y-b.Y)*c
		return math.Abs(u) < b.L/2 && math.Abs(v) < b.W/2
	}
	for x := -0.5; x < 0.5; x += d {
		for y := -0.4; y < 0.4; y += d {
			covered := slices.ContainsFunc(blocks, func(b Block) bool { return inside(b, x, y) })
			if !covered {
				put(geom.V(x, y, 0))
			}
		}
	}
	for _, b := range blocks {
		s, c := math.Sincos(b.Yaw)
		at := func(u, v, z float64) { put(geom.V(b.X+u*c-v*s, b.Y+u*s+v*c, z)) }
		for u := -b.L / 2; u <= b.L/2; u += d {
			for v := -b.W / 2; v <= b.W/2; v += d {
				at(u, v, b.H)
			}
			for z := 0.0; z < b.H; z += d {
				at(u, -b.W/2, z)
				at(u, b.W/2, z)
			}
		}
		for v := -b.W / 2; v <= b.W/2; v += d {
			for z := 0.0; z < b.H; z += d {
				at(-b.L/2, v, z)
				at(b.L/2, v, z)
			}
		}
	}
	out := cloud.New(len(pts), 1)
	for i, p := range pts {
		out.Set(i, p)
	}
	out.X_FS.P = geom.V(0, -0.8, 0.8)
	return out
}
