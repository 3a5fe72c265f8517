package scene

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	floatHeight = 0.03 // m; what starts lower stands on the table as far as noise can tell
	vessel      = 0.15 // m; what is this near to another piece, beside it in the picture, may be the outside of what it is the inside of
	vesselShare = 10   // times as large is one side than the other, at most
	attached    = 0.03 // m; what is this near to another piece may be part of it or hang on it; free space has to end this far behind
	probes      = 64   // lowest points of a piece that are looked under
)

// dropFloating takes out the pieces that nothing holds up: the camera sees free space under their lowest points, and they
// touch nothing else. Stray measurements in the air look like this, objects do not. Pieces whose underside is
// hidden are kept. It works on the pixel grid that the splitter has laid out.
func (s *Segmenter) dropFloating(n int) {
	s.low, s.sizes = resize(s.low, n), resize(s.sizes, n)
	clear(s.sizes)
	low := s.low
	for p := range low {
		low[p] = float32(math.Inf(1))
	}
	for k, p := range s.piece {
		if p >= 0 {
			low[p] = min(low[p], s.height[s.above[k]])
			s.sizes[p]++
		}
	}
	for p := range low {
		if !(low[p] > floatHeight) || math.IsInf(float64(low[p]), 1) {
			continue
		}
		if s.touchesAnother(int32(p)) || !s.seenUnder(int32(p), low[p]) {
			continue
		}
		for k := range s.piece {
			if s.piece[k] == int32(p) {
				s.piece[k] = none
			}
		}
	}
}

// An object may go on beyond the table or over the greatest height at leaveShare of its outline where it borders on what was seen, and
// at hiddenShare of all its outline there or at the border of the picture if it reaches across that.
const (
	leaveShare  = 0.3
	hiddenShare = 0.5
)

// rim is the outline of a piece in pairs of pixels: those at the border of the picture, the others, and those of them over which it
// goes on.
type rim struct {
	border, seen, on int32
	sides            uint8 // of the picture that it reaches
}

// across reports whether a piece reaches from one side of the picture to the other.
func (r *rim) across() bool { return r.sides&3 == 3 || r.sides&12 == 12 }

// dropBackground takes out the pieces that are parts of something larger: of a wall that the table stands at, whose surface goes
// on beyond the table and the greatest height.
func (s *Segmenter) dropBackground(n int) {
	s.rims = resize(s.rims, n)
	clear(s.rims)
	c, w := s.c, s.c.Width
	for k, i := range s.above {
		p := s.piece[k]
		if p < 0 {
			continue
		}
		px, py := int(i)%w, int(i)/w
		for side, d := range beside4 {
			x, y := px+d[0], py+d[1]
			if x < 0 || y < 0 || x >= w || y >= c.Height {
				s.rims[p].border++
				s.rims[p].sides |= 1 << side
				continue
			}
			j := y*w + x
			if s.split.at[j] != 0 {
				continue
			}
			h := s.height[j]
			if h != h {
				continue // not measured
			}
			s.rims[p].seen++
			if h > floatHeight && r3.Norm2(r3.Sub(c.At(int(i)), c.At(j))) < attached*attached {
				s.rims[p].on++
			}
		}
	}
	for k, p := range s.piece {
		if p < 0 {
			continue
		}
		r := &s.rims[p]
		if float64(r.on) > leaveShare*float64(r.seen) || r.across() && float64(r.on+r.border) > hiddenShare*float64(r.seen+r.border) {
			s.piece[k] = none
		}
	}
}

// touchesAnother reports whether a pixel of a piece lies beside one of another piece at about the same place in space, or within
// the depth of a vessel where the two are of a size.
func (s *Segmenter) touchesAnother(p int32) bool {
	c := s.c
	for k, i := range s.above {
		if s.piece[k] != p {
			continue
		}
		px, py := int(i)%c.Width, int(i)/c.Width
		for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			for step := 1; step <= bridge+1; step++ {
				x, y := px+step*d[0], py+step*d[1]
				if x < 0 || y < 0 || x >= c.Width || y >= c.Height {
					break
				}
				m := s.split.at[y*c.Width+x]
				if m == 0 {
					continue
				}
				q := s.piece[m-1]
				if q < 0 || q == p {
					continue
				}
				d := r3.Norm(r3.Sub(c.At(int(i)), c.At(y*c.Width+x)))
				if d < attached || d < vessel && vesselShare*s.sizes[p] >= s.sizes[q] {
					return true
				}
			}
		}
	}
	return false
}

// seenUnder reports whether free space is seen right under most of a piece's lowest points.
func (s *Segmenter) seenUnder(p int32, low float32) bool {
	var lowest []int32
	for k, i := range s.above {
		if s.piece[k] == p && s.height[i] < low+0.01 {
			lowest = append(lowest, i)
		}
	}
	free, looked := 0, 0
	for j := 0; j < len(lowest); j += 1 + len(lowest)/probes {
		looked++
		if s.freeUnder(lowest[j], p) {
			free++
		}
	}
	return 10*free > 7*looked
}

// freeUnder looks along the sight lines through the points below point i: the first that ends somewhere else tells whether it
// passed through free space (it ends well behind) or met something at or before that place, which may hold the piece up.
func (s *Segmenter) freeUnder(i int32, p int32) bool {
	const step = 0.002 // m
	eye := s.camera.X_FS.P
	top := s.c.At(int(i))
	for d := step; d < float64(s.height[i]); d += step {
		at := r3.Sub(top, r3.Scale(d, s.plane.Normal))
		u, v, depth := s.camera.Project(at)
		x, y := int(math.Round(u)), int(math.Round(v))
		if depth <= 0 || x < 0 || y < 0 || x >= s.c.Width || y >= s.c.Height {
			return false // out of the picture
		}
		j := y*s.c.Width + x
		if !measured(s.c.X[j], s.c.Y[j], s.c.Z[j]) {
			continue
		}
		if m := s.split.at[j]; m != 0 && s.piece[m-1] == p {
			continue
		}
		return r3.Norm(r3.Sub(s.c.At(j), eye)) > r3.Norm(r3.Sub(at, eye))+attached
	}
	return false
}
