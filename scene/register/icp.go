package register

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

// Method is what a source point is drawn to.
type Method uint8

// Methods.
const (
	PointToPlane Method = iota // the plane through the nearest target point (Chen and Medioni 1992)
	PointToPoint               // the nearest target point itself (Besl and McKay 1992)
)

// Params are the settings of Align. DefaultParams gives the usual ones.
type Params struct {
	Method        Method
	MaxIterations int     // of each of the two phases
	Trim          float64 // share of the source, nearest first, that draws; 1: all (Chetverikov et al. 2002)
	MaxDistance   float64 // m; a source point that has no target point this near does not draw; 0: no limit
	Coarse        int     // the first phase uses this many points of the source; 0: there is no first phase
	// Upright, a unit vector in T, lets the source turn about this axis alone; zero lets it turn freely.
	Upright geom.Vec
	// Hold weighs the distance to the nearest point itself beside that to its plane. Planes alone let a can slide along its
	// axis on the noise of the normals; 0.1 holds it.
	Hold float64
	// Fine switches the second phase, which uses all points.
	Fine bool
}

// DefaultParams returns settings for clouds of objects.
func DefaultParams() Params {
	return Params{MaxIterations: 40, Trim: 0.9, Coarse: 500, Fine: true}
}

// Result is an alignment.
type Result struct {
	X_TS       geom.Pose
	RMS        float64 // m; of the distances of the points that drew, to point or plane by the method, in the last iteration
	Drawn      int     // how many drew
	Iterations int     // of both phases
	Converged  bool    // the last step was smaller than 5 um and 1e-4 rad
}

// Steps below these end a phase; the first phase need not be exact.
const (
	stillTurn, stillMove   = 1e-4, 5e-6
	coarseTurn, coarseMove = 1e-3, 1e-4
)

// Aligner keeps the working memory of Align between calls. It is not safe for concurrent calls; the zero value is ready.
type Aligner struct {
	src    []point // the points of the phase, in S relative to mid
	mid    geom.Vec
	moved  []point // in T
	match  []int32 // position in the target, or -1
	asked  []anchor
	dist2  []float32
	sorted []float32

	job       matching
	matchPass func(piece, from, to int) // a method, bound once
}

// An anchor is where the tree was last asked for a point's match, and the square of how far the point may have moved since
// with the same answer: half the lead of the nearest over the second nearest.
type anchor struct {
	at     point
	slack2 float32
}

// Align moves the source so that it lies on the target, from a first guess of X_TS. Points that are not finite are passed
// over. Without a usable point the guess is returned, not converged.
func (a *Aligner) Align(src Points, t *Target, X_TS geom.Pose, p Params) Result {
	res := Result{X_TS: X_TS}
	if t.Len() == 0 {
		return res
	}
	n := src.Len()
	if p.Coarse > 0 && n > p.Coarse {
		a.take(src, p.Coarse)
		a.phase(t, &res, p, coarseTurn, coarseMove)
		if !p.Fine {
			return res
		}
	}
	a.take(src, n)
	a.phase(t, &res, p, stillTurn, stillMove)
	return res
}

// take picks n points evenly out of the order of the source, without the beat that a fixed stride has with rows of a picture.
func (a *Aligner) take(src Points, n int) {
	a.src = a.src[:0]
	total := src.Len()
	var sum geom.Vec
	for k := range n {
		i := k
		if n < total {
			// one point of each of n equal stretches, at a place that the golden ratio moves on
			_, f := math.Modf(float64(k) * 0.6180339887498949)
			i = min(int((float64(k)+f)*float64(total)/float64(n)), total-1)
		}
		q := point{src.X[i], src.Y[i], src.Z[i]}
		if q.x-q.x == 0 && q.y-q.y == 0 && q.z-q.z == 0 {
			a.src = append(a.src, q)
			sum = r3.Add(sum, geom.V(float64(q.x), float64(q.y), float64(q.z)))
		}
	}
	if len(a.src) == 0 {
		return
	}
	a.mid = r3.Scale(1/float64(len(a.src)), sum)
	mx, my, mz := float32(a.mid.X), float32(a.mid.Y), float32(a.mid.Z)
	a.mid = geom.V(float64(mx), float64(my), float64(mz))
	for i := range a.src {
		q := &a.src[i]
		q.x, q.y, q.z = q.x-mx, q.y-my, q.z-mz
	}
	a.moved = grown(a.moved, len(a.src))
	a.match = grown(a.match, len(a.src))
	a.asked = grown(a.asked, len(a.src))
	a.dist2 = grown(a.dist2, len(a.src))
	a.sorted = grown(a.sorted, len(a.src))
	for i := range a.match {
		a.match[i], a.asked[i] = -1, anchor{slack2: -1}
	}
}

func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// phase iterates over the taken points until steps are still.
func (a *Aligner) phase(t *Target, res *Result, p Params, turn, move float64) {
	res.Converged = false
	if len(a.src) == 0 {
		return
	}
	calm := false // steps are so small that most matches will stay
	for range p.MaxIterations {
		limit := a.matchAll(t, res.X_TS, p, calm)
		c := res.X_TS.Apply(a.mid) // steps turn about the middle of the source
		var w, v geom.Vec
		var ok bool
		if p.Method == PointToPlane {
			w, v, ok = a.planeStep(t, c, limit, p.Upright, p.Hold, res)
		} else {
			w, v, ok = a.pointStep(t, c, limit, p.Upright, res)
		}
		res.Iterations++
		if !ok {
			return
		}
		R := geom.Exp(w)
		res.X_TS.R = R.Mul(res.X_TS.R).Normalized()
		res.X_TS.P = r3.Add(r3.Add(c, v), R.Apply(r3.Sub(res.X_TS.P, c)))
		calm = r3.Norm(v)+0.1*r3.Norm(w) < lead
		if r3.Norm(w) < turn && r3.Norm(v) < move {
			res.Converged = true
			return
		}
	}
}

// matchAll moves the source and finds for each point the nearest of the target. It returns the squared distance up to which
// points draw. When calm it also looks for second nearest points, whose distance may save the next search.
func (a *Aligner) matchAll(t *Target, X_TS geom.Pose, p Params, calm bool) float32 {
	m := X_TS.R.Mat()
	o := X_TS.Apply(a.mid)
	var f [9]float32
	for k := range m {
		f[k] = float32(m[k])
	}
	ox, oy, oz := float32(o.X), float32(o.Y), float32(o.Z)
	max2 := float32(math.Inf(1))
	if p.MaxDistance > 0 {
		max2 = float32(p.MaxDistance * p.MaxDistance)
	}
	a.job = matching{t, f, point{ox, oy, oz}, max2, calm}
	if n := len(a.src); n < 2*matchPiece {
		a.matchSome(0, 0, n)
	} else {
		if a.matchPass == nil {
			a.matchPass = a.matchSome
		}
		multicore.EachPiece(n, matchPiece, a.matchPass)
	}
	a.job.t = nil
	if !(p.Trim < 1) {
		return max2
	}
	copy(a.sorted, a.dist2)
	keep := max(int(p.Trim*float64(len(a.sorted))), 1)
	return min(max2, nthLeast(a.sorted, keep-1))
}

// matching is what a core needs to know to match points.
type matching struct {
	t    *Target
	f    [9]float32 // from S, about mid, to T
	o    point
	max2 float32
	calm bool
}

// matchPiece is the number of points that a core matches at a time.
const matchPiece = 512

// matchSome does what matchAll says for some of the points.
func (a *Aligner) matchSome(_, from, to int) {
	t, f, o, max2, calm := a.job.t, &a.job.f, a.job.o, a.job.max2, a.job.calm
	for i := from; i < to; i++ {
		s := a.src[i]
		q := point{
			f[0]*s.x + f[1]*s.y + f[2]*s.z + o.x,
			f[3]*s.x + f[4]*s.y + f[5]*s.z + o.y,
			f[6]*s.x + f[7]*s.y + f[8]*s.z + o.z,
		}
		a.moved[i] = q
		bound, was := max2, a.match[i]
		if was >= 0 { // the match of the last iteration bounds the search, or is still the answer
			b, s := &t.pts[was], &a.asked[i]
			dx, dy, dz := b.x-q.x, b.y-q.y, b.z-q.z
			mx, my, mz := s.at.x-q.x, s.at.y-q.y, s.at.z-q.z
			d2 := dx*dx + dy*dy + dz*dz
			if mx*mx+my*my+mz*mz < s.slack2 && d2 < max2 {
				a.dist2[i] = d2
				continue
			}
			bound = min(bound, d2*(1+1e-6)) // finds the old match again where it is the best
		}
		spare2 := float32(0)
		if calm {
			root := sqrt32(bound) + lead
			spare2 = min(root*root, big)
		}
		k, d2, second := t.nearestTwo(q, bound, spare2)
		slack2 := float32(-1)
		if k < 0 {
			d2 = float32(math.Inf(1))
		} else if slack := (sqrt32(second) - sqrt32(d2)) / 2; calm && slack > 0 {
			slack2 = slack * slack * (1 - 1e-5)
		}
		a.match[i], a.dist2[i], a.asked[i] = k, d2, anchor{q, slack2}
	}
}

// A second nearest point is looked for this much farther than the nearest, m: more would cost more than it saves.
const lead = 0.001

const big = math.MaxFloat32

func sqrt32(v float32) float32 { return float32(math.Sqrt(float64(v))) }

// nthLeast partially sorts v and returns what would be at n in full order.
func nthLeast(v []float32, n int) float32 {
	lo, hi := 0, len(v)-1
	for lo < hi {
		a, b, c := v[lo], v[lo+(hi-lo)/2], v[hi]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return v[n]
		}
	}
	return v[n]
}

// normalEq are the normal equations of a step of three turns and three moves: the upper triangle of J'J, and -J'r.
type normalEq struct {
	a  [6][6]float64
	b  [6]float64
	r2 float64
	n  int
}

func (e *normalEq) add(j [6]float64, r float64) {
	for i := range 6 {
		for k := i; k < 6; k++ {
			e.a[i][k] += j[i] * j[k]
		}
		e.b[i] -= j[i] * r
	}
	e.r2 += r * r
}

// pointSum gathers the rows of distances to points, whose products need sums alone: positions about the middle, their
// products, distances, and moments of distances.
type pointSum struct {
	n                      float64
	x, y, z                float64
	xx, yy, zz, xy, xz, yz float64
	dx, dy, dz             float64
	mx, my, mz             float64
}

func (s *pointSum) add(x, y, z, dx, dy, dz float64) {
	s.n++
	s.x, s.y, s.z = s.x+x, s.y+y, s.z+z
	s.xx, s.yy, s.zz, s.xy, s.xz, s.yz = s.xx+x*x, s.yy+y*y, s.zz+z*z, s.xy+x*y, s.xz+x*z, s.yz+y*z
	s.dx, s.dy, s.dz = s.dx+dx, s.dy+dy, s.dz+dz
	s.mx, s.my, s.mz = s.mx+y*dz-z*dy, s.my+z*dx-x*dz, s.mz+x*dy-y*dx
}

// addTo adds the rows to the upper triangle of e with weight w. A point at x moves by v + w cross x.
func (s *pointSum) addTo(e *normalEq, w float64) {
	for i, row := range [6][6]float64{
		{s.yy + s.zz, -s.xy, -s.xz, 0, -s.z, s.y},
		{0, s.xx + s.zz, -s.yz, s.z, 0, -s.x},
		{0, 0, s.xx + s.yy, -s.y, s.x, 0},
		{0, 0, 0, s.n, 0, 0},
		{0, 0, 0, 0, s.n, 0},
		{0, 0, 0, 0, 0, s.n},
	} {
		for k := i; k < 6; k++ {
			e.a[i][k] += w * row[k]
		}
	}
	for i, b := range [6]float64{s.mx, s.my, s.mz, s.dx, s.dy, s.dz} {
		e.b[i] -= w * b
	}
}

// planeStep returns the turn w and the move v that bring the drawn points nearest to their planes. Where the target has no
// normal the point itself draws.
func (a *Aligner) planeStep(t *Target, c geom.Vec, limit float32, up geom.Vec, hold float64, res *Result) (w, v geom.Vec, ok bool) {
	var e normalEq
	var s pointSum
	for i, k := range a.match {
		if k < 0 || a.dist2[i] > limit {
			continue
		}
		e.n++
		p, q, n := &a.moved[i], &t.pts[k], &t.normals[k]
		dx, dy, dz := float64(p.x-q.x), float64(p.y-q.y), float64(p.z-q.z)
		x, y, z := float64(p.x)-c.X, float64(p.y)-c.Y, float64(p.z)-c.Z
		if hold > 0 {
			s.add(x, y, z, dx, dy, dz)
		}
		nx, ny, nz := float64(n.x), float64(n.y), float64(n.z)
		if nx == 0 && ny == 0 && nz == 0 {
			e.add([6]float64{0, z, -y, 1, 0, 0}, dx)
			e.add([6]float64{-z, 0, x, 0, 1, 0}, dy)
			e.add([6]float64{y, -x, 0, 0, 0, 1}, dz)
			continue
		}
		e.add([6]float64{y*nz - z*ny, z*nx - x*nz, x*ny - y*nx, nx, ny, nz}, dx*nx+dy*ny+dz*nz)
	}
	res.Drawn = e.n
	if e.n < 3 {
		return w, v, false
	}
	res.RMS = math.Sqrt(e.r2 / float64(e.n))
	if hold > 0 {
		s.addTo(&e, hold*hold)
	}
	return e.solve(up)
}

// solve returns the step of least squares. A turn or move that the points do not determine, such as the turn of a ball, is
// held back by a thousandth of a thousandth of the mean stiffness of its kind.
func (e *normalEq) solve(up geom.Vec) (w, v geom.Vec, ok bool) {
	for i := range 6 {
		for k := range i {
			e.a[i][k] = e.a[k][i]
		}
	}
	first := 0 // unknowns: turns about x, y, z, or about up alone in the place of z; moves
	if up != (geom.Vec{}) {
		u := [3]float64{up.X, up.Y, up.Z}
		var row [6]float64
		b := 0.0
		for k := range 6 {
			for i := range 3 {
				row[k] += u[i] * e.a[i][k]
			}
		}
		for i := range 3 {
			b += u[i] * e.b[i]
		}
		e.a[2][2] = row[0]*u[0] + row[1]*u[1] + row[2]*u[2]
		for k := 3; k < 6; k++ {
			e.a[2][k], e.a[k][2] = row[k], row[k]
		}
		e.b[2] = b
		first = 2
	}
	turn, move := 0.0, 0.0
	for i := first; i < 3; i++ {
		turn += e.a[i][i]
	}
	for i := 3; i < 6; i++ {
		move += e.a[i][i]
	}
	for i := first; i < 3; i++ {
		e.a[i][i] += 1e-6*turn + 1e-30
	}
	for i := 3; i < 6; i++ {
		e.a[i][i] += 1e-6*move + 1e-30
	}
	// Cholesky: a = l l'
	var l [6][6]float64
	for i := first; i < 6; i++ {
		for k := first; k <= i; k++ {
			s := e.a[i][k]
			for m := first; m < k; m++ {
				s -= l[i][m] * l[k][m]
			}
			if i == k {
				if !(s > 0) {
					return w, v, false
				}
				l[i][i] = math.Sqrt(s)
			} else {
				l[i][k] = s / l[k][k]
			}
		}
	}
	var x [6]float64
	for i := first; i < 6; i++ {
		s := e.b[i]
		for m := first; m < i; m++ {
			s -= l[i][m] * x[m]
		}
		x[i] = s / l[i][i]
	}
	for i := 5; i >= first; i-- {
		s := x[i]
		for m := i + 1; m < 6; m++ {
			s -= l[m][i] * x[m]
		}
		x[i] = s / l[i][i]
	}
	v = geom.V(x[3], x[4], x[5])
	if first == 2 {
		return r3.Scale(x[2], up), v, true
	}
	return geom.V(x[0], x[1], x[2]), v, true
}

// pointStep returns the turn w about c and the move v that bring the drawn points nearest to their matches.
func (a *Aligner) pointStep(t *Target, c geom.Vec, limit float32, up geom.Vec, res *Result) (w, v geom.Vec, ok bool) {
	var f pairSum
	for i, k := range a.match {
		if k < 0 || a.dist2[i] > limit {
			continue
		}
		p, q := a.moved[i], t.pts[k]
		f.add(geom.V(float64(p.x)-c.X, float64(p.y)-c.Y, float64(p.z)-c.Z), geom.V(float64(q.x)-c.X, float64(q.y)-c.Y, float64(q.z)-c.Z))
	}
	res.Drawn = int(f.n)
	if f.n < 3 {
		return w, v, false
	}
	res.RMS = math.Sqrt(f.d2 / f.n)
	X := f.pose(up)
	return X.R.Log(), X.P, true
}
