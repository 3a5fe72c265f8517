package scene

import (
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// Marks of the points over the table.
const (
	onTable = iota
	perhaps // a little over the table: part of an object if it touches one
	over
	foot // a little over the table, and touching an object
)

// findAbove lists the points that stand over the table. Noise asks for a threshold of several millimetres, which would cut
// off the feet of objects and the floors of bowls; so in an organised cloud the points below it, where the surface as a whole
// is higher than the table, belong to the object that they touch.
func (s *Segmenter) findAbove(out *Segmentation) {
	c := s.c
	s.x_TF = out.Table.X_FT.Inv()
	s.region.set(out.Table.Hull, s.p.HullMargin)
	s.wide.set(out.Table.Hull, s.p.HullMargin+beyond)
	s.x_CT = s.camera.X_FS.Inv().Mul(out.Table.X_FT)
	s.lists = resize(s.lists, multicore.Pieces(c.Len(), s.top.band))
	s.mark = resize(s.mark, c.Len())
	if s.top.organised {
		s.levelOut()
	}
	multicore.EachPiece(c.Len(), s.top.band, s.markPass)
	if s.top.organised {
		s.growAbove()
	}
	multicore.EachPiece(c.Len(), s.top.band, s.listPass)
	s.above = s.above[:0]
	for _, l := range s.lists {
		s.above = append(s.above, l...)
	}
}

// markBand marks the points of a band, and lists those that are perhaps over the table.
func (s *Segmenter) markBand(b, from, to int) {
	c, t := s.c, &s.top
	m, o := s.x_TF.R.Mat(), s.x_TF.P
	minH, maxH := float32(s.p.MinHeight), float32(s.p.MaxHeight)
	faint := s.lists[b][:0]
	H, M := s.height[from:to], s.mark[from:to]
	M = M[:len(H)]
	for k, h := range H {
		M[k] = onTable
		if !(h > minH && h <= maxH) {
			continue
		}
		i := from + k
		x, y, z := c.X[i], c.Y[i], c.Z[i]
		dx, dy, dz := x-t.ex, y-t.ey, z-t.ez
		strong := h > t.tolerance+t.noise*(dx*dx+dy*dy+dz*dz)
		if !strong && !t.organised {
			continue
		}
		if s.crop != nil && !s.crop.inside(x, y, z) {
			continue
		}
		X, Y, Z := float64(x), float64(y), float64(z)
		u, v := m[0]*X+m[1]*Y+m[2]*Z+o.X, m[3]*X+m[4]*Y+m[5]*Z+o.Y
		if !s.region.contains(u, v) && !(s.picture && s.wide.contains(u, v) && s.outOfPicture(u, v)) {
			continue
		}
		if strong {
			M[k] = over
		} else if s.meanHeight(i) > minH {
			M[k] = perhaps
			faint = append(faint, int32(i))
		}
	}
	s.lists[b] = faint
}

// listBand lists the points of a band that are over the table.
func (s *Segmenter) listBand(b, from, to int) {
	list := s.lists[b][:0]
	for k, m := range s.mark[from:to] {
		if m >= over {
			list = append(list, int32(from+k))
		}
	}
	s.lists[b] = list
}

// meanHeight is the mean height of the 5 x 5 pixels around one.
func (s *Segmenter) meanHeight(i int) float32 {
	w := s.c.Width
	x, y := i%w, i/w
	sum, n := float32(0), float32(0)
	for v := max(0, y-2); v <= min(s.c.Height-1, y+2); v++ {
		for _, h := range s.height[v*w+max(0, x-2) : v*w+min(w, x+3)] {
			if h == h { // not NaN
				sum, n = sum+min(h, 0.02), n+1 // the side of an object must not lift the table beside it
			}
		}
	}
	return sum / n
}

// growAbove turns points that are perhaps over the table into such that are, from those on that are next to one.
func (s *Segmenter) growAbove() {
	s.queue = s.queue[:0]
	take := func(i int32) {
		s.mark[i] = foot
		s.queue = append(s.queue, i)
	}
	for _, l := range s.lists {
		for _, i := range l {
			if s.mark[i] != perhaps {
				continue
			}
			for _, j := range s.beside(i) {
				if j != none && s.mark[j] >= over {
					take(i)
					break
				}
			}
		}
	}
	for head := 0; head < len(s.queue); head++ {
		for _, j := range s.beside(s.queue[head]) {
			if j != none && s.mark[j] == perhaps {
				take(j)
			}
		}
	}
}

// beside returns the four pixels next to one that lie on one surface with it, none in place of the others.
func (s *Segmenter) beside(i int32) [4]int32 {
	c := s.c
	t := float32(s.p.ClusterTolerance)
	px, py := int(i)%c.Width, int(i)/c.Width
	out := [4]int32{none, none, none, none}
	for k, d := range beside4 {
		x, y := px+d[0], py+d[1]
		if x < 0 || y < 0 || x >= c.Width || y >= c.Height {
			continue
		}
		j := y*c.Width + x
		dx, dy, dz := c.X[i]-c.X[j], c.Y[i]-c.Y[j], c.Z[i]-c.Z[j]
		if dx*dx+dy*dy+dz*dz <= t*t {
			out[k] = int32(j)
		}
	}
	return out
}

// takeAll makes objects of everything in the zone. The table frame is the zone's, at the foot of the sensor.
func (s *Segmenter) takeAll(out *Segmentation) {
	base := s.zone.X_BF.Inv()
	p := geom.Plane{Normal: s.up}
	p.Offset = p.Height(base.P)
	out.Table = Table{X_FT: tablePose(p, s.c.X_FS), Hull: out.Table.Hull[:0]}
	s.above = s.above[:0]
	for i, x := range s.c.X {
		out.Labels[i] = LabelNone
		if y, z := s.c.Y[i], s.c.Z[i]; measured(x, y, z) && s.crop.inside(x, y, z) {
			s.above = append(s.above, int32(i))
		}
	}
}

// beyond is how far a table may reach out of the picture, metres.
const beyond = 0.3

// outOfPicture reports whether a point of the table plane is seen by no pixel of the camera: there the table does not end at the
// last place that was seen of it.
func (s *Segmenter) outOfPicture(u, v float64) bool {
	p := s.x_CT.Apply(geom.V(u, v, 0))
	if p.Z <= 0 {
		return true
	}
	x, y := s.camera.Fx*p.X/p.Z+s.camera.Cx, s.camera.Fy*p.Y/p.Z+s.camera.Cy
	return x < 0 || y < 0 || x > float64(s.c.Width-1) || y > float64(s.c.Height-1)
}
