package scene

import (
	"cmp"
	"math"
	mathbits "math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/fault"
	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/multicore"
)

const (
	// sampleSize is the number of points that planes are judged on. A plane with a tenth of the points is then counted
	// within 5 % (binomial), which ranks planes well enough.
	sampleSize = 4096
	// refineSize is the number of sample points to which hypotheses are fitted; the one that is taken is fitted to all.
	refineSize = 2048
	// firstLook is the number of sample points on which every hypothesis is scored, before the better ones see them all.
	firstLook = 512
	// finalists is the number of different planes that are compared by what stands on them.
	finalists = 10
	// flatShare is the part of a surface's points that must lie in the inner half of the tolerance. A cut through something
	// that is not a surface has half of them there, a surface with noise of half the tolerance 0.72.
	flatShare = 0.7
)

// samples are valid points drawn evenly from a cloud, in an order in which every prefix is spread over the whole of it.
type samples struct {
	x, y, z, tol []float32
	index        []int32 // in the cloud
}

func (s *samples) at(k int) geom.Vec {
	return geom.V(float64(s.x[k]), float64(s.y[k]), float64(s.z[k]))
}

// draw takes about sampleSize points. They are visited in steps of the golden section round the cloud, which leaves no part
// of it out for long.
func (s *Segmenter) draw() {
	c, q := s.c, &s.sample
	var in crop
	if s.zone != nil {
		in = s.zone.sampled()
	}
	for want := 2 * sampleSize; ; want *= 4 { // more where most of the cloud is invalid
		n := min(want, c.Len())
		stride := max(1, int(0.6180339887*float64(n)))
		for gcd(stride, n) > 1 {
			stride++
		}
		q.x, q.y, q.z, q.tol, q.index = q.x[:0], q.y[:0], q.z[:0], q.tol[:0], q.index[:0]
		for k := range n {
			i := int(int64(k) * int64(stride) % int64(n) * int64(c.Len()) / int64(n))
			if x, y, z := c.X[i], c.Y[i], c.Z[i]; measured(x, y, z) && (s.zone == nil || in.inside(x, y, z)) {
				q.x, q.y, q.z, q.index = append(q.x, x), append(q.y, y), append(q.z, z), append(q.index, int32(i))
				q.tol = append(q.tol, s.tolerance(x, y, z))
			}
		}
		if len(q.x) >= sampleSize/2 || n == c.Len() {
			return
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

type candidate struct {
	plane geom.Plane
	on    [firstLook / 64]uint64 // which of the first points of the sample are on it
}

func (c *candidate) count() int {
	n := 0
	for _, bits := range c.on {
		n += mathbits.OnesCount64(bits)
	}
	return n
}

// look finds the first points of the sample that are on a plane.
func (s *Segmenter) look(p geom.Plane) (c candidate) {
	c.plane = p
	q := &s.sample
	n := min(len(q.x), firstLook)
	nx, ny, nz, d := float32(p.Normal.X), float32(p.Normal.Y), float32(p.Normal.Z), float32(p.Offset)
	x, y, z, tol := q.x[:n], q.y[:n], q.z[:n], q.tol[:n]
	for k := range x {
		// Without a branch, see count.
		h := nx*x[k] + ny*y[k] + nz*z[k] - d
		h = math.Float32frombits(math.Float32bits(h) &^ (1 << 31))
		c.on[k/64] |= uint64(math.Float32bits(tol[k]-h)>>31^1) << (k % 64)
	}
	return c
}

// count returns how many of the first n points of the sample lie on a plane, and how many of them in the inner half of the
// tolerance.
func (q *samples) count(p geom.Plane, n int) (on, core int) {
	nx, ny, nz, d := float32(p.Normal.X), float32(p.Normal.Y), float32(p.Normal.Z), float32(p.Offset)
	x, y, z, tol := q.x[:n], q.y[:n], q.z[:n], q.tol[:n]
	var outside, coreOutside uint32
	for k := range x {
		h := nx*x[k] + ny*y[k] + nz*z[k] - d
		// Whether a point is on the plane cannot be predicted, and a mispredicted branch costs more than all the rest:
		// the sign bit of what is left of the tolerance is counted instead.
		h = math.Float32frombits(math.Float32bits(h) &^ (1 << 31))
		outside += math.Float32bits(tol[k]-h) >> 31
		coreOutside += math.Float32bits(tol[k]-2*h) >> 31
	}
	return n - int(outside), n - int(coreOutside)
}

// findPlane searches the table; its normal points up.
func (s *Segmenter) findPlane() error {
	const op = "find table"
	s.draw()
	n := len(s.sample.x)
	switch {
	case n == 0 && s.zone != nil:
		return fault.New(op, "", fault.NoTable, "none of the %d points is valid and where a surface of the zone may be", s.c.Len())
	case n == 0:
		return fault.New(op, "", fault.NoTable, "none of the %d points is valid (all are NaN, infinite or farther than %g m)", s.c.Len(), farthest)
	case n < 3:
		return fault.New(op, "", fault.NoTable, "only %d valid points; a plane needs 3, a table a few hundred", n)
	}
	found := s.surfaces()
	if len(found) == 0 {
		if s.zone != nil {
			return fault.New(op, "", fault.NoTable, "no surface within %.2f rad of level lies at a height that the zone allows", s.upSpread)
		}
		if u := s.p.Up; u != (geom.Vec{}) {
			return fault.New(op, "", fault.NoTable, "no plane is within %.2f rad of level to --up %g,%g,%g; is up right for this frame?", s.p.UpTolerance, u.X, u.Y, u.Z)
		}
		return fault.New(op, "", fault.NoTable, "no plane holds the points: they fill the tolerance evenly or lie on one line; if the sensor is noisier than assumed, raise plane_tolerance or range_noise")
	}
	table := s.choose(found)
	if table.on < max(3, n/50) {
		return fault.New(op, "", fault.NoTable, "the best plane holds %.1f %% of the points; a table should hold at least 2 %%", 100*float64(table.on)/float64(n))
	}
	s.plane = s.refine(table.plane, n)
	return nil
}

// surfaces returns the planes that may be the table.
func (s *Segmenter) surfaces() []surface {
	s.hypotheses()
	s.found = resize(s.found, len(s.best))
	multicore.EachPiece(len(s.best), 1, s.judgePass)
	return slices.DeleteFunc(s.found, func(t surface) bool { return t.on == 0 })
}

// judge looks at one of the best planes as a table; a surface without points is none.
func (s *Segmenter) judge(k, _, _ int) {
	t := &s.found[k]
	*t = surface{}
	p := s.refine(s.best[k].plane, refineSize)
	if on, core := s.sample.count(p, len(s.sample.x)); float64(core) < flatShare*float64(on) || !s.level(p) {
		return // a cut through other things, or fitting turned it away from level
	}
	if e := s.explained(p); s.zone == nil || s.zone.holds(s.zone.height(e.mean)) {
		*t = e
	}
}

// surface is a plane that may be the table, its normal pointing up, and what the sample says of it.
type surface struct {
	plane            geom.Plane
	on, above, below int
	width            float64  // least width of its outline, m
	mean             geom.Vec // of the points on it, in F
}

// explains counts the points that a surface accounts for as a table: those on it and those standing over it, less those below
// it, since nothing is seen under a table top.
func (t *surface) explains() int { return t.on + t.above - 3*t.below }

// A table among other surfaces.
const (
	tableWidth = 0.3  // m; what is narrower is the top of something on a table
	floorGap   = 0.25 // m; a bare surface this far over another is a table over a floor
	levelCos   = 0.97 // of the angle between two level surfaces
)

// choose takes the surface that explains most, unless it is the floor under the table or the wall behind it: a wide level
// surface over it, on which things stand or which is far above it, is preferred, and in an upright picture one that faces up
// to one that faces the camera.
func (s *Segmenter) choose(found []surface) surface {
	best := found[0]
	for _, t := range found[1:] {
		if t.explains() > best.explains() {
			best = t
		}
	}
	if s.zone != nil {
		return best // its heights tell floors and shelves apart
	}
	few := max(8, len(s.sample.x)/300)
	stands := func(t *surface) bool { return t.above >= few && t.above > t.below }
	// Cameras are seldom held upside down.
	if up := s.camera.X_FS.R.Apply(geom.V(0, -1, 0)); s.picture && r3.Dot(best.plane.Normal, up) < -0.02 {
		wall := best
		for _, t := range found {
			if r3.Dot(t.plane.Normal, up) > 0.17 && 20*t.on > wall.on && t.width >= tableWidth && stands(&t) &&
				(best.on == wall.on || t.explains() > best.explains()) {
				best = t
			}
		}
	}
	for range found { // from the floor up
		next := best
		for _, t := range found {
			over := t.plane.Offset - best.plane.Offset
			if r3.Dot(t.plane.Normal, best.plane.Normal) < levelCos || over < 0.05 || t.width < tableWidth || 20*t.on < best.on || t.below > t.on {
				continue
			}
			if stands(&t) || over > floorGap && 4*t.on > best.on {
				next = t
				break
			}
		}
		if next == best {
			break
		}
		best = next
	}
	return best
}

// level reports whether a plane is near enough to level for --up; every plane is where no up is given.
func (s *Segmenter) level(p geom.Plane) bool {
	up, ok := geom.Unit(s.up)
	return !ok || math.Abs(r3.Dot(p.Normal, up)) >= math.Cos(s.upSpread)
}

// hypotheses draws planes through three points and returns the best few that differ from each other. In an organised cloud
// the three are near each other in the image, and so on one surface more often than not.
func (s *Segmenter) hypotheses() {
	q := &s.sample
	s.random.Seed(s.p.Seed, 0x7461626c65) // an own stream of the seed
	rng := rand.New(&s.random)
	n := len(q.x)
	all := s.layers(s.all[:0])
	var largest candidate
	for try, want := 0, len(all)+s.p.PlaneHypotheses; len(all) < want && try < 20*s.p.PlaneHypotheses; try++ {
		if len(all) == want/2 && largest.plane.Normal == (geom.Vec{}) {
			largest = slices.MaxFunc(all, func(a, b candidate) int { return cmp.Compare(a.count(), b.count()) })
		}
		k := rng.IntN(n)
		a := q.at(k)
		// The second half of the planes go through points that the largest surface so far does not explain.
		if math.Abs(largest.plane.Height(a)) <= float64(q.tol[k]) && largest.plane.Normal != (geom.Vec{}) && try%8 != 0 {
			continue
		}
		b, c, ok := s.pair(rng, int(q.index[k]), max(4, s.c.Width/reaches[try%len(reaches)]))
		if !ok {
			continue
		}
		normal, ok := geom.Unit(r3.Cross(r3.Sub(b, a), r3.Sub(c, a)))
		p := geom.Plane{Normal: normal, Offset: r3.Dot(normal, a)}
		if !ok || !s.level(p) {
			continue
		}
		all = append(all, s.look(p))
	}
	s.all, s.best = all, s.best[:0]
	// The best is the one with most points on it, the next the one with most of those that are left, and so on: cuts through a
	// large surface hold more points than a small one, but all of them are the large one's.
	var taken [firstLook / 64]uint64
	for len(s.best) < finalists {
		most, next := 0, -1
		for k := range all {
			n := 0
			for w, bits := range all[k].on {
				n += mathbits.OnesCount64(bits &^ taken[w])
			}
			if n > most && !slices.ContainsFunc(s.best, func(b candidate) bool { return alike(b.plane, all[k].plane) }) {
				most, next = n, k
			}
		}
		if next < 0 {
			break
		}
		s.best = append(s.best, all[next])
		for w, bits := range all[next].on {
			taken[w] |= bits
		}
	}
}

// layers adds the level planes at which the points of the sample are densest: where up is known, a table that holds a small
// share of them is found by its height alone.
func (s *Segmenter) layers(all []candidate) []candidate {
	q := &s.sample
	up, ok := geom.Unit(s.up)
	if !ok {
		return all
	}
	const bins = 512
	var lo, hi float64 = math.Inf(1), math.Inf(-1)
	for k := range q.x {
		h := r3.Dot(up, q.at(k))
		lo, hi = min(lo, h), max(hi, h)
	}
	width := max(s.p.PlaneTolerance, (hi-lo)/(bins-1))
	var count [bins]int
	for k := range q.x {
		count[min(bins-1, int((r3.Dot(up, q.at(k))-lo)/width))]++
	}
	for range 2 * finalists {
		best := 0
		for b, n := range count {
			if n > count[best] {
				best = b
			}
		}
		if count[best] < 3 {
			break
		}
		p := geom.Plane{Normal: up, Offset: lo + (float64(best)+0.5)*width}
		all = append(all, s.look(p))
		for b := max(0, best-3); b <= min(bins-1, best+3); b++ {
			count[b] = 0
		}
	}
	return all
}

// reaches are the parts of a picture's width from within which the points of a plane are taken: small things ask for near points,
// surfaces that are seen at a grazing angle for far ones.
var reaches = [...]int{6, 3, 12}

// pair returns two more points for a plane through point i of the cloud, in a picture mostly from within reach pixels.
func (s *Segmenter) pair(rng *rand.Rand, i, reach int) (b, c geom.Vec, ok bool) {
	q := &s.sample
	if !s.c.Organised() || rng.IntN(4) == 0 {
		return q.at(rng.IntN(len(q.x))), q.at(rng.IntN(len(q.x))), true
	}
	near := func() (geom.Vec, bool) {
		x, y := i%s.c.Width+rng.IntN(2*reach+1)-reach, i/s.c.Width+rng.IntN(2*reach+1)-reach
		if x < 0 || y < 0 || x >= s.c.Width || y >= s.c.Height {
			return geom.Vec{}, false
		}
		j := y*s.c.Width + x
		return s.c.At(j), measured(s.c.X[j], s.c.Y[j], s.c.Z[j])
	}
	b, ok = near()
	c, ok2 := near()
	return b, c, ok && ok2
}

// alike reports that two planes are the same but for noise: 10 degrees and 5 cm.
func alike(p, q geom.Plane) bool {
	d := r3.Dot(p.Normal, q.Normal)
	return math.Abs(d) > 0.985 && math.Abs(p.Offset-math.Copysign(1, d)*q.Offset) < 0.05
}

// refine fits the plane to those of the first n sample points that are on it by least squares, until it settles.
func (s *Segmenter) refine(p geom.Plane, n int) geom.Plane {
	q := &s.sample
	n = min(n, len(q.x))
	x, y, z, tol := q.x[:n], q.y[:n], q.z[:n], q.tol[:n]
	for round := range 8 {
		m := geom.NewMoments(r3.Scale(p.Offset, p.Normal))
		nx, ny, nz, d := float32(p.Normal.X), float32(p.Normal.Y), float32(p.Normal.Z), float32(p.Offset)
		wide := float32(1)
		switch {
		case round < 2:
			wide = 2 // three noisy points make a plane that is off at its far end
		case round < 4:
			wide = 0.5 // what stands on a surface must not tilt it
		}
		for k := range x {
			h, t := nx*x[k]+ny*y[k]+nz*z[k]-d, wide*tol[k]
			if h <= t && h >= -t {
				m.Add(q.at(k))
			}
		}
		if m.N() < 3 {
			return p
		}
		_, axes := m.Cov().Eigen()
		normal := axes[2]
		if r3.Dot(normal, p.Normal) < 0 {
			normal = r3.Scale(-1, normal)
		}
		next := geom.Plane{Normal: normal, Offset: r3.Dot(normal, m.Mean())}
		settled := round >= 4 && r3.Norm(r3.Sub(next.Normal, p.Normal)) < 1e-4 && math.Abs(next.Offset-p.Offset) < 1e-4
		p = next
		if settled {
			break
		}
	}
	return p
}

// explained orients a plane so that its normal points up, and looks at the sample with it as a table.
func (s *Segmenter) explained(p geom.Plane) surface {
	q := &s.sample
	x_FT := tablePose(p, s.c.X_FS)
	m := x_FT.R.Mat()
	off, ou, ov := float32(p.Offset), float32(m[0]*x_FT.P.X+m[3]*x_FT.P.Y+m[6]*x_FT.P.Z), float32(m[1]*x_FT.P.X+m[4]*x_FT.P.Y+m[7]*x_FT.P.Z)
	ux, uy, uz, vx, vy, vz := float32(m[0]), float32(m[3]), float32(m[6]), float32(m[1]), float32(m[4]), float32(m[7])
	nx, ny, nz := float32(p.Normal.X), float32(p.Normal.Y), float32(p.Normal.Z)
	var outline octagons
	outline.reset()
	t := surface{plane: p}
	var sum geom.Vec
	for k, x := range q.x {
		y, z := q.y[k], q.z[k]
		if h := nx*x + ny*y + nz*z - off; h <= q.tol[k] && h >= -q.tol[k] {
			outline.add(float64(ux*x+uy*y+uz*z-ou), float64(vx*x+vy*y+vz*z-ov))
			sum = r3.Add(sum, q.at(k))
			t.on++
		}
	}
	t.mean = r3.Scale(1/float64(max(1, t.on)), sum)
	highest := float32(s.p.MaxHeight)
	for k, x := range q.x {
		y, z := q.y[k], q.z[k]
		h := nx*x + ny*y + nz*z - off
		if h <= q.tol[k] && h >= -q.tol[k] || h > highest || h < -highest ||
			!outline.contains(float64(ux*x+uy*y+uz*z-ou), float64(vx*x+vy*y+vz*z-ov)) {
			continue
		}
		if h > 0 {
			t.above++
		} else {
			t.below++
		}
	}
	t.width = outline.width()
	if s.upsideDown(&t) {
		t.plane, t.above, t.below = p.Flip(), t.below, t.above
	}
	return t
}

// upsideDown decides whether the normal of a surface points down. A table top is seen from above, so the sensor's place tells;
// where it is not known, the side on which things stand does, and where that is not clear either, z is up.
func (s *Segmenter) upsideDown(t *surface) bool {
	p := t.plane
	if s.up != (geom.Vec{}) {
		return r3.Dot(p.Normal, s.up) < 0
	}
	if s.eyeKnown {
		return p.Height(s.c.X_FS.P) < 0
	}
	n := len(s.sample.x)
	clearly := func(a, b, share int) bool { return a > n/share && a > 2*b }
	if z := p.Normal.Z; math.Abs(z) > 0.9 {
		// A frame with z up is the rule where there is no sensor: it takes more than a table's own legs to overrule it.
		if z > 0 {
			return clearly(t.below, t.above, 10)
		}
		return !clearly(t.above, t.below, 10)
	}
	switch {
	case clearly(t.above, t.below, 500):
		return false
	case clearly(t.below, t.above, 500):
		return true
	}
	return p.Height(s.c.X_FS.P) < 0
}

// octagons bounds points in eight directions of a half turn: a quick outer outline.
type octagons struct{ lo, hi [8]float64 }

var octagonDirs = func() (d [8][2]float64) {
	for k := range d {
		d[k][1], d[k][0] = math.Sincos(float64(k) * math.Pi / 8)
	}
	return d
}()

func (o *octagons) reset() {
	for k := range o.lo {
		o.lo[k], o.hi[k] = math.Inf(1), math.Inf(-1)
	}
}

func (o *octagons) add(x, y float64) {
	for k, d := range octagonDirs {
		v := d[0]*x + d[1]*y
		o.lo[k], o.hi[k] = min(o.lo[k], v), max(o.hi[k], v)
	}
}

func (o *octagons) contains(x, y float64) bool {
	for k, d := range octagonDirs {
		if v := d[0]*x + d[1]*y; v < o.lo[k] || v > o.hi[k] {
			return false
		}
	}
	return true
}

// width is the least extent over the eight directions.
func (o *octagons) width() float64 {
	w := math.Inf(1)
	for k := range o.lo {
		w = min(w, o.hi[k]-o.lo[k])
	}
	return w
}

// tablePose returns the pose of a frame on a plane with z along its normal, the origin at the foot of the sensor, and x as
// near as possible to the sensor's x axis, so that it moves with the cloud.
func tablePose(p geom.Plane, x_FS geom.Pose) geom.Pose {
	x := x_FS.R.Apply(geom.UnitX)
	x = r3.Sub(x, r3.Scale(r3.Dot(x, p.Normal), p.Normal))
	if r3.Norm(x) < 0.5 {
		x = geom.Orthogonal(p.Normal)
	}
	x, _ = geom.Unit(x)
	y := r3.Cross(p.Normal, x)
	return geom.Pose{R: geom.FromAxes(x, y, p.Normal), P: p.Project(x_FS.P)}
}
