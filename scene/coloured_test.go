package scene

import (
	"math/rand/v2"
	"testing"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/scenetest"
)

// paintTable colours the points of a made table over it by a function of the place, with sensor noise of a few steps.
func paintTable(blocks []scenetest.Block, f func(p geom.Vec) [3]float64) *cloud.Cloud {
	rng := rand.New(rand.NewPCG(5, 6))
	c := scenetest.Table(blocks, 1)
	c.RGB = make([]uint32, c.Len())
	for i := range c.RGB {
		v := uint32(0xff)
		for _, x := range f(c.At(i)) {
			v = v<<8 | uint32(max(0, min(255, x+4*rng.NormFloat64())))
		}
		c.RGB[i] = v
	}
	return c
}

func objectsWithColour(t *testing.T, c *cloud.Cloud, on bool) []Object {
	t.Helper()
	p := DefaultParams()
	p.UseColour = on
	seg, err := Segment(c, p)
	if err != nil {
		t.Fatal(err)
	}
	return seg.Objects
}

func TestUseColour(t *testing.T) {
	side := []scenetest.Block{{X: 0, Y: 0, L: 0.20, W: 0.08, H: 0.10}}
	halves := func(p geom.Vec) [3]float64 {
		if p.X < 0.02 {
			return [3]float64{200, 40, 30}
		}
		return [3]float64{30, 50, 190}
	}
	for _, c := range []struct {
		name        string
		paint       func(p geom.Vec) [3]float64
		plain, with int
	}{
		{"two things side by side, red and blue", halves, 1, 2},
		{"one colour that fades", func(p geom.Vec) [3]float64 { return [3]float64{130 + 500*p.X, 90 + 400*p.X, 60} }, 1, 1},
		{"a label of fewer points than an object", func(p geom.Vec) [3]float64 {
			if p.Z > 0.09 && p.X > 0.02 && p.X < 0.05 && p.Y > -0.01 && p.Y < 0.02 {
				return [3]float64{240, 240, 30}
			}
			return [3]float64{200, 40, 30}
		}, 1, 1},
	} {
		made := paintTable(side, c.paint)
		if got := objectsWithColour(t, made, false); len(got) != c.plain {
			t.Errorf("%s: %d objects without colour, want %d", c.name, len(got), c.plain)
		}
		got := objectsWithColour(t, made, true)
		if len(got) != c.with {
			t.Errorf("%s: %d objects, want %d", c.name, len(got), c.with)
		}
		n := 0
		for i := range got {
			n += len(got[i].Indices)
		}
		if plain := objectsWithColour(t, made, false); n != len(plain[0].Indices) {
			t.Errorf("%s: %d points of %d", c.name, n, len(plain[0].Indices))
		}
	}
	// The same parts whatever the order of the points.
	made := paintTable(side, halves)
	perm := rand.New(rand.NewPCG(1, 2)).Perm(made.Len())
	turned, err := made.Select(perm)
	if err != nil {
		t.Fatal(err)
	}
	a, b := objectsWithColour(t, made, true), objectsWithColour(t, turned, true)
	if len(a) != 2 || len(b) != 2 {
		t.Fatalf("%d and %d objects", len(a), len(b))
	}
	for k := range a {
		of := map[int32]bool{}
		for _, i := range a[k].Indices {
			of[i] = true
		}
		for _, i := range b[k].Indices {
			if !of[int32(perm[i])] {
				t.Fatalf("object %d holds another point after permutation", k)
			}
		}
		// the table itself may differ by a point at its noise
		if d := len(a[k].Indices) - len(b[k].Indices); d < -5 || d > 5 {
			t.Errorf("object %d: %d and %d points", k, len(a[k].Indices), len(b[k].Indices))
		}
	}
	// Noise of all colours is a few objects, not thousands.
	rng := rand.New(rand.NewPCG(7, 8))
	noise := paintTable(side, func(geom.Vec) [3]float64 {
		return [3]float64{255 * rng.Float64(), 255 * rng.Float64(), 255 * rng.Float64()}
	})
	if got := objectsWithColour(t, noise, true); len(got) == 0 || len(got) > 8 {
		t.Errorf("noise: %d objects", len(got))
	}
	noise.RGB = nil
	if got := objectsWithColour(t, noise, true); len(got) != 1 {
		t.Errorf("no colour: %d objects", len(got))
	}
}

// All points in one place and of all colours: the worst case stays bounded.
func TestUseColourOfOnePlace(t *testing.T) {
	const n = 100_000
	c := cloud.New(n, 1)
	c.RGB = make([]uint32, n)
	points, piece := make([]int32, n), make([]int32, n)
	for i := range n {
		c.Set(i, geom.V(1e-6*float64(i%7), 0, 0))
		c.RGB[i], points[i] = uint32(i)*2654435761, int32(i)
	}
	p := DefaultParams()
	var s painter
	if got := s.run(c, points, &p, p.MinPoints, piece, 1); got < 1 || got > n/p.MinPoints {
		t.Errorf("%d regions", got)
	}
	for k, v := range piece {
		if v < 0 {
			t.Fatalf("point %d was lost", k)
		}
	}
}
