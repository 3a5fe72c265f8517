package scene

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// splitter separates the objects of an organised cloud. Two things that touch meet in a concave edge: seen from the sensor,
// the surface there lies behind the chord that spans the edge. Points on such edges are taken out, and the rest is cut at its
// necks, for edges have gaps. The pieces grow together over the edges, and those are united again between which there is
// little of an edge after all.
type splitter struct {
	c          *cloud.Cloud
	w, h       int
	points     []int32
	mark       []uint8 // of each pixel, see onTable; nil where all points are over a table
	at         []int32 // a pixel's position in points plus 1, 0 for none
	soft       []spot  // a point's position, smoothed over its neighbours
	edge       []uint8
	link       [][4]int32 // the neighbours that hang together with a point: left, right, up, down, or none
	dist, peak []uint8    // see flood
	root       []int32    // union-find over points, then over pieces
	size       []int32
	order      []int32
	queue      []int32
	borders    map[[2]int32]border
	near2      float32 // neighbours within the root of this hang together, at the sensor, m^2
	eye        geom.Vec
	depth, nse float32
	bend       float32
	span       int

	smoothPass, edgePass, linkPass func(piece, from, to int) // methods, bound once
}

const none = -1

// The surface at a point bends to either side of an edge by an angle in units of 1/bendUnit rad; 0 where there is no edge.
const (
	smoothSurface = 0
	bendUnit      = 200
	mostBend      = 255
)

// run returns for each point its piece, or none, counted from 0 in the order in which pieces first appear, and how many there
// are. It reuses the memory of piece.
func (s *splitter) run(c *cloud.Cloud, points []int32, mark []uint8, eye geom.Vec, focal float64, p *Params, piece []int32) ([]int32, int) {
	s.c, s.w, s.h, s.points, s.mark, s.eye = c, c.Width, c.Height, points, mark, eye
	defer func() { s.c, s.points, s.mark = nil, nil, nil }()
	if s.smoothPass == nil {
		s.smoothPass, s.edgePass, s.linkPass = s.smooth, s.findEdges, s.findLinks
	}
	s.near2 = float32(p.ClusterTolerance * p.ClusterTolerance)
	s.depth, s.nse, s.bend = float32(p.SplitDepth), float32(p.SplitNoise), float32(p.SplitAngle)
	s.span = max(3, int(math.Round(float64(p.SplitSpan)*focal/usualFocal)))
	n := len(points)
	s.at = resize(s.at, c.Len())
	clear(s.at)
	for k, i := range points {
		s.at[i] = int32(k + 1)
	}
	s.soft = resize(s.soft, n)
	s.edge, s.link = resize(s.edge, n), resize(s.link, n)
	for k := range s.link {
		s.link[k] = [4]int32{none, none, none, none}
	}
	multicore.EachPiece(n, smallChunk, s.smoothPass)
	multicore.EachPiece(n, smallChunk, s.edgePass)
	multicore.EachPiece(n, smallChunk, s.linkPass)
	s.flood()
	piece = resize(piece, n)
	for k := range piece {
		piece[k] = none
	}
	// A crumb that a larger piece can reach is noise at its border; one that stands alone may be a small object.
	least := int32(max(1, p.MinPoints))
	s.grow(piece, 2*least)
	s.grow(piece, least)
	return piece, s.merge(piece, s.number(piece))
}

// usualFocal is the focal length, in pixels, of the camera for which split_span is given; others have larger and smaller pixels.
const usualFocal = 525

// smallChunk is the number of points of objects that a core works on at a time.
const smallChunk = 2048

// spot is a point in single precision.
type spot struct{ x, y, z float32 }

// smooth averages each point with its eight neighbours on the same surface: sensors count depth in steps of millimetres.
func (s *splitter) smooth(_, from, to int) {
	c, w := s.c, s.w
	for k := from; k < to; k++ {
		i := int(s.points[k])
		cx, cy, cz := c.X[i], c.Y[i], c.Z[i]
		py := i / w
		px := i - py*w
		x, y, z, n := float32(0), float32(0), float32(0), float32(0)
		reach2 := s.reach2(cx, cy, cz)
		left, right := max(0, px-1), min(w-1, px+1)
		for v := max(0, py-1); v <= min(s.h-1, py+1); v++ {
			lo, hi := v*w+left, v*w+right+1
			at, X, Y, Z := s.at[lo:hi], c.X[lo:hi], c.Y[lo:hi], c.Z[lo:hi]
			X, Y, Z = X[:len(at)], Y[:len(at)], Z[:len(at)]
			for j, m := range at {
				if m == 0 {
					continue
				}
				dx, dy, dz := X[j]-cx, Y[j]-cy, Z[j]-cz
				if dx*dx+dy*dy+dz*dz <= reach2 {
					x, y, z, n = x+dx, y+dy, z+dz, n+1
				}
			}
		}
		n = 1 / n
		s.soft[k] = spot{cx + x*n, cy + y*n, cz + z*n}
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

// findEdges finds how much the surface bends at each point, where that lies further from the sensor than a chord over it, by
// enough to be an edge.
func (s *splitter) findEdges(_, from, to int) {
	ex, ey, ez := float32(s.eye.X), float32(s.eye.Y), float32(s.eye.Z)
	w, h := s.w, s.h
	var steps [len(directions)][2]int
	for d, dir := range directions {
		n := s.span * dir.num / dir.den
		steps[d] = [2]int{n * dir.u, n * dir.v}
	}
	for k := from; k < to; k++ {
		i := int(s.points[k])
		py := i / w
		px := i - py*w
		if s.atJump(i, px, py) {
			s.edge[k] = mostBend
			continue
		}
		most := float32(0) // of the squared tangent of the bend
		p := s.soft[k]
		vx, vy, vz := p.x-ex, p.y-ey, p.z-ez
		r2 := vx*vx + vy*vy + vz*vz
		need := s.depth + s.nse*r2
		for d := range steps {
			u, v := steps[d][0], steps[d][1]
			if px-u < 0 || px+u >= w || py-v < 0 || py+v >= h || py+v < 0 || py-v >= h {
				continue
			}
			o := v*w + u
			ia, ib := s.at[i-o], s.at[i+o]
			if ia == 0 || ib == 0 {
				continue
			}
			a, b := &s.soft[ia-1], &s.soft[ib-1]
			mx, my, mz := p.x-(a.x+b.x)/2, p.y-(a.y+b.y)/2, p.z-(a.z+b.z)/2
			if mx*vx+my*vy+mz*vz <= 0 || mx*mx+my*my+mz*mz < need*need {
				continue
			}
			cx, cy, cz := b.x-a.x, b.y-a.y, b.z-a.z
			l2 := cx*cx + cy*cy + cz*cz
			const gap = 0.08 // of range; a longer chord reaches over a gap to something behind
			if l2 > gap*gap*r2 {
				continue
			}
			// Only what stands at right angles to the chord is depth under it.
			t := (mx*cx + my*cy + mz*cz) / l2
			mx, my, mz = mx-t*cx, my-t*cy, mz-t*cz
			e2 := 4 * (mx*mx + my*my + mz*mz)
			if mx*vx+my*vy+mz*vz > 0 && e2 > 4*need*need && e2 > s.bend*s.bend*l2 && e2 > most*l2 {
				most = e2 / l2
			}
		}
		s.edge[k] = smoothSurface
		if most > 0 {
			s.edge[k] = uint8(min(mostBend, 1+bendUnit*math.Sqrt(float64(most))))
		}
	}
}

// atJump reports whether another point of an object, much nearer or farther, is within two pixels: pieces that hang together
// by a thread along an outline, as the inside and the outside of a cup do at its rim, come apart there.
func (s *splitter) atJump(i, px, py int) bool {
	x, y, z := s.c.X[i], s.c.Y[i], s.c.Z[i]
	reach2 := 4 * s.reach2(x, y, z)
	for _, d := range beside4 {
		u, v := px+2*d[0], py+2*d[1]
		if u < 0 || v < 0 || u >= s.w || v >= s.h {
			continue
		}
		j := v*s.w + u
		if s.at[j] == 0 {
			continue
		}
		dx, dy, dz := s.c.X[j]-x, s.c.Y[j]-y, s.c.Z[j]-z
		if dx*dx+dy*dy+dz*dz > reach2 {
			return true
		}
	}
	return false
}

// bridge is the number of pixels without a measurement over which a surface still hangs together.
const bridge = 3

// findLinks finds the points that hang together with each point to the right and below, and makes the links back.
func (s *splitter) findLinks(_, from, to int) {
	for k := from; k < to; k++ {
		i := int(s.points[k])
		py := i / s.w
		px := i - py*s.w
		if m := s.next(i, s.w-1-px, 1); m >= 0 {
			s.link[k][1], s.link[m][0] = m, int32(k)
		}
		if m := s.next(i, s.h-1-py, s.w); m >= 0 {
			s.link[k][3], s.link[m][2] = m, int32(k)
		}
	}
}

// next returns the first point in a direction on the grid, over at most bridge pixels in which nothing was seen, if it hangs
// together with pixel i; else none. room is the number of pixels in that direction.
func (s *splitter) next(i, room, step int) int32 {
	c := s.c
	j := i
	for range min(bridge+1, room) {
		j += step
		if m := s.at[j]; m != 0 {
			x, y, z := c.X[i], c.Y[i], c.Z[i]
			dx, dy, dz := c.X[j]-x, c.Y[j]-y, c.Z[j]-z
			if dx*dx+dy*dy+dz*dz <= s.reach2(x, y, z) {
				return m - 1
			}
			return none
		}
		if measured(c.X[j], c.Y[j], c.Z[j]) {
			return none // the table, seen
		}
	}
	return none
}
