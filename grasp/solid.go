package grasp

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
)

// column is the side of the square columns that an object is completed with, metres.
const column = 0.004

// maxColumns bounds the grid of one object; larger objects get wider columns.
const maxColumns = 250000

// solid is an object as columns that stand on the table. A camera sees one side only: where it saw the object, a column
// ends at the highest point seen in it; where it saw nothing inside the object's outline, the column is assumed to be
// as high as the object. So the back of a box is solid, and the inside of a bowl that was looked into is hollow.
type solid struct {
	surface []geom.Vec // samples of the outside, in T
	center  geom.Vec   // centre of volume, in T
}

// complete builds the solid of an object.
func complete(seg *scene.Segmentation, object int) solid {
	o := &seg.Objects[object]
	lo, hi := geom.Vec2{X: math.Inf(1), Y: math.Inf(1)}, geom.Vec2{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, q := range o.Footprint {
		lo, hi = geom.Vec2{X: min(lo.X, q.X), Y: min(lo.Y, q.Y)}, geom.Vec2{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
	}
	side := column
	for (hi.X-lo.X)/side*((hi.Y-lo.Y)/side) > maxColumns {
		side *= 2
	}
	w, h := int((hi.X-lo.X)/side)+1, int((hi.Y-lo.Y)/side)+1
	height := make([]float64, w*h) // 0 is: nothing seen
	x_TF := seg.Table.X_FT.Inv()
	for _, i := range o.Indices {
		p := x_TF.Apply(seg.Cloud.At(int(i)))
		cx, cy := min(w-1, max(0, int((p.X-lo.X)/side))), min(h-1, max(0, int((p.Y-lo.Y)/side)))
		height[cy*w+cx] = max(height[cy*w+cx], p.Z)
	}
	filled := fillUnseen(height, w, h, o.Size.Z, func(x, y int) bool {
		return geom.InConvex(o.Footprint, geom.Vec2{X: lo.X + (float64(x)+0.5)*side, Y: lo.Y + (float64(y)+0.5)*side}, 0)
	})
	return columnsToSolid(filled, w, h, lo, side)
}

// fillUnseen gives the columns inside the outline in which nothing was seen their height: between seen columns a few
// steps apart, which are gaps of sampling, the mean of the two; elsewhere the height of the object.
func fillUnseen(height []float64, w, h int, top float64, inside func(x, y int) bool) []float64 {
	const gap = 3
	out := append([]float64(nil), height...)
	look := func(x, y, dx, dy int) float64 {
		for range gap {
			x, y = x+dx, y+dy
			if x < 0 || y < 0 || x >= w || y >= h {
				return 0
			}
			if v := height[y*w+x]; v > 0 {
				return v
			}
		}
		return 0
	}
	for y := range h {
		for x := range w {
			if height[y*w+x] > 0 {
				continue
			}
			l, r, u, d := look(x, y, -1, 0), look(x, y, 1, 0), look(x, y, 0, -1), look(x, y, 0, 1)
			switch {
			case l > 0 && r > 0:
				out[y*w+x] = (l + r) / 2
			case u > 0 && d > 0:
				out[y*w+x] = (u + d) / 2
			case inside(x, y):
				out[y*w+x] = top
			}
		}
	}
	return out
}

// columnsToSolid samples the tops of all columns and the walls down to lower neighbours.
func columnsToSolid(height []float64, w, h int, lo geom.Vec2, side float64) solid {
	var s solid
	var volume float64
	at := func(x, y int) float64 {
		if x < 0 || y < 0 || x >= w || y >= h {
			return 0
		}
		return height[y*w+x]
	}
	for y := range h {
		for x := range w {
			z := height[y*w+x]
			if z <= 0 {
				continue
			}
			px, py := lo.X+(float64(x)+0.5)*side, lo.Y+(float64(y)+0.5)*side
			volume += z
			s.center.X += z * px
			s.center.Y += z * py
			s.center.Z += z * z / 2
			s.surface = append(s.surface, geom.V(px, py, z))
			// The outside is anywhere in the outermost column, on average in its middle: the wall stands there, down to
			// the lowest neighbour.
			low := min(at(x+1, y), at(x-1, y), at(x, y+1), at(x, y-1))
			for q := low + side; q < z; q += side {
				s.surface = append(s.surface, geom.V(px, py, q))
			}
		}
	}
	if volume > 0 {
		s.center.X, s.center.Y, s.center.Z = s.center.X/volume, s.center.Y/volume, s.center.Z/volume
	}
	return s
}
