package grasp

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene"
)

// column is the least side of the square columns that objects are completed with, metres.
const column = 0.004

// maxColumns bounds the grid of a scene; larger scenes get wider columns.
const maxColumns = 1 << 20

// lattice divides the table top into square columns: column (x, y) has its middle at ((x+0.5) side, (y+0.5) side) in T.
type lattice struct{ side float64 }

func (l lattice) index(v float64) int      { return int(math.Floor(v / l.side)) }
func (l lattice) middle(k int) float64     { return (float64(k) + 0.5) * l.side }
func (l lattice) cells(lo, hi float64) int { return l.index(hi) - l.index(lo) + 1 }

// origin of what is known of a column.
type origin uint8

const (
	nothing  origin = iota
	seen            // a point of it, or of two beside it, was measured
	mirrored        // taken from the opposite side of the object
	assumed         // inside of the outline: as high as the object
)

// cell is one column of an object.
type cell struct {
	x, y float32 // where it stands: the middle of the points seen in it, else of the column, in T
	top  float32 // height, 0 for none
	seek float32 // height of the lowest point seen in it, 0 for none
	low  float32 // height at which it begins; above 0 under the curve of something domed
	from origin
}

// solid is an object as columns that stand on the table. A camera sees one side only: where it saw the object, a column
// ends at the highest point seen in it. Where it saw nothing, the object is taken to look as it does half a turn about its
// middle away, as boxes, cans and most things of a household do; what was not seen there either, inside of the outline, is
// as high as the object. So the back of a box is solid, and the inside of a bowl that was looked into is hollow. What is domed
// is taken to curve in below its middle as it does above.
type solid struct {
	lattice
	x0, y0, w, h int // the columns that it covers
	cells        []cell
	top          float64  // of the highest column, m
	bottom       float32  // of the lowest point, m
	center       geom.Vec // centre of volume, in T
	volume       float64  // m^3
	seen         float64  // share of the columns that were seen
	domed        bool     // it falls off towards its outline, as balls and things that lie round do
	ball         bool     // its points lie on a sphere that stands on the table
}

// at returns a column by its place on the lattice, nil outside.
func (s *solid) at(x, y int) *cell {
	x, y = x-s.x0, y-s.y0
	if x < 0 || y < 0 || x >= s.w || y >= s.h {
		return nil
	}
	return &s.cells[y*s.w+x]
}

// complete builds the solid of an object. Where the table was seen there is nothing of it.
func complete(seg *scene.Segmentation, object int, f *field, v *view) solid {
	l := f.lattice
	o := &seg.Objects[object]
	outline := symmetric(o)
	b, isBall := fitBall(seg, o)
	if isBall {
		outline = b.outline()
	}
	lo, hi := geom.Vec2{X: math.Inf(1), Y: math.Inf(1)}, geom.Vec2{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, q := range outline {
		lo, hi = geom.Vec2{X: min(lo.X, q.X), Y: min(lo.Y, q.Y)}, geom.Vec2{X: max(hi.X, q.X), Y: max(hi.Y, q.Y)}
	}
	if !(lo.X <= hi.X) {
		return solid{lattice: l}
	}
	s := solid{lattice: l, x0: l.index(lo.X), y0: l.index(lo.Y), w: l.cells(lo.X, hi.X), h: l.cells(lo.Y, hi.Y), ball: isBall}
	if s.w > maxColumns || s.h > maxColumns || s.w*s.h > 4*maxColumns { // as large as a house
		return solid{lattice: l}
	}
	s.cells = make([]cell, s.w*s.h)
	s.see(seg, o)
	top := o.X_TO.P.Z + o.Size.Z/2
	unseen := func(x, y float64) float64 { return top }
	if isBall {
		unseen = b.top
	}
	s.fill(o, outline, unseen, f, v)
	s.undercut()
	s.carve(v)
	s.measure()
	return s
}

// symmetric is the convex outline of an object and of itself turned by half a turn about the middle of its box.
func symmetric(o *scene.Object) []geom.Vec2 {
	if o.Round {
		return o.Footprint
	}
	c := o.X_TO.P
	both := append(make([]geom.Vec2, 0, 2*len(o.Footprint)), o.Footprint...)
	for _, q := range o.Footprint {
		both = append(both, geom.Vec2{X: 2*c.X - q.X, Y: 2*c.Y - q.Y})
	}
	return geom.ConvexHull(both)
}

// see raises the columns to the points of the object.
func (s *solid) see(seg *scene.Segmentation, o *scene.Object) {
	c := seg.Cloud
	x_TF := seg.Table.X_FT.Inv()
	m, p := x_TF.R.Mat(), x_TF.P
	count := make([]float32, len(s.cells))
	inv := 1 / s.side
	s.bottom = math.MaxFloat32
	for _, i := range o.Indices {
		X, Y, Z := float64(c.X[i]), float64(c.Y[i]), float64(c.Z[i])
		x, y, z := m[0]*X+m[1]*Y+m[2]*Z+p.X, m[3]*X+m[4]*Y+m[5]*Z+p.Y, m[6]*X+m[7]*Y+m[8]*Z+p.Z
		cx, cy := min(s.w-1, max(0, int(math.Floor(x*inv))-s.x0)), min(s.h-1, max(0, int(math.Floor(y*inv))-s.y0))
		k := cy*s.w + cx
		q := &s.cells[k]
		if q.from != seen || float32(z) < q.seek {
			q.seek = float32(z)
		}
		q.x, q.y, q.top, q.from = q.x+float32(x), q.y+float32(y), max(q.top, float32(z)), seen
		count[k]++
		s.bottom = min(s.bottom, max(0, float32(z)))
	}
	for k := range s.cells {
		if q := &s.cells[k]; q.from == seen {
			q.x, q.y = q.x/count[k], q.y/count[k]
			if q.top <= 0 {
				*q = cell{}
			}
		}
	}
}

// fill gives the columns in which nothing was seen their height: between seen columns a few steps apart, which are gaps of
// sampling, the mean of the two; elsewhere inside the outline that of the column half a turn away, or of the object.
func (s *solid) fill(o *scene.Object, outline []geom.Vec2, unseen func(x, y float64) float64, table *field, v *view) {
	const gap = 3
	look := func(k, step, room int) float32 {
		for n := 1; n <= min(gap, room); n++ {
			if q := &s.cells[k+n*step]; q.from == seen {
				return q.top
			}
		}
		return 0
	}
	type filled struct {
		k    int
		top  float32
		from origin
	}
	var fills []filled
	c := o.X_TO.P
	for y := range s.h {
		py := s.middle(s.y0 + y)
		in, out := span(outline, py)
		for x := range s.w {
			k := y*s.w + x
			if s.cells[k].from == seen {
				continue
			}
			px := s.middle(s.x0 + x)
			l, r := look(k, -1, x), look(k, 1, s.w-1-x)
			if l > 0 && r > 0 {
				fills = append(fills, filled{k, (l + r) / 2, seen})
				continue
			}
			u, d := look(k, -s.w, y), look(k, s.w, s.h-1-y)
			if u > 0 && d > 0 {
				fills = append(fills, filled{k, (u + d) / 2, seen})
				continue
			}
			if px < in || px > out || table.showsTable(s.x0+x, s.y0+y) {
				continue
			}
			if s.ball {
				fills = append(fills, filled{k, float32(unseen(px, py)), mirrored})
				continue
			}
			t, from := float32(unseen(px, py)), assumed
			if q := s.at(s.index(2*c.X-px), s.index(2*c.Y-py)); q != nil && q.from == seen {
				t, from = q.top, mirrored
			}
			if v.ok && v.clear(geom.V(px, py, float64(t)/2)) { // the camera looked through it
				continue
			}
			fills = append(fills, filled{k, t, from})
		}
	}
	for _, f := range fills {
		s.cells[f.k] = cell{float32(s.middle(s.x0 + f.k%s.w)), float32(s.middle(s.y0 + f.k/s.w)), f.top, f.top, 0, f.from}
	}
}

// span is the part of the line at y that lies inside a convex polygon.
func span(poly []geom.Vec2, y float64) (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	for i, a := range poly {
		b := poly[(i+1)%len(poly)]
		if (a.Y > y) == (b.Y > y) {
			continue
		}
		x := a.X + (y-a.Y)/(b.Y-a.Y)*(b.X-a.X)
		from, to = min(from, x), max(to, x)
	}
	return from, to
}

// undercut finds out whether the object is domed, by the columns along its outline, and lets it curve in below its middle.
func (s *solid) undercut() {
	const domedBelow = 0.78 // mean height along the outline, of the object's
	var sum float64
	n := 0
	for k := range s.cells {
		s.top = max(s.top, float64(s.cells[k].top))
	}
	for y := s.y0; y < s.y0+s.h; y++ {
		for x := s.x0; x < s.x0+s.w; x++ {
			if q := s.at(x, y); q.from == seen && s.edge(x, y, 0) {
				sum += float64(q.top)
				n++
			}
		}
	}
	s.domed = s.ball || n > 0 && sum/float64(n) < domedBelow*s.top
	if !s.domed {
		return
	}
	for k := range s.cells {
		if q := &s.cells[k]; q.top > 0 {
			q.low = min(float32(s.top)-q.top, q.top/2)
		}
	}
}

// carve lets a column begin where the camera looked through under the lowest point seen in it: handles, brims, what lies across others.
func (s *solid) carve(v *view) {
	const step, free = 0.006, 3 // m; places one under the other that were looked through
	if !v.ok || s.ball {
		return
	}
	for k := range s.cells {
		c := &s.cells[k]
		if c.from != seen || c.seek < step*(free+1) {
			continue
		}
		n := 0
		for z := c.seek - step; z > 0 && n < free; z -= step {
			if v.clear(geom.V(float64(c.x), float64(c.y), float64(z))) {
				n++
			} else if n > 0 {
				break
			} else {
				c.seek = z
			}
		}
		if n == free {
			c.low = max(c.low, min(c.seek-step/2, c.top))
		}
	}
}

func (s *solid) measure() {
	n, known := 0, 0
	s.volume, s.center = 0, geom.Vec{}
	for k := range s.cells {
		q := &s.cells[k]
		if q.top <= 0 {
			continue
		}
		n++
		if q.from == seen {
			known++
		}
		z := float64(q.top - q.low)
		s.volume += z
		s.center.X += z * float64(q.x)
		s.center.Y += z * float64(q.y)
		s.center.Z += z * float64(q.top+q.low) / 2
	}
	if n > 0 {
		v := s.volume
		s.center = geom.V(s.center.X/v, s.center.Y/v, s.center.Z/v)
		s.volume *= s.side * s.side
		s.seen = float64(known) / float64(n)
	}
}
