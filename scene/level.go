package scene

import "github.com/holdfast-robotics/holdfast/scene/multicore"

// level is what the bow leaves of the table's height: depth cameras bend planes differently from one part of the picture to the
// next, by a millimetre or two, and that much decides how far down an object reaches. It is the mean height over blocks of
// pixels that show nothing but the table, smoothed, and interpolated between their middles.
type level struct {
	w, h  int // blocks
	width int // pixels
	b     []block
	base  []float32
	part  []int32
	queue []int32
	rows  []float32 // a row of pixels for each band
}

type block struct {
	sum       float32 // of heights of points on the table
	on, valid int32   // points on it, and all
}

const (
	blockSide  = 16   // pixels
	blockReach = 2    // blocks to either side over which heights are averaged
	blockShare = 0.95 // of the points of a block lie on the table where it shows nothing else
)

func (l *level) reset(width, height int) {
	l.width = width
	l.w, l.h = (width+blockSide-1)/blockSide, (height+blockSide-1)/blockSide
	n := l.w * l.h
	l.b, l.base, l.part, l.rows = resize(l.b, n), resize(l.base, n), resize(l.part, n), resize(l.rows, l.h*width)
	clear(l.b)
	clear(l.part)
}

// row returns a row of blocks.
func (l *level) row(y int) []block { return l.b[y*l.w : (y+1)*l.w] }

func (l *level) clean(k int) bool {
	b := &l.b[k]
	return 2*b.valid >= blockSide*blockSide && float32(b.on) >= blockShare*float32(b.valid)
}

// settle finds the height of the table at each block, from the largest connected part of clean blocks: what is seen of the table
// in a pot is the bottom of the pot.
func (l *level) settle() {
	best, most := int32(0), 0
	for k := range l.b {
		if l.part[k] != 0 || !l.clean(k) {
			continue
		}
		id := int32(k + 1)
		l.part[k] = id
		l.queue = append(l.queue[:0], int32(k))
		for head := 0; head < len(l.queue); head++ {
			x, y := int(l.queue[head])%l.w, int(l.queue[head])/l.w
			for _, d := range beside4 {
				u, v := x+d[0], y+d[1]
				if u < 0 || v < 0 || u >= l.w || v >= l.h {
					continue
				}
				if j := v*l.w + u; l.part[j] == 0 && l.clean(j) {
					l.part[j] = id
					l.queue = append(l.queue, int32(j))
				}
			}
		}
		if len(l.queue) > most {
			best, most = id, len(l.queue)
		}
	}
	for y := range l.h {
		for x := range l.w {
			sum, n := float32(0), float32(0)
			for v := max(0, y-blockReach); v <= min(l.h-1, y+blockReach); v++ {
				for u := max(0, x-blockReach); u <= min(l.w-1, x+blockReach); u++ {
					if k := v*l.w + u; most > 0 && l.part[k] == best {
						sum, n = sum+l.b[k].sum, n+float32(l.b[k].on)
					}
				}
			}
			l.base[y*l.w+x] = 0
			if n > 0 {
				l.base[y*l.w+x] = sum / n
			}
		}
	}
}

// beside4 are the steps to the four pixels next to one: left, right, up, down.
var beside4 = [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}

// fill writes the height of the table along a row of pixels.
func (l *level) fill(y int, row []float32) {
	fy := (float32(y)+0.5)/blockSide - 0.5
	y0 := max(0, min(l.h-2, int(fy)))
	ty := min(max(fy-float32(y0), 0), 1)
	a, b := l.base[y0*l.w:(y0+1)*l.w], l.base[min(l.h-1, y0+1)*l.w:]
	b = b[:len(a)]
	at := func(k int) float32 { k = min(k, len(a)-1); return a[k] + (b[k]-a[k])*ty }
	for x := range row {
		if k := x / blockSide; k == 0 && x < blockSide/2 {
			row[x] = at(0)
		}
	}
	for k := range a { // from the middle of a block to that of the next
		from := at(k)
		step := (at(k+1) - from) / blockSide
		x0 := k*blockSide + blockSide/2
		if x0 >= len(row) {
			break
		}
		for j, dst := 0, row[x0:min(len(row), x0+blockSide)]; j < len(dst); j++ {
			dst[j] = from + (float32(j)+0.5)*step
		}
	}
}

// levelBand takes the height of the table away from the points of a band.
func (s *Segmenter) levelBand(b, from, to int) {
	w := s.ground.width
	row := s.ground.rows[b*w : (b+1)*w]
	for i := from; i < to; i += w {
		s.ground.fill(i/w, row)
		h := s.height[i : i+w]
		h = h[:len(row)]
		for k, v := range row {
			h[k] -= v
		}
	}
}

// levelOut makes heights those over the table where it is.
func (s *Segmenter) levelOut() {
	s.ground.settle()
	multicore.EachPiece(s.c.Len(), s.top.band, s.levelPass)
}
