package register_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/scene/register"
)

// Where is a box that was moved? From a rough guess to its pose.
func ExampleAligner() {
	rng := rand.New(rand.NewPCG(1, 2))
	moved := geom.Pose{R: geom.AxisAngle(geom.UnitZ, 0.2), P: geom.V(0.02, -0.01, 0.005)} // X_TS, to be found
	var source, target register.Points
	add := func(l *register.Points, p geom.Vec) {
		l.X, l.Y, l.Z = append(l.X, float32(p.X)), append(l.Y, float32(p.Y)), append(l.Z, float32(p.Z))
	}
	for range 2000 {
		p := geom.V(0.1*rng.Float64(), 0.06*rng.Float64(), 0.04*rng.Float64())
		switch rng.IntN(3) { // on one of three faces
		case 0:
			p.X = 0
		case 1:
			p.Y = 0
		case 2:
			p.Z = 0.04
		}
		add(&source, p)
		add(&target, moved.Apply(p))
	}
	var a register.Aligner
	res := a.Align(source, register.NewTarget(target), geom.Pose{R: geom.IdentityRot}, register.DefaultParams())
	off := res.X_TS.Inv().Mul(moved)
	_, angle := off.R.AxisAngle()
	fmt.Println("converged:", res.Converged)
	fmt.Println("within 0.1 mm and 0.1 degrees:", math.Abs(off.P.X)+math.Abs(off.P.Y)+math.Abs(off.P.Z) < 1e-4, angle*180/math.Pi < 0.1)
	// Output:
	// converged: true
	// within 0.1 mm and 0.1 degrees: true true
}
