package register

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/cloud"
)

// jug samples n points of a body that no turn maps onto itself: a can of 5 cm radius with a box for a handle and a lid that
// leans, with noise (m). Coordinates are about the middle.
func jug(n int, noise float64, seed uint64) Points {
	rng := rand.New(rand.NewPCG(seed, 7))
	var p Points
	for range n {
		var q geom.Vec
		switch u := rng.Float64(); {
		case u < 0.6:
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			q = geom.V(0.05*c, 0.05*s, 0.16*rng.Float64()-0.08)
		case u < 0.8:
			q = geom.V(0.05+0.04*rng.Float64(), 0.02*rng.Float64()-0.01, 0.06*rng.Float64()-0.03)
			switch rng.IntN(3) {
			case 0:
				q.X = 0.09
			case 1:
				q.Y = math.Copysign(0.01, q.Y)
			default:
				q.Z = math.Copysign(0.03, q.Z)
			}
		default:
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			r := 0.05 * math.Sqrt(rng.Float64())
			q = geom.V(r*c, r*s, 0.08+0.2*r*c)
		}
		p.X = append(p.X, float32(q.X+noise*rng.NormFloat64()))
		p.Y = append(p.Y, float32(q.Y+noise*rng.NormFloat64()))
		p.Z = append(p.Z, float32(q.Z+noise*rng.NormFloat64()))
	}
	return p
}

func moved(p Points, X geom.Pose) Points {
	var out Points
	for i := range p.X {
		q := X.Apply(geom.V(float64(p.X[i]), float64(p.Y[i]), float64(p.Z[i])))
		out.X, out.Y, out.Z = append(out.X, float32(q.X)), append(out.Y, float32(q.Y)), append(out.Z, float32(q.Z))
	}
	return out
}

func drawCloud(t *rapid.T) Points {
	n := rapid.IntRange(0, 300).Draw(t, "n")
	grid := rapid.SampledFrom([]float64{0, 0.01, 0.3}).Draw(t, "grid") // with a grid many distances are equal
	f := rapid.Float64Range(-1, 1)
	var p Points
	for range n {
		q := [3]float64{f.Draw(t, "x"), f.Draw(t, "y"), f.Draw(t, "z")}
		for k := range q {
			if grid > 0 {
				q[k] = grid * math.Round(q[k]/grid)
			}
		}
		p.X, p.Y, p.Z = append(p.X, float32(q[0])), append(p.Y, float32(q[1])), append(p.Z, float32(q[2]))
	}
	if n > 3 && rapid.Bool().Draw(t, "nan") {
		p.Y[n/2] = float32(math.NaN())
		p.Z[n/3] = float32(math.Inf(1))
	}
	return p
}

// The tree answers like a search through all points.
func TestTreeAgreesWithFullSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawCloud(t)
		tree := NewTree(p)
		q := point{rapid.Float32Range(-1.2, 1.2).Draw(t, "qx"), rapid.Float32Range(-1.2, 1.2).Draw(t, "qy"), rapid.Float32Range(-1.2, 1.2).Draw(t, "qz")}
		limit := rapid.SampledFrom([]float32{0, 0.01, 0.3, float32(math.Inf(1))}).Draw(t, "limit")
		var all []float32
		dist := map[int]float32{}
		for i := range p.X {
			dx, dy, dz := p.X[i]-q.x, p.Y[i]-q.y, p.Z[i]-q.z
			if d2 := dx*dx + dy*dy + dz*dz; !math.IsNaN(float64(d2)) && !math.IsInf(float64(d2), 0) {
				all = append(all, d2)
				dist[i] = d2
			}
		}
		slices.Sort(all)
		if tree.Len() != len(all) {
			t.Fatalf("%d points, want %d", tree.Len(), len(all))
		}
		i, d2 := tree.Nearest(q.x, q.y, q.z, limit)
		switch {
		case len(all) == 0 || all[0] >= limit:
			if i != -1 {
				t.Fatalf("found point %d at %g, none is within %g", i, d2, limit)
			}
		case i < 0 || d2 != all[0] || dist[i] != d2:
			t.Fatalf("point %d at %g, want one at %g", i, d2, all[0])
		}
		k := rapid.IntRange(1, maxNeighbours).Draw(t, "k")
		var nb neighbours
		tree.kNearest(q, k, &nb)
		if !slices.Equal(nb.d2[:nb.n], all[:min(k, len(all))]) {
			t.Fatalf("the %d nearest are at %v, want %v", k, nb.d2[:nb.n], all[:min(k, len(all))])
		}
		const r = 0.5
		within := 0
		for _, d2 := range all {
			if d2 <= r*r {
				within++
			}
		}
		got := tree.AppendWithin(nil, q.x, q.y, q.z, r)
		for _, i := range got {
			if d2, ok := dist[int(i)]; !ok || d2 > r*r {
				t.Fatalf("point %d at %g is not within %g", i, d2, r)
			}
		}
		slices.Sort(got)
		if len(slices.Compact(got)) != within {
			t.Fatalf("%d points within %g, want %d", len(got), r, within)
		}
	})
}

func TestTreeOfEqualPointsEnds(t *testing.T) {
	const n = 100000
	p := Points{make([]float32, n), make([]float32, n), make([]float32, n)}
	tgt := NewTarget(p)
	if i, d2 := tgt.Nearest(1, 0, 0, 4); i < 0 || d2 != 1 {
		t.Errorf("nearest: %d at %g", i, d2)
	}
	var a Aligner
	if res := a.Align(jug(200, 0, 1), tgt, geom.Pose{}, DefaultParams()); !res.X_TS.IsFinite() {
		t.Errorf("%+v", res)
	}
}

func TestRigidInvertsAPose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64Range(-1, 1)
		X := geom.Pose{
			R: geom.RPY(rapid.Float64Range(-3.1, 3.1).Draw(t, "roll"), f.Draw(t, "pitch"), rapid.Float64Range(-3.1, 3.1).Draw(t, "yaw")),
			P: geom.V(f.Draw(t, "px"), f.Draw(t, "py"), f.Draw(t, "pz")),
		}
		up := geom.Vec{}
		if rapid.Bool().Draw(t, "upright") {
			up, _ = geom.Unit(geom.V(0.3, -0.5, 0.8))
			X.R = geom.AxisAngle(up, rapid.Float64Range(-3.1, 3.1).Draw(t, "turn"))
		}
		var a, b []geom.Vec
		for _, p := range []geom.Vec{geom.V(0.1, 0, 0), geom.V(0, 0.2, 0), geom.V(0, 0, 0.3), geom.V(0.1, 0.2, -0.1)} {
			a, b = append(a, p), append(b, X.Apply(p))
		}
		got := Rigid(a, b, up)
		if d := r3.Norm(r3.Sub(got.P, X.P)); d > 1e-9 {
			t.Fatalf("off by %g m", d)
		}
		if e := got.R.Angle(X.R); e > 1e-7 {
			t.Fatalf("off by %g rad", e)
		}
	})
	if Rigid(nil, nil, geom.Vec{}) != (geom.Pose{R: geom.IdentityRot}) {
		t.Error("nothing moves something")
	}
}

var start = geom.Pose{R: geom.RPY(0.06, -0.08, 0.17), P: geom.V(0.01, -0.012, 0.008)}

// Two samplings of one body with 1 mm of noise meet to a quarter of a degree, most of it about the axis of the can, and a fifth of a millimetre.
func TestAlignIsExact(t *testing.T) {
	for _, c := range []struct {
		name   string
		params func(*Params)
		turn   float64 // degrees
		move   float64 // mm
	}{
		{"plane", func(*Params) {}, 0.25, 0.2},
		{"plane upright", func(p *Params) { p.Upright = geom.UnitZ }, 0.25, 0.2},
		{"plane held", func(p *Params) { p.Hold = 0.1 }, 0.3, 0.2},
		{"point", func(p *Params) { p.Method, p.MaxIterations = PointToPoint, 200 }, 0.8, 0.8},
		{"point upright", func(p *Params) { p.Method, p.Upright, p.MaxIterations = PointToPoint, geom.UnitZ, 200 }, 0.8, 0.8},
	} {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(5) {
				p := DefaultParams()
				c.params(&p)
				X_TS := start
				if p.Upright != (geom.Vec{}) {
					X_TS.R = geom.AxisAngle(geom.UnitZ, 0.2)
				}
				tgt := NewTarget(jug(5000, 0.001, 2*seed))
				src := moved(jug(5000, 0.001, 2*seed+1), X_TS.Inv())
				var a Aligner
				res := a.Align(src, tgt, geom.Pose{}, p)
				turn := res.X_TS.R.Angle(X_TS.R) * 180 / math.Pi
				move := 1e3 * r3.Norm(r3.Sub(res.X_TS.P, X_TS.P))
				if turn > c.turn || move > c.move || !res.Converged {
					t.Errorf("seed %d: off by %.3f degrees and %.3f mm; %+v", seed, turn, move, res)
				}
			}
		})
	}
}

// A fifth of the source that has no partner does not draw the rest away.
func TestAlignTrims(t *testing.T) {
	tgt := NewTarget(jug(4000, 0.0005, 1))
	src := jug(4000, 0.0005, 2)
	rng := rand.New(rand.NewPCG(3, 3))
	for range 800 {
		src.X = append(src.X, float32(0.12+0.02*rng.Float64()))
		src.Y = append(src.Y, float32(0.05*rng.Float64()))
		src.Z = append(src.Z, float32(0.05*rng.Float64()))
	}
	p := DefaultParams()
	p.Trim = 0.75
	var a Aligner
	res := a.Align(moved(src, start.Inv()), tgt, geom.Pose{}, p)
	if turn := res.X_TS.R.Angle(start.R) * 180 / math.Pi; turn > 0.15 {
		t.Errorf("off by %g degrees: %+v", turn, res)
	}
	if want := 3600; res.Drawn < want-1 || res.Drawn > want+1 {
		t.Errorf("%d points drew, want %d", res.Drawn, want)
	}
}

// Moving both clouds moves the answer and nothing else.
func TestAlignMovesWithTheFrame(t *testing.T) {
	src, tgt := moved(jug(2000, 0.001, 4), start.Inv()), jug(2000, 0.001, 5)
	var a Aligner
	before := a.Align(src, NewTarget(tgt), geom.Pose{}, DefaultParams())
	X := geom.Pose{R: geom.RPY(0.5, 0.3, 2), P: geom.V(0.6, -0.4, 0.8)}
	after := a.Align(moved(src, X), NewTarget(moved(tgt, X)), geom.Pose{}, DefaultParams())
	want := X.Mul(before.X_TS).Mul(X.Inv())
	if e, d := want.R.Angle(after.X_TS.R), r3.Norm(r3.Sub(want.P, after.X_TS.P)); e > 1e-3 || d > 1e-3 {
		t.Errorf("differs by %g rad and %g m", e, d)
	}
}

func TestAlignWithoutPoints(t *testing.T) {
	nan := float32(math.NaN())
	some, none := jug(100, 0, 1), Points{}
	var a Aligner
	for name, c := range map[string][2]Points{
		"no target": {some, none}, "no source": {none, some}, "source of NaN": {{[]float32{nan}, []float32{0}, []float32{0}}, some},
		"one point": {{[]float32{0}, []float32{0}, []float32{0}}, some},
	} {
		if res := a.Align(c[0], NewTarget(c[1]), start, DefaultParams()); res.Converged || res.X_TS != start {
			t.Errorf("%s: %+v", name, res)
		}
	}
}

// A can without lids, seen from one side, slides along its axis on the noise of the normals, and less when points hold it.
func TestHoldKeepsACanFromSliding(t *testing.T) {
	can := func(seed uint64, half bool) (p Points) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 3000 {
			s, c := math.Sincos(2 * math.Pi * rng.Float64())
			if half && c < 0 {
				continue
			}
			p.X = append(p.X, float32(0.033*c+0.001*rng.NormFloat64()))
			p.Y = append(p.Y, float32(0.033*s+0.001*rng.NormFloat64()))
			p.Z = append(p.Z, float32(0.11*rng.Float64()+0.001*rng.NormFloat64()))
		}
		return p
	}
	drift := func(hold float64) (sum float64) {
		p := DefaultParams()
		p.Hold, p.MaxIterations = hold, 100
		for seed := range uint64(8) {
			var a Aligner
			res := a.Align(can(2*seed, true), NewTarget(can(2*seed+1, false)), geom.Pose{P: geom.V(0.005, -0.004, 0)}, p)
			sum += math.Abs(res.X_TS.P.Z) / 8
		}
		return sum
	}
	free, held := drift(0), drift(0.15)
	if t.Logf("%.2f mm along the axis when free, %.2f mm when held", 1e3*free, 1e3*held); held > 0.003 || held > 0.85*free {
		t.Errorf("slides by %.2f mm when held, %.2f mm when free", 1e3*held, 1e3*free)
	}
}

// A ball may turn as it likes; the answer stays finite and the middle right.
func TestAlignOfABall(t *testing.T) {
	ball := func(seed uint64) (p Points) {
		rng := rand.New(rand.NewPCG(seed, 1))
		for range 2000 {
			u, _ := geom.Unit(geom.V(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()))
			p.X, p.Y, p.Z = append(p.X, float32(0.04*u.X)), append(p.Y, float32(0.04*u.Y)), append(p.Z, float32(0.04*u.Z))
		}
		return p
	}
	var a Aligner
	res := a.Align(moved(ball(1), geom.Pose{P: geom.V(0.01, 0.02, 0)}), NewTarget(ball(2)), geom.Pose{}, DefaultParams())
	if got := res.X_TS.Apply(geom.V(0.01, 0.02, 0)); r3.Norm(got) > 3e-4 || res.RMS > 1e-3 {
		t.Errorf("the middle is at %v; %+v", got, res)
	}
}

func TestNormalsOfASphere(t *testing.T) {
	c := cloud.New(3000, 1)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range c.X {
		u, _ := geom.Unit(geom.V(rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()))
		c.Set(i, r3.Scale(0.1, u))
	}
	tgt := NewTarget(PointsOf(c))
	tgt.Orient(func(p, n geom.Vec) float64 { return r3.Dot(p, n) })
	n, off := 0, 0.0
	tgt.Each(func(i int, p, normal geom.Vec) {
		n++
		u, _ := geom.Unit(p)
		off = max(off, math.Acos(min(1, r3.Dot(u, normal))))
		if p != c.At(i) {
			t.Fatalf("point %d is at %v, want %v", i, p, c.At(i))
		}
	})
	if n != 3000 || off > 0.15 {
		t.Errorf("%d normals, off by up to %g rad", n, off)
	}
}

func TestAlignAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	src, tgt := moved(jug(2000, 0.001, 4), start.Inv()), NewTarget(jug(2000, 0.001, 5))
	var a Aligner
	p := DefaultParams()
	if n := testing.AllocsPerRun(5, func() { a.Align(src, tgt, geom.Pose{}, p) }); n != 0 {
		t.Errorf("Align: %g allocations", n)
	}
	dst := make([]int32, 0, 2000)
	if n := testing.AllocsPerRun(5, func() {
		tgt.Nearest(0.1, 0, 0, 1)
		tgt.AppendWithin(dst, 0, 0, 0, 0.05)
	}); n != 0 {
		t.Errorf("queries: %g allocations", n)
	}
}

// 5,000 points on 5,000 points with 1 mm of noise, from 11 degrees and 18 mm away; with the target's tree and normals, and
// without.
func BenchmarkAlign5000(b *testing.B) {
	tgt := jug(5000, 0.001, 1)
	src := moved(jug(5000, 0.001, 2), start.Inv())
	for _, m := range []struct {
		name   string
		method Method
	}{{"plane", PointToPlane}, {"point", PointToPoint}} {
		p := DefaultParams()
		p.Method = m.method
		run := func(b *testing.B, f func() Result) {
			b.ReportAllocs()
			var res Result
			for b.Loop() {
				res = f()
			}
			b.ReportMetric(res.X_TS.R.Angle(start.R)*180/math.Pi, "degrees")
			b.ReportMetric(float64(res.Iterations), "iterations")
		}
		b.Run(m.name, func(b *testing.B) {
			var a Aligner
			var t Target
			run(b, func() Result {
				t.Build(tgt)
				return a.Align(src, &t, geom.Pose{}, p)
			})
		})
		b.Run(m.name+"/prepared", func(b *testing.B) {
			var a Aligner
			t := NewTarget(tgt)
			run(b, func() Result { return a.Align(src, t, geom.Pose{}, p) })
		})
	}
}

func BenchmarkTree5000(b *testing.B) {
	p := jug(5000, 0.001, 1)
	b.Run("build", func(b *testing.B) {
		var t Tree
		for b.Loop() {
			t.Build(p)
		}
	})
	b.Run("normals", func(b *testing.B) {
		var t Target
		for b.Loop() {
			t.Build(p)
		}
	})
	b.Run("nearest", func(b *testing.B) {
		t, q, i := NewTree(p), jug(5000, 0.001, 2), 0
		for b.Loop() {
			t.Nearest(q.X[i], q.Y[i], q.Z[i], 1)
			i = (i + 1) % 5000
		}
	})
}
