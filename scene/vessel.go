package scene

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
)

// The inside and the outside of a cup or a bowl are seen apart, and are pieces of their own. They are one vessel where both end at one
// height, their upper ends are arcs of one circle, the rim, which make up most of it between them, and the circle encloses both.
const (
	rimDepth   = 0.012 // m; points this far under the top are the rim
	rimLevel   = 0.02  // m; both ends are no farther apart in height
	rimLeast   = 0.02  // m, radii of rims
	rimMost    = 0.20
	rimSpread  = 0.15 // of the radius, and rimNoise besides: how far points of the rim lie from the circle
	rimNoise   = 0.003
	rimShare   = 0.85 // of the points of either end are that near
	rimSectors = 24   // into which the circle is cut
	rimSeen    = 14   // of them that must be seen of one piece or the other
	rimBoth    = 6    // and at most of both
	enclosed   = 0.95 // share of the inside that lies in the circle
	handled    = 0.70 // and of the outside, which may have a handle
	rimPoints  = 12   // at either end
	rimBorder  = 8    // pairs of pixels at which the pieces meet
)

// vessels is the working memory of joinVessels.
type vessels struct {
	size  []int32
	top   []float32 // of each piece, m over the table
	count []int32   // of each piece and bin of height
	meets map[[2]int32]int32
	pairs [][2]int32
	rim   [2][]geom.Vec2
}

// joinVessels unites pieces that are the inside and the outside of one vessel and returns how many pieces are left.
func (s *Segmenter) joinVessels(n int) int {
	v := &s.vessel
	v.measure(s, n)
	v.meet(s)
	sp := &s.split
	sp.root = resize(sp.root, n)
	for i := range sp.root {
		sp.root[i] = int32(i)
	}
	for _, pair := range v.pairs {
		if v.oneVessel(s, pair) {
			a, b := sp.find(pair[0]), sp.find(pair[1])
			sp.root[max(a, b)] = min(a, b)
		}
	}
	sp.size = resize(sp.size, n)
	for k := range sp.size {
		sp.size[k] = none
	}
	left := int32(0)
	for k, p := range s.piece {
		if p < 0 {
			continue
		}
		r := sp.find(p)
		if sp.size[r] == none {
			sp.size[r] = left
			left++
		}
		s.piece[k] = sp.size[r]
	}
	return int(left)
}

// measure finds the tops of the pieces: the height over which there are only a few points.
func (v *vessels) measure(s *Segmenter, n int) {
	const bins, width, few = 256, 0.002, 10
	v.size, v.top, v.count = resize(v.size, n), resize(v.top, n), resize(v.count, n*bins)
	clear(v.size)
	clear(v.count)
	for k, p := range s.piece {
		if p >= 0 {
			v.size[p]++
			v.count[int(p)*bins+min(bins-1, max(0, int(s.height[s.above[k]]/width)))]++
		}
	}
	for p := range n {
		over, b := int32(0), bins-1
		for ; b > 0 && over < few; b-- {
			over += v.count[p*bins+b]
		}
		v.top[p] = float32(b+2) * width
	}
}

// meet lists the pairs of pieces that border on each other in the picture and end at one height.
func (v *vessels) meet(s *Segmenter) {
	if v.meets == nil {
		v.meets = map[[2]int32]int32{}
	}
	clear(v.meets)
	v.pairs = v.pairs[:0]
	w, h := s.c.Width, s.c.Height
	for k, i := range s.above {
		p := s.piece[k]
		if p < 0 {
			continue
		}
		px, py := int(i)%w, int(i)/w
		for _, d := range [2][2]int{{1, 0}, {0, 1}} {
			for step := 1; step <= bridge+1; step++ {
				x, y := px+step*d[0], py+step*d[1]
				if x >= w || y >= h {
					break
				}
				m := s.split.at[y*w+x]
				if m == 0 {
					continue
				}
				if q := s.piece[m-1]; q >= 0 && q != p && abs32(v.top[p]-v.top[q]) < rimLevel {
					pair := [2]int32{min(p, q), max(p, q)}
					if v.meets[pair]++; v.meets[pair] == rimBorder {
						v.pairs = append(v.pairs, pair)
					}
				}
				break
			}
		}
	}
}

func abs32(v float32) float32 { return float32(math.Abs(float64(v))) }

// oneVessel reports whether the upper ends of two pieces are arcs of one circle that encloses both.
func (v *vessels) oneVessel(s *Segmenter, pair [2]int32) bool {
	top := max(v.top[pair[0]], v.top[pair[1]])
	for side, p := range pair {
		v.rim[side] = v.rim[side][:0]
		for k, q := range s.piece {
			if i := s.above[k]; q == p && s.height[i] > v.top[p]-rimDepth && s.height[i] <= top {
				v.rim[side] = append(v.rim[side], s.onTable(i))
			}
		}
		if len(v.rim[side]) < rimPoints {
			return false
		}
	}
	mid, r, ok := fitRing(v.rim)
	if !ok || r < rimLeast || r > rimMost {
		return false
	}
	var seen [2][rimSectors]bool
	for side, rim := range v.rim {
		near := 0
		for _, p := range rim {
			if d := math.Hypot(p.X-mid.X, p.Y-mid.Y); math.Abs(d-r) <= rimSpread*r+rimNoise {
				near++
				seen[side][int((math.Atan2(p.Y-mid.Y, p.X-mid.X)+math.Pi)/(2*math.Pi)*rimSectors)%rimSectors] = true
			}
		}
		if float64(near) < rimShare*float64(len(rim)) {
			return false
		}
	}
	any, both := 0, 0
	for k := range rimSectors {
		if seen[0][k] || seen[1][k] {
			any++
		}
		if seen[0][k] && seen[1][k] {
			both++
		}
	}
	if any < rimSeen || both > rimBoth {
		return false
	}
	var in [2]int
	for k, q := range s.piece {
		for side, p := range pair {
			if q == p {
				if o := s.onTable(s.above[k]); math.Hypot(o.X-mid.X, o.Y-mid.Y) <= (1+rimSpread)*r+rimNoise {
					in[side]++
				}
			}
		}
	}
	a, b := float64(in[0])/float64(v.size[pair[0]]), float64(in[1])/float64(v.size[pair[1]])
	return min(a, b) >= handled && max(a, b) >= enclosed
}

// onTable is the place of a point over the table, in its frame.
func (s *Segmenter) onTable(i int32) geom.Vec2 {
	p := s.x_TF.Apply(s.c.At(int(i)))
	return geom.Vec2{X: p.X, Y: p.Y}
}

// fitRing fits a circle to two sets of points that count alike (Kasa 1976: least squares of x^2 + y^2 + a x + b y + c).
func fitRing(sets [2][]geom.Vec2) (mid geom.Vec2, r float64, ok bool) {
	var m geom.Vec2
	for _, set := range sets {
		for _, p := range set {
			m.X, m.Y = m.X+p.X/float64(2*len(set)), m.Y+p.Y/float64(2*len(set))
		}
	}
	var xx, xy, yy, xz, yz, z float64
	for _, set := range sets {
		w := 1 / float64(2*len(set))
		for _, p := range set {
			x, y := p.X-m.X, p.Y-m.Y
			q := x*x + y*y
			xx, xy, yy, xz, yz, z = xx+w*x*x, xy+w*x*y, yy+w*y*y, xz+w*x*q, yz+w*y*q, z+w*q
		}
	}
	d := xx*yy - xy*xy
	if !(d > 1e-12) {
		return mid, 0, false
	}
	cx, cy := (xz*yy-yz*xy)/(2*d), (yz*xx-xz*xy)/(2*d)
	return geom.Vec2{X: m.X + cx, Y: m.Y + cy}, math.Sqrt(z + cx*cx + cy*cy), true
}
