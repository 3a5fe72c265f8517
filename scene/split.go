package scene

import (
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// splitter separates the objects of an organised cloud. Two things that touch meet in a concave edge: seen from the sensor,
// the surface there lies behind the chord that spans the edge. Points on such edges are taken out, what remains falls into
// pieces that hang together on the pixel grid, and the edge points are given back to the piece they are next to.
type splitter struct {
	c          *cloud.Cloud
	w, h       int
	points     []int32
	at         []int32   // a pixel's position in points plus 1, 0 for none
	x, y, z    []float32 // a point's position, smoothed over its neighbours
	edge       []bool
	root       []int32 // union-find over points
	size       []int32
	queue      []int32
	near2      float32 // neighbours within the root of this hang together, at the sensor, m^2
	eye        geom.Vec
	depth, nse float32
	bend       float32
	span       int
}

const none = -1

// run returns for each point its piece, or none, counted from 0 in the order in which pieces first appear, and how many there
// are. It reuses the memory of piece.
func (s *splitter) run(c *cloud.Cloud, points []int32, eye geom.Vec, p *Params, piece []int32) ([]int32, int) {
	s.c, s.w, s.h, s.points, s.eye = c, c.Width, c.Height, points, eye
	defer func() { s.c, s.points = nil, nil }()
	s.near2 = float32(p.ClusterTolerance * p.ClusterTolerance)
	s.depth, s.nse, s.bend, s.span = float32(p.SplitDepth), float32(p.SplitNoise), float32(p.SplitAngle), p.SplitSpan
	n := len(points)
	s.at = resize(s.at, c.Len())
	clear(s.at)
	for k, i := range points {
		s.at[i] = int32(k + 1)
	}
	s.x, s.y, s.z = resize(s.x, n), resize(s.y, n), resize(s.z, n)
	s.edge, s.root, s.size = resize(s.edge, n), resize(s.root, n), resize(s.size, n)
	inChunks(n, func(_, from, to int) { s.smooth(from, to) })
	inChunks(n, func(_, from, to int) { s.findEdges(from, to) })
	s.join()
	piece = resize(piece, n)
	for k := range piece {
		piece[k] = none
	}
	// A crumb that a larger piece can reach is noise at its border; one that stands alone may be a small object.
	least := int32(max(1, p.MinPoints))
	s.grow(piece, 2*least)
	s.grow(piece, least)
	return piece, s.number(piece)
}

// smooth averages each point with its eight neighbours on the same surface: sensors count depth in steps of millimetres.
func (s *splitter) smooth(from, to int) {
	c := s.c
	for k := from; k < to; k++ {
		i := int(s.points[k])
		px, py := i%s.w, i/s.w
		x, y, z, n := float32(0), float32(0), float32(0), float32(0)
		cx, cy, cz := c.X[i], c.Y[i], c.Z[i]
		reach2 := s.reach2(cx, cy, cz)
		for v := max(0, py-1); v <= min(s.h-1, py+1); v++ {
			for u := max(0, px-1); u <= min(s.w-1, px+1); u++ {
				j := v*s.w + u
				if s.at[j] == 0 {
					continue
				}
				dx, dy, dz := c.X[j]-cx, c.Y[j]-cy, c.Z[j]-cz
				if dx*dx+dy*dy+dz*dz > reach2 {
					continue
				}
				x, y, z, n = x+dx, y+dy, z+dz, n+1
			}
		}
		s.x[k], s.y[k], s.z[k] = cx+x/n, cy+y/n, cz+z/n
	}
}

// reach2 is the squared distance over which neighbouring points hang together: pixels and depth steps grow with range.
func (s *splitter) reach2(x, y, z float32) float32 {
	r2 := s.range2(x, y, z)
	return s.near2 * (1 + r2/2) * (1 + r2/2)
}

func (s *splitter) range2(x, y, z float32) float32 {
	x, y, z = x-float32(s.eye.X), y-float32(s.eye.Y), z-float32(s.eye.Z)
	return x*x + y*y + z*z
}

// directions over which chords are laid; diagonals are shorter in pixels so as to be as long in space.
var directions = [4]struct{ u, v, num, den int }{{1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 3, 4}, {1, -1, 3, 4}}

// findEdges marks the points that lie behind a chord.
func (s *splitter) findEdges(from, to int) {
	for k := from; k < to; k++ {
		i := int(s.points[k])
		px, py := i%s.w, i/s.w
		s.edge[k] = false
		for _, d := range directions {
			n := s.span * d.num / d.den
			u, v := n*d.u, n*d.v
			if px-u < 0 || px+u >= s.w || py-v < 0 || py+v >= s.h || py+v < 0 || py-v >= s.h {
				continue
			}
			o := v*s.w + u
			a, b := s.at[i-o]-1, s.at[i+o]-1
			if a < 0 || b < 0 || !s.behind(int32(k), a, b) {
				continue
			}
			s.edge[k] = true
			break
		}
	}
}

// behind reports whether point k lies further from the sensor than the chord from a to b, by enough to be an edge.
func (s *splitter) behind(k, a, b int32) bool {
	x, y, z := s.x[k], s.y[k], s.z[k]
	mx, my, mz := x-(s.x[a]+s.x[b])/2, y-(s.y[a]+s.y[b])/2, z-(s.z[a]+s.z[b])/2
	vx, vy, vz := x-float32(s.eye.X), y-float32(s.eye.Y), z-float32(s.eye.Z)
	if mx*vx+my*vy+mz*vz <= 0 {
		return false
	}
	r2 := vx*vx + vy*vy + vz*vz
	need := s.depth + s.nse*r2
	if mx*mx+my*my+mz*mz < need*need {
		return false
	}
	cx, cy, cz := s.x[b]-s.x[a], s.y[b]-s.y[a], s.z[b]-s.z[a]
	l2 := cx*cx + cy*cy + cz*cz
	const gap = 0.08 // of range; a longer chord reaches over a gap to something behind
	if l2 > gap*gap*r2 {
		return false
	}
	// Only what stands at right angles to the chord is depth under it.
	t := (mx*cx + my*cy + mz*cz) / l2
	ex, ey, ez := mx-t*cx, my-t*cy, mz-t*cz
	e2 := ex*ex + ey*ey + ez*ez
	return ex*vx+ey*vy+ez*vz > 0 && e2 > need*need && e2 > s.bend*s.bend*l2/4
}

func (s *splitter) find(k int32) int32 {
	for s.root[k] != k {
		s.root[k] = s.root[s.root[k]]
		k = s.root[k]
	}
	return k
}

// bridge is the number of pixels without a measurement over which a surface still hangs together.
const bridge = 3

// neighbour returns the first point in a direction on the grid, over at most bridge pixels in which nothing was seen, if it
// hangs together with point k; else none.
func (s *splitter) neighbour(k int32, u, v int) int32 {
	i := int(s.points[k])
	px, py := i%s.w, i/s.w
	for range bridge + 1 {
		px, py = px+u, py+v
		if px < 0 || py < 0 || px >= s.w || py >= s.h {
			return none
		}
		j := py*s.w + px
		if m := s.at[j]; m != 0 {
			x, y, z := s.c.X[i], s.c.Y[i], s.c.Z[i]
			dx, dy, dz := s.c.X[j]-x, s.c.Y[j]-y, s.c.Z[j]-z
			if dx*dx+dy*dy+dz*dz <= s.reach2(x, y, z) {
				return m - 1
			}
			return none
		}
		if finite(s.c.X[j], s.c.Y[j], s.c.Z[j]) {
			return none // the table, seen
		}
	}
	return none
}

// join unites neighbours that are not on an edge and counts the pieces.
func (s *splitter) join() {
	for k := range s.points {
		s.root[k], s.size[k] = int32(k), 0
	}
	for k := range s.points {
		if s.edge[k] {
			continue
		}
		for _, d := range [2][2]int{{-1, 0}, {0, -1}} {
			if m := s.neighbour(int32(k), d[0], d[1]); m >= 0 && !s.edge[m] {
				a, b := s.find(int32(k)), s.find(m)
				s.root[max(a, b)] = min(a, b)
			}
		}
	}
	for k := range s.points {
		if !s.edge[k] {
			s.size[s.find(int32(k))]++
		}
	}
}

// grow makes pieces of the connected points that are at least so many and have no piece yet, and gives edge points and crumbs
// to the piece that reaches them first over the grid.
func (s *splitter) grow(piece []int32, least int32) {
	s.queue = s.queue[:0]
	for k := range s.points {
		if piece[k] != none || s.edge[k] {
			continue
		}
		if r := s.find(int32(k)); s.size[r] >= least {
			piece[k] = r
			s.queue = append(s.queue, int32(k))
		}
	}
	for head := 0; head < len(s.queue); head++ {
		k := s.queue[head]
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			if m := s.neighbour(k, d[0], d[1]); m >= 0 && piece[m] == none {
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
