package scene

import "github.com/holdfast-robotics/holdfast/scene/multicore"

// Marks of the points over the table.
const (
	onTable = iota
	perhaps // a little over the table: part of an object if it touches one
	over
)

// findAbove lists the points that stand over the table. Noise asks for a threshold of several millimetres, which would cut
// off the feet of objects and the floors of bowls; so in an organised cloud the points below it, where the surface as a whole
// is higher than the table, belong to the object that they touch.
func (s *Segmenter) findAbove(out *Segmentation) {
	c := s.c
	inv := out.Table.X_FT.Inv()
	region := newRegion(out.Table.Hull, s.p.HullMargin)
	m, o := inv.R.Mat(), inv.P
	s.lists = resize(s.lists, multicore.Pieces(c.Len(), chunk))
	s.mark = resize(s.mark, c.Len())
	grow := c.Organised()
	minH, maxH := float32(s.p.MinHeight), float32(s.p.MaxHeight)
	inChunks(c.Len(), func(b, from, to int) {
		faint := s.lists[b][:0]
		for i := from; i < to; i++ {
			s.mark[i] = onTable
			h := s.height[i]
			if !(h > minH && h <= maxH) {
				continue
			}
			x, y, z := c.X[i], c.Y[i], c.Z[i]
			if s.crop != nil && !s.crop.inside(x, y, z) {
				continue
			}
			strong := h > s.tolerance(x, y, z)
			if !strong && !grow {
				continue
			}
			X, Y, Z := float64(x), float64(y), float64(z)
			if !region.contains(m[0]*X+m[1]*Y+m[2]*Z+o.X, m[3]*X+m[4]*Y+m[5]*Z+o.Y) {
				continue
			}
			if strong {
				s.mark[i] = over
			} else if s.meanHeight(i) > minH {
				s.mark[i] = perhaps
				faint = append(faint, int32(i))
			}
		}
		s.lists[b] = faint
	})
	if grow {
		s.growAbove()
	}
	inChunks(c.Len(), func(b, from, to int) {
		list := s.lists[b][:0]
		for i := from; i < to; i++ {
			if s.mark[i] == over {
				list = append(list, int32(i))
			}
		}
		s.lists[b] = list
	})
	s.above = s.above[:0]
	for _, l := range s.lists {
		s.above = append(s.above, l...)
	}
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
		s.mark[i] = over
		s.queue = append(s.queue, i)
	}
	for _, l := range s.lists {
		for _, i := range l {
			if s.mark[i] != perhaps {
				continue
			}
			for _, j := range s.beside(i) {
				if j != none && s.mark[j] == over {
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
	for k, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
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
