package scene

import (
	"math"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// tableTop is what a core needs to know to measure points: the table's plane and axes in F, in single precision.
type tableTop struct {
	nx, ny, nz, off  float32 // height is n.p - off
	ux, uy, uz, ou   float32 // and u and v along the table
	vx, vy, vz, ov   float32
	ex, ey, ez       float32 // the sensor
	tolerance, noise float32 // at the sensor, and its growth
	bow              bow
	patch            patch
	organised        bool
	away             bool // the sensor is not at the origin
	width, band      int  // of the picture; points of a band
}

type tableSum struct {
	n    int
	sum2 float64 // of squared heights
}

// measureTable computes the height of every point, labels those of the table, and puts the table's frame in the middle of
// its outline.
func (s *Segmenter) measureTable(out *Segmentation) {
	c := s.c
	x_FT := tablePose(s.plane, c.X_FS)
	m := x_FT.R.Mat()
	o := x_FT.P
	t := &s.top
	t.nx, t.ny, t.nz, t.off = float32(s.plane.Normal.X), float32(s.plane.Normal.Y), float32(s.plane.Normal.Z), float32(s.plane.Offset)
	t.ux, t.uy, t.uz, t.ou = float32(m[0]), float32(m[3]), float32(m[6]), float32(m[0]*o.X+m[3]*o.Y+m[6]*o.Z)
	t.vx, t.vy, t.vz, t.ov = float32(m[1]), float32(m[4]), float32(m[7]), float32(m[1]*o.X+m[4]*o.Y+m[7]*o.Z)
	t.ex, t.ey, t.ez = float32(s.x_FS.X), float32(s.x_FS.Y), float32(s.x_FS.Z)
	t.tolerance, t.noise = s.noise()
	t.away = s.x_FS != geom.Vec{}
	s.fitBow(x_FT)
	s.fitPatch()
	t.organised, t.width, t.band = c.Organised(), c.Width, chunk
	if t.organised {
		t.band = blockSide * c.Width
		s.ground.reset(c.Width, c.Height)
	}
	s.height = resize(s.height, c.Len())
	s.bins = resize(s.bins, multicore.Pieces(c.Len(), t.band))
	s.sums = resize(s.sums, len(s.bins))
	s.labels = out.Labels
	multicore.EachPiece(c.Len(), t.band, s.measurePass)
	table := &out.Table
	table.Points = 0
	sum2 := 0.0
	for b := range s.bins {
		table.Points += s.sums[b].n
		sum2 += s.sums[b].sum2
		if b > 0 {
			s.bins[0].merge(&s.bins[b])
		}
	}
	table.Noise = 0
	if table.Points > 0 {
		table.Noise = math.Sqrt(sum2 / float64(table.Points))
	}
	if s.zone != nil && s.zone.Table != nil && len(s.zone.Table.Hull) >= 3 {
		table.X_FT, table.Hull = s.zone.Table.X_FT, append(table.Hull[:0], s.zone.Table.Hull...)
		return
	}
	table.Hull, s.corners = s.bins[0].hull(table.Hull[:0], s.corners)
	mid := geom.PolygonCentroid(table.Hull)
	for k := range table.Hull {
		table.Hull[k].X -= mid.X
		table.Hull[k].Y -= mid.Y
	}
	x_FT.P = x_FT.Apply(geom.V(mid.X, mid.Y, 0))
	table.X_FT = x_FT
}

// noise returns the tolerance at the sensor and its growth with the square of range. Where the sensor is not known, it is
// taken to be a metre away.
func (s *Segmenter) noise() (tolerance, growth float32) {
	tolerance, growth = float32(s.p.PlaneTolerance), float32(s.p.RangeNoise)
	if !s.eyeKnown {
		return tolerance + growth, 0
	}
	return tolerance, growth
}

// tally is what a core finds in its band of points.
type tally struct {
	bins         *hullBins
	n            int
	sum2         float64
	last         int // index of the last point on the table
	lastU, lastV float32
}

// measureBand measures one band of points: rows of blocks of a picture, a chunk of other clouds.
func (s *Segmenter) measureBand(b, from, to int) {
	t := &s.top
	a := tally{bins: &s.bins[b], last: -2}
	a.bins.reset(t.bow.lo, t.bow.hi)
	if !t.organised {
		var all block
		s.measureSpan(from, to, &a, &all)
	} else {
		blocks := s.ground.row(b)
		for row := from; row < to; row += t.width {
			for k := range blocks {
				x := k * blockSide
				s.measureSpan(row+x, row+min(x+blockSide, t.width), &a, &blocks[k])
			}
			s.close(&a)
			a.last = -2
		}
	}
	s.close(&a)
	s.sums[b] = tableSum{a.n, a.sum2}
}

// close adds the end of a run of points on the table to the outline.
func (s *Segmenter) close(a *tally) {
	if a.last >= 0 && s.top.patch.contains(a.lastU, a.lastV) {
		a.bins.add(a.lastU, a.lastV)
	}
}

// measureSpan measures some points one after the other, which are all of one block.
func (s *Segmenter) measureSpan(from, to int, a *tally, blk *block) {
	t := &s.top
	X, Y, Z := s.c.X[from:to], s.c.Y[from:to], s.c.Z[from:to]
	H, L := s.height[from:to], s.labels[from:to]
	Y, Z, H, L = Y[:len(X)], Z[:len(X)], H[:len(X)], L[:len(X)]
	nan := float32(math.NaN())
	var sum, sum2 float32
	var on, valid int32
	for i, x := range X {
		y, z := Y[i], Z[i]
		r2 := x*x + y*y + z*z
		if !(r2 > 0 && r2 < farthest*farthest) { // see measured
			H[i], L[i] = nan, LabelNone
			continue
		}
		h := t.nx*x + t.ny*y + t.nz*z - t.off
		H[i], L[i] = h, LabelNone
		if t.away {
			dx, dy, dz := x-t.ex, y-t.ey, z-t.ez
			r2 = dx*dx + dy*dy + dz*dz
		}
		tol := t.tolerance + t.noise*r2
		valid++
		if h > 2*tol || h < -2*tol {
			continue
		}
		u, v := t.ux*x+t.uy*y+t.uz*z-t.ou, t.vx*x+t.vy*y+t.vz*z-t.ov
		h -= t.bow.at(u, v)
		H[i] = h
		if h > tol || h < -tol {
			continue
		}
		L[i] = LabelTable
		on++
		sum, sum2 = sum+h, sum2+h*h
		// In a picture the table's points of a row lie on a line, so its outline runs through the ends of runs; they and
		// every eighth point, for clouds that are no pictures, find it.
		if k := from + i; a.last != k-1 {
			s.close(a)
			a.last, a.lastU, a.lastV = k, u, v
			s.close(a)
		} else if a.last, a.lastU, a.lastV = k, u, v; !t.organised && k&7 == 0 {
			s.close(a)
		}
	}
	a.n += int(on)
	a.sum2 += float64(sum2)
	blk.on += on
	blk.valid += valid
	blk.sum += sum
}

// patch is the part of the plane that the table covers: the largest connected patch of its points and others that are tables
// of their own. A wall or a shelf that the plane cuts far behind the table holds a narrow strip of it, which is no table.
type patch struct {
	x0, y0, inv float32
	w, h        int
	in          []bool
}

const (
	patchCell  = 0.05 // m, at least: gaps narrower than this do not divide a table
	patchWidth = 0.06 // m; narrower patches beside the largest are strips
	patchShare = 0.02 // of the largest
	patchGrid  = 256  // cells along a side, at most
)

func (p *patch) contains(u, v float32) bool {
	if p.w == 0 {
		return true
	}
	x, y := int((u-p.x0)*p.inv), int((v-p.y0)*p.inv)
	return x >= 0 && y >= 0 && x < p.w && y < p.h && p.in[y*p.w+x]
}

// fitPatch finds the patch from the sample points on the plane, which fitBow has laid out in the table frame.
func (s *Segmenter) fitPatch() {
	p, b := &s.top.patch, &s.top.bow
	p.w, p.h = 0, 0
	n := 0
	for k, q := range s.flat {
		if math.Abs(q.Z) <= float64(s.sample.tol[k]) {
			n++
		}
	}
	sx, sy := b.hi.X-b.lo.X, b.hi.Y-b.lo.Y
	if n == 0 || !(sx > 0) || !(sy > 0) {
		return
	}
	side := max(patchCell, 3*math.Sqrt(sx*sy/float64(n)), max(sx, sy)/(patchGrid-4))
	p.inv = float32(1 / side)
	p.x0, p.y0 = float32(b.lo.X-1.5*side), float32(b.lo.Y-1.5*side)
	p.w, p.h = int(sx/side)+4, int(sy/side)+4
	cells := p.w * p.h
	p.in = resize(p.in, cells)
	clear(p.in)
	s.cell = resize(s.cell, cells) // number of points, then minus the number of the component
	clear(s.cell)
	at := func(q geom.Vec) int { return int((float32(q.Y)-p.y0)*p.inv)*p.w + int((float32(q.X)-p.x0)*p.inv) }
	for k, q := range s.flat {
		if math.Abs(q.Z) <= float64(s.sample.tol[k]) {
			s.cell[at(q)]++
		}
	}
	best := 0
	sizes := s.partSizes[:0]
	for c := range s.cell {
		if s.cell[c] <= 0 {
			continue
		}
		id := int32(len(sizes) + 1)
		total := 0
		s.queue = append(s.queue[:0], int32(c))
		total += int(s.cell[c])
		s.cell[c] = -id
		for head := 0; head < len(s.queue); head++ {
			x, y := int(s.queue[head])%p.w, int(s.queue[head])/p.w
			for v := max(0, y-1); v <= min(p.h-1, y+1); v++ {
				for u := max(0, x-1); u <= min(p.w-1, x+1); u++ {
					if j := v*p.w + u; s.cell[j] > 0 {
						total += int(s.cell[j])
						s.cell[j] = -id
						s.queue = append(s.queue, int32(j))
					}
				}
			}
		}
		sizes = append(sizes, total)
		best = max(best, total)
	}
	s.partSizes = sizes
	for id, total := range sizes {
		if total < best && (float64(total) < patchShare*float64(best) || s.narrow(int32(id+1), at)) {
			continue
		}
		for c := range s.cell {
			if s.cell[c] != -int32(id+1) {
				continue
			}
			x, y := c%p.w, c/p.w
			for v := max(0, y-1); v <= min(p.h-1, y+1); v++ {
				for u := max(0, x-1); u <= min(p.w-1, x+1); u++ {
					p.in[v*p.w+u] = true
				}
			}
		}
	}
}

// narrow reports whether the sample points of a component of cells are a strip: by their spread across their principal axis, which
// for an even strip is its width over the root of 12.
func (s *Segmenter) narrow(id int32, at func(geom.Vec) int) bool {
	var n, x, y, xx, xy, yy float64
	for k, q := range s.flat {
		if math.Abs(q.Z) <= float64(s.sample.tol[k]) && s.cell[at(q)] == -id {
			n, x, y, xx, xy, yy = n+1, x+q.X, y+q.Y, xx+q.X*q.X, xy+q.X*q.Y, yy+q.Y*q.Y
		}
	}
	x, y = x/n, y/n
	xx, xy, yy = xx/n-x*x, xy/n-x*y, yy/n-y*y
	least := (xx+yy)/2 - math.Hypot((xx-yy)/2, xy)
	return 12*least < patchWidth*patchWidth
}
