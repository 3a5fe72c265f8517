package grasp

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// stack is what stands in one column of the scene: an object, and things that belong to no object anywhere.
type stack struct {
	top, base float32 // of the object, m; top is 0 for none
	owner     int32
	x, y      float32 // where the object's column stands, in T
	low, high float32 // of the loose things; high < low for none
}

var emptyStack = stack{owner: -1, low: math.MaxFloat32, high: -math.MaxFloat32}

// coarse is the number of columns along the side of a block that is looked at first.
const coarse = 8

// field is everything above the table, as columns, with blocks of columns over them that say whether looking closer is worth it.
type field struct {
	lattice
	x0, y0, w, h int // columns
	bw           int // blocks in a row
	cells        []stack
	table        []bool  // columns in which the table was seen
	blocks       []stack // the highest object, the lowest and highest loose thing in each block
}

func (f *field) reset(l lattice, lo, hi geom.Vec2) {
	f.lattice = l
	f.x0, f.y0, f.w, f.h = l.index(lo.X), l.index(lo.Y), l.cells(lo.X, hi.X), l.cells(lo.Y, hi.Y)
	f.bw = (f.w + coarse - 1) / coarse
	f.cells = fillWith(f.cells, f.w*f.h, emptyStack)
	f.table = make([]bool, f.w*f.h)
	f.blocks = fillWith(f.blocks, f.bw*((f.h+coarse-1)/coarse), emptyStack)
}

func fillWith[T any](s []T, n int, v T) []T {
	if cap(s) < n {
		s = make([]T, n)
	}
	s = s[:n]
	for i := range s {
		s[i] = v
	}
	return s
}

// add puts an object into the field. Where two stand in one column the higher one has it, from the lower end of both.
func (f *field) add(s *solid, owner int) {
	for y := range s.h {
		for x := range s.w {
			q := &s.cells[y*s.w+x]
			gx, gy := s.x0+x-f.x0, s.y0+y-f.y0
			if q.top <= 0 || gx < 0 || gy < 0 || gx >= f.w || gy >= f.h {
				continue
			}
			c := &f.cells[gy*f.w+gx]
			if c.top <= 0 || q.low < c.base {
				c.base = q.low
			}
			if q.top > c.top {
				c.top, c.owner, c.x, c.y = q.top, int32(owner), q.x, q.y
			}
		}
	}
}

// seeTable marks the columns in which the table was measured. Pieces of the cloud collect for themselves, since they may meet in a
// column.
func (f *field) seeTable(seg *scene.Segmentation) {
	c, labels := seg.Cloud, seg.Labels
	x_TF := seg.Table.X_FT.Inv()
	m, p := x_TF.R.Mat(), x_TF.P
	inv := 1 / f.side
	const piece = 65536
	found := make([][]int32, multicore.Pieces(len(labels), piece))
	multicore.EachPiece(len(labels), piece, func(b, lo, hi int) {
		last := int32(-1)
		for i := lo; i < hi; i++ {
			if labels[i] != scene.LabelTable {
				continue
			}
			X, Y, Z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
			x, y := (m[0]*X+m[1]*Y+m[2]*Z+p.X)*inv-float64(f.x0), (m[3]*X+m[4]*Y+m[5]*Z+p.Y)*inv-float64(f.y0)
			if !(x >= 0 && y >= 0 && x < float64(f.w) && y < float64(f.h)) {
				continue
			}
			k := int32(y)*int32(f.w) + int32(x)
			if k != last {
				last = k
				found[b] = append(found[b], k)
			}
		}
	})
	for _, l := range found {
		for _, k := range l {
			f.table[k] = true
		}
	}
}

func (f *field) showsTable(x, y int) bool {
	x, y = x-f.x0, y-f.y0
	return x >= 0 && y >= 0 && x < f.w && y < f.h && f.table[y*f.w+x]
}

// addLoose puts the points that belong to neither table nor object into the field: those from a height on that are near enough to
// matter. The cloud is walked in pieces on all cores; least and greatest do not depend on the order.
func (f *field) addLoose(seg *scene.Segmentation, from float64) {
	c, labels := seg.Cloud, seg.Labels
	x_TF := seg.Table.X_FT.Inv()
	m, p := x_TF.R.Mat(), x_TF.P
	inv := 1 / f.side
	const piece, highest = 32768, 2.0
	type point struct {
		k int32
		z float32
	}
	found := make([][]point, multicore.Pieces(len(labels), piece))
	multicore.EachPiece(len(labels), piece, func(b, lo, hi int) {
		for i := lo; i < hi; i++ {
			if labels[i] != scene.LabelNone {
				continue
			}
			X, Y, Z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
			z := m[6]*X + m[7]*Y + m[8]*Z + p.Z
			if !(z > from && z <= highest) { // also where it is NaN
				continue
			}
			x, y := (m[0]*X+m[1]*Y+m[2]*Z+p.X)*inv-float64(f.x0), (m[3]*X+m[4]*Y+m[5]*Z+p.Y)*inv-float64(f.y0)
			if !(x >= 0 && y >= 0 && x < float64(f.w) && y < float64(f.h)) {
				continue
			}
			found[b] = append(found[b], point{int32(y)*int32(f.w) + int32(x), float32(z)})
		}
	})
	for _, l := range found {
		for _, q := range l {
			s := &f.cells[q.k]
			s.low, s.high = min(s.low, q.z), max(s.high, q.z)
		}
	}
}

// finish sums up the blocks.
func (f *field) finish() {
	for y := range f.h {
		for x := range f.w {
			c := &f.cells[y*f.w+x]
			b := &f.blocks[y/coarse*f.bw+x/coarse]
			b.top, b.low, b.high = max(b.top, c.top), min(b.low, c.low), max(b.high, c.high)
		}
	}
}

// slab is a box of the hand, ready to be cut by vertical lines: a line at (x, y) of T is inside between the heights where the
// three pairs of faces let it in and out.
type slab struct {
	a, ax, ay, c [3]float64 // coordinate k in G is a[k] + ax[k] x + ay[k] y + c[k] z
	ic           [3]float64 // 1 / c, 0 where the line runs along the faces
	lo, hi       [3]float64
	min, max     geom.Vec // the box around it in T
}

func newSlab(x_TG geom.Pose, lo, hi geom.Vec) slab {
	m, p := x_TG.R.Mat(), x_TG.P
	s := slab{lo: [3]float64{lo.X, lo.Y, lo.Z}, hi: [3]float64{hi.X, hi.Y, hi.Z}}
	var mid, half [3]float64
	for k := range 3 {
		s.ax[k], s.ay[k], s.c[k] = m[k], m[3+k], m[6+k]
		s.a[k] = -(m[k]*p.X + m[3+k]*p.Y + m[6+k]*p.Z)
		if math.Abs(s.c[k]) > 1e-9 {
			s.ic[k] = 1 / s.c[k]
		}
		mid[k], half[k] = (s.lo[k]+s.hi[k])/2, (s.hi[k]-s.lo[k])/2
	}
	extent := func(r int, p float64) (float64, float64) {
		c := p + m[3*r]*mid[0] + m[3*r+1]*mid[1] + m[3*r+2]*mid[2]
		h := math.Abs(m[3*r])*half[0] + math.Abs(m[3*r+1])*half[1] + math.Abs(m[3*r+2])*half[2]
		return c - h, c + h
	}
	s.min.X, s.max.X = extent(0, p.X)
	s.min.Y, s.max.Y = extent(1, p.Y)
	s.min.Z, s.max.Z = extent(2, p.Z)
	return s
}

// cut is the part of the vertical line at (x, y) inside the box; from > to for none.
func (s *slab) cut(x, y float64) (from, to float64) {
	from, to = s.min.Z, s.max.Z
	for k := range 3 {
		v := s.a[k] + s.ax[k]*x + s.ay[k]*y
		if s.ic[k] == 0 {
			if v < s.lo[k] || v > s.hi[k] {
				return 1, 0
			}
			continue
		}
		in, out := (s.lo[k]-v)*s.ic[k], (s.hi[k]-v)*s.ic[k]
		if in > out {
			in, out = out, in
		}
		from, to = max(from, in), min(to, out)
	}
	return from, to
}

// hit is what a box meets in the field.
type hit struct {
	owner int32 // of the object; -1 for something loose
	lift  bool  // on the way up
	found bool
}

// meets looks for what a box of the hand would run into on its way, and on the lift by so much. own is the object that is to be
// grasped; it, what is stacked with it, and loose things do not count in the space between the fingers.
func (f *field) meets(s *slab, p part, own int32, stack []int32, lift float64) hit {
	x0, x1 := max(0, f.index(s.min.X)-f.x0), min(f.w-1, f.index(s.max.X)-f.x0)
	y0, y1 := max(0, f.index(s.min.Y)-f.y0), min(f.h-1, f.index(s.max.Y)-f.y0)
	low, high := float32(s.min.Z), float32(s.max.Z+lift)
	for by := y0 / coarse; by <= y1/coarse && y0 <= y1; by++ {
		for bx := x0 / coarse; bx <= x1/coarse && x0 <= x1; bx++ {
			b := &f.blocks[by*f.bw+bx]
			if b.top <= low && (b.high <= low || b.low >= high) {
				continue
			}
			for y := max(y0, by*coarse); y <= min(y1, by*coarse+coarse-1); y++ {
				row := f.cells[y*f.w : (y+1)*f.w]
				for x := max(x0, bx*coarse); x <= min(x1, bx*coarse+coarse-1); x++ {
					c := &row[x]
					if c.top <= low && (c.high <= low || c.low >= high) {
						continue
					}
					if p == between && (c.top <= low || c.owner < 0 || stack[c.owner] == stack[own]) {
						continue
					}
					px, py := float64(c.x), float64(c.y)
					if c.owner < 0 {
						px, py = f.middle(f.x0+x), f.middle(f.y0+y)
					}
					from, to := s.cut(px, py)
					if from > to {
						continue
					}
					if float64(c.top) > from && c.owner >= 0 {
						up := lift
						if p == between || stack[c.owner] == stack[own] { // goes up with the hand
							up = 0
						}
						if float64(c.base) < to+up {
							return hit{c.owner, float64(c.base) >= to, true}
						}
					}
					if p != between && float64(c.high) > from && float64(c.low) < to+lift {
						return hit{-1, float64(c.low) >= to, true}
					}
				}
			}
		}
	}
	return hit{}
}
