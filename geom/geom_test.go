package geom

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"
	"pgregory.net/rapid"
)

func drawVec(t *rapid.T, name string, size float64) Vec {
	f := rapid.Float64Range(-size, size)
	return V(f.Draw(t, name+".x"), f.Draw(t, name+".y"), f.Draw(t, name+".z"))
}

func drawRot(t *rapid.T, name string) Rot {
	f := rapid.Float64Range(-1, 1)
	r, _ := Quat(f.Draw(t, name+".w"), f.Draw(t, name+".i"), f.Draw(t, name+".j"), f.Draw(t, name+".k"))
	return r
}

func drawPose(t *rapid.T, name string) Pose {
	return Pose{R: drawRot(t, name), P: drawVec(t, name, 10)}
}

func near(a, b Vec, tol float64) bool { return r3.Norm(r3.Sub(a, b)) <= tol }

func TestRotationIsAnIsometryAndAgreesWithItsMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, v, w := drawRot(t, "r"), drawVec(t, "v", 5), drawVec(t, "w", 5)
		rv := r.Apply(v)
		if d := math.Abs(r3.Dot(rv, r.Apply(w)) - r3.Dot(v, w)); d > 1e-12 {
			t.Fatalf("inner product changed by %g", d)
		}
		m := r.Mat()
		mv := V(m[0]*v.X+m[1]*v.Y+m[2]*v.Z, m[3]*v.X+m[4]*v.Y+m[5]*v.Z, m[6]*v.X+m[7]*v.Y+m[8]*v.Z)
		if !near(rv, mv, 1e-12) {
			t.Fatalf("Apply %v, matrix %v", rv, mv)
		}
		if back := r.Inv().Apply(rv); !near(back, v, 1e-12) {
			t.Fatalf("inverse brings %v back as %v", v, back)
		}
	})
}

func TestRotationRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRot(t, "r")
		m := r.Mat()
		axes := FromAxes(V(m[0], m[3], m[6]), V(m[1], m[4], m[7]), V(m[2], m[5], m[8]))
		for name, q := range map[string]Rot{
			"axes":       axes,
			"exp of log": Exp(r.Log()),
			"axis-angle": func() Rot { a, th := r.AxisAngle(); return AxisAngle(a, th) }(),
			"rpy":        func() Rot { a, b, c := r.RPY(); return RPY(a, b, c) }(),
		} {
			if a := r.Angle(q); a > 1e-6 {
				t.Fatalf("%s: off by %g rad", name, a)
			}
		}
	})
}

// tf turns about the fixed axes x, y, z in this order; checked against the product of the three single turns.
func TestRPYIsTheFixedAxisConvention(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64Range(-math.Pi, math.Pi)
		roll, pitch, yaw := f.Draw(t, "roll"), f.Draw(t, "pitch"), f.Draw(t, "yaw")
		want := AxisAngle(UnitZ, yaw).Mul(AxisAngle(UnitY, pitch)).Mul(AxisAngle(UnitX, roll))
		if a := want.Angle(RPY(roll, pitch, yaw)); a > 1e-7 {
			t.Fatalf("off by %g rad", a)
		}
	})
	if got := RPY(0, 0, math.Pi/2).Apply(UnitX); !near(got, UnitY, 1e-15) {
		t.Errorf("yaw of 90 degrees takes x to %v, want y", got)
	}
	if got := RPY(math.Pi/2, 0, 0).Apply(UnitY); !near(got, UnitZ, 1e-15) {
		t.Errorf("roll of 90 degrees takes y to %v, want z", got)
	}
	for _, pitch := range []float64{math.Pi / 2, -math.Pi / 2} {
		r := RPY(0.4, pitch, 1.1)
		if a := r.Angle(RPY(r.RPY())); a > 1e-6 {
			t.Errorf("gimbal lock at %g: off by %g rad", pitch, a)
		}
	}
}

func TestZeroValuesAreIdentities(t *testing.T) {
	var r Rot
	var x Pose
	v := V(1, 2, 3)
	if r.Apply(v) != v || x.Apply(v) != v || r.Inv().Mul(r).Apply(v) != v || x.Inv().Mul(x).Apply(v) != v {
		t.Error("zero rotation or pose moves a point")
	}
	if _, ok := Quat(0, 0, 0, 0); ok {
		t.Error("a zero quaternion has no direction")
	}
	if _, ok := Quat(math.NaN(), 0, 0, 1); ok {
		t.Error("a NaN quaternion has no direction")
	}
	if r, ok := Quat(0, 0, 0, 1e-320); !ok || r.Angle(AxisAngle(UnitZ, math.Pi)) > 1e-9 {
		t.Error("a tiny quaternion still has a direction")
	}
}

func TestPoseGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		X_AB, X_BC, X_CD := drawPose(t, "AB"), drawPose(t, "BC"), drawPose(t, "CD")
		p_D := drawVec(t, "p", 10)
		a := X_AB.Mul(X_BC).Mul(X_CD).Apply(p_D)
		b := X_AB.Apply(X_BC.Apply(X_CD.Apply(p_D)))
		if !near(a, b, 1e-10) {
			t.Fatalf("composition %v, application %v", a, b)
		}
		if back := X_AB.Inv().Apply(X_AB.Apply(p_D)); !near(back, p_D, 1e-10) {
			t.Fatalf("inverse brings %v back as %v", p_D, back)
		}
	})
}

func TestInterpolation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawPose(t, "x"), drawPose(t, "y")
		s := rapid.Float64Range(0, 1).Draw(t, "s")
		mid := x.Interpolate(y, s)
		whole := x.R.Angle(y.R)
		if d := math.Abs(x.R.Angle(mid.R) - s*whole); d > 1e-6 {
			t.Fatalf("at %g of the way the angle is off by %g", s, d)
		}
		if e := x.Interpolate(y, 1); !near(e.P, y.P, 1e-12) || e.R.Angle(y.R) > 1e-6 {
			t.Fatalf("does not end at the goal: %v", e)
		}
	})
}

func TestAlignTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u, ok1 := Unit(drawVec(t, "u", 1))
		v, ok2 := Unit(drawVec(t, "v", 1))
		if !ok1 || !ok2 {
			t.Skip("no direction")
		}
		if got := AlignTo(u, v).Apply(u); !near(got, v, 1e-6) {
			t.Fatalf("%v is taken to %v, want %v", u, got, v)
		}
	})
	if got := AlignTo(UnitX, V(-1, 0, 0)).Apply(UnitX); !near(got, V(-1, 0, 0), 1e-12) {
		t.Errorf("opposite vectors: %v", got)
	}
}

func TestEigenRebuildsTheMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64Range(-3, 3)
		s := Sym{f.Draw(t, "xx"), f.Draw(t, "yy"), f.Draw(t, "zz"), f.Draw(t, "xy"), f.Draw(t, "xz"), f.Draw(t, "yz")}
		val, vec := s.Eigen()
		if val[0] < val[1] || val[1] < val[2] {
			t.Fatalf("not in descending order: %v", val)
		}
		for i := range vec {
			sv := V(s.XX*vec[i].X+s.XY*vec[i].Y+s.XZ*vec[i].Z, s.XY*vec[i].X+s.YY*vec[i].Y+s.YZ*vec[i].Z, s.XZ*vec[i].X+s.YZ*vec[i].Y+s.ZZ*vec[i].Z)
			if !near(sv, r3.Scale(val[i], vec[i]), 1e-9) {
				t.Fatalf("vector %d is no eigenvector: %v", i, vec[i])
			}
		}
		if d := r3.Dot(r3.Cross(vec[0], vec[1]), vec[2]); math.Abs(d-1) > 1e-9 {
			t.Fatalf("axes are not right-handed: %g", d)
		}
	})
	Sym{XX: math.NaN()}.Eigen() // must end
}

func TestPrincipalAxesFollowARotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		X := drawPose(t, "X")
		pts := []Vec{V(3, 0, 0), V(-3, 0, 0), V(0, 2, 0), V(0, -2, 0), V(0, 0, 1), V(0, 0, -1), V(math.NaN(), 0, 0)}
		moved := make([]Vec, len(pts))
		for i, p := range pts {
			moved[i] = X.Apply(p)
		}
		mean, variance, axes := PrincipalAxes(moved)
		if !near(mean, X.P, 1e-9) {
			t.Fatalf("mean %v, want %v", mean, X.P)
		}
		for i, want := range []float64{3, 4. / 3, 1. / 3} {
			if math.Abs(variance[i]-want) > 1e-9 {
				t.Fatalf("variance %v", variance)
			}
			if math.Abs(math.Abs(r3.Dot(axes[i], X.R.Apply([]Vec{UnitX, UnitY, UnitZ}[i])))-1) > 1e-9 {
				t.Fatalf("axis %d: %v", i, axes[i])
			}
		}
	})
	if mean, _, _ := PrincipalAxes(nil); mean != (Vec{}) {
		t.Errorf("no points: mean %v", mean)
	}
}

func TestPlane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, ok := Unit(drawVec(t, "n", 1))
		if !ok {
			t.Skip("no direction")
		}
		p := Plane{Normal: n, Offset: rapid.Float64Range(-5, 5).Draw(t, "offset")}
		q := drawVec(t, "q", 10)
		if h := p.Height(p.Project(q)); math.Abs(h) > 1e-12 {
			t.Fatalf("projection is %g off the plane", h)
		}
		if math.Abs(p.Height(q)+p.Flip().Height(q)) > 1e-12 {
			t.Fatal("flipping does not negate the height")
		}
	})
}

func BenchmarkPoseApply(b *testing.B) {
	x, p := Pose{R: RPY(0.1, 0.2, 0.3), P: V(1, 2, 3)}, V(0.1, 0.2, 0.3)
	for b.Loop() {
		p = x.Apply(p)
	}
}
