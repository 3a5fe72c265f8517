package scene

// Necks. Where the region of an object narrows to less than neckShare of what it is on either side, and by neckDepth pixels at
// least, it may be two that touch.
const (
	neckShare = 0.7
	neckDepth = 2 * pixel
	footDepth = 8 * pixel // narrower basins do not count points at the foot of an object, they are its last rows

	// Distances are chamfered (Borgefors 1986): three to the next pixel, four over a corner.
	pixel    = 3
	diagonal = 4
	widest   = 250 // and counted up to here
)

// flood cuts the points that are not on an edge into basins of the distance to the nearest edge or outline: it unites
// neighbours, from the inmost on, and stops at necks.
func (s *splitter) flood() {
	s.measureDepth()
	n := len(s.points)
	// points by falling distance
	var count, start [256]int32
	for _, d := range s.dist {
		count[d]++
	}
	for d := widest; d >= 0; d-- {
		start[d] = start[d+1] + count[d+1]
	}
	inner := n - int(count[0])
	s.order = resize(s.order, n)
	for k, d := range s.dist {
		s.order[start[d]] = int32(k)
		start[d]++
	}
	s.root, s.size, s.peak = resize(s.root, n), resize(s.size, n), resize(s.peak, n)
	for k := range s.root {
		s.root[k] = none // not reached yet
	}
	clear(s.size)
	for _, k := range s.order[:inner] {
		d := s.dist[k]
		mine := k
		s.root[k], s.peak[k] = k, d
		for _, m := range s.link[k] {
			if m < 0 || s.root[m] < 0 {
				continue
			}
			r := s.find(m)
			if r == mine {
				continue
			}
			if mine == k { // the first basin that a point touches takes it in
				s.root[k] = r
				mine = r
				continue
			}
			low := min(s.peak[r], s.peak[mine])
			if low >= d+neckDepth && float32(d) <= neckShare*float32(low) {
				continue
			}
			a, b := min(r, mine), max(r, mine)
			s.root[b] = a
			s.peak[a] = max(s.peak[a], s.peak[b])
			mine = a
		}
	}
	for _, k := range s.order[:inner] {
		if r := s.find(k); s.mark == nil || s.mark[s.points[k]] != foot || s.peak[r] >= footDepth {
			s.size[r]++
		}
	}
}

// measureDepth computes each point's distance to the nearest edge, jump or outline, 0 for edges. Two passes over the grid. Pixels
// in which nothing was seen do not count where the surface hangs together over them.
func (s *splitter) measureDepth() {
	n := len(s.points)
	s.dist = resize(s.dist, n)
	w, last := s.w, s.h-1
	side := func(m int32) uint8 {
		if m >= 0 {
			return s.dist[m] + pixel
		}
		return pixel
	}
	corner := func(j int) uint8 {
		if m := s.at[j]; m != 0 {
			return s.dist[m-1] + diagonal
		}
		if measured(s.c.X[j], s.c.Y[j], s.c.Z[j]) {
			return diagonal
		}
		return widest
	}
	for k, p := range s.points {
		i := int(p)
		if s.edge[k] != smoothSurface {
			s.dist[k] = 0
			continue
		}
		y := i / w
		x := i - y*w
		if x == 0 || y == 0 || x == w-1 || y == last {
			s.dist[k] = pixel
			continue
		}
		l := &s.link[k]
		s.dist[k] = min(side(l[0]), side(l[2]), corner(i-w-1), corner(i-w+1), widest)
	}
	for k := n - 1; k >= 0; k-- {
		if d := s.dist[k]; d > pixel {
			i, l := int(s.points[k]), &s.link[k]
			s.dist[k] = min(d, side(l[1]), side(l[3]), corner(i+w-1), corner(i+w+1))
		}
	}
}

func (s *splitter) find(k int32) int32 {
	for s.root[k] != k {
		s.root[k] = s.root[s.root[k]]
		k = s.root[k]
	}
	return k
}

// grow makes pieces of the basins that are at least so large and have no piece yet, and gives edge points and crumbs to the
// piece that reaches them first over the grid.
func (s *splitter) grow(piece []int32, least int32) {
	s.queue = s.queue[:0]
	for k, e := range s.edge {
		if e != smoothSurface || piece[k] != none {
			continue
		}
		if r := s.find(int32(k)); s.size[r] >= least {
			piece[k] = r
			s.queue = append(s.queue, int32(k))
		}
	}
	for head := 0; head < len(s.queue); head++ {
		k := s.queue[head]
		for _, m := range s.link[k] {
			if m >= 0 && piece[m] == none {
				piece[m] = piece[k]
				s.queue = append(s.queue, m)
			}
		}
	}
}

// number renames the pieces from 0 in the order in which they appear.
func (s *splitter) number(piece []int32) int {
	n := int32(0)
	for k := range s.size {
		s.size[k] = none // from here: the new number of a root
	}
	for k, r := range piece {
		if r == none {
			continue
		}
		if s.size[r] == none {
			s.size[r] = n
			n++
		}
		piece[k] = s.size[r]
	}
	return int(n)
}

// border is where two pieces meet: how many pairs of pixels, how many of them have an edge or a jump between them, and the sum
// of how far the surface bends there.
type border struct{ all, edge, bend int32 }

// Two pieces are two objects where the surface bends by sharp on average over their border, or where an edge runs along nearly
// all of it. A hollow surface, such as the inside of a cup, is concave all over and has edges, but blunt ones.
const (
	sharp  = 0.45 // rad to either side
	closed = 0.95
)

func (b border) cut() float32 {
	if float32(b.edge) > closed*float32(b.all) {
		return 1
	}
	return float32(b.bend) / (bendUnit * float32(b.all))
}

// merge unites the n pieces between which there is no edge along most of their border, the least cut first, and returns how many
// are left.
func (s *splitter) merge(piece []int32, n int) int {
	if n < 2 {
		return n
	}
	s.findBorders(piece)
	s.root = resize(s.root, n)
	for i := range s.root {
		s.root[i] = int32(i)
	}
	for len(s.borders) > 0 {
		var best [2]int32
		least := float32(2)
		for key, b := range s.borders {
			if v := b.cut(); v < least || v == least && (key[0] < best[0] || key[0] == best[0] && key[1] < best[1]) {
				best, least = key, v
			}
		}
		if least > sharp {
			break
		}
		// The second becomes part of the first, and its borders those of the first.
		s.root[best[1]] = best[0]
		delete(s.borders, best)
		for key, b := range s.borders {
			other := key[0]
			if other == best[1] {
				other = key[1]
			} else if key[1] != best[1] {
				continue
			}
			delete(s.borders, key)
			key = [2]int32{min(other, best[0]), max(other, best[0])}
			c := s.borders[key]
			s.borders[key] = border{b.all + c.all, b.edge + c.edge, b.bend + c.bend}
		}
	}
	for k, p := range piece {
		if p != none {
			piece[k] = s.find(p)
		}
	}
	return s.number(piece)
}

// findBorders counts the pairs of neighbouring pixels that belong to different pieces.
func (s *splitter) findBorders(piece []int32) {
	if s.borders == nil {
		s.borders = map[[2]int32]border{}
	}
	clear(s.borders)
	for k, p := range s.points {
		a := piece[k]
		if a == none {
			continue
		}
		i := int(p)
		for side, j := range [2]int{i + 1, i + s.w} {
			if j >= len(s.at) || side == 0 && j%s.w == 0 {
				continue
			}
			m := s.at[j] - 1
			if m < 0 || piece[m] == none || piece[m] == a {
				continue
			}
			key := [2]int32{min(a, piece[m]), max(a, piece[m])}
			b := s.borders[key]
			b.all++
			e := max(s.edge[k], s.edge[m])
			if s.link[k][1+2*side] != m {
				e = mostBend
			}
			if e != smoothSurface {
				b.edge++
				b.bend += int32(e)
			}
			s.borders[key] = b
		}
	}
}
