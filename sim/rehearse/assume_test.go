package rehearse

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"github.com/holdfast-robotics/holdfast/geom"
	"github.com/holdfast-robotics/holdfast/grasp"
	"github.com/holdfast-robotics/holdfast/scene"
	"github.com/holdfast-robotics/holdfast/sim/shape"
)

// across is a grasp that closes along y of T in the middle of a segment, where it is w wide.
func across(x, y, w float64) *grasp.Grasp {
	return &grasp.Grasp{X_TG: geom.Pose{R: geom.AxisAngle(geom.UnitY, math.Pi/2), P: geom.V(x, y, 0.2)}, Width: w}
}

// The half of a cylinder that a camera sees becomes the whole; the prism stands on the table, within the box.
func TestAssumeClosesTheOutline(t *testing.T) {
	const r = 0.03
	o := &scene.Object{Size: geom.V(2*r, 2*r, 0.1), X_TO: geom.Pose{P: geom.V(0.3, 0.1, 0.05)}}
	for i := 0; i <= 12; i++ {
		sin, cos := math.Sincos(math.Pi * float64(i) / 12)
		o.Footprint = append(o.Footprint, geom.Vec2{X: 0.3 + r*cos, Y: 0.1 + r*sin})
	}
	obj, X_TO := assume(o, across(0.3, 0.1, 2*r))
	if err := obj.Validate(0); err != nil {
		t.Fatal(err)
	}
	if v, want := obj.Shape.Volume(), math.Pi*r*r*0.1; math.Abs(v-want) > 0.05*want {
		t.Errorf("volume %g, want that of the cylinder, %g", v, want)
	}
	if d := r3.Norm(r3.Sub(X_TO.P, geom.V(0.3, 0.1, 0.05))); d > 1e-9 {
		t.Errorf("stands at %v", X_TO.P)
	}
	if h := obj.Shape.Half(); h.X > r+1e-9 || h.Y > r+1e-9 || math.Abs(h.Z-0.05) > 1e-9 {
		t.Errorf("half size %v", h)
	}
	// Between the fingers it is as wide as the planner found it, and in the middle of them.
	obj, X_TO = assume(o, across(0.3, 0.104, 0.04))
	if lo, hi := -obj.Shape.SignedDistance(X_TO.Inv().Apply(geom.V(0.3, 0.104, 0.05))), 0.02; math.Abs(lo-hi) > 1e-6 {
		t.Errorf("the middle of the fingers is %g m deep, want %g", lo, hi)
	}
	// An outline that encloses nothing becomes the box.
	o.Footprint = []geom.Vec2{{X: 0.3, Y: 0.1}, {X: 0.31, Y: 0.1}}
	obj, X_TO = assume(o, across(0.3, 0.1, 2*r))
	if _, ok := obj.Shape.(*shape.Box); !ok || obj.Size() != o.Size || X_TO.P.Z != 0.05 {
		t.Errorf("%T of %v at %v", obj.Shape, obj.Size(), X_TO.P)
	}
}
